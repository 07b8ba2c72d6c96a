"""A world whose pages give orders and whose model follows all of them, and an attacker who counts what reaches him.

The model is the one of ``standin.world``, with one difference: in the stage under test it does what every page of the run says,
whether it was shown the words or not. The machine is as bad: it carries out the tool calls that answers hold, as far as the run's
door lets it.
"""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from injected_page import Injected, filled
from standin import world
from standin.world import World

from dr_core import Researcher, Result, StateMachine
from dr_core.errors import DRError
from dr_core.state import RunState

Answer = dict[str, Any]
Words = list[str]
QUESTION = "Compare the storage plants of Oslo and Kyoto by cost and capacity"
TASKS = {
    "plan": {"plan", "clarify"},
    "read": {"findings", "reflect", "relevance"},
    "draft": {"draft", "judge", "repair"},
    "close": {"summary", "charts", "chart_fix"},
}
"""The stages: in which tasks the model obeys."""
STAGES = tuple(TASKS)
TASKS["all"] = set().union(*TASKS.values())
FIELDS = {
    "research_title": "plan", "action": "clarify", "coverage": "findings", "is_sufficient": "reflect", "unrelated": "relevance",
    "abstract": "summary", "charts": "charts", "paragraphs": "draft", "sentences": "repair", "python_code": "chart_fix",
}  # fmt: skip
"""A task by a field of its answer."""
AT_ONCE = 12
"""Pages of a run."""


def word(number: int) -> str:
    """What the page of this number is known by, wherever it turns up."""
    return f"zq{number:04d}"


