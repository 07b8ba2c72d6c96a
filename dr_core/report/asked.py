"""Figures that the question gives: who answers it weighs the sources by them, and no source has to state them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dr_core.pattern import regex
from dr_core.text.overlap import wording
from dr_core.text.support import DOUBTED, NEAR
from dr_core.types import Evidence, Paragraph, Verdict

Check = Callable[[Sequence[Paragraph], Mapping[str, Evidence]], list[Verdict]]

_QUESTION = "the question"
"""Its id among the evidence; those of a run have no blanks."""
_MISSING = regex(r"the (?:number|date) .+ stands in no cited span")


def checked(check: Check, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence], question: str) -> list[Verdict]:
    """The verdicts of ``check``; a sentence is unclear, and not contradicted, that misses no more than figures of the question.

    Near the wording of a source a figure that is not in it was put in another's place, whoever asked for it: no premise of a
    question becomes true by being told again.
    """
    words = check(paragraphs, evidence)
    known = {paragraph.id: paragraph for paragraph in paragraphs if paragraph.kind != "table"}

    def weighs(word: Verdict) -> bool:
        if word.verdict != "contradicted" or word.paragraph not in known or not _MISSING.match(word.reason):
            return False
        cited = tuple(evidence[one].text for one in word.cite_ids if one in evidence)
        if wording(cited).holds(word.sentence).terms >= NEAR:
            return False
        given = {**evidence, _QUESTION: Evidence(id=_QUESTION, source="", start=0, end=len(question), text=question)}
        alone = known[word.paragraph].model_copy(update={"text": word.sentence, "cite_ids": (*word.cite_ids, _QUESTION)})
        return all(one.verdict != "contradicted" for one in check([alone], given))

    return [
        word.model_copy(update={"verdict": "unclear", "score": DOUBTED}) if question and weighs(word) else word for word in words
    ]
