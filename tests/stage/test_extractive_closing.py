"""What closes a report: passages on what was asked, and none on something else because it stands at the end of its source."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import page_of

from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.closing import conclusions
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.passage import as_evidence, passages
from dr_core.text.form import ONE_FORM
from dr_core.types import Section


@pytest.mark.parametrize(
    ("question", "wanted", "beside"),
    [
        ("リニア中央新幹線の工事費と開業時期", "2034年より前の開業は難しい", "中国の主力は"),
        ("新幹線はなぜ安全なのか", "死亡は一度もない、というのが正確な言い方", "建設費"),
        ("沖縄の海水淡水化施設の費用はいくらか", "過大な投資であったという批判", "東レ"),
        ("福岡の海水淡水化施設の仕組みと費用", "過大な投資であったという批判", "東レ"),
        ("日本の系統用蓄電池の現状と課題", "2030年の系統用蓄電池の累計導入量", ""),
        ("中国高铁的最高运营速度是多少", "CR450尚未载客运营", "日本东海道新干线"),
        ("Desalination: energy, cost and environment", "Opinions on the future differ.", ""),
        ("台灣高鐵的運量與財務狀況如何改變？", "早期運量偏低的原因之一", "N700ST"),
        ("한국 ESS 화재의 원인", "사업자는 15년 동안", "전기가 남을 때 저장했다가"),
        (
            "How do sodium-ion and lithium iron phosphate batteries compare for grid storage?",
            "LFP is the cheaper and better proven choice",
            "Fulin in Guangxi",
        ),
        ("台灣高鐵與中國高鐵比較", "中国高铁的优势在于规模、速度和票价", "N700ST"),
        (
            "What are the risks of fires at battery storage plants and how are they prevented?",
            "No single measure prevents a fire",
            "Whether sodium-ion cells",
        ),
        (
            "How did competition change rail fares in Spain and Italy?",
            "Competition brought lower fares",
            "European Court of Auditors",
        ),
    ],
)
def test_a_report_closes_with_what_was_asked(question: str, wanted: str, beside: str) -> None:
    _, arranged = digested(question)
    closing = " ".join(paragraph["text"] for paragraph in arranged.conclusions)
    assert wanted in closing and (not beside or beside not in closing), closing


def test_a_report_on_a_figure_does_not_close_with_another_one() -> None:
    _, arranged = digested("KTX 요금은 얼마인가")
    assert not any("시속" in paragraph["text"] for paragraph in arranged.conclusions)


@pytest.mark.parametrize(
    ("question", "goes_on", "another"),
    [
        (
            "What happened in Wenzhou in 2011, and why?",
            ["Near Wenzhou in China 40 people died", "At Santiago de Compostela", "None of these accidents happened"],
            "France followed in 1981",
        ),
        (
            "新幹線はなぜ安全なのか",
            ["地震による脱線は起きている", "いずれも死者は出ていない", "逸脱防止装置の設置が進んだ"],
            "世界銀行",
        ),
        ("台灣高鐵為什麼曾經面臨財務危機？", ["公司一度瀕臨破產", "2015年政府與股東完成財務改革"], "列車事故"),
    ],
)
def test_an_abstract_goes_on_from_its_answer_before_the_conclusions_choose(
    question: str, goes_on: list[str], another: str
) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    told = arranged.abstract["text"]
    places = [told.find(one) for one in goes_on]
    assert -1 not in places and places == sorted(places) and another not in told, told


@pytest.mark.parametrize(
    "question",
    [
        "What happened in Wenzhou in 2011, and why?",
        "When was the Hornsdale Power Reserve opened?",
        "KTX의 안전성과 정시성은 어떤가요?",
        "KTX와 SRT를 비교해 줘",
        "新幹線とリニア中央新幹線を比較して",
    ],
)
def test_nothing_closes_a_report_where_no_passage_bears_on_the_question(question: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None and arranged.conclusions == []


def test_an_abstract_that_answers_is_not_filled_up_with_what_is_far_from_it() -> None:
    _, arranged = digested("When was the Hornsdale Power Reserve opened?")
    assert arranged.abstract is not None
    told = arranged.abstract["text"]
    assert "opened in late 2017" in told and "The IEA expects them" not in told


def test_a_report_on_one_country_does_not_close_with_others() -> None:
    _, arranged = digested("リニア中央新幹線の環境への影響")
    assert "中国" not in " ".join(paragraph["text"] for paragraph in arranged.conclusions)


ISLANDS = (
    "# The islands of Ravel\n\nThe islands of Ravel lie two hours from the coast and are known for their weavers. About nine "
    "hundred people live on them, most of them in the three villages of the largest island.\n\n"
    "The weavers of the islands founded a guild in 1620. Its members sold cloth in the harbour towns of the coast, and the guild "
    "paid for the first school of the islands and for the road between the villages.\n\n"
    "The lighthouse of the islands was built in 1871 after two ships were lost in one night. Its keeper was also the postman, "
    "and he rowed to the coast once a week with the letters of the three villages.\n\n"
    "A steamer came to the islands every day from 1902. The harbour was made deeper for it with money from the state, and the "
    "number of guests in summer grew to four thousand within a few years. A second pier was built in 1911, and a hotel of sixty "
    "rooms opened beside it in the year after. Both were lost in the storm of 1953, from which the islands took ten years to "
    "recover.\n\n"
    "The culture of the coast is loved by the young. They learn its dances in summer rather than their own. Most of the songs "
    "that are heard at weddings come from the coast, too.\n\n"
    "The culture of the islands has changed with television. The villages protect their culture against foreign influence with "
    "lessons in the old dances and with a law on signs. Every child learns to weave in the fourth year of school.\n"
)


def test_what_answers_a_question_is_left_to_the_abstract() -> None:
    question = "How do the villages protect their culture against foreign influence?"
    page = page_of(ISLANDS)
    sections = (Section(id="a", title="Culture and influence"), Section(id="b", title="History and development"))
    evidence = [
        as_evidence(
            page,
            span.start,
            span.end,
            name=f"e{one.place}-{span.start}",
            section="a" if one.place > 3 else "b",
            score=0.6 if one.place == 5 else 0.5,
        )
        for one in passages(page)
        for span in one.spans
    ]
    asked = brief(question, "en", sections, {"s1": page})
    closing = conclusions(asked, items_of(evidence, {"s1": page}, ONE_FORM), [], {"s1": 5})
    assert closing and "protect their culture against" not in " ".join(piece.text for piece in closing)


def test_a_report_closes_with_what_its_source_comes_to() -> None:
    _, arranged = digested("海水淡化對台灣和香港的水資源有多大幫助？")
    assert arranged.conclusions[0]["text"].startswith("海水淡化不受降雨影響，這是它最大的價值")
