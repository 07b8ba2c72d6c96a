"""Parsing where it can do no harm: in processes of their own, with limits, that are killed when they pass them.

``ParseWorker`` keeps a few such processes (``python -m dr_core.run.worker``). Each gets a request on its standard input (the
length of a JSON header, the header, the bytes) and answers on its standard output in the same form. A parser that hangs, eats
memory or crashes takes only its own process down; the next request gets a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import struct
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from dr_core.types import Document

LENGTH = struct.Struct(">I")
LONGEST_HEADER = 1 << 20
LONGEST_ANSWER = 64 << 20
"""More text than this from one document is not an answer but an attack."""

LOADED = LENGTH.pack(0)
START_SECONDS = 60.0
"""For starting Python and importing a parser, which is not held against the document."""

REAP_SECONDS = 1.0
"""For a process that has ended to be noticed."""

USES = 500
"""After this many documents a process is replaced, so that what a parser leaks stays small."""

KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "SYSTEMROOT", "PYTHONPATH", "LD_LIBRARY_PATH", "TZ")
"""All that a parser sees of the environment: keys live there too, and it has no use for them."""


class ParseWorker:
    """A pool of parser processes, started when first needed.

    ::

        worker = ParseWorker(size=2)
        document = await worker.read(data, url, "application/pdf", reader="dr_plugins.read.pdf:Pdf", timeout=20, memory_mb=1024)
        await worker.aclose()

    At most ``size`` documents are parsed at once; more of them wait. All calls belong to one event loop.
    """

    def __init__(self, size: int = 2) -> None:
        self._places = asyncio.Semaphore(size)
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._closed = False

    async def read(
        self, data: bytes, url: str, media_type: str, *, reader: str, timeout: float = 20.0, memory_mb: int = 1024
    ) -> Document:
        """What the ``reader`` ("module:Class") makes of ``data``; a ``DRError`` says why there is no document."""
        from dr_core.errors import DRError

        header = {
            "reader": reader, "url": url, "media_type": media_type, "size": len(data), "seconds": timeout, "memory_mb": memory_mb,
            "path": sys.path,
        }  # fmt: skip
        async with self._places:
            if self._closed:
                raise DRError(f"{url} was not read: the parsers are shut down")
            process = self._idle.pop() if self._idle else _Process()
            self._busy.add(process)
            whole = False
            try:
                await asyncio.wait_for(process.ask(header, data), START_SECONDS)
                answer = await asyncio.wait_for(process.answer(), timeout)
                whole = True
            except TimeoutError as exc:
                raise DRError(f"reading {url} took longer than {timeout:g} s and was stopped") from exc
            except (asyncio.IncompleteReadError, ConnectionError, ValueError) as exc:
                raise DRError(f"the parser of {url} {await process.obituary(memory_mb)}") from exc
            finally:
                # Whatever was cut short, by a limit or by cancellation, left the process in the middle of something.
                self._busy.discard(process)
                if whole and process.uses < USES and not self._closed:
                    self._idle.append(process)
                else:
                    await process.end()
        return _document(answer, url)

    async def aclose(self) -> None:
        """Kill the processes, busy ones too."""
        self._closed = True
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(process.end() for process in processes))


def _document(answer: dict[str, Any], url: str) -> Document:
    from dr_core import errors
    from dr_core.types import Document

    if "document" in answer:
        return Document.model_validate(answer["document"])
    kind = getattr(errors, str(answer.get("kind")), errors.DRError)
    if not (isinstance(kind, type) and issubclass(kind, errors.DRError)):
        kind = errors.DRError
    raise kind(str(answer.get("message") or f"{url} could not be read"), remedy=str(answer.get("remedy", "")))


class _Process:
    """One parser process and the talk with it."""

    def __init__(self) -> None:
        self.uses = 0
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, header: dict[str, Any], data: bytes) -> None:
        """Hand over a document; returns when its parser is loaded and the document's own time begins."""
        process = self._process or await self._start()
        assert process.stdin is not None and process.stdout is not None
        self.uses += 1
        head = json.dumps(header).encode()
        process.stdin.write(LENGTH.pack(len(head)) + head)
        process.stdin.write(data)
        await process.stdin.drain()
        if await process.stdout.readexactly(LENGTH.size) != LOADED:
            raise ValueError("no word that the parser is loaded")

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
            sys.executable, "-P", "-m", "dr_core.run.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env=environment, start_new_session=True,
        )  # fmt: skip
        return self._process

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> None:
        self.kill()
        if self._process is not None:
            await self._process.wait()
            transport = getattr(self._process, "_transport", None)
            if transport is not None:  # asyncio leaves the pipes to the garbage collector, which complains
                transport.close()

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


