"""Figures that the question gives: a sentence may weigh its sources by them, and may not put them in a source's place."""

from __future__ import annotations

import pytest

from dr_core.report.asked import checked
from dr_core.report.check import check_paragraphs
from dr_core.types import Evidence, Paragraph, Verdict

CHINESE = "冬季低于零下20℃、日均里程约250公里的公交线路应选氢燃料电池客车还是纯电动客车？每辆车预算不超过200万元。"
RANGE = "张家口冬季（-20℃）实测续航：氢燃料电池客车352公里，纯电动客车158公里。"
PRICE = "氢燃料电池客车的购车价格为每辆205万元，纯电动客车为118万元。"
ENGLISH = "Which of the two pumps fits a well 45 m deep, for no more than 900 euros?"


def words(question: str, sentence: str, *spans: str) -> list[Verdict]:
    evidence = {f"e{n}": Evidence(id=f"e{n}", source="s1", start=0, end=len(text), text=text) for n, text in enumerate(spans)}
    paragraph = Paragraph(id="p", section="sec1", text=sentence, cite_ids=tuple(evidence))
    return checked(check_paragraphs, [paragraph], evidence, question)


@pytest.mark.parametrize(
    ("question", "sentence", "spans"),
    [
        (CHINESE, "氢燃料电池客车不用中途加氢就能跑完250公里，纯电动客车做不到。", (RANGE,)),
        (CHINESE, "在200万元的预算之内，只有纯电动客车可以直接买到。", (PRICE,)),
        (
            ENGLISH,
            "Only the second one can be had for less than 900 euros.",
            ("The Alto costs 1,150 euros, the Basso 640 euros.",),
        ),
    ],
)
def test_a_sentence_that_weighs_its_sources_by_what_was_asked_is_not_dropped(
    question: str, sentence: str, spans: tuple[str, ...]
) -> None:
    assert [one.verdict for one in words(question, sentence, *spans)] == ["unclear"]
    assert [one.verdict for one in words("", sentence, *spans)] == ["contradicted"]


@pytest.mark.parametrize(
    ("question", "sentence", "spans"),
    [
        (
            "Why did the fire in the old mill kill 300 people?",
            "The fire in the old mill killed 300 people.",
            ("The fire in the old mill killed 30 people.",),
        ),
        (CHINESE, "纯电动客车的购车价格为每辆200万元。", (PRICE,)),
        (
            ENGLISH,
            "Only the second one can be had for less than 900 euros, and it lasts 17 years.",
            ("The Alto costs 1,150 euros, the Basso 640 euros.",),
        ),
    ],
)
def test_what_was_asked_does_not_become_what_a_source_says(question: str, sentence: str, spans: tuple[str, ...]) -> None:
    assert [one.verdict for one in words(question, sentence, *spans)] == ["contradicted"]
