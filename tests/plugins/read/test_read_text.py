"""Plain text and markdown."""

from __future__ import annotations

import pytest

from dr_core import DRError
from dr_plugins.read.text import Text

MARKDOWN = """---
title: "Solar costs"
date: 2023-05-04
author: Jane Roe
tags: [a, b]
---
# A heading

Solar power fell by **90 %** since [2010](https://example.org/a_(b)), *as* `reported`.[^1] ![chart](x.png)

<!-- a comment
over two lines -->
| Year | Cost |
|---|---|
| 2020 | 57 |

- item with __strong__ words

```python
x = "**not bold**"
```

[ref]: https://example.org
"""


def test_markdown_loses_its_inline_marks_and_keeps_its_blocks() -> None:
    document = Text().read(MARKDOWN.encode(), "file:///notes/solar.md", "text/markdown")
    assert "Solar power fell by 90 % since 2010, as reported." in document.text
    assert "| 2020 | 57 |" in document.text and "- item with strong words" in document.text
    assert 'x = "**not bold**"' in document.text and "# A heading" in document.text
    for gone in ("https://", "comment", "chart", "---\ntitle", "[^1]"):
        assert gone not in document.text


def test_front_matter_tells_title_date_and_author() -> None:
    document = Text().read(MARKDOWN.encode(), "file:///notes/solar.md", "text/markdown")
    assert (document.title, document.published, document.author) == ("Solar costs", "2023-05-04", "Jane Roe")
    assert document.language == "en"


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        ("# The heading\n\nText.", "a.md", "The heading"),
        ("Intro text here.\n\nThe title\n=========\n\nText.", "a.md", "The title"),
        ("A plain title\n\nThe text follows here.", "a.txt", "A plain title"),
        ("The text begins at once. It goes on.", "my%20notes.txt", "my notes"),
        ("太陽能的成本\n\n太陽能發電變得便宜。", "a.txt", "太陽能的成本"),
    ],
)
def test_the_title_is_the_heading_the_first_line_or_the_name(text: str, name: str, title: str) -> None:
    media_type = "text/markdown" if name.endswith(".md") else "text/plain"
    assert Text().read(text.encode(), f"file:///x/{name}", media_type).title == title


def test_plain_text_is_kept_as_it_is() -> None:
    text = "Stars * and _bars_ and [brackets](x) stay.\n\nEnd."
    assert Text().read(text.encode(), "file:///a.txt", "text/plain").text == text


def test_the_charset_of_the_media_type_helps() -> None:
    text = "Стоимость солнечной энергии снизилась."
    assert Text().read(text.encode("cp1251"), "file:///a.txt", "text/plain; charset=windows-1251").text == text


@pytest.mark.parametrize("data", [b"", b" \n\n ", b"---\ntitle: x\n---\n"])
def test_an_empty_file_is_an_error(data: bytes) -> None:
    with pytest.raises(DRError, match="is empty"):
        Text().read(data, "file:///a.md", "text/markdown")


def test_binary_bytes_are_refused() -> None:
    with pytest.raises(DRError, match="not a text file"):
        Text().read(b"\x00\x01\x02\x03" * 100, "file:///a.txt", "text/plain")


@pytest.mark.parametrize("piece", ["[a](", "[", "*a ", "**", "<!--", "```\n~~~\n", "_a", "`", "[a](((", "a: b\n", "<b ", "!["])
def test_hostile_markdown_is_read_in_bounded_time(piece: str) -> None:
    assert Text().read((piece * 100_000 + " end").encode(), "file:///a.md", "text/markdown").text.endswith("end")
