"""A comparison is held to its own figures."""

from __future__ import annotations

import pytest

from dr_core.text.belied import belied
from dr_core.text.support import judge


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "Farm incomes grew by 7.6%, faster than the 4.8% of towns.",
            "Farm incomes grew by 4.8%, faster than the 7.6% of towns.",
        ),
        ("Oslo (20 GW) lies above Kyoto (12 GW).", "Oslo (12 GW) lies above Kyoto (20 GW)."),
        (
            "Falls were more common in the north (2.1%) than in the south (1.9%).",
            "Falls were more common in the north (1.9%) than in the south (2.1%).",
        ),
        (
            "Falls were no more common in the north (1.9%) than in the south (2.1%).",
            "Falls were less common in the north (2.1%) than in the south (1.9%).",
        ),
        ("来館者は3,188人で、2019年の2,507人を上回った。", "来館者は2,507人で、2019年の3,188人を上回った。"),
        ("农村居民收入增长7.6%，快于城镇居民的4.8%。", "农村居民收入增长4.8%，快于城镇居民的7.6%。"),
        ("城镇居民收入增速（4.8%）低于农村居民（7.6%）。", "城镇居民收入增速（4.8%）快于农村居民（7.6%）。"),
        ("農村部の伸びは7.6%で、都市部の4.8%を上回った。", "農村部の伸びは4.8%で、都市部の7.6%を上回った。"),
        ("농촌은 7.6%로 도시의 4.8%보다 높았다.", "농촌은 4.8%로 도시의 7.6%보다 높았다."),
        ("Der Anteil stieg auf 8%, mehr als die 5% im Osten.", "Der Anteil stieg auf 5%, mehr als die 8% im Osten."),
    ],
)
def test_what_is_more_has_the_larger_figure(true: str, false: str) -> None:
    assert belied(true) == ""
    assert "belie" in belied(false)


@pytest.mark.parametrize(
    "text",
    [
        "It rose by 20%, more than 30% of it in May.",
        "Prices rose to 20 euros, more than 5 euros above those of 2020.",
        "The share fell to 20%, less than 15 years ago.",
        "The fleet grew to 20 ships, more than about 30 ships could carry.",
        "产量为20万吨，超过30万吨的目标尚未实现前的水平不详。",
        "It is 20% cheaper than the 30% of those that are dear.",
        "两者的气温不同，前者为零下20℃，后者为低于零下15℃。",
    ],
)
def test_a_bound_is_no_comparison(text: str) -> None:
    assert belied(text) == ""


def test_such_a_sentence_is_not_shown() -> None:
    source = "农村居民人均可支配收入实际增长7.6%，城镇居民人均可支配收入实际增长4.8%。"
    claim = "城镇居民人均可支配收入实际增长4.8%，快于农村居民的7.6%。"
    assert judge(claim, (source,), language="zh-Hans").verdict == "contradicted"
