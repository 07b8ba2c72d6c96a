"""What is done about a sentence that its citations do not carry: cite what does carry it, else rewrite it, else drop it.

Nothing is mended in silence: every step is an ``Action`` with its reason. Sentences that are merely ``unclear`` are cited anew
where that makes them clear, and otherwise stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from dr_core.pattern import regex
from dr_core.text.dangling import dangles, hangs
from dr_core.text.date import dates, stated
from dr_core.text.name import Mentions, names
from dr_core.text.number import read, states
from dr_core.text.overlap import share
from dr_core.text.sentence import sentences
from dr_core.text.token import content_terms
from dr_core.types import Evidence, Paragraph, Verdict

Check = Callable[[Sequence[Paragraph], Mapping[str, Evidence]], list[Verdict]]
Rewrite = Callable[[str], str | None]

CANDIDATES = 5
"""How many spans are tried for a sentence."""
MOST_TRIED = 10
"""The same where it is only to complete what is cited."""
LEAST = 0.5
"""The share of a sentence's terms that a span must hold to be tried."""
LEANING, UNCLEAR = 0.8, 0.55
"""The same of a span of another source, for a sentence that leans on the one before it ("Both ..."), or is merely unclear."""
BESIDE, NAMING = 0.35, 0.1
"""The same of a span that is only to complete what is cited: with a figure, or with a name, which may be all that they share."""
MOST_ADDED = 3
"""Spans that are added to complete a citation, at most."""
APART = 2
"""Characters between two sentences one of which stands right before the other."""
SAYS = 4
"""Terms of a clause that says something by itself."""
SUBJECT = 2
"""Terms at the beginning of a sentence that tell what it is about."""
HANGING = "points back to a sentence that was dropped"
_MISSING = regex(r"the (?:number|date|name) (.+) stands in no cited span")
_CUTS = (
    regex(r"[;；:：]\s?|[，,、]?\s?\b(?:while|whereas|but|against|compared with)\b|，?[而但]|一方"),
    regex(r"[;；:：，、]\s?|,(?!\d)\s?(?:and\s)?|\s(?:and|but|while|whereas)\s"),
)
"""Where a clause ends, the surest first."""


@dataclass(frozen=True)
class Action:
    """Something that was done to a sentence, and why."""

    kind: Literal["recite", "rewrite", "drop"]
    paragraph: str
    sentence: str
    reason: str
    result: str = ""
    """The evidence that was added, or the new words."""


@dataclass(frozen=True)
class Repaired:
    """A paragraph after repair; None where nothing of it was left."""

    paragraph: Paragraph | None
    actions: tuple[Action, ...]
    verdicts: tuple[Verdict, ...]


def repair(
    paragraph: Paragraph,
    verdicts: Sequence[Verdict],
    evidence: Mapping[str, Evidence],
    check: Check,
    rewrite: Rewrite | None = None,
    cited: Collection[str] = (),
) -> Repaired:
    """``paragraph`` with every contradicted sentence cited anew, rewritten or dropped.

    What completes its citations is looked for in the sources that it cites, and in ``cited``: what it sums up cites these.
    ``check`` is a verifier's. ``rewrite`` gives new words for a sentence, or None; a model's answers can be fetched beforehand
    (for the sentences of ``to_rewrite``) and handed in as the ``get`` of a dictionary.
    """
    actions: list[Action] = []
    current = paragraph
    for verdict in (one for one in verdicts if one.paragraph == paragraph.id and one.verdict != "supported"):
        if any(action.reason == HANGING and action.sentence == verdict.sentence for action in actions):
            continue
        better = _spans_for(current, verdict, evidence, check, cited)
        if better:
            current = current.model_copy(update={"cite_ids": (*current.cite_ids, *better)})
            actions.append(Action("recite", current.id, verdict.sentence, verdict.reason, " ".join(better)))
        elif verdict.verdict == "contradicted":
            current, done = _rewritten(current, verdict, evidence, check, rewrite)
            actions += done
    if not any(char.isalnum() for char in current.text) or (current.kind == "table" and not check([current], evidence)):
        return Repaired(None, tuple(actions), ())
    # Words that were mended may stand differently to what the whole paragraph now cites: what is published is checked as it is.
    final = check([current], evidence) if actions else [one for one in verdicts if one.paragraph == paragraph.id]
    for verdict in [one for one in final if one.verdict == "contradicted"]:
        current, done = _dropped(current, verdict)
        actions += done
    gone = {action.sentence for action in actions if action.kind == "drop"}
    final = [one for one in final if one.verdict != "contradicted" and one.sentence not in gone]
    left = any(char.isalnum() for char in current.text)
    return Repaired(current if left else None, tuple(actions), tuple(final) if left else ())


def to_rewrite(
    paragraph: Paragraph,
    verdicts: Sequence[Verdict],
    evidence: Mapping[str, Evidence],
    check: Check,
    cited: Collection[str] = (),
) -> list[Verdict]:
    """The contradicted sentences of ``paragraph`` that no other span carries: the ones worth a model's new words."""
    bad = [one for one in verdicts if one.paragraph == paragraph.id and one.verdict == "contradicted"]
    return [one for one in bad if not _spans_for(paragraph, one, evidence, check, cited)]