# --- the other side: what runs in the process ----------------------------------------------------------------------------


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    readers: dict[str, Any] = {}
    while True:
        head = requests.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return
        (size,) = LENGTH.unpack(head)
        if size > LONGEST_HEADER:
            return
        header = json.loads(requests.read(size))
        data = requests.read(int(header["size"]))
        if len(data) < int(header["size"]):
            return
        answer = json.dumps(_answer(header, data, readers, lambda: _say(answers, LOADED))).encode()
        _say(answers, LENGTH.pack(len(answer)) + answer)


def _say(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()


def _answer(header: dict[str, Any], data: bytes, readers: dict[str, Any], loaded: Callable[[], None]) -> dict[str, Any]:
    from dr_core.errors import DRError

    name, url = str(header["reader"]), str(header["url"])
    try:
        try:
            if name not in readers:
                sys.path.extend(entry for entry in header["path"] if entry not in sys.path)
                readers[name] = _load(name)
        finally:
            loaded()
        with _limits(float(header["seconds"]), int(header["memory_mb"])):
            document = readers[name].read(data, url, str(header["media_type"]))
            return {"document": document.model_dump()}
    except DRError as exc:
        return {"kind": type(exc).__name__, "message": exc.message, "remedy": exc.remedy}
    except MemoryError:
        return {"message": f"reading {url} needs more than {header['memory_mb']} MB of memory and was stopped"}
    except RecursionError:
        return {"message": f"{url} is nested too deeply to be read"}
    except Exception as exc:
        cause = " ".join(f"{type(exc).__name__}: {exc}".split())[:300]
        return {"message": f"{name.split(':')[-1]} could not read {url} ({cause})"}


def _load(name: str) -> Any:
    from importlib import import_module

    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)()


@contextlib.contextmanager
def _limits(seconds: float, memory_mb: int) -> Any:
    """Limits for one document, lifted after it. Where the system has none (Windows) the parent's clock is the only one."""
    try:
        import resource
    except ImportError:
        yield
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    lift: list[Callable[[], object]] = []
    for which, soft in ((resource.RLIMIT_AS, _mapped() + memory_mb * 2**20), (resource.RLIMIT_CPU, int(spent + seconds) + 2)):
        old, hard = resource.getrlimit(which)
        soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(which, (soft, hard))
            lift.append(lambda which=which, old=old, hard=hard: resource.setrlimit(which, (old, hard)))  # type: ignore[misc]
    # The parent may be gone and nobody left to look at the clock; the default action of SIGALRM ends the process.
    signal.setitimer(signal.ITIMER_REAL, seconds + 5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for undo in lift:
            undo()


def _mapped() -> int:
    """Address space in use before the document: the interpreter's and the libraries' own is not held against it."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  (a pseudo-file, read in one go)
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 512 * 2**20


def main() -> None:
    """Serve on standard input and output; what a parser prints must not get into the answers."""
    answers = os.fdopen(os.dup(1), "wb")
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (for the life of the process)
    requests = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve(requests, answers)


if __name__ == "__main__":
    main()
