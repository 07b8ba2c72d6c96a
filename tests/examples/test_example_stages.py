"""The three ways to change a stage work as their example says, and without them things are otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dr_core import DRError, research

EXAMPLES = Path(__file__).resolve().parents[2] / "examples/stages"
QUESTION = "How well do heat pumps work in cold climates?"
NORWAY = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 6
BLOG = "My heat pump works well in cold climates and keeps the house warm at minus ten degrees. I like the heat pump. " * 6
HITS = [
    {"title": "Heat pumps in Norway", "url": "https://shelf.example/norway", "content": NORWAY},
    {"title": "My heat pump", "url": "https://blog.example/mine", "content": BLOG},
]
SEARCH = {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": HITS}}


@pytest.fixture(autouse=True)
def beside_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with the three files in it, where a dr.toml would be."""
    for file in EXAMPLES.glob("*.py"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    yield
    for name in ("provider", "hook", "machine"):
        sys.modules.pop(name, None)


def read_with(**settings: Any) -> set[str]:
    result = research(QUESTION, settings={"search": SEARCH, **settings})
    return {source.url for source in result.sources}


def test_without_any_of_them_the_blog_is_read() -> None:
    assert read_with() == {hit["url"] for hit in HITS}


def test_a_hook_leaves_out_blogs() -> None:
    assert read_with(hooks={"use": ["cjk-fonts", "hook:NoBlogs"]}) == {HITS[0]["url"]}


def test_a_subclass_leaves_out_blogs() -> None:
    assert read_with(machine="machine:NoBlogs") == {HITS[0]["url"]}


def test_another_clarifier_never_asks() -> None:
    vague = {"search": SEARCH}
    with pytest.raises(DRError) as refused:
        research("those two heat pumps", settings=vague, assume=False)
    assert refused.value.exit_code in (1, 2)
    assert research("those two heat pumps", settings={**vague, "clarify": {"use": ["provider:Trusting"]}}, assume=False).passed
