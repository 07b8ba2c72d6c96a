"""Figures in place: after the paragraph that names them (Figure 2, 圖 2, 図2, 그림 2), or where they fit, with words that do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dr_core.text.overlap import share
from dr_core.types import Evidence, Figure, Paragraph

NAMES = "Figure|Fig\\.|圖|图|図|그림"
_POINTER = re.compile(rf"\s*[（(](?:{NAMES})\s*\d+[)）]")
_END = re.compile(r"[.。!！?？][\"'”’」』）)\]]*\s*$")
_POINTERS = {"zh": "（{word} {number}）", "ja": "（{word} {number}）"}
_WORDS = {"zh-Hant": "圖", "zh-Hans": "图", "zh": "图", "ja": "図", "ko": "그림"}


def pointer(language: str, number: int) -> str:
    """``" (Figure 2)"`` in the report's language."""
    base = language.split("-")[0]
    word = _WORDS.get(language) or _WORDS.get(base) or "Figure"
    return _POINTERS.get(base, " ({word} {number})").format(word=word, number=number)


def pointing(text: str, language: str, numbers: Sequence[int]) -> str:
    """A text that names figures at the end of its last sentence."""
    words = "".join(pointer(language, number) for number in numbers)
    return _END.sub(lambda found: words + found[0], text, count=1) if _END.search(text) else text + words


def without_pointers(text: str) -> str:
    """A text without the words that only point at a figure."""
    return _POINTER.sub("", text)


def names(text: str, number: int) -> bool:
    """Whether a text names figure ``number``."""
    return re.search(rf"(?:{NAMES})\s*{number}(?!\d)", text) is not None


def place(
    figures: Sequence[Figure], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]
) -> tuple[dict[int, str], dict[str, list[int]]]:
    """The paragraph after which each figure stands, and for each paragraph the figures it must still be made to name."""
    spots: dict[int, str] = {}
    unnamed: dict[str, list[int]] = {}
    for figure in figures:
        naming = next((item for item in paragraphs if item.kind == "prose" and names(item.text, figure.number)), None)
        spot = naming or _fitting(figure, paragraphs, evidence)
        if spot is None:
            continue
        spots[figure.number] = spot.id
        if naming is None:
            unnamed.setdefault(spot.id, []).append(figure.number)
    return spots, unnamed


def _fitting(figure: Figure, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> Paragraph | None:
    """The paragraph of the body that shares most with a figure: its words, its source, its section."""
    sources = {evidence[cite].source for cite in figure.cite_ids if cite in evidence}
    body = [item for item in paragraphs if item.kind == "prose" and item.section not in ("abstract", "conclusions")]

    def fit(item: Paragraph) -> float:
        shared = any(evidence[cite].source in sources for cite in item.cite_ids if cite in evidence)
        return 2 * share(figure.title, item.text) + shared + 0.5 * (item.section == figure.section)

    return max(body, key=fit, default=None)
