"""The entries of a reference list: number, title and address, in the ways that reports write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from dr_core.pattern import regex
from dr_core.report.block import Block

_ENTRY = regex(
    r"[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(?:[\[［]\^?(\d{1,3})[\]］]|【(\d{1,3})】|(\d{1,3})[.)、．])(?:\*\*)?[:：.]?[ \t]*(.*)"
)
_URL = regex(r"(?:https?|file)://[^\s<>()\[\]（）【】「」，。；\"]+(?:\([^()\s]*\)[^\s<>()\[\]]*)?")
_LINK = regex(
    r"\[([^\[\]\n]{0,600})\]\(\s?<?(https?://[^()\s<>]{1,2000}(?:\([^()\s]{0,200}\)[^()\s<>]{0,2000})?)>?[^()]{0,300}\)"
)

_LAST = regex(r" - ((?:https?|file)://[^\s<>()]+)\s*$")
"""The address as our own lists end with it."""
_IMAGES = regex(r" \((?:\[image\]\([^()\s]{1,2000}\)(?:, )?){1,20}\)\s*$")

_CODED = regex(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")

_ENDS_CITED = regex(r"[^\\]\[\d{1,3}\]$")


@dataclass(frozen=True)
class ReferenceEntry:
    """One entry: its number, its title, and its address where it gives one."""

    number: int
    title: str
    url: str


def readable(url: str) -> str:
    """The address of a file with the letters of its name, of any script; signs stay coded, and so do addresses of pages."""
    return _CODED.sub(lambda found: _decoded(found[0]), url) if url.startswith("file:") else url


def _decoded(coded: str) -> str:
    try:
        name = unquote(coded, errors="strict")
    except UnicodeDecodeError:  # a name in an older coding
        return coded
    return "".join(char if char.isalnum() else quote(char) for char in name)


def entries(blocks: Iterable[Block]) -> dict[int, ReferenceEntry]:
    """The numbered entries of the blocks of a reference list; the first with a number holds it."""
    found: dict[int, list[str]] = {}
    own: dict[int, str] = {}
    current: list[str] | None = None
    for block in blocks:
        if block.kind in ("heading", "rule", "code", "html"):
            current = None
            continue
        begun: list[int] = []
        first = f"{block.marker} {block.text}" if block.kind == "item" and block.marker[:1].isdigit() else block.text
        if block.kind == "note" and block.marker.isdigit():
            first = f"[{block.marker}] {block.text}"
        inner = _ENTRY.match(block.text) if block.kind == "item" else None
        for line in (block.text if inner and (inner[1] or inner[2]) else first).split("\n"):
            entry = _ENTRY.match(line)
            if entry:
                begun.append(int(entry[1] or entry[2] or entry[3]))
                current = found.setdefault(begun[-1], [])
                current.append(entry[4])
            elif current is not None:
                current.append(line)
        for number in set(begun) - own.keys():
            own[number] = " ".join(found[number])  # before the next block adds to it
    return {number: _ours(number, own[number]) or _read(number, " ".join(parts)) for number, parts in found.items()}


def is_entry_block(block: Block) -> bool:
    """Whether a block outside of any reference section is a piece of one: each line begins with [n] and most hold an address."""
    if block.kind not in ("paragraph", "item") or not block.text.startswith(("[", "【")):
        return False
    if _ENDS_CITED.search(block.text.rstrip()[-6:]):  # it cites, and so is prose that begins like an entry
        return False
    lines = [line for line in block.text.split("\n") if line.strip()]
    numbered = [line for line in lines if re.match(r"\s*(?:\[\^?\d{1,3}\]:?|【\d{1,3}】)\s*\S", line)]
    return len(numbered) == len(lines) and sum("http" in line for line in lines) * 2 > len(lines)


def _ours(number: int, text: str) -> ReferenceEntry | None:
    """An entry that ends in its address, as ours do: an address in its title is not the source's own."""
    bare = _IMAGES.sub("", text)
    found = _LAST.search(bare)
    return ReferenceEntry(number, bare[: found.start()].strip(), found[1].rstrip(".,;")) if found else None


def _read(number: int, text: str) -> ReferenceEntry:
    link = _LINK.search(text)
    if link:
        return ReferenceEntry(number, link[1].strip() or text[: link.start()].strip(), link[2])
    address = _URL.search(text)
    title = (
        text[: address.start()]
        if address and text[: address.start()].strip(" -–—:.[(<")
        else text.replace(address.group(), "")
        if address
        else text
    )
    return ReferenceEntry(number, title.strip(" \t-–—:：,，.。[]()<>*|"), address.group().rstrip(".,;") if address else "")
