"""A figure that a sentence works out from two others of its own stands, if it is what comes of them."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

TOKAIDO = "The Tokaido Shinkansen alone carried 174 million passengers in the financial year 2018, on 515 km of line."
TAIWAN = "Taiwan's single line of 350 km carried 67.4 million passengers in 2019 and 78.3 million in 2024."
PLANT = "The plant cost 450 million dollars and has 300 MW."
QUOTES = "The median price was 36,300 euros for air-source heat pumps; ground-source ones came to a median of 51,200 euros."
PREISE = "Der Unterschied ist groß: Im Mittel kostete Luft 36.300 Euro; Erde kostete 51.200 Euro."
NOISE = "Complaints fell: the cantons counted 3.1 complaints in 2023, after 8.4 in 2016."
价 = "空气源热泵中位价为36,300欧元，地源热泵中位价为51,200欧元。"
繁 = "台灣高鐵全長350公里，2019年運量6,740萬人次，2024年運量7,830萬人次。"
日 = "東海道新幹線は全長515kmで、年間1億7,400万人を運ぶ。"

RIGHT = [
    (TOKAIDO, "The Tokaido Shinkansen carried 174 million passengers on 515 km, about {} per kilometre.", "338,000", "383,000"),
    (TAIWAN, "Taiwan's line of 350 km carried 78.3 million passengers in 2024, some {} per kilometre.", "224,000", "193,000"),
    (TAIWAN, "Taiwan carried 67.4 million passengers in 2019 and 78.3 million in 2024, an increase of {} percent.", "16", "14"),
    (TAIWAN, "Taiwan carried 78.3 million passengers in 2024, {} million more than the 67.4 million of 2019.", "10.9", "19.9"),
    (PLANT, "The plant cost 450 million dollars for 300 MW, that is {} million dollars per MW.", "1.5", "15"),
    (QUOTES, "Air-source cost 36,300 euros, ground-source 51,200 euros, a difference of {} euros.", "14,900", "15,900"),
    (QUOTES, "Air-source cost 36,300 euros, ground-source 51,200 euros, so that they were {} euros apart.", "14,900", "13,900"),
    (价, "空气源中位价为36,300欧元，地源为51,200欧元，两者相差{}欧元。", "14,900", "15,900"),
    (PREISE, "Luft kostete 36.300 Euro, Erde 51.200 Euro, ein Unterschied von {} Euro.", "14.900", "15.900"),
    (NOISE, "Complaints fell by almost {}, from 8.4 in 2016 to 3.1 in 2023.", "two thirds", "three quarters"),
    (NOISE, "Complaints fell by more than {}, from 8.4 in 2016 to 3.1 in 2023.", "three fifths", "two thirds"),
    (繁, "台灣高鐵全長350公里，2024年運量7,830萬人次，平均每公里約{}萬人次。", "22.4", "19.3"),
    (繁, "台灣高鐵運量從2019年的6,740萬人次增至2024年的7,830萬人次，增加{}%。", "16", "61"),
    (日, "東海道新幹線は全長515kmで年間1億7,400万人、1km当たり約{}人を運ぶ。", "33万8,000", "38万3,000"),
]  # fmt: skip

COST = "In 2024 a kilowatt cost 1,450 dollars in China and 3,900 dollars in Europe."
费 = "2024年中国近海项目的造价为每千瓦1450美元，欧洲为每千瓦3900美元；提到资金的占78%，提到并网的占64%。"
費 = "2024年の資本費は、中国が約21万円、欧州が約58万円である。"
비용 = "2024년 설비 용량은 중국이 418MW, 유럽이 366MW이다."
요금 = "철도의 한 달 통근비는 19만 5,800원으로 버스(12만 3,200원)보다 약 59% 비싸다."
시간 = "이동 시간은 기존 버스 66분에서 22분으로 44분 줄었다."

RATIOS = [
    (COST, "A kilowatt cost 3,900 dollars in Europe, {} times the 1,450 dollars in China.", "2.7", "3.7"),
    (COST, "A kilowatt cost 1,450 dollars in China, {}% of the 3,900 dollars in Europe.", "37", "27"),
    (费, "欧洲的造价为每千瓦3900美元，是中国1450美元的约{}倍。", "2.7", "3.7"),
    (费, "中国的造价为每千瓦1450美元，欧洲为每千瓦3900美元，即中国约为欧洲的{}%。", "37", "73"),
    (费, "提到资金的占78%，比提到并网的64%多{}个百分点。", "14", "41"),
    (費, "2024年の資本費は、中国が約21万円、欧州が約58万円で、中国は欧州の{}%である。", "36", "63"),
    (비용, "2024년 설비 용량은 중국이 418MW로 유럽 366MW의 {}배이다.", "1.14", "1.41"),
    (요금, "통근비는 19만 5,800원으로 12만 3,200원인 버스보다 {} 비싸다.", "7만 2,600원", "6만 2,700원"),
    (요금, "버스는 12만 3,200원으로 19만 5,800원인 철도보다 {} 싸다.", "7만 2,600원", "6만 2,700원"),
    (시간, "이동 시간은 66분에서 22분으로 줄어 {}이 되었다.", "3분의 1", "4분의 1"),
    (시간, "이동 시간은 22분으로 기존 66분의 {}이다.", "3분의 1", "4분의 1"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "claim", "right", "wrong"), [*RIGHT, *RATIOS])
def test_what_comes_of_two_figures_of_a_sentence_stands_and_nothing_else(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict == "supported"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "The Tokaido Shinkansen carried 338,000 passengers.",  # nothing to follow it from
        "The Tokaido Shinkansen carried 174 million passengers on 515 km, and 338,000 were late.",
        "Taiwan's line carried 67.4 million passengers in 2019 and 78.3 million in 2024, a fall of 16 percent.",
        "Taiwan's line carried 67.4 million passengers in 2019 and 78.3 million in 2024; 16 percent were tourists.",
    ],
)
def test_a_figure_of_which_no_words_say_what_was_done_does_not(claim: str) -> None:
    assert judge(claim, [TOKAIDO, TAIWAN]).verdict == "contradicted"


def test_a_multiple_or_a_share_is_of_what_it_is_said_to_be_of() -> None:
    assert judge("中国的造价为每千瓦1450美元，是欧洲3900美元的约2.7倍。", [费]).verdict == "contradicted"
    assert judge("中国的造价为每千瓦1450美元，欧洲为每千瓦3900美元，即欧洲约为中国的37%。", [费]).verdict == "contradicted"
    assert (
        judge("A kilowatt cost 1,450 dollars in China, 2.7 times the 3,900 dollars in Europe.", [COST]).verdict == "contradicted"
    )


def test_what_is_worked_out_from_a_source_in_another_language_stands() -> None:
    assert judge("欧洲的造价为每千瓦3900美元，是中国1450美元的约2.7倍。", [COST], language="zh-Hans").verdict == "supported"
    assert judge("欧洲的造价为每千瓦3900美元，是中国1450美元的约3.7倍。", [COST], language="zh-Hans").verdict == "contradicted"


def test_what_is_compared_with_another_is_more_or_less_as_the_figures_say() -> None:
    claim = "통근비는 19만 5,800원으로 12만 3,200원인 버스보다 7만 2,600원 {}."
    assert judge(claim.format("비싸다"), [요금]).verdict == "supported"
    assert judge(claim.format("싸다"), [요금]).verdict == "contradicted"


TRIAL = (
    "Leaks of at least 500 mL occurred in 156 of 1921 pumps (8.1%) with the seal and in 188 of 1918 (9.8%) without "
    "(ratio 0.83, 95% CI 0.68 to 1.01)."
)
ENDS = "The survey recorded 14 failures in the coated group and 13 in the other."
造价 = "一号桥长23.9公里，投资14.6亿元。二号桥长20.07公里，投资36.36亿元。"


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (  # a long sentence has more figures than can be tried with each other: the nearest are
            TRIAL,
            "Leaks of at least 500 mL occurred in 156 of 1921 pumps (8.1%) with the seal and in 188 of 1918 (9.8%) without, a "
            "difference of {} percentage points (ratio 0.83, 95% CI 0.68 to 1.01).",
            "1.7",
            "2.7",
        ),
        (TRIAL, "Leaks occurred in 156 of 1921 pumps (8.1%) and 188 of 1918 (9.8%), a ratio of 0.83: {} fewer.", "32", "42"),
        (ENDS, "The {} failures were split almost evenly, 14 and 13.", "27", "37"),
        (
            造价,
            "一号桥长23.9公里、投资14.6亿元，二号桥长20.07公里、投资36.36亿元，即一号桥每公里0.61亿元，二号桥{}亿元。",
            "1.81",
            "2.81",
        ),
    ],
)
def test_figures_of_long_sentences_of_parts_and_of_neighbours_are_worked_out(
    source: str, claim: str, right: str, wrong: str
) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"
