"""Words and addresses of strangers in markdown: shown as they are, read back as they are, and never taken for markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Paragraph, Report
from dr_core.report.citation import parse_report
from dr_core.report.html import safe_html
from dr_core.report.mark import mark
from dr_core.types import Reference, ReportSection
from dr_plugins.render.markdown import Markdown


async def rendered(*paragraphs: Paragraph, references: tuple[Reference, ...] = (), title: str = "T") -> str:
    report = Report(
        title=title,
        question="Q",
        language="en",
        sections=(ReportSection(id="a", title="A", paragraphs=paragraphs),),
        references=references or (Reference(number=1, source="s1", title="One", url="https://s1.example/"),),
        citations={"e1": 1},
    )
    return (await Markdown().render(report, Path())).decode()


def prose(text: str) -> Paragraph:
    return Paragraph(id="p1", section="a", text=text + mark(["e1"]), cite_ids=("e1",))


def cell(text: str) -> Paragraph:
    table = f"| Firm | Name |\n|---|---|\n| one | {text} |"
    return Paragraph(id="p1", section="a", text=table + mark(["e1"]), cite_ids=("e1",), kind="table")


ENTITIES = {
    "AT&amp;T": "AT&amp;amp;T",
    "AT&T": "AT&amp;T",
    "a&nbsp;b": "a&amp;nbsp;b",
    "&amp;amp;": "&amp;amp;amp;",
    "x &#91;9&#93; y": "x &amp;#91;9&amp;#93; y",
    "&#x5B;9&#x5D;": "&amp;#x5B;9&amp;#x5D;",
    "&copy 2024": "&amp;copy 2024",
    "R&D; and more": "R&amp;D; and more",
}


@pytest.mark.parametrize("text", ENTITIES)
@pytest.mark.parametrize("kind", [prose, cell])
async def test_the_name_of_a_character_is_shown_as_the_source_wrote_it(text: str, kind: object) -> None:
    written = await rendered(kind(text))  # type: ignore[operator]
    assert ENTITIES[text] in safe_html(written)
    assert parse_report(written).cited == (1,), "and none of them passes for a citation"


@pytest.mark.parametrize("text", ["[7]", "\\[7]", "\\\\[7]"])
async def test_a_bracket_in_a_cell_is_text_however_often_its_source_escaped_it(text: str) -> None:
    assert parse_report(await rendered(cell(text))).cited == (1,)


BEGINNINGS = {
    "3. Oktober 1990 war ein Mittwoch.": "3. Oktober",
    "3) is the third.": "3) is",
    "1990 war lang.": "1990 war",
    "- is a minus.": "- is a",
    "# is a sharp.": "# is a",
    "> is more.": "&gt; is more",
    "--- is a rule.": "--- is",
}


@pytest.mark.parametrize("text", BEGINNINGS)
async def test_a_paragraph_begins_with_its_own_words_and_no_backslash(text: str) -> None:
    shown = safe_html(await rendered(prose(text)))
    assert f"<p>{BEGINNINGS[text]}" in shown


async def test_an_item_that_begins_with_a_date_is_no_list_of_its_own() -> None:
    items = Paragraph(id="p1", section="a", text=f"- 3. Oktober 1990{mark(['e1'])}", cite_ids=("e1",), kind="list")
    assert "<li>3. Oktober 1990 [1]</li>" in safe_html(await rendered(items))


ADDRESSES = {
    "https://s.example/list?tag[]=a&page=2": "https://s.example/list?tag%5B%5D=a&page=2",
    "https://s.example/a_(b)": "https://s.example/a_%28b%29",
    "http://[2001:db8::1]/x[1]": "http://[2001:db8::1]/x%5B1%5D",
    "https://s.example/?a=1&copy;=2": "https://s.example/?a=1&copy%3B=2",
    "https://s.example/甲。乙": "https://s.example/甲%E3%80%82乙",
    "file:///docs/a%20b.md": "file:///docs/a%20b.md",
}


@pytest.mark.parametrize("url", ADDRESSES)
@pytest.mark.parametrize(
    "title", ["List", "Mirror of https://evil.example/login", "T - https://evil.example", "[a](https://e.org)"]
)
@pytest.mark.parametrize("images", [(), ("https://s.example/i.png", "https://s.example/j.png")])
async def test_the_address_of_a_source_is_read_back_whatever_its_title_says(
    url: str, title: str, images: tuple[str, ...]
) -> None:
    written = await rendered(prose("x"), references=(Reference(number=1, source="s1", title=title, url=url, images=images),))
    assert parse_report(written).references[1].url == ADDRESSES[url]


HIDING = ("\u202e", "\u202a", "\u2066", "\u200f", "\u061c", "\u200b", "\ufeff", "\u00ad", "\U000e0041")
ORDERS = ("\x00", "\x07", "\x08", "\x1b[2J", "\x7f", "\x9b2J")
"""What a terminal obeys that shows the file."""


@pytest.mark.parametrize("char", [*HIDING, *ORDERS])
async def test_what_turns_or_hides_words_is_not_shown(char: str) -> None:
    reference = Reference(number=1, source="s1", title=f"Safe bank {char}moc.live//:sptth", url="https://s1.example/")
    written = await rendered(prose(f"so {char}it is"), cell(f"a{char}b"), references=(reference,), title=f"T{char}T")
    assert char not in written


@pytest.mark.parametrize("title", ["می‌خواهم", "क्‍ष", "👩‍💻 at work"])
async def test_joiners_stay_where_a_script_needs_them(title: str) -> None:
    reference = Reference(number=1, source="s1", title=title, url="https://s1.example/")
    assert title in await rendered(prose("x"), references=(reference,))
