"""Parser processes: their answers, their limits, and what happens when one dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dr_core import Document, DRError, ParseWorker
from dr_core.errors import ProviderError
from dr_core.run.worker import BEHIND, MOMENT, PATIENCE

HOSTILE = """
import os, sys, time
from dr_core import DRError, Document, Reader, ProviderError

class Odd(Reader):
    def read(self, data, url, media_type):
        word = data.decode()
        if word == "hang":
            while True: pass
        if word == "sleep":
            time.sleep(600)
        if word == "nap":
            time.sleep(1)
        if word.startswith("wait for "):
            while not os.path.exists(word.removeprefix("wait for ")):
                time.sleep(0.02)
        if word == "eat":
            return Document(text=str(len(bytearray(3 << 30))))
        if word == "crash":
            os.abort()
        if word == "exit":
            os._exit(7)
        if word == "print":
            print("noise " * 10000); os.write(1, b"more noise"); sys.stdout.flush()
        if word == "deep":
            def down(n): return down(n + 1)
            down(0)
        if word == "refuse":
            raise DRError("it is encrypted", remedy="Save it without a password")
        if word == "provider":
            raise ProviderError("later")
        if word == "words":
            return word
        if word == "bug":
            raise ValueError("two\\nlines")
        if word == "half":
            raise ValueError("half a character \\ud83d")
        if word == "environment":
            return Document(text=" ".join(os.environ))
        if word == "input":
            return Document(text=repr(sys.stdin.read()))
        return Document(text=word.upper(), title=f"{url} {media_type}", kind=str(os.getpid()))
