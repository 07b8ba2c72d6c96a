"""Hard ceilings: the worst case is reserved before a call and settled after it, so no schedule of calls can overshoot.

About a tenth is kept for the final write; a spent budget ends in a shorter report, not in nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dr_core.errors import BudgetSpent

RESOURCES = ("tokens", "usd", "searches")
SINGULAR = {"tokens": "token", "searches": "search"}


@dataclass
class Budget:
    """What a run may spend. A ceiling of None is no ceiling; ``reserve`` is the share kept for calls that are ``final``."""

    tokens: float | None = None
    usd: float | None = None
    searches: float | None = None
    seconds: float | None = None
    reserve: float = 0.1
    clock: Callable[[], float] = time.monotonic
    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(RESOURCES, 0.0))
    held: dict[str, float] = field(default_factory=lambda: dict.fromkeys(RESOURCES, 0.0))
    elapsed_before: float = 0.0
    since: float = 0.0
    """The second of the run from which on the ceiling of seconds counts."""

    def __post_init__(self) -> None:
        self._started = self.clock()
        self._paused: float | None = None
        self._settled: list[asyncio.Future[None]] = []
        self._open = 0

    @property
    def elapsed(self) -> float:
        """Seconds spent by the run, over all its processes."""
        now = self.clock() if self._paused is None else self._paused
        return self.elapsed_before + now - self._started

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Count no seconds as long as this lasts: a person is waited for."""
        self._paused = self.clock()
        try:
            yield
        finally:
            self._started += self.clock() - self._paused
            self._paused = None

    def left(self, resource: str, *, final: bool = False) -> float:
        """What may still be reserved of a resource."""
        ceiling: float | None = getattr(self, resource)
        if ceiling is None:
            return float("inf")
        usable = ceiling if final or resource == "searches" else ceiling * (1 - self.reserve)
        return usable - self.spent[resource] - self.held[resource]

    def seconds_left(self, *, final: bool = False) -> float:
        """Seconds until the ceiling."""
        if self.seconds is None:
            return float("inf")
        return (self.seconds if final else self.seconds * (1 - self.reserve)) - (self.elapsed - self.since)

    def renew(self) -> None:
        """Count anew from here: nothing is spent yet, but what calls under way hold is held."""
        self.spent = dict.fromkeys(RESOURCES, 0.0)
        self.since = self.elapsed

    def hold(self, *, final: bool = False, **amounts: float) -> Hold:
        """Reserve the worst case of a call; raises ``BudgetSpent`` where that could pass a ceiling."""
        if self.seconds_left(final=final) <= 0:
            raise BudgetSpent(f"the budget of {self.seconds:g} seconds is spent", remedy="Raise --max-seconds")
        for resource, amount in amounts.items():
            if amount > self.left(resource, final=final):
                unit = SINGULAR.get(resource, resource) if amount == 1 else resource
                raise BudgetSpent(
                    f"{amount:,.6g} {unit} would pass the budget of {getattr(self, resource):,.6g} "
                    f"({self.spent[resource]:,.6g} spent)",
                    remedy=f"Raise --max-{resource}",
                )
        for resource, amount in amounts.items():
            self.held[resource] += amount
        self._open += 1
        return Hold(self, amounts)

    async def set_aside(self, *, final: bool = False, **amounts: float) -> Hold:
        """As ``hold``, but where calls under way hold what is missing, wait for what they give back.

        Worst cases are far above what calls cost in the end: refusing what would fit a moment later would waste the budget.
        """
        while True:
            try:
                return self.hold(final=final, **amounts)
            except BudgetSpent:
                fits = all(amount <= self.left(name, final=final) + self.held[name] for name, amount in amounts.items())
                if not fits or self.seconds_left(final=final) <= 0 or not self._open:
                    raise
            settled = asyncio.get_running_loop().create_future()
            self._settled.append(settled)
            await settled

    def charge(self, **amounts: float) -> None:
        """Count what was really spent (also of calls answered from the journal)."""
        for resource, amount in amounts.items():
            self.spent[resource] += amount

    def wake(self) -> None:
        """A reservation was settled: those who wait for what it held look again."""
        self._open -= 1
        waiting, self._settled = self._settled, []
        for one in waiting:
            if not one.done():
                one.set_result(None)


class Hold:
    """A reservation; give it back with ``settle`` exactly once."""

    def __init__(self, budget: Budget, amounts: dict[str, float]) -> None:
        self._budget = budget
        self._amounts = amounts

    def settle(self, **spent: float) -> None:
        """Replace the reservation by what was really spent; nothing for a call that failed before it cost anything."""
        for resource, amount in self._amounts.items():
            self._budget.held[resource] -= amount
        self._amounts = {}
        self._budget.charge(**spent)
        self._budget.wake()
