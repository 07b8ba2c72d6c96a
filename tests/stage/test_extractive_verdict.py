"""Questions that compare things and name no side to compare them by: the abstract opens with how they compare."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import digest_of, page_of, state_of
from test_extractive_judgement import BOILER, BUS, SCHOOL, STREETCAR

RIVERS = (
    "# The Ona and the Vell\n\nThe Ona rises in a bog. Its water is brown.\n\nThe Vell rises under a glacier. Fishermen like "
    "it.\n\n## Floods\n\nBridges were lost in 1954.\n"
)


def opening_of(text: str, question: str) -> str:
    made = digest_of(state_of(question, [page_of(text)], ("A", "B")))
    assert made.abstract is not None
    return str(made.abstract["text"])


@pytest.mark.parametrize(
    ("text", "question", "opening", "nowhere"),
    [
        (BOILER, "Heat pump or gas boiler: which is better?", "Buying and fitting a heat pump costs 11,000", "From 2035"),
        (BUS, "电动公交与柴油公交哪个好？", "电动公交行驶时的噪声比柴油公交低约10分贝。", "低地板"),
        (SCHOOL, "木造校舎と鉄筋校舎の比較", "木造校舎の建設費は1m2当たり約38万円であった。鉄筋校舎の建設費は", "予定である"),
        (STREETCAR, "노면전차와 간선버스를 비교하면?", "노면전차의 평균 속도는 시속 22km이다. 간선버스는 시속 19km", "2호선"),
    ],
)
def test_figures_of_one_kind_for_each_thing_and_comparatives_come_first(
    text: str, question: str, opening: str, nowhere: str
) -> None:
    told = opening_of(text, question)
    assert told.startswith(opening)
    assert nowhere not in told


@pytest.mark.parametrize(
    ("question", "opening", "also"),
    [
        ("How do sodium-ion batteries compare with LFP?", "LFP is the cheaper and better proven choice", "not cheaper than LFP"),
        (
            "Is sodium-ion better than LFP?",
            "LFP is the cheaper and better proven choice",
            "Cold is where sodium-ion is clearly better",
        ),
        ("钠离子电池和磷酸铁锂电池哪个更好？", "磷酸铁锂仍然是更经济的选择", "钠离子电池"),
        ("福岡と沖縄の海水淡水化の違いは？", "より割高である", "沖縄の約170円は福岡より安く見えるが"),
        ("福岡與沖繩的海水淡化廠有何不同？", "沖縄は芳香族ポリアミドのスパイラル膜を採用し", "福岡は回収率を約60%まで高めた"),
        ("リニア中央新幹線と東海道新幹線の比較", "1人当たりの消費電力を東海道新幹線の4～5倍と試算した", "これを大きく上回る"),
        ("新幹線とリニア中央新幹線を比較して", "1人当たりの消費電力を東海道新幹線の4～5倍と試算した", "これを大きく上回る"),
        ("台灣高鐵與日本新幹線的比較", "", "台灣高鐵的最高時速高於東海道新幹線"),
    ],
)
def test_the_verdict_of_the_sources_opens_the_abstract(question: str, opening: str, also: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    told = arranged.abstract["text"]
    assert told.find(opening) < 150 and opening in told
    assert also in told


def test_where_nothing_is_set_against_each_other_the_source_opens_the_abstract_as_before() -> None:
    assert opening_of(RIVERS, "How do the Ona and the Vell compare?").startswith("The Ona rises in a bog.")


def test_what_restricts_a_sentence_never_begins_an_answer() -> None:
    _, arranged = digested("リニア中央新幹線と東海道新幹線の比較")
    assert arranged.abstract is not None
    before, found, _ = arranged.abstract["text"].partition("東海道新幹線の約3,800億円（1964年、515km）とは物価が異なる")
    assert not found or before.endswith("倍増した計算になる。")


DYERS = (
    "# Trades of Ravel\n\nWeavers and dyers have worked in Ravel since the wool came by ship. They share a hall by the river and "
    "a feast in autumn.\n\nA dyer earns more than a weaver, but has to buy the colours himself. A weaver needs a loom and a "
    "large room, while a dyer needs running water. Most weavers are members of the guild.\n\n"
    "The harbour master made a clear distinction between salt and alum. The difference between the two was hard to see, and the "
    "ships that brought them paid more or less, compared with those that brought wine, as he pleased.\n\n"
    "The hall was built in 1720. Its roof is of slate and has been mended twice, the last time after a storm that took away the "
    "mill, the bridge and a part of the wall along the river.\n"
)


def test_the_section_for_a_comparison_has_nothing_on_other_things() -> None:
    state = state_of("What is the difference between a weaver and a dyer?", [page_of(DYERS)], ("Comparison", "Background"))
    told = " ".join(paragraph["text"] for own in digest_of(state).sections.values() for paragraph in own)
    assert any("salt and alum" in one.text and one.section == "p0" for one in state.evidence.values())
    assert "needs running water" in told and "salt and alum" not in told
