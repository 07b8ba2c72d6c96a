"""Tells work that grows with its input from work that grows with the square of it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TIMES = 64
"""How much larger the large input is than the small one."""


def grows_in_proportion(work: Callable[[int], object], small: int) -> bool:
    """Whether ``work(n)`` takes some ``TIMES`` as long for an ``n`` that is as many times larger. With the square of it, it would
    be 4,096 times as long; an eighth of that is the bound, so that no other load on the machine decides. Collections of garbage
    are put off: what they cost depends on everything else the process holds.
    """

    def seconds(n: int) -> float:
        began = time.process_time()
        work(n)
        return time.process_time() - began

    gc.collect()
    gc.disable()
    try:
        least, most = (min(seconds(n) for _ in range(3)) for n in (small, small * TIMES))
    finally:
        gc.enable()
    return most / max(least, 1e-5) < TIMES * TIMES / 8
