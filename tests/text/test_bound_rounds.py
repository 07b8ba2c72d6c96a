"""A bound that a source's figure keeps, as near as it is written, is what the source says."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

EN = "By the end of 2024, China had 41.8 GW of offshore wind capacity; capital costs were named by 78% of members."
简 = "截至2024年底，中国海上风电累计装机41.8吉瓦；中国的造价为欧洲的37%，新增容量下降40.8%。"
日 = "2024年末時点で、中国の洋上風力は41.8GWであり、資本費は欧州の37%である。"
한 = "2024년 말 기준 중국의 해상풍력 설비는 41.8GW이며 비용은 유럽의 37%이다."
DE = "Ende 2024 hatte China 41,8 GW Offshore-Windkraft."

KEPT = [
    (EN, "By the end of 2024, China had more than {} of offshore wind capacity.", "40 GW", "30 GW"),
    (EN, "By the end of 2024, China had less than {} of offshore wind capacity.", "50 GW", "40 GW"),
    (EN, "Capital costs were named by more than {} of members.", "three quarters", "two thirds"),
    (简, "截至2024年底，中国海上风电累计装机超过{}。", "40吉瓦", "50吉瓦"),
    (简, "中国的造价不到欧洲的{}。", "四成", "三成"),
    (简, "中国的造价不到欧洲的{}。", "40%", "30%"),
    (简, "中国的新增容量下降{}。", "四成", "五成"),
    ("该试验纳入2,900名患者。", "该试验纳入近{}名患者。", "3,000", "2,000"),
    ("该试验纳入1206名患者。", "该试验纳入约{}名患者。", "1200", "1300"),  # which is no year
    (日, "中国の洋上風力は{}を超える。", "40GW", "50GW"),
    (日, "中国の資本費は欧州の{}に満たない。", "4割", "3割"),
    (한, "중국의 해상풍력 설비는 {}를 넘는다.", "40GW", "50GW"),
    (한, "중국의 비용은 유럽의 {} 미만이다.", "40%", "30%"),
    (한, "중국의 해상풍력 설비는 {}를 웃돈다.", "40GW", "50GW"),
    (한, "중국의 해상풍력 설비는 {}가 넘는다.", "40GW", "50GW"),
    (한, "중국의 해상풍력 설비는 {}를 초과한다.", "40GW", "50GW"),
    (한, "중국의 해상풍력 설비는 {} 남짓이다.", "40GW", "50GW"),
    (한, "중국의 해상풍력 설비는 {}대이다.", "40GW", "50GW"),
    (한, "중국의 비용은 유럽의 {}에도 못 미친다.", "40%", "30%"),
    (한, "중국의 비용은 유럽의 {}가 채 되지 않는다.", "40%", "30%"),
    (한, "중국의 비용은 유럽의 {}를 밑돈다.", "40%", "30%"),
    (한, "중국의 비용은 유럽의 {} 가까이에 이른다.", "40%", "30%"),
    (한, "중국의 비용은 유럽의 {}에도 못 미친다.", "5분의 2", "5분의 1"),
    ("서울의 인구는 2024년 말 기준 940만 명이다.", "서울의 인구는 2024년 말 기준 {} 명에 못 미친다.", "1,000만", "900만"),
    ("하루 이용객이 51만 명에 이르렀다.", "하루 이용객이 {} 명을 돌파했다.", "50만", "60만"),
    ("この酵素を欠くと記憶力が約35%低下する。", "この酵素がないと記憶力がおよそ{}低下する。", "3分の1", "4分の1"),
    (DE, "China hatte Ende 2024 mehr als {} Offshore-Windkraft.", "40 GW", "50 GW"),
]


@pytest.mark.parametrize(("source", "claim", "kept", "broken"), KEPT)
def test_a_bound_next_to_the_figure_stands_and_another_does_not(source: str, claim: str, kept: str, broken: str) -> None:
    assert judge(claim.format(kept), [source]).verdict == "supported"
    assert judge(claim.format(broken), [source]).verdict == "contradicted"


@pytest.mark.parametrize("claim", ["China had up to 50 GW of offshore wind capacity.", "中国海上风电累计装机最高50吉瓦。"])
def test_the_most_there_may_be_is_no_rounding_of_what_there_is(claim: str) -> None:
    assert judge(claim, [EN if claim.isascii() else 简]).verdict == "contradicted"


def test_not_reaching_a_figure_is_no_denial() -> None:
    assert judge("中国海上风电没有累计装机41.8吉瓦。", [简]).verdict == "contradicted"
    assert judge("截至2024年底，中国海上风电累计装机不到42吉瓦。", [简]).verdict == "supported"


@pytest.mark.parametrize(
    "claim", ["보상금은 100억 원에 못 미친다.", "보상금은 100억 원을 밑돈다.", "보상금은 100억 원을 넘지 못한다."]
)
def test_korean_tells_a_least_from_a_most(claim: str) -> None:
    assert judge(claim, ["보상금은 100억 원을 웃돈다."]).verdict == "contradicted"
    assert judge(claim, ["보상금은 100억 원 미만이다."]).verdict == "supported"
