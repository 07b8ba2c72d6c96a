"""The conversation before a run, with the real clarifiers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dr_core import Clarification, ClarificationQuestion, Clarifier, Exchange, NextAction
from dr_core.errors import CannotDo, ClarificationFailed, ClarificationNeeded
from dr_core.stage.dialogue import Conversation, Verify, chosen, converse
from dr_plugins.clarify.adaptive import Adaptive
from dr_plugins.clarify.gate import Gate


class Person:
    """Answers from a list, and remembers what was asked."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[ClarificationQuestion] = []

    async def __call__(self, question: ClarificationQuestion) -> str | None:
        self.asked.append(question)
        return self.answers.pop(0)


async def everything(term: str) -> bool:
    return True


async def nothing(term: str) -> bool:
    return False


async def talk(
    topic: str,
    person: Person | None = None,
    *,
    verify: Verify = everything,
    assume: bool = False,
    answers: dict[str, str] | None = None,
) -> Conversation:
    return await converse(
        topic, Adaptive(), ask=person, verify=verify, interactive=person is not None, assume=assume, answers=answers
    )


async def test_a_specific_question_asks_nobody() -> None:
    person = Person()
    said = await talk("GLP-1 激动剂", person)
    assert said.refined_query == "GLP-1 激动剂"
    assert not person.asked and not said.exchanges


async def test_a_number_chooses_an_option() -> None:
    person = Person("2")
    said = await talk("癌症治疗", person)
    option = person.asked[0].options[1]
    assert said.exchanges == (Exchange(question=person.asked[0].question, answer=option),)
    assert said.refined_query == f"癌症治疗：{option}"


@pytest.mark.parametrize(
    ("answer", "taken"), [("1", "a"), (" 2. ", "b"), ("3", "3"), ("0", "0"), ("b", "b"), ("9" * 5000, "9" * 5000), ("²", "²")]
)
def test_only_the_number_of_an_option_is_a_choice(answer: str, taken: str) -> None:
    assert chosen(answer, ClarificationQuestion(question="?", options=("a", "b"))) == taken


async def test_declining_goes_on_with_what_is_assumed() -> None:
    said = await talk("health", Person(None))
    assert said.clarification.action is NextAction.START_RESEARCH
    assert said.assumptions == said.clarification.assumptions != ()
    assert said.exchanges[0].answer == ""


async def test_nobody_to_ask_is_an_error_that_carries_question_options_and_key() -> None:
    with pytest.raises(ClarificationNeeded) as caught:
        await talk("health")
    assert caught.value.exit_code == 2
    message = str(caught.value)
    assert "wide field" in message and "[1]" in message and "'scope'" in message and "\n" not in message


async def test_no_subject_after_the_last_round_fails() -> None:
    person = Person("", "that", "???")
    with pytest.raises(ClarificationFailed) as caught:
        await talk("tell me about it", person)
    assert caught.value.exit_code == 1
    assert len(person.asked) == 3


async def test_an_order_cannot_be_done() -> None:
    with pytest.raises(CannotDo) as caught:
        await talk("turn on the light", Person())
    assert caught.value.exit_code == 6


async def test_assuming_asks_nobody_even_on_a_terminal() -> None:
    person = Person()
    said = await talk("癌症治疗", person, assume=True)
    assert said.assumptions and not person.asked


async def test_assuming_cannot_invent_a_subject() -> None:
    with pytest.raises(ClarificationFailed):
        await talk("帮我研究一下", assume=True)


@pytest.mark.parametrize("key", ["scope", "“health” is a wide field. Which side of it matters most to you?"])
async def test_prepared_answers_are_found_by_what_is_missing_or_by_the_question(key: str) -> None:
    said = await talk("health", answers={key: "sleep of shift workers"})
    assert said.refined_query == "health: sleep of shift workers"


async def test_a_prepared_answer_that_says_nothing_fails_and_is_not_used_twice() -> None:
    with pytest.raises(ClarificationFailed):
        await talk("tell me about it", answers={"subject": "that"})


async def test_a_prepared_answer_to_another_question_leaves_this_one_open() -> None:
    with pytest.raises(ClarificationNeeded):
        await talk("health", answers={"subject": "sleep"})


