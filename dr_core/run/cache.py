"""What may be used again by another run, for as long as its lifetime says (S3-9). The journal of a run is no cache."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dr_core.present import exists
from dr_core.run.journal import ask_hash
from dr_core.unicode import well_formed

MAX_ENTRY_BYTES = 16 * 1024 * 1024
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
AHEAD = 60.0
"""Seconds by which clocks that share a cache may differ."""


def identity(provider: Any) -> list[Any]:
    """Who a provider is: the same name may stand for another one, or for another address of it, in another run."""
    options = getattr(provider, "options", None)
    told = options.model_dump(mode="json") if isinstance(options, BaseModel) else {}  # a secret dumps as stars
    return [f"{type(provider).__module__}:{type(provider).__qualname__}", told]


class Cache:
    """A small table of JSON answers on disk, shared by all runs of a user. A broken one is only a miss, and is begun anew."""

    def __init__(self, path: Path | None, lifetimes: dict[str, float]) -> None:
        self._path = path
        self._lifetimes = lifetimes

    def get(self, kind: str, ask: Any) -> Any | None:
        """The answer, if one of this kind is there and young enough."""
        lifetime = self._lifetimes.get(kind, 0)
        if not lifetime or self._path is None or not exists(self._path):
            return None
        try:
            with closing(self._connect(self._path)) as database:
                now = time.time()
                row = database.execute(
                    # what comes from the future was written by a clock that was wrong, and would never grow old
                    "select answer from answers where kind=? and ask=? and at>? and at<=?",
                    (kind, ask_hash(ask), now - lifetime, now + AHEAD),
                ).fetchone()
            return json.loads(row[0]) if row else None
        except (sqlite3.Error, OSError, ValueError) as error:
            self._mend(error)
            return None

    def put(self, kind: str, ask: Any, answer: Any) -> None:
        """Keep an answer; failing to is no failure of the run."""
        if not self._lifetimes.get(kind, 0) or self._path is None:
            return
        content = json.dumps(well_formed(answer), ensure_ascii=False)
        if len(content) > MAX_ENTRY_BYTES:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect(self._path)) as database, database:
                database.execute("insert or replace into answers values (?,?,?,?)", (kind, ask_hash(ask), time.time(), content))
        except (sqlite3.Error, OSError) as error:
            self._mend(error)

    def sweep(self) -> int:
        """Remove what is past its lifetime; returns how many."""
        if self._path is None or not exists(self._path):
            return 0
        try:
            with closing(self._connect(self._path)) as database, database:
                return sum(
                    database.execute("delete from answers where kind=? and at<=?", (kind, time.time() - lifetime)).rowcount
                    for kind, lifetime in self._lifetimes.items()
                )
        except (sqlite3.Error, OSError) as error:
            self._mend(error)
            return 0

    def _mend(self, error: Exception) -> None:
        """Throw a damaged table away: it would be a miss for ever. One that is locked, full or read-only stays."""
        if self._path is not None and (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in DAMAGED:
            for suffix in ("", "-journal"):
                with suppress(OSError):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    @staticmethod
    def _connect(path: Path) -> sqlite3.Connection:
        database = sqlite3.connect(path, timeout=1)
        try:
            database.execute(
                "create table if not exists answers (kind text, ask text, at real, answer text, primary key (kind, ask))"
            )
        except BaseException:
            database.close()
            raise
        return database
