"""The report as one HTML file that needs nothing else: figures inside, no script, nothing fetched, each citation with the saved
sentence it stands on.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from dr_core import Figure, Paragraph, Reference, Renderer, Report
from dr_core.report import words
from dr_core.report.clean import showable
from dr_core.report.parts import cited_numbers, items, pieces, table
from dr_core.report.statistic import statistics
from dr_plugins.render._outline import followable, is_spaced, picture_file

if TYPE_CHECKING:
    from jinja2 import Template

WHOLE, END = 80, 36
"""Characters of a sentence that a link to it names as they are; of a longer one it names so many at either end."""
SYSTEM_FONTS = {
    "zh-Hant": ("PingFang TC", "Microsoft JhengHei"),
    "zh": ("PingFang SC", "Microsoft YaHei"),
    "ja": ("Hiragino Sans", "Yu Gothic"),
    "ko": ("Apple SD Gothic Neo", "Malgun Gothic"),
}
"""What readers' machines have, behind the report's own fonts, which they may not have."""


class Mark(NamedTuple):
    """A citation in the text: its number, where it leads, the words it stands on, and where the list of sources leads back to it,
    if it is the first of its number."""

    number: int
    href: str
    quoted: str
    id: str


class Quote(NamedTuple):
    """A saved sentence: the number of its source, its words, and where to read them; no address where there is none to follow."""

    number: int
    text: str
    href: str


class Html(Renderer):
    """Writes report.html: one file to send, to print and to check; each paragraph opens to the saved sentences it cites."""

    suffix = ".html"

    async def render(self, report: Report, folder: Path) -> bytes:
        """The whole report; figures of ``folder`` are put into it."""
        page = _template().render(shown=_Shown(report, folder), report=report, label=words(report.language))
        return page.encode(errors="replace")  # half a character is none


class _Shown:
    """What the template asks for, of one report."""

    def __init__(self, report: Report, folder: Path) -> None:
        self._report = report
        self._folder = folder
        self._addresses = {reference.number: reference.url for reference in report.references if reference.number is not None}
        self.language = report.language or "und"
        self.spaced = is_spaced(report.language)
        self.fonts = _families(report)
        self.cited = [reference for reference in report.references if reference.number is not None]
        self.others = [reference for reference in report.references if reference.number is None]
        self.marked: set[int] = set()
        """The numbers that stand in the text so far."""

    def marks(self, cites: Sequence[str]) -> list[Mark]:
        """The citations of some evidence."""
        found = []
        for number, ids in cited_numbers(tuple(cites), self._report).items():
            href = f"#ref-{number}" if self._report.show_references else link(self._addresses.get(number, ""))
            quoted = " … ".join(_flat(self._report.quotes[cite]) for cite in ids if cite in self._report.quotes)
            found.append(Mark(number, href, quoted, "" if number in self.marked else f"cite-{number}"))
            self.marked.add(number)
        return found

    def quotes(self, paragraph: Paragraph) -> list[Quote]:
        """The saved sentences behind a paragraph, by number."""
        found = []
        for number, ids in cited_numbers(paragraph.cite_ids, self._report).items():
            texts = [self._report.quotes[cite] for cite in dict.fromkeys(ids) if self._report.quotes.get(cite)]
            found += [Quote(number, text.strip(), link(self._addresses.get(number, ""), text)) for text in texts]
        return found

    def figures(self, paragraph: Paragraph) -> list[Figure]:
        """The figures that stand behind a paragraph."""
        return [figure for figure in self._report.figures if figure.section == paragraph.id]

    def image(self, figure: Figure) -> str:
        """A figure as an address that holds it; empty where its file is gone or damaged."""
        file = picture_file(figure, self._folder)
        return "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode() if file else ""

    def link(self, reference: Reference) -> str:
        return link(reference.url)

    def images(self, reference: Reference) -> list[str]:
        """The pictures of a cited source, as links: a page that shows them would fetch them."""
        shown = self._report.show_images and reference.number is not None
        return [found for image in reference.images if (found := link(image))] if shown else []


def link(url: str, sentence: str = "") -> str:
    """An address that may be followed, with ``sentence`` to be shown there by browsers that can; empty for any other kind."""
    found = followable(url)
    if not found or not sentence or found.lower().startswith("mailto:"):
        return found
    return f"{found}{'' if '#' in found else '#'}:~:text={_fragment(_flat(sentence))}"


def _fragment(sentence: str) -> str:
    """The part of an address by which a browser finds a sentence on its page: its words, or how it begins and how it ends."""
    if sentence.startswith("|"):  # a table is no running text
        cells = [cell.strip() for cell in sentence.split("|") if cell.strip(" -:")]
        return _encoded(cells[0]) if cells else ""
    if len(sentence) <= WHOLE:
        return _encoded(sentence)
    first, last = sentence[:END], sentence[-END:]
    if " " in first and " " in last:
        first, last = first.rpartition(" ")[0], last.partition(" ")[2]
    return f"{_encoded(first)},{_encoded(last)}"


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace").replace("-", "%2D")  # which has a meaning of its own there


def _flat(text: str) -> str:
    return " ".join(showable(text).split())


def _families(report: Report) -> str:
    """The fonts of a report as a style sheet names them."""
    language = report.language
    system = SYSTEM_FONTS.get(language) or SYSTEM_FONTS.get(language.split("-")[0])
    safe = [name for name in (*report.fonts, *(system or ())) if re.fullmatch(r"[\w .-]{1,60}", name)]
    named = [f'"{name}"' for name in dict.fromkeys(safe)]
    return ", ".join([*([] if system else ["system-ui", '"Segoe UI"', "Roboto"]), *named, "sans-serif"])


@cache
def _template() -> Template:
    import jinja2  # imported here: it is of no use to runs that write no HTML

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"plain": _flat, "pieces": pieces, "lines": items, "table": table, "statistics": statistics}
    return environment.get_template("report.html.j2")
