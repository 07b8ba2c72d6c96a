"""What one run keeps for another: for as long as its lifetime says, whatever the clock does."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core.run import cache as module
from dr_core.run.cache import Cache


@pytest.mark.parametrize(("hours", "known"), [(0, True), (0.9, True), (1.1, False), (-24, False)])
def test_an_answer_lives_as_long_as_its_lifetime_and_never_for_ever(
    hours: float, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that went back by a day leaves answers behind that come from the future."""
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    cache.put("search", {"q": "熱泵"}, ["answer"])
    now = time.time() + hours * 3600
    monkeypatch.setattr(time, "time", lambda: now)
    assert cache.get("search", {"q": "熱泵"}) == (["answer"] if known else None)


def test_a_place_that_cannot_be_looked_at_is_only_a_miss() -> None:
    cache = Cache(Path("/" + "x" * 5000) / "answers.sqlite", {"search": 3600.0})
    cache.put("search", "q", "answer")
    assert cache.get("search", "q") is None
    assert cache.sweep() == 0


def test_a_damaged_table_leaves_no_connection_open_and_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 1000)
    assert cache.get("search", "q") is None
    cache.put("search", "q", "answer")
    assert cache.get("search", "q") == "answer" and len(opened) == 2
    cache.close()
    for database in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            database.execute("select 1")


def test_a_cache_that_is_opened_once_more_after_its_end_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **options: opened.append(connect(*given, **options)) or opened[-1])
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    cache.close()
    cache.put("search", "q", "answer")
    del cache
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("select 1")


@pytest.mark.parametrize("columns", ["kind text, ask text, answer text, primary key (kind, ask)", "x"])
def test_a_table_of_another_version_is_begun_anew(tmp_path: Path, columns: str) -> None:
    with closing(sqlite3.connect(tmp_path / "answers.sqlite")) as other:
        other.execute(f"create table answers ({columns})")
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    assert cache.get("search", "q") is None
    cache.put("search", "q", "answer")
    assert cache.get("search", "q") == "answer"


def test_what_another_version_has_kept_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path / "answers.sqlite", {"page": 3600.0})
    with monkeypatch.context() as before:
        before.setattr(module, "__version__", "0.0.9")
        cache.put("page", "u", "as it was read then")
    assert cache.get("page", "u") is None


@pytest.mark.parametrize("value", ["5", '"x"', "[[]]", "{}", '{"hits": 5}', '[{"address": "u"}]', "[" * 100_000])
async def test_an_answer_that_cannot_be_read_is_only_a_miss_and_fails_no_run(tmp_path: Path, value: str) -> None:
    settings = {"cache": {"enabled": True, "folder": str(tmp_path / "cache")}}
    first, _ = await research(tmp_path, settings=settings)
    with closing(sqlite3.connect(tmp_path / "cache" / "answers.sqlite")) as kept, kept:
        assert kept.execute("update answers set answer=?", (value,)).rowcount
    again, _ = await research(tmp_path, settings=settings)
    assert again.status == first.status == "complete" and len(again.hits) == len(first.hits)


async def test_a_plan_is_not_taken_over_once_its_prompt_was_changed(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    folder.mkdir()
    settings = {"cache": {"enabled": True, "folder": str(tmp_path / "cache")}, "prompts": str(folder)}
    models = said(one=good)
    for words in ("Plan it.", "Plan it.", "Plan it well."):
        (folder / "plan.j2").write_text(words + " {{ question | data }}", encoding="utf-8")
        await research(tmp_path, models, settings=settings)
    planned = [request.messages[1].content for request in models["one"].requests if request.task == "plan"]
    assert len(planned) == 2 and "Plan it." in planned[0] and "Plan it well." in planned[1]


async def test_runs_that_ask_the_same_at_the_same_time_ask_once(tmp_path: Path) -> None:
    caches = [Cache(tmp_path / "answers.sqlite", {"page": 60.0}) for _ in range(8)]  # each run has one of its own
    asked: list[int] = []

    async def run(number: int) -> Any:
        async with caches[number].asked("page", {"url": "u"}) as kept:
            if kept.answer is None:
                asked.append(number)
                await asyncio.sleep(0.01)
                kept.keep({"text": "正文"})
            return kept.answer

    assert await asyncio.gather(*map(run, range(8))) == [{"text": "正文"}] * 8
    assert len(asked) == 1
    assert caches[1].get("page", {"url": "u"}) == {"text": "正文"}, "and it is kept for those who come later"
    assert await run(5) == {"text": "正文"} and len(asked) == 1


@pytest.mark.parametrize("way", ["fails", "is cancelled"])
async def test_where_the_first_one_gets_nothing_each_asks_for_itself(way: str, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "answers.sqlite", {"search": 60.0})

    async def first() -> None:
        async with cache.asked("search", "q"):
            await asyncio.sleep(0.01 if way == "fails" else 60)
            raise ConnectionError

    async def other(number: int) -> Any:
        async with cache.asked("search", "q") as kept:
            assert kept.answer is None
            kept.keep([number])
            return kept.answer

    leading = asyncio.create_task(first())
    await asyncio.sleep(0)
    others = [asyncio.create_task(other(number)) for number in range(3)]
    await asyncio.sleep(0)
    if way == "is cancelled":
        leading.cancel()
    assert await asyncio.gather(*others) == [[0], [1], [2]]
    with pytest.raises((ConnectionError, asyncio.CancelledError)):
        await leading


async def test_who_stops_waiting_takes_the_answer_from_nobody(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "answers.sqlite", {"search": 60.0})

    async def ask(*, slowly: bool = False) -> Any:
        async with cache.asked("search", "q") as kept:
            if slowly:
                await asyncio.sleep(0.02)
                kept.keep("answer")
            return kept.answer

    first, impatient, patient = (asyncio.create_task(ask(slowly=slowly)) for slowly in (True, False, False))
    await asyncio.sleep(0.005)
    impatient.cancel()
    assert await patient == await first == "answer"
    assert impatient.cancelled()


@pytest.mark.parametrize("lifetimes", [{}, {"page": 0.0}])
async def test_what_is_not_kept_is_not_shared_either(lifetimes: dict[str, float], tmp_path: Path) -> None:
    cache = Cache(tmp_path / "answers.sqlite", lifetimes)
    async with cache.asked("page", "u") as one, cache.asked("page", "u") as other:
        one.keep("answer")
        assert other.answer is None
