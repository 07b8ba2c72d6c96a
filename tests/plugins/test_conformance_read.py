"""The bundled readers keep the promises of their kind, each with a real document of the example corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Reader
from dr_core.testing import ReaderConformance
from dr_plugins.read.docx import Docx
from dr_plugins.read.html import Html
from dr_plugins.read.pdf import Pdf
from dr_plugins.read.text import Text

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
SAMPLES = {
    Html: CORPUS / "desal-energy-en.html",
    Pdf: CORPUS / "desal-cost-en.pdf",
    Docx: CORPUS / "battery-safety-en.docx",
    Text: CORPUS / "rail-europe-en.txt",
}


class TestReaders(ReaderConformance):
    says = "the"

    @pytest.fixture(params=SAMPLES)
    def reader(self, request: pytest.FixtureRequest) -> type[Reader]:
        found: type[Reader] = request.param
        return found

    @pytest.fixture
    def provider(self, reader: type[Reader]) -> Reader:
        return reader()

    @pytest.fixture
    def sample(self, reader: type[Reader]) -> bytes:
        return SAMPLES[reader].read_bytes()
