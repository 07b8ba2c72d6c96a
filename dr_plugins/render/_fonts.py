"""Fonts for pages: the families that this machine has for a language, and the characters that none of them can show."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dr_core import DRError
from dr_core.pattern import regex
from dr_plugins.hooks.cjk_fonts import CjkFonts, own_face

if TYPE_CHECKING:
    from typst import Fonts

LATIN = "Libertinus Serif"
"""Inside typst itself: a report in a Latin, Greek or Cyrillic script needs no font of the machine."""
SYSTEM = {
    "Noto Sans CJK TC": ("Noto Sans TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei"),
    "Noto Sans CJK SC": ("Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei"),
    "Noto Sans CJK JP": ("Noto Sans JP", "Source Han Sans", "Hiragino Sans", "Yu Gothic", "Meiryo"),
    "Noto Sans CJK KR": ("Noto Sans KR", "Source Han Sans K", "Apple SD Gothic Neo", "Malgun Gothic"),
}
"""What stands in for a face on machines that have it under another name, or another one for the same country."""
EMOJI = "For emoji, install fonts-noto-color-emoji, or set [render.pdf] fonts to a folder with such a font"
_PROBE = b"""
#set document(date: datetime(year: 2000, month: 1, day: 1))
#let input = json(bytes(sys.inputs.probe))
#set text(font: input.fonts)
#for one in input.characters { box(one) + " " }
"""
_MISSING = regex(r'the text `"((?:\\u\{[0-9a-f]+\}|\\.|[^"`])+)"` could not be displayed')
_CJK = regex("[\u1100-\u11ff\u2e80-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uff60]")
"""Han, kana, hangul and their punctuation, as far as every font of those scripts has them; rarer ones lie beyond."""


def families(language: str, wanted: Sequence[str], first: str, fonts: Fonts) -> list[str]:
    """The families to set a report in, best first, of those there are. ``first`` is the user's own choice, ``wanted`` the
    report's."""
    there = {name.lower(): name for name in fonts.families()}
    if first and first.lower() not in there:
        raise DRError(f"pdf: there is no font {first!r} here", remedy="Install it, or set [render.pdf] fonts to its folder")
    chain = [name for face in wanted or CjkFonts().chart_fonts(language) for name in (face, *SYSTEM.get(face, ()))]
    # Latin words in a CJK report are set in the CJK face, which has letters that go with its signs
    chain = [*chain, LATIN] if own_face(language) else [LATIN, *chain]
    return list(dict.fromkeys(there[name.lower()] for name in (first, *chain) if name.lower() in there))


def missing(characters: Iterable[str], chosen: Sequence[str], fonts: Fonts) -> set[str]:
    """Those of ``characters`` that no font here can show.

    typst is asked, as it alone knows which font it would fall back to: PDF/A forbids a sign without a glyph, and the refusal
    names each.
    """
    import typst  # imported here: an extra

    asked = set(characters)
    probe = json.dumps({"fonts": list(chosen), "characters": sorted(asked)})
    try:
        typst.compile(_PROBE, font_paths=fonts, sys_inputs={"probe": probe}, pdf_standards="a-2b")
    except typst.TypstError as refused:
        told = _MISSING.findall(refused.diagnostic)
        if not told:
            raise DRError(f"pdf: typst could not try the fonts: {' '.join(refused.message.split())[:200]}") from refused
        lost = {character for text in told for character in _unescaped(text) if not character.isspace()}
        # an accent alone is not always told: it goes where the letters of its script go
        scripts = {ord(character) >> 7 for character in lost}
        return lost | {one for one in asked if unicodedata.category(one).startswith("M") and ord(one) >> 7 in scripts}
    return set()


def require_cjk(unseen: Iterable[str]) -> None:
    """Refuse to write boxes: without a font for its script a report cannot be read."""
    lost = sorted(filter(_CJK.match, unseen))
    if lost:
        raise DRError(
            f"pdf: no font here has {''.join(lost[:5])}{' ...' if len(lost) > 5 else ''} ({len(lost)} characters)",
            remedy="Install fonts-noto-cjk, or set [render.pdf] fonts to a folder with such a font",
        )


def stand_in(sign: str) -> str:
    """What is set for a sign that no font here has: the name of a picture (an emoji), or U+FFFD for what belongs to a script."""
    name = unicodedata.name(sign, "").lower()
    match unicodedata.category(sign):
        case "So" if name.startswith("regional indicator"):  # two of them are a flag
            return name[-1].upper()
        case "So" if name:
            return f"[{name}]"
        case "Sk":  # the colour of a skin
            return ""
    return "\ufffd"


def _unescaped(text: str) -> str:
    coded = re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"\\(.)", r"\1", coded)
