"""`dr runs`, `dr show`, `dr resume`, `dr replay`: what became of a question, and going on with it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dr_core.cli.output import columns, emit_json, table
from dr_core.cli.terminal import clean, put, say, stdout_for_data
from dr_core.cli.words import WORDS, Finite, Whole
from dr_core.interrupt import run as run_loop

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from dr_core.state import RunState


Command = TypeVar("Command", bound=Callable[..., Any])
LEAST_QUESTION = 32
"""Columns that a question gets before others are shown."""
BUSY = "it is being worked on"
TRUST = click.option("--trust", is_flag=True, help="Follow the settings of a run that was not begun here wherever they lead.")


def run_folder(name: str) -> Path:
    from dr_core.layers import load_settings
    from dr_core.manifest import history_index
    from dr_core.run.store import find_run

    settings = load_settings().settings
    return find_run(name, settings.output.root, history_index(settings))


def known_runs_for_shell(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Runs for the shell's completion, with their questions."""
    from click.shell_completion import CompletionItem

    from dr_core.layers import load_settings
    from dr_core.manifest import history_index, read_manifest
    from dr_core.run.store import known_runs

    settings = load_settings().settings
    found = [run for run in known_runs(settings.output.root, history_index(settings)) if run.name.startswith(incomplete)][:50]
    return [CompletionItem(run.name, help=clean(read_manifest(run).get("question", ""))) for run in found]


@click.command(name="runs")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--limit", default=20, show_default=True, type=Whole(1), help="How many, newest first.")
def runs(as_json: bool, limit: int) -> None:
    """List past runs, newest first, also those that were made in other folders; `last` is the first of them."""
    from dr_core.errors import DRError
    from dr_core.layers import load_settings
    from dr_core.manifest import history_index, run_summary
    from dr_core.run.store import known_runs

    settings = load_settings().settings
    found: list[dict[str, Any]] = []
    known = known_runs(settings.output.root, history_index(settings))
    for folder in known[:limit]:
        try:
            found.append(run_summary(folder))
        except DRError as error:
            say(f"{folder.name}: {error}")
    if as_json:
        emit_json(found)
    elif found:
        put(_listed(found))
    else:
        say("no runs yet")
    if len(known) > limit:
        say(f"the newest {limit:,} of {len(known):,} runs; more with --limit")


def _listed(found: list[dict[str, Any]]) -> str:
    """A table of runs. On a narrow terminal the question comes first: the id tells the day, and its beginning names the run."""
    cells = {
        "RUN": [str(run["run_id"]) for run in found],
        "STATUS": [_status(run) for run in found],
        "CREATED": [run["created"][:16].replace("T", " ") for run in found],
        "QUESTION": [clean(run["question"]) for run in found],
    }
    short = [run.partition("_")[0] for run in cells["RUN"]]
    if len(set(short)) < len(short):
        short = cells["RUN"]
    for names in (["RUN", "STATUS", "CREATED"], ["RUN", "STATUS"], ["SHORT", "STATUS"], ["SHORT"]):
        before = [short if name == "SHORT" else cells[name] for name in names]
        taken = sum(max(map(len, [*column, "STATUS"])) + 2 for column in before)
        if columns() - taken >= LEAST_QUESTION:
            break
    rows = [list(row) for row in zip(*before, cells["QUESTION"], strict=True)]
    return table(rows, ["RUN" if name == "SHORT" else name for name in names] + ["QUESTION"])


def _status(run: dict[str, Any]) -> str:
    if run["active"]:
        return "running" + (f", {run['step']} done" if run["status"] == "running" and run["step"] else "")
    if run["status"] == "running":
        return f"stopped after {run['step']}" if run["step"] else "stopped at once"
    return str(run["status"]) + ("" if run["passed"] is not False else ", not passed")


