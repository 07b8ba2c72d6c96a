"""The three wire formats, each with its stand-in service and our provider for it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from standin.llm_bench import VENDORS, Bench
from standin.llm_server import LlmServer


async def _benches(name: str) -> AsyncIterator[Bench]:
    vendor, kind, root = VENDORS[name]
    async with LlmServer(vendor) as server:
        made = Bench(server, kind, root, name)
        yield made
        await made.aclose()


@pytest.fixture(params=VENDORS)
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    """Each format in turn."""
    async for made in _benches(request.param):
        yield made


@pytest.fixture
async def openai_bench() -> AsyncIterator[Bench]:
    """OpenAI's format."""
    async for made in _benches("openai"):
        yield made


@pytest.fixture
async def anthropic_bench() -> AsyncIterator[Bench]:
    """Anthropic's format."""
    async for made in _benches("anthropic"):
        yield made
