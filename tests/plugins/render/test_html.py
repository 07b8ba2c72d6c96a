"""The report as HTML: all of it, each citation with the sentence it stands on, and nothing in it that runs or is fetched."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html
from pages import DAMAGE, with_damaged_figure

from dr_core import Figure, Paragraph, Reference, Report, ReportSection
from dr_core.report import mark
from dr_core.report.compose import set_apart
from dr_core.testing import RendererConformance
from dr_core.testing.sample import HOSTILE
from dr_plugins.render.html import Html, link

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
ALLOWED = {"a": {"href", "title", "rel", "target"}, "img": {"src", "alt"}, "meta": {"charset", "name", "content", "http-equiv"}}
EVERYWHERE = {"class", "id", "dir", "lang", "style", "scope", "title"}
HARMFUL = (
    *HOSTILE,
    "</title><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}{{ report }}",
    "<base href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'>",
    "<style>@import url(//evil.example)</style>",
    "&lt;script&gt; &#60;script&#62;",
    "a\u202eb\u200bc\ud800d\x00e",
    "<details open ontoggle=alert(1)>",
    "![x](https://evil.example/pixel.png)",
)
ADDRESSES = (
    "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "file:///etc/passwd", "vbscript:x", "//evil.example",
    "https://e.example/\"onmouseover=alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "http://[::1",
)  # fmt: skip


def made(text: str = "Pumps move heat.", url: str = "https://s1.example/page", **more: Any) -> Report:
    """A report of every kind of paragraph, in which ``text`` stands everywhere."""
    cited = mark(["e1"])
    paragraphs = (
        Paragraph(id="p1", section="a", text=f"{text}{cited} Second.{mark(['e2', 'e1'])}", cite_ids=("e1", "e2")),
        Paragraph(id="p2", section="a", text=f"- {text}{cited}\n  2. below{mark(['e2'])}", cite_ids=("e1", "e2"), kind="list"),
        Paragraph(
            id="p3",
            section="a",
            text=f"| Firm | {text} |\n|---|---|\n| one | {text}{cited} |{cited}",
            cite_ids=("e1",),
            kind="table",
        ),
    )
    given: dict[str, Any] = {
        "title": text,
        "question": text,
        "language": "en",
        "sections": (
            ReportSection(id="a", title=text, paragraphs=paragraphs),
            ReportSection(id="b", title="B", paragraphs=()),
            ReportSection(id="c", title="C", paragraphs=()),
        ),
        "figures": (
            Figure(number=1, title=text, caption=text, alt=text, path="figures/one.png", section="p1", cite_ids=("e2",)),
        ),
        "references": (
            Reference(number=1, source="s1", title=text, url=url, images=(url,)),
            Reference(number=2, source="s2", title="Two", url="notes/two.md"),
            Reference(number=None, source="s3", title=text, url=url, images=(url,)),
        ),
        "citations": {"e1": 1, "e2": 2},
        "quotes": {"e1": text, "e2": "What the second says."},
        "notices": (text,),
        "assumptions": (text,),
        "provenance": ((text, text),),
        "fonts": ("Noto Sans CJK SC", 'x"; } body { background: url(//evil.example) } "'),
    }
    return set_apart(Report(**(given | more)))


async def page(report: Report, folder: Path = Path("nowhere")) -> Any:
    return lxml_html.document_fromstring(await Html().render(report, folder))


class TestHtml(RendererConformance):
    @pytest.fixture
    def provider(self) -> Html:
        return Html()

    @pytest.fixture
    def report(self) -> Report:
        return made()


async def test_every_citation_leads_to_its_reference_and_shows_the_saved_sentence() -> None:
    shown = await page(made())
    marks = [(link.text, link.get("href"), link.get("title")) for link in shown.xpath("//sup[@class='cite']/a")]
    assert marks[0] == ("[1]", "#ref-1", "Pumps move heat.")
    assert ("[2]", "#ref-2", "What the second says.") in marks
    targets = {element.get("id") for element in shown.xpath("//*[@id]")}
    assert {href.removeprefix("#") for _, href, _ in marks} <= targets
    first = shown.xpath("//details")[0]
    assert [" ".join(quote.text_content().split()) for quote in first.xpath(".//blockquote")] == [
        "[1] Pumps move heat.",
        "[2] What the second says.",
    ]
    assert first.xpath(".//a")[0].get("href") == "https://s1.example/page#:~:text=Pumps%20move%20heat."


async def test_the_list_of_sources_leads_back_to_the_first_citation_of_each() -> None:
    shown = await page(made())
    for number in shown.xpath("//ul[@class='references']//a[@class='number']"):
        (place,) = shown.xpath(f"//*[@id='{number.get('href').removeprefix('#')}']")
        assert place.text_content() == number.text_content(), "the mark has the number of its source"
        assert place.getparent() is not None and place == shown.xpath(f"//sup[.='{number.text_content()}']")[0]
    assert len(shown.xpath("//a[@class='number']")) == len({link.text for link in shown.xpath("//sup[@class='cite']/a")})


async def test_it_holds_what_the_report_holds() -> None:
    report = made(text="Words of the report")
    told = (await page(report)).xpath("//main")[0].text_content()
    assert told.count("Words of the report") >= 12
    for word in ("Second.", "2. below", "Firm", "Figure 1.", "Cited: 67%", "Total: 3 sources", "notes/two.md", "How this report"):
        assert word in " ".join(told.split()), word


async def test_without_references_citations_are_links_to_the_sources() -> None:
    shown = await page(made(show_references=False))
    hrefs = {link.get("href") for link in shown.xpath("//sup[@class='cite']/a")}
    assert hrefs == {"https://s1.example/page"}  # the second has no address that can be followed, and stays a number
    assert "References" not in shown.text_content()


async def test_images_of_cited_sources_are_links_as_in_the_other_forms() -> None:
    assert [link.get("href") for link in (await page(made())).xpath("//a[text()='[image]']")] == ["https://s1.example/page"]
    assert (await page(made(show_images=False))).xpath("//a[text()='[image]']") == []


async def test_figures_are_inside_and_a_missing_one_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "one.png").write_bytes(PNG)
    (image,) = (await page(made(), tmp_path)).xpath("//img")
    assert image.get("src") == "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert (await page(made(), tmp_path / "elsewhere")).xpath("//img") == []
    outside = made(figures=(made().figures[0].model_copy(update={"path": "../secret.png"}),))
    (tmp_path / "secret.png").write_bytes(PNG)
    assert (await page(outside, tmp_path / "figures")).xpath("//img") == []


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_picture_that_is_damaged_costs_only_itself(damage: str, tmp_path: Path) -> None:
    report = with_damaged_figure(damage, tmp_path)
    shown = await page(report, tmp_path)
    assert not shown.xpath("//img")
    assert shown.xpath("//figure/p/text()") == [report.figures[0].alt]


@pytest.mark.parametrize("text", HARMFUL)
async def test_text_stays_text_wherever_it_stands(text: str) -> None:
    content = await Html().render(made(text=text), Path("nowhere"))
    assert not re.search(rb"<script|<style>@|<base|<svg|onerror=alert\(1\)>(?!&)", content.replace(b"&lt;", b""), re.IGNORECASE)
    _check(lxml_html.document_fromstring(content))


@pytest.mark.parametrize("address", ADDRESSES)
async def test_only_addresses_of_the_web_and_of_people_are_links(address: str) -> None:
    shown = await page(made(url=address))
    _check(shown)
    assert link(address) == ""


def _check(shown: Any) -> None:
    """Nothing in a page runs, fetches, or leads elsewhere than it says."""
    for element in shown.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag in {
            "html", "head", "meta", "title", "style", "body", "main", "nav", "section", "h1", "h2", "h3", "p", "a", "sup", "span",
            "strong", "div", "table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "details", "summary", "blockquote",
            "figure", "img", "figcaption",
        }, element.tag  # fmt: skip
        assert set(element.attrib) <= ALLOWED.get(element.tag, set()) | EVERYWHERE, dict(element.attrib)
        href = element.get("href")
        assert href is None or re.match(r"#|https?://|mailto:", href), href
        assert (element.get("src") or "data:image/png;base64,").startswith("data:image/png;base64,")
    assert len(shown.xpath("//style")) == 1 and "evil" not in shown.xpath("//style")[0].text
    assert len(shown.xpath("//meta[@http-equiv]")) == 1


@pytest.mark.parametrize(
    ("sentence", "fragment"),
    [
        ("Short-lived, yes.", "Short%2Dlived%2C%20yes."),
        ("The first words of a long sentence stand here, and then it goes on for a while until its last words.",
         "The%20first%20words%20of%20a%20long%20sentence,for%20a%20while%20until%20its%20last%20words."),
        ("| Firm | Cost |\n|---|---|\n| one | 5 |", "Firm"),
    ],
)  # fmt: skip
def test_a_link_names_the_sentence_that_is_to_be_shown(sentence: str, fragment: str) -> None:
    assert link("https://a.example/x", sentence) == f"https://a.example/x#:~:text={fragment}"
    assert link("https://a.example/x#part", sentence) == f"https://a.example/x#part:~:text={fragment}"


@pytest.mark.parametrize(
    ("language", "font"), [("zh-Hans", "PingFang SC"), ("zh-Hant", "PingFang TC"), ("ja", "Yu Gothic"), ("ko", "Malgun")]
)
async def test_the_page_says_its_language_and_asks_for_its_fonts(language: str, font: str) -> None:
    shown = await page(made(language=language))
    assert shown.get("lang") == language
    assert font in shown.xpath("//style")[0].text


async def test_korean_breaks_its_lines_between_words_only() -> None:
    shown = await page(made(language="ko"))
    assert shown.get("lang") == "ko"
    assert ":lang(ko) { word-break: keep-all; }" in shown.xpath("//style")[0].text
