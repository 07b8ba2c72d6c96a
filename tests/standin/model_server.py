"""Model services on loopback that fail where they are told to: OpenAI's wire format, one path a service, every request counted.

``http://127.0.0.1:PORT/<service>/v1`` is the address of a service. ``fault(service, number, body)`` says how the request of that
number (counted from 0, for each service) fails; None answers it well.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from standin.library import Model, good
from standin.loopback import Loopback, read_request

Fault = Callable[[str, int, dict[str, Any]], str | None]
STATUS = {"rate": "429 Too Many Requests", "busy": "503 Service Unavailable", "broken": "500 Internal Server Error",
          "key": "401 Unauthorized", "quota": "402 Payment Required", "refused": "404 Not Found"}  # fmt: skip
WORDS = {"garbage": "I would rather talk about something else.", "empty": "", "half": '{"research_title": "x", "sec'}


@dataclass
class Request:
    """A request as the server saw it: who was asked, what (as a hash), and whether it was answered well."""

    service: str
    task: str
    key: str
    outcome: str


class ModelServer(Loopback):
    """The services."""

    def __init__(self, fault: Fault = lambda service, number, body: None, says: Model = good) -> None:
        super().__init__()
        self.fault, self.says = fault, says
        self.requests: list[Request] = []
        self._counts: dict[str, int] = {}

    def table(self, *services: str, **options: Any) -> dict[str, Any]:
        """The settings table ``[llm]`` for these services, asked in this order."""
        common = {"plugin": "openai", "model": "m-1", "api_key": "sk-x", "stream": False, "structured": "plain", **options}
        return {"use": list(services), **{name: {**common, "base_url": f"{self.url}/{name}/v1"} for name in services}}

    def good(self) -> list[Request]:
        """The requests that were answered well."""
        return [request for request in self.requests if request.outcome == "good"]

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answered = True
        while answered:
            line, _, body = await read_request(reader)
            answered = await self._answer(line.split(" ")[1].split("/")[1], json.loads(body), writer)

    async def _answer(self, service: str, body: dict[str, Any], writer: asyncio.StreamWriter) -> bool:
        number = self._counts.get(service, 0)
        self._counts[service] = number + 1
        task = task_of(body)
        kind = self.fault(service, number, body)
        asked = body["messages"][1]["content"]
        begins = f"{task} {asked[:500]}"  # however its end asks for a shape, and whatever is added when it is asked again
        self.requests.append(Request(service, task, hashlib.sha256(begins.encode()).hexdigest()[:12], kind or "good"))
        if kind == "cut":
            return False
        if kind in STATUS:
            await _send(writer, STATUS[kind], {"error": {"message": f"told to be {kind}"}})
            return True
        request = SimpleNamespace(
            task=task, max_tokens=body["max_tokens"], messages=[SimpleNamespace(**message) for message in body["messages"]]
        )
        text = WORDS[kind] if kind else json.dumps(self.says(request))  # type: ignore[arg-type]
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": len(asked) // 4, "completion_tokens": len(text) // 4}
        await _send(writer, "200 OK", {"id": "x", "model": body["model"], "choices": [choice], "usage": usage})
        return True


def task_of(body: dict[str, Any]) -> str:
    """Which task a request is, by the words of its prompt."""
    prompt = str(body["messages"][1]["content"])
    marks = {
        "Plan a research": "plan",
        "Write one section": "draft",
        "abstract and the conclusions": "summary",
        "critical analysis": "analyse",
        "Judge whether": "reflect",
        "say what it shows": "findings",
        "charts": "charts",
    }
    return next((task for mark, task in marks.items() if mark in prompt), "other")


async def _send(writer: asyncio.StreamWriter, status: str, value: dict[str, Any]) -> None:
    content = json.dumps(value).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\nRetry-After: 0\r\n\r\n"
    writer.write(head.encode() + content)
    await writer.drain()
