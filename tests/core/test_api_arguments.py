"""What the Python API is given: wrong values are refused with their name, and plain functions will do."""

from __future__ import annotations

import asyncio
import inspect
import sys
import threading
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from dr_core import ClarificationQuestion, Message, Plan, Researcher, Section, Usage, registry, research
from dr_core.api import Options
from dr_core.callback import asking, checked_answers, confirming
from dr_core.errors import PluginBroken, SettingsError, UsageError
from dr_core.run.store import load_state
from dr_core.settings import Settings
from dr_core.testing import FakeModel

QUESTION = ClarificationQuestion(question="Which?", options=("one", "two"))
PLAN = Plan(research_title="Pumps", sections=(Section(id="s1", title="Costs"),))


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ask(callback: Any) -> str | None:
    asked = asking(callback)
    assert asked is not None
    return asyncio.run(asked(QUESTION))  # type: ignore[arg-type]


def confirm(callback: Any) -> list[str] | None:
    asked = confirming(callback)
    assert asked is not None
    return asyncio.run(asked(PLAN))  # type: ignore[arg-type]


async def _text(_: object) -> str:
    return "成本"


def test_a_plan_is_not_edited_letter_by_letter() -> None:
    with pytest.raises(UsageError, match=r"on_plan returned '成本', not a list of focuses\. return \['成本'\]"):
        confirm(_text)


@pytest.mark.parametrize("wrong", [5, {"a": 1}, [1], [None], {"a"}])
def test_what_on_plan_returns_must_be_a_list_of_texts(wrong: object) -> None:
    with pytest.raises(UsageError, match=r"on_plan returned .*, not a list of focuses"):
        confirm(lambda plan: wrong)


def test_callbacks_may_be_plain_functions() -> None:
    assert confirm(lambda plan: [plan.sections[0].title]) == ["Costs"]
    assert confirm(lambda plan: ("a", "b")) == ["a", "b"]
    assert confirm(lambda plan: None) is None
    assert ask(lambda question: question.options[0]) == "one"
    assert ask(lambda question: 2) == "2"
    assert ask(_text) == "成本"
    assert ask(lambda question: None) is None


def test_a_callback_that_fails_is_named() -> None:
    def fails(_: object) -> None:
        raise ValueError("boom")

    with pytest.raises(UsageError, match="on_plan raised ValueError: boom"):
        confirm(fails)
    with pytest.raises(UsageError, match="on_clarify_question raised ValueError: boom"):
        ask(fails)
    with pytest.raises(UsageError, match=r"on_clarify_question returned \['a'\], not a text"):
        ask(lambda question: ["a"])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"confirm": "alwys"}, "confirm is 'alwys'. Did you mean 'always'"),
        ({"answers": {"scope": True}}, "the answer for 'scope' is True, not a text"),
        ({"answers": ["a"]}, "answers is list, not a dictionary"),
        ({"on_plan": "x"}, "on_plan is 'x', not a function"),
        ({"on_answered": True}, "on_answered is True, not a function"),
        ({"on_clarify_question": 5}, "on_clarify_question is 5, not a function"),
    ],
)
def test_a_wrong_argument_is_refused_at_once(wrong: Any, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        Researcher(**wrong)
    assert told in str(caught.value)


async def test_a_focus_of_the_settings_that_says_nothing_is_told_before_a_run_is_begun() -> None:
    for focus, told in (("", "is empty"), ("?!", "has no words"), ("x" * 121, "121 characters")):
        own = {"research": {"focuses": ["cost", focus]}, "search": {"use": ["files"], "files": {"paths": ["."]}}}
        with pytest.raises(UsageError, match=rf"a focus of \[research\] focuses .*{told}"):
            await Researcher(settings=own).run("How fast are trains?")
    assert not Path("logs").exists()


class Hooks:
    """A hook plugin."""


def test_a_class_in_place_of_a_plugin_is_told_and_nothing_is_begun() -> None:
    with pytest.raises(UsageError, match=r"plugins has the class Hooks .*plugins=\[Hooks\(\.\.\.\)\]"):
        research("How well do heat pumps work?", plugins=[Hooks])
    assert not Path("logs").exists()


def test_a_run_without_any_engine_is_not_begun() -> None:
    with pytest.raises(SettingsError, match=r"no search engine is selected\. Name some"):
        research("How well do heat pumps work?", search=[])
    assert not Path("logs").exists()


@pytest.mark.parametrize("verifiers", [[], ["judge"]])
def test_a_report_that_nobody_checked_has_not_passed(verifiers: list[str]) -> None:
    content = "Heat pumps work well in cold climates, as the agency found in Norway in 2022. " * 20
    hit = {"title": "Heat pumps", "url": "https://shelf.example/a", "content": content}
    settings = {
        "search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": [hit]}},
        "verify": {"use": verifiers},
        "cache": {"enabled": False},
    }
    result = research("How well do heat pumps work in cold climates?", settings=settings)
    assert (result.passed, result.exit_code) == (False, 3)
    assert "no verifier had a word on it" in Path(result.run_dir, "verification.md").read_text(encoding="utf-8")


