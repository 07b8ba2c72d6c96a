"""Figures said of something else in the same sentence."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

DE = "In der Altenpflege liegt der Anteil bei 20 Prozent, in der Krankenpflege bei 13 Prozent."
EN = "In elderly care the share stands at 20 percent, in hospital care at 13 percent."
JA = "割合は高齢者介護では20%、病院看護では13%である。"
ZH = "养老护理的比例为20%，医院护理的比例为13%。"


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        ("In der Krankenpflege liegt der Anteil bei 20 Prozent.", DE, "de"),
        ("The share stands at 20 percent in hospital care.", EN, "en"),
        ("The share stands at 13 percent in elderly care and at 20 percent in hospital care.", EN, "en"),
        ("病院看護では20%である。", JA, "ja"),
        ("医院护理的比例为20%。", ZH, "zh-Hans"),
    ],
)
def test_a_figure_of_something_else_is_contradicted(claim: str, source: str, language: str) -> None:
    assert judge(claim, [source], language=language).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        ("In der Altenpflege liegt der Anteil bei 20 Prozent.", DE, "de"),
        ("In der Krankenpflege liegt der Anteil bei 13 Prozent, in der Altenpflege bei 20 Prozent.", DE, "de"),
        ("Unlike in hospital care, the share in elderly care stands at 20 percent.", EN, "en"),
        ("The share stands at 13 percent in hospital care and at 20 percent in elderly care.", EN, "en"),
        ("高齢者介護では20%である。", JA, "ja"),
        (
            "The revenue of the firm was 70 billion.",
            "The firm had revenue of 60 billion in 2019, rising to 70 billion.",
            "en",
        ),
        ("养老护理的比例为20%。", ZH, "zh-Hans"),
    ],
)
def test_a_figure_of_the_same_is_not(claim: str, source: str, language: str) -> None:
    assert judge(claim, [source], language=language).verdict != "contradicted"


def test_a_year_is_no_figure_of_something() -> None:
    source = "The Banks Act of 1909, the Trust Act of 1950 and the Central Bank Act of 1965 made it strong."
    assert (
        judge("The Banks Act of 1909 and later acts up to 1965 made it strong.", [source], language="en").verdict
        != "contradicted"
    )


MONEY = "Die Einnahmen lagen bei 66,7 Milliarden Euro, die Ausgaben bei 68,2 Milliarden Euro."
NIGHT = "夜勤の時間は、導入前の平均298分から導入後は245分へと17.8%減った。"


@pytest.mark.parametrize(
    ("claim", "source", "language", "verdict"),
    [
        ("収入は667億ユーロ、支出は682億ユーロだった。", MONEY, "ja", "supported"),
        ("収入は682億ユーロ、支出は667億ユーロだった。", MONEY, "ja", "unclear"),
        ("Revenue was 68.2 billion euros and spending 66.7 billion euros.", MONEY, "en", "unclear"),
        ("Die Zeit sank von 298 auf 245 Minuten, um 17,8 Prozent.", NIGHT, "de", "supported"),
        ("The time fell to 245 minutes from 298 minutes.", NIGHT, "en", "supported"),
        ("The time was 245 minutes before and 298 minutes afterwards.", NIGHT, "en", "unclear"),
    ],
)
def test_figures_of_another_language_in_another_order_are_doubted(claim: str, source: str, language: str, verdict: str) -> None:
    assert judge(claim, [source], language=language).verdict == verdict


INSURED = "In 2023 there was a claim for 11 percent of the gas boilers and for 7 percent of the heat pumps."
HOUSES = "| House type | Price | Homes |\n|---|---|---|\n| Flat | 8.9 | 610 |\n| Terraced | 11.2 | 1,340 |"


def test_the_row_of_a_table_about_something_else_carries_no_exchanged_figure() -> None:
    wrong = "An insurer had claims for 7 percent of the gas boilers and 11 percent of the heat pumps in 2023."
    assert judge(wrong, [INSURED], language="en").verdict == "contradicted"
    assert judge(wrong, [INSURED, HOUSES], language="en").verdict == "contradicted"
