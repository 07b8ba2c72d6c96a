"""What plugins print never gets among the data of a run, `--debug` works wherever it stands, and no hit fills the disk."""

from __future__ import annotations

import json
from pathlib import Path

from cli_kit import QUESTION, dr, prepare

NOISY = """
from dr_core.testing import FakeSearch

print("noise of the import")


class Noisy(FakeSearch):
    \"\"\"Prints while it searches.\"\"\"

    async def search(self, task, limit):
        print("noise of a search")
        return await super().search(task, limit)


class Huge(FakeSearch):
    \"\"\"Gives endless text.\"\"\"

    async def search(self, task, limit):
        hits = await super().search(task, limit)
        return [hit.model_copy(update={"content": hit.content + "x" * 5_000_000, "title": "t" * 9000}) for hit in hits]


class Wrong(FakeSearch):
    \"\"\"Cannot be built.\"\"\"

    def __init__(self, options, context):
        raise KeyError("never built")
"""


def _noisy(tmp_path: Path, name: str = "Noisy") -> Path:
    folder = prepare(tmp_path / "here")
    (folder / "noisy.py").write_text(NOISY)
    text = (folder / "dr.toml").read_text(encoding="utf-8")
    (folder / "dr.toml").write_text(text.replace("dr_core.testing:FakeSearch", f"noisy:{name}"), encoding="utf-8")
    return folder


def test_what_a_plugin_prints_goes_to_stderr_and_json_stays_json(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    ended = dr(folder, "run", QUESTION, "--json", "--quiet")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["status"] == "complete"
    assert "noise of a search" in ended.err


def test_so_it_does_with_events_with_the_path_alone_and_when_a_run_is_resumed(tmp_path: Path) -> None:
    folder = _noisy(tmp_path)
    ended = dr(folder, "run", QUESTION, "--events", "--quiet")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("id: 1\n") and "noise" not in ended.out
    alone = dr(folder, "run", QUESTION, "--quiet", "--no-cache")
    (line,) = alone.out.splitlines()
    assert (folder / line).is_file()
    assert "noise of a search" in alone.err
    again = dr(folder, "resume", "last", "--add-focus", "prices", "--json", "--quiet")
    assert json.loads(again.out)["run_id"], again.err


def test_debug_may_stand_before_or_behind_the_command(tmp_path: Path) -> None:
    folder = _noisy(tmp_path, "Wrong")
    for arguments in (["--debug", "run", QUESTION], ["run", QUESTION, "--debug"], ["run", "--debug", QUESTION]):
        ended = dr(folder, *arguments)
        assert "Traceback" in ended.err and "never built" in ended.err, arguments
        assert "no such option" not in ended.err.lower()


def test_a_hit_without_end_is_cut_and_that_is_said(tmp_path: Path) -> None:
    folder = _noisy(tmp_path, "Huge")
    ended = dr(folder, "run", QUESTION, "--json", "--depth", "quick", env={"DR_WEB__MAX_PAGE_BYTES": "20000"})
    told = json.loads(ended.out)
    assert "https://shelf.example/norway" in json.dumps(told["left_out"])
    assert "only the first 20,000 are taken" in ended.err
    size = sum(path.stat().st_size for path in Path(folder, told["run_dir"]).rglob("*") if path.is_file())
    assert size < 2_000_000
