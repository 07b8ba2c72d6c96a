"""A figure belongs to the date that its source gives it with."""

from __future__ import annotations

import pytest

from dr_core.text.dated import agrees, misdated
from dr_core.text.support import judge

LINE = "Taiwan's single line of 350 km carried 67.4 million passengers in 2019 and 78.3 million in 2024."
SALES = "Sales rose from $3.1 billion in May 2019 to $4.2 billion in June 2020, after a strike in 2018."
BEFORE = "Ridership in 2007 was 15.6 million, far below the forecast, before it climbed to 78.3 million in 2024."
繁 = "台灣高鐵2019年運量為6,740萬人次，2024年為7,830萬人次。"
简 = "台湾高铁的运量从2019年的6,740万人次增至2024年的7,830万人次。"
LIST = "The kiln held 14.2 tonnes in 1998, 9.7 tonnes in 2004 and 0.8 tonnes (800 kg) in 2011."
分 = "待ち時間は2012年度は45秒、2017年度は30秒、2019年度は1.2分（72秒）であった。"
日 = "輸送人員は2019年度に6,740万人、2024年度に7,830万人だった。"
한 = "KTX는 2019년에 6,600만 명, 2023년에 8,400만 명을 태웠다."
DEUTSCH = "Die Zahl stieg von 67,4 Millionen im Jahr 2019 auf 78,3 Millionen im Jahr 2024."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Taiwan carried 67.4 million passengers in 2024.", LINE),
        ("In 2019 the line of Taiwan carried 78.3 million passengers.", LINE),
        ("Ridership in Taiwan fell from 78.3 million in 2019 to 67.4 million in 2024.", LINE),
        ("Sales were $4.2 billion in May 2019.", SALES),
        ("The kiln held 9.7 tonnes in 2011.", LIST),
        ("2019年度の待ち時間は30秒だった。", 分),
        ("In 2024 ridership was 15.6 million.", BEFORE),
        ("台灣高鐵2024年運量為6,740萬人次。", 繁),
        ("2024年的运量为6,740万人次。", 简),
        ("2024年度の輸送人員は6,740万人だった。", 日),
        ("KTX는 2023년에 6,600만 명을 태웠다.", 한),
        ("Im Jahr 2024 waren es 67,4 Millionen.", DEUTSCH),
    ],
)
def test_a_figure_with_the_date_of_another_one_is_contradicted(claim: str, source: str) -> None:
    assert misdated(claim, [source])
    assert judge(claim, [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Taiwan carried 78.3 million passengers in 2024.", LINE),
        ("In 2019 the line of Taiwan carried 67.4 million passengers.", LINE),
        ("Ridership in Taiwan grew from 67.4 million in 2019 to 78.3 million in 2024.", LINE),
        ("Taiwan 78.3 million (2024)", LINE),
        ("Sales were $4.2 billion in 2020.", SALES),
        ("The kiln held 9.7 tonnes in 2004.", LIST),
        ("The kiln held 800 kg in 2011.", LIST),
        ("2019年度の待ち時間は72秒だった。", 分),
        ("Ridership climbed from 15.6 million in 2007 to 78.3 million in 2024.", BEFORE),
        ("台灣高鐵2024年運量為7,830萬人次。", 繁),
        ("2019年的运量为6,740万人次。", 简),
        ("2024年度の輸送人員は7,830万人だった。", 日),
        ("KTX는 2023년에 8,400만 명을 태웠다.", 한),
        ("Im Jahr 2024 waren es 78,3 Millionen.", DEUTSCH),
    ],
)
def test_one_with_its_own_agrees(claim: str, source: str) -> None:
    assert agrees(claim, source)
    assert judge(claim, [source]).verdict != "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "The line, opened in 2024, carried 67.4 million passengers.",
        "The line opened in 2024 carried 67.4 million passengers.",
        "The 2024 report says that the line carried 67.4 million passengers.",
        "67.4 million passengers rode the line that was extended in 2024.",
        "In 2024 a study found that 67.4 million passengers had ridden the line.",
    ],
)
def test_a_date_of_something_else_says_nothing_of_a_figure(claim: str) -> None:
    assert misdated(claim, [LINE]) is None


@pytest.mark.parametrize(
    "other",
    [
        "By another count the line carried 70.1 million in 2023 and 67.4 million in 2024.",
        "The line carried 67.4 million passengers in 2024.",
        "Its 2024 ridership, 67.4 million, was a record.",
    ],
)
def test_another_source_that_gives_them_together_settles_it(other: str) -> None:
    assert misdated("Taiwan carried 67.4 million passengers in 2024.", [LINE, other]) is None
