"""The parts by which a claim is held against the nearest sentence: signs, shares, bounds, order, words of one label."""

from __future__ import annotations

import pytest

from dr_core.text.bound import at_odds, differently
from dr_core.text.date import dates
from dr_core.text.exchange import exchanged
from dr_core.text.hedge import by_others, of_others, surer
from dr_core.text.lexicon import Lexicon, sides
from dr_core.text.negation import lowers, reversed_direction
from dr_core.text.number import quantities
from dr_core.text.place import replaced, wrong_number
from dr_core.text.support import judge

INSURED = "In 2023 there was a claim for 11 percent of the boilers and for 7 percent of the pumps."


@pytest.mark.parametrize(
    "text",
    ["at -7 degrees", "at −7 degrees", "(-7)", "-7", "was -$7", "温度为-7", "minus 7", "零下7度", "영하 7도", "to -7", "低于-7℃"],
)
def test_a_minus_is_read(text: str) -> None:
    assert [one.negative for one in quantities(text) if one.value == 7] == [True]


@pytest.mark.parametrize(
    "text", ["5-7", "5 -7", "5 - 7", "call 555-7", "氧-7", "10％-7％", "500人-7人", "2024-05-7", "and - 7 of", "the range – 7"]
)
def test_a_dash_is_no_minus(text: str) -> None:
    assert not any(one.negative for one in quantities(text))


def test_names_with_a_number_are_none() -> None:
    assert quantities("the A-40 and 5G and COVID-19") == []


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("half of the roofs", 50),
        ("one in five", 20),
        ("3 out of 10", 30),
        ("一半的人", 50),
        ("절반", 50),
        ("5人に1人", 20),
        ("5명 중 1명", 20),
    ],
)
def test_shares_in_words_are_percentages(text: str, share: float) -> None:
    assert any(one.unit == "%" and one.value == share for one in quantities(text, loose=True))


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("2 percentage points", "pp", 2),
        ("25 bps", "pp", 0.25),
        ("2%p", "pp", 2),
        ("80兆瓦时", "wh", 80e6),
        ("80兆瓦", "w", 80e6),
        ("5ミリ秒", "s", 0.005),
        ("5ミリグラム", "g", 0.005),
        ("5밀리그램", "g", 0.005),
        ("1,500 ml", "l", 1.5),
        ("0.5 g", "g", 0.5),
        ("40 TB", "byte", 40e12),
        ("6 kilowatt-hours", "wh", 6000),
    ],
)
def test_units_are_told_apart(text: str, unit: str, value: float) -> None:
    (one,) = quantities(text)
    assert (one.unit, one.value) == (unit, pytest.approx(value))


def test_decades_in_words_are_read_in_sources_only() -> None:
    assert [day.year for day in dates("in the nineties", loose=True)] == [1990]
    assert dates("in the nineties") == []
    assert dates("she was in her nineties", loose=True) == []


def test_a_lexicon_takes_the_longest() -> None:
    words = Lexicon(sides("price: cheap less_expensive 便宜 / expensive 贵\n-: 贵州"))
    assert words.found("a less expensive car") == {"price+": "less expensive"}
    assert words.found("cheapest") == {}
    assert words.found("贵州的山") == {}
    assert words.found("很贵") == {"price-": "贵"}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Demand doubled", "Demand halved"),
        ("Trains are slower", "Trains are faster"),
        ("The water is unfit", "The water is fit"),
        ("需要が減少した", "需要が増加した"),
        ("수요가 감소했다", "수요가 증가했다"),
        ("수요가 예측을 웃돌았다", "수요가 예측을 밑돌았다"),
        ("철도는 싸다", "철도는 비싸다"),
    ],
)
def test_opposites_are_found_across_their_words(claim: str, source: str) -> None:
    assert reversed_direction(claim, source)
    assert not reversed_direction(claim, claim)


def test_a_text_tells_of_a_fall() -> None:
    assert lowers("sales fell")
    assert lowers("a loss of 4")
    assert not lowers("sales rose")


def test_bounds_are_held_against_each_other() -> None:
    assert at_odds("at least 12 seats", "at most 12 seats")
    assert not at_odds("at least 12 seats", "no fewer than 12 seats")
    assert not at_odds("12 seats", "at most 12 seats")
    assert not at_odds("at least 12 seats", "at most 14 seats")


