"""The items of a list in running text go where it is announced, and are worth as much."""

from __future__ import annotations

import pytest

from dr_core.stage.listed import with_their_lists
from dr_core.text.sentence import sentences
from dr_core.types import Page, Section

ONE, OTHER = Section(id="sec1", title="Conditions"), Section(id="sec2", title="Riders")


def placed(text: str, *given: tuple[Section, float]) -> list[tuple[str, float]]:
    page = Page(id="s1", url="https://example.org/", title="T", text=text, sha256="", fetched_at="")
    found = [(page, span, *one) for span, one in zip(sentences(text), given, strict=True)]
    return [(section.id, score) for _, _, section, score in with_their_lists(found)]


@pytest.mark.parametrize(
    "text",
    [
        "Three conditions recur. First, cities are near. Second, stations are central. One was not. Third, trains run often.",
        "成功的线路有三个条件。第一，城市相距不远。第二，车站位于市中心。有一座不是。第三，列车班次多。",
        "条件は三つある。第一に、都市が近い。第二に、駅が中心にある。一つは違った。第三に、列車が多い。",
    ],
)
def test_items_go_with_what_announces_them(text: str) -> None:
    given = [(ONE, 0.54), (ONE, 0.5), (OTHER, 0.4), (OTHER, 0.62), (OTHER, 0.4)]
    assert placed(text, *given) == [("sec1", 0.54), ("sec1", 0.5399), ("sec1", 0.5398), ("sec2", 0.62), ("sec1", 0.5397)]


def test_what_stands_alone_stays_where_it_is() -> None:
    text = "Ridership grew.\n\nFirst, cities lie near each other. The first trains were slow."
    assert placed(text, (ONE, 0.9), (OTHER, 0.4), (OTHER, 0.3)) == [("sec1", 0.9), ("sec2", 0.4), ("sec2", 0.3)]
