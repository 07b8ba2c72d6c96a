"""The bundled sandboxes keep the promises of their kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sandbox_kit import EVERY, draws_cjk

from dr_core.testing import SandboxConformance


class TestBundledSandboxes(SandboxConformance):
    """All three, as the kit for plugin authors sees them."""

    @pytest.fixture(params=EVERY)
    def provider(self, request: pytest.FixtureRequest, fresh: Callable[..., Any]) -> Any:
        self.draws = draws_cjk(request.param)  # its figures have Chinese labels
        return fresh(request.param)
