"""What may be used again by another run, for as long as its lifetime says (S3-9). The journal of a run is no cache.

Runs side by side that ask the same at the same time ask once: the first one asks, and the others wait for its answer.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from dr_core.present import exists
from dr_core.run.journal import ask_hash
from dr_core.unicode import well_formed
from dr_core.version import __version__

MAX_ENTRY_BYTES = 16 * 1024 * 1024
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""The last one says that our own words do not fit the table: another version made it."""
AHEAD = 60.0
"""Seconds by which clocks that share a cache may differ."""


def identity(provider: Any) -> list[Any]:
    """Who a provider is: the same name may stand for another one, or for another address of it, in another run."""
    options = getattr(provider, "options", None)
    told = options.model_dump(mode="json") if isinstance(options, BaseModel) else {}  # a secret dumps as stars
    return [f"{type(provider).__module__}:{type(provider).__qualname__}", told]


class Kept:
    """The place of one answer: what is known already, else None, until whoever asked keeps what came."""

    def __init__(self, answer: Any | None = None) -> None:
        self.answer = answer
        self.is_new = False

    def keep(self, answer: Any) -> None:
        """Have this for the others; nobody changes it any more."""
        self.answer, self.is_new = answer, True


class Cache:
    """A small table of JSON answers on disk, shared by all runs of a user. A broken one is only a miss, and is begun anew.

    Its file is held open from the first use on: opening it takes longer than all that is done with it.
    """

    def __init__(self, path: Path | None, lifetimes: dict[str, float]) -> None:
        self._path = path
        self._lifetimes = lifetimes
        self._database: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let go of the file; it is opened again when it is needed."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def __del__(self) -> None:
        """What was asked for last, by a call that was left behind, may have opened it once more."""
        self.close()

    @asynccontextmanager
    async def asked(self, kind: str, ask: Any, reads: Callable[[Any], object] | None = None) -> AsyncIterator[Kept]:
        """What is known, or what another run of this event loop is just asking for; where there is nothing, the caller asks.

        Where the other one fails or is cancelled, each asks for itself. Nothing is kept of a kind without a lifetime, and what
        ``reads`` cannot read, as it raises, is not known.
        """
        path = self._kept_at(kind)
        if path is None:
            yield Kept()
            return
        asking = _ASKING.setdefault(asyncio.get_running_loop(), {})
        place = (path, kind, _name(ask))
        coming: asyncio.Future[Any] | None = None
        if place in asking:
            kept = Kept(await _came(asking[place]))
        else:
            kept = Kept(self.get(kind, ask, reads))
            if kept.answer is None:
                coming = asking[place] = asyncio.Future()
        try:
            yield kept
        finally:
            if kept.is_new:
                self.put(kind, ask, kept.answer)
            if coming is not None:
                del asking[place]
                coming.set_result(kept.answer)

    def get(self, kind: str, ask: Any, reads: Callable[[Any], object] | None = None) -> Any | None:
        """The answer, if one of this kind is there, young enough, and such that ``reads`` can read it."""
        path = self._kept_at(kind)
        if path is None or not exists(path):
            return None
        try:
            now = time.time()
            row = (
                self._opened(path)
                .execute(
                    # what comes from the future was written by a clock that was wrong, and would never grow old
                    "select answer from answers where kind=? and ask=? and at>? and at<=?",
                    (kind, _name(ask), now - self._lifetimes[kind], now + AHEAD),
                )
                .fetchone()
            )
            answer = json.loads(row[0]) if row else None
            if reads and answer is not None:
                reads(answer)
            return answer
        except (sqlite3.Error, OSError, ValueError, TypeError, LookupError, RecursionError) as error:
            self._mend(error)
            return None

    def put(self, kind: str, ask: Any, answer: Any) -> None:
        """Keep an answer; failing to is no failure of the run."""
        path = self._kept_at(kind)
        if path is None:
            return
        content = json.dumps(well_formed(answer), ensure_ascii=False)
        if len(content) > MAX_ENTRY_BYTES:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._opened(path) as database:
                database.execute("insert or replace into answers values (?,?,?,?)", (kind, _name(ask), time.time(), content))
        except (sqlite3.Error, OSError) as error:
            self._mend(error)

    def sweep(self) -> int:
        """Remove what is past its lifetime; returns how many."""
        if self._path is None or not exists(self._path):
            return 0
        try:
            with self._opened(self._path) as database:
                return sum(
                    database.execute("delete from answers where kind=? and at<=?", (kind, time.time() - lifetime)).rowcount
                    for kind, lifetime in self._lifetimes.items()
                )
        except (sqlite3.Error, OSError) as error:
            self._mend(error)
            return 0

    def _kept_at(self, kind: str) -> Path | None:
        """Where answers of a kind are kept; None where they are not."""
        return self._path if self._lifetimes.get(kind) else None

    def _mend(self, error: Exception) -> None:
        """Throw a damaged table away: it would be a miss for ever. One that is locked, full or read-only stays."""
        self.close()
        if self._path is not None and (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in DAMAGED:
            for suffix in ("", "-journal"):
                with suppress(OSError):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _opened(self, path: Path) -> sqlite3.Connection:
        if self._database is not None:
            return self._database
        database = sqlite3.connect(path, timeout=1, check_same_thread=False)  # garbage may be collected in another one
        try:
            database.execute("pragma synchronous=off")  # what a power cut damages is begun anew; nobody waits for the disk
            database.execute(
                "create table if not exists answers (kind text, ask text, at real, answer text, primary key (kind, ask))"
            )
        except BaseException:
            database.close()
            raise
        self._database = database
        return database


def _name(ask: Any) -> str:
    """What an answer is found by; one that another version of dr kept may be of another shape, or made in a worse way."""
    return ask_hash([__version__, ask])


async def _came(answer: asyncio.Future[Any]) -> Any | None:
    """What another one got; whoever is cancelled meanwhile does not take it from the rest."""
    await asyncio.wait([answer])
    return answer.result()


_Places = dict[tuple[Path, str, str], asyncio.Future[Any]]
_ASKING: WeakKeyDictionary[asyncio.AbstractEventLoop, _Places] = WeakKeyDictionary()
"""What is being asked for at this moment, for each event loop."""
