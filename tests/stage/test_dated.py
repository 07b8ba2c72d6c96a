"""Questions that ask when: they open with the date of what they ask for, and where there is none, the report says so."""

from __future__ import annotations

from typing import Any

import pytest
from extractive_corpus import digested

from dr_core.stage.checklist import left_bare, without_date, without_figure
from dr_core.stage.dated import Told, tells_when
from dr_core.stage.extractive.event import events_asked, in_own_words, says_event
from dr_core.stage.extractive.quantity import WHEN
from dr_core.stage.extractive.want import wants
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import Paragraph


def reported(question: str) -> tuple[RunState, str]:
    """A run whose report is made, and the abstract of that."""
    state, arranged = digested(question)
    assert arranged.abstract is not None
    told: list[dict[str, Any]] = [arranged.abstract, *arranged.conclusions, *arranged.analysis]
    told += [one for own in arranged.sections.values() for one in own]
    state.paragraphs = [
        Paragraph(id=f"p{at}", section="s", text=one["text"], cite_ids=tuple(one["cite_ids"]), kind=one["kind"])
        for at, one in enumerate(told)
    ]
    return state, arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("When did high-speed rail open in Spain?", "Spain opened its first line, from Madrid to Seville, on 21 April 1992."),
        ("When did Taiwan's high-speed rail open?", "High-speed rail began in Japan on 1 October 1964"),
        ("When did the ICE service begin?", "The ICE service began on 2 June 1991"),
        ("KTX는 언제 운행을 시작했나", "KTX는 2004년 4월 1일 운행을 시작한"),
        ("KTX는 언제 개통했나?", "KTX는 2004년 4월 1일 운행을 시작한"),
        ("경부고속철도는 언제 개통되었나", "대구와 부산 사이의 고속선은 2010년 11월 1일에 개통되었다."),
        ("リニア中央新幹線はいつ開業するか", "JR東海は2027年の開業を目標としていたが"),
        ("沖縄の海水淡水化施設はいつ供用を開始したか", "沖縄の施設は段階的に供用された。琉球新報によれば、1996年2月に"),
        ("台南海水淡化廠何時完工", "水利署2023年表示台南廠2028年完工"),
        ("京沪高铁是哪一年通车的", "京沪高铁全长1,318公里，2011年6月30日通车"),
    ],
)
def test_an_abstract_opens_with_the_date_of_what_happened(question: str, opens: str) -> None:
    state, text = reported(question)
    assert text.startswith(opens), text
    assert without_date(state) == []


@pytest.mark.parametrize(
    "question",
    [
        "When did high-speed rail open in Italy?",
        "When was the Hornsdale Power Reserve sold?",
        "北海道新幹線はいつ札幌まで延伸されるか",
        "KTX 요금은 언제 인상되었나",
        "京沪高铁什么时候上市的",
        "高雄海水淡化廠何時完工",
        "台灣高鐵何時延伸至宜蘭",
    ],
)
def test_a_date_that_is_not_told_is_missed(question: str) -> None:
    state, _ = reported(question)
    assert without_date(state) == [question.rstrip("?？")]


def test_a_date_is_not_missed_where_none_is_asked_for_nor_in_a_language_that_is_not_read() -> None:
    state, _ = reported("How long is the line from Madrid to Seville?")
    assert without_date(state) == []
    state, _ = reported("When was the Hornsdale Power Reserve sold?")
    assert without_date(state.model_copy(update={"language": "pl"})) == []


@pytest.mark.parametrize(
    "question",
    [
        "How do the costs of lines in China and Europe compare, and when does a new line pay for itself?",
        "When is a line worth building?",
        "When do people prefer the train?",
        "Wann lohnt sich eine neue Strecke?",
        "新線はいつ採算が取れるか",
        "什么时候值得建高铁",
    ],
)
def test_when_something_holds_is_no_question_for_a_date(question: str) -> None:
    assert not any(want.measure is WHEN for want in wants(question))


def test_of_a_question_with_several_only_the_one_that_asks_when_is_named() -> None:
    (asked,) = [want for want in wants("How long is the line, and when did it open?") if want.measure is WHEN]
    assert asked.words == "when did it open?"
    assert any(want.measure is WHEN for want in wants("When is a new timetable expected?"))


def test_what_the_date_leans_on_is_told_before_it() -> None:
    _, text = reported("When did Taiwan's high-speed rail open?")
    assert "France followed in 1981, Germany in 1991, Spain in 1992, South Korea in 2004, Taiwan in 2007" in text[:300]


def test_other_words_for_what_happens_say_less_than_the_questions_own() -> None:
    asked = events_asked("When did the line open?")
    assert says_event(asked, "It opened in 1992.") == 1 > says_event(asked, "Service began in 1992.") > 0
    assert says_event(asked, "It was sold in 1992.") == says_event(asked, "It lies in open country since 1992.") == 0
    assert says_event(events_asked("When did it rain?"), "anything") == 1


def test_what_tells_of_an_event_in_other_words_is_read_with_the_questions_own() -> None:
    asked = events_asked("When did the ICE service begin?")
    assert in_own_words(asked, "It opened in 1991.") == "It opened in 1991. begin"
    assert in_own_words(asked, "It was sold in 1991.") == "It was sold in 1991."


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("高雄海水淡化廠的成本是多少", "高雄"),
        ("대구의 ESS 화재는 몇 건인가", "대구"),
        ("大阪の海水淡水化のコストはいくらか", "大阪"),
    ],
)
def test_a_district_of_which_the_report_says_nothing_is_named(question: str, place: str) -> None:
    state, _ = reported(question)
    assert place in left_bare(state)


def test_the_figure_of_another_district_is_none() -> None:
    state, _ = reported("沖縄の海水淡水化のコストはいくらですか")
    assert without_figure(state, left_bare(state)) == []
    state.paragraphs = [Paragraph(id="p", section="s", text="福岡の造水コストは210円である。沖縄は別である。", cite_ids=())]
    assert without_figure(state, left_bare(state)) == []
    state.paragraphs = [
        Paragraph(id="p", section="s", text="福岡の造水コストは210円である。", cite_ids=()),
        Paragraph(id="q", section="s", text="沖縄では水が足りない。", cite_ids=()),
    ]
    assert without_figure(state, left_bare(state)) == ["コスト (沖縄)"]


@pytest.mark.parametrize(
    ("question", "told", "over"),
    [
        ("When is asparagus harvested?", "English asparagus is harvested from late April until June.", "Asparagus"),
        ("Wann wird Spargel gestochen?", "Deutscher Spargel wird von Mitte April bis Juni gestochen.", "Spargel"),
        ("荔枝什么时候成熟", "广东的荔枝在六月中旬成熟。", "荔枝的品种"),
        ("귤은 언제 수확하나", "제주 귤은 10월부터 수확한다.", "귤"),
    ],
)
def test_a_time_of_the_year_tells_when(question: str, told: str, over: str) -> None:
    assert tells_when(question, [Told(told, over)], detect(question))
    without = told.replace("from late April until June", "by hand").replace("von Mitte April bis Juni", "von Hand")
    without = without.replace("在六月中旬", "都").replace("10월부터 ", "")
    assert not tells_when(question, [Told(without, over)], detect(question))
