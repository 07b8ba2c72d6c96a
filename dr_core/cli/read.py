"""`dr read`: one page, fetched through the guard and read as a run reads it."""

from __future__ import annotations

from typing import Any

import click

from dr_core.cli.output import emit_json
from dr_core.cli.terminal import clean, put, say, stdout_for_data
from dr_core.cli.words import Listed
from dr_core.interrupt import run as run_loop

ABOUT = ("title", "author", "published", "language", "kind")


@click.command(name="read")
@click.argument("url")
@click.option("--fetch", cls=Listed, help="Who is asked where it is blocked or has no text, with commas (DR_FETCH__USE).")
@click.option("--no-cache", is_flag=True, help="Fetch it again, even if it was read today (DR_CACHE__ENABLED).")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with all that is known about the page.")
def command(url: str, fetch: str | None, no_cache: bool, as_json: bool) -> int:
    """Read the page at URL and print its main text.

    The text goes to stdout; title, author, date and language go to stderr, and which reader fallback brought the page, where one
    did (in --json: via). A page that cannot be read is exit code 4, with the reason in one line.
    """
    overrides: dict[str, Any] = {"cache": {"enabled": False}} if no_cache else {}
    if fetch is not None:
        overrides["fetch"] = {"use": fetch}
    with stdout_for_data():
        run_loop(_read(url.strip(), overrides, as_json))
    return 0


async def _read(url: str, overrides: dict[str, Any], as_json: bool) -> None:
    from dr_core.cli.bare import bare_run
    from dr_core.errors import UsageError

    if not url.lower().startswith(("http://", "https://")):
        told = f"{url!r} is no web address" if url else "the address is empty"
        raise UsageError(told, remedy="Write it with https:// (a file: dr plugins try read)")
    async with bare_run(url, overrides, kinds=("read", "fetch")) as run:
        page = await run.reading.page(url, "read")
    if as_json:
        emit_json(page)
        return
    about = "; ".join(f"{name}: {clean(page[name])}" for name in ABOUT if page.get(name))
    text = str(page.get("text") or "")
    put("\n".join(_line(line) for line in text.splitlines()))
    via = f"; read by {clean(page['via'])}" if page.get("via") else ""
    say(f"{clean(page['url'])}; {about + '; ' if about else ''}{len(text):,} characters{via}")


def _line(line: str) -> str:
    """A line of a page as it may be shown: what a page says must not move the cursor."""
    return "".join(char if char.isprintable() or char == "\t" else " " for char in line)
