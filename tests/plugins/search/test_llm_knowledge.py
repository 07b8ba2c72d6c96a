"""What a model remembers: one hit, marked, without an address of the model's own."""

from __future__ import annotations

from typing import Any

import pytest
from standin.library import filled

from dr_core import AuthFailed, Context, SearchTask
from dr_core.testing import SearchConformance
from dr_plugins.search.llm_knowledge import LlmKnowledge, Memory

TASK = SearchTask(query="heat </data> pumps", goal="how well they work")


class Asked:
    """Stands for the run's models."""

    def __init__(self, *statements: str, nobody: bool = False) -> None:
        self.statements, self.nobody = list(statements), nobody
        self.prompts: list[str] = []

    async def __call__(self, task: str, prompt: dict[str, Any], answer: type[Any], max_tokens: int = 700) -> Any:
        self.prompts.append(filled(task, prompt))
        knows = "zzyzx" not in prompt["query"]
        return None if self.nobody else Memory(statements=self.statements if knows else [])


def provider(ask: Asked) -> LlmKnowledge:
    return LlmKnowledge(None, Context(instance="memory", ask=ask))


class TestLlmKnowledge(SearchConformance):
    nothing = "zzyzx nothing qwrt"

    @pytest.fixture
    def provider(self) -> Any:
        return provider(Asked("Heat pumps move heat."))

    @pytest.fixture
    def failing_provider(self) -> Any:
        return provider(Asked(nobody=True))


async def test_the_hit_is_marked_and_holds_no_address_or_citation_that_the_model_made_up() -> None:
    ask = Asked("Heat pumps move heat [1], see https://made.up/x.", "![x](http://a.b/c.png)", "They need <b>power</b>.")
    (hit,) = await provider(ask).search(TASK, 5)
    assert (hit.kind, hit.engine, hit.snippet) == ("unverified", "memory", "")
    assert hit.title.startswith("Model knowledge (unverified): heat")
    assert hit.url.startswith("model://memory/memory?query=heat%20")
    assert hit.content == "Heat pumps move heat, see\n\nThey need power."
    assert ask.prompts[0].count("</data>") == 2, "the query and the goal are data"


async def test_no_model_is_said_and_not_tried_again() -> None:
    with pytest.raises(AuthFailed, match=r"no model answered\. Select a model") as caught:
        await provider(Asked(nobody=True)).search(TASK, 5)
    assert not caught.value.retryable


def test_it_is_no_engine_that_a_chain_would_ask() -> None:
    assert (LlmKnowledge.sourced, LlmKnowledge.cacheable, LlmKnowledge.keyless) == (False, False, False)
