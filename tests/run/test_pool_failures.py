"""The search pool when engines fail: fail-over by class of failure, retries, cool-downs, and what is on record."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pool_kit import QUICK, Engine, Make, Papers, engines_of, never, tasks
from standin import web_engines
from standin.server import Standin, answer

from dr_core.errors import AuthFailed, BadAnswer, Blocked, BudgetSpent, ProviderError, QuotaSpent, RateLimited
from dr_core.run import engine as engine_module
from dr_core.run.pool import Pool
from dr_plugins.search.searxng import SearXNG


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


@pytest.mark.parametrize(("after", "cooled"), [(0.0, 0.0), (30.0, 30.0), (100_000.0, 60.0), (None, 60.0)])
async def test_a_rate_limit_cools_down_as_long_as_asked_within_reason(make: Make, after: float | None, cooled: float) -> None:
    limited, good = Engine("limited", RateLimited("slow down", retry_after=after), 5), Engine("good")
    pool, run = make(limited, good)
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert run.waits == []
    assert cooled - 20 < pool.engines[0].door.cooling() <= cooled
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
    pool, _ = make(stuck, good, parallel_strategy="batch", deadline=QUICK[0])
    (hits,) = await pool.search(tasks("q"), "harvest/1")
    assert engines_of(hits) == {"good"}
    assert "no answer within" in pool.engines[0].last_error
    assert "Raise search.deadline, or take 'stuck' out of [search] use" in pool.engines[0].last_error


async def test_a_search_that_the_budget_leaves_no_time_is_not_the_fault_of_its_package(make: Make) -> None:
    for quick in QUICK:
        stuck = Engine("stuck", never())
        pool, _ = make(stuck, budget={"seconds": quick})
        await pool.search(tasks("q"), "harvest/1")
        if stuck.asked:
            break
    assert "Raise --max-seconds: no more time was left" in pool.engines[0].last_error


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
