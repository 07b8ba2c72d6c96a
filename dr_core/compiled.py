"""What patterns compile to, kept beside the modules' own bytecode, as Python keeps what it compiles of a module.

To compile what a run needs takes half a second, to load it a fortieth of that. ``re`` cannot write down what it makes, so this
does what ``re.compile`` does, with the same parts of the standard library. Another Python may have others: where they do not make
what ``re.compile`` makes, nothing is kept.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import sys
from array import array
from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import compress, decompress

MAX_KEPT = 4096
"""Entries of a file; one that grew past this, as its patterns changed again and again, is begun anew."""
SAMPLE = (r"(?P<year>(?:19|20)\d\d)(?!%)|[à-öα-ω가나]{2,}?\b", re.IGNORECASE)

Entry = tuple[int, int, dict[str, int], str]
"""Of one pattern: its flags, the number of its groups, their names, and its code, packed."""

_parts: Any = re  # what it is made of has no public name, and a type checker knows none of it


class Kept:
    """The file of what was compiled. Whatever is wrong with it, or with a part of it, is compiled again."""

    def __init__(self, path: Path | None) -> None:
        self._path = path if path and _makes_the_same() else None
        self._known = self._read()
        self._new: dict[str, Entry] = {}

    def compile(self, source: str, flags: int) -> re.Pattern[str]:
        """What ``re.compile`` makes of the same arguments."""
        if self._path is None:
            return re.compile(source, flags)
        name = blake2b(f"{int(flags)} {source}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        with suppress(Exception):  # not there; or not ours, and then anything may be wrong with it
            return _load(source, self._known.pop(name))  # once is enough: who asks has it for ever
        made = self._new[name] = _entry(source, flags)
        return _load(source, made)

    def save(self) -> None:
        """Add what was compiled here to the file; failing to costs the next process its time only."""
        if self._path is None or not self._new or sys.dont_write_bytecode:
            return
        known = self._read()  # others may have written meanwhile
        kept = {**(known if len(known) < MAX_KEPT else {}), **self._new}
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps({"made_by": _made_by(), "patterns": kept}), encoding="ascii")
            beside.replace(self._path)
        except OSError:
            with suppress(OSError):
                beside.unlink()

    def _read(self) -> dict[str, Entry]:
        if self._path is not None:
            with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
                content = json.loads(self._path.read_bytes())
                if content["made_by"] == _made_by():
                    return dict(content["patterns"])
        return {}


def _made_by() -> str:
    return f"{sys.version} {sys.byteorder}"


def _entry(source: str, flags: int) -> Entry:
    """The first half of what ``re._compiler.compile`` does, packed."""
    parsed = _parts._parser.parse(source, flags)
    code = array("I", _parts._compiler._code(parsed, flags))
    state = parsed.state
    return int(flags | state.flags), state.groups - 1, dict(state.groupdict), b64encode(compress(code.tobytes())).decode("ascii")


def _load(source: str, entry: Entry) -> re.Pattern[str]:
    """The second half; the interpreter checks the code before it takes it."""
    flags, groups, named, packed = entry
    code = array("I")
    code.frombytes(decompress(b64decode(packed)))
    names: list[str | None] = [None] * (groups + 1)
    for name, at in named.items():
        names[at] = name
    made: re.Pattern[str] = _parts._compiler._sre.compile(source, flags, code.tolist(), groups, named, tuple(names))
    return made


def _makes_the_same() -> bool:
    try:
        return _load(SAMPLE[0], _entry(*SAMPLE)) == re.compile(*SAMPLE)  # patterns are equal if their code is
    except Exception:  # whatever another Python has in the place of these parts
        return False


def _beside_bytecode() -> Path | None:
    """``__pycache__/compiled.cpython-312.json``, or as Python was told; None where it keeps nothing of this module."""
    cached = __spec__.cached if __spec__ else None
    return Path(cached).with_suffix(".json") if cached else None


kept = Kept(_beside_bytecode())
atexit.register(kept.save)
