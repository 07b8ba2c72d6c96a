"""``cjk-fonts``: the font chain of figures that may hold Chinese, Japanese or Korean."""

from __future__ import annotations

from dr_core import hookimpl

CHAIN = ("Noto Sans CJK JP", "Noto Sans CJK TC", "Noto Sans CJK SC")
"""S0-12's order; the report's own face goes before it, DejaVu Sans after it."""
KOREAN, LAST = "Noto Sans CJK KR", "DejaVu Sans"
TRADITIONAL = {"hant", "tw", "hk", "mo"}


class CjkFonts:
    """Draws Chinese, Japanese and Korean in figures, each in the shapes of the report's language.

    One face of Noto Sans CJK has nearly every character, but in the shapes of its own country: 直, 骨 and 角 differ between
    Japan, Taiwan and the mainland. So the report's own language comes first, and the others fill the gaps.
    """

    @hookimpl
    def chart_fonts(self, language: str) -> list[str]:
        """The families for ``language``, best first."""
        own = own_face(language)
        return list(dict.fromkeys([*([own] if own else []), *CHAIN, LAST]))


def own_face(language: str) -> str:
    """The face of a language (BCP 47, any case, ``_`` for ``-``); empty where the plain chain is right."""
    parts = language.lower().replace("_", "-").split("-")
    if parts[0] == "ja":
        return "Noto Sans CJK JP"
    if parts[0] == "ko":
        return KOREAN
    if parts[0] in ("zh", "cmn", "yue"):
        traditional = "hans" not in parts and (TRADITIONAL & set(parts[1:]) or parts[0] == "yue")
        return "Noto Sans CJK TC" if traditional else "Noto Sans CJK SC"
    return ""
