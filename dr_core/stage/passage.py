"""From pages to passages: the paragraphs of a source, the heading they stand under, and the sentences worth quoting in them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Literal, NamedTuple

from dr_core.pattern import regex
from dr_core.report.heading import is_reference_heading
from dr_core.stage.footnote import notes_below, notes_of
from dr_core.stage.grid import caption_in, right_above, spans_of
from dr_core.stage.listing import LONGEST_LIST, points_of, reads_whole, tells_figures
from dr_core.text import Span, count_words, is_cjk, is_junk, sentences, terms
from dr_core.text.block import Block, blocks
from dr_core.text.caption import named_unit
from dr_core.text.dangling import dangles, refers
from dr_core.text.form import ONE_FORM, Forms, shortened
from dr_core.text.junk import is_boilerplate
from dr_core.text.keep import of_pages
from dr_core.text.order import is_order
from dr_core.text.rank import Texts, score
from dr_core.text.sentence import prose_sentences
from dr_core.text.token import content_terms, line_terms, page_terms
from dr_core.types import Evidence, Page

LONGEST = 75
"""Words (CJK: characters, twice and a half as many) of a sentence that is worth quoting."""
HEADING_WIDTH = 90

_HEADING_MARK = regex(r"^\s*(?:#{1,6}\s*|[一二三四五六七八九十]{1,3}、\s*|\d{1,2}[.)]\s+)")
_TERMINAL = regex(r"[.!?。！？…｡．:：;；,，、][\"'”’」』）)\]】]*\s*$")
_ABOUT_THE_FILE = regex(
    r"^\W*(?:author|by|date|published|updated|language|source kind|sources?|notes?|quellen?|autor|stand|auteur|fuentes?"
    r"|font(?:e|es|i)|autore"
    r"|資料來源|资料来源|来源|來源|出典|출처"
    r"|作者|日期|发布|發布|著者|公開日|작성자|날짜)\s*[:：]",
    re.I,
)
_THIS_ARTICLE = regex(
    r"^\W*(?:this|the present) (?:article|paper|report|page|post|text)\b|^本文|^這篇|^这篇|^本稿|^この記事|^이 글", re.I
)
_ENTRY = regex(r"\s*(?:[\[［(]?\d{1,3}[\]］)]|\d{1,3}\.?\s|\^|[A-ZÀ-Þ][\w’'-]+,?\s[A-Z]{1,3}[.,])")
"""How a paragraph begins that is an entry of a list of sources, which need not be marked as one: [1], 1 Say L, Smith, J."""
_ADVERTISEMENT = regex(r"^\W*(?:advertisement|sponsored|广告|廣告|広告|광고)\W*$", re.I)
_DIGITS = regex(r"\d[\d,.]*")
_Part = tuple[str, int, int, int]
"""Of a block of a page its kind, where it begins and ends, and where its words do."""


class Passage(NamedTuple):
    """A paragraph, a table or a list of a source: where it stands, under which heading, and its quotable sentences."""

    start: int
    end: int
    kind: Literal["prose", "table", "list"]
    heading: str
    place: int
    spans: tuple[Span, ...]
    paragraph: int = 0
    """How many paragraphs stand before it, tables aside."""
    rows: Literal["", "named", "first"] = ""
    """Of a large table, whether these rows are those that the question names, or only the first; its first span is the head."""
    over: Span | None = None
    """Of a table its caption; of a large one without any the heading over it; of a list what announces it, or its heading."""
    notes: Span | None = None
    """What stands under a table and says what its figures are."""
    points: Literal["", "marked", "numbered"] = ""
    """Of a list what stands before its points."""

    def said(self, text: str) -> str:
        """What it says; ``text`` is that of its page."""
        if not self.rows:
            return text[self.start : self.end]
        return "\n".join(text[span.start : span.end] for span in self.spans)


class _Split(NamedTuple):
    """A page taken apart; what each of these holds, its function says."""

    passages: tuple[Passage, ...]
    large_tables: tuple[Passage, ...]
    figure_lists: tuple[Passage, ...]
    whole_lists: tuple[Passage, ...]


def passages(page: Page) -> tuple[Passage, ...]:
    """The passages of a page in order; headings, captions, navigation and lines about the file itself are none."""
    return _split(page.text, page.language, page.title).passages


def large_tables(page: Page) -> tuple[Passage, ...]:
    """The tables of a page that are too large to be shown: the head of each, and its rows, as spans of their own."""
    return _split(page.text, page.language, page.title).large_tables


def figure_lists(page: Page) -> tuple[Passage, ...]:
    """The lists of a page that tell figures without sentences ("- 2040: 2.7 million"), each in one span: nobody can quote them as
    they stand, but who words a text can use them. The sentences among their items are passages, too."""
    return _split(page.text, page.language, page.title).figure_lists


def whole_lists(page: Page) -> tuple[Passage, ...]:
    """The lists of a page whose points are no sentences, each in one span with what stands right over it (``as_sentence``)."""
    return _split(page.text, page.language, page.title).whole_lists


def shown_passages(page: Page) -> list[Passage]:
    """The passages of a page for who words a text: its lists of figures whole, in place of the sentences among their items."""
    lists = figure_lists(page)
    prose = [one for one in passages(page) if not any(own.start <= one.start < own.end for own in lists)]
    return sorted([*prose, *lists])


@of_pages
def _split(text: str, language: str, title: str) -> _Split:
    found: list[Passage] = []
    large: list[Passage] = []
    lists: list[Passage] = []
    whole: list[Passage] = []
    heading = caption = ""
    headed = captioned = None
    noted = 0
    parts = list(_parts(text))
    for at, (kind, start, end, _) in enumerate(parts):
        if noted:  # it was told with its table
            noted -= 1
            continue
        block = text[start:end]
        if kind == "heading" or (kind == "prose" and _is_heading(block)):
            named = unmarked(" ".join(block.split()))
            named = "" if named.lower() == title.lower() else named
            over = _span_of(named, text, start, end)
            named_so = _is_indented(text, start) or (kind == "prose" and named_unit(named))  # what names a unit heads no text
            if named_so and at + 1 < len(parts) and parts[at + 1][0] == "table":
                caption, captioned = named, over
            else:
                heading, headed = named, over
            continue
        paragraph = found[-1].paragraph + (found[-1].kind == "prose") if found else 0
        if kind == "table":
            if spans := spans_of(text, start, end):
                noted = notes_below(text, parts, at)
                under = f"{heading} {caption}".strip()
                one = Passage(spans[0].start, spans[-1].end, "table", under, len(found), spans, paragraph)
                one = one._replace(notes=notes_of(parts, at, noted))
                over = caption_in(text, start, spans[0].start) or captioned
                if len(spans) > 1:
                    large.append(one._replace(over=over or headed))
                else:
                    found.append(one._replace(over=over or right_above(text, parts, at, headed)))
        else:
            points = points_of(block) if kind == "item" else ""
            own = _own_sentences(text, parts, at, heading, language)
            said = [text[span.start : span.end] for span in own] if kind == "item" and end - start <= LONGEST_LIST else []
            over = _announcing(text, parts[at - 1], language) if said and at else None
            if said and tells_figures(said):
                lists.append(Passage(start, end, "list", heading, len(found), (Span(start, end),), over=over or headed))
            near = over or (headed if at and headed and parts[at - 1][1] <= headed.start < parts[at - 1][2] else None)
            if near and reads_whole(said, text[near.start : near.end], points):
                spans = (Span(near.start, end),)
                whole.append(Passage(near.start, end, "list", heading, len(found), spans, points=points))
            if spans := tuple(_quotable(text, own, language)):
                one = Passage(spans[0].start, spans[-1].end, "prose", heading, len(found), spans, paragraph, points=points)
                found.append(one)
        caption, captioned = "", None
    return _Split(tuple(found), tuple(large), tuple(lists), tuple(whole))


def _span_of(named: str, text: str, start: int, end: int) -> Span | None:
    """Where the words of a heading stand; between them there may be other spaces, as the wide one of 表1　容量."""
    at = text.find(named, start, end) if named else -1
    if at >= 0 or not named:
        return Span(at, at + len(named)) if named else None
    found = re.compile(r"\s+".join(map(re.escape, named.split()))).search(text, start, end)
    return Span(*found.span()) if found else None


def unmarked(heading: str) -> str:
    """A heading without what marks or numbers it."""
    return _HEADING_MARK.sub("", heading).strip("# ")


def _is_indented(text: str, start: int) -> bool:
    """Whether a line is set in, as captions in plain text are."""
    return text[max(0, start - 2) : start].isspace() and not text[max(0, start - 1) : start].endswith("\n")


def _parts(text: str) -> Iterator[_Part]:
    """Blocks, with the rows of a table as one and the items of a list as one."""
    held: Block | None = None
    for block in blocks(text):
        if block.kind == "code":
            continue
        near = held is not None and text.count("\n", held.end, block.start) <= 1
        goes_on = (
            held is not None
            and near
            and ((held.kind == "table" and block.kind in ("table", "rule")) or (held.kind == "item" and block.kind == "item"))
        )
        if held is not None and goes_on:
            held = held._replace(end=block.end)
            continue
        if held is not None and held.kind != "rule":
            yield held.kind, held.start, held.end, held.body
        held = block
    if held is not None and held.kind != "rule":
        yield held.kind, held.start, held.end, held.body


def _is_heading(block: str) -> bool:
    # most blocks are longer, and their beginning tells
    if len(" ".join(block[: 2 * HEADING_WIDTH].split())) > HEADING_WIDTH:
        return False
    line = " ".join(block.split())
    if len(line) > HEADING_WIDTH:
        return False
    wide = HEADING_WIDTH // 2 if len(re.findall(r"[\u3041-\u9fff\uac00-\ud7a3]", line)) * 2 > len(line) else HEADING_WIDTH
    return len(line) <= wide and not _TERMINAL.search(line)


def _is_about_the_file(block: str) -> bool:
    return (":" in block or "：" in block) and bool(_ABOUT_THE_FILE.match(" ".join(block.split())))


def _own_sentences(text: str, parts: Sequence[_Part], at: int, heading: str, language: str) -> list[Span]:
    """The sentences of a paragraph, or of all items of a list, that are the page's own: none of an advertisement, of an entry of
    a list of sources, of what tells of the file, or of what stands around an order and so serves it."""
    kind, start, end, body = parts[at]
    block = text[start:end]
    advert = at > 0 and _ADVERTISEMENT.match(text[parts[at - 1][1] : parts[at - 1][2]])
    referred = is_reference_heading(heading) and (kind == "item" or bool(_ENTRY.match(block)))
    if advert or referred or _is_about_the_file(block):
        return []
    if kind == "prose":
        own = list(prose_sentences(text, body, end, language))
    else:
        own = [Span(body + span.start, body + span.end) for span in sentences(text[body:end], language)]
    return [] if any(is_order(text[span.start : span.end]) for span in own) else own


def _quotable(text: str, own: Sequence[Span], language: str) -> Iterator[Span]:
    """The sentences that can be quoted. A short one that is no junk otherwise stays with its neighbours."""
    longest = LONGEST * (2.5 if is_cjk(language) else 1)
    for span, after in zip_longest(own, own[1:]):
        sentence = text[span.start : span.end]
        beside = refers(sentence) and not (after and dangles(text[after.start : after.end]))  # what goes on from it needs it
        if "|" in sentence or sentence.rstrip().endswith((":", "：")) or _THIS_ARTICLE.match(sentence) or beside:
            continue
        # words have a space between them, where they are no CJK characters
        if len(sentence) >= (2 * longest if sentence.isascii() else longest) and count_words(sentence) > longest:
            continue
        # a sentence full of figures is data to the judge of junk, and a fact to a reader
        if is_junk(sentence) and is_junk(_DIGITS.sub("1", sentence)):
            short = len(own) > 1 and 2 <= count_words(sentence) < (14 if is_cjk(language) else 5) and _TERMINAL.search(sentence)
            if not short or is_boilerplate(sentence) or is_junk(_longer(sentence, language)):
                continue
        yield span


def _announcing(text: str, part: _Part, language: str) -> Span | None:
    """The end of a paragraph that announces what follows it."""
    kind, start, end, _ = part
    if kind != "prose" or not text[start:end].endswith((":", "：")):
        return None
    return list(prose_sentences(text, start, end, language))[-1]


def _longer(sentence: str, language: str) -> str:
    """A short sentence with harmless words around it: what is left to judge is what it says, not how short it is."""
    if language.startswith("ko"):
        return f"그리고 여기에서 말하는 바로는 {sentence}"
    return f"据称在这里所说的内容是{sentence}" if is_cjk(language) else f"It is said here that, as far as one knows, {sentence}"


def as_evidence(page: Page, start: int, end: int, *, name: str, section: str, score: float = 0.0) -> Evidence:
    """A span of a page as evidence, with what is known of the page."""
    return Evidence(
        id=name,
        source=page.id,
        start=start,
        end=end,
        text=page.text[start:end],
        section=section,
        score=round(score, 4),
        url=page.url,
        title=page.title,
        sha256=page.sha256,
        fetched_at=page.fetched_at,
        published=page.published,
        language=page.language,
        kind=page.kind,
    )


def prepare(page: Page) -> None:
    """Have at hand what a round asks of every page, however often, so that it need not be made when the last page is there."""
    shortened(page.text)
    page_bag(page)
    passage_bags(page)


def fitting_pages(question: str, pages: Sequence[Page], forms: Forms) -> dict[str, float]:
    """How much each page is about the question (the best one is 1); nothing where none has a word of it.

    What a page's title and many of its passages speak of, it is about; a word that it merely mentions once is not enough.
    """
    bags = [forms.counted(page_bag(page)) for page in pages]
    scores = score(question, Texts(bags))
    weights = _weights(question, bags)
    wide = [spread(page, weights, forms) for page in pages]
    best, widest = max(scores, default=0.0), max(wide, default=0.0)
    if best <= 0:
        return {}
    about = [0.25 * own / best + 0.75 * width / (widest or 1.0) for own, width in zip(scores, wide, strict=True)]
    top = max(about)
    return {page.id: fit / top for page, fit in zip(pages, about, strict=True)}


def _weights(question: str, bags: Sequence[Counter[str]]) -> dict[str, float]:
    """How much each term of the question tells: what every page has, tells little."""
    asked = Counter(content_terms(question))
    held = {term: sum(term in bag for bag in bags) for term in sorted(asked)}
    # a handful of pages is no measure of how rare a word is: the fewer there are, the more alike the weights
    return {term: min(asked[term], 2) * math.log(1 + max(8, len(bags)) / count) for term, count in held.items() if count}


@lru_cache(maxsize=1024)  # titles and headings: each is asked for several times in a round
def bag(text: str) -> Counter[str]:
    """The terms of a text and how often it has them; to be read only."""
    return Counter(line_terms(text))


def joined(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """The terms of both; to be read only."""
    if not other:
        return one
    both = Counter(one)
    both.update(other)
    return both


def passage_bags(page: Page) -> tuple[Counter[str], ...]:
    """The terms of each passage of a page, without its heading."""
    return _passage_bags(page.text, page.language, page.title)


@of_pages
def _passage_bags(text: str, language: str, title: str) -> tuple[Counter[str], ...]:
    return tuple(Counter(line_terms(text[one.start : one.end])) for one in _split(text, language, title).passages)


def passage_bag(page: Page, one: Passage) -> Counter[str]:
    """The terms of one passage of a page, without its heading."""
    own = one.rows or one.kind == "list"
    return Counter(line_terms(one.said(page.text))) if own else passage_bags(page)[one.place]


def page_bag(page: Page) -> Counter[str]:
    """The terms of a page: its title, which counts twice, and its whole text, headings and all."""
    return _page_bag(page.text, page.title)


@of_pages
def _page_bag(text: str, title: str) -> Counter[str]:
    named = terms(title)
    return Counter(chain(named, named, page_terms(text)))


def spread(page: Page, weights: Mapping[str, float], forms: Forms = ONE_FORM) -> float:
    """The share of some terms, by weight, that the passages of a page have on average, its title counted as a third of them."""
    own, titled = passage_bags(page) or (bag(page.text),), bag(page.title)
    if forms.pairs:
        own, titled = tuple(map(forms.counted, own)), forms.counted(titled)
    held = math.fsum([weight * [term in one for one in own].count(True) for term, weight in weights.items()]) / len(own)
    named = math.fsum([weight for term, weight in weights.items() if term in titled])
    return (2 * held + named) / (3 * (math.fsum(weights.values()) or 1.0))
