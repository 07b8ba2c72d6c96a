"""Other focuses for a run that is under way or finished (S4-5): new sections, new queries, and everything read so far read again.

What was bought stays: hits, pages and the answers of engines. What was made of them under the old sections is made again, because
a passage belongs to the focus that it fits best. The report that stood before is kept in ``earlier/``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dr_core.errors import UsageError
from dr_core.report.undrawn import FAILED, UNTRIED
from dr_core.report.vain import STOPPED
from dr_core.run.prompt import about
from dr_core.run.run import Run
from dr_core.run.store import copy_whole, read_json, write_json, write_whole
from dr_core.stage.english import english_too
from dr_core.stage.fetch import NOT_ABOUT
from dr_core.stage.intake import MOST_FOCUSES, valid_focus
from dr_core.stage.plan import PLANNED, queries_of, replan
from dr_core.state import RunState
from dr_core.types import SearchTask

MADE = ("plan.json", "paragraphs.jsonl", "claims.json", "verify.json", "verification.md")
STILL_TRUE = ("plan", "reflect")
"""Tasks whose answers are not made again; what is said about their failing stays said."""
NO_LONGER = ("charts_planned", FAILED, UNTRIED, "unanswered", "new_evidence", "before_findings", STOPPED, "relevance")


class Change(NamedTuple):
    """Other focuses for a run; false where they are those that it has."""

    focuses: Sequence[str] = ()
    planned: Sequence[str] = ()
    """Those among them that the plan had chosen, and not the user."""
    displaced: Sequence[str] = ()
    """Those of the plan that gave way to a focus of the user's."""

    def __bool__(self) -> bool:
        return bool(self.focuses)


def wanted(state: RunState, focuses: Sequence[str], added: Sequence[str]) -> Change:
    """The focuses a run shall go on with: these in place of its own, and those beside them.

    Where that is more than a report has sections, the last ones that the plan itself had chosen give way; what the user named
    never does.
    """
    own = state.sections or state.focuses
    names = _by_name((*(focuses or own), *added))
    named = _by_name((*focuses, *added))
    planned = [name for name in _by_name(_planned(state)) if name in names and name not in named]
    over = len(names) - MOST_FOCUSES
    if over > len(planned):
        told = ", ".join(f"'{focus}'" for focus in own)
        raise UsageError(
            f"a report has at most {MOST_FOCUSES} focuses, and you named {len(names) - len(planned)}",
            remedy=f"Leave some out; now there are {told}",
        )
    displaced = planned[len(planned) - over :] if over > 0 else []
    left = {name: text for name, text in names.items() if name not in displaced}
    if [focus.lower() for focus in own] == list(left):
        return Change()
    return Change(list(left.values()), [left[name] for name in planned if name in left], [names[name] for name in displaced])


def _by_name(focuses: Iterable[str]) -> dict[str, str]:
    """Focuses as they can be used, each once whatever its case."""
    found: dict[str, str] = {}
    for focus in focuses:
        text = valid_focus(focus)
        found.setdefault(text.lower(), text)
    return found


def _planned(state: RunState) -> list[str]:
    """The sections that the plan chose: until somebody edits them, all of them or, where the user gave focuses, none."""
    planned: list[str] | None = state.notes.get(PLANNED)
    if planned is None:
        return [] if state.focuses else list(state.sections)
    return planned


async def refocus(state: RunState, run: Run, change: Change) -> bool:
    """Go on with these focuses; says whether there is something new to search for."""
    before = list(state.sections)
    run.renew()
    if keep_earlier(run.folder, state.edition):
        shutil.rmtree(run.folder / "figures", ignore_errors=True)
        (run.folder / "report.md").unlink()
    state.focuses, state.notes[PLANNED] = list(change.focuses), list(change.planned)
    if state.plan is None:  # planned with them, as if they had been given from the start
        _told(state, run, before, change.displaced)
        return False
    fresh = await _sections(state, run)
    _forget(state)
    limits = run.settings.research
    if fresh:
        sections = [section for section in state.plan.sections if section.title in fresh]
        queries = queries_of(sections, state.asked_queries, state, run)
        room = limits.queries_followup_iteration if state.iteration_count else limits.queries_first_iteration
        queries = queries[:room]
        state.notes["more_queries"] = state.notes.get("more_queries", 0) + len(queries)
        state.current_queries = [*state.current_queries, *queries]
        state.is_sufficient = False
    run.context.learned(f"Focuses changed: {'; '.join(state.sections)}")
    run.write_json("plan.json", {**state.plan.model_dump(), "queries": [task.model_dump() for task in state.current_queries]})
    _told(state, run, before, change.displaced)
    return bool(fresh)


