"""What the three standard streams can do, and text that may be shown on them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import click

from dr_core.aside import beside_stderr
from dr_core.errors import RunError

DUMB = ("dumb", "unknown")


def is_terminal(stream: IO[Any] | None) -> bool:
    """Whether somebody sits at a stream; one that was closed before dr started is nobody."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed since
        return False


def occupy_closed_streams() -> None:
    """Put nothing where a standard stream was closed: the next file would get its number, and whatever others write there."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one


def can_ask() -> bool:
    """Whether a person can be asked: questions go to stderr, answers come from stdin."""
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def can_animate() -> bool:
    """Whether stderr is a terminal that can be drawn on."""
    if not is_terminal(sys.stderr):
        return False
    name = os.environ.get("TERM", "" if os.name == "posix" else "windows")
    return bool(name) and name.lower() not in DUMB and "utf" in (sys.stderr.encoding or "").lower()


_kept: list[IO[Any] | None] = []


@contextmanager
def stdout_for_data() -> Iterator[None]:
    """While a run is on, stdout carries its data only: what a plugin prints goes to stderr."""
    _kept.append(sys.stdout)
    if sys.stdout is not None and (aside := beside_stderr()) is not None:
        sys.stdout = aside
    try:
        yield
    finally:
        with suppress(AttributeError, OSError, ValueError):  # somebody has closed it, or taken it away
            sys.stdout.flush()
        sys.stdout = _kept.pop()


def data_stream() -> IO[Any] | None:
    """Standard output itself, wherever prints go at the moment."""
    return _kept[0] if _kept else sys.stdout


def clean(text: object) -> str:
    """``harmless`` text on one line."""
    return " ".join(harmless(text).split())


def harmless(text: object) -> str:
    """Text that cannot move the cursor or turn the writing round, line by line: what a page or a server says is not trusted."""
    return "".join(char if char.isprintable() or char in "\n\t" else " " for char in str(text))


def say(text: object = "", *, nl: bool = True) -> None:
    """A line for people, on stderr; where it cannot be written (a full disk, a reader that went away) the work goes on."""
    try:
        click.echo(harmless(text), err=True, nl=nl)
    except OSError:
        _abandon(sys.stderr)


def tell(text: str) -> None:
    """Prose for people, on stderr, broken between words where the terminal ends (and anywhere between CJK characters)."""
    if not can_animate():
        say(text)
        return
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False).print(Text(harmless(text)))


def packed(label: str, parts: Iterable[str]) -> str:
    """``label`` and the parts on as few lines as they need; on a terminal a line ends between two parts, never within one."""
    room = shutil.get_terminal_size().columns if can_animate() else 10_000
    lines, line = [], label
    for at, part in enumerate(parts):
        sep = "; " if at else ""
        if at and len(line) + len(sep) + len(part) > room - 1:
            lines.append(f"{line};")
            line, sep = " " * len(label), ""
        line += sep + part
    return "\n".join([*lines, line])


def put(data: str | os.PathLike[str], *, nl: bool = True) -> None:
    """A line of data on stdout: UTF-8 whatever the locale, names of files byte by byte as the system has them. A terminal gets
    only what is harmless there."""
    if is_terminal(data_stream()):
        data = harmless(os.fsdecode(data))
    raw = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else os.fsencode(data)
    try:
        click.echo(raw, file=data_stream(), nl=nl)
    except BrokenPipeError:
        abandon_stdout()
        raise
    except OSError as error:
        abandon_stdout()
        raise RunError(f"cannot write to standard output: {error.strerror}", remedy="Redirect it elsewhere") from error


def abandon_stdout() -> None:
    """Nothing more can be written there, and Python must not try again when it ends."""
    _abandon(data_stream())


def _abandon(stream: IO[Any] | None) -> None:
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def clock(seconds: float) -> str:
    """Seconds as people read them: ``42 s``, ``3:05 min``."""
    return f"{seconds:.0f} s" if seconds < 60 else f"{int(seconds) // 60}:{int(seconds) % 60:02} min"
