"""What stands above a piece of evidence, and is told with it: the head of a large table, captions, notes, what announces a list.

Who cites a row of a large table cites its head, too, and who is shown it is shown that above it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dr_core.stage.passage import Passage, figure_lists, large_tables, passages
from dr_core.state import RunState
from dr_core.text import Span
from dr_core.text.caption import named_unit
from dr_core.types import Evidence, Page


def above(item: Evidence, page: Page) -> tuple[Span, ...]:
    """What is told above a piece of evidence: of a row of a large table the caption, the notes and the head of that, of a table
    its caption and its notes, of a list what announces it."""
    if not item.text.startswith("|"):
        return tuple(one.over for one in figure_lists(page) if one.over and (one.start, one.end) == (item.start, item.end))
    table = _table_of(item, page)
    if table:
        return _over(table) if item.start > table.start else ()
    return tuple(span for one in passages(page) if one.start == item.start for span in (one.over, one.notes) if span)


def over_table(page: Page, start: int) -> str:
    """The heading and the caption over the table that evidence at a place of a page is of; else the title of the page."""
    tables = (one for one in (*passages(page), *large_tables(page)) if one.kind == "table" and one.start <= start < one.end)
    return next((one.heading for one in tables), "") or page.title


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
