"""A run folder that somebody else has sent: whatever stands in it, opening it harms nobody and takes no time."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_kit import QUESTION, command, dr, prepare, surroundings

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, and dr.toml three folders above it."""
    place = prepare(tmp_path_factory.mktemp("sent"))
    ended = dr(place, "run", QUESTION, "--yes", "--json")
    assert ended.code == 0, ended.err
    return place / str(json.loads(ended.out)["run_dir"])


@pytest.fixture
def sent(kept: Path, tmp_path: Path) -> Path:
    """A copy of it, elsewhere."""
    shutil.copytree(kept.parents[2], tmp_path / "place", symlinks=True)
    return Path(shutil.move(tmp_path / "place" / kept.relative_to(kept.parents[2]), tmp_path / "place"))


def stopped(run: Path) -> None:
    """As if it had been stopped at once."""
    (run / "journal.jsonl").unlink()
    state = json.loads((run / "state.json").read_text())
    (run / "state.json").write_text(json.dumps({name: state[name] for name in ("version", "run_id", "original_query")}))


ORDERS = "\x1b[31mred\x1b]0;title\x07\u202eturned\x9b2Jwiped"


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """What a terminal gets of a command, on stdout and stderr."""
    ours, theirs = pty.openpty()
    going = subprocess.Popen(
        command(*arguments), cwd=folder, env=surroundings(folder), stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    got = b""
    try:
        while piece := os.read(ours, 65_536):
            got += piece
    except OSError:  # how Linux says that nobody writes there any more
        pass
    finally:
        os.close(ours)
        going.wait(timeout=60)
    return got.decode()


@pytest.mark.parametrize("line", ["show RUN", "show RUN --json", "runs", "runs --json", "verify RUN", "--debug show NONE"])
def test_a_terminal_is_given_no_orders(sent: Path, line: str) -> None:
    run = sent.rename(sent.parent / "logs/research_data" / sent.name)
    state, about = json.loads((run / "state.json").read_text()), json.loads((run / "run.json").read_text())
    state["steps"][0] |= {"stage": ORDERS, "note": ORDERS}
    state |= {"errors": [{"step": ORDERS, "error": ORDERS, "category": "LLM", "retry_count": 0}], "current_step": ORDERS}
    state["plan"]["research_title"] = ORDERS
    about |= dict.fromkeys(("run_id", "created", "question"), ORDERS)
    report = (run / "report.md").read_text() + f"\n{ORDERS} stands here.\n"
    for name, content in (("state.json", json.dumps(state)), ("run.json", json.dumps(about)), ("report.md", report)):
        (run / name).write_text(content, encoding="utf-8")
    shown = on_a_terminal(sent.parent, *line.replace("RUN", str(run)).replace("NONE", f"none{ORDERS}").split(" "))
    assert "red" in shown
    assert not re.search("\x1b\\[31m|\x1b\\]|\x07|\u202e|\x9b", shown)


@pytest.mark.parametrize(("name", "verb"), [("lock", "resume"), ("events.jsonl", "resume"), ("report.html", "render")])
def test_nothing_is_written_through_a_link(sent: Path, name: str, verb: str) -> None:
    precious = sent.parent / "precious"
    precious.write_text("mine\n")
    stopped(sent)
    (sent / name).unlink(missing_ok=True)
    (sent / name).symlink_to(precious)
    ended = dr(sent.parent, verb, str(sent), *(["html"] if verb == "render" else []))
    assert precious.read_text() == "mine\n"
    assert ended.code == 4 and f"/{name} is a link, and was not written by dr. Take it out of the folder" in ended.line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("verb", ["show", "replay", "resume"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(sent: Path, verb: str) -> None:
    (sent / "state.json").unlink()
    os.mkfifo(sent / "state.json")
    ended = dr(sent.parent, verb, str(sent))
    assert ended.code == 4 and "/state.json is no regular file" in ended.line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_one_such_folder_hides_no_other_run(sent: Path) -> None:
    other = sent.parent / "logs/research_data/00000000_20200101T000000Z"
    shutil.copytree(sent, other)
    (other / "state.json").unlink()
    os.mkfifo(other / "state.json")
    shutil.copytree(sent, other.with_name(sent.name))
    ended = dr(sent.parent, "runs")
    assert ended.code == 0 and sent.name in ended.out
    assert "00000000_20200101T000000Z/state.json is no regular file" in ended.line
    assert dr(sent.parent, "verify", str(other)).code == 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_a_report_is_verified_beside_a_pipe(sent: Path) -> None:
    (sent / "evidence.jsonl").unlink()
    os.mkfifo(sent / "evidence.jsonl")
    ended = dr(sent.parent, "verify", str(sent / "report.md"))
    assert ended.code == 4 and "evidence.jsonl is no regular file" in ended.line


MINE = "import pathlib\npathlib.Path('ran').touch()\nclass Mine: pass\n"


@pytest.mark.parametrize(
    ("table", "settings", "named"),
    [
        (
            "llm",
            {"use": ["openai"], "openai": {"base_url": "http://127.0.0.1:9", "model": "m"}},
            "llm.openai.base_url, llm.openai.model",
        ),
        ("search", {"mcp": {"command": "touch", "args": ["ran"]}, "use": ["mcp"]}, "search.mcp.command, search.mcp.args"),
        ("search", {"use": ["mine:Mine"]}, "search.use"),
        ("hooks", {"use": ["mine:Mine"]}, "hooks.use"),
        ("web", {"allow_hosts": ["10.0.0.1"]}, "web.allow_hosts"),
    ],
)
def test_the_settings_of_a_sent_run_lead_nowhere_unless_it_is_trusted(
    sent: Path, table: str, settings: dict[str, object], named: str
) -> None:
    stopped(sent)
    about = json.loads((sent / "run.json").read_text())
    about["settings"][table] = about["settings"].get(table, {}) | settings
    (sent / "run.json").write_text(json.dumps(about))
    (sent.parent / "mine.py").write_text(MINE)
    ended = dr(sent.parent, "resume", str(sent), "--quiet", env={"OPENAI_API_KEY": "sk-canary"})
    assert ended.code == 64 and f"was not begun here, and goes on with settings of its own: {named}." in ended.line
    assert ended.line.endswith(f"If you trust them: dr resume {sent} --trust")
    assert not (sent.parent / "ran").exists() and not (sent / "journal.jsonl").exists()
    if table == "llm":
        return  # nobody listens there, which takes its time
    trusted = dr(sent.parent, "resume", str(sent), "--quiet", "--trust")
    assert "was not begun here" not in trusted.err
    assert (sent.parent / "ran").exists() == ("mine:Mine" in str(settings))


def test_a_sent_run_is_replayed_and_gone_on_with_where_its_settings_lead_nowhere_else(sent: Path) -> None:
    """Which folders it searches is no such thing: a run that its owner has moved goes on."""
    assert dr(sent.parent, "replay", str(sent)).code == 0
    stopped(sent)
    about = json.loads((sent / "run.json").read_text())
    about["settings"]["search"]["files"] = {"paths": [str(sent.parent)]}
    (sent / "run.json").write_text(json.dumps(about))
    assert dr(sent.parent, "resume", str(sent)).code == 0


def test_a_sent_run_runs_no_code_of_its_own_when_it_is_replayed(sent: Path) -> None:
    about = json.loads((sent / "run.json").read_text())
    about["settings"]["search"]["files"] = {"paths": ["/"]}
    (sent / "run.json").write_text(json.dumps(about))
    assert dr(sent.parent, "replay", str(sent)).code == 0, "it reads no files"
    (sent / "run.json").write_text(json.dumps(about | {"settings": about["settings"] | {"machine": "mine:Mine"}}))
    (sent.parent / "mine.py").write_text(MINE)
    ended = dr(sent.parent, "replay", str(sent))
    assert ended.code == 64 and "settings of its own: machine." in ended.line
    assert not (sent.parent / "ran").exists()
