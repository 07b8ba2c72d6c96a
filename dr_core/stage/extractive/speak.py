"""How much of a question's words a text speaks of: rare ones count more, little ones not at all."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.query import KANA, without_asking
from dr_core.text import bm25, terms
from dr_core.text.token import content_terms

SURROUNDINGS = 0.2
"""What the passage around a sentence counts beside its own words: it names what the sentence leaves unsaid."""
AROUND = 0.5
"""The same where the nearest sentence is looked for: the best passage nearly always has the answer, in whatever words."""
MANY_HEADINGS = 0.4
"""A word that stands in more of the headings than this is what the sources are about, and tells no passage from another."""
COMMON = 0.3
"""What more than this share of all texts say is the subject, and tells none of them from another."""

SUBJECT = 0.5
"""What more than this share of all texts say, with what stands over them, is the subject, and not what is asked of it."""

_PARTICLES = regex(r"(?<=[\u4e00-\u9fff])[的與与和及是在了之](?=[\u4e00-\u9fff\s])|(?<=\s)[的與与和及是](?=[\u4e00-\u9fff\s])")

_OKURIGANA = regex(r"(?<![\u4e00-\u9fff々])([\u4e00-\u9fff][\u3041-\u3096])[\u3041-\u3096]*|[\u3041-\u3096]+")
"""Kana, but for the first behind a single character: 建て替える is read as 建て and 替え, which sentences have, too."""

_TOPIC = regex(r"(?<=[\uac00-\ud7a3]{2})(?:은|는|을|를|의)(?=[\s?？.,]|$)")
"""Korean particles that are the end of no other word: 원인은 is read as 원인."""


_ASKED_VERB = regex(
    r"(?<=[\uac00-\ud7a3]{2})(?:하|되|했|됐|하였|되었|합니|됩니|했습니|되었습니)(?:나요?|는가|는지|까|을까요?)?(?=[\s?？.,]|$)"
)
"""The end of a Korean verb that asks: of 시작했나 an answer repeats 시작."""


def weights(question: str, texts: Sequence[str]) -> dict[str, float]:
    """How much each term of a question tells: what fewer of ``texts`` have, tells more."""
    held = [set(terms(text)) for text in texts]
    times = Counter(content_terms(plain(question)))
    return {term: min(times[term], 2) * math.log(1 + len(texts) / (1 + sum(term in own for own in held))) for term in times}


def plain(question: str) -> str:
    """The words of a question that an answer repeats: none that only ask, and none of the little ones between CJK words."""
    text = _TOPIC.sub(" ", without_asking(_ASKED_VERB.sub(" ", question)))
    return _OKURIGANA.sub(lambda run: f" {run[1] or ''} ", text) if KANA.search(text) else _PARTICLES.sub(" ", text)


def answers(question: str, texts: Sequence[str]) -> list[float]:
    """How much of what is asked each text speaks of: rare terms of the question count more, and each counts once."""
    weight = weights(question, texts)
    return [spoken(weight, text) for text in texts]


def spoken(weight: Mapping[str, float], text: str) -> float:
    """How much of the weight of some terms a text speaks of."""
    return math.fsum(weight[term] for term in sorted(weight.keys() & set(terms(text))))


def speaks_of(weight: Mapping[str, float], text: str, share: float) -> bool:
    """Whether a text speaks of so large a share of some terms."""
    return spoken(weight, text) >= share * math.fsum(weight.values())


def unsaid(weight: Mapping[str, float], item: Item) -> dict[str, float]:
    """The terms that the title of an item does not say for it."""
    given = set(terms(item.title))
    return {term: one for term, one in weight.items() if term not in given}


def telling(weight: Mapping[str, float], texts: Sequence[str]) -> dict[str, float]:
    """The terms that tell one text from another; all of them where none does."""
    held = [set(terms(text)) for text in texts]
    kept = {term: one for term, one in weight.items() if sum(term in own for own in held) <= COMMON * len(texts)}
    return kept or dict(weight)


def pointing(question: str, items: Sequence[Item]) -> set[str]:
    """The words of a question that some of the items have, with what stands over them, and not most of them."""
    held = [set(terms(f"{item.title} {item.passage.heading} {item.said}")) for item in items]
    times = {term: sum(term in own for own in held) for term in set(content_terms(plain(question)))}
    return {term for term, count in times.items() if 0 < count <= SUBJECT * len(held)}


def distinct(words: Iterable[str], headings: Collection[str]) -> set[str]:
    """Those words of a question that some headings have and most have not: what stands under these was asked for."""
    asked = set(words)
    count = Counter(term for heading in headings for term in asked.intersection(terms(heading)))
    return {term for term, times in count.items() if times <= max(1, MANY_HEADINGS * len(headings))}


def directness(query: str, prose: Sequence[Item], *, headed: bool = False) -> dict[str, float]:
    """How directly each item answers: by its own words and its title's (``headed``: and its heading's), and a little by those
    around it."""
    around = _passages(prose, titled=False)
    own = answers(query, [f"{item.title} {item.passage.heading if headed else ''} {item.said}" for item in prose])
    wide = dict(zip(around, answers(query, list(around.values())), strict=True))
    top, widest = max(own, default=0.0) or 1.0, max(wide.values(), default=0.0) or 1.0
    return {
        item.id: one / top + SURROUNDINGS * wide[item.source, item.passage.start] / widest
        for item, one in zip(prose, own, strict=True)
    }


def nearness(query: str, prose: Sequence[Item], *, titled: bool = False) -> dict[str, float]:
    """How near each item is to a question, 0 to 1: by its own words (``titled``: and its title's), the fewer others the better,
    and by its passage."""
    asked = plain(query)
    around = _passages(prose, titled=True)
    own = bm25(asked, [f"{item.title} {item.said}" if titled else item.said for item in prose])
    wide = dict(zip(around, bm25(asked, list(around.values())), strict=True))
    near = {item.id: one + AROUND * wide[item.source, item.passage.start] for item, one in zip(prose, own, strict=True)}
    top = max(near.values(), default=0.0) or 1.0
    return {name: one / top for name, one in near.items()}


def _passages(prose: Sequence[Item], *, titled: bool) -> dict[tuple[str, int], str]:
    """What the items of each passage say, under its heading and the title of its source."""
    around: dict[tuple[str, int], str] = {}
    for item in prose:
        place = (item.source, item.passage.start)
        over = f"{item.title} {item.passage.heading}" if titled else item.passage.heading
        around[place] = f"{around.get(place, over)} {item.said}"
    return around
