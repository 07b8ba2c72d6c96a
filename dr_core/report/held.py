"""A report held against the paragraphs that were checked: each shown whole and once, nothing beside them, and cited by the
numbers of the sources that it stands on. This needs no more of a run than its paragraphs, evidence and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html.entities import html5
from urllib.parse import unquote

from dr_core.pattern import regex
from dr_core.report.block import Block, blocks, reveal
from dr_core.report.citation import ParsedReport, parse_report
from dr_core.report.clean import unseen_removed
from dr_core.report.figure import without_pointers
from dr_core.report.table import cells, is_not_found, is_rule
from dr_core.report.visible import folded
from dr_core.types import Evidence, Paragraph, Problem

_NAMED = regex(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
_DOUBT = regex(r"\s?\(\?\)|（？）")
_CITED = regex(r"((?<!\\)(?:\\\\)*) *(?:\[\[(\d{1,3})\]\]\(([^()\s]*)\)|\[(\d{1,3})\](?!\())")
"""A citation as a run writes it; what looks like one in a source's words is escaped, or is words (a superscript, an address)."""
_BEHIND_FOREIGN = regex(r"([^\x00-\x7f]) ")
_CLAIMS = ("prose", "item", "quote", "table")
_NEVER = ("heading", "provenance")
"""Where no paragraph stands; others may pass for a caption, a label or a reference by the words they begin with."""


def unheld(markdown: str, paragraphs: Sequence[Paragraph]) -> tuple[list[Problem], list[Problem]]:
    """What the report says and no paragraph does, or not as often; and the paragraphs that it does not show, or not in order."""
    report = parse_report(markdown)
    waiting: dict[str, list[tuple[int, int]]] = {}
    checked = [_checked(paragraph) for paragraph in paragraphs]
    for at, own in enumerate(checked):
        for part, words in enumerate(own):
            waiting.setdefault(words, []).append((at, part))
    shown: set[tuple[int, int]] = set()
    extra: list[Problem] = []
    order: list[tuple[int, Block]] = []
    for role, block in report.blocks:
        if role in _NEVER:
            continue
        found = next((one for one in waiting.get(_shown(block), ()) if one not in shown), None)
        if found:
            shown.add(found)
            order.append((found[0], block))
        elif role in _CLAIMS:
            extra.append(_problem(block, "stands in the report and was not checked"))
    missing = [
        Problem(where=f"paragraph {item.id}", text=_short(item.text), reason="was checked and does not stand in the report")
        for at, item in enumerate(paragraphs)
        if any((at, part) not in shown for part in range(len(checked[at])))
    ]
    return extra, missing + _out_of_order(order, paragraphs)


def miscited(
    markdown: str, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence], urls: Mapping[str, str]
) -> list[Problem]:
    """Where a number behind a paragraph leads to a source that the paragraph does not cite; ``urls`` are those of the sources."""
    report = parse_report(markdown)
    known = {source: unquote(full) for source, full in urls.items()}
    sources_of = cache(lambda url: _sources(url, known))
    stands: dict[str, set[str]] = {}
    for item in paragraphs:
        for words in _checked(item):
            stands.setdefault(words, set()).update(evidence[cite].source for cite in item.cite_ids if cite in evidence)
    problems = [
        Problem(where="references", text=f"[{number}] {_short(entry.title)}", reason=f"{entry.url} is no source of this run")
        for number, entry in report.references.items()
        if urls and entry.url and not sources_of(entry.url)
    ]
    for (role, block), (after, caption) in zip(report.blocks, [*report.blocks[1:], (None, None)], strict=True):
        own = stands.get(_shown(block)) if role not in _NEVER else None
        if own is None:
            continue
        below = caption.text if caption and role == "table" and after == "caption" else ""
        for label, url in _leads(f"{block.text}\n{below}", report):
            sources = sources_of(url)
            if sources and not sources & own:
                problems.append(_problem(block, f"cites {label}, a source that the checked paragraph does not stand on"))
    return problems


def _leads(text: str, report: ParsedReport) -> Iterator[tuple[str, str]]:
    """The citations of a text and the addresses that they lead to."""
    for found in dict.fromkeys(found.groups()[1:] for found in _CITED.finditer(text)):
        number, target = found[0] or found[2], found[1]
        entry = report.references.get(int(number))
        if url := target or (entry.url if entry else ""):
            yield f"[{number}]", url


def _sources(url: str, known: Mapping[str, str]) -> set[str]:
    """The sources with an address, of those ``known`` (unquoted); one with a character that ends an address in a text is known by
    what stands before it."""
    asked = unquote(url)
    return {
        source
        for source, full in known.items()
        if full.rstrip(".,;") == asked or (full.startswith(asked) and full[len(asked)] in ' <>()[]（）【】「」，。；"')
    }


def _out_of_order(order: Sequence[tuple[int, Block]], paragraphs: Sequence[Paragraph]) -> list[Problem]:
    """The first paragraph of each section that stands before one it follows."""
    last: dict[str, int] = {}
    problems: dict[str, Problem] = {}
    for at, block in order:
        section = paragraphs[at].section
        if at < last.get(section, -1):
            problems.setdefault(section, _problem(block, "does not stand where the checked paragraphs have it"))
        last[section] = max(at, last.get(section, -1))
    return list(problems.values())


def _checked(paragraph: Paragraph) -> list[str]:
    """The words of the blocks that a paragraph is shown as."""
    if paragraph.kind == "table":
        return [_table(paragraph.text.split("\n"), shown=False)]
    if paragraph.kind == "list":
        return [_words(block.text) for block in blocks(paragraph.text) if block.text]
    return [_words(paragraph.text)]


def _shown(block: Block) -> str:
    """A block of a report as ``_checked`` gives it."""
    if block.kind == "table":
        return _table(block.text.split("\n"), shown=True)
    return _words(_raw(_CITED.sub(r"\1", block.text)))


def _table(rows: Sequence[str], *, shown: bool) -> str:
    """The cells of a table, those that say nothing left empty; rows are as wide as the head."""
    told = [cells(row) for row in rows if row.strip() and not is_rule(row)]
    width = len(told[0]) if told else 0
    lines = []
    for row in told:
        words = [_words(_raw(_CITED.sub(r"\1", cell)) if shown else cell) for cell in row[:width]]
        words = ["" if at and is_not_found(word) else word for at, word in enumerate(words)]
        lines.append(" | ".join([*words, *[""] * (width - len(words))]))
    return "\n".join(lines)


def _raw(text: str) -> str:
    """The words of markdown: names of characters read, escapes undone."""
    return _NAMED.sub(_character, _ESCAPED.sub(r"\1", text))


def _character(found: re.Match[str]) -> str:
    name = found[1]
    if name[0] != "#":
        return html5.get(f"{name};", found[0])
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


@lru_cache(maxsize=1024)  # a report is held twice: whether all of it was checked, and whether it cites what was
def _words(text: str) -> str:
    """What is compared: not backslashes or the sign that marks stress, nor a doubt or a pointer at a figure, which a run adds,
    nor the blank behind a letter of another script, which stays or goes with the language of the report (``gap``)."""
    plain = reveal(unseen_removed(_DOUBT.sub("", without_pointers(text))))
    return _BEHIND_FOREIGN.sub(r"\1", folded(plain.replace("\\", "").replace("_", "*")))


def _problem(block: Block, reason: str) -> Problem:
    return Problem(where=f"line {block.line}", text=_short(block.text), reason=reason)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:117] + "..."
