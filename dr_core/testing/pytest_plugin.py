"""The pytest plugin of dr. It changes nothing of a test that does not ask for it.

* ``dr_network = closed`` in pytest's configuration, or the fixture ``closed_network``: only this machine can be reached. A test
  that needs more says why: ``@pytest.mark.open_network("reason")``.
* fixture ``dr_home``: a home folder of its own, none of the user's settings and keys, a fresh index of plugins.
* a conformance test that is overridden without ``@deviates("why")`` fails; the reasons are shown at the end.

Nothing of dr is imported here until it is needed: this module is loaded in every pytest run of everybody who installs dr.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

_OURS = re.compile(r"(DR|DEEP_RESEARCH|SANDBOX)_|.*_(API_?KEY|TOKEN|SECRET|ACCESS_KEY)$", re.IGNORECASE)
_HOMES = {
    "HOME": "", "USERPROFILE": "", "XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache", "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state", "APPDATA": "AppData/Roaming", "LOCALAPPDATA": "AppData/Local",
}  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("dr_network", "'closed': tests can reach this machine only (dr)", default="open")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "open_network(reason): this test may leave the machine although dr_network is closed")
    if config.getini("dr_network") not in ("open", "closed"):
        raise pytest.UsageError(f"dr_network must be 'open' or 'closed', not '{config.getini('dr_network')}'")
    pytest.register_assert_rewrite("dr_core.testing.conformance")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    marker = item.get_closest_marker("open_network")
    if item.config.getini("dr_network") != "closed" or marker is not None:
        return (yield)
    from dr_core.testing.network import closed_network as closed

    with closed():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        marker = item.get_closest_marker("open_network")
        if marker is not None and not (marker.args and str(marker.args[0]).strip()):
            _fail(item, 'say why: @pytest.mark.open_network("reason")')
        cls = getattr(item, "cls", None)
        if cls is not None and any(base.__module__.startswith("dr_core.testing.conformance") for base in cls.__mro__):
            from dr_core.testing.conformance.base import undeclared

            if getattr(item, "originalname", item.name) in undeclared(cls):
                _fail(item, f'{cls.__name__} overrides this conformance test without a reason; decorate it with @deviates("why")')


def _fail(item: pytest.Item, why: str) -> None:
    def runtest() -> None:
        pytest.fail(why, pytrace=False)

    item.runtest = runtest  # type: ignore[method-assign]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    told = set()
    for report in [*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])]:
        told |= {value for key, value in getattr(report, "user_properties", ()) if key == "dr_deviates"}
    if told:
        terminalreporter.section("conformance: deviations")
        for line in sorted(told):
            terminalreporter.line(line)


def pytest_runtest_setup(item: pytest.Item) -> None:
    reason = getattr(getattr(item, "obj", None), "__dr_deviates__", "")
    if reason:
        item.user_properties.append(("dr_deviates", f"{item.nodeid}: {reason}"))


@pytest.fixture
def closed_network() -> Iterator[None]:
    """Only this machine can be reached while the test runs."""
    from dr_core.testing.network import closed_network as closed

    with closed():
        yield


@pytest.fixture
def dr_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder of the test's own; none of the user's settings, keys and plugin caches reach it."""
    from dr_core import registry

    home = tmp_path_factory.mktemp("home")
    # drawing builds a cache of fonts, which takes seconds: the user's own is kept
    fonts = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "matplotlib"
    monkeypatch.setenv("MPLCONFIGDIR", os.environ.get("MPLCONFIGDIR", str(fonts)))
    for name in [name for name in os.environ if _OURS.match(name)]:
        monkeypatch.delenv(name)
    for name, below in _HOMES.items():
        if name in os.environ or os.name == "posix":
            monkeypatch.setenv(name, str(home / below))
    registry.clear_cache()
    yield home
    registry.clear_cache()
