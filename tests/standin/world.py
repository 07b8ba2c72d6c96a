"""The outside world in one process: search engines, pages and a model, with latency, and a log of every request.

Run as ``python tests/standin/world.py --log FILE [--latency SECONDS] [--token-seconds SECONDS] [--seed N] [--keep]``; prints its
port, serves until killed. The answers depend only on what is asked; each carries a nonce that is new every time, so that a
repeated request can be told from a recorded one. The log has a JSON line when a request came in and another when its answer was
sent whole.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

SUBJECTS = ("cost", "capacity", "safety", "history", "policy", "market", "design", "environment", "outlook", "limits")
PLACES = (
    "Oslo", "Kyoto", "Taipei", "Busan", "Lyon", "Perth", "Quito", "Turin", "Leeds", "Porto", "Basel", "Cairo",
    "Tampa", "Bergen", "Nagoya", "Krakow", "Malaga", "Utrecht", "Denver", "Lagos",
)  # fmt: skip
SAYINGS = (
    "In {year} the storage {subject} of the {place} plant reached {number} megawatt-hours, as register {code} records.",
    "Engineers at {place} reported in {year} that {subject} problems had cost the storage plant {number} operating hours.",
    "The {place} council spent {number} thousand euros on the {subject} of its storage plant in {year}.",
    "By {year} about {number} households near {place} drew power from the plant, which changed how its {subject} is judged.",
    "A {year} audit of {place} found {number} open questions on {subject}, most of them about how storage is insured.",
    "Storage in {place} delivered {number} gigawatt-hours during {year}, and its {subject} drew visitors from abroad.",
    "According to its operator, the {place} site replaced {number} modules in {year} after a review of {subject}.",
    "For {subject}, the {place} storage plant of {year} is compared with {number} others in the operators' yearbook.",
    "Researchers who measured {place} in {year} put the storage losses at {number} kilowatt-hours and blamed its {subject}.",
    "No other plant than {place} published {subject} figures in {year}; its storage register then had {number} entries.",
)


def sentence(seed: str, number: int) -> str:
    """A sentence with a name, a figure and a year, always the same for the same seed."""
    digest = int(hashlib.sha256(f"{seed}/{number}".encode()).hexdigest(), 16)
    pick = lambda values, shift: values[(digest >> shift) % len(values)]  # noqa: E731
    return str(pick(SAYINGS, 64)).format(
        year=1990 + digest % 35,
        subject=pick(SUBJECTS, 8),
        place=pick(PLACES, 16),
        number=(digest >> 32) % 900 + 100,
        code=(digest >> 48) % 9000 + 1000,
    )


def page(number: int, nonce: str, sentences: int = 40) -> str:
    """An article as HTML."""
    body = "\n".join(
        f"<p>{' '.join(sentence(f'page{number}', at) for at in range(start, min(start + 4, sentences)))}</p>"
        for start in range(0, sentences, 4)
    )
    title = f"Storage plants of {PLACES[number % len(PLACES)]}, part {number}"
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title><meta name=nonce content={nonce}></head>"
        f"<body><article><h1>{title}</h1>{body}</article></body></html>"
    )


def results(query: str, shelf: int, origin: str, nonce: str, pages: int) -> dict[str, Any]:
    """What every engine finds for a query, in SearXNG's format: the same pages of a shelf, whichever engine wins."""
    first = int(hashlib.sha256(query.encode()).hexdigest(), 16) % pages
    numbers = [shelf * pages + (first + step) % pages for step in range(5)]
    return {
        "query": query,
        "results": [
            {"title": f"Storage plants, part {number}", "url": f"{origin}/page/{number}", "content": sentence(f"page{number}", 0)}
            for number in numbers
        ],
        "nonce": nonce,
    }


PIECE = 40
"""Characters of an answer that a streaming model sends at once: ten tokens."""

_EVIDENCE = re.compile(r'<data id="(e\d+)"[^>]*>(.*?)</data>', re.S)
_WORDS = re.compile(r"about (\d+) words")
_BODY = re.compile(r'<data section="[^"]*" ids="([^"]*)">(.*?)</data>', re.S)


