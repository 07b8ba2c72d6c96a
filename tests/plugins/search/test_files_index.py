"""The index of the search over folders: damaged, shared, cut off, and built while everything else goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from files_kit import Make, titles, written

from dr_core import Document, DRError, ProviderError, SearchTask
from dr_plugins.search import _files_index as index

CORPUS = Path(__file__).resolve().parents[3] / "examples" / "corpus"


@pytest.mark.parametrize("damage", ["header", "middle", "text", "truncated", "version"])
async def test_a_damaged_index_is_built_anew(make: Make, folder: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    where = folder.parent / "i.sqlite"
    first = make(folder, index=where)
    await first.update()
    await first.aclose()
    data = bytearray(where.read_bytes())
    if damage == "version":
        database = sqlite3.connect(where)
        database.execute("PRAGMA user_version = 999")
        database.close()
    else:
        if damage == "header":
            data[:100] = b"x" * 100
        elif damage == "middle":
            data[4096:] = b"\xff" * (len(data) - 4096)
        elif damage == "truncated":
            data = data[: len(data) // 3]
        else:
            data = bytearray(b"this is no database, but a note that somebody saved here " * 50)
        where.write_bytes(data)
    with caplog.at_level(logging.WARNING, logger="dr"):
        assert (await titles(make(folder, index=where), "solar power"))[0] == "Solar power"
    assert damage == "version" or "was damaged" in caplog.text


async def test_an_index_of_its_own_that_is_damaged_is_built_anew(make: Make, folder: Path, tmp_path: Path) -> None:
    first = make(folder)
    before = await titles(first, "solar power")
    await first.aclose()
    written = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.stat().st_size]
    assert written and before
    for path in written:
        path.write_bytes(b"this is no database" * 100)
    assert await titles(make(folder), "solar power") == before


async def test_two_providers_may_use_one_index_at_once(make: Make) -> None:
    one, other = make(CORPUS), make(CORPUS)
    found = await asyncio.gather(titles(one, "Shinkansen punctuality"), titles(other, "Shinkansen punctuality"))
    assert found[0] == found[1] != []


async def test_an_index_that_cannot_be_written_is_one_clear_error(make: Make, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be")
    with pytest.raises(ProviderError, match=r"the index .* cannot be used"):
        await make(folder, index=tmp_path / "taken" / "i.sqlite").search(SearchTask(query="x"), 1)


async def test_a_cache_that_cannot_be_written_costs_no_answer(folder: Path, tmp_path: Path, make: Make) -> None:
    """A read-only home, as containers have: here a file stands where the cache folder should be."""
    (tmp_path / "cache").write_text("taken")
    assert (await titles(make(folder), "solar power"))[0] == "Solar power"


async def test_a_disk_that_fills_up_costs_no_answer(folder: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = index.connect

    def small(path: Path | None) -> sqlite3.Connection:
        database = connect(path)
        if path is not None:
            database.execute("PRAGMA max_page_count = 30")  # the system's own word for it is the same: SQLITE_FULL
        return database

    monkeypatch.setattr(index, "connect", small)
    (folder / "long.md").write_text("\n\n".join(f"Paragraph {at} about tides and {at * 7} waves." for at in range(900)))
    assert (await titles(make(folder), "solar power"))[0] == "Solar power"


SEARCH = """
import asyncio, sys
from pathlib import Path
from dr_core import Context, SearchTask
from dr_plugins.search.files import Files

async def main():
    provider = Files(Files.Options(paths=[Path(sys.argv[1])], index=Path(sys.argv[2])), Context())
    print(len(await provider.search(SearchTask(query="common"), 500)))
    await provider.aclose()

asyncio.run(main())
"""


OPEN = """
import sys
from pathlib import Path
from dr_plugins.search._files_index import connect

sys.stdin.readline()  # all begin together
for number in range(100):
    connect(Path(sys.argv[1]) / f"{number}.sqlite").close()
