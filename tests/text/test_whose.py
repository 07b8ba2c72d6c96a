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
