"""An answer that nearly fits is used; one that does not is asked for again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from standin.library import good, research, said

from dr_core import ModelRequest
from dr_core.run.cite import with_ids
from dr_core.run.fit import fit
from dr_core.stage.answer import MOST_CITED
from dr_core.stage.draft import DraftAnswer
from dr_core.stage.extract import FindingsAnswer
from dr_core.stage.plan import PlanAnswer
from dr_core.stage.reflect import ReflectAnswer

PARAGRAPH = {"text": "Rail costs 5 EUR.", "cite_ids": ["e1"], "kind": "prose"}
SECTION = {"title": "A", "description": "d", "search_queries": ["q"]}


def drafted(**other: Any) -> dict[str, Any]:
    return fit(DraftAnswer, {"paragraphs": [{**PARAGRAPH, **other}]}).paragraphs[0].model_dump()


def planned(**other: Any) -> PlanAnswer:
    return fit(PlanAnswer, {"research_title": "T", "sections": [SECTION] * 3, **other})


def reflected(**other: Any) -> ReflectAnswer:
    return fit(ReflectAnswer, {"is_sufficient": True, "overall_score": 8, **other})


def test_lists_that_are_a_little_too_long_are_cut() -> None:
    assert len(drafted(cite_ids=[f"e{at}" for at in range(MOST_CITED + 1)])["cite_ids"]) == MOST_CITED
    assert len(planned(sections=[SECTION] * 6).sections) == 5
    assert planned(sections=[{**SECTION, "search_queries": list("abcde")}] * 3).sections[0].search_queries == list("abcd")
    assert len(reflected(gaps=["g"] * 9).gaps) == 8


def test_a_list_without_end_is_no_answer() -> None:
    with pytest.raises(ValidationError):
        fit(DraftAnswer, {"paragraphs": [PARAGRAPH] * 500})


def test_null_is_what_is_not_said() -> None:
    assert planned(checklist=None, domains=None).checklist == []
    assert drafted(kind=None)["kind"] == "prose"
    assert reflected(next_queries=[{"query": "a", "section": None}]).next_queries[0].section == ""


def test_kinds_are_known_by_any_spelling_and_are_prose_otherwise() -> None:
    assert drafted(kind="Table ")["kind"] == "table"
    assert drafted(kind="paragraph")["kind"] == "prose"


def test_a_list_told_as_text_is_read() -> None:
    assert fit(DraftAnswer, {"paragraphs": json.dumps([PARAGRAPH])}).paragraphs[0].text == PARAGRAPH["text"]
    assert drafted(cite_ids="e1")["cite_ids"] == ["e1"]
    assert planned(sections=[{**SECTION, "search_queries": [{"query": "q"}]} for _ in range(3)]).sections[0].search_queries == [
        "q"
    ]


@pytest.mark.parametrize(("score", "meant"), [(0, 1), (85, 10), ("8/10", 8), ("7.5", 7.5)])
def test_scores_are_read_as_they_are_meant(score: Any, meant: float) -> None:
    assert reflected(overall_score=score).overall_score == meant


@pytest.mark.parametrize(("coverage", "meant"), [(80, 0.8), ("80%", 0.8), (1.0, 1.0), (-0.1, 0)])
def test_so_are_shares(coverage: Any, meant: float) -> None:
    assert fit(FindingsAnswer, {"findings": [], "coverage": coverage}).coverage == meant


@pytest.mark.parametrize("score", [float("nan"), "high", None, []])
def test_what_is_no_number_is_no_score(score: Any) -> None:
    with pytest.raises(ValidationError, match="overall_score"):
        reflected(overall_score=score)


def test_labels_are_cut_at_a_word_and_texts_never() -> None:
    assert planned(research_title="word " * 60).research_title == ("word " * 40).rstrip()
    long = {"text": "a" * 601, "cite_ids": ["e1"]}
    found = fit(FindingsAnswer, {"findings": [{"text": "a", "cite_ids": ["e1"]}, long], "coverage": 0.5})
    assert [item.text for item in found.findings] == ["a"]
    with pytest.raises(ValidationError):
        fit(DraftAnswer, {"paragraphs": [{**PARAGRAPH, "text": "a" * 4001}]})


def test_one_bad_entry_does_not_cost_the_others_but_most_of_them_do() -> None:
    found = fit(DraftAnswer, {"paragraphs": [PARAGRAPH, PARAGRAPH, {"words": "b"}, "just a text"]})
    assert len(found.paragraphs) == 2
    with pytest.raises(ValidationError):
        fit(DraftAnswer, {"paragraphs": [PARAGRAPH, {"words": "b"}, "just a text"]})


def test_fields_are_known_with_capitals_and_a_wrong_answer_is_told_by_its_first_error() -> None:
    assert fit(DraftAnswer, {"Paragraphs": [{"Text": "a", "citeIds": ["e1"]}]}).paragraphs[0].cite_ids == ["e1"]
    assert fit(DraftAnswer, {"paragraphs": [{"text": "a", "ids": ["e1"]}]}).paragraphs[0].cite_ids == ["e1"], (
        "as they are asked for"
    )
    with pytest.raises(ValidationError, match="paragraphs"):
        fit(DraftAnswer, {"sections": []})


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["e1, e2"], ["e1", "e2"]),
        ("e1; E2", ["e1", "e2"]),
        (["[e1]", "(e2)"], ["e1", "e2"]),
        (["e1-e3"], ["e1", "e3"]),
        ([1, "2"], ["e1", "e2"]),
        (["id: e2", None], ["e2"]),
        (["e99"], ["e99"]),
        ([], ["e3"]),
    ],
)
def test_ids_are_found_however_they_are_told(given: Any, meant: list[str]) -> None:
    text = "Rail costs 5 EUR [e3]." if not given else "Rail costs 5 EUR."
    value = {"paragraphs": [{"text": text, "cite_ids": given}]}
    assert with_ids(value, ["e1", "e2", "e3"] if given != ["e1-e3"] else ["e1", "e3"])["paragraphs"][0]["cite_ids"] == meant


async def test_a_model_that_is_held_to_no_schema_is_asked_once_for_each_task(tmp_path: Path) -> None:
    def loose(request: ModelRequest) -> Any:
        answer: dict[str, Any] = good(request)
        match request.task:
            case "plan":
                answer["sections"] = [*answer["sections"], *({"title": f"More {at}"} for at in range(4))]
                answer["checklist"] = None
            case "findings":
                answer = {**answer, "coverage": 55}
            case "draft":
                answer["paragraphs"] = [
                    {**one, "kind": "Paragraph", "cite_ids": ", ".join(one["cite_ids"])} for one in answer["paragraphs"]
                ]
            case "summary":
                answer["abstract"] = json.dumps(answer["abstract"])
        return answer

    models = said(one=loose)
    state, _ = await research(tmp_path, models)
    assert not [error for error in state.errors if "/one" in error.step], state.errors
    assert state.status == "complete" and "fallbacks" not in state.notes
