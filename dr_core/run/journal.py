"""The journal: each outside call recorded once, under its position, before anybody uses its answer.

A position (stage, round, item, engine) never depends on timing, so a resumed run asks at the same positions and gets the
recorded answers. A line is ``crc32 json``; what was asked is kept as a hash. States of a record:

``begun``    the call went out; with no later record it was cut in flight: *ambiguous*, asked once more, counted openly
``done``     the answer, durable before it is used
``failed``   the error, so that a resumed run fails over at the same place; asked anew when the run is tried again
``decided``  a decision that depended on time (who won a race, which page was cut off)
``attempt``  the run is tried again from what is saved

Where the user changed the focuses of a run, what is asked from then on belongs to another *edition* of it: the same positions
hold other answers there. A search or a page that was bought for an earlier edition is taken from it, not bought again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from dr_core.errors import DRError, ProviderError, RunDamaged, RunError
from dr_core.run.failure import packed, unpacked
from dr_core.run.store import sync_names
from dr_core.run.unwritten import cannot_write
from dr_core.types import Usage
from dr_core.unicode import well_formed

MAX_JOURNAL_BYTES = 2 * 1024**3
TURNS = 20
"""Of the event loop, in which calls that a resumed run makes at once come to the journal."""
MAX_REPEATS = 1
"""A call that may cost something is asked again this often if it is cut in flight; exactly-once with a paid service does not
exist, so it is never claimed."""


def ask_hash(ask: Any) -> str:
    """The hash of what is asked, the same for the same JSON value."""
    asked = json.dumps(ask, sort_keys=True, ensure_ascii=False, default=str).encode("utf-8", "replace")
    return hashlib.sha256(asked).hexdigest()[:32]


class Journal:
    """The journal of one run. ``replay`` answers from the record only and never calls out.

    ``least`` is how many entries the saved state stands on. A journal with fewer was cut or is another one: whatever is missing
    would be bought again in silence.
    """

    def __init__(self, path: Path, *, replay: bool = False, least: int = 0) -> None:
        self.path = path
        self.replay = replay
        self.entry = 0
        self.attempt = 0
        self.edition = 0
        self.ambiguous: list[str] = []
        self.calls = 0
        self._records: dict[str, dict[str, Any]] = {}
        self._begun: dict[str, int] = {}
        self._cut: set[str] = set()
        self._bought: dict[tuple[str, str], Any] = {}
        self._wasted: list[dict[str, Any]] = []
        self._misfit: RunDamaged | None = None
        self._synced_to = 0
        self._named = False
        self._flush: asyncio.Task[None] | None = None
        self._file: int | None = None
        self._torn: RunError | None = None
        size = self._read()
        if self.entry < least:
            raise RunDamaged(
                f"{path} has {self.entry} entries, and the run stands on {least}",
                remedy="Restore it from a copy, or start a new run",
            )
        if not replay:
            self._open(size)
        self._synced_to = self.entry

    # --- asking -----------------------------------------------------------------------------------------------------------

    def key(self, position: str) -> str:
        """The name of a position in this edition of the run."""
        return f"{position}@{self.edition}" if self.edition else position

    def recorded(self, position: str) -> bool:
        """Whether the answer (or the failure, in this attempt) at a position is known."""
        record = self._records.get(self.key(position))
        return record is not None and (record["s"] != "failed" or self.replay or record["a"] == self.attempt)

    def reused(self, position: str) -> bool:
        """Whether the answer at a position was bought in an earlier edition of the run."""
        return bool(self._records.get(self.key(position), {}).get("reused"))

    def failed(self, position: str) -> bool:
        """Whether a failure of this attempt is on record at a position."""
        return self.recorded(position) and self._records[self.key(position)]["s"] == "failed"

    def failure(self, position: str) -> str:
        """A name for the failure on record at a position: each attempt may have one, and each may have cost something."""
        record = self._records.get(self.key(position), {})
        return f"{position}!{record.get('a', self.attempt)}"

    def paid_before(self) -> list[tuple[str, Usage]]:
        """What failed calls of earlier attempts cost, by ``failure`` name. They are of this edition, and are not met again."""
        here = [record for record in self._wasted if record["a"] < self.attempt and self._is_here(record["p"])]
        return [
            (f"{record['p'].partition('@')[0]}!{record['a']}", Usage.model_validate(record["error"]["used"])) for record in here
        ]

    def called(self, prefix: str) -> list[str]:
        """The positions with this beginning, of this edition, at which a call has gone out, whatever became of it."""
        ended = (place for place, record in self._records.items() if record["s"] in ("done", "failed"))
        here = (place for place in {*self._begun, *ended} if place.startswith(prefix) and self._is_here(place))
        return [place.partition("@")[0] for place in here]

    def bought(self) -> dict[str, Any]:
        """The answers that were bought in this edition, by their positions."""
        done = (place for place, record in self._records.items() if record["s"] == "done" and not record.get("reused"))
        return {place.partition("@")[0]: self._records[place]["answer"] for place in done if self._is_here(place)}

    def asking(self) -> list[str]:
        """The positions of this edition from which a call has gone out, and nothing has come back yet."""
        return [place.partition("@")[0] for place in self._begun if self._is_here(place)]

    def _is_here(self, place: str) -> bool:
        return place.partition("@")[2] == str(self.edition or "")

    def has_model_answers(self) -> bool:
        """Whether any recorded answer is that of a model."""
        return any(is_of_model(record["answer"]) for record in self._records.values() if record["s"] == "done")

    async def call(
        self, position: str, ask: Any, do: Callable[[], Awaitable[Any]], *, reuse: bool = False, free: bool = False
    ) -> Any:
        """The recorded answer at ``position``, or the answer of ``do()``, recorded. Answers are JSON values.

        ``reuse``: an answer to the same words in an earlier edition of the run will do. ``free``: it costs nothing, and may be
        asked for however often it is cut in flight.
        """
        self.sound()
        asked, known = ask_hash(ask), self.recorded(position)
        stage = position.partition("/")[0]
        position = self.key(position)
        if known:
            return self._answer(position, asked)
        if self.replay:
            raise RunDamaged(f"the journal holds no answer for {position}", remedy="Replay needs a finished run")
        if reuse and self.edition and (stage, asked) in self._bought:
            answer = self._bought[stage, asked]
            await self._record({"p": position, "s": "done", "h": asked, "a": self.attempt, "answer": answer, "reused": True})
            return answer
        cut = self._begun.get(position, 0)
        if cut > MAX_REPEATS and not free:
            lost = ProviderError(f"the call {position} was cut in flight {cut} times and is not asked again")
            await self._record({"p": position, "s": "failed", "h": asked, "a": self.attempt, "error": packed(lost)})
            raise lost
        if cut or position in self._cut:
            self.ambiguous.append(position)
        if self.attempt:  # what goes out together is looked at first: where one of it does not fit, none is bought
            for _ in range(TURNS):
                await asyncio.sleep(0)
            self.sound()
        self._write({"p": position, "s": "begun", "h": asked, "a": self.attempt})
        self._begun[position] = cut + 1
        self.calls += 1
        try:
            answer = await do()
        except DRError as error:
            await self._record({"p": position, "s": "failed", "h": asked, "a": self.attempt, "error": packed(error)})
            raise
        await self._record({"p": position, "s": "done", "h": asked, "a": self.attempt, "answer": answer})
        return answer

    @property
    def on_disk(self) -> int:
        """How many entries would be there after a power cut; the last ones may still be on their way."""
        return self._synced_to

    def sound(self) -> None:
        """Refuse to go on once a record did not fit: what runs beside it would buy answers for a run that has ended."""
        if self._misfit is not None:
            raise self._misfit

    async def decide(self, position: str, value: Any) -> Any:
        """The decision recorded at ``position``, or ``value``, recorded."""
        position = self.key(position)
        if position in self._records:
            return self._records[position]["answer"]
        if self.replay:
            raise RunDamaged(f"the journal holds no decision for {position}", remedy="Replay needs a finished run")
        await self._record({"p": position, "s": "decided", "a": self.attempt, "answer": value})
        return value

    def decision(self, position: str) -> Any:
        """The decision recorded at ``position``, or None."""
        record = self._records.get(self.key(position))
        return record["answer"] if record and record["s"] == "decided" else None

    def decisions(self, ending: str) -> list[Any]:
        """What was decided at all positions with this ending."""
        decided = ((place.partition("@")[0], record) for place, record in self._records.items() if record["s"] == "decided")
        return [record["answer"] for place, record in decided if place.endswith(ending)]

    def begin_attempt(self) -> None:
        """Try the run again from what is saved: failures recorded so far are asked anew."""
        self._write({"p": "", "s": "attempt", "a": self.attempt + 1})
        self._attempted(self.attempt + 1)

    async def aclose(self) -> None:
        """Let go of the file."""
        if self._flush is not None and not self._flush.done():
            await asyncio.wait([self._flush])
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _answer(self, position: str, asked: str) -> Any:
        record = self._records[position]
        if record.get("h") != asked:
            self._misfit = RunDamaged(
                f"the run asked something else at {position} before (recorded {record.get('h', '?')[:8]}, now {asked[:8]})",
                remedy="Resume with the settings and the version it was started with, or start a new run",
            )
            raise self._misfit
        if record["s"] == "failed":
            raise unpacked(record["error"])
        return record["answer"]

    # --- the file ---------------------------------------------------------------------------------------------------------

    def _read(self) -> int:
        """Read what is there; returns the size of the whole records. A torn last record is left out."""
        try:
            if self.path.stat().st_size > MAX_JOURNAL_BYTES:
                raise RunDamaged(f"{self.path} is too large to be a journal")
            raw = self.path.read_bytes()
        except FileNotFoundError:
            if self.replay:
                raise RunDamaged(f"{self.path} is missing", remedy="This is not a whole run folder") from None
            return 0
        except OSError as error:
            raise RunDamaged(f"{self.path} cannot be read: {error.strerror}") from error
        size = 0
        for number, line in enumerate(raw.splitlines(keepends=True), 1):
            record = _parsed(line)
            if record is None:
                if size + len(line) == len(raw) and not line.endswith(b"\n"):
                    break  # torn by a crash while it was written: its answer was never used
                raise RunDamaged(f"{self.path} is damaged at line {number}", remedy="Restore it from a copy")
            size += len(line)
            self._take(record)
        return size

    def _take(self, record: dict[str, Any]) -> None:
        self.entry += 1
        position, state = record["p"], record["s"]
        if state == "attempt":
            self._attempted(record["a"])
        elif state == "begun":
            self._begun[position] = self._begun.get(position, 0) + 1
            if self._begun[position] > 1 or position in self._cut:
                self.ambiguous.append(position)
        else:
            self._begun.pop(position, None)
            self._keep(record)

    def _attempted(self, attempt: int) -> None:
        """Another attempt: what the last one left in flight may be asked as if for the first time, but is told as asked again."""
        self.attempt = attempt
        self._cut |= self._begun.keys()
        self._begun.clear()

    def _open(self, size: int) -> None:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            os.ftruncate(self._file, size)
            if size:
                os.fsync(self._file)  # whoever wrote it may have been killed before its own sync
        except OSError as error:
            raise RunError(f"cannot write {self.path}: {error.strerror}", remedy="Check the folder's permissions") from error

    def _write(self, record: dict[str, Any]) -> None:
        """Append a record. It survives the death of this process from here on, and of the machine once synced."""
        if self._file is None:
            raise RunError(f"{self.path} is closed")
        if self._torn:
            raise self._torn
        body = well_formed(json.dumps(record, ensure_ascii=False, separators=(",", ":"))).encode()
        line = b"%08x %s\n" % (zlib.crc32(body), body)
        before, written = os.fstat(self._file).st_size, 0
        try:
            while written < len(line):
                written += os.write(self._file, line[written:])
        except OSError as error:
            failed = cannot_write(self.path, error)
            self._take_back(self._file, before, failed)
            raise failed from error
        self.entry += 1

    def _take_back(self, file: int, size: int, failed: RunError) -> None:
        """Leave no half of a record behind: another one would stand on it, and nobody could read either. Where that fails it is
        the last one; whoever reads it next leaves it out."""
        try:
            os.ftruncate(file, size)
        except OSError:
            self._torn = failed

    async def _record(self, record: dict[str, Any]) -> None:
        """Append a record and wait until it is on the disk; calls that end together share one sync."""
        self._write(record)
        mine = self.entry
        try:
            while self._synced_to < mine:
                if self._flush is None or self._flush.done():
                    self._flush = asyncio.create_task(self._sync())
                    self._flush.add_done_callback(_seen)
                await asyncio.shield(self._flush)
        except asyncio.CancelledError:
            self._kept(record)  # it is in the file: this process must know it, too
            raise
        self._kept(record)

    def _kept(self, record: dict[str, Any]) -> None:
        self._begun.pop(record["p"], None)
        self._keep(record)

    def _keep(self, record: dict[str, Any]) -> None:
        self._records[record["p"]] = record
        if record["s"] == "failed" and record["error"].get("used"):
            self._wasted.append(record)
        if record["s"] == "done":
            self._bought[record["p"].partition("/")[0], record["h"]] = record["answer"]

    async def _sync(self) -> None:
        upto, file = self.entry, self._file
        if file is None:
            raise RunError(f"{self.path} is closed")
        # a thread, because a disk can take its time; it cannot hold up Ctrl-C for longer than one sync
        await asyncio.to_thread(_fsync, file, self.path, named=self._named)
        self._named = True
        self._synced_to = max(self._synced_to, upto)


def is_of_model(answer: Any) -> bool:
    """Whether a recorded answer is that of a model."""
    return isinstance(answer, dict) and answer.keys() >= {"text", "model", "usage", "stop"}


def _seen(task: asyncio.Task[None]) -> None:
    """A sync that failed is told by those who wait for it; where nobody is left, asyncio need not say it."""
    if not task.cancelled():
        task.exception()


def _fsync(file: int, path: Path, *, named: bool) -> None:
    """Make a journal safe, and that it is there, if it is not yet known to be ``named``."""
    try:
        os.fsync(file)
        if not named:
            sync_names(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from error


_SHAPES: dict[str, dict[str, type]] = {
    "begun": {"h": str},
    "done": {"h": str, "answer": object},
    "failed": {"h": str, "error": dict},
    "decided": {"answer": object},
    "attempt": {},
}
"""What a record of each state holds beside its position and its attempt; a checksum is no proof of who has written it."""


def _parsed(line: bytes) -> dict[str, Any] | None:
    checksum, _, body = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n"):
        return None
    try:
        if int(checksum, 16) != zlib.crc32(body):
            return None
        record = json.loads(body)
    except (ValueError, RecursionError):
        return None
    shape = _SHAPES.get(str(record.get("s"))) if isinstance(record, dict) else None
    if shape is None:
        return None
    held = {"p": str, "a": int, **shape}
    return record if all(name in record and isinstance(record[name], kind) for name, kind in held.items()) else None
