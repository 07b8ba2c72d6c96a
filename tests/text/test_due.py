"""Dates that come of a date and a length."""

from __future__ import annotations

import pytest

from dr_core.text.date import dates
from dr_core.text.due import due
from dr_core.text.support import judge

LICENCES = [
    (
        "en",
        "It was granted on 3 March 2015 and runs for ten years.",
        "Granted in March 2015, it runs until March {}.",
    ),
    ("zh-Hant", "該許可證於2015年3月核發，效期十年。", "許可證於2015年3月核發，至{}年3月屆滿。"),
    ("zh-Hans", "许可证于2015年3月核发，有效期十年。", "许可证于2015年3月核发，{}年3月到期。"),
    ("ja", "免許は2015年3月に交付され、有効期間は10年である。", "2015年3月に交付された免許は{}年3月まで有効である。"),
    ("ko", "면허는 2015년 3월에 발급되었으며 유효 기간은 10년이다.", "2015년 3월에 발급된 면허는 {}년 3월까지 유효하다."),
    ("de", "Die Lizenz wurde im März 2015 erteilt und gilt zehn Jahre.", "Die im März 2015 erteilte Lizenz gilt bis März {}."),
    ("fr", "La licence a été accordée en mars 2015 pour dix ans.", "La licence accordée en mars 2015 court jusqu'en mars {}."),
    (
        "es",
        "La licencia se concedió en marzo de 2015 por diez años.",
        "La licencia de marzo de 2015 vence en marzo de {}.",
    ),
]


@pytest.mark.parametrize(("language", "source", "claim"), LICENCES)
def test_a_date_that_comes_of_a_length_is_unclear_and_any_other_contradicted(language: str, source: str, claim: str) -> None:
    assert judge(claim.format(2025), [source], language=language).verdict == "unclear"
    assert judge(claim.format(2027), [source], language=language).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "The ban began on 14 May 2020 and lasted 90 days.",
            "The ban ended in August 2020.",
            "The ban ended in July 2020.",
        ),
        ("禁令自2020年5月14日起實施，為期90天。", "禁令至8月結束。", "禁令至11月結束。"),
        ("Work began in June 2018. It took 30 months.", "Work ended in December 2020.", "Work ended in December 2021."),
        ("The mill closed in 1960; it had opened 24 years earlier.", "The mill opened in 1936.", "The mill opened in 1984."),
    ],
)
def test_days_months_and_years_are_counted(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict == "unclear"
    assert judge(wrong, [source]).verdict == "contradicted"


def test_a_length_that_stands_elsewhere_gives_no_date() -> None:
    source = "The mill opened in 1960. It made paper. Rain fell often. A strike went on for 24 years."
    assert judge("The mill closed in 1984.", [source]).verdict == "contradicted"


def test_a_source_in_another_language_gives_the_date_too() -> None:
    claim, source = "The 2015 licence of ACME runs until {}.", "ACME公司的许可证于2015年核发，有效期十年。"
    assert judge(claim.format(2025), [source]).verdict == "unclear"
    assert judge(claim.format(2027), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("It lasted seven years. They fought from the Battle of the Glen in 1754.", "from the Battle of the Glen in 1761"),
        ("瘟疫肆虐了三年。最后的瘟疫在1654年席卷了奥斯陆，1658年席卷了巴黎。", "最后的瘟疫在1661年席卷了奥斯陆"),
        ("1756年5月18日，在欧洲，英国正式宣战，后来被称为七年战争。", "1763年5月18日，在欧洲，英国正式宣战"),
    ],
)
def test_a_date_that_was_changed_is_not_worked_out(source: str, claim: str) -> None:
    assert judge(claim + ("。" if "。" in source else "."), [source]).verdict != "supported"
    assert not due(claim, dates(claim), (), [source])


def test_one_thing_may_have_two_dates() -> None:
    source = "The mill opened in 1987 and was closed 24 years later."
    assert judge("The mill was closed in 2011.", [source]).verdict == "unclear"
    assert judge("The mill opened in 2011.", [source]).verdict == "contradicted"
    assert judge("天文臺於2011年關閉。", ["天文臺於1987年啟用，24年後關閉。"]).verdict == "unclear"
