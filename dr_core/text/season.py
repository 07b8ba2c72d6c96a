"""Times of the year without a year: asparagus is cut from April to June, 大熊猫在3月至5月发情, 桜は4月に咲く."""

from __future__ import annotations

from dr_core.text.cue import Cues

_MONTHS = (
    "january|february|april|june|july|august|september|october|november|december"
    "|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember"
    "|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
)
_BEFORE = "(?:in|from|to|until|till|by|through|of|early|mid|late|and|or|between|during|since)[ -]"
_SEASONS = Cues([
    rf"{_MONTHS}|{_BEFORE}may\b|{_BEFORE}march\b|(?:en|de|mi|fin|début)[ -]mars\b"
    rf"|{_BEFORE}(?:the )?(?:early |late )?spring\b|{_BEFORE}(?:the )?(?:early |late )?summer\b"
    rf"|{_BEFORE}(?:the )?(?:early |late )?autumn\b|{_BEFORE}(?:the )?(?:early |late )?winter\b"
    r"|springtime|summertime|wintertime|(?:rainy|dry|wet) season"
    r"|(?:früh|spät|hoch)?frühjahrs?\b|frühling|(?:früh|spät|hoch)?sommers?\b|(?:früh|spät)?herbsts?\b|winters?\b|regenzeit|trockenzeit"
    r"|au printemps|le printemps|en été|en automne|en hiver|saison (?:sèche|des pluies)|l['’](?:été|hiver|automne)"
    r"|primavera|verano|otoño|invierno|autunno|inverno|verão|outono|(?:in |d['’]|l['’])estate\b"
], lead=r"\b")  # fmt: skip
_IN_CJK = Cues([
    r"(?<![\d.])1?\d\s?月(?![經经])|[一二三四五六七八九十]月份?(?=[至到和、，。,.初中下上底])|(?<![\d.])1?\d\s?월"
    r"|春(?:季|天|末|初|の|に|先)|夏(?:季|天|末|初|の|に)|秋(?:季|天|末|初|の|に)|冬(?:季|天|末|初|の|に)|雨季|旱季|梅雨"
    r"|봄(?:철|에|부터|까지)|여름(?:철|에|부터|까지)|가을(?:철|에|부터|까지)|겨울(?:철|에|부터|까지)|장마철"
])  # fmt: skip


def is_seasonal(text: str) -> bool:
    """Whether a text names a time of the year."""
    return _SEASONS.any(text) or (not text.isascii() and _IN_CJK.any(text))
