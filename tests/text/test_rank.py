"""Ranking texts, and choosing among them."""

from __future__ import annotations

from dr_core.text import bm25, select

TEXTS = [
    "Solar power fell to 30 dollars in 2020.",
    "Solar power fell to 30 dollars in 2020!",
    "Wind power rose by a tenth in the north.",
    "Cats sleep for most of the day.",
    "The price of solar modules halved again.",
]


def test_the_text_that_answers_scores_highest() -> None:
    scores = bm25("How far did solar power fall?", TEXTS)
    assert scores.index(max(scores)) in (0, 1)
    assert scores[3] == 0.0


def test_chinese_is_ranked_by_pairs_of_characters() -> None:
    scores = bm25("太陽能發電的成本", ["貓在睡覺。", "太陽能發電變得便宜。", "風力發電的成本上升。"])
    assert scores[1] > 0 and scores[2] > 0 and scores[0] == 0.0


def test_a_rare_term_counts_more_than_a_common_one() -> None:
    texts = ["power grid", "power plant", "power line", "solar cell"]
    scores = bm25("solar power", texts)
    assert scores[3] > scores[0]


def test_no_texts_and_no_query_give_no_scores() -> None:
    assert bm25("solar", []) == []
    assert bm25("", ["solar"]) == [0.0]
    assert select("solar", [], 3) == []


def test_a_choice_does_not_repeat_itself() -> None:
    chosen = select("solar power price", TEXTS, 3)
    assert len({0, 1} & set(chosen)) == 1
    assert 4 in chosen and 3 not in chosen


def test_the_same_input_gives_the_same_choice_and_all_fit_in_a_large_limit() -> None:
    first = select("power", TEXTS, 99)
    assert first == select("power", TEXTS, 99)
    assert sorted(first) == [0, 1, 2, 3, 4]
    assert select("power", TEXTS, 0) == []
