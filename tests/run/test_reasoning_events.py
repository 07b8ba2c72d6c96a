"""What a model thinks is streamed as ``reasoning`` while it thinks (S3-1), and enters no report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from standin.library import Said, good, research

from dr_core import Context, Delta, ModelAnswer, ModelRequest, OnDelta
from dr_core.run.events import as_sse
from dr_core.types import Event


class Thinker(Said):
    """Thinks aloud before it answers."""

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        if on_delta:
            for piece in ("Hmm, ", f"how do I {request.task}?"):
                on_delta(Delta(kind="reasoning", text=piece))
        return await super().complete(request, on_delta)


async def test_thoughts_are_events_of_their_stage_and_no_part_of_the_report(tmp_path: Path) -> None:
    state, folder = await research(tmp_path, {"one": Thinker(None, Context(instance="one"), good)})
    events = [Event.model_validate_json(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    thoughts = [event for event in events if event.type == "reasoning"]
    assert "".join(event.text for event in thoughts if event.stage == "plan") == "Hmm, how do I plan?"
    assert {"plan", "draft"} <= {event.stage for event in thoughts}
    assert state.passed and "Hmm" not in state.final_report
    body: dict[str, Any] = json.loads(as_sse(thoughts[0]).split("data: ")[1])
    assert as_sse(thoughts[0]).splitlines()[1] == "event: reasoning"
    assert (body["type"], body["text"]) == ("text", "Hmm, ")
