"""Times of the year are known without a year."""

from __future__ import annotations

import pytest

from dr_core.text.season import is_seasonal


@pytest.mark.parametrize(
    "text",
    [
        "It is cut from late April until 21 June.",
        "The fair is held in May.",
        "Rain falls in early spring.",
        "Spargel wird bis Mitte Juni gestochen.",
        "im Spätherbst",
        "La récolte commence en mars.",
        "La vendemmia si fa in estate",
        "a colheita de outubro",
        "时间在3月至5月。",
        "荔枝五月中旬成熟",
        "桜は4月に咲く。",
        "春に咲く",
        "수확은 10월에 한다.",
        "봄부터 핀다",
    ],
)
def test_a_time_of_the_year_is_one(text: str) -> None:
    assert is_seasonal(text)


@pytest.mark.parametrize(
    "text",
    [
        "It may rain on the march.",
        "Mars has two moons.",
        "real estate prices",
        "Il a été vendu.",
        "the spring of the clock",
        "三个月以后",
        "3か月かかる",
        "3개월 뒤",
        "春秋航空",
    ],
)
def test_words_that_only_look_like_one_are_none(text: str) -> None:
    assert not is_seasonal(text)
