"""The stream of events: in order, kept, left and joined again, and no reader holds anybody up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from dr_core import Event
from dr_core.errors import RunError
from dr_core.run import events as module
from dr_core.run.events import Events, as_sse


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.jsonl"


def fill(events: Events, number: int) -> None:
    for at in range(number):
        events.emit("progress", stage="fetch", status="read", at_all=at)


async def numbers(events: Events, after: int = 0) -> list[int]:
    return [event.seq async for event in events.read(after)]


async def test_events_are_numbered_from_one_and_kept_a_line_each(path: Path) -> None:
    events = Events(path)
    fill(events, 3)
    events.close()
    assert [json.loads(line)["seq"] for line in path.read_text().splitlines()] == [1, 2, 3]
    assert await numbers(events) == [1, 2, 3]


async def test_a_reader_gets_what_comes_while_it_waits(path: Path) -> None:
    events = Events(path)
    waiting = asyncio.create_task(numbers(events))
    await asyncio.sleep(0)
    fill(events, 2)
    await asyncio.sleep(0)
    fill(events, 2)
    events.close()
    assert await waiting == [1, 2, 3, 4]


async def test_a_reader_can_leave_and_join_again(path: Path) -> None:
    events = Events(path)
    fill(events, 5)
    left_at = 0
    async for event in events.read():
        left_at = event.seq
        if left_at == 2:
            break
    fill(events, 2)
    events.close()
    assert await numbers(events, after=left_at) == [3, 4, 5, 6, 7]


async def test_a_slow_reader_misses_nothing_and_is_waited_for_by_nobody(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING_EVENTS", 4)
    events = Events(path)
    reader = aiter(events.read())
    fill(events, 1)
    assert (await anext(reader)).seq == 1
    fill(events, 50)  # emits without ever giving the reader a turn
    seen = [(await anext(reader)).seq for _ in range(3)]
    fill(events, 50)
    events.close()
    seen += [event.seq async for event in reader]
    assert seen == list(range(2, 102))


async def test_without_a_file_a_slow_reader_is_told_of_the_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING_EVENTS", 4)
    events = Events()
    fill(events, 10)
    events.close()
    found = [event async for event in events.read()]
    assert found[0].status == "gap" and found[0].data == {"missed": 6}
    assert [event.seq for event in found[1:]] == [7, 8, 9, 10]


async def test_a_resumed_run_goes_on_counting_and_half_a_line_is_cut_off(path: Path) -> None:
    first = Events(path)
    fill(first, 3)
    first.close()
    with path.open("a") as file:
        file.write('{"seq":4,"at":"20')  # the power went
    again = Events(path)
    fill(again, 1)
    again.close()
    assert [json.loads(line)["seq"] for line in path.read_text().splitlines()] == [1, 2, 3, 4]
    assert await numbers(again) == [1, 2, 3, 4]


@pytest.mark.parametrize("changed", [b'"seq":', b'"seq":2\xff'], ids=["value", "bytes"])
async def test_a_file_that_somebody_changed_is_a_gap_not_a_crash(path: Path, changed: bytes) -> None:
    first = Events(path)
    fill(first, 3)
    first.close()
    path.write_bytes(path.read_bytes().replace(b'"seq":2', changed))
    again = Events(path)
    fill(again, 1)
    again.close()
    found = [event async for event in again.read()]
    assert [(event.seq, event.status) for event in found] == [(1, "read"), (3, "gap"), (4, "read")]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot"):
        Events(tmp_path / "nowhere" / "events.jsonl")


@pytest.mark.usefixtures("no_room")
def test_an_event_that_cannot_be_written_is_said_once_with_its_file(path: Path) -> None:
    events = Events(path)
    with pytest.raises(RunError, match=r"cannot write .*events\.jsonl"):
        fill(events, 1)
    events.close()


def test_an_event_as_sse_gives_a_terminal_no_orders() -> None:
    event = Event(seq=7, at="now", type="message", text="寒冷 \x1b[31m\x9b2J\u202e")
    text = as_sse(event)
    assert text.replace("\n", "").isprintable() and "寒冷" in text
    assert json.loads(text.partition("data: ")[2])["text"] == event.text


def test_an_event_as_sse_has_an_id_a_type_and_one_line_of_json() -> None:
    event = Event(seq=7, at="now", type="error", stage="fetch", text="line one\nline two\r\n中文", data={"retry": True})
    text = as_sse(event)
    assert text.startswith("id: 7\nevent: error\ndata: {") and text.endswith("}\n\n")
    assert text.count("\n") == 4
    assert json.loads(text.splitlines()[2].removeprefix("data: "))["message"] == "line one\nline two\r\n中文"
