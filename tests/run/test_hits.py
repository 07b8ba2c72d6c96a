"""One entry a page: which addresses are the same page, and what several engines agree on comes first."""

from __future__ import annotations

import pytest

from dr_core import Hit
from dr_core.run.hits import bounded, canonical, merge, newest_first
from dr_core.run.left_out import listen

SAME = [
    ("https://example.org/a", "http://www.example.org/a/"),
    ("https://example.org/a", "https://example.org/a#section-2"),
    ("https://example.org/a", "https://example.org:443/a"),
    ("https://example.org/a", "https://EXAMPLE.org/a?utm_source=x&utm_medium=y&fbclid=z"),
    ("https://example.org/a?id=7", "https://example.org/a?gclid=1&id=7&_hsenc=2&mc_cid=3"),
    ("https://example.org/a?a=1&b=2", "https://example.org/a?b=2&a=1"),
    ("https://example.org/a", "https://m.example.org/a"),
    ("https://example.org/a", "https://mobile.example.org/a"),
    ("https://example.org/a", "https://amp.example.org/a"),
    ("https://example.org/a", "https://example.org/a/amp/"),
    ("https://example.org/a", "https://example.org/a?amp=1"),
    ("https://example.org/a", "https://example.org/a?output=amp"),
    ("https://example.org/a.html", "https://example.org/a.amp.html"),
    ("https://example.org/a", "https://www.google.com/amp/s/example.org/a"),
    ("https://example.org/a", "https://www.google.co.uk/amp/s/www.example.org/a/amp/"),
    ("https://example.org/a", "https://example-org.cdn.ampproject.org/c/s/example.org/a"),
    ("https://example.org/a?id=7", "https://web.archive.org/web/20240102030405/https://example.org/a?id=7"),
    ("https://example.org/a", "https://web.archive.org/web/20240102030405id_/http://www.example.org/a"),
    ("https://en.wikipedia.org/wiki/Heat_pump", "https://en.m.wikipedia.org/wiki/Heat_pump"),
    ("https://de.wiktionary.org/wiki/Pumpe", "https://de.m.wiktionary.org/wiki/Pumpe"),
    ("https://arxiv.org/abs/2401.01234", "http://arxiv.org/pdf/2401.01234v2.pdf"),
    ("https://arxiv.org/abs/2401.01234", "https://export.arxiv.org/abs/2401.01234v1"),
    ("https://arxiv.org/abs/2401.01234", "https://ar5iv.labs.arxiv.org/html/2401.01234"),
    ("https://arxiv.org/abs/cond-mat/0501234", "https://arxiv.org/pdf/cond-mat/0501234v3"),
    ("https://doi.org/10.1000/xyz", "http://dx.doi.org/10.1000/xyz"),
    ("https://www.reddit.com/r/x/1", "https://old.reddit.com/r/x/1/"),
    ("https://x.com/a/status/1", "https://mobile.twitter.com/a/status/1?ref_src=twsrc"),
    ("https://example.tw/熱泵", "https://example.tw/%E7%86%B1%E6%B3%B5"),
    ("https://例え.jp/a", "https://xn--r8jz45g.jp/a"),
    ("https://example.org/a?tag=1&tag=2", "https://example.org/a?tag=1&tag=2&utm_source=x"),
    ("https://example.org/a", "HTTPS://Example.org/a"),
    ("https://example.org/a", "https://example.org./a"),
    ("https://example.org/a", "https://reader@example.org/a"),
    ("https://example.org/a", "https://example.org/a;jsessionid=0A1B"),
    ("https://example.org/a", "https://example.org/a?gbraid=1&gad_source=5&_gl=1*x&srsltid=Afm"),
    ("https://www.bilibili.com/video/BV1", "https://www.bilibili.com/video/BV1/?spm_id_from=333.337&vd_source=abc"),
    ("https://doi.org/10.1000/ABC", "https://dx.doi.org/10.1000/abc"),
]
DIFFERENT = [
    ("https://example.org/a", "https://example.org/A"),
    ("https://example.org/a", "https://example.org/b"),
    ("https://example.org/a?id=7", "https://example.org/a?id=8"),
    ("https://example.org/a?page=1", "https://example.org/a"),
    ("https://example.org/export?output=pdf", "https://example.org/export?output=csv"),
    ("https://docs.example.org/a", "https://example.org/a"),
    ("https://m.example", "https://example"),
    ("https://en.wikipedia.org/wiki/Heat", "https://de.wikipedia.org/wiki/Heat"),
    ("https://arxiv.org/abs/2401.01234", "https://arxiv.org/abs/2401.01235"),
    ("https://example.org/camp", "https://example.org/c"),
    ("https://www.google.com/search?q=a", "https://www.google.com/search?q=b"),
    ("file:///notes/a.md", "file:///notes/b.md"),
    ("https://example.org/a?tag=1&tag=2&utm_source=x", "https://example.org/a?tag=1&tag=3&utm_source=x"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_addresses_of_one_page_have_one_key(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)
    assert canonical(canonical(other)) == canonical(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_pages_have_two_keys(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    "odd", ["", "nonsense", "mailto:a@b.c", "https://[::1", "http://", "mcp://notes/x?query=1", "https://a:b/"]
)
def test_an_odd_address_is_its_own_key(odd: str) -> None:
    assert canonical(odd) or odd == ""


def hit(path: str, **more: str) -> Hit:
    return Hit(title=path, url=f"https://example.org/{path}", **more)


def test_what_two_engines_agree_on_goes_before_what_one_of_them_puts_first() -> None:
    one = [hit("only-one"), hit("both", engine="one")]
    two = [hit("only-two"), hit("both?utm_source=two", engine="two")]
    merged = merge([one, two])
    assert [entry.title for entry in merged] == ["both", "only-one", "only-two"]
    assert merged[0].engine == "one, two"


def test_of_the_same_page_the_richest_entry_is_kept_and_completed() -> None:
    (kept,) = merge([[hit("a", published="2024-05-06", kind="news")], [hit("a#x", snippet="words", content="many more words")]])
    assert (kept.content, kept.published, kept.kind) == ("many more words", "2024-05-06", "news")


def test_for_a_question_about_now_the_latest_month_comes_first_and_the_undated_last() -> None:
    found = [hit("none"), hit("old", published="2023-01-05"), hit("b", published="2025-03-01"), hit("a", published="2025-03-30")]
    assert [entry.title for entry in newest_first(found)] == ["b", "a", "old", "none"]


def test_a_page_that_one_engine_names_three_times_is_not_what_three_agree_on() -> None:
    thrice = [hit("first"), hit("again"), hit("again?utm_source=a"), hit("again?utm_source=b")]
    assert [one.title for one in merge([thrice])] == ["first", "again"]


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_none(score: float) -> None:
    """A service written in Python answers with NaN, which Python's JSON reads and nobody else's does."""
    [kept] = bounded([hit("a").model_copy(update={"score": score})], 1000)
    assert kept.score is None


@pytest.mark.parametrize("url", ["http://[x/a", "https://[]/", "//[a"])
def test_what_has_no_address_is_left_out_and_told(url: str) -> None:
    heard = listen()
    found = bounded([hit("a").model_copy(update={"url": url}), hit("b")], 1000)
    assert [one.url for one in found] == [hit("b").url]
    assert heard == {url: "is not an address"}