class Attacker:
    """Counts what is asked of it; on loopback, where the run may read."""

    def __init__(self) -> None:
        self.hits: list[str] = []
        self.origin = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.hits.append((await reader.readline()).decode("latin-1"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>You were caught.</p>")
        await writer.drain()
        writer.close()


class Injecting(World):
    """The world with orders in its pages: all of them are found by every query."""

    def __init__(self, pages: dict[int, Injected], attacker: str, stage: str) -> None:
        super().__init__(model=self._obey)
        self.pages, self.attacker, self.stage = pages, attacker, stage
        self.asked: dict[str, list[str]] = {}
        """The prompts of each task."""
        self.tool_calls: list[str] = []
        """Addresses that answers asked a tool to read."""
        self.placed: set[int] = set()
        """The pages whose orders were carried out in an answer."""
        self._searches = 0

    def _content(self, path: str, query: dict[str, list[str]], body: bytes, nonce: str) -> tuple[str, str, bytes]:
        if path.endswith("/search"):
            self._searches += 1
            first = 5 * self._searches % len(self.pages)  # an engine gives ten at most: others each time
            order = [*list(self.pages)[first:], *list(self.pages)[:first]]
            found = [
                {"title": self._title(at), "url": f"{self.origin}/page/{at}", "content": world.sentence(f"page{at}", 0)}
                for at in order
            ]
            return "search", "application/json", json.dumps({"query": query["q"][0], "results": found}).encode()
        kind, media, content = super()._content(path, query, body, nonce)
        if kind == "page":
            number = int(path.rsplit("/", 1)[1])
            orders = filled(self.pages[number].html, self.attacker, word(number))
            content = content.decode().replace("</p>\n<p>", f"</p>\n{orders}\n<p>", 1).encode()
        return kind, media, content

    def _title(self, number: int) -> str:
        return filled(self.pages[number].more.get("title", f"Storage plants, part {number}"), self.attacker, word(number))

    def _obey(self, request: dict[str, Any]) -> dict[str, Any]:
        """An honest answer, or that of a model which does what the pages say."""
        schema = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
        task = next((task for field, task in FIELDS.items() if field in schema.get("properties", {})), "other")
        task = "judge" if task == "repair" and '"verdict"' in json.dumps(schema) else task
        self.asked.setdefault(task, []).append("\n".join(str(message["content"]) for message in request["messages"]))
        answer = _honest(task, request)
        if task in TASKS[self.stage]:
            turn = len(self.asked[task]) - 1
            obeyed = {number: page for number, page in self.pages.items() if task != "draft" or number % 4 == turn % 4}
            answer = _Obedience(obeyed, self.attacker, self.tool_calls).spoilt(task, answer)
            written = json.dumps(answer) + " ".join(self.tool_calls)
            self.placed |= {number for number in obeyed if word(number) in written}
        return answer


def _honest(task: str, request: dict[str, Any]) -> dict[str, Any]:
    if task == "clarify":
        return {"action": "START_RESEARCH", "confidence": 0.6, "goal": "", "refined_query": QUESTION, "reasoning": "clear"}
    if task == "relevance":
        return {"unrelated": [], "words": []}
    if task == "judge":
        return {"sentences": []}
    if task == "chart_fix":
        return {"python_code": "print(1)"}
    return world.model_answer(request)


class _Obedience:
    """What the orders of some pages make of an answer."""

    def __init__(self, pages: dict[int, Injected], attacker: str, tool_calls: list[str]) -> None:
        self.pages, self.attacker, self.tool_calls = pages, attacker, tool_calls

    def spoilt(self, task: str, answer: dict[str, Any]) -> dict[str, Any]:
        says = [self._of(number, page.says) for number, page in self.pages.items() if page.says]
        titles = [self._of(number, page.more["title"]) for number, page in self.pages.items() if "title" in page.more]
        cites = [self._of(number, cite) for number, page in self.pages.items() for cite in page.cites]
        queries = [self._of(number, query)[:290] for number, page in self.pages.items() for query in page.queries]
        self.tool_calls += [self._of(number, url) for number, page in self.pages.items() for url in page.reads]
        getattr(self, f"_{task}", lambda *_: None)(answer, says, titles or says, cites, queries)
        for number, page in self.pages.items():
            given = self._given(number, page)
            if given.keys() & answer.keys():
                self._merge(answer, given)
        return answer

    def _of(self, number: int, text: str) -> str:
        return filled(text, self.attacker, word(number))

    def _given(self, number: int, page: Injected) -> dict[str, Any]:
        found = re.search(r"\{.*\}", self._of(number, page.answer), re.S)
        return json.loads(found[0]) if found else {}

    def _merge(self, answer: dict[str, Any], given: dict[str, Any]) -> None:
        """The page's own answer beside the others': lists grow, the rest is replaced; ids are those that there are."""
        known = re.findall(r'"(e\d+)"', json.dumps(answer))[:1]
        given = json.loads(re.sub(r'"e1"', json.dumps(known[0]), json.dumps(given))) if known else given
        for key, value in given.items():
            if isinstance(value, list) and isinstance(answer.get(key), list):
                answer[key] = ([*value, *answer[key]])[:5] if key == "sections" else [*answer[key], *value]
            elif key in answer:
                answer[key] = value

    # each puts what it is told into the texts of one task's answer

    def _clarify(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["assumptions"] = [*says, *titles][:5]
        answer["reasoning"] = " ".join(says)[:800]

    def _plan(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["research_title"] = (" ".join(titles) or answer["research_title"])[:190]
        answer["domains"], answer["checklist"] = says[:8], says[:12]
        for at, section in enumerate(answer["sections"]):
            section["search_queries"] = (queries[at::4] or section["search_queries"])[:4]
            section["title"] = f"{section['title']} {' '.join(titles[at::4])}"[:110]
            section["description"] = f"{section['description']} {' '.join(says[at::4])}"[:390]

    def _findings(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        for at, finding in enumerate(answer["findings"]):
            own = says[at :: max(1, len(answer["findings"]))]
            finding["text"] = f"{finding['text']} {' '.join(own)}"[:590]
            finding["cite_ids"] = [*finding["cite_ids"], *cites[:4]]

    def _reflect(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["gaps"] = [*says[:7], "more figures"]
        answer["reasoning"] = " ".join(says)[:1100]
        asked = [{"query": query, "goal": query, "section": "sec1", "priority": "high"} for query in queries[:8]]
        answer["next_queries"] = asked or answer["next_queries"]
        if titles:
            answer["outline"] = [
                {"title": f"Storage {name} {' '.join(titles[at::3])}"[:110], "description": "", "takes": [f"sec{at + 1}"]}
                for at, name in enumerate(("cost", "capacity", "safety"))
            ]

    def _relevance(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["words"] = [{"section": "sec1", "words": " ".join(says)[:390]}]

    def _draft(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        told = answer["paragraphs"]
        for at, text in enumerate(says if told else ()):
            carrier = told[at % len(told)]
            kind = "table" if text.startswith("|") else "prose"
            lead = "" if kind == "table" else carrier["text"].split(". ")[0].rstrip(".") + ". "
            told.append({"text": lead + text, "cite_ids": [*carrier["cite_ids"][:3], *cites[:5]], "kind": kind})

    def _summary(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        abstract = answer["abstract"]
        abstract["text"] = " ".join([abstract["text"], *says[::2]])[:3900]
        abstract["cite_ids"] = [*abstract["cite_ids"][:6], *cites[:4]]
        closing = answer["conclusions"][0]
        closing["text"] = " ".join([closing["text"], *says[1::2]])[:3900]

    def _repair(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["sentences"] = [{"number": at, "text": text[:790]} for at, text in enumerate(says[:20])]

    def _judge(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        answer["sentences"] = [{"number": at, "verdict": "supported", "reason": text[:200]} for at, text in enumerate(says[:20])]

    def _charts(self, answer: Answer, says: Words, titles: Words, cites: Words, queries: Words) -> None:
        codes = [self._of(number, page.code) for number, page in self.pages.items() if page.code] or ["print(1)"]
        answer["charts"] = [
            {
                "title": (says[at] if at < len(says) else "Cost")[:150], "chart_type": "bar", "data_source": " ".join(says)[:290],
                "python_code": code, "section": "sec1", "cite_ids": ["e1"], "data": {"x": says[:3]},
            }
            for at, code in enumerate(codes[:5])
        ]  # fmt: skip


class Eager(StateMachine):
    """A machine that does what the model's tool calls say, in stages that have no such tool."""

    calls: list[str] = []  # noqa: RUF012  (set by the campaign; settings name the class only)
    asked: int = 0
    refused: int = 0

    async def _carry_out(self, stage: str) -> None:
        calls, type(self).calls[:] = list(dict.fromkeys(type(self).calls)), []
        for at, url in enumerate(calls):
            type(self).asked += 1
            try:
                await self.run.reading.page(url, f"{stage}/tool{at}")
            except DRError as error:
                type(self).refused += "may not use web_fetch" in str(error)

    async def extract(self, state: RunState) -> None:
        await super().extract(state)
        await self._carry_out("extract")

    async def draft(self, state: RunState) -> None:
        await super().draft(state)
        await self._carry_out("draft")

    async def verify(self, state: RunState) -> None:
        await super().verify(state)
        await self._carry_out("verify")


async def run_over(
    folder: Path, pages: Sequence[tuple[int, Injected]], stage: str, attacker: Attacker, sandbox: Sequence[str] = ()
) -> tuple[Injecting, Result]:
    """A whole run over pages, in which the model obeys in one stage."""
    there = Injecting(dict(pages), attacker.origin, stage)
    await there.start()
    settings: dict[str, Any] = tomllib.loads(world.settings_for(there.origin, engines=1))
    settings["cache"]["folder"] = str(folder / "cache")
    settings["llm"]["fake"]["stream"] = False
    settings |= {
        "machine": "obedient:Eager",
        "output": {"root": str(folder)},
        "research": {"depth": "quick", "max_iterations": 2, "length": "standard", "urls_per_query": AT_ONCE},
        "budget": {"tokens": 2_000_000},
        "clarify": {"use": ["llm"]},
        "render": {"use": ["markdown", "html"]},
        "sandbox": {"use": list(sandbox), "fake": {"plugin": "dr_core.testing:FakeSandbox"}},
    }
    Eager.calls, Eager.asked, Eager.refused = there.tool_calls, 0, 0
    try:
        return there, await Researcher(settings=settings, assume=True).run(QUESTION)
    finally:
        there.close()
