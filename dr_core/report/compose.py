"""Composing a report from what a run knows: numbers by code in order of first use, marks behind sentences, the provenance box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dr_core.report.figure import without_pointers
from dr_core.report.mark import mark
from dr_core.report.table import cited_rows
from dr_core.text import is_cjk, sentences
from dr_core.text.overlap import share
from dr_core.text.token import content_terms
from dr_core.types import Evidence, Figure, Page, Paragraph, Reference, Verdict


def numbered(
    paragraphs: Sequence[Paragraph], figures: Sequence[Figure], evidence: Mapping[str, Evidence], sources: Mapping[str, Page]
) -> tuple[dict[str, int], list[Reference]]:
    """The reference number of each cited piece of evidence, and the list: cited sources by first use, then the others."""
    order: dict[str, int] = {}
    citations: dict[str, int] = {}
    cited = [cite for paragraph in paragraphs for cite in paragraph.cite_ids]
    for cite in (*cited, *(cite for figure in figures for cite in figure.cite_ids)):
        source = evidence[cite].source
        citations[cite] = order.setdefault(source, len(order) + 1)
    references = [_reference(sources[source], number) for source, number in order.items()]
    references += [_reference(page, None) for source, page in sources.items() if source not in order]
    return citations, references


def _reference(page: Page, number: int | None) -> Reference:
    return Reference(
        number=number,
        source=page.id,
        title=page.title,
        url=page.url,
        published=page.published,
        images=page.images[:3],
        kind=page.kind,
    )


CARRIES = 0.5
"""A span that holds this share of a sentence's terms is one the sentence stands on."""


def marked(
    paragraph: Paragraph,
    verdicts: Sequence[Verdict],
    citations: Mapping[str, int],
    evidence: Mapping[str, Evidence],
    language: str,
) -> Paragraph:
    """A paragraph with a mark behind each run of sentences that stand on the same sources, and always one at its end."""
    if paragraph.kind == "list":  # every item is a claim of its own, and ends in its citation
        lines = [line.rstrip() for line in paragraph.text.splitlines() if line.strip()]
        cited = [line + mark(carriers(line, paragraph.cite_ids, evidence)) for line in lines]
        return paragraph.model_copy(update={"text": "\n".join(cited)})
    if paragraph.kind == "table":
        quoted = any(evidence[cite].text.lstrip().startswith("|") for cite in paragraph.cite_ids)
        rows = paragraph.text  # a source's own table is cited as a whole
        if not quoted:
            rows = cited_rows(rows, lambda claim, cell: of_cell(claim, cell, paragraph.cite_ids, evidence), language)
        return paragraph.model_copy(update={"text": rows + mark(paragraph.cite_ids)})
    own = {verdict.sentence.strip(): verdict for verdict in verdicts if verdict.paragraph == paragraph.id}
    pieces: list[tuple[str, tuple[str, ...]]] = []
    for span in sentences(paragraph.text, language):
        text = paragraph.text[span.start : span.end].strip()
        verdict = own.get(text) or own.get(without_pointers(text))
        cites = carriers(text, paragraph.cite_ids, evidence)
        doubtful = verdict is not None and verdict.verdict == "unclear"
        pieces.append((text + (_doubt(language) if doubtful else ""), cites))
    if not pieces:
        pieces = [(paragraph.text, paragraph.cite_ids)]
    spaced = " " if not is_cjk(language) or language.startswith("ko") else ""
    out: list[str] = []
    waiting: list[str] = []
    for at, (text, cites) in enumerate(pieces):
        waiting = list(dict.fromkeys([*waiting, *cites]))
        following = pieces[at + 1][1] if at + 1 < len(pieces) else ()
        if not following or {citations[cite] for cite in following} != {citations[cite] for cite in cites}:
            out.append(text + mark(waiting))
            waiting = []
        else:
            out.append(text)
    return paragraph.model_copy(update={"text": spaced.join(out)})


def carriers(sentence: str, cite_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    """Those of the cited spans that a sentence stands on; all of them where none stands out."""
    held = {cite: share(sentence, evidence[cite].text) for cite in cite_ids}
    best = max(held.values(), default=0.0)
    if best < CARRIES:
        return tuple(cite_ids)
    return tuple(cite for cite in cite_ids if held[cite] >= max(CARRIES, 0.75 * best))


def of_cell(claim: str, cell: str, cite_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    """Those of the cited spans that a cell stands on: of those that hold its words, the ones that speak of its row and column."""
    own = set(content_terms(cell))
    holding = [cite for cite in cite_ids if own and own <= set(content_terms(evidence[cite].text))] or list(cite_ids)
    held = {cite: share(claim, evidence[cite].text) for cite in holding}
    best = max(held.values(), default=0.0)
    return tuple(cite for cite in holding if held[cite] >= 0.75 * best)


def _doubt(language: str) -> str:
    return "（？）" if is_cjk(language) and not language.startswith("ko") else " (?)"
