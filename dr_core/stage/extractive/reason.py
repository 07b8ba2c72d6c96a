"""What gives reasons for what a question asks, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.cause import asks_why, gives_cause, hinders
from dr_core.stage.extractive.ending import closes
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.speak import pointing
from dr_core.stage.extractive.want import only_reasons
from dr_core.text import terms


def reasons_told(asked: Brief, items: Sequence[Item]) -> Callable[[Sequence[Item]], bool] | None:
    """What tells whether a passage gives reasons for what is asked; None where something else is asked for, too."""
    if not only_reasons(asked.wants):
        return None
    is_on_it = _teller(asked, items)
    return lambda own: _gives_reasons(own, asked.question, is_on_it)


def _gives_reasons(own: Sequence[Item], question: str, is_on_it: Callable[[str, str], bool]) -> bool:
    """Whether a passage gives reasons for what is asked, comes to a close on it, or stands under a heading that announces it."""
    title, heading = own[0].title, own[0].passage.heading
    if is_on_it("", heading) or hinders(own[0].over, question):
        return True
    told = asks_why(heading) or closes(heading) or any(gives_cause(item.text) for item in own)
    return told and is_on_it(title, " ".join([heading, *(item.said for item in own)]))


def _teller(asked: Brief, items: Sequence[Item]) -> Callable[[str, str], bool]:
    """What tells whether a text, under a title, speaks of that for which reasons are asked: the quantity, where it is one, or a
    word of the question that not most of the texts have."""
    measures = [want.about for want in asked.wants if want.about]
    if measures:
        return lambda _title, text: any(measure.said.any(text) for measure in measures)
    point = pointing(asked.query, items)
    return lambda title, text: bool(text) and (not point or not point.isdisjoint(terms(f"{title} {text}")))
