"""Run folders: made, locked, written whole, found again.

A run folder is the whole truth of a run: it can be copied, resumed elsewhere, replayed offline, or sent as a bug report.
"""

from __future__ import annotations

import errno
import json
import os
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json, to_json

from dr_core.errors import RunDamaged, RunError, RunLocked, RunNotFound
from dr_core.present import is_file
from dr_core.run.unwritten import cannot_write
from dr_core.state import STATE_VERSION, RunState
from dr_core.types import Value

MAX_STATE_BYTES = 256 * 1024 * 1024
HEAD_BYTES = 1024
LOOK = 0.05
"""Seconds; whoever looks whether a run is locked holds the lock for far less."""


def new_run(root: Path) -> tuple[str, Path]:
    """A new run folder ``{trace_id[:8]}_{timestamp}``; returns the trace id and the folder."""
    trace_id = uuid.uuid4().hex
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = root / "research_data" / f"{trace_id[:8]}_{stamp}"
    try:
        folder.mkdir(parents=True)
        (folder / "sources").mkdir()
        sync_names(folder.parent)
    except OSError as error:
        raise RunError(
            f"cannot make the run folder {folder}: {error.strerror}", remedy="Set output.root to a folder you may write"
        ) from error
    return trace_id, folder


def write_whole(path: Path, content: str | bytes, *, sync: bool = True) -> None:
    """Write a file so that it is either the old one or the new one, never half of it; with ``sync`` also if the power fails."""
    data = content.encode() if isinstance(content, str) else content
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
        if sync:
            sync_names(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise cannot_write(path, error) from error


def sync_names(folder: Path) -> None:
    """Make the names in a folder safe: a file that was made or renamed has its name for sure only then."""
    if os.name == "nt":
        return  # folders cannot be opened there, and names are safe without
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # where a file system knows no such thing
            raise
    finally:
        os.close(opened)


def copy_whole(folder: Path, into: Path, *, without: str = "") -> None:
    """Copy the files of a folder, each whole and safe; those that match the pattern ``without`` stay behind."""
    into.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file() and not (without and path.match(without)):
            write_whole(into / path.name, path.read_bytes())


def write_json(path: Path, value: Any) -> None:
    """Write JSON whole, readable in any language."""
    write_whole(path, json_text(value))


def json_text(value: Any) -> str:
    """A value as JSON, readable in any language."""
    return to_json(value, indent=2, inf_nan_mode="constants").decode() + "\n"


def check_folder(folder: Path) -> None:
    """Refuse a folder in which something stands that no run has written: somebody may have sent it. A link in it leads what is
    written out of it, and a pipe or a device is read without an end."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    check_folder(Path(entry.path))
                elif not entry.is_file(follow_symlinks=False) and os.path.lexists(entry.path):  # a run takes files away meanwhile
                    what = "a link" if entry.is_symlink() else "no regular file"
                    raise RunDamaged(f"{entry.path} is {what}, and was not written by dr", remedy="Take it out of the folder")
    except FileNotFoundError:
        pass
    except OSError as error:
        raise RunDamaged(f"{folder} cannot be read: {error.strerror}", remedy="Check the folder's permissions") from error


def read_bytes(path: Path) -> bytes:
    """What a file of a run holds; one that no run can have written is not read."""
    if path.stat().st_size > MAX_STATE_BYTES:
        raise RunDamaged(f"{path} is larger than {MAX_STATE_BYTES // 2**20} MiB and was not written by dr")
    return path.read_bytes()


def read_json(path: Path) -> Any:
    """Read JSON back; a torn, foreign or oversized file is a clear error, never an empty value."""
    try:
        return json.loads(read_bytes(path))
    except FileNotFoundError:
        raise RunDamaged(f"{path} is missing", remedy="This is not a whole run folder") from None
    except (ValueError, RecursionError, OSError) as error:
        raise RunDamaged(f"{path} cannot be read: {error}", remedy="Restore it from a copy") from error


def save_state(folder: Path, state: RunState) -> None:
    """Save what the run knows."""
    write_whole(folder / "state.json", Dumper().dumped(state))


class Dumper:
    """What a run knows as JSON, again and again: its sources and evidence, most of it, do not change and are dumped once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Value, bytes]] = {}

    def dumped(self, state: RunState) -> bytes:
        """The state as it is saved; the text of its sources stands in files of its own."""
        rest = _json(state, {"sources", "evidence"})
        sources, evidence = self._named("sources", state.sources, {"text"}), self._named("evidence", state.evidence)
        return b'%b,"sources":{%b},"evidence":{%b}}' % (rest[:-1], sources, evidence)

    def lines(self, kind: str, values: Mapping[str, Value]) -> bytes:
        """Values of a ``kind`` ("evidence"), one a line."""
        return b"".join([b"%b\n" % json for _, json in self._each(kind, values)])

    def _named(self, kind: str, values: Mapping[str, Value], without: set[str] | None = None) -> bytes:
        return b",".join([b"%b:%b" % (to_json(name), json) for name, json in self._each(kind, values, without)])

    def _each(self, kind: str, values: Mapping[str, Value], without: set[str] | None = None) -> Iterator[tuple[str, bytes]]:
        for name, value in values.items():
            known = self._known.get((kind, name))
            if known is None or known[0] is not value:
                known = self._known[kind, name] = value, _json(value, without)
            yield name, known[1]


