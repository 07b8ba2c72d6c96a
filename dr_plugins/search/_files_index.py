"""A full-text index of documents in one SQLite file.

Documents are kept whole, cut into passages (a paragraph with the headings above it). Two FTS5 tables hold our own terms, one
row a passage and one row a document; they are "contentless", so the terms are stored once, beside the passages, sentence by
sentence, from where ranking reads them.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from dr_core import Document
from dr_core.text import paragraphs, sentences, terms

T = TypeVar("T")

VERSION = 7
"""Of the layout, of the terms and of what the readers give; an index of another version is built anew."""

PATIENCE = 60.0
"""Seconds to wait for another process that is writing."""

LONGEST_PASSAGE = 2000
SHORTEST_PASSAGE = 40

_SCHEMA = """
CREATE TABLE document (id INTEGER PRIMARY KEY, path BLOB UNIQUE NOT NULL, modified INTEGER, size INTEGER, sha256 BLOB,
    reason TEXT NOT NULL DEFAULT '', title TEXT, author TEXT, published TEXT, language TEXT, text TEXT, title_tokens TEXT);
CREATE INDEX document_sha256 ON document (sha256);
CREATE TABLE passage (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, start INTEGER, end INTEGER, length INTEGER, tokens TEXT);
CREATE INDEX passage_document ON passage (document);
CREATE TABLE total (documents INTEGER NOT NULL, passages INTEGER NOT NULL, words INTEGER NOT NULL);
INSERT INTO total VALUES (0, 0, 0);
CREATE TABLE char (char TEXT PRIMARY KEY, passages INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE passage_fts USING fts5(tokens, content='', tokenize="unicode61 remove_diacritics 0 tokenchars '.,'");
CREATE VIRTUAL TABLE document_fts USING fts5(title, body, content='', tokenize="unicode61 remove_diacritics 0 tokenchars '.,'");
CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab('passage_fts', 'row');
CREATE VIRTUAL TABLE document_vocabulary USING fts5vocab('document_fts', 'row');
"""


class Record(NamedTuple):
    """A file that was looked at: its document, or the reason why there is none."""

    path: bytes
    modified: int
    size: int
    sha256: bytes
    document: Document | None
    reason: str = ""


def connect(path: Path | None) -> sqlite3.Connection:
    """The index at ``path`` (None: in memory), made if it is not there; one of another version is emptied first."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + PATIENCE
    while True:
        database = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
        try:
            _prepare(database)
        except BaseException as error:
            database.close()
            # where another process is changing to WAL, or is the last to leave it, SQLite does not wait but says so at once
            if not _is_busy(error) or time.monotonic() > until:
                raise
        else:
            return database
        time.sleep(0.02)


def _prepare(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA cache_size = -32000")
    if _version(database) != VERSION:
        database.execute("BEGIN EXCLUSIVE")
        if _version(database) != VERSION:  # nobody else made it in the meantime
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                database.execute(f'DROP TABLE IF EXISTS "{name}"')
            for statement in _SCHEMA.split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_BUSY


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_corrupt(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is damaged, as opposed to locked, full or read-only."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def discard(path: Path) -> None:
    """Remove a damaged index with its side files."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def at_once(database: sqlite3.Connection, call: Callable[[sqlite3.Connection], T]) -> T:
    """What ``call`` finds by several queries in one state of the index: another process may rewrite it between two of them,
    and give the number of a passage to another one."""
    database.execute("BEGIN")
    try:
        return call(database)
    finally:
        if database.in_transaction:  # a damaged index may have ended it
            database.execute("ROLLBACK")


def known(database: sqlite3.Connection) -> dict[bytes, tuple[int, int]]:
    """Path to (modified, size) of all that is indexed."""
    return {path: (modified, size) for path, modified, size in database.execute("SELECT path, modified, size FROM document")}


def refused(database: sqlite3.Connection) -> list[tuple[bytes, str]]:
    """The files that could not be read, with the reasons."""
    return database.execute("SELECT path, reason FROM document WHERE reason != '' ORDER BY path").fetchall()


def same_content(database: sqlite3.Connection, path: bytes, sha256: bytes, gone: set[bytes]) -> bytes | None:
    """A document with this very content that was at ``path`` already, or at a path that is ``gone``: it needs no parsing."""
    rows = [row[0] for row in database.execute("SELECT path FROM document WHERE sha256 = ? AND reason = ''", (sha256,))]
    return path if path in rows else next((row for row in rows if row in gone), None)


def put(database: sqlite3.Connection, records: Iterable[Record], moved: Iterable[tuple[bytes, Record]]) -> None:
    """Store new and changed documents, and note the ones that only moved or were touched; one transaction."""
    with _change(database) as change:
        for old, record in moved:
            _move(database, old, record, change)
        for record in records:
            _remove(database, record.path, change)
            _add(database, record, change)


def remove(database: sqlite3.Connection, paths: Iterable[bytes]) -> None:
    """Forget documents; one transaction."""
    with _change(database) as change:
        for path in paths:
            _remove(database, path, change)


class _Change:
    """By how much the counts of a transaction differ from those before it."""

    def __init__(self) -> None:
        self.documents = self.passages = self.words = 0
        self.chars: Counter[str] = Counter()

    def count(self, tokens: str, sign: int) -> None:
        words = tokens.split()
        self.passages += sign
        self.words += sign * len(words)
        for char in characters(words):
            self.chars[char] += sign


@contextmanager
def _change(database: sqlite3.Connection) -> Iterator[_Change]:
    """A transaction that is the only writer from its beginning, so that two processes may share an index."""
    database.execute("BEGIN IMMEDIATE")
    try:
        change = _Change()
        yield change
        database.execute(
            "UPDATE total SET documents = documents + ?, passages = passages + ?, words = words + ?",
            (change.documents, change.passages, change.words),
        )
        database.executemany(
            "INSERT INTO char VALUES (?, ?) ON CONFLICT (char) DO UPDATE SET passages = passages + excluded.passages",
            [(char, by) for char, by in change.chars.items() if by],
        )
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _move(database: sqlite3.Connection, old: bytes, record: Record, change: _Change) -> None:
    if database.execute("SELECT 1 FROM document WHERE path = ?", (old,)).fetchone() is None:
        return  # another process was quicker
    if old != record.path:
        _remove(database, record.path, change)
    database.execute(
        "UPDATE document SET path = ?, modified = ?, size = ? WHERE path = ?", (record.path, record.modified, record.size, old)
    )


def _add(database: sqlite3.Connection, record: Record, change: _Change) -> None:
    document = record.document
    title_tokens = " ".join(terms(document.title)) if document else ""
    about = (document.title, document.author, document.published, document.language, document.text) if document else ("",) * 5
    row = database.execute(
        "INSERT INTO document (path, modified, size, sha256, reason, title, author, published, language, text, title_tokens)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (record.path, record.modified, record.size, record.sha256, record.reason, *about, title_tokens),
    ).lastrowid
    if document is None:
        return
    body: list[str] = []
    change.documents += 1
    for start, end in passages(document.text, document.title):
        tokens = tokenize(document.text[start:end], document.language)
        passage = database.execute(
            "INSERT INTO passage (document, start, end, length, tokens) VALUES (?, ?, ?, ?, ?)",
            (row, start, end, len(tokens.split()), tokens),
        ).lastrowid
        database.execute("INSERT INTO passage_fts (rowid, tokens) VALUES (?, ?)", (passage, tokens))
        change.count(tokens, 1)
        body.append(tokens)
    database.execute("INSERT INTO document_fts (rowid, title, body) VALUES (?, ?, ?)", (row, title_tokens, " ".join(body)))


def _remove(database: sqlite3.Connection, path: bytes, change: _Change) -> None:
    row = database.execute("SELECT id, title_tokens, reason FROM document WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    document, title_tokens, reason = row
    body: list[str] = []
    rows = database.execute("SELECT id, tokens FROM passage WHERE document = ? ORDER BY id", (document,)).fetchall()
    for passage, tokens in rows:
        database.execute("INSERT INTO passage_fts (passage_fts, rowid, tokens) VALUES ('delete', ?, ?)", (passage, tokens))
        change.count(tokens, -1)
        body.append(tokens)
    if not reason:
        change.documents -= 1
        database.execute(
            "INSERT INTO document_fts (document_fts, rowid, title, body) VALUES ('delete', ?, ?, ?)",
            (document, title_tokens, " ".join(body)),
        )
    database.execute("DELETE FROM passage WHERE document = ?", (document,))
    database.execute("DELETE FROM document WHERE id = ?", (document,))


def passages(text: str, title: str = "") -> Iterator[tuple[int, int]]:
    """Paragraphs, each with the headings right above it; very long ones in pieces that end with a sentence.

    The document's own title is left out: it says nothing about the first passage that it would not say about all.
    """
    held: int | None = None
    for start, end in paragraphs(text):
        if start < 1000 and title and text[start:end].strip("# \n") == title:
            continue
        first = start if held is None else held
        if end - start < SHORTEST_PASSAGE and (text.startswith("#", start) or "\n" not in text[start:end]):
            held = first
            if end - first <= LONGEST_PASSAGE // 3:
                continue
        held = None
        yield from _pieces(text, first, end)
    if held is not None:
        yield held, len(text.rstrip())


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start <= LONGEST_PASSAGE:
        yield start, end
        return
    first = last = start
    for _, stop in sentences(text[start:end]):
        stop += start
        if stop - first > LONGEST_PASSAGE and last > first:
            yield first, last
            first = last
        while stop - first > 2 * LONGEST_PASSAGE:  # a "sentence" without an end
            yield first, first + LONGEST_PASSAGE
            first += LONGEST_PASSAGE
        last = stop
    if text[first:end].strip():
        yield first, end


def tokenize(text: str, language: str = "") -> str:
    """The terms of a passage: a space between two terms, a new line between two sentences."""
    lines = [" ".join(terms(text[start:end])) for start, end in sentences(text, language)] or [" ".join(terms(text))]
    return "\n".join(line for line in lines if line)


def characters(words: Iterable[str]) -> Counter[str]:
    """The single CJK characters behind the pairs among ``words``, with their numbers."""
    found: Counter[str] = Counter()
    end = ""
    for word in words:
        if word[0] >= "\u1100" and len(word) <= 2:
            if end and end != word[0]:
                found[end] += 1
            found[word[0]] += 1
            end = word[1:]
        elif end:
            found[end] += 1
            end = ""
    if end:
        found[end] += 1
    return found
