"""The main text of a page, by trafilatura.

Trafilatura compares what it finds with what two other methods find, which is a third of its work. It takes theirs where its own
is short, is not made of paragraphs, holds what no text holds, or is less than half as long. So where its own is a good half of
all the prose of the page, in paragraphs, the end of the comparison is known, and it is left out.

It knows the frame of a text by its name (``article``, ``class="content"``). Where none has such a name it gathers the paragraphs
and the tables of the page, and headings and lists are lost, which often hold the figures. So then it is given a frame.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from functools import cache
from typing import Any
from unicodedata import normalize

SHORT = 250
"""Characters of text below which the library wants a second opinion in any case."""
FRAMED, KEPT = 0.8, 0.9
"""The share of the paragraphs of a page that its frame holds; and that of the text found without it which is found in it."""

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
    found = _precise(tree, url)
    text = _written(found)
    if len(text) > SHORT and next(found.body.iter("head", "list"), None) is None and _set_frame(tree):
        framed = _written(_precise(tree, url))
        return framed if len(framed) >= KEPT * len(text) else text
    return text


def _precise(tree: Any, url: str) -> Any:
    """What the library finds in ``tree``; alone, where the end of its comparison is known."""
    together = _together(tree)
    if together > SHORT and 2 * together > (prose := _prose(tree)):
        found = _found(tree, url, "precision", alone=True)
        if found is not None and _settled(found.body, prose):
            return found
    return _found(tree, url, "precision")


def _set_frame(tree: Any) -> bool:
    """Name the innermost element that holds most paragraphs of a page as its text, if that has headings or lists."""
    lengths: Counter[Any] = Counter()
    for paragraph in tree.iter("p"):
        length = len(paragraph.text_content())
        lengths.update(dict.fromkeys(paragraph.iterancestors(), length))
    frame, inner = tree, tree
    while inner is not None:
        frame = inner
        inner = next((child for child in frame if lengths[child] > FRAMED * lengths[tree]), None)
    if frame.tag not in ("body", "div", "section", "td") or next(frame.iter("h2", "h3", "h4", "ul", "ol", "dl"), None) is None:
        return False
    article = frame.makeelement("article")
    article.text, frame.text = frame.text, None
    article.extend(list(frame))
    frame.append(article)
    return True


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
    lengths: Counter[Any] = Counter()
    for paragraph in tree.iter("p"):
        lengths[paragraph.getparent()] += len(paragraph.text_content())
    return max(lengths.values(), default=0)


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
