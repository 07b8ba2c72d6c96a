"""Folders that runs work in."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_kit import prepare


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder whose settings search two pages."""
    return prepare(tmp_path / "place")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for all tests of a module: for those that only look."""
    return prepare(tmp_path_factory.mktemp("shared") / "place")
