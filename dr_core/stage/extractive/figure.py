"""What tells of a figure or a date that a question asks for, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.event import events_asked, says_event
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.quantity import Measure, states
from dr_core.stage.extractive.speak import pointing
from dr_core.stage.extractive.want import Want, only_figures
from dr_core.text import terms

CALLED_SO = 2
"""Sentences that have the question's own word for a quantity, or for what happened, where it is what the sources call it."""


def figures_told(asked: Brief, items: Sequence[Item], answer: Sequence[Item]) -> Callable[[Sequence[Item]], bool] | None:
    """What tells whether a passage gives a figure or a date that is asked for, speaks of it, or stands under a heading that names
    it; None where something else is asked for, too, or the ``answer`` gives none: what does may then stand anywhere."""
    if not only_figures(asked.wants):
        return None
    is_dated, is_called_so = _teller(asked, items), _caller(asked, items)
    wanted = [(want.measure, _namer(want, want.measure, items)) for want in asked.wants if want.measure]

    def gives(measure: Measure, text: str) -> bool:
        return bool(states(measure, text)) if measure.is_named else is_dated(text)

    def tells(own: Sequence[Item]) -> bool:
        return any(
            measure.cues.search(own[0].passage.heading) or any(gives(measure, item.said) or names(item.said) for item in own)
            for measure, names in wanted
            if measure.is_named or is_called_so(own)
        )

    return tells if any(gives(measure, item.said) for measure, _ in wanted for item in answer) else None


def _namer(want: Want, measure: Measure, items: Sequence[Item]) -> Callable[[str], bool]:
    """What tells whether a text speaks of a quantity without its figure: by the question's own word for it, or by any where it is
    not called so."""
    if not measure.is_named:
        return lambda _text: False
    word = want.words.lower()
    if sum(word in item.said.lower() for item in items) >= CALLED_SO:
        return lambda text: word in text.lower()
    return lambda text: bool(measure.cues.search(text))


def _teller(asked: Brief, items: Sequence[Item]) -> Callable[[str], bool]:
    """What tells whether a text has a date of what is asked to have happened; where that is not known, of something with a word
    of the question that not most of the texts have."""
    if events := events_asked(asked.query):
        return lambda text: "date" in measures(text) and says_event(events, text) > 0
    point = pointing(asked.query, items)
    return lambda text: "date" in measures(text) and (not point or not point.isdisjoint(terms(text)))


def _caller(asked: Brief, items: Sequence[Item]) -> Callable[[Sequence[Item]], bool]:
    """What tells whether a passage has the question's own word for what happened; any has, where it is not called so: that a line
    opens is also said of its new trains, in other words."""
    events = events_asked(asked.query)
    if not events or sum(says_event(events, item.said) == 1 for item in items) < CALLED_SO:
        return lambda _own: True
    return lambda own: any(says_event(events, text) == 1 for text in (own[0].passage.heading, *(item.said for item in own)))
