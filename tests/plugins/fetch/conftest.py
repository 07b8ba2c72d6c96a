"""What the tests of the reader fallbacks share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

import pytest
from standin.reader_services import SERVICES
from standin.server import Standin, Start


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """``start("jina")``: a provider and the server it talks to; both are closed at the end."""
    providers = []
    with ExitStack() as stack:

        def make(name: str, **options: Any) -> tuple[Any, Standin]:
            server = stack.enter_context(Standin(SERVICES[name].route))
            providers.append(SERVICES[name].provider(server.url, **options))
            return providers[-1], server

        yield make
        for provider in providers:
            await provider.aclose()
