"""Pieces: runs of sentences as they follow each other in a source. A digest is made of pieces, not of lone sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from dr_core.pattern import regex
from dr_core.stage.answer import LONGEST_PARAGRAPH
from dr_core.stage.listing import as_sentence
from dr_core.stage.passage import Passage, large_tables, passages, whole_lists
from dr_core.text import count_words, gap, is_cjk, terms
from dr_core.text.dangling import leans, restricts, stands_alone
from dr_core.text.form import Forms
from dr_core.types import Evidence, Page

_SPACED = r"[!-~\u00c0-\u024f\uac00-\ud7a3]"
_BROKEN = regex(rf"(?<={_SPACED})[ \t]*\n\s*(?={_SPACED})")
"""A line that ends between two words of a script with spaces."""
_OF_TABLE = regex(r"\b[Tt]ables?\b|[上下本附]表|表(?=[中格裡里の内か\d])|표(?=[의에는 ])")
_NEXT_POINT = regex(
    r"(?:Second|Third|Fourth|Fifth)(?:ly)?,|Finally,|第[二三四五]|其[次三四][，、]|最[後后]，|(?:둘|셋|넷|다섯)째"
)
"""How a sentence begins that tells the next of several points."""
LONGEST_RUN, MOST_CITED = 6, 12
"""Sentences of one piece, and of one paragraph, at most."""
MOST_TOGETHER = 90
"""Words after which no further paragraph of a source is added to a piece."""
MOST_BETWEEN_POINTS = 12
"""Characters between two points of a list: the end of the line, how far the next one is set in, its mark."""
LEFT_OUT = "| … "
"""A cell of the last row that is shown of a large table."""
REMNANT = 0.8
"""A lone sentence whose neighbours stand elsewhere counts this much of its score."""


class Item(NamedTuple):
    """A piece of evidence with the passage of its source in which it stands."""

    id: str
    text: str
    source: str
    start: int
    end: int
    score: float
    section: str
    passage: Passage
    title: str
    said: str
    """The text as words are looked for in it: with the other forms of the names that it has."""
    rows: tuple[str, ...] = ()
    """Of a large table the ids of its rows; its own is that of the head."""
    whole: str = ""
    """Of a large table all of it, of which ``text`` has a few rows."""
    caption: tuple[str, str] | None = None
    """Of a table what stands above it, with its id: it may alone name the unit of the figures."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The evidence that it cites."""
        return (*(self.caption or ())[:1], self.id, *self.rows)

    @property
    def over(self) -> str:
        """What stands right over its passage: a heading, or where there is none the title of its source."""
        return self.passage.heading or self.title

    @property
    def columns(self) -> int:
        """How many columns a table has."""
        return self.text.split("\n", 1)[0].strip().strip("|").count("|") + 1

    @property
    def words(self) -> int:
        return count_words(self.text)

    @property
    def is_table(self) -> bool:
        return self.passage.kind == "table"


def words_of(items: Iterable[Item]) -> int:
    """The words of some items together."""
    return sum(item.words for item in items)


def is_alone(item: Item, known: Collection[str]) -> bool:
    """Whether an item can be read alone by who knows some terms and the title of its source."""
    return stands_alone(item.text, {*known, *terms(item.title)})


def is_leaning(item: Item, known: Collection[str]) -> bool:
    """Whether an item points back at what stands before it."""
    return leans(item.text, {*known, *terms(item.title)})


class Piece(NamedTuple):
    """A run of items of one source."""

    items: tuple[Item, ...]

    @property
    def first(self) -> Item:
        return self.items[0]

    @property
    def words(self) -> int:
        return words_of(self.items)

    @property
    def value(self) -> float:
        """What the best sentence is worth, and a little for each that goes with it."""
        whole = len(self.items) > 1 or len(self.first.passage.spans) == 1
        return (max(item.score for item in self.items) + 0.02 * (min(len(self.items), 4) - 1)) * (1.0 if whole else REMNANT)

    @property
    def is_table(self) -> bool:
        return self.first.is_table

    @property
    def text(self) -> str:
        return " ".join(item.text for item in self.items)

    @property
    def ids(self) -> list[str]:
        return [name for item in self.items for name in item.ids]


def items_of(evidence: Sequence[Evidence], sources: Mapping[str, Page], forms: Forms) -> list[Item]:
    """The evidence in the order of the sources, each with its passage. Left out is what stands in none (a model's finding), and
    what is longer than a paragraph."""
    found: list[Item] = []
    begins = {(one.source, one.start): (one.id, one.text) for one in evidence}
    for one in sorted(evidence, key=lambda one: (list(sources).index(one.source), one.start)):
        page = sources[one.source]
        home = next(filter(None, (_home(one, own(page)) for own in (passages, whole_lists, large_tables))), None)
        if home is None or len(one.text) > LONGEST_PARAGRAPH:
            continue
        home = home._replace(heading=forms.read(home.heading))
        text = as_sentence(one.text, page.language) if home.kind == "list" else one.text
        made = Item(one.id, text, one.source, one.start, one.end, one.score, one.section, home, page.title, forms.read(text))
        if home.kind == "table" and len(home.spans) > 1:
            made = made._replace(whole=page.text[home.spans[0].start : home.end])
        if home.kind == "table" and home.over:
            made = made._replace(caption=begins.get((one.source, home.over.start)))
        if len(home.spans) == 1 or home.kind == "prose" or one.start == home.start:
            found.append(made)
        elif found and found[-1].passage == home:  # a row below its head
            found[-1] = _with_row(found[-1], made)
    captions = {item.caption[0] for item in found if item.caption}
    return [item for item in found if item.id not in captions]  # what stands above a table is told with it


