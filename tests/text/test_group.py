"""Sentences that take things of a table together, and go on from there: a second step is held against the cells, too."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

SALES = """\
| Maker | Cars sold 2020 (thousand) | Cars sold 2024 (thousand) |
|---|---|---|
| Vantor | 310 | 418 |
| Brisk Motors | 275 | 233 |
| Olmo | 164 | 521 |
| Kestrel | 88 | 97 |"""
BUDGET = """\
| Year | Schools (€ million) | Hospitals (€ million) | Roads (€ million) |
|---|---|---|---|
| 2019 | 41.2 | 63.5 | 18.8 |
| 2023 | 52.6 | 70.1 | 17.3 |"""
FISH = """\
| 海域 | 2016年捕捞量（万吨） | 2021年捕捞量（万吨） |
|---|---|---|
| 北海区 | 182 | 147 |
| 东海区 | 263 | 291 |
| 南海区 | 355 | 412 |"""
LIBRARY = """\
| 市 | 2014年度の貸出数（千冊） | 2022年度の貸出数（千冊） |
|---|---|---|
| 春日市 | 412 | 388 |
| 秋山市 | 275 | 331 |
| 冬木市 | 148 | 206 |"""
OTHERWISE = [  # what is right, what is contradicted
    (SALES, "Together, Vantor and Olmo sold {} thousand more cars in 2024 than in 2020.", "465", "357"),
    (SALES, "Combined sales of Vantor and Brisk Motors {} by 66 thousand cars between 2020 and 2024.", "rose", "fell"),
    (SALES, "In 2024 {} accounted for 44.5% of the cars sold by Vantor, Brisk Motors and Olmo together.", "Olmo", "Vantor"),
    (SALES, "In 2020 Vantor, Brisk Motors and Olmo sold on average {} thousand cars.", "249.7", "259.7"),
    (SALES, "In 2024 {} thousand more cars than Brisk Motors and Kestrel combined.", "Olmo sold 191", "Olmo sold 181"),
    (
        SALES,
        "Vantor and Brisk Motors together sold {} thousand in 2024.",
        "585 thousand cars in 2020 and 651",
        "651 thousand cars in 2020 and 585",
    ),
    (BUDGET, "Spending on schools and hospitals combined {} by €18.0 million between 2019 and 2023.", "rose", "fell"),
    (
        BUDGET,
        "The share of roads in the total of schools, hospitals and roads {} by 2.9 percentage points from 2019 to 2023.",
        "fell",
        "rose",
    ),
    (FISH, "2016年至2021年，东海区和南海区的合计捕捞量{}了85万吨。", "增加", "减少"),
    (FISH, "2021年{}占北海区、东海区和南海区捕捞量总和的48.5%。", "南海区", "东海区"),
    (FISH, "2016年至2021年，北海区在北海区、东海区和南海区捕捞总量中的占比{}了5.5个百分点。", "下降", "上升"),
    (LIBRARY, "秋山市と冬木市の合計貸出数は2014年度から2022年度に114千冊{}した。", "増加", "減少"),
    (LIBRARY, "2022年度の春日市、秋山市、冬木市の貸出数の合計に占める{}の割合は22.3%である。", "冬木市", "秋山市"),
    (LIBRARY, "春日市、秋山市、冬木市の合計に占める冬木市の割合は2014年度から2022年度に{}ポイント上昇した。", "4.5", "6.5"),
]
OF_ONE = [  # figures of one of the things, said of all of them
    (SALES, "In 2024 Vantor and Olmo together sold 521 thousand cars."),
    (SALES, "In 2020 Vantor, Brisk Motors and Olmo sold on average 275 thousand cars."),
    (BUDGET, "In 2023 schools, hospitals and roads together cost €70.1 million."),
    (FISH, "2021年北海区、东海区和南海区的捕捞量合计为412万吨。"),
    (LIBRARY, "2014年度の春日市、秋山市、冬木市の平均貸出数は275千冊だった。"),
]
APART = [  # names in a list that are not taken together, or not for this figure
    (SALES, "Vantor and Olmo sold 418 thousand and 521 thousand cars in 2024, together 939 thousand."),
    (SALES, "Together with Olmo, Vantor is the largest: it sold 418 thousand cars in 2024."),
    (SALES, "Vantor sold 418 thousand cars in 2024, more than Brisk Motors and Kestrel combined."),
    (SALES, "In 2024 Vantor sold 418 thousand cars, and Olmo and Kestrel together sold 618 thousand."),
    (FISH, "2021年东海区和南海区分别捕捞291万吨和412万吨，合计703万吨。"),
    (LIBRARY, "2022年度の秋山市と冬木市の貸出数はそれぞれ331千冊と206千冊で、合計537千冊だった。"),
]


@pytest.mark.parametrize(("table", "sentence", "right", "wrong"), OTHERWISE)
def test_what_things_give_together_is_held_against_their_cells(table: str, sentence: str, right: str, wrong: str) -> None:
    assert judge(sentence.format(right), [table]).verdict == "supported"
    assert judge(sentence.format(wrong), [table]).verdict == "contradicted"


@pytest.mark.parametrize(("table", "sentence"), OF_ONE)
def test_the_figure_of_one_is_not_that_of_all(table: str, sentence: str) -> None:
    judged = judge(sentence, [table])
    assert judged.verdict == "unclear" and "the table gives for something else" in judged.reason


@pytest.mark.parametrize(("table", "sentence"), APART)
def test_figures_beside_those_of_a_group_are_held_against_their_own_cells(table: str, sentence: str) -> None:
    assert judge(sentence, [table]).verdict == "supported"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [(BUDGET, "In 2023 the mean of the three was €46.7 million."), (FISH, "2021年三个海区的平均捕捞量约为283.3万吨。")],
)
def test_things_that_are_only_counted_leave_a_doubt(table: str, sentence: str) -> None:
    judged = judge(sentence, [table])
    assert judged.verdict == "unclear" and "not from what is named alone" in judged.reason
