"""What the title of a source names may be said of its words, and of those of no other source."""

from __future__ import annotations

import pytest

from dr_core.report.check import check_paragraphs
from dr_core.types import Evidence, Paragraph, Verdict

NORRHOLT, VELMAR = "Three winters with depot-charged buses in Norrholt", "In-motion charging in Velmar: the first two years"


def evidence(name: str, source: str, text: str, title: str, published: str = "") -> Evidence:
    return Evidence(id=name, source=source, start=0, end=len(text), text=text, title=title, published=published, language="en")


HELD = {
    one.id: one
    for one in [
        evidence("e1", "s1", "The price of a bus was 505,000 euros in the repeat order of 2024.", NORRHOLT),
        evidence("e2", "s2", "Each vehicle cost 1.02 million euros, including a first set of batteries.", VELMAR),
        evidence("e3", "s2", "Availability of the trolleybuses was 93.9 per cent in January.", VELMAR),
        evidence("e4", "s3", "A fuel-cell bus will cost 400,000 euros by 2024.", "Outlook: fuel-cell buses", "2019-05-05"),
    ]
}


def word(sentence: str, *cites: str) -> Verdict:
    (found,) = check_paragraphs([Paragraph(id="p1", section="a", text=sentence, cite_ids=cites)], HELD)
    return found


def test_a_name_in_the_title_of_the_source_may_be_said_of_its_words() -> None:
    assert word("In January the availability of Velmar's trolleybuses was 93.9 per cent.", "e3").verdict == "supported"


def test_the_names_of_two_titles_may_stand_in_one_sentence() -> None:
    said = word(
        "The price of a bus was 505,000 euros in Norrholt, and each vehicle cost 1.02 million euros in Velmar.", "e1", "e2"
    )
    assert said.verdict == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "The price of a bus was 505,000 euros in Velmar, and each vehicle cost 1.02 million euros in Norrholt.",
        "In January the availability of Norrholt's trolleybuses was 93.9 per cent.",
        "In January the availability of Kestrel's trolleybuses was 93.9 per cent.",
    ],
)
def test_no_name_of_another_title_may(sentence: str) -> None:
    assert word(sentence, "e1", "e2", "e3").verdict == "contradicted"


def test_the_year_in_which_a_source_was_published_is_no_invention_but_may_be_that_of_nothing_else() -> None:
    assert word("The outlook of 2019 says that a fuel-cell bus will cost 400,000 euros by 2024.", "e4").verdict == "unclear"
    assert word("The outlook of 2018 says that a fuel-cell bus will cost 400,000 euros by 2024.", "e4").verdict == "contradicted"


def test_a_city_that_neither_words_nor_title_name_is_not_meant_where_they_name_another() -> None:
    held = {"e1": evidence("e1", "s1", "全市地区生产总值为3.04万亿元，增长4.6%。", "2023年广州市统计公报")}
    for city, verdict in (("广州", "supported"), ("厦门", "unclear")):
        paragraph = Paragraph(id="p1", section="a", text=f"{city}全市地区生产总值为3.04万亿元，增长4.6%。", cite_ids=("e1",))
        (found,) = check_paragraphs([paragraph], held)
        assert found.verdict == verdict
