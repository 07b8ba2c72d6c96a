"""Hostile requests: names that are paths, bodies that are too much, orders for what is not to be ordered."""

from __future__ import annotations

import asyncio
import json
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from serve_kit import CHANGE, NO_RUN, QUESTION, Served, served

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]

SECRET = "canary-5f1c"
NAMES = (
    "..", "../", "../../secret.txt", "....//secret.txt", "/etc/passwd", "//etc/passwd", "\\..\\secret.txt", "secret.txt", ".", "",
    "last", "0", "*", "?", "~", "~root", "C:\\secret.txt", "file:///etc/passwd", "%2e%2e/secret.txt", "%2e%2e%2fsecret.txt",
    "%252e%252e%252fsecret.txt", "..%00", "secret.txt\x00.md", "..%c0%af", "．．/secret.txt", "\u2024\u2024/secret.txt",
    "run.json",
    "state.json", "journal.jsonl", "events.jsonl", "lock", "search_results.json", "figures/figure1.py", "figures/../run.json",
    "figures/figure1.png/../../run.json", "sources/s1.json", "sources/../run.json", "sources/s1.txt/../../run.json", "report.md/",
    "report.md\n", " report.md", "report.md ", "REPORT.MD", "report.md%00", "./report.md", "a/../report.md", "report", "report.",
    "report.exe", "report.html/", "report.html\x00", "con", "aux.md", "x" * 5000, NO_RUN + "/..", NO_RUN + "%2f..",
    "０" * 8 + "_20200101T000000Z",
)  # fmt: skip
PLACES = (
    "/api/runs/{}",
    "/api/runs/{}/events",
    "/api/runs/{run}/files/{}",
    "/view/{}",
    "/view/{run}/{}",
    "/view/{}/x",
    "/{}",
    "/api/runs/{}/files/report.md",
)


async def _finished(server: Served) -> str:
    run_id = await server.begin()
    assert (await server.ended(run_id))["status"] == "complete"
    return run_id


async def test_three_hundred_hostile_names_lead_nowhere(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for folder in (tmp_path, root, root / "research_data"):
        folder.mkdir(exist_ok=True)
        (folder / "secret.txt").write_text(SECRET)
        (folder / "run.json").write_text(json.dumps({"version": 1, "question": SECRET}))
    async with served(root) as server:
        run_id = await _finished(server)
        (root / "research_data" / run_id / "secret.txt").write_text(SECRET)
        tried = 0
        for place, name in product(PLACES, NAMES):
            for written in {quote(name, safe=""), quote(name, safe="/%*~.")}:
                path = place.format(written, run=run_id) if "{}" in place else place
                answer = await server.raw(path)
                tried += 1
                assert SECRET.encode() not in answer, (path, answer[:300])
                assert b" 500 " not in answer.split(b"\r\n")[0], path
                shown = b" 200 " in answer.split(b"\r\n")[0]
                harmless = {"/", "/api/runs", f"/api/runs/{run_id}", "/?"}
                assert not shown or path in harmless or path.endswith((f"/{run_id}/", "/api/runs/?")), path
        assert tried >= 300
        # and a name that is one of ours does lead somewhere
        assert b" 200 " in (await server.raw(f"/api/runs/{run_id}/files/report.md")).split(b"\r\n")[0]


async def test_a_link_out_of_the_run_folder_is_not_followed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await _finished(server)
        folder = tmp_path / "research_data" / run_id
        (tmp_path / "secret.txt").write_text(SECRET)
        (folder / "verification.md").unlink()
        (folder / "verification.md").symlink_to(tmp_path / "secret.txt")
        assert (await server.client.get(f"/api/runs/{run_id}/files/verification.md")).status_code == 404
        other = tmp_path / "research_data" / NO_RUN
        other.symlink_to(folder)
        assert (await server.client.get(f"/api/runs/{NO_RUN}")).status_code == 404


@pytest.mark.parametrize(
    "more",
    [
        {"docs": ["/etc"]}, {"paths": ["/"]}, {"settings": {}}, {"output": {"root": "/"}}, {"llm": "openai"}, {"base_url": "http://x"},
        {"api_key": "x"}, {"mcp": {"command": "sh"}}, {"machine": "os:system"}, {"plugins": []}, {"run_dir": "/"},
        {"search": ["mcp"]}, {"search": ["a\nb\x1b[2J"]}, {"language": "\x00\n"},
        {"search": ["os:system"]}, {"search": []}, {"search": "files"}, {"search": [{"files": "/"}]},
        {"depth": "endless"}, {"depth": 3}, {"length": ["full"]}, {"language": "x" * 40}, {"language": "../x"}, {"ask": True},
        {"question": 7}, {"question": None}, {"question": "x" * 20_001}, {"question": ""}, {"question": "\n\t "},
    ],
)  # fmt: skip
async def test_what_may_not_be_ordered_is_refused_in_one_line(tmp_path: Path, more: dict[str, Any]) -> None:
    async with served(tmp_path) as server:
        answer = await server.post("/api/runs", {"question": QUESTION, **more})
        assert answer.status_code == 400
        assert set(answer.json()) - {"code"} == {"error", "remedy"} and all(answer.json().values())
        assert all(line.isprintable() for line in answer.json().values())
        assert not list(tmp_path.rglob("run.json"))


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b"{", b"\xff", b'"x"', b"[" * 60_000, b'{"question": "\\ud800"}', b"1" * 5000]
)
async def test_a_body_that_is_no_order_is_refused(tmp_path: Path, body: bytes) -> None:
    async with served(tmp_path) as server:
        answer = await server.client.post("/api/runs", content=body, headers={**CHANGE, "content-type": "application/json"})
        assert answer.status_code == 400, answer.text
        assert set(answer.json()) == {"error", "remedy"}
        assert "Order" not in answer.json()["error"], "the names of our classes say nothing to others"


