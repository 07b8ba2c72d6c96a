"""The search pool: strategies, who is asked when, and the sources beyond the web."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pool_kit import QUICK, Engine, Folder, Forum, Make, Papers, engines_of, never, tasks

from dr_core.errors import ProviderError, QuotaSpent

# --- strategies -----------------------------------------------------------------------------------------------------------


async def test_batch_asks_every_engine_and_merges(make: Make) -> None:
    one, two = Engine("one"), Engine("two")
    pool, _ = make(one, two, parallel_strategy="batch")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"one", "two"}
    assert len(hits) == 10


async def test_batch_keeps_to_its_size(make: Make) -> None:
    gate = asyncio.Event()
    one = Engine("one", gate)
    pool, _ = make(one, parallel_strategy="batch", batch_size=2)
    searching = asyncio.create_task(pool.search(tasks("a", "b", "c", "d", "e"), "harvest/1"))
    while len(one.asked) < 2:
        await asyncio.sleep(0)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(one.asked) == 2
    gate.set()
    assert [len(hits) for hits in await searching] == [5] * 5


async def test_race_takes_the_first_good_answer_and_cancels_the_rest(make: Make) -> None:
    slow, fast, other = Engine("slow", never()), Engine("fast"), Engine("other", never())
    pool, _ = make(slow, fast, other, parallel_strategy="race")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"fast"}
    assert [slow.cancelled, other.cancelled] == [1, 1]
    assert [slow.busy, other.busy] == [0, 0]


async def test_race_does_not_stop_at_a_thin_answer(make: Make) -> None:
    gate = asyncio.Event()
    thin, good = Engine("thin", 1), Engine("good", gate)
    pool, _ = make(thin, good, parallel_strategy="race")
    searching = asyncio.create_task(pool.search(tasks("q"), "harvest/1"))
    while not thin.asked or thin.busy:
        await asyncio.sleep(0)
    gate.set()
    (hits,) = await searching
    assert engines_of(hits) == {"thin", "good"}


async def test_race_mode_off_is_a_chain(make: Make) -> None:
    first, second = Engine("first"), Engine("second")
    pool, _ = make(first, second, parallel_strategy="race", enable_race_mode=False)
    await pool.search(tasks("q"), "harvest/1")
    assert (len(first.asked), len(second.asked)) == (1, 0)


async def test_hybrid_asks_only_the_first_where_that_is_enough(make: Make) -> None:
    first, second = Engine("first"), Engine("second")
    pool, _ = make(first, second)
    await pool.search(tasks("a", "b"), "harvest/1")
    assert (len(first.asked), len(second.asked)) == (2, 0)


@pytest.mark.parametrize("hedging", [True, False])
async def test_hybrid_asks_the_next_where_an_answer_is_thin(make: Make, hedging: bool) -> None:
    thin, good = Engine("thin", 2), Engine("good")
    pool, _ = make(thin, good, enable_race_mode=hedging)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"thin", "good"}


async def test_hybrid_lets_the_next_join_a_slow_one(make: Make) -> None:
    for quick in QUICK:
        slow, good, third = Engine("slow", never()), Engine("good"), Engine("third")
        pool, _ = make(slow, good, third, soft_deadline=quick)
        (hits,) = await pool.search(tasks("q"), "harvest/1")
        if not third.asked:
            break
    assert engines_of(hits) == {"good"}
    assert (slow.cancelled, len(third.asked)) == (1, 0)


async def test_an_engine_that_dawdled_twice_no_longer_goes_first(make: Make) -> None:
    slow, good = Engine("slow", never()), Engine("good")
    pool, _ = make(slow, good, soft_deadline=QUICK[0])
    for number in range(4):
        await pool.search(tasks("q"), f"harvest/{number}")
    assert (len(slow.asked), len(good.asked)) == (2, 4)


async def test_hedging_off_waits_for_a_slow_one(make: Make) -> None:
    gate = asyncio.Event()
    slow, good = Engine("slow", gate), Engine("good")
    pool, _ = make(slow, good, soft_deadline=QUICK[0], enable_race_mode=False)
    searching = asyncio.create_task(pool.search(tasks("q"), "harvest/1"))
    while not slow.asked:
        await asyncio.sleep(0)
    await asyncio.sleep(QUICK[0] * 1.5)
    assert not good.asked
    gate.set()
    (hits,) = await searching
    assert engines_of(hits) == {"slow"}


# --- files of the user's own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["batch", "race", "hybrid"])
@pytest.mark.parametrize("folder_first", [True, False])
async def test_a_folder_is_searched_beside_the_web_and_not_in_its_place(make: Make, strategy: str, folder_first: bool) -> None:
    folder, web, spare = Folder("folder"), Engine("web"), Engine("spare")
    pool, _ = make(*([folder, web, spare] if folder_first else [web, spare, folder]), parallel_strategy=strategy)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert {"folder", "web"} <= engines_of(hits)
    assert (len(folder.asked), len(web.asked)) == (1, 1)
    assert strategy != "hybrid" or not spare.asked


async def test_every_folder_is_searched(make: Make) -> None:
    papers, minutes = Folder("papers"), Folder("minutes")
    pool, _ = make(papers, minutes)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"papers", "minutes"}


@pytest.mark.parametrize("strategy", ["race", "hybrid"])
async def test_a_folder_that_is_still_being_read_is_waited_for_and_no_further_engine_asked(make: Make, strategy: str) -> None:
    for soon in QUICK:
        gate = asyncio.Event()
        folder, web, spare = Folder("folder", gate), Engine("web"), Engine("spare")
        pool, _ = make(web, spare, folder, parallel_strategy=strategy, enable_race_mode=strategy == "hybrid", soft_deadline=soon)
        searching = asyncio.create_task(pool.search(tasks("q"), "harvest/1"))
        await asyncio.sleep(soon * 1.5)
        gate.set()
        (hits,) = await searching
        if not spare.asked:  # else the machine was so busy that the web itself was late
            break
    assert engines_of(hits) == {"web", "folder"}
    assert not spare.asked


async def test_a_folder_does_where_the_web_is_dead(make: Make) -> None:
    folder, web = Folder("folder"), Engine("web", QuotaSpent("empty"))
    pool, _ = make(folder, web)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"folder"}


async def test_batch_parallel_off_is_one_query_at_a_time(make: Make) -> None:
    one = Engine("one")
    pool, _ = make(one, enable_batch_parallel=False)
    await pool.search(tasks("a", "b", "c"), "harvest/1")
    assert one.most_busy == 1
    assert [task.query for task in one.asked] == ["a", "b", "c"]


async def test_no_more_searches_at_once_than_the_setting_says(make: Make) -> None:
    busy = most = 0

    class Counting(Engine):
        async def search(self, task: Any, limit: int) -> Any:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            try:
                await asyncio.sleep(0)
                return await super().search(task, limit)
            finally:
                busy -= 1

    engines = [Counting(f"c{number}") for number in range(4)]
    pool, _ = make(*engines, parallel_strategy="batch", max_concurrent_searches=3)
    await pool.search(tasks(*"abcdef"), "harvest/1")
    assert most == 3
    assert sum(len(each.asked) for each in engines) == 24


async def test_all_runs_share_the_places_of_an_engine(make: Make) -> None:
    one = Engine("one")
    pools = [make(one, max_concurrent_searches=100, max_concurrent_per_engine=3)[0] for _ in range(3)]
    await asyncio.gather(*(pool.search(tasks(*"abcd"), "harvest/1") for pool in pools))
    assert one.most_busy == 3


async def test_one_that_hangs_takes_no_place_from_the_others(make: Make) -> None:
    stuck, good = Engine("stuck", never()), Engine("good")
    pool, _ = make(stuck, good, parallel_strategy="race", max_concurrent_searches=5)
    results = await pool.search(tasks(*"abcdefgh"), "harvest/1")
    assert [len(hits) for hits in results] == [5] * 8


# --- sources beyond the web -----------------------------------------------------------------------------------------------


async def test_papers_join_an_academic_query_and_come_first(make: Make) -> None:
    web, papers = Engine("web"), Papers("papers")
    pool, _ = make(web, special=(papers,))
    (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
    assert [hit.engine for hit in hits[:2]] == ["papers", "web"]
    assert [each.name for each in pool.engines] == ["web", "papers"]


@pytest.mark.parametrize("joining", [True, False])
async def test_of_sources_for_a_query_those_of_high_signal_come_first(make: Make, joining: bool) -> None:
    web, forum, papers = Engine("web"), Forum("forum"), Papers("papers")
    pool, _ = make(web, special=(forum, papers)) if joining else make(web, forum, papers)
    (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
    if joining:
        assert [hit.engine for hit in hits[:3]] == ["papers", "forum", "web"]
    else:
        assert engines_of(hits) == {"papers"}, "the first of the chain is enough"
        assert [engine.name for engine in pool.chain(*tasks("q", strategy="academic"))] == ["papers", "forum", "web"]


@pytest.mark.parametrize(
    "beside", [(), (Engine("web", lacking="Set a key"),), (Folder("notes", 1),)], ids=("alone", "keyless", "files")
)
async def test_papers_that_are_all_there_is_are_asked_whatever_a_query_is_about(make: Make, beside: tuple[Engine, ...]) -> None:
    pool, _ = make(*beside, Papers("papers"))
    (hits,) = await pool.search(tasks("heat pumps"), "harvest/1")
    assert "papers" in engines_of(hits)


async def test_papers_in_a_chain_with_the_web_are_asked_for_papers_only(make: Make) -> None:
    web, papers = Engine("web", 1), Papers("papers")
    pool, _ = make(papers, web)
    await pool.search(tasks("heat pumps"), "harvest/1")
    assert (len(web.asked), papers.asked) == (1, [])


async def test_papers_stay_away_from_other_queries_and_from_the_box(make: Make) -> None:
    web, papers = Engine("web"), Papers("papers")
    pool, _ = make(web, special=(papers,))
    await pool.search([*tasks("what is q"), *tasks("q", strategy="news"), *tasks("q", strategy="code")], "harvest/1")
    assert not papers.asked
    assert [each.name for each in pool.engines] == ["web"]


async def test_an_encyclopedia_joins_where_a_query_asks_what_something_is(make: Make) -> None:
    web, wiki = Engine("web"), Engine("wiki")
    pool, _ = make(web, special=(wiki,))
    await pool.search(tasks("price of copper in 2024", "What is a heat pump?", "熱泵是什麼"), "harvest/1")
    assert [task.query for task in wiki.asked] == ["What is a heat pump?", "熱泵是什麼"]


async def test_a_source_that_is_slow_or_fails_costs_a_line_and_no_retry(make: Make) -> None:
    for quick in QUICK:
        web, slow, dead = Engine("web"), Papers("slow", never()), Papers("dead", ProviderError("500"))
        pool, run = make(web, special=(slow, dead), soft_deadline=quick)
        (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
        if pool.engines[2].failures:
            break
    assert engines_of(hits) == {"web"}
    assert (slow.cancelled, len(dead.asked), run.waits) == (1, 1, [])
    assert pool.engines[2].summary()["error"] == "500"


async def test_a_source_answers_where_the_whole_chain_is_dead(make: Make) -> None:
    pool, _ = make(Engine("web", QuotaSpent("empty")), special=(Papers("papers"),))
    (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
    assert engines_of(hits) == {"papers"}


async def test_counted_searches_are_for_the_chain(make: Make) -> None:
    papers = Papers("papers")
    pool, _ = make(Engine("web"), special=(papers,), budget={"searches": 3})
    await pool.search(tasks("q", strategy="academic"), "harvest/1")
    assert not papers.asked
