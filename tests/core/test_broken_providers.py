"""Whole runs with a provider that misbehaves: they end with a report or in one line, and the culprit is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import broken_kit
import pytest

from dr_core import Result, aresearch, hookimpl
from dr_core.cli import main
from dr_core.errors import DRError, PluginBroken, RunError, VerificationFailed
from dr_core.run import plugin_call
from dr_core.run.store import load_state
from dr_core.state import RunState

QUESTION = "How well do heat pumps work in cold climates?"
WAYS = ("Raises", "Nothing", "Hangs", "Exits", "Cancels", "Ends", "Late", "Deaf", "Sync", "Group")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever does not answer is not waited for; whoever cannot be cancelled ends with the test."""
    monkeypatch.setattr(plugin_call, "GRACE", 0.05)
    monkeypatch.setattr("dr_core.stage.chart.STARTING", 0.1)
    monkeypatch.setattr("dr_core.kernel.CLOSING", 0.1)
    broken_kit.RELEASED.clear()
    yield
    broken_kit.RELEASED.set()


async def researched(tmp_path: Path, settings: dict[str, Any] | None = None, **more: Any) -> tuple[Result, RunState]:
    given: dict[str, Any] = {
        "search": {"use": ["broken_kit:Good"], "special": []},
        "sandbox": {"use": [], "compute_timeout": 0.1},
        "output": {"root": str(tmp_path / "logs")},
        "cache": {"enabled": False},
    }
    for table, values in (settings or {}).items():
        given[table] = {**given.get(table, {}), **values} if isinstance(values, dict) else values
    result = await aresearch(QUESTION, max_iterations=1, settings=given, **more)
    return result, load_state(Path(result.run_dir))


def named(state: RunState, kind: str, name: str) -> str:
    """What is on record about a plugin; it must name kind, name, origin, cause and remedy."""
    told = [error.error for error in state.errors if f"{kind} plugin '{name}' ({name}): its " in error.error]
    assert told, [error.error for error in state.errors]
    assert f"take '{name}' out of [{kind}] use" in told[0]
    return told[0]


