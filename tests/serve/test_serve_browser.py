"""The page in a real Chromium: a run from question to report, by keyboard; nothing is fetched from elsewhere."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from page_kit import opened
from serve_kit import held_back, served
from standin.model_server import ModelServer

pytestmark = pytest.mark.browser
CHINESE = "鈉離子電池與磷酸鐵鋰電池在電網儲能上如何比較？"


async def test_a_question_becomes_a_report_by_keyboard_alone(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server) as (page, wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        await page.keyboard.type("How do sodium-ion and LFP batteries compare for grid storage?")  # the field has the focus
        await page.select_option("#plan", "always")
        await page.focus("#question")
        await page.keyboard.press("Control+Enter")
        await page.wait_for_selector("#reply:not([hidden])")
        assert await page.text_content("#status") == "Waiting for your answer"
        await page.focus("#reply-fields input")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
        report = page.frame_locator("#sheet")
        await report.locator("#ref-1").wait_for(state="attached")
        assert await report.locator("sup.cite a").count() > 5
        await page.click("#how > summary")
        assert await page.locator("#queries li").count() >= 2 and await page.locator("#sources li").count() >= 2
        assert await page.locator("#stages li[data-s=done]").count() == 7
        assert await page.locator("#runs a[aria-current=page]").count() == 1
        assert wrong == []


@pytest.mark.parametrize(
    ("browser", "language", "go"),
    [
        ("zh-CN", "zh-Hans", "开始研究"),
        ("ja-JP", "ja", "調べる"),
        ("ko", "ko", "조사 시작"),
        ("de-AT", "de", "Recherchieren"),
        ("fr-CA", "fr", "Rechercher"),
        ("es-419", "es", "Investigar"),
        ("it-IT", "it", "Avvia la ricerca"),
        ("pt-BR", "pt", "Pesquisar"),
        ("nl-NL", "en", "Research"),
    ],
)
async def test_the_page_begins_in_the_language_of_the_browser(browser: str, language: str, go: str, tmp_path: Path) -> None:
    narrow = {"viewport": {"width": 360, "height": 740}}
    async with served(tmp_path) as server, opened(server, language=browser, **narrow) as (page, wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        assert await page.text_content("#go") == go
        assert await page.evaluate("document.documentElement.lang") == language
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wrong == []


async def test_the_page_speaks_the_language_of_the_browser_and_fits_a_telephone(tmp_path: Path) -> None:
    narrow = {"viewport": {"width": 360, "height": 740}}
    async with served(tmp_path) as server, opened(server, language="zh-TW", **narrow) as (page, wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        assert await page.text_content("#go") == "開始研究"
        assert await page.evaluate("document.documentElement.lang") == "zh-Hant"
        await page.fill("#question", CHINESE)
        await page.select_option("#plan", "never")
        await page.click("#go")
        await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
        assert await page.text_content("#status") == "已完成"
        await page.frame_locator("#sheet").locator("#ref-1").wait_for(state="attached")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wrong == []


async def test_a_run_that_fails_says_why_and_one_that_was_stopped_can_be_resumed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        failed = await server.begin("What did the zorbliquants of Qwftplnk eat in 1923?")
        await server.ended(failed)
        stopped = await server.begin(ask="always")
        await server.until(stopped, "asking")
        await server.post(f"/api/runs/{stopped}/cancel")
        async with opened(server, f"/#run={failed}") as (page, wrong):
            await page.wait_for_selector("#status[data-s=failed]")
            assert "sources" in await page.text_content("#errors li")
            await page.click(f'#runs a[href="#run={stopped}"]')
            await page.wait_for_selector("#status[data-s=interrupted]")
            await page.click("#resume")
            await page.wait_for_selector("#reply:not([hidden])")
            await page.click("#reply-go")
            await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
            assert wrong == []


async def test_a_run_is_followed_that_was_resumed_while_the_page_looked_at_it_a_last_time(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        stopped = await server.begin(ask="always")
        await server.until(stopped, "asking")
        await server.post(f"/api/runs/{stopped}/cancel")
        async with opened(server) as (page, wrong):
            resumed, told = asyncio.Event(), asyncio.Event()

            async def late(route: Any) -> None:
                """How the run stands, told late once its events have come: as it stood before it was resumed."""
                answer = await route.fetch()
                if told.is_set():
                    await resumed.wait()
                await route.fulfill(response=answer)

            page.on("response", lambda response: told.set() if response.url.endswith("/events") else None)
            await page.route(f"**/api/runs/{stopped}", late)
            await page.click(f'#runs a[href="#run={stopped}"]')
            await asyncio.wait_for(told.wait(), 30)
            async with page.expect_response(f"**/api/runs/{stopped}/resume"):
                await page.click("#resume")
            resumed.set()
            await page.wait_for_selector("#reply:not([hidden])")
            assert wrong == []


async def test_a_run_that_its_ceiling_held_back_goes_on_with_a_higher_one_by_keyboard_alone(tmp_path: Path) -> None:
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        settings = {"budget": {"tokens": 50_000}, "llm": models.table("only")}
        async with served(tmp_path, settings=settings) as server, opened(server, f"/#run={run_id}") as (page, wrong):
            enough = (await server.run(run_id))["held"]["tokens"]["enough"]
            field = page.get_by_label("Tokens in all (so far at most 2,000)")
            await field.wait_for()
            assert await field.input_value() == f"{enough}" and await page.text_content("#higher-limits") == ""
            assert await page.get_by_role("form", name="A ceiling held this run back").count() == 1
            await field.focus()
            await page.keyboard.press("Control+A")
            await page.keyboard.type("1999")
            await page.keyboard.press("Enter")  # the browser itself says that it is too little
            assert await page.locator("#higher input:invalid").count() == 1
            await page.keyboard.press("Control+A")
            await page.keyboard.type("50001")
            await page.keyboard.press("Enter")
            told = page.get_by_role("alert")
            assert await told.text_content() == "50,001 tokens is more than this server allows: 50,000 tokens."
            assert await page.locator("#higher input:focus").count() == 1
            await page.keyboard.press("Control+A")
            await page.keyboard.type("40000")
            await page.keyboard.press("Enter")
            await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
            assert await page.locator("#higher").is_hidden() and await told.count() == 0
            assert await page.locator("#title:focus").count() == 1
            assert (await server.run(run_id))["ceilings"]["tokens"] == 40_000
            await page.frame_locator("#sheet").locator("#ref-1").wait_for(state="attached")
            assert wrong == []


async def test_where_the_server_allows_too_little_to_go_on_a_line_says_so(tmp_path: Path) -> None:
    narrow = {"viewport": {"width": 360, "height": 740}}
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        for most, fields, language, begin in (
            (3_000, 1, "de-DE", "Dieser Server erlaubt höchstens 3.000 Token; etwa "),
            (2_000, 0, "ja", "このサーバーで許される上限は 2,000 トークン"),
        ):
            settings = {"budget": {"tokens": most}, "llm": models.table("only")}
            async with (
                served(tmp_path, settings=settings) as server,
                opened(server, f"/#run={run_id}", language=language, **narrow) as (page, wrong),
            ):
                await page.wait_for_selector("#higher:not([hidden])")
                assert (await page.text_content("#higher-limits p")).startswith(begin)
                assert await page.locator("#higher input").count() == fields == await page.locator("#higher-go:visible").count()
                assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert wrong == []


async def test_the_token_leaves_the_address_and_is_asked_for_without_it(tmp_path: Path) -> None:
    async with served(tmp_path, needs_token=True) as server, opened(server, f"/#token={server.token}") as (page, wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        assert server.token not in page.url and wrong == []
        await page.evaluate("sessionStorage.clear()")
        await page.reload()
        await page.wait_for_selector("#key:not([hidden])")
        await page.fill("#token", server.token)
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#ask:not([hidden])")


@pytest.mark.parametrize(
    ("read", "language", "line"),
    [
        (4, "de-DE", "Keine der 4 gelesenen Seiten handelt von der Frage: Andere Suchmaschinen werden gefragt."),
        (0, "en-US", "None of the 9 pages found can be read: other engines are asked."),
    ],
)
async def test_that_other_engines_are_asked_is_told(read: int, language: str, line: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        file = tmp_path / "research_data" / run_id / "events.jsonl"
        told = {"type": "progress", "stage": "extract", "status": "elsewhere", "data": {"pages": 9, "read": read, "queries": 3}}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"seq": len(file.read_text(encoding="utf-8").splitlines()) + 1, "at": "", **told}) + "\n")
        async with opened(server, f"/#run={run_id}", language=language) as (page, wrong):
            await page.wait_for_selector("#errors li", state="attached")
            assert await page.text_content("#errors li") == line and wrong == []


async def test_hostile_events_are_text(tmp_path: Path) -> None:
    harm = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        folder = tmp_path / "research_data" / run_id
        manifest = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        (folder / "run.json").write_text(json.dumps({**manifest, "question": harm}), encoding="utf-8")
        with (folder / "events.jsonl").open("a", encoding="utf-8") as out:
            number = len((folder / "events.jsonl").read_text(encoding="utf-8").splitlines())
            read = {"stage": "fetch", "status": "read", "data": {"url": f"javascript:{harm}", "title": harm}}
            used = {"stage": "draft", "status": "answered", "data": {"prompt_tokens": 1200, "completion_tokens": 34, "usd": None}}
            for event in ({"type": "error", "text": harm}, {"type": "progress", **read}, {"type": "progress", **used}):
                number += 1
                out.write(json.dumps({"seq": number, "at": "", **event}) + "\n")
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.wait_for_selector("#status[data-s=complete]")
            await page.wait_for_selector("#errors li", state="attached")
            assert await page.text_content("#title") == harm
            assert harm in await page.text_content("#errors")
            assert await page.locator("main img, main script").count() == 0
            assert "1,234 of 10,000 tokens · price unknown" in await page.text_content("#figures")
            assert wrong == []


async def test_a_damaged_run_hides_no_other_and_older_ones_are_a_button_away(tmp_path: Path) -> None:
    for number in range(60):
        folder = tmp_path / "research_data" / f"{number:08x}_20200101T0000{number:02}Z"
        folder.mkdir(parents=True)
        (folder / "run.json").write_text('{"version": 1, "question": "Why?"}')  # it does not even say when it was begun
    async with served(tmp_path) as server, opened(server) as (page, wrong):
        await page.wait_for_selector("#runs a")
        assert await page.locator("#runs li").count() == 50
        assert await page.locator("#runs .s").first.text_content() == "Damaged"
        await page.click("#older")
        await page.locator("#runs li").nth(59).wait_for()  # the page's policy lets nobody evaluate words
        assert await page.locator("#older").is_hidden() and wrong == []


async def test_the_report_opens_in_a_tab_is_downloaded_and_leads_to_its_sources(tmp_path: Path) -> None:
    async with served(tmp_path, needs_token=True) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        report = tmp_path / "research_data" / run_id / "report.json"
        made = json.loads(report.read_text(encoding="utf-8"))
        made["references"][0]["url"] = f"{server.url}icon.svg"
        report.write_text(json.dumps(made), encoding="utf-8")
        async with opened(server, f"/#token={server.token}") as (page, wrong):
            await page.wait_for_selector("#ask:not([hidden])")
            await page.click("#runs a")
            await page.frame_locator("#sheet").locator("#ref-1").wait_for(state="attached")
            async with page.context.expect_page() as tab:
                await page.get_by_role("button", name="Open in a tab").click()
            beside = await tab.value
            await beside.wait_for_url("**/view/**")
            assert await beside.locator("#ref-1").count() == 1
            async with page.expect_download() as kept:
                await page.get_by_role("button", name="Markdown").click()
            assert (await kept.value).suggested_filename == f"{run_id}-report.md"
            frame = page.frame_locator("#sheet")
            await frame.locator("sup.cite a").first.click()  # within the report
            assert await frame.locator("#ref-1:target, .references li:target").count() == 1
            async with page.context.expect_page() as source:
                await frame.locator("#ref-1 a[target]").click()
            await (await source.value).wait_for_url("**/icon.svg")
            assert await frame.locator("#ref-1").count() == 1  # the report is still there
            assert wrong == []


async def test_the_page_and_the_report_may_do_nothing_they_need_not(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server) as (page, _wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        blocked = await page.evaluate("""() => new Promise(done => {
            document.addEventListener("securitypolicyviolation", event => done(event.effectiveDirective));
            const script = document.createElement("style"); script.textContent = "body{}"; document.body.append(script);
        })""")
        assert blocked.startswith("style-src")
        assert "allow-scripts" not in await page.get_attribute("#sheet", "sandbox")
        assert "allow-same-origin" not in await page.get_attribute("#sheet", "sandbox")