def test_a_level_is_not_a_change_and_an_end_no_range() -> None:
    assert differently("fell by 30 percent", "fell to 30 percent")
    assert differently("it takes 9 weeks", "it takes 6 to 9 weeks")
    assert not differently("it takes up to 9 weeks", "it takes 6 to 9 weeks")
    assert not differently("it takes 6 to 9 weeks", "it takes 6 to 9 weeks")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In 2020 sales fell in Japan.", "In Japan sales fell in 2020."),
        ("Motorola was acquired by Google in 2012.", "Google acquired Motorola in 2012."),
        ("Tin and zinc are mined here.", "Zinc and tin are mined here."),
        ("法国和德国签署了协议。", "德国和法国签署了协议。"),
        ("2020年在日本销量下降。", "在日本2020年销量下降。"),
    ],
)
def test_what_only_moves_is_not_exchanged(claim: str, source: str) -> None:
    assert exchanged(claim, source) is None


def test_two_things_in_each_others_place_are_found() -> None:
    assert exchanged("Oslo sued Bergen over water.", "Bergen sued Oslo over water.") == ("oslo", "bergen")
    assert exchanged("Google was acquired by Motorola.", "Google acquired Motorola.") is not None
    assert exchanged("매매가격은 전세가격보다 더 올랐다.", "전세가격은 1년간 4.6% 올라 매매가격보다 더 올랐다.") == (
        "매매가격",
        "전세가격",
    )
    assert exchanged("大阪は東京より安い。", "2020年の東京は家賃を含めて大阪より安い。") == ("大阪", "東京")
    assert exchanged("전세가격은 매매가격보다 더 올랐다.", "전세가격은 1년간 4.6% 올라 매매가격보다 더 올랐다.") is None


def test_a_number_belongs_to_its_clause() -> None:
    source = "The mill opened in 1871 and burned down in 1904."
    assert wrong_number("The mill opened in 1904.", source) == "1904"
    assert not wrong_number("The mill burned down in 1904.", source)


def test_a_name_in_anothers_place_is_found_but_not_one_that_is_only_pointed_at() -> None:
    spans = ("LFP cells last ten years. Sodium cells last six years.",)
    assert replaced("Sodium cells last ten years.", "LFP cells last ten years.", spans)
    assert replaced("Acme said that demand was weak.", "The company said that demand was weak.", ("Acme is a company.",)) is None


def test_hedges_shares_and_speakers_are_compared() -> None:
    assert surer("The alloy resists rust.", "The alloy may resist rust.")
    assert not surer("The alloy might resist rust.", "The alloy may resist rust.")
    assert surer("수입은 88억 원이다.", "수입은 88억 원으로 추정된다.")
    assert not surer("수입은 88억 원이다.", "수입은 추정 수입의 7.3%인 88억 원이다.")
    assert of_others("All wells are dry.", "Some wells are dry.")
    assert not of_others("Some wells are dry.", "Some of the wells are dry.")
    assert by_others("According to the mayor, it is full.", "According to the abbot, it is full.")
    assert not by_others("The study says that it is full.", "According to the abbot, it is full.")


def test_a_denial_that_is_cut_short_by_the_next_clause_is_the_sources() -> None:
    source = "No significant association was found among boys of the same age or among children aged 4 to 5."
    same = "There was no significant association among boys of that age or among children aged 4 to 5."
    assert judge(same, [source]).verdict == "supported"
    assert judge("There was a significant association among boys of that age.", [source]).verdict == "contradicted"


LEVY = (
    "A study found that the levy was associated with an 8.0% relative reduction in obesity prevalence among girls aged 10 to 11."
)
BOYS = "No significant association was found among boys of the same age or among children aged 4 to 5."


@pytest.mark.parametrize("who", ["boys", "children"])
def test_what_is_said_of_others_in_the_middle_of_a_sentence_is_doubted(who: str) -> None:
    claim = "The levy was associated with an 8.0% relative reduction in obesity prevalence among {} aged 10 to 11."
    assert judge(claim.format("girls"), [LEVY, BOYS]).verdict == "supported"
    assert judge(claim.format(who), [LEVY, BOYS]).verdict == "unclear"


