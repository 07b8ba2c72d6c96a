"""Folders that runs work in."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from unittest.mock import patch

import pytest
from cli_kit import Ended, Inside, prepare, surroundings

from dr_core.cli import main


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder whose settings search two pages."""
    return prepare(tmp_path / "place")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for all tests of a module: for those that only look."""
    return prepare(tmp_path_factory.mktemp("shared") / "place")


@pytest.fixture
def inside(capsysbinary: pytest.CaptureFixture[bytes]) -> Inside:
    """``dr`` as the function it is: no Python has to begin where neither the process nor its streams are what is tested."""

    def ended(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> Ended:
        with patch.dict(os.environ, surroundings(folder, **(env or {})), clear=True), contextlib.chdir(folder):
            code = main([*arguments])
        out, err = capsysbinary.readouterr()
        return Ended(code, out.decode(), err.decode())

    return ended
