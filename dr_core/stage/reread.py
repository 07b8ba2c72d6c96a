"""What a round asks, looked for in the pages that were read before it: they gave what was asked then, and hold more.

What is evidence already may have stood behind sixty other pieces, where no model saw it: now it is asked for.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

from dr_core.stage.passage import Passage, bag, joined, passage_bag, shown_passages
from dr_core.stage.planned import as_asked, covering
from dr_core.state import RunState
from dr_core.text.rank import Texts
from dr_core.types import Evidence, Page, SearchTask, Section

HOLDS, MOST = 0.5, 3
"""The share of a query that a passage must have, and the passages that a query takes at most: new pages come first."""
RAISED, FIRST = 0.7, 0.01
"""How far evidence that is asked for rises to the best of its section; how far it goes before that of one to which it moves."""
HELD = "asked_again"
"""The note of the evidence that a round asks for and that was held before, with the section that asks."""


def asked_again(state: RunState, about: Container[str]) -> list[tuple[Page, Passage]]:
    """The passages of pages that gave evidence before, and are ``about`` the question, that hold most of what a query of this
    round asks, and are none."""
    known = {(item.source, item.start) for item in state.evidence.values()}
    pages = _read_before(state)
    every = _passages(pages)
    new = [
        at
        for at, (page, one) in enumerate(every)
        if page.id in about and any((page.id, span.start) not in known for span in one.spans)
    ]
    return [every[at] for at in sorted({at for at, _ in _holding(state, pages, new)})]


def note_held(state: RunState) -> None:
    """Raise the evidence that a query of this round asks for and that was held before it, and note what no finding stands on. A
    piece of that which has more of the query than of what its own section asks moves to the section that asks now."""
    found = {(item.source, item.start): item for item in state.evidence.values()}
    pages = _read_before(state)
    every = _passages(pages)
    old = [at for at, (page, one) in enumerate(every) if any((page.id, span.start) in found for span in one.spans)]
    best: dict[str, float] = {}
    for item in found.values():
        best[item.section] = max(item.score, best.get(item.section, 0.0))
    told = {cite for finding in state.gathered_info for cite in finding.cite_ids}
    held: dict[str, str] = {}
    for at, task in _holding(state, pages, old):
        page, passage = every[at]
        for item in (found[page.id, span.start] for span in passage.spans if (page.id, span.start) in found):
            if item.id not in told and item.id not in held and _fits_better(item, task, state, pages):
                moved = {"section": task.section, "score": max(item.score, best.get(task.section, 0.0) + FIRST)}
                state.evidence[item.id] = item.model_copy(update=moved)
            elif state.evidence[item.id].section == item.section:
                score = item.score + RAISED * (best[item.section] - item.score)
                state.evidence[item.id] = item.model_copy(update={"score": score})
            if item.id not in told:
                held.setdefault(item.id, task.section or item.section)
    state.notes[HELD] = held


def _fits_better(item: Evidence, task: SearchTask, state: RunState, pages: tuple[Page, ...]) -> bool:
    """Whether a piece of evidence has most of a query of another section, and more of that than of all its own one asks."""
    asks = {section.id: section for section in as_asked(state.plan.sections, state)} if state.plan else {}
    if task.section == item.section or task.section not in asks or item.section not in asks:
        return False
    query = Section(id="", title="", search_queries=(task.query,))
    (now,), (before,) = covering([query, asks[item.section]], Texts([bag(item.text)]), _counted(pages))
    return now >= HOLDS and now > before


def _read_before(state: RunState) -> tuple[Page, ...]:
    return tuple(state.sources[source] for source in dict.fromkeys(item.source for item in state.evidence.values()))


def _passages(pages: Sequence[Page]) -> list[tuple[Page, Passage]]:
    return [(page, passage) for page in pages for passage in shown_passages(page)]


def _holding(state: RunState, pages: tuple[Page, ...], among: Sequence[int]) -> list[tuple[int, SearchTask]]:
    """Which of the passages ``among`` all hold most of what a query of this round asks, each with the query."""
    asked = state.iterations[-1].next_queries if state.iterations else []
    if not (asked and among):
        return []
    return [
        (at, task)
        for task, held in zip(asked, _shares(tuple(task.query for task in asked), pages), strict=True)
        for at in sorted((at for at in among if held[at] >= HOLDS), key=lambda at: (-held[at], at))[:MOST]
    ]


@lru_cache(maxsize=1)
def _counted(pages: tuple[Page, ...]) -> Texts:
    """The terms of all passages of the pages."""
    return Texts([joined(passage_bag(page, one), bag(one.heading)) for page, one in _passages(pages)])


@lru_cache(maxsize=1)  # the new is looked for first, and then the old
def _shares(queries: tuple[str, ...], pages: tuple[Page, ...]) -> list[list[float]]:
    """The share of each query that each passage of the pages has."""
    texts = _counted(pages)
    return covering([Section(id="", title="", search_queries=(query,)) for query in queries], texts, texts)
