"""Large tables, cut to the rows that a question names: the rest is data, not reading.

Each row is evidence of its own, and so are the head, the caption and the notes: rows that a question names do not stand together
(see ``above``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dr_core.stage.extractive.superlative import first_rows
from dr_core.stage.passage import Passage, large_tables
from dr_core.text import Span
from dr_core.text.token import content_terms, terms
from dr_core.types import Evidence, Page

MOST_NAMED, MOST_FIRST = 8, 6
"""Rows that are taken because the question names them, or else because they come first."""
CALLED = 0.6
"""The share of the words of a cell that a question must say to name it."""
MANY = 0.3
"""A word that stands in more of the rows than this names none of them."""


def excerpts(question: str, pages: Sequence[Page]) -> list[tuple[Page, Passage]]:
    """The large tables of pages, each cut to its head and the rows that a question names; where it names none, to the first."""
    return [(page, _cut([question], page, table)) for page in pages for table in large_tables(page)]


def rows_asked_for(asked: Sequence[str], pages: Sequence[Page], known: Iterable[Evidence]) -> list[tuple[Page, Passage]]:
    """The large tables of pages, each cut to its caption, notes, head and the rows that one of several questions names, the
    first one first; without what is known, and none of which no row is new."""
    held = {(item.source, item.start) for item in known}
    found: list[tuple[Page, Passage]] = []
    for page in pages:
        for table in large_tables(page):
            cut = _cut(asked, page, table)
            head, *rows = [span for span in cut.spans if span == cut.spans[0] or (page.id, span.start) not in held]
            if cut.rows != "named" or not rows:
                continue
            above = [span for span in (cut.over, cut.notes, head) if span and (page.id, span.start) not in held]
            found.append((page, cut._replace(spans=(*above, *rows))))
    return found


def _cut(asked: Sequence[str], page: Page, table: Passage) -> Passage:
    named = dict.fromkeys(span for words in asked for span in (*_first(words, page, table), *_named(words, page, table)))
    head, *rows = table.spans
    kept = sorted([*named][:MOST_NAMED]) or rows[:MOST_FIRST]
    return table._replace(end=kept[-1].end, spans=(head, *kept), rows="named" if named else "first")


def _first(question: str, page: Page, table: Passage) -> list[Span]:
    """The rows that a table puts first, where a question asks which is the largest of all."""
    things = set(first_rows(question, f"{page.title} {table.heading}", page.text[table.start : table.end]))
    return [span for span in table.spans[1:] if things and _called(page.text[span.start : span.end]) in things]


def _named(question: str, page: Page, table: Passage) -> list[Span]:
    """The rows of a table that a question names."""
    asked = frozenset(content_terms(question))
    rows = table.spans[1:]
    lines = [page.text[span.start : span.end] for span in rows]
    held = [asked.intersection(terms(line)) for line in lines]
    count = Counter(term for own in held for term in own)
    telling = {term for term, times in count.items() if times <= max(1, MANY * len(rows))}
    return [
        span
        for span, line, own in zip(rows, lines, held, strict=True)
        if not telling.isdisjoint(own) and _names(line, asked, telling)
    ]


def _called(row: str) -> str:
    """What a row is called."""
    return row.strip().strip("|").split("|")[0].strip()


def _names(row: str, asked: frozenset[str], telling: set[str]) -> bool:
    """Whether a question names a cell of a row: its first one, or another that is no figure."""
    for at, cell in enumerate(row.strip().strip("|").split("|")):
        own = set(content_terms(cell))
        if telling.isdisjoint(own) or (at and not any(map(str.isalpha, cell))):
            continue
        if len(own & asked) >= CALLED * len(own):
            return True
    return False
