"""Model knowledge: what a model says from memory, where no engine gave a source and the user allowed it.

It has no source, so it supports nothing: a sentence that cites it is at best unclear, whoever judges it. The report says so in
the headings of the sections that lean on it, in the reference list, above the abstract and in the provenance box, and does not
pass unless the user said ``--allow-unverified``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dr_core.types import Evidence, Paragraph, Problem, Verdict, Verification

UNVERIFIED = "unverified"
"""The kind of hits, pages and evidence that are a model's memory; also the name of the check that counts them."""
LABEL = "Model knowledge (unverified)"
MOST_PROBLEMS = 200


def leans(paragraph: Paragraph, evidence: Mapping[str, Evidence]) -> bool:
    """Whether a paragraph cites a model's memory."""
    return any(evidence[cite].kind == UNVERIFIED for cite in paragraph.cite_ids if cite in evidence)


def leaning(paragraphs: Iterable[Paragraph], evidence: Mapping[str, Evidence]) -> list[Paragraph]:
    """The paragraphs that cite a model's memory."""
    return [paragraph for paragraph in paragraphs if leans(paragraph, evidence)]


def capped(verdicts: Iterable[Verdict], paragraphs: Iterable[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
    """The verdicts, with those that a model's memory would carry lowered to unclear."""
    unsure = {paragraph.id for paragraph in leaning(paragraphs, evidence)}
    return [
        one.model_copy(update={"verdict": "unclear", "score": min(one.score, 0.4), "reason": f"{LABEL}: it supports nothing"})
        if one.verdict == "supported" and one.paragraph in unsure
        else one
        for one in verdicts
    ]


def word(paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence], *, allowed: bool) -> Verification | None:
    """The word on a report that leans on a model's memory; None where none does."""
    found = leaning(paragraphs, evidence)
    if not found:
        return None
    problems = [
        Problem(where=f"paragraph {one.id}", text=" ".join(one.text.split())[:120], reason=f"{LABEL}: no source stands behind it")
        for one in found[:MOST_PROBLEMS]
    ]
    return Verification(
        verifier=UNVERIFIED,
        passed=allowed,
        counts={"unverified_paragraph_count": len(found), "paragraph_count": len(paragraphs)},
        problems=tuple(problems),
        note="allowed by --allow-unverified" if allowed else "not allowed: --allow-unverified lets such a report pass",
    )
