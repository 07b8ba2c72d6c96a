"""Figures in place: after the paragraph that names them (Figure 2, 圖 2, 図2, 그림 2) or has to do with them and is made to name
them, else at the end of their section."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text.overlap import share
from dr_core.types import Evidence, Figure, Paragraph

SUMS_UP = ("abstract", "conclusions")
"""The sections that sum up the others, and stand on what those cite."""
NAMES = "Figure|Fig\\.|Abbildung|Figura|圖|图|図|그림"
_ENDS = tuple('.!?。！？…"”」')
NEAR = 400
"""Characters of a source: what stands this far from a table is half as near to it as what stands beside it."""
BESIDE, SUBJECT = 0.45, 0.4
"""How near a paragraph must be to the data of a figure, or the share of its title that it must say, to have to do with it."""
_NAMED = regex(rf"((?:{NAMES})\s*)(\d+)")
_POINTER = regex(rf"\s*[（(](?:{NAMES})\s*\d+(?:[,、]\s*(?:{NAMES})\s*\d+)*[)）]")
_END = regex(r"[.。!！?？][\"'”’」』）)\]]*\s*$")
_POINTERS = {"zh": ("（", "、", "）"), "ja": ("（", "、", "）")}
_WORDS = {
    **{"zh-Hant": "圖", "zh-Hans": "图", "zh": "图", "ja": "図", "ko": "그림"},
    **{"de": "Abbildung", "es": "Figura", "it": "Figura", "pt": "Figura"},
}


def pointer(language: str, *numbers: int) -> str:
    """``" (Figure 2)"``, ``" (Figure 2, Figure 3)"`` in the report's language."""
    base = language.split("-")[0]
    word = _WORDS.get(language) or _WORDS.get(base) or "Figure"
    opening, between, end = _POINTERS.get(base, (" (", ", ", ")"))
    return opening + between.join(f"{word} {number}" for number in numbers) + end


def pointing(text: str, language: str, numbers: Sequence[int]) -> str:
    """A text that names figures at the end of its last sentence."""
    words = pointer(language, *numbers)
    return _END.sub(lambda found: words + found[0], text, count=1) if _END.search(text) else text + words


def without_pointers(text: str) -> str:
    """A text without the words that only point at a figure."""
    return _POINTER.sub("", text)


def names(text: str, number: int) -> bool:
    """Whether a text names figure ``number``."""
    return re.search(rf"(?:{NAMES})\s*{number}(?!\d)", text) is not None


def renamed(text: str, numbers: Mapping[int, int]) -> str:
    """A text that names figures by other numbers."""
    new = {str(old): str(number) for old, number in numbers.items()}
    return _NAMED.sub(lambda found: found[1] + new.get(found[2], found[2]), text)


def names_ours(item: Paragraph, number: int, evidence: Mapping[str, Evidence]) -> bool:
    """Whether a paragraph names a figure of the report; the figures that its sources speak of are their own."""
    if item.kind != "prose" or not names(item.text, number):
        return False
    return not any(names(evidence[cite].text, number) for cite in item.cite_ids if cite in evidence)


def place(
    figures: Sequence[Figure], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]
) -> tuple[dict[int, str], dict[str, list[int]]]:
    """The paragraph after which each figure stands, and for each paragraph the figures it must still be made to name.

    One that has nothing to do with a figure is not made to name it.
    """
    spots: dict[int, str] = {}
    unnamed: dict[str, list[int]] = {}
    for figure in figures:
        naming = next((item for item in paragraphs if names_ours(item, figure.number, evidence)), None)
        fitting = None if naming else _fitting(figure, paragraphs, evidence)
        spot = naming or fitting or _end(figure, paragraphs)
        if spot is None:
            continue
        spots[figure.number] = spot.id
        if fitting:
            unnamed.setdefault(fitting.id, []).append(figure.number)
    return spots, unnamed


def reading_order(figures: Sequence[Figure], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> dict[int, int]:
    """The number of each figure in the order in which they stand in the report; those without a place come last."""
    spots, _ = place(figures, paragraphs, evidence)
    at = {item.id: number for number, item in enumerate(paragraphs)}
    ordered = sorted(figures, key=lambda figure: at[spots[figure.number]] if figure.number in spots else len(at))
    return {figure.number: number for number, figure in enumerate(ordered, 1)}


def _fitting(figure: Figure, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> Paragraph | None:
    """The paragraph of the body before the table of a figure's data, or else the one nearest to them in its source and its words;
    in either case one that shares its evidence or its subject."""
    own = [evidence[cite] for cite in figure.cite_ids if cite in evidence]
    body = [item for item in _body(paragraphs) if not _is_caption(item, evidence)]

    def near(item: Paragraph) -> float:
        gaps = [_gap(one, evidence[cite]) for one in own for cite in item.cite_ids if cite in evidence]
        return max((1 / (1 + gap / NEAR) for gap in gaps if gap is not None), default=0.0)

    def suits(item: Paragraph) -> bool:
        return item.kind == "prose" and (near(item) >= BESIDE or share(figure.title, item.text) >= SUBJECT)

    def fit(item: Paragraph) -> tuple[bool, float]:
        said = share(figure.title, item.text) + max((share(one.text, item.text) for one in own), default=0.0)
        return near(item) > 0, said + near(item) + 0.25 * (item.section == figure.section)

    for before, item in pairwise(body):
        if item.kind == "table" and set(item.cite_ids) & set(figure.cite_ids) and suits(before):
            return before
    return max(filter(suits, body), key=fit, default=None)


def _is_caption(item: Paragraph, evidence: Mapping[str, Evidence]) -> bool:
    """Whether a paragraph is the caption of a table and nothing else: it ends in no sign, as a sentence does."""
    quoted = [evidence[cite].text for cite in item.cite_ids if cite in evidence]
    return quoted == [item.text] and item.kind == "prose" and item.text[-1:] not in _ENDS


def _end(figure: Figure, paragraphs: Sequence[Paragraph]) -> Paragraph | None:
    """The table of a figure's data, or else the last paragraph of its section, or of the body where it has none."""
    body = _body(paragraphs)
    table = next((item for item in body if item.kind == "table" and set(item.cite_ids) & set(figure.cite_ids)), None)
    prose = [item for item in body if item.kind == "prose"]
    own = [item for item in prose if item.section == figure.section] or prose
    return table or (own[-1] if own else None)


def _body(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    return [item for item in paragraphs if item.section not in SUMS_UP]


def _gap(own: Evidence, other: Evidence) -> int | None:
    """How far a piece of a source stands from another; None where they are of two sources."""
    if own.source != other.source:
        return None
    if own.id == other.id:
        return 0
    # the text before a table leads to it, the text after it may begin something else
    return max(0, own.start - other.end) if other.start < own.start else NEAR // 2 + max(0, other.start - own.end)
