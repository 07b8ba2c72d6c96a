"""Countries tell where something is: a page about the same countries is not about the same thing."""

from __future__ import annotations

import pytest
from extractive_corpus import documents

from dr_core.stage.focus import pages_about, speaking, subject_words
from dr_core.text.country import without_places
from dr_core.types import Page

RIGHT_AND_WRONG = [
    (
        "What does desalination cost in China and Japan?",
        "en",
        "Fresh water from the sea is dear. Desalination costs between half a dollar and two dollars per cubic metre.",
        "China and Japan build batteries. In China a battery is cheap, in Japan it is dear. Japan buys cells from China.",
    ),
    (
        "日本和中国的高速铁路在速度和成本上如何比较？",
        "zh-Hans",
        "高速铁路的列车时速可达350公里。高速铁路每公里的造价约为1.39亿元。",
        "日本和中国都在建设储能电站。中国的电池价格较低，日本的电池价格较高。日本从中国进口电芯。",
    ),
    (
        "日本和台灣的海水淡化成本如何？",
        "zh-Hant",
        "海水淡化每噸水的成本約為30元。海水淡化需要大量電力。",
        "日本和台灣都有高速鐵路。台灣高鐵向日本購買列車，日本的票價較高，台灣的票價較低。",
    ),
    (
        "日本と中国の高速鉄道を速度と費用で比較してください",
        "ja",
        "高速鉄道の最高速度は時速300キロである。高速鉄道の建設費は1キロ当たり100億円を超える。",
        "日本と中国は蓄電池を造る。中国の電池は安く、日本の電池は高い。日本は中国から電池を輸入する。",
    ),
    (
        "한국과 일본의 고속철도를 속도와 비용으로 비교해 주세요",
        "ko",
        "고속철도의 최고 속도는 시속 300킬로미터이다. 고속철도를 짓는 비용은 크다.",
        "한국과 일본은 배터리를 만든다. 한국의 배터리는 싸고 일본의 배터리는 비싸다. 일본은 한국에서 배터리를 산다.",
    ),
]


@pytest.mark.parametrize(("question", "language", "right", "wrong"), RIGHT_AND_WRONG, ids=lambda value: str(value)[:12])
def test_a_page_about_the_same_countries_is_not_about_the_question(question: str, language: str, right: str, wrong: str) -> None:
    pages = [
        Page(id=name, url=f"https://a.example/{name}", title="", text=text, sha256="", fetched_at="", language=language)
        for name, text in (("right", right), ("wrong", wrong))
    ]
    assert list(pages_about(question, pages)) == ["right"]


def test_where_nothing_speaks_of_the_rest_the_country_tells() -> None:
    texts = {"right": "法国的路易十四在1685年发布了枫丹白露法令。", "wrong": "在英国，博士可以再生，有新的面貌。"}
    pages = [
        Page(id=name, url=f"https://a.example/{name}", title="", text=text, sha256="", fetched_at="", language="zh-Hans")
        for name, text in texts.items()
    ]
    assert max((about := pages_about("哪一位法国皇帝颁布了这项公文?", pages)), key=lambda name: about[name]) == "right"


def test_a_name_that_is_all_there_is_stays_and_a_verb_is_no_country() -> None:
    assert without_places("Japan") == "Japan"
    assert without_places("how to polish a table in the United Kingdom").split() == ["how", "to", "polish", "a", "table", "in"]
    assert without_places("印度尼西亚的铁路").strip() == "的铁路"


@pytest.mark.parametrize(
    ("query", "language", "subject"),
    [
        ("What do high-speed trains cost in Japan?", "en", "rail"),
        ("中国高速铁路的建设成本与最高速度", "zh-Hans", "rail"),
        ("台灣電網儲能電池的成本與安全如何？", "zh-Hant", "battery"),
        ("日本の新幹線の建設費と最高速度はどうか", "ja", "rail"),
        ("한국 고속철도의 건설 비용과 최고 속도", "ko", "rail"),
    ],
)
def test_a_word_or_a_country_that_a_page_merely_mentions_is_not_its_subject(query: str, language: str, subject: str) -> None:
    words = subject_words([query])
    own = [page for page in documents() if page.language == language]
    found = speaking(own, [words])
    assert found
    assert {page.id.partition("-")[0] for page in found} == {subject}


def test_no_page_speaks_of_what_none_has_half_of_the_words_of() -> None:
    assert speaking(documents(), [subject_words(["marsupial kinship terminology"])]) == []
