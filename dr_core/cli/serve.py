"""`dr serve`: a page on this machine to start and watch runs in."""

from __future__ import annotations

from typing import Any

import click

from dr_core.cli.run import command as run_command
from dr_core.cli.words import Whole
from dr_core.pattern import regex

KEPT = (
    "docs", "depth", "max_iterations", "search", "retrieval", "llm", "model", "lang", "since", "length", "style", "audience",
    "allow_unverified", "out", "max_tokens", "max_usd", "max_seconds", "max_searches", "no_images", "no_references", "no_cache",
)  # fmt: skip
"""The options of `dr run` that hold for every run of a server."""
HOST_NAME = regex(r"[\w.-]+|[0-9a-fA-F:.]+")
INSTALL = 'pip install "dr-framework[server]"'


@click.command(name="serve", params=[option for option in run_command.params if option.name in KEPT])
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen at; beyond this machine a token is needed."
)
@click.option("--port", default=8765, show_default=True, type=Whole(0, 65535), help="Port to listen at; 0: any free one.")
@click.option("--open/--no-open", "opening", default=False, help="Open the page in the browser.")
@click.option("--token", "needs_token", is_flag=True, help="Ask for the token on this machine too, where others have accounts.")
@click.option("--allow-host", multiple=True, help="A further name the server goes by, behind a proxy say (repeatable).")
@click.option(
    "--max-runs",
    default=4,
    show_default=True,
    type=Whole(1, 100),
    help="Runs at work at once at most; one that waits for an answer takes no place.",
)
def command(
    host: str, port: int, opening: bool, needs_token: bool, allow_host: tuple[str, ...], max_runs: int, **options: Any
) -> int:
    """Serve a page to start and watch runs in, and the HTTP API behind it, until Ctrl-C.

    The address goes to stdout. The options of `dr run` hold for every run; who uses the page chooses among them, and names no
    folder, command or key. Ctrl-C stops all runs so that they can be resumed.
    """
    import asyncio

    from dr_core.cli.run import overrides
    from dr_core.cli.terminal import clean, put, say, stdout_for_data
    from dr_core.errors import UsageError
    from dr_core.interrupt import endings
    from dr_core.interrupt import run as run_loop

    try:
        from dr_serve.server import Place, serve
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise UsageError(f"dr serve needs the package {missing}", remedy=INSTALL) from error

    def ready(address: str) -> None:
        put(address)
        say("Ctrl-C stops the server; runs under way can be resumed")
        if opening:
            import webbrowser

            webbrowser.open(address)

    for name in allow_host:
        if not HOST_NAME.fullmatch(name):
            raise UsageError(
                f"--allow-host '{name}' is not the name of a host", remedy="Leave out https://, the port and the path"
            )
    unsaid = {option.name: () if option.multiple else False if option.is_flag else None for option in _options()}
    place = Place(host=host, port=port, needs_token=needs_token, allow_hosts=allow_host, most_runs=max_runs)
    settings = overrides(unsaid | options)
    with stdout_for_data():
        try:
            run_loop(serve(settings, place, ready=ready, say=lambda line: say(clean(line)), endings=endings()))
        except (KeyboardInterrupt, asyncio.CancelledError):  # Ctrl-C, or a signal
            say("stopped")
    return 0


def _options() -> list[click.Option]:
    return [option for option in run_command.params if isinstance(option, click.Option)]
