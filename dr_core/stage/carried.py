"""Passages that tell what is asked without its words: the steps of it, and what the paragraph before them only announces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dr_core.stage.extractive.balance import leaning, weighs
from dr_core.stage.extractive.how import asks_how, tells_steps
from dr_core.stage.passage import Passage
from dr_core.text.dangling import announces
from dr_core.types import Page

Place = tuple[Page, Passage]


def carried(question: str, places: Sequence[Place], relevance: Sequence[float]) -> list[float]:
    """How relevant passages are: what is announced as much as what announces it; and where a question asks how something is done,
    steps and lists as much as anything on their page; where it asks for good and bad sides, what leans to one."""
    found = list(relevance)
    for at, (one, other) in enumerate(pairwise(places), 1):
        if announces_next(one, other):
            found[at] = max(found[at], found[at - 1])
    how, both = asks_how(question), weighs(question)
    if not (how or both):
        return found
    most: dict[str, float] = {}
    for (page, _), own in zip(places, found, strict=True):
        most[page.id] = max(own, most.get(page.id, 0.0))
    return [
        most[page.id] if (how and (one.kind == "list" or is_of_steps(page, one))) or (both and _leans(page, one)) else own
        for (page, one), own in zip(places, found, strict=True)
    ]


def _leans(page: Page, passage: Passage) -> bool:
    """Whether a passage speaks for something or against it."""
    return passage.kind != "table" and leaning([page.text[span.start : span.end] for span in passage.spans]) != 0


def is_of_steps(page: Page, passage: Passage) -> bool:
    """Whether a passage tells steps."""
    said = [page.text[span.start : span.end] for span in passage.spans]
    return passage.kind != "table" and tells_steps(passage.heading or page.title, said, passage.points)


def announces_next(one: Place, other: Place) -> bool:
    """Whether a paragraph ends with what the next one under its heading tells."""
    (page, before), (own, after) = one, other
    near = page.id == own.id and before.heading == after.heading and after.place == before.place + 1
    return near and before.kind == "prose" and announces(page.text[before.spans[-1].start : before.spans[-1].end])
