"""What a report without a model does not tell though it was asked for: the reason, and which is the first of all."""

from __future__ import annotations

import pytest
from test_dated import reported
from test_extractive_answer import asked_of, page_of

from dr_core.stage.extractive.cause import effects
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.query import asks, without_asking
from dr_core.stage.extractive.superlative import may_tell_first, rank_asked
from dr_core.stage.unmentioned import unmentioned
from dr_core.stage.untold import without_first, without_reason


@pytest.mark.parametrize(
    "question",
    [
        "Why did Taiwan High Speed Rail nearly go bankrupt?",
        "Why did Germany's trains run late?",
        "为什么钠离子电池能量密度低",
        "なぜ北海道新幹線は赤字なのか",
        "왜 KTX는 적자인가",
    ],
)
def test_a_report_says_that_it_gives_no_reason(question: str) -> None:
    state, _ = reported(question)
    assert without_reason(state) == [question.rstrip("?？")]
    state.models = {"some": {}}
    assert without_reason(state) == [], "a model gives reasons in words of its own"


@pytest.mark.parametrize(
    "question",
    [
        "Why did grid batteries catch fire?",
        "Why did battery prices fall?",
        "為什麼台灣電網儲能市場供過於求？",
        "中国高铁为什么亏损？",
        "なぜリニアの工事費は増えたのか？",
        "なぜリン酸鉄リチウムが選ばれるのか",
        "왜 한국의 ESS에서 화재가 잇따랐는가?",
        "How fast is the KTX?",
    ],
)
def test_a_reason_that_is_told_is_not_missed(question: str) -> None:
    state, _ = reported(question)
    assert without_reason(state) == []


@pytest.mark.parametrize(
    ("sentence", "effect"),
    [
        ("The intake does more harm, because eggs are sucked in.", "The intake does more harm"),
        ("Because the island has no harbour, a boat was hired.", "a boat was hired."),
        ("Sales fell, so the mill was closed.", "the mill was closed."),
        ("负极采用硬碳，因为石墨不能储存钠。", "负极采用硬碳"),
        ("钠电芯由于产量小，报价较高。", "钠电芯报价较高。"),
        ("高温で動作するため、室温では使えない。", "室温では使えない。"),
        ("幅が大きいのは、価格が定まらないためである。", "幅が大きい"),
        ("과당 경쟁 때문에 폐업이 늘고 있다.", "폐업이 늘고 있다."),
        ("두 값이 다른 것은 기준이 다르기 때문이다.", "두 값이 다른"),
        ("Sie sollen wenig trinken, weil Koffein schadet.", "Sie sollen wenig trinken"),
        ("The mill is old.", "The mill is old."),
    ],
)
def test_what_follows_is_told_from_its_reason(sentence: str, effect: str) -> None:
    assert effects(sentence).strip() == effect


def test_what_is_only_part_of_a_reason_is_not_what_is_asked_about() -> None:
    _, abstract = reported("なぜ系統用蓄電池の接続は遅れているのか")
    assert abstract.startswith("第一の課題は接続である。蓄電池は充電時に大きな需要となるため")


def test_the_reason_of_another_year_is_none() -> None:
    text = "# Hallum wool\n\nWool prices rose in 2025. Traders blamed a drought. {}\n\nWool is sold in spring.\n"
    asked, items = asked_of("Why did wool prices fall in 2001?", text.format("In 2001 wool prices fell because of a strike."))
    assert "strike" in answer(asked, items).items[0].text


@pytest.mark.parametrize(
    "question",
    [
        "Which battery chemistry is the cheapest?",
        "哪座海水淡化厂最大",
        "哪条新干线最短",
        "全球最大的海水淡化廠在哪裡",
    ],
)
def test_a_report_says_that_it_does_not_know_the_first_of_all(question: str) -> None:
    state, _ = reported(question)
    assert without_first(state) == [question.rstrip("?？")]


@pytest.mark.parametrize(
    "question", ["Which country has the longest high-speed network?", "日本で最も長い新幹線はどれか", "How long is the line?"]
)
def test_a_first_of_all_that_is_told_is_not_missed(question: str) -> None:
    state, _ = reported(question)
    assert without_first(state) == []


def test_rows_are_ranked_that_are_of_the_kind_asked_for() -> None:
    assert reported("日本で最も長い新幹線はどれか")[1].startswith("東北：実キロ（km） 674.9。")


def test_the_smallest_of_the_largest_is_not_the_smallest_of_all() -> None:
    table = "| Country | Tram network (km) |\n|---|---|\n| Norway | 412 |\n| Spain | 380 |\n| Chile | 12 |\n"
    text = "# Tram networks\n\nTrams run in many towns.\n\n## {}\n\nThe networks differ.\n\n" + table
    for heading, told in (("Sales", True), ("The longest networks", False)):
        asked, items = asked_of("Which country has the shortest tram network?", text.format(heading))
        assert (answer(asked, items).items[0].text == "Chile: Tram network (km) 12.") is told


def test_words_for_the_first_of_all_are_known_in_german_and_korean() -> None:
    assert rank_asked("Welche Strecke ist die längste?") and rank_asked("Wer trinkt am meisten Kaffee?")
    assert rank_asked("매장이 가장 많은 브랜드는") and asks("매장이 가장 많은 브랜드는")
    assert rank_asked("Which country produces the least coffee?")


def test_what_only_asks_is_not_missing() -> None:
    assert unmentioned("Is it true that coffee is healthy?", [page_of("# Coffee\n\nCoffee is a drink.\n")]) == ["healthy"]
    assert without_asking("哪条新干线最短").strip() == "新干线最短"


def test_a_pair_of_characters_over_the_end_of_a_word_is_not_missing() -> None:
    question, over = "云南哪个市咖啡产量最高", "云南咖啡"
    rank = rank_asked(question)
    assert rank is not None
    for text, told in (("普洱市产量最高。", True), ("云南咖啡价格最高。", False)):
        assert may_tell_first(rank, question, text, over, [text]) is told
