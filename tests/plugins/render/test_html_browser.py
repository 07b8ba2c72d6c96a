"""Hostile texts in HTML reports, opened in a real Chromium: nothing runs, and nothing is fetched."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from pages import table_report
from standin.browser_kit import need
from standin.server import Reply, Request, Standin
from test_html import made

from dr_core import Paragraph, ReportSection
from dr_plugins.fetch._browser import find
from dr_plugins.render.html import Html

pytestmark = pytest.mark.browser

RUNS = (
    "<script>{act}</script>", "<script src={url}></script>", "<img src={url}>", "<img src=x onerror={act}>",
    "<svg onload={act}>", "<svg><script>{act}</script></svg>", "<iframe src={url}></iframe>",
    "<iframe srcdoc='<script>{act}</script>'>",
    "<body onload={act}>", "<details open ontoggle={act}>", "<video src={url} autoplay></video>", "<audio src={url} autoplay>",
    "<object data={url}></object>", "<embed src={url}>", "<link rel=stylesheet href={url}>", "<link rel=prefetch href={url}>",
    "<style>@import url({url});</style>", "<style>body{{background:url({url})}}</style>", "<div style=background:url({url})>",
    "<base href={url}>", "<meta http-equiv=refresh content='0;url={url}'>", "<form action={url}><button autofocus onfocus={act}>",
    "<input autofocus onfocus={act}>", "<a href=javascript:{act}>x</a>", "[x](javascript:{act})", "![x]({url})",
    "<img srcset='{url} 1x'>", "<picture><source srcset={url}><img></picture>", "<math href=javascript:{act}>x</math>",
    "<marquee onstart={act}>", "<table background={url}>", "<template><img src={url}></template>", "{{{{ {act} }}}}",
    "<frameset onload={act}>", "<noscript><img src={url}></noscript>", "<!--><script>{act}</script>-->",
    "<![CDATA[<script>{act}</script>]]>",
    "<isindex type=image src={url}>", "<object type=text/html data={url}></object>", "<x onclick={act} id=x tabindex=1>",
)  # fmt: skip
BREAKS_OUT = (
    "{}", '">{}', "'>{}", "</title>{}", "</style>{}", "</p></details>{}", "-->{}", "]]>{}", "&#60;{}", '" {} "',
)  # fmt: skip


async def test_four_hundred_hostile_texts_run_nothing_and_fetch_nothing(tmp_path: Path) -> None:
    need()
    from playwright.async_api import async_playwright

    def reply(request: Request) -> Reply:
        return Reply(b"document.title = 'ran'", media="text/javascript")

    with Standin(reply) as server:
        texts = [
            around.format(harm.format(act="document.title='ran'", url=f"{server.url}/{number}"))
            for number, (around, harm) in enumerate(product(BREAKS_OUT, RUNS))
        ]
        assert len(texts) >= 400
        async with async_playwright() as machine:
            chromium = await machine.chromium.launch(executable_path=find(""), args=["--no-sandbox"])
            page = await chromium.new_page()
            wrong: list[str] = []
            page.on("dialog", lambda dialog: wrong.append(dialog.message))
            for text in texts:
                file = tmp_path / "report.html"
                file.write_bytes(await Html().render(made(text=text, url=f"{server.url}/{text}"), tmp_path))
                await page.goto(file.as_uri())
                if await page.title() == "ran":
                    wrong.append(text)
            # and the same page without our care: the arena can tell
            file.write_text(f"<body>{RUNS[2].format(url=server.url + '/pixel')}{RUNS[0].format(act='document.title=1')}</body>")
            await page.goto(file.as_uri(), wait_until="networkidle")
            assert await page.title() == "1"
            await chromium.close()
        assert wrong == []
        assert [request.path for request in server.requests] == ["/pixel"]


WHOLE = """text => {
  const cell = [...document.querySelectorAll("th, td")].find(one => one.textContent.includes(text));
  const word = document.createRange(), at = cell.firstChild.data.indexOf(text);
  word.setStart(cell.firstChild, at); word.setEnd(cell.firstChild, at + text.length);
  return word.getClientRects().length; }"""
"""How many lines a word of a table stands on."""


async def test_on_a_telephone_words_of_a_table_stay_whole_and_the_box_uses_the_width(tmp_path: Path) -> None:
    need()
    from playwright.async_api import async_playwright

    address = "https://www.example.org/" + "statistics-of-heat-pumps-by-country/" * 6
    table = (
        "| Country | Heat pumps sold in 2023 (thousand) | Change on 2022 (%) | See |\n|---|---|---|---|\n"
        f"| Netherlands | 720 | -4.0 | {address} |"
    )
    section = ReportSection(
        id="a", title="Sales", paragraphs=(Paragraph(id="p1", section="a", text=table, cite_ids=("e1",), kind="table"),)
    )
    box = (("Sentences dropped", "gives 720 under Country, where the table of the source has it elsewhere " * 5),)
    file = tmp_path / "report.html"
    file.write_bytes(await Html().render(made(sections=(section,), figures=(), provenance=box), tmp_path))
    async with async_playwright() as machine:
        chromium = await machine.chromium.launch(executable_path=find(""), args=["--no-sandbox"])
        page = await chromium.new_page(viewport={"width": 360, "height": 800})
        await page.goto(file.as_uri())
        assert [await page.evaluate(WHOLE, word) for word in ("(thousand)", "Netherlands")] == [1, 1]
        assert await page.evaluate("document.querySelector('.made td').getBoundingClientRect().width") > 300, "label above"
        assert await page.evaluate("document.querySelector('table').getBoundingClientRect().width") < 800, "an address is broken"
        assert await page.evaluate("document.documentElement.scrollWidth") == 360, "nothing stands out of the page"
        await chromium.close()


BEGINS = """() => [...document.querySelectorAll("p > .cite, figcaption > .cite")].filter(cite => {
  const words = cite.previousSibling, sign = document.createRange();
  if (!words.data?.trim()) return false;
  sign.setStart(words, words.data.trimEnd().length - 1); sign.setEnd(words, words.data.trimEnd().length);
  return cite.getBoundingClientRect().left < sign.getBoundingClientRect().left; }).length"""
"""How many citations stand on the line below the words they belong to."""


@pytest.mark.parametrize(("language", "text"), [("en", "Pumps move heat, even so."), ("ja", "ポンプは熱を運ぶ（図1）。")])
async def test_no_line_begins_with_a_citation(language: str, text: str, tmp_path: Path) -> None:
    need()
    from playwright.async_api import async_playwright

    file = tmp_path / "report.html"
    file.write_bytes(await Html().render(made(text=text, language=language, url="https://s1.example/"), tmp_path))
    async with async_playwright() as machine:
        chromium = await machine.chromium.launch(executable_path=find(""), args=["--no-sandbox"])
        page = await chromium.new_page()
        await page.goto(file.as_uri())
        assert await page.locator("p > .cite, figcaption > .cite").count() >= 4
        begins = {}
        for width in range(200, 480, 4):
            await page.set_viewport_size({"width": width, "height": 800})
            begins[width] = await page.evaluate(BEGINS)
        assert {width: count for width, count in begins.items() if count} == {}
        await chromium.close()


@pytest.mark.parametrize("columns", [6, 9, 14])
async def test_nothing_of_a_wide_table_is_cut_off_on_paper_or_hidden_where_the_window_has_room(
    columns: int, tmp_path: Path
) -> None:
    need()
    from playwright.async_api import async_playwright

    file = tmp_path / "report.html"
    long = [f"Commissioning {at} of a whole plant" for at in range(columns)]
    file.write_bytes(await Html().render(table_report(long, ["1,234.5"] * columns), tmp_path))
    beyond = "[...document.querySelectorAll('th, td')].filter(one => one.getBoundingClientRect().right > innerWidth).length"
    async with async_playwright() as machine:
        chromium = await machine.chromium.launch(executable_path=find(""), args=["--no-sandbox"])
        page = await chromium.new_page(viewport={"width": 1400, "height": 800})
        await page.goto(file.as_uri())
        hidden = "document.querySelector('.scroll').scrollWidth - document.querySelector('.scroll').clientWidth"
        assert await page.evaluate(hidden) <= 0 or columns > 12
        assert await page.evaluate("document.documentElement.scrollWidth") == 1400
        await page.emulate_media(media="print")
        await page.set_viewport_size({"width": 660, "height": 900})  # what A4 has between its margins
        assert await page.evaluate(beyond) == 0
        await chromium.close()
