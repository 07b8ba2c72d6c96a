"""The clarifier with a model: its word within the rules of S4, and ``adaptive`` where it has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import Context, Exchange, ModelFailed, NextAction
from dr_core.errors import AuthFailed
from dr_core.session import Session
from dr_core.testing import ClarifierConformance
from dr_plugins.clarify.adaptive import Adaptive
from dr_plugins.clarify.llm import Assessment, Llm


class TestConformance(ClarifierConformance):
    @pytest.fixture
    def provider(self) -> Llm:
        return Llm(None, Context(instance="llm"))


def clarifier(**word: Any) -> Llm:
    async def ask(task: str, prompt: str, answer: Any, max_tokens: int = 0) -> Any:
        return Assessment.model_validate({"action": "START_RESEARCH", "confidence": 0.9, **word})

    return Llm(None, Context(instance="llm", ask=ask))


async def test_its_prompt_is_a_file_that_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "clarify.j2").write_text("이 질문은 명확한가? <data>{{ topic | data }}</data>", "utf-8")
    models = said(one=good)
    await research(tmp_path / "run", models, settings={"clarify": {"use": ["llm"]}, "prompts": str(tmp_path)})
    call = next(request for request in models["one"].requests if request.task == "clarify")
    assert "이 질문은 명확한가? <data>" in call.messages[1].content


async def test_a_clear_question_starts_with_the_refined_query() -> None:
    found = await clarifier(refined_query="KRAS G12C inhibitors", goal="overview").assess("KRAS G12C 靶点")
    assert (found.action, found.refined_query, found.question) == (NextAction.START_RESEARCH, "KRAS G12C inhibitors", None)


async def test_a_question_has_options_and_a_default() -> None:
    word = {
        "action": "NEED_CLARIFICATION",
        "confidence": 0.3,
        "question": "Which drug?",
        "options": ["A", "B"],
        "missing_info": "drug",
    }
    found = await clarifier(**word).assess("那个新药")
    assert found.question is not None
    assert (found.question.options, found.question.default, found.question.missing_info) == (("A", "B"), "A", "drug")


async def test_nobody_is_asked_where_the_model_is_sure_or_the_user_declined() -> None:
    word = {"action": "NEED_CLARIFICATION", "question": "Which one?", "options": ["A"]}
    assert (await clarifier(confidence=0.8, **word).assess("GLP-1 激动剂")).action is NextAction.START_RESEARCH
    declined = (Exchange(question="Which one?", answer=""),)
    found = await clarifier(confidence=0.3, assumptions=["any of them"], **word).assess("癌症治疗", declined)
    assert (found.action, found.assumptions) == (NextAction.START_RESEARCH, ("any of them",))


NEED, START, CONFIRM = NextAction.NEED_CLARIFICATION, NextAction.START_RESEARCH, NextAction.CONFIRM_PLAN


@pytest.mark.parametrize(
    ("said", "confidence", "action", "assumes"),
    [
        (NEED, 0.49, NEED, True),
        (NEED, 0.5, CONFIRM, True),
        (START, 0.5, CONFIRM, True),
        (NEED, 0.69, CONFIRM, True),
        (NEED, 0.7, START, False),
        (START, 0.7, START, False),
        (CONFIRM, 0.7, CONFIRM, False),
        (CONFIRM, 0.9, CONFIRM, False),
        (CONFIRM, 0.91, START, False),
    ],
)
async def test_the_bands_of_confidence_hold_whatever_the_model_would_do(
    said: NextAction, confidence: float, action: NextAction, assumes: bool
) -> None:
    word = {"action": said.value, "confidence": confidence, "question": "Which class?", "options": ["All", "Oral"]}
    found = await clarifier(**word).assess("GLP-1 激动剂")
    assert (found.action, bool(found.assumptions)) == (action, assumes)
    assert found.clarification_question == ("Which class?" if action is NEED else "")
    assert len(found.focuses) >= 3 and found.goal, "what can be inferred is"


@pytest.mark.parametrize("answer", ["", "直接开始研究", "start research now", "Skip."])
async def test_whoever_wants_to_start_is_not_asked_again(answer: str) -> None:
    word = {"action": "NEED_CLARIFICATION", "confidence": 0.2, "question": "Which one?", "options": ["A"]}
    found = await clarifier(**word).assess("癌症治疗", [Exchange(question="Which one?", answer=answer)])
    assert (found.action, bool(found.assumptions)) == (START, True)
    again = await clarifier(**word).assess("癌症治疗", [Exchange(question="Which kind?", answer="immunotherapy")])
    assert again.action is NEED, "an answer is no decline"


@pytest.mark.parametrize(("topic", "answer"), [("癌症治疗", "免疫治疗的耐药机制"), ("batteries", "sodium-ion cells for grids")])
async def test_a_model_that_asks_the_same_again_is_not_asked_on_and_the_answer_counts(topic: str, answer: str) -> None:
    word = {"action": "NEED_CLARIFICATION", "confidence": 0.2, "question": "Which one?", "options": ["A"]}
    found = await clarifier(**word).assess(topic, [Exchange(question="Which one?", answer=answer)])
    assert found.is_clear and answer in found.refined_query


async def test_an_answer_is_part_of_the_question_where_the_model_does_not_put_it_in() -> None:
    found = await clarifier(confidence=0.95).assess("batteries", [Exchange(question="Which?", answer="sodium-ion for grids")])
    assert "sodium-ion for grids" in found.refined_query


@pytest.mark.parametrize(
    ("refined", "researched"),
    [("\u202eLFP\u0007  cells\n", "LFP cells"), ("?!", None), ("LFP cells or 鈉離子\u200b電池", "LFP cells or 鈉離子電池")],
)
async def test_what_the_model_makes_of_the_question_is_made_fit_to_be_shown(
    tmp_path: Path, refined: str, researched: str | None
) -> None:
    word = {"action": "START_RESEARCH", "confidence": 0.95, "refined_query": refined}
    models = said(one=lambda request: word if request.task == "clarify" else good(request))
    state, _ = await research(tmp_path, models, settings={"clarify": {"use": ["llm"]}})
    assert state.clarified_query == (researched or state.original_query)


async def test_a_sure_model_with_a_single_focus_shows_its_plan() -> None:
    found = await clarifier(confidence=0.95, goal="overview", focuses=["resistance"]).assess("KRAS G12C 靶点")
    assert (found.action, found.focuses) == (CONFIRM, ("resistance",))


async def test_a_term_is_looked_up_once() -> None:
    word = {"action": "VERIFY_TOPIC", "confidence": 0.6, "unknown_terms": ["STATUS6"], "question": "What is STATUS6?"}
    assert (await clarifier(**word).assess("STATUS6 基因")).unknown_terms == ("STATUS6",)
    looked = (Exchange(question="VERIFY_TOPIC", answer="not found"),)
    assert (await clarifier(**word).assess("STATUS6 基因", looked)).action is NextAction.NEED_CLARIFICATION


async def test_without_a_word_of_the_model_adaptive_decides() -> None:
    for topic in ("GLP-1 激动剂最新进展", "那个新药", "How do heat pumps work?"):
        assert await Llm(None, Context(instance="llm")).assess(topic) == await Adaptive(None, Context(instance="llm")).assess(
            topic
        )


async def test_in_a_run_the_model_is_asked_first_and_its_word_holds(tmp_path: Path) -> None:
    def says(request: Any) -> Any:
        if request.task == "clarify":
            return {
                "action": "START_RESEARCH",
                "confidence": 0.95,
                "refined_query": "sodium-ion against LFP batteries for grid storage",
            }
        return good(request)

    models = said(one=says)
    state, folder = await research(tmp_path, models, settings={"clarify": {"use": ["llm"]}}, session=Session())
    assert models["one"].requests[0].task == "clarify"
    assert state.clarified_query == "sodium-ion against LFP batteries for grid storage"
    assert state.status == "complete"
    told = (folder / "clarify.json").read_text()
    assert '"clarifier": "llm"' in told and '"is_clear": true' in told and '"clarification_question": ""' in told


async def test_a_model_that_fails_leaves_it_to_adaptive_and_a_wrong_key_ends_the_run(tmp_path: Path, no_waiting: None) -> None:
    models = said(one=lambda request: ModelFailed("no") if request.task == "clarify" else good(request))
    state, _ = await research(tmp_path, models, settings={"clarify": {"use": ["llm"]}})
    assert state.passed and state.status == "complete", "the report itself is the model's"
    assert "clarify (no)" in state.final_report and "the model failed" not in state.final_report
    with pytest.raises(AuthFailed):
        await research(tmp_path, said(one=lambda request: AuthFailed("wrong key")), settings={"clarify": {"use": ["llm"]}})
