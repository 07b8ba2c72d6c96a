"""`dr serve` as people start and end it: a process, Ctrl-C, kill -9, and a machine without the extra."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from serve_kit import CHANGE, CORPUS, QUESTION, served

from dr_core import past_runs
from dr_serve.server import _cancelled_by

DR = [sys.executable, "-m", "dr_core"]
HANGS = 60
"""Seconds after which something hangs; about two are aimed at."""


@contextmanager
def process(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address it prints."""
    command = [*DR, "serve", "--docs", str(CORPUS), "--port", "0", *options]
    started = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "DR_SANDBOX__USE": ""},
    )  # fmt: skip
    try:
        assert started.stdout is not None
        yield started, started.stdout.readline().strip()
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


def post(address: str, path: str, **body: Any) -> dict[str, Any]:
    """A request as the page sends it."""
    answer = httpx.post(f"{address}{path}", json=body, headers=CHANGE, timeout=HANGS, trust_env=False)
    assert answer.status_code < 300, answer.text
    told: dict[str, Any] = answer.json()
    return told


def wait_for(address: str, run_id: str, *statuses: str) -> dict[str, Any]:
    """The run as soon as it has one of these statuses."""
    until = time.monotonic() + 2 * HANGS
    while time.monotonic() < until:
        told: dict[str, Any] = httpx.get(f"{address}api/runs/{run_id}", timeout=HANGS, trust_env=False).json()
        if told["status"] in statuses:
            return told
        time.sleep(0.05)
    raise AssertionError(f"never {statuses}: {told}")


def children(pid: int) -> set[int]:
    """The processes that a process has started, where the system tells."""
    found: set[int] = set()
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found |= {int(child) for child in thread.read_text().split()}
    return found


def is_alive(pid: int) -> bool:
    """Whether a process still does something."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.once
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_its_runs_and_their_processes(tmp_path: Path, number: signal.Signals) -> None:
    with process(tmp_path, "--no-cache") as (server, address), ExitStack() as stack:
        working = [post(address, "api/runs", question=f"{QUESTION} ({n})", ask="never")["run_id"] for n in range(3)]
        asking = post(address, "api/runs", question=QUESTION, ask="always")["run_id"]
        wait_for(address, asking, "asking")
        for run_id in (*working, asking):  # somebody watches each
            url = f"{address}api/runs/{run_id}/events"
            watching = stack.enter_context(httpx.stream("GET", url, timeout=HANGS, trust_env=False))
            next(watching.iter_raw())
        until = time.monotonic() + HANGS
        while not (readers := children(server.pid)) and Path("/proc/self/task").exists():
            assert time.monotonic() < until, "nothing is read by a process of its own"
            time.sleep(0.05)
        server.send_signal(number)
        assert server.wait(HANGS) == 0
        _, said = server.communicate()
        assert f"dr resume {asking}" in said and "Traceback" not in said
        until = time.monotonic() + HANGS
        while any(map(is_alive, readers)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not [pid for pid in readers if is_alive(pid)]
    for run in past_runs(tmp_path / "logs"):
        assert not run.active and run.summary()["status"] in ("running", "complete")
    for run_id in (working[0], asking):
        ended = subprocess.run([*DR, "resume", run_id, "--yes", "--quiet"], cwd=tmp_path, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout.strip().endswith("report.md")


SLOW = """
import time
from pathlib import Path
from dr_core import Renderer

class Slow(Renderer):
    "Writes for an hour."
    suffix = ".html"

    async def render(self, report, folder):
        Path("rendering").touch()
        time.sleep(3600)
