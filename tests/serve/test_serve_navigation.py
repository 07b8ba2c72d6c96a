"""The page in a real Chromium, where a reader goes to and fro, has it open twice, presses twice, prints it or pastes a token."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from page_kit import opened
from serve_kit import CORPUS, NO_RUN, QUESTION, served
from standin.model_server import ModelServer

pytestmark = pytest.mark.browser
OTHER = "How much energy does seawater desalination need?"


async def test_back_leads_from_report_to_report_in_one_step_each(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        first, second = await server.begin(), await server.begin(OTHER)
        for run_id in (first, second):
            await server.ended(run_id)
        async with opened(server) as (page, wrong):
            heading = page.frame_locator("#sheet").locator("h1")
            for run_id in (first, second, first):
                await page.click(f'#runs a[href="#run={run_id}"]')
                await heading.get_by_text(QUESTION if run_id == first else OTHER).wait_for()
            for title in (OTHER, QUESTION):
                await page.evaluate("history.back()")
                await page.locator("#title").get_by_text(title).wait_for()
                await heading.get_by_text(title).wait_for()
            await page.evaluate("history.back()")
            await page.wait_for_selector("#ask:not([hidden])")
            assert wrong == []


@pytest.mark.parametrize("what", ["", "/link"])
async def test_a_run_that_is_told_late_does_not_take_the_place_of_the_one_asked_for_since(what: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        slow, quick = await server.begin(), await server.begin(OTHER)
        for run_id in (slow, quick):
            await server.ended(run_id)
        async with opened(server) as (page, wrong):
            go_on = asyncio.Event()

            async def late(route: Any) -> None:
                answer = await route.fetch()
                await go_on.wait()
                await route.fulfill(response=answer)

            await page.route(f"**/api/runs/{slow}{what}", late)
            async with page.expect_request(f"**/api/runs/{slow}{what}"):
                await page.click(f'#runs a[href="#run={slow}"]')
            await page.click(f'#runs a[href="#run={quick}"]')
            heading = page.frame_locator("#sheet").locator("h1")
            await heading.get_by_text(OTHER).wait_for()
            async with page.expect_response(f"**/api/runs/{slow}{what}"):
                go_on.set()
            await page.evaluate("new Promise(heard => setTimeout(heard, 300))")
            assert await page.text_content("#title") == OTHER and await heading.text_content() == OTHER
            assert wrong == []


async def test_a_page_follows_a_run_that_was_resumed_in_another_tab(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.wait_for_selector("#reply:not([hidden])")
            await page.click("#cancel")
            await page.wait_for_selector("#status[data-s=interrupted]")
            await page.get_by_role("navigation").get_by_text("Interrupted").wait_for()
            await server.post(f"/api/runs/{run_id}/resume")
            await server.until(run_id, "asking")
            await page.click("#resume")  # it was resumed elsewhere, so that this is refused
            await page.wait_for_selector("#reply:not([hidden])")
            assert await page.locator("#trouble").is_hidden()
            await page.click("#reply-go")
            await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
            await page.get_by_role("navigation").get_by_text("Complete").wait_for()
            assert len(wrong) == 1 and "409" in wrong[0]


async def test_a_page_that_is_come_back_to_shows_how_its_run_stands(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        await server.post(f"/api/runs/{run_id}/cancel")
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.wait_for_selector("#resume:not([hidden])")
            await server.post(f"/api/runs/{run_id}/resume")
            await server.until(run_id, "asking")
            await page.evaluate("window.dispatchEvent(new Event('focus'))")
            await page.wait_for_selector("#reply:not([hidden])")
            await page.get_by_role("navigation").get_by_text("Waiting for your answer").wait_for()
            assert wrong == []


async def test_the_list_tells_how_runs_that_are_not_shown_have_ended_and_keeps_the_focus(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        async with opened(server) as (page, wrong):
            link = page.locator("#runs a")
            await link.get_by_text("Waiting for your answer").wait_for()
            await link.focus()
            await server.post(f"/api/runs/{run_id}/cancel")
            await link.get_by_text("Interrupted").wait_for()
            assert await page.locator("#runs a:focus").count() == 1 and wrong == []


async def test_what_is_told_where_the_server_cannot_be_reached_goes_when_it_can(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        async with opened(server) as (page, _wrong):
            await page.route(f"**/api/runs/{run_id}/events", lambda route: route.abort())
            await page.click("#runs a")
            await page.get_by_role("alert").get_by_text("cannot be reached").wait_for()
            await page.unroute(f"**/api/runs/{run_id}/events")
            await page.locator("#trouble").wait_for(state="hidden")
            assert (await server.run(run_id))["status"] == "asking"


async def test_pressing_twice_does_it_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server) as (page, wrong):
        await page.fill("#question", "Tell me about that")
        await page.select_option("#plan", "always")
        await page.dblclick("#go")
        await page.wait_for_selector("#reply:not([hidden])")
        run_id = (await server.client.get("/api/runs")).json()["runs"][0]["run_id"]
        await page.dblclick("#reply-go")  # nothing is chosen, so that nothing is sent
        assert (await server.run(run_id))["asking"]["number"] == 1
        await page.get_by_label("A technology or product").check()
        await page.dblclick("#reply-go", delay=200)
        await page.locator("#reply-title").get_by_text("Which one exactly").wait_for()
        await page.get_by_role("textbox", name="Which one exactly").fill("  ")
        await page.keyboard.press("Enter")
        assert (await server.run(run_id))["asking"]["number"] == 2
        await page.keyboard.type("sodium-ion batteries")
        await page.keyboard.press("Enter")
        await page.locator("#reply-title").get_by_text("Is this the right plan?").wait_for()
        await page.dblclick("#cancel", delay=200)
        await page.wait_for_selector("#resume:not([hidden])")
        assert (await server.run(run_id))["status"] == "interrupted"
        assert len((await server.client.get("/api/runs")).json()["runs"]) == 1 and wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_printed_the_page_says_where_the_report_is_printed_from(scheme: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        async with opened(server, f"/#run={run_id}", color_scheme=scheme) as (page, wrong):
            await page.wait_for_selector("#sheet[src]")
            assert await page.get_by_text("The report is printed from").is_hidden()
            await page.emulate_media(media="print")
            await page.get_by_text("The report is printed from").wait_for()
            assert await page.locator(":is(#sheet, nav, header, button):visible").count() == 0
            assert await page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
            assert await page.locator("#title").is_visible() and wrong == []


async def test_the_token_is_taken_from_the_whole_address_too_and_what_is_none_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, needs_token=True) as server, opened(server) as (page, wrong):
        for pasted in ("wrong", "密碼"):
            await page.fill("#token", pasted)
            await page.keyboard.press("Enter")
            await page.get_by_role("alert").get_by_text("the token is missing or wrong").wait_for()
        await page.fill("#token", f" {server.url}#token={server.token}\n")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#ask:not([hidden])")
        assert all("401" in line for line in wrong)


async def test_a_long_question_leaves_room_for_the_rest_of_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin("Which " + "very long word after word " * 400 + "is it?")
        await server.ended(run_id)
        async with opened(server, f"/#run={run_id}", viewport={"width": 360, "height": 740}) as (page, wrong):
            await page.wait_for_selector("#status[data-s=failed], #status[data-s=complete]")
            box = await page.locator("#status").bounding_box()
            assert box and box["y"] < 740 and wrong == []


async def test_where_a_form_of_the_report_cannot_be_made_the_page_stays_and_says_why(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    settings = {"render": {"pdf": {"font": "No Such Font"}}}
    async with served(tmp_path, needs_token=True, settings=settings) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        async with opened(server, f"/#token={server.token}") as (page, wrong):
            await page.click("#runs a")
            await page.get_by_role("button", name="PDF").click()
            await page.get_by_role("alert").get_by_text("there is no font 'No Such Font' here").wait_for()
            async with page.expect_download() as kept:
                await page.get_by_role("button", name="Word").click()
            assert (await kept.value).suggested_filename == f"{run_id}-report.docx"
            assert Path(await (await kept.value).path()).read_bytes().startswith(b"PK")
            assert await page.locator("#sheet").is_visible() and all("409" in line for line in wrong)


async def test_what_a_provider_said_is_told_once(tmp_path: Path) -> None:
    def refuse(service: str, number: int, body: dict[str, Any]) -> str:
        return "key"

    async with ModelServer(refuse) as models, served(tmp_path, settings={"llm": models.table("only")}) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.wait_for_selector("#status[data-s=failed]")
            await page.locator("#errors li").get_by_text("refused the key").wait_for()
            assert await page.locator("#errors li").count() == 1 and wrong == []


async def test_a_resumed_run_that_counts_its_questions_anew_shows_the_one_it_asks(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin("Tell me about that", ask="always")
        await server.until(run_id, "asking")
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.locator("#reply-title").get_by_text("What should the research be about?").wait_for()
            since = asyncio.Event()

            async def late(route: Any) -> None:
                await since.wait()
                await route.continue_()

            await page.route(f"**/api/runs/{run_id}", late)
            await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": "sodium-ion batteries"})
            while ((await server.run(run_id))["asking"] or {}).get("kind") != "plan":
                await asyncio.sleep(0.05)
            await server.post(f"/api/runs/{run_id}/cancel")
            await server.post(f"/api/runs/{run_id}/resume")
            assert (await server.until(run_id, "asking"))["asking"]["number"] == 1
            since.set()
            await page.locator("#reply-title").get_by_text("Is this the right plan?").wait_for()
            await page.click("#reply-go")
            await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
            assert wrong == []


async def test_an_order_that_does_not_arrive_is_told_in_the_language_of_the_page_and_kept(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server, language="de-DE") as (page, _wrong):
        await page.fill("#question", OTHER)
        await page.route("**/api/runs", lambda route: route.abort())
        await page.click("#go")
        await page.get_by_role("alert").get_by_text("Der Server ist nicht erreichbar.").wait_for()
        assert await page.input_value("#question") == OTHER
        await page.unroute("**/api/runs")
        await page.click("#go")
        await page.wait_for_selector("#run:not([hidden])")


@pytest.mark.parametrize(("pressed", "what"), [("#reply-go", "answer"), ("#cancel", "cancel")])
async def test_what_is_done_with_a_run_changes_nothing_of_another_that_is_shown_by_then(
    pressed: str, what: str, tmp_path: Path
) -> None:
    async with served(tmp_path) as server:
        first, second = await server.begin(ask="always"), await server.begin(OTHER, ask="always")
        for run_id in (first, second):
            await server.until(run_id, "asking")
        async with opened(server, f"/#run={first}") as (page, wrong):
            await page.wait_for_selector("#reply:not([hidden])")
            go_on = asyncio.Event()

            async def late(route: Any) -> None:
                answer = await route.fetch()
                await go_on.wait()
                await route.fulfill(response=answer)

            await page.route(f"**/api/runs/{first}/{what}", late)
            async with page.expect_request(f"**/api/runs/{first}/{what}"):
                await page.click(pressed)
            await page.click(f'#runs a[href="#run={second}"]')
            await page.locator("#title").get_by_text(OTHER).wait_for()
            await page.wait_for_selector("#reply:not([hidden])")
            assert await page.locator(f"{pressed}:enabled").count() == 1
            async with page.expect_response(f"**/api/runs/{first}/{what}"):
                go_on.set()
            await page.evaluate("new Promise(heard => setTimeout(heard, 300))")
            assert await page.locator("#reply").is_visible() and await page.locator("#cancel").is_visible()
            assert await page.locator("#trouble").is_hidden() and wrong == []


async def test_what_the_server_refuses_is_told_in_the_language_of_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server, f"/#run={NO_RUN}", language="ja") as (page, _wrong):
        told = page.get_by_role("alert")
        await told.wait_for()
        assert await told.text_content() == "その調査はここにはありません。"
        await page.fill("#question", "？！")
        await page.click("#go")
        await page.get_by_text("質問に言葉がありません。").wait_for()
        assert await told.text_content() == "質問に言葉がありません。"


async def test_the_clock_of_a_run_never_goes_back(tmp_path: Path) -> None:
    script = """async () => {
      const { Board } = await import("/board.js");
      const board = new Board(), shown = [];
      const tell = (ago, status, data) => {
        const at = new Date(Date.now() - 1000 * ago).toISOString();
        board.take({ type: "progress", seq: shown.length + 1, at, stage: "plan", status, data });
        shown.push([board.seconds(true), board.seconds(false)]);
      };
      tell(100, "start", { elapsed: 2 });
      tell(1, "asking", {});  // an event that tells of no seconds
      tell(1, "interrupted", { elapsed: 101 });
      tell(0, "start", { elapsed: 103 });
      return shown;
    }"""
    async with served(tmp_path) as server, opened(server) as (page, wrong):
        begun, told, stopped, resumed = await page.evaluate(script)
        assert begun[0] >= 102 and begun[1] == 2 and told[0] >= begun[0]
        assert stopped == [101, 101] and resumed[0] >= 103 and wrong == []


async def test_a_run_that_is_answered_while_all_places_are_taken_is_shown_to_wait(tmp_path: Path) -> None:
    files = {"paths": [str(CORPUS)]}
    search = {"use": ["files", "slow"], "files": files, "slow": {"plugin": "dr_core.testing:FakeSearch", "delay": 3600.0}}
    async with served(tmp_path, settings={"search": search}, most_runs=1) as server:
        run_id = await server.begin(ask="always", search=["files"])
        await server.until(run_id, "asking")
        async with opened(server, f"/#run={run_id}") as (page, wrong):
            await page.wait_for_selector("#reply:not([hidden])")
            works = await server.begin(search=["slow"])
            await page.click("#reply-go")
            await page.locator("#status").get_by_text("Answered; waiting until another run has ended").wait_for()
            assert await page.locator("#reply").is_hidden() and await page.locator("#cancel").is_visible()
            await page.locator("#runs a[aria-current=page]").get_by_text("Answered; waiting").wait_for()
            await server.post(f"/api/runs/{works}/cancel")
            await page.wait_for_selector("#status[data-s=complete]", timeout=60_000)
            assert wrong == []


async def test_a_report_whose_address_holds_no_more_leads_back_to_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dr_serve.paper.LIVES", 0.0)
    async with served(tmp_path, needs_token=True) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        async with opened(server, f"/#token={server.token}", language="de-DE") as (page, wrong):
            await page.click("#runs a")
            title = page.frame_locator("#sheet").locator("h1")  # no script runs in there that could speak German
            await title.get_by_text("This address is not valid any more").wait_for()
            async with page.context.expect_page() as tab:
                await page.get_by_role("button", name="In neuem Tab öffnen").click()
            late = await tab.value
            await late.locator("h1").get_by_text("Diese Adresse gilt nicht mehr").wait_for()
            await late.get_by_role("link", name="Zur Recherche").click()
            await late.wait_for_selector("#status[data-s=complete]")
            assert late.url.endswith(f"/#run={run_id}")
            assert not [line for line in wrong if line.startswith("asked for")]  # that the frame runs no script is told, too


async def test_a_program_that_comes_too_late_for_a_file_is_answered_as_ever(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        answer = await server.client.get(f"/view/{NO_RUN}/x")
        assert answer.status_code == 404 and answer.json()["remedy"]
        answer = await server.client.get(f"/view/{NO_RUN}/x", headers={"accept": "text/html,*/*;q=0.8"})
        assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
