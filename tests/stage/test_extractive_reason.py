"""Questions that ask why, and nothing else: the report gives reasons, and no other passages on the subject."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import asked_of, digest_of, page_of, reported, state_of

from dr_core.stage.chart import _tables
from dr_core.stage.checklist import left_bare
from dr_core.stage.extractive.chart import charts_without_model
from dr_core.stage.extractive.digest import LEAST_REPORT, Digest
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.query import subject
from dr_core.stage.extractive.want import only_reasons, wants
from dr_core.text import count_words

FERRY = (
    "# The ferry of Hallum\n\n"
    "The ferry of Hallum links the island with the mainland. It has carried cars since 1961, and a café on the upper "
    "deck sells soup to those who wait for the lock.\n\n"
    "## The long closure\n\n"
    "The ferry was withdrawn in March 2019, because cracks were found in its hull during a survey. The yard had used "
    "steel of the wrong grade, and salt water did the rest. The county had put off two surveys to save money, which "
    "is why the cracks were found late. The insurer refused to pay as a result, and the county withdrew the crossing "
    "for four years, longer than any other in its history. Divers found a second set of cracks beside the rudder, "
    "caused by a grounding that nobody had entered in the log, and the yard had to order new plates from abroad, "
    "which took another winter. Because the island has no other harbour, the county then hired a small boat, and the "
    "crossing was withdrawn again whenever the wind rose.\n\n"
    "## Engines\n\n"
    "The ship has two diesel engines of 900 kW. They were chosen because spare parts are cheap. Their noise is heard "
    "in the village.\n\n"
    "## Passengers\n\n"
    "About 210,000 passengers cross in a year. Most of them are tourists who visit the bird cliffs in early summer, "
    "and a third bring a car.\n"
)
WITHDRAWN = "Why was the ferry of Hallum withdrawn?"


def body_of(made: Digest) -> str:
    return "\n".join(one["text"] for own in (*made.sections.values(), made.analysis, made.conclusions) for one in own)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (WITHDRAWN, False),
        ("The ferry of Hallum", True),
        ("Why was the ferry of Hallum withdrawn, and how many passengers cross?", True),
    ],
)
def test_only_a_question_that_asks_nothing_but_why_leaves_out_what_gives_no_reason(question: str, told: bool) -> None:
    made = body_of(digest_of(state_of(question, [page_of(FERRY)], ("Reasons", "Passengers"))))
    assert ("passengers cross in a year" in made) is told
    assert "cracks" in made


def test_the_reason_of_something_else_is_left_out() -> None:
    made = digest_of(state_of(WITHDRAWN, [page_of(FERRY)], ("Reasons", "How it works")))
    assert made.abstract is not None and "cracks were found in its hull" in made.abstract["text"]
    assert "spare parts are cheap" not in made.abstract["text"] + body_of(made)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What are the main causes of fires at battery plants?", True),
        ("What's the most common cause of failure of heat pumps?", True),
        ("What are the causes and consequences of fires?", False),
        ("What are the main causes of fires, and how can they be prevented?", False),
        ("Causes of fires at battery plants", False),
        ("電池儲能電站起火的主要原因有哪些？", True), ("火灾的影响和原因有哪些？", False),
        ("火災の原因は何か", True), ("火災の影響と原因は何か", False),
        ("ESS 화재의 원인은 무엇인가?", True), ("한국의 ESS 화재 원인과 대책", False),
        ("Was sind die häufigsten Ursachen von Bränden?", True), ("Quelles sont les principales causes des incendies ?", True),
        ("¿Cuáles son las causas principales de los incendios?", True), ("Quali sono le principali cause degli incendi?", True),
        ("Quais são as principais causas dos incêndios?", True),
    ],
)  # fmt: skip
def test_who_asks_what_the_causes_are_asks_why(question: str, told: bool) -> None:
    assert only_reasons(wants(question)) is told


@pytest.mark.parametrize(
    ("question", "reason", "beside"),
    [
        ("なぜリニア中央新幹線の開業は遅れているのか", "静岡工区の着工が遅れたことである", "磁気浮上車両"),
        ("왜 한국의 ESS에서 화재가 잇따랐는가?", "네 가지를 원인으로 꼽았다", "540 MW"),
        ("為什麼台灣電網儲能市場供過於求？", "吸引大量業者投入", "鈉離子電池"),
        ("Why did grid batteries catch fire?", "faulty protection systems", "California Energy Commission"),
        (
            "What are the main causes of fires at battery storage plants?",
            "causes of 26 incidents",
            "California Energy Commission",
        ),
    ],
)
def test_a_report_on_reasons_is_not_padded_in_any_language(question: str, reason: str, beside: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    told = arranged.abstract["text"] + body_of(arranged)
    assert reason in told and beside not in told


def test_of_a_cost_a_reason_speaks_that_names_it() -> None:
    _, arranged = digested("Why did sodium-ion batteries become cheaper?")
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("At the prices of 2024 and 2025 sodium-ion cells were not cheaper")


def test_where_hardly_a_passage_gives_reasons_by_such_words_some_others_are_told_and_do_not_bury_them() -> None:
    _, arranged = digested("Why is brine from desalination harmful?")
    assert LEAST_REPORT / 2 < count_words(body_of(arranged)) < 2 * LEAST_REPORT


def test_causes_that_are_named_beside_something_else_are_not_all_that_is_asked() -> None:
    assert only_reasons(wants("왜 화재가 났는가?")) and only_reasons(wants("Warum brennen Akkus?"))
    assert not only_reasons(wants("화재의 원인과 대책")) and not only_reasons(wants("Causes of fires and their prevention"))


def test_what_happened_is_no_side_of_which_the_report_says_nothing() -> None:
    assert left_bare(reported("왜 에너지저장장치에서 화재가 잇따랐는가?", "원인은 배터리 이상이었다.")) == []


@pytest.mark.parametrize(
    ("question", "drawn"),
    [
        ("Why did grid batteries catch fire?", []),
        ("Why did battery prices fall?", ["Average lithium-ion pack price as first published by survey year (US$/kWh)"]),
        ("How much battery storage is there in California?", ["Battery storage in California by date (MW)"]),
    ],
)
def test_tables_that_show_no_reason_are_not_drawn(question: str, drawn: list[str]) -> None:
    state, _ = digested(question)
    assert state.plan is not None
    sections = [{"id": section.id, "title": section.title} for section in state.plan.sections]
    answer = charts_without_model({"question": question, "tables": _tables(state, quoted_only=True), "sections": sections})
    assert [chart["title"] for chart in answer["charts"]] == drawn


def test_what_only_asks_for_a_list_is_no_part_of_the_subject() -> None:
    question = "List the main ways to dispose of desalination brine"
    assert subject(question) == "dispose desalination brine"
    state, _ = digested(question)
    assert state.evidence and not any("train" in state.sources[item.source].title.lower() for item in state.evidence.values())


def test_an_abstract_of_reasons_opens_with_what_the_next_of_them_leans_on() -> None:
    _, arranged = digested("Why did South Korean batteries catch fire?")
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("In South Korea a first commission named faulty protection systems")


def test_where_few_passages_give_reasons_the_rest_is_told_of_the_sources_that_do() -> None:
    _, arranged = digested("Why did South Korean batteries catch fire?")
    made = body_of(arranged)
    assert "Moss Landing" in made, "a few of their other passages are told"
    assert "Shinkansen" not in made and "BloombergNEF" not in made


def test_of_what_a_passage_opens_with_its_reasons_are_told() -> None:
    _, arranged = digested("Why did the battery at McMicken explode?")
    assert arranged.abstract is not None
    told = arranged.abstract["text"]
    assert told.startswith("McMicken is the most closely studied case")
    assert "internal deposits of lithium metal" in told and "external heating" in told
    assert "No single measure prevents a fire" not in told


def test_a_passage_on_another_name_gives_no_reasons() -> None:
    _, arranged = digested("Why did Moss Landing burn?")
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("Moss Landing was different from almost every other plant. Vistra had placed")
    assert "LG Chem" not in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        ("中国高铁为什么亏损？", "中西部线路客流不足，运营收入不足以支付贷款利息", "京津城际铁路"),
        ("海水淡化為何昂貴？", "由於以燃油為燃料，石油危機後成本高漲", "年平均雨量"),
        ("台灣高鐵為何虧損？", "由於初期運量不如預期，折舊與利息負擔沉重", "列車事故"),
    ],
)
def test_why_there_is_a_loss_or_a_high_cost_is_told_first(question: str, told: str, beside: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    first, second, *_ = arranged.abstract["text"].split("。")
    assert told in first + second and beside not in arranged.abstract["text"]


MILL = "# 桐溪磨坊\n\n桐溪磨坊建于1907年，共有三层。{}\n\n磨坊里有一座水车，每天转动。\n"


def test_what_follows_from_a_loss_is_no_reason_of_it() -> None:
    text = MILL.format("磨坊收入偏低，因此市里关闭了展览。\n\n由于游客稀少，桐溪磨坊收入一直很低。")
    asked, items = asked_of("桐溪磨坊为什么亏损？", text)
    assert answer(asked, items).items[0].text == "由于游客稀少，桐溪磨坊收入一直很低。"


def test_a_reason_that_leaves_out_its_subject_is_told_behind_the_sentence_that_names_it() -> None:
    asked, items = asked_of("桐溪磨坊为什么亏损？", MILL.format("由于游客稀少，收入一直很低。"))
    assert [item.text for item in answer(asked, items).items[:2]] == [
        "桐溪磨坊建于1907年，共有三层。",
        "由于游客稀少，收入一直很低。",
    ]


def test_a_passage_that_opens_with_what_its_whole_source_is_on_is_not_nearer_to_the_reasons() -> None:
    _, arranged = digested("한국 ESS 화재의 원인과 시장 전망을 분석")
    assert arranged.abstract is not None and "네 가지를 원인으로 꼽았다" in arranged.abstract["text"].partition(". ")[0]


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (
            "桐溪第一座磨坊为何停用",
            "# 桐溪的磨坊\n\n桐溪在停用第一座磨坊四十年之后，重新用起了水车。\n\n"
            "桐溪早在1907年就建成东岸磨坊，共有三层。由于河水改道，维修费用高涨，1952年停止运作。\n\n"
            "新磨坊1992年启用，因为游客很多，每天开放。\n",
            ["桐溪早在1907年就建成东岸磨坊，共有三层。", "由于河水改道，维修费用高涨，1952年停止运作。"],
        ),
        (
            "Why did Hallum close its first mill?",
            "# Mills\n\nForty years after Hallum closed its first mill, a second mill began to turn.\n\n"
            "The people of Hallum built the East Mill in 1907, with three floors. It was shut down in 1952 because the river "
            "had been moved.\n\nThe second mill is open every day because many tourists come to Hallum.\n",
            [
                "The people of Hallum built the East Mill in 1907, with three floors.",
                "It was shut down in 1952 because the river had been moved.",
            ],
        ),
    ],
)
def test_why_something_happened_is_told_by_who_says_so_in_other_words(question: str, text: str, told: list[str]) -> None:
    asked, items = asked_of(question, text)
    assert [item.text for item in answer(asked, items).items] == told
