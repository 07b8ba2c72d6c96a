"""A database that cannot be written: at every size at which its files may grow no further, and cut off at every page.

Two things of dr are in SQLite, and both are conveniences: what runs keep for each other (``run/cache.py``) and the index of the
search over folders. SQLite writes past Python, so that a faulty disk of ours is not in its way: the system's limit on the size of
files is. It is set in a process of its own, since it holds for all files of one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dr_core.run.cache import Cache

pytest.importorskip("resource", reason="this system has no limit on the size of files")
HERE, ROOT = Path(__file__).parent, Path(__file__).parents[2]
PAGE = 4096


def little_room(what: str, folder: Path) -> dict[str, int]:
    """How often each thing happened where files could not grow; a case that went wrong is an error of the process."""
    command = [sys.executable, str(HERE / "little_room.py"), what, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env={"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    told: dict[str, int] = json.loads(done.stdout)
    print(f"\n{what}: {told}")
    return told


def test_a_cache_that_cannot_grow_is_a_miss_and_serves_again_when_it_can(tmp_path: Path) -> None:
    told = little_room("cache", tmp_path)
    assert told["kept"] and told["missed"]


@pytest.mark.parametrize("place", ["usual", "own"])
def test_an_index_that_cannot_grow_costs_no_answer_or_says_so_and_is_whole_later(tmp_path: Path, place: str) -> None:
    told = little_room(place, tmp_path)
    assert told["found"] and told.keys() == ({"found", "refused"} if place == "own" else {"found"})


@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_a_damaged_cache_is_begun_anew(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "answers.sqlite"
    for at in range(0, 6 * PAGE, PAGE // 2):
        cache = Cache(path, {"search": 3600.0})
        for number in range(20):
            cache.put("search", number, "answer " * 100)
        cache.close()
        content = path.read_bytes()
        assert len(content) > at
        path.write_bytes(content[:at] if damage == "cut" else content[:at] + b"\xa5" * PAGE + content[at + PAGE :])
        assert all(cache.get("search", number) in (None, "answer " * 100) for number in range(20))
        cache.put("search", "new", "another")
        cache.put("search", "new", "another")  # the first may have been what found the damage
        assert cache.get("search", "new") == "another", f"at {at}"
