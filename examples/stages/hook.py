"""Change a stage by a hook: what it found is filtered when it is done."""

from __future__ import annotations

from urllib.parse import urlsplit

from dr_core import RunState, hookimpl
from dr_core.hookspecs import CallNext, StageWrapper


class NoBlogs:
    """Leaves out hits from blogs after each stage that searches."""

    @hookimpl
    def wrap_stage(self, stage: str) -> StageWrapper | None:
        # plan searches too: the question itself goes out while the plan is made
        return self.around if stage in ("plan", "harvest") else None

    async def around(self, state: RunState, call_next: CallNext) -> None:
        await call_next(state)
        state.hits = [hit for hit in state.hits if not (urlsplit(hit.url).hostname or "").startswith("blog.")]
