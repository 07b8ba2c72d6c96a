"""A model of any vendor that does what it is asked, task by task, and fails where it is told to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from standin.library import good
from standin.llm_bench import VENDORS
from standin.llm_server import Asked, Reply, Says
from standin.model_server import task_of


@dataclass
class Writer:
    """``served_in_thread(Writer("gemini"))``: fails with ``fault`` at ``tasks`` (all, if none is named) after so many calls."""

    vendor: str
    fault: str = ""
    """A fault of ``Says``, or garbage, cut, 422."""
    after: int = 0
    tasks: tuple[str, ...] = ()
    says: dict[str, Any] = field(default_factory=dict)
    """What it says to a task, in place of what a good model does; a function is handed the request."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """Task and fault of each call."""

    def __call__(self, asked: Asked, says: Says) -> Reply:
        words = _words(asked.json)
        task = _task(words)
        fault = self.fault if len(self.calls) >= self.after and (not self.tasks or task in self.tasks) else ""
        self.calls.append((task, fault))
        if fault == "422":
            return Reply({"error": {"message": "Unprocessable: nothing here suits me", "type": "invalid"}}, 422)
        request: Any = SimpleNamespace(task=task, max_tokens=800, messages=[SimpleNamespace(content=text) for text in words])
        said = self.says.get(task, good)
        text = "I would rather not." if fault == "garbage" else json.dumps(said(request) if callable(said) else said)
        told = replace(
            says, text=text, cut_after=1 if fault == "cut" else None, fault="" if fault in ("garbage", "cut") else fault
        )
        return VENDORS[self.vendor][0](asked, told)

    def well(self) -> list[str]:
        """The tasks that were answered well."""
        return [task for task, fault in self.calls if not fault]


def _words(body: dict[str, Any]) -> list[str]:
    """The texts of a request, that of the system first."""
    if "contents" in body:
        parts = [body.get("systemInstruction", {"parts": []}), *body["contents"]]
        return ["".join(part.get("text", "") for part in one["parts"]) for one in parts]
    messages = [message["content"] for message in body["messages"]]
    return [_flat(text) for text in ([body["system"], *messages] if "system" in body else messages)]


def _flat(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def _task(words: list[str]) -> str:
    marks = {
        "Decide whether this question": "clarify",
        "For each numbered sentence": "judge",
        "say things that their evidence does not carry": "repair",
    }
    own = next((task for mark, task in marks.items() if any(mark in text for text in words)), "")
    return own or task_of({"messages": [{"content": text} for text in words]})
