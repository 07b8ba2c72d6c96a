"""Files that take a reader long, or for ever: each is given up by itself, and what is read stays read."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from dr_core import Context, NothingToSearch, SearchTask
from dr_plugins.read.text import Text
from dr_plugins.search import files
from dr_plugins.search.files import LATE, Files

READER = """
import time
from dr_core import Document, DRError, Reader


class Odd(Reader):
    suffixes = (".odd",)

    def read(self, data, url, media_type):
        kind, _, text = data.decode().partition(" ")
        if kind == "hangs":
            time.sleep(3600)
        if kind == "breaks":
            with open("{count}", "a") as file:
                file.write("|")
            raise DRError(f"{{url}} is odd")
        return Document(text=text, title=text[:20])
"""
TASK = SearchTask(query="heat pumps")
Build = Callable[..., Files]


@pytest.fixture
async def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Build]:
    """Providers over ``docs``, with a reader of their own for .odd files, and one index."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "odd_reader.py").write_text(READER.format(count=tmp_path / "count"))
    monkeypatch.syspath_prepend(str(tmp_path))
    from odd_reader import Odd  # type: ignore[import-not-found]

    made: list[Files] = []

    def build(**options: Any) -> Files:
        context = Context(instance="files", cache_dir=tmp_path, readers=lambda: [Odd(), Text()])
        own = {"paths": [tmp_path / "docs"], "index": tmp_path / "index", "refresh_seconds": 0.0}
        made.append(Files(Files.Options(**own | options), context))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()
    sys.modules.pop("odd_reader", None)


def known(index: Path) -> int:
    """How many documents an index holds."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(f"file:{index}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM document WHERE reason = ''").fetchone()[0])
    return 0


async def test_six_files_that_hang_are_given_up_one_by_one_and_the_rest_is_found(tmp_path: Path, build: Build) -> None:
    for number in range(6):
        (tmp_path / "docs" / f"{number}.odd").write_text(f"hangs {number}")
    (tmp_path / "docs" / "good.odd").write_text("is Heat pumps heat houses.")
    provider = build(timeout=1.0)
    assert [hit.title for hit in await provider.search(TASK, 5)] == ["Heat pumps heat hous"]
    assert [path.name for path, why in provider.skipped if "took longer than 1 s" in why] == [f"{n}.odd" for n in range(6)]


def test_a_search_may_take_until_all_files_are_read_or_given_up() -> None:
    assert Files.patience > Files.longest > 6 * Files.Options().timeout


async def test_what_was_read_before_a_search_is_stopped_is_not_read_again(
    tmp_path: Path, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "WHILE", 0.0)
    for number in range(4):
        (tmp_path / "docs" / f"{number}.md").write_text(f"# Part {number}\n\nHeat pumps heat house number {number}.\n")
    (tmp_path / "docs" / "z.odd").write_text("hangs")
    searching = asyncio.create_task(build(timeout=600.0).search(TASK, 5))
    async with asyncio.timeout(60):
        while known(tmp_path / "index") < 4:
            await asyncio.sleep(0.05)
    assert not searching.done()
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching


async def test_files_that_are_not_read_in_time_are_named_and_read_by_the_next_search(
    tmp_path: Path, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs" / "good.odd").write_text("is Heat pumps heat houses.")
    provider = build()
    monkeypatch.setattr(provider, "longest", -1.0)
    with pytest.raises(NothingToSearch, match=r"good\.odd was not read in time"):
        await provider.search(TASK, 5)
    assert provider.skipped == [(tmp_path / "docs" / "good.odd", LATE)]
    monkeypatch.undo()
    assert len(await provider.search(TASK, 5)) == 1 and provider.skipped == []


async def test_a_reader_that_failed_is_not_asked_again_by_the_same_run(tmp_path: Path, build: Build) -> None:
    file = tmp_path / "docs" / "bad.odd"
    file.write_text("breaks")
    (tmp_path / "docs" / "good.odd").write_text("is Heat pumps heat houses.")
    first, tried = build(), tmp_path / "count"
    for _ in range(2):
        assert len(await first.search(TASK, 5)) == 1
        assert [path for path, _ in first.skipped] == [file] and tried.read_text() == "|"
    file.write_text("breaks anew")
    await first.search(TASK, 5)
    assert tried.read_text() == "||"
    await build().search(TASK, 5)  # its reader may have been mended since
    assert tried.read_text() == "|||"


async def test_whoever_waits_for_files_to_be_read_is_told_so(
    tmp_path: Path, build: Build, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(files, "LONG", 0.0)
    (tmp_path / "docs" / "good.odd").write_text("is Heat pumps heat houses.")
    await build().search(TASK, 5)
    assert "files: 1 new or changed file" in caplog.text
