"""One call on a file goes wrong, anywhere in a run: it says so and stops, and goes on later to the same files and report.

Every change to a file is a point (``faulty.py``); at each, each kind of fault is tried. ``DR_FAULTS`` says how many points of a
kind (0: all of them); ``nox -s campaigns`` runs it. A sample is always run.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from standin.library import Hooks, Library, good, research, said

from dr_core import Context, DRError, Execution, Kernel, ModelRequest, Sandbox, hookimpl
from dr_core.manifest import settings_of
from dr_core.report.compare import without_box
from dr_core.run import journal as journal_module
from dr_core.run import store
from dr_core.run.journal import Journal
from dr_core.session import Session, resume
from dr_core.settings import Settings
from dr_core.testing.fake_sandbox import FakeSandbox

sys.path.insert(0, str(Path(__file__).parent))
from faulty import DEATHS, KINDS, WRITES_ONLY, FaultyDisk

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the names of open files are told by /proc only"),
]

FAULTS = int(os.environ.get("DR_FAULTS", "25"))
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SETTINGS: dict[str, Any] = {
    "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}},
    "clarify": {"use": ["llm"]},
    "budget": {"tokens": 20_000},  # few enough that charts are drawn without a model
    "research": {"max_iterations": 2},
}
TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(\+00:00|Z)")
OWN = ("journal.jsonl", "events.jsonl", "state.json", "run.json", "report.json", "lock")
"""Files that tell of the way there, which is not the same for a run that was stopped."""
CONVENIENCES = ("cache", "cache/runs.jsonl", "/lock")
"""Without them a run is whole: the index that finds it from other folders, and the number of the process in its lock."""


def clarifying(request: ModelRequest) -> Any:
    """A good model that is also asked whether the question is clear."""
    if request.task == "clarify":
        return {"action": "START_RESEARCH", "confidence": 0.95, "goal": "a comparison", "focuses": ["cost", "safety", "cold"]}
    return good(request)


class Outside(Hooks):
    """All that a run asks: engine, model and sandbox. They count what they answered, over all runs that ask them."""

    def __init__(self) -> None:
        super().__init__(Library(None, Context(instance="files")), said(one=clarifying))
        self.sandbox = FakeSandbox(FakeSandbox.Options(script=(Execution(figures=(DOT,)),)), Context(instance="fake"))

    @hookimpl
    def create_sandbox(self, name: str, options: Any, context: Context) -> Sandbox:
        return self.sandbox

    def answered(self) -> Counter[str]:
        models = [f"{request.task} {request.messages}" for request in self.models["one"].requests]
        return Counter([*self.library.queries, *models, *self.sandbox.calls])

    async def run(self, root: Path) -> None:
        settings = {**SETTINGS, "output": {"root": str(root), "resources": True}}
        await research(
            root,
            self.models,
            question="Batteries for grid storage",  # two tables of the sources show something of it
            library=self.library,
            settings=settings,
            session=_session(),
            plugins=[_OnlySandbox(self.sandbox)],
        )

    async def resume(self, folder: Path) -> None:
        kernel = Kernel(settings_of(folder, Settings()), plugins=[self], folder=folder)
        try:
            await resume(folder, kernel, _session())
        finally:
            await kernel.aclose()


class _OnlySandbox:
    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    @hookimpl
    def create_sandbox(self, name: str, options: Any, context: Context) -> Sandbox:
        return self.sandbox


async def _at_once(_seconds: float) -> None:
    """No wait before a retry."""


def _session() -> Session:
    return Session(assume=True, sleep=_at_once)


def run_of(root: Path) -> Path | None:
    """The run below a folder, if there is one that could be resumed."""
    return next((path.parent for path in root.glob("research_data/*/state.json")), None)


def files_of(root: Path) -> dict[str, bytes]:
    """All that a run left, by name, without the times and the name of the run."""
    folder = run_of(root)
    assert folder is not None
    found = {}
    for path in root.rglob("*"):
        if path.is_file() and path.suffix != ".tmp" and not str(path.relative_to(root)).startswith("cache"):
            name = str(path.relative_to(root)).replace(folder.name, "RUN")
            content = path.read_bytes()
            if path.suffix == ".md":
                content = without_box(content.decode()).encode()
            found[name] = TIME.sub(b"TIME", content.replace(folder.name.encode(), b"RUN"))
    return found


@dataclass(frozen=True)
class Reference:
    """A run that was left alone: what it asked, what it left, and which of its files are the same every time."""

    points: list[tuple[str, str]]
    asked: Counter[str]
    files: Mapping[str, bytes]
    stable: frozenset[str]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    both = []
    for name in ("one", "other"):
        root, outside = tmp_path_factory.mktemp("reference") / name, Outside()
        root.mkdir()
        with FaultyDisk(root) as disk:
            asyncio.run(outside.run(root))
        both.append((disk.passed, outside.answered(), files_of(root)))
    (points, asked, files), (_, asked_too, files_too) = both
    assert asked == asked_too and files.keys() == files_too.keys()
    stable = frozenset(name for name in files if files[name] == files_too[name] and not name.endswith(OWN))
    assert {"research_data/RUN/report.md", "research_data/RUN/evidence.jsonl", "research_data/RUN/sources/s1.txt"} <= stable
    assert any("_figures/" in name for name in stable) and any("_sources/" in name for name in stable)
    return Reference(points, asked, files, stable)


@dataclass
class Tally:
    """What came of the cases, to be printed."""

    ends: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    again: int = 0

    def __str__(self) -> str:
        ends = "; ".join(f"{number} {end}" for end, number in self.ends.most_common())
        calls = ", ".join(f"{number} {call}" for call, number in self.calls.most_common())
        return f"{self.ends.total()} points ({calls}): {ends}; {self.again} calls asked once more; 0 lost in silence"


async def case(root: Path, kind: str, at: int, reference: Reference, tally: Tally, only: tuple[str, str] = ("", "")) -> None:
    """One run with one fault, resumed without it, and held against the reference."""
    root.mkdir()
    outside, told = Outside(), ""
    with FaultyDisk(root, kind, at, only) as disk:
        try:
            await outside.run(root)
        except DRError as error:
            told = str(error)
    if disk.struck is None:  # timing made this run shorter than the reference
        shutil.rmtree(root)
        return
    where = f"{kind} at {at}, {' '.join(disk.struck)}"
    if kind in DEATHS:
        shutil.rmtree(root)
        disk.image.rename(root)
    elif told:
        assert "\n" not in told and any(why in told for why in ("No space left", "Input/output error")), f"{where}: {told}"
    else:
        assert kind == "short" or disk.struck[1].endswith(CONVENIENCES), f"{where}: nobody was told"
    folder = run_of(root)
    if folder is None:
        assert not outside.answered(), f"{where}: what was asked is lost"
        end = "told before anything was asked" if told else "gone before anything was asked"
    else:
        end = await resumed(folder, outside, where, kind, reference, tally)
    tally.ends[end if told or kind in (*DEATHS, "short") else "nothing of the run touched"] += 1
    tally.calls[disk.struck[0]] += 1
    shutil.rmtree(root)


async def resumed(folder: Path, outside: Outside, where: str, kind: str, reference: Reference, tally: Tally) -> str:
    """Resume a run and look at all it left; says how it stood before."""
    journal = folder / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True) if journal.is_file() else []
    on_record = sum(b'"s":"done"' in line and line.endswith(b"\n") for line in lines)
    before = outside.answered().total()
    try:
        status = store.load_state(folder).status
        await outside.resume(folder)
    except DRError as error:
        raise AssertionError(f"{where}: cannot be resumed: {error}") from error
    again = sum((outside.answered() - reference.asked).values())
    assert again <= max(0, before - on_record), f"{where}: {again} calls again, {before} answered, {on_record} on record"
    cut = Journal(journal, replay=True).ambiguous
    assert again <= len(cut) or kind in ("power", "unnamed"), f"{where}: {again} calls again, and only {len(cut)} told"
    tally.again += again
    left = files_of(folder.parent.parent)
    assert not (lost := reference.files.keys() - left.keys()), f"{where}: lost {sorted(lost)}"
    other = {name for name in reference.stable if left[name] != reference.files[name]}
    assert not other, f"{where}: not the same: {sorted(other)}"
    lines = left["research_data/RUN/events.jsonl"].splitlines(keepends=True)
    events = [json.loads(line)["seq"] for line in lines if line.endswith(b"\n")]  # half of the last one: readers leave it out
    assert events == list(range(1, len(events) + 1)), f"{where}: events are missing"
    return {"complete": "ended", "partial": "ended"}.get(status, "stopped and resumed")


def chosen(kind: str, reference: Reference, number: int) -> list[int]:
    """Points of a kind, spread evenly over all there are; 0: all of them."""
    points = [at for at, (call, _) in enumerate(reference.points, 1) if kind not in WRITES_ONLY or call == "write"]
    return [points[at * len(points) // number] for at in range(number)] if 0 < number < len(points) else points


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_fault_at_any_call_on_a_file_loses_nothing_in_silence(kind: str, reference: Reference, tmp_path: Path) -> None:
    tally = Tally()
    for at in chosen(kind, reference, FAULTS):
        await case(tmp_path / str(at), kind, at, reference, tally)
    print(f"\n{kind} ({KINDS[kind]}): {tally}")
    assert tally.ends.total() >= 0.8 * len(chosen(kind, reference, FAULTS))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_sample_of_faults_loses_nothing_in_silence(kind: str, reference: Reference, tmp_path: Path) -> None:
    tally = Tally()
    for at in chosen(kind, reference, 3)[1:]:
        await case(tmp_path / str(at), kind, at, reference, tally)
    assert tally.ends.total()


@pytest.mark.parametrize(
    ("kind", "at", "only"),
    [
        ("gone", 1, ("rename", "/figures/drawn2.json")),  # draft, beside it, has saved the first figure
        ("unnamed", 1, ("mkdir", "/figures")),  # files have their names before a state speaks of them
        ("power", 1, ("rename", "/plan.json")),  # what was said before the plan is told together with it
        ("stuck", 20, ("write", "/journal.jsonl")),  # half a record that stays must be the last one
        ("eio", 1, ("mkdir", "reports")),  # no fault of a service, to be tried again
        ("eio", 1, ("truncate", "/lock")),  # a lock holds without the number of its process
    ],
)
async def test_a_fault_at_a_place_that_is_easily_forgotten(
    kind: str, at: int, only: tuple[str, str], reference: Reference, tmp_path: Path
) -> None:
    tally = Tally()
    await case(tmp_path / "run", kind, at, reference, tally, only)
    assert tally.ends.total()


# --- controls: with a guard off the same faults do lose something, and the campaign notices ------------------------------------


def write_in_place(path: Path, content: str | bytes, *, sync: bool = True) -> None:
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def swallowing(write: Callable[..., None]) -> Callable[..., None]:
    def quietly(journal: Journal, record: dict[str, Any]) -> None:
        with suppress(DRError):
            write(journal, record)

    return quietly


@pytest.mark.parametrize(
    ("target", "name", "off", "kind", "at", "only", "noticed"),
    [
        (store, "write_whole", write_in_place, "gone", 3, ("write", "/state.json"), "cannot be resumed"),
        (Journal, "_write", swallowing(Journal._write), "eio", 9, ("write", "/journal.jsonl"), "nobody was told"),
        (journal_module, "_fsync", lambda file, path, named: None, "power", 1, ("unlink", ""), "cannot be resumed"),
        (store, "sync_names", lambda folder: None, "unnamed", 1, ("open", "/journal.jsonl"), "cannot be resumed"),
    ],
    ids=["files written whole", "failures told", "records synced", "names synced"],
)
async def test_with_a_guard_off_something_is_lost(
    monkeypatch: pytest.MonkeyPatch, reference: Reference, tmp_path: Path,
    target: Any, name: str, off: Any, kind: str, at: int, only: tuple[str, str], noticed: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(target, name, off)
    with pytest.raises(AssertionError, match=noticed):
        await case(tmp_path / "run", kind, at, reference, Tally(), only)
