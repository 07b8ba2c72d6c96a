"""How a change in a report is told: by what differs, in every script."""

from __future__ import annotations

import pytest

from dr_core.report.changed import changes

CHINESE = (
    "民間業者主要提供兩種服務，一種以功率為主，另一種可以移轉電能。早期投資報酬率約{}，吸引大量業者投入，價格隨即下跌，"
    "許多案場因此延後開工，主管機關則表示將重新檢討整體的採購數量與時程。"
)


@pytest.mark.parametrize(
    ("text", "wrote", "says", "told"),
    [
        ("The total was {} by the end of the year.", "55.7 GW", "557 GW", "says “557” where the run wrote “55.7”"),
        ("Cells work at {} °C.", "-40", "40", "says “40” where the run wrote “-40”"),
        (CHINESE, "10%", "40%", "says “早期投資報酬率約40%，吸引大量業” where the run wrote “早期投資報酬率約10%，吸引大量業”"),
        (CHINESE, "不到10%", "10%", "“早期投資報酬率約10%，吸引大量”"),
        ("It was built {}in 1911.", "", "not ", "the run did not write “not”"),
        ("It was {}built in 1911.", "not ", "", "lacks “not”"),
    ],
)
def test_a_change_is_told_by_what_differs(text: str, wrote: str, says: str, told: str) -> None:
    (problem,) = changes(f"# Title\n\n{text.format(wrote)} [1]\n", f"# Title\n\n{text.format(says)} [1]\n")
    assert problem.where == "line 3" and told in problem.reason, problem.reason
