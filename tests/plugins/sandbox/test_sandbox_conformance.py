"""The bundled sandboxes keep the promises of their kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sandbox_kit import EVERY

from dr_core.testing import SandboxConformance


class TestBundledSandboxes(SandboxConformance):
    """All three, as the kit for plugin authors sees them."""

    @pytest.fixture(params=EVERY)
    def provider(self, request: pytest.FixtureRequest, fresh: Callable[..., Any]) -> Any:
        return fresh(request.param)
