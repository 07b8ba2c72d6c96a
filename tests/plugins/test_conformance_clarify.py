"""The bundled clarifiers keep the promises of their kind."""

from __future__ import annotations

import pytest

from dr_core import Clarifier
from dr_core.testing import ClarifierConformance
from dr_plugins.clarify.adaptive import Adaptive
from dr_plugins.clarify.gate import Gate


class TestClarifiers(ClarifierConformance):
    @pytest.fixture(params=[Adaptive, Gate])
    def provider(self, request: pytest.FixtureRequest) -> Clarifier:
        made: Clarifier = request.param()
        return made
