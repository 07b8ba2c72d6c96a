"""Paragraphs held against their evidence, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from dr_core.pattern import regex
from dr_core.report.credit import abroad, invented, placeless, sources_named, uncredited
from dr_core.report.figure import SUMS_UP
from dr_core.report.grid import Grid, grids, misplaced
from dr_core.report.table import cells_of, stated
from dr_core.report.titled import under_titles
from dr_core.report.unfound import is_of_nothing
from dr_core.text.language import detect
from dr_core.text.relative import dated
from dr_core.text.sentence import sentences
from dr_core.text.support import AGAINST, DOUBTED, Judgement, judge
from dr_core.types import Evidence, Paragraph, Verdict

MOST_OTHERS = 400
"""Spans of the run that a sentence is held against beside the ones it cites; more would cost time and tell nothing new."""

MOST_SENTENCES = 1_000
"""Sentences of a paragraph that are compared; what comes behind them is unclear, because no paragraph is that long."""

NOTHING_FOUND = Judgement("supported", 1.0, "claims nothing")
"""The word on a sentence, or a row of a table, that says of all it asks for that it was not found."""

_DELIMITER = regex(r"[\s:|-]+$")


def check_paragraphs(paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
    """A verdict for every sentence of ``paragraphs``, in order."""
    first = list(islice(evidence.values(), MOST_OTHERS))
    every = list(zip([one.id for one in first], _the_same(tuple(one.text for one in first)), strict=True))
    verdicts: list[Verdict] = []
    for paragraph in paragraphs:
        ids = tuple(dict.fromkeys(one for one in paragraph.cite_ids if one in evidence))
        cited = [evidence[one] for one in ids]
        spans = tuple(map(_told, cited))
        called = sources_named(cited)
        titles = tuple(map(_title, cited))
        cites, own = set(ids), {one.text for one in cited}
        others = tuple([text for one, text in every if one not in cites and text not in own]) if ids else ()
        language = detect(paragraph.text)  # of the whole: a short sentence alone is often guessed wrong
        known: dict[str, Judgement] = {}
        table = grids(paragraph.text)[:1] if paragraph.kind == "table" else []
        for sentence in claims_of(paragraph):
            word = known.get(sentence)
            if word is None and len(known) >= MOST_SENTENCES:
                word = Judgement("unclear", 0.0, "stands behind more sentences than a paragraph has")
            elif word is None:
                plain = stated(sentence) if paragraph.kind == "table" else sentence
                closing = paragraph.section in SUMS_UP
                told = plain and not is_of_nothing(plain, closing=closing, spans=(*spans, *others))
                word = _credited(plain, called, titles, spans, language, others) if told else NOTHING_FOUND
                if table and sentence.startswith("|"):
                    over = tuple(dict.fromkeys(one.title for one in cited if one.title))
                    word = _row(word, sentence, table[0], plain, spans, language, others, over)
                known[sentence] = word
            verdicts.append(
                Verdict(
                    paragraph=paragraph.id,
                    sentence=sentence,
                    verdict=word.verdict,
                    score=round(word.score, 3),
                    reason=word.reason,
                    cite_ids=ids,
                )
            )
    return verdicts


def _told(evidence: Evidence) -> str:
    """The words of a piece of evidence, and those again that name a year by that of their publication, with the year."""
    again = dated(evidence.text, evidence.published)
    return f"{evidence.text}\n{again}" if again else evidence.text


def _title(evidence: Evidence) -> str:
    """The title of a source and when it was published, as a writer is shown them."""
    return f"{evidence.title} ({evidence.published})" if evidence.title and evidence.published else evidence.title


@lru_cache(maxsize=4)
def _the_same(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The very strings for all who give equal ones: such are told to be known at a glance, for every sentence."""
    return texts


@lru_cache(maxsize=1024)  # the audit asks again what the verification asked
def _credited(
    sentence: str,
    called: tuple[str, ...],
    titles: tuple[str, ...],
    spans: tuple[str, ...],
    language: str,
    others: tuple[str, ...],
) -> Judgement:
    """The word on a sentence that may name its sources: they stand in no span, and nobody else may be named for them.

    A country that a source is about by its title is not invented: whether it is that of the words is unclear.
    """
    claim = uncredited(sentence, called, spans)
    word = _judged(claim, spans, language, others)
    if word.reason.startswith("the name ") and (bare := placeless(claim, called, spans)) != claim:
        other = _judged(bare, spans, language, others)
        word = other if other.verdict == "contradicted" else word._replace(verdict="unclear")
    word = under_titles(claim, word, titles, spans, lambda said, held: _judged(said, held, language, others))
    elsewhere = abroad(sentence, called, spans) if word.verdict == "supported" else ""
    if elsewhere:
        word = Judgement("unclear", min(word.score, DOUBTED), f"the name {elsewhere} stands in no cited span")
    stranger = invented(sentence, called, spans) if word.verdict != "contradicted" else ""
    if not stranger:
        return word
    return Judgement("contradicted", min(word.score, AGAINST), f"the name {stranger} stands in no cited span")


@lru_cache(maxsize=1024)
def _judged(sentence: str, spans: tuple[str, ...], language: str, others: tuple[str, ...]) -> Judgement:
    return judge(sentence, spans, language=language, others=others)


def _row(
    word: Judgement,
    row: str,
    table: Grid,
    plain: str,
    spans: tuple[str, ...],
    language: str,
    others: tuple[str, ...],
    titles: tuple[str, ...],
) -> Judgement:
    """The word on a row with the head above it: with the units that stand there, and with every cell in its column."""
    whole = stated(row, table.head)
    if word.verdict == "contradicted" and whole != plain:  # a source's own table has its units in the head, too: it comes first
        word = _judged(whole, spans, language, others)
    if word.verdict == "unclear":  # a row that compares takes each cell from another sentence
        words = [_judged(cell, spans, language, others) for cell in cells_of(row, table.head)]
        if len(words) > 1 and all(one.verdict == "supported" for one in words):
            word = min(words, key=lambda one: one.score)
    return (misplaced(table, row, spans, titles) or word) if word.verdict == "supported" else word


def claims_of(paragraph: Paragraph) -> Iterator[str]:
    """The sentences of ``paragraph`` as they stand in it; of a table its rows, without the head."""
    rows = 0
    for span in sentences(paragraph.text):
        sentence = paragraph.text[span.start : span.end]
        if sentence.startswith("#") or not any(char.isalnum() for char in sentence):
            continue
        if paragraph.kind == "table" and sentence.startswith("|"):
            rows += 1
            if rows == 1 or _DELIMITER.match(sentence):
                continue
        yield sentence
