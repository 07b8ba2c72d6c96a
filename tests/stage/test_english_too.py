"""Queries in English beside those of the question's own language: with a model, within the budget of queries, and of use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from standin.chat import chat
from standin.server import Reply, Request, Standin, answer
from standin.world import model_answer

from dr_core.kernel import Kernel
from dr_core.session import start
from dr_core.settings import Settings
from dr_core.stage.english import in_english, language_of
from dr_core.state import RunState
from dr_core.types import SearchTask

pytestmark = pytest.mark.once

QUESTION = "鈉離子電池在電網儲能的成本與壽命如何？"
CHINESE = "鈉離子電池用於電網儲能時，每千瓦時成本約為 {n} 美元。</p><p>鈉離子電池在電網儲能中的壽命約為 {m} 次循環。"
ENGLISH = (
    "Sodium-ion batteries for grid storage cost about {n} dollars per kilowatt-hour in 2024.</p><p>"
    "The cycle life of sodium-ion batteries in grid storage reached {m} cycles in the Hubei project."
)


def world(request: Request) -> Reply:
    """A SearXNG and the pages it finds: Chinese ones for Chinese queries, English ones for English queries."""
    host = request.headers["host"]
    if request.path == "/search":
        kind = "en" if request.query["q"].isascii() else "zh"
        seed = sum(map(ord, request.query["q"])) % 50
        found = [{"title": f"{kind} {n}", "url": f"http://{host}/{kind}/{seed + n}", "content": ""} for n in range(3)]
        return answer({"query": request.query["q"], "results": found})
    _, kind, number = request.path.split("/")
    saying = ENGLISH if kind == "en" else CHINESE
    lines = "".join(f"<p>{saying.format(n=int(number) + at * 7, m=3000 + int(number) * 10 + at)}</p>" for at in range(6))
    title = "Sodium-ion batteries in the grid" if kind == "en" else "鈉離子電池與電網儲能"
    page = f"<html lang={kind}><head><title>{title} {number}</title></head><body><article>{lines}</article></body></html>"
    return Reply(page.encode(), media="text/html; charset=utf-8")


class Model:
    """Plans as it is told to: two queries a section, the second in English where the prompt wants that."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def __call__(self, asked: dict[str, Any], wanted: set[str], prompt: str) -> dict[str, Any]:
        self.prompts.append(prompt)
        if "research_title" not in wanted:
            return model_answer(asked)
        english = "is in English" in prompt
        sides = {"成本": "cost", "壽命": "cycle life", "安全": "safety", "應用": "deployment"}
        return {
            "research_title": "鈉離子電池與電網儲能",
            "domains": ["能源"],
            "sections": [
                {
                    "title": own,
                    "description": f"鈉離子電池的{own}",
                    "search_queries": [
                        f"鈉離子電池 儲能 {own}",
                        f"sodium-ion grid storage {other}" if english else f"鈉電池 {own} 電網",
                    ],
                }
                for own, other in sides.items()
            ],
        }


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def base(tmp_path: Path, model: Model) -> Iterator[dict[str, Any]]:
    with Standin(world) as web, Standin(chat(model)) as server:
        llm = {"plugin": "openai", "base_url": server.url, "model": "fake-1", "api_key": "none", "stream": False}
        yield {
            "search": {"use": ["own"], "own": {"plugin": "searxng", "base_url": web.url, "rate": 1000}},
            "llm": {"use": ["fake"], "fake": llm},
            "research": {"depth": "quick"},
            "clarify": {"use": []},
            "sandbox": {"use": []},
            "web": {"allow_hosts": ["127.0.0.1"], "robots": False},
            "cache": {"enabled": False, "folder": str(tmp_path / "cache")},
            "output": {"root": str(tmp_path)},
        }


async def researched(settings: dict[str, Any]) -> RunState:
    kernel = Kernel(Settings(**settings))
    try:
        state, _ = await start(QUESTION, kernel)
    finally:
        await kernel.aclose()
    return state


def tasks(state: RunState, language: str) -> list[SearchTask]:
    return [task for task in state.asked_queries if task.language == language]


async def test_each_section_has_its_own_language_before_english_and_all_within_the_budget(base: dict[str, Any]) -> None:
    state = await researched(base)
    assert len(state.asked_queries) == 8
    assert len(tasks(state, "zh-Hant")) == 5, "the question and one for each section"
    assert [task.query for task in tasks(state, "en")] == [
        f"sodium-ion grid storage {side}" for side in ("cost", "cycle life", "safety")
    ]
    assert state.asked_queries[-1].language == "en"


async def test_what_they_find_is_read_and_becomes_evidence(base: dict[str, Any]) -> None:
    state = await researched(base)
    languages = {item.language.split("-")[0] for item in state.evidence.values()}
    assert languages == {"zh", "en"}
    english = [item for item in state.evidence.values() if item.language == "en"]
    assert len({item.section for item in english}) >= 2, "each in the section that it was looked for"
    assert state.passed


@pytest.mark.parametrize("off", ["setting", "language"])
async def test_where_it_is_off_or_the_report_is_in_english_nobody_is_told(base: dict[str, Any], model: Model, off: str) -> None:
    if off == "setting":
        base["search"]["english_too"] = False
    else:
        base["research"]["language"] = "en"
    state = await researched(base)
    assert not any("is in English" in prompt for prompt in model.prompts)
    assert (off == "language") == bool(tasks(state, "en"))


async def test_without_a_model_there_are_none(base: dict[str, Any]) -> None:
    base["llm"] = {"use": []}
    state = await researched(base)
    assert tasks(state, "en") == []
    assert {page.language for page in state.sources.values()} == {"zh-Hant"}


@pytest.mark.parametrize(
    ("query", "language", "found"),
    [
        ("sodium-ion grid storage cost", "zh-Hant", "en"),
        ("鈉離子電池 cost", "zh-Hant", "zh-Hant"),
        ("GLP-1", "zh-Hans", "zh-Hans"),
        ("heat pump efficiency", "ru", "en"),
        ("coût des pompes à chaleur", "fr", "fr"),
        ("What is the cost of heat pumps in France?", "fr", "en"),
        ("heat pumps", "en", "en"),
        ("2024", "ja", "ja"),
        ("台灣高鐵 運量", "en", "zh-Hant"),
        ("新幹線の建設費", "de", "ja"),
        ("KTX 수송 인원", "en", "ko"),
        ("Züge Preis", "en", "en"),
    ],
)
def test_the_language_of_a_query_is_told(query: str, language: str, found: str) -> None:
    assert language_of(query, language) == found


def test_an_english_question_has_no_words_of_another_language() -> None:
    state = RunState(original_query="q", language="en", asked_queries=[SearchTask(query="heat", language="en")])
    assert in_english(state) == ""
