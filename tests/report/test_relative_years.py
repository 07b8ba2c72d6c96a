"""The year that a source names by that of its publication is stated by it."""

from __future__ import annotations

import pytest

from dr_core import Evidence, Paragraph
from dr_core.report.check import check_paragraphs
from dr_core.text.relative import dated

EN = "Carbon emissions of the power sector fell by 21% last year, the agency said."


def verdict(sentence: str, span: str, published: str) -> str:
    evidence = Evidence(id="e1", source="s1", start=0, end=len(span), text=span, published=published)
    (word,) = check_paragraphs([Paragraph(id="p", section="a", text=sentence, cite_ids=("e1",))], {"e1": evidence})
    return word.verdict


@pytest.mark.parametrize(
    ("sentence", "span"),
    [
        ("In 2024, carbon emissions of the power sector fell by 21%.", EN),
        ("2024年，电力行业碳排放下降21%。", "该机构表示，电力行业碳排放去年下降21%。"),
        ("2024年に電力部門の炭素排出量は21%減少した。", "電力部門の炭素排出量は昨年21%減少したと同機関は述べた。"),
        ("2024년 전력 부문의 탄소 배출량은 21% 감소했다.", "전력 부문의 탄소 배출량은 지난해 21% 감소했다고 기관이 밝혔다."),
        (
            "Die Emissionen des Stromsektors sanken 2024 um 21 %.",
            "Die Emissionen des Stromsektors sanken im vergangenen Jahr um 21 %.",
        ),
        ("2024年，电力行业的碳排放下降了21%。", EN),
    ],
)
def test_last_year_is_the_one_before_that_of_publication(sentence: str, span: str) -> None:
    assert verdict(sentence, span, "2025-02-27") == "supported"
    for published in ("2024-02-27", ""):
        assert verdict(sentence, span, published) == "contradicted"


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Sales rose this year.", "2025"),
        ("今年销量增长。", "2025"),
        ("올해 판매가 늘었다.", "2025"),
        ("In diesem Jahr stieg der Absatz.", "2025"),
        ("Sales will rise next year.", "2026"),
        ("明年销量将增长。", "2026"),
        ("来年は増える。", "2026"),
        ("Im nächsten Jahr steigt der Absatz.", "2026"),
    ],
)
def test_this_year_and_the_next_are_named_too(text: str, year: str) -> None:
    assert year in dated(text, "2025-02-27")


@pytest.mark.parametrize(
    "text",
    [
        "Sales rose over the last year.",
        "比上年增长5%。",
        "前年比5%増",
        "昨年度は増えた。",
        "Im Vorjahr stieg der Absatz.",
        "No year.",
    ],
)
def test_what_is_counted_from_elsewhere_has_no_year(text: str) -> None:
    assert dated(text, "2025-02-27") == ""


def test_the_words_of_the_source_still_stand_as_they_are() -> None:
    assert verdict(EN, EN, "2025-02-27") == "supported"


def test_it_is_told_beside_other_sources_and_of_the_country_that_a_title_names() -> None:
    spans = {"e1": "Sales fell by 21% last year.", "e2": "Prices rose by 3% in 2023."}
    evidence = {
        name: Evidence(
            id=name, source=name, start=0, end=len(span), text=span, title="Heat pumps in Switzerland", published="2025-02-27"
        )
        for name, span in spans.items()
    }
    told = Paragraph(id="p", section="a", text="In Switzerland, sales fell by 21% in 2024.", cite_ids=("e1", "e2"))
    assert [word.verdict for word in check_paragraphs([told], evidence)] == ["supported"]
