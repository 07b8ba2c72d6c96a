"""Sentences that say what was not found, and what stays open: nothing can carry them, and nothing need."""

from __future__ import annotations

import pytest

from dr_core.report.check import check_paragraphs
from dr_core.report.table import is_not_found
from dr_core.types import Evidence, Paragraph, Verdict

JAPANESE = "資源エネルギー庁は、2030年の系統用蓄電池の累計導入量を14.1～23.8GWhと見込む。"
CHINESE = "示范期内，12米以上氢燃料电池客车每辆最高可以获得中央财政奖励46万元（2024年度标准）。"
ENGLISH = "The plant at Carlsbad opened in December 2015 and cost about one billion dollars."


def words(sentence: str, span: str, section: str = "sec1") -> Verdict:
    evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=len(span), text=span)}
    paragraph = Paragraph(id="p", section=section, text=sentence, cite_ids=("e1",))
    (word,) = check_paragraphs([paragraph], evidence)
    return word


@pytest.mark.parametrize(
    ("sentence", "span"),
    [
        ("集めた資料には、蓄電池が出力制御をどれだけ減らすかを示す数値は見つからなかった。", JAPANESE),
        ("没有找到2025年中午补电需要多少额外车辆的数据。", CHINESE),
        ("No figures on the death of larvae in 2019 were found.", ENGLISH),
        ("The sources do not say how many fish die at the intake.", ENGLISH),
        ("Angaben zu den 2019 gestorbenen Larven wurden nicht gefunden.", ENGLISH),
    ],
)
def test_what_was_not_found_is_neither_doubted_nor_dropped(sentence: str, span: str) -> None:
    assert words(sentence, span).verdict == "supported"


@pytest.mark.parametrize(
    ("sentence", "span"),
    [
        ("日本で出力制御がどれだけ減るかは未解決のままである。", JAPANESE),
        ("尚不清楚的是2025年起中午补电需要多少额外车辆。", CHINESE),
        ("It remains open how many larvae died in 2019.", ENGLISH),
        ("Offen bleibt, wie viele Larven 2019 starben.", ENGLISH),
    ],
)
def test_what_stays_open_is_said_in_closing_and_nowhere_else(sentence: str, span: str) -> None:
    assert words(sentence, span, "conclusions").verdict == "supported"
    assert words(sentence, span).verdict != "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "No figures were found on what the plant at Carlsbad cost.",
        "No figures on larvae were found, but experts expect 3 million to die.",
        "The study found no change in the animals of the sea floor.",
        "Renewable sources do not warm the sea.",
        "No figures on the 3 million larvae that die were found.",
        "没有找到工作的毕业生很多。",
    ],
)
def test_what_was_found_or_is_said_besides_is_held_against_the_sources(sentence: str) -> None:
    assert words(sentence, ENGLISH, "conclusions").verdict != "supported"


@pytest.mark.parametrize("cell", ["見つからない", "不明", "没有找到", "keine Angabe", "k. A.", "확인되지 않음", "sin datos"])
def test_a_cell_may_say_in_other_words_that_nothing_was_found(cell: str) -> None:
    assert is_not_found(cell)
