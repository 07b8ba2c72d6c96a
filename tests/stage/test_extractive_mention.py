"""What only mentions the thing that is asked about tells the date or the figure of another one."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import asked_of

from dr_core.stage.extractive.direct import answer


def test_the_date_of_the_line_that_followed_does_not_open_an_abstract() -> None:
    _, arranged = digested("東海道新幹線はいつ開業したか")
    assert arranged.abstract is not None
    first, second, *_ = arranged.abstract["text"].split("。")
    assert "1964年" in first and "1964年10月1日" in second
    assert "1972年" not in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "other", "own"),
    [
        ("When did the Ravel line open?", "Following the Ravel line, the Orne line opened in 1972.", "Ravel had trains in 1964."),
        ("When did the Ravel line open?", "The Ravel line was followed by the Orne line in 1972.", "Ravel opened in 1964."),
        ("How long is the Ravel line?", "The Orne line is 70 km long, longer than the Ravel line.", "Ravel has 30 km."),
        ("京沪高铁什么时候通车？", "继京沪高铁之后，京广高铁于2012年通车。", "高铁在上海和北京之间于2011年通车。"),
        ("京滬高鐵何時通車？", "繼京滬高鐵之後，京廣高鐵於2012年通車。", "高鐵在上海和北京之間於2011年通車。"),
        ("瀬那線はいつ開業したか", "瀬那線に続いて白根線が1972年に開業した。", "その鉄道は1964年に開業した。"),
        ("경부선은 언제 개통했나", "경부선에 이어 호남선이 2015년 개통했다.", "그 철도는 2004년 개통했다."),
    ],
)  # fmt: skip
def test_what_came_after_a_thing_or_is_measured_by_it_is_another(question: str, other: str, own: str) -> None:
    page = "# Ravel\n\n{}\n\n{}\n"
    for text in (page.format(other, own), page.format(own, other)):
        asked, items = asked_of(question, text)
        assert answer(asked, items).items[0].text == own


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did the Ravel line open?", "After the opening of the Ravel line in 1964, the town grew."),
        ("When did the Ravel line open?", "After years of work, the Ravel line opened in 1964."),
        ("When did the Ravel line close?", "Long after the Ravel line was sold, it closed in 1964."),
        ("How many people use the Ravel line?", "After the sale of the Ravel line, 900 people a day used the trains."),
        ("Which line opened after the Ravel line, and when?", "After the Ravel line, the Orne line opened in 1972."),
        ("京沪高铁什么时候通车？", "京沪高铁在铺轨之后，于2011年通车。"),
        ("경부선은 언제 개통했나", "경부선은 버스보다 빠르며 2004년 개통했다."),
        ("瀬那線はいつ開業したか", "瀬那線は在来線に比べて速く、1964年に開業した。"),
    ],
)
def test_what_is_told_of_the_thing_itself_is_an_answer(question: str, told: str) -> None:
    asked, items = asked_of(question, f"# Ravel\n\n{told}\n\nSnow fell in 1999.\n\n雪は1999年に降った。\n")
    assert answer(asked, items).items[0].text == told
