"""Which sandboxes there are to test, and whether they can run here. A missing one is a skip with its reason, or, with
DR_REQUIRE_DOCKER=1, a failure."""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import tempfile
import threading
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dr_core import Context
from dr_plugins.sandbox._base import GuestSandbox
from dr_plugins.sandbox.bubblewrap import FONT_FOLDERS, Bubblewrap
from dr_plugins.sandbox.docker_ephemeral import DockerEphemeral
from dr_plugins.sandbox.docker_persistent import DockerPersistent

# read while tests are collected: in a test the variables of dr are gone
REQUIRED = os.environ.get("DR_REQUIRE_DOCKER") == "1"
KEEP = os.environ.get("DR_KEEP_FIGURES", "")
"""A folder for the figures of the font tests, to look at."""

CLASSES: dict[str, type[GuestSandbox]] = {
    "docker-persistent": DockerPersistent,
    "docker-ephemeral": DockerEphemeral,
    "bubblewrap": Bubblewrap,
}
EVERY = [
    pytest.param(name, marks=pytest.mark.docker if name.startswith("docker") else pytest.mark.bubblewrap) for name in CLASSES
]


@cache
def why_not(name: str) -> str:
    """Why a sandbox cannot run here; asked once."""
    sandbox: Any = CLASSES[name](context=Context(cache_dir=cache_folder()))

    async def ask() -> str:
        try:
            return str(await sandbox.unavailable())
        finally:
            await sandbox.aclose()

    return str(wait_for(ask()))


@cache
def cache_folder() -> Path:
    """One folder of font lists for all tests of a session."""
    folder = Path(tempfile.mkdtemp(prefix="dr-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def need(name: str) -> None:
    """Skip, or fail where that is asked for, a test whose sandbox is not here."""
    reason = why_not(name)
    if reason:
        (pytest.fail if REQUIRED else pytest.skip)(f"{name}: {reason}")


def draws_cjk(name: str) -> bool:
    """Whether a sandbox has fonts for Chinese, Japanese and Korean: an image has, a machine may not."""
    return name != "bubblewrap" or any(font for folder in FONT_FOLDERS for font in Path(folder).rglob("NotoSansCJK*"))


def wait_for(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine from a fixture, whether or not a loop runs in this thread."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(work)))
    thread.start()
    thread.join()
    return found[0]
