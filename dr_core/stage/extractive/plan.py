"""A plan without a model: facets that the question names, and those that a first search shows much about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from dr_core.pattern import regex
from dr_core.stage.extractive.facet import BY_ID, FACETS, Facet, asked, ordered, query, title, votes
from dr_core.stage.extractive.past import votes_for
from dr_core.stage.extractive.query import core, subject
from dr_core.stage.extractive.travel import travelled
from dr_core.stage.focus import focused, forms_of, pages_for, topic
from dr_core.stage.passage import Passage, passages
from dr_core.text import bm25, detect, is_cjk
from dr_core.types import Hit, Page

MOST_SECTIONS, FEWEST_SECTIONS = 5, 3
USUAL_SECTIONS = 4
DEFAULTS = ("background", "mechanism", "scale", "debate")
"""What is planned where nothing is known yet: the question names no side, and the first search gave no text."""
NEAREST = 2
"""Hits whose titles tell of what kind the subject is."""
MUCH = 0.35
"""One more side than usual gets a section if the sources say so much about it."""
NARROW = frozenset(("comparison", "reasons", "speed", "length", "passengers", "energy", "punctuality", "measures", "outlook"))
"""Sides that few subjects have: chosen where the question asks for them or a heading names them, not for words in the text."""
_TRUE = regex(r"\btrue\b|\bstimmt\b|本当|事実|真的|사실", re.I)
"""Words with which it is asked whether something is true."""
SAY_LITTLE = {
    "background": 0.5,
    "measures": 0.6,
    "outlook": 0.5,
    "reasons": 0.6,
    "debate": 0.6,
    "comparison": 0.5,
    "mechanism": 0.8,
    "people": 0.8,
    "place": 0.8,
}
"""Cues of these facets stand in any text: they count less where the question did not ask for them."""


def outline(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Title, sections, domains; answers the ``plan`` task."""
    question, language = inputs["question"], inputs["language"]
    focuses: Sequence[str] = inputs.get("focuses") or ()
    hits: Sequence[Hit] = inputs.get("hits") or ()
    about = subject(question)
    sections: list[dict[str, Any]] = []
    if focuses:
        sections = [_section(focus, f"{about} {focus}", about) for focus in list(focuses)[:MOST_SECTIONS]]
    if not focuses or inputs.get("fill_up"):
        told = {facet for focus in focuses for facet in asked(focus)}
        chosen = [facet for facet in choose(question, hits, language) if facet not in told]
        bare = topic(question)
        plain = not travelled(" ".join([question, *(hit.title for hit in hits[:NEAREST])]))
        sections += [
            _section(title(facet, language, plain=plain), _query(bare, query(facet, language, plain=plain)), about)
            for facet in chosen[: MOST_SECTIONS - len(sections)]
        ]
    domains = list(dict.fromkeys(section["title"] for section in sections))
    return {"research_title": report_title(question), "sections": sections, "domains": domains}


def report_title(question: str) -> str:
    """The question as a title: short ones as they are, long ones cut at a clause; a question keeps its mark."""
    text = core(question)
    if _TRUE.search(question) and not _TRUE.search(text):
        text = " ".join(question.split())  # without that, what is doubted would be the title
    if len(text) > (60 if is_cjk_text(text) else 120):
        text = re.split(r"(?<=[。？！?!])|[;；]|(?<=[a-z])\.\s|\n", text)[0].strip(" .。")
    limit = 80 if is_cjk_text(text) else 160
    if len(text) > limit:
        cut = text[:limit]
        text = (cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut) + "…"
    return text[:1].upper() + text[1:]


def is_cjk_text(text: str) -> bool:
    """Whether most letters of a text are CJK."""
    return is_cjk(detect(text))


def choose(question: str, hits: Sequence[Hit], language: str) -> list[Facet]:
    """Three to five facets in reading order: those that the question asks for, then those with most to tell."""
    wanted = asked(question)[:MOST_SECTIONS]
    mass = shown(question, hits, language)
    if not mass:
        chosen = [*wanted, *(BY_ID[name] for name in DEFAULTS if BY_ID[name] not in wanted)][: max(USUAL_SECTIONS, len(wanted))]
        return ordered(chosen[:MOST_SECTIONS], wanted)
    most = max(mass.values())
    kept = [facet for facet in wanted if mass[facet.id]] or wanted  # on what they never name, the sources have no section
    others = sorted(
        (facet for facet in FACETS if facet not in kept), key=lambda facet: -mass[facet.id] * SAY_LITTLE.get(facet.id, 1.0)
    )
    worth = [facet for facet in others if mass[facet.id] >= 0.2 * most]
    room = max(FEWEST_SECTIONS, min(MOST_SECTIONS, max(USUAL_SECTIONS, len(kept) + 1))) - len(kept)
    if room and len(worth) > room and mass[worth[room].id] >= MUCH * most:
        room += 1
    # where the sources say next to nothing on what is left, a side that was asked for is worth more than one that was not
    # where they say nothing at all, one that any subject has is worth more than the next in the list
    rest = sorted(
        (facet for facet in others if facet not in worth),
        key=lambda facet: (facet not in wanted, not mass[facet.id], facet.id not in DEFAULTS),
    )
    filled = [*kept, *(worth + rest)[: max(0, room)]][:MOST_SECTIONS]
    return ordered(filled, wanted)


def shown(question: str, hits: Sequence[Hit], language: str) -> dict[str, float]:
    """What the passages of the first hits speak of, by facet; each passage has one vote, as heavy as it is relevant."""
    pages = [_page(hit) for hit in hits[:10] if len(hit.content or hit.snippet) > 40]
    own = [page for page in pages if page.language.split("-")[0] == language.split("-")[0]] or pages
    weighted, forms = focused(question), forms_of(question, own)
    about = pages_for(question, (), own)
    found: list[tuple[Page, Passage, str]] = []
    for page in own:
        if page.id in about:
            found += [(page, one, page.text[one.start : one.end]) for one in passages(page)]
    if not found:
        return {}
    wanted = {facet.id for facet in asked(question)}
    scores = bm25(weighted, [forms.read(f"{one.heading} {text}") for _, one, text in found])
    best = max(scores) or 1.0
    mass = dict.fromkeys(BY_ID, 0.0)
    for (page, one, text), score in zip(found, scores, strict=True):
        named = votes(f"{page.title} {one.heading}", "")
        cast = {
            name: vote
            for name, vote in votes_for(wanted, one.heading, text, page.title).items()
            if name not in NARROW or named[name] or name in wanted
        }
        total = sum(cast.values())
        for name, vote in cast.items():
            mass[name] += (0.2 * about[page.id] + 0.8 * score / best) * vote / total if total else 0.0
    return mass


def _page(hit: Hit) -> Page:
    text = (hit.content or hit.snippet)[:40_000]
    known = sha256(f"{hit.url}\n{text}".encode()).hexdigest()
    return Page(id=known, url=hit.url, title=hit.title, text=text, sha256=known, fetched_at="", language=detect(text[:5000]))


def _query(about: str, side: str) -> str:
    """The subject and one side of it, no word twice."""
    return " ".join(dict.fromkeys(f"{about} {side}".split()))


def _section(heading: str, search: str, about: str) -> dict[str, Any]:
    return {"title": heading, "description": f"{about}: {heading}", "search_queries": [search]}
