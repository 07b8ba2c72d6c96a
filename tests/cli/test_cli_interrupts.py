"""Ctrl-C at any moment, once or twice: a quiet end with exit code 130, and never a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import QUESTION, command, dr, prepare, surroundings

SLOW_TO_LEAVE = """
import asyncio
import sys
from dr_core import SearchProvider, interrupt
from dr_core.run import plugin_call

interrupt.SLIP = {slip}
plugin_call.GRACE = 600


class Slow(SearchProvider):
    async def search(self, task, limit):
        print("searching", file=sys.stderr, flush=True)
        try:
            await asyncio.sleep(600)
        finally:
            print("leaving", file=sys.stderr, flush=True)
            await asyncio.sleep({seconds})
"""


STARTED: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """Where a test fails, what it started is ended all the same."""
    yield
    while STARTED:
        process = STARTED.pop()
        if process.poll() is None:
            process.kill()
            process.communicate()


def started(place: Path, *more: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        command("run", QUESTION, *more), cwd=place, env=surroundings(place), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    STARTED.append(process)
    return process


def wait_for(word: str, process: subprocess.Popen[str]) -> None:
    assert process.stderr is not None
    while word not in (line := process.stderr.readline()):
        assert line, "it ended before"


def leaving(place: Path, seconds: float, slip: float) -> Path:
    """A folder whose engine takes its time to be cancelled; presses within ``slip`` seconds are one."""
    place.mkdir()
    (place / "slow.py").write_text(SLOW_TO_LEAVE.format(seconds=seconds, slip=slip))
    (place / "dr.toml").write_text('[search]\nuse = ["slow:Slow"]\n[sandbox]\nuse = []\n')
    return place


def test_while_the_program_is_still_being_imported(tmp_path: Path) -> None:
    (tmp_path / "early").mkdir()
    (tmp_path / "early" / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    path = f"{tmp_path / 'early'}:{surroundings(tmp_path)['PYTHONPATH']}"
    ended = dr(tmp_path, "run", QUESTION, env={"PYTHONPATH": path})
    assert (ended.code, ended.out, ended.err) == (130, "", "interrupted\n")


def test_when_the_command_is_over_and_python_is_not(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import atexit, os, signal, sys\n"
        "class Last:\n"
        "    def __del__(self, kill=os.kill, pid=os.getpid(), number=signal.SIGINT):\n"
        "        kill(pid, number)\n"
        "sys.last = Last()\n"
    )
    ended = dr(tmp_path, "--version", env={"PYTHONPATH": f"{tmp_path}:{surroundings(tmp_path)['PYTHONPATH']}"})
    assert (ended.code, ended.err) == (0, ""), "Python must not be killed while it clears up"


def test_within_a_text_that_python_executes(place: Path) -> None:
    (place / "sitecustomize.py").write_text(
        "import sys\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'dr_core.cli.drive':\n"
        "            exec('import os, signal; os.kill(os.getpid(), signal.SIGINT); [0 for _ in range(99)]')\n"
        "sys.meta_path.insert(0, Press())\n"
    )
    ended = dr(place, "run", QUESTION, env={"PYTHONPATH": f"{place}:{surroundings(place)['PYTHONPATH']}"})
    assert (ended.code, ended.err.strip()) == (130, "interrupted"), "Python must not kill itself for a press that was heeded"


def test_within_something_that_cannot_raise(place: Path) -> None:
    (place / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Gone:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        [0 for _ in range(99)]\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'dr_core.cli.drive':\n"
        "            Gone()\n"
        "sys.meta_path.insert(0, Press())\n"
    )
    ended = dr(place, "run", QUESTION, env={"PYTHONPATH": f"{place}:{surroundings(place)['PYTHONPATH']}"})
    assert ended.code == 130
    assert ended.err.splitlines()[-1].startswith("interrupted"), "the press is heeded as soon as there is something to cancel"
    assert "Traceback" not in ended.err and "Exception ignored" not in ended.err


@pytest.mark.parametrize("moment", [0.0, 0.02, 0.1, 0.3, 0.6])
def test_twice_within_a_moment(moment: float, tmp_path: Path) -> None:
    place = prepare(tmp_path / "place", delay=0.3, more='[verify]\nuse = ["grounding", "gated:Audit"]\n')
    process = started(place)
    wait_for("run ", process)
    time.sleep(moment)  # it may be anywhere by then, but not at its end
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    last = err.splitlines()[-1]
    assert last.startswith("interrupted; go on with: dr resume ")
    assert "Traceback" not in err and "never retrieved" not in err and "Exception ignored" not in err
    (place / "go").touch()
    ended = dr(place, "resume", last.split()[-1])
    assert ended.code == 0, ended.err


@pytest.mark.parametrize("module", ["dr_core.cli", "click", "dr_core.cli.run", "dr_core.cli.drive", "dr_core.kernel"])
def test_twice_before_anything_has_begun(module: str, place: Path) -> None:
    (place / "sitecustomize.py").write_text(
        "import os, signal, sys, threading, time\n"
        "def twice():\n"
        "    for _ in range(2):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(0.05)\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            threading.Thread(target=twice, daemon=True).start()\n"
        "sys.meta_path.insert(0, Press())\n"
    )
    ended = dr(place, "run", QUESTION, env={"PYTHONPATH": f"{place}:{surroundings(place)['PYTHONPATH']}"})
    assert ended.code == 130, ended.err
    assert "Traceback" not in ended.err and "Exception ignored" not in ended.err


def test_a_second_press_does_not_cut_the_clearing_up_short(tmp_path: Path) -> None:
    place = leaving(tmp_path / "place", 0.5, slip=600)
    process = started(place)
    wait_for("searching", process)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("interrupted; go on with: dr resume ")
    (events,) = place.glob("logs/research_data/*/events.jsonl")
    assert json.loads(events.read_text().splitlines()[-1])["status"] == "interrupted"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_or_loses_the_terminal_clears_up_too(tmp_path: Path, number: signal.Signals) -> None:
    process = started(leaving(tmp_path / "place", 0, slip=600))
    wait_for("searching", process)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "leaving" in err and err.splitlines()[-1].startswith("interrupted; go on with: dr resume ")


def test_who_ignores_the_loss_of_the_terminal_goes_on(place: Path) -> None:
    (place / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"  # as nohup leaves it
        "class Gone:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'dr_core.stage.plan':\n"
        "            os.kill(os.getpid(), signal.SIGHUP)\n"
        "sys.meta_path.insert(0, Gone())\n"
    )
    ended = dr(place, "run", QUESTION, env={"PYTHONPATH": f"{place}:{surroundings(place)['PYTHONPATH']}"})
    assert ended.code == 0, ended.err


def test_who_cannot_wait_for_the_clearing_up_leaves_at_once(tmp_path: Path) -> None:
    place = leaving(tmp_path / "place", 600, slip=0.1)
    process = started(place)
    wait_for("searching", process)
    process.send_signal(signal.SIGINT)
    wait_for("leaving", process)
    time.sleep(0.2)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("interrupted; go on with: dr resume ")
    assert "Traceback" not in err


def test_while_somebody_is_about_to_set_what_the_program_waits_for() -> None:
    code = (
        "import asyncio, os, signal\n"
        "from dr_core import interrupt\n"
        "class Pressed(asyncio.Future):\n"
        "    def exception(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        return super().exception()\n"
        "async def main():\n"
        "    inner = Pressed(loop=asyncio.get_running_loop())\n"
        "    asyncio.get_running_loop().call_soon(inner.set_result, 1)\n"
        "    await asyncio.shield(inner)\n"
        "    await asyncio.sleep(60)\n"
        "with interrupt.heeded():\n"
        "    try:\n"
        "        interrupt.run(main())\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=50)
    assert (ended.stdout, ended.stderr) == ("interrupted\n", "")


def test_a_job_that_ignores_interrupts_goes_on_ignoring_them(place: Path) -> None:
    process = subprocess.Popen(
        command("run", QUESTION), cwd=place, env=surroundings(place), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    wait_for("run ", process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.strip().endswith("report.md")


def test_the_end_of_the_command_is_not_spent_on_what_could_be_freed() -> None:
    code = "import gc; from dr_core.__main__ import main; main(); print(gc.get_freeze_count() > 0)"
    ended = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "True"
