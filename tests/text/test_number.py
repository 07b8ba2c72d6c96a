"""Quantities: one value however it is written, and no value where there is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.text import number, numeral
from dr_core.text.lasting import lengths
from dr_core.text.number import quantities, states
from dr_core.text.support import judge


def values(text: str, **how: bool) -> list[tuple[float, str]]:
    return [(one.value, one.unit) for one in quantities(text, **how)]


@pytest.mark.parametrize(
    "text",
    [
        "15,000 people",
        "1.5 万人",
        "1.5萬人",
        "一萬五千人",
        "一万五千人",
        "15 thousand",
        "fifteen thousand",
        "１５，０００人",
        "1만 5천 명",
        "1万5,000人",
        "1萬5,000人",
        "1만5,000명",
        "15k",
        "15 000",
    ],
)
def test_fifteen_thousand_is_one_number_in_every_writing(text: str) -> None:
    assert values(text.replace("15 000", "15\u202f000")) == [(15_000.0, "")]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12.5%", 12.5, "%"),
        ("12.5 per cent", 12.5, "%"),
        ("百分之十二點五", 12.5, "%"),
        ("三成", 30.0, "%"),
        ("25퍼센트", 25.0, "%"),
        ("$5.2 billion", 5.2e9, "usd"),
        ("52亿美元", 5.2e9, "usd"),
        ("3億5000万円", 3.5e8, "jpy"),
        ("2万5,300円", 25_300.0, "jpy"),
        ("1億2,345万6,789円", 123_456_789.0, "jpy"),
        ("38万4,400km", 384_400_000.0, "m"),
        ("€1,5 million", 1.5e6, "eur"),
        ("5 km", 5000.0, "m"),
        ("5000公尺", 5000.0, "m"),
        ("24 months", 24.0, "month"),
        ("2 years", 24.0, "month"),
        ("21st", 21.0, ""),
        ("1.234.567", 1234567.0, ""),
        ("two hundred and five thousand", 205_000.0, ""),
        ("二〇二四", 2024.0, ""),
        ("三百零五", 305.0, ""),
        ("2천6백만", 26e6, ""),
        ("2억3천5백만 원", 235e6, "krw"),
        ("80여억 원", 8e9, "krw"),
        ("86.46㎞", 86_460.0, "m"),
        ("3㎿", 3e6, "w"),
        ("3분의 2", 200 / 3, "%"),
    ],
)
def test_a_value_is_read_with_its_unit(text: str, value: float, unit: str) -> None:
    assert values(text) == [(pytest.approx(value), unit)]


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4",
        "COVID-19",
        "5G",
        "3D",
        "version 1.2.3",
        "一些",
        "统一",
        "十分",
        "see Figure 2",
        "图 3",
        "1. The first item",
        "수십억 원",
        "数十亿元",
    ],
)
def test_names_versions_pointers_and_figures_of_speech_state_no_number(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize("text", ["The state paid 62% of it", "목표 62%", "代表 62%", "it was stable 62% of the time"])
def test_a_word_that_ends_like_a_pointer_points_at_nothing(text: str) -> None:
    assert values(text) == [(62.0, "%")]


def test_both_ends_of_a_range_carry_its_unit_and_its_scale() -> None:
    assert values("10-15 %") == [(10.0, "%"), (15.0, "%")]
    first = quantities("1–2 million")[0]
    assert 1_000_000.0 in first.readings


def test_small_counts_are_read_from_sources_but_not_held_against_claims() -> None:
    assert values("two authors ranked sixth") == []
    assert values("two authors ranked sixth", loose=True) == [(2.0, ""), (6.0, "")]
    assert values("三个城市", loose=True) == [(3.0, "")]


@pytest.mark.parametrize(
    ("source", "claim", "same"),
    [
        ("14,870,000 people", "about 15 million people", True),
        ("14,870,000 people", "14.9 million people", True),
        ("14,870,000 people", "15 million people", False),
        ("68.4%", "68%", True),
        ("68.4%", "69%", False),
        ("6.5 metres", "지름은 6.5m다", True),
        ("6.5 metres", "지름은 6.5km다", False),
        ("33%", "one third", True),
        ("33%", "33 dollars", False),
        ("308 points", "309 points", False),
        ("¥500", "500 yen", True),
        ("3 miles", "4.8 km", True),
        ("ranked sixth", "6th", True),
        ("四分之三", "75%", True),
    ],
)
def test_a_claim_may_round_but_not_change_a_number(source: str, claim: str, same: bool) -> None:
    assert states(quantities(source, loose=True), quantities(claim)[0]) is same


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It holds 10⁶ cells.", 1e6),
        ("It holds 3×10⁶ cells.", 3e6),
        ("some 2.5 x 10^9 of them", 2.5e9),
        ("a share of 4·10⁻³", 4e-3),
        ("约 1.2×10⁴ 个", 1.2e4),
        ("5 × 10^-2 of it", 5e-2),
    ],
)
def test_powers_of_ten_are_one_number(text: str, value: float) -> None:
    assert [one.value for one in quantities(text)] == [pytest.approx(value)]


def test_a_footnote_and_a_square_are_no_powers() -> None:
    assert [one.value for one in quantities("In 2023¹ it grew to 5 km².")] == [2023.0, 5e6]
    assert [one.value for one in quantities("10 of 100² tries")] == [10.0, 100.0]


def test_another_power_is_another_number() -> None:
    source = quantities("The sample held 10⁶ cells.", loose=True)
    assert not states(source, quantities("The sample held 10⁹ cells.")[0])
    assert not states(source, quantities("The sample held 10 cells.")[0])
    assert states(source, quantities("The sample held a million cells, 1,000,000.")[-1])


@given(st.integers(min_value=1, max_value=10**15))
def test_grouping_never_changes_a_number(number: int) -> None:
    assert numeral.digits(f"{number:,}") == float(number)


@given(st.text(alphabet="0123456789,.%一二三四五六七八九十百千万亿點分之 $kM-–~of and", max_size=60))
def test_any_run_of_numerals_is_read_without_an_error(text: str) -> None:
    for one in quantities(text, loose=True):
        assert text[one.start : one.end].strip() == one.text.strip()


PARTS = (
    "about", "km/h", "$", "US$", "USD ", "%", "percent", "k", "M", "bn", "million", "thousand", "-", "~", "/", ".", ",", "(", ")",
    " ", "\n", "st", "th", "x", "A", "v", "1", "5", "007", "2024", "3.5", "1,000", "12,34", "1.000.000", "GWh", "euros", "kg",
    "Figure", "Table", "RMB", "per", "third", "_", "a-", "Rs.", "EUR",
)  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=14), st.sampled_from(["", " "]))
def test_looking_only_at_digits_finds_what_looking_everywhere_finds(parts: list[str], between: str) -> None:
    text = between.join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(number, "_found", lambda text, pattern: pattern.finditer(text))
        everywhere = quantities(text)
    assert quantities(text) == everywhere


@pytest.mark.parametrize("text", ["2小时10分左右", "2小時10分", "2時間10分台", "2시간 10분대", "2 hours 10 minutes"])
def test_minutes_behind_hours_are_minutes(text: str) -> None:
    assert [(one.value, one.unit) for one in quantities(text)] == [(7200.0, "s"), (600.0, "s")]
    assert [one.unit for one in quantities("得到10分")] == [""]


@pytest.mark.parametrize("text", ["平均298分から", "298分、休憩する", "298分短縮した", "298分の休憩", "夜勤は298分"])
def test_in_japanese_a_figure_before_分_is_one_of_minutes(text: str) -> None:
    (found,) = quantities(text)
    assert states([found], quantities("298 minutes")[0])


@pytest.mark.parametrize("text", ["3分野に分けた", "10分割する", "彼は3割5分を打った", "他得了90分", "得到10分"])
def test_another_分_is_none(text: str) -> None:
    assert "s" not in [one.unit for one in quantities(text)]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("1m3当たり4～6kWhである。", "It takes 4 to 6 kWh per cubic metre."),
        ("1立方メートルあたり4～6kWhである。", "It takes 4 to 6 kWh per cubic metre."),
        ("1㎥당 4~6kWh가 든다.", "It takes 4 to 6 kWh per cubic metre."),
        ("1人につき300リットル、1日では900リットルを使う。", "Each uses 300 litres, and 900 litres a day."),
        ("1日50,000m3の能力をもつ。", "It has a capacity of 50,000 cubic metres per day."),
        ("1일 5만 톤을 만든다.", "It makes 50,000 tonnes a day."),
        ("每1千瓦时3美分。", "3 cents per kWh"),
        ("1㎞에 약 710억 원이 들었다.", "It cost 71 billion won per kilometre."),
        ("3 cents per 1 kWh", "3 cents per kWh"),
    ],
)
def test_what_a_rate_is_told_for_is_no_figure(claim: str, source: str) -> None:
    stated = quantities(source, loose=True)
    assert all(states(stated, one) for one in quantities(claim))


@pytest.mark.parametrize("claim", ["工期は1日である。", "1日、5万トンを運んだ。", "1kWhを使う。", "1 kWh of 3"])
def test_a_one_of_its_own_is_a_figure(claim: str) -> None:
    assert quantities(claim)[0].value in (1.0, 1000.0)


def test_a_cubic_metre_is_no_metre() -> None:
    assert [one.unit for one in quantities("50,000m3, 12 m2, 3 km2 and 7 m")] == ["l", "m2", "m2", "m"]


@pytest.mark.parametrize(
    "text", ["6個半小時", "6个半小时", "6小時半", "6時間半", "6時間半を要した", "6시간 반", "6시간 반이 걸렸다"]
)
def test_half_an_hour_belongs_to_the_hours_before_it(text: str) -> None:
    (one,) = quantities(text)
    assert (one.value, one.unit) == (23_400.0, "s")
    assert 21_600.0 in quantities(text, loose=True)[0].readings, "who says six hours is not far from it"


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("排出量は50tである", 50e6, "g"),
        ("A load of 50t is carried", 50e6, "g"),
        ("長さ300mの橋", 300.0, "m"),
        ("全长300m。", 300.0, "m"),
        ("debts of $5t", 5e12, "usd"),
        ("a GDP of 5T", 5e12, ""),
        ("sales of $300m", 300e6, "usd"),
        ("it has 300m users", 300e6, ""),
    ],
)
def test_small_letters_behind_a_number_are_tonnes_and_metres_where_no_money_is_meant(text: str, value: float, unit: str) -> None:
    assert [(one.value, one.unit) for one in quantities(text)] == [(value, unit)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("The bridge is 300m long.", 300.0, "m"),
        ("It has a height of 8,849m.", 8849.0, "m"),
        ("It lies 300m above sea level.", 300.0, "m"),
        ("A 300m-wide river", 300.0, "m"),
        ("She won the 100m sprint.", 100.0, "m"),
        ("A hall of 300m² was built.", 300.0, "m2"),
        ("It was 300m above the forecast.", 300e6, ""),
        ("It has 300m users across Europe.", 300e6, ""),
        ("They raised 300m from the fund.", 300e6, ""),
        ("A $300m tower was planned.", 300e6, "usd"),
        ("They sold $300m long-dated bonds.", 300e6, "usd"),
    ],
)
def test_an_m_in_english_is_metres_where_the_words_around_it_tell_of_a_length(text: str, value: float, unit: str) -> None:
    assert [(one.value, one.unit) for one in quantities(text)] == [(value, unit)]


def test_both_ends_of_a_range_are_lengths() -> None:
    assert [(one.value, one.unit) for one in quantities("at depths of 200-300m")] == [(200.0, "m"), (300.0, "m")]


def test_a_third_of_sixty_six_minutes_is_no_share_of_minutes() -> None:
    assert values("66분의 3분의 1") == [(3960.0, "s"), (pytest.approx(100 / 3), "%")]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Six days had minus 17 degrees.", "supported"),
        ("Six days had minus 16 degrees.", "contradicted"),
        ("Six days had 17 degrees.", "contradicted"),
        ("Six days had minus 17 litres.", "contradicted"),
    ],
)
def test_degrees_are_those_of_the_source_where_a_sentence_does_not_say_which(claim: str, verdict: str) -> None:
    assert judge(claim, ["In January six days had minus 17 degrees Celsius."]).verdict == verdict


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A third study found less.", []),
        ("They fail less often on two counts and more often on a third.", []),
        ("It fell by a third.", ["a third"]),
        ("In a third of the cases it fell.", ["a third"]),
        ("It costs a fifth more.", ["a fifth"]),
    ],
)
def test_a_third_of_several_is_no_fraction(text: str, found: list[str]) -> None:
    assert [one.text.strip() for one in quantities(text)] == found


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("揚力は速度の2乗に比例する。", []),
        ("風力發電與風速的3次方成正比。", []),
        ("넓이는 반지름의 2제곱에 비례한다.", []),
        ("定員は42人で、2乗客を除く。", [42.0, 2.0]),
    ],
)
def test_a_power_is_no_number_of_anything(text: str, read: list[float]) -> None:
    assert [one.value for one in quantities(text)] == read


@pytest.mark.parametrize(
    "text", ["1시간 30분이 걸린다", "1時間30分かかる", "需要1小时30分钟", "met 1 h 30 en bus", "met 1h30", "1h30min"]
)
def test_one_hour_and_its_minutes_are_one_length(text: str) -> None:
    found = quantities(text)
    assert [one.value for one in (*found, *lengths(text, found)) if one.unit == "s"][-1] == 5400


def test_an_hour_before_other_hours_is_the_measure_of_a_rate() -> None:
    assert [one.text for one in quantities("1時間に30台を生産する")] == ["30"]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("ein Drittel der Haushalte", 100 / 3),
        ("drei Viertel der Flächen", 75),
        ("mehr als ein Fünftel davon", 20),
        ("deux tiers des ménages", 200 / 3),
        ("un quart de la production", 25),
        ("dos tercios de los hogares", 200 / 3),
    ],
)
def test_shares_in_words_are_read_in_german_french_and_spanish(text: str, share: float) -> None:
    assert values(text) == [(pytest.approx(share), "%")]


@pytest.mark.parametrize("text", ["trois quarts d’heure", "un tiers de confiance", "ein Viertel im Norden der Stadt"])
def test_what_is_no_share_states_none(text: str) -> None:
    assert values(text) == []


def test_a_word_with_an_accent_is_no_unit() -> None:
    assert values("480 ménages") == [(480, "")]
    assert values("480 m de haut") == [(480, "m")]


def test_a_share_in_words_is_held_against_the_source() -> None:
    source = "Von den 480 befragten Haushalten hatten 120 den Anbieter gewechselt."
    assert judge("Ein Viertel der befragten Haushalte hatte den Anbieter gewechselt.", [source]).verdict != "contradicted"
    assert judge("Ein Drittel der befragten Haushalte hatte den Anbieter gewechselt.", [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Wound infection fell from 4·2% to 3·15% (RR 0·75, 95% CI 0·60–0·94).", [4.2, 3.15, 0.75, 95.0, 0.6, 0.94]),
        ("3·10^6 cells", [3e6]),
        ("on 9·11·2001", [9.0, 11.0, 2001.0]),
        ("3·1운동과 5·18 민주화운동", [3.0, 1.0, 5.0, 18.0]),
    ],
)
def test_a_raised_point_is_a_decimal_one_in_latin_script(text: str, values: list[float]) -> None:
    assert [one.value for one in quantities(text)] == values


def test_a_figure_with_a_raised_point_is_that_of_the_sentence() -> None:
    source = "Wound infection was less common with the dressing (41 [3·1%] of 1310 patients vs 55 [4·2%] of 1308)."
    assert judge("Wound infection was seen in 3.1% with the dressing and 4.2% without.", [source]).verdict != "contradicted"
    assert judge("Wound infection was seen in 3.9% with the dressing and 4.2% without.", [source]).verdict == "contradicted"
