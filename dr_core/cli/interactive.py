"""`dr` alone on a terminal: asks for a question, researches it, shows a short result, asks again (S2-9)."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click

from dr_core.cli.board import count
from dr_core.cli.closing import answer, closing, warnings
from dr_core.cli.drive import Begin, Manner, accompany
from dr_core.cli.runs import ceilings_of, higher_ceilings
from dr_core.cli.talk import EDITS, MOST_FOCUSES, Talk, edited
from dr_core.cli.terminal import clean, say, stdout_for_data, tell
from dr_core.errors import DRError, UsageError
from dr_core.interrupt import presses
from dr_core.interrupt import run as run_loop
from dr_core.kernel import Kernel
from dr_core.layers import Loaded, load_settings
from dr_core.manifest import check_sent, history_index, run_summary, settings_to_resume
from dr_core.result import Result
from dr_core.run.store import find_run, load_state
from dr_core.session import Session, resume, start
from dr_core.state import RunState

HELP = """Type a question, or:
  :runs [N]      past runs, newest first
  :show RUN      what a run did (the beginning of its id, or 'last')
  :resume RUN    go on with a run that was stopped; with higher ceilings: :resume RUN --max-tokens 60000
                 (or --max-usd, --max-seconds, --max-searches)
  :focus         change the focuses of the last question and go on with it
  :focus +words  add a focus at once
  :report        the whole report of the last question
  :help, :quit   this text; leave (so does Ctrl-D)"""
REMEMBERED = 100


class Interactive:
    """The conversation. ``overrides`` are settings of the command line, ``manner`` how each run is accompanied."""

    def __init__(self, overrides: dict[str, Any], manner: Manner, main: Callable[[list[str]], int]) -> None:
        self._loaded: Loaded = load_settings(overrides)
        self._manner = manner
        self._main = main
        self._last: Result | None = None

    def run(self) -> int:
        """Until the user leaves."""
        from dr_core.version import __version__

        settings = self._loaded.settings
        engines, models = ", ".join(settings.search.use), ", ".join(settings.llm.use) or "no model"
        say(f"dr {__version__} · {engines} · {models} · at most {count(settings.research.rounds, 'round')}")
        say("Ask a question; :help tells what else can be done.")
        _recall([entry["question"] for entry in self._runs()])
        while True:
            presses.forget()
            try:
                line = input("\nquestion> ").strip()
            except KeyboardInterrupt:
                say("\n(:quit or Ctrl-D leaves)")
                continue
            except EOFError:
                say()
                return 0
            if line in (":quit", ":q", ":exit"):
                return 0
            try:
                self._do(line)
            except DRError as error:
                say(f"error: {clean(error)}")

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == ":help":
            say(HELP)
        elif word == ":runs":
            self._command("runs", *(["--limit", rest.strip()] if rest.strip() else []))
        elif word in (":show", ":resume") and not rest.strip():
            raise UsageError(f"{word} wants a run", remedy=f"'{word} last', or one that :runs lists")
        elif word == ":show":
            self._command("show", rest.strip())
        elif word == ":resume":
            run, ceilings = _run_and_ceilings(rest)
            settings = self._loaded.settings
            self._go_on(find_run(run, settings.output.root, history_index(settings)), ceilings=ceilings)
        elif word == ":focus":
            self._refocus(rest.strip())
        elif word == ":report":
            say(self._last.final_report if self._last else "nothing was researched yet")
        elif word.startswith(":"):
            raise UsageError(f"'{word}' is not understood", remedy=":help tells what is")
        elif line:
            self._research(line)

    @stdout_for_data()
    def _research(self, question: str) -> None:
        kernel = Kernel(self._loaded.settings, folder=self._loaded.folder)
        self._accompany(kernel, lambda session: start(question, kernel, session))

    @stdout_for_data()
    def _go_on(
        self,
        folder: Path,
        focuses: Sequence[str] = (),
        added: Sequence[str] = (),
        ceilings: Mapping[str, float | None] | None = None,
    ) -> None:
        check_sent(folder, self._loaded.settings, f"dr resume {folder.name} --trust")
        kernel = Kernel(settings_to_resume(folder, self._loaded.settings), folder=self._loaded.folder)

        async def begin(session: Session) -> tuple[RunState, Path]:
            return await resume(folder, kernel, session, focuses=focuses, added=added, ceilings=ceilings), folder

        self._accompany(kernel, begin)

    def _refocus(self, edit: str) -> None:
        """Let the user edit the focuses of the last question: at once with a command, else one by one (S4-5)."""
        if self._last is None:
            raise UsageError("nothing was researched yet", remedy="Ask a question, or :resume a run first")
        folder = Path(self._last.run_dir)
        state = load_state(folder)
        focuses: list[str] | None
        if edit[:1] in ("+", "＋") and edit[1:].strip():
            self._go_on(folder, added=[edit[1:].strip()])
            return
        if edit:
            focuses = edited(state.sections, edit)
            if focuses is None:
                raise UsageError(f"'{edit}' is not understood", remedy=f"{EDITS}; a report has 1 to {MOST_FOCUSES} focuses")
        else:
            assert state.plan is not None
            try:
                focuses = run_loop(Talk(nullcontext).confirm(state.plan))
            except KeyboardInterrupt:
                focuses = None
            if focuses is None:
                say("nothing changed")
                return
        self._go_on(folder, focuses)

    def _accompany(self, kernel: Kernel, begin: Begin) -> None:
        folder: list[Path] = []
        try:
            state, path = accompany(kernel, begin, self._manner, folder.append)
        except (KeyboardInterrupt, asyncio.CancelledError):
            say("interrupted" + (f"; go on with: :resume {folder[0].name}" if folder else ""))
            return
        self._last = Result.of(state, path)
        for line in warnings(state, path, ":resume"):
            tell(line)
        tell(closing(state, self._last))
        tell(f"\n{answer(state, self._last)}\n\nreport: {clean(self._last.report_path)}")

    def _command(self, name: str, *arguments: str) -> None:
        """A command of the command line, with this session's settings file."""
        self._main([name, *arguments])

    def _runs(self) -> list[dict[str, Any]]:
        from dr_core.run.store import known_runs

        settings = self._loaded.settings
        found = []
        for folder in known_runs(settings.output.root, history_index(settings))[:REMEMBERED]:
            with suppress(DRError):  # a damaged run is named by :runs, and is no question to recall
                found.append(run_summary(folder))
        return found


