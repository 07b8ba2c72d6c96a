"""Decorate every provider: a hook that measures each call, whatever the kind and whoever wrote it."""

from __future__ import annotations

import functools
import time
from typing import Any

from dr_core import hookimpl

METHODS = {
    "search": "search", "llm": "complete", "sandbox": "execute_python", "clarify": "assess",
    "verify": "verify_report", "render": "render",
}  # fmt: skip


class Timed:
    """Measures every call to every provider; ``calls`` holds (kind, instance, seconds)."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, float]] = []

    @hookimpl
    def wrap_provider(self, kind: str, name: str, provider: Any) -> Any:
        method = getattr(provider, METHODS[kind])

        @functools.wraps(method)
        async def timed(*arguments: Any, **named: Any) -> Any:
            started = time.perf_counter()
            try:
                return await method(*arguments, **named)
            finally:
                self.calls.append((kind, name, time.perf_counter() - started))

        setattr(provider, METHODS[kind], timed)
        return provider
