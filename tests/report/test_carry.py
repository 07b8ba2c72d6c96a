"""The citation that a reader sees behind a sentence leads to what the sentence says; nothing else counts as cited."""

from __future__ import annotations

import re

import pytest

from dr_core import Evidence, Page, Paragraph
from dr_core.report.carry import carriers
from dr_core.report.check import check_paragraphs
from dr_core.report.compose import marked, numbered, shown_cites
from dr_core.report.mark import split_marks
from dr_core.text.support import judge

BUILT = "The Hornsdale battery plant in South Australia was built by Tesla for the state government at record speed."
SAME = BUILT.replace(" at record speed.", "")
OTHERS = {
    "a number": ("Its price was 89 million dollars.", f"{SAME} for 89 million dollars."),
    "a date": ("It was opened on 1 December 2017.", f"{SAME} on 1 December 2017."),
    "a name": ("The inverters were delivered by Siemens.", f"{SAME} with Siemens."),
    "a quotation": ("The premier called it “a great leap for the whole state”.", f"{SAME}, “a great leap for the whole state”."),
}


def evidence_of(*texts: str) -> dict[str, Evidence]:
    return {
        f"e{at}": Evidence(id=f"e{at}", source=f"s{at}", start=0, end=len(text), text=text) for at, text in enumerate(texts, 1)
    }


@pytest.mark.parametrize("what", OTHERS)
def test_the_span_that_alone_states_a_fact_is_shown(what: str) -> None:
    span, sentence = OTHERS[what]
    evidence = evidence_of(BUILT, span, "Batteries are made of cells, and cells are made in many countries.")
    shown = carriers(sentence, tuple(evidence), evidence)
    assert shown == ("e1", "e2"), "and the one that says nothing of it is not"


def test_of_two_spans_that_state_a_fact_one_is_enough() -> None:
    evidence = evidence_of(BUILT, "Its price was 89 million dollars.", "The price, 89 million dollars, was paid in full.")
    assert len(carriers(f"{SAME} for 89 million dollars.", tuple(evidence), evidence)) == 2


@pytest.mark.parametrize("what", OTHERS)
def test_what_the_check_accepts_is_accepted_by_what_is_shown(what: str) -> None:
    span, sentence = OTHERS[what]
    evidence = evidence_of(BUILT, span)
    paragraph = Paragraph(id="p1", section="a", text=sentence, cite_ids=tuple(evidence))
    (verdict,) = check_paragraphs([paragraph], evidence)
    assert verdict.verdict != "contradicted"
    shown = shown_cites([marked(paragraph, [verdict], evidence, "en")])
    assert judge(sentence, [evidence[cite].text for cite in shown]).verdict != "contradicted"


def test_only_what_is_shown_is_numbered() -> None:
    evidence = evidence_of("Batteries are made of cells, and cells are made in many countries.", BUILT)
    pages = {
        name: Page(id=name, url=f"https://{name}.example/", title=name, text="", sha256="", fetched_at="")
        for name in ("s1", "s2")
    }
    paragraph = Paragraph(id="p1", section="a", text=BUILT, cite_ids=("e1", "e2"))
    item = marked(paragraph, [], evidence, "en")
    citations, references = numbered([item], [], evidence, pages)
    assert citations == {"e2": 1}
    assert [(one.number, one.source) for one in references] == [(1, "s2"), (None, "s1")]


def test_a_pointer_at_a_figure_is_no_fact_of_the_sentence() -> None:
    evidence = evidence_of(BUILT, "Table 2 lists the parts.")
    text = BUILT.replace(".", " (Figure 2).")
    item = marked(Paragraph(id="p1", section="a", text=text, cite_ids=("e1", "e2")), [], evidence, "en")
    assert shown_cites([item]) == ["e1"]
    assert re.search(r"\(Figure 2\)\.\ue000e1\ue001$", item.text)


ABROAD = (
    "The Fuxing trains of China run at 350 km/h, and have done so since September 2017.",
    "東海道新幹線の建設費は、当初の見積もりである1,972億円から最終的に約3,800億円へ膨らんだ。",
    "通車以來，台灣高鐵沒有發生過造成旅客死亡的列車事故。",
)


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("中国的复兴号自2017年9月起以350公里的时速运营。", ("e1",)),
        ("东海道新干线的建设费从1,972亿日元涨到约3,800亿日元。", ("e2",)),
        ("复兴号的时速为350公里，东海道新干线花了约3,800亿日元。", ("e1", "e2")),
        ("各国的铁路各有所长。", ("e1", "e2", "e3")),
        ("复兴号的时速为350公里，票价为45元。", ("e1", "e2", "e3")),
    ],
)
def test_a_sentence_on_sources_of_other_languages_cites_those_that_state_its_figures(
    sentence: str, shown: tuple[str, ...]
) -> None:
    evidence = evidence_of(*ABROAD)
    assert carriers(sentence, tuple(evidence), evidence) == shown


def test_each_sentence_of_an_abstract_on_sources_of_other_languages_has_its_own_mark() -> None:
    evidence = evidence_of(*ABROAD)
    text = "中国的复兴号自2017年9月起以350公里的时速运营。东海道新干线的建设费从1,972亿日元涨到约3,800亿日元。"
    item = marked(Paragraph(id="p1", section="abstract", text=text, cite_ids=("e1", "e2", "e3")), [], evidence, "zh-Hans")
    assert [cites for _, cites in split_marks(item.text) if cites] == [("e1",), ("e2",)]


def test_a_clause_that_another_span_alone_carries_cites_that_one_too() -> None:
    evidence = evidence_of(
        "The German auction of August 2025 for two North Sea sites (2.5 GW) attracted no bids either.",
        "德國海上風電協會在流標之後表示，尾流效應是原因之一；沒有差價合約則是另一個。",
        "2024年12月5日，丹麦能源署宣布，北海三个场址的招标没有收到任何一份投标。",
    )
    sentence = "德国2025年8月的两个北海场址（2.5吉瓦）同样零投标，德国海上风电协会归因于尾流效应和没有差价合约。"
    assert carriers(sentence, tuple(evidence), evidence) == ("e1", "e2")


def test_what_is_worked_out_from_the_shown_spans_cites_no_other_that_happens_to_have_the_number() -> None:
    evidence = evidence_of(
        "2024年中国近海项目的单位造价为每千瓦1450美元，仅为欧洲（每千瓦3900美元）的37%。",
        "2024年新增并网容量比2023年少了四成。",
    )
    assert carriers("中国的单位造价为每千瓦1450美元，不到欧洲3900美元的四成。", tuple(evidence), evidence) == ("e1",)
    english = evidence_of(
        "A kilowatt cost 1,450 dollars in China and 3,900 dollars in Europe in 2024.", "Members named 2.7 times more delays."
    )
    sentence = "A kilowatt cost 3,900 dollars in Europe, 2.7 times the 1,450 dollars in China."
    assert carriers(sentence, tuple(english), english) == ("e1",)
