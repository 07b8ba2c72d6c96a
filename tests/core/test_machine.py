"""The state machine, proven with a small one: order, loop, stages beside each other, wrapping, saving, going on."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from dr_core import Event, Kernel, Plan, Researcher, Result, RunState, Section, Settings, Stage, StateMachine, hookimpl, research
from dr_core.errors import NoEvidence, PluginBroken, RunError, RunNotFound
from dr_core.machine import machine_class
from dr_core.run import store
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.run import Run


class Small(StateMachine):
    """Six stages that write down when they begin and end."""

    opening = ((Stage.PLAN,),)
    loop = ((Stage.HARVEST,), (Stage.REFLECT,))
    closing = ((Stage.ANALYSE, Stage.DRAFT), (Stage.WRITE,))
    enough: ClassVar[int] = 99
    fails: ClassVar[str] = ""

    def __init__(self, kernel: Kernel, run: Run) -> None:
        super().__init__(kernel, run)
        self.told: list[str] = []
        self.drafting = asyncio.Event()

    async def plan(self, state: RunState) -> None:
        self._tell("plan")
        state.clarified_query = state.original_query.upper()

    async def harvest(self, state: RunState) -> None:
        self._tell(f"harvest {state.iteration_count}")
        state.visited_sources.append(f"https://example.org/{state.iteration_count}")

    async def reflect(self, state: RunState) -> None:
        self._tell(f"reflect {state.iteration_count}")
        state.is_sufficient = state.iteration_count >= self.enough

    async def analyse(self, state: RunState) -> None:
        self._tell("analyse begins")
        await self.drafting.wait()  # would wait for ever unless draft runs beside it
        self._tell("analyse ends")

    async def draft(self, state: RunState) -> None:
        self._tell("draft")
        self.drafting.set()

    async def write(self, state: RunState) -> None:
        self._tell("write")
        self.run.write_text("report.md", "# Small")
        state.final_report = "# done"

    def _tell(self, what: str) -> None:
        self.told.append(what)
        if self.fails == what:
            raise NoEvidence(f"nothing at {what}")


class Bench:
    """A run folder, and machines that work on it one after the other."""

    def __init__(self, folder: Path, plugins: list[object]) -> None:
        self.folder = folder
        self.settings = Settings(hooks={"use": []})
        self.kernel = Kernel(self.settings, plugins=plugins)
        self.events = Events(folder / "events.jsonl")
        self.journal = Journal(folder / "journal.jsonl")

    def machine(self, state: RunState, kind: type[Small] = Small) -> Small:
        run = Run(
            self.settings, self.kernel.provider, self.folder, state,
            journal=self.journal, cache=Cache(None, {}), events=self.events,
        )  # fmt: skip
        self.events.observe(lambda event: self.kernel.notify(state, event))
        self.disk = run.disk
        return kind(self.kernel, run)

    def saved(self) -> RunState:
        """What the last machine has saved."""
        self.disk.settle()
        return store.load_state(self.folder)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Callable[..., Bench]]:
    """``bench(plugin, ...)``: a place to run machines; closed at the end."""
    made = []

    def make(*plugins: object) -> Bench:
        made.append(Bench(tmp_path, list(plugins)))
        return made[-1]

    yield make
    for each in made:
        each.events.close()
        await each.journal.aclose()


Make = Callable[..., Bench]


def _state(**more: Any) -> RunState:
    return RunState(original_query="heat pumps", **more)


async def test_stages_run_in_order_and_the_loop_as_often_as_it_may(bench: Make) -> None:
    state = _state(max_iterations=2)
    machine = bench().machine(state)
    await machine.advance(state)
    loop = ["harvest 1", "reflect 1", "harvest 2", "reflect 2"]
    assert machine.told == ["plan", *loop, "analyse begins", "draft", "analyse ends", "write"]
    assert state.iteration_count == 2
    assert state.current_step == ""


async def test_the_loop_ends_when_it_is_enough(bench: Make) -> None:
    state = _state(max_iterations=5)
    machine = bench().machine(state, type("Soon", (Small,), {"enough": 3}))
    await machine.advance(state)
    assert [told for told in machine.told if told.startswith("harvest")] == ["harvest 1", "harvest 2", "harvest 3"]


async def test_independent_stages_run_beside_each_other(bench: Make) -> None:
    state = _state(max_iterations=1)
    machine = bench().machine(state)
    async with asyncio.timeout(60):
        await machine.advance(state)
    assert machine.told.index("draft") < machine.told.index("analyse ends")


async def test_every_step_is_kept_with_round_status_and_time(bench: Make) -> None:
    state = _state(max_iterations=2)
    await bench().machine(state).advance(state)
    assert [(step.stage, step.round, step.status) for step in state.steps][:5] == [
        ("plan", 0, "complete"), ("harvest", 1, "complete"), ("reflect", 1, "complete"),
        ("harvest", 2, "complete"), ("reflect", 2, "complete"),
    ]  # fmt: skip
    assert all(step.seconds >= 0 for step in state.steps)


async def test_wrappers_run_around_every_stage_the_first_plugin_innermost(bench: Make) -> None:
    told: list[str] = []

    class Around:
        def __init__(self, name: str) -> None:
            self.name = name

        @hookimpl
        def wrap_stage(self, stage: str, settings: Settings) -> Callable[..., Awaitable[None]]:
            async def around(state: RunState, call_next: Callable[[RunState], Awaitable[None]]) -> None:
                told.append(f"{self.name} before {stage}")
                await call_next(state)
                told.append(f"{self.name} after {stage}")

            return around

    state = _state(max_iterations=1)
    await bench(Around("inner"), Around("outer")).machine(state).advance(state)
    assert told[:4] == ["outer before plan", "inner before plan", "inner after plan", "outer after plan"]
    assert [line for line in told if line.startswith("outer before")] == [
        f"outer before {stage}" for stage in ("plan", "harvest", "reflect", "analyse", "draft", "write")
    ]


async def test_the_state_is_saved_after_every_stage(bench: Make) -> None:
    saved: list[list[str]] = []
    place = bench()

    class Looks:
        @hookimpl
        def on_event(self, state: RunState, event: Event) -> None:
            if event.status == "complete":
                saved.append(place.saved().done)

    place.kernel = Kernel(place.settings, plugins=[Looks()])
    state = _state(max_iterations=1)
    await place.machine(state).advance(state)
    assert saved[:3] == [["plan"], ["plan", "harvest"], ["plan", "harvest", "reflect"]]
    assert place.saved().final_report == "# done"


@pytest.mark.parametrize("fails", ["plan", "harvest 1", "reflect 2", "draft", "write"])
async def test_a_run_that_failed_goes_on_with_the_first_stage_that_is_not_done(fails: str, bench: Make) -> None:
    place = bench()
    whole = ["plan", "harvest 1", "reflect 1", "harvest 2", "reflect 2", "analyse begins", "draft", "analyse ends", "write"]
    state = _state(max_iterations=2)
    store.save_state(place.folder, state)
    first = place.machine(state, type("Fails", (Small,), {"fails": fails}))
    with pytest.raises(NoEvidence, match=f"nothing at {fails}"):
        await first.advance(state)
    failed = next(step for step in state.steps if step.stage == fails.split()[0] and step.status == "failed")
    assert failed.note == f"nothing at {fails}"

    again = place.saved()
    second = place.machine(again)
    await second.advance(again)
    finished = first.told[: whole.index(fails)] if fails != "draft" else whole[:5]
    assert second.told == [told for told in whole if told not in finished], "a finished stage ran again, or one was left out"
    assert again.final_report == "# done"
    assert again.visited_sources == ["https://example.org/1", "https://example.org/2"]


async def test_a_failure_beside_others_cancels_them_and_is_told_alone(bench: Make) -> None:
    state = _state(max_iterations=1)
    machine = bench().machine(state, type("Fails", (Small,), {"fails": "draft"}))
    with pytest.raises(NoEvidence):
        await machine.advance(state)
    assert "analyse ends" not in machine.told
    assert {step.stage for step in state.steps if step.status == "failed"} == {"analyse", "draft"}


async def test_a_run_that_is_finished_does_nothing_more(bench: Make) -> None:
    place = bench()
    state = _state(max_iterations=1)
    await place.machine(state).advance(state)
    machine = place.machine(place.saved())
    await machine.advance(place.saved())
    assert machine.told == []


async def test_events_announce_each_stage_with_the_names_of_the_stream(bench: Make) -> None:
    place = bench()
    seen: list[Event] = []
    place.events.observe(seen.append)
    state = _state(max_iterations=1)
    await place.machine(state).advance(state)
    assert [(event.stage, event.step, event.status) for event in seen[:4]] == [
        ("plan", "report-plan", "start"), ("plan", "report-plan", "complete"),
        ("harvest", "serp-query", "start"), ("harvest", "serp-query", "complete"),
    ]  # fmt: skip
    assert [event.seq for event in seen] == list(range(1, len(seen) + 1))


# --- choosing a machine ---------------------------------------------------------------------------------------------------


def _kernel(machine: str, folder: Path | None = None) -> Kernel:
    return Kernel(Settings(machine=machine, hooks={"use": []}), folder=folder)


def test_settings_choose_the_machine() -> None:
    assert machine_class(_kernel("")) is StateMachine
    assert machine_class(_kernel(f"{__name__}:Small")).__name__ == "Small"


def test_a_wrong_machine_is_explained(tmp_path: Path) -> None:
    with pytest.raises(PluginBroken, match=r"is not a subclass of dr_core\.StateMachine"):
        machine_class(_kernel("dr_core.testing:FakeSearch"))
    with pytest.raises(PluginBroken, match="there is no module 'nowhere_at_all'"):
        machine_class(_kernel("nowhere_at_all:Machine", tmp_path))


def test_the_standard_machine_has_a_method_for_every_stage_and_names_each_once() -> None:
    groups = (*StateMachine.opening, *StateMachine.loop, *StateMachine.closing)
    assert [stage for group in groups for stage in group] == list(Stage)
    assert all(inspect.iscoroutinefunction(getattr(StateMachine, stage)) for stage in Stage)


def test_a_run_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(RunNotFound, match="there is no run 'nope'"):
        store.find_run("nope", tmp_path, tmp_path / "index")


class Posts(StateMachine):
    """Has a stage of its own, in a tuple as it must be."""

    closing = (*StateMachine.closing, ("post",))

    async def post(self, state: RunState) -> None:
        state.notes["posted"] = True


class Flat(StateMachine):
    """Has a stage of its own, and no tuple around it."""

    closing = (*StateMachine.closing, "post")  # type: ignore[arg-type]

    async def post(self, state: RunState) -> None:
        """Never called."""


class PlansNothing(StateMachine):
    """Plans sections, and nothing to search for."""

    async def plan(self, state: RunState) -> None:
        state.plan = Plan(research_title="Mine", sections=(Section(id="s1", title="Alpha"),))


def _shelf(machine: str) -> dict[str, Any]:
    content = "Heat pumps work well in cold climates, as the agency found in Norway in 2022. " * 20
    hit = {"title": "Heat pumps", "url": "https://shelf.example/a", "content": content}
    shelf = {"plugin": "dr_core.testing:FakeSearch", "hits": [hit]}
    return {"search": {"use": ["shelf"], "shelf": shelf}, "machine": f"{__name__}:{machine}", "cache": {"enabled": False}}


def test_a_stage_of_its_own_stands_in_a_tuple_and_anything_else_is_explained(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    result = research("How well do heat pumps work in cold climates?", settings=_shelf("Posts"))
    assert store.load_state(Path(result.run_dir)).notes["posted"]
    with pytest.raises(
        PluginBroken, match=r'its closing must be a tuple of tuples of stages; .*\(\*StateMachine\.closing, \("mine",\)\)'
    ):
        machine_class(_kernel(f"{__name__}:Flat"))


async def _resumed(folder: Path) -> Result:
    return await Researcher().resume(folder)


@pytest.mark.parametrize("wrong", ["Flat", "NotThere"])
def test_a_machine_that_cannot_be_used_begins_no_run_and_harms_none(wrong: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PluginBroken):
        research("How well do heat pumps work in cold climates?", settings=_shelf(wrong))
    assert not list(tmp_path.glob("logs/research_data/*"))

    research("How well do heat pumps work in cold climates?", settings=_shelf("Posts"))
    (folder,) = tmp_path.glob("logs/research_data/*")
    state = store.load_state(folder)
    state.status = "running"
    store.save_state(folder, state)
    monkeypatch.delattr(Posts, "post")
    with pytest.raises(PluginBroken, match="its stage post is not an"):
        asyncio.run(_resumed(folder))
    assert store.load_state(folder).status == "running"


def test_a_plan_without_queries_says_what_it_lacks(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match=r"left no queries to search for\. .*state\.current_queries"):
        research("How well do heat pumps work in cold climates?", settings=_shelf("PlansNothing"))


class PlainNotes(StateMachine):
    async def draft(self, state: RunState) -> None:
        await super().draft(state)
        state.notes["mine"] = {"read": object()}


class TakesNothing(StateMachine):
    def __init__(self) -> None:
        pass


class ForgetsSuper(StateMachine):
    def __init__(self, kernel: Kernel, run: Run) -> None:
        self.mine = 1


class AsksNothing(StateMachine):
    async def intake(self, state: RunState) -> None:
        pass


class ReadsNothing(StateMachine):
    async def fetch(self, state: RunState) -> None:
        pass


class FindsNothing(StateMachine):
    async def harvest(self, state: RunState) -> None:
        pass


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        ("PlainNotes", r"the stage draft left what is no JSON value: state\.notes\['mine'\] \(dict\)\. Keep JSON"),
        ("TakesNothing", r"machine plugin '.*:TakesNothing' .*: it cannot be built: TypeError: .*takes 1 positional"),
        ("ForgetsSuper", r"machine plugin '.*:ForgetsSuper' .*: its __init__ does not call super\(\)\.__init__\(kernel, run\)"),
        ("AsksNothing", r"the stage before plan left no question\. An intake of your own sets state\.clarified_query"),
        ("ReadsNothing", r"the stage before extract read no page\. A fetch of your own fills state\.sources"),
        ("FindsNothing", r"^no page was found that is worth reading"),
    ],
)
def test_what_a_machine_leaves_undone_or_does_wrong_is_told(machine: str, told: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((PluginBroken, RunError), match=told):
        research("How well do heat pumps work in cold climates?", settings=_shelf(machine))
    for folder in tmp_path.glob("logs/research_data/*"):
        assert store.load_state(folder).status == "failed"
