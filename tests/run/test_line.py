"""Standing in line by rank: one at a time, the lowest first, and nobody is forgotten whoever gives up."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest

from dr_core.run.line import Line


async def come(line: Line, rank: int, served: list[int]) -> None:
    async with line.turn(rank):
        served.append(rank)
        await asyncio.sleep(0)


async def test_the_lowest_rank_comes_first_and_within_one_who_asked_first() -> None:
    line, served = Line(), list[str]()

    async def named(name: str, rank: int) -> None:
        async with line.turn(rank):
            served.append(name)
            await asyncio.sleep(0)

    await asyncio.gather(*(named(*who) for who in [("a", 9), ("b", 5), ("c", 3), ("d", 5), ("e", 1), ("f", 3)]))
    assert served == ["a", "e", "c", "f", "b", "d"], "the first has it before the others ask"


async def test_who_gives_up_is_passed_over() -> None:
    line, served = Line(), list[int]()
    async with line.turn(0):
        tasks = [asyncio.create_task(come(line, rank, served)) for rank in (1, 2, 3)]
        await asyncio.sleep(0)
        tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert served == [2, 3]


async def test_who_gives_up_just_as_it_is_given_passes_it_on() -> None:
    line, served = Line(), list[int]()
    async with line.turn(0):
        first, second = (asyncio.create_task(come(line, rank, served)) for rank in (1, 2))
        await asyncio.sleep(0)
    first.cancel()  # it has been given the lock, and has not run since
    await asyncio.wait_for(asyncio.gather(first, second, return_exceptions=True), 60)
    assert served == [2]
    await asyncio.wait_for(come(line, 3, served), 60)
    assert served == [2, 3]


async def test_who_fails_lets_go_of_it() -> None:
    line, served = Line(), list[int]()
    with pytest.raises(ValueError, match="broken"):
        async with line.turn(0):
            raise ValueError("broken")
    await asyncio.wait_for(come(line, 1, served), 60)
    assert served == [1]


@pytest.mark.parametrize("seed", range(30))
async def test_whatever_happens_one_has_it_and_the_last_one_gets_it(seed: int) -> None:
    chance, line = Random(seed), Line()
    inside = 0

    async def worker(rank: int) -> None:
        nonlocal inside
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
        async with line.turn(rank):
            inside += 1
            assert inside == 1
            try:
                for _ in range(chance.randrange(4)):
                    await asyncio.sleep(0)
            finally:
                inside -= 1

    tasks = [asyncio.create_task(worker(chance.randrange(5))) for _ in range(40)]
    while not all(task.done() for task in tasks):
        if chance.random() < 0.3:
            chance.choice(tasks).cancel()
        await asyncio.sleep(0)
    assert all(task.cancelled() or task.exception() is None for task in tasks)
    await asyncio.wait_for(come(line, 0, []), 60)


async def test_in_one_round_of_the_loop_one_comes_to_its_turn_where_each_lets_a_round_pass() -> None:
    line, begun, rounds = Line(), Counter[int](), 0

    async def run(rank: int) -> None:
        for _ in range(3):
            async with line.turn(rank):
                await asyncio.sleep(0)
            begun[rounds] += 1

    tasks = [asyncio.create_task(run(rank)) for rank in range(12)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds += 1
    assert set(begun.values()) == {1} and begun.total() == 36
