"""`dr`: a file per group of commands, imported when used, so that starting costs next to nothing."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import click

from dr_core.cli.words import WORDS, Listed, Whole
from dr_core.interrupt import INTERRUPTED, heeded

COMMANDS = {
    "completion": ("dr_core.cli.completion", "Print the script that lets a shell complete dr."),
    "replay": ("dr_core.cli.runs:replay", "Make a finished report again from its journal, offline."),
    "resume": ("dr_core.cli.runs:resume", "Go on with a run that was stopped or failed."),
    "runs": ("dr_core.cli.runs:runs", "List past runs."),
    "render": ("dr_core.cli.render", "Write the report of a run in another form."),
    "show": ("dr_core.cli.runs:show", "Show what a run did."),
    "run": ("dr_core.cli.run", "Research a question and write a cited report."),
    "config": ("dr_core.cli.config", "Show the settings and where they came from."),
    "search": ("dr_core.cli.search", "Search with all engines, and print the hits."),
    "read": ("dr_core.cli.read", "Read one page, guarded, and print its text."),
    "plugins": ("dr_core.cli.plugins", "List, explain, check, try and create plugins."),
    "serve": ("dr_core.cli.serve", "Serve a page to start and watch runs in."),
    "verify": ("dr_core.cli.verify", "Check a report, ours or anybody's, against what it cites."),
    "sandbox": ("dr_core.cli.sandbox", "Make, check and use the sandbox chart code runs in."),
}


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What the system says where a stream cannot be written; of a file it would say its name, too."""


