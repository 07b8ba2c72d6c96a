"""A whole research with a real, very small model (135 million parameters): its report passes verification all the same.

Prints which share of the published sentences the model wrote, how many were repaired or dropped, and how often the way without a
model stepped in. What such a model writes is poor; that none of it is published unchecked is the point.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import QUESTION, Library, research

from dr_core import Context

pytestmark = pytest.mark.slow
CONTEXT = 1_500
"""Tokens that it is said to take: it reads about 60 a second."""
FOCUSES = ["What cells cost", "How they do in the cold"]


@pytest.mark.parametrize("plugin", ["openai", "anthropic"])
async def test_a_whole_research_passes_verification(tmp_path: Path, request: pytest.FixtureRequest, plugin: str) -> None:
    """Through ``openai`` every request says which shape its answer must have. Through ``anthropic`` this server takes no word of
    shapes, so that one is started which holds its model to the shape of drafts; plan and summary are then done without it."""
    url = request.getfixturevalue("real_model_url" if plugin == "openai" else "shaped_model_url")
    options: dict[str, Any] = {
        "plugin": plugin,
        "base_url": url + ("/v1" if plugin == "openai" else ""),
        "api_key": "",
        "model": "smollm2-135m",
        "context_tokens": CONTEXT,
        "max_output_tokens": 240,
        "timeout": 900,
    }
    settings = {
        "llm": {"use": ["real"], "real": options, "max_concurrent": 1},
        "research": {"depth": "quick", "length": "brief", "critical_analysis": "never", "focuses": FOCUSES},
        "verify": {"use": ["citations", "grounding"]},  # the judge would ask it, too: minutes more, and nothing new
    }
    library = Library(None, Context(instance="files"))
    state, folder = await research(tmp_path, settings=settings, library=library, question=QUESTION)
    print(f"\n{figures(state, folder, plugin)}")
    assert state.passed
    assert state.models["real"]["calls"] >= 4
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert "smollm2-135m" in report


def figures(state: Any, folder: Path, plugin: str) -> str:
    """One line: what came of what the model wrote."""
    fallen = [entry["task"] for entry in state.notes.get("fallbacks", [])]
    claims = json.loads((folder / "claims.json").read_text())
    by_model = [claim for claim in claims if not _verbatim(claim["sentence"], state)]
    actions = [action["kind"] for action in state.repairs]
    share = len(by_model) / len(claims) if claims else 0.0
    return (
        f"{plugin}: {state.status}, {state.models['real']['calls']} calls, "
        f"{state.usage.prompt_tokens}+{state.usage.completion_tokens} tokens; "
        f"{len(claims)} sentences published, {share:.0%} in the model's own words; "
        f"{actions.count('recite')} cited anew, {actions.count('rewrite')} rewritten, {actions.count('drop')} dropped; "
        f"done without the model: {len(fallen)} ({', '.join(fallen) or 'nothing'})"
    )


def _verbatim(sentence: str, state: Any) -> bool:
    """Whether a sentence stands in a source as it is."""
    flat = " ".join(sentence.split()).rstrip(".")
    return any(flat in " ".join(page.text.split()) for page in state.sources.values())