@pytest.mark.parametrize(
    ("given", "said"),
    [(["a"] * 6, "answer.focuses: List should have at most 5 items"), (["a", 3], "answer.focuses.1: "), (3, "answer.words: ")],
)
async def test_what_is_wrong_with_an_answer_is_told_of_its_own_kind(tmp_path: Path, given: Any, said: str) -> None:
    async with served(tmp_path) as server:
        run = (await server.post("/api/runs", {"question": QUESTION, "ask": "never"})).json()["run_id"]
        answer = await server.post(f"/api/runs/{run}/answer", {"number": 1, "answer": given})
        assert answer.status_code == 400 and answer.json()["error"].startswith(said)
        await server.post(f"/api/runs/{run}/cancel", {})


async def test_a_body_that_is_too_large_is_refused_whether_or_not_it_says_so(tmp_path: Path) -> None:
    async def endless() -> Any:
        for _ in range(10_000):
            yield b" " * 65_536

    async with served(tmp_path) as server:
        headers = {**CHANGE, "content-type": "application/json"}
        body = json.dumps({"question": "x" * 70_000}).encode()
        assert (await server.client.post("/api/runs", content=body, headers=headers)).status_code == 413
        try:
            assert (await server.client.post("/api/runs", content=endless(), headers=headers)).status_code == 413
        except OSError:
            pass  # it was cut off while it was still sending
        except Exception as error:
            assert type(error).__name__ in ("WriteError", "RemoteProtocolError", "ReadError")
        assert (await server.client.get("/api/runs")).status_code == 200


async def test_an_address_for_the_browser_opens_one_file_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, needs_token=True) as server:
        run_id = await _finished(server)
        assert (await server.post(f"/api/runs/{run_id}/link", {"file": "run.json"})).status_code == 404
        address = (await server.post(f"/api/runs/{run_id}/link", {"file": "report.html"})).json()["url"]
        bare = {"authorization": ""}
        shown = await server.client.get(address, headers=bare)
        assert shown.status_code == 200 and "content-disposition" not in shown.headers
        assert "frame-ancestors 'self'; sandbox" in shown.headers["content-security-policy"]
        assert "attachment" in (await server.client.get(f"{address}?keep", headers=bare)).headers["content-disposition"]
        assert (await server.client.get(address + "x", headers=bare)).status_code == 404
        assert (await server.client.get(f"/api/runs/{run_id}/files/report.html", headers=bare)).status_code == 401
        monkeypatch.setattr("dr_serve.paper.LIVES", -1.0)
        old = (await server.post(f"/api/runs/{run_id}/link", {"file": "report.html"})).json()["url"]
        assert (await server.client.get(old, headers=bare)).status_code == 404


async def test_a_defect_says_nothing_to_whoever_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr("dr_serve.house.House.runs", broken)
    async with served(tmp_path) as server:
        answer = await server.client.get("/api/runs")
        assert answer.status_code == 500 and SECRET not in answer.text and set(answer.json()) == {"error", "remedy", "code"}


async def test_a_reader_that_stands_still_does_not_fill_the_memory_and_misses_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await _finished(server)
        file = tmp_path / "research_data" / run_id / "events.jsonl"
        line = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
        many = 20_000  # about 40 MB: far more than any buffer holds
        with file.open("w", encoding="utf-8") as out:
            for number in range(1, many + 1):
                out.write(json.dumps({**line, "seq": number, "data": {"filler": "x" * 2000}}) + "\n")
        from dr_serve import stream

        at, sent, written = urlsplit(server.url), 0, stream.written

        def counted(event: Any) -> bytes:
            nonlocal sent
            sent += 1
            return written(event)

        stream.written = counted  # type: ignore[assignment]
        try:
            reader, writer = await asyncio.open_connection(at.hostname, at.port, limit=4096)
            writer.write(f"GET /api/runs/{run_id}/events HTTP/1.1\r\nHost: {at.netloc}\r\nConnection: close\r\n\r\n".encode())
            before = -1
            while sent != before:  # until nothing moves any more
                before = sent
                await asyncio.sleep(0.3)
            assert 0 < sent < many / 2
            text = await reader.read()
            assert sent == many and b"id: %d\n" % many in text
            writer.close()
            await writer.wait_closed()
        finally:
            stream.written = written