"""


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "odd_reader.py").write_text(HOSTILE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "odd_reader:Odd"


@pytest.fixture
async def worker() -> AsyncIterator[ParseWorker]:
    worker = ParseWorker(size=1)
    yield worker
    await worker.aclose()


async def ask(worker: ParseWorker, reader: str, word: str, timeout: float = 60.0, memory_mb: int = 1024) -> Document:
    return await worker.read(word.encode(), "file:///a.odd", "text/odd", reader=reader, timeout=timeout, memory_mb=memory_mb)


async def test_a_document_comes_back_whole(worker: ParseWorker, reader: str) -> None:
    document = await ask(worker, reader, "straße 漢字\n\x00" * 1000)
    assert document.text == "STRASSE 漢字\n\x00" * 1000
    assert document.title == "file:///a.odd text/odd"


async def test_an_error_with_half_a_character_comes_back(worker: ParseWorker, reader: str) -> None:
    with pytest.raises(DRError, match=r"Odd could not read .*half a character"):
        await ask(worker, reader, "half")


async def test_one_process_reads_many_documents(worker: ParseWorker, reader: str) -> None:
    pids = {(await ask(worker, reader, "a")).kind for _ in range(5)}
    assert len(pids) == 1 and pids != {str(os.getpid())}


async def test_a_parser_that_hangs_is_stopped_and_replaced(worker: ParseWorker, reader: str) -> None:
    first = (await ask(worker, reader, "a")).kind
    for word in ("sleep", "hang"):
        with pytest.raises(DRError, match=r"took longer than 0.2 s and was stopped|processor time"):
            await ask(worker, reader, word, timeout=0.2)
    assert (await ask(worker, reader, "b")).kind != first
    with pytest.raises(ProcessLookupError):
        os.kill(int(first), 0)


async def test_a_parser_that_eats_memory_is_stopped(worker: ParseWorker, reader: str) -> None:
    with pytest.raises(DRError, match="more than 256 MB of memory"):
        await ask(worker, reader, "eat", memory_mb=256)
    assert (await ask(worker, reader, "a")).text == "A"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("crash", "crashed .SIGABRT"),
        ("exit", r"ended without an answer \(exit 7\)"),
        ("deep", "nested too deeply"),
        ("words", r"Odd could not read file:///a.odd \(TypeError: its read returned str, not a Document\)"),
        ("bug", r"Odd could not read file:///a.odd \(ValueError: two lines\)"),
    ],
)
async def test_a_parser_that_fails_says_why_in_one_line(worker: ParseWorker, reader: str, word: str, reason: str) -> None:
    with pytest.raises(DRError, match=reason) as caught:
        await ask(worker, reader, word)
    assert "\n" not in str(caught.value)
    assert (await ask(worker, reader, "a")).text == "A"


async def test_the_errors_of_a_reader_keep_their_kind_and_remedy(worker: ParseWorker, reader: str) -> None:
    with pytest.raises(DRError) as caught:
        await ask(worker, reader, "refuse")
    assert str(caught.value) == "it is encrypted. Save it without a password"
    with pytest.raises(ProviderError, match="later"):
        await ask(worker, reader, "provider")


async def test_an_unknown_reader_is_an_error(worker: ParseWorker) -> None:
    with pytest.raises(DRError, match="ModuleNotFoundError"):
        await ask(worker, "no_such_module:Reader", "a")


async def test_what_a_parser_prints_does_not_get_into_the_answer(worker: ParseWorker, reader: str) -> None:
    assert (await ask(worker, reader, "print")).text == "PRINT"
    assert (await ask(worker, reader, "input")).text == "''"


async def test_a_parser_sees_no_keys(worker: ParseWorker, reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "secret")
    names = (await ask(worker, reader, "environment")).text.split()
    assert "PATH" in names and "TAVILY_API_KEY" not in names


async def test_a_killed_process_is_replaced(worker: ParseWorker, reader: str) -> None:
    pid = int((await ask(worker, reader, "a")).kind)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(DRError, match="killed"):
        await ask(worker, reader, "b")
    assert (await ask(worker, reader, "c")).text == "C"


async def test_cancelling_kills_the_process_and_frees_the_place(worker: ParseWorker, reader: str) -> None:
    pid = int((await ask(worker, reader, "a")).kind)
    task = asyncio.create_task(ask(worker, reader, "sleep", timeout=60))
    while not worker._busy:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await ask(worker, reader, "b")).text == "B"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_no_more_than_size_documents_are_parsed_at_once(reader: str, tmp_path: Path) -> None:
    worker = ParseWorker(size=2)
    waiting = [asyncio.create_task(ask(worker, reader, f"wait for {tmp_path / 'go'}", timeout=600)) for _ in range(4)]
    while len(worker._busy) < 2 or any(process.loading for process in worker._busy):
        await asyncio.sleep(0.05)
    for _ in range(2 * PATIENCE):  # the others would have got one by now
        await asyncio.sleep(MOMENT)
        assert len(worker._busy) == 2
    (tmp_path / "go").touch()
    assert len({document.kind for document in await asyncio.gather(*waiting)}) == 2
    await worker.aclose()


async def test_a_parser_that_is_being_started_ends_with_its_pool(worker: ParseWorker, reader: str) -> None:
    asking = asyncio.create_task(ask(worker, reader, "hello"))
    while not worker._busy:
        await asyncio.sleep(0)
    await worker.aclose()
    with pytest.raises(DRError, match="was killed"):
        await asking


async def test_a_document_waits_a_moment_for_a_parser_that_runs(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_core.run.worker.PATIENCE", 600)
    monkeypatch.setattr("dr_core.run.worker.LOADING", 600)
    worker = ParseWorker(size=2)
    documents = await asyncio.gather(*(ask(worker, reader, str(n)) for n in range(8)))
    assert sorted(document.text for document in documents) == [str(n) for n in range(8)]
    assert len({document.kind for document in documents}) == 1
    await worker.aclose()


async def test_a_parser_that_is_being_loaded_is_waited_for(reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_reader.py").write_text("import time\ntime.sleep(1)\nfrom odd_reader import Odd\n")
    monkeypatch.setattr("dr_core.run.worker.PATIENCE", 3)  # less than it takes to load
    monkeypatch.setattr("dr_core.run.worker.LOADING", 600)
    worker = ParseWorker(size=2)
    asking = asyncio.gather(*(ask(worker, "slow_reader:Odd", str(n)) for n in range(3)))
    while not asking.done() and (not worker._busy or any(process.loading for process in worker._busy)):
        await asyncio.sleep(0.01)
    monkeypatch.setattr("dr_core.run.worker.PATIENCE", 600)
    assert len({document.kind for document in await asking}) == 1
    await worker.aclose()


async def test_many_documents_get_another_parser_where_a_core_is_free(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_core.run.worker.PATIENCE", 600)
    monkeypatch.setattr("dr_core.run.worker.CORES", 2)
    worker = ParseWorker(size=2)
    waiting = [asyncio.create_task(ask(worker, reader, "nap")) for _ in range(BEHIND + 5)]
    while len(worker._busy) < 2:
        await asyncio.sleep(0.05)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await worker.aclose()


async def test_whoever_gives_up_in_line_and_is_hurried_leaves_the_line_in_order(reader: str) -> None:
    worker = ParseWorker(size=1)
    for turn in range(20):
        waiting = [asyncio.create_task(ask(worker, reader, str(n))) for n in range(6)]
        await asyncio.sleep(0.001 * turn)
        for _ in range(3):  # cancelled again while they clean up after the first time, as by Ctrl-C and the end of a run
            for one in waiting:
                one.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*waiting, return_exceptions=True)
    async with asyncio.timeout(60):
        assert (await ask(worker, reader, "a")).text == "A"
    await worker.aclose()


async def test_runs_of_one_loop_share_their_parsers_and_the_last_one_ends_them(reader: str) -> None:
    one, other = ParseWorker.shared(), ParseWorker.shared()
    pid = int((await ask(one, reader, "a")).kind)
    await one.aclose()
    assert int((await ask(other, reader, "b")).kind) == pid
    await other.aclose()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    third = ParseWorker.shared()
    assert int((await ask(third, reader, "c")).kind) != pid
    await third.aclose()


async def test_a_parser_can_be_ready_before_its_first_document(worker: ParseWorker, reader: str) -> None:
    await worker.warm(reader)
    (process,) = worker._idle
    await worker.warm(reader)
    assert worker._idle == [process]
    assert (await ask(worker, reader, "a")).text == "A"
    await worker.warm("no_such_module:Reader")  # said when a document needs it


async def test_closing_ends_busy_parsers_and_refuses_more(reader: str) -> None:
    worker = ParseWorker(size=1)
    await ask(worker, reader, "a")
    task = asyncio.create_task(ask(worker, reader, "sleep", timeout=60))
    while not worker._busy:
        await asyncio.sleep(0)
    await worker.aclose()
    with pytest.raises(DRError, match="killed"):
        await task
    with pytest.raises(DRError, match="shut down"):
        await ask(worker, reader, "b")


async def test_who_is_cancelled_while_closing_leaves_no_process_behind(reader: str) -> None:
    worker = ParseWorker(size=2)
    await asyncio.gather(ask(worker, reader, "a"), ask(worker, reader, "b"))
    task = asyncio.create_task(ask(worker, reader, "sleep", timeout=60))
    while not worker._busy:
        await asyncio.sleep(0)
    processes = [*worker._idle, *worker._busy]
    closing = asyncio.create_task(worker.aclose())
    for _ in range(3):  # as a second and a third Ctrl-C, or the end of the loop
        await asyncio.sleep(0)
        closing.cancel()
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    with pytest.raises((asyncio.CancelledError, DRError)):
        await task
    for process in processes:
        assert process._process is not None
        assert process._process.returncode is not None
        assert process._process._transport._closed  # type: ignore[attr-defined]


async def test_a_process_whose_parent_is_gone_ends() -> None:
    import sys

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "dr_core.run.parser", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 60) == 0