@click.command(name=":resume", add_help_option=False)
@click.argument("run")
@higher_ceilings
def _resume(run: str, **options: Any) -> None:
    """What may stand behind ``:resume``."""


def _run_and_ceilings(words: str) -> tuple[str, dict[str, float | None]]:
    """The run that somebody names, and the ceilings behind it, as on the command line."""
    try:
        # quotes and backslashes are for paths: a run may be named by its folder
        given = _resume.make_context(":resume", shlex.split(words, posix=os.name != "nt")).params
    except (ValueError, click.ClickException) as error:
        told = error.format_message() if isinstance(error, click.ClickException) else str(error)
        raise UsageError(f":resume {words.strip()}: {told.rstrip('.')}", remedy=":resume RUN --max-tokens N") from None
    return given.pop("run"), ceilings_of(given)


def _recall(questions: list[str]) -> None:
    """Past questions come back with the arrow keys, where this Python can do that."""
    try:
        import readline
    except ImportError:
        return
    add: Callable[[str], None] = readline.add_history
    for question in reversed(questions):
        with suppress(UnicodeEncodeError):  # where the locale has no signs for a question (LC_ALL=C), nobody could read it
            add(clean(question))


def interactive(overrides: dict[str, Any], manner: Manner, main: Callable[[list[str]], int]) -> int:
    """Talk until the user leaves; returns the exit code. ``main`` is the command line, for what it does as well."""
    return Interactive(overrides, manner, main).run()