def model_answer(request: dict[str, Any]) -> dict[str, Any]:
    """What the model says: it writes well and only from its evidence."""
    schema = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
    wanted = set(schema.get("properties", {}))
    prompt = "\n".join(str(message["content"]) for message in request["messages"])
    evidence = _EVIDENCE.findall(prompt)
    if "research_title" in wanted:
        return {
            "research_title": "Storage plants compared",
            "domains": ["energy"],
            "sections": [
                {
                    "title": f"Storage {subject}",
                    "description": f"What is known of the {subject} of storage plants",
                    "search_queries": [f"storage plants {subject}", f"{subject} of storage in {place}"],
                }
                for subject, place in zip(SUBJECTS[:4], PLACES[:4], strict=True)
            ],
        }
    if "coverage" in wanted:
        return {"findings": [{"text": text, "cite_ids": [cite]} for cite, text in evidence[:5]], "coverage": 0.6}
    if "is_sufficient" in wanted:
        asked = prompt.partition("Queries asked so far:")[2].partition("\n\n")[0].count("<data>")
        return {
            "is_sufficient": False,
            "overall_score": 6,
            "gaps": ["more figures"],
            "next_queries": [
                {"query": f"storage register {subject} {asked}", "goal": "figures", "section": "sec1", "priority": "high"}
                for subject in SUBJECTS[4:8]
            ],
            "reasoning": "some sections have few sources",
        }
    if "abstract" in wanted:
        body = [(ids.split(), text) for ids, text in _BODY.findall(prompt)]
        first = [(ids[0], text.split(". ")[0].rstrip(".") + ".") for ids, text in body if ids]
        opening, closing = first[:5], first[-2:]
        return {
            "abstract": {"text": " ".join(text for _, text in opening), "cite_ids": [cite for cite, _ in opening]},
            "conclusions": [{"text": " ".join(text for _, text in closing), "cite_ids": [cite for cite, _ in closing]}],
        }
    if "paragraphs" in wanted:
        found = _WORDS.search(prompt)
        return {"paragraphs": paragraphs(evidence, int(found[1]) if found else 200)}
    if "charts" in wanted:
        return {"charts": []}
    return {"sentences": []}


def paragraphs(evidence: list[tuple[str, str]], words: int) -> list[dict[str, Any]]:
    """Paragraphs of three pieces of evidence each, up to about ``words`` words."""
    written, told = [], 0
    for at in range(0, len(evidence), 3):
        group = evidence[at : at + 3]
        if told >= words - 10:
            break
        told += sum(len(text.split()) for _, text in group)
        written.append({"text": " ".join(text for _, text in group), "cite_ids": [cite for cite, _ in group]})
    return written


