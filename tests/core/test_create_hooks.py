"""Every create hook: what a plugin returns is the provider; None leaves it to the registry."""

from __future__ import annotations

from typing import Any

import pytest

from dr_core import Kernel, hookimpl, load_settings
from dr_core.errors import PluginNotFound
from dr_core.interfaces import Provider
from dr_core.testing import FakeClarifier, FakeModel, FakePageFetcher, FakeRenderer, FakeSandbox, FakeSearch, FakeVerifier


class Makes:
    """Makes the instance ``mine`` of every kind, and declines all others."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, Any]]] = []

    def _made(self, fake: type[Provider], name: str, options: Any, context: Any) -> Any:
        self.asked.append((fake.kind, name, dict(options)))
        return fake(None, context) if name == "mine" else None

    @hookimpl
    def create_search(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeSearch, name, options, context)

    @hookimpl
    def create_llm(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeModel, name, options, context)

    @hookimpl
    def create_sandbox(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeSandbox, name, options, context)

    @hookimpl
    def create_clarifier(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeClarifier, name, options, context)

    @hookimpl
    def create_verifier(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeVerifier, name, options, context)

    @hookimpl
    def create_renderer(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakeRenderer, name, options, context)

    @hookimpl
    def create_fetcher(self, name: str, options: Any, context: Any) -> Any:
        return self._made(FakePageFetcher, name, options, context)


@pytest.mark.parametrize(
    ("kind", "fake", "other"),
    [
        ("search", FakeSearch, "dr_core.testing:FakeSearch"),
        ("llm", FakeModel, "dr_core.testing:FakeModel"),
        ("sandbox", FakeSandbox, "dr_core.testing:FakeSandbox"),
        ("clarify", FakeClarifier, "dr_core.testing:FakeClarifier"),
        ("verify", FakeVerifier, "dr_core.testing:FakeVerifier"),
        ("render", FakeRenderer, "dr_core.testing:FakeRenderer"),
        ("fetch", FakePageFetcher, "dr_core.testing:FakePageFetcher"),
    ],
)
def test_a_create_hook_makes_the_provider_or_leaves_it_to_the_registry(kind: str, fake: type[Provider], other: str) -> None:
    settings = load_settings({kind: {"use": ["mine"], "mine": {"colour": "red"}}}).settings
    makes = Makes()
    kernel = Kernel(settings, plugins=[makes])
    made = kernel.provider(kind, "mine")
    assert type(made) is fake
    assert made.name == "mine"
    assert makes.asked == [(kind, "mine", {"colour": "red"})]  # options reach the hook as they stand in the settings
    assert type(kernel.provider(kind, other)) is fake  # declined, so loaded by its import path
    assert makes.asked[1:] == [(kind, other, {})]


@pytest.mark.parametrize("kind", ["search", "llm", "sandbox", "clarify", "verify", "render", "fetch"])
def test_a_create_hook_may_make_a_name_that_no_package_brings(kind: str) -> None:
    settings = load_settings({kind: {"use": ["mine"], "mine": {}}}).settings
    kernel = Kernel(settings, plugins=[Makes()])
    kernel.check()
    (made,) = kernel.providers(kind)
    assert made.name == "mine"


def test_a_name_that_no_hook_makes_either_is_refused_as_ever() -> None:
    with pytest.raises(PluginNotFound, match=r"no search plugin named 'minr' \(\[search\] use\)"):
        Kernel(load_settings({"search": {"use": ["minr"]}}).settings, plugins=[Makes()]).check()
