"""What the tests of the search providers share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from files_kit import Make, written
from standin.search_table import ENGINES
from standin.server import Standin, Start

from dr_core import Context
from dr_plugins.search.files import Files


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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to search."""
    return written(tmp_path / "my docs")


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """``make(folder, ...)``: a provider over folders; all of them share one cache, and are closed at the end."""
    made: list[Files] = []

    def build(*paths: Path, **options: Any) -> Files:
        made.append(Files(Files.Options(paths=list(paths), **options), Context(instance="files", cache_dir=tmp_path / "cache")))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()
