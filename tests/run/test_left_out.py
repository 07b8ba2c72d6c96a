"""What engines leave out, and why a run found nothing: told once, kept with the answers, the cause first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pool_kit import Engine, patient_run, tasks

from dr_core import Context, Event, Hit, NothingToSearch, ProviderError, SearchTask, Unreachable
from dr_core.report.left_out import listed
from dr_core.run.left_out import MOST_KEPT, note_left_out
from dr_core.run.nothing import nothing_found
from dr_core.run.pool import Pool
from dr_core.settings import Settings


class Shelf(Engine):
    """Leaves out some of its books."""

    def __init__(self, name: str, *left_out: tuple[str, str]) -> None:
        super().__init__(name)
        self.context = Context(instance=name, left_out=note_left_out)
        self.books = left_out

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        for book, why in self.books:
            self.context.left_out(book, why)
        return await super().search(task, limit)


def pool_of(folder: Path, *engines: Engine, **search: Any) -> tuple[Pool, list[Event]]:
    run = patient_run(folder, Settings(search={"use": [engine.name for engine in engines], **search}))
    heard: list[Event] = []
    run.events.observe(heard.append)
    return Pool(run, engines), heard


async def test_what_is_left_out_is_told_once_however_many_queries_meet_it(tmp_path: Path) -> None:
    pool, heard = pool_of(tmp_path, Shelf("shelf", ("scan.pdf", "has no\ntext in it"), ("b.csv", "is not a type that is read")))
    await pool.search(tasks("one", "two", "three"), "harvest/1")
    (event,) = [event for event in heard if event.status == "left_out"]
    first = {"scan.pdf": "has no text in it", "b.csv": "is not a type that is read"}
    assert event.data == {"engine": "shelf", "count": 2, "first": first}
    assert pool.engines[0].summary()["left_out"] == {"count": 2, "first": first}


async def test_a_resumed_run_knows_it_from_the_journal_without_asking(tmp_path: Path) -> None:
    pool, _ = pool_of(tmp_path, Shelf("shelf", ("scan.pdf", "has no text in it")))
    await pool.search(tasks("one"), "harvest/1")
    await pool._run.journal.aclose()
    silent = Engine("shelf")
    again, _ = pool_of(tmp_path, silent)
    (hits,) = await again.search(tasks("one"), "harvest/1")
    assert len(hits) == 5 and not silent.asked
    assert again.engines[0].left_out == {"count": 1, "first": {"scan.pdf": "has no text in it"}}


async def test_many_are_counted_and_only_the_first_are_kept(tmp_path: Path) -> None:
    many = [(f"{number}.csv", "is not read") for number in range(MOST_KEPT + 20)]
    pool, _ = pool_of(tmp_path, Shelf("shelf", *many))
    await pool.search(tasks("one"), "harvest/1")
    left_out = pool.engines[0].left_out
    assert (left_out["count"], len(left_out["first"])) == (MOST_KEPT + 20, MOST_KEPT)
    assert listed(left_out) == "; ".join(f"{number}.csv is not read" for number in range(5)) + "; +115"


def test_where_nobody_searches_nobody_listens() -> None:
    note_left_out("scan.pdf", "has no text in it")


async def test_an_engine_that_the_user_chose_and_that_lacks_a_key_is_named_when_the_run_goes_on(tmp_path: Path) -> None:
    run = patient_run(tmp_path, Settings(search={"use": ["paid", "free"]}))
    heard: list[Event] = []
    run.events.observe(heard.append)
    Pool(run, [Engine("paid", lacking="Set PAID_KEY"), Engine("free")])
    assert [(event.type, event.text) for event in heard] == [("error", "paid is not asked. Set PAID_KEY")]


async def test_that_the_usual_engines_have_no_key_is_not_worth_a_line(tmp_path: Path) -> None:
    run = patient_run(tmp_path, Settings())
    heard: list[Event] = []
    run.events.observe(heard.append)
    Pool(run, [Engine("tavily", lacking="Set TAVILY_API_KEY"), Engine("duckduckgo")])
    assert heard == []


async def failed(folder: Path, *engines: Engine, since: str = "") -> str:
    pool, _ = pool_of(folder, *engines, parallel_strategy="batch")
    await pool.search(tasks("q"), "harvest/1")
    return str(nothing_found(pool.engines, 5, since))


async def test_without_a_network_the_line_begins_with_that(tmp_path: Path) -> None:
    gone = [Engine(name, Unreachable(f"{name} could not be reached: a long story")) for name in ("one", "two")]
    told = await failed(tmp_path, *gone, Engine("paid", lacking="Set PAID_KEY"))
    assert told == "no engine could be reached (one, two). Check the network and the proxy, or search a folder (--docs)"


async def test_one_engine_that_cannot_be_reached_speaks_for_itself(tmp_path: Path) -> None:
    told = await failed(tmp_path, Engine("one", Unreachable("one could not be reached: refused", remedy="Check base_url")))
    assert told == "one could not be reached: refused. Check base_url"


async def test_nothing_to_search_is_the_reason_and_the_engine_is_not_asked_again(tmp_path: Path) -> None:
    engine = Engine("files", NothingToSearch("fake.pdf is damaged", remedy="Give another"))
    assert await failed(tmp_path, engine) == "fake.pdf is damaged. Give another"
    assert len(engine.asked) == 1


async def test_a_failure_of_all_does_not_advise_other_words(tmp_path: Path) -> None:
    told = await failed(tmp_path, Engine("one", ProviderError("x" * 500)), Engine("paid", lacking="Set PAID_KEY"))
    assert told.startswith("no engine found anything for 5 queries (one: xxx") and "…; not set up: paid)" in told
    assert "other words" not in told and len(told) < 300


@pytest.mark.parametrize("since", ["", "2027"])
async def test_a_date_that_shuts_everything_out_is_named(tmp_path: Path, since: str) -> None:
    told = await failed(tmp_path, Engine("one", 0), since=since)
    assert ("since 2027" in told) == ("Give an earlier --since, or none" in told) == bool(since)
    assert "in other words" in told


async def test_where_all_lack_something_that_comes_first(tmp_path: Path) -> None:
    told = await failed(tmp_path, Engine("paid", lacking="Set PAID_KEY"))
    assert told.startswith("Set PAID_KEY: paid cannot search without it. ")