"""


def test_an_index_is_opened_and_closed_by_several_processes_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPEN, str(tmp_path)]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[1] for process in running] == [""] * 4


def test_two_processes_may_build_one_index_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(150):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\nA common word and the number {number} in a sentence.\n")
    command = [sys.executable, "-c", SEARCH, str(folder), str(tmp_path / "i.sqlite")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    answers = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], answers
    database = sqlite3.connect(tmp_path / "i.sqlite")
    assert database.execute("SELECT documents, passages FROM total").fetchone() == (150, 150)
    assert database.execute("SELECT count(*) FROM document").fetchone() == (150,)
    database.execute("INSERT INTO passage_fts (passage_fts) VALUES ('integrity-check')")
    database.close()


async def test_a_search_sees_one_state_of_an_index_that_another_process_rewrites(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two queries of a search the other process gives all documents and passages other numbers."""
    folder, where = tmp_path / "docs", tmp_path / "i.sqlite"
    folder.mkdir()
    for number in range(9):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\nA common word and the number {number} in a sentence.\n")
    await make(folder, index=where).update()
    connect, other = index.connect, sqlite3.connect(where, check_same_thread=False, isolation_level=None)
    rows = other.execute("SELECT path, modified, size, sha256, title, text FROM document").fetchall()
    records = [index.Record(*about, Document(title=title, text=text)) for *about, title, text in rows]

    def rewrite(statement: str) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH")):
            index.put(other, records, [])

    def watched(path: Path | None) -> sqlite3.Connection:
        database = connect(path)
        database.set_trace_callback(rewrite)
        return database

    monkeypatch.setattr(index, "connect", watched)
    found = await make(folder, index=where).search(SearchTask(query="common"), 20)
    assert other.execute("SELECT min(id) FROM document").fetchone()[0] > 5 * len(rows)  # it was rewritten that often at least
    other.close()
    assert sorted(hit.title for hit in found) == [f"Document {number}" for number in range(9)]
    assert all(hit.title.removeprefix("Document ") in hit.snippet for hit in found)


async def test_a_kill_while_indexing_leaves_a_usable_index(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(400):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\nA common word and the number {number}.\n")
    where = tmp_path / "i.sqlite"
    command = [sys.executable, "-c", SEARCH, str(folder), str(where)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    log, deadline = tmp_path / "i.sqlite-wal", time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline and not (log.exists() and log.stat().st_size > 100_000):
        await asyncio.sleep(0.005)
    process.kill()
    process.wait()
    provider = make(folder, index=where)
    assert await titles(provider, "number 399 common", 1) == ["Document 399"]
    database = sqlite3.connect(where)
    assert database.execute("SELECT documents FROM total").fetchone() == (400,)
    database.close()


async def test_the_event_loop_stays_free_while_a_folder_is_read(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\n" + f"Words and words {number}. " * 200)
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0)
            beats += 1

    heart = asyncio.create_task(beat())
    await make(folder).update()
    heart.cancel()
    assert beats > 300  # it went round between any two files


async def test_cancelling_a_search_leaves_the_provider_usable(make: Make, folder: Path) -> None:
    provider = make(folder)
    task = asyncio.create_task(provider.search(SearchTask(query="solar"), 3))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await titles(provider, "solar"))[0] == "Solar power"


async def test_closing_in_the_middle_blames_no_file(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.html").write_text(f"<p>Marmalade number {number} is made of oranges and sugar.</p>")
    first = make(folder)
    task = asyncio.create_task(first.update())
    while not first._worker._busy:
        await asyncio.sleep(0)
    await first.aclose()
    with pytest.raises(DRError, match=r"shut down|killed"):
        await task
    second = make(folder)
    assert len(await titles(second, "marmalade")) == 5 and second.skipped == []


async def test_who_still_asks_an_index_that_is_shut_down_is_told_so(make: Make, tmp_path: Path) -> None:
    provider = make(written(tmp_path / "docs"))
    held = threading.Event()
    holding = asyncio.create_task(provider._lane.run(held.wait, 60))
    asking = asyncio.create_task(provider.update())
    await asyncio.sleep(0)
    closing = asyncio.create_task(provider.aclose())
    await asyncio.sleep(0)
    held.set()
    with pytest.raises(ProviderError, match="was shut down"):
        await asking
    await asyncio.gather(holding, closing)
    assert provider._database is None