def _spans_for(
    paragraph: Paragraph, verdict: Verdict, evidence: Mapping[str, Evidence], check: Check, cited: Collection[str]
) -> tuple[str, ...]:
    """The evidence that carries the sentence of ``verdict``: by itself, or together with what is cited already."""
    alone = _span_for(paragraph, verdict.sentence, evidence, check, unclear=verdict.verdict == "unclear")
    if alone:
        return (alone,)
    if verdict.verdict != "contradicted":
        return ()
    return _beside(paragraph, verdict, evidence, check, cited) or _by_clause(paragraph, verdict, evidence, check)


def _beside(
    paragraph: Paragraph, verdict: Verdict, evidence: Mapping[str, Evidence], check: Check, cited: Collection[str]
) -> tuple[str, ...]:
    """The spans that state what a sentence says and its citations leave out, of sources that are cited already.

    Writers cite the sentence with the figure, and not the one before it that says whose figure it is.
    """
    sources = {evidence[one].source for one in paragraph.cite_ids if one in evidence}
    ranked = sorted(
        (
            (share(verdict.sentence, one.text), one.id)
            for one in evidence.values()
            if one.id not in paragraph.cite_ids and (one.source in sources or one.id in cited)
        ),
        reverse=True,
    )
    added: tuple[str, ...] = ()
    reason = verdict.reason
    while len(added) < MOST_ADDED:
        if paragraph.kind == "prose" and not reason.startswith("the name ") and not cited:
            return ()  # the figure of something else in the same source would do
        least = NAMING if reason.startswith("the name ") else BESIDE
        near = [name for held, name in ranked if held >= least]
        for candidate in [name for name in (*_naming(verdict.sentence, reason, ranked, evidence), *near) if name not in added][
            :MOST_TRIED
        ]:
            trial = _alone(paragraph, verdict.sentence, (*paragraph.cite_ids, *added, candidate))
            words = check([trial], evidence)
            if words and all(word.verdict == "supported" for word in words):
                return (*added, candidate)
            wrong = next((word.reason for word in words if word.verdict == "contradicted"), "")
            if wrong and wrong != reason:  # one thing fewer that no citation states
                break
        else:
            return ()
        added, reason = (*added, candidate), wrong
    return ()


def _naming(sentence: str, reason: str, ranked: Sequence[tuple[float, str]], evidence: Mapping[str, Evidence]) -> list[str]:
    """The spans with the name that no citation states, in whatever form, however little else they share with the sentence."""
    missing = _MISSING.fullmatch(reason) if reason.startswith("the name ") else None
    wanted = [one for one in names(sentence) if missing and one.text == missing[1]]
    return [name for _, name in ranked if wanted and all(map(Mentions((evidence[name].text,)).name, wanted))]


def _by_clause(paragraph: Paragraph, verdict: Verdict, evidence: Mapping[str, Evidence], check: Check) -> tuple[str, ...]:
    """The spans, of sources that are cited already, each of which carries the clause with what no citation states, or has the
    date of a cited one without: writers who put several passages into one sentence forget to cite one of them."""
    sources = {evidence[one].source for one in paragraph.cite_ids if one in evidence}
    near = {name: one for name, one in evidence.items() if one.source in sources}
    added: tuple[str, ...] = ()
    reason = verdict.reason
    while paragraph.kind == "prose" and len(added) < MOST_ADDED and (missing := _MISSING.fullmatch(reason)):
        before = _before_undated(paragraph, near, missing[1]) if reason.startswith("the date ") else ""
        carrying = (_span_for(paragraph, clause, near, check) for clause in _clauses(verdict.sentence, missing[1]))
        found = before or next(filter(None, carrying), "")
        if not found or found in added:
            return ()
        added = (*added, found)
        words = check([_alone(paragraph, verdict.sentence, (*paragraph.cite_ids, *added))], evidence)
        reason = next((word.reason for word in words if word.verdict == "contradicted"), "")
        if words and not reason:
            return added
    return ()


def _before_undated(paragraph: Paragraph, evidence: Mapping[str, Evidence], date: str) -> str:
    """The sentence with a date right before a cited one that has none; "" where there is not one."""
    cited = [evidence[one] for one in paragraph.cite_ids if one in evidence and not dates(evidence[one].text)]
    told = [one for one in evidence.values() if all(stated(dates(one.text), day) for day in dates(date))]
    found = {
        one.id for one in told for other in cited if one.source == other.source and 0 <= other.start - one.end <= APART
    } - set(paragraph.cite_ids)
    return found.pop() if len(found) == 1 else ""


def _clauses(sentence: str, words: str) -> list[str]:
    """The clauses of a sentence with some words, the longest first, as far as they say something by themselves."""
    found: list[str] = []
    for cut in _CUTS:
        pieces = [piece.strip() for piece in cut.split(sentence)]
        for at, piece in enumerate(pieces):
            if words in piece:
                found += [piece, ", ".join(pieces[at : at + 2]), ", ".join(pieces[max(0, at - 1) : at + 1])]
    longest = sorted(dict.fromkeys(found), key=len, reverse=True)
    return [one for one in longest if one != sentence and len(set(content_terms(one))) >= SAYS]


