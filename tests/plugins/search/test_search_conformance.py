"""Every bundled provider keeps the promises of its kind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import standin
from standin.search_table import ENGINES, Engine
from standin.server import Standin, answer

from dr_core import Context
from dr_core.testing import SearchConformance
from dr_plugins.search.mcp import MCP


class TestServices(SearchConformance):
    """The providers that speak HTTP."""

    nothing = "zzyzx nothing qwrt"

    @pytest.fixture(params=ENGINES)
    def engine(self, request: pytest.FixtureRequest) -> Engine:
        return ENGINES[request.param]

    @pytest.fixture
    def provider(self, engine: Engine) -> Iterator[Any]:
        with Standin(engine.route) as server:
            yield engine.provider(server.url)

    @pytest.fixture
    def failing_provider(self, engine: Engine) -> Iterator[Any]:
        with Standin(engine.route) as server:
            server.fault = answer({"message": "down"}, 500)
            yield engine.provider(server.url)


class TestMCP(SearchConformance):
    """A tool of an MCP server."""

    nothing = "nothing"

    def build(self, tool: str) -> MCP:
        program = Path(next(iter(standin.__path__))) / "mcp_server.py"
        return MCP(MCP.Options(command=sys.executable, args=(str(program),), tool=tool), Context(instance="wiki"))

    @pytest.fixture
    def provider(self) -> Any:
        return self.build("structured")

    @pytest.fixture
    def failing_provider(self) -> Any:
        return self.build("failing")