def _json(value: BaseModel, without: set[str] | None = None) -> bytes:
    return to_json(value, exclude=without, inf_nan_mode="null")


def state_head(folder: Path) -> dict[str, Any]:
    """How the run stands, by the beginning of its saved state; empty where that is missing or not whole."""
    try:
        with (folder / "state.json").open("rb") as file:
            head = file.read(HEAD_BYTES)
            file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
            whole = file.read().rstrip().endswith(b"}")
        known = from_json(head, allow_partial=True) if whole else {}
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def load_state(folder: Path, name: str = "state.json") -> RunState:
    """What the run knew when it was last saved."""
    from hashlib import sha256

    from pydantic import ValidationError

    from dr_core.note import check

    raw = read_json(folder / name)
    version = raw.get("version") if isinstance(raw, dict) else None
    if isinstance(version, int) and version > STATE_VERSION:
        raise RunDamaged(f"{folder} was written by a newer dr (state version {version})", remedy="pip install -U dr-framework")
    try:
        for source_id, page in raw.get("sources", {}).items():
            saved = read_bytes(source_file(folder, source_id))  # as they are: reading text would turn CR into LF
            if sha256(saved).hexdigest() != page["sha256"]:
                raise RunDamaged(
                    f"{source_file(folder, source_id)} was changed after it was saved", remedy="Restore it from a copy"
                )
            page["text"] = saved.decode()
        state = RunState.model_validate(raw)
        check(state)
        return state
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        first = str(error).splitlines()[0]
        if isinstance(error, ValidationError):  # its first line only counts what is wrong
            first = f"{'.'.join(map(str, error.errors()[0]['loc']))}: {error.errors()[0]['msg']}"
        raise RunDamaged(f"{folder / name} is damaged: {first}", remedy="Restore it from a copy") from error


def source_file(folder: Path, source_id: str) -> Path:
    """Where the text of a source is kept; source ids are ours, and never a path."""
    if not re.fullmatch(r"s\d{1,6}", source_id):
        raise RunDamaged(f"'{source_id}' is not the id of a source")
    return folder / "sources" / f"{source_id}.txt"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One process per run; the lock dies with the process that holds it."""
    path = folder / "lock"
    try:
        handle = path.open("a+")
    except OSError as error:
        raise RunError(f"cannot write in {folder}: {error.strerror}", remedy="Check the folder's permissions") from error
    with handle:
        free = _try_lock(handle)
        if not free:  # it may be somebody who only looks
            time.sleep(LOOK)
            free = _try_lock(handle)
        if not free:
            handle.seek(0)
            owner = handle.read(32).strip()
            raise RunLocked(
                f"run {folder.name} is being worked on by process {owner or '?'}", remedy="Wait for it or stop it first"
            )
        with suppress(OSError):  # a full disk: the lock holds all the same, and what is written next says so
            handle.seek(0)
            handle.truncate()
            os.write(handle.fileno(), str(os.getpid()).encode())
        yield


def is_locked(folder: Path) -> bool:
    """Whether a process is working on a run just now."""
    try:
        with (folder / "lock").open("r+") as handle:
            return not _try_lock(handle)  # closing the file lets go of it
    except OSError:
        return False


def _try_lock(handle: Any) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            handle.seek(1 << 20)  # a byte far behind the text, so that others can still read who holds it
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        except OSError:
            return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError:
        return False


# --- history ----------------------------------------------------------------------------------------------------------------


def remember(index: Path, folder: Path) -> None:
    """Add a run to the user's index, which lets `dr runs` find runs made in other folders. Only a convenience."""
    with suppress(OSError):
        index.parent.mkdir(parents=True, exist_ok=True)
        with index.open("a", encoding="utf-8") as file:
            # a line of its own, also where a full disk has left half of the one before
            file.write(f"{'' if _ends_whole(index) else chr(10)}{json.dumps({'path': str(folder.resolve())})}\n")


def _ends_whole(index: Path) -> bool:
    with index.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 1))
        return file.read() in (b"", b"\n")


def known_runs(root: Path, index: Path) -> list[Path]:
    """The run folders below ``root`` and in the user's index, newest first."""
    found = {path.resolve() for path in (root / "research_data").glob("*_*")} | remembered(index)
    found = {path for path in found if is_file(path / "run.json")}
    return sorted(found, key=lambda path: path.name.partition("_")[2], reverse=True)


def remembered(index: Path) -> set[Path]:
    """The run folders in the user's index: those that were begun by this user, in these places."""
    found: set[Path] = set()
    with suppress(OSError):
        for line in index.read_text(encoding="utf-8", errors="replace").splitlines()[-10_000:]:
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                found.add(Path(json.loads(line)["path"]))
    return found


def find_run(name: str, root: Path, index: Path) -> Path:
    """The run folder for a run id, the beginning of one, ``last``, or a path."""
    folder = _named(name, root, index)
    check_folder(folder)
    return folder


def _named(name: str, root: Path, index: Path) -> Path:
    path = Path(name)
    if is_file(path / "run.json"):
        return path
    runs = known_runs(root, index)
    if name == "last" and runs:
        return runs[0]
    matching = [run for run in runs if name and run.name.startswith(name)]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise RunNotFound(f"'{name}' is the beginning of {len(matching)} runs", remedy="Give more of the id, see: dr runs")
    raise RunNotFound(f"there is no run '{name}'", remedy="See: dr runs")