def _alone(paragraph: Paragraph, sentence: str, cite_ids: tuple[str, ...]) -> Paragraph:
    """``sentence`` as a paragraph of its own; a row under the head of its table."""
    kind = "table" if paragraph.kind == "table" else "prose"
    head = paragraph.text.strip().splitlines()[:2]
    text = "\n".join([*head, sentence]) if kind == "table" and sentence not in head else sentence
    return paragraph.model_copy(update={"text": text, "cite_ids": cite_ids, "kind": kind})


def _span_for(
    paragraph: Paragraph, sentence: str, evidence: Mapping[str, Evidence], check: Check, *, unclear: bool = False
) -> str:
    """The evidence that does carry ``sentence``; "" where none does."""
    ranked = sorted(
        ((share(sentence, one.text), one.id) for one in evidence.values() if one.id not in paragraph.cite_ids), reverse=True
    )
    sources = {evidence[one].source for one in paragraph.cite_ids if one in evidence}
    leans = dangles(sentence)
    for held, candidate in ranked[:CANDIDATES]:
        if held < LEAST:
            break
        if held < max(LEANING * leans, UNCLEAR * unclear) and evidence[candidate].source not in sources:
            continue  # what "both" or "this" is, another source does not know; and that it is unclear is no fault of the writer's
        if unclear and evidence[candidate].text.lstrip().startswith("|") and not read(sentence):
            continue  # a table has the words of whatever is said of its matter, and says none of it
        words = check([_alone(paragraph, sentence, (candidate,))], evidence)
        if words and all(word.verdict == "supported" for word in words):
            return candidate
    return ""


def _rewritten(
    paragraph: Paragraph, verdict: Verdict, evidence: Mapping[str, Evidence], check: Check, rewrite: Rewrite | None
) -> tuple[Paragraph, list[Action]]:
    new = (rewrite(verdict.sentence) or "").strip() if rewrite else ""
    if new and new != verdict.sentence and not _is_said(new, paragraph, verdict.sentence):
        words = check([paragraph.model_copy(update={"text": new, "kind": "prose"})], evidence)
        if words and all(word.verdict != "contradicted" for word in words):
            text = paragraph.text.replace(verdict.sentence, new, 1)
            return paragraph.model_copy(update={"text": text}), [
                Action("rewrite", paragraph.id, verdict.sentence, verdict.reason, new)
            ]
    return _dropped(paragraph, verdict)


def _is_said(new: str, paragraph: Paragraph, sentence: str) -> bool:
    """Whether new words for a sentence say what another one of its paragraph does: who writes them does not see the others."""
    told = read(new)
    return bool(told) and any(
        all(states(read(other), one) for one in told) and share(new, other) >= LEAST
        for other in _sentences(paragraph)
        if other != sentence
    )


def _dropped(paragraph: Paragraph, verdict: Verdict) -> tuple[Paragraph, list[Action]]:
    """``paragraph`` without a sentence, and without those behind that hang on it: they would say of the one before what they say
    of this. Where that has the same subject, they stay."""
    gone = [Action("drop", paragraph.id, verdict.sentence, verdict.reason)]
    told = _sentences(paragraph)
    at = told.index(verdict.sentence) if verdict.sentence in told else len(told)
    subject = content_terms(verdict.sentence)[:SUBJECT]
    if not hangs(verdict.sentence) and not (at and set(subject) <= set(content_terms(told[at - 1]))):
        gone += [Action("drop", paragraph.id, one, HANGING) for one in takewhile(hangs, told[at + 1 :])]
    for action in gone:
        paragraph = _without(paragraph, action.sentence)
    return paragraph, gone


def _sentences(paragraph: Paragraph) -> list[str]:
    """The sentences of prose."""
    spans = sentences(paragraph.text) if paragraph.kind == "prose" else []
    return [paragraph.text[span.start : span.end] for span in spans]


def _without(paragraph: Paragraph, sentence: str) -> Paragraph:
    """``paragraph`` without ``sentence``, and without the list marker or table row that was its alone."""
    at = paragraph.text.find(sentence)
    if at < 0:
        return paragraph
    before, after = paragraph.text[:at], paragraph.text[at + len(sentence) :]
    start = before.rfind("\n") + 1
    alone = re.fullmatch(r"\s*(?:[-*+•]|\d{1,3}[.)])?\s*", before[start:]) and not after.split("\n", 1)[0].strip()
    if alone and paragraph.kind != "prose":
        text = before[:start] + after.partition("\n")[2]
    else:
        text = before.rstrip(" ") + (" " if before.strip() and after.strip() and after[:1] == " " else "") + after.lstrip(" ")
    return paragraph.model_copy(update={"text": text.strip("\n") if paragraph.kind != "prose" else text.strip()})