class Suggesting(click.Group):
    """A group that says which command was probably meant, and without one which it has."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            raise click.UsageError(f"{ctx.command_path} wants a command: {', '.join(self.list_commands(ctx))}", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from dr_core.errors import did_you_mean

            # several words are a question, and whoever asks one wants an answer, not the nearest command; Chinese has no spaces
            asks = " " in args[0] or not args[0].isascii() or args[0].endswith("?")
            near = ' To research it: dr run "..."' if asks else did_you_mean(args[0], known)
            raise click.UsageError(f"there is no command '{args[0]}'.{near}", ctx)
        return super().resolve_command(ctx, args)


@contextmanager
def _to_a_reader() -> Iterator[None]:
    """The reader of stdout may go away (`dr ... | head`): nothing more can be said, and Python must not try at exit. That is no
    failure; Click, which must not see it, would end with 1, which here means that there is nothing to research."""
    try:
        yield
    except BrokenPipeError as gone:
        from dr_core.cli.terminal import abandon_stdout

        abandon_stdout()
        raise click.exceptions.Exit(0) from gone


class Lazy(Suggesting):
    """A group whose commands are imported when they are used."""

    known: ClassVar[dict[str, tuple[str, str]]]
    """Of each command the module (and the attribute of it, if that is not ``command``), and one line of help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.known:
            return None
        module, _, name = self.known[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name or "command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.known[name][1]) for name in self.list_commands(ctx)])


class _Dr(Lazy):
    known = COMMANDS

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Here help and the version are printed."""
        with _to_a_reader():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """And here all else."""
        with _to_a_reader():
            return super().invoke(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Names and help without importing the commands: a shell waits for this at every Tab."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=COMMANDS[name][1]) for name in self.list_commands(ctx) if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from dr_core.version import __version__

        click.echo(f"dr {__version__}")
        ctx.exit()


@click.group(
    cls=_Dr, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option("--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Show the version and exit.")
@click.option("--config", type=click.Path(dir_okay=False), help="Settings file in place of ./dr.toml (DR_CONFIG).")
@click.option("--debug", is_flag=True, help="Show tracebacks and the debug log.")
@click.option("-q", "query", type=WORDS, help="Research this question: dr run with its usual options.")
@click.option("-p", "--llm", "llm", cls=Listed, help="Models to use, with commas (DR_LLM__USE).")
@click.option("-m", "--model", type=WORDS, help="Which model the first of --llm is asked for (DR_LLM__NAME__MODEL).")
@click.option("--max-iterations", type=Whole(1, 10), help="Rounds at most (DEEP_RESEARCH_MAX_ITERATIONS).")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
@click.pass_context
def dr(ctx: click.Context, /, config: str | None, debug: bool, **options: Any) -> int | None:
    """Deep research with citations that can be walked back to the saved sentence of the source.

    Alone on a terminal, `dr` asks for a question, researches it, shows a short result and asks again. The options -q, -p,
    -m, --max-iterations and -v are those of `dr run`.
    """
    if config:
        os.environ["DR_CONFIG"] = config
    ctx.obj = {"debug": debug}
    if debug:
        import logging

        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
        # they log addresses and headers, and the keys in them
        for library in ("httpx", "httpcore", "httpx2", "httpcore2", "urllib3", "mcp"):
            logging.getLogger(library).setLevel(logging.WARNING)
    given = {name: value for name, value in options.items() if value not in (None, False)}
    if ctx.invoked_subcommand is None:
        return _alone(ctx, given)
    if given and ctx.invoked_subcommand != "run":
        raise click.UsageError("-q, -p, -m, --max-iterations and -v belong to 'dr run'", ctx)
    ctx.default_map = {"run": given}
    return None


def _alone(ctx: click.Context, given: dict[str, Any]) -> int:
    """`dr` without a command: one question with -q, else the interactive mode."""
    from dr_core.cli.run import command, manner_of, overrides
    from dr_core.cli.terminal import can_ask, is_terminal

    with command.make_context("run", [], parent=ctx, default_map=given) as inner:
        if "query" in given:
            return int(command.invoke(inner) or 0)
        if not (can_ask() and is_terminal(sys.stdout)):
            raise click.UsageError("say what to do; on a terminal, dr alone asks for questions.", ctx)
        from dr_core.cli.interactive import interactive

        return interactive(overrides(inner.params), manner_of(inner.params), main)


def main(arguments: list[str] | None = None) -> int:
    """The `dr` command; returns the exit code. An expected error is one line on stderr."""
    arguments = _debug_first(sys.argv[1:] if arguments is None else arguments)
    # pydantic looks for plugins of its own in every installed package, and fails where the metadata of any one is damaged
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with heeded():
        return _ended(arguments)


def _debug_first(arguments: list[str]) -> list[str]:
    """``dr run --debug`` is ``dr --debug run``: whoever is told "--debug shows where" adds it at the end."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    if "--debug" not in arguments[:at]:
        return arguments
    return ["--debug", *(one for one in arguments[:at] if one != "--debug"), *arguments[at:]]


def _ended(arguments: list[str]) -> int:
    try:
        _surroundings()
        return int(dr.main(arguments, prog_name="dr", standalone_mode=False) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        from dr_core.cli.terminal import say

        say("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        hint = f" Try: {_command_of(error, arguments)} --help" if isinstance(error, click.UsageError) else ""
        text = error.format_message().rstrip(".")
        _say_error(f"{text}{'' if text.endswith(('?', '!')) else '.'}{hint}")
        return 64
    except OSError as error:
        if error.filename is not None or error.errno not in NO_ROOM:
            return _failed(error, "--debug" in arguments)
        from dr_core.cli.terminal import abandon_stdout

        abandon_stdout()
        _say_error(f"cannot write to standard output: {error.strerror}. Redirect it elsewhere")
        return 4
    except Exception as error:
        return _failed(error, "--debug" in arguments)


def _command_of(error: click.UsageError, arguments: list[str]) -> str:
    """Whose help is meant. Of an option without its value Click does not say it."""
    return error.ctx.command_path if error.ctx else " ".join(["dr", *[one for one in arguments if one in COMMANDS][:1]])


def _failed(error: Exception, debug: bool) -> int:
    from dr_core.errors import DRError

    if debug:
        import traceback

        from dr_core.cli.terminal import say

        say(traceback.format_exc(), nl=False)
    if isinstance(error, DRError):
        _say_error(str(error))
        return error.exit_code
    _say_error(f"{type(error).__name__}: {error} (this is a defect of dr or of a plugin; --debug shows where)")
    return 70


def _say_error(text: str) -> None:
    """One line, whatever a page or a server has put into it; a terminal that is narrower breaks it between words."""
    from dr_core.cli.terminal import clean, tell

    tell(f"error: {clean(text)}")


def _surroundings() -> None:
    """What any program may expect of the place it is started in."""
    from dr_core.cli.terminal import occupy_closed_streams
    from dr_core.errors import UsageError

    occupy_closed_streams()
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError("the working folder is gone", remedy="cd to another one") from error
