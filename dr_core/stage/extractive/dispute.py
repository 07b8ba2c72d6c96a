"""Critical analysis without a model: what sources state differently, side by side, and where a source speaks of a dispute."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from dr_core.stage.extractive.piece import Item, Piece, best_first, pieces
from dr_core.text import terms
from dr_core.text.claim import conflicts
from dr_core.text.dangling import stands_alone

MOST_PAIRS, MOST_DISPUTES = 2, 3
MOST_WORDS = 330

_DISPUTE = re.compile(
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


def weighed(items: Sequence[Item], known: Collection[str], language: str) -> list[list[Piece]]:
    """The paragraphs of the analysis: pairs of sentences of different sources that differ, then passages about a dispute."""
    found = _pairs(items, known)
    used = {item.id for paragraph in found for piece in paragraph for item in piece.items}
    words = sum(piece.words for paragraph in found for piece in paragraph)
    factor = 1.6 if language.split("-")[0] in ("zh", "ja", "ko") else 1
    told: dict[str, int] = {}
    names = list(dict.fromkeys(item.source for item in items))
    for piece in _disputes([item for item in items if item.id not in used], known):
        if len(found) >= MOST_PAIRS + MOST_DISPUTES or told.get(piece.first.source, 0) >= 2:
            continue
        if words + piece.words <= MOST_WORDS * factor:
            words += piece.words
            told[piece.first.source] = told.get(piece.first.source, 0) + 1
            found.append([piece])
        if sum(told.values()) == MOST_DISPUTES:
            break
    return sorted(
        found, key=lambda part: (len(part) == 1, names.index(part[0].first.source) if len(part) == 1 else 0, part[0].first.start)
    )


def _pairs(items: Sequence[Item], known: Collection[str]) -> list[list[Piece]]:
    """Two sentences of two sources about one thing that state different figures."""
    prose = [item for item in items if not item.is_table and stands_alone(item.text, {*known, *terms(item.title)})]
    found: list[list[Piece]] = []
    used: set[str] = set()
    for conflict in conflicts([item.text for item in prose]):
        one, other = prose[conflict.one], prose[conflict.other]
        if one.source == other.source or {one.id, other.id} & used:
            continue
        used |= {one.id, other.id}
        found.append([Piece((one,)), Piece((other,))])
    return sorted(found, key=lambda pair: -sum(piece.value for piece in pair))[:MOST_PAIRS]


def _disputes(items: Sequence[Item], known: Collection[str]) -> list[Piece]:
    runs = [
        piece
        for piece in pieces(items, known)
        if not piece.is_table and len(piece.items) >= 2 and piece.first.passage.place > 0  # an opening belongs to the abstract
    ]
    cues = {
        piece.first.id: len({cue.lower() for cue in _DISPUTE.findall(piece.text)})
        + bool(_DISPUTE.search(piece.first.passage.heading))
        + bool(_DISPUTE.search(piece.first.text))
        for piece in runs
    }
    spoken = [piece for piece in runs if cues[piece.first.id] >= 2]
    return best_first(spoken, lambda piece: piece.value + 0.05 * min(4, cues[piece.first.id]))
