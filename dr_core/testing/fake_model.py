"""A model that says what it was told to, counts, and needs no network."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from dr_core.errors import ModelFailed
from dr_core.interfaces import ModelProvider, OnDelta
from dr_core.options import option
from dr_core.types import Delta, ModelAnswer, ModelRequest, Usage

_DEEPEST = 8


class FakeModel(ModelProvider):
    """Gives its script line by line; without one, the smallest answer of the shape asked for, or the last message again.

    ``calls`` holds every request; a script that is used up is a ``ModelFailed``. A word counts as a token.
    """

    class Options(ModelProvider.Options):
        """What it says."""

        script: tuple[str, ...] = option((), help="The answers, in order")
        model: str = option("fake", help="The model's name in its answers")
        reasoning: str = option("", help="Told as reasoning before every answer")
        delay: float = option(0.0, ge=0, help="Seconds before it answers")
        fail: str = option("", help="Raise a ModelFailed with these words")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        self.calls.append(request)
        number = len(self.calls)
        await asyncio.sleep(self.options.delay)
        if self.options.fail:
            raise ModelFailed(self.options.fail)
        said = self._said(request, number)
        words = said.split(" ")
        cut = len(words) > request.max_tokens
        text = " ".join(words[: request.max_tokens])
        if on_delta:
            if self.options.reasoning:
                on_delta(Delta(kind="reasoning", text=self.options.reasoning))
            half = len(text) // 2
            for piece in filter(None, (text[:half], text[half:])):
                on_delta(Delta(kind="text", text=piece))
        prompt = sum(len(message.content.split()) for message in request.messages)
        return ModelAnswer(
            text=text,
            model=self.options.model,
            reasoning=self.options.reasoning,
            stop="length" if cut else "end",
            usage=Usage(prompt_tokens=prompt, completion_tokens=len(text.split(" ")), usd=0.0),
        )

    def _said(self, request: ModelRequest, number: int) -> str:
        script = self.options.script
        if script:
            if number > len(script):
                raise ModelFailed(f"the script of {len(script)} answers is used up (task '{request.task}')")
            return str(script[number - 1])
        if request.answer_schema is not None:
            return json.dumps(smallest(request.answer_schema), ensure_ascii=False)
        return request.messages[-1].content if request.messages else ""


def smallest(schema: dict[str, Any], root: dict[str, Any] | None = None, depth: int = 0) -> Any:
    """The smallest value that fits a JSON schema of the kind pydantic writes."""
    root = root if root is not None else schema
    if "$ref" in schema:
        return smallest(root["$defs"][schema["$ref"].rpartition("/")[2]], root, depth + 1)
    for fixed in ("const", "default"):
        if fixed in schema:
            return schema[fixed]
    if "enum" in schema:
        return schema["enum"][0]
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return smallest(schema[choice][0], root, depth)
    kind = schema.get("type")
    if kind == "object":
        fields = schema.get("properties", {})
        return {name: smallest(fields[name], root, depth + 1) for name in schema.get("required", ()) if name in fields}
    if kind == "array":
        count = schema.get("minItems", 0) if depth < _DEEPEST else 0
        return [smallest(schema.get("items", {}), root, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    if kind == "boolean":
        return False
    return None if kind == "null" else "x" * int(schema.get("minLength", 1))
