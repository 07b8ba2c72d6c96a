"""What services over HTTP do wrong, the error that each of it is, and what every such error owes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from standin.server import Reply, Start, answer
from standin.web_engines import KEY

from dr_core import AuthFailed, BadAnswer, ProviderError, QuotaSpent, RateLimited

Ask = Callable[[Any], Awaitable[Any]]
"""How a provider is asked."""

REFUSAL = {"message": "no"}
QUOTING = {"message": f"no: {KEY}"}  # services like to quote the key they refuse
PAGE = Reply(b"<!doctype html><html><body><p>Hello, this is a hotel.</p></body></html>", media="text/html")
FAULTS: dict[str, tuple[Reply, type[ProviderError]]] = {
    "401": (answer(REFUSAL, 401), AuthFailed),
    "402": (answer(REFUSAL, 402), QuotaSpent),
    "403": (answer(REFUSAL, 403), AuthFailed),
    "429 in seconds": (answer(REFUSAL, 429, Retry_After="7"), RateLimited),
    "500": (answer(REFUSAL, 500), ProviderError),
    "hang": (Reply(hang=True), ProviderError),
    "truncated": (Reply(b'{"results": [{"title": "x", "url": "https://example.org/"}]}' * 50, cut=True), ProviderError),
    "HTML": (PAGE, BadAnswer),
    "empty": (Reply(b""), BadAnswer),
    "another format": (answer({"hello": "world"}), BadAnswer),
    "a list": (answer([1, 2, 3]), BadAnswer),
    "null": (answer(None), BadAnswer),
}
HURRIED = (0.3, 3, 30)
"""Seconds for a server that never answers; the longer ones are for a machine that is too busy to ask it in the first."""


async def tells(start: Start, name: str, fault: str, ask: Ask, otherwise: type[ProviderError] | None, *, keyed: bool) -> None:
    """Hold the error of a service that does this wrong against what it owes; of one with a key, that it does not say it."""
    reply, expected = FAULTS[fault]
    quoting = keyed and reply.body == answer(REFUSAL).body
    for seconds in HURRIED if reply.hang else (60,):
        provider, server = start(name, timeout=seconds)
        server.fault = replace(reply, body=answer(QUOTING).body) if quoting else reply
        with pytest.raises(otherwise or expected) as caught:
            await ask(provider)
        if server.requests:
            break
    said = str(caught.value)
    assert KEY not in said
    assert "\n" not in said
    assert len(said) < 500
    assert server.requests, "the request never reached the server"
    if fault in ("500", "hang"):
        assert caught.value.retryable
    if fault == "429 in seconds":
        assert caught.value.retry_after == 7  # type: ignore[attr-defined]


async def waits_until_a_date(start: Start, name: str, ask: Ask) -> None:
    """Hold what is understood of a service that says with a date when it may be asked again."""
    provider, server = start(name)
    server.fault = answer(REFUSAL, 429, Retry_After=format_datetime(datetime.now(UTC) + timedelta(seconds=600), usegmt=True))
    with pytest.raises(RateLimited) as caught:
        await ask(provider)
    assert caught.value.retry_after is not None
    assert 500 < caught.value.retry_after <= 600
