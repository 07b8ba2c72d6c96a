"""What one run keeps for another: for as long as its lifetime says, whatever the clock does."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from dr_core.run.cache import Cache


@pytest.mark.parametrize(("hours", "known"), [(0, True), (0.9, True), (1.1, False), (-24, False)])
def test_an_answer_lives_as_long_as_its_lifetime_and_never_for_ever(
    hours: float, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that went back by a day leaves answers behind that come from the future."""
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    cache.put("search", {"q": "熱泵"}, ["answer"])
    now = time.time() + hours * 3600
    monkeypatch.setattr(time, "time", lambda: now)
    assert cache.get("search", {"q": "熱泵"}) == (["answer"] if known else None)


def test_a_place_that_cannot_be_looked_at_is_only_a_miss() -> None:
    cache = Cache(Path("/" + "x" * 5000) / "answers.sqlite", {"search": 3600.0})
    cache.put("search", "q", "answer")
    assert cache.get("search", "q") is None
    assert cache.sweep() == 0


def test_a_damaged_table_leaves_no_connection_open_and_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    cache = Cache(tmp_path / "answers.sqlite", {"search": 3600.0})
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 1000)
    assert cache.get("search", "q") is None
    cache.put("search", "q", "answer")
    assert cache.get("search", "q") == "answer" and len(opened) == 3
    for database in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            database.execute("select 1")
