"""The kit for plugin authors: a conformance class and a fake for each kind, and a pytest plugin.

::

    import pytest
    from dr_core.testing import SearchConformance
    from dr_mine import Mine

    class TestMine(SearchConformance):
        @pytest.fixture
        def provider(self):
            return Mine()

The names are imported when first used: the pytest plugin is loaded in every pytest run of everybody who installs dr, and must
cost nothing there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dr_core.testing.conformance.base import Conformance as Conformance
    from dr_core.testing.conformance.base import deviates as deviates
    from dr_core.testing.conformance.clarify import ClarifierConformance as ClarifierConformance
    from dr_core.testing.conformance.fetch import PageFetcherConformance as PageFetcherConformance
    from dr_core.testing.conformance.llm import ModelConformance as ModelConformance
    from dr_core.testing.conformance.read import ReaderConformance as ReaderConformance
    from dr_core.testing.conformance.render import RendererConformance as RendererConformance
    from dr_core.testing.conformance.sandbox import SandboxConformance as SandboxConformance
    from dr_core.testing.conformance.search import SearchConformance as SearchConformance
    from dr_core.testing.conformance.verify import VerifierConformance as VerifierConformance
    from dr_core.testing.fake import FakeClarifier as FakeClarifier
    from dr_core.testing.fake import FakePageFetcher as FakePageFetcher
    from dr_core.testing.fake import FakeReader as FakeReader
    from dr_core.testing.fake import FakeRenderer as FakeRenderer
    from dr_core.testing.fake import FakeSearch as FakeSearch
    from dr_core.testing.fake import FakeVerifier as FakeVerifier
    from dr_core.testing.fake_model import FakeModel as FakeModel
    from dr_core.testing.fake_sandbox import FakeSandbox as FakeSandbox
    from dr_core.testing.sample import sample_report as sample_report

_HOME = {
    "conformance.base": ["Conformance", "deviates"],
    "conformance.clarify": ["ClarifierConformance"],
    "conformance.fetch": ["PageFetcherConformance"],
    "conformance.llm": ["ModelConformance"],
    "conformance.read": ["ReaderConformance"],
    "conformance.render": ["RendererConformance"],
    "conformance.sandbox": ["SandboxConformance"],
    "conformance.search": ["SearchConformance"],
    "conformance.verify": ["VerifierConformance"],
    "fake": ["FakeClarifier", "FakePageFetcher", "FakeReader", "FakeRenderer", "FakeSearch", "FakeVerifier"],
    "fake_model": ["FakeModel"],
    "fake_sandbox": ["FakeSandbox"],
    "sample": ["sample_report"],
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(f"dr_core.testing.{_MODULE_OF[name]}"), name)
    raise AttributeError(f"module 'dr_core.testing' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
