"""Reflection (S2-7): five measures, a score from 1 to 10, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from dr_core.stage.extractive.reflect import reflect_without_model
from dr_core.stage.reflect import ReflectAnswer


def judged(sections: list[dict[str, Any]], published: list[str]) -> tuple[dict[str, Any], dict[str, float]]:
    """The word on sections and sources, and its measures by name."""
    inputs = {
        "question": "How do heat pumps compare?",
        "language": "en",
        "today": "2026-11-19",
        "asked": [],
        "sections": [
            {"id": f"sec{at}", "title": f"Side {at}", "description": "", "evidence": 8, "sources": 2, "coverage": 1.0, **one}
            for at, one in enumerate(sections)
        ],
        "sources": [{"title": "t", "published": day, "kind": "web"} for day in published],
    }
    word = reflect_without_model(inputs)
    return word, {name: float(value) for name, value in (one.split(" ") for one in word["reasoning"].split(", "))}


def test_what_is_well_covered_by_many_fresh_sources_scores_ten() -> None:
    word, measures = judged([{}, {}, {}], ["2026-01-01"] * 6)
    assert measures == {"coverage": 1, "depth": 1, "diversity": 1, "consistency": 1, "timeliness": 1}
    assert (word["overall_score"], word["is_sufficient"], word["gaps"], word["next_queries"]) == (10, True, [], [])


def test_nothing_at_all_scores_hardly_more_than_one_and_all_of_it_is_missing() -> None:
    word, measures = judged([{"evidence": 0, "sources": 0, "coverage": 0.0}] * 3, [])
    assert measures == {"coverage": 0, "depth": 0, "diversity": 0, "consistency": 0, "timeliness": 0.5}
    assert 1 <= word["overall_score"] < 2 and not word["is_sufficient"]
    assert word["gaps"] == ["Side 0", "Side 1", "Side 2"] and len(word["next_queries"]) == 3


@pytest.mark.parametrize(
    ("section", "published", "measure", "value"),
    [
        ({"coverage": 0.5}, ["2026"] * 6, "coverage", 0.5),
        ({"evidence": 4}, ["2026"] * 6, "depth", 0.5),
        ({}, ["2026"] * 3, "diversity", 0.5),
        ({"sources": 1}, ["2026"] * 6, "consistency", 0.0),
        ({}, ["2023"] * 6, "timeliness", 1.0),
        ({}, ["2022"] * 6, "timeliness", 0.0),
    ],
)
def test_each_measure_counts_what_it_is_called(section: dict[str, Any], published: list[str], measure: str, value: float) -> None:
    word, measures = judged([section], published)
    assert {name for name, found in measures.items() if found != 1.0} == ({measure} if value != 1.0 else set())
    assert measures[measure] == value
    assert (word["overall_score"] < 10) is (value < 1)


@pytest.mark.parametrize(("score", "fits"), [(0.9, False), (1, True), (10, True), (10.1, False)])
def test_a_model_gives_a_score_from_one_to_ten(score: float, fits: bool) -> None:
    told = {"is_sufficient": False, "overall_score": score}
    if fits:
        assert ReflectAnswer.model_validate(told).overall_score == score
    else:
        with pytest.raises(ValidationError):
            ReflectAnswer.model_validate(told)
