"""The whole report without a model, arranged at once: abstract, sections, analysis and conclusions.

Nothing stands in two of them, but for two things: where the abstract tells what was asked for in so many words (a figure, a
reason, sides of a subject), the section on it tells it too, in full, and so may the passage that closes the report; and what the
next paragraph of a source goes on from is told before that, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from dr_core.stage.answer import MOST_PARAGRAPHS
from dr_core.stage.extractive.about import About
from dr_core.stage.extractive.aftermath import asks_aftermath, is_aftermath
from dr_core.stage.extractive.balance import is_side, weighs
from dr_core.stage.extractive.brief import Brief, brief
from dr_core.stage.extractive.closing import conclusions
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.dispute import weighed
from dr_core.stage.extractive.facet import BY_ID, names_in, of_title, votes
from dr_core.stage.extractive.gist import abstract, opening
from dr_core.stage.extractive.headed import NOWHERE, says_it
from dr_core.stage.extractive.how import asks_how, is_how
from dr_core.stage.extractive.past import first_year, in_time
from dr_core.stage.extractive.piece import Item, Piece, goes_on, is_leaning, is_wide, items_of, paragraphs, pieces, words_of
from dr_core.stage.extractive.point import beside, is_enough, on_the_point
from dr_core.stage.extractive.side import asks_for_sides, at_home
from dr_core.stage.grid import MOST_COLUMNS
from dr_core.stage.passage import passages
from dr_core.text import is_cjk, signature
from dr_core.text.duplicate import alike
from dr_core.types import Evidence, Page, Section

LEAST_TO_SHARE_OUT = 120
"""Words of evidence; where there are fewer, nothing is taken from the sections."""
LEAST_REPORT, BESIDES = 240, 3
"""Words (CJK: characters, twice as many) of a report where few passages tell what is asked: so many, or so many times theirs."""
LEAST_FOR_CONCLUSIONS = 250
"""Words of evidence that are not told already; where there are fewer, the body needs them all."""
SOURCE_FATIGUE = 0.9
"""A source counts this much less each time it was used, so that one long page does not write the report."""
SECTION_SHARE = 0.45
"""No section takes a larger share of the words while others have something to say."""
LEAST_SECTION = 0.06
"""Up to this share of the words a section takes what it has, even where others have better."""
SOURCE_SHARES = {1: 1.0, 2: 0.65}
MANY_SOURCES_SHARE = 0.5
WORTH_IT, AMONG_BEST = 0.42, 3
"""A piece is worth so much of the third best one; a section that has little takes others, too."""
REPEATS = 0.4
THIN_WORDS = 30
SHORT_PARAGRAPH = 45
REMNANT_WORDS = 25
MOST_TABLES = 4


@dataclass
class Digest:
    """What the report is made of, as paragraphs (``text``, ``cite_ids``, ``kind``)."""

    abstract: dict[str, Any] | None = None
    conclusions: list[dict[str, Any]] = field(default_factory=list)
    analysis: list[dict[str, Any]] = field(default_factory=list)
    sections: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def digest(
    question: str,
    language: str,
    sections: Sequence[Section],
    evidence: Sequence[Evidence],
    sources: Mapping[str, Page],
    *,
    words: int,
    analysis: bool,
    promised: bool = False,
) -> Digest:
    """Arrange the evidence. The same evidence always gives the same digest.

    ``promised``: the user chose the sections, so each of them that has evidence has text, however little.
    """
    asked = brief(question, language, sections, sources)
    items = items_of(evidence, sources, asked.forms)
    balance = tuple(section.id for section in sections if is_side(section.title) and weighs(question))
    after = tuple(section.id for section in sections if is_aftermath(section.title) and asks_aftermath(question))
    how = tuple(section.id for section in sections if is_how(section.title) and asks_how(question))
    headed = balance or after or how or tuple(says_it(asked, items, sections))
    apart = frozenset({NOWHERE, *(section.id for section in sections if of_title(section.title) is None)})
    asked = asked._replace(
        first=(*asked.first, *headed), headed=headed, balance=balance, apart=frozenset() if promised else apart
    )
    items = _on_the_things(asked, items if promised else at_home(asked, items, sections), sections)
    found, sided = answer(asked, items), asks_for_sides(asked)
    every, pointed = items, items if promised else on_the_point(asked, items, found.items)
    preferred = headed
    if len(pointed) < len(items):  # what is told besides does not bury what is asked
        preferred = headed or asked.first
        least = LEAST_REPORT * (2 if is_cjk(language) else 1) // (2 if asked.headed else 1)
        words = min(words, max(least, BESIDES * words_of(item for item in pointed if not item.is_table)))
    items = next((some for some in (pointed, beside(pointed, items)) if is_enough(some)), items)
    if words_of(item for item in items if not item.is_table) < LEAST_TO_SHARE_OUT:
        # so little that the sections need it all: the abstract says the first of it again
        gist = abstract(asked, items, found, opening(asked, items, found))
        return _made(asked, gist, _body(items, asked, sections, words, preferred, promised=promised))
    spared: set[str] = set()
    # what answers, and what goes on from it, is told first of all, and again where it is part of a dispute
    begins = opening(asked, items, found) if found.sure else []
    closes = True
    while True:
        # a dispute is told whole or not at all, so it is taken out first; abstract and conclusions have more to choose from
        told = weighed(asked, [item for item in items if item.section not in spared]) if analysis else []
        taken = _items(chain(*told))
        last = {name: _last(sources[name]) for name in sorted({item.source for item in items})}
        # where sides are judged one by one, or things compared, what a source comes to is told again in the end, whole
        answering = [] if asked.judges and found.sure else begins or found.items
        elsewhere = [*taken, *answering]
        enough = words_of(item for item in _without(every, elsewhere) if not item.is_table) >= LEAST_FOR_CONCLUSIONS
        closing = conclusions(asked, pointed, elsewhere, last) if enough and closes else []
        around = [*taken, *_items(closing)]
        left = _without(items, around)
        gist = abstract(asked, left, found, begins or opening(asked, left, found), every=_without(every, around))
        room = max(words // 2, words - words_of([*around, *gist]))  # the words are those of the whole report
        asked_for = [item for item in gist if (found.sure or sided) and item.section in asked.first]
        again = [*asked_for, *(item for item in gist if _is_needed(item, left, gist, asked.known))]
        body = _body(
            _without(left, [item for item in gist if item not in again]), asked, sections, room, preferred, promised=promised
        )
        emptied = {item.section for item in taken if item.section in asked.first and item.section not in body}
        if not emptied and (body or not closing):
            break
        spared |= emptied  # what the question asks for is told where it is looked for, not in the analysis
        closes = closes and bool(body)  # nothing closes a report that tells nothing else
    for section in sections if promised else ():
        own = [item for item in items if item.section == section.id]
        if own and section.id not in body:  # the abstract said it all: it is said again where the reader looks for it
            body |= _body(own, asked, [section], words, (), promised=True)
    return _made(asked, gist, body, closing, told)


def disputed(
    question: str, language: str, sections: Sequence[Section], evidence: Sequence[Evidence], sources: Mapping[str, Page]
) -> list[dict[str, Any]]:
    """The analysis alone, for a report whose sections a model writes."""
    asked = brief(question, language, sections, sources)
    told = weighed(asked, items_of(evidence, sources, asked.forms))
    return [one for part in told for one in paragraphs(part, language)]


def _made(
    asked: Brief,
    gist: Sequence[Item],
    body: Mapping[str, Sequence[Piece]],
    closing: Sequence[Piece] = (),
    told: Sequence[Sequence[Piece]] = (),
) -> Digest:
    language = asked.language
    parts = {name: _paragraphs(own, language) for name, own in body.items()}
    return Digest(
        abstract=next(iter(paragraphs([Piece(tuple(gist))], language)), None) if gist else None,
        conclusions=[one for piece in closing for one in paragraphs([piece], language)],
        analysis=[one for part in told for one in paragraphs(part, language)],
        sections={
            name: [one for pieces in own for one in paragraphs(pieces, language)][:MOST_PARAGRAPHS] for name, own in parts.items()
        },
    )


def _on_the_things(asked: Brief, items: Sequence[Item], sections: Sequence[Section]) -> list[Item]:
    """The items, without the passages that stand in the section for a comparison and are about none of the compared things."""
    home = {section.id for section in sections if of_title(section.title) is BY_ID["comparison"]}
    prose = [item for item in items if not item.is_table]
    if not asked.contrasts or not (about := About(asked, prose)).tells_apart:
        return list(items)
    on_it = {(item.source, item.passage.start) for item in prose if about.things(item) or about.may_be_any(item)}
    return [item for item in items if item.is_table or item.section not in home or (item.source, item.passage.start) in on_it]


def _items(found: Iterable[Piece]) -> list[Item]:
    return [item for piece in found for item in piece.items]


def _without(items: Sequence[Item], taken: Sequence[Item]) -> list[Item]:
    gone = set(taken)
    return [item for item in items if item not in gone]


def _is_needed(item: Item, left: Sequence[Item], gist: Sequence[Item], known: Collection[str]) -> bool:
    """Whether the next paragraph under the same heading goes on from an item of the abstract and points back at it."""
    after = next((other for other in left if goes_on(item, other)), None)
    return after is not None and after not in gist and is_leaning(after, known)


def _last(page: Page) -> int:
    return max((one.place for one in passages(page) if one.kind == "prose"), default=0)


def _body(
    items: Sequence[Item],
    asked: Brief,
    sections: Sequence[Section],
    words: int,
    preferred: Collection[str],
    *,
    promised: bool = False,
) -> dict[str, list[Piece]]:
    """The pieces of each section in reading order; a thin one gives its own to the next best, unless it is promised."""
    found = pieces(items, asked.known)
    whole = [piece for piece in found if not piece.is_table and (piece.first.section in asked.balance or not _is_remnant(piece))]
    chosen = _choose(whole or [piece for piece in found if not piece.is_table], words, preferred)
    homes = {section.id: [piece for piece in chosen if piece.first.section == section.id] for section in sections}
    tables = _tables([piece for piece in found if piece.is_table and piece.first.columns <= MOST_COLUMNS], sections)
    full = [name for name, own in homes.items() if not _is_thin(own) or name in tables]
    planned = [one for one in sections if one.id in full and of_title(one.title)]
    for section in sections:
        facet = of_title(section.title)
        if section.id in full or not planned or promised or facet is None:
            continue
        stays = [piece for piece in homes[section.id] if names_in(piece.first.passage.heading, facet) and len(piece.items) > 1]
        for piece in homes[section.id]:
            if piece not in stays:
                homes[_nearest(piece, planned)].append(piece)
        homes[section.id] = stays
    for name, table in tables.items():
        homes[name].append(table)
    return {name: _in_order(own, asked) for name, own in homes.items() if own}


def _choose(found: list[Piece], words: int, preferred: Collection[str]) -> list[Piece]:
    """Pieces up to about ``words`` words: the best next one, less what repeats, less of what was used much; first those of the
    ``preferred`` sections."""
    names = {piece.first.source for piece in found}
    share = SOURCE_SHARES.get(len(names), MANY_SOURCES_SHARE)
    # a single one that stands out does not make the others worthless
    best = sorted((piece.value for piece in found), reverse=True)[:AMONG_BEST][-1] if found else 0.0
    marks = [signature(piece.text) for piece in found]
    used: dict[str, int] = {}
    by_section: dict[str, int] = {}
    by_source: dict[str, int] = {}
    chosen: list[int] = []
    left = list(range(len(found)))
    total = 0
    while left and total < words:
        at = max(left, key=lambda at: (found[at].first.section in preferred, _left_of(found[at], used), -at))
        left.remove(at)
        piece = found[at]
        source, section = piece.first.source, piece.first.section
        if piece.value < WORTH_IT * best and by_section.get(section, 0) >= LEAST_SECTION * words:
            continue
        full = by_section.get(section, 0) > SECTION_SHARE * words and section not in preferred
        if full or by_source.get(source, 0) + piece.words > share * words:
            continue
        if any(alike(marks[at], marks[other], REPEATS) for other in chosen):
            continue
        chosen.append(at)
        used[source] = used.get(source, 0) + 1
        by_source[source] = by_source.get(source, 0) + piece.words
        by_section[section] = by_section.get(section, 0) + piece.words
        total += piece.words
    return [found[at] for at in chosen]


def _left_of(piece: Piece, used: Mapping[str, int]) -> float:
    """What a piece is worth after so many of its source."""
    return piece.value * SOURCE_FATIGUE ** used.get(piece.first.source, 0)


def _tables(found: Sequence[Piece], sections: Sequence[Section]) -> dict[str, Piece]:
    """The best table of each section, where it is worth showing."""
    best = max((piece.value for piece in found), default=0.0)
    tables: dict[str, Piece] = {}
    for piece in sorted(found, key=lambda piece: -piece.value):
        if piece.value >= 0.6 * best and piece.first.section not in tables and len(tables) < MOST_TABLES:
            tables[piece.first.section] = piece
    return tables


def _is_remnant(piece: Piece) -> bool:
    """Whether a piece is a short sentence whose neighbours stand elsewhere: alone it says too little."""
    short = REMNANT_WORDS * (2.2 if is_wide(piece.first.text) else 1)
    return len(piece.items) == 1 and len(piece.first.passage.spans) > 1 and piece.words < short


def _is_thin(own: Sequence[Piece]) -> bool:
    sentences, words = sum(len(piece.items) for piece in own), sum(piece.words for piece in own)
    wide = any(is_wide(piece.first.text) for piece in own)
    return sentences < 2 or words < THIN_WORDS * (2 if wide else 1)


def _nearest(piece: Piece, sections: Sequence[Section]) -> str:
    cast = votes(piece.first.passage.heading, piece.text)
    facets = {section.id: of_title(section.title) for section in sections}
    return max(sections, key=lambda section: cast[facet.id] if (facet := facets[section.id]) else 0.0).id


def _in_order(own: Sequence[Piece], asked: Brief) -> list[Piece]:
    """The source with most to say first, of a history the one that begins first; the pieces of a source in its own order, those
    of a history in the order of time."""
    worth: dict[str, float] = {}
    for piece in own:
        worth[piece.first.source] = worth.get(piece.first.source, 0.0) + piece.value
    names = sorted(dict.fromkeys(piece.first.source for piece in own), key=lambda name: -worth[name])
    if asked.is_history:
        begins = {name: first_year(item for piece in own if piece.first.source == name for item in piece.items) for name in names}
        names.sort(key=lambda name: begins[name])
    rank = {name: number for number, name in enumerate(names)}
    found = sorted(own, key=lambda piece: (rank[piece.first.source], piece.first.start))
    if asked.is_history and found[0].first.section in asked.first:
        found = in_time(found)
    if found[0].is_table and len(found) > 1:  # nothing leads into a table that opens a section
        found[0], found[1] = found[1], found[0]
    return found


def _paragraphs(own: Sequence[Piece], language: str) -> list[list[Piece]]:
    """Short pieces of one source that follow each other become one paragraph."""
    short = SHORT_PARAGRAPH * (2 if is_cjk(language) else 1)
    merged: list[list[Piece]] = []
    for piece in own:
        before = merged[-1] if merged else []
        near = before and not piece.is_table and not before[-1].is_table and before[-1].first.source == piece.first.source
        together = near and before[-1].first.passage.heading == piece.first.passage.heading
        if together and (sum(one.words for one in before) < short or piece.words < short / 2):
            merged[-1] = [*before, piece]
        else:
            merged.append([piece])
    return merged
