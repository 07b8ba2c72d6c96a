"""Past runs, looked at from Python without touching them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import DRError, Kernel, PastRun, Researcher, Settings, past_runs
from dr_core.run.store import HEAD_BYTES, locked

TEXT = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 5
SETTINGS = {
    "search": {
        "use": ["shelf"],
        "shelf": {
            "plugin": "dr_core.testing:FakeSearch",
            "hits": [{"title": "Norway", "url": "https://a.example/1", "content": TEXT}],
        },
    },
    "sandbox": {"use": []},
    "research": {"depth": "quick"},
}


async def _run(root: Path) -> PastRun:
    result = await Researcher(settings=SETTINGS | {"output": {"root": str(root)}}).run(
        "How well do heat pumps work in cold climates?"
    )
    (run,) = past_runs(root)
    assert run.run_id == result.run_id
    return run


async def test_a_past_run_tells_what_it_was_and_hands_out_its_report(tmp_path: Path) -> None:
    run = await _run(tmp_path)
    told = run.summary()
    assert (told["status"], told["active"], told["question"]) == (
        "complete",
        False,
        "How well do heat pumps work in cold climates?",
    )
    assert run.settings(Settings()).research.depth == "quick"
    kernel = Kernel(Settings())
    assert run.report().title in (await run.rendered("html", kernel)).decode()
    assert (await run.rendered("markdown", kernel)) == (run.folder / "report.md").read_bytes()
    await kernel.aclose()


async def test_its_events_are_read_from_any_number_on_and_never_written(tmp_path: Path) -> None:
    run = await _run(tmp_path)
    file = run.folder / "events.jsonl"
    numbers = [event.seq for event in run.events()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [event.seq for event in run.events(after=numbers[-2])] == numbers[-1:]
    assert list(run.events(after=10_000)) == []
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"seq": ')  # as a crash, or a writer in the middle of a line, leaves it
    assert [event.seq for event in run.events()] == numbers
    assert file.read_bytes() == whole + b'{"seq": '
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b"{}\n", *lines[2:]]))
    assert [event.status == "gap" for event in run.events()][:3] == [False, True, False]
    file.unlink()
    assert list(run.events()) == []


async def test_a_run_without_a_report_says_how_to_go_on(tmp_path: Path) -> None:
    run = await _run(tmp_path)
    (run.folder / "report.json").unlink()
    with pytest.raises(DRError, match=f"has no report yet. Go on with it: dr resume {run.run_id}"):
        run.report()
    with locked(run.folder), pytest.raises(DRError, match=r"has no report yet: it is being worked on\. Wait for it"):
        run.report()
    (run.folder / "report.json").write_text("{")
    with pytest.raises(DRError, match=r"is damaged: .*dr replay"):
        run.report()


def test_a_folder_without_runs_has_none(tmp_path: Path) -> None:
    assert past_runs(tmp_path) == past_runs(tmp_path / "nothing") == []


async def test_lists_read_the_head_of_a_state_and_see_one_that_is_cut(tmp_path: Path) -> None:
    run = await _run(tmp_path)
    file = run.folder / "state.json"
    whole = file.read_bytes()
    assert len(whole) > 4 * HEAD_BYTES
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + b"\0" * 1000 + whole[middle:])  # what stands further on is not looked at
    assert (run.summary()["status"], run.summary()["passed"], run.summary()["step"]) == ("complete", True, "")
    file.write_bytes(whole[:middle])
    assert run.summary()["status"] == "damaged"
    for odd in (b"", b"[]", b"{", b"nothing}", b"[" * 100_000 + b"}"):
        file.write_bytes(odd)
        assert run.summary()["status"] == "damaged"
    file.unlink()
    assert run.summary()["status"] == "damaged"
