from __future__ import annotations

import asyncio
import errno
import os
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest

from dr_core.errors import ProviderError, RateLimited, RunDamaged, RunError
from dr_core.run.journal import Journal


class Outside:
    """Something that can be asked, and counts how often it was."""

    def __init__(self, answer: Any = "answer") -> None:
        self.asked = 0
        self._answer = answer

    async def __call__(self) -> Any:
        self.asked += 1
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


async def test_a_recorded_answer_is_given_again_and_the_outside_is_not_asked(tmp_path: Path) -> None:
    first = Journal(tmp_path / "j")
    await first.call("harvest/1/0", {"q": "水"}, Outside({"hits": ["甲"]}))
    await first.aclose()
    second, outside = Journal(tmp_path / "j"), Outside()
    assert await second.call("harvest/1/0", {"q": "水"}, outside) == {"hits": ["甲"]}
    assert outside.asked == 0
    await second.aclose()


async def test_another_question_at_the_same_position_is_reported_and_never_bought(tmp_path: Path) -> None:
    journal, outside = Journal(tmp_path / "j"), Outside()
    await journal.call("plan", {"q": 1}, Outside())
    with pytest.raises(RunDamaged, match="asked something else at plan"):
        await journal.call("plan", {"q": 2}, outside)
    assert outside.asked == 0
    await journal.aclose()


async def test_a_recorded_failure_is_raised_again_as_what_it_was(tmp_path: Path) -> None:
    first = Journal(tmp_path / "j")
    with pytest.raises(RateLimited):
        await first.call("a", 1, Outside(RateLimited("slow down", retry_after=7)))
    await first.aclose()
    second, outside = Journal(tmp_path / "j"), Outside()
    with pytest.raises(RateLimited, match="slow down") as caught:
        await second.call("a", 1, outside)
    assert (outside.asked, caught.value.retry_after) == (0, 7)
    await second.aclose()


async def test_a_failure_is_asked_anew_when_the_run_is_tried_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    with pytest.raises(ProviderError):
        await journal.call("a", 1, Outside(ProviderError("down")))
    journal.begin_attempt()
    assert await journal.call("a", 1, Outside("up")) == "up"
    await journal.aclose()
    assert await Journal(tmp_path / "j", replay=True).call("a", 1, Outside()) == "up"


async def test_a_call_cut_in_flight_is_counted_and_asked_once_more_but_not_twice(tmp_path: Path) -> None:
    class Cut(BaseException):
        pass

    async def cut() -> None:
        raise Cut

    for _ in range(2):
        journal = Journal(tmp_path / "j")
        with pytest.raises(Cut):
            await journal.call("a", 1, cut)
        await journal.aclose()
    third, outside = Journal(tmp_path / "j"), Outside()
    assert third.ambiguous == ["a"]
    with pytest.raises(ProviderError, match="cut in flight 2 times"):
        await third.call("a", 1, outside)
    assert outside.asked == 0
    await third.aclose()


async def test_what_costs_nothing_is_asked_for_however_often_it_is_cut_in_flight(tmp_path: Path) -> None:
    class Cut(BaseException):
        pass

    async def cut() -> None:
        raise Cut

    for _ in range(5):
        journal = Journal(tmp_path / "j")
        with pytest.raises(Cut):
            await journal.call("a", 1, cut, free=True)
        await journal.aclose()
    last = Journal(tmp_path / "j")
    assert await last.call("a", 1, Outside("there"), free=True) == "there"
    await last.aclose()


async def test_a_decision_is_made_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    assert await journal.decide("winner", ["b"]) == ["b"]
    await journal.aclose()
    again = Journal(tmp_path / "j")
    assert await again.decide("winner", ["c"]) == ["b"]
    await again.aclose()


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9])
async def test_a_torn_last_record_is_left_out_and_the_rest_stands(tmp_path: Path, kept: float) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    await journal.call("a", 1, Outside("first"))
    whole = path.stat().st_size
    await journal.call("b", 1, Outside("second"))
    await journal.aclose()
    done = path.read_bytes()
    path.write_bytes(done[: whole + int((len(done) - whole) * kept)])
    torn, outside = Journal(path), Outside("again")
    assert await torn.call("a", 1, Outside()) == "first"
    assert await torn.call("b", 1, outside) == "again"
    await torn.aclose()
    assert await Journal(path, replay=True).call("b", 1, Outside()) == "again"


