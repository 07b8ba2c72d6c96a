"""The files of a run: seen at once, synced behind the run's back, the state last."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from pathlib import Path

import pytest

from dr_core import Researcher
from dr_core.errors import RunError
from dr_core.run import store
from dr_core.run.disk import Disk
from dr_core.state import RunState
from dr_core.types import Evidence, Page


def _state(question: str) -> RunState:
    return RunState(original_query=question)


def test_a_file_is_seen_at_once_and_the_state_when_it_is_settled(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write(tmp_path / "plan.json", "{}\n")
    assert (tmp_path / "plan.json").read_text() == "{}\n"
    disk.save(_state("heat pumps"))
    disk.settle()
    assert store.load_state(tmp_path).original_query == "heat pumps"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the names of open files are told by /proc only")
def test_files_are_synced_before_the_state_that_speaks_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def told(file: int) -> None:
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)
        real(file)

    monkeypatch.setattr(os, "fsync", told)
    disk = Disk(tmp_path)
    for name in ("evidence.jsonl", "plan.json", "evidence.jsonl"):
        disk.write(tmp_path / name, "")
    assert synced == []
    disk.save(_state("heat pumps"))
    disk.settle()
    assert synced == ["evidence.jsonl", "plan.json", tmp_path.name, f".state.json.{os.getpid()}.tmp", tmp_path.name]


def test_of_states_that_wait_for_the_disk_the_last_one_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, go_on, count = threading.Event(), threading.Event(), [0]
    real = os.fsync

    def slow(file: int) -> None:
        count[0] += 1
        under_way.set()
        assert go_on.wait(60)
        real(file)

    monkeypatch.setattr(os, "fsync", slow)
    disk = Disk(tmp_path)
    disk.save(_state("first"))
    assert under_way.wait(60)
    disk.save(_state("second"))
    disk.save(_state("third"))  # saving never waits for the disk
    go_on.set()
    disk.settle()
    assert store.load_state(tmp_path).original_query == "third"
    assert count[0] == 2 * 2, "each is synced, and its name"


def test_a_file_that_is_gone_again_is_no_error(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write(tmp_path / "segment_001.md", "a")
    (tmp_path / "segment_001.md").unlink()
    disk.save(_state("heat pumps"))
    disk.settle()
    assert (tmp_path / "state.json").is_file()


async def test_a_state_that_cannot_be_written_is_told_once_and_the_next_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    def counted(file: int) -> None:
        synced.append(file)
        real(file)

    disk = Disk(tmp_path)
    disk.write(tmp_path / "plan.json", "{}")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        disk.save(_state("first"))
        with pytest.raises(RunError, match=r"No space left on device"):
            await disk.settled()
    monkeypatch.setattr(os, "fsync", counted)
    disk.save(_state("second"))
    await disk.settled()
    assert store.load_state(tmp_path).original_query == "second"
    assert len(synced) == 2 * 2, "the file that was not synced stands before the state, with its name"


async def test_on_a_slow_disk_the_report_is_held_against_what_the_run_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def slow(file: int) -> None:
        time.sleep(0.05)
        real(file)

    monkeypatch.setattr(os, "fsync", slow)
    docs = tmp_path / "docs"
    docs.mkdir()
    text = "A heat pump moves heat from the cold outside into a house. It needs one kilowatt-hour for three of heat.\n"
    (docs / "pump.md").write_text(f"# Heat pumps\n\n{text * 3}")
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}, "cache": {"enabled": False}}
    result = await Researcher(docs=docs, settings=settings).run("How does a heat pump heat a house?")
    words = json.loads((Path(result.run_dir) / "verify.json").read_text())["verifications"]
    on_report = next(one for one in words if one["verifier"] == "grounding")
    assert (on_report["passed"], on_report["note"]) == (True, ""), "the state was older than the report"


def test_what_is_dumped_again_is_what_the_state_says_now() -> None:
    def evidence(name: str, text: str) -> Evidence:
        return Evidence(id=name, source="s1", start=0, end=len(text), text=text)

    state = _state("热泵")
    state.sources["s1"] = Page(id="s1", url="https://a.example/", title="Heat", text="Heat rises.", sha256="0", fetched_at="")
    state.evidence = {'e"1': evidence('e"1', "Heat rises."), "e2": evidence("e2", "热空气上升。")}
    dumper = store.Dumper()
    for change in (
        lambda: None,
        lambda: state.evidence.update(e3=evidence("e3", "It falls.")),
        lambda: state.evidence.update(e2=evidence("e2", "冷空气下降。")),
        lambda: state.evidence.pop('e"1'),
        lambda: state.sources.update(s1=state.sources["s1"].model_copy(update={"title": "Warmth"})),
    ):
        change()
        expected = state.model_dump(mode="json", exclude={"sources": {"__all__": {"text"}}})
        assert json.loads(dumper.dumped(state)) == expected


def test_files_that_were_left_for_later_are_there_with_the_state_that_speaks_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    real = store.write_whole

    def told(path: Path, content: str | bytes, *, sync: bool = True) -> None:
        written.append(path.name)
        real(path, content, sync=sync)

    monkeypatch.setattr(store, "write_whole", told)
    disk = Disk(tmp_path)
    disk.write_later((tmp_path / f"s{at}.txt", f"text {at}") for at in range(3))
    assert written == []
    disk.save(_state("heat pumps"))
    disk.settle()
    assert written == ["s0.txt", "s1.txt", "s2.txt", "state.json"]
    assert [(tmp_path / f"s{at}.txt").read_text() for at in range(3)] == ["text 0", "text 1", "text 2"]


def test_files_that_were_left_for_later_and_could_not_be_written_are_with_the_next_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_whole", lambda *_, **__: (_ for _ in ()).throw(RunError("the disk is full")))
        disk.write_later([(tmp_path / "s1.txt", "text")])
        disk.save(_state("first"))
        with pytest.raises(RunError, match="the disk is full"):
            disk.settle()
    disk.save(_state("second"))
    disk.settle()
    assert (tmp_path / "s1.txt").read_text() == "text"
    assert store.load_state(tmp_path).original_query == "second"


def test_a_state_that_is_older_when_its_files_are_safe_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, go_on, states = threading.Event(), threading.Event(), [0]
    real_sync, real_write = os.fsync, store.write_whole

    def slow(file: int) -> None:
        under_way.set()
        assert go_on.wait(60)
        real_sync(file)

    def counted(path: Path, content: str | bytes, *, sync: bool = True) -> None:
        states[0] += path.name == "state.json"
        real_write(path, content, sync=sync)

    monkeypatch.setattr(os, "fsync", slow)
    monkeypatch.setattr(store, "write_whole", counted)
    disk = Disk(tmp_path)
    disk.write(tmp_path / "verify.json", "{}")
    disk.save(_state("first"))
    assert under_way.wait(60)
    disk.save(_state("second"))
    go_on.set()
    disk.settle()
    assert (store.load_state(tmp_path).original_query, states[0]) == ("second", 1)


async def test_whoever_stops_leaves_no_file_that_no_state_speaks_of(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    with pytest.raises(asyncio.CancelledError), disk:
        disk.write_later((tmp_path / f"s{at}.txt", "text") for at in range(3))
        raise asyncio.CancelledError
    assert list(tmp_path.iterdir()) == []
