"""A count in words of few things: the source counts as many, lists as many, or the sentence is doubted."""

from __future__ import annotations

import pytest

from dr_core.text.counted import miscounted, unhalved
from dr_core.text.support import judge

CRASH = "The crash killed two firefighters and one employee of the plant."
事故 = "事故造成两名消防员和一名员工死亡。"
TRAMS = "Lisbon, Porto, Braga and Faro will get new tram lines by 2030."
OPERA = "The renovation of the opera house ran from 2012 to 2019 and cost 84 million euros."
PAIRS = [
    (CRASH, "Two firefighters died in the crash at the plant.", "Three firefighters died in the crash at the plant."),
    (CRASH, "The crash killed three people.", "The crash killed four people."),
    (事故, "事故造成两名消防员死亡。", "事故造成三名消防员死亡。"),
    (事故, "事故造成三人死亡。", "事故造成五人死亡。"),
    (TRAMS, "Four cities will get new tram lines by 2030.", "Six cities will get new tram lines by 2030."),
    (OPERA, "The renovation of the opera house ran for seven years.", "The renovation of the opera house ran for nine years."),
    ("The ferry needs 180 minutes.", "The ferry needs three hours.", "The ferry needs four hours."),
    ("试点城市包括杭州、宁波、温州和绍兴。", "试点城市共有四个，包括杭州和宁波。", "试点城市共有六个，包括杭州和宁波。"),
    ("実験は札幌、仙台、福岡で行われた。", "実験は札幌など三つの都市で行われた。", "実験は札幌など五つの都市で行われた。"),
    ("사업은 대전, 광주, 울산에서 진행되었다.", "사업은 세 도시에서 진행되었다.", "사업은 다섯 도시에서 진행되었다."),
    ("이 사고로 소방관 두 명과 직원 한 명이 숨졌다.", "이 사고로 세 명이 숨졌다.", "이 사고로 소방관 세 명이 숨졌다."),
    (
        "Bei dem Unfall starben zwei Feuerwehrleute und ein Angestellter.",
        "Bei dem Unfall starben zwei Feuerwehrleute.",
        "Bei dem Unfall starben drei Feuerwehrleute.",
    ),
    (
        "Le chantier du tunnel a duré de 2003 à 2014.",
        "Le chantier du tunnel a duré onze ans.",
        "Le chantier du tunnel a duré quatorze ans.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_a_count_in_words_is_held_against_what_the_source_counts_or_lists(source: str, right: str, wrong: str) -> None:
    assert not miscounted(right, [source])
    assert miscounted(wrong, [source])
    assert judge(right, [source]).verdict != "contradicted"
    assert judge(wrong, [source]).verdict == "unclear"


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("Of 90 patients, 45 relapsed within a year.", "Half of the patients relapsed within a year.", ""),
        (
            "Of 90 patients, 30 relapsed within a year.",
            "Of 90 patients, 30 relapsed.",
            "Half of the patients relapsed within a year.",
        ),
        ("The price went up from 40 to 60 dollars.", "The price went up by half.", ""),
        ("The price went up from 40 to 50 dollars.", "The price went up.", "The price went up by half."),
        ("90名患者中有30名在一年内复发。", "90名患者中有30名复发。", "一半的患者在一年内复发。"),
        ("48% of the homes are empty.", "About half of the homes are empty.", ""),
    ],
)
def test_a_half_is_of_something_in_the_source(source: str, right: str, wrong: str) -> None:
    assert not unhalved(right, [source])
    if wrong:
        assert unhalved(wrong, [source])
        assert judge(wrong, [source]).verdict != "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Granite has quartz, feldspar, mica and amphiboles.", "Granite has four parts: quartz, feldspar, mica, amphiboles."),
        ("- Cost\n- Noise\n- Safety\n- Speed", "The panel examined four criteria."),
        ("A trio of engineers founded the firm.", "Three engineers founded the firm."),
        ("One particle tells of the other particle.", "Two particles tell of each other."),
        ("Der dritte Versuch gelang.", "Der Versuch gelang nach drei Anläufen."),
    ],
)  # fmt: skip
def test_what_is_counted_in_another_way_is_not_doubted(source: str, claim: str) -> None:
    assert not miscounted(claim, [source])
