"""What a drafter sees of the other sections: their most telling findings, and evidence of theirs that it may need itself.

Every piece of evidence has one home, by words; a table of a dozen figures, or a sentence that answers two questions, has more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.stage.extractive.want import told as tells
from dr_core.stage.extractive.want import wants
from dr_core.stage.passage import bag
from dr_core.stage.planned import as_asked, fitting
from dr_core.stage.point import clipped, pointed_at, readable, shown
from dr_core.stage.relevance import with_words
from dr_core.state import RunState
from dr_core.text.rank import Texts
from dr_core.types import Evidence, Finding, Section

KEY_POINTS, LONGEST_POINT, IDS_OF_POINT = 2, 200, 3
MOST_LENT, FITS = 8, 0.25
"""Pieces that other sections lend one at most, and how well each must fit what it asks (the best of all evidence is 1)."""
TOLD, STATED = 2.0, 0.25
"""How much better a piece fits a section a finding of which stands on it, or that asks for a figure of the kind it states."""
LOOKED_AT = 24
"""Pieces of other sections that are looked at for such figures: those that fit best, then those worth most."""
OWN_FIRST = 12
"""Pieces of a section's own that go before those lent to it, where there is no room for all."""


def siblings(section: Section, state: RunState, *, told: bool) -> list[dict[str, Any]]:
    """The other sections, where there is room with their most telling findings and the evidence of these: nobody writes what
    another section says, and a section that weighs what the others found can cite it. What no model has worded is none: one that
    reads sentences of the last round in place of evidence of its own learns less."""
    assert state.plan is not None

    def cited(finding: Finding) -> list[Evidence]:
        return [state.evidence[cite] for cite in finding.cite_ids if cite in state.evidence]

    worded = [one for one in state.gathered_info if told and one.text not in {piece.text for piece in cited(one)}]
    best = sorted(worded, key=lambda one: -max((piece.score for piece in cited(one)), default=0.0))
    return [
        {"title": other.title, "points": _points([one for one in best if one.section == other.id], state)}
        for other in state.plan.sections
        if other.id != section.id
    ]


def _points(findings: Sequence[Finding], state: RunState) -> list[dict[str, Any]]:
    """The first findings that stand on evidence of their own: another round may say the same again."""
    chosen: list[Finding] = []
    for one in findings:
        if len(chosen) < KEY_POINTS and not any(set(one.cite_ids) & set(other.cite_ids) for other in chosen):
            chosen.append(one)
    return [_point(one, state) for one in chosen]


def _point(finding: Finding, state: RunState) -> dict[str, Any]:
    short = finding.text if len(finding.text) <= LONGEST_POINT else finding.text[: LONGEST_POINT - 1] + "…"
    return {"text": short, "ids": [cite for cite in finding.cite_ids if cite in state.evidence][:IDS_OF_POINT]}


def lending(state: RunState) -> dict[str, list[dict[str, Any]]]:
    """For each section the evidence of others that fits best what it asks, by all that was searched for it; first what its own
    findings stand on, and what has the figures that it asks for: "A bus cost 731,000 euros" has no word of "ownership".
    """
    assert state.plan is not None
    sections = with_words(as_asked(state.plan.sections, state), state)
    evidence = [shown(item, state) for item in readable(state.evidence.values(), state)]
    homes = [state.evidence[item["id"]].section for item in evidence]
    # a row says what it is about in the head over it
    fits = fitting(sections, Texts([bag("\n".join([*item["over"], item["text"]])) for item in evidence]))
    place = {item["id"]: at for at, item in enumerate(evidence)}
    for section, row in zip(sections, fits, strict=True):
        told_of = {cite for one in state.gathered_info if one.section == section.id for cite in one.cite_ids}
        figures = [want.measure for want in wants(section.description) if want.measure]
        for at, item in enumerate(evidence):
            row[at] += TOLD * (item["id"] in told_of)
        others = [at for at, home in enumerate(homes) if figures and home != section.id]
        for at in sorted(others, key=lambda at: (-row[at], -state.evidence[evidence[at]["id"]].score, at))[:LOOKED_AT]:
            row[at] += STATED * bool(tells(figures, evidence[at]["text"]))
    back = [(place[name], place[before]) for name, before in pointed_at(state.evidence[name] for name in place)]
    for row in fits:
        own = list(row)
        for at, before in back:
            row[before] = max(row[before], own[at])
    return {
        section.id: [
            {**evidence[at], "text": clipped(evidence[at]["text"]), "home": homes[at]}
            for at in sorted(range(len(evidence)), key=lambda at: (-row[at], at))
            if row[at] >= FITS and homes[at] != section.id
        ][:MOST_LENT]
        for section, row in zip(sections, fits, strict=True)
    }


def with_less(inputs: Mapping[str, Any], share: float) -> Mapping[str, Any]:
    """``inputs`` of a drafter with so much of its evidence: the best of its own, what is lent to it, the rest of its own."""
    own, lent = inputs["evidence"], inputs["lent"]
    most = max(1, round((len(own) + len(lent)) * share))
    first = min(most, len(own), OWN_FIRST)
    kept = lent[: most - first]
    return {**inputs, "evidence": own[: most - len(kept)], "lent": kept}
