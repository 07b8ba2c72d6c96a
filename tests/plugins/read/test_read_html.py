"""Web pages."""

from __future__ import annotations

import pytest

from dr_core import DRError
from dr_plugins.read.html import Html

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Solar power costs - Example News</title>
<meta name="author" content="Jane Roe"><meta property="article:published_time" content="2023-05-04T10:00:00Z">
<meta property="og:type" content="article"><meta property="og:image" content="/i.png"></head><body>
<nav><a href="/">Home</a> <a href="/a">News</a></nav><article><h1>Solar power costs</h1>
<p>Solar power became cheap in the last decade.
It fell by <b>90%</b> since 2010, and the trend <a href="/b">continues</a> today.</p>
<h2>Figures</h2><p>The following table shows the cost by year, as reported by the agency in its yearly review of costs.</p>
<table><tr><th>Year</th><th>Cost</th></tr><tr><td>2010</td><td>380</td></tr><tr><td>2020</td><td>57</td></tr></table>
<ul><li>First point about panels and modules.</li><li>Second point about inverters.</li></ul>
<p>In the end, solar is cheap. The last paragraph is here to make the article longer than it was.</p></article>
<footer>Copyright 2023. All rights reserved. <a href="/p">Privacy policy</a></footer></body></html>"""
CHINESE = """<html><head><meta charset="{label}"><title>太陽能發電的成本</title></head><body><article><h1>太陽能發電的成本</h1>
<p>太陽能發電在過去十年間變得非常便宜，成本自2010年以來下降了百分之九十，這個趨勢在大多數市場仍在持續。</p>
<p>根據國際機構的報告，平均成本為每兆瓦時五十七美元，遠低於十年前的水準，而且許多國家正在擴大投資。</p></article></body></html>"""


def test_the_main_text_comes_without_its_frame() -> None:
    text = Html().read(PAGE.encode(), "https://news.example/a", "text/html").text
    assert "It fell by 90% since 2010, and the trend continues today." in text
    assert "## Figures" in text and "- First point about panels and modules." in text
    for gone in ("Home", "Privacy policy", "rights reserved", "**"):
        assert gone not in text


def test_tables_are_kept_as_pipe_tables() -> None:
    text = Html().read(PAGE.encode(), "https://a.example", "text/html").text
    assert "| Year | Cost |\n|---|---|\n| 2010 | 380 |\n| 2020 | 57 |" in text


@pytest.mark.parametrize("image", ["http://[x", "//[", "http://[]/i.png", "javascript:1"])
def test_a_picture_without_an_address_costs_no_page(image: str) -> None:
    document = Html().read(PAGE.replace("/i.png", image).encode(), "https://news.example/a", "text/html")
    assert "90%" in document.text and document.images == ()


def test_what_a_page_says_about_itself_is_kept() -> None:
    document = Html().read(PAGE.encode(), "https://news.example/a", "text/html")
    assert (document.title, document.author, document.published) == ("Solar power costs", "Jane Roe", "2023-05-04")
    assert (document.language, document.kind, document.images) == ("en", "article", ("https://news.example/i.png",))


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://en.wikipedia.org/wiki/X", "encyclopedia"), ("https://arxiv.org/abs/1", "paper"),
        ("https://www.energy.gov/x", "government"), ("https://www.mit.edu/", "academic"),
        ("https://www.u-tokyo.ac.jp/", "academic"), ("https://github.com/a/b", "code"),
        ("https://someone.substack.com/p", "blog"), ("file:///a.html", "file"), ("https://arxiv.org.evil.example/", "article"),
    ],
)  # fmt: skip
def test_the_kind_of_source_is_known(url: str, kind: str) -> None:
    assert Html().read(PAGE.encode(), url, "text/html").kind == kind


def test_schema_org_tells_the_news_from_the_rest() -> None:
    marked = PAGE.replace("</head>", '<script type="application/ld+json">{"@type": "NewsArticle"}</script></head>')
    assert Html().read(marked.encode(), "https://a.example/", "text/html").kind == "news"


@pytest.mark.parametrize("label", ["gb2312", "iso-8859-1", "utf-8", "big5", "nonsense"])
@pytest.mark.parametrize("encoding", ["big5", "utf-8"])
def test_chinese_pages_are_read_right_whatever_they_claim(encoding: str, label: str) -> None:
    document = Html().read(CHINESE.format(label=label).encode(encoding), "https://a.example", "text/html; charset=shift_jis")
    assert document.title == "太陽能發電的成本" and document.language == "zh-Hant"
    assert "成本自2010年以來下降了百分之九十" in document.text


def test_a_fragment_without_a_frame_is_read() -> None:
    assert Html().read(b"<p>Solar power fell to 30 dollars in 2020.</p>", "file:///a.html", "text/html").text == (
        "Solar power fell to 30 dollars in 2020."
    )


@pytest.mark.parametrize("data", [b"", b"   ", b"<html><body><script>draw()</script></body></html>"])
def test_a_page_without_text_is_an_error(data: bytes) -> None:
    with pytest.raises(DRError, match=r"is empty|has no readable text"):
        Html().read(data, "https://a.example", "text/html")


@pytest.mark.parametrize(
    "data",
    [
        b"<div>" * 10_000 + b"text" + b"</div>" * 10_000, b"<b>" * 3_500 + b"some text here.",
        b"<p " + b"a=b " * 100_000 + b">hi.</p>",
        b"<table><tr><td>" * 5_000, b"<meta " * 100_000, b"<!--" * 100_000, b"&amp;" * 100_000, b"<" * 100_000, b"\xff\xfe<p>h",
        PAGE.encode() + b"<p>" + b"x" * 5_000_000, b"<?xml version='1.0' encoding='utf-16'?>" + PAGE.encode(),
    ],
    ids=range(11),
)  # fmt: skip
def test_hostile_pages_give_a_document_or_a_reason(data: bytes) -> None:
    try:
        assert Html().read(data, "https://a.example", "text/html").text
    except DRError as exc:
        assert "https://a.example" in str(exc) and "\n" not in str(exc)


def test_getting_ready_does_not_load_what_few_pages_need(monkeypatch: pytest.MonkeyPatch) -> None:
    from trafilatura import external

    looks: list[object] = []
    second_look = external.try_justext
    monkeypatch.setattr(external, "try_justext", lambda *given: looks.append(given) or second_look(*given))
    Html().prepare()
    assert not looks
    Html().read(b"<html><body><article><p>A page with little text.</p></article></body></html>", "http://localhost/", "text/html")
    assert looks
