"""A claim that says of one side what its source says of the other: all other words are the same."""

from __future__ import annotations

import pytest

from dr_core.text.contrast import other_side
from dr_core.text.support import judge

OTHER = (
    ("en", "Imports reached 20 million tonnes in 2023.", "Exports reached 20 million tonnes in 2023."),
    ("zh-Hans", "2023年进口量达2000万吨。", "2023年出口量达2000万吨。"),
    ("ja", "2023年の輸入は2000万トンだった。", "2023年の輸出は2000万トンだった。"),
    ("ko", "2023년 수입은 2000만 톤이었다.", "2023년 수출은 2000만 톤이었다."),
    ("en", "Annual sales reached 3 million units in 2023.", "Cumulative sales reached 3 million units in 2023."),
    ("zh-Hans", "2023年净利润为30亿元。", "2023年毛利润为30亿元。"),
    ("en", "Rural incomes reached 20,000 yuan in 2023.", "Urban incomes reached 20,000 yuan in 2023."),
    ("en", "The northern line opened in 2015.", "The southern line opened in 2015."),
    ("ja", "最高速度は時速300キロである。", "平均速度は時速300キロである。"),
    ("ko", "최고 속도는 시속 300km이다.", "평균 속도는 시속 300km이다."),
    ("fr", "Les importations ont atteint 20 TWh en 2023.", "Les exportations ont atteint 20 TWh en 2023."),
    ("zh-Hans", "她在2016年获得金牌。", "她在2016年获得铜牌，2020年夺得金牌。"),  # each year has its own clause
    ("ja", "この酵素を欠くヒトでは記憶力が35%低下する。", "この酵素を欠くマウスでは記憶力が35%低下する。"),
    ("en", "The first phase opened in 2015.", "The second phase opened in 2015."),
    ("en", "The plant is the largest in Asia.", "The plant is the second largest in Asia."),
    ("zh-Hans", "该厂是亚洲最大的工厂。", "该厂是亚洲第二大的工厂。"),
    ("ko", "이 공장은 아시아에서 가장 큰 공장이다.", "이 공장은 아시아에서 두 번째로 큰 공장이다."),
    ("zh-Hans", "2023年农村居民人均消费支出为21691元。", "2023年农村居民人均可支配收入为21691元。"),
    ("ja", "輸出は2000万トンに増えた。", "輸出は2000万トン増えた。"),
    ("ko", "수출은 2000만 톤으로 늘었다.", "수출은 2000만 톤 늘었다."),
    ("de", "Die Ausfuhr stieg auf 20 Millionen Tonnen.", "Die Ausfuhr stieg um 20 Millionen Tonnen."),
)


@pytest.mark.parametrize(("language", "claim", "source"), OTHER)
def test_what_is_said_of_one_side_is_not_said_of_the_other(language: str, claim: str, source: str) -> None:
    assert judge(claim, (source,), language=language).verdict == "unclear"
    assert judge(source, (claim,), language=language).verdict != "supported"
    assert judge(source, (source,), language=language).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Exports rose faster than imports.", "Imports rose more slowly than exports."),
        ("The highest average speed is 300 km/h.", "The average speed is 300 km/h at most."),
        ("It opened for the first time in 2015.", "It opened in the second half of 2015."),
        ("The plant stands north of the river.", "The plant stands in the south of the town."),
        ("平均速度高于最高限速的一半。", "平均速度是最高限速的六成。"),
    ],
)
def test_who_names_both_sides_or_neither_names_no_other(claim: str, source: str) -> None:
    assert other_side(claim, source) is None


WIND = "截至2024年底，全国海上风电累计并网容量达到4127万千瓦，陆上风电为4.8亿千瓦，其中当年新增海上风电约400万千瓦。"
CHIPS = "2023년 한국의 반도체 수출은 986억 달러로 전년보다 23.7% 줄었고, 수입은 615억 달러로 17.8% 감소했다."


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        ("截至2024年底，全国陆上风电累计并网容量达到4127万千瓦。", WIND, "unclear"),
        ("2024年全国新增海上风电并网容量4127万千瓦。", WIND, "unclear"),
        ("截至2024年底，全国海上风电累计并网容量达到4127万千瓦，陆上风电为4.8亿千瓦。", WIND, "supported"),
        ("2023년 한국의 반도체 수입은 986억 달러로 전년보다 23.7% 줄었다.", CHIPS, "unclear"),
        ("2023년 한국의 반도체 수입은 615억 달러로 전년보다 17.8% 감소했다.", CHIPS, "supported"),
    ],
)
def test_a_figure_is_of_the_side_that_its_own_clause_names(claim: str, source: str, verdict: str) -> None:
    assert judge(claim, (source,), language="ko" if source == CHIPS else "zh-Hans").verdict == verdict
