"""Whatever a run writes is found again in its report: no words of a source, in any language, make a faithful report fail."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dr_core import Evidence, Page, Paragraph, Report
from dr_core.report.changed import changes
from dr_core.report.compose import marked, numbered
from dr_core.report.figure import without_pointers
from dr_core.report.held import miscited, unheld
from dr_core.types import ReportSection
from dr_plugins.render.markdown import Markdown

WORDS = st.sampled_from(
    ["The", "cell", "55.7", "GW.", "-40 °C", "3.", "1)", "#", ">", "- ", "*stress*", "_a_", "`x`", "[1]", "[^2]", "\\[", "\\",
     "&amp;", "&copy", "&#91;9&#93;", "<b>", "<!--", "AT&T", "(?)", "(Figure 2)", "Figure 1", "Source:", "e.g.", "U.S.", "“so”",
     "2023.", "2024", "Wh/kg", "海水淡化", "的成本", "是0.5元。", "（圖 1）", "（？）", "「一」", "東京。", "です。", "가격은",
     "이다.", "…", "!", "?", "http://a.org/x_y", "~~no~~", "---", "===", "|", "+", "²", "【3】", "x\u00ady", "\u200bz", "==",
     "Mr. Smith", "a|b", "1990", "\u202e!"]
)  # fmt: skip
LINE = (
    st.lists(WORDS, min_size=1, max_size=12)
    .map(" ".join)
    .filter(lambda text: any(char.isalnum() for char in text))
    .filter(
        lambda text: "".join(filter(str.isalnum, without_pointers(text))) != "Source"
    )  # says nothing, and could not be told from the line under a table
)
CELL = LINE.map(lambda text: text.replace("|", "/"))
LIST = st.lists(st.tuples(st.sampled_from(["- ", "* ", "1. "]), LINE).map("".join), min_size=1, max_size=4).map("\n".join)


@st.composite
def tables(draw: st.DrawFn) -> str:
    width = draw(st.integers(2, 4))
    rows = draw(
        st.lists(st.lists(st.one_of(CELL, st.just("-"), st.just("n/a")), min_size=width, max_size=width), min_size=2, max_size=4)
    )
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * width, *lines[1:]])


PARAGRAPH = st.one_of(
    st.tuples(st.just("prose"), LINE), st.tuples(st.just("list"), LIST), st.tuples(st.just("table"), tables())
)  # fmt: skip


def written(texts: list[tuple[str, str]], language: str) -> tuple[str, list[Paragraph], dict[str, Evidence], dict[str, str]]:
    evidence = {
        f"e{at}": Evidence(id=f"e{at}", source=f"s{at % 3}", start=0, end=len(text), text=text)
        for at, (_, text) in enumerate(texts)
    }
    pages = {
        f"s{at}": Page(id=f"s{at}", url=f"https://s{at}.example/a[{at}]?b=(c)", title="T", text="", sha256="", fetched_at="")
        for at in range(3)
    }
    items = [
        Paragraph(id=f"p{at}", section="a", text=text, cite_ids=(f"e{at}", "e0") if at else ("e0",), kind=kind)  # type: ignore[arg-type]
        for at, (kind, text) in enumerate(texts)
    ]
    shown = tuple(marked(item, [], evidence, language) for item in items)
    citations, references = numbered(shown, [], evidence, pages)
    report = Report(
        title="T", question="Q", language=language, sections=(ReportSection(id="a", title="A", paragraphs=shown),),
        references=tuple(references), citations=citations,
    )  # fmt: skip
    text = asyncio.run(Markdown().render(report, Path())).decode()
    return text, items, evidence, {name: page.url for name, page in pages.items()}


@settings(max_examples=150, deadline=None)
@given(texts=st.lists(PARAGRAPH, min_size=1, max_size=4), language=st.sampled_from(["en", "zh-Hant", "ja", "ko", "de"]))
@example(texts=[("prose", "The"), ("prose", "東京。 (?)")], language="zh-Hant")
@example(texts=[("prose", "東京。(註)大阪。")], language="ja")
@example(texts=[("prose", "이다. The … The")], language="zh-Hant")
@example(texts=[("prose", "<!-- The <!-- cell")], language="de")
@example(texts=[("prose", "The The 1) 가격은 1) The The")], language="zh-Hant")
def test_what_a_run_writes_is_found_again(texts: list[tuple[str, str]], language: str) -> None:
    text, items, evidence, urls = written(texts, language)
    assert unheld(text, items) == ([], [])
    assert miscited(text, items, evidence, urls) == []
    assert changes(text, text.replace("\n", " \r\n")) == []


@pytest.mark.parametrize("old, new", [("a[1]", "b"), ("https://s1.example", "https://evil.example")])
def test_an_address_that_no_source_has_is_told(old: str, new: str) -> None:
    text, items, evidence, urls = written([("prose", "One cell holds 5 Wh."), ("prose", "Two cells hold 10 Wh.")], "en")
    told = miscited(text.replace(old.replace("[", "%5B").replace("]", "%5D"), new), items, evidence, urls)
    assert [problem.where for problem in told] == ["references"]