def _home(one: Evidence, among: Sequence[Passage]) -> Passage | None:
    return next((passage for passage in among if passage.start <= one.start and one.end <= passage.end), None)


def _with_row(table: Item, row: Item) -> Item:
    return table._replace(
        text=f"{table.text}\n{row.text}",
        said=f"{table.said}\n{row.said}",
        end=row.end,
        score=max(table.score, row.score),
        rows=(*table.rows, row.id),
    )


def follows(one: Item, other: Item) -> bool:
    """Whether ``other`` is the very next sentence of the same passage."""
    between = MOST_BETWEEN_POINTS if one.passage.points else 2
    return one.source == other.source and one.passage == other.passage and 0 <= other.start - one.end <= between


def is_caveat_on(one: Item, other: Item) -> bool:
    """Whether ``other`` begins the next paragraph under the same heading, a table between them or not, and restricts what ``one``
    says with which the paragraph before ends; a table's own caveat stays with the table."""
    return (
        one.source == other.source
        and one.passage.heading == other.passage.heading
        and other.passage.paragraph == one.passage.paragraph + 1
        and not (one.is_table or other.is_table)
        and one.end == one.passage.end
        and other.start == other.passage.start
        and restricts(other.text)
        and not _OF_TABLE.search(other.text)
    )


def pieces(items: Sequence[Item], known: Collection[str], *, longest: int = LONGEST_RUN) -> list[Piece]:
    """The items as runs; none begins with a sentence that leans on one that is not there."""
    runs: list[list[Item]] = []
    for item in items:
        if item.is_table:
            runs.append([item])
        elif runs and follows(runs[-1][-1], item) and runs[-1][-1].section != item.section:
            runs.append([item])  # the same passage speaks for a thing, and then against it
        elif runs and follows(runs[-1][-1], item) and len(runs[-1]) < _longest(runs[-1], item, longest):
            runs[-1].append(item)
        elif (held := next((run for run in reversed(runs) if not run[0].is_table), None)) and is_caveat_on(held[-1], item):
            runs = [*(run for run in runs if run is not held), [*held, item]]
        elif _can_begin(item, {*known, *terms(item.passage.heading)}):
            runs.append([item])
        elif (
            runs
            and goes_on(runs[-1][-1], item)
            and words_of(runs[-1]) <= MOST_TOGETHER * (2.2 if is_wide(runs[-1][0].text) else 1)
        ):
            runs[-1].append(item)
    return [Piece(tuple(run)) for run in runs]


def _longest(run: Sequence[Item], item: Item, usual: int) -> int:
    """Sentences that a run may have; one that went on into the next paragraph takes that whole, and a list its last points."""
    return usual if run[0].passage == item.passage and not _NEXT_POINT.match(item.text) else MOST_CITED


def _can_begin(item: Item, known: Collection[str]) -> bool:
    """Whether a piece may begin here: heading a paragraph with what does not lean, inside one with what stands quite alone."""
    return not is_leaning(item, known) if item.start == item.passage.start else is_alone(item, known)


def is_wide(text: str) -> bool:
    """Whether a text is written in Han, kana or hangul, of which a character says less than a word."""
    return sum("\u2e80" <= char <= "\ud7a3" for char in text) * 2 > len(text)


def goes_on(one: Item, other: Item) -> bool:
    """Whether ``other`` begins the next paragraph under the same heading, right behind ``one``, in the same section."""
    return one.section == other.section and is_next_paragraph(one, other)


def is_next_paragraph(one: Item, other: Item) -> bool:
    """Whether ``other`` begins the next paragraph under the same heading, right behind ``one``."""
    return (
        one.source == other.source
        and not one.is_table
        and one.passage.heading == other.passage.heading
        and other.passage.place == one.passage.place + 1
        and one.end == one.passage.end
        and other.start == other.passage.start
    )


def join(texts: Sequence[str], language: str) -> str:
    """Sentences as running text: with spaces, or without where the script has none."""
    spaced = not is_cjk(language) or language.startswith("ko")
    whole = [" ".join(text.split()) if spaced else _BROKEN.sub(" ", text.strip()).replace("\n", "") for text in texts]
    return "".join(text + gap(text, language) for text in whole[:-1]) + "".join(whole[-1:])


def paragraphs(parts: Sequence[Piece], language: str) -> list[dict[str, Any]]:
    """Pieces as a paragraph of the report; as several where one were too long to read."""
    if parts[0].is_table:
        rows = [line.strip() for line in parts[0].first.text.splitlines()]
        if parts[0].first.rows:
            rows.append(LEFT_OUT * (rows[0].count("|") - 1) + "|")
        above = parts[0].first.caption
        over = [{"text": above[1], "cite_ids": [above[0]], "kind": "prose"}] if above else []
        own = [name for name in parts[0].ids if not above or name != above[0]]
        return [*over, {"text": "\n".join(rows), "cite_ids": own, "kind": "table"}]
    made: list[list[Item]] = []
    length = 0
    for item in (item for part in parts for item in part.items):
        length += len(item.text) + 1
        if not made or len(made[-1]) == MOST_CITED or length > LONGEST_PARAGRAPH:
            made.append([])
            length = len(item.text) + 1
        made[-1].append(item)
    return [
        {
            "text": join([item.text for item in own], language),
            "cite_ids": [name for item in own for name in item.ids],
            "kind": "prose",
        }
        for own in made
    ]


def best_first(found: Sequence[Piece], worth: Callable[[Piece], float]) -> list[Piece]:
    """Pieces by worth; equal ones in the order of their sources, so that the same evidence always gives the same report."""
    return [piece for _, piece in sorted(enumerate(found), key=lambda entry: (-worth(entry[1]), entry[0]))]
