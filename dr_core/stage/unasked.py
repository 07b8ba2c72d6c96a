"""Planned queries that no round had room for yet: candidates of the next one, and gaps where there was none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from dr_core.report.clean import plain
from dr_core.run.run import Run
from dr_core.stage.checklist import ANSWERED, unanswered
from dr_core.stage.extractive.query import new_ones
from dr_core.stage.extractive.reflect import COVERED
from dr_core.stage.passage import bag, joined, passage_bags, passages
from dr_core.stage.plan import queries_of
from dr_core.stage.planned import covering
from dr_core.state import RunState
from dr_core.text.language import same_language
from dr_core.text.rank import Texts
from dr_core.types import Page, Paragraph, SearchTask, Section


def unasked(state: RunState, run: Run, coverage: Mapping[str, float]) -> list[SearchTask]:
    """The planned queries that were not asked and whose section, or whose own part of it, lacks evidence; the barest section
    comes first."""
    left = _left(state, run)
    bare = {task.query for task in _not_held(left, state)} if left else set()
    wanted = [task for task in left if task.query in bare or coverage.get(task.section, 0.0) < COVERED]
    return sorted(wanted, key=lambda task: coverage.get(task.section, 0.0))


def beside(planned: Sequence[SearchTask], own: Sequence[SearchTask]) -> list[SearchTask]:
    """The planned queries that ask something else than ``own`` and than each other."""
    fresh = new_ones([task.query for task in planned], [task.query for task in own])
    return [task for task in planned if task.query in fresh]


def kept_places(planned: int, most: int) -> int:
    """How many of the places of a round are for so many planned queries: at most half, since who judged the round knows more."""
    return min(planned, most // 2)


def places(own: Sequence[SearchTask], planned: Sequence[SearchTask], most: int) -> list[SearchTask]:
    """The queries of a round: ``own``, which came of judging the last one, the planned ones in the places kept for them, and
    what of either there is room for besides."""
    fresh = beside(planned, own)
    kept = kept_places(len(fresh), most)
    return [*own[: most - kept], *fresh[:kept], *own[most - kept :], *fresh[kept:]][:most]


def never_asked(state: RunState, run: Run, body: Sequence[Paragraph]) -> list[str]:
    """The planned queries that were never asked, of whose part neither the evidence nor the ``body`` speaks."""
    left = [task for task in _left(state, run) if same_language(task.language, state.language)]
    queries = list(filter(None, (plain(task.query) for task in (_not_held(left, state) if left else ()))))
    return unanswered(queries, body, state.plan.sections if state.plan else ())


def _left(state: RunState, run: Run) -> list[SearchTask]:
    planned = queries_of(state.plan.sections if state.plan else (), state.asked_queries, state, run)
    return beside(planned, state.asked_queries)


def _not_held(tasks: Sequence[SearchTask], state: RunState) -> list[SearchTask]:
    """Those of which no passage with evidence has most words. Of one in a language that no source has, words do not tell."""
    known = {(item.source, item.start) for item in state.evidence.values()}
    pages = [state.sources[name] for name in dict.fromkeys(item.source for item in state.evidence.values())]
    missing = []
    for language in dict.fromkeys(task.language for task in tasks):
        own = [task for task in tasks if task.language == language]
        texts = Texts([words for page in pages if same_language(page.language, language) for words in _held(page, known)])
        shares = covering([Section(id="", title="", search_queries=(task.query,)) for task in own], texts, texts)
        if texts.bags or not pages:
            missing += [task for task, held in zip(own, shares, strict=True) if max(held, default=0.0) < ANSWERED]
    return missing


def _held(page: Page, known: Collection[tuple[str, int]]) -> list[Counter[str]]:
    """The terms of the passages of a page that are evidence, each with its heading and the title."""
    bags = passage_bags(page)
    return [
        joined(bags[one.place], bag(f"{page.title} {one.heading}"))
        for one in passages(page)
        if any((page.id, span.start) in known for span in one.spans)
    ]
