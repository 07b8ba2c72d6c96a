"""Your own files: a folder of documents, searched by a full-text index that knows CJK."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from dr_core import (
    Document,
    DRError,
    Hit,
    NothingToSearch,
    ParseWorker,
    ProviderError,
    Reader,
    SearchProvider,
    SearchTask,
    option,
)
from dr_plugins.read.text import Text
from dr_plugins.search import _files_index as index
from dr_plugins.search._files_rank import Ranked, rank
from dr_plugins.search._files_scan import NOT_READ, Found, Rule, bundled, by_suffix, scan, unreadable
from dr_plugins.search._lane import Lane

T = TypeVar("T")

BATCH = 64
"""Documents that are stored at once; with the text of so many in memory, a folder of any size fits."""
WHILE = 2.0
"""Seconds after which what was read is stored though it is fewer: whoever stops meanwhile finds it there the next time."""
LONG = 10.0
"""Seconds of reading after which the user is told what a search waits for."""
LATE = "was not read in time: the next search goes on with it"

SNIPPET = 700
NAMED = 5
"""Files that an error names; the rest is counted."""
NEVER = float("-inf")


class Passage(NamedTuple):
    """A paragraph of a document, found by ``search_passages``: ``text`` is its ``[start:end]``."""

    url: str
    title: str
    text: str
    start: int
    end: int
    score: float


class Files(SearchProvider):
    """Searches folders of md, txt, html, pdf and docx files.

    ::

        provider = Files(Files.Options(paths=["~/papers"]))
        hits = await provider.search(SearchTask(query="cost of solar power"), limit=5)
        provider.skipped   # [(PosixPath('.../scan.pdf'), 'has no text in it')]
        await provider.aclose()

    The index lives on disk and follows the folder: what is new, changed, moved or gone since the last time is all that is read.
    """

    strategies = ("general", "academic", "news", "patents", "code")
    signal = "high"
    local = True
    cacheable = False

    # whoever searches a folder for the first time waits for all of its files: each is given up in time, and what is read is kept
    longest = 600.0
    patience = longest + 60.0

    class Options(SearchProvider.Options):
        """Options of files."""

        paths: list[Path] = option([], help="Files and folders to search")
        index: Path | None = option(None, help="Where the index is kept, one for every set of paths (default: the cache folder)")
        include: list[str] = option([], help="Only files whose name or path matches one of these patterns (*.md, reports/*)")
        exclude: list[str] = option([], help="Leave out files and folders that match one of these patterns")
        max_file_bytes: int = option(50_000_000, ge=1, help="Larger files are skipped")
        refresh_seconds: float = option(30.0, ge=0, help="Look for changed files again after this many seconds")
        timeout: float = option(30.0, gt=0, help="Seconds for reading one file")
        memory_mb: int = option(1024, ge=64, help="Memory for reading one file")

    def __init__(self, options: SearchProvider.Options | None = None, context: Any = None) -> None:
        super().__init__(options, context)
        # of now: a plugin may go to another folder later
        self._folders = [path.expanduser().absolute() for path in self.options.paths]
        self._own_index: Path | None = self.options.index and self.options.index.expanduser().absolute()
        self.skipped: list[tuple[Path, str]] = []
        """The files that could not be read, and why."""
        self._lane = Lane("files")
        self._worker = ParseWorker(size=2)
        self._parsing = asyncio.Semaphore(2)
        self._updating = asyncio.Lock()
        self._database: sqlite3.Connection | None = None
        self._in_memory = False
        self._by_suffix: dict[str, tuple[Reader, str]] = {}
        self._updated = NEVER
        self._late = NEVER
        self._refused: dict[bytes, Found] = {}
        self._readable = 0
        self._closed = False

    def lacks(self) -> str:
        return "" if self.options.paths else "Set [search.files] paths, or give --docs FOLDER"

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        """One hit a document, with its best passages as the snippet and its whole text as the content."""

        def find(database: sqlite3.Connection) -> list[Hit]:
            return self._hits(database, rank(database, task.query, max(50, 5 * limit)), limit, task.since)

        hits = await self._ask(find)
        self._tell_skipped()
        return hits

    async def search_passages(self, query: str, limit: int = 10) -> list[Passage]:
        """The paragraphs that answer ``query`` best."""
        return await self._ask(lambda database: [_passage(database, one) for one in rank(database, query, limit)])

    async def update(self, *, force: bool = False) -> None:
        """Bring the index up to date with the folders; does nothing where that was done a moment ago."""
        if force:
            self._updated = NEVER
        await self._ask(lambda database: None)

    async def _update(self) -> None:
        if not self.options.paths:
            raise ProviderError("files: no folder to search", remedy=self.lacks())
        async with self._updating:
            if time.monotonic() - self._updated < self.options.refresh_seconds:
                return
            skipped: list[tuple[Path, str]] = []
            found = await self._lane.run(self._scan, skipped)
            known = await self._in_index(index.known)
            gone = set(known) - {one.path for one in found}
            refused = self._refused
            changed = [one for one in found if known.get(one.path) != (one.modified, one.size) and refused.get(one.path) != one]
            await self._read_all(changed, gone)
            if gone:
                await self._in_index(index.remove, sorted(gone))
            left_out = await self._in_index(index.refused)
            told = [*skipped, *((Path(os.fsdecode(path)), reason) for path, reason in left_out)]
            self.skipped = sorted(told, key=lambda one: (one[1] == NOT_READ, one))  # what is damaged is named before pictures
            self._readable = len(found) - len(left_out)
            self._updated = time.monotonic()
            if changed or gone:
                self.context.log.info("files: %d read, %d gone, %d skipped", len(changed), len(gone), len(self.skipped))

    async def aclose(self) -> None:
        """End the parsers and close the index."""
        self._closed = True
        await self._worker.aclose()
        await self._lane.run(self._close)
        self._lane.close()

    # --- reading ----------------------------------------------------------------------------------------------------------

    def _scan(self, skipped: list[tuple[Path, str]]) -> list[Found]:
        options = self.options
        rule = Rule(frozenset(self._readers()), tuple(options.include), tuple(options.exclude), options.max_file_bytes)
        return list({one.path: one for one in scan(self._folders, rule, skipped)}.values())

    def _readers(self) -> dict[str, tuple[Reader, str]]:
        """Who reads files of each suffix; the bundled readers where none are selected, because the provider is used by itself."""
        if not self._by_suffix:
            self._by_suffix = {"": (Text(), "text/plain"), **by_suffix(self.context.readers() or bundled())}
        return self._by_suffix

    async def _read_all(self, changed: Sequence[Found], gone: set[bytes]) -> None:
        """Read files into the index, and say so where it takes long."""
        self._late = time.monotonic() + self.longest
        count = f"{len(changed):,} new or changed file{'s' if len(changed) > 1 else ''}"
        words = "files: %s to be read, which takes a while and is done once"
        telling = asyncio.get_running_loop().call_later(LONG, self.context.log.warning, words, count)
        try:
            for at in range(0, len(changed), BATCH):
                await self._store(changed[at : at + BATCH], gone)
        finally:
            telling.cancel()

    async def _store(self, batch: Sequence[Found], gone: set[bytes]) -> None:
        records: list[index.Record] = []
        moved: list[tuple[bytes, index.Record]] = []
        stored = time.monotonic()

        async def store() -> None:
            nonlocal stored
            stored = time.monotonic()
            read = (records[:], moved[:])
            records.clear()
            moved.clear()
            await self._in_index(index.put, *read)

        async def take(one: Found) -> None:
            old, record = await self._read(one, gone)
            if old is None:
                records.append(record)
            else:
                moved.append((old, record))
                gone.discard(old)
            if time.monotonic() > stored + WHILE:
                await store()

        await asyncio.gather(*map(take, batch))
        await store()

    async def _read(self, found: Found, gone: set[bytes]) -> tuple[bytes | None, index.Record]:
        """The document in a file; or, where the index has the very same content already, the path it is known under."""
        path = Path(os.fsdecode(found.path))
        record = index.Record(found.path, found.modified, found.size, b"", None)
        again = record._replace(modified=-1)  # under a time that no file has, it is tried again
        reader = self._readers()[path.suffix.lower()][0]
        if lacking := reader.lacks():
            return None, again._replace(reason=f"cannot be read yet: {lacking}")
        async with self._parsing:  # so many files are in memory at once
            if time.monotonic() > self._late:
                return None, again._replace(reason=LATE)
            try:
                data = await self._lane.run(_bytes, path, self.options.max_file_bytes)
                digest = hashlib.sha256(data).digest()
                old = await self._in_index(index.same_content, found.path, digest, gone)
                if old is not None:
                    return old, record
                document = await self._parse(data, path)
                return None, record._replace(sha256=digest, document=document)
            except OSError as exc:
                return None, again._replace(reason=unreadable(exc))  # new rights change neither time nor size
            except DRError as exc:
                if self._closed:  # not the file's fault, so nothing to remember about it
                    raise
                # a reader that somebody else wrote may be mended before the file is
                self._refused[found.path] = found
                told = record if type(reader).__module__.startswith("dr_plugins.") else again
                return None, told._replace(reason=_predicate(exc.message, path.as_uri()))

    async def _parse(self, data: bytes, path: Path) -> Document:
        reader, media_type = self._readers()[path.suffix.lower()]
        if type(reader) is Text:  # nothing in it that could hang or crash
            return await self._lane.run(reader.read, data, path.as_uri(), media_type)
        return await self._worker.read(
            data, path.as_uri(), media_type, reader=reader, timeout=self.options.timeout, memory_mb=self.options.memory_mb
        )

    # --- the index --------------------------------------------------------------------------------------------------------

    async def _ask(self, call: Callable[[sqlite3.Connection], T]) -> T:
        """What ``call`` finds in an index that is up to date.

        A damaged one is thrown away and built anew, once. Where the cache folder cannot be written (a read-only home, a full
        disk) the index is kept in memory: it is a convenience, and the folder can be read all the same.
        """
        try:
            await self._update()
            return await self._in_index(index.at_once, call)
        except sqlite3.DatabaseError as exc:
            if index.is_corrupt(exc):
                self.context.log.warning("files: the index %s was damaged (%s) and is built anew", self._index_path(), exc)
            elif self.options.index is None:
                self.context.log.warning("files: the index %s cannot be used (%s): kept in memory", self._index_path(), exc)
                self._in_memory = True
            else:
                raise self._unusable(exc) from exc
        try:
            await self._lane.run(self._discard)
            self._updated = NEVER
            self._refused.clear()
            await self._update()
            return await self._in_index(index.at_once, call)
        except sqlite3.DatabaseError as exc:
            raise self._unusable(exc) from exc

    def _unusable(self, error: sqlite3.DatabaseError) -> ProviderError:
        remedy = "Check the disk and its rights, or set [search.files] index to another place"
        return ProviderError(f"files: the index {self._index_path()} cannot be used ({error})", remedy=remedy)

    async def _in_index(self, call: Callable[..., T], *args: Any) -> T:
        """``call(database, *args)`` in the one thread that has the index open."""
        return await self._lane.run(self._with_database, call, *args)

    def _with_database(self, call: Callable[..., T], *args: Any) -> T:
        if self._closed:
            raise ProviderError("files: the index was shut down")
        if self._database is None:
            try:
                self._database = index.connect(None if self._in_memory else self._index_path())
            except OSError as exc:
                raise sqlite3.OperationalError(str(exc)) from exc
        return call(self._database, *args)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _discard(self) -> None:
        self._close()
        if not self._in_memory:
            index.discard(self._index_path())

    def _index_path(self) -> Path:
        if self._own_index is not None:
            return self._own_index
        named = [*map(os.fsencode, self._folders), b"", *(pattern.encode() for pattern in self.options.include)]
        named += [b"", *(pattern.encode() for pattern in self.options.exclude)]
        readers = sorted(self._readers().items())
        named += [b"", *(f"{suffix} {ParseWorker.known_by(reader)}".encode() for suffix, (reader, _) in readers)]
        return Path(self.context.cache_dir) / f"files-{hashlib.sha256(b'|'.join(named)).hexdigest()[:16]}.sqlite"

    # --- what is left out -------------------------------------------------------------------------------------------------

    def _tell_skipped(self) -> None:
        """Tell the run what is left out; where nothing is left to search, that is a failure and no empty answer."""
        if self._readable:
            for path, reason in self.skipped:
                self.context.left_out(self._called(path), reason)
            return
        told = [f"{self._called(path)} {reason}" for path, reason in self.skipped]
        more = f"; +{len(told) - NAMED:,}" if len(told) > NAMED else ""
        places = ", ".join(path.name or str(path) for path in self._folders)
        all_files = len(told) == len(self.options.paths) and all(path in self._folders for path, _ in self.skipped)
        message = "; ".join(told[:NAMED]) + more
        if not all_files:
            message = f"nothing in {places} can be read: {message}" if message else f"there is nothing to read in {places}"
        rules = ", and check include and exclude" if self.options.include or self.options.exclude else ""
        types = " ".join(sorted(filter(None, self._readers())))
        raise NothingToSearch(message, remedy=f"Give other files or folders{rules}; by [read] use, these types are read: {types}")

    def _called(self, path: Path) -> str:
        """A file by its path below what was asked for: the folders above are the user's own affair."""
        for root in self._folders:
            if path != root and path.is_relative_to(root):
                return str(path.relative_to(root))
        return path.name

    # --- answers ----------------------------------------------------------------------------------------------------------

    def _hits(self, database: sqlite3.Connection, ranked: Sequence[Ranked], limit: int, since: str) -> list[Hit]:
        best: dict[int, list[Ranked]] = {}
        for one in ranked:
            best.setdefault(one.document, []).append(one)
        hits: list[Hit] = []
        for document, passages in best.items():
            row = database.execute("SELECT path, title, published, text FROM document WHERE id = ?", (document,)).fetchone()
            if row is None or (since and row[2] and row[2] < since):
                continue
            path, title, published, text = row
            snippet = " … ".join(_snippet(text, passages))
            score = round(passages[0].score, 4)
            about = {"title": title, "url": _uri(path), "published": published, "snippet": snippet, "content": text}
            hits.append(Hit(**about, score=score, engine=self.name, kind="file"))
            if len(hits) == limit:
                break
        return hits


def _passage(database: sqlite3.Connection, one: Ranked) -> Passage:
    path, title, text = database.execute("SELECT path, title, text FROM document WHERE id = ?", (one.document,)).fetchone()
    return Passage(_uri(path), title, text[one.start : one.end], one.start, one.end, one.score)


def _bytes(path: Path, largest: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise DRError(f"{path.as_uri()} is larger than {largest / 10**6:g} MB")
    return data


def _predicate(message: str, uri: str) -> str:
    """A reason that goes on behind the file's name; a file URI in the middle of it would be hard to read."""
    told = message.removeprefix(f"{uri} ")
    return told if told != message else f"could not be read: {message.replace(uri, 'it')}"


def _uri(path: bytes) -> str:
    return Path(os.fsdecode(path)).as_uri()


def _snippet(text: str, passages: Sequence[Ranked]) -> Iterator[str]:
    left = SNIPPET
    for one in passages[:3]:
        words = " ".join(text[one.start : one.end].split())
        if left <= 100 and left != SNIPPET:
            return
        yield words if len(words) <= left else words[: left - 1] + "…"
        left -= len(words)
