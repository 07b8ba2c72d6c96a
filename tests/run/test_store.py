from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dr_core.errors import RunDamaged, RunError, RunLocked, RunNotFound
from dr_core.run import store
from dr_core.state import STATE_VERSION, RunState
from dr_core.types import Figure, Page


def saved(folder: Path, text: str = "雨が降る。") -> RunState:
    """A run folder with one source."""
    (folder / "sources").mkdir(parents=True)
    page = Page(
        id="s1", url="https://e.org", title="t", text=text, sha256=sha256(text.encode()).hexdigest(), fetched_at="2026-01-01"
    )
    state = RunState(run_id="r", original_query="q", sources={"s1": page})
    store.write_whole(store.source_file(folder, "s1"), text)
    store.save_state(folder, state)
    return state


def test_a_run_folder_is_named_by_trace_id_and_time(tmp_path: Path) -> None:
    trace_id, folder = store.new_run(tmp_path)
    assert folder.parent == tmp_path / "research_data"
    assert folder.name.startswith(f"{trace_id[:8]}_2")


def test_what_is_saved_comes_back_with_the_text_of_its_sources(tmp_path: Path) -> None:
    state = saved(tmp_path)
    assert store.load_state(tmp_path) == state
    assert "雨" not in (tmp_path / "state.json").read_text(encoding="utf-8")


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    saved(tmp_path)
    store.source_file(tmp_path, "s1").write_text("晴れ。", encoding="utf-8")
    with pytest.raises(RunDamaged, match="was changed after it was saved"):
        store.load_state(tmp_path)


@pytest.mark.parametrize("text", ["one\rtwo", "one\r\ntwo\n", "\ufeffone\u2028two\x85\x0c"])
def test_a_source_comes_back_with_its_line_ends_as_they_were(tmp_path: Path, text: str) -> None:
    state = saved(tmp_path, text)
    assert store.load_state(tmp_path) == state


def test_a_source_that_is_no_text_any_more_is_a_clear_error(tmp_path: Path) -> None:
    saved(tmp_path)
    with store.source_file(tmp_path, "s1").open("ab") as file:
        file.write(b"\xff")
    with pytest.raises(RunDamaged, match="was changed after it was saved"):
        store.load_state(tmp_path)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '"x"', "null", '{"version": 1}', '{"version": "one"}', "\x00" * 10, "[" * 100_000]
)
def test_a_damaged_state_is_a_clear_error_and_never_an_empty_run(tmp_path: Path, content: str) -> None:
    (tmp_path / "state.json").write_text(content)
    with pytest.raises(RunDamaged):
        store.load_state(tmp_path)


def test_a_run_of_a_newer_dr_is_refused_with_the_remedy(tmp_path: Path) -> None:
    saved(tmp_path)
    raw = json.loads((tmp_path / "state.json").read_text())
    (tmp_path / "state.json").write_text(json.dumps(raw | {"version": STATE_VERSION + 1}))
    with pytest.raises(RunDamaged, match="newer dr") as caught:
        store.load_state(tmp_path)
    assert "pip install -U" in str(caught.value)


@pytest.mark.parametrize("name", ["../../etc/passwd", "s1/../../x", "", "s", "S1", "s1.txt", "s99999999", "/abs", "s1\n"])
def test_an_id_of_a_source_never_becomes_a_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(RunDamaged, match="is not the id of a source"):
        store.source_file(tmp_path, name)


