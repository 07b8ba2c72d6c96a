"""The report as PDF, set by typst: numbered pages, linked citations, figures in place, the faces of five languages."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from dr_core import DRError, Renderer, Report, option
from dr_plugins.render import _fonts
from dr_plugins.render._outline import Block, Cited, Entry, Grid, Picture, Run, Title, is_spaced, outline, place, shown
from dr_plugins.render._room import UNBROKEN, is_upright, shares

if TYPE_CHECKING:
    from typst import Fonts

INSTALL = "pip install 'dr-framework[pdf]'"
TEMPLATE = Path(__file__).with_name("report.typ")
LONG_WORD = 28
"""Letters in a row that a line of text always has room for; longer words may be broken at this many."""
ROOM, ASIDE = 459.0, 656.0
"""Points between the margins of the narrower paper, upright and on its side."""
NAME, SHORT = 300, 70
"""Characters of the title in the file's properties and at the foot of each page."""
_UNSHOWN = frozenset(("kind", "file", "href", "images", "name", "to", "mark", "back", "fonts", "paper", "lang", "region", "glue"))
"""Keys of what is not set as text."""
_ENDS_PART = frozenset("/?&=._-,;:")


class Pdf(Renderer):
    """Writes report.pdf: numbered pages, citations that lead to their source, figures in place; needs the extra ``pdf``."""

    suffix = ".pdf"

    class Options(Renderer.Options):
        """Options of the pages."""

        paper: Literal["a4", "us-letter"] = option("a4", help="The size of the pages")
        font: str = option("", help="The font family of the text; empty: the report's own for its language")
        fonts: str = option("", help="A folder with fonts, used beside those of the machine")

    _found: Fonts | None = None

    def lacks(self) -> str:
        """typst, where it is not installed."""
        return "" if importlib.util.find_spec("typst") else INSTALL

    async def render(self, report: Report, folder: Path) -> bytes:
        """The whole report. typst lets go of Python while it works, so the other tasks go on."""
        return await asyncio.to_thread(self._made, report, folder)

    def _made(self, report: Report, folder: Path) -> bytes:
        try:
            import typst  # imported here: an extra, and a compiled library of 30 MB
        except ImportError as absent:
            raise DRError("pdf: the typst package is not installed", remedy=INSTALL) from absent
        blocks = list(outline(report, folder))
        fonts = self._fonts()
        chosen = _fonts.families(report.language, report.fonts, self.options.font, fonts)
        data = _page(report, chosen, self.options.paper)
        with TemporaryDirectory(prefix="dr-pdf-") as work:
            # typst reads no file outside this folder
            data["blocks"] = _linked([_block(block, report, Path(work)) for block in blocks])
            unseen = _fonts.missing(set().union(*_strings(data)), chosen, fonts)
            _fonts.require_cjk(unseen)
            if unseen:
                codes = " ".join(f"U+{ord(sign):04X}" for sign in sorted(unseen)[:20])
                self.context.log.warning("pdf: no font here has %s: told by name, or \ufffd. %s", codes, _fonts.EMOJI)
                data = _replaced(data, {ord(sign): _fonts.stand_in(sign) for sign in unseen})
            shutil.copyfile(TEMPLATE, Path(work) / TEMPLATE.name)
            try:
                made, warnings = typst.compile_with_warnings(
                    Path(work) / TEMPLATE.name,
                    root=Path(work),
                    font_paths=fonts,
                    sys_inputs={"report": json.dumps(data)},
                    package_path=Path(work),
                    package_cache_path=Path(work),
                )
            except typst.TypstError as refused:
                raise DRError(f"pdf: typst could not set the report: {' '.join(refused.message.split())[:300]}") from refused
        for warning in warnings:
            self.context.log.debug("pdf: typst warns: %s", warning.message)
        assert isinstance(made, bytes)
        return made

    def _fonts(self) -> Fonts:
        """The fonts of the machine and of the user's folder; looking through them takes a third of a second."""
        import typst

        if self._found is None:
            own = Path(self.options.fonts).expanduser() if self.options.fonts else None
            if own and not own.is_dir():
                raise DRError(f"pdf: there is no folder {own}", remedy="Set [render.pdf] fonts to a folder with fonts")
            self._found = typst.Fonts(font_paths=[own] if own else [])
        return self._found


def _page(report: Report, chosen: Sequence[str], paper: str) -> dict[str, Any]:
    """What the template asks for beside the blocks."""
    title = shown(report.title)
    lang, region = place(report.language)
    cjk = lang in ("zh", "ja", "ko")
    return {
        "name": title[:NAME],
        "short": title if len(title) <= SHORT else title[: SHORT - 1].rstrip() + "…",
        "paper": paper,
        "fonts": chosen,
        "size": 10 if cjk else 10.8,
        "leading": 0.85 if cjk else 0.68,
        "lang": lang,
        "region": region,
        # before a citation: a space, or nothing, where no line may end
        "glue": "\u00a0" if is_spaced(report.language) else "\u2060",
    }


