"""The files of some folders: which ones are documents, and why the others are not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from dr_core import NothingToSearch, Reader

NOT_READ = "is not a type that is read"
IGNORED = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})
"""Folders that hold no documents of the user's own; so do those whose name begins with a dot."""


class Found(NamedTuple):
    """A file as the folder lists it."""

    path: bytes
    modified: int
    size: int


class Rule(NamedTuple):
    """What counts as a document."""

    suffixes: frozenset[str]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    largest: int

    def enters(self, name: str, relative: str) -> bool:
        """Whether a folder is looked into."""
        ignored = name.startswith(".") or name in IGNORED
        return not ignored and not any(fnmatch(relative, pattern) for pattern in self.exclude)

    def refusal(self, name: str, relative: str, size: int) -> str | None:
        """Why a file is no document: a reason worth telling, "" where it was left out on purpose, None where it is one."""
        if name.startswith((".", "~$")) or any(fnmatch(relative, pattern) or fnmatch(name, pattern) for pattern in self.exclude):
            return ""
        if self.include and not any(fnmatch(relative, pattern) or fnmatch(name, pattern) for pattern in self.include):
            return ""
        suffix = Path(name).suffix.lower()
        if suffix not in self.suffixes:
            return NOT_READ
        if size > self.largest:
            return f"is larger than {self.largest / 10**6:g} MB"
        return "is empty" if size == 0 else None


def scan(paths: Sequence[Path], rule: Rule, skipped: list[tuple[Path, str]]) -> Iterator[Found]:
    """Every document under ``paths``; what is left out for a reason is added to ``skipped``."""
    for path in paths:
        if not path.exists():
            raise NothingToSearch(f"there is no file or folder {path}", remedy="Check [search.files] paths, or --docs")
        if path.is_file():
            yield from _one(path, path.name, rule, skipped)
        else:
            yield from _folder(path, path, rule, skipped)


def _folder(folder: Path, root: Path, rule: Rule, skipped: list[tuple[Path, str]]) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as exc:
        skipped.append((folder, unreadable(exc)))
        return
    for entry in entries:
        path = Path(entry.path)
        relative = str(path.relative_to(root))
        try:
            if entry.is_dir(follow_symlinks=False):
                if rule.enters(entry.name, relative):
                    yield from _folder(path, root, rule, skipped)
            elif entry.is_file():
                if entry.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
                    if rule.refusal(entry.name, relative, 1) is None:
                        skipped.append((path, "is a link that leads out of the folder, and is not followed"))
                else:
                    yield from _one(path, relative, rule, skipped)
            elif entry.is_dir():
                if rule.enters(entry.name, relative):
                    skipped.append((path, "is a link to a folder, and is not followed"))
            elif rule.refusal(entry.name, relative, 1) is None:
                skipped.append((path, "is a link that leads nowhere" if entry.is_symlink() else "is not a regular file"))
        except OSError as exc:
            skipped.append((path, unreadable(exc)))


def unreadable(error: OSError) -> str:
    """What is said of a file or folder that the system does not let us read."""
    return f"could not be read: {error.strerror or type(error).__name__}"


def _one(path: Path, relative: str, rule: Rule, skipped: list[tuple[Path, str]]) -> Iterator[Found]:
    about = path.stat()
    reason = rule.refusal(path.name, relative, about.st_size)
    if reason is None:
        yield Found(os.fsencode(path), about.st_mtime_ns, about.st_size)
    elif reason:
        skipped.append((path, reason))


def by_suffix(readers: Sequence[Reader]) -> dict[str, tuple[Reader, str]]:
    """Suffix to (reader, media type); the first that reads a suffix reads it."""
    found: dict[str, tuple[Reader, str]] = {}
    for reader in readers:
        for suffix in reader.suffixes:
            media_type = reader.media_types[0] if reader.media_types else "application/octet-stream"
            found.setdefault(suffix, (reader, media_type))
    return found


def bundled() -> Sequence[Reader]:
    """The readers that come with dr."""
    # imported here: whoever selects readers of their own needs none of these
    from dr_plugins.read.delimited import Delimited
    from dr_plugins.read.docx import Docx
    from dr_plugins.read.html import Html
    from dr_plugins.read.pdf import Pdf
    from dr_plugins.read.pptx import Pptx
    from dr_plugins.read.text import Text
    from dr_plugins.read.xlsx import Xlsx

    return (Html(), Pdf(), Docx(), Delimited(), Xlsx(), Pptx(), Text())