@pytest.mark.parametrize("damage", [b"x", b"\x00", b"0" * 30])
async def test_a_damaged_record_in_the_middle_is_refused_with_its_line(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    for position in "abc":
        await journal.call(position, 1, Outside())
    await journal.aclose()
    raw = path.read_bytes()
    at = raw.index(b"\n") + 20
    path.write_bytes(raw[:at] + damage + raw[at + len(damage) :])
    with pytest.raises(RunDamaged, match="damaged at line 2"):
        Journal(path)


@pytest.mark.parametrize(
    "body",
    [
        b'{"p":"b","s":"done","a":0,"h":"","answer":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"p":5,"s":"done","a":0,"h":"","answer":1}',
        b'{"p":["b"],"s":"begun","a":0,"h":""}',
        b'{"p":"b","s":"begun","a":"x","h":""}',
        b'{"p":"b","s":"done","a":0,"answer":1}',
        b'{"p":"b","s":"failed","a":0,"h":"","error":"x"}',
        b'{"p":"b","s":["done"],"a":0}',
    ],
)
async def test_a_record_that_we_never_write_is_refused_though_its_checksum_is_right(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    await journal.call("a", 1, Outside())
    await journal.aclose()
    with path.open("ab") as file:
        file.write(b"%08x %s\n" % (zlib.crc32(body), body))
    with pytest.raises(RunDamaged, match="damaged at line 3"):
        Journal(path, replay=True)


async def test_a_journal_that_was_cut_is_noticed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    await journal.call("a", 1, Outside())
    await journal.call("b", 1, Outside())
    saved = journal.on_disk
    await journal.aclose()
    await Journal(tmp_path / "j", least=saved).aclose()
    raw = (tmp_path / "j").read_bytes()
    (tmp_path / "j").write_bytes(b"".join(raw.splitlines(keepends=True)[:2]))
    with pytest.raises(RunDamaged, match="has 2 entries, and the run stands on 4"):
        Journal(tmp_path / "j", least=saved)


async def test_a_call_in_flight_is_not_counted_on_before_it_is_on_the_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    await journal.call("a", 1, Outside())
    seen: list[int] = []

    async def look() -> str:
        seen.append(journal.on_disk)
        return "answer"

    await journal.call("b", 1, look)
    assert (seen, journal.on_disk) == ([2], 4)
    await journal.aclose()


async def test_replay_never_calls_out(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    await journal.call("a", 1, Outside())
    await journal.aclose()
    replay, outside = Journal(tmp_path / "j", replay=True), Outside()
    with pytest.raises(RunDamaged, match="holds no answer for b"):
        await replay.call("b", 1, outside)
    assert outside.asked == 0


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("partly", [False, True])
async def test_a_full_or_broken_disk_is_one_clear_line_and_leaves_no_half_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, partly: bool
) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    await journal.call("a", 1, Outside("kept"))
    real, outside = os.write, Outside("lost")

    def full(file: int, data: bytes) -> int:
        if outside.asked and b'"s":"done"' in data:
            if partly:
                real(file, data[:10])
            raise OSError(code, os.strerror(code))
        return real(file, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(RunError, match="cannot write"):
        await journal.call("b", 1, outside)
    monkeypatch.undo()
    await journal.aclose()
    again = Journal(path)
    assert await again.call("a", 1, Outside()) == "kept"
    assert await again.call("b", 1, Outside("asked again")) == "asked again"
    await again.aclose()


async def test_a_sync_that_fails_keeps_the_answer_from_being_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "j")

    def broken(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(RunError, match="cannot write"):
        await journal.call("a", 1, Outside())
    monkeypatch.undo()
    await journal.aclose()


async def test_an_answer_that_is_on_disk_is_known_though_its_caller_was_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    syncing, go_on = threading.Event(), threading.Event()
    real = os.fsync

    def slow(file: int) -> None:
        syncing.set()
        assert go_on.wait(60)
        real(file)

    monkeypatch.setattr(os, "fsync", slow)
    journal, outside = Journal(tmp_path / "j"), Outside("bought")
    asking = asyncio.create_task(journal.call("a", 1, outside))
    assert await asyncio.to_thread(syncing.wait, 60)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    go_on.set()
    assert await journal.call("a", 1, outside) == "bought"
    assert (outside.asked, journal.ambiguous) == (1, [])
    await journal.aclose()


async def test_what_an_earlier_attempt_cut_short_is_not_held_against_a_call(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    for _ in range(2):
        begun = asyncio.Event()

        async def hang(begun: asyncio.Event = begun) -> None:
            begun.set()
            await asyncio.Event().wait()

        asking = asyncio.create_task(journal.call("a", 1, hang))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        journal.begin_attempt()
    assert await journal.call("a", 1, Outside("asked anew")) == "asked anew"
    await journal.aclose()


async def test_what_an_attempt_left_in_flight_is_told_as_asked_again_by_the_next_one(tmp_path: Path) -> None:
    journal, sent = Journal(tmp_path / "j"), asyncio.Event()

    async def never() -> None:
        sent.set()
        await asyncio.Event().wait()

    under_way = asyncio.create_task(journal.call("a", 1, never))
    await sent.wait()
    under_way.cancel()
    await asyncio.gather(under_way, return_exceptions=True)
    journal.begin_attempt()
    assert await journal.call("a", 1, Outside("up")) == "up"
    assert journal.ambiguous == ["a"]
    await journal.aclose()
    assert Journal(tmp_path / "j", replay=True).ambiguous == ["a"]


async def test_half_a_record_that_cannot_be_taken_back_is_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, real, answered, written = Journal(tmp_path / "j"), os.write, Outside(), []
    await journal.call("a", 1, answered)

    def torn(file: int, data: bytes) -> int:
        if written:
            full()
        written.append(real(file, data[: len(data) // 2]))
        return written[0]

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", torn)
        patch.setattr(os, "ftruncate", full)
        with pytest.raises(RunError, match="No space left on device"):
            await journal.call("b", 1, Outside())
    with pytest.raises(RunError, match="No space left on device"):
        await journal.call("c", 1, answered)
    await journal.aclose()
    again = Journal(tmp_path / "j")
    await again.call("a", 1, answered)
    await again.call("b", 1, Outside())
    await again.aclose()
    assert answered.asked == 1
    Journal(tmp_path / "j", replay=True)
