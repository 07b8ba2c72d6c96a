"""The bundled renderers keep the promises of their kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Renderer, Report
from dr_core.testing import RendererConformance
from dr_plugins.render.markdown import Markdown


class TestRenderers(RendererConformance):
    @pytest.fixture(params=[Markdown])
    def provider(self, request: pytest.FixtureRequest) -> Renderer:
        made: Renderer = request.param()
        return made


class Bibliography(Renderer):
    """Writes the references only."""

    async def render(self, report: Report, folder: Path) -> bytes:
        return "\n".join(f"{one.number} {one.title}" for one in report.references).encode()


class TestBibliography(RendererConformance):
    @pytest.fixture
    def provider(self) -> Renderer:
        return Bibliography()
