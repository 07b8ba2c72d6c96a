"""What prompts carry beside their own data, by flag; and the tools of a stage, enforced whether the model is told or not."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import RunState, Settings
from dr_core.errors import ModelFailed, RunError
from dr_core.machine import Stage
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.mask import BY_STAGE, RESEARCH, tools_of
from dr_core.run.run import Run


async def prompts(root: Path, says: Any = good, **flags: bool) -> list[tuple[str, str]]:
    models = said(one=says)
    await research(root, models, settings={"research": {"depth": "standard"}, "context": flags})
    return [(request.task, request.messages[1].content) for request in models["one"].requests]


async def test_what_was_learned_opens_every_prompt_and_only_grows(tmp_path: Path) -> None:
    told = await prompts(tmp_path, append_only=True)
    heads = [text.partition("Learned so far:")[2].partition("\n\n")[0] for _, text in told]
    assert not heads[0] and "Plan: Sodium-ion and LFP" in heads[1]
    assert all(later.startswith(earlier) for earlier, later in pairwise(heads[1:]))
    assert len(heads[-1]) > len(heads[1]), "nothing was learned in the rounds"


async def test_without_the_flag_prompts_carry_their_own_data_only(tmp_path: Path) -> None:
    told = await prompts(tmp_path)
    assert not [text for _, text in told if "Learned so far" in text or "Stages:" in text or "Tools of this stage" in text]


async def test_the_stages_are_recited_and_the_tools_named(tmp_path: Path) -> None:
    told = dict(await prompts(tmp_path, recitation=True, tell_mask=True))
    assert told["draft"].endswith("[x] reflect [x] analyse [x] chart [>] draft [ ] verify [ ] write")
    assert "Tools of this stage: respond. There are no others." in told["draft"]
    assert "respond, web_search" in told["plan"]


async def test_what_failed_stays_visible_to_later_steps(tmp_path: Path, no_waiting: None) -> None:
    def fails_first(request: Any) -> Any:
        return ModelFailed("the moon is in the way") if request.task == "findings" else good(request)

    kept = dict(await prompts(tmp_path / "kept", fails_first, keep_errors=True))
    assert "the moon is in the way" in kept["draft"]
    forgotten = dict(await prompts(tmp_path / "forgotten", fails_first, keep_errors=False))
    assert "the moon is in the way" not in forgotten["draft"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(
        Settings(),
        lambda kind, name: pytest.fail("no provider is asked"),
        tmp_path,
        RunState(original_query="q"),
        journal=Journal(tmp_path / "journal.jsonl"),
        cache=Cache(None, {}),
        events=Events(tmp_path / "events.jsonl"),
    )


@pytest.mark.parametrize(("stage", "tool"), [(stage, tool) for stage in BY_STAGE for tool in sorted(RESEARCH)])
async def test_a_stage_reaches_only_for_its_own_tools(run: Run, stage: str, tool: str) -> None:
    async def do() -> str:
        return "done"

    try:
        if tool in tools_of(stage):
            assert await run.call(f"{stage}/x", {}, do, tool=tool) == "done"
        else:
            with pytest.raises(RunError, match=f"{stage} may not use {tool}"):
                await run.call(f"{stage}/x", {}, do, tool=tool)
            assert run.journal.calls == 0
    finally:
        run.events.close()
        await run.journal.aclose()


def test_there_are_no_other_tools_and_stages_of_others_have_those_of_the_mode() -> None:
    assert frozenset({"respond", "web_search", "web_fetch", "code_execute"}) == RESEARCH
    assert all(tools <= RESEARCH for tools in BY_STAGE.values())
    assert tools_of("a stage of mine") == RESEARCH


def test_only_who_must_reaches_out_and_who_reads_pages_has_nothing_but_words() -> None:
    """A page that tells a model what to do must not find a stage that both reads it and can do it (S0-17)."""
    reaching = {tool: {stage for stage, tools in BY_STAGE.items() if tool in tools} for tool in RESEARCH - {"respond"}}
    assert reaching == {"web_search": {"intake", "plan", "harvest"}, "web_fetch": {"fetch"}, "code_execute": {"chart"}}
    assert set(BY_STAGE) == set(Stage)
    assert {stage for stage, tools in BY_STAGE.items() if "respond" not in tools} == {"fetch", "write", "cache"}
