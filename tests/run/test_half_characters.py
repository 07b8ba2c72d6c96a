"""Half an emoji in what a plugin brings, whoever wrote the plugin: the run goes on, and everything it writes can be read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import BATTERIES, good, research, said
from standin.raw_service import RawService, chat, whole

from dr_core import Hit, Kernel, ModelAnswer, SearchTask
from dr_core.run.cache import Cache
from dr_core.session import Session, start
from dr_core.settings import Settings
from dr_core.types import Usage
from dr_core.web import well_formed

HALF = "\ud83d"


def readable(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.read_bytes().decode()
    for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        value = json.loads(line.partition(" ")[2])
        assert well_formed(value) == value
    value = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    assert well_formed(value) == value


async def test_half_an_emoji_in_a_search_hit_does_not_end_the_run(tmp_path: Path) -> None:
    text = next(iter(BATTERIES.values()))
    found = [{"title": "A page HALF", "url": "https://a.example/x", "content": text[:300], "raw_content": text + " HALF"}]
    raw = json.dumps({"query": "q", "results": found}).replace("HALF", "\\ud83d")
    async with RawService(lambda call: whole(raw)) as service:
        tavily = {"base_url": service.url, "api_key": "tvly-x", "raw_content": True}
        settings = Settings(
            search={"use": ["tavily"], "tavily": tavily}, cache={"folder": str(tmp_path / "cache")}, sandbox={"use": []},
            output={"root": str(tmp_path)}, research={"depth": "quick"},
        )  # fmt: skip
        kernel = Kernel(settings, folder=tmp_path)
        try:
            state, folder = await start("How do sodium-ion batteries compare?", kernel, Session(assume=True))
        finally:
            await kernel.aclose()
    assert state.status == "complete"
    readable(folder)
    assert any("\ufffd" in page.text for page in state.sources.values())


async def test_a_plugin_of_somebody_else_may_bring_halves_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from standin import library

    searched = library.Library.search

    async def search(self: Any, task: SearchTask, limit: int) -> list[Hit]:
        hits = await searched(self, task, limit)
        return [hit.model_copy(update={"title": f"{hit.title} {HALF}", "content": f"{hit.content} {HALF}"}) for hit in hits]

    def says(request: Any) -> ModelAnswer:
        usage = Usage(prompt_tokens=10, completion_tokens=10, usd=0.0)
        return ModelAnswer(text=json.dumps(good(request)), model=f"m{HALF}", reasoning=f"hm {HALF}", usage=usage)

    monkeypatch.setattr(library.Library, "search", search)
    state, folder = await research(tmp_path, said(one=says))
    assert (state.status, state.errors) == ("complete", [])
    readable(folder)


@pytest.mark.parametrize("where", ["reasoning", "plan", "draft"])
async def test_half_an_emoji_in_an_answer_costs_no_task(tmp_path: Path, where: str) -> None:
    def says(call: Any) -> list[bytes]:
        if where == "reasoning":
            return chat(call.fitting, reasoning_content=f"a smile {HALF}")
        if call.task == where:  # the answer is JSON within JSON: the half is an escape in it
            return chat(re.sub(r'([a-z.])"(?=[,}])', r'\1 \\ud83d"', call.fitting, count=1))
        return chat(call.fitting)

    async with RawService(says) as service:
        state, folder = await research(tmp_path, settings={"llm": service.table()})
    assert (state.status, state.errors, state.notes.get("fallbacks")) == ("complete", [], None)
    readable(folder)


def test_the_cache_keeps_what_has_a_half_in_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "answers.sqlite", {"search": 60})
    cache.put("search", {"q": HALF}, [{"title": HALF}])
    assert cache.get("search", {"q": HALF}) == [{"title": "\ufffd"}]
