"""`dr serve` as people start and end it: a process, Ctrl-C, kill -9, and a machine without the extra."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from serve_kit import CHANGE, CORPUS, QUESTION

DR = [sys.executable, "-m", "dr_core"]


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
    answer = httpx.post(f"{address}{path}", json=body, headers=CHANGE, timeout=30, trust_env=False)
    assert answer.status_code < 300, answer.text
    told: dict[str, Any] = answer.json()
    return told


def wait_for(address: str, run_id: str, *statuses: str) -> dict[str, Any]:
    """The run as soon as it has one of these statuses."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        told: dict[str, Any] = httpx.get(f"{address}api/runs/{run_id}", timeout=30, trust_env=False).json()
        if told["status"] in statuses:
            return told
        time.sleep(0.05)
    raise AssertionError(f"never {statuses}: {told}")


def test_ctrl_c_stops_the_server_and_its_runs_which_go_on_afterwards(tmp_path: Path) -> None:
    with process(tmp_path) as (server, address):
        run_id = post(address, "api/runs", question=QUESTION, ask="always")["run_id"]
        wait_for(address, run_id, "asking")
        with httpx.stream("GET", f"{address}api/runs/{run_id}/events", timeout=30, trust_env=False) as watching:
            next(watching.iter_raw())  # somebody watches
            pressed = time.monotonic()
            server.send_signal(signal.SIGINT)
            server.wait(10)
        taken = time.monotonic() - pressed
        _, said = server.communicate()
        assert server.returncode == 0
        assert f"dr resume {run_id}" in said and "Traceback" not in said
        assert taken < 5, "two seconds are aimed at; a machine under load is given more"
    ended = subprocess.run([*DR, "resume", run_id, "--yes", "--quiet"], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip().endswith("report.md")


def test_sigterm_ends_it_in_the_same_way(tmp_path: Path) -> None:
    with process(tmp_path) as (server, address):
        assert address.startswith("http://127.0.0.1:")
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0


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
        assert httpx.post(f"{address}api/runs/{run_id}/cancel", json={}, headers=CHANGE, trust_env=False).status_code == 409
        assert httpx.post(f"{address}api/runs/{run_id}/resume", json={}, headers=CHANGE, trust_env=False).status_code == 409
        with httpx.stream("GET", f"{address}api/runs/{run_id}/events", timeout=60, trust_env=False) as watching:
            lines = watching.iter_lines()
            assert next(line for line in lines if '"status": "confirm"' in line)
            post(other, f"api/runs/{run_id}/answer", number=told["asking"]["number"])
            assert next(line for line in lines if '"exit_code": 0' in line)


def test_beyond_this_machine_the_address_has_the_token_behind_its_hash(tmp_path: Path) -> None:
    with process(tmp_path, "--host", "0.0.0.0") as (_, address):
        plain, _, token = address.partition("#token=")
        assert len(token) >= 43
        reached = plain.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{reached}api/runs", trust_env=False).status_code == 401
        answer = httpx.get(f"{reached}api/runs", headers={"authorization": f"Bearer {token}"}, trust_env=False)
        assert answer.json() == {"runs": []}
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]


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
