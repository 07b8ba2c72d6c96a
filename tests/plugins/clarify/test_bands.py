"""The bands of confidence (S4-2) and the words that make a question complex (S0-18), to the letter."""

from __future__ import annotations

import pytest

from dr_core import Clarification, NextAction
from dr_plugins.clarify.adaptive import Adaptive, is_complex, needs_clarification, should_start_research


def plan(confidence: float = 0.9, goal: str = "what it costs", focuses: int = 3, unknown: tuple[str, ...] = ()) -> Clarification:
    return Clarification(
        action=NextAction.START_RESEARCH,
        confidence=confidence,
        goal=goal,
        focuses=tuple(f"focus {number}" for number in range(focuses)),
        unknown_terms=unknown,
    )


@pytest.mark.parametrize(
    ("word", "starts"),
    [
        (plan(0.7), True),
        (plan(0.69), False),
        (plan(goal=""), False),
        (plan(focuses=2), False),
        (plan(unknown=("XYZ123",)), False),
    ],
)
def test_research_starts_where_it_is_sure_enough_has_a_goal_and_three_focuses(word: Clarification, starts: bool) -> None:
    assert should_start_research(word) is starts


@pytest.mark.parametrize(
    ("word", "asks"),
    [
        (plan(0.5, focuses=2), False),
        (plan(0.49), True),
        (plan(goal=""), True),
        (plan(focuses=1), True),
    ],
)
def test_somebody_is_asked_under_a_half_without_a_goal_or_with_one_focus(word: Clarification, asks: bool) -> None:
    assert needs_clarification(word) is asks


@pytest.mark.parametrize(
    "words",
    [
        *("比較", "分析", "評估", "深度", "全面", "詳細", "對比"),
        *("比较", "分析", "评估", "深度", "全面", "详细", "对比"),
        *("compare", "comparison", "analyse", "analyze", "analysis", "evaluate", "assess", "in-depth", "deep", "comprehensive"),
        *("detailed", "contrast", "versus"),
    ],
)
def test_each_word_of_complexity_alone_makes_a_question_complex(words: str) -> None:
    assert is_complex(f"{words} LFP" if words.isascii() else f"{words}鈉電池")
    assert not is_complex("LFP") and not is_complex("鈉電池")


@pytest.mark.parametrize("letters", ["電" * 51, "a" * 153])
def test_a_long_question_is_complex(letters: str) -> None:
    assert is_complex(letters)
    assert not is_complex(letters[: 50 if letters[0] == "電" else 150])


def test_three_questions_are_asked_at_most() -> None:
    assert Adaptive().options.max_rounds == 3
