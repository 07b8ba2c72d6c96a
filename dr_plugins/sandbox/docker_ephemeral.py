"""``docker-ephemeral``: a hardened container for each piece of code: create, run, destroy."""

from __future__ import annotations

from dr_core import Execution
from dr_plugins.sandbox._base import Job
from dr_plugins.sandbox._once import run_once
from dr_plugins.sandbox.docker_persistent import DockerPersistent


class DockerEphemeral(DockerPersistent):
    """Slower than the persistent one by a cold start, and free of everything that stays: the fallback."""

    def run(self, code: str, seconds: float, job: Job) -> Execution:
        """One container, once; a container killed from outside is replaced once."""
        return run_once(self, self.client(), code, seconds, job)

    def warm(self) -> None:
        """Nothing is kept warm."""
