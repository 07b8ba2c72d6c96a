"""Critical analysis without a model: what sources state differently, side by side, and where a source speaks of a dispute."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.piece import Item, Piece, best_first, is_alone, pieces
from dr_core.text import is_cjk, terms
from dr_core.text.claim import conflicts

MOST_PAIRS, MOST_DISPUTES = 2, 3
MOST_WORDS = 330
KEPT = 3
"""Sentences that a section which was asked for keeps at least."""
RELEVANT = 0.5
"""A dispute is worth telling if its passage is worth so much of the best one."""

_DISPUTE = regex(
    r"\bdisput\w*|\bdisagree\w*|\bdo(?:es)? not (?:all )?agree|\bcontradict\w*|\bopposite conclusions|\bdiffer(?:s"
    r"|ent figures)?\b|\bcritics?\b|\bsupporters?\b|\bopponents?\b|\bcritical\b"
    r"|\brejected\b|\bdepend(?:s|ing) on (?:who|the (?:source|measure))|\bnot everybody\b|\bwarned\b|\bothers hold"
    r"|\bopinions\b|\bjudgements\b|\btwo (?:prices|figures|answers|counts)\b|\bmatter of definition\b|\brange from\b"
    r"|\bboth statements\b"
    r"|不一致|並不一致|并不一致|不相同|分歧|爭議|争议|兩種|两种|看法|說法|说法|批評者|批评者|支持者|反對者|反对者|质疑|質疑"
    r"|評價|评价|一種意見|一种意见|另一種|另一种|差異|差异"
    r"|一致していない|分かれる|批判|慎重な立場|推進する立場|とする資料|正確ではない|指摘|論点|見方|違い|これに対して"
    r"|엇갈|논쟁|반박|비판|다른 결론|맞서|주장|우려|보도에 따라|평가",
    re.I,
)


def weighed(asked: Brief, items: Sequence[Item]) -> list[list[Piece]]:
    """The paragraphs of the analysis: pairs of sentences of different sources that differ, then passages about a dispute."""
    found = _pairs(items, asked.known)
    used = {item.id for paragraph in found for piece in paragraph for item in piece.items}
    words = sum(piece.words for paragraph in found for piece in paragraph)
    most = MOST_WORDS * (1.6 if is_cjk(asked.language) else 1)
    told: list[Piece] = []
    for piece in _disputes(asked, [item for item in items if item.id not in used]):
        again = sum(other.first.source == piece.first.source for other in told)
        if len(told) == MOST_DISPUTES:
            break
        if again < 2 and words + piece.words <= most:
            words += piece.words
            told.append(piece)
    sources = list(dict.fromkeys(item.source for item in items))
    told.sort(key=lambda piece: (sources.index(piece.first.source), piece.first.start))
    return [*found, *([piece] for piece in told)]


def _pairs(items: Sequence[Item], known: Collection[str]) -> list[list[Piece]]:
    """Two sentences of two sources about one thing that state different figures."""
    prose = [item for item in items if not item.is_table and is_alone(item, known)]
    found: list[list[Piece]] = []
    used: set[str] = set()
    for places in conflicts([item.text for item in prose]):
        one, other = (prose[at] for at in places)
        if one.source == other.source or {one.id, other.id} & used:
            continue
        used |= {one.id, other.id}
        found.append([Piece((one,)), Piece((other,))])
    return sorted(found, key=lambda pair: -sum(piece.value for piece in pair))[:MOST_PAIRS]


def _disputes(asked: Brief, items: Sequence[Item]) -> list[Piece]:
    """Passages that speak of a dispute about what was asked, best first."""
    prose = [item for item in items if not item.is_table]
    sizes = Counter(item.section for item in prose)
    # an opening belongs to the abstract, and a section that was asked for keeps what it has
    runs = [
        piece
        for piece in pieces(prose, asked.known)
        if len(piece.items) >= 2
        and piece.first.passage.place > 0
        and not (piece.first.section in asked.first and sizes[piece.first.section] - len(piece.items) < KEPT)
    ]
    named = [
        piece
        for piece in runs
        if any(asked.names & set(terms(text)) for text in (piece.first.passage.heading, *(item.said for item in piece.items)))
    ]
    cues = {
        piece.first.id: len({cue.lower() for cue in _DISPUTE.findall(piece.text)})
        + bool(_DISPUTE.search(piece.first.passage.heading))
        + bool(_DISPUTE.search(piece.first.text))
        for piece in runs
    }
    spoken = [piece for piece in (named if asked.names else runs) if cues[piece.first.id] >= 2]
    best = max((piece.value for piece in spoken), default=0.0)
    return best_first(
        [piece for piece in spoken if piece.value >= RELEVANT * best],
        lambda piece: piece.value + 0.05 * min(4, cues[piece.first.id]),
    )