@pytest.mark.parametrize("path", ["../../f.png", "/etc/f.png", "figures/../../f.png", "C:\\f.png", "..\\f.png", "", "a\0b"])
def test_a_figure_of_a_state_that_leads_out_of_its_folder_is_damage(tmp_path: Path, path: str) -> None:
    state = saved(tmp_path)
    figure = Figure(number=7, title="t", caption="c", alt="a", path="figures/figure7.png").model_copy(update={"path": path})
    store.save_state(tmp_path, state.model_copy(update={"figures": [figure]}))
    with pytest.raises(RunDamaged, match=r"figures\.0\.path: .*leads out of the run folder"):
        store.load_state(tmp_path)


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_file_is_the_old_one_or_the_new_one_when_the_disk_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int
) -> None:
    path = tmp_path / "f.json"
    store.write_whole(path, "old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(RunError, match="cannot write"):
            store.write_whole(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["f.json"]


@pytest.mark.usefixtures("no_room")
def test_a_run_is_locked_on_a_full_disk_too(tmp_path: Path) -> None:
    with store.locked(tmp_path):
        assert store.is_locked(tmp_path)


def test_a_run_is_locked_while_somebody_works_on_it_and_looking_changes_nothing(tmp_path: Path) -> None:
    assert not store.is_locked(tmp_path)
    with store.locked(tmp_path):
        assert store.is_locked(tmp_path)
        assert (tmp_path / "lock").read_text() == str(os.getpid())
    assert not store.is_locked(tmp_path)
    with store.locked(tmp_path):
        pass


def test_a_second_process_on_a_run_is_told_so(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from dr_core.run.store import locked\nwith locked(Path(sys.argv[1])): print('in')"
    )
    with store.locked(tmp_path):
        other = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
        assert other.returncode != 0
        assert f"being worked on by process {os.getpid()}" in other.stderr
    again = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert again.stdout == "in\n"


def test_in_one_process_two_runs_of_one_folder_are_told_apart(tmp_path: Path) -> None:
    with store.locked(tmp_path), pytest.raises(RunLocked), store.locked(tmp_path):
        pass


def test_runs_are_found_by_beginning_path_and_last(tmp_path: Path) -> None:
    index = tmp_path / "index" / "runs.jsonl"
    for name in ("aaaa1111_20260101T000000Z", "aaaa2222_20260102T000000Z"):
        folder = tmp_path / "logs" / "research_data" / name
        folder.mkdir(parents=True)
        (folder / "run.json").write_text("{}")
    elsewhere = tmp_path / "other" / "bbbb3333_20260103T000000Z"
    elsewhere.mkdir(parents=True)
    (elsewhere / "run.json").write_text("{}")
    store.remember(index, elsewhere)
    elsewhere2 = tmp_path / "other" / "cccc4444_20250101T000000Z"
    elsewhere2.mkdir()
    (elsewhere2 / "run.json").write_text("{}")
    with index.open("a") as file:
        file.write("not json\n{}\n[]\n" + json.dumps({"path": str(tmp_path / "gone")}) + "\n")
        file.write(json.dumps({"path": "/" + "x" * 5000}) + "\n")  # what cannot be looked at hides none of the others
    store.remember(index, elsewhere2)
    root = tmp_path / "logs"
    assert [run.name[:4] for run in store.known_runs(root, index)] == ["bbbb", "aaaa", "aaaa", "cccc"]
    assert store.find_run("last", root, index) == elsewhere.resolve()
    assert store.find_run("aaaa2", root, index).name.startswith("aaaa2222")
    assert store.find_run(str(elsewhere), root, index) == elsewhere
    with pytest.raises(RunNotFound, match="beginning of 2 runs"):
        store.find_run("aaaa", root, index)
    for name in ("zzzz", "", "../..", "*", "z" * 5000):
        with pytest.raises(RunNotFound):
            store.find_run(name, root, index)


def test_half_a_line_in_the_index_costs_no_other_run(tmp_path: Path) -> None:
    index, runs = tmp_path / "runs.jsonl", [tmp_path / f"{name}_20260101T000000Z" for name in ("first", "second")]
    for run in runs:
        run.mkdir()
        (run / "run.json").write_text("{}")
    store.remember(index, runs[0])
    with index.open("ab") as file:
        file.write(b'{"path": "/some')  # the disk was full
    store.remember(index, runs[1])
    assert set(store.known_runs(tmp_path / "elsewhere", index)) == set(runs)


def test_bytes_in_the_index_that_are_no_text_cost_no_other_run(tmp_path: Path) -> None:
    run, index = tmp_path / "elsewhere" / "one_2", tmp_path / "runs.jsonl"
    run.mkdir(parents=True)
    (run / "run.json").write_text("{}")
    index.write_bytes(b'\xff\xfe{"path"\n')
    store.remember(index, run)
    assert store.known_runs(tmp_path, index) == [run.resolve()]


@pytest.mark.parametrize(
    ("code", "helps"),
    [
        (errno.ENOSPC, "Free some space"),
        (errno.EFBIG, "Free some space"),
        (errno.EACCES, "Check the folder's permissions"),
        (errno.EROFS, "Check the folder's permissions"),
        (errno.EIO, "Check the disk"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, helps: str
) -> None:
    def broken(file: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(RunError) as failed:
        store.write_whole(tmp_path / "state.json", "{}")
    assert str(failed.value) == f"cannot write {tmp_path / 'state.json'}: {os.strerror(code)}. {helps}, then try again"
