"""Marks: where in a paragraph which evidence is cited. Private characters, so that no text of a source can look like one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dr_core.pattern import regex

OPEN, CLOSE = "\ue000", "\ue001"
_MARK = regex(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")


def mark(cite_ids: Iterable[str]) -> str:
    """A mark that cites these pieces of evidence."""
    return f"{OPEN}{','.join(cite_ids)}{CLOSE}"


def cited_in(text: str) -> list[str]:
    """What the marks of a text cite, in order."""
    return [cite for found in _MARK.finditer(text) for cite in found[1].split(",") if cite]


def unmarked(text: str) -> str:
    """A text without its marks, and without characters that could be mistaken for one."""
    return _MARK.sub("", text).replace(OPEN, "").replace(CLOSE, "")


def split_marks(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The words of a marked text up to each mark and behind the last one, with what is cited there."""
    parts = [*_MARK.split(text), ""]
    return [(words, tuple(filter(None, cites.split(",")))) for words, cites in zip(parts[::2], parts[1::2], strict=True)]


def render_marks(text: str, plain: Callable[[str], str], cited: Callable[[list[str]], str]) -> str:
    """A marked text (``Report.marked``) with its words through ``plain``, and the ids of each mark through ``cited``."""
    parts = _MARK.split(text)
    return "".join(cited(part.split(",")) if at % 2 else plain(part) for at, part in enumerate(parts))


def last_mark(text: str) -> tuple[str, list[str]]:
    """A text without the mark at its end, and what that cites."""
    found = list(_MARK.finditer(text))
    if not found or text[found[-1].end() :].strip():
        return text, []
    return text[: found[-1].start()], found[-1][1].split(",")
