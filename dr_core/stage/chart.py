"""chart: at most five figures, planned from the evidence, drawn in a sandbox, mended once; early abort leads on to the report."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from pydantic import BaseModel, Field

from dr_core.errors import BudgetSpent, DRError, RunError
from dr_core.interfaces import Sandbox
from dr_core.pattern import regex
from dr_core.report.chart import font_preamble
from dr_core.report.clean import plain
from dr_core.report.undrawn import FAILED, UNTRIED, in_short
from dr_core.report.unverified import UNVERIFIED
from dr_core.run.pack import best_of
from dr_core.run.plugin_call import Wanted, call_plugin
from dr_core.run.prompt import about
from dr_core.run.retry import record
from dr_core.run.run import Run
from dr_core.run.task import Task, ask, model_chain
from dr_core.stage.drawn import unfounded, words_in
from dr_core.stage.extractive.chart import charts_without_model, comparable
from dr_core.stage.extractive.series import told_by_year
from dr_core.stage.extractive.shows import relates
from dr_core.stage.figure import save_drawn
from dr_core.stage.passage import Passage, as_evidence, passages, unmarked
from dr_core.stage.point import readable, shown
from dr_core.stage.share import shares
from dr_core.state import RunState
from dr_core.text import sentences
from dr_core.types import ChartSpec, Execution, Page, Section

NONE_COMPARE = "the evidence holds no numbers that compare"
NONE_ASKED = "the numbers that compare are not what was asked for"
PLANNED_NONE = "the model planned no chart from the evidence"
NONE_SOUND = "what the model planned to draw was not asked for, or does not stand in its sources"
MOST_CHARTS = 5
MOST_PLANNED = 30
"""What a model's answer may hold: a few too many are cut off, an answer without end is refused."""
SHOWN_TO_MODEL = 16
MOST_TABLES = 12
STARTING = 120.0
"""Seconds that a sandbox may need before code runs in it: an image, a list of fonts."""
LONGEST_CAPTION = 200
_NOT_CAPTION = regex(r"^[#|>*-]|[.!?。！？…:：;；,，、][\"'”’」』）)\]]*$")
_TABLE_NUMBER = regex(r"^(?:table|表|표)\s*\d+\s*[.:：、]?\s*", re.IGNORECASE)
_NOTE = regex(r"\s*[（(][^（）()]*[)）]$")


class PlannedChart(BaseModel):
    """A chart as it is planned (S0-10), with the evidence its numbers come from."""

    title: str = Field(max_length=160)
    chart_type: str = Field(max_length=40)
    data_source: str = Field("", max_length=300)
    python_code: str = Field(max_length=6000)
    section: str = ""
    cite_ids: list[str] = Field(max_length=8)
    data: dict[str, Any] = {}


class ChartsAnswer(BaseModel):
    """The answer to the task ``charts``."""

    charts: list[PlannedChart] = Field(max_length=MOST_PLANNED)


class FixedCode(BaseModel):
    """The answer to the task ``chart_fix``."""

    python_code: str = Field(max_length=6000)


def _settle(inputs: Mapping[str, Any], answer: ChartsAnswer) -> ChartsAnswer:
    known = {item["id"] for item in (*inputs["evidence"], *inputs["tables"])}
    sound = [chart for chart in answer.charts if chart.cite_ids and known.issuperset(chart.cite_ids)]
    return ChartsAnswer(charts=sound[:MOST_CHARTS])


CHARTS = Task(
    "charts",
    ChartsAnswer,
    fallback=lambda inputs: ChartsAnswer.model_validate(charts_without_model(inputs)),
    settle=_settle,
    shrink=best_of("evidence", "tables"),
    role="thinking",
    max_tokens=1800,
    optional=True,
)
CHART_FIX = Task(
    "chart_fix",
    FixedCode,
    fallback=lambda inputs: FixedCode(python_code=inputs["code"]),
    shrink=None,
    max_tokens=1200,
    optional=True,
)


