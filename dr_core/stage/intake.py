"""intake: validates the question, clarifies it where needed, states what is assumed."""

from __future__ import annotations

import unicodedata
from functools import partial

from dr_core.clarification import Clarification, ClarificationQuestion, NextAction
from dr_core.errors import UsageError
from dr_core.interfaces import Clarifier
from dr_core.report.clean import plain, unseen_removed
from dr_core.run.run import Run
from dr_core.stage.clarifiers import first_that_works
from dr_core.stage.dialogue import Conversation, converse, needed
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import SearchTask

LONGEST_QUESTION = 20_000
"""Characters; a longer text is a document, and belongs into a folder given by --docs."""
LONGEST_FOCUS = 120
MOST_FOCUSES = 5
"""Sections of a report at most (S2-4), and so focuses that a user may give."""


def validated(question: str, *, what: str = "question", remedy: str = 'Ask one: dr run "..."') -> str:
    """The question as it can be used: control characters out, white space folded; empty or endless ones are refused."""
    if len(question) > LONGEST_QUESTION:
        raise UsageError(
            f"the {what} has {len(question):,} characters, and {LONGEST_QUESTION:,} is the most",
            remedy="Put long material into a folder and pass it with --docs",
        )
    cleaned = _folded(question)
    if not any(char.isalnum() for char in cleaned):
        raise UsageError(f"the {what} has no words" if cleaned else f"the {what} is empty", remedy=remedy)
    return cleaned


def valid_focus(focus: str, where: str = "a focus") -> str:
    """A focus of the user as it can be used: it becomes the title of a section."""
    text = _folded(focus)
    if not any(char.isalnum() for char in text):
        raise UsageError(f"{where} is empty" if not text else f"{where} '{text}' has no words", remedy="Say what to look at")
    if len(text) > LONGEST_FOCUS:
        raise UsageError(f"{where} has {len(text):,} characters, and {LONGEST_FOCUS} is the most", remedy="Say it shorter")
    return text


def _folded(text: str) -> str:
    """Control characters out, white space folded."""
    cleaned = "".join(" " if unicodedata.category(char) in ("Cc", "Cs", "Co") else char for char in text)
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def _usable(refined: str) -> str:
    """What a clarifier made of the question; empty where it has no words."""
    text = _folded(unseen_removed(refined))[:LONGEST_QUESTION]
    return text if any(char.isalnum() for char in text) else ""


async def intake(state: RunState, run: Run) -> None:
    """Make the question researchable; leaves ``clarify.json``."""
    question = validated(state.original_query)
    state.today = await run.today()
    state.language = run.settings.research.language or detect(question) or "en"
    if not run.settings.clarify.use:
        state.clarified_query, state.is_clarified = question, True
        run.write_json("clarify.json", {"question": question, "clarifier": None})
        return

    user = _User(state, run)

    async def talk_with(clarifier: Clarifier) -> Conversation:
        return await converse(
            question,
            clarifier,
            ask=user.answer if user.is_there else None,
            verify=partial(_exists, run),
            interactive=user.is_there,
            assume=run.assume and not user.answered_before,
            answers=run.answers,
            max_rounds=run.settings.clarify.max_rounds,
        )

    clarifier, talk, broken = await first_that_works(question, run, talk_with)
    state.clarified_query = _usable(talk.refined_query) or question
    state.is_clarified = True
    state.assumptions = [assumed for said in talk.assumptions if (assumed := plain(said))]
    state.focuses = [valid_focus(focus) for focus in run.settings.research.focuses] or named_by(talk.clarification)
    state.notes["confirm_plan"] = talk.clarification.action is NextAction.CONFIRM_PLAN
    exchanges = [exchange.model_dump() for exchange in talk.exchanges]
    run.write_json(
        "clarify.json",
        {
            "question": question,
            "clarifier": clarifier,
            "clarification": {
                "is_clear": talk.clarification.is_clear,
                "clarification_question": talk.clarification.clarification_question,
                **talk.clarification.model_dump(),
            },
            "exchanges": exchanges,
            "refined_query": state.clarified_query,
            "assumptions": state.assumptions,
            "unused_answers": list(talk.unused_answers),
            **({"broken": broken} if broken else {}),
        },
    )
    run.events.emit(
        "progress",
        stage="intake",
        status="clarified",
        elapsed=run.seconds,
        action=talk.clarification.action.value,
        exchanges=exchanges,
        assumptions=state.assumptions,
        unused_answers=list(talk.unused_answers),
    )


def named_by(word: Clarification) -> list[str]:
    """The focuses that a clarifier was told of, as far as they can be sections (S4-9)."""
    told = [_folded(focus)[:LONGEST_FOCUS].strip() for focus in word.named]
    different = {focus.lower(): focus for focus in reversed(told) if any(char.isalnum() for char in focus)}
    return list(reversed(different.values()))[:MOST_FOCUSES]


async def _exists(run: Run, term: str) -> bool:
    """Whether a search finds something that a clarifier does not know."""
    hits = await run.pool.search([SearchTask(query=term, goal="does this exist?")], f"intake/verify/{term[:80]}")
    words = term.lower().split()
    return any(all(word in f"{hit.title} {hit.snippet} {hit.content[:5000]}".lower() for word in words) for hit in hits[0])


class _User:
    """Who answers what is asked back: on record, so that nobody is asked twice."""

    def __init__(self, state: RunState, run: Run) -> None:
        self._state, self._run = state, run
        # somebody may have answered before the run was stopped: those answers hold, whoever resumes it
        self.answered_before = run.journal.decision("intake/answer/1") is not None
        self.is_there = run.ask_user is not None or self.answered_before
        self._count = 0

    async def answer(self, question: ClarificationQuestion) -> str | None:
        """What the user says; None is a decline."""
        run = self._run
        self._count += 1
        position = f"intake/answer/{self._count}"
        if run.journal.decision(position) is None:
            if run.ask_user is None and not run.assume:
                raise needed(question)
            self._state.pending_question = question.question
            run.events.emit("progress", stage="intake", status="question", elapsed=run.seconds, **question.model_dump())
            with run.budget.paused():
                answer = None if run.assume or run.ask_user is None else await run.ask_user(question)
            await run.journal.decide(position, [answer])
            await run.go_on()
            self._state.pending_question = ""
        answered: list[str | None] = run.journal.decision(position)
        return answered[0]
