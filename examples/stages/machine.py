"""Change a stage by a subclass: the stage is a method, and the rest of the machine stays as it is."""

from __future__ import annotations

from urllib.parse import urlsplit

from dr_core import RunState, StateMachine


class NoBlogs(StateMachine):
    """The usual machine, which reads no blogs."""

    async def fetch(self, state: RunState) -> None:
        state.hits = [hit for hit in state.hits if not (urlsplit(hit.url).hostname or "").startswith("blog.")]
        await super().fetch(state)
