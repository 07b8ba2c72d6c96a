"""The chain of sandboxes in whole runs (S0-11): one that breaks while it draws is left for the next, with the same code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dr_core import Context, Execution, ProviderError, Result, Sandbox, aresearch, hookimpl
from dr_core.testing.fake_sandbox import FakeSandbox

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"


class Dying(Sandbox):
    """Seems fine, and is gone when it is needed."""

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[tuple[str, float]] = []

    async def execute_python(self, code: str, timeout: float = 60) -> Execution:
        self.calls.append((code, timeout))
        raise ProviderError("the engine is gone")


class Hooks:
    """Puts these sandboxes in place of plugins."""

    def __init__(self, **made: Sandbox) -> None:
        self.made = made

    @hookimpl
    def create_sandbox(self, name: str, options: Any, context: Context) -> Sandbox:
        return self.made[name]


async def drawn(root: Path, **made: Sandbox) -> tuple[Result, dict[str, Any]]:
    settings = {"sandbox": {"use": list(made), "compute_timeout": 47}, "output": {"root": str(root)}}
    result = await aresearch(
        "High-speed rail: lengths, speeds and passengers by country and year",
        docs=CORPUS,
        max_iterations=1,
        settings=settings,
        plugins=[Hooks(**made)],
    )
    return result, json.loads((Path(result.run_dir) / "state.json").read_text(encoding="utf-8"))


@pytest.fixture
def dying() -> Dying:
    return Dying(None, Context(instance="dying"))


async def test_a_sandbox_that_breaks_is_left_for_the_next_and_not_asked_again(tmp_path: Path, dying: Dying) -> None:
    spare = FakeSandbox(None, Context(instance="spare"))
    result, state = await drawn(tmp_path, dying=dying, spare=spare)
    assert [code for code, _ in dying.calls] == spare.calls[:1], "the chart that met the trouble is drawn all the same"
    assert len(state["figures"]) == len(spare.calls) > 1
    assert "charts_failed" not in state["notes"]
    assert [(one["step"], one["category"]) for one in state["errors"]] == [("chart/dying", "NETWORK")]
    assert result.passed and "Figure 1" in result.final_report


async def test_with_no_other_left_two_charts_fail_and_the_report_is_written(tmp_path: Path, dying: Dying) -> None:
    result, state = await drawn(tmp_path, dying=dying)
    assert len(dying.calls) == len(state["notes"]["charts_failed"]) == 2
    assert result.passed and "the engine is gone" in result.final_report


async def test_the_setting_is_the_time_that_code_gets(tmp_path: Path, dying: Dying) -> None:
    await drawn(tmp_path, dying=dying)
    assert {timeout for _, timeout in dying.calls} == {47}
