"""`dr`: a file per group of commands, imported when used, so that starting costs next to nothing."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

# command -> (module[:attribute], one line of help); the modules are imported only for the command that runs
COMMANDS = {
    "replay": ("dr_core.cli.runs:replay", "Make a finished report again from its journal, offline."),
    "resume": ("dr_core.cli.runs:resume", "Go on with a run that was stopped or failed."),
    "runs": ("dr_core.cli.runs:runs", "List past runs."),
    "show": ("dr_core.cli.runs:show", "Show what a run did."),
    "run": ("dr_core.cli.run", "Research a question and write a cited report."),
    "config": ("dr_core.cli.config", "Show the settings and where they came from."),
    "plugins": ("dr_core.cli.plugins", "List, explain, check, try and create plugins."),
    "sandbox": ("dr_core.cli.sandbox", "Make, check and use the sandbox chart code runs in."),
}


class Suggesting(click.Group):
    """A group that says which command was probably meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from dr_core.errors import did_you_mean

            raise click.UsageError(f"there is no command '{args[0]}'.{did_you_mean(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)


class Lazy(Suggesting):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name or "command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from dr_core.version import __version__

        click.echo(f"dr {__version__}")
        ctx.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Show the version and exit.")
@click.option("--config", type=click.Path(dir_okay=False), help="Settings file in place of ./dr.toml (DR_CONFIG).")
@click.option("--debug", is_flag=True, help="Show tracebacks and the debug log.")
@click.pass_context
def dr(ctx: click.Context, config: str | None, debug: bool) -> None:
    """Deep research with citations that can be walked back to the saved sentence of the source."""
    if config:
        os.environ["DR_CONFIG"] = config
    ctx.obj = {"debug": debug}
    if debug:
        import logging

        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)


def main(arguments: list[str] | None = None) -> int:
    """The `dr` command; returns the exit code. An expected error is one line on stderr."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # pydantic looks for plugins of its own in every installed package, and fails where the metadata of any one is damaged
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        return int(dr.main(arguments, prog_name="dr", standalone_mode=False) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except click.ClickException as error:
        hint = f" Try: {error.ctx.command_path} --help" if isinstance(error, click.UsageError) and error.ctx else ""
        click.echo(f"error: {error.format_message()}{hint}", err=True)
        return 64
    except BrokenPipeError:
        # the reader went away (`dr ... | head`): nothing more can be said, and Python must not try at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        return _failed(error, "--debug" in arguments)


def _failed(error: Exception, debug: bool) -> int:
    from dr_core.errors import DRError

    if debug:
        import traceback

        traceback.print_exc()
    if isinstance(error, DRError):
        click.echo(f"error: {error}", err=True)
        return error.exit_code
    click.echo(f"error: {type(error).__name__}: {error} (this is a defect of dr or of a plugin; --debug shows where)", err=True)
    return 70


def table(rows: list[list[str]], headings: list[str], *, last_wraps: bool = True) -> str:
    """A plain table that fits the terminal: the last column is cut where it must be."""
    import shutil

    widths = [max(_width(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    room = shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 10_000
    lines = []
    for row in [headings, *rows]:
        line = "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        lines.append(line if _width(line) <= room else line[: room - 1] + "…")
    return "\n".join(lines)


def _width(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def emit_json(value: Any) -> None:
    """One JSON value on stdout, CJK readable."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
