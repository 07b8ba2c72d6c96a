"""Which questions ask for judgement, and which for a comparison: by their words."""

from __future__ import annotations

from dr_core.pattern import regex
from dr_core.run.run import Run
from dr_core.stage.extractive.rival import contrasts
from dr_core.state import RunState

KEYWORDS = regex(
    "分析|評估|评估|批判|比較|比较|為什麼|为什么|なぜ|どうして|評価|분석|평가|비판|비교|왜"
    r"|(?<![a-z])(?:analy|assess|evaluat|criti[cq]|compar|(?:why|versus|vs)(?![a-z]))"
)
PATTERNS = (
    (("趨勢", "趋势", "trend", "動向", "추세"), ("分析", "analy", "분석")),
    (("市場", "市场", "market", "시장"), ("觀點", "观点", "view", "perspective", "見方", "관점")),
)
COMPARISONS = ("compar", "versus", " vs ", " vs.", "differ", "比較", "比较", "對比", "对比", "相比", "違い", "비교", "차이")
LONG_QUERY = 50


def pays(question: str) -> bool:
    """Whether a question asks for judgement: by keyword, by mixed pattern, or by being long (S0-9)."""
    lowered = question.lower()
    if KEYWORDS.search(lowered):
        return True
    mixed = any(any(one in lowered for one in ones) and any(other in lowered for other in others) for ones, others in PATTERNS)
    return mixed or len(question) > LONG_QUERY


def compares(question: str) -> bool:
    """Whether a question asks to hold things against each other."""
    return any(word in f" {question.lower()} " for word in COMPARISONS) or contrasts(question)


def wants_analysis(state: RunState, run: Run) -> bool:
    """Whether this run analyses, by settings and question."""
    wanted = run.settings.research.critical_analysis
    return wanted == "always" or (wanted == "auto" and pays(state.clarified_query))
