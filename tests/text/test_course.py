"""A figure that rose from one value to another did not fall to the first: its course is held against the source."""

from __future__ import annotations

import pytest

from dr_core.text.course import courses
from dr_core.text.support import judge

EN = "The cost per kWh was 18.7 pounds, down from 20.4 pounds a year earlier."
JA = "設置費用は1kWhあたり平均18.7万円で、前年度の20.4万円から下がった。"
ZH = "每千瓦时的安装费用平均为18.7万元，低于上一年度的20.4万元。"
KO = "설치 비용은 평균 18.7만 원으로, 전년의 20.4만 원에서 감소했다."
DE = "Die Kosten sanken von 20,4 auf 18,7 Euro."


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        ("The cost rose from 18.7 pounds to 20.4 pounds.", EN, "en"),
        ("The cost fell from 18.7 pounds to 20.4 pounds.", EN, "en"),
        ("費用は前年度の18.7万円から20.4万円に上がった。", JA, "ja"),
        ("费用从上一年度的18.7万元升至20.4万元。", ZH, "zh-Hans"),
        ("비용은 18.7만 원에서 20.4만 원으로 올랐다.", KO, "ko"),
        ("Die Kosten stiegen von 18,7 auf 20,4 Euro.", DE, "de"),
        ("Die Kosten stiegen von 187.000 Yen auf 204.000 Yen.", JA, "de"),
    ],
)
def test_a_course_that_is_turned_round_is_contradicted(claim: str, source: str, language: str) -> None:
    assert judge(claim, [source], language=language).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        ("The cost per kWh fell from 20.4 pounds to 18.7 pounds.", EN, "en"),
        ("The cost per kWh fell to 18.7 pounds from 20.4 pounds.", EN, "en"),
        ("費用は前年度の20.4万円から18.7万円に下がった。", JA, "ja"),
        ("安装费用从上一年度的20.4万元降至18.7万元。", ZH, "zh-Hans"),
        ("Die Kosten sanken auf 18,7 Euro von 20,4 Euro.", DE, "de"),
    ],
)
def test_the_same_course_in_another_order_is_supported(claim: str, source: str, language: str) -> None:
    assert judge(claim, [source], language=language).verdict == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Costs range from 5 to 7 pounds.",
        "It grew by 5 percent from 20 percent.",
        "Eine Anlage von 20 MW mit 10 MW Reserve steht dort.",
        "The share of 12 percent comes from 4,500 homes and 300 flats.",
        "It rose from 2019 to 2024 by 12 percent.",
    ],
)
def test_what_goes_from_nowhere_to_nowhere_has_no_course(text: str) -> None:
    assert courses(text) == ()
