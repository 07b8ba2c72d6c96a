"""Histories: what happened in which year tells one, though no heading and no word says so."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_point import body_of

from dr_core.stage.extractive.facet import BY_ID, of_title
from dr_core.stage.extractive.past import happened, votes_for


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The line opened in 2007. It was extended to the north in 2016.", 2),
        ("2015年政府與股東完成財務改革。", 1),
        ("2004年4月1日に開業した。", 1),
        ("2010년 11월 1일에 개통되었다.", 1),
        ("In 2019 it carried 67 million passengers.", 0),
        ("The line opened early.", 0),
        ("2024年旅客7,825萬人次。", 0),
    ],
)
def test_what_happened_in_some_year_is_counted(text: str, count: int) -> None:
    assert happened(text) == count


def test_dates_speak_for_a_history_only_where_one_is_asked_for_and_not_in_a_table() -> None:
    text = "The line opened in 2007."
    assert votes_for({"history"}, "", text)["history"] > votes_for({"cost"}, "", text)["history"]
    table = "| Line | Opened |\n| --- | --- |\n| North | opened in 2007 |"
    assert votes_for({"history"}, "", table) == votes_for((), "", table)


@pytest.mark.parametrize(
    ("question", "opens", "told", "beside"),
    [
        (
            "台灣高鐵的歷史",
            "台灣高速鐵路行經西部走廊",
            ("2007年1月5日", "2015年12月1日", "完成財務改革"),
            ("誤點5分鐘", "最高營運時速"),
        ),
        ("新幹線の歴史", "新幹線は、1964年10月1日に", ("1964年10月1日", "1972年に岡山"), ("36秒",)),
        (
            "History of high-speed rail in Europe",
            "The first TGV line, from the Paris region to Lyon, opened on 27 September 1981",
            ("2 June 1991", "21 April 1992"),
            (),
        ),
        ("KTX의 역사", "KTX는 2004년 4월 1일", ("2010년 11월 1일", "2017년 12월", "1990년에 발표"), ("421.4",)),
        ("中国高铁的发展历程", "2008年8月1日，京津城际", ("2011年6月30日通车",), ("平均造价",)),
    ],
)
def test_a_history_has_a_section_and_begins_at_the_beginning(
    question: str, opens: str, told: tuple[str, ...], beside: tuple[str, ...]
) -> None:
    state, arranged = digested(question)
    assert state.plan is not None and arranged.abstract is not None
    assert arranged.abstract["text"].startswith(opens)
    history = [section.id for section in state.plan.sections if of_title(section.title) is BY_ID["history"]]
    text = body_of(arranged)
    assert history and history[0] in arranged.sections
    assert [one for one in told if one not in text] == []
    assert [one for one in beside if one in text] == []


def test_a_history_is_told_from_its_beginning_and_not_taken_out_of_its_order_to_close_the_report() -> None:
    state, arranged = digested("新幹線の歴史")
    assert state.plan is not None
    history = next(section.id for section in state.plan.sections if of_title(section.title) is BY_ID["history"])
    told = [one["text"] for one in arranged.sections[history]]
    assert told[0].startswith("新幹線は、1964年10月1日に") and told[1].startswith("東海道新幹線に続き、山陽新幹線が1972年に")
    assert not any("1972年" in one["text"] for one in arranged.conclusions)
