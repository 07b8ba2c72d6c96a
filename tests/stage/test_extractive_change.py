"""By how much a quantity changes is not how much it is."""

from __future__ import annotations

import pytest
from test_extractive_answer import asked_of

from dr_core.stage.extractive.direct import answer


@pytest.mark.parametrize(
    ("question", "change", "stated"),
    [
        (
            "How much does water from the Hallum plant cost?",
            "A change in the price of electricity of one cent changes the cost of water from the Hallum plant by 3.5 cents.",
            "Water from the Hallum plant costs 84 cents at the gate.",
        ),
        (
            "桐溪水厂的水价是多少？",
            "电价每变动一分钱，桐溪水厂的水价上涨约3.5美分。",
            "桐溪水厂的水价为每立方米84美分。",
        ),
        (
            "桐渓浄水場の水の価格はいくらか。",
            "電気代が動くと、桐渓浄水場の水の価格は3.5円上がる。",
            "桐渓浄水場の水の価格は1立方メートル84円である。",
        ),
    ],
)
def test_what_it_costs_is_answered_by_no_change_of_the_cost(question: str, change: str, stated: str) -> None:
    title = question.partition("?")[0].partition("？")[0]
    asked, items = asked_of(question, f"# {title}\n\n{change}\n\n{stated}\n")
    assert answer(asked, items).items[0].text == stated
    asked, items = asked_of(question, f"# {title}\n\n{change}\n")
    assert answer(asked, items).items[0].text == change, "where there is nothing else it is told"


def test_by_how_much_it_rose_is_answered_by_the_change() -> None:
    rose = "The cost of water from the Hallum plant rose by 3.5 cents in 2020."
    asked, items = asked_of(
        "How much did the cost of water from the Hallum plant rise?",
        f"# Water\n\nWater from the Hallum plant costs 84 cents.\n\n{rose}\n",
    )
    assert answer(asked, items).items[0].text == rose
