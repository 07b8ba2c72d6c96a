"""A report of somebody else's, held against the pages that it links to."""

from __future__ import annotations

from collections.abc import Mapping

from dr_core.report.citation import CitedParagraph, ParsedReport
from dr_core.text.language import detect
from dr_core.text.marker import strip_marks
from dr_core.text.rank import bm25
from dr_core.text.sentence import paragraphs, sentences
from dr_core.text.support import judge
from dr_core.types import Problem, Verification

PASSAGES = 12
"""Passages of a page that a paragraph is held against: the ones most like it."""
LONGEST_PAGE = 200_000
MOST_PROBLEMS = 200


def cited_urls(report: ParsedReport) -> list[str]:
    """The addresses that the paragraphs of ``report`` cite, each once, in order."""
    return list(dict.fromkeys(url for paragraph in report.paragraphs for url in _urls(paragraph, report)))


def ground(report: ParsedReport, pages: Mapping[str, str], unread: Mapping[str, str]) -> Verification:
    """The word on every sentence that cites a page of ``pages`` (address to text); ``unread`` says why others are missing."""
    counts = dict.fromkeys(("sentence_count", "supported_count", "unclear_count", "contradicted_count", "unchecked_count"), 0)
    problems: list[Problem] = []
    split = {url: _passages(text) for url, text in pages.items()}
    for paragraph in report.paragraphs:
        spans = [span for url in _urls(paragraph, report) if url in pages for span in _nearest(paragraph.text, split[url])]
        text = strip_marks(paragraph.text)
        language = detect(text)
        for span in sentences(text):
            sentence = text[span.start : span.end]
            counts["sentence_count"] += 1
            if not spans:
                counts["unchecked_count"] += 1
                continue
            word = judge(sentence.replace("|", " "), spans, language=language)
            counts[f"{word.verdict}_count"] += 1
            if word.verdict == "contradicted":
                problems.append(
                    Problem(where=f"line {paragraph.line}", text=" ".join(sentence.split())[:120], reason=word.reason)
                )
    checked = counts["sentence_count"] - counts["unchecked_count"]
    counts |= {"page_count": len(pages), "page_unread_count": len(unread)}
    note = "held against the pages as they are today" if checked else "not applicable: none of the cited pages could be read"
    first = next(iter(unread.items()), None)
    if first:
        note += f"; {len(unread)} could not be read (first: {first[0]}: {first[1]})"
    return Verification(
        verifier="grounding",
        passed=not problems if checked else None,
        counts=counts,
        problems=tuple(problems[:MOST_PROBLEMS]),
        note=note,
    )


def _urls(paragraph: CitedParagraph, report: ParsedReport) -> list[str]:
    found: dict[str, None] = {}
    for mark in paragraph.marks:
        if mark.target.startswith(("http://", "https://")):
            found[mark.target] = None
        for number in mark.numbers:
            entry = report.references.get(number)
            if entry and entry.url:
                found[entry.url] = None
    return list(found)


def _passages(text: str) -> list[str]:
    cut = text[:LONGEST_PAGE]
    return [cut[span.start : span.end] for span in paragraphs(cut)]


def _nearest(text: str, passages: list[str]) -> list[str]:
    ranked = sorted(zip(bm25(text, passages), range(len(passages)), strict=True), key=lambda pair: (-pair[0], pair[1]))
    return [passages[at] for _, at in ranked[:PASSAGES]]
