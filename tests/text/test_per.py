"""A figure is given for something: for another measure it is another figure."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

OTHER = (
    ("en", "The tax starts at 5 grams per litre.", "The tax starts at 5 grams per 100 ml."),
    ("en", "The limit is 50 mg per litre.", "The limit is 50 mg per kilogram."),
    ("en", "The cars emit 120 g/km.", "The cars emit 120 g per mile."),
    ("en", "The works sell 30 cars a day.", "The works sell 30 cars a week."),
    ("de", "Der Grenzwert liegt bei 50 mg pro Liter.", "Der Grenzwert liegt bei 50 mg je Kilogramm."),
    ("zh-Hans", "该车排放量为每公里120克。", "该车排放量为每英里120克。"),
    ("zh-Hans", "该厂每天生产300辆。", "该厂每周生产300辆。"),
    ("ja", "この工場は1日当たり300台を生産する。", "この工場は1週間当たり300台を生産する。"),
    ("ko", "이 공장은 하루 평균 300대를 만든다.", "이 공장은 매주 평균 300대를 만든다."),
    ("zh-Hant", "每人每月可省下約180萬元。", "每人每年可省下約180萬元。"),
    ("ko", "월간 약 3,500GWh를 생산한다.", "연간 약 3,500GWh를 생산한다."),
    ("zh-Hans", "该厂年营业额为369亿卢比。", "该厂年营业额为369亿比索。"),
)
SAME = (
    ("en", "The limit is 50 g per litre.", "The limit is 50 g for each litre."),
    ("en", "The cars emit 120 g of CO2 per kilometre.", "The cars emit 120 g/km of CO2."),
    ("en", "The works sell 30 cars daily.", "The works sell 30 cars per day."),
    ("en", "Prices rose 5% a year and 12% in 2024.", "Prices rose 5% annually and 12% in 2024."),
    ("zh-Hans", "该车排放量为每公里120克。", "该车排放量为120克/公里。"),
    ("zh-Hans", "该厂每百公里耗电15千瓦时。", "该厂耗电15千瓦时/100公里。"),
    ("zh-Hans", "该厂电价为0.42元/千瓦时。", "该厂电价为每1度0.42元，即每千瓦时0.42元。"),
    ("ja", "この工場は1日当たり300台を生産する。", "この工場は300台/日を生産する。"),
    ("ko", "이 공장은 하루 평균 300대를 만든다.", "이 공장은 1일당 평균 300대를 만든다."),
)


@pytest.mark.parametrize(("language", "claim", "source"), OTHER)
def test_a_figure_given_for_another_measure_is_another(language: str, claim: str, source: str) -> None:
    assert judge(claim, (source,), language=language).verdict == "contradicted"
    assert judge(source, (source,), language=language).verdict == "supported"


@pytest.mark.parametrize(("language", "claim", "source"), SAME)
def test_the_same_measure_in_other_words_is_the_same(language: str, claim: str, source: str) -> None:
    assert judge(claim, (source,), language=language).verdict != "contradicted"


def test_a_source_that_also_has_it_as_the_claim_says_speaks_not_against_it() -> None:
    spans = ("The limit is 50 mg per kilogram.", "In water the limit is 50 mg per litre.", "The limit of 50 mg is old.")
    assert judge("The limit is 50 mg per litre in water.", spans, language="en").verdict == "supported"
    assert judge("The limit is 50 mg per litre.", spans[::2], language="en").verdict != "contradicted"


def test_a_thousand_before_a_unit_may_be_its_name() -> None:
    source = "Stationary packs cost 70 US dollars per kilowatt-hour, and 45 percent more in 2024."
    assert judge("储能电池包在2024年贵45%，现在为70美元/千瓦时。", (source,)).verdict == "supported"
    assert judge("储能电池包在2024年贵45%，现在为70美元/兆瓦时。", (source,)).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        ("The pump delivers 40 litres per minute.", "The pump delivers {} litres per hour.", "2,400", "3,400"),
        ("园区的这台水泵每分钟可以抽水40升。", "园区的这台水泵每小时可以抽水{}升。", "2400", "3400"),
        ("この井戸は毎秒15リットルの水を出している。", "この井戸は毎分{}リットルの水を出している。", "900", "1900"),
        ("Der Verein zahlt 450 Euro pro Monat.", "Der Verein zahlt {} Euro pro Jahr.", "5.400", "4.500"),
    ],
)
def test_a_rate_for_another_time_is_reckoned(source: str, claim: str, right: str, wrong: str) -> None:
    assert judge(claim.format(right), [source]).verdict == "supported"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("钠离子电池每千瓦时成本为 87 美元。", "钠离子电池每千瓦时成本为 90 美元。"),
        ("The pump delivers 87 litres per minute.", "The pump delivers 90 litres per minute."),
        ("The pump delivers 87 litres per minute.", "The pump delivers 5,000 litres per hour."),
        ("The cells cost 87 dollars per kWh.", "The cells cost 90 dollars per kWh."),
        ("Die Pumpe fördert 37 Liter pro Minute.", "Die Pumpe fördert 40 Liter pro Minute."),
    ],
)
def test_another_figure_for_the_same_time_is_no_reckoning(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"
