"""What was checked, for machines (``claims.json``) and for people (``verification.md``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.report.box_words import full_stops
from dr_core.report.check_words import check_in, count_in, place_in
from dr_core.report.reason_words import reason_in
from dr_core.report.repair import Action
from dr_core.report.verification_words import verification_words
from dr_core.types import Evidence, Paragraph, Verdict, Verification

JUDGED = "the judge: "
"""How the reason of a verdict begins that a model gave where the cited words alone left it unclear."""
SHOWN = 100
"""Sentences listed one by one in each part of the page; all of them stand in ``claims.json``."""


def claims(
    paragraphs: Sequence[Paragraph], verdicts: Sequence[Verdict], evidence: Mapping[str, Evidence]
) -> list[dict[str, Any]]:
    """Every sentence of the report with its verdict and the spans it stands on, in order: the content of ``claims.json``."""
    known = {paragraph.id: paragraph for paragraph in paragraphs}
    found = []
    for verdict in verdicts:
        if verdict.paragraph not in known:
            continue
        ids = [one for one in known[verdict.paragraph].cite_ids if one in evidence]
        spans = [
            {"id": one, "source": evidence[one].source, "start": evidence[one].start, "end": evidence[one].end} for one in ids
        ]
        found.append(
            {
                "paragraph": verdict.paragraph,
                "section": known[verdict.paragraph].section,
                "sentence": verdict.sentence,
                "verdict": verdict.verdict,
                "score": verdict.score,
                "reason": verdict.reason,
                "evidence": spans,
            }
        )
    return found


def verification_markdown(
    verifications: Sequence[Verification],
    actions: Sequence[Action],
    verdicts: Sequence[Verdict],
    language: str = "en",
    unanswered: Sequence[str] = (),
) -> str:
    """The page for people: what was checked, what was changed, what remains unclear or unanswered."""
    say = verification_words(language)
    colon, comma, stop = (" ", "、", "。") if full_stops(language) else (": ", ", ", ".")
    lines = [f"# {say.title}", "", f"## {say.checked}", "", f"| {say.check} | {say.result} | {say.counted} |", "|---|---|---|"]
    for one in _telling(verifications):
        result = say.passed if one.passed else say.not_applicable if one.passed is None else say.failed
        counted = comma.join(f"{_cell(count_in(name, language))}{colon}{count}" for name, count in one.counts.items())
        lines.append(
            f"| {_cell(check_in(one.verifier, language))} | {result} | {counted or _cell(reason_in(one.note, language))} |"
        )
    tally = Counter(verdict.verdict for verdict in verdicts)
    shares = comma.join(f"{getattr(say, name)} {tally[name]}" for name in ("supported", "unclear", "contradicted"))
    judged = sum(verdict.reason.startswith(JUDGED) for verdict in verdicts)
    opening, closing = ("（", "）") if full_stops(language) else (" (", ")")
    by_model = f"{opening}{say.judged.format(count=judged)}{closing}" if judged else ""
    lines += ["", f"{say.sentences.format(count=len(verdicts))} {shares}{by_model}{stop}"]
    problems = [(one.verifier, problem) for one in verifications for problem in one.problems]
    if problems:
        lines += ["", f"## {say.problems}", ""]
        lines += [
            f"- **{_line(check_in(name, language))}**, {_line(place_in(problem.where, language))}: "
            f"{_line(reason_in(problem.reason, language))}{stop} {_quoted(problem.text)}"
            for name, problem in problems[:SHOWN]
        ]
    lines += ["", f"## {say.changed}", ""]
    lines += [_action(action, say.kinds, language) for action in actions[:SHOWN]] or [say.nothing]
    lines += _rest(len(actions), say.more)
    unclear = [verdict for verdict in verdicts if verdict.verdict == "unclear"]
    lines += ["", f"## {say.remains}", ""]
    lines += [
        f"- {_quoted(one.sentence)} ({_line(reason_in(one.reason, language))}; {one.score:.2f})" for one in unclear[:SHOWN]
    ] or [say.nothing]
    lines += _rest(len(unclear), say.more)
    if unanswered:
        lines += ["", f"## {say.unanswered}", "", *(f"- {_line(point)}" for point in unanswered)]
    return "\n".join(lines) + "\n"


def _telling(verifications: Sequence[Verification]) -> list[Verification]:
    """The words of the verifiers, each told once: one that is asked about two files may have nothing new to say of the second."""
    told: list[Verification] = []
    for one in verifications:
        before = [other for other in told if other.verifier == one.verifier and one.passed in (None, other.passed)]
        if not any(one.counts.items() <= other.counts.items() for other in before):
            told.append(one)
    return told


def _action(action: Action, kinds: Mapping[str, str], language: str) -> str:
    result = f" → {_quoted(action.result)}" if action.kind == "rewrite" else f" → {_line(action.result)}" if action.result else ""
    return f"- **{kinds[action.kind]}**: {_quoted(action.sentence)} ({_line(reason_in(action.reason, language))}){result}"


def _rest(count: int, more: str) -> list[str]:
    return ["", more.format(count=count - SHOWN)] if count > SHOWN else []


def _line(text: str) -> str:
    """``text`` on one line, its markup shown and not obeyed: it comes from a page or a model."""
    flat = " ".join(text.split())
    for char in "\\`*_[]<>|#":
        flat = flat.replace(char, "\\" + char)
    return flat


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{_line(flat if len(flat) <= 300 else flat[:297] + '...')}”" if flat else ""
