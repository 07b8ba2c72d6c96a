"""The example in the documentation of each interface keeps the promises that stand below it."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import dr_core
from dr_core.testing import (
    ClarifierConformance,
    ModelConformance,
    PageFetcherConformance,
    ReaderConformance,
    RendererConformance,
    SearchConformance,
    VerifierConformance,
)


def example(interface: type) -> Any:
    """The class that the docstring of an interface shows, made without options."""
    told = textwrap.dedent((inspect.getdoc(interface) or "").partition("::\n")[2].partition("Promises:")[0])
    names: dict[str, Any] = {name: getattr(dr_core, name) for name in dr_core.__all__}
    before = {*names, *(given := {"Path": Path, "Sequence": Sequence, "quote": quote})}
    exec("from __future__ import annotations\n" + told, names | given, made := names | given)
    [shown] = [value for name, value in made.items() if name not in before and isinstance(value, type)]
    return shown()


class TestSearchProvider(SearchConformance):
    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.SearchProvider)


class TestModelProvider(ModelConformance):
    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.ModelProvider)


class TestClarifier(ClarifierConformance):
    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.Clarifier)


class TestVerifier(VerifierConformance):
    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.Verifier)


class TestRenderer(RendererConformance):
    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.Renderer)


class TestReader(ReaderConformance):
    sample = pytest.fixture(lambda self: b"HEAT PUMPS move heat")
    says = "Heat pumps"

    @pytest.fixture
    def provider(self) -> Any:
        return example(dr_core.Reader)


class TestPageFetcher(PageFetcherConformance):
    url = "https://example.org/page"

    @pytest.fixture
    def provider(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
        monkeypatch.chdir(tmp_path)
        Path("saved").mkdir()
        Path("saved", quote(self.url, safe="")).write_text("<p>Heat pumps move heat.</p>", encoding="utf-8")
        return example(dr_core.PageFetcher)
