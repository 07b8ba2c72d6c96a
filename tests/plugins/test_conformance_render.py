"""The bundled renderers keep the promises of their kind."""

from __future__ import annotations

import pytest

from dr_core import Renderer
from dr_core.testing import RendererConformance
from dr_plugins.render.markdown import Markdown


class TestRenderers(RendererConformance):
    @pytest.fixture(params=[Markdown])
    def provider(self, request: pytest.FixtureRequest) -> Renderer:
        made: Renderer = request.param()
        return made