async def _sections(state: RunState, run: Run) -> list[str]:
    """Give each focus its section; one that had a section keeps it. Returns the titles of the new ones."""
    assert state.plan is not None
    old = {section.title.lower(): section for section in state.plan.sections}
    fresh = [focus for focus in state.focuses if focus.lower() not in old]
    if fresh:
        await replan(state, run, {**about(state), "english": english_too(state, run)})
        planned = state.plan.sections
    else:
        planned = tuple(old[focus.lower()] for focus in state.focuses)
    sections = tuple(
        old.get(focus.lower(), section).model_copy(update={"id": f"sec{number}", "title": section.title})
        for number, (focus, section) in enumerate(zip(state.focuses, planned, strict=True), 1)
    )
    moved = {old[name.lower()].id: at.id for name, at in zip(state.focuses, sections, strict=True) if name.lower() in old}
    state.plan = state.plan.model_copy(update={"sections": sections})
    state.sections = [section.title for section in sections]
    state.current_queries = [_moved(task, moved) for task in state.current_queries if not task.section or task.section in moved]
    state.asked_queries = [_moved(task, moved) for task in state.asked_queries]
    return [section.title for focus, section in zip(state.focuses, sections, strict=True) if focus in fresh]


def _moved(task: SearchTask, moved: dict[str, str]) -> SearchTask:
    return task.model_copy(update={"section": moved.get(task.section, "")})


def _forget(state: RunState) -> None:
    """Drop what was made of the sources under the old focuses."""
    state.evidence, state.synthesis, state.section_coverage, state.gathered_info = {}, {}, {}, []
    state.analysis, state.figures, state.paragraphs, state.cited = [], [], [], None
    state.verdicts, state.repairs, state.dropped, state.verifications = [], [], [], []
    state.passed, state.final_report = None, ""
    state.unread = {url: reason for url, reason in state.unread.items() if reason != NOT_ABOUT}  # it may be about a new focus
    for name in NO_LONGER:
        state.notes.pop(name, None)
    if "fallbacks" in state.notes:
        state.notes["fallbacks"] = [entry for entry in state.notes["fallbacks"] if entry["task"] in STILL_TRUE]


def keep_earlier(folder: Path, edition: int) -> bool:
    """Put a copy of the report that stands, with its figures, where the next one does not overwrite it; False: there is none."""
    if not (folder / "report.md").is_file():
        return False
    place = folder / "earlier" / str(edition + 1)
    place.mkdir(parents=True, exist_ok=True)
    forms = (path.name for path in folder.glob("report.*"))
    for name in {*MADE, *forms}:
        if (folder / name).is_file():
            write_whole(place / name, (folder / name).read_bytes())
    if (folder / "figures").is_dir():
        copy_whole(folder / "figures", place / "figures", without="drawn*")
    return True


def _told(state: RunState, run: Run, before: list[str], displaced: Sequence[str]) -> None:
    """Say what changed: in ``clarify.json``, and to whoever watches."""
    said: dict[str, Any] = {"round": state.iteration_count, "before": before, "after": state.sections or state.focuses}
    if displaced:
        said["displaced"] = list(displaced)
    kept = run.folder / "clarify.json"
    known = read_json(kept) if kept.is_file() else {}
    write_json(kept, {**known, "changes": [*known.get("changes", []), said]})  # safe at once, as in ``plan``
    run.events.emit("progress", stage="plan", status="refocused", **said)
