"""The bands of confidence, and what they decide (S4-2, S0-18)."""

from __future__ import annotations

import re
from itertools import pairwise

from dr_core import Clarification
from dr_core.pattern import regex
from dr_core.text.han import fold

ASK_BELOW = 0.5
START_FROM = 0.7
AT_ONCE_ABOVE = 0.9
FOCUSES_TO_START = 3
FOCUSES_AT_LEAST = 2
LONG = 50
"""Characters from which a question counts as long: a CJK character as one, three Latin letters as one."""

ENOUGH = 1.3
"""Points (``Reading.points``) of a subject that can be researched with stated assumptions."""

_CURVE = ((0.0, 0.1), (0.6, 0.3), (ENOUGH, ASK_BELOW), (2.2, START_FROM), (3.5, 0.85), (6.0, 0.95))
_COMPLEX_CJK = regex("比较|分析|评估|深度|全面|详细|对比|비교|분석|평가|심층|포괄적|자세히|상세|詳しく|徹底|深掘り|包括的")
_COMPLEX_LATIN = regex(
    r"\b(?:compar(?:e[sd]?|ing|isons?|ative)|contrast\w*|analy[sz]\w+|evaluat\w+|assess\w*|in[- ]depth|deep|comprehensive\w*"
    r"|detailed|thorough\w*|versus|vs|vergleich\w*|bewert\w+|ausführlich\w*|umfassend\w*|gründlich\w*|compar(?:a|er|ai|ez)\w*"
    r"|évalu\w+|approfondi\w*|détaillée?s?|analiz\w+|an[aá]lisis|evalua\w+|exhaustiv\w+|detallad\w+|confront[aoi]\w*|analisi"
    r"|valuta\w*|dettagliat\w+|análises?|analis[ae]\w*|avalia\w+|detalhad\w+|aprofundad\w+)\b",
    re.IGNORECASE,
)
_WIDE = regex(r"[\u3041-\u30fc\u3400-\u9fff\uac00-\ud7a3]")


def confidence_of(points: float) -> float:
    """Points as a confidence between 0.1 and 0.95, rising evenly between the fixed marks."""
    for (low, start), (high, end) in pairwise(_CURVE):
        if points < high:
            return round(start + (end - start) * (points - low) / (high - low), 2)
    return _CURVE[-1][1]


def should_start_research(plan: Clarification) -> bool:
    """Whether research may start: sure enough, a goal, at least three focuses, and nothing left to verify (S4-2)."""
    return plan.confidence >= START_FROM and bool(plan.goal) and len(plan.focuses) >= FOCUSES_TO_START and not plan.unknown_terms


def needs_clarification(plan: Clarification) -> bool:
    """Whether somebody must be asked: unsure, no goal, or fewer than two focuses (S4-2)."""
    return plan.confidence < ASK_BELOW or not plan.goal or len(plan.focuses) < FOCUSES_AT_LEAST


def is_complex(topic: str) -> bool:
    """Whether a question is likely to be costly: a word such as "compare" or 全面, or a long text (S0-18, S4-6)."""
    wide = len(_WIDE.findall(topic))
    if wide + (len(topic) - wide) / 3 > LONG:
        return True
    return bool(_COMPLEX_LATIN.search(topic) or _COMPLEX_CJK.search(fold(topic)) or _COMPLEX_CJK.search(topic))