def test_an_association_told_as_an_effect_is_doubted() -> None:
    claim = "The levy reduced obesity prevalence among girls aged 10 to 11 by 8.0%."
    assert judge(claim, [LEVY]).verdict == "unclear"
    assert not surer(claim, LEVY.replace("was associated with an 8.0% relative reduction in", "reduced"))


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "Between 2015 and 2019 the sugar sold in soft drinks fell by 34.6%, although sales by volume rose by 14.9%.",
            "Sales of soft drinks by volume rose by 14.9% between 2015 and 2019.",
            "Sales of soft drinks by volume fell by 14.9% between 2015 and 2019.",
        ),
        (
            "2023年粮食产量下降3.1%，而农业保险保费收入增长17.3%。",
            "2023年农业保险保费收入增长17.3%。",
            "2023年农业保险保费收入下降17.3%。",
        ),
    ],
)
def test_a_figure_rises_or_falls_as_its_own_clause_says(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("language", "claim", "source", "verdict"),
    [
        ("en", "The plant is the largest in Asia.", "The plant is one of the largest in Asia.", "unclear"),
        ("en", "The plant is among the largest in Asia.", "The plant is one of the largest in Asia.", "supported"),
        ("zh-Hans", "该厂是亚洲最大的工厂。", "该厂是亚洲最大的工厂之一。", "unclear"),
        ("zh-Hans", "该厂为亚洲最大的工厂之一。", "该厂是亚洲最大的工厂之一。", "supported"),
        ("ja", "この工場はアジア最大である。", "この工場はアジア最大級である。", "unclear"),
        ("ko", "이 공장은 아시아 최대이다.", "이 공장은 아시아 최대 공장 가운데 하나이다.", "unclear"),
        ("en", "Costs fell to $50 by 2030.", "Costs are projected to fall to $50 by 2030.", "unclear"),
        ("en", "Costs are forecast to fall to $50 by 2030.", "Costs are projected to fall to $50 by 2030.", "supported"),
        ("en", "Milk drinks are taxed at the lower rate.", "Milk drinks are exempt from the lower rate.", "contradicted"),
        ("zh-Hans", "法院于2024年5月维持了禁令。", "法院于2024年5月撤销了禁令。", "contradicted"),
    ],
)
def test_one_of_the_first_is_not_the_first_nor_a_forecast_a_fact(language: str, claim: str, source: str, verdict: str) -> None:
    assert judge(claim, (source,), language=language).verdict == verdict


TWO = (
    "The battery bus is the cheapest of the three zero-emission buses in 27 of the 31 cities.",
    "In the four others, all of which had wires and a headway of less than six minutes, the trolleybus was cheaper, because a "
    "bus that stands at the charger does not run.",
)
GARDENS = ("2022年透水鋪面的逕流削減率為46%，2024年為35%。", "與透水鋪面不同，雨花園的效果在兩年間沒有下降。")


def test_each_statement_of_a_sentence_is_held_against_the_sentence_that_tells_of_it() -> None:
    claim = "In 27 cities the battery bus is the cheapest; in the four others, {} of which had wires, the trolleybus was cheaper."
    assert judge(claim.format("all"), TWO).verdict == "supported"
    assert judge(claim.format("none"), TWO).verdict == "unclear"
    claim = "透水鋪面的逕流削減率由2022年的46%降至2024年的35%，雨花園的效果在兩年間則{}。"
    assert judge(claim.format("沒有下降"), GARDENS).verdict == "supported"
    assert judge(claim.format("同樣下降"), GARDENS).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("With one filling station a single fault takes the whole fleet out of service.", "supported"),
        ("With one filling station and a second supplier a single fault takes the whole fleet out of service.", "contradicted"),
    ],
)
def test_what_a_source_denies_besides_is_not_affirmed_by_leaving_it_out(claim: str, verdict: str) -> None:
    source = "With one filling station and no second supplier a single fault takes the whole fleet out of service."
    assert judge(claim, [source]).verdict == verdict


