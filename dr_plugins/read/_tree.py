"""What is put right in the tree of a page before its text is taken, because afterwards it cannot be told any more.

- A raised figure behind a figure: without its place, 10<sup>6</sup> is 106 and 2023<sup>1</sup> is 20231. Marks of footnotes are
  left out, other raised figures become raised characters.
- Formulas, which become a line of text.
- What a reader of the page sees struck out, or does not see at all.
- Tables that only arrange the page: their cells are its columns, and the text in them is no row of figures.
- Cells that span more than a table has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from dr_core.pattern import regex
from dr_plugins.read._math import RAISED, formula
from dr_plugins.read._table import LARGEST, WIDEST

_FOOTNOTE = regex(r"(?:\[[^\[\]]{1,25}\]\s*)+|[\w*†‡§,–-]{1,5}")
_FIGURE = regex(r"[0-9+\-−–=()]{1,6}")
_PROSE = 400
"""Characters in one cell that are a column of a page, where most of the table's text is in it."""

_TABLES = 500
"""Tables that are looked at: each within another is measured with it."""
_FRAMES = ("html", "head", "body", "main", "article")
"""What a script shows when it has run is no less the page."""


def put_right(tree: Any) -> bool:
    """Change ``tree`` (of lxml.html) in place; whether there was anything to change."""
    return any([_raise(tree), _write_formulas(tree), _leave_out(tree), _unwrap(tree), _narrow(tree)])


def raise_figure(before: str, words: str) -> str:
    """``words``, which stand raised behind ``before``: figures behind a figure as raised characters."""
    return words.translate(RAISED) if before[-1:].isdigit() and _FIGURE.fullmatch(words) else words


def _raise(tree: Any) -> bool:
    changed = False
    for element in list(tree.iter("sup")):
        words = element.text_content().strip()
        linked = any("#" in link.get("href", "") for link in element.iter("a"))
        if linked and _FOOTNOTE.fullmatch(words):
            element.drop_tree()
        elif (raised := raise_figure(_before(element), words)) != words:
            for child in list(element):
                element.remove(child)
            element.text = raised
        else:
            continue
        changed = True
    return changed


def _write_formulas(tree: Any) -> bool:
    formulas = list(tree.iter("math"))
    if formulas:
        for drawn in tree.find_class("katex-html"):  # the same formula once more, its figures glued together
            drawn.drop_tree()
    for element in formulas:
        if element.getparent() is None:
            continue
        text, before, after = formula(element), _before(element), element.tail or ""
        front = " " if before[-1:].isalnum() and text[:1].isalnum() else ""
        back = " " if text[-1:].isalnum() and after[:1].isalnum() else ""
        words = element.makeelement("span")
        words.text, words.tail = front + text + back, element.tail
        parent = element.getparent()
        if "mathml" in parent.get("class", ""):  # hidden behind a picture of the same formula, as in encyclopedias
            parent.attrib.pop("style", None)
        parent.replace(element, words)
    return bool(formulas)


def _before(element: Any) -> str:
    """The text that ends where ``element`` begins."""
    previous, parent = element.getprevious(), element.getparent()
    if previous is None:
        return (parent.text or "") if parent is not None else ""
    return previous.tail or (previous.text_content() if isinstance(previous.tag, str) else "")


def _leave_out(tree: Any) -> bool:
    struck = list(tree.iter("del", "s", "strike"))
    unseen = [element for element in tree.xpath("//*[@hidden]") if element.get("hidden").lower() != "until-found"]
    gone = [element for element in (*struck, *unseen) if element.tag not in _FRAMES and element.getparent() is not None]
    for element in gone:
        if element.getparent() is not None:  # it may have gone with another
            element.drop_tree()
    return bool(gone)


def _unwrap(tree: Any) -> bool:
    arranging = [table for table in islice(tree.iter("table"), _TABLES) if _only_arranges(table)]
    for table in arranging:
        for element in [table, *_parts(table, "tbody", "tr", "td")]:
            element.tag = "div"
            element.attrib.clear()
    return bool(arranging)


def _narrow(tree: Any) -> bool:
    changed = False
    for cell in tree.xpath(f"//*[@colspan > {WIDEST} or @rowspan > {LARGEST // WIDEST}]"):
        columns = min(_count(cell.get("colspan", "1")), WIDEST)
        span = {"colspan": columns, "rowspan": min(_count(cell.get("rowspan", "1")), LARGEST // columns)}
        for name, many in span.items():
            if many < _count(cell.get(name, "1")):
                cell.set(name, str(many))
                changed = True
    return changed


def _count(span: str) -> int:
    """How many a cell spans; nobody counts further than nine digits."""
    return max(1, int(span[:9])) if span.isdecimal() else 1


def _only_arranges(table: Any) -> bool:
    if (table.get("role") or "").lower() in ("presentation", "none"):
        return True
    if any(True for _ in _parts(table, "th", "caption", "thead")):
        return False
    cells = [len(cell.text_content().strip()) for cell in _parts(table, "td")]
    return bool(cells) and max(cells) > _PROSE and 2 * max(cells) > sum(cells)


def _parts(table: Any, *names: str) -> Iterator[Any]:
    """The parts of a table itself, not of one within it."""
    for child in table:
        if child.tag in ("tbody", "thead", "tfoot", "tr", "td", "th", "caption"):
            if child.tag in names:
                yield child
            if child.tag not in ("td", "th", "caption"):
                yield from _parts(child, *names)
