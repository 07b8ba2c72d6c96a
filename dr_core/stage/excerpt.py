"""Large tables, cut to the rows that a question names: the rest is data, not reading.

Each row is evidence of its own, and so are the head, the caption and the notes: rows that a question names do not stand together.
Who cites a row cites those, too, and who is shown it is shown them above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from dr_core.stage.passage import Passage, figure_lists, large_tables, passages
from dr_core.state import RunState
from dr_core.text import Span
from dr_core.text.caption import named_unit
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
    named = dict.fromkeys(span for words in asked for span in _named(frozenset(content_terms(words)), page, table))
    head, *rows = table.spans
    kept = sorted([*named][:MOST_NAMED]) or rows[:MOST_FIRST]
    return table._replace(end=kept[-1].end, spans=(head, *kept), rows="named" if named else "first")


def _named(asked: frozenset[str], page: Page, table: Passage) -> list[Span]:
    """The rows of a table that a question names."""
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


def _names(row: str, asked: frozenset[str], telling: set[str]) -> bool:
    """Whether a question names a cell of a row: its first one, or another that is no figure."""
    for at, cell in enumerate(row.strip().strip("|").split("|")):
        own = set(content_terms(cell))
        if telling.isdisjoint(own) or (at and not any(map(str.isalpha, cell))):
            continue
        if len(own & asked) >= CALLED * len(own):
            return True
    return False


def above(item: Evidence, page: Page) -> tuple[Span, ...]:
    """What is told above a piece of evidence: of a row of a large table the caption, the notes and the head of that, of a table
    its caption and its notes, of a list what announces it."""
    if not item.text.startswith("|"):
        return tuple(one.over for one in figure_lists(page) if one.over and (one.start, one.end) == (item.start, item.end))
    table = _table_of(item, page)
    if table:
        return _over(table) if item.start > table.start else ()
    return tuple(span for one in passages(page) if one.start == item.start for span in (one.over, one.notes) if span)


def is_above(item: Evidence, page: Page | None) -> bool:
    """Whether a piece of evidence is the caption or the notes of a table, the head of a large one or what announces a list, which
    say nothing without what they stand with."""
    return page is not None and item.start in _over_tables(page)


def with_tables(cite_ids: Iterable[str], state: RunState) -> tuple[str, ...]:
    """The ids, before that of each table those of its caption and notes, and before that of each row of a large one that of its
    head, too, where these are evidence; next to the table what names the unit of its figures."""
    cited: dict[str, None] = {}
    for name in cite_ids:
        item = state.evidence[name]
        starts = [span.start for span in above(item, state.sources[item.source])]
        over = [one for one in state.evidence.values() if one.source == item.source and one.start in starts] if starts else []
        over.sort(key=lambda one: one.text.startswith("|") or bool(named_unit(one.text)))
        cited.update(dict.fromkeys([*(one.id for one in over), name]))
    return tuple(cited)


@lru_cache(maxsize=64)  # each piece of evidence of a page is asked for, for each section
def _over_tables(page: Page) -> frozenset[int]:
    """Where the captions and notes of the tables of a page begin, the heads of large ones, and what announces lists."""
    large = (span for table in large_tables(page) for span in _over(table))
    small = (span for one in (*passages(page), *figure_lists(page)) for span in (one.over, one.notes) if span)
    return frozenset(span.start for span in (*large, *small))


def _over(table: Passage) -> tuple[Span, ...]:
    return tuple(span for span in (table.over, table.notes, table.spans[0]) if span)


def _table_of(item: Evidence, page: Page) -> Passage | None:
    return next((table for table in large_tables(page) if table.start <= item.start and item.end <= table.end), None)
