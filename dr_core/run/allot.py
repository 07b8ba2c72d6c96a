"""What each call to a model may use of the token ceiling, decided before the first call.

The shares follow from the settings alone, never from what happened to be spent when a call was made: a resumed run packs the
same prompts. What is too long for its share is packed by relevance, and a report is written shorter rather than from less
evidence than it has words. The budget itself stays the judge: it sets the worst case of every call aside before it is made.
"""

from __future__ import annotations

from typing import NamedTuple

from dr_core.errors import BudgetSpent

SAFETY = 1.25
"""A prompt is reserved at this many times our estimate of its tokens: every model counts in its own way."""
OVERHEAD = 16
EXPECTED = 1.25
"""The shares together may be this many times the ceiling: calls cost about half of their worst case."""
SPENT = 0.6
"""What plan and rounds have used of their shares when the sections are written. These are asked at once, beside analysis and
charts: none must wait for the reservations of the others."""
TO_THINK, THOUGHT = 0.05, 0.6
"""The most that a call may think beside its share, of the ceiling; and what sections and summary have then thought of that."""
PER_WORD, PER_CHARACTER = 1.7, 1.2
"""Tokens that a written word costs, or a character of Chinese, Japanese or Korean, with its part of JSON and ids."""
FRAME, PARAGRAPHS = 800, 90
"""Tokens of a section's prompt without its evidence, reserved; and of an answer's JSON without its words."""
LONGER = 1.2
"""How many times the words that it is asked for a section may have before it is cut off: who writes well counts words badly."""
EVIDENCE = 2.8
"""A section is shown at least this many times the tokens that it may write."""
BODY, BODY_CHARACTER = 1.9, 1.4
"""Reserved tokens that each of them costs, when the body is read again for abstract and conclusions."""
SUMMARY, AMPLE, MORE = 1_250, 10_000, 0.02
"""Reserved for abstract and conclusions beside the body; and what a ceiling above the smallest preset adds to that, of what is
above it: their prompt carries what a run has learned and what has failed, where it is told to."""
FINDING, JUDGING, JUDGED = 3_200.0, 1_650.0, 520.0
"""What is reserved for the findings of a section and round; and to judge a round, with its answer and by section: that has the
question of the section and eight findings."""
MOST_JUDGING = 0.25
"""The most that judging takes of a round: what is not found cannot be judged."""
WEIGHED = 0.35
"""The most of the share of an analysis, or of findings, that goes to the answer: what is weighed must have been seen."""
LEAST_WORDS = 40
"""Words a section is asked for at least, whatever the ceiling."""
LEAST_FOR_PLAN, GOOD_FOR_PLAN = 1_125.0, 1_200.0
"""The smallest share in which a plan can be made, which may be a fifth of all there is; and that in which it can in any language,
a ninth."""
USUAL_QUESTION, LONG_QUESTION = 40, 0.1
"""Tokens of a question and its focuses that every share has room for; and the most that a longer one adds, of all there is."""
ANSWER = 750
"""Tokens that a plan, or abstract and conclusions, may be told in."""
LEAST_FOR_READING = 1_000
"""The smallest share in which findings are worded: with less, rounds are read without a model, and the report has it all."""
LEAST_ANSWER = 24
"""Tokens; an answer that may not have more is not worth asking for."""
STRETCH = 1.2
"""A prompt that cannot be made shorter may be this many times its room; the budget has the last word."""
LEAST_PROMPT = {"plan": 450, "findings": 430, "reflect": 1_020, "analyse": 500, "draft": 680, "summary": 720}
"""The shortest prompt of each task, about: instructions, schema, and one of what they are about."""
LEAST_FOR_CHARTS = 2_400
"""Code that draws takes room; with less, charts are planned without a model."""
LEAST_FOR_ANALYSIS = 2_000
"""Who weighs sources must see more than a few sentences of them; with less, what they differ in is quoted, and the sections have
the rest."""


class Share(NamedTuple):
    """The most one call may use: all its tokens, and those of its answer."""

    tokens: int
    answer: int

    @property
    def to_read(self) -> int:
        """What is left for the evidence in the prompt of a section."""
        return max(0, self.tokens - self.answer - FRAME)


class Allotment(NamedTuple):
    """The share of each task, and the words that a section may have."""

    plan: Share
    findings: Share
    reflect: Share
    analyse: Share
    charts: Share
    draft: Share
    summary: Share
    final: Share
    """Repair and judgement of sentences, out of the reserve."""
    words: int


