"""A figure belongs to what the source gives it to."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

EN = "By the end of 2024, China had 41.8 GW of offshore wind capacity and Europe 36.6 GW."
简 = "截至2024年底，中国海上风电累计装机41.8吉瓦，欧洲36.6吉瓦，其中英国15.9吉瓦、德国9.0吉瓦。"
日 = "2024年末時点で、中国の洋上風力は41.8GW、欧州は36.6GWである。"
한 = "2024년 말 기준 중국의 해상풍력 설비는 41.8GW, 유럽은 36.6GW이다."
DE = "Ende 2024 hatte China 41,8 GW Offshore-Windkraft und Europa 36,6 GW."

OF_ANOTHER = [
    (EN, "By the end of 2024, {} had more than 40 GW of offshore wind capacity.", "China", "Europe"),
    (简, "{}海上风电累计装机41.8吉瓦。", "中国", "欧洲"),
    (简, "截至2024年底，{}海上风电累计装机约42吉瓦。", "中国", "欧洲"),
    (简, "{}海上风电累计装机超过40吉瓦。", "中国", "欧洲"),
    (简, "{}海上风电累计装机36.6吉瓦。", "欧洲", "中国"),
    (简, "{}累计装机15.9吉瓦。", "英国", "德国"),
    (日, "{}の洋上風力は41.8GWである。", "中国", "欧州"),
    (한, "{}의 해상풍력 설비는 41.8GW이다.", "중국", "유럽"),
    (DE, "Ende 2024 hatte {} mehr als 40 GW Offshore-Windkraft.", "China", "Europa"),
]


@pytest.mark.parametrize(("source", "claim", "own", "other"), OF_ANOTHER)
def test_a_figure_that_the_source_gives_to_another_thing_is_not_carried(source: str, claim: str, own: str, other: str) -> None:
    assert judge(claim.format(own), [source]).verdict == "supported"
    assert judge(claim.format(other), [source]).verdict != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "中国和欧洲的海上风电累计装机分别为41.8吉瓦和36.6吉瓦。",
        "欧洲海上风电累计装机36.6吉瓦，中国41.8吉瓦。",
        "截至2024年底，欧洲36.6吉瓦，少于中国的41.8吉瓦。",
    ],
)
def test_things_told_in_another_order_are_not_mistaken(claim: str) -> None:
    assert "of another" not in judge(claim, [简]).reason


def test_a_figure_may_stand_before_what_has_it() -> None:
    source = "In 2024 a kilowatt cost 1,450 dollars in China and 3,900 dollars in Europe."
    assert judge("A kilowatt cost 3,900 dollars in Europe.", [source]).verdict == "supported"


def test_a_figure_that_another_source_gives_to_it_is_its_own() -> None:
    both = [简, "欧洲海上风电的目标是41.8吉瓦。"]
    assert "of another" not in judge("欧洲海上风电累计装机41.8吉瓦。", both).reason


def test_a_particle_behind_a_figure_is_no_name() -> None:
    source = "매출은 전년 1조 원에서 1조 2,000억 원으로 증가했다."
    assert judge("매출은 1조2천억원으로 전년 1조원보다 20% 늘었다.", [source]).verdict == "supported"
