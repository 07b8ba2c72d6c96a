"""What a plan asks for that a model has made: its sections have questions and queries of their own, in words that the question
need not have. Pages, passages and sentences are weighed by these, too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from dr_core.stage.focus import HALF, head, spoken_of
from dr_core.stage.passage import page_bag
from dr_core.state import RunState
from dr_core.text.language import is_cjk
from dr_core.text.rank import Texts, score
from dr_core.text.token import content_terms
from dr_core.types import Page, Section

HELD, WORTH = 0.8, 0.8
"""A page that has so much of what a section asks is about the question as well, and how much (the best one is 1)."""
FIRST, MOSTLY = 0.95, 0.6
"""Of the page that fits a section best, less of it will do."""
FITS = 0.7
"""Pairs of characters reach over the ends of words, so that a page has fewer of them: it must fit so much of what the best one
does, and speak of the subject."""


def as_asked(sections: Sequence[Section], state: RunState) -> list[Section]:
    """The sections with all that was searched for each of them."""
    asked: dict[str, list[str]] = {}
    for task in state.asked_queries:
        asked.setdefault(task.section, []).append(task.query)
    return [
        section.model_copy(update={"search_queries": tuple(dict.fromkeys([*section.search_queries, *asked.get(section.id, [])]))})
        for section in sections
    ]


def fitting(sections: Sequence[Section], texts: Texts, among: Texts | None = None) -> list[list[float]]:
    """For each section how well what it asks fits each text, the best one 1; how rare a word is, is learned from ``among``."""
    return _fits([" ".join([_words(section), *section.search_queries]) for section in sections], texts, among)


def by_title(sections: Sequence[Section], texts: Texts) -> list[list[float]]:
    """As ``fitting``, by the title and the question of a section alone."""
    return _fits(list(map(_words, sections)), texts)


def covering(sections: Sequence[Section], texts: Texts, among: Texts) -> list[list[float]]:
    """For each section the share of one of its queries that each text has; rare words count more. (What a section is called, and
    the question it answers, may be no more than "cost", which any text may have.)"""
    rows: list[list[float]] = []
    for section in sections:
        shares = [_shares(words, texts, among) for words in section.search_queries]
        rows.append([max(own) for own in zip([0.0] * len(texts.bags), *shares, strict=True)])
    return rows


def with_pages_asked_for(about: Mapping[str, float], sections: Sequence[Section], pages: Sequence[Page]) -> dict[str, float]:
    """``about``, the pages about the question with how much, and those that fit what a section asks."""
    both = dict(about)
    texts = Texts([page_bag(page) for page in pages])
    fits, held = fitting(sections, texts), covering(sections, texts, texts)
    for at, page in enumerate(pages):
        best = max(row[at] for row in fits)
        share = max(row[at] for row in held)
        by_pairs = is_cjk(page.language) and best >= FITS and _speaks_of_one(sections, page)
        if share >= HELD or (best >= FIRST and share >= MOSTLY) or by_pairs:
            both[page.id] = max(both.get(page.id, 0.0), WORTH)
    return both


def normal(scores: Sequence[float]) -> list[float]:
    """Scores with the best one as 1."""
    top = max(scores, default=0.0) or 1.0
    return [score / top for score in scores]


def _speaks_of_one(sections: Sequence[Section], page: Page) -> bool:
    """Whether a page has half of the subject of a query."""
    subjects = (head(words) for section in sections for words in section.search_queries)
    return any(spoken_of(Counter(content_terms(words)), page) >= HALF for words in subjects if words)


def _words(section: Section) -> str:
    return f"{section.title} {section.title} {section.description}"


def _fits(asked: Sequence[str], texts: Texts, among: Texts | None = None) -> list[list[float]]:
    return [normal(score(words, texts, among)) for words in _apart(asked)]


def _shares(words: str, texts: Texts, among: Texts) -> list[float]:
    """The share of the words of a query, by weight, that each text has."""
    weights = {term: math.log(1 + len(among.bags) / (1 + len(among.having(term)))) for term in set(content_terms(words))}
    held: list[list[float]] = [[] for _ in texts.bags]
    for term, weight in weights.items():
        for at in texts.having(term):
            held[at].append(weight)
    total = math.fsum(weights.values()) or 1.0
    return [math.fsum(own) / total for own in held]


def _own_words(text: str, known: set[str]) -> str:
    """The words of a text that say something new. Whole words, since a stem would be cut once more where the query is read."""
    kept: list[str] = []
    for word in text.split():
        fresh = [term for term in content_terms(word) if term not in known]
        kept += [word] if fresh and word.isascii() else fresh
    return " ".join(kept)


def _apart(texts: Sequence[str]) -> list[str]:
    """The words of each section that tell it from the others: what all of them say is what the whole report is about."""
    shared = set.intersection(*(set(content_terms(text)) for text in texts)) if len(texts) > 1 else set()
    return [_own_words(text, shared) or text for text in texts]
