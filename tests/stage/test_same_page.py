"""Pages of nearly the same text count once: copies of one source are no second witness."""

from __future__ import annotations

from pathlib import Path

import pytest
from standin.library import Library, research, texts

from dr_core import Context

ENGLISH = next(iter(texts("rail-cost-economics-en.md").values()))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does a kilometre of high-speed line cost?", ENGLISH),
        ("钠离子电池的成本是多少？", next(iter(texts("battery-sodium-zh-hans.md").values()))),
    ],
)
async def test_a_copy_with_a_few_other_words_is_not_read_as_another_source(question: str, text: str, tmp_path: Path) -> None:
    front, _, rest = text.partition("\n\n")
    copy = f"{front}\n\nFirst published by another house.\n\n{rest}"
    library = Library(None, Context(instance="files"), {"http://a.example/1": text, "http://b.example/2": copy})
    state, _ = await research(tmp_path, question=question, library=library)
    assert len(state.sources) == 1
    assert list(state.unread.values()) == ["the same text as another source"]


async def test_the_same_words_in_another_order_are_another_text(tmp_path: Path) -> None:
    head, *paragraphs = ENGLISH.split("\n\n")
    turned = [". ".join(reversed(paragraph.rstrip(".").split(". "))) + "." for paragraph in paragraphs if "|" not in paragraph]
    words = " ".join(reversed(" ".join(turned).split()))
    other = f"{head}\n\nHigh-speed line cost, told backwards: {words}."
    library = Library(None, Context(instance="files"), {"http://a.example/1": ENGLISH, "http://b.example/2": other})
    state, _ = await research(tmp_path, question="What does a kilometre of high-speed line cost?", library=library)
    assert "the same text as another source" not in state.unread.values()


async def test_of_a_page_that_is_too_long_the_report_says_what_was_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dr_core.stage.fetch.LONGEST_TEXT", 900)
    library = Library(None, Context(instance="files"), {"http://a.example/1": ENGLISH})
    state, _ = await research(tmp_path, question="What does a kilometre of high-speed line cost?", library=library)
    assert [len(page.text) for page in state.sources.values()] == [900]
    assert list(state.unread.values()) == [f"only the first 900 of {len(ENGLISH):,} characters were read"]
    assert f"(only the first 900 of {len(ENGLISH):,} characters were read)" in state.final_report
