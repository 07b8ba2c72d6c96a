"""Which passages answer a query: candidates from the index, then a closer look at each.

A passage scores by BM25 over terms and over single characters (CJK words are cut differently in a question than in an answer),
by its best sentence, by terms that stand side by side in query and passage, and by its whole document. What runs through all of a
document tells its passages apart less, so it counts less inside it.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import terms
from dr_plugins.search._files_index import characters

K1, B = 1.2, 0.75
UNIGRAM, SENTENCE, ADJACENT, DOCUMENT, PREFIX, TITLE = 0.5, 0.8, 0.3, 1.0, 0.5, 3.0
"""The weights of the parts, beside BM25 over terms with 1."""

STOP, HALF = 0.2, 0.5
"""What a stopword counts, and a pair of characters one of which is a function word."""

THEME = 0.3
"""How much less a term counts inside a document all of whose passages have it."""

LONGEST = 60
"""Terms of a query that are looked at."""

CANDIDATES = 60
DOCUMENTS = 10
WHOLE = 40
"""Passages taken from the passage index. The best documents by the document index, and as many by their best passage, are read
whole where they have at most so many passages: a document is then judged as a whole."""

ROWS = 5_000
"""About as many rows as the index may rank for one query: the rarest terms of the query choose the candidates."""

_FUNCTION = frozenset(
    "的了是在和与與及或之也都就而被把对對从從到为為以于於等其这這那此该該什么麼怎哪谁誰吗嗎呢几幾有个個些多少何のにはをがとでもへやか"
)


class Ranked(NamedTuple):
    """A passage and its score."""

    passage: int
    document: int
    start: int
    end: int
    score: float


class _Row(NamedTuple):
    passage: int
    document: int
    start: int
    end: int
    length: int
    tokens: str


class _Query:
    """A query in terms, with how much each says."""

    def __init__(self, text: str, database: sqlite3.Connection) -> None:
        order = terms(text)[:LONGEST]
        self.terms = list(dict.fromkeys(order))
        self.documents, self.passages, words = database.execute("SELECT documents, passages, words FROM total").fetchone()
        self.average = words / self.passages if words else 1.0
        self.document_average = words / self.documents if words else 1.0
        self.having = {term: _having(database, "passage", term) for term in self.terms}
        # A character that stands alone in the query and nowhere in the texts is looked for inside words.
        self.chars = [char for char in characters(order) if not self.having.get(char)]
        self.worth = {term: weight(term) * _idf(self.passages, self.having[term]) for term in self.terms}
        self.document_worth = {
            term: weight(term) * _idf(self.documents, _having(database, "document", term))
            for term in self.terms
            if self.having[term]
        }
        for char in self.chars:
            row = database.execute("SELECT passages FROM char WHERE char = ?", (char,)).fetchone()
            self.having[char] = int(row[0]) if row else 0
            self.worth[char] = UNIGRAM * weight(char) * _idf(self.passages, self.having[char])
        for term in self.terms:
            if term[0] < "\u1100":  # a word is a term and the smallest unit at once; CJK has pairs and characters for that
                self.worth[term] *= 1 + UNIGRAM
        unknown = [term for term in self.terms if not self.having[term] and term.isascii() and term.isalpha()]
        self.prefixes = [term[:5] for term in unknown if len(term) >= 6][:3]
        self.pairs = [
            (a, b, f" {a} {b} ", (weight(a) + weight(b)) / 2 * _idf(self.passages, min(self.having[a], self.having[b])))
            for a, b in dict.fromkeys(pairwise(order))
            if weight(a) + weight(b) > 1
        ]

    def match(self) -> str:
        """The FTS5 query for candidates: the terms that say most, as many as keep the number of rows in bounds."""
        chosen: list[str] = []
        rows = 0
        for term in sorted(self.terms, key=lambda term: -self.worth[term]):
            if not self.having[term]:
                continue
            rows += self.having[term]
            if chosen and rows > ROWS:
                break
            # A character that stands alone in the query is the beginning of a pair in the text.
            chosen.append(f'"{term}"*' if _is_char(term) else f'"{term}"')
        return " OR ".join([*chosen, *(f'"{prefix}"*' for prefix in self.prefixes)])


def weight(term: str) -> float:
    """How much a term says by its kind: function words say little."""
    if term in STOPWORDS:
        return STOP
    if _is_char(term[:1]) and len(term) <= 2:
        function = sum(char in _FUNCTION for char in term)
        return 1.0 if not function else STOP if function == len(term) else HALF
    return 1.0


def _is_char(term: str) -> bool:
    return len(term) == 1 and term >= "\u1100"


def _idf(total: int, having: int) -> float:
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _having(database: sqlite3.Connection, kind: str, term: str) -> int:
    """How many passages or documents have ``term``."""
    sql = {
        "passage": "SELECT doc FROM passage_vocabulary WHERE term = ?",
        "document": "SELECT doc FROM document_vocabulary WHERE term = ?",
    }
    row = database.execute(sql[kind], (term,)).fetchone()
    return int(row[0]) if row else 0


def rank(database: sqlite3.Connection, text: str, limit: int) -> list[Ranked]:
    """At most ``limit`` passages, best first; the same query always gives the same order."""
    query = _Query(text, database)
    match = query.match()
    if not match or not query.passages:
        return []
    sql = "SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? ORDER BY bm25(passage_fts), rowid LIMIT ?"
    first = [row for (row,) in database.execute(sql, (match, max(CANDIDATES, limit)))]
    by_document: defaultdict[int, list[_Row]] = defaultdict(list)
    for row in _rows(database, first, _documents(database, match)):
        by_document[row.document].append(row)
    titles = dict(
        database.execute(
            "SELECT id, title_tokens FROM document WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(by_document)),)
        ).fetchall()
    )
    ranked = [one for document, rows in by_document.items() for one in _in_document(query, rows, titles[document].split())]
    ranked.sort(key=lambda one: (-one.score, one.passage))
    return ranked[:limit]


def _documents(database: sqlite3.Connection, match: str) -> list[int]:
    """The documents that fit as a whole, though perhaps no passage of theirs stands out."""
    sql = "SELECT rowid FROM document_fts WHERE document_fts MATCH ? ORDER BY bm25(document_fts, ?, 1.0), rowid LIMIT ?"
    return [row for (row,) in database.execute(sql, (match, TITLE, DOCUMENTS))]


def _rows(database: sqlite3.Connection, passages: Sequence[int], documents: Sequence[int]) -> list[_Row]:
    """The candidate passages, and all passages of the best documents."""
    rows = database.execute(
        """WITH candidate (id) AS (SELECT value FROM json_each(:passages)),
                best (id) AS (SELECT value FROM json_each(:passages) LIMIT :best),
                chosen (id) AS (SELECT value FROM json_each(:documents) UNION SELECT document FROM passage WHERE id IN best),
                small (id) AS (SELECT document FROM passage WHERE document IN chosen GROUP BY document HAVING count(*) <= :whole)
           SELECT id, document, start, end, length, tokens FROM passage WHERE document IN small OR id IN candidate""",
        {"passages": json.dumps(passages), "documents": json.dumps(documents), "whole": WHOLE, "best": DOCUMENTS},
    )
    return [_Row(*row) for row in rows]


def _in_document(query: _Query, rows: Sequence[_Row], title: Sequence[str]) -> Iterator[Ranked]:
    """The passages of one document, scored."""
    bags = [_bag(query, row.tokens) for row in rows]
    share = Counter(term for bag in bags for term in bag)
    scale = THEME / max(1, len(rows) - 1)
    worth = {term: query.worth[term] * (1 - scale * (times - 1)) for term, times in share.items()}
    whole = DOCUMENT * _whole(query, rows, bags, title)
    for row, bag in zip(rows, bags, strict=True):
        own = _score(query, row, bag, worth)
        if own > 0:
            yield Ranked(row.passage, row.document, row.start, row.end, own + whole)


def _bag(query: _Query, tokens: str) -> dict[str, int]:
    """How often the query's terms and characters stand in a passage."""
    counted = Counter(tokens.split())
    bag = {term: counted[term] for term in query.terms if term in counted}
    for char in query.chars:
        times = tokens.count(char)
        if times:
            bag[char] = (times + 1) // 2  # a character inside a word stands in two pairs
    return bag


