"""Paragraphs and sentences as offsets into the original text, so that what is cited is always verbatim.

Western prose is split by sentencex, Chinese, Japanese and Korean by the rule in ``cjk``. Headings, list items and table rows are
units of their own and never glued to the prose around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import cjk
from dr_core.text.block import Block, blocks
from dr_core.text.language import is_cjk, script_counts

PIECE = 20_000
"""Prose is handed to the splitter in pieces of about this many characters, which keeps any input in bounded time."""

_SHORT = (
    "approx|ca|cf|figs?|eqs?|nos?|vol|pp?|sec|ch|art|refs?|st|al|vs?|est|max|min"
    "|abs|nr|proz|bzw|ggf|inkl|evtl|vgl|str|tsd|mio|mrd|env|janv|févr|juil|déc|av|núm|págs?|aprox|mill|uu|dep|fev|dez|cfr|sgg|n|pag|lgs|jan|abr|ago"
    "|тыс|млн|млрд|руб|[тегвдрпч]|гг|вв|им|ул|см|стр|кв"
)
_NEVER_LAST = regex(
    r"(?:^|[\s(])(?:M{1,2}|Mme|Mlle|Dra?|Sra|Srta|Sres|dott|sig|Hr|Mio|Mrd|bzw|vgl|bspw|inkl|EE|av|Nr|Abs|млн|млрд|тыс|им|ул|проф|акад"
    r"|[А-Я](?:\.\s?[А-Я])?)\.$"
)
"""What no sentence ends in, though a capital follows."""
_ABBREVIATION = regex(rf"(?:^|[\s(.'’])(?:{_SHORT})\.$", re.I)
_ORDINAL = regex(
    r"\b(?:[ai]m|vom|zu[mr]|beim|d(?:er|ie|as|e[mns])|(?:diese|jede|ihre|seine)[mnrs]?|\d{1,2}\.\s(?:und|oder|bis))\s\d{1,2}\.$",
    re.I,
)
"""German: behind such a word a number with a point counts what follows ("im 18. Jahrhundert")."""
_OWN_SENTENCE = regex(r"(?:D(?:er|ie|as|e[mn])|E[rs]|Sie|Wir|Eine?|Im|In|Am|Dies\w*|Dann|Danach|Auch|Aber|Doch|Seit|Bei|Nach)\b")
_CLOSING = "\"'”’»)]* "
_ALPHANUMERIC = regex(r"[^\W_]")
_POINT_AHEAD = regex(r"(?:^|[\s(\"'`“‘])\.$")
"""A point with nothing before it: right before a word it begins a name, as that of .NET."""
_MEASURE = regex(r"\.(?:(?<=\d[ghlmst]\.)|(?<=\d\s[ghlmst]\.)|(?<=[A-Za-z]/[a-z]\.))[\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-ZÀ-Þ])")
"""The end of a sentence that ends in a measure, as "at 300 km/h." does: the splitter takes the letter for somebody's initial. It
looks back from the point, because points are few and found sooner than anything else."""
_MARKS = regex(r"(?:(?:\\\[\d{1,3}\\\]|[⁰¹²³⁴-⁹]{1,3}(?=\s))\s*)+")
"""Footnote marks as Markdown writes them, and raised ones: they end the sentence before. The splitter knows those in brackets."""
_CUT = regex(r"[.!?][\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9À-Þ])")


class Span(NamedTuple):
    """``text[start:end]``, half open."""

    start: int
    end: int


def paragraphs(text: str) -> list[Span]:
    """The paragraphs of ``text``: prose blocks, headings, whole lists and whole tables; rules and blank lines are left out."""
    spans: list[Span] = []
    last: Block | None = None
    for block in blocks(text):
        together = last is not None and block.kind == last.kind and block.kind in ("item", "table")
        table_rule = last is not None and block.kind == "rule" and last.kind == "table"
        near = last is not None and text.count("\n", last.end, block.start) <= 1
        if near and (together or table_rule) and spans:
            spans[-1] = Span(spans[-1].start, block.end)
            last = block if together else last
            last = last._replace(end=block.end) if last else last
            continue
        if block.kind != "rule":
            spans.append(Span(block.start, block.end))
        last = block
    return spans


def sentences(text: str, language: str = "") -> list[Span]:
    """The sentences of ``text``. ``language`` (BCP 47) helps with abbreviations; every paragraph is looked at by its own script.

    A list item begins behind its marker; a heading keeps its ``#`` and a table row its bars, so that they can be told from prose.
    Code is no sentence.
    """
    spans: list[Span] = []
    for block in blocks(text):
        if block.kind in ("heading", "table"):
            spans.append(Span(block.start, block.end))
        elif block.kind in ("prose", "item"):
            spans.extend(prose_sentences(text, block.body, block.end, language))
    return spans


def prose_sentences(text: str, start: int, end: int, language: str = "") -> Iterator[Span]:
    """The sentences of ``text[start:end]``, which is one paragraph of prose, as places in ``text``."""
    head = text[start : min(end, start + 2000)]
    if not head.isascii():
        counts = script_counts(head)
        eastern = counts.kana + counts.han + counts.hangul
        if eastern * 3 >= counts.other and eastern:
            yield from (Span(*pair) for pair in cjk.split(text, start, end))
            return
    base = language.split("-")[0].lower()
    code = "en" if not base or is_cjk(language) else base
    for first, last in _pieces(text, start, end):
        for measure in _MEASURE.finditer(text, first, last):
            yield from _western(text, first, measure.end(), code)
            first = measure.end()
        yield from _western(text, first, last, code)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The prose in pieces that end where a sentence most likely does."""
    while end - start > PIECE * 3 // 2:
        cut = None
        for cut in _CUT.finditer(text, start + PIECE // 2, start + PIECE):  # noqa: B007  (the last one is meant)
            pass
        middle = cut.end() if cut else start + PIECE
        yield start, middle
        start = middle
    yield start, end


def _western(text: str, start: int, end: int, language: str) -> Iterator[Span]:
    # Imported here: a compiled library, not needed by those who only rank.
    from sentencex import get_sentence_boundaries

    piece = text[start:end]
    first = last = -1
    for found in get_sentence_boundaries(language, piece):
        own = piece[found["start_index"] : found["end_index"]]
        inner = own.strip()
        if not inner:
            continue
        begin = found["start_index"] + len(own) - len(own.lstrip())
        marks = _MARKS.match(inner) if first >= 0 else None
        if marks and len(marks[0]) < len(inner):
            last = begin + len(marks[0].rstrip())
            begin, inner = begin + len(marks[0]), inner[len(marks[0]) :]
        if first < 0:
            first = begin
        elif not _goes_on(piece[first:last], inner, language) and not (begin == last and _POINT_AHEAD.search(piece, first, last)):
            yield Span(start + first, start + last)
            first = begin
        last = begin + len(inner)
    if first >= 0:
        yield Span(start + first, start + last)


def _goes_on(before: str, after: str, language: str) -> bool:
    """Whether a boundary is none: an abbreviation before a number or a small letter, a lone mark, a German ordinal (where nobody
    knows the language, it is taken for English), or the end of a title or a quotation ("What does it cost? gives ...")."""
    if language in ("de", "en") and _ORDINAL.search(before[-20:]) and not _OWN_SENTENCE.match(after):
        return True
    if after[0].isalpha() and not after[0].islower():  # as nearly all sentences begin
        return bool(_NEVER_LAST.search(before[-8:]))
    if not _ALPHANUMERIC.search(after):
        return True
    if before.rstrip(_CLOSING)[-1:] in ("?", "!") and after.lstrip(_CLOSING)[:2].strip().islower():
        return True
    return (after[0].isdigit() or after[0].islower()) and bool(_ABBREVIATION.search(before[-12:]))
