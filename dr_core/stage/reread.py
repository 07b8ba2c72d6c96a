"""What a round asks, looked for in the pages that were read before it: they gave what was asked then, and hold more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dr_core.stage.passage import Passage, bag, joined, passage_bags
from dr_core.stage.planned import covering
from dr_core.state import RunState
from dr_core.text.rank import Texts
from dr_core.types import Page, Section

HOLDS, MOST = 0.5, 3
"""The share of a query that a passage must have, and the passages that a query takes at most: new pages come first."""


def asked_again(
    state: RunState, pages: Sequence[Page], passages: Callable[[Page], Sequence[Passage]]
) -> list[tuple[Page, Passage]]:
    """The passages of ``pages``, which gave evidence before, that hold most of what a query of this round asks, and are none."""
    asked = state.iterations[-1].next_queries if state.iterations else []
    if not (asked and pages):
        return []
    known = {(item.source, item.start) for item in state.evidence.values()}
    every = [(page, passage) for page in pages for passage in passages(page)]
    texts = Texts([joined(passage_bags(page)[one.place], bag(one.heading)) for page, one in every])
    new = [at for at, (page, one) in enumerate(every) if any((page.id, span.start) not in known for span in one.spans)]
    queries = [Section(id=task.section, title="", search_queries=(task.query,)) for task in asked]
    chosen: set[int] = set()
    for held in covering(queries, texts, texts):
        chosen |= set(sorted((at for at in new if held[at] >= HOLDS), key=lambda at: (-held[at], at))[:MOST])
    return [every[at] for at in sorted(chosen)]
