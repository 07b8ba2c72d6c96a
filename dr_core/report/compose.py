"""Composing a report from what a run knows: numbers by code in order of first use, marks behind sentences, the provenance box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dr_core.report.carry import carriers, stating
from dr_core.report.figure import without_pointers
from dr_core.report.mark import cited_in, mark, unmarked
from dr_core.report.reference import readable
from dr_core.report.table import cited_rows, doubted
from dr_core.text import gap, is_cjk, sentences
from dr_core.text.overlap import share
from dr_core.text.token import content_terms, terms
from dr_core.types import Evidence, Figure, Page, Paragraph, Reference, Report, Verdict


def numbered(
    paragraphs: Sequence[Paragraph], figures: Sequence[Figure], evidence: Mapping[str, Evidence], sources: Mapping[str, Page]
) -> tuple[dict[str, int], list[Reference]]:
    """The reference number of each piece of evidence, and the list: the sources that marked paragraphs and figures show as cited,
    by first use, then the others."""
    order: dict[str, int] = {}
    drawn = [cite for figure in figures for cite in figure.cite_ids]
    for cite in (*shown_cites(paragraphs), *drawn):
        order.setdefault(evidence[cite].source, len(order) + 1)
    cited = [*(cite for paragraph in paragraphs for cite in paragraph.cite_ids), *drawn]
    citations = {cite: order[evidence[cite].source] for cite in cited if evidence[cite].source in order}
    references = [_reference(sources[source], number) for source, number in order.items()]
    references += [_reference(page, None) for source, page in sources.items() if source not in order]
    return citations, references


def shown_cites(paragraphs: Iterable[Paragraph]) -> list[str]:
    """The evidence that marked paragraphs cite where a reader sees it, each piece once, in order."""
    return list(dict.fromkeys(cite for paragraph in paragraphs for cite in cited_in(paragraph.text)))


def _reference(page: Page, number: int | None) -> Reference:
    return Reference(
        number=number,
        source=page.id,
        title=page.title,
        url=readable(page.url),
        published=page.published,
        images=page.images[:3],
        kind=page.kind,
    )


def set_apart(report: Report) -> Report:
    """A report whose paragraphs are plain words, and what their marks say in ``marked``: not every renderer knows marks."""
    found: dict[str, str] = {}
    sections = []
    for section in report.sections:
        found |= {paragraph.id: paragraph.text for paragraph in section.paragraphs if cited_in(paragraph.text)}
        plain = (paragraph.model_copy(update={"text": unmarked(paragraph.text)}) for paragraph in section.paragraphs)
        sections.append(section.model_copy(update={"paragraphs": tuple(plain)}))
    return report.model_copy(update={"sections": tuple(sections), "marked": report.marked | found})


def marked(
    paragraph: Paragraph,
    verdicts: Sequence[Verdict],
    evidence: Mapping[str, Evidence],
    language: str,
) -> Paragraph:
    """A paragraph with a mark behind each run of sentences that stand on the same sources, and always one at its end.

    What is unclear (a sentence, an item with one, a row) is shown with a doubt.
    """
    own = {verdict.sentence.strip(): verdict for verdict in verdicts if verdict.paragraph == paragraph.id}
    unclear = [sentence for sentence, verdict in own.items() if verdict.verdict == "unclear"]
    if paragraph.kind == "list":  # every item is a claim of its own, and ends in its citation
        lines = [line.rstrip() for line in paragraph.text.splitlines() if line.strip()]
        cited = [
            line + _doubt(language) * any(one in line for one in unclear) + mark(carriers(line, paragraph.cite_ids, evidence))
            for line in lines
        ]
        return paragraph.model_copy(update={"text": "\n".join(cited)})
    if paragraph.kind == "table":
        rows = "\n".join(doubted(row, _doubt(language)) if row.strip() in unclear else row for row in paragraph.text.splitlines())
        if not _is_quoted(paragraph, evidence):
            rows = cited_rows(rows, lambda claim, cell: of_cell(claim, cell, paragraph.cite_ids, evidence), language)
        return paragraph.model_copy(update={"text": rows + mark(paragraph.cite_ids)})
    pieces: list[tuple[str, tuple[str, ...]]] = []
    before = ""
    for span, text in whole_sentences(paragraph.text, language):
        cites = carriers(without_pointers(text), paragraph.cite_ids, evidence)
        doubtful = span in unclear or (span not in own and without_pointers(span) in unclear)
        space = gap(before, language) if before and text[:1].isspace() else ""  # what stands close together stays so
        before = text.strip()
        pieces.append((space + before + _doubt(language) * doubtful, cites))
    if not pieces:
        pieces = [(paragraph.text, paragraph.cite_ids)]
    out: list[str] = []
    waiting: list[str] = []
    for at, (text, cites) in enumerate(pieces):
        waiting = list(dict.fromkeys([*waiting, *cites]))
        following = pieces[at + 1][1] if at + 1 < len(pieces) else ()
        if not following or {evidence[cite].source for cite in following} != {evidence[cite].source for cite in cites}:
            out.append(text + mark(waiting))
            waiting = []
        else:
            out.append(text)
    return paragraph.model_copy(update={"text": "".join(out)})


def _is_quoted(table: Paragraph, evidence: Mapping[str, Evidence]) -> bool:
    """Whether a table is one of its sources' own, or rows of it, and cited as a whole: all of its rows stand in that."""
    held: dict[str, set[tuple[str, ...]]] = {}
    for one in (evidence[cite] for cite in table.cite_ids):
        held.setdefault(one.source, set()).update(tuple(terms(row)) for row in one.text.splitlines())
    rows = {tuple(terms(row)) for row in table.text.splitlines()}
    return any(rows <= own for own in held.values())


def whole_sentences(text: str, language: str = "") -> list[tuple[str, str]]:
    """The sentences of a text, each alone and with all that stands before it: a day is no item's number ("3. Oktober")."""
    found: list[tuple[str, str]] = []
    last = 0
    spans = sentences(text, language)
    for at, span in enumerate(spans, 1):
        end = span.end if at < len(spans) else len(text)
        found.append((text[span.start : span.end].strip(), text[last:end]))
        last = end
    return found


def of_cell(claim: str, cell: str, cite_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> tuple[str, ...]:
    """Those of the cited spans that a cell stands on: of those that hold its words or state its figure, the ones that speak of
    its row and column."""
    own = set(content_terms(cell))
    holding = [cite for cite in cite_ids if own and own <= set(content_terms(evidence[cite].text))]
    holding = holding or stating(cell, cite_ids, evidence) or list(cite_ids)
    held = {cite: share(claim, evidence[cite].text) for cite in holding}
    best = max(held.values(), default=0.0)
    return tuple(cite for cite in holding if held[cite] >= 0.75 * best)


def _doubt(language: str) -> str:
    return "（？）" if is_cjk(language) and not language.startswith("ko") else " (?)"