@click.command(name="show")
@click.argument("run", shell_complete=known_runs_for_shell)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def show(run: str, as_json: bool) -> None:
    """Show what a run did; RUN is an id, the beginning of one, `last`, or a path."""
    from dr_core.manifest import run_summary
    from dr_core.run.store import load_state

    folder = run_folder(run)
    state = load_state(folder)
    told = run_summary(folder) | {
        "title": state.plan.research_title if state.plan else "",
        "sections": state.sections,
        "queries": [task.query for task in state.asked_queries],
        "sources": [{"id": page.id, "title": page.title, "url": page.url} for page in state.sources.values()],
        "unread": state.unread,
        "steps": [step.model_dump() for step in state.steps],
        "errors": [error.model_dump() for error in state.errors],
        "used": {stage: used.model_dump() for stage, used in state.used_by_stage.items()},
        "usage": state.usage.model_dump(),
        "estimate": state.notes.get("estimate"),
        "report_path": str(folder / "report.md") if (folder / "report.md").is_file() else "",
    }
    if as_json:
        emit_json(told)
        return
    told["status"] = _status(told) if told["active"] else told["status"]
    for name in ("run_id", "status", "created", "question", "title", "path", "report_path"):
        if told[name]:
            put(f"{name + ':':<13} {clean(told[name])}")
    rows = [[step.stage, str(step.round), step.status, f"{step.seconds:.2f} s", clean(step.note)] for step in state.steps]
    put("\n" + table(rows, ["STAGE", "ROUND", "STATUS", "TIME", "NOTE"]))
    if state.used_by_stage:
        put("\n" + table(_used(state), ["STAGE", "CALLS", "TOKENS IN", "TOKENS OUT", "COST"]))
    if told["estimate"]:
        from dr_core.cli.lines import foretold

        put(foretold(told["estimate"]))
    for error in state.errors:
        put(f"error: {error.step}: {clean(error.error)} ({error.category}, retry {error.retry_count})")
    if told["status"] in ("running", "failed") and not told["active"]:
        say(f"\ngo on with: dr resume {told['run_id']}")


def _used(state: RunState) -> list[list[str]]:
    """What the models cost, stage by stage and in all."""
    from dr_core.state import StageUse

    in_all = StageUse(
        calls=sum(used.calls for used in state.used_by_stage.values()),
        prompt_tokens=state.usage.prompt_tokens,
        completion_tokens=state.usage.completion_tokens,
        usd=state.usage.usd,
    )
    return [
        [
            stage,
            str(used.calls),
            f"{used.prompt_tokens:,}",
            f"{used.completion_tokens:,}",
            "unknown" if used.usd is None else f"{used.usd:.4f} USD",
        ]
        for stage, used in {**state.used_by_stage, "in all": in_all}.items()
    ]


def higher_ceilings(command: Command) -> Command:
    """The options with which a run goes on under higher ceilings; their values are told by ``ceilings_of``."""
    of = "A higher ceiling for model tokens, for a run that its own held back or that is not finished."
    for option in (
        click.option("--max-searches", type=Whole(1), help="As --max-tokens, for search calls."),
        click.option("--max-seconds", type=Finite(0, min_open=True), help="As --max-tokens, for seconds."),
        click.option("--max-usd", type=Finite(0), help="As --max-tokens, for money in US dollars."),
        click.option("--max-tokens", type=Whole(1), help=of),
    ):
        command = option(command)
    return command


def ceilings_of(options: dict[str, Any]) -> dict[str, float | None]:
    """The ceilings among options, taken out of them; None is one that was not given."""
    from dr_core.report.vain import CEILINGS

    return {name: options.pop(f"max_{name}") for name in CEILINGS}


