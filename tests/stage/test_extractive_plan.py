"""Plans without a model: headings that fit the question and what a first search shows, and queries one would type."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from extractive_corpus import QUESTIONS, documents

from dr_core.stage.extractive.facet import FACETS, LANGUAGES, asked, without_sides
from dr_core.stage.extractive.plan import outline, report_title
from dr_core.stage.extractive.query import new_ones, subject
from dr_core.stage.extractive.reflect import reflect_without_model
from dr_core.stage.plan import PLAN
from dr_core.text import bm25, detect
from dr_core.text.token import content_terms
from dr_core.types import Hit


def first_hits(question: str) -> list[Hit]:
    pages = documents()
    scores = bm25(question, [f"{page.title} {page.text}" for page in pages])
    ranked = sorted(range(len(pages)), key=lambda at: -scores[at])[:10]
    return [Hit(title=pages[at].title, url=pages[at].url, content=pages[at].text) for at in ranked]


def sections_of(question: str) -> list[dict[str, Any]]:
    made = outline({"question": question, "language": detect(question), "hits": first_hits(question)})
    return list(made["sections"])


def planned(question: str) -> list[str]:
    return [section["title"] for section in sections_of(question)]


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Why did battery prices fall?", ["reasons", "cost"]),
        ("How do you keep a battery storage plant from burning?", ["measures"]),
        ("如何防止储能电站起火？", ["measures", "safety"]),
        ("蓄電池の火災をどう防ぐか", ["safety", "measures"]),
        ("ESS 화재를 어떻게 막는가?", ["safety", "measures"]),
        ("What is the speed of high-speed trains, and how many passengers do they carry?", ["speed", "scale", "passengers"]),
        ("High-speed rail in Europe", []),
        ("Compare the cost of desalination in Israel and California", ["comparison", "cost"]),
        ("台灣高鐵的速度與安全", ["speed", "safety"]),
        ("钠离子电池为什么便宜", ["reasons", "cost"]),
        ("新幹線の輸送人員と定時性", ["passengers", "punctuality"]),
        ("KTX 사업비와 안전", ["cost", "safety"]),
    ],
)
def test_a_question_names_its_sides_in_its_own_order(question: str, sides: list[str]) -> None:
    assert [facet.id for facet in asked(question)] == sides


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[:24])
def test_three_to_five_headings_with_those_that_were_asked_for_in_front(question: str) -> None:
    headings = planned(question)
    assert 3 <= len(headings) <= 5
    assert len(set(headings)) == len(headings)
    assert set(QUESTIONS[question]) <= set(headings)


def test_a_comparison_leads_and_a_why_is_answered_first() -> None:
    assert planned("How do sodium-ion batteries compare with LFP for grid storage?")[0] == "Comparison"
    assert planned("台灣電網儲能市場為何供過於求？")[0] == "原因"


def test_narrow_sides_need_a_question_or_a_heading_that_names_them() -> None:
    text = "The station broadcasts on a network of lines. Its signal travels at high speed to many passengers.\n\n" * 4
    hits = [Hit(title="A broadcaster", url="file:///a.md", content=text)]
    sections = outline({"question": "The broadcaster", "language": "en", "hits": hits})["sections"]
    assert not {"Speed", "Passengers", "Lines and length"} & {section["title"] for section in sections}


def test_focuses_given_by_the_user_are_the_sections() -> None:
    made = outline({"question": "Grid batteries", "language": "en", "focuses": ["Fire codes", "Insurance"], "hits": []})
    assert [section["title"] for section in made["sections"]] == ["Fire codes", "Insurance"]


def test_with_nothing_found_yet_there_still_is_a_plan() -> None:
    made = outline({"question": "The history of glass", "language": "en", "hits": []})
    assert [section["title"] for section in made["sections"]][:2] == ["Background", "History and development"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[:24])
def test_queries_are_short_and_no_two_are_nearly_the_same(question: str) -> None:
    queries = [section["search_queries"][0] for section in sections_of(question)]
    for query in queries:
        words = query.split()
        assert len(words) == len(set(words)) <= 12 and len(query) <= 100
    for one, other in combinations([set(content_terms(query)) for query in queries], 2):
        assert one != other


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Please explain how sodium-ion batteries compare with LFP for grid storage?", "sodium-ion batteries LFP grid storage"),
        ("台灣電網儲能市場為何供過於求？", "台灣電網儲能市場 供過於求"),
        ("钠离子电池与磷酸铁锂电池的比较", "钠离子电池 磷酸铁锂电池 比较"),
        ("新幹線の安全性と定時性はどうなっているか", "新幹線 安全性 定時性"),
        ("한국 ESS 화재의 원인은 무엇인가?", "한국 ESS 화재 원인"),
        ("What matters most about the Normans?", "Normans"),
        ("关于诺曼人，最重要的是什么？", "诺曼人"),
        ("關於元朝和素數，最重要的分別是什麼？", "元朝 素數"),
        ("ノルマン人について最も重要なことは何ですか", "ノルマン人"),
        ("노르만인에 대해 가장 중요한 것은 무엇인가", "노르만인"),
    ],
)
def test_the_subject_of_a_question_as_one_would_type_it(question: str, words: str) -> None:
    assert subject(question) == words


def test_a_name_keeps_words_that_would_otherwise_name_a_side() -> None:
    assert without_sides("American Broadcasting Company") == "American Broadcasting Company"
    assert without_sides("desalination cost") == "desalination"
    assert without_sides("台灣電網儲能市場") == "台灣電網儲能"
    assert without_sides("cost") == "cost"


def test_a_query_that_was_nearly_asked_is_not_asked_again() -> None:
    assert new_ones(["grid storage cost", "cost of grid storage", "grid storage safety"], ["battery recycling"]) == [
        "grid storage cost",
        "grid storage safety",
    ]


def test_follow_up_queries_go_to_the_sections_that_are_short() -> None:
    sections = [
        {"id": "sec1", "title": "Safety", "description": "", "coverage": 0.2, "evidence": 1, "sources": 1, "findings": []},
        {"id": "sec2", "title": "Speed", "description": "", "coverage": 1.0, "evidence": 9, "sources": 3, "findings": []},
    ]
    inputs: dict[str, Any] = {"question": "Maglev trains", "language": "en", "today": "2026-01-01", "asked": [], "sources": []}
    inputs["sections"] = sections
    answer = reflect_without_model(inputs)
    assert [query["section"] for query in answer["next_queries"]] == ["sec1"]
    assert answer["next_queries"][0]["query"] == "Maglev trains safety accidents"
    again = reflect_without_model({**inputs, "asked": ["Maglev trains safety accidents"]})
    assert again["next_queries"] == []


def test_a_question_keeps_its_mark_as_a_title_and_loses_its_polite_frame() -> None:
    assert report_title("Please explain how maglev trains work?") == "How maglev trains work?"
    assert report_title("請介紹一下台灣高鐵的歷史") == "台灣高鐵的歷史"
    for doubted in ("Is it true that trains are safe?", "高铁亏损是真的吗？", "新幹線は安全というのは本当ですか"):
        assert report_title(doubted) == doubted
    assert len(report_title("word " * 100)) <= 161


def test_every_facet_has_a_heading_and_search_words_in_every_language() -> None:
    assert all(len(facet.titles) == len(facet.queries) == len(LANGUAGES) for facet in FACETS)
    for column in range(len(LANGUAGES)):
        assert len({facet.titles[column] for facet in FACETS}) == len(FACETS)


HEATING = {
    "ja": "北海道では2023年度に新築住宅の約25%がヒートポンプ暖房を採用した。"
    "外気温がマイナス15度のとき、寒冷地向けエアコンの成績係数（COP）は約2.0である。"
    "従来の灯油ボイラーと比べて、年間の一次エネルギー消費量を約30%削減できる。初期費用は平均で120万円、補助金は最大で18万円である。",
    "ko": "강원도에서는 2023년 신축 주택의 약 25%가 히트펌프 난방을 채택했다. 외기온이 영하 15도일 때 성능계수는 약 2.0이다."
    " 초기 비용은 평균 1200만 원이고 정부 보조금은 최대 180만 원이다.",
}


def _heating(question: str, language: str) -> list[dict[str, Any]]:
    hits = [Hit(title="heating", url="https://shelf.example/heating", content=HEATING[language])]
    return list(outline({"question": question, "language": language, "hits": hits})["sections"])


@pytest.mark.parametrize(
    "question",
    [
        "寒冷地でのヒートポンプ暖房の効率と費用はどうか",
        "寒冷地のヒートポンプ暖房の性能と価格を教えてください",
        "ヒートポンプ暖房の効率と費用について教えて",
        "寒冷地におけるヒートポンプ暖房の効率と料金",
    ],
)
def test_both_sides_of_a_japanese_question_get_their_section(question: str) -> None:
    headings = [section["title"] for section in _heating(question, "ja")]
    assert {"性能", "費用と経済性"} <= set(headings)
    assert "比較" not in headings, "nobody asked for it, and the source has nothing on it"


def test_a_side_that_a_source_names_once_gets_its_section_when_it_was_asked_for() -> None:
    hits = [
        Hit(title="Costs", url=f"https://shelf.example/{at}", content="The cost of a heat pump fell. Its price is low. " * 40)
        for at in range(9)
    ]
    hits.append(
        Hit(title="A", url="https://shelf.example/a", content=f"{'A heat pump is a device. ' * 40}\n\nA heat pump is safe.")
    )
    made = outline({"question": "What is the cost and safety of a heat pump?", "language": "en", "hits": hits})
    assert {"Safety", "Costs and economics"} <= {section["title"] for section in made["sections"]}


@pytest.mark.parametrize("end", ["어떠한가?", "어떠한가요?", "어떤가?", "어떨까요?", "어떠합니까?", "어때요?"])
def test_a_korean_query_carries_no_word_that_only_asks(end: str) -> None:
    sections = _heating(f"한랭지에서 히트펌프 난방의 효율과 비용은 {end}", "ko")
    assert all("어" not in query for section in sections for query in section["search_queries"])
    assert {"성능", "비용과 경제성"} <= {section["title"] for section in sections}


@pytest.mark.parametrize("question", ["https://example.org/" + "a" * 900, "電池" * 1500])
def test_a_question_of_one_endless_word_is_planned(question: str) -> None:
    plan = PLAN.fallback({"question": question, "language": detect(question), "focuses": [], "hits": []})
    assert len(plan.sections) >= 3
