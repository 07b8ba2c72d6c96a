"""What holds for every test of this project: a home of its own, none of the developer's settings and keys."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import hypothesis
import pytest

# no time limits as assertions of speed; in CI the same examples each time, while people's own runs go on searching
hypothesis.settings.register_profile(
    "dr", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("dr")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background by a shell: children would inherit it, and no Ctrl-C of a test would reach them
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # started by nohup: likewise

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def own_home(dr_home: Path) -> Path:
    """Every test runs as if on a fresh machine."""
    return dr_home


@pytest.fixture
def indexed(own_home: Path) -> None:
    """The index of examples/corpus is there already: for runs over it that are about something else."""
    from standin.corpus import put_index

    put_index(own_home / ".cache")


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried at once."""
    from dr_core.run import gate, retry

    monkeypatch.setattr(retry, "WAITS", (0.0, 0.0))
    monkeypatch.setattr(gate, "WAITS", (0.0, 0.0))
