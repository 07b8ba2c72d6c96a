"""Real sandboxes for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sandbox_kit import CLASSES, cache_folder, need, wait_for

from dr_core import Context
from dr_plugins.sandbox._docker import OWNER, DockerOptions, connect, owner


@pytest.fixture(scope="session")
def sandboxes() -> Iterator[Callable[[str], Any]]:
    """Shared sandboxes by name: made when first asked for, closed at the end."""
    made: dict[str, Any] = {}

    def get(name: str) -> Any:
        need(name)
        if name not in made:
            made[name] = CLASSES[name](context=Context(instance=name, cache_dir=cache_folder()))
        return made[name]

    yield get
    for sandbox in made.values():
        wait_for(sandbox.aclose())


@pytest.fixture
def fresh() -> Iterator[Callable[..., Any]]:
    """Sandboxes of the test's own, with options."""
    made: list[Any] = []

    def make(name: str, **options: Any) -> Any:
        need(name)
        kind = CLASSES[name]
        made.append(kind(kind.Options(**options), Context(instance=name, cache_dir=cache_folder())))
        return made[-1]

    yield make
    for sandbox in made:
        wait_for(sandbox.aclose())


@pytest.fixture(scope="session")
def engine() -> Iterator[Any]:
    """A client of the Docker engine."""
    need("docker-persistent")
    client = connect(DockerOptions())
    yield client
    client.close()


@pytest.fixture
def ours(engine: Any) -> Callable[[], set[str]]:
    """The ids of the sandbox containers of this process, running or not."""
    return lambda: {each["Id"] for each in engine.api.containers(all=True, filters={"label": f"{OWNER}={owner()}"})}
