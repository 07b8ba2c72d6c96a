"""Crashes, kills from outside, dead processes: what comes back, and what is left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from dr_plugins.sandbox import _docker
from dr_plugins.sandbox._docker import LABEL, OWNER, DockerOptions, create, orphaned, owner, reap

pytestmark = pytest.mark.docker
CHART = "import matplotlib.pyplot as plt\nplt.plot([1, {n}])\nprint('chart {n}')"


class Killer(threading.Thread):
    """Kills a container of ours at random moments, but lets two charts be finished in between, however slow the machine is."""

    def __init__(self, engine: Any, ours: Callable[[], set[str]], before: set[str], seed: int) -> None:
        super().__init__(daemon=True)
        self.engine, self.ours, self.before, self.random = engine, ours, before, random.Random(seed)
        self.stopped, self.finished, self.kills = threading.Event(), threading.Semaphore(2), 0

    def run(self) -> None:
        import docker

        while True:
            self.finished.acquire()
            self.finished.acquire()
            if self.stopped.wait(self.random.uniform(0, 0.6)):
                return
            for container in self.random.sample(sorted(self.ours() - self.before), k=min(1, len(self.ours() - self.before))):
                try:
                    self.engine.api.kill(container)
                    self.kills += 1
                except docker.errors.APIError:
                    continue  # it ended by itself in the meantime


@pytest.mark.parametrize("name", ["docker-persistent", pytest.param("docker-ephemeral", marks=pytest.mark.slow)])
async def test_fifty_charts_survive_a_killer(
    name: str, fresh: Callable[..., Any], engine: Any, ours: Callable[[], set[str]]
) -> None:
    before = ours()
    sandbox = fresh(name, workers=2)
    killer = Killer(engine, ours, before, seed=7)
    killer.start()

    async def chart(number: int) -> Any:
        try:
            return await sandbox.execute_python(CHART.format(n=number), 60)
        finally:
            killer.finished.release()

    done = await asyncio.gather(*(chart(number) for number in range(50)))
    killer.stopped.set()
    killer.finished.release(2)
    killer.join()
    await sandbox.aclose()
    good = [number for number, each in enumerate(done) if not each.error]
    for number in good:
        assert done[number].stdout == f"chart {number}\n" and len(done[number].figures) == 1  # its own, once
    assert all(each.error.startswith("the sandbox died twice") and not each.figures for each in done if each.error)
    assert len(done) == 50 and len(good) >= 40 and killer.kills >= 5
    assert ours() <= before
    print(f"{name}: {killer.kills} kills, {len(good)} of 50 charts drawn, {50 - len(good)} reported")


async def test_a_container_killed_between_two_charts_is_replaced(
    fresh: Callable[..., Any], engine: Any, ours: Callable[[], set[str]]
) -> None:
    before, sandbox = ours(), fresh("docker-persistent")
    await sandbox.execute_python("print(1)")
    (container,) = ours() - before
    engine.api.kill(container)
    assert (await sandbox.execute_python("print(2)")).stdout == "2\n"


async def test_one_container_serves_many_charts_and_a_timeout_replaces_it(
    fresh: Callable[..., Any], ours: Callable[[], set[str]]
) -> None:
    before, sandbox = ours(), fresh("docker-persistent")
    await sandbox.execute_python("print(1)")
    first = ours() - before
    await sandbox.execute_python("1 / 0")
    assert ours() - before == first and len(first) == 1
    await sandbox.execute_python("while True: pass", 0.5)
    assert not first & ours()
    assert (await sandbox.execute_python("print(3)")).stdout == "3\n"
    await sandbox.aclose()
    assert ours() <= before


@pytest.mark.parametrize("name", ["docker-persistent", "docker-ephemeral"])
async def test_cancelling_leaves_no_container(name: str, fresh: Callable[..., Any], ours: Callable[[], set[str]]) -> None:
    before, sandbox = ours(), fresh(name)
    for wait in (0.0, 0.1, 0.4, 1.0):
        task = asyncio.create_task(sandbox.execute_python("while True: pass"))
        await asyncio.sleep(wait)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await sandbox.aclose()
    for _ in range(600):  # a container whose creation was cut is removed as soon as the engine has answered
        if ours() <= before:
            break
        await asyncio.sleep(0.1)
    assert ours() <= before


def test_a_killed_process_leaves_no_container(engine: Any) -> None:
    def theirs() -> list[Any]:
        found = engine.api.containers(all=True, filters={"label": LABEL})
        return [each for each in found if f"/{process.pid}/" in each["Labels"].get(OWNER, "")]

    code = (
        "import asyncio, os\nfrom dr_plugins.sandbox.docker_persistent import DockerPersistent\n"
        "async def main():\n    s = DockerPersistent()\n    await s.execute_python('print(1)')\n    print('up', flush=True)\n"
        "    await s.execute_python('while True: pass')\nasyncio.run(main())"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    assert theirs()
    process.kill()
    process.wait()
    process.stdout.close()
    pause = threading.Event()
    for _ in range(600):
        if not theirs():
            break
        pause.wait(0.1)
    assert theirs() == []


async def test_orphans_are_reaped_at_start_and_living_owners_left_alone(
    engine: Any, fresh: Callable[..., Any], ours: Callable[[], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["-c", "import time; time.sleep(600)"]
    mine = create(engine, DockerOptions(), command, stdin=False)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    monkeypatch.setattr(_docker, "owner", lambda: f"{os.uname().nodename}/{dead.pid}/12345")
    orphan = create(engine, DockerOptions(), command, stdin=False)
    monkeypatch.undo()
    engine.api.start(orphan)
    try:
        await fresh("docker-ephemeral").execute_python("print(1)")
        there = {each["Id"] for each in engine.api.containers(all=True, filters={"label": LABEL})}
        assert mine in there and orphan not in there
        assert reap(engine) == 0
    finally:
        _docker.remove(engine, mine)


def test_containers_of_other_machines_are_left_alone_for_a_day() -> None:
    assert not orphaned({LABEL: "1", OWNER: "elsewhere/1/1"}, 3600)
    assert orphaned({LABEL: "1", OWNER: "elsewhere/1/1"}, 90_000)
    assert not orphaned({OWNER: owner()}, 90_000)


async def test_where_attaching_fails_a_container_each_does_it_and_the_log_says_so(
    fresh: Callable[..., Any], ours: Callable[[], set[str]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import docker

    def refuse(*args: object, **kwargs: object) -> None:
        raise docker.errors.APIError("no upgrade through this proxy")

    before, sandbox = ours(), fresh("docker-persistent")
    monkeypatch.setattr(docker.api.client.APIClient, "attach_socket", refuse)
    with caplog.at_level(logging.WARNING):
        for number in range(3):
            assert (await sandbox.execute_python(f"print({number})")).stdout == f"{number}\n"
    assert "runs in a container of its own" in caplog.text and "no upgrade" in caplog.text
    assert ours() <= before
