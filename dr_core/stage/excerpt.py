"""Large tables, cut to the rows that a question names: the rest is data, not reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dr_core.stage.passage import Passage, large_tables
from dr_core.text.token import content_terms, terms
from dr_core.types import Page

MOST_NAMED, MOST_FIRST = 8, 6
"""Rows that are taken because the question names them, or else because they come first."""
CALLED = 0.6
"""The share of the words of a cell that a question must say to name it."""
MANY = 0.3
"""A word that stands in more of the rows than this names none of them."""


def excerpts(question: str, pages: Sequence[Page]) -> list[tuple[Page, Passage]]:
    """The large tables of pages, each cut to its head and the rows that a question names; where it names none, to the first."""
    asked = frozenset(content_terms(question))
    return [(page, _cut(asked, page, table)) for page in pages for table in large_tables(page)]


def _cut(asked: frozenset[str], page: Page, table: Passage) -> Passage:
    head, *rows = table.spans
    lines = [page.text[span.start : span.end] for span in rows]
    held = [asked.intersection(terms(line)) for line in lines]
    count = Counter(term for own in held for term in own)
    telling = {term for term, times in count.items() if times <= max(1, MANY * len(rows))}
    named = [
        span
        for span, line, own in zip(rows, lines, held, strict=True)
        if not telling.isdisjoint(own) and _names(line, asked, telling)
    ]
    kept = named[:MOST_NAMED] or rows[:MOST_FIRST]
    return table._replace(end=kept[-1].end, spans=(head, *kept), rows="named" if named else "first")


def _names(row: str, asked: frozenset[str], telling: set[str]) -> bool:
    """Whether a question names a cell of a row: its first one, or another that is no figure."""
    for at, cell in enumerate(row.strip().strip("|").split("|")):
        own = set(content_terms(cell))
        if telling.isdisjoint(own) or (at and not any(map(str.isalpha, cell))):
            continue
        if len(own & asked) >= CALLED * len(own):
            return True
    return False
