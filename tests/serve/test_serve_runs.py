"""Runs over HTTP, against a real server: begun, watched, asked, stopped, resumed, read."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from pathlib import Path

import pytest
from serve_kit import CORPUS, QUESTION, Served, left, served
from standin.model_server import ModelServer
from standin.world import World

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]
SLOW = {
    "use": ["files", "slow"],
    "files": {"paths": [str(CORPUS)]},
    "slow": {"plugin": "dr_core.testing:FakeSearch", "delay": 3600.0},
}
"""Two engines: one that answers, and one with which a run is at work until it is stopped."""


async def asked(server: Served, run_id: str) -> dict[str, int]:
    """An answer to what a run asks, that takes it as it is."""
    return {"number": (await server.until(run_id, "asking"))["asking"]["number"]}


async def test_a_run_is_begun_watched_and_read(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        events = [event async for event in server.watch(run_id)]
        assert [told["seq"] for _, told in events] == list(range(1, len(events) + 1))
        assert {kind for kind, _ in events} == {"progress", "message"}
        assert events[-1][1]["status"] == "complete"
        told = await server.run(run_id)
        assert (told["status"], told["passed"], told["here"], told["question"]) == ("complete", True, False, QUESTION)
        assert told["ceilings"]["rounds"] == 1
        assert {"report.html", "report.md", "report.docx", "verification.md", "sources/s1.txt"} <= set(told["files"])
        report = (await server.client.get(f"/api/runs/{run_id}/files/report.md")).text
        assert report.startswith(f"# {QUESTION}") and "## References" in report
        html = await server.client.get(f"/api/runs/{run_id}/files/report.html")
        assert html.headers["content-type"] == "text/html; charset=utf-8"
        assert "; sandbox" in html.headers["content-security-policy"]
        assert "ref-1" in html.text
        word = await server.client.get(f"/api/runs/{run_id}/files/report.docx")
        assert word.content.startswith(b"PK") and "attachment" in word.headers["content-disposition"]
        listed = (await server.client.get("/api/runs")).json()["runs"]
        assert [run["run_id"] for run in listed] == [run_id]
        assert server.said == [f"run {run_id}: begun", f"run {run_id}: complete"]


async def test_the_report_follows_the_order(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin("鈉離子電池與磷酸鐵鋰電池在電網儲能上如何比較？", length="brief", search=["files"])
        assert (await server.ended(run_id))["status"] == "complete"
        made = json.loads((tmp_path / "research_data" / run_id / "run.json").read_text(encoding="utf-8"))["settings"]
        assert (made["research"]["depth"], made["research"]["length"]) == ("quick", "brief")
        assert made["search"]["use"] == ["files"]


async def test_a_reader_that_comes_back_gets_what_it_has_not_seen(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        first = []
        async for _, told in server.watch(run_id):
            first.append(told["seq"])
            if len(first) == 5:
                break
        rest = [told["seq"] async for _, told in server.watch(run_id, after=first[-1])]
        assert [*first, *rest] == list(range(1, rest[-1] + 1))
        again = [told["seq"] async for _, told in server.watch(run_id, after=rest[-2])]  # it is over by now: from the file
        assert again == [rest[-1]]


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "99999999999999999999", "١"])
async def test_a_number_that_is_none_is_refused(tmp_path: Path, last: str) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        answer = await server.client.get(f"/api/runs/{run_id}/events", headers={"last-event-id": last.encode()})
        assert answer.status_code == 400
        await server.ended(run_id)


async def test_answers_and_events_say_nothing_of_folders_and_keys(tmp_path: Path) -> None:
    files = {"use": ["files"], "files": {"paths": [str(CORPUS)]}, "tavily": {"api_key": "tvly-canary"}}
    async with served(tmp_path, settings={"search": files}) as server:
        run_id = await server.begin()
        said = [json.dumps(told) async for _, told in server.watch(run_id)]
        said += [(await server.client.get(path)).text for path in ("/api/about", "/api/runs", f"/api/runs/{run_id}")]
        for name in (await server.run(run_id))["files"]:
            said.append((await server.client.get(f"/api/runs/{run_id}/files/{name}")).content.decode("latin-1"))
        assert not [text for text in said if str(tmp_path) in text or "tvly-canary" in text]


async def test_a_run_folder_that_is_damaged_hides_no_other(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        torn, odd = (tmp_path / "research_data" / f"0000000{n}_20200101T000000Z" for n in (1, 2))
        for folder, manifest in ((torn, "{"), (odd, '{"version": 1, "run_id": "../../x", "question": {"a": 1}}')):
            folder.mkdir()
            (folder / "run.json").write_text(manifest)
        (odd / "state.json").write_text('{"status": ["x"], "passed": "maybe"}')
        listed = (await server.client.get("/api/runs")).json()["runs"]
        assert [(run["run_id"], run["status"]) for run in listed] == [(run_id, "complete"), (odd.name, "damaged")]
        damaged = await server.client.get(f"/api/runs/{torn.name}")
        assert damaged.status_code == 409 and str(tmp_path) not in damaged.text and torn.name in damaged.text
        assert (await server.client.get("/api/runs?limit=1")).json()["runs"] == listed[:1]


async def test_the_server_answers_while_it_makes_a_pdf_and_other_methods_do_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        told = await server.ended(run_id)
        if "report.pdf" in told["files"]:
            pdf = asyncio.create_task(server.client.get(f"/api/runs/{run_id}/files/report.pdf"))
            await asyncio.sleep(0)
            assert (await server.client.get("/api/about")).status_code == 200
            assert (await pdf).content.startswith(b"%PDF")
        for method in ("PUT", "DELETE", "PATCH", "TRACE"):
            headers = {"x-dr": "1", "content-type": "application/json"}
            assert (await server.client.request(method, f"/api/runs/{run_id}", headers=headers)).status_code == 405


async def test_a_question_is_put_to_whoever_watches(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin("tell me about it", ask="auto")
        told = await server.until(run_id, "asking")
        assert told["asking"]["kind"] == "question" and told["asking"]["question"]
        late = await server.post(f"/api/runs/{run_id}/answer", {"number": 9, "answer": "x"})
        assert late.status_code == 409
        wrong = await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": ["x"]})
        assert wrong.status_code == 400
        good = await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": "grid batteries"})
        assert good.status_code == 200
        twice = await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": "grid batteries"})
        assert twice.status_code == 409
        events = [told async for _, told in server.watch(run_id)]
        clarified = next(told for told in events if told.get("status") == "clarified")
        assert clarified["data"]["exchanges"][0]["answer"] == "grid batteries"


async def test_a_plan_is_shown_and_its_focuses_can_be_changed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        asking = (await server.until(run_id, "asking"))["asking"]
        assert asking["kind"] == "plan" and len(asking["focuses"]) >= 2
        await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": [asking["focuses"][0], "fire safety"]})
        statuses = [told.get("status") async for _, told in server.watch(run_id)]
        assert statuses.index("confirm") < statuses.index("confirmation")
        assert "## fire safety" in (await server.client.get(f"/api/runs/{run_id}/files/report.md")).text


async def test_a_run_that_its_model_failed_is_resumed_and_done_with_the_model(tmp_path: Path, no_waiting: None) -> None:
    dead = True
    async with ModelServer(lambda service, number, body: "key" if dead and number >= 2 else None) as model:
        settings = {"llm": model.table("only"), "cache": {"enabled": False, "folder": str(tmp_path / "cache")}}
        async with served(tmp_path, settings=settings) as server:
            run_id = await server.begin()
            told = await server.ended(run_id)
            assert (told["status"], told["resumable"]) == ("partial", True)
            last = [event async for _, event in server.watch(run_id)][-1]
            assert last["status"] == "partial" and "draft" in last["data"]["without_model"]
            dead = False
            assert (await server.post(f"/api/runs/{run_id}/resume")).status_code == 200
            told = await server.until(run_id, "complete", "partial", "failed")
            assert (told["status"], told["resumable"]) == ("complete", False)
            again = await server.post(f"/api/runs/{run_id}/resume")
            assert again.status_code == 409 and "there is nothing to resume" in again.json()["error"]
    assert set(Counter(request.key for request in model.good()).values()) == {1}


async def test_a_plan_that_is_always_to_be_shown_is_shown_when_the_run_is_resumed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin("KTX 최고 속도", ask="always")  # too plain a question to be asked about by itself
        assert (await server.until(run_id, "asking"))["asking"]["kind"] == "plan"
        await server.post(f"/api/runs/{run_id}/cancel")
        await server.post(f"/api/runs/{run_id}/resume")
        assert (await server.until(run_id, "asking", "complete"))["status"] == "asking"
        await server.post(f"/api/runs/{run_id}/answer", {"number": 1, "answer": ["속도"]})
        assert (await server.ended(run_id))["status"] == "complete"


async def test_a_run_is_stopped_and_resumed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        stopped = (await server.post(f"/api/runs/{run_id}/cancel")).json()
        assert (stopped["status"], stopped["asking"]) == ("interrupted", None)
        again = await server.post(f"/api/runs/{run_id}/cancel")
        assert again.status_code == 409 and "is interrupted: there is nothing to stop" in again.json()["error"]
        assert (await server.post(f"/api/runs/{run_id}/resume")).json()["here"] is True
        again = await server.post(f"/api/runs/{run_id}/resume")  # it is under way already
        assert again.status_code == 409 and again.json()["remedy"] == "Wait for its end"
        while (told := await server.run(run_id))["status"] == "running":
            await asyncio.sleep(0.02)
        if told["asking"]:
            await server.post(f"/api/runs/{run_id}/answer", {"number": told["asking"]["number"]})
        assert (await server.ended(run_id))["status"] == "complete"
        assert (await server.post(f"/api/runs/{run_id}/resume")).status_code == 409  # it is over


async def test_runs_are_listed_a_page_at_a_time(tmp_path: Path) -> None:
    made = [f"{number:08x}_20200101T00000{number // 3}Z" for number in range(7)]  # three in a second
    for name in (*made, "strange_folder", "x" * 8 + "_20200101T000000Z"):
        (tmp_path / "research_data" / name).mkdir(parents=True)
        (tmp_path / "research_data" / name / "run.json").write_text('{"version": 1, "question": "?"}')
    async with served(tmp_path) as server:
        pages, before = [], ""
        while True:
            page = (await server.client.get(f"/api/runs?limit=3{before}")).json()
            pages.append([run["run_id"] for run in page["runs"]])
            if not page["more"]:
                break
            before = f"&before={pages[-1][-1]}"
        assert [run_id for page in pages for run_id in page] == made[::-1] and len(pages) == 3
        gone = made[4]
        (tmp_path / "research_data" / gone / "run.json").unlink()
        page = (await server.client.get(f"/api/runs?limit=2&before={gone}")).json()
        assert [run["run_id"] for run in page["runs"]] == [made[3], made[2]] and page["more"]
        for wrong in ("limit=0", "limit=-1", "limit=501", "limit=x", "limit=%D9%A1", "before=..", "before=last", "limit="):
            answer = await server.client.get(f"/api/runs?{wrong}")
            assert answer.status_code == 400 and answer.json()["remedy"]


async def test_asking_only_for_the_head_of_events_takes_no_place(tmp_path: Path) -> None:
    async with served(tmp_path, most_watchers=1) as server:
        run_id = await server.begin(ask="always")
        reader, writer = await server.connect()
        async with asyncio.timeout(60):
            for _ in range(3):  # on one connection: each is over before the next
                writer.write(server.head(f"HEAD /api/runs/{run_id}/events") + b"\r\n")
                assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
            watching = server.watch(run_id)
            assert (await anext(watching))[1]["seq"] == 1
        await watching.aclose()
        await left(writer)


async def test_more_runs_than_allowed_are_told_to_wait(tmp_path: Path) -> None:
    async with served(tmp_path, settings={"search": SLOW}, most_runs=1) as server:
        first = await server.begin(search=["slow"])
        body = {"question": QUESTION, "ask": "never"}
        answer = await server.post("/api/runs", body)
        assert answer.status_code == 429 and "--max-runs" in answer.json()["remedy"]
        await server.post(f"/api/runs/{first}/cancel")
        assert (await server.post("/api/runs", body)).status_code == 201


async def test_a_run_that_asks_takes_no_place_and_waits_for_one_when_it_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path, settings={"search": SLOW}, most_runs=1) as server:
        first = await server.begin(ask="always", search=["files"])
        answer = await asked(server, first)
        works = await server.begin(search=["slow"])
        assert (await server.post("/api/runs", {"question": QUESTION})).status_code == 429
        assert (await server.post(f"/api/runs/{first}/answer", answer)).json()["status"] == "waiting"
        told = await server.run(first)
        assert (told["status"], told["here"], told["asking"], told["resumable"]) == ("waiting", True, None, False)
        assert (await server.post(f"/api/runs/{first}/answer", answer)).status_code == 409
        assert (await server.post(f"/api/runs/{first}/resume")).json()["remedy"] == "Wait for its end"
        await server.post(f"/api/runs/{works}/cancel")
        assert (await server.ended(first))["status"] == "complete"
        assert await server.begin(search=["slow"])  # the place is free again


async def test_where_there_is_a_place_a_run_goes_on_at_once_when_it_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path, most_runs=1) as server:
        run_id = await server.begin(ask="always")
        answered = await server.post(f"/api/runs/{run_id}/answer", await asked(server, run_id))
        assert answered.json()["status"] == "running"


async def test_a_run_that_is_stopped_while_it_waits_for_a_place_leaves_the_line(tmp_path: Path) -> None:
    async with served(tmp_path, settings={"search": SLOW}, most_runs=1) as server:
        line = []
        for _ in range(2):
            line.append(await server.begin(ask="always", search=["files"]))
            await asked(server, line[-1])
        works = await server.begin(search=["slow"])
        for run_id in line:
            await server.post(f"/api/runs/{run_id}/answer", await asked(server, run_id))
        assert (await server.post(f"/api/runs/{line[0]}/cancel")).json()["status"] == "interrupted"
        await server.post(f"/api/runs/{works}/cancel")
        assert (await server.ended(line[1]))["status"] == "complete"


async def test_an_answer_holds_although_its_run_is_stopped_in_line_or_its_server_is(tmp_path: Path) -> None:
    settings = {"search": SLOW}
    async with served(tmp_path, settings=settings, most_runs=1) as server:
        clear = await server.begin(ask="always", search=["files"])
        plan = await asked(server, clear)
        unclear = await server.begin("tell me about it", ask="auto", search=["files"])
        question = await asked(server, unclear)
        await server.begin(search=["slow"])
        await server.post(f"/api/runs/{clear}/answer", {**plan, "answer": ["fire safety"]})
        await server.post(f"/api/runs/{unclear}/answer", {**question, "answer": "grid batteries"})
        assert (await server.post(f"/api/runs/{clear}/cancel")).json()["status"] == "interrupted"
    async with served(tmp_path, settings=settings) as server:
        for run_id in (clear, unclear):
            await server.post(f"/api/runs/{run_id}/resume")
            assert (await server.until(run_id, "asking", "complete", "failed"))["status"] == "complete"
        assert "## fire safety" in (await server.client.get(f"/api/runs/{clear}/files/report.md")).text


async def test_runs_that_wait_for_an_answer_are_so_many_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_serve.house.MOST_ASKING", 2)
    async with served(tmp_path, most_runs=1) as server:
        for _ in range(2):
            first = await server.begin(ask="always")
            await asked(server, first)
        answer = await server.post("/api/runs", {"question": QUESTION})
        assert answer.status_code == 429 and answer.json()["remedy"] == "Answer some, or stop them"
        await server.post(f"/api/runs/{first}/cancel")
        assert (await server.post("/api/runs", {"question": QUESTION, "ask": "never"})).status_code == 201


async def test_more_readers_than_allowed_are_told_so_and_places_come_free(tmp_path: Path) -> None:
    async with served(tmp_path, most_watchers=1) as server:
        run_id = await server.begin(ask="always")
        watching = server.watch(run_id)
        await anext(watching)
        async with asyncio.timeout(60):
            assert (await server.client.get(f"/api/runs/{run_id}/events")).status_code == 429
        await watching.aclose()
        async with asyncio.timeout(60):
            while (await server.client.head(f"/api/runs/{run_id}/events")).status_code == 429:
                await asyncio.sleep(0.02)


async def test_a_damaged_event_is_told_as_a_gap(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        file = tmp_path / "research_data" / run_id / "events.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines()
        file.write_text("\n".join([*lines[:2], "{", *lines[3:], '{"half']), encoding="utf-8")
        events = [told async for _, told in server.watch(run_id)]
        assert len(events) == len(lines)
        assert (events[2]["seq"], events[2]["status"]) == (3, "gap")


async def test_a_failed_start_is_one_line_with_a_remedy(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        answer = await server.post("/api/runs", {"question": "  "})
        assert answer.status_code == 400
        assert set(answer.json()) == {"error", "remedy", "code"} and "\n" not in answer.text
        answer = await server.post("/api/runs", {"question": QUESTION, "language": "not a language"})
        assert answer.status_code == 400
        assert not (tmp_path / "research_data").exists()


async def test_a_model_that_is_not_there_fails_the_run_with_its_line_and_once_it_is_there_the_run_goes_on(
    tmp_path: Path, no_waiting: None
) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    fake = {"plugin": "openai", "base_url": f"http://127.0.0.1:{port}/v1", "api_key": "sk-x", "model": "m"}
    async with served(tmp_path, settings={"llm": {"use": ["fake"], "fake": fake}}) as server:
        run_id = await server.begin(
            "Compare sodium-ion and LFP batteries by cost, safety and market", length="brief", ask="never"
        )
        *_, line = [told["message"] async for kind, told in server.watch(run_id) if kind == "error"]
        assert "fake could not be reached" in line and "[llm.fake]" in line
        assert (await server.run(run_id))["status"] == "failed"
        assert server.said[-1] == f"run {run_id}: failed: {line}"
        world = World()
        await world.start(port)
        assert (await server.post(f"/api/runs/{run_id}/resume")).status_code == 200
        assert (await server.until(run_id, "complete", "asking"))["status"] == "complete"  # who asked for it, it asks nothing
        world.close()


@pytest.mark.parametrize("after", ["[budget]\nsearches = 90\n", "[budget", '[search]\nuse = ["nosuch"]\n'])
async def test_settings_hold_as_they_were_when_the_server_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "dr.toml"
    file.write_text("[budget]\nsearches = 70\n")
    async with served(tmp_path / "logs") as server:
        file.write_text(after)
        run_id = await server.begin(ask="always", length="brief")
        await server.until(run_id, "asking")
        assert (await server.run(run_id))["ceilings"]["searches"] == 70
        assert (await server.post(f"/api/runs/{run_id}/cancel")).status_code == 200
        assert (await server.post(f"/api/runs/{run_id}/resume")).status_code == 200
