"""The search pool: strategies, fail-over by class of failure, retries, cool-downs, and what losers cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pool_kit import Engine, Make, Papers, Patient, engines_of, patient_run, tasks
from standin import web_engines
from standin.server import Standin, answer

from dr_core.errors import AuthFailed, BadAnswer, Blocked, BudgetSpent, ProviderError, QuotaSpent, RateLimited
from dr_core.run import engine as engine_module
from dr_core.run.pool import Pool
from dr_core.settings import Settings
from dr_plugins.search.searxng import SearXNG

QUICK = 0.3
"""A deadline that is soon over, and not before a busy disk has answered; engines it is for wait for events that never come."""


@pytest.fixture(autouse=True)
def own_doors(monkeypatch: pytest.MonkeyPatch) -> None:
    """What services told other tests is forgotten."""
    monkeypatch.setattr(engine_module, "_doors", {})


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """``make(engine, ..., parallel_strategy="race")``: a pool and its run."""
    runs: list[Patient] = []

    def made(
        *engines: Any, special: tuple[Any, ...] = (), budget: dict[str, Any] | None = None, **search: Any
    ) -> tuple[Pool, Patient]:
        folder = tmp_path / str(len(runs))
        folder.mkdir()
        run = patient_run(folder, Settings(search=search, budget=budget or {}))
        runs.append(run)
        return Pool(run, engines, special), run

    yield made
    for run in runs:
        await run.journal.aclose()


def never() -> asyncio.Event:
    """An engine that hangs."""
    return asyncio.Event()


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
    slow, good, third = Engine("slow", never()), Engine("good"), Engine("third")
    pool, _ = make(slow, good, third, soft_deadline=QUICK)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert (slow.cancelled, len(third.asked)) == (1, 0)


async def test_an_engine_that_dawdled_twice_no_longer_goes_first(make: Make) -> None:
    slow, good = Engine("slow", never()), Engine("good")
    pool, _ = make(slow, good, soft_deadline=QUICK)
    for number in range(4):
        await pool.search(tasks("q"), f"harvest/{number}")
    assert (len(slow.asked), len(good.asked)) == (2, 4)


async def test_hedging_off_waits_for_a_slow_one(make: Make) -> None:
    gate = asyncio.Event()
    slow, good = Engine("slow", gate), Engine("good")
    pool, _ = make(slow, good, soft_deadline=QUICK, enable_race_mode=False)
    searching = asyncio.create_task(pool.search(tasks("q"), "harvest/1"))
    await asyncio.sleep(QUICK * 1.5)
    assert not good.asked
    gate.set()
    (hits,) = await searching
    assert engines_of(hits) == {"slow"}


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


# --- failures -------------------------------------------------------------------------------------------------------------


async def test_where_no_time_is_left_to_try_again_the_search_found_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, run = make(Engine("down", ProviderError("no route")))

    async def sleep(seconds: float) -> None:
        raise BudgetSpent("the budget of seconds is spent")

    monkeypatch.setattr(run, "sleep", sleep)
    assert await pool.search(tasks("a", "b"), "harvest/1") == [[], []]
    assert "seconds" in str(pool.refused)


@pytest.mark.parametrize("error", [QuotaSpent("empty"), AuthFailed("no key")])
async def test_a_spent_or_refused_account_is_out_for_the_run(make: Make, error: ProviderError) -> None:
    dead, good = Engine("dead", error), Engine("good")
    pool, run = make(dead, good)
    for number in range(3):
        (hits,) = await pool.search(tasks("q"), f"harvest/{number}")
        assert engines_of(hits) == {"good"}
    assert len(dead.asked) == 1
    assert run.waits == []
    assert pool.engines[0].summary() == {"calls": 1, "failures": 1, "error": str(error)}


@pytest.mark.parametrize(("after", "cooled"), [(0.0, 0.0), (7.0, 7.0), (100_000.0, 60.0), (None, 60.0)])
async def test_a_rate_limit_cools_down_as_long_as_asked_within_reason(make: Make, after: float | None, cooled: float) -> None:
    limited, good = Engine("limited", RateLimited("slow down", retry_after=after), 5), Engine("good")
    pool, run = make(limited, good)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert run.waits == []
    assert pool.engines[0].door.cooling() == pytest.approx(cooled, abs=1)
    await pool.search(tasks("q"), "harvest/2")
    assert len(limited.asked) == (1 if cooled else 2)


async def test_another_run_heeds_the_same_rate_limit(make: Make) -> None:
    limited, good = Engine("limited", RateLimited("slow down", retry_after=50)), Engine("good")
    await make(limited, good)[0].search(tasks("q"), "harvest/1")
    await make(limited, good)[0].search(tasks("q"), "harvest/1")
    assert len(limited.asked) == 1


async def test_a_bot_wall_cools_down_and_is_not_waited_for(make: Make) -> None:
    walled = Engine("walled", Blocked("captcha"))
    pool, run = make(walled)
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert await pool.search(tasks("q"), "harvest/2") == [[]]
    assert (len(walled.asked), run.waits) == (1, [])


async def test_a_rate_limited_engine_is_waited_for_where_it_is_the_only_one(make: Make) -> None:
    limited = Engine("limited", RateLimited("slow down", retry_after=9), 5)
    pool, run = make(limited)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert len(hits) == 5
    assert sum(run.waits) == pytest.approx(9, abs=1)


async def test_a_query_that_comes_while_all_engines_rest_waits_for_the_first_of_them(make: Make) -> None:
    limited = Engine("limited", RateLimited("slow down", retry_after=9), 5)
    other, pool_run = make(limited, Engine("good"))
    await other.search(tasks("q"), "harvest/1")
    assert pool_run.waits == []
    pool, run = make(limited)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert len(hits) == 5
    assert run.waits == [pytest.approx(9, abs=1)]


@pytest.mark.parametrize("error", [ProviderError("500"), BadAnswer("HTML instead of JSON")])
async def test_a_failing_engine_is_left_for_the_next_at_once(make: Make, error: ProviderError) -> None:
    dead, good = Engine("dead", error), Engine("good")
    pool, run = make(dead, good)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert run.waits == []


async def test_a_plugin_that_crashes_is_left_for_the_next(make: Make) -> None:
    class Crashing(Engine):
        async def search(self, task: Any, limit: int) -> Any:
            raise KeyError("results")

    pool, _ = make(Crashing("crashing"), Engine("good"))
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert "search plugin 'crashing'" in pool.engines[0].last_error
    assert "its search raised KeyError: 'results'" in pool.engines[0].last_error


async def test_a_search_past_its_deadline_is_given_up(make: Make) -> None:
    stuck, good = Engine("stuck", never()), Engine("good")
    pool, _ = make(stuck, good, parallel_strategy="batch", deadline=QUICK)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert "no answer within" in pool.engines[0].last_error


async def test_retries_come_only_when_none_is_left(make: Make) -> None:
    dead, recovering = Engine("dead", ProviderError("500")), Engine("recovering", ProviderError("502"), 5)
    pool, run = make(dead, recovering)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"recovering"}
    assert run.waits == [2.0]
    assert len(dead.asked) == 2


async def test_the_server_counts_one_call_and_two_retries(make: Make) -> None:
    with Standin(web_engines.searxng) as server:
        server.fault = answer({}, 500)
        provider = SearXNG(SearXNG.Options(base_url=server.url, rate=1000))
        pool, run = make(provider)
        assert await pool.search(tasks("q"), "harvest/1") == [[]]
        await provider.aclose()
    assert len(server.requests) == 3
    assert run.waits == [2.0, 4.0]


async def test_what_waiting_does_not_help_is_not_retried(make: Make) -> None:
    pool, run = make(Engine("bad", BadAnswer("HTML")), Engine("out", QuotaSpent("empty")), Engine("wall", Blocked("captcha")))
    assert await pool.search(tasks("q"), "harvest/1") == [[]]
    assert run.waits == []
    assert [each.calls for each in pool.engines] == [1, 1, 1]
    assert pool.tried() == "bad: HTML; out: empty; wall: captcha"


async def test_one_failing_task_does_not_touch_the_others(make: Make) -> None:
    class Picky(Engine):
        async def search(self, task: Any, limit: int) -> Any:
            if task.query == "b":
                raise BadAnswer("not that one")
            return await super().search(task, limit)

    pool, _ = make(Picky("picky"))
    assert [len(hits) for hits in await pool.search(tasks("a", "b", "c"), "harvest/1")] == [5, 0, 5]


async def test_an_engine_without_its_key_is_never_asked_and_says_what_it_lacks(make: Make) -> None:
    keyed, free = Engine("keyed", lacking="Set KEYED_API_KEY"), Engine("free")
    pool, _ = make(keyed, free, parallel_strategy="batch")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"free"}
    assert not keyed.asked
    assert pool.engines[0].summary() == {"calls": 0, "error": "Set KEYED_API_KEY"}


async def test_a_plugin_that_raises_when_asked_what_it_lacks_is_named_and_the_rest_goes_on(make: Make) -> None:
    class Rude(Engine):
        def lacks(self) -> str:
            raise RuntimeError("no\nmanners")

    rude = Rude("rude")
    pool, _ = make(rude, Engine("free"), parallel_strategy="batch")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"free"}
    assert not rude.asked
    assert "rude: its lacks() raised RuntimeError: no manners" in pool.tried()


async def test_cancelling_a_search_leaves_nothing_running(make: Make) -> None:
    one, two = Engine("one", never()), Engine("two", never())
    papers = Papers("papers", never())
    pool, _ = make(one, two, special=(papers,), parallel_strategy="batch")
    searching = asyncio.create_task(pool.search(tasks("q", strategy="academic"), "harvest/1"))
    while not (one.asked and two.asked and papers.asked):
        await asyncio.sleep(0)
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching
    assert [one.cancelled, two.cancelled, papers.cancelled] == [1, 1, 1]


async def test_a_resumed_race_has_the_same_winner_and_asks_nobody(make: Make) -> None:
    slow, fast = Engine("slow", never()), Engine("fast")
    pool, run = make(slow, fast, parallel_strategy="race")
    before = await pool.search(tasks("q"), "harvest/1")
    again = Pool(run, [Engine("slow", 5), Engine("fast", BadAnswer("changed"))])
    assert await again.search(tasks("q"), "harvest/1") == before


async def test_a_recorded_rate_limit_is_no_news_of_today(make: Make) -> None:
    limited, stuck = Engine("limited", RateLimited("slow down", retry_after=50)), Engine("stuck", never())
    pool, run = make(limited, stuck, parallel_strategy="batch")
    searching = asyncio.create_task(pool.search(tasks("q"), "harvest/1"))
    while not pool.engines[0].failures:
        await asyncio.sleep(0)
    searching.cancel()  # the run is stopped here, and resumed much later
    await asyncio.gather(searching, return_exceptions=True)
    engine_module._doors.clear()
    resumed = Pool(run, [limited, Engine("stuck")])
    (hits,) = await resumed.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"stuck"}
    assert len(limited.asked) == resumed.engines[0].failures == 1
    assert not resumed.engines[0].door.cooling()


async def test_a_retry_is_for_those_it_can_help(make: Make) -> None:
    limited, bad = Engine("limited", RateLimited("slow down", retry_after=9), 5), Engine("bad", BadAnswer("HTML"))
    pool, _ = make(limited, bad, parallel_strategy="batch")
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"limited"}
    assert len(bad.asked) == 1


# --- sources beyond the web -----------------------------------------------------------------------------------------------


async def test_papers_join_an_academic_query_and_come_first(make: Make) -> None:
    web, papers = Engine("web"), Papers("papers")
    pool, _ = make(web, special=(papers,))
    (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
    assert [hit.engine for hit in hits[:2]] == ["papers", "web"]
    assert [each.name for each in pool.engines] == ["web", "papers"]


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
    web, slow, dead = Engine("web"), Papers("slow", never()), Papers("dead", ProviderError("500"))
    pool, run = make(web, special=(slow, dead), soft_deadline=QUICK)
    (hits,) = await pool.search(tasks("q", strategy="academic"), "harvest/1")
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
