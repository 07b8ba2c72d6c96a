"""Texts of which only the beginning was read: they say so in their last line, and a report that uses one says it, too."""

from __future__ import annotations

from dr_core.pattern import regex

_NOTE = regex(r"\[The first (?P<told>[\d,]+ of [\d,]+ (?:pages|rows))\.\]\Z")


def with_note(text: str, first: int, of: int, what: str) -> str:
    """``text`` with what it is the beginning of: pages or rows; as it is where it is all of it."""
    return f"{text}\n\n[The first {first:,} of {of:,} {what}.]" if first < of else text


def only_first(text: str, most: int) -> str:
    """What is not read of a text of which so many characters are, for people; "" where all of it is."""
    noted = _NOTE.search(text[-60:])
    told = noted["told"] if noted else f"{most:,} of {len(text):,} characters" if len(text) > most else ""
    return told and f"only the first {told} were read"
