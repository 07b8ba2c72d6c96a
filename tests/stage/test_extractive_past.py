"""Histories: what happened in which year tells one, though no heading and no word says so."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import digest_of, page_of, state_of
from test_extractive_point import body_of

from dr_core.stage.extractive.facet import BY_ID, asked, of_title
from dr_core.stage.extractive.past import happened, votes_for
from dr_core.stage.extractive.query import core


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The line opened in 2007. It was extended to the north in 2016.", 2),
        ("2015年政府與股東完成財務改革。", 1),
        ("2004年4月1日に開業した。", 1),
        ("2010년 11월 1일에 개통되었다.", 1),
        ("The first kites are shown on reliefs from about 1200 BC.", 1),
        ("相传风筝是公元前一六四年发明的。记载它的书成书于九六五年。", 2),
        ("16世紀に京都で生まれた。", 1),
        ("Er entstand im 18. Jahrhundert in Ulm.", 1),
        ("Il apparut au XVIe siècle.", 1),
        ("300년 된 집을 세웠다.", 0),
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


KITES = {
    "en": (
        "A short history of the kite",
        "# Kites in culture\n\nIn Japan paper kites called tako were made from the 16th century on. A yellow kite "
        "became the sign of a protest in 2014. Children in many countries fly kites at New Year.\n",
        "# The kite\n\nA kite is a light frame with a cover that flies on a string. Most kites are made of nylon.\n\n"
        "## Origins\n\n"
        "Kites are shown on Chinese reliefs from about 400 BC, where they are flown by soldiers. "
        "They were brought to Persia by the 10th century.\n\n## Europe\n\n"
        "In 1752 Benjamin Franklin flew a kite in a storm. In 1903 Samuel Cody invented a kite that pulled a boat.\n",
        ["400 BC", "16th century", "1752", "1903", "2014"],
    ),
    "zh-Hans": (
        "风筝的历史",
        "# 风筝在海外\n\n一九〇三年科迪发明了能拉船的风筝。一七五二年富兰克林放风筝的故事出现在伦敦的报纸上。"
        "现在欧洲每年举行几十次风筝节。\n",
        "# 风筝\n\n风筝是用线牵着飞上天的轻架子，上面糊着纸或绢。现在的风筝大多用尼龙做成。\n\n## 起源\n\n"
        "相传风筝是墨子在公元前四〇〇年前后发明的。一二八二年来华的旅行家记载了载人的风筝。\n",
        ["公元前四〇〇年", "一二八二年", "一七五二年", "一九〇三年"],
    ),
}


@pytest.mark.parametrize("language", KITES)
def test_the_abstract_of_a_history_begins_with_the_first_thing_that_happened_and_goes_on_in_time(language: str) -> None:
    question, one, other, years = KITES[language]
    pages = [page_of(one), page_of(other).model_copy(update={"id": "s2", "url": "file:///other.md"})]
    arranged = digest_of(state_of(question, pages, ({"en": "History and development", "zh-Hans": "历史与发展"}[language],)))
    assert arranged.abstract is not None
    places = [arranged.abstract["text"].find(year) for year in years]
    told = [place for place in places if place >= 0]
    assert places[0] >= 0 and told == sorted(told) and len(told) > 2
    section = " ".join(one["text"] for one in arranged.sections["p0"])
    assert section.index(years[0]) < section.index(years[-1])


def test_how_long_a_history_is_to_be_is_nothing_that_sources_mention() -> None:
    assert core("A short history of the kite") == "history of the kite"
    assert core("Eine kurze Geschichte des Drachens") == "Geschichte des Drachens"


def test_a_figure_of_history_is_a_person_and_asks_for_no_history() -> None:
    assert BY_ID["history"] not in asked("What historical figure was Norrvik named after?")
    assert BY_ID["history"] not in asked("北湾市是以哪位历史人物的名字命名的？")
    assert BY_ID["history"] in asked("The historical development of Norrvik")
