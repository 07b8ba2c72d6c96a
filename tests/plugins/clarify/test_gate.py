"""The literal gate: three rules, whole words, any case, code points."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core import Exchange, NextAction
from dr_plugins.clarify.gate import ACRONYMS, VAGUE, Gate, problems

CLEAR = "sodium battery cost in China since 2020"


async def test_a_long_plain_topic_passes() -> None:
    word = await Gate().assess(CLEAR)
    assert word.action is NextAction.START_RESEARCH
    assert word.refined_query == CLEAR
    assert not word.assumptions


LISTED = [
    *("it", "this", "that", "they", "them", "something", "anything", "what", "how"),
    *("ai", "ml", "dl", "llm", "nlp", "cv", "ag", "ar", "vr", "mr", "web", "app", "db", "os", "api"),
]
"""S1-3's own list."""


@pytest.mark.parametrize("term", LISTED)
@pytest.mark.parametrize("form", [str.lower, str.upper, str.title])
async def test_each_listed_word_makes_a_long_topic_unclear(term: str, form: object) -> None:
    assert callable(form)
    assert await Gate().needs_clarification(f"{CLEAR} and {form(term)} too")


def test_no_other_word_makes_a_topic_unclear() -> None:
    assert [*VAGUE, *ACRONYMS] == LISTED


@pytest.mark.parametrize("word", ["iterate", "whatsoever", "showing", "maintain", "website", "approach", "rapid"])
async def test_a_listed_word_inside_another_is_no_match(word: str) -> None:
    assert not await Gate().needs_clarification(f"{CLEAR} {word}")


async def test_an_acronym_between_chinese_characters_is_a_whole_word() -> None:
    assert problems("为我调研AI算法能否提升现有电子学读出时幅修正方法") == [("acronym", "AI")]


@pytest.mark.parametrize(
    ("topic", "unclear"), [("x" * 19, True), ("x" * 20, False), ("药" * 19, True), ("药" * 20, False), ("𠮷" * 20, False)]
)
async def test_length_is_counted_in_code_points(topic: str, unclear: bool) -> None:
    assert await Gate().needs_clarification(topic) is unclear


async def test_spaces_around_do_not_make_a_topic_long() -> None:
    assert await Gate().needs_clarification("cancer" + " " * 30)


async def test_there_is_a_question_for_each_reason() -> None:
    assert len(await Gate().generate_questions("what is ai")) == 3
    assert await Gate().generate_questions(CLEAR) == []


async def test_an_answer_settles_one_reason_and_joins_the_topic() -> None:
    gate = Gate()
    first = await gate.assess("what is ai")
    assert first.question is not None and first.question.missing_info == "vague"
    history = [Exchange(question=first.question.question, answer="reading of mammograms")]
    second = await gate.assess("what is ai", history)
    assert second.question is not None and second.question.missing_info == "acronym"
    history.append(Exchange(question=second.question.question, answer="neural networks"))
    third = await gate.assess("what is ai", history)
    assert third.action is NextAction.START_RESEARCH
    assert third.refined_query == "what is ai: reading of mammograms, neural networks"


@pytest.mark.parametrize("answer", ["", "start research now", "直接开始研究"])
async def test_a_decline_takes_the_topic_as_written_and_says_so(answer: str) -> None:
    word = await Gate().assess("ai", [Exchange(question="?", answer=answer)])
    assert word.action is NextAction.START_RESEARCH
    assert word.assumptions


@pytest.mark.parametrize(
    ("topic", "asked"),
    [
        ("Die Wärmepumpe", "Das Thema ist kurz. Was genau soll untersucht werden?"),
        ("l'énergie solaire", "Le sujet est court. Que faut-il rechercher exactement ?"),
        ("la energía solar", "El tema es breve. ¿Qué hay que investigar exactamente?"),
    ],
)
async def test_it_asks_in_the_language_of_the_topic(topic: str, asked: str) -> None:
    word = await Gate().assess(topic)
    assert word.question is not None and word.question.question == asked


async def test_without_a_letter_there_is_no_subject_to_go_on_with() -> None:
    word = await Gate().assess("???", [Exchange(question="?", answer="")] * 3)
    assert word.action is NextAction.NEED_CLARIFICATION


@given(st.text(max_size=60))
def test_any_text_gets_a_word_and_a_question_exactly_when_asking(topic: str) -> None:
    word = asyncio.run(Gate().assess(topic))
    assert (word.question is not None) == (word.action is NextAction.NEED_CLARIFICATION)
    assert word == asyncio.run(Gate().assess(topic))
