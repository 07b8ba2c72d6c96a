"""Taking over a revised outline: the plan changes, and what is known moves along with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dr_core.report.clean import plain
from dr_core.run.run import Run
from dr_core.stage.extractive.headed import settled
from dr_core.stage.focus import topic
from dr_core.stage.outline import RevisedSection, Revision, carried, rehomed, revision, without_empty
from dr_core.state import RunState


def revise(state: RunState, run: Run, outline: Sequence[RevisedSection], drop: Sequence[str], *, ends: bool) -> Revision | None:
    """Take over what should change in the outline; evidence, findings and coverage move along. None where nothing changes."""
    assert state.plan is not None
    pinned = users_own(state, run)
    evidence = list(state.evidence.values())
    change = revision(state.plan.sections, outline, drop, pinned)
    if change and ends and (empty := without_empty(change, rehomed(evidence, change))):
        titles = {section.title for section in change.sections if section.id in empty}
        enough = [one for one in outline if one.takes or plain(one.title) not in titles]
        change = revision(state.plan.sections, enough, drop, pinned)
    if change is None:
        return None
    take_over(state, run, change, rehomed(evidence, change))
    return change


def take_over(state: RunState, run: Run, change: Revision, homes: Mapping[str, str]) -> None:
    """Change the outline, and the sections of the evidence to ``homes``; findings and coverage move along."""
    assert state.plan is not None
    evidence = list(state.evidence.values())
    state.evidence = {item.id: item.model_copy(update={"section": homes[item.id]}) for item in evidence}
    state.gathered_info = carried(state.gathered_info, homes, change)
    state.synthesis = {}
    for finding in state.gathered_info:
        state.synthesis.setdefault(finding.section, []).append(finding.text)
    covered = {section.id: [old for old, heirs in change.heirs.items() if section.id in heirs] for section in change.sections}
    state.section_coverage = {
        name: round(sum(state.section_coverage.get(one, 0.0) for one in old) / max(1, len(old)), 3)
        for name, old in covered.items()
    }
    state.plan = state.plan.model_copy(update={"sections": change.sections})
    before, state.sections = state.sections, [section.title for section in change.sections]
    known = [
        {
            **section.model_dump(),
            "known": state.synthesis.get(section.id, []),
            "evidence": [item.id for item in state.evidence.values() if item.section == section.id],
        }
        for section in change.sections
    ]
    run.context.learned(f"Outline revised: {'; '.join(state.sections)}")
    run.write_json("plan.json", {**state.plan.model_dump(), "sections": known, "revised_after_round": state.iteration_count})
    run.write_evidence(state)
    run.events.emit("progress", stage="reflect", status="revised", sections=state.sections, before=before)


def settle(state: RunState, run: Run) -> None:
    """Before a report is made without a model: sections under the headings of the sources for what fits none of the planned."""
    assert state.plan is not None
    evidence = list(state.evidence.values())
    if users_own(state, run) or state.focuses:
        return
    found = settled(state.clarified_query, state.language, state.plan.sections, evidence, state.sources)
    if found is None:
        return
    known = {section.id for section in state.plan.sections}
    heirs = {name: tuple(dict.fromkeys(found.homes[one.id] for one in evidence if one.section == name)) for name in known}
    added = frozenset(section.id for section in found.sections if section.id not in known)
    take_over(state, run, Revision(found.sections, heirs, added), found.homes)


def users_own(state: RunState, run: Run) -> set[str]:
    """The sections that the user named, or agreed to when the plan was shown; all, where a model has renamed one of those."""
    assert state.plan is not None
    agreed = (run.journal.decision("plan/confirmed") or {}).get("outcome") in ("confirmed", "edited")
    named = {focus.strip().lower() for focus in state.focuses}
    renamed = not named <= {section.title.lower() for section in state.plan.sections}
    return {section.id for section in state.plan.sections if agreed or renamed or section.title.lower() in named}


def home_of(said: str, state: RunState, change: Revision | None) -> str:
    """The section that a query is for: named by its id of before or after, or, if it is new, by its title."""
    assert state.plan is not None
    known = {section.id: section.id for section in state.plan.sections}
    known |= {section.title.lower(): section.id for section in state.plan.sections}
    return (change.heir(said) if change else "") or known.get(said.strip().lower(), "")


def queries_for_new(state: RunState, change: Revision, served: set[str]) -> list[dict[str, str]]:
    """A query for each new section that is not ``served`` by one of the model's."""
    about = topic(state.clarified_query)
    return [
        {"query": f"{about} {section.title}", "goal": section.description, "section": section.id, "priority": "high"}
        for section in change.sections
        if section.id in change.added and section.id not in served
    ]
