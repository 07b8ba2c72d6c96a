"""write: composes the report from checked paragraphs; pure code, no model. Leaves ``report.md`` and ``segment_*.md``."""

from __future__ import annotations

from dr_core.errors import NoEvidence
from dr_core.report.borrowed import foreign_notice
from dr_core.report.box_words import full_stops, listed_in, step_in
from dr_core.report.compose import marked, numbered, set_apart
from dr_core.report.figure import place, pointing
from dr_core.report.inline import with_pictures
from dr_core.report.made import made
from dr_core.report.provenance import box
from dr_core.report.segment import segments
from dr_core.report.unverified import LABEL, leaning
from dr_core.report.vain import SMALL, STOPPED, in_vain, out_of_budget, way_on, without_model
from dr_core.report.words import words
from dr_core.run.run import Run
from dr_core.stage.ceiling import note_enough
from dr_core.stage.checklist import left_bare, without_date, without_figure
from dr_core.stage.draft import ABSTRACT, CONCLUSIONS
from dr_core.stage.figure import drop_others, number_figures
from dr_core.stage.render import render_all
from dr_core.stage.unmentioned import ALL, OTHERWISE, missing_subject, titles_of
from dr_core.stage.untold import without_first, without_reason
from dr_core.stage.verify import save_checked
from dr_core.state import RunState
from dr_core.text import count_words
from dr_core.types import Figure, Paragraph, Report, ReportSection

ANALYSIS = "analysis"


async def write(state: RunState, run: Run) -> None:
    """Compose and render."""
    if not state.paragraphs:
        raise NoEvidence(
            "no paragraph survived the check against its sources", remedy="See draft.jsonl and claims.json in the run folder"
        )
    if not state.models and (missing := missing_subject(state, ALL)):
        raise NoEvidence(
            f"the sources do not answer the question: none of them mentions {', '.join(missing)}; "
            f"they are about: {titles_of(state.sources.values())}",
            remedy=OTHERWISE,
            final=True,
        )
    seconds = run.budget.elapsed  # read once: the box and the event tell the same time
    if number_figures(state, _shown(state), run.folder):
        save_checked(state, run)
    await note_enough(state, run)
    report = set_apart(compose(state, run, seconds))
    state.cited = [reference.source for reference in report.references if reference.number is not None]
    run.write_json("report.json", report.model_dump())
    await render_all(report, state, run)
    drop_others(state, run.folder)
    for old in run.folder.glob("segment_*.md"):
        old.unlink()
    for number, segment in enumerate(segments(state.final_report), 1):
        run.write_text(f"segment_{number:03}.md", segment)
    cut, depth = len(run.journal.ambiguous), run.settings.research.depth
    run.events.emit("progress", stage="write", status="made", **made(state, seconds=seconds, ambiguous=cut, depth=depth))
    for block in with_pictures(state.final_report, run.folder).split("\n## "):  # a stream has no files beside it
        run.events.emit("message", stage="write", text=block if block.startswith("# ") else f"\n## {block}")
    run.events.emit("progress", stage="write", status="written", words=count_words(state.final_report), title=report.title)


def compose(state: RunState, run: Run, seconds: float) -> Report:
    """The report as data."""
    assert state.plan is not None
    label = words(state.language)
    titles = {ABSTRACT: label.abstract, ANALYSIS: label.analysis, CONCLUSIONS: label.conclusions}
    titles |= {section.id: section.title for section in state.plan.sections}
    order = _order(state)
    figures, shown = _placed(state, _shown(state))
    shown = [marked(item, state.verdicts, state.evidence, state.language) for item in shown]
    by_section = {name: [item for item in shown if item.section == name] for name in order}
    citations, references = numbered(shown, figures, state.evidence, state.sources)
    return Report(
        title=state.plan.research_title,
        question=state.original_query,
        language=state.language,
        sections=tuple(
            ReportSection(
                id=name,
                title=_labelled(titles[name], by_section[name], state),
                paragraphs=tuple(by_section[name]),
            )
            for name in order
            if by_section[name]
        ),
        figures=tuple(figures),
        references=tuple(references),
        citations=citations,
        quotes={cite: state.evidence[cite].text for cite in citations},
        notices=tuple(_notices(state)),
        assumptions=tuple(state.assumptions),
        provenance=tuple(box(state, seconds=seconds, ambiguous=len(run.journal.ambiguous), depth=run.settings.research.depth)),
        fonts=tuple(run.chart_fonts(state.language)),
        show_references=run.settings.output.references,
        show_images=run.settings.output.images,
    )


def _order(state: RunState) -> list[str]:
    assert state.plan is not None
    return [ABSTRACT, *(section.id for section in state.plan.sections), ANALYSIS, CONCLUSIONS]


def _shown(state: RunState) -> list[Paragraph]:
    """The paragraphs in the order in which they are read."""
    return [item for name in _order(state) for item in state.paragraphs if item.section == name]


def _placed(state: RunState, paragraphs: list[Paragraph]) -> tuple[list[Figure], list[Paragraph]]:
    """Each figure after the paragraph that names it, and words that name it where none did; ``section`` is that paragraph."""
    spots, unnamed = place(state.figures, paragraphs, state.evidence)
    figures = [figure.model_copy(update={"section": spots[figure.number]}) for figure in state.figures if figure.number in spots]
    named = [
        item.model_copy(update={"text": pointing(item.text, state.language, unnamed[item.id])}) if item.id in unnamed else item
        for item in paragraphs
    ]
    return figures, named


def _labelled(title: str, paragraphs: list[Paragraph], state: RunState) -> str:
    """A section's title, which says so where the section leans on a model's memory."""
    return f"{title} · {LABEL}" if leaning(paragraphs, state.evidence) else title


def _notices(state: RunState) -> list[str]:
    """What to know before reading, that the question may not be answered first."""
    label, comma = words(state.language), "、" if full_stops(state.language) else ", "
    notices = [foreign] if (foreign := foreign_notice(state)) else []
    if missing := missing_subject(state):
        notices.append(label.unmentioned.format(words=comma.join(missing), titles=titles_of(state.sources.values())))
    notices += state.notices
    if leaning(state.paragraphs, state.evidence):
        notices.append(f"{LABEL}: {label.memory}")
    if without_model(state):
        notices.append(label.vain if in_vain(state) else label.partial)
    if small := state.notes[SMALL]:
        steps = listed_in((step_in(task, state.language) for task in small["tasks"]), state.language)
        notices.append(label.small.format(tokens=f"{small['tokens']:,}", enough=f"{small['enough']:,}", steps=steps))
    if out_of_budget(state):
        notices.append(label.spent)
    if state.notes.get(STOPPED):
        notices.append(label.stopped)
    if go_on := way_on(state):
        notices.append(label.higher.format(command=go_on))
    if any(verdict.verdict == "unclear" for verdict in state.verdicts):
        notices.append(label.unclear)
    bare = left_bare(state)
    if unsaid := [one for one in bare if one not in missing]:
        notices.append(label.nothing_on.format(focuses=listed_in(unsaid, state.language)))
    not_told = (
        (label.no_figure, [one for one in without_figure(state, bare) if one not in missing]),
        (label.no_date, without_date(state)),
        (label.no_reason, without_reason(state)),
        (label.no_first, without_first(state)),
    )
    return notices + [told.format(words=comma.join(asked)) for told, asked in not_told if asked]
