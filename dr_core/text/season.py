"""Times of the year without a year: asparagus is cut from April to June, 大熊猫在3月至5月发情, 桜は4月に咲く."""

from __future__ import annotations

import re

from dr_core.pattern import regex

_MONTHS = (
    "january|february|april|june|july|august|september|october|november|december"
    "|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember"
    "|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
)
_BEFORE = r"(?:in|from|to|until|till|by|through|of|early|mid|late|and|or|between|during|since)[ -]"
_SEASON = regex(
    rf"\b(?:{_MONTHS})\b|\b{_BEFORE}(?:may|march)\b|\b(?:en|de|mi|fin|début)[ -]mars\b"
    rf"|\b{_BEFORE}(?:the )?(?:early |late )?(?:spring|summer|autumn|winter)\b|\b(?:spring|summer|winter)time\b"
    r"|\b(?:rainy|dry|wet) season\b"
    r"|\b(?:früh|spät|hoch)?(?:frühjahr|frühling|sommer|herbst|winter)s?\b|\b(?:regen|trocken)zeit\b"
    r"|\b(?:au printemps|en été|en automne|en hiver|le printemps|saison (?:sèche|des pluies))\b|\bl['’](?:été|hiver|automne)\b"
    r"|\b(?:primavera|verano|otoño|invierno|autunno|inverno|verão|outono)\b|\b(?:in |d['’]|l['’])estate\b"
    r"|(?<![\d.])1?\d\s?月(?![經经])|[一二三四五六七八九十]月份?(?=[至到和、，。,.初中下上底])"
    r"|[春夏秋冬](?:季|天|末|初|の|に|先)|雨季|旱季|梅雨|(?<![\d.])1?\d\s?월|(?:봄|여름|가을|겨울)(?:철|에|부터|까지)|장마철",
    re.IGNORECASE,
)


def is_seasonal(text: str) -> bool:
    """Whether a text names a time of the year."""
    return bool(_SEASON.search(text))
