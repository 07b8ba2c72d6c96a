"""The main text of a page, by trafilatura.

Trafilatura compares what it finds with what two other methods find, which is a third of its work. It takes theirs where its own
is short, is not made of paragraphs, holds what no text holds, or is less than half as long. So where its own is a good half of
all the prose of the page, in paragraphs, the end of the comparison is known, and it is left out.

Where nothing tells it which part of a page is the main one, it takes single paragraphs and tables, and leaves out headings and
lists. There the part with most of the prose is shown to it as the main one.
"""

from __future__ import annotations

from collections import Counter
from copy import copy, deepcopy
from functools import cache
from typing import Any
from unicodedata import normalize

SHORT = 250
"""Characters of text below which the library wants a second opinion in any case."""
HEADINGS, KEPT = 2, 0.9
"""Headings that the part with most of the prose must have, and the share of the text without them that it must hold, too."""

_NO_PROSE = (
    "a", "aside", "button", "dialog", "figure", "footer", "form", "head", "header", "iframe", "label", "menu", "nav", "noscript",
    "option", "script", "select", "svg", "textarea", "time",
)  # fmt: skip
_NO_TEXT = (
    "aside", "audio", "button", "fencedframe", "fieldset", "figure", "footer", "iframe", "input", "label", "link", "nav",
    "noindex", "noscript", "object", "option", "select", "source", "svg", "time",
)  # fmt: skip


def leave_scripts(tree: Any) -> None:
    """Take scripts and styles out of ``tree``, which every step would carry along."""
    for element in list(tree.iter("script", "style")):
        if element.get("type") != "application/ld+json":  # which may hold the text
            element.drop_tree()


def main_text(tree: Any, url: str) -> str:
    """The main text of ``tree``: rather too little than what does not belong to it."""
    text = _main_text(tree, url)
    if not text or text.startswith("#") or "\n#" in text:
        return text
    framed = _framed(tree)
    whole = _main_text(framed, url) if framed is not None else ""
    return whole if "\n#" in whole and len(whole) >= KEPT * len(text) else text


def _framed(tree: Any) -> Any:
    """A page whose part with most of the prose is marked as its main one; None where that has no headings to lose."""
    if next(tree.iter("article", "main"), None) is not None:
        return None
    framed = deepcopy(tree)
    part = max(lengths := _by_parent(framed), key=lengths.__getitem__, default=None)
    if part is None or sum(child.tag in ("h1", "h2", "h3", "h4") for child in part) < HEADINGS:
        return None
    if part.tag != "body":
        part.tag = "article"
        return framed
    article = part.makeelement("article")
    article.text, part.text = part.text, None
    article.extend(list(part))
    part.append(article)
    return framed


def _main_text(tree: Any, url: str) -> str:
    together = _together(tree)
    if together > SHORT and 2 * together > (prose := _prose(tree)):
        found = _found(tree, url, "precision", alone=True)
        if found is not None and _settled(found.body, prose):
            return _written(found)
    return _written(_found(tree, url, "precision"))


def more_text(tree: Any, url: str) -> str:
    """The main text of ``tree``: rather what does not belong to it than too little."""
    return _written(_found(tree, url, "recall"))


def _prose(tree: Any) -> int:
    """How many characters of prose a page has."""
    from lxml.etree import strip_elements

    rest = copy(tree)
    strip_elements(rest, *_NO_PROSE, with_tail=False)
    return len(" ".join(rest.text_content().split()))


def _together(tree: Any) -> int:
    """How many characters of it stand together, paragraph by paragraph: a guess at how much the library will find."""
    return max(_by_parent(tree).values(), default=0)


def _by_parent(tree: Any) -> Counter[Any]:
    """How many characters of paragraphs stand in each part of a page."""
    lengths: Counter[Any] = Counter()
    for paragraph in tree.iter("p"):
        lengths[paragraph.getparent()] += len(paragraph.text_content())
    return lengths


def _settled(body: Any, prose: int) -> bool:
    """Whether no other method could find so much more than ``body`` has that it would be preferred."""
    length = len(" ".join(body.itertext()).strip())
    if length < SHORT or prose > 2 * length:
        return False
    paragraphs = list(body.iter("p"))
    return (
        any(True for paragraph in paragraphs for _ in paragraph.itertext())
        and len(paragraphs) >= len(list(body.iter("table")))
        and next(body.iter(*_NO_TEXT), None) is None
    )


def _found(tree: Any, url: str, focus: str, *, alone: bool = False) -> Any:
    from trafilatura import bare_extraction

    options = copy(_options(focus, alone))
    options.url = options.source = url
    return bare_extraction(tree, options=options)


@cache
def _options(focus: str, alone: bool) -> Any:
    """The settings of the library, which take it long to put together."""
    from trafilatura.settings import Extractor

    return Extractor(
        output_format="python", formatting=True, tables=True, fast=alone, precision=focus == "precision", recall=focus == "recall"
    )


def _written(found: Any) -> str:
    """Text and readers' comments as markdown."""
    return normalize("NFC", f"{found.text}\n{found.comments}".strip()) if found is not None else ""