@pytest.mark.parametrize("way", WAYS)
async def test_a_broken_sandbox_costs_the_charts_only(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Sandbox{way}"
    result, state = await researched(tmp_path, {"sandbox": {"use": [name]}})
    assert result.passed
    named(state, "sandbox", name)
    box = Path(result.report_path).read_text(encoding="utf-8").replace("\\", "")
    assert "none could be drawn: sandbox plugin" in box


@pytest.mark.parametrize("way", WAYS)
async def test_a_broken_renderer_costs_its_own_file_only(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Render{way}"
    result, state = await researched(tmp_path, {"render": {"use": [name, "broken_kit:TextA"], "deadline": 0.1}})
    assert (result.passed, result.status) == (True, "complete")
    named(state, "render", name)
    assert sorted(path.name for path in Path(result.run_dir).glob("report.*")) == ["report.json", "report.md", "report.txt"]
    assert name in next(step.note for step in state.steps if step.stage == "write")


@pytest.mark.parametrize("way", WAYS)
async def test_a_report_has_not_passed_a_verifier_that_is_broken(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Verify{way}"
    # the others are done at once; a deadline for them too would be a race
    result, state = await researched(tmp_path, {"verify": {"use": [name], "deadline": 0.1}})
    assert result.exit_code == 3
    named(state, "verify", name)
    with pytest.raises(VerificationFailed, match=name):
        result.raise_for_verification()
    assert name in Path(result.run_dir, "verification.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken_kit:Scribbles", "its verify_report changed report.md, which is only to be read"),
        ("broken_kit:Deletes", "ValueError: gone"),
    ],
)
async def test_a_report_stays_as_it_is_whatever_a_verifier_does_to_it(name: str, said: str, tmp_path: Path) -> None:
    result, state = await researched(tmp_path, {"verify": {"use": [name, "citations"]}})
    assert result.exit_code == 3
    assert said in named(state, "verify", name)
    assert Path(result.report_path).read_text(encoding="utf-8") == state.final_report
    assert result.verification["citations"]["passed"]


@pytest.mark.parametrize("name", ["broken_kit:ChecksBadly", "broken_kit:ChecksNothing"])
async def test_a_verifier_that_fails_on_sentences_leaves_the_others_their_word(name: str, tmp_path: Path) -> None:
    result, state = await researched(tmp_path, {"verify": {"use": [name, "citations", "grounding"]}})
    assert result.exit_code == 3
    assert "its check " in named(state, "verify", name)
    assert state.verdicts
    assert result.verification["grounding"]["passed"]


@pytest.mark.parametrize("way", WAYS)
async def test_a_verifier_that_fails_in_its_second_word_costs_that_word_only(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Judge{way}"
    result, state = await researched(tmp_path, {"verify": {"use": [name], "deadline": 0.1}})
    assert (result.exit_code, result.status) == (3, "complete")
    assert "its judge " in named(state, "verify", name)
    assert state.verdicts and {verdict.verdict for verdict in state.verdicts} == {"unclear"}  # nobody raised or lowered them
    assert "(?)" in result.final_report


@pytest.mark.parametrize("way", WAYS)
async def test_a_broken_clarifier_is_followed_by_the_next(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Clarify{way}"
    deadline = {"deadline": 0.1} if way in ("Hangs", "Deaf") else {}
    result, state = await researched(tmp_path, {"clarify": {"use": [name], **deadline}})
    assert result.passed
    named(state, "clarify", name)
    told = json.loads(Path(result.run_dir, "clarify.json").read_text(encoding="utf-8"))
    assert (told["clarifier"], list(told["broken"])) == ("adaptive", [name])


async def test_where_no_clarifier_works_the_question_stands_as_it_is(tmp_path: Path) -> None:
    broken = {"use": ["adaptive"], "adaptive": {"plugin": "broken_kit:ClarifyRaises"}}
    result, state = await researched(tmp_path, {"clarify": broken})
    assert result.passed
    assert "nobody could look at it (clarify plugin 'adaptive'" in state.assumptions[0]


@pytest.mark.parametrize("way", WAYS)
async def test_a_broken_engine_leaves_the_search_to_the_others(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Search{way}"
    result, state = await researched(
        tmp_path, {"search": {"use": [name, "broken_kit:Good"], "parallel_strategy": "batch", "deadline": 0.1}}
    )
    assert result.passed
    said = named(state, "search", name)
    assert ("within 0.1 s" in said) == (way in ("Hangs", "Deaf"))  # a TimeoutError of its own is no deadline of ours
    assert ("does not let itself be cancelled" in said) == (way == "Deaf")
    if way == "Group":
        assert "ValueError: inner" in said


@pytest.mark.parametrize("way", ["Raises", "Nothing", "Exits", "Cancels", "Ends", "Sync", "Group"])
async def test_a_broken_model_leaves_the_work_to_the_rest(way: str, tmp_path: Path) -> None:
    name = f"broken_kit:Llm{way}"
    result, state = await researched(tmp_path, {"llm": {"use": [name]}})
    assert result.passed
    named(state, "llm", name)


async def test_a_plugin_that_does_not_close_does_not_keep_a_run_from_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    result, _ = await researched(tmp_path, {"search": {"use": ["broken_kit:ClosesNever"]}})
    assert result.passed
    assert "search plugin 'broken_kit:ClosesNever'" in caplog.text
    assert "its aclose gave no answer within 0.1 s" in caplog.text


async def test_no_secret_of_a_plugins_options_gets_into_a_run_folder(tmp_path: Path) -> None:
    _, state = await researched(tmp_path, {"search": {"use": ["broken_kit:Leaks", "broken_kit:Good"]}})
    assert any("api_key=[key]" in error.error and "header [key]" in error.error for error in state.errors)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 10
    assert not [path for path in files if b"k3y" in path.read_bytes()]


async def test_an_engine_that_blocks_the_loop_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(plugin_call, "BLOCKED", 0.04)
    monkeypatch.setattr(plugin_call, "_told", set())
    result, _ = await researched(tmp_path, {"search": {"use": ["broken_kit:Blocks"]}})
    assert result.passed
    (line,) = [one.getMessage() for one in caplog.records if "let nothing else go on" in one.getMessage()]
    assert line.startswith("search plugin 'broken_kit:Blocks' (broken_kit:Blocks): its search let nothing else go on for 0.")
    assert line.endswith("give it to a thread: await asyncio.to_thread(...)")


async def test_no_secret_of_a_plugins_options_gets_into_its_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await researched(tmp_path, {"search": {"use": ["broken_kit:Talks"]}})
    assert "asked with [key]" in caplog.text and "'asked %d times' ('[key]',)" in caplog.text
    assert "KeyError: '[key]'" in caplog.text and "k3y" not in caplog.text


async def test_a_model_that_is_not_told_the_shape_of_its_answer_is_no_fault_of_the_settings(tmp_path: Path) -> None:
    _, state = await researched(tmp_path, {"llm": {"use": ["broken_kit:Chats"]}})
    (reason,) = {entry["reason"] for entry in state.notes["fallbacks"] if entry["at"].startswith("plan/")}
    assert reason.endswith("], or have its plugin hand on the shape (answer_schema)")


# --- machines and stage wrappers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "raised"), [("StageRaises", "KeyError: 'mine'"), ("StageExits", "SystemExit: 7")])
async def test_a_stage_of_a_machine_that_fails_names_the_machine(name: str, raised: str, tmp_path: Path) -> None:
    with pytest.raises(PluginBroken) as caught:
        await researched(tmp_path, {"machine": f"broken_kit:{name}"})
    assert f"machine plugin 'broken_kit:{name}' (broken_kit:{name}): its stage extract raised {raised}" in str(caught.value)


async def test_a_machine_without_the_last_stage_ends_complete(tmp_path: Path) -> None:
    result, state = await researched(tmp_path, {"machine": "broken_kit:NoCache"})
    assert (result.status, state.status, result.passed) == ("complete", "complete", True)


async def test_a_run_without_a_report_has_not_ended_well(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"none of them has written report\.md"):
        await researched(tmp_path, {"machine": "broken_kit:NoWrite"})


class _Forgets:
    """Does not await what it wraps."""

    @hookimpl
    def wrap_stage(self, stage: str) -> Any:
        return self.around if stage == "plan" else None

    async def around(self, state: Any, call_next: Any) -> None:
        call_next(state)


class _Ends(_Forgets):
    """Makes up a cancelling of its own."""

    async def around(self, state: Any, call_next: Any) -> None:
        await broken_kit.WAYS["Cancels"](self)


@pytest.mark.parametrize(
    ("hook", "said"),
    [(_Forgets, r"does not await call_next\(state\)"), (_Ends, "its stage wrapper raised CancelledError")],
)
async def test_a_stage_wrapper_that_does_not_do_its_part_is_named(hook: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(PluginBroken, match=rf"hooks plugin '{hook.__name__}' .*{said}"):
        await researched(tmp_path, plugins=[hook()])


# --- the names of files ---------------------------------------------------------------------------------------------------


async def test_renderers_do_not_write_over_each_other_nor_over_the_report(tmp_path: Path) -> None:
    use = [f"broken_kit:{name}" for name in ("TextA", "TextB", "AsJson", "AsMarkdown")]
    result, _ = await researched(tmp_path, {"render": {"use": use}})
    assert result.passed
    folder, exported = Path(result.run_dir), tmp_path / "logs" / "reports"
    assert json.loads((folder / "report.json").read_bytes())["question"] == QUESTION
    assert (folder / "report.md").read_text(encoding="utf-8").startswith("# ")
    for name, content in {
        ".txt": b"TextA",
        ".broken_kit_TextB.txt": b"TextB",
        ".broken_kit_AsJson.json": b"AsJson",
        ".broken_kit_AsMarkdown.md": b"AsMarkdown",
    }.items():
        assert (folder / f"report{name}").read_bytes() == content
        assert (exported / f"{folder.name}{name}").read_bytes() == content


@pytest.mark.parametrize(
    ("name", "said"), [("NoDot", "its suffix 'txt'"), ("Climbs", "its suffix '/"), ("GivesText", "not bytes")]
)
async def test_a_renderer_with_no_suffix_or_no_bytes_writes_nothing(name: str, said: str, tmp_path: Path) -> None:
    result, state = await researched(tmp_path, {"render": {"use": [f"broken_kit:{name}"]}})
    assert result.passed
    assert said in named(state, "render", f"broken_kit:{name}")
    assert len(list(Path(result.run_dir).glob("report*"))) == 2


async def test_a_report_that_nobody_checked_is_not_taken_for_a_good_one(tmp_path: Path) -> None:
    result, _ = await researched(tmp_path)
    unchecked = result.model_copy(update={"passed": None})
    with pytest.raises(DRError, match="was not verified"):
        unchecked.raise_for_verification()


# --- dr plugins try -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["Raises", "Nothing", "Exits", "Cancels", "Ends", "Late", "Hangs", "Deaf"])
@pytest.mark.parametrize("kind", [kind for kind in broken_kit.METHODS if kind != "Judge"])  # a verifier's second word, no kind
def test_trying_a_broken_provider_names_it_in_one_line(kind: str, way: str, capsys: pytest.CaptureFixture[str]) -> None:
    waiting = way in ("Hangs", "Deaf")
    code = main(
        ["plugins", "try", kind.lower(), f"broken_kit:{kind}{way}", "x", "--timeout", "0.1" if waiting else "60"],
    )
    (line,) = capsys.readouterr().err.strip().splitlines()
    method = broken_kit.METHODS[kind][1]
    assert code == 64
    assert f"error: {kind.lower()} plugin 'broken_kit:{kind}{way}' (broken_kit:{kind}{way}): its {method} " in line
    assert ("within 0.1 s" in line) == waiting


def test_trying_a_provider_that_cannot_work_yet_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins", "try", "llm", "broken_kit:Lacks", "x"]) == 4
    assert capsys.readouterr().err == "error: llm 'broken_kit:Lacks' is not configured. Set LACKS_KEY\n"
