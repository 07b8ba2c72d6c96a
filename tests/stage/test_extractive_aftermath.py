"""What happens to who leaves undone what is due: told first, in whatever words, under a heading of its own."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.aftermath import asks_aftermath, tells_aftermath
from dr_core.stage.focus import tells_in_deeds

FEES = {
    "en": (
        "What happens if you don't pay the harbour fee?",
        "# The harbour fee\n\nThe harbour fee is paid by every owner of a boat with a berth. It is due in "
        "March and can be paid by card. "
        "Owners over 70 pay half.\n\n## Late payment\n\nThe office first sends a reminder. After 30 days a "
        "surcharge of 12 crowns is "
        "added. Boats whose owners still do not pay are seized and sold.\n",
        "The office first sends a reminder.",
        "seized",
    ),
    "ja": (
        "港湾使用料を滞納するとどうなりますか",
        "# 港湾使用料\n\n港湾使用料は、係留場所を持つすべての船主が納める料金である。"
        "毎年3月に納め、口座振替も使える。70歳以上は半額になる。\n\n"
        "## 手続き\n\n納付期限を過ぎた人には、まず電話で納付を勧める。それでも納めないと督促状が届き、年9%の延滞金がかかる。"
        "最後には船が差し押さえられる。\n",
        "納付期限を過ぎた人には、まず電話で納付を勧める。",
        "差し押さえ",
    ),
    "zh-Hans": (
        "港口费逾期不交会怎样",
        "# 港口费\n\n港口费由每一位有泊位的船主缴纳。每年三月缴纳，可以刷卡。七十岁以上的船主减半。\n\n## 管理办法\n\n"
        "逾期没有缴纳的，先由港务局书面通知。三十天以后按日加收滞纳金。仍不缴纳的，船只会被扣押拍卖。\n",
        "逾期没有缴纳的，先由港务局书面通知。",
        "扣押",
    ),
    "ko": (
        "항만 사용료를 안 내면 어떻게 되나요?",
        "# 항만 사용료\n\n항만 사용료는 정박지를 가진 모든 배 주인이 내는 돈이다. 해마다 3월에 내며 카드로도 "
        "낼 수 있다. 70살이 넘으면 절반만 낸다.\n\n"
        "## 관리\n\n기한이 지나면 3%의 가산금이 붙는다. 석 달을 넘기면 독촉장이 온다. 그래도 내지 않으면 배가 "
        "압류되어 팔린다.\n",
        "기한이 지나면 3%의 가산금이 붙는다.",
        "압류",
    ),
    "de": (
        "Was passiert, wenn man die Hafengebühr nicht zahlt?",
        "# Die Hafengebühr\n\nDie Hafengebühr zahlt jeder, der einen Liegeplatz hat. Sie ist im März fällig "
        "und kann mit Karte bezahlt werden. "
        "Wer über 70 ist, zahlt die Hälfte.\n\n## Verfahren\n\nWer nicht zahlt, bekommt zuerst eine Mahnung. "
        "Nach 30 Tagen kommt ein "
        "Säumniszuschlag dazu. Danach wird das Boot gepfändet und verkauft.\n",
        "Wer nicht zahlt, bekommt zuerst eine Mahnung.",
        "gepfändet",
    ),
}


@pytest.mark.parametrize("language", FEES)
def test_an_abstract_opens_with_what_happens_to_who_does_not_pay(language: str) -> None:
    question, text, opening, last = FEES[language]
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "Costs and economics")))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(opening)
    assert last in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What are the consequences of rent arrears?", True),
        ("Que se passe-t-il si on paie sans ticket ?", True),
        ("What happens when water boils?", False),
        ("How much is the harbour fee?", False),
        ("为什么不交港口费", False),
        ("港湾使用料はどうなるのか", False),
    ],
)
def test_what_happens_then_is_told_from_other_questions(question: str, wanted: bool) -> None:
    assert asks_aftermath(question) == wanted


def test_a_passage_tells_it_if_it_says_what_is_left_undone_and_what_follows() -> None:
    assert tells_aftermath(["Who does not pay gets a reminder.", "Others are thanked."])
    assert not tells_aftermath(["The fee is not high.", "It is paid in March."])
    assert not tells_aftermath(["The court was built in 1910."])


def test_a_page_that_tells_it_is_on_the_side_that_is_asked_for() -> None:
    question, text, *_ = FEES["en"]
    assert tells_in_deeds(question, text)
    assert not tells_in_deeds("How much is the harbour fee?", text)