class World:
    """The server. ``latency`` gives seconds for a kind of request; ``log`` gets a line at the start and end of each.

    With ``token_seconds`` a model's answer comes in pieces, at that pace, after its latency.
    """

    def __init__(
        self,
        log: Path | None = None,
        latency: Callable[[str, Any], float] = lambda kind, answer: 0.0,
        pages: int = 24,
        sentences: int = 40,
        keep: bool = False,
        token_seconds: float = 0.0,
        model: Callable[[dict[str, Any]], dict[str, Any]] = model_answer,
    ) -> None:
        self._log = log.open("a", buffering=1) if log else None
        self._latency = latency
        self._pages = pages
        self._sentences = sentences
        self._keep = keep
        self._token_seconds = token_seconds
        self._model = model
        self._numbers = count(1)
        self.requests: list[dict[str, Any]] = []
        self.origin = ""

    async def start(self, port: int = 0) -> int:
        """Serve on a port of loopback, a free one where none is given; returns it."""
        server = await asyncio.start_server(self._connection, "127.0.0.1", port, backlog=512)
        port = server.sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self._server = server
        return port

    def close(self) -> None:
        """Serve no more."""
        self._server.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                request, *lines = head.decode("latin-1").split("\r\n")
                method, target, _ = request.split(" ", 2)
                headers = {
                    name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if ":" in line)
                }
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                await self._answer(method, target, body, writer)
        except (asyncio.IncompleteReadError, ConnectionError, ValueError, asyncio.CancelledError):
            pass  # the other side is gone, or the test is over
        finally:
            writer.close()

    async def _answer(self, method: str, target: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        number = next(self._numbers)
        parts = urlsplit(target)
        key = hashlib.sha256(f"{method} {target} ".encode() + body).hexdigest()[:16]
        kept = {"body": json.loads(body)} if self._keep and body else {}
        self._note({"number": number, "event": "begin", "target": target[:200], "key": key, **kept})
        kind, content_type, content = self._content(parts.path, parse_qs(parts.query), body, str(number))
        await asyncio.sleep(self._latency(kind, content))
        status = "404 Not Found" if kind == "missing" else "200 OK"
        lines = [
            f"HTTP/1.1 {status}",
            f"Content-Type: {content_type}",
            f"Content-Length: {len(content)}",
            "Connection: keep-alive",
        ]
        head = "\r\n".join(lines) + "\r\n\r\n"
        if content_type == "text/event-stream" and self._token_seconds:
            writer.write(head.encode())
            await self._stream(content, writer)
        else:
            writer.write(head.encode() + content)
        await writer.drain()
        self._note({"number": number, "event": "end", "kind": kind, "key": key})

    async def _stream(self, content: bytes, writer: asyncio.StreamWriter) -> None:
        """Send events as a model writes them: its words come at so many seconds a token."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for event in content.splitlines(keepends=True):
            if b'"delta": {"content"' in event:
                due += PIECE / 4 * self._token_seconds
                await asyncio.sleep(due - loop.time())
                await writer.drain()  # nobody there any more is an error
            writer.write(event)

    def _content(self, path: str, query: dict[str, list[str]], body: bytes, nonce: str) -> tuple[str, str, bytes]:
        if path.endswith("/search"):
            shelf = path.split("/")[-2]  # /engine1/search, or /engine1/7/search for other pages
            found = results(query["q"][0], int(shelf) if shelf.isdigit() else 0, self.origin, nonce, self._pages)
            return "search", "application/json", json.dumps(found).encode()
        if path.startswith("/page/"):
            return "page", "text/html; charset=utf-8", page(int(path.rsplit("/", 1)[1]), nonce, self._sentences).encode()
        if path == "/v1/chat/completions":
            return "model", *self._completion(json.loads(body), nonce)
        return "missing", "text/plain", b"no such thing"

    def _completion(self, request: dict[str, Any], nonce: str) -> tuple[str, bytes]:
        text = json.dumps(self._model(request))
        prompt = sum(len(str(message["content"])) for message in request["messages"]) // 4
        usage = {"prompt_tokens": prompt, "completion_tokens": len(text) // 4, "total_tokens": prompt + len(text) // 4}
        common = {"id": f"chatcmpl-{nonce}", "created": 0, "model": request["model"]}
        if not request.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            whole = {**common, "object": "chat.completion", "choices": [choice], "usage": usage}
            return "application/json", json.dumps(whole).encode()
        size = PIECE if self._token_seconds else max(1, len(text))
        pieces: list[dict[str, Any]] = [
            *(
                {
                    **common,
                    "object": "chat.completion.chunk",
                    "choices": [{"index": 0, "delta": {"content": text[at : at + size]}, "finish_reason": None}],
                }
                for at in range(0, len(text), size)
            ),
            {**common, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {**common, "object": "chat.completion.chunk", "choices": [], "usage": usage},
        ]
        stream = "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces) + "data: [DONE]\n\n"
        return "text/event-stream", stream.encode()

    def _note(self, entry: dict[str, Any]) -> None:
        entry["at"] = time.time()
        self.requests.append(entry)
        if self._log:
            self._log.write(json.dumps(entry) + "\n")


def settings_for(origin: str, *, engines: int = 3, strategy: str = "race") -> str:
    """A ``dr.toml`` that makes a run use this world and nothing else."""
    names = [f"engine{number}" for number in range(1, engines + 1)]
    tables = "\n".join(f'[search.{name}]\nplugin = "searxng"\nbase_url = "{origin}/{name}"\n' for name in names)
    return (
        f'[search]\nuse = {json.dumps(names)}\nparallel_strategy = "{strategy}"\n{tables}\n'
        f'[llm]\nuse = ["fake"]\n[llm.fake]\nplugin = "openai"\nbase_url = "{origin}/v1"\n'
        'api_key = "sk-world"\nmodel = "fake-1"\n'
        '[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n[cache]\nenabled = false\n[sandbox]\nuse = []\n'
    )


async def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=Path)
    parser.add_argument("--latency", type=float, default=0.02, help="at most; random")
    parser.add_argument("--token-seconds", type=float, default=0.0, help="with it, models stream at this pace")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="log also what was asked")
    parser.add_argument("--port", type=int, default=0, help="a free one where none is given")
    options = parser.parse_args()
    chance = random.Random(options.seed)

    def latency(kind: str, content: Any) -> float:
        return chance.uniform(0, options.latency)

    world = World(options.log, latency, keep=options.keep, token_seconds=options.token_seconds)
    print(await world.start(options.port), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
