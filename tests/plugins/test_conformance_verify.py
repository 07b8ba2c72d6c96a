"""The bundled verifiers keep the promises of their kind."""

from __future__ import annotations

import pytest

from dr_core import Verifier
from dr_core.testing import VerifierConformance
from dr_plugins.verify.citations import Citations
from dr_plugins.verify.grounding import Grounding


class TestVerifiers(VerifierConformance):
    @pytest.fixture(params=[Citations, Grounding])
    def provider(self, request: pytest.FixtureRequest) -> Verifier:
        made: Verifier = request.param()
        return made
