"""The pace of requests: shared by all instances of a name, and never beyond what the service allows."""

from __future__ import annotations

import threading

from standin.server import Start

from dr_core import SearchTask
from dr_plugins.search._pace import Pace, pace_of


def test_moments_are_an_interval_apart() -> None:
    pace = Pace(rate=10)
    waits = [pace.reserve() for _ in range(4)]
    assert waits[0] == 0
    assert all(abs(wait - place * 0.1) < 0.05 for place, wait in enumerate(waits))


def test_a_burst_goes_out_at_once_and_the_rest_is_spread() -> None:
    pace = Pace(rate=1, burst=3)
    waits = [pace.reserve() for _ in range(5)]
    assert waits[:3] == [0, 0, 0]
    assert 0.9 < waits[3] <= 1 < waits[4] <= 2


def test_threads_share_one_pace_without_taking_the_same_moment() -> None:
    pace = Pace(rate=1000)
    taken: list[float] = []
    threads = [threading.Thread(target=lambda: taken.extend(pace.reserve() for _ in range(50))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 400
    assert max(taken) > 0.2, "400 moments at 1,000 a second cannot all be now"


def test_instances_of_one_name_and_address_share_a_pace_and_others_do_not() -> None:
    assert pace_of("a", "https://x.example", 2) is pace_of("a", "https://x.example", 2)
    assert pace_of("a", "https://x.example", 2) is not pace_of("b", "https://x.example", 2)


async def test_a_provider_keeps_to_its_rate(start: Start) -> None:
    provider, _ = start("tavily", rate=1000)
    before = pace_of(provider.name, provider.options.base_url, 1000, 1)._next
    await provider.search(SearchTask(query="q"), 1)
    assert pace_of(provider.name, provider.options.base_url, 1000, 1)._next > before