def allot(
    ceiling: float,
    *,
    reserve: float,
    rounds: int,
    sections: int,
    words: int,
    analysis: bool,
    wide: float = 1.0,
    thinking: int = 0,
    question: int = 0,
    characters: bool = False,
) -> Allotment:
    """The shares of a run with these settings; ``words`` are those of the whole report, as asked for. ``wide`` is how many tokens
    the report's language takes for what takes one in English, ``thinking`` how many a call may think beside its share,
    ``question`` how many the question and its focuses have. ``characters``: the words are characters."""
    sections = max(1, sections)
    written, read = (PER_CHARACTER, BODY_CHARACTER) if characters else (PER_WORD, BODY)
    usable = ceiling * (1 - reserve) * EXPECTED
    plan = min(1_800.0, max(usable * 0.1, min(LEAST_FOR_PLAN, usable / 5), min(GOOD_FOR_PLAN, usable / 9)))
    longer = min(SAFETY * max(0, question - USUAL_QUESTION), usable * LONG_QUESTION)
    rest = usable - plan - longer
    found, judged = _round(rest, rounds, sections, wide)
    reading = (rounds - 1) * (sections * found + judged)
    judging = min(3_600.0, (rest - reading) * 0.16) if analysis else 0.0
    judging = judging if judging >= LEAST_FOR_ANALYSIS else 0.0
    drawing = min(4_200.0, (rest - reading) * 0.14)
    drawing = drawing if drawing >= LEAST_FOR_CHARTS else 0.0
    prose = rest - reading - judging - drawing
    final = ceiling * reserve * 0.5
    thought = THOUGHT * thinking * (sections + 1)
    around = sections * (FRAME + PARAGRAPHS + longer) + SUMMARY
    afford = (prose + final - thought - around) / (written * (1 + EVIDENCE * SAFETY) + read)
    total = max(float(LEAST_WORDS * sections), min(float(words), afford))
    summary = min(SUMMARY + MORE * max(0.0, ceiling - AMPLE) + read * total, 0.4 * (prose + final))
    # beside what they may think: where a model does, sections rather wait for each other than see less
    at_once = (ceiling * (1 - reserve) - SPENT * (plan + reading) - judging - drawing) / sections
    draft = min((prose + final - summary) / sections, at_once, FRAME + PARAGRAPHS + total / sections * written + 4_000)
    # in a wide language these two have more, and take it from nobody: what is set aside for an answer is seldom used up
    return Allotment(
        plan=_share(plan * wide, int(ANSWER * wide), longer),
        findings=_share(found, min(int(700 * wide), int(found * WEIGHED))),
        reflect=_share(judged, int(600 * wide)),
        analyse=_share(judging, min(900, int(judging * WEIGHED))),
        charts=_share(drawing, 1_800),
        draft=_share(draft, int(total / sections * written * LONGER) + PARAGRAPHS),
        summary=_share(summary + ANSWER * (wide - 1), int(ANSWER * wide)),
        final=_share(ceiling * reserve - final, int(700 * wide)),
        words=int(total / sections),
    )


def _round(rest: float, rounds: int, sections: int, wide: float) -> tuple[float, float]:
    """What a round has for the findings of each section, and to be judged; nothing where that would be too little."""
    if rounds == 1:
        return 0.0, 0.0
    judged = (JUDGING + JUDGED * sections) * wide
    whole = min(0.5 * rest / (rounds - 1), sections * FINDING * wide + judged)
    judged = min(judged, MOST_JUDGING * whole)
    found = (whole - judged) / sections
    return (found, judged) if found >= LEAST_FOR_READING else (0.0, 0.0)


def _share(tokens: float, answer: int, more: float = 0.0) -> Share:
    """A share in which at most half goes to the answer: what is written must have been read. ``more`` is to be read only."""
    return Share(int(tokens + more), max(0, min(answer, int(tokens * 0.5))))


class NoRoom(BudgetSpent):
    """The ceiling has no room for a task, whatever was spent; ``prompt`` is the least that it would be sent."""

    def __init__(self, prompt: int) -> None:
        super().__init__("the token ceiling has no room for it", remedy="Raise --max-tokens")
        self.prompt = prompt


def has_room(share: Share, prompt: int) -> bool:
    """Whether a prompt of so many tokens, which is as short as it gets, can be sent within a share."""
    return share.answer >= LEAST_ANSWER and prompt <= prompt_room(share) * STRETCH


def to_think(ceiling: float) -> int:
    """The most tokens that a call may think."""
    return int(ceiling * TO_THINK)


def worst_case(prompt: int, answer: int) -> int:
    """The tokens that are set aside for a call, from the estimate of its prompt and the most its answer may have."""
    return int(prompt * SAFETY) + OVERHEAD + answer


def prompt_room(share: Share) -> int:
    """The estimated tokens a prompt may have so that the call stays within its share."""
    return max(0, int((share.tokens - share.answer - OVERHEAD) / SAFETY))
