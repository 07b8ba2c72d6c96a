from __future__ import annotations

import pytest

from dr_core.report.figure import names, place, pointing, renamed, without_pointers
from dr_core.types import Evidence, Figure, Paragraph

EVIDENCE = {
    name: Evidence(id=name, source=source, start=0, end=1, text="x")
    for name, source in (("e1", "s1"), ("e2", "s2"), ("e3", "s1"))
}


def paragraph(name: str, text: str, cite: str, section: str = "sec1") -> Paragraph:
    return Paragraph(id=name, section=section, text=text, cite_ids=(cite,))


def figure(number: int = 1, title: str = "Pack price by year", cite: str = "e3", section: str = "") -> Figure:
    return Figure(number=number, title=title, caption=title, alt=title, path="f.png", section=section, cite_ids=(cite,))


@pytest.mark.parametrize("text", ["As Figure 1 shows, it fell.", "見圖1。", "如图 1 所示。", "図1に示す。", "그림 1 참조."])
def test_a_figure_stands_after_the_paragraph_that_names_it(text: str) -> None:
    paragraphs = [paragraph("p1", "Pack price by year fell.", "e1"), paragraph("p2", text, "e2")]
    assert place([figure()], paragraphs, EVIDENCE) == ({1: "p2"}, {})


def test_figure_1_is_not_named_by_figure_12() -> None:
    assert not names("see Figure 12", 1)


def test_an_unnamed_figure_goes_where_its_words_and_its_source_are() -> None:
    paragraphs = [paragraph("p1", "Rail is fast.", "e2"), paragraph("p2", "The pack price fell each year.", "e1")]
    assert place([figure()], paragraphs, EVIDENCE) == ({1: "p2"}, {"p2": [1]})


def test_abstract_conclusions_and_tables_get_no_figure() -> None:
    paragraphs = [
        paragraph("a", "Pack price by year.", "e1", "abstract"),
        Paragraph(id="t", section="sec1", text="| a |", cite_ids=("e1",), kind="table"),
    ]
    assert place([figure()], paragraphs, EVIDENCE) == ({}, {})


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Prices fell.", "Prices fell (Figure 2)."),
        ("zh-Hant", "價格下跌。", "價格下跌（圖 2）。"),
        ("zh-Hans", "价格下跌。", "价格下跌（图 2）。"),
        ("ja", "価格は下がった。", "価格は下がった（図 2）。"),
        ("ko", "가격이 내렸다.", "가격이 내렸다 (그림 2)."),
        ("en", "He said “it fell.”", "He said “it fell (Figure 2).”"),
        ("en", "no full stop", "no full stop (Figure 2)"),
    ],
)
def test_a_paragraph_is_made_to_name_its_figure_and_the_words_can_be_taken_out_again(
    language: str, text: str, named: str
) -> None:
    assert pointing(text, language, [2]) == named
    assert without_pointers(named) == text


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Prices fell.", "Prices fell (Figure 2, Figure 3, Figure 11)."),
        ("zh-Hant", "價格下跌。", "價格下跌（圖 2、圖 3、圖 11）。"),
        ("ko", "가격이 내렸다.", "가격이 내렸다 (그림 2, 그림 3, 그림 11)."),
    ],
)
def test_several_figures_are_named_in_one_pair_of_brackets(language: str, text: str, named: str) -> None:
    assert pointing(text, language, [2, 3, 11]) == named
    assert without_pointers(named) == text
    assert [number for number in range(12) if names(named, number)] == [2, 3, 11]
    assert renamed(named, {2: 3, 3: 2, 11: 1}) == named.replace("11", "1").translate(str.maketrans("23", "32"))


def table(cite: str = "e3", section: str = "sec1") -> Paragraph:
    return Paragraph(id="t", section=section, text="| a |", cite_ids=(cite,), kind="table")


def test_a_figure_stands_before_the_table_of_its_data() -> None:
    paragraphs = [
        paragraph("p1", "The pack price fell each year.", "e1"),
        paragraph("p2", "Packs are dear in some years.", "e1"),
        table(),
    ]
    assert place([figure()], paragraphs, EVIDENCE) == ({1: "p2"}, {"p2": [1]})


@pytest.mark.parametrize(
    ("title", "fitting", "other"),
    [
        ("Pack price by year", "The pack price fell each year.", "Inverters and transformers cost as much."),
        ("各年電池組價格", "電池組的價格逐年下跌。", "變流器與變壓器同樣昂貴。"),
        ("各年电池组价格", "电池组的价格逐年下跌。", "变流器与变压器同样昂贵。"),
        ("年別の電池パック価格", "電池パックの価格は年々下がった。", "変圧器も同じくらい高い。"),
        ("연도별 배터리 가격", "배터리 가격은 해마다 내렸다.", "변압기도 그만큼 비싸다."),
    ],
)
def test_a_paragraph_before_the_table_that_is_about_something_else_does_not_get_the_figure(
    title: str, fitting: str, other: str
) -> None:
    evidence = {name: one.model_copy(update={"source": name}) for name, one in EVIDENCE.items()}
    paragraphs = [paragraph("p1", fitting, "e1"), paragraph("p2", other, "e2"), table()]
    assert place([figure(title=title)], paragraphs, evidence) == ({1: "p1"}, {"p1": [1]})
    assert place([figure(title=title)], paragraphs[1:], evidence) == ({1: "t"}, {})


def test_a_figure_that_no_paragraph_has_to_do_with_stands_at_the_end_of_its_section_and_is_named_by_none() -> None:
    paragraphs = [
        paragraph("p1", "Rail is fast.", "e2"),
        paragraph("p2", "Ships are slow.", "e2"),
        paragraph("p3", "Roads are long.", "e2", "sec2"),
    ]
    assert place([figure(section="sec1")], paragraphs, EVIDENCE) == ({1: "p2"}, {})
    assert place([figure(section="gone")], paragraphs, EVIDENCE) == ({1: "p3"}, {})


def test_what_stands_beside_the_data_in_their_source_goes_before_other_words_of_it() -> None:
    at = {"e1": 0, "e2": 5000, "e3": 5100}
    evidence = {name: Evidence(id=name, source="s", start=start, end=start + 90, text="x") for name, start in at.items()}
    paragraphs = [paragraph("p1", "It fell.", "e1"), paragraph("p2", "It rose.", "e2")]
    assert place([figure()], paragraphs, evidence)[0] == {1: "p2"}


def test_a_paragraph_that_cites_the_data_goes_before_one_that_cites_what_stands_above_them() -> None:
    at = {"e1": 4900, "e3": 5000}
    evidence = {name: Evidence(id=name, source="s", start=start, end=start + 90, text="x") for name, start in at.items()}
    paragraphs = [paragraph("p1", "Packs by year.", "e1"), paragraph("p2", "Packs by year.", "e3")]
    assert place([figure()], paragraphs, evidence)[0] == {1: "p2"}


def test_a_figure_that_a_source_speaks_of_is_not_ours() -> None:
    evidence = EVIDENCE | {"e2": Evidence(id="e2", source="s2", start=0, end=1, text="As Figure 1 shows, it fell.")}
    paragraphs = [paragraph("p1", "As Figure 1 shows, it fell.", "e2"), paragraph("p2", "The pack price.", "e1")]
    assert place([figure()], paragraphs, evidence)[0] == {1: "p2"}