def test_the_cells_of_a_row_are_no_statements_of_a_sentence() -> None:
    table = "| Property | Sodium | Lithium |\n|---|---|---|\n| Claimed cycle life (cycles) | 4,000 to 10,000 | 3,000 to 10,000 |"
    assert judge("Claimed cycle life (cycles) 4,000 to 10,000; 3,000 to 10,000", [table]).verdict == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Der Anteil stieg 2023 auf 51,8 Prozent.", "Der Anteil sank 2023 auf 51,8 Prozent."),
        ("Der Gletscher ist der größte der Alpen.", "Der Gletscher ist der kleinste der Alpen."),
        ("Das Gericht erklärte das Gesetz 2023 für nichtig.", "Das Gericht bestätigte das Gesetz 2023."),
        ("La población aumentó un 8 % en 2023.", "La población disminuyó un 8 % en 2023."),
        ("La production a augmenté de 8 % en 2023.", "La production a diminué de 8 % en 2023."),
        ("Nurses were 38% more likely to die of it.", "Nurses were 38% less likely to die of it."),
        ("最高裁は2023年にこの規定を違憲とした。", "最高裁は2023年にこの規定を合憲とした。"),
        ("대법원은 2022년 이 제도가 무효라고 판결했다.", "대법원은 2022년 이 제도가 유효라고 판결했다."),
        ("利益は前年比11.5%減の843億円だった。", "利益は前年比11.5%増の843億円だった。"),
    ],
)
def test_what_is_turned_round_is_contradicted_in_every_language(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"
    assert judge(source, [source + " "]).verdict == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Portugal was one of the first countries to do so.", "Portugal was the first country to do so."),
        ("她成为该国首位羽毛球奥运冠军之一。", "她成为该国首位羽毛球奥运冠军。"),
        ("The agency expects sales of 17 million cars in 2024.", "Sales of cars were 17 million in 2024."),
        ("专家预计，2030年装机容量有望达到120吉瓦。", "2030年装机容量达到120吉瓦。"),
        ("打ち上げ費用は50億円を目指す。", "打ち上げ費用は50億円となった。"),
        ("The average holding is 18 hectares, down from 23 in 2001.", "The average holding is 18 hectares, up from 23 in 2001."),
        ("Of the teachers surveyed, 44% work part time.", "Most of the teachers surveyed work part time."),
    ],
)
def test_one_of_the_first_a_foreseen_figure_and_less_than_half_are_told_as_such(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "supported"


FLOORS = "Homes with underfloor heating reached 3.4, homes with radiators only 2.7."
MARGINAL = "Using the marginal rather than the average intensity, the saving falls to 58 percent."


@pytest.mark.parametrize(
    ("claim", "source", "turned"),
    [
        ("Homes with radiators reached 3.4 and those with underfloor heating only 2.7.", FLOORS, True),
        ("Homes with underfloor heating reached 3.4 and those with radiators only 2.7.", FLOORS, False),
        ("The saving falls to 58 percent with the average rather than the marginal intensity.", MARGINAL, True),
        ("The saving falls to 58 percent with the marginal instead of the average intensity.", MARGINAL, False),
        ("Claims came for 7 percent of the pumps and 11 percent of the boilers in 2023.", INSURED, False),
    ],
)
def test_what_stands_in_another_s_place_is_found_in_other_words_too(claim: str, source: str, turned: bool) -> None:
    assert (exchanged(claim, source) is not None) == turned


def test_what_is_needed_most_is_no_share() -> None:
    source = "The intensity of the grid at peak heat demand was 28 percent above the yearly mean."
    assert not of_others("The grid is dirtier when heat is needed most: its intensity is 28 percent above the mean.", source)
    assert of_others("Most of the homes are heated so.", "So are 28 percent of the homes heated.")


DELAY = "Then the gain in yield fell by 10% for every 15 days of delay until the third month, after which there was no gain."
NONE = "The seven lines carried 2,100 riders an hour on average, and no line exceeded 6,000 riders an hour."
车道 = "设计运能要求设置超车道，12个城市中3个设有超车道；不设超车道时，运能约为7500人次/小时，设超车道时为15000人次/小时。"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (DELAY, "The gain in yield shrinks by 10% with every 15 days of delay."),
        (NONE, "The seven lines carried 2,100 riders an hour on average, and all stayed below 6,000 riders an hour."),
        ("七条线路平均每小时2100人次，没有一条超过6000人次。", "七条线路平均每小时2100人次，最高的也不到6000人次。"),
        (车道, "设超车道时运能为15000人次/小时，不设时约为7500人次/小时。"),
        ("The resin should be avoided on floors with a known leak.", "Floors with a known leak should not get the resin."),
        ("Use of the resin beyond 3 hours after mixing is not recommended.", "It advises against use beyond 3 hours."),
    ],
)
def test_what_is_denied_in_other_words_or_besides_is_not_turned_round(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (DELAY, "After the third month there was a gain."),
        (NONE, "The seven lines carried 2,100 riders an hour on average, and a line exceeded 6,000 riders an hour."),
        ("Use of the resin beyond 3 hours after mixing is not recommended.", "Use beyond 3 hours after mixing is recommended."),
    ],
)
def test_what_is_turned_round_is_still_contradicted(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("시는 외국계 자본의 진입을 막고 재매각을 감점하기로 했다.", "시는 외국계 자본의 진입을 허용한다."),
        (
            "The town bans the entry of lorries into the old quarter.",
            "The town allows the entry of lorries into the old quarter.",
        ),
    ],
)
def test_what_is_forbidden_is_not_allowed(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "contradicted"
