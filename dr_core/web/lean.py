"""httpx, without the command line that it brings along: that loads rich, pygments and click where they are installed, which costs
80 ms and 6 MB in every process that asks a service for anything. Imported by what needs httpx, when it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["httpx"]


@contextmanager
def _as_if_absent(module: str) -> Iterator[None]:
    """Have an import of ``module`` fail in the meantime, unless it is there already."""
    there = module in sys.modules
    if not there:
        sys.modules[module] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if not there:
            del sys.modules[module]


with _as_if_absent("httpx._main"):  # httpx is ready for that: its command has an extra of its own
    import httpx
