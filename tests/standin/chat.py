"""A model that says what a function makes of the request, in the format of OpenAI's chat completions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from standin.server import Reply, Request, Route, answer

Say = Callable[[dict[str, Any], set[str], str], dict[str, Any]]
"""From the request, the fields of the answer that is wanted, and the prompt to what the model says."""


def chat(say: Say) -> Route:
    """The route of such a model."""

    def route(request: Request) -> Reply:
        asked = request.json
        schema = asked.get("response_format", {}).get("json_schema", {}).get("schema", {})
        prompt = "\n".join(str(message["content"]) for message in asked["messages"])
        message = {"role": "assistant", "content": json.dumps(say(asked, set(schema.get("properties", {})), prompt))}
        return answer(
            {
                "id": "1", "object": "chat.completion", "model": "fake-1",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 50, "completion_tokens": 20, "total_tokens": 70},
            }
        )  # fmt: skip

    return route
