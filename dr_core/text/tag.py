"""Codes of languages (BCP 47) as people type them: known ones in their usual spelling, and no others."""

from __future__ import annotations

from dr_core.pattern import regex

_TWO_LETTERS = """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu
    fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km
    kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_THREE_LETTERS = """
    als arz ast azb bar bcl ceb chr ckb cmn diq dsb fil frr gsw hak haw hif hsb ilo kab kmr lmo mai mhr min mzn nah nan nap
    nds new pam pnb sah scn sco szl tyv vec vls war wuu xmf yue
"""
KNOWN = frozenset(_TWO_LETTERS.split()) | frozenset(_THREE_LETTERS.split())
"""ISO 639-1, and those without a code of two letters that people write in."""
_TAG = regex(r"([A-Za-z]{2,3})(-[A-Za-z0-9]{1,8})*")


def language_tag(text: str) -> str:
    """``zh-hant`` as ``zh-Hant``, ``PT-br`` as ``pt-BR``; ``ValueError`` where there is no such language."""
    if not text:
        return ""
    found = _TAG.fullmatch(text.strip())
    if not found or found[1].lower() not in KNOWN:
        raise ValueError(f"'{text}' is not the code of a language. Write en, fr, zh-Hant, ...")
    first, *rest = text.strip().split("-")
    return "-".join([first.lower(), *map(_subtag, rest)])


def _subtag(part: str) -> str:
    """A script begins with a capital, a country is all capitals, the rest is small."""
    return part.title() if len(part) == 4 and part.isalpha() else part.upper() if len(part) == 2 else part.lower()
