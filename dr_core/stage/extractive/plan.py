"""A plan without a model: facets that the question names, and those that a first search shows much about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.stage.extractive.facet import FACETS, Facet, strength, title
from dr_core.text import bm25, is_cjk
from dr_core.types import Hit

MOST_SECTIONS, FEWEST_SECTIONS = 5, 3
ASKED_WEIGHT = 4.0
"""A facet that the question itself names counts as much as this many times the best-covered one."""

_FRAME = re.compile(
    r"^\s*(?:please\s+|can you\s+|could you\s+)?(?:research|investigate|summari[sz]e|explain|describe|analy[sz]e|tell me about"
    r"|write (?:a|an) (?:report|overview) (?:on|of|about)|give me (?:a|an) (?:report|overview) (?:on|of|about))\s+"
    r"|^(?:請|请)?(?:幫我|帮我)?(?:研究一下|研究|調查|调查|介紹一下|介绍一下|介紹|介绍|說明|说明|分析一下|告訴我|告诉我)(?=.{4})"
    r"|(?:について(?:教えて|調べて|説明して)(?:ください)?|을 조사해\s?줘|를 조사해\s?줘|에 대해 알려\s?줘)[。.?？]?\s*$",
    re.I,
)


def outline(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Title, sections, domains; answers the ``plan`` task."""
    question, language = inputs["question"], inputs["language"]
    focuses: Sequence[str] = inputs.get("focuses") or ()
    hits: Sequence[Hit] = inputs.get("hits") or ()
    subject = core(question)
    if focuses:
        sections = [_section(focus, subject) for focus in list(focuses)[:MOST_SECTIONS]]
    else:
        sections = [_section(title(facet, language), subject) for facet in choose(question, hits)]
    domains = list(dict.fromkeys(section["title"] for section in sections))
    return {"research_title": report_title(question), "sections": sections, "domains": domains}


def core(question: str) -> str:
    """The question without its polite frame and its closing mark."""
    previous, text = "", " ".join(question.split())
    while text != previous:
        previous, text = text, _FRAME.sub("", text).strip(" .?!。？！")
    return text or question.strip()


def report_title(question: str) -> str:
    """The question as a title: short ones as they are, long ones cut at a clause."""
    text = core(question)
    if len(text) > (60 if is_cjk_text(text) else 120):
        text = re.split(r"[。？！;；]|(?<=[a-z])[.?!]\s|\n", text)[0].strip()
    limit = 80 if is_cjk_text(text) else 160
    if len(text) > limit:
        cut = text[:limit]
        text = (cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut) + "…"
    return text[:1].upper() + text[1:]


def is_cjk_text(text: str) -> bool:
    """Whether most letters of a text are CJK."""
    from dr_core.text import detect

    return is_cjk(detect(text))


def choose(question: str, hits: Sequence[Hit]) -> list[Facet]:
    """Three to five facets, in reading order."""
    texts = [f"{hit.title}. {hit.content[:20000] or hit.snippet}" for hit in hits[:8]]
    weights = _normal(bm25(question, texts)) if texts else []
    scores: dict[str, float] = {}
    for facet in FACETS:
        shown = sum(weight * min(strength(facet, text), 6) for weight, text in zip(weights, texts, strict=True))
        scores[facet.id] = shown
    best = max(scores.values(), default=0.0) or 1.0
    for facet in FACETS:
        scores[facet.id] = scores[facet.id] / best + ASKED_WEIGHT * min(strength(facet, question), 2)
    if not texts:
        for number, default in enumerate(("background", "mechanism", "figures", "limits")):
            scores[default] += 1.0 - number / 10
    ranked = sorted(FACETS, key=lambda facet: -scores[facet.id])
    asked = [facet for facet in ranked if strength(facet, question)][:MOST_SECTIONS]
    wanted = max(FEWEST_SECTIONS, min(MOST_SECTIONS, len(asked) + 2), 4 if texts else 3)
    chosen = {facet.id for facet in ranked[:wanted]}
    return [facet for facet in FACETS if facet.id in chosen]


def _section(heading: str, subject: str) -> dict[str, Any]:
    return {
        "title": heading,
        "description": f"{subject}: {heading}",
        "search_queries": [f"{subject} {heading}"],
    }


def _normal(scores: Sequence[float]) -> list[float]:
    top = max(scores, default=0.0) or 1.0
    return [score / top for score in scores]
