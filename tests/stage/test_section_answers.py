"""What the box of a report names as missing: nothing that a section is about and answers in other words."""

from __future__ import annotations

import pytest

from dr_core.stage.audit import _left_unanswered
from dr_core.state import RunState
from dr_core.types import Paragraph, Plan, Section


def left(point: str, title: str, asks: str, *, told: bool = True) -> list[str]:
    """What is named as missing of a point where a section with this title and question is written, or is not."""
    state = RunState(original_query="q", clarified_query="q", language="en", notes={"checklist": [point, "else"]})
    state.plan = Plan(research_title="", sections=(Section(id="a", title=title, description=asks), Section(id="b", title="else")))
    state.paragraphs = [Paragraph(id="p", section="a" if told else "b", text="62 of them did so.", cite_ids=())]
    return [one for one in _left_unanswered(state) if one == point]


SECTIONS = [
    ("Nutzen von Pflegerobotern", "Wirkung von Pflegerobotern", "Sparen sie nachweislich Arbeit?"),
    ("benefit of care robots", "What care robots do", "Do they save work?"),
    ("中欧装机规模差异", "中国与欧洲的装机规模比较", "中国与欧洲的累计装机各是多少？"),
    ("欧洲流标或放弃的原因", "欧洲项目流标与取消的原因", "招标为何无人投标？"),
    ("ドイツの外国人人材受け入れ", "ドイツの外国人介護人材", "ドイツで外国人の受け入れはどこまで進んだか。"),
    ("독일의 외국인 인력 수용", "독일의 외국인 간병 인력", "얼마나 받아들였는가?"),
]


@pytest.mark.parametrize(("point", "title", "asks"), SECTIONS)
def test_a_point_that_a_section_is_about_is_not_named_as_missing(point: str, title: str, asks: str) -> None:
    assert left(point, title, asks) == []
    assert left(point, title, asks, told=False) == [point], "nothing was written for it"


@pytest.mark.parametrize(
    ("point", "title", "asks"),
    [
        ("日本の外国人人材受け入れ", "ドイツの外国人介護人材", "ドイツで外国人の受け入れはどこまで進んだか。"),
        ("日本项目放弃的原因", "欧洲项目流标与取消的原因", "招标为何无人投标？"),
        ("cost in Japan", "Care in Japan", "How is care organised?"),
        ("噪音和寿命", "装机规模比较", "累计装机各是多少？"),
    ],
)
def test_a_section_on_another_place_or_matter_answers_nothing(point: str, title: str, asks: str) -> None:
    assert left(point, title, asks) == [point]
