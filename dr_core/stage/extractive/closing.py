"""The conclusions without a model: passages that bear on what was asked, as their sources close with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from dr_core.stage.extractive.about import About, is_abroad
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.ending import closes, looks_ahead
from dr_core.stage.extractive.facet import BY_ID, names_in, speaks
from dr_core.stage.extractive.gain import elsewhere
from dr_core.stage.extractive.past import HISTORY, happened
from dr_core.stage.extractive.piece import Item, Piece, best_first, is_wide, pieces
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import answers, distinct, spoken, telling, weights
from dr_core.text import terms
from dr_core.text.district import is_in_district

CONCLUSION_WORDS = (45, 220)
SECOND_BEST = 0.7
"""A second passage closes the report only if it is worth so much of the first."""
NEAR, ELSEWHERE = 0.25, 0.5
"""What a passage that closes the report gains if it stands where an asked side is told, and loses if it stands elsewhere or opens
its source; and what it loses besides if its heading announces something else than the subject."""
COMPARED, BESIDE_IT = 0.5, 0.3
"""What such a passage gains if each of its sentences names one of the compared things, and loses if it does not bear on what is
asked."""
BEARING = 0.5
"""What of the question a passage must speak of to bear on it, measured by the sentence that speaks of most."""


def conclusions(asked: Brief, every: Sequence[Item], taken: Collection[Item], last: Mapping[str, int]) -> list[Piece]:
    """What the sources come to, and what they expect: passages that close a text or look ahead, one or two of them; none where
    nothing is left that bears on the question.

    ``taken`` is what is told elsewhere; ``last`` is the place of the last prose passage of each source.
    """
    gone = set(taken)
    items = [item for item in every if item not in gone]
    runs = [
        piece
        for piece in pieces(items, asked.known, longest=5)
        if not piece.is_table and piece.items[-1].end == piece.items[-1].passage.end
    ]
    runs = [piece for piece in runs if len(piece.items) > 1] or runs
    if asked.is_history:  # what happened is told as history, in its order, and how a source opens as its beginning
        runs = [
            piece for piece in runs if piece.first.passage.place and not names_in(piece.first.passage.heading, BY_ID[HISTORY])
        ]
        runs = [
            piece for piece in runs if looks_ahead(piece.text) or closes(piece.first.passage.heading) or not happened(piece.text)
        ]
    # what stands under a heading of its own is told there
    runs = [piece for piece in runs if piece.first.section not in asked.apart or closes(piece.first.passage.heading)]
    sizes = Counter(item.section for item in items if not item.is_table)
    prose = [item for item in items if not item.is_table]
    if not prose:
        return []
    closest, _ = max(zip(prose, answers(asked.query, [item.said for item in prose]), strict=True), key=lambda one: one[1])
    plain = asked.plain_sides
    headed = distinct(asked.known, {item.passage.heading for item in items})
    near = Runs(prose, asked.known)
    runs = [piece for piece in runs if is_in_district(piece.text, asked.query) or not is_abroad(piece.items[-1], asked, near)]
    about = About(asked, [item for item in every if not item.is_table])
    bears = _to_the_point(asked, runs, [item for item in every if not item.is_table], about)
    runs = [piece for piece in runs if piece.first.id in bears]

    def worth(piece: Piece) -> float:
        passage = piece.first.passage
        ahead = sum(looks_ahead(item.text) for item in piece.items) / len(piece.items)
        end = 0.15 * (passage.place >= 0.75 * last.get(piece.first.source, 0))
        # what the question asks for is told in its section, and what answers it in the abstract, not taken out of them
        empties = (
            sizes[piece.first.section] - len(piece.items) < 3
            or (asked.asks and bool(plain) and closest in piece.items and not closes(passage.heading))
            or any(names_in(passage.heading, side) and not closes(passage.heading) for side in asked.sides if asked.is_pointed)
        )
        if passage.place == 0 or not (end or ahead or closes(passage.heading)):
            end -= 0.5
        mean = sum(item.score for item in piece.items) / len(piece.items)
        other = not asked.compares and elsewhere(passage.heading) and not closes(passage.heading)
        named = piece.first.section in asked.first or not headed.isdisjoint(terms(passage.heading))
        near = not plain or (passage.place > 0 and (named or closes(passage.heading)))
        point = NEAR * (bool(plain) and named and not empties) if near and not other else -NEAR - ELSEWHERE * other
        if asked.contrasts:
            point += NEAR * (piece.first.section in asked.first) + COMPARED * about.density(piece.items)
        beside = BESIDE_IT * (not bears[piece.first.id])
        return mean + 0.4 * closes(passage.heading) + 0.1 * ahead + end - 0.3 * empties + point - beside

    chosen: list[Piece] = []
    total = 0
    ranked = best_first(runs, worth)
    for piece in ranked:
        if worth(piece) < SECOND_BEST * worth(ranked[0]) and sum(len(one.items) for one in chosen) >= 2:
            break
        if total + piece.words > CONCLUSION_WORDS[1] * (1.6 if is_wide(piece.text) else 1) and chosen:
            continue
        if any(piece.first.source == other.first.source for other in chosen) or (chosen and not bears[piece.first.id]):
            continue
        chosen.append(piece)
        total += piece.words
        if sum(len(one.items) for one in chosen) >= 2 and (total >= CONCLUSION_WORDS[0] * 1.5 or len(chosen) == 2):
            break
    return chosen


def _to_the_point(asked: Brief, runs: Sequence[Piece], prose: Sequence[Item], about: About) -> dict[str, bool]:
    """The passages that may close a report on a question, by the ids of their first items, and whether they bear on what is
    asked: those that name something of what it names and speak of the figure that it asks for, or close their source; but none
    with which a source opens."""
    if not (asked.asks or asked.judges):
        return {piece.first.id: True for piece in runs}
    said, plain = [item.said for item in prose], asked.plain_sides
    weight = weights(asked.query, said)
    apart, least = telling(weight, said), BEARING * max(spoken(weight, text) for text in said)
    texts = {piece.first.id: " ".join([piece.first.passage.heading, *(one.said for one in piece.items)]) for piece in runs}
    speaking = {name for name, text in texts.items() if speaks(text, plain)}
    if plain and asked.asks and not speaking:
        # of the side that a section is on, its passages may speak in other words
        speaking = {piece.first.id for piece in runs if piece.first.section in asked.first}
        if not speaking:
            return {}
    found = {}
    for piece in runs:
        name, heading = piece.first.id, piece.first.passage.heading
        text, ends, things = texts[name], closes(heading), about.named(*piece.items)
        if piece.first.passage.place == 0 or (asked.names and not asked.names & set(terms(f"{piece.first.title} {text}"))):
            continue
        if not (ends or _is_of_figure(asked, text)):
            continue
        if asked.contrasts and about.tells_apart:
            on_it = not asked.criteria or any(one.names(text) or names_in(text, one.facet) for one in asked.criteria)
            if (len(things) > 1 and on_it) or (ends and things):
                found[name] = len(things) > 1 and on_it
        elif (name in speaking and spoken(weight, text)) if plain else (spoken(apart, text) and spoken(weight, text) >= least):
            found[name] = True
        elif ends or (spoken(apart, text) and any(looks_ahead(item.text) for item in piece.items)):
            found[name] = False
    return found


def _is_of_figure(asked: Brief, text: str) -> bool:
    """Whether a text speaks of a quantity of which is asked how much it is; where of none, every one does."""
    named = [want.measure for want in asked.wants if want.sure and want.measure and want.measure.is_named]
    return not named or any(measure.said.any(text) for measure in named)
