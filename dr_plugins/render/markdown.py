"""The report as markdown: the form every other one can be made from."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from dr_core import Paragraph, Renderer, Report
from dr_core.pattern import regex
from dr_core.report import last_mark, render_marks, words
from dr_core.report.clean import showable
from dr_core.report.statistic import statistics

_BLOCK_START = regex(r"^(\s*)(?:(\d{1,9})(?=[.)]\s)|(?=#{1,6}\s|>|[-+*]\s|={3,}|-{3,}|```|~~~))")
"""What would begin a list, a heading, a rule: a backslash goes before its sign, which of "3. " is the stop."""
_ENTITY = regex(r"&(?=#?[A-Za-z0-9]{1,32};)")
"""An ampersand that would be read as the beginning of a character's name."""
_ENTITY_END = regex(r"(&#?[A-Za-z0-9]{1,32});")
_HOST = regex(r"[a-zA-Z][a-zA-Z0-9+.-]{0,30}://(?:\[[0-9a-fA-F:.]{2,45}\])?")
_ENDS_URL = regex(r"[\s<>()\[\]\"（）【】「」，。；]")
_ITEM = regex(r"(\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?)(.*)")


class Markdown(Renderer):
    """Writes report.md: title, abstract, sections, figures in place, references, and how the report was made."""

    suffix = ".md"

    async def render(self, report: Report, folder: Path) -> bytes:
        """The whole report; figures are linked as files beside it."""
        label = words(report.language)
        parts = [f"# {escaped(report.title)}"]
        parts += [f"> **{label.note}** {escaped(notice)}" for notice in report.notices]
        if report.assumptions:
            parts.append(f"> **{label.assumptions}** " + "; ".join(escaped(assumption) for assumption in report.assumptions))
        for section in report.sections:
            parts.append(f"## {escaped(section.title)}")
            for paragraph in section.paragraphs:
                parts.append(self._paragraph(paragraph, report))
                parts += self._figures(paragraph, report)
        if report.show_references:
            parts += self._references(report)
        parts.append(f"## {label.provenance}")
        parts.append("| | |\n|---|---|\n" + "\n".join(f"| {_cell(name)} | {_cell(value)} |" for name, value in report.provenance))
        return ("\n\n".join(parts) + "\n").encode()

    def _paragraph(self, paragraph: Paragraph, report: Report) -> str:
        def cited(ids: list[str]) -> str:
            numbers = sorted({report.citations[cite] for cite in ids if cite in report.citations})
            return "".join(_citation(number, report) for number in numbers)

        marked = report.marked.get(paragraph.id, paragraph.text)
        if paragraph.kind == "table":
            colon = ": " if _spaced(report.language) else "："
            rows, ids = last_mark(marked)
            body = _table(rows, lambda cell: render_marks(cell, _in_cell, lambda ids: " " + cited(ids)))
            return f"{body}\n\n{words(report.language).source}{colon}{cited(ids)}" if ids else body
        if paragraph.kind == "list":
            return render_marks(marked, _list, lambda ids: " " + cited(ids))
        text = render_marks(marked, _prose, lambda ids: (" " if _spaced(report.language) else "") + cited(ids))
        return _as_text(text)

    def _figures(self, paragraph: Paragraph, report: Report) -> list[str]:
        parts = []
        label = words(report.language)
        for figure in report.figures:
            if figure.section == paragraph.id:
                numbers = sorted({report.citations[cite] for cite in figure.cite_ids if cite in report.citations})
                sources = "".join(_citation(number, report) for number in numbers)
                parts.append(f"![{escaped(figure.alt)}]({figure.path})")
                parts.append(f"*{label.figure} {figure.number}. {escaped(figure.caption)}* {sources}")
        return parts

    def _references(self, report: Report) -> list[str]:
        cited = [reference for reference in report.references if reference.number is not None]
        others = [reference for reference in report.references if reference.number is None]
        parts = ["## References", "### Cited Sources (Used in Report)"]
        for reference in cited:
            line = f"[{reference.number}] {escaped(reference.title)} - {_url(reference.url)}"
            if report.show_images and reference.images:
                line += " (" + ", ".join(f"[image]({_url(image)})" for image in reference.images) + ")"
            parts.append(line)
        parts.append("### Additional Sources (Not Cited)")
        parts += [f"- {escaped(reference.title)} - {_url(reference.url)}" for reference in others] or ["(none)"]
        parts.append("\n- ".join(statistics(report)))
        return parts


def _citation(number: int, report: Report) -> str:
    if report.show_references:
        return f"[{number}]"
    url = next((reference.url for reference in report.references if reference.number == number), "")
    return f"[[{number}]]({_url(url)})"


def _spaced(language: str) -> bool:
    return language.split("-")[0] not in ("zh", "ja")


def escaped(text: str) -> str:
    """Text of a source as text: no markup, no HTML, no bracket that could pass for a citation."""
    flat = _ENTITY.sub("&amp;", re.sub(r"\s+", " ", showable(text)))
    return re.sub(r"([\\`*_\[\]<>])", lambda found: {"<": "&lt;", ">": "&gt;"}.get(found[0], "\\" + found[0]), flat)


def _prose(text: str) -> str:
    """Words of a paragraph; a bracket that they begin with would make a link of the citation before them."""
    told = escaped(text)
    return f"\\{told}" if told.startswith("(") else told


def _as_text(line: str) -> str:
    """A line that begins no block, whatever it begins with."""
    return _BLOCK_START.sub(r"\1\2\\", line)


def _list(text: str) -> str:
    """A list whose markers stay and whose words are escaped."""
    lines = [_ITEM.match(line) for line in text.splitlines() if line.strip()]
    # marks stand between the items: a piece may begin with the end of the line before it
    return ("\n" if text.startswith("\n") else "") + "\n".join(f"{line[1]}{_as_text(escaped(line[2]))}" for line in lines if line)


def _table(text: str, shown: Callable[[str], str]) -> str:
    """A pipe table whose bars stay and whose cells can hold no tag, image or citation of their own; rows are padded to the head's
    width."""
    rows = [line.strip() for line in text.strip().splitlines() if line.strip()]
    width = len(_cells(rows[0])) if rows else 0
    lines = []
    for row in rows:
        told = [shown(cell) for cell in _cells(row)[:width]]
        lines.append("| " + " | ".join([*told, *[""] * (width - len(told))]) + " |")
    return "\n".join(lines)


def _in_cell(text: str) -> str:
    told = _ENTITY.sub("&amp;", showable(text)).replace("<", "&lt;")
    # a bracket that the source has escaped is text already: one more backslash would undo that
    return re.sub(r"(\\*)\[", lambda found: found[1] + ("" if len(found[1]) % 2 else "\\") + "[", told)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().removeprefix("|").removesuffix("|"))]


def _cell(text: str) -> str:
    return escaped(text).replace("|", "\\|")


def _url(url: str) -> str:
    """An address as it may stand in markdown: nothing that ends a link or begins a tag."""
    host = _HOST.match(url)  # of an IPv6 address the brackets stay
    before, path = (host[0], url[host.end() :]) if host else ("", url)
    return before + _ENTITY_END.sub(r"\1%3B", _ENDS_URL.sub(lambda found: quote(found[0], safe=""), path))
