"""Headings that fit their subject: a river has a length and no lines, a museum has visitors and no passengers."""

from __future__ import annotations

import pytest

from dr_core.stage.checklist import left_bare
from dr_core.stage.extractive.facet import BY_ID, LANGUAGES, of_title, title
from dr_core.stage.extractive.plan import outline
from dr_core.stage.extractive.travel import travelled
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import Hit, Paragraph

RIVER = (
    "The Orla is a river in the north. It has a length of 412 km, of which 130 km are navigable.\n\n"
    "The flood of 1953 destroyed 12 bridges. Since then dams hold back the water of spring.\n"
)


def headings(question: str, *hits: Hit) -> list[str]:
    planned = outline({"question": question, "language": detect(question), "hits": hits})
    return [section["title"] for section in planned["sections"]]


@pytest.mark.parametrize(
    ("question", "wanted", "other"),
    [
        ("How long is the river Orla and what lives in it?", "Length", "Lines and length"),
        ("奥拉河的长度与生态", "长度", "线路与里程"),
        ("奧拉河的長度與生態", "長度", "路線與里程"),
        ("オルラ川の延長と生態系", "長さ", "路線と延長"),
        ("오를라강의 길이와 생태", "길이", "노선과 길이"),
        ("Visitors and costs of the museum of Ravel", "Visitors", "Passengers"),
        ("박물관의 이용객과 비용", "이용자 수", "이용객"),
    ],
)
def test_a_subject_on_which_nobody_travels_has_a_plain_heading(question: str, wanted: str, other: str) -> None:
    found = headings(question)
    assert wanted in found and other not in found


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Length and passengers of the railways of Ravel", "Lines and length"),
        ("中国高铁的里程与客流", "线路与里程"),
        ("新幹線の延長と乗客", "路線と延長"),
        ("고속철도의 길이와 이용객", "노선과 길이"),
    ],
)
def test_a_railway_has_lines(question: str, wanted: str) -> None:
    assert wanted in headings(question)


def test_what_is_found_tells_of_what_kind_the_subject_is() -> None:
    assert "Length" in headings("How long is the Orla?", Hit(title="The river Orla", url="file:///a", content=RIVER))
    assert "Lines and length" in headings("How long is the Orla?", Hit(title="The Orla railway", url="file:///a", content=RIVER))


def test_a_plain_heading_is_searched_for_in_plain_words() -> None:
    planned = outline({"question": "Length and wildlife of the river Orla", "language": "en", "hits": ()})
    section = next(section for section in planned["sections"] if section["title"] == "Length")
    assert not {"lines", "network"} & set(section["search_queries"][0].split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_headings_are_those_of_one_side(language: str) -> None:
    for name in ("length", "passengers"):
        side = BY_ID[name]
        assert of_title(title(side, language)) is of_title(title(side, language, plain=True)) is side


def test_a_side_without_a_word_is_named_as_the_subject_wants_it() -> None:
    question = "How many visitors has the museum of Ravel, and how safe is it?"
    state = RunState(original_query=question, clarified_query=question, language="en")
    state.paragraphs = [Paragraph(id="a.p0", section="a", text="It is safe.")]
    assert left_bare(state) == ["Visitors"]


def test_subjects_are_told_apart() -> None:
    assert travelled("The tram of Ravel") and travelled("台灣高鐵") and travelled("リニア中央新幹線") and travelled("KTX의 속도")
    assert (
        not travelled("The river Orla")
        and not travelled("奥拉河")
        and not travelled("博物館の入館者")
        and not travelled("만리장성")
    )
