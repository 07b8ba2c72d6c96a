"""What holds for every test of this project: a home of its own, none of the developer's settings and keys."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def own_home(dr_home: Path) -> Path:
    """Every test runs as if on a fresh machine."""
    return dr_home
