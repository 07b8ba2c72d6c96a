"""From pages to evidence: verbatim sentences worth citing, scored for the question and for each section."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.text import bm25, count_words, is_junk, sentences, signature, similarity
from dr_core.text.dangling import dangles
from dr_core.types import Page, Section

HEADING_LIKE = re.compile(r"^\s*#|^\s*\||^\s*>|:\s*$|：\s*$")
SHORTEST, LONGEST = 5, 75
"""Words (CJK: characters, twice and a half as many) of a sentence that is worth quoting."""


class Candidate:
    """A sentence that may become evidence; ``place`` counts the good sentences of its page."""

    __slots__ = ("dangling", "end", "page", "place", "start", "text")

    def __init__(self, page: Page, start: int, end: int, place: int) -> None:
        self.page = page
        self.start = start
        self.end = end
        self.place = place
        self.text = page.text[start:end]
        self.dangling = dangles(self.text)


def candidates(page: Page) -> list[Candidate]:
    """The sentences of a page that can be quoted, in order. A gap in ``place`` shows where something was left out."""
    found = []
    for place, span in enumerate(sentences(page.text, page.language)):
        text = page.text[span.start : span.end]
        if HEADING_LIKE.search(text) or "|" in text or "\n\n" in text or is_junk(text, page.language):
            continue
        factor = 2.5 if page.language.split("-")[0] in ("zh", "ja", "ko") else 1
        if SHORTEST * factor <= count_words(text) <= LONGEST * factor:
            found.append(Candidate(page, span.start, span.end, place))
    return found


def fitting_pages(question: str, pages: Sequence[Page], *, share: float = 0.4) -> dict[str, float]:
    """The pages that are about the question, with how much (the best one is 1); those below ``share`` are left out."""
    scores = bm25(question, [f"{page.title}\n{page.title}\n{page.text}" for page in pages])
    best = max(scores, default=0.0)
    return {page.id: score / best for page, score in zip(pages, scores, strict=True) if best > 0 and score >= share * best}


def section_query(question: str, section: Section) -> str:
    """What a sentence of a section should be about."""
    return " ".join([question, section.title, section.description, *section.search_queries[:2]])


def without_repeats(chosen: Sequence[Candidate], known: Sequence[str], *, threshold: float = 0.55) -> list[Candidate]:
    """``chosen`` without those that nearly repeat one before them, or one of ``known``."""
    signatures = [signature(text) for text in known]
    kept = []
    for candidate in chosen:
        mark = signature(candidate.text)
        if all(similarity(mark, other) < threshold for other in signatures):
            kept.append(candidate)
            signatures.append(mark)
    return kept
