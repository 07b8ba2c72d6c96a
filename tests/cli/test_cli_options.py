"""Every option of `dr run` that is a setting sets it, over the environment and over dr.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dr_core import load_settings
from dr_core.cli.run import MANNERS, command, overrides
from dr_core.errors import UsageError

SETS: list[tuple[list[str], str, Any, str]] = [
    (["--depth", "deep"], "research.depth", "deep", "quick"),
    (["--max-iterations", "2"], "research.max_iterations", 2, "7"),
    (["--lang", "zh-Hant"], "research.language", "zh-Hant", "ja"),
    (["--since", "2024-05"], "research.since", "2024-05", "2020"),
    (["--length", "full"], "research.length", "full", "brief"),
    (["--style", "formal"], "research.style", "formal", "plain"),
    (["--audience", "engineers"], "research.audience", "engineers", "children"),
    (["--focus", "cost", "--focus", "safety"], "research.focuses", ["cost", "safety"], "winter"),
    (["--allow-unverified"], "research.allow_unverified", True, "false"),
    (["--search", "arxiv,exa"], "search.use", ["arxiv", "exa"], "brave"),
    (["--search", "arxiv", "--search", "exa,brave"], "search.use", ["arxiv", "exa", "brave"], "openalex"),
    (["--retrieval", "patents"], "search.retrieval", "patents", "news"),
    (["--docs", "."], "search.use", ["files"], "brave"),
    (["--docs", ".", "--search", "exa"], "search.use", ["files", "exa"], "brave"),
    (["-p", "qwen"], "llm.use", ["qwen"], "openai"),
    (["--llm", "qwen,openai"], "llm.use", ["qwen", "openai"], "gemini"),
    (["-p", "qwen", "--llm", "openai"], "llm.use", ["qwen", "openai"], "gemini"),
    (["--render", "html", "--render", "docx"], "render.use", ["markdown", "html", "docx"], "markdown"),
    (["--render", "html"], "render.use", ["markdown", "html"], "markdown"),
    (["--out", "elsewhere"], "output.root", Path("elsewhere"), "there"),
    (["--no-images"], "output.images", False, "true"),
    (["--no-references"], "output.references", False, "true"),
    (["--resources"], "output.resources", True, "false"),
    (["--no-cache"], "cache.enabled", False, "true"),
    (["--max-tokens", "0"], "budget.tokens", 0, "5"),
    (["--max-usd", "0.5"], "budget.usd", 0.5, "5"),
    (["--max-seconds", "9"], "budget.seconds", 9.0, "5"),
    (["--max-searches", "0"], "budget.searches", 0, "5"),
]


def value_of(arguments: list[str], name: str) -> tuple[Any, str]:
    """A setting as a command line leaves it, and where it came from."""
    with command.make_context("run", ["a question", *arguments]) as context:
        loaded = load_settings(overrides(context.params))
    table, field = name.split(".")
    return getattr(getattr(loaded.settings, table), field), loaded.origin(table, field)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("arguments", "name", "value", "other"), SETS, ids=lambda given: " ".join(given) if isinstance(given, list) else ""
)
def test_an_option_goes_over_the_environment_and_without_it_the_environment_holds(
    arguments: list[str], name: str, value: Any, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"DR_{name.replace('.', '__').upper()}", other)
    assert value_of(arguments, name) == (value, "command line")
    left, origin = value_of([], name)
    assert origin == "environment" and left != value


def test_a_model_is_that_of_the_first_service_and_goes_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_LLM__QWEN__MODEL", "qwen-plus")
    with command.make_context("run", ["a question", "-p", "qwen,openai", "-m", "qwen-max"]) as context:
        llm = load_settings(overrides(context.params)).settings.llm
    assert llm.options("qwen") == {"model": "qwen-max"} and not llm.options("openai")


@pytest.mark.parametrize(("model", "told"), [("qwen-max", "--model needs --llm"), ("", "--model is empty")])
def test_a_model_of_no_service_is_refused(model: str, told: str) -> None:
    with command.make_context("run", ["a question", "--model", model]) as context, pytest.raises(UsageError, match=told):
        overrides(context.params)


def test_no_option_is_left_out_here() -> None:
    tried = {"--model", *(argument for arguments, *_ in SETS for argument in arguments if argument.startswith("-"))}
    rest = [param for param in command.params if not tried & set(param.opts)]
    assert {param.name for param in rest} <= {*MANNERS, "question", "query", "answers", "help"}
