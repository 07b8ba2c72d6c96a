"""`dr` with a model that is not there: one line with a remedy, exit code 4 as for a wrong key, and `dr resume` after the mend."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_kit import ROOT, Ended, Inside, dr
from standin.world import settings_for

pytestmark = pytest.mark.once

QUESTION = "How are storage plants in Norway insured?"
RESUME = "what was done is kept; try again with: dr resume "


@contextmanager
def world(port: int = 0) -> Iterator[str]:
    """The address of a world that answers at once."""
    command = [sys.executable, str(ROOT / "tests" / "standin" / "world.py"), "--latency", "0", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.kill()


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with world() as address:
        yield address


def place(folder: Path, origin: str, model: str) -> Path:
    """A folder whose engines are those of the world, with the model at another address."""
    folder.mkdir(parents=True)
    settings = settings_for(origin, engines=1).replace(f"{origin}/v1", model)
    (folder / "dr.toml").write_text(settings, encoding="utf-8")
    return folder


def run(inside: Inside, folder: Path, *arguments: str) -> Ended:
    return inside(folder, "run", QUESTION, "--yes", "--depth", "quick", "--length", "brief", *arguments)


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


def test_a_stopped_server_is_one_line_and_once_it_is_started_the_run_goes_on(origin: str, tmp_path: Path, inside: Inside) -> None:
    port = free_port()
    folder = place(tmp_path / "place", origin, f"http://127.0.0.1:{port}/v1")
    ended = run(inside, folder, "--quiet")
    assert (ended.code, ended.out) == (4, "")
    *kept, line = ended.err.splitlines()
    assert len(kept) == 1 and kept[0].startswith(RESUME)
    assert line.startswith("error: fake could not be reached") and f"127.0.0.1:{port}" in line
    assert "Start the server, or check base_url in [llm.fake]" in line and line.endswith('Or run without a model: --llm ""')
    with world(port):
        again = dr(folder, "resume", "last")
    assert again.code == 0, again.err
    assert "complete in " in again.err and "done without" not in again.err
    shown = json.loads(dr(folder, "show", "last", "--json").out)
    assert shown["status"] == "complete" and shown["usage"]["prompt_tokens"] > 0


def test_an_unknown_host_is_told_to_scripts_too(origin: str, tmp_path: Path) -> None:
    folder = place(tmp_path / "place", origin, "http://no-such-host.invalid/v1")
    ended = run(dr, folder, "--quiet", "--json")  # from this process no name can be looked up
    told = json.loads(ended.out)
    assert (ended.code, told["exit_code"], told["status"]) == (4, 4, "failed")
    assert "fake could not be reached" in told["error"] and "no-such-host.invalid" in told["error"]


def test_a_misspelt_model_is_an_event_a_line_and_mended_in_the_settings(origin: str, tmp_path: Path, inside: Inside) -> None:
    folder = place(tmp_path / "place", origin, f"{origin}/misspelt/v1")
    ended = run(inside, folder, "--events")
    assert ended.code == 4
    events = [json.loads(line.removeprefix("data: ")) for line in ended.out.splitlines() if line.startswith("data: ")]
    told = [event["message"] for event in events if "message" in event][-1]
    assert "fake refused the request (404)" in told and "Check model ('fake-1') and base_url in [llm.fake]" in told
    assert ended.err.splitlines()[-1] == f"error: {told}"
    settings = folder / "dr.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("/misspelt/", "/"), encoding="utf-8")
    again = dr(folder, "resume", "last")
    assert again.code == 0, again.err
    replayed = dr(folder, "replay", "last")
    assert replayed.code == 0 and "the same report" in replayed.err


def test_the_remedy_works(origin: str, tmp_path: Path, inside: Inside) -> None:
    folder = place(tmp_path / "place", origin, "http://127.0.0.1:9/v1")
    ended = run(inside, folder, "--llm", "")
    assert ended.code == 0 and "complete in" in ended.err


def test_a_role_that_never_answered_is_named_at_the_end(origin: str, tmp_path: Path, inside: Inside) -> None:
    folder = place(tmp_path / "place", origin, f"{origin}/v1")
    settings = (folder / "dr.toml").read_text(encoding="utf-8")
    small = f'[llm.small]\nplugin = "openai"\nbase_url = "{origin}/misspelt/v1"\napi_key = "sk-x"\nmodel = "m"\n'
    both = settings.replace('use = ["fake"]\n', 'use = ["fake"]\nthinking = "small"\n') + small
    (folder / "dr.toml").write_text(both, encoding="utf-8")
    ended = run(inside, folder)
    assert ended.code == 0, ended.err
    assert re.search(r"^! small never answered: small refused the request \(404\).*Check model \('m'\)", ended.err, re.M)
    assert ended.err.index("! small never answered") > ended.err.index("audit:"), "it is at the end, where it is seen"