"""


async def test_a_signal_is_heard_before_another_round_of_the_loop() -> None:
    ours: list[bool] = []
    with _cancelled_by([signal.SIGTERM]):
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.sleep(0)
            ours.append(True)
    assert not ours and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_ctrl_c_does_not_wait_for_a_report_that_is_being_written(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "dr.toml").write_text('[render.html]\nplugin = "slow:Slow"\n')
    with process(tmp_path) as (server, address):
        run_id = post(address, "api/runs", question=QUESTION, ask="never", depth="quick")["run_id"]
        wait_for(address, run_id, "complete")
        with socket.create_connection(("127.0.0.1", int(urlsplit(address).port or 0))) as asked:
            path = f"/api/runs/{run_id}/files/report.html"
            asked.sendall(f"GET {path} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\n\r\n".encode())
            until = time.monotonic() + HANGS
            while not (tmp_path / "rendering").exists():
                assert time.monotonic() < until, "it never began to write"
                time.sleep(0.05)
            server.send_signal(signal.SIGINT)
            assert server.wait(HANGS) == 0


def test_runs_of_a_server_that_was_killed_are_interrupted_and_can_be_resumed(tmp_path: Path) -> None:
    with process(tmp_path) as (server, address):
        run_id = post(address, "api/runs", question=QUESTION, ask="always")["run_id"]
        wait_for(address, run_id, "asking")
        server.kill()
        server.wait()
    with process(tmp_path) as (_, address):
        told = wait_for(address, run_id, "interrupted")
        assert told["here"] is False
        post(address, f"api/runs/{run_id}/resume")
        told = wait_for(address, run_id, "asking", "complete")
        if told["status"] == "asking":
            post(address, f"api/runs/{run_id}/answer", number=told["asking"]["number"])
        assert wait_for(address, run_id, "complete", "failed")["status"] == "complete"


def test_a_run_of_another_process_can_be_watched_and_not_stopped(tmp_path: Path) -> None:
    with process(tmp_path) as (_, address), process(tmp_path) as (_, other):
        run_id = post(other, "api/runs", question=QUESTION, ask="always")["run_id"]
        told = wait_for(other, run_id, "asking")
        seen = wait_for(address, run_id, "running")
        assert seen["here"] is False
        for what in ("cancel", "resume"):
            url = f"{address}api/runs/{run_id}/{what}"
            assert httpx.post(url, json={}, headers=CHANGE, timeout=HANGS, trust_env=False).status_code == 409
        with httpx.stream("GET", f"{address}api/runs/{run_id}/events", timeout=60, trust_env=False) as watching:
            lines = watching.iter_lines()
            assert next(line for line in lines if '"status": "confirm"' in line)
            post(other, f"api/runs/{run_id}/answer", number=told["asking"]["number"])
            assert next(line for line in lines if '"exit_code": 0' in line)


def test_beyond_this_machine_the_address_has_the_token_behind_its_hash(tmp_path: Path) -> None:
    with process(tmp_path, "--host", "0.0.0.0") as (server, address):
        plain, _, token = address.partition("#token=")
        assert len(token) >= 43 and plain.startswith("http://127.0.0.1:"), "nobody can go to 0.0.0.0"
        assert httpx.get(f"{plain}api/runs", timeout=HANGS, trust_env=False).status_code == 401
        headers = {"authorization": f"Bearer {token}"}
        answer = httpx.get(f"{plain}api/runs", headers=headers, timeout=HANGS, trust_env=False)
        assert answer.json() == {"runs": [], "more": False}
        server.send_signal(signal.SIGINT)
        assert f"other machines reach it as {socket.gethostname()}" in server.communicate(timeout=HANGS)[1]
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]


def test_a_folder_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for out in ("file", "file/below"):
        ended = subprocess.run([*DR, "serve", "--out", out], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)
        assert ended.returncode != 0 and ended.stdout == ""
        assert len(ended.stderr.splitlines()) == 1 and "--out" in ended.stderr


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path: Path) -> None:
    with process(tmp_path) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        ended = subprocess.run([*DR, "serve", "--port", port], cwd=tmp_path, capture_output=True, text=True)
        assert ended.returncode != 0
        assert len(ended.stderr.splitlines()) == 1 and "--port" in ended.stderr


@pytest.mark.parametrize("missing", ["uvicorn", "starlette", "sse_starlette"])
def test_without_the_extra_the_remedy_is_one_line(tmp_path: Path, missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; from dr_core.cli import main; sys.exit(main(['serve']))"
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 64
    assert ended.stderr.splitlines() == [f'error: dr serve needs the package {missing}. pip install "dr-framework[server]"']


def test_help_does_not_load_the_server(tmp_path: Path) -> None:
    told = "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    code = f"import sys, json; from dr_core.cli import main; main(['--help']); {told}"
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    loaded = json.loads(ended.stderr.splitlines()[-1])
    assert "serve" in ended.stdout
    assert not [name for name in loaded if name.startswith(("dr_serve", "starlette", "uvicorn", "dr_core.cli.serve"))]


def test_a_model_without_a_key_is_told_of_at_the_start_and_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with process(tmp_path, "--llm", "openai") as (server, address):
        about = httpx.get(f"{address}api/about", timeout=HANGS, trust_env=False).json()
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=HANGS)
    line = "openai cannot be asked. Set OPENAI_API_KEY, or api_key in [llm.openai]"
    assert f"{line}. Then start the server again\n" in said and about["lacks"] == [line]


async def test_engines_that_lack_a_key_are_told_of_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)
    for engines, told in ((["tavily"], 1), (["tavily", "arxiv"], 0)):
        async with served(tmp_path, settings={"search": {"use": engines}}) as server:
            await server.client.get("/api/about")
            assert sum(line.startswith("tavily cannot be asked. Set TAVILY_API_KEY") for line in server.said) == told
