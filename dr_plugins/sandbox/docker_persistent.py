"""``docker-persistent``: a warm Python in one hardened container, spoken to over the engine's attach socket."""

from __future__ import annotations

from typing import Any

from dr_core import Context, Execution
from dr_plugins.sandbox._attach import AttachSocket, NoAttach
from dr_plugins.sandbox._base import Abandoned, GuestSandbox, Job, NoGuest
from dr_plugins.sandbox._check import check_sandbox
from dr_plugins.sandbox._docker import DockerOptions, connect, create, reap
from dr_plugins.sandbox._image import build_image, image_facts
from dr_plugins.sandbox._once import run_once
from dr_plugins.sandbox._thread import in_thread

PATIENCE = 2
"""Failures to attach after which the fallback is used without trying again."""


class DockerPersistent(GuestSandbox):
    """Charts without a cold start: the container stays, each piece of code gets a process forked from a warm one.

    Where the engine's stream cannot be attached to, a container per chart (``docker-ephemeral``) does the same more slowly.
    """

    class Options(DockerOptions):
        pass

    def __init__(self, options: DockerOptions | None = None, context: Context | None = None) -> None:
        super().__init__(options, context)
        self._client: Any = None
        self._failures = 0

    def client(self) -> Any:
        """The engine; on first use orphans of dead processes are removed."""
        if self._client is None:
            client = connect(self.options)
            count = reap(client)
            if count:
                self.context.log.warning("removed %d sandbox containers that dead processes had left", count)
            self._client = client
        return self._client

    def start(self, job: Job) -> AttachSocket:
        """A container that serves requests on its standard input."""
        client = self.client()
        channel = AttachSocket(client, create(client, self.options, self.guest_arguments(), stdin=True))
        job.hold(channel)
        channel.attach()
        channel.start()
        return channel

    def run(self, code: str, seconds: float, job: Job) -> Execution:
        """As every warm sandbox; in a container of its own where there is no talking to a warm one."""
        if self._failures < PATIENCE:
            try:
                done = super().run(code, seconds, job)
                self._failures = 0
                return done
            except (NoAttach, NoGuest) as error:
                # a guest that died while it started may have been killed; only a stream that cannot be opened is given up on
                self._failures += isinstance(error, NoAttach)
                self.context.log.warning("sandbox '%s': %s; this code runs in a container of its own", self.name, error)
        return run_once(self, self.client(), code, seconds, job)

    async def aclose(self) -> None:
        """End every container, then let go of the engine."""
        await super().aclose()
        if self._client is not None:
            await in_thread(self._client.close)

    async def unavailable(self) -> str:
        """Why this sandbox cannot be used here, or nothing."""
        return await in_thread(lambda: image_facts(self.options)[0])

    async def check(self) -> list[tuple[str, bool, str]]:
        """What `dr sandbox check` shows: engine, image, fonts, limits, attacks, a figure."""
        return await check_sandbox(self)

    async def build_image(self, from_debian: bool, log: Any) -> str:
        """Make the image; its size, in words."""
        return await in_thread(lambda: build_image(connect(self.options, timeout=1800), self.options.image, from_debian, log))


__all__ = ["Abandoned", "DockerPersistent"]
