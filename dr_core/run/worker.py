"""Parsing where it can do no harm: in processes of their own, with limits, that are killed when they pass them.

``ParseWorker`` keeps a few such processes (``dr_core.run.parser``). A parser that hangs, eats memory or crashes takes only its
own process down; the next request gets a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from dr_core.run.line import Line
from dr_core.run.parser import LENGTH, LOADED

if TYPE_CHECKING:
    from dr_core.interfaces import Reader
    from dr_core.types import Document

LONGEST_ANSWER = 64 << 20
"""More text than this from one document is not an answer but an attack."""

START_SECONDS = 60.0
"""For starting Python and importing a parser, which is not held against the document."""

REAP_SECONDS = 1.0
"""For a process that has ended to be noticed."""

USES = 500
"""After this many documents a process is replaced, so that what a parser leaks stays small."""

CORES = os.cpu_count() or 2
MOMENT, PATIENCE, LOADING, BEHIND = 0.1, 5, 50, 40
"""When another process is started, which costs as much as a hundred documents: where those that run give no news for so many
moments of so many seconds (ten times as many while one of them loads its parser), or where so many documents wait and a core is
free."""

KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "SYSTEMROOT", "PYTHONPATH", "LD_LIBRARY_PATH", "TZ")
"""All that a parser sees of the environment: keys live there too, and it has no use for them."""


class ParseWorker:
    """A pool of parser processes, started when first needed.

    ::

        worker = ParseWorker(size=2)
        document = await worker.read(data, url, "application/pdf", reader="dr_plugins.read.pdf:Pdf", timeout=20, memory_mb=1024)
        document = await worker.read(data, url, "text/x-shout", reader=Shout(Shout.Options(loud=True)))
        await worker.aclose()

    At most ``size`` documents are parsed at once for each user of the pool; more of them wait. All calls are of one event loop.
    """

    def __init__(self, size: int = 2) -> None:
        self._size = size
        self._users = 1
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._line = Line()
        self._in_line = 0
        self._given_back = asyncio.Event()
        self._turns = 0
        self._closed = False

    @classmethod
    def shared(cls) -> ParseWorker:
        """The pool that all runs of this event loop have in common; each user closes it once, and the last one ends it."""
        loop = asyncio.get_running_loop()
        pool = _SHARED.get(loop)
        if pool is None or pool._closed:
            pool = _SHARED[loop] = cls()
        else:
            pool._users += 1
        return pool

    @staticmethod
    def known_by(reader: Reader) -> str:
        """What to keep the documents of a reader under: another reader, or other options of it, give another text."""
        from dr_core.run.sent import known_by  # imported here, as below

        return known_by(reader)

    async def read(
        self,
        data: bytes,
        url: str,
        media_type: str,
        *,
        reader: Reader | str,
        timeout: float = 20.0,
        memory_mb: int = 1024,
        rank: int = 0,
    ) -> Document:
        """What the ``reader`` makes of ``data``; a ``DRError`` says why there is no document.

        It is made anew in the process, with its options; by its name ("module:Class"), without any. Of those who wait, the lowest
        ``rank`` comes first.
        """
        header = {
            "url": url, "media_type": media_type, "size": len(data), "seconds": timeout, "memory_mb": memory_mb, **_sent(reader),
        }  # fmt: skip
        answer = await self._answer(header, data, rank)
        await asyncio.sleep(0)  # whoever is next hands on its own before anybody looks at this one
        return _document(answer, url, reader)

    async def warm(self, reader: Reader | str) -> None:
        """Have a process with this reader loaded before the first document comes; nothing is said where that fails."""
        from dr_core.errors import DRError

        if not self._idle and not self._busy:
            header = {"url": "", "media_type": "", "size": 0, "seconds": 1, "memory_mb": 64, **_sent(reader)}
            with contextlib.suppress(DRError):
                await self._answer(header | {"load_only": True}, b"")

    async def _answer(self, header: dict[str, Any], data: bytes, rank: int = 0) -> dict[str, Any]:
        from dr_core.errors import DRError

        url, timeout = header["url"], header["seconds"]
        process = await self._take(rank)
        if process is None:
            raise DRError(f"{url} was not read: the parsers are shut down")
        whole = False
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.ask(header, data)
            self._turns += 1  # that its parser is loaded is news
            async with asyncio.timeout(timeout):
                answer = await process.answer()
            whole = True
        except TimeoutError as exc:
            raise DRError(f"reading {url} took longer than {timeout:g} s and was stopped") from exc
        except (asyncio.IncompleteReadError, ConnectionError, ValueError) as exc:
            raise DRError(f"the parser of {url} {await process.obituary(header['memory_mb'])}") from exc
        finally:
            # Whatever was cut short, by a limit or by cancellation, left the process in the middle of something.
            await self._give_back(process, whole=whole)
        return answer

    async def _take(self, rank: int) -> _Process | None:
        """A process: one that is idle, or soon will be, or a new one where there may be more; None when the pool is closed."""
        self._in_line += 1
        try:
            async with self._line.turn(rank):
                still, seen = 0, self._turns
                # counted in moments, not by the clock: time in which the loop itself was held up says nothing about the parsers
                while self._busy and not self._idle and not self._closed and still < self._patience():
                    if self._in_line >= BEHIND and len(self._busy) < CORES:
                        break  # far behind, and there is a core to help with it
                    await self._news(MOMENT)
                    still, seen = (still + 1 if self._turns == seen else 0), self._turns
                while not self._closed and not self._idle and len(self._busy) >= self._size * self._users:
                    await self._news()
                if self._closed:
                    return None
                self._turns += 1
                process = self._idle.pop() if self._idle else _Process()
                self._busy.add(process)
                return process
        finally:
            self._in_line -= 1

    def _patience(self) -> int:
        return LOADING if any(process.loading for process in self._busy) else PATIENCE

    async def _news(self, seconds: float | None = None) -> None:
        """Wait until a process is given back, or for so long; only who is first in line does."""
        self._given_back.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._given_back.wait()

    async def _give_back(self, process: _Process, *, whole: bool) -> None:
        self._busy.discard(process)
        self._turns += 1
        kept = whole and process.uses < USES and not self._closed
        if kept:
            self._idle.append(process)
        self._given_back.set()
        if not kept:
            await process.end()

    async def aclose(self) -> None:
        """Let go of the pool; with its last user its processes are killed, busy ones too."""
        self._users -= 1
        if self._users > 0 or self._closed:
            return
        self._closed = True
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        self._given_back.set()
        async with AsyncExitStack() as closing:  # each of them, whatever happens at another
            for process in processes:
                closing.push_async_callback(process.end)


_SHARED: WeakKeyDictionary[asyncio.AbstractEventLoop, ParseWorker] = WeakKeyDictionary()


def _sent(reader: Reader | str) -> dict[str, Any]:
    """What a process must know to make a reader."""
    from dr_core.run.sent import class_of, sent_options

    name = reader if isinstance(reader, str) else class_of(reader)
    return {"reader": name, "options": {} if isinstance(reader, str) else sent_options(reader), "path": _path(name)}


def _document(answer: dict[str, Any], url: str, reader: Reader | str) -> Document:
    from dr_core import errors
    from dr_core.run.plugin_secret import masked
    from dr_core.types import Document

    if "document" in answer:
        return Document.model_validate(answer["document"])
    kind = getattr(errors, str(answer.get("kind")), errors.DRError)
    if not (isinstance(kind, type) and issubclass(kind, errors.DRError)):
        kind = errors.DRError
    told = [str(answer.get("message") or f"{url} could not be read"), str(answer.get("remedy", ""))]
    message, remedy = told if isinstance(reader, str) else [masked(text, reader) for text in told]
    raise kind(message, remedy=remedy)


def _path(reader: str) -> list[str]:
    """Where a parser's process looks for modules: where this one does, and beside a reader that lies in the user's own folder."""
    top = sys.modules.get(reader.partition(":")[0].partition(".")[0])
    if top is None or not getattr(top, "__file__", None):
        return sys.path
    file = Path(str(top.__file__))
    return [*sys.path, str(file.parent.parent if hasattr(top, "__path__") else file.parent)]


class _Process:
    """One parser process and the talk with it."""

    def __init__(self) -> None:
        self.uses = 0
        self.loading = False
        self._killed = self._ended = False
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, header: dict[str, Any], data: bytes) -> None:
        """Hand over a document; returns when its parser is loaded and the document's own time begins."""
        self.loading = True
        process = self._process or await self._start()
        assert process.stdin is not None and process.stdout is not None
        self.uses += 1
        head = json.dumps(header).encode()
        process.stdin.write(LENGTH.pack(len(head)) + head)
        process.stdin.write(data)
        await process.stdin.drain()
        if await process.stdout.readexactly(LENGTH.size) != LOADED:
            raise ValueError("no word that the parser is loaded")
        self.loading = False

    async def answer(self) -> dict[str, Any]:
        """What the parser made of the document."""
        process = self._process
        assert process is not None and process.stdout is not None
        (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if size > LONGEST_ANSWER:
            raise ValueError("the answer is too long")
        answer = json.loads(await process.stdout.readexactly(size))
        if not isinstance(answer, dict):
            raise ValueError("the answer is no object")
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        environment = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
        # A session of its own: Ctrl-C is for the run, which then ends its parsers itself. -P: no modules from the working folder.
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "dr_core.run.parser",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env=environment, start_new_session=True,
        )  # fmt: skip
        if self._ended:  # the pool was closed while it started
            self.kill()
        return self._process

    def kill(self) -> None:
        """Once: another kill would take the exit code from whoever waits for it."""
        if self._process is not None and self._process.returncode is None and not self._killed:
            self._killed = True
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> None:
        """Kill it and see it gone; whoever is cancelled meanwhile hears of it after that moment."""
        self._ended = True
        self.kill()
        if self._process is None:
            return
        cut: asyncio.CancelledError | None = None
        while self._process.returncode is None:
            try:
                await self._process.wait()
            except asyncio.CancelledError as exc:
                cut = exc
        transport = getattr(self._process, "_transport", None)
        if transport is not None:  # asyncio leaves the pipes to the garbage collector, which complains
            transport.close()
        if cut is not None:
            raise cut

    async def obituary(self, memory_mb: int) -> str:
        """Why the process is gone."""
        if self._process is not None:
            # asked before it is killed: a kill would collect the exit code that asyncio is about to read
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), REAP_SECONDS)
        await self.end()
        code = self._process.returncode if self._process is not None else None
        if code is None or code >= 0:
            return f"ended without an answer (exit {code})"
        name = signal.Signals(-code).name
        reason = {
            "SIGXCPU": "used up its processor time",
            "SIGALRM": "used up its time",
            "SIGKILL": "was killed or gave no proper answer",
        }.get(name, f"crashed ({name}, memory limit {memory_mb} MB)")
        return f"{reason} and was replaced"