async def chart(state: RunState, run: Run) -> None:
    """Plan and draw; leaves ``figures/`` (picture, code, data). Planning needs no sandbox; a failure never stops the run."""
    state.figures = []  # of a try that was stopped, saved by a stage beside it: they are drawn again, from the journal
    for note in (FAILED, UNTRIED):
        state.notes.pop(note, None)
    if model_chain(run, CHARTS.role):
        await run.give_way()
    try:
        specs, none = await _plan(state, run)
    except BudgetSpent as error:
        run.skip(state, "chart", str(error))
        return
    run.events.emit("progress", stage="chart", step="chart-planning", status="planned", charts=[spec.title for spec in specs])
    if not specs:
        run.skip(state, "chart", none)
        return
    bench = _Bench(run)
    if not await bench.advance():
        state.notes["charts_planned"] = [spec.model_dump() for spec in specs]
        run.skip(state, "chart", f"{len(specs)} planned, none drawn: {bench.reason}")
        return
    failed_in_a_row, problem = 0, ""
    for number, spec in enumerate(specs, 1):
        if failed_in_a_row >= run.settings.sandbox.max_chart_failures:
            run.events.emit("progress", stage="chart", step="chart-result", status="skipped", title=spec.title)
            state.notes.setdefault(UNTRIED, []).append(spec.title)
            continue
        drawn, code, problem = await _draw(spec, number, bench, state, run)
        failed_in_a_row = 0 if drawn else failed_in_a_row + 1
        if drawn:
            state.figures.append(save_drawn(spec, code, drawn, state, run.folder))
        else:
            state.notes.setdefault(FAILED, []).append({"title": spec.title, "reason": problem})
        run.events.emit(
            "progress",
            stage="chart",
            step="chart-result",
            status="drawn" if drawn else "failed",
            title=spec.title,
            reason=problem,
        )
    if not state.figures:
        run.skip(state, "chart", f"{len(specs)} planned, none could be drawn: {in_short(problem)}")


async def _plan(state: RunState, run: Run) -> tuple[list[ChartSpec], str]:
    """The charts, and why there are none."""
    tables = _tables(state, quoted_only=not model_chain(run, "thinking"))
    sourced = [item for item in state.evidence.values() if item.kind != UNVERIFIED]  # a figure from memory would look like data
    told = {table["id"] for table in tables}  # an id that stood twice in the schema would be refused
    ranked = sorted((item for item in readable(sourced, state) if item.id not in told), key=lambda item: -item.score)
    numbers = [item for item in ranked if any(char.isdigit() for char in item.text)][:SHOWN_TO_MODEL]
    inputs: dict[str, Any] = {
        **about(state),
        "tables": tables,
        "evidence": [shown(item, state) for item in numbers],
        "sections": [{"id": section.id, "title": section.title, "asks": section.description} for section in _sections(state)],
        "focuses": state.focuses,
    }
    if not tables and not numbers:
        return [], NONE_COMPARE
    share = shares(state, run).charts
    looked = bool(model_chain(run, "thinking") and share.tokens)
    if not looked:  # a model reads the sentences themselves
        tables += _told_by_year(state)

    async def none_did() -> dict[str, Any]:
        nonlocal looked
        looked = False
        return {}

    if looked:
        answer = await ask(run, CHARTS, inputs, "chart/plan", share=share, fallback_inputs=none_did)
    else:  # a small budget goes into the prose: code that draws is long, and tables can be drawn without a model
        answer = ChartsAnswer.model_validate(charts_without_model(inputs))
    sound = _sound(answer.charts, inputs, state) if looked else answer.charts
    none = (PLANNED_NONE, NONE_SOUND)[bool(answer.charts)] if looked else (NONE_COMPARE, NONE_ASKED)[bool(tables)]
    used = {cite for planned in sound for cite in planned.cite_ids}
    for table in tables:
        if table["id"] in used and table["id"] not in state.evidence:
            state.evidence[table["id"]] = table["evidence"]
    run.write_evidence(state)
    sections = {section["id"] for section in inputs["sections"]}
    specs = [
        ChartSpec(
            **{
                **planned.model_dump(),
                "title": plain(planned.title),
                "section": planned.section if planned.section in sections else "",
            }
        )
        for planned in sound
    ]
    return specs, none


