"""A whole run in this process: texts of the example corpus as the web, functions as models, no files beyond the run folder.

``research()`` runs a question; a model is a function from a request to what it says (a dictionary, a text, a ``ModelAnswer``, or
an exception to raise).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dr_core import Context, Hit, Kernel, ModelAnswer, ModelProvider, ModelRequest, OnDelta, SearchProvider, SearchTask, hookimpl
from dr_core.run.prompt import messages_for
from dr_core.session import Session, start
from dr_core.settings import Settings
from dr_core.state import RunState
from dr_core.text import bm25, estimate_tokens
from dr_core.types import Usage

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
Model = Callable[[ModelRequest], Any]
QUESTION = "How do sodium-ion and LFP batteries compare for grid storage?"


def texts(*patterns: str) -> dict[str, str]:
    """Documents of the corpus by address."""
    found = sorted({path for pattern in patterns for path in CORPUS.glob(pattern)})
    return {f"https://library.example/{path.stem}": path.read_text(encoding="utf-8") for path in found}


BATTERIES = texts("battery-*-en.md")


class Library(SearchProvider):
    """Finds documents and gives their whole text."""

    def __init__(self, options: Any = None, context: Any = None, documents: Mapping[str, str] | None = None) -> None:
        super().__init__(options, context)
        self.documents = dict(documents or BATTERIES)
        self.queries: list[str] = []

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.queries.append(task.query)
        scores = bm25(task.query, list(self.documents.values()))
        ranked = sorted(zip(scores, self.documents.items(), strict=True), key=lambda entry: -entry[0])
        return [
            Hit(title=text.partition("\n")[0].lstrip("# "), url=url, content=text, snippet=text[:200], published="2025-03-01")
            for _score, (url, text) in ranked
        ][:limit]


class Said(ModelProvider):
    """Says what its function says; keeps every request."""

    def __init__(self, options: Any = None, context: Any = None, says: Model | None = None) -> None:
        super().__init__(options, context)
        self.says = says or good
        self.requests: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        self.requests.append(request)
        said = self.says(request)
        if isinstance(said, BaseException):
            raise said
        if isinstance(said, ModelAnswer):
            return said
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        prompt = sum(estimate_tokens(message.content) for message in request.messages)
        return ModelAnswer(
            text=text,
            model=self.name,
            usage=Usage(prompt_tokens=prompt, completion_tokens=min(estimate_tokens(text), request.max_tokens), usd=0.0),
        )


class Hooks:
    """The create hooks that put these in place of plugins."""

    def __init__(self, library: Library, models: Mapping[str, Said]) -> None:
        self.library, self.models = library, models

    @hookimpl
    def create_search(self, name: str, options: Any, context: Context) -> SearchProvider:
        return self.library

    @hookimpl
    def create_llm(self, name: str, options: Any, context: Context) -> ModelProvider | None:
        return self.models.get(name)  # None: the plugin that settings name


def said(**models: Model) -> dict[str, Said]:
    """Models by name."""
    return {name: Said(None, Context(instance=name), says) for name, says in models.items()}


async def research(
    root: Path,
    models: Mapping[str, Said] | None = None,
    *,
    question: str = QUESTION,
    library: Library | None = None,
    settings: Mapping[str, Any] | None = None,
    session: Session | None = None,
    plugins: Sequence[object] = (),
) -> tuple[RunState, Path]:
    """Run ``question`` over the library with these models, in the order they are given."""
    models = models or {}
    values: dict[str, Any] = {
        "search": {"use": ["files"], "files": {"plugin": "searxng", "base_url": "http://127.0.0.1:1"}},
        "llm": {"use": list(models), **{name: {"plugin": "openai"} for name in models}},
        "cache": {"enabled": False, "folder": str(root / "cache")},
        "sandbox": {"use": []},
        "output": {"root": str(root)},
        "research": {"depth": "quick", "length": "brief"},
    }
    for table, entries in (settings or {}).items():
        values[table] = {**values.get(table, {}), **entries} if isinstance(entries, Mapping) else entries
    hooks = Hooks(library or Library(None, Context(instance="files")), models)
    kernel = Kernel(Settings(**values), plugins=[hooks, *plugins], folder=root)
    try:
        return await start(question, kernel, session or Session(assume=True))
    finally:
        await kernel.aclose()


# --- what a prompt holds ------------------------------------------------------------------------------------------------------

_EVIDENCE = re.compile(r'<data id="([et]\d+)"[^>]*>(.*?)</data>', re.S)
_BODY = re.compile(r'<data section="([^"]*)" ids="([^"]*)">(.*?)</data>', re.S)


def filled(task: str, data: Mapping[str, Any]) -> str:
    """The words of a task's prompt file, filled with what a plugin tells."""
    empty: dict[str, Any] = {name: [] for name in ("learned", "todo", "failures", "tools")}
    common = {"question": "", "language": "en", "today": "2026-11-16", "style": "", "audience": ""}
    return messages_for(task, {**empty, **common, **data})[1].content


def evidence(request: ModelRequest) -> list[tuple[str, str]]:
    """The evidence of a prompt: id and text."""
    return _EVIDENCE.findall(request.messages[1].content)


def body(request: ModelRequest) -> list[tuple[str, list[str], str]]:
    """The paragraphs of a body: section, ids and text."""
    return [(section, ids.split(), text) for section, ids, text in _BODY.findall(request.messages[1].content)]


def good(request: ModelRequest) -> dict[str, Any]:
    """A model that does what it is asked, in the words of its evidence."""
    pieces = evidence(request)
    match request.task:
        case "plan":
            return {
                "research_title": "Sodium-ion and LFP batteries compared",
                "domains": ["energy"],
                "sections": [
                    {"title": title, "description": f"{title} of both", "search_queries": [f"sodium-ion LFP {title.lower()}"]}
                    for title in ("Cost", "Performance", "Outlook")
                ],
            }
        case "findings":
            return {"findings": [{"text": text, "cite_ids": [cite]} for cite, text in pieces[:3]], "coverage": 0.5}
        case "reflect":
            number = request.messages[1].content.count("<data>")
            query = {"query": f"battery storage figures {number}", "goal": "figures", "section": "sec1", "priority": "high"}
            return {"is_sufficient": False, "overall_score": 5, "gaps": ["figures"], "next_queries": [query], "reasoning": "few"}
        case "summary":
            first = [(ids[0], text.split(". ")[0].rstrip(".") + ".") for _section, ids, text in body(request) if ids]
            return {
                "abstract": {"text": " ".join(text for _, text in first[:4]), "cite_ids": [cite for cite, _ in first[:4]]},
                "conclusions": [{"text": first[-1][1], "cite_ids": [first[-1][0]]}],
            }
        case "draft" | "analyse":
            prose = [(cite, text) for cite, text in pieces if not text.lstrip().startswith("|")]
            room = max(1, request.max_tokens // 130)
            groups = [prose[at : at + 2] for at in range(0, len(prose), 2)][: room if request.task == "draft" else 1]
            return {
                "paragraphs": [
                    {"text": " ".join(text for _, text in group), "cite_ids": [cite for cite, _ in group]} for group in groups
                ]
            }
        case "charts":
            return {"charts": []}
    return {"sentences": []}
