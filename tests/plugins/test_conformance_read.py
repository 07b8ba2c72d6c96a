"""The bundled readers keep the promises of their kind, each with a real document of the example corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from plugins.read.office_kit import presentation, workbook

from dr_core import Reader
from dr_core.testing import ReaderConformance
from dr_plugins.read.delimited import Delimited
from dr_plugins.read.docx import Docx
from dr_plugins.read.html import Html
from dr_plugins.read.pdf import Pdf
from dr_plugins.read.pptx import Pptx
from dr_plugins.read.text import Text
from dr_plugins.read.xlsx import Xlsx

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
SAMPLES: dict[str, tuple[type[Reader], Callable[[], bytes]]] = {
    "html": (Html, lambda: (CORPUS / "desal-energy-en.html").read_bytes()),
    "pdf": (Pdf, lambda: (CORPUS / "desal-cost-en.pdf").read_bytes()),
    "docx": (Docx, lambda: (CORPUS / "battery-safety-en.docx").read_bytes()),
    "csv": (Delimited, lambda: b"year,the price\n2022,1.69\n2024,1.81\n"),
    "xlsx": (Xlsx, lambda: workbook({"a": [["year", "the price"], [2022, 1.69], [2024, 1.81]]})),
    "pptx": (Pptx, presentation),
    "text": (Text, lambda: (CORPUS / "rail-europe-en.txt").read_bytes()),
}


class TestReaders(ReaderConformance):
    says = "the"

    @pytest.fixture(params=SAMPLES)
    def form(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def provider(self, form: str) -> Reader:
        return SAMPLES[form][0]()

    @pytest.fixture
    def sample(self, form: str) -> bytes:
        return SAMPLES[form][1]()