def _whole(query: _Query, rows: Sequence[_Row], bags: Sequence[Mapping[str, int]], title: Sequence[str]) -> float:
    """BM25 of the document, as far as it was read; words of its title count more."""
    length = sum(row.length for row in rows) + len(title)
    held = K1 * (1 - B + B * length / query.document_average)
    score = 0.0
    for term, worth in query.document_worth.items():
        count = sum(bag.get(term, 0) for bag in bags) + TITLE * (term in title)
        score += worth * count * (K1 + 1) / (count + held)
    return score


def _score(query: _Query, row: _Row, bag: Mapping[str, int], worth: Mapping[str, float]) -> float:
    held = K1 * (1 - B + B * row.length / query.average)
    score = sum(worth[term] * count * (K1 + 1) / (count + held) for term, count in bag.items())
    words, chars = [term for term in query.terms if term in bag], [char for char in query.chars if char in bag]
    best = 0.0
    for line in row.tokens.split("\n"):
        inside = set(line.split())
        value = sum(worth[term] for term in words if term in inside) + sum(worth[char] for char in chars if char in line)
        best = max(best, value)
    score += SENTENCE * best
    if len(words) > 1:
        padded = f" {row.tokens} "
        score += ADJACENT * sum(value for a, b, both, value in query.pairs if a in bag and b in bag and both in padded)
    for prefix in query.prefixes:
        if f" {prefix}" in row.tokens:
            score += PREFIX * _idf(query.passages, 1)
    return score
