"""A disk that fails: stands between a run of this process and the files below one folder, and lets one call go wrong.

Every call that changes something there is a *point*: opening for writing, a write, a sync, a rename, a removal, a new folder.
Nothing in dr knows of this: the functions of ``os`` and ``io`` are replaced while it is in place.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

KINDS = {
    "eio": "the call fails with EIO",
    "enospc": "the call fails with ENOSPC",
    "full": "from this call on there is no space: whatever needs some fails with ENOSPC",
    "dead": "from this call on every one fails with EIO",
    "torn": "half of the bytes are written, the rest fails with ENOSPC",
    "stuck": "as torn, and what was written cannot be taken back",
    "short": "half of the bytes are written, and the call says so",
    "gone": "half of the bytes are written, and the process is gone",
    "power": "as gone, and of what was never synced only half is left",
    "unnamed": "as power, and a rename after which its folder was never synced has not happened, but for the last one",
}
DEATHS = ("gone", "power", "unnamed")
WRITES_ONLY = ("torn", "stuck", "short")
TAKES_SPACE = ("open", "write", "mkdir")


class FaultyDisk:
    """In place as a context. ``at``: the number of the point that goes wrong (0: none), and ``kind`` how; ``only`` those of a
    call and the end of a name are counted.

    ``passed`` are the points so far, each what was called and on which file. After ``DEATHS`` the files as the process left them
    stand in ``image``.
    """

    def __init__(self, root: Path, kind: str = "", at: int = 0, only: tuple[str, str] = ("", "")) -> None:
        self.root, self.kind, self.at, self.only, self._counted = root, kind, at, only, 0
        self.image = root.with_name(f"{root.name}.image")
        self.passed: list[tuple[str, str]] = []
        self.struck: tuple[str, str] | None = None
        self._torn: Path | None = None
        self._unsynced: dict[Path, int] = {}  # a file, and how much of it is safe
        self._renamed: dict[Path, bytes | None] = {}  # a file that may lose its new name, and what had that name before
        self._lock = threading.RLock()
        self._real: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> FaultyDisk:
        replaced: list[tuple[Any, str, Callable[..., Any]]] = [
            (io, "open", self._open), (builtins, "open", self._open), (os, "open", self._os_open), (os, "write", self._write),
            (os, "fsync", self._fsync), (os, "ftruncate", self._ftruncate), (os, "sendfile", self._sendfile),
            (os, "replace", self._replace), (os, "mkdir", self._mkdir), (os, "unlink", self._unlink),
        ]  # fmt: skip
        for module, name, mine in replaced:
            self._real.append((module, name, getattr(module, name)))
            setattr(module, name, mine)
        self._os = {name: real for module, name, real in self._real if module is os}
        self._io_open = self._real[0][2]
        return self

    def __exit__(self, *_: object) -> None:
        for module, name, real in self._real:
            setattr(module, name, real)

    # --- one point --------------------------------------------------------------------------------------------------------

    def _ours(self, path: Any) -> Path | None:
        """The file, where it stands below the folder that is watched."""
        found = Path(f"/proc/self/fd/{path}").readlink() if isinstance(path, int) else Path(os.fsdecode(path)).absolute()
        return found if found.is_relative_to(self.root) else None

    def _point(self, call: str, path: Path) -> bool:
        """Pass one point: True where a write is to be cut in half, an error where it is to fail."""
        name = str(path.relative_to(self.root))
        self.passed.append((call, name))
        self._counted += self.only[0] in ("", call) and name.endswith(self.only[1])
        if self.struck and (
            (self.kind == "dead")
            or (self.kind == "full" and call in TAKES_SPACE)
            or (self.kind in ("torn", "stuck") and call == "write" and path == self._torn)
            or (self.kind == "stuck" and call == "truncate" and path == self._torn)
        ):
            if self.kind == "torn" or call == "truncate":
                self._torn = None
            raise self._error(call, path)
        if self.struck or self._counted < self.at or not self.at or (self.kind in WRITES_ONLY and call != "write"):
            return False
        if self.kind == "full" and call not in TAKES_SPACE:
            return False
        self.struck = (call, name)
        if self.kind in WRITES_ONLY or (self.kind in DEATHS and call == "write"):
            self._torn = path
            return True
        if self.kind in DEATHS:
            self._die()
        raise self._error(call, path)

    def _error(self, call: str, path: Path) -> OSError:
        """As the system has it: only a call that was given a name tells it."""
        code = errno.ENOSPC if self.kind in ("enospc", "full", "torn", "stuck") else errno.EIO
        named = (str(path),) if call in ("open", "rename", "mkdir", "unlink") else ()
        return OSError(code, os.strerror(code), *named)

    def _die(self) -> None:
        """Keep the files as they are now. What the process does afterwards is no more than a dream: all its calls fail, and
        those of other threads, which wait here."""
        shutil.copytree(self.root, self.image)
        if self.kind in ("power", "unnamed"):
            for path, safe in self._unsynced.items():
                if path.is_file():
                    left = safe + max(0, path.stat().st_size - safe) // 2
                    os.truncate(self.image / path.relative_to(self.root), left)
        if self.kind == "unnamed":
            for path, before in list(self._renamed.items())[:-1]:
                left = self.image / path.relative_to(self.root)
                if before is not None:
                    left.write_bytes(before)
                else:
                    left.unlink(missing_ok=True)
        self.kind = "dead"

    def _put(self, path: Path, data: Any, write: Callable[[Any], int]) -> int:
        with self._lock:
            self._unsynced.setdefault(path, path.stat().st_size if path.exists() else 0)
            if not self._point("write", path):
                return write(data)
            written = write(memoryview(data)[: len(data) // 2]) if len(data) > 1 else 0
            if self.kind in DEATHS:
                self._die()
                raise self._error("write", path)
            return written or write(data)

    # --- the calls --------------------------------------------------------------------------------------------------------

    def _open(self, file: Any, mode: str = "r", buffering: int = -1, *args: Any, **options: Any) -> Any:
        path = None if isinstance(file, int) or not set(mode) & set("wax+") else self._ours(file)
        if path is None:
            return self._io_open(file, mode, buffering, *args, **options)
        with self._lock:
            self._point("open", path)
            raw = _File(self, path, "".join(letter for letter in mode if letter not in "bt"))
            if "w" in mode:
                self._unsynced[path] = 0
        buffered: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, *args, **options)

    def _os_open(self, path: Any, flags: int, *args: Any, **options: Any) -> int:
        ours = self._ours(path) if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) else None
        with self._lock:
            if ours is not None:
                self._point("open", ours)
            return int(self._os["open"](path, flags, *args, **options))

    def _write(self, file: int, data: Any) -> int:
        path = self._ours(file)
        real = self._os["write"]
        return int(real(file, data) if path is None else self._put(path, data, lambda part: real(file, part)))

    def _fsync(self, file: int) -> None:
        path = self._ours(file)
        with self._lock:
            if path is not None:
                self._point("sync", path)
                self._unsynced.pop(path, None)
                self._renamed = {name: before for name, before in self._renamed.items() if name.parent != path}
            self._os["fsync"](file)

    def _ftruncate(self, file: int, size: int) -> None:
        path = self._ours(file)
        with self._lock:
            if path is not None:
                self._point("truncate", path)
            self._os["ftruncate"](file, size)

    def _sendfile(self, out: int, *args: Any, **options: Any) -> int:
        path = self._ours(out)
        with self._lock:
            if path is not None:
                self._unsynced.setdefault(path, 0)
                self._point("write", path)
            return int(self._os["sendfile"](out, *args, **options))

    def _replace(self, old: Any, new: Any, **options: Any) -> None:
        source, target = self._ours(old), self._ours(new)
        with self._lock:
            if source is not None and target is not None:
                self._point("rename", target)
                self._unsynced.pop(target, None)
                had = target.read_bytes() if target.is_file() else None
                self._renamed[target] = self._renamed.pop(target, had)
                if source in self._unsynced:
                    self._unsynced[target] = self._unsynced.pop(source)
            self._os["replace"](old, new, **options)

    def _mkdir(self, path: Any, *args: Any, **options: Any) -> None:
        ours = self._ours(path)
        with self._lock:
            if ours is not None and not ours.exists():
                self._point("mkdir", ours)
            self._os["mkdir"](path, *args, **options)

    def _unlink(self, path: Any, *args: Any, **options: Any) -> None:
        ours = None if options else self._ours(path)
        with self._lock:
            if ours is not None and ours.exists():
                self._point("unlink", ours)
            self._os["unlink"](path, *args, **options)


class _File(io.FileIO):
    """A file open for writing on such a disk."""

    def __init__(self, disk: FaultyDisk, path: Path, mode: str) -> None:
        super().__init__(path, mode)
        self._disk, self._path = disk, path

    def write(self, data: Any) -> int:
        return self._disk._put(self._path, data, super().write)

    def truncate(self, size: int | None = None) -> int:
        with self._disk._lock:
            self._disk._point("truncate", self._path)
        return super().truncate(size)