def test_an_answer_may_be_the_number_of_an_option() -> None:
    assert checked_answers({"scope": 1, "subject": "grid"}) == {"scope": "1", "subject": "grid"}


def test_start_and_resume_without_a_loop_say_so() -> None:
    with pytest.raises(UsageError, match="needs a running event loop"):
        Researcher().start("heat pumps")
    with pytest.raises(UsageError, match="needs a running event loop"):
        Researcher().resume("last")


@pytest.mark.parametrize("wrong", [None, b"heat pumps", 5])
def test_a_question_that_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(UsageError, match=r"the question is .*, not a text"):
        research(wrong)


def test_an_error_in_the_settings_names_the_arguments_and_not_the_command_line() -> None:
    with pytest.raises(SettingsError, match=r"reserch \(arguments\): there is no such setting"):
        Researcher(settings={"reserch": {}})


def test_the_typed_options_are_the_arguments_of_a_researcher() -> None:
    arguments = inspect.signature(Researcher.__init__, eval_str=True).parameters
    given = {name: parameter.annotation for name, parameter in arguments.items() if name != "self"}
    assert get_type_hints(Options) == given


def test_the_typed_settings_are_the_fields_of_the_settings() -> None:
    source = inspect.getsource(Settings)
    typed = source[source.index("def __init__(") : source.index(") -> None: ...")]
    assert [line.strip().partition(":")[0] for line in typed.splitlines()[3:] if ":" in line] == list(Settings.model_fields)


@pytest.mark.parametrize(
    "wrong",
    [{"prompt_tokens": -1}, {"completion_tokens": -1}, {"cached_tokens": -1}, {"cache_write_tokens": -1}]
    + [{"usd": value} for value in (-0.5, float("inf"), float("nan"))],
)
def test_nothing_costs_less_than_nothing(wrong: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Usage(**wrong)


def test_a_message_and_a_plan_are_public() -> None:
    assert Message(role="user", content="x").content == "x"
    assert PLAN.sections[0].title == "Costs"


def test_imports_in_several_threads_leave_stdout_where_it_was() -> None:
    before = sys.stdout
    entry, first_in, second_in = registry.Entry("search", "x", "x:X"), threading.Event(), threading.Event()

    def first() -> None:
        first_in.set()
        assert second_in.wait(60)

    def second() -> None:
        second_in.set()
        one.join(60)
        raise ValueError

    one = threading.Thread(target=registry._contained, args=(entry, first))
    one.start()
    assert first_in.wait(60)
    with pytest.raises(PluginBroken):
        registry._contained(entry, second)
    assert sys.stdout is before


class Negative(FakeModel):
    """Says that its answers cost less than nothing."""

    async def complete(self, request: Any, on_delta: Any = None) -> Any:
        answer = await super().complete(request, on_delta)
        return answer.model_copy(update={"usage": Usage(prompt_tokens=-5000, usd=-3.0)})


def test_a_model_that_reports_negative_usage_is_at_fault_by_its_name() -> None:
    content = "Heat pumps work well in cold climates, as the agency found in Norway in 2022. " * 20
    hit = {"title": "Heat pumps", "url": "https://shelf.example/a", "content": content}
    settings = {
        "search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": [hit]}},
        "llm": {"use": ["negative"], "negative": {"plugin": f"{__name__}:Negative"}},
        "research": {"depth": "quick"},
        "cache": {"enabled": False},
    }
    result = research("How well do heat pumps work in cold climates?", settings=settings)
    assert result.metrics.prompt_tokens >= 0 and (result.metrics.cost or 0) >= 0
    errors = [error.error for error in load_state(Path(result.run_dir)).errors]
    assert any("'negative'" in error and "prompt_tokens" in error for error in errors), errors


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"settings": ["research"]}, r"settings must be a dictionary, not a list\. settings=\{"),
        ({"settings": "dr.toml"}, r"settings must be a dictionary, not a str"),
        ({"plugins": object()}, r"plugins must be a list of objects, not <object"),
        ({"plugins": "cjk-fonts"}, r"plugins must be a list of objects, not 'cjk-fonts'\. .*\[hooks\] use"),
        ({"search": "arxiv, files"}, r"search must be a list of names, .*search=\['arxiv', 'files'\]"),
    ],
)
def test_arguments_of_another_type_are_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Researcher(**arguments)
