"""What a source says of one kind of a thing, a claim may not say of another."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

PUMPS = [
    "NordVarm recommends it for houses with a heat demand of more than 30,000 kWh a year: a ground-source pump can cool, too.",
    "The cantons counted 3.1 complaints per 1,000 new air-source heat pumps in 2023.",
]
PUMPEN = [
    "NordVarm empfiehlt ab 30.000 kWh im Jahr die Erd-Wärmepumpe, weil sie im Sommer kühlt.",
    "Eine Luft-Wärmepumpe ist laut.",
]


@pytest.mark.parametrize(
    ("claim", "spans", "verdict"),
    [
        ("NordVarm recommends ground-source heat pumps above a heat demand of 30,000 kWh a year.", PUMPS, "supported"),
        ("NordVarm recommends air-source heat pumps above a heat demand of 30,000 kWh a year.", PUMPS, "unclear"),
        ("In 2023 the cantons counted 3.1 complaints per 1,000 new air-source heat pumps.", PUMPS, "supported"),
        ("In 2023 the cantons counted 3.1 complaints per 1,000 new ground-source heat pumps.", PUMPS, "unclear"),
        ("NordVarm empfiehlt ab 30.000 kWh im Jahr die Erd-Wärmepumpe.", PUMPEN, "supported"),
        ("NordVarm empfiehlt ab 30.000 kWh im Jahr die Luft-Wärmepumpe.", PUMPEN, "unclear"),
    ],
)
def test_a_figure_of_one_kind_is_not_one_of_another(claim: str, spans: list[str], verdict: str) -> None:
    assert judge(claim, spans).verdict == verdict, judge(claim, spans)


def test_a_claim_on_both_kinds_is_of_either() -> None:
    both = "Air-source pumps reached 3.1 and ground-source pumps 4.1."
    assert judge("With 3.1 and 4.1, ground-source pumps were ahead of air-source pumps.", [both]).reason.count("says of") == 0
