"""What is said when a run has ended: what was reached, and what whoever reads the report should know first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dr_core.cli.board import count
from dr_core.cli.terminal import clean, clock, packed
from dr_core.past import PastRun
from dr_core.report.mark import render_marks
from dr_core.report.provenance import silent, targets
from dr_core.report.vain import SMALL, STOPPED, command, in_vain, out_of_budget, way_on, without_model
from dr_core.result import Result
from dr_core.stage.again import can_be_done_again
from dr_core.stage.unmentioned import missing_subject
from dr_core.state import RunState
from dr_core.types import Paragraph, Report


def answer(state: RunState, result: Result) -> str:
    """What a report says in short: its title, its notices but the one on ceilings (``warnings`` has it with the run's name), its
    abstract, and the sources that this cites."""
    folder = Path(result.run_dir)
    if not (folder / "report.json").is_file():  # a write stage of somebody else need leave none
        return clean(result.title)
    report, held = PastRun(folder).report(), way_on(state)
    abstract = [paragraph for section in report.sections if section.id == "abstract" for paragraph in section.paragraphs]
    cited = set(_numbers(report, (cite for paragraph in abstract for cite in paragraph.cite_ids)))
    told = (
        [report.title],
        [f"! {notice}" for notice in report.notices if not (held and held in notice)],
        [_cited(report, paragraph) for paragraph in abstract],
        [f"[{one.number}] {one.title} - {one.url}" for one in report.references if one.number in cited],
    )
    return "\n\n".join("\n".join(map(clean, part)) for part in told if part)


def _cited(report: Report, paragraph: Paragraph) -> str:
    """A paragraph with the numbers of what it cites."""
    gap = "" if report.language.startswith(("zh", "ja")) else " "
    marked = report.marked.get(paragraph.id, paragraph.text)
    return render_marks(marked, str, lambda cites: gap + "".join(f"[{number}]" for number in _numbers(report, cites)))


def _numbers(report: Report, cites: Iterable[str]) -> list[int]:
    return sorted({report.citations[cite] for cite in cites if cite in report.citations})


def closing(state: RunState, result: Result) -> str:
    """How it ended, in two lines: what was reached, and S3-14's targets beside it."""
    passed = {True: "passed", False: "did not pass", None: "not done"}[state.passed]
    cited = f"{result.citations['cited']} of {count(result.citations['total'], 'source')} cited"
    seconds = result.metrics.seconds
    reached = [f"{name}: {value}{'' if met else ' (missed)'}" for name, value, met in targets(state, seconds)]
    return f"{clean(state.status)} in {clock(seconds)}: {cited}, verification {passed}\n{packed('targets: ', reached)}"


def warnings(state: RunState, folder: Path, resume: str = "dr resume") -> list[str]:
    """What whoever reads the report should know first: what the models left undone, why and how to have it done, and what of the
    question no source speaks of."""
    never = silent(state)
    lines = [f"! {clean(model)} never answered: {clean(why)}" for model, why in never.items()]
    if failed := without_model(state):
        tasks = ", ".join(dict.fromkeys(entry["task"] for entry in failed))
        what = "no model did any of this report" if in_vain(state) else f"done without the model: {count(len(failed), 'step')}"
        why = failed[-1]["reason"]
        lines.append(f"! {what} ({clean(tasks)})" + (f": {clean(why)}" if why not in never.values() else ""))
    if small := state.notes.get(SMALL):
        room = f"a ceiling of {small['tokens']:,} tokens has no room for the model at: {clean(', '.join(small['tasks']))}"
        lines.append(f"! {room}; about {small['enough']:,} are enough")
    if spent := out_of_budget(state):
        tasks = ", ".join(dict.fromkeys(entry["task"] for entry in spent))
        why = clean(spent[-1]["reason"])
        lines.append(f"! done without the model, for which the budget had no room ({clean(tasks)}): {why}")
    if stopped := state.notes.get(STOPPED):
        lines.append(f"! not all searches were made: {clean(stopped)}")
    if go_on := command(state, resume):
        lines.append(f"! with a higher ceiling the run goes on from there: {go_on}")
    if can_be_done_again(state, folder):
        lines.append(f"! once that is mended, have it done with the model: {resume} {folder.name}")
    if missing := missing_subject(state):
        lines.append(f"! no source that was read mentions: {clean(', '.join(missing))}; the report may not answer the question")
    return lines
