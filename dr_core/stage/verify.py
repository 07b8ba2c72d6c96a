"""verify: every sentence, abstract and conclusions too, against the evidence it cites; repaired, re-cited or dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, Field

from dr_core.report.clean import plain
from dr_core.report.figure import SUMS_UP
from dr_core.report.mark import unmarked
from dr_core.report.repair import Action, repair, to_rewrite
from dr_core.report.unverified import capped
from dr_core.report.verification import claims
from dr_core.run.pack import best_of
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.stage.share import shares
from dr_core.stage.verifiers import Verifiers
from dr_core.state import RunState
from dr_core.text import sentences, signature
from dr_core.text.duplicate import alike
from dr_core.text.overlap import share
from dr_core.types import Evidence, Paragraph, Problem, Verdict

SAME_SENTENCE, LONGEST_TITLE = 0.9, 80
MOST_REWRITES, MOST_CALLS = 12, 4
"""Sentences that a model is asked to rewrite in one call, and the calls at most."""
MOST_PASSAGES = 4
"""Passages that it is shown for each: an abstract cites a dozen, and one of its sentences stands on few of them."""
ELSEWHERE = "says again what another section says"


class Rewritten(BaseModel):
    """New words for one sentence; empty where it cannot be saved."""

    number: int
    text: str = Field("", max_length=800)


class RepairAnswer(BaseModel):
    """The answer to the task ``repair``."""

    sentences: list[Rewritten] = Field(max_length=MOST_REWRITES)


REPAIR = Task(
    "repair",
    RepairAnswer,
    fallback=lambda inputs: RepairAnswer(sentences=[]),
    shrink=best_of("sentences"),
    max_tokens=1_050,
    final=True,
    optional=True,
)


def save_checked(state: RunState, run: Run) -> None:
    """The paragraphs and the word on each of their sentences, as they stand."""
    run.write_jsonl("paragraphs.jsonl", state.paragraphs)
    run.write_json("claims.json", claims(state.paragraphs, state.verdicts, state.evidence))


async def verify(state: RunState, run: Run) -> None:
    """Check and repair; leaves ``paragraphs.jsonl`` and ``claims.json``."""
    paragraphs, actions = without_repeats(in_order(state), state.language, state.evidence)
    verifiers = Verifiers(run, afresh=True)
    check = verifiers.check
    verdicts = check(paragraphs, state.evidence)
    body = {cite for paragraph in paragraphs if paragraph.section not in SUMS_UP for cite in paragraph.cite_ids}
    cited = {paragraph.id: body if paragraph.section in SUMS_UP else set() for paragraph in paragraphs}
    rewrites = await _rewrites(paragraphs, verdicts, state, run, check, cited)
    kept: list[Paragraph] = []
    state.verdicts = []
    for paragraph in paragraphs:
        mended = repair(paragraph, verdicts, state.evidence, check, rewrites.get, cited[paragraph.id])
        actions += mended.actions
        state.verdicts += mended.verdicts
        if mended.paragraph is not None:
            kept.append(mended.paragraph)
    kept, state.verdicts, lowered = await second_word(verifiers, kept, state.verdicts, state, run)
    actions += lowered
    state.paragraphs = kept
    state.repairs = [asdict(action) for action in actions]
    state.dropped = [
        Problem(where=action.paragraph, text=action.sentence, reason=action.reason) for action in actions if action.kind == "drop"
    ]
    save_checked(state, run)
    run.events.emit(
        "progress",
        stage="verify",
        status="checked",
        sentences=len(state.verdicts),
        dropped=len(state.dropped),
        repaired=len(actions),
        unclear=sum(verdict.verdict == "unclear" for verdict in state.verdicts),
        problems=[problem.model_dump() for problem in state.dropped],
    )


async def second_word(
    verifiers: Verifiers,
    paragraphs: Sequence[Paragraph],
    verdicts: Sequence[Verdict],
    state: RunState,
    run: Run,
    judged: Set[tuple[str, str]] = frozenset(),
) -> tuple[list[Paragraph], list[Verdict], list[Action]]:
    """Unclear sentences go to the verifiers that judge: what they raise is published unmarked, what they lower is told in new
    words, with the judge's reason for them, and judged once more, or dropped. ``judged`` are the sentences that they had before:
    what is new is then told in no other words."""
    doubtful = [one for one in verdicts if one.verdict == "unclear" and (one.paragraph, one.sentence) not in judged]
    # no judge raises what has no source
    told = capped(await verifiers.judge(doubtful, paragraphs, state.evidence), paragraphs, state.evidence)
    asked = {(verdict.paragraph, verdict.sentence) for verdict in doubtful}
    words = {(word.paragraph, word.sentence): word for word in told if (word.paragraph, word.sentence) in asked}
    low = [words.pop(key) for key in list(words) if words[key].verdict == "contradicted"]
    new = {} if judged else await _new_words(low, state, run, "verify/judged")
    kept: list[Paragraph] = []
    final: list[Verdict] = []
    actions: list[Action] = []
    for paragraph in paragraphs:
        own = [one for one in verdicts if one.paragraph == paragraph.id]
        lowered = [word for word in low if word.paragraph == paragraph.id]
        if lowered:
            mended = repair(paragraph, lowered, state.evidence, verifiers.check, new.get)
            actions += mended.actions
            raised = {one.sentence: one for one in own if one.verdict == "supported"}
            own = [raised.get(one.sentence, one) if one.verdict == "unclear" else one for one in mended.verdicts]
            kept += [mended.paragraph] if mended.paragraph is not None else []
        else:
            kept.append(paragraph)
        final += [words.get((one.paragraph, one.sentence), one) for one in own]
    if any(action.kind == "rewrite" for action in actions):
        kept, final, more = await second_word(verifiers, kept, final, state, run, asked)
        actions += more
    return kept, final, actions


def in_order(state: RunState) -> list[Paragraph]:
    """The draft as it will be read: the analysis before the conclusions."""
    body = [paragraph for paragraph in state.paragraphs if paragraph.section not in ("analysis", "conclusions")]
    return [*body, *state.analysis, *(paragraph for paragraph in state.paragraphs if paragraph.section == "conclusions")]


def without_repeats(
    paragraphs: Sequence[Paragraph], language: str, evidence: Mapping[str, Evidence]
) -> tuple[list[Paragraph], list[Action]]:
    """The paragraphs without sentences that stood before: in the same paragraph, or in another section; and without an analysis
    that only quotes what the sections tell in their own words.

    Abstract and conclusions sum up, and may say again what the sections say.
    """
    seen: list[tuple[str, Any]] = []
    kept: list[Paragraph] = []
    actions: list[Action] = []
    told: set[str] = set()
    for paragraph in paragraphs:
        if paragraph.kind != "prose":
            kept.append(paragraph)
            continue
        if paragraph.section == "analysis" and told.issuperset(paragraph.cite_ids) and _only_quotes(paragraph, evidence):
            actions.append(Action("drop", paragraph.id, paragraph.text, ELSEWHERE))
            continue
        told.update(paragraph.cite_ids if paragraph.section not in SUMS_UP else ())
        own: set[str] = set()
        gone: list[tuple[int, int]] = []
        for span in sentences(paragraph.text, language):
            sentence = paragraph.text[span.start : span.end]
            reason = _said_before(sentence, paragraph.section, own, seen)
            if reason:
                gone.append((span.start, span.end))
                actions.append(Action("drop", paragraph.id, sentence, reason))
        text = paragraph.text
        for start, end in reversed(gone):
            text = text[:start] + text[end:]
        if any(char.isalnum() for char in text):
            kept.append(paragraph if text == paragraph.text else paragraph.model_copy(update={"text": " ".join(text.split())}))
    return kept, actions


def _only_quotes(paragraph: Paragraph, evidence: Mapping[str, Evidence]) -> bool:
    """Whether the words of a paragraph are those of its sources."""
    quoted = sorted((evidence[cite].text for cite in paragraph.cite_ids if cite in evidence), key=len, reverse=True)
    rest = paragraph.text
    for text in quoted:
        rest = rest.replace(text, "")
    return not any(char.isalnum() for char in rest)


def _said_before(sentence: str, section: str, own: set[str], seen: list[tuple[str, Any]]) -> str:
    """Why a sentence is one too many; "" where it is new, and remembered from now on."""
    key = " ".join(sentence.lower().split())
    if key in own:
        return "says again what was just said"
    own.add(key)
    if section in SUMS_UP:
        return ""
    mark = signature(sentence)
    if any(other != section and alike(mark, known, SAME_SENTENCE) for other, known in seen):
        return ELSEWHERE
    seen.append((section, mark))
    return ""


async def _rewrites(
    paragraphs: Sequence[Paragraph],
    verdicts: list[Verdict],
    state: RunState,
    run: Run,
    check: Any,
    cited: Mapping[str, set[str]],
) -> dict[str, str]:
    """New words of a model for the sentences that nothing carries."""
    if not model_chain(run, "task"):
        return {}
    left = [
        word for paragraph in paragraphs for word in to_rewrite(paragraph, verdicts, state.evidence, check, cited[paragraph.id])
    ]
    return await _new_words(left, state, run, "verify/repair")


async def _new_words(left: Sequence[Verdict], state: RunState, run: Run, position: str) -> dict[str, str]:
    """A model is asked until each sentence was answered, since a call has room for some of them only."""
    new: dict[str, str] = {}
    for call in range(MOST_CALLS if model_chain(run, "task") else 0):
        asked = left[:MOST_REWRITES]
        if not asked:
            break
        place = f"{position}/{call + 1}" if call else position
        answer = await ask(run, REPAIR, _to_mend(asked, state), place, share=shares(state, run).final)
        told = {item.number: item.text for item in answer.sentences if 0 <= item.number < len(asked)}
        if not told:
            break
        # as plain as a draft: nothing that a model writes is shown before its links, markup and marks are gone
        new |= {asked[number].sentence: plain(unmarked(text)) for number, text in told.items() if text}
        left = [word for number, word in enumerate(left) if number not in told]
    return new


def _to_mend(words: Sequence[Verdict], state: RunState) -> dict[str, Any]:
    shown = [_nearest(word, state.evidence) for word in words]
    cited = {one.id: one for own in shown for one in own}
    return {
        **about(state),
        "titles": {item.text: ", ".join(filter(None, (item.title[:LONGEST_TITLE], item.published))) for item in cited.values()},
        "sentences": [
            {
                "number": number,
                "text": word.sentence,
                "reason": word.reason,
                "evidence": [one.text for one in own],
            }
            for number, (word, own) in enumerate(zip(words, shown, strict=True))
        ],
    }


def _nearest(word: Verdict, evidence: Mapping[str, Evidence]) -> list[Evidence]:
    """The passages that a sentence cites, in their order; of many those that share most with it, so that a call has room for more
    sentences."""
    cited = [evidence[cite] for cite in dict.fromkeys(word.cite_ids) if cite in evidence]
    nearest = sorted(cited, key=lambda one: -share(word.sentence, one.text))[:MOST_PASSAGES]
    return [one for one in cited if one in nearest]