def _block(block: Block, report: Report, work: Path) -> dict[str, Any]:
    """A block as the template reads it: texts in parts, citations with the name of what they lead to."""
    targets = {one.number for one in report.references if one.number} if report.show_references else set()
    longest = LONG_WORD if not isinstance(block, Title) else LONG_WORD // 2
    told = {key: _told(value, longest, targets) for key, value in vars(block).items()} | {"kind": type(block).__name__}
    match block:
        case Grid():
            told |= _told_grid(block, max(4, 84 // len(block.head)), targets)
        case Picture(file=file, alt=alt):
            told |= {"file": _copied(file, work), "plain": alt}
        case Entry(number=number):
            told |= {"name": f"ref-{number}" if number else "", "href": block.href, "images": list(block.images)}
    return told


def _linked(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks with names at the first citation of each source, for its entry in the list to lead back to."""
    named: set[str] = set()
    for run in _citations(blocks):
        name = f"cite-{run['number']}"
        if name not in named:
            run["mark"] = name
            named.add(name)
    for entry in (block for block in blocks if block["kind"] == "Entry"):
        back = f"cite-{entry['number']}"
        entry["back"] = back if back in named else ""
    return blocks


def _citations(value: Any) -> Iterator[dict[str, Any]]:
    """The citations in the text that lead to the list, in order; none of a table's head, which is set on each page."""
    if isinstance(value, dict) and value.get("to") and "text" in value:
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from () if key == "head" else _citations(one)
    elif isinstance(value, list):
        for one in value:
            yield from _citations(one)


def _told(value: Any, longest: int, targets: set[int]) -> Any:
    if isinstance(value, str):
        return parts(value, longest)
    if isinstance(value, tuple):
        return [_told(one, longest, targets) for one in value]
    if isinstance(value, Run | Cited):
        told = {key: one if key == "href" else _told(one, longest, targets) for key, one in vars(value).items()}
        return told | {"to": f"ref-{value.number}" if value.number in targets else ""}
    return value if isinstance(value, int) else None


def _told_grid(grid: Grid, longest: int, targets: set[int]) -> dict[str, Any]:
    columns = len(grid.head)
    size = next((size for most, size in ((4, 9.2), (6, 8.4), (8, 7.6), (12, 7.2)) if columns <= most), 6.0)
    is_wide = not is_upright(grid, ROOM / size, 1.0)
    return {
        "head": _told(grid.head, longest, targets),
        "rows": _told(grid.rows, longest, targets),
        "widths": [round(share, 2) for share in shares(grid, (ASIDE if is_wide else ROOM) / size, 1.0)],
        "wide": is_wide,
        "size": size,
    }


def _copied(file: Path | None, work: Path) -> str:
    """The name of a figure in the folder that typst reads; empty where it is gone or cannot be decoded."""
    if file is None:
        return ""
    import typst

    name, trial = f"f{len(list(work.glob('*.png'))) + 1}.png", work / "trial.typ"
    shutil.copyfile(file, work / name)
    trial.write_text(f'#image("{name}")', encoding="utf-8")
    try:
        # a picture that is cut must not cost the whole report
        typst.compile(trial, root=work, ignore_system_fonts=True)
    except typst.TypstError:
        return ""
    return name


def parts(text: str, longest: int) -> str | list[str]:
    """A text, cut where a line may end inside a word that is too long for one: behind a sign of an address, else anywhere."""
    found: list[str] = []
    done = 0
    for word in re.finditer(UNBROKEN + f"{{{longest + 1},}}", text):
        start = word.start()
        while word.end() - start > longest:
            window = range(start + longest, start + longest // 2, -1)
            cut = next((at for at in window if text[at - 1] in _ENDS_PART), None) or _between(text, start + longest // 3, start)
            found.append(text[done:cut])
            done = start = cut
    return [*found, text[done:]] if found else text


def _between(text: str, at: int, start: int) -> int:
    """A place near ``at`` that is not between a letter and its accents."""
    return next((place for place in range(at, start, -1) if not unicodedata.category(text[place]).startswith("M")), at)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from () if key in _UNSHOWN else _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _replaced(value: Any, signs: Mapping[int, str]) -> Any:
    if isinstance(value, str):
        return value.translate(signs)
    if isinstance(value, dict):
        return {key: one if key in _UNSHOWN else _replaced(one, signs) for key, one in value.items()}
    return [_replaced(one, signs) for one in value] if isinstance(value, list) else value