def _sound(charts: Sequence[PlannedChart], inputs: Mapping[str, Any], state: RunState) -> list[PlannedChart]:
    """The charts of a model that have to do with the question or with their section, and whose figures their sources have."""
    texts = {item["id"]: _data(item) for item in (*inputs["evidence"], *inputs["tables"])}
    sections = {section.id: (section.title, section.description, *section.search_queries) for section in _sections(state)}
    return [
        planned
        for planned in charts
        if relates(
            " ".join([planned.title, *words_in(planned.python_code)]),
            [state.clarified_query, *state.focuses, *(sections.get(planned.section) or chain.from_iterable(sections.values()))],
        )
        and not unfounded(planned.python_code, [texts[cite] for cite in planned.cite_ids])
    ]


def _data(item: Mapping[str, Any]) -> str:
    """What a model is shown of an item: a row of a large table with its head, a table with its heading, caption and notes."""
    return "\n".join([*item.get("over", ()), *(item.get(one, "") for one in ("heading", "caption", "notes")), item["text"]])


def _sections(state: RunState) -> Sequence[Section]:
    return state.plan.sections if state.plan else ()


def _tables(state: RunState, *, quoted_only: bool) -> list[dict[str, Any]]:
    """The tables of the sources whose numbers compare, as evidence with the heading they stand under."""
    known = {(item.source, item.start): item for item in state.evidence.values()}
    home = {item.source: item.section for item in sorted(state.evidence.values(), key=lambda item: item.score)}
    found: list[dict[str, Any]] = []
    for page in state.sources.values():
        foreign = page.language.split("-")[0] != state.language.split("-")[0]
        if page.id not in home or (quoted_only and foreign) or page.kind == UNVERIFIED:
            continue
        for passage in passages(page):
            text = page.text[passage.start : passage.end]
            if passage.kind != "table" or comparable(text) is None or len(found) >= MOST_TABLES:
                continue
            item = known.get((page.id, passage.start)) or as_evidence(
                page, passage.start, passage.end, name=f"t{len(found) + 1}", section=home[page.id]
            )
            found.append(
                {
                    "id": item.id,
                    "text": text,
                    "heading": passage.heading,
                    "caption": _caption(page, passage),
                    "notes": page.text[passage.notes.start : passage.notes.end] if passage.notes else "",
                    "source_title": page.title,
                    "section": item.section,
                    "evidence": item,
                }
            )
    return found


def _told_by_year(state: RunState) -> list[dict[str, Any]]:
    """What a sentence of the evidence tells of several years, in the form of the tables."""
    own = state.language.split("-")[0]
    return [
        {
            "id": item.id,
            "text": told.table,
            "heading": told.name or item.text,
            "source_title": state.sources[item.source].title,
            "section": item.section,
            "prose": True,
        }
        for item in state.evidence.values()
        if item.kind != UNVERIFIED and state.sources[item.source].language.split("-")[0] == own
        for start, end in sentences(item.text, state.language)
        if (told := told_by_year(item.text[start:end], state.language))
    ]


def _caption(page: Page, table: Passage) -> str:
    """The caption of a table, or the line right above it that is neither prose nor the heading: it says what the table shows."""
    above = page.text[max(0, table.start - 2 * LONGEST_CAPTION) : table.start]
    block = page.text[table.over.start : table.over.end] if table.over else above.rstrip().rpartition("\n\n")[2]
    line = unmarked(" ".join(block.split()))
    if len(line) > LONGEST_CAPTION or line == table.heading or _NOT_CAPTION.search(line):
        return ""
    return _NOTE.sub("", _TABLE_NUMBER.sub("", line))