async def test_prepared_answers_and_assumptions_work_together() -> None:
    said = await talk("tell me about it", answers={"subject": "health"}, assume=True)
    assert said.refined_query == "health" and said.assumptions
    assert [exchange.answer for exchange in said.exchanges] == ["health", ""]


async def test_a_term_is_looked_up_before_anybody_is_asked() -> None:
    person = Person()
    said = await talk("STATUS6 基因", person)
    assert said.exchanges == (Exchange(question="VERIFY_TOPIC", answer="found"),)
    assert not person.asked


async def test_a_term_that_is_not_found_is_asked_about() -> None:
    looked_up: list[str] = []

    async def only_stat6(term: str) -> bool:
        looked_up.append(term)
        return term == "STAT6"

    said = await talk("STATUS6 基因", Person("STAT6"), verify=only_stat6)
    assert looked_up == ["STATUS6", "STAT6"]
    assert said.refined_query == "STAT6 基因"


async def test_an_unknown_term_nobody_can_explain_is_a_question_for_scripts_too() -> None:
    with pytest.raises(ClarificationNeeded, match="STATUS6"):
        await talk("STATUS6 基因", verify=nothing)
    said = await talk("STATUS6 基因", verify=nothing, assume=True)
    assert "STATUS6" in said.assumptions[0]


async def test_a_failing_search_is_not_taken_for_an_answer() -> None:
    async def broken(term: str) -> bool:
        raise ConnectionError(term)

    with pytest.raises(ConnectionError):
        await talk("STATUS6 基因", verify=broken)


async def test_fewer_rounds_end_in_a_best_guess() -> None:
    person = Person("那个")
    said = await converse("那个新药", Adaptive(), ask=person, verify=everything, interactive=True, max_rounds=1)
    assert len(person.asked) == 1
    assert said.assumptions


async def test_the_literal_gate_speaks_the_same_way() -> None:
    said = await converse(
        "ai", Gate(), ask=Person("reading mammograms with neural networks"), verify=everything, interactive=True
    )
    assert said.refined_query == "ai: reading mammograms with neural networks"


class Stubborn(Clarifier):
    """Wants the same thing again and again."""

    def __init__(self, action: NextAction) -> None:
        super().__init__()
        self.action = action

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        return Clarification(action=self.action, confidence=0, unknown_terms=("x",), reasoning=f"Why {len(history)}?")


@pytest.mark.parametrize("action", [NextAction.VERIFY_TOPIC, NextAction.NEED_CLARIFICATION])
async def test_a_clarifier_that_never_ends_is_stopped(action: NextAction) -> None:
    person = Person("a", "b", "c")
    with pytest.raises(ClarificationFailed):
        await converse("x", Stubborn(action), ask=person, verify=everything, interactive=True)


class Insisting(Clarifier):
    """Asks the same until it is told."""

    default = ""

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        told = [one.answer for one in history if one.answer]
        if told:
            return Clarification(action=NextAction.START_RESEARCH, confidence=1, refined_query=f"{topic}: {told[0]}")
        question = ClarificationQuestion(
            question="Which side?", options=("cost", "safety"), missing_info="side", default=self.default
        )
        return Clarification(action=NextAction.NEED_CLARIFICATION, confidence=0, question=question)


@pytest.mark.parametrize("default", ["safety", "2"])
async def test_the_default_of_a_question_is_assumed_where_a_clarifier_asks_it_again(default: str) -> None:
    clarifier, person = Insisting(), Person(None)
    clarifier.default = default
    for ask, assume in ((person, False), (None, True)):
        said = await converse("heat pumps", clarifier, ask=ask, verify=everything, interactive=ask is not None, assume=assume)
        assert said.refined_query == "heat pumps: safety"
        assert said.assumptions == ("Which side? safety",)
    assert len(person.asked) == 1


async def test_a_question_that_was_declined_and_has_no_default_leaves_nothing_to_research() -> None:
    with pytest.raises(ClarificationFailed, match="Which side"):
        await converse("heat pumps", Insisting(), ask=None, verify=everything, interactive=False, assume=True)


async def test_a_conversation_is_json_on_both_sides() -> None:
    said = await talk("癌症治疗", Person("1"))
    assert Conversation.model_validate_json(said.model_dump_json()) == said
