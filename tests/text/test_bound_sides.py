"""A least that is told as a most, and the other way round."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

SIDES = [
    (
        "en",
        "The bridge may carry up to 44 tonnes, provided wind speed stays below 60 km/h.",
        "The bridge may carry no more than 44 tonnes.",
        "The bridge must carry at least 44 tonnes.",
    ),
    ("zh-Hant", "申請人應具備至少12個月的工作經驗。", "申請人至少應有12個月的工作經驗。", "申請人至多只能有12個月的工作經驗。"),
    (
        "zh-Hant",
        "同一帳戶每日提款以新臺幣15萬元為上限。",
        "每個帳戶每日提款最多新臺幣15萬元。",
        "每個帳戶每日提款最少新臺幣15萬元。",
    ),
    ("zh-Hans", "储罐压力不得超过2.5兆帕。", "储罐压力最高为2.5兆帕。", "储罐压力至少为2.5兆帕。"),
    ("zh-Hans", "企业员工不得少于30名。", "企业员工至少为30名。", "企业员工最多为30名。"),
    (
        "ja",
        "一日の引き出しは15万円を上限とする。",
        "一日の引き出しは最大15万円とする。",
        "一日の引き出しは最低でも15万円とする。",
    ),
    ("fr", "Il supporte 44 tonnes au maximum.", "Il supporte au plus 44 tonnes.", "Il supporte 44 tonnes au minimum."),
    ("es", "Soporta 44 toneladas como máximo.", "Soporta hasta 44 toneladas.", "Soporta como mínimo 44 toneladas."),
]


@pytest.mark.parametrize(("language", "source", "right", "wrong"), SIDES)
def test_a_bound_of_the_other_side_is_contradicted(language: str, source: str, right: str, wrong: str) -> None:
    assert judge(right, [source], language=language).verdict == "supported"
    assert judge(wrong, [source], language=language).verdict == "contradicted"


def test_what_goes_beyond_a_limit_is_no_most() -> None:
    assert judge("部分账户的提款超过15万元上限。", ["部分账户的提款超过15万元。"], language="zh-Hans").verdict != "contradicted"
