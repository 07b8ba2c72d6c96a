"""What a chart is called: what is measured, in which unit, and of what, from the head of its table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from dr_core.pattern import regex
from dr_core.text.country import countries

LONGEST = 160
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SHORT = 14
"""A narrower name ("Length", 营业里程) does not say of what."""

_SUBJECT = regex(r"\s*(?:[:：｜|?？]|\s[-–—]\s|——)")
_QUESTION = regex(
    r"^(?:how|what|why|who|which|where|when|whether|is|are|was|were|can|could|do|does|did|should|will|would)\b|[?？]\s*$"
    r"|[吗嗎呢か]$|什么|什麼|多少|为何|為何|为什么|怎么|如何|なぜ|どう|いくら|무엇|얼마|어떻게",
    re.IGNORECASE,
)
_BY = {
    "en": "{what} by {by}{unit}", "ja": "{by}別の{what}{unit}", "ko": "{by}별 {what}{unit}",
    "de": "{what} nach {by}{unit}", "fr": "{what} par {by}{unit}", "es": "{what} por {by}{unit}",
    "it": "{what} per {by}{unit}", "pt": "{what} por {by}{unit}",
}  # fmt: skip
_YEARS = {"zh": "年", "ja": "年", "ko": "년"}
_CAPITALS = frozenset(("ja", "ko", "de"))
"""Languages in which the name of a column keeps its capital within a sentence."""


def caption(data: Mapping[str, Any], table: Mapping[str, Any], language: str, *, with_subject: bool = False) -> str:
    """The title of a chart of ``data``; its subject stands first where the columns' names do not tell it."""
    names = [one["name"] for one in data["series"]]
    told = [*names, *data.get("labels", ()), data["unit"], data["by"]]
    year = "" if any(_YEAR.search(text) for text in told) else _year(table)
    measured = _measured(_together(names), data["unit"], year, data["by"], language)
    subject = _subject(table) if with_subject or max(map(width, names)) < SHORT else ""
    if not subject and len(names) > 1 and max(map(width, names)) < SHORT:
        subject = table["heading"]  # "Lower value / Upper value" says less than any heading
    whole = f"{subject}{'：' if language.startswith(('zh', 'ja')) else ': '}{measured}" if subject else measured
    if len(whole) > LONGEST:
        whole = measured if len(measured) <= LONGEST else measured[: LONGEST - 1] + "…"
    return whole


def width(text: str) -> int:
    """How wide a text is drawn: a CJK character is as wide as two others."""
    return sum(2 if ord(char) > 0x1100 else 1 for char in text)


def _together(names: Sequence[str]) -> str:
    """The names of columns in one: words that all of them begin with stand there once."""
    words = [name.split(" ") for name in names]
    same = sum(1 for _ in takewhile(lambda at: len(set(at)) == 1, zip(*words, strict=False))) if len(names) > 1 else 0
    rest = [" ".join(own[same:]) for own in words]
    return " / ".join(names) if not same or not all(rest) else f"{' '.join(words[0][:same])} {' / '.join(rest)}"


def _year(table: Mapping[str, Any]) -> str:
    """The one year that a table's caption or heading names: its figures are of that, unless its rows name others."""
    years = set(_YEAR.findall(f"{table.get('caption', '')} {table['heading']}"))
    return years.pop() if len(years) == 1 and years.issuperset(_YEAR.findall(table.get("text", ""))) else ""


def _measured(what: str, unit: str, year: str, by: str, language: str) -> str:
    """ "Energy by source of water (kWh/m³, 2020)" in the report's language."""
    unit = "" if unit == what else unit
    base = language.split("-")[0]
    unit = (", " if base not in ("zh", "ja") else "，" if base == "zh" else "、").join(
        note for note in (unit, f"{year}{_YEARS.get(base, '')}" if year else "") if note
    )
    if base == "zh":
        notes = "，".join(note for note in (unit, f"按{by}" if by else "") if note)
        return f"{what}（{notes}）" if notes else what
    shown = (f"（{unit}）" if base == "ja" else f" ({unit})") if unit else ""
    if not by:
        return what + shown
    base = base if base in _BY else "en"
    if base not in _CAPITALS:
        by = by[0].lower() + by[1:] if by[1:2].islower() else by
        what += "," if "," in what else ""
    return _BY[base].format(what=what, by=by, unit=shown)


def _subject(table: Mapping[str, Any]) -> str:
    """Of what: the table's own caption, else the beginning of its source's title; a question says nothing, and where the title
    names a country and the table others, too, its heading does."""
    title = table["source_title"]
    if table.get("caption"):
        return str(table["caption"])
    subject = "" if _QUESTION.search(title) else _SUBJECT.split(title, maxsplit=1)[0].strip()
    own = countries(subject)
    return str(table["heading"]) if own and countries(table.get("text", "")) - own else subject
