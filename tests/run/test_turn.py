"""Runs that share an event loop begin their stages one after the other, so that the loop is heard in between."""

from __future__ import annotations

import asyncio
from collections import Counter

from dr_core.run.turn import own_turn


async def test_in_one_round_of_the_loop_one_run_begins_and_all_come_to_their_turn() -> None:
    begun: Counter[int] = Counter()
    order: list[int] = []
    rounds = 0

    async def run(number: int) -> None:
        for _ in range(3):
            await own_turn()
            begun[rounds] += 1
            order.append(number)

    tasks = [asyncio.create_task(run(number)) for number in range(12)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds += 1
    assert set(begun.values()) == {1}
    assert set(order[:13]) == set(range(12)), "whoever came before is not passed over"


async def test_who_is_cancelled_while_waiting_holds_nobody_up() -> None:
    await own_turn()
    waiting = [asyncio.create_task(own_turn()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await asyncio.wait_for(asyncio.gather(waiting[0], waiting[2]), 30)
    assert waiting[1].cancelled()
