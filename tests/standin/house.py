"""One run with a model server on loopback, and whoever goes on with it or replays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standin.library import QUESTION, Hooks, Library, research
from standin.model_server import ModelServer

from dr_core import Context, Kernel
from dr_core.manifest import settings_of, settings_to_resume
from dr_core.report.compare import same_report
from dr_core.session import Session, replay, resume
from dr_core.settings import Settings
from dr_core.state import RunState


class House:
    """One run, its server, and whoever goes on with it."""

    def __init__(self, root: Path, server: ModelServer, *plugins: object, **settings: Any) -> None:
        self.root, self.server, self.plugins, self.settings = root, server, plugins, settings
        self.folder = root
        self.queries: list[str] = []
        self.idle: list[str] = []

    async def begin(self, question: str = QUESTION) -> RunState:
        settings = {"llm": self.server.table("only"), **self.settings}
        if settings.get("research", {}).get("depth", "quick") == "quick":
            settings.setdefault("budget", {"tokens": 14_000})  # enough for a model's analysis beside its drafts
        state, self.folder = await research(self.root, question=question, plugins=self.plugins, settings=settings)
        return state

    async def go_on(self, added: Sequence[str] = (), ceilings: Mapping[str, float | None] | None = None, **llm: Any) -> RunState:
        library = Library(None, Context(instance="files"))
        today = Settings(llm={**self.server.table("only"), **llm}, output={"root": str(self.root)})
        kernel = Kernel(settings_to_resume(self.folder, today), plugins=[Hooks(library, {}), *self.plugins], folder=self.root)
        try:
            session = Session(assume=True, on_idle=self.idle.append)
            return await resume(self.folder, kernel, session, added=added, ceilings=ceilings)
        finally:
            self.queries = library.queries
            await kernel.aclose()

    async def replayed(self) -> bool:
        asked = len(self.server.requests)
        library = Library(None, Context(instance="files"))
        today = Settings(llm=self.server.table("only"))
        kernel = Kernel(settings_of(self.folder, today), plugins=[Hooks(library, {}), *self.plugins], folder=self.root)
        await replay(self.folder, kernel, self.root / "again")
        await kernel.aclose()
        assert len(self.server.requests) == asked and not library.queries, "a replay asked somebody"
        one, other = (place / "report.md" for place in (self.folder, self.root / "again"))
        return same_report(one.read_text(encoding="utf-8"), other.read_text(encoding="utf-8"))
