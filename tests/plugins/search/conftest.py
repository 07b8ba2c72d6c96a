"""What the tests of the search providers share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

import pytest
from standin.search_table import ENGINES, Start
from standin.server import Standin


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """``start("tavily", depth="advanced")``: a provider and the server it talks to; both are closed at the end."""
    providers = []
    with ExitStack() as stack:

        def make(name: str, **options: Any) -> tuple[Any, Standin]:
            engine = ENGINES[name]
            server = stack.enter_context(Standin(engine.route))
            provider = engine.provider(server.url, **options)
            providers.append(provider)
            return provider, server

        yield make
        for provider in providers:
            await provider.aclose()