@click.command(name="resume")
@click.argument("run", shell_complete=known_runs_for_shell)
@click.option(
    "--focus",
    multiple=True,
    type=WORDS,
    help="Go on with this focus in place of those of the run (repeatable); also a finished run.",
)
@click.option(
    "--add-focus",
    multiple=True,
    type=WORDS,
    help="Go on with this focus beside those of the run (repeatable); also a finished run.",
)
@higher_ceilings
@TRUST
@click.option("--yes", "assume", is_flag=True, help="Never ask: go on with stated assumptions.")
@click.option("--no-input", is_flag=True, help="Never ask: end with exit code 2 if a question is open.")
@click.option("--answers", type=click.Path(), help="JSON file with prepared answers: {missing_info or question: answer}.")
@click.option("--events", "as_events", is_flag=True, help="Server-sent events on stdout.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object on stdout.")
@click.option("--quiet", is_flag=True, help="Say nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
def resume(run: str, trust: bool, **options: Any) -> int:
    """Go on with a run that was stopped or failed; no finished call is repeated.

    A finished run whose models failed is done again from the first step that was done without them: mend the key, the account or
    [llm] first. What they answered well is not asked for again.

    A run that its ceilings held back goes on with higher ones (--max-tokens and the like) from the first step or search that they
    had no room for, one that is not finished from where it stands. They are for the whole run: what it has spent stays counted.

    With --focus or --add-focus also a finished run goes on: what it has read is kept, new focuses lead to new searches, and the
    report is written anew (the old one is kept in the folder earlier/ of the run).
    """
    from dr_core.cli.drive import drive
    from dr_core.cli.run import check_focuses, manner_of
    from dr_core.kernel import Kernel
    from dr_core.layers import load_settings
    from dr_core.manifest import check_sent, settings_to_resume
    from dr_core.session import Session
    from dr_core.session import resume as go_on

    ceilings = ceilings_of(options)
    focuses, added = check_focuses("--focus", options.pop("focus")), check_focuses("--add-focus", options.pop("add_focus"))
    manner = manner_of(options)
    folder = run_folder(run)
    loaded = load_settings()
    if not trust:
        check_sent(folder, loaded.settings, f"dr resume {shlex.quote(run)} --trust")

    async def begin(session: Session) -> tuple[RunState, Path]:
        return await go_on(folder, kernel, session, focuses=focuses, added=added, ceilings=ceilings), folder

    with stdout_for_data():
        kernel = Kernel(settings_to_resume(folder, loaded.settings), folder=loaded.folder)
        return drive(kernel, begin, manner)


def _unfinished(folder: Path) -> str:
    """How far a run came that has no report to make again; empty where it has one."""
    from dr_core.manifest import run_summary
    from dr_core.run.store import load_state
    from dr_core.stage.dialogue import OPEN

    state = load_state(folder)
    if state.status in ("complete", "partial"):
        return ""
    if run_summary(folder)["active"]:
        return BUSY
    if state.status == "failed":
        asked = state.errors and state.errors[-1].error.startswith(OPEN)
        return "it stopped at a question" if asked else f"it failed in the stage {state.current_step or 'intake'}"
    return f"it was stopped after the stage {state.done[-1]}" if state.done else "it was stopped at once"


@click.command(name="replay")
@click.argument("run", shell_complete=known_runs_for_shell)
@click.option(
    "--into", type=click.Path(file_okay=False), help="Folder for the replayed run; must be new. Default: a temporary one."
)
@TRUST
def replay(run: str, into: str | None, trust: bool) -> int:
    """Make the report of a finished run again from its journal alone, and compare: nothing is asked of the world outside."""
    import tempfile

    from dr_core.errors import UsageError
    from dr_core.kernel import Kernel
    from dr_core.layers import load_settings
    from dr_core.manifest import check_sent, settings_of
    from dr_core.report.compare import same_report
    from dr_core.run.store import load_state
    from dr_core.session import replay as again

    folder = run_folder(run)
    if unfinished := _unfinished(folder):
        remedy = "Wait for it, or stop it first" if unfinished == BUSY else f"Go on with it: dr resume {folder.name}"
        raise UsageError(f"run {folder.name} did not finish: {unfinished}", remedy=remedy)
    loaded = load_settings()
    if not trust:
        check_sent(folder, loaded.settings, f"dr replay {shlex.quote(run)} --trust", asks=False)
    with stdout_for_data():
        kernel = Kernel(settings_of(folder, loaded.settings), folder=loaded.folder)
    target = Path(into) if into else Path(tempfile.mkdtemp(prefix="dr-replay-")) / "research_data" / folder.name
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {target}: {error.strerror}", remedy="Give another one with --into") from error
    if any(target.iterdir()):
        raise UsageError(f"{target} is not empty", remedy="Give a new folder with --into")

    async def main() -> None:
        try:
            await again(folder, kernel, target)
        finally:
            await kernel.aclose()

    with stdout_for_data():
        run_loop(main())
    written = folder / "report.md"
    before = written.read_text(encoding="utf-8") if written.is_file() else load_state(folder).final_report
    same = same_report(before, (target / "report.md").read_text(encoding="utf-8"))
    say("the same report" if same else "another report: compare the two files")
    put(target / "report.md")
    return 0 if same else 4