class _Bench:
    """The selected sandboxes: the first that works draws, and one that breaks while it draws is left for the next (S0-11)."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._waiting = list(run.settings.sandbox.use)
        self._reasons: list[str] = []
        self._sandbox: Sandbox | None = None

    @property
    def sandbox(self) -> Sandbox:
        assert self._sandbox is not None, "advance() found none"
        return self._sandbox

    @property
    def reason(self) -> str:
        """Why none can be used."""
        return "; ".join(self._reasons) or "no sandbox is selected"

    async def advance(self) -> bool:
        """Go on to the next sandbox that can be used; where there is none, the last one stays."""
        while self._waiting:
            name = self._waiting.pop(0)
            try:
                sandbox = _provider(name, self._run)
                problem = await call_plugin(
                    sandbox,
                    self._run.settings,
                    "unavailable",
                    sandbox.unavailable,
                    seconds=_seconds(self._run),
                    wanted=Wanted(str),
                )
            except DRError as error:  # charts are the least of a report: whatever is wrong here costs nothing else
                self._run.state.errors.append(record(error, f"chart/{name}"))
                problem = str(error)
            if not problem:
                self._sandbox = sandbox
                return True
            self._reasons.append(f"{name}: {problem}")
        return False


def _provider(name: str, run: Run) -> Sandbox:
    found = run.provider("sandbox", name)
    assert isinstance(found, Sandbox)
    return found


def _seconds(run: Run) -> float:
    """Seconds for one call of a sandbox, which may have to start something first; no more than the budget has left."""
    return min(run.settings.sandbox.compute_timeout + STARTING, max(1.0, run.budget.seconds_left()))


async def _draw(spec: ChartSpec, number: int, bench: _Bench, state: RunState, run: Run) -> tuple[bytes, str, str]:
    """The picture, the code that drew it, and what went wrong; one mending by the model where there is one."""
    code, problem = spec.python_code, ""
    for attempt in range(2):
        done, broken = await _execute(code, f"chart/{number}/{attempt}", bench, state, run)
        if done.figures and not done.error:
            return base64.b64decode(done.figures[0]), code, ""
        problem = done.error or "the code drew no figure"
        if attempt or broken or not model_chain(run, "task"):
            break  # no other code helps a sandbox that is broken itself
        inputs = {"language": state.language, "today": state.today, "code": code, "problem": problem, "title": spec.title}
        code = (await ask(run, CHART_FIX, inputs, f"chart/{number}/fix")).python_code
        cited = [shown(state.evidence[cite], state) for cite in spec.cite_ids if cite in state.evidence]
        if other := unfounded(code, list(map(_data, cited))):
            problem = f"the mended code draws figures that do not stand in its sources ({other[0]:g})"
            break
    return b"", code, problem


async def _execute(code: str, position: str, bench: _Bench, state: RunState, run: Run) -> tuple[Execution, bool]:
    """What came of the code, and whether it is the sandbox that failed and no other was left."""
    whole = font_preamble(run.chart_fonts(state.language)) + code
    limit = run.settings.sandbox.compute_timeout

    async def do() -> dict[str, Any]:
        sandbox = bench.sandbox
        done: Execution = await call_plugin(
            sandbox,
            run.settings,
            "execute_python",
            lambda: sandbox.execute_python(whole, timeout=limit),
            seconds=_seconds(run),
            wanted=Wanted(Execution),
        )
        return done.model_dump()

    while True:
        try:
            return Execution.model_validate(await run.call(position, {"code": whole}, do, tool="code_execute")), False
        except BudgetSpent as error:
            return Execution(error=str(error)), True
        except RunError:
            raise  # the run's own record, not the sandbox
        except DRError as error:
            name = bench.sandbox.name
            state.errors.append(record(error, f"chart/{name}"))
            run.events.emit("error", stage="chart", text=str(error), sandbox=name)
            if not await bench.advance():
                return Execution(error=str(error)), True
            position = f"{position}/{bench.sandbox.name}"
