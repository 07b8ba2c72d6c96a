"""What is made of whole pages, remembered: of pages of usual length for those of many runs at once, of long ones for few."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

LONG = 50_000
"""Characters beyond which a page is a long one: what is made of it takes many times as much memory."""

PAGES, LONG_PAGES = 512, 64

More = TypeVarTuple("More")
T = TypeVar("T")


def of_pages(make: Callable[[str, *More], T]) -> Callable[[str, *More], T]:
    """Remember what ``make`` gave for the texts of the last pages; it is to be read only."""
    usual, long = lru_cache(maxsize=PAGES)(make), lru_cache(maxsize=LONG_PAGES)(make)

    @wraps(make)
    def kept(text: str, /, *more: *More) -> T:
        return (long if len(text) > LONG else usual)(text, *more)

    return kept
