"""What runs in a parser's process (``python -m dr_core.run.parser``): it reads documents until there are no more.

A request is the length of a JSON header, the header, and the bytes of the document; the answer has the same form. Little is
imported here, because every process pays for it. The other side is ``dr_core.run.worker``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

LENGTH = struct.Struct(">I")
LONGEST_HEADER = 1 << 20
LOADED = LENGTH.pack(0)
"""What a process says when its parser is loaded and the document's own time begins."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    readers: dict[tuple[str, str], Any] = {}
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
        answer = _answer(header, data, readers, lambda: _say(answers, LOADED))
        _say(answers, LENGTH.pack(len(answer)) + answer)


def _say(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()


def _answer(header: dict[str, Any], data: bytes, readers: dict[tuple[str, str], Any], loaded: Callable[[], None]) -> bytes:
    """The answer to one request, as JSON."""
    from dr_core.errors import DRError
    from dr_core.types import Document

    name, url, options = str(header["reader"]), str(header["url"]), header.get("options") or {}
    made_so = name, json.dumps(options, sort_keys=True)
    try:
        try:
            if made_so not in readers:
                sys.path.extend(entry for entry in header["path"] if entry not in sys.path)
                readers[made_so] = _load(name, options)
        finally:
            loaded()
        if header.get("load_only"):
            return b"{}"
        with _limits(float(header["seconds"]), int(header["memory_mb"])):
            document = readers[made_so].read(data, url, str(header["media_type"]))
            if not isinstance(document, Document):
                raise TypeError(f"its read returned {type(document).__name__}, not a Document")
            return b'{"document": %b}' % document.model_dump_json().encode()
    except DRError as exc:
        return _refusal(exc.message, kind=type(exc).__name__, remedy=exc.remedy)
    except MemoryError:
        return _refusal(f"reading {url} needs more than {header['memory_mb']} MB of memory and was stopped")
    except RecursionError:
        return _refusal(f"{url} is nested too deeply to be read")
    except Exception as exc:
        cause = " ".join(f"{type(exc).__name__}: {exc}".split())[:300]
        return _refusal(f"{name.split(':')[-1]} could not read {url} ({cause})")


def _refusal(message: str, **more: str) -> bytes:
    return json.dumps({"message": message} | more).encode()


def _load(name: str, options: dict[str, Any]) -> Any:
    from importlib import import_module

    module, _, attribute = name.partition(":")
    found = getattr(import_module(module), attribute)
    reader = found(found.Options.model_validate(options)) if options else found()
    reader.prepare()
    return reader


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
