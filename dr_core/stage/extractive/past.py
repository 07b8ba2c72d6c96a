"""What tells the history of a subject: what happened to it, and in which year. It seldom says so in so many words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest

from dr_core.pattern import regex
from dr_core.stage.extractive.event import events_asked
from dr_core.stage.extractive.facet import votes
from dr_core.stage.extractive.piece import Item, Piece
from dr_core.stage.extractive.want import in_sentences
from dr_core.text import numeral
from dr_core.text.date import dates

TOLD, MOST = 3.0, 2
"""How much a sentence that tells what happened in some year speaks for the history of a subject: as much as a heading does; and
how many of a passage count."""
HISTORY = "history"
NEVER = 9999
PAST = 0.34
"""The share of its sentences that must tell what happened for a passage to be history whose heading names another side."""

_HAPPENS = regex(
    r"\b(?:became|invented|discovered|conquered|captured|destroyed|rebuilt|born|elected|crowned|defeated|signed|abolished|adopted"
    r"|granted|declared|arrived|settled|named|joined|replaced|merged|moved|decided|broke out|followed|passed|won|lost)\b"
    r"|[发發]明|[发發][现現]|[发發]表|[发發]布|成[为為]|改[为為組组]|占[领領]|[战戰][争爭胜勝败敗]|[签簽][订訂署]|通[过過]|[废廢]除|合[并併]|更名"
    r"|破[产產]|爆[发發]|発明|発見|発表|なった|廃止|合併|登場|制定|決定|발명|발견|발표|바뀌었|투입|합병|제정|결정"
    r"|\b(?:appear(?:s|ed)?|existed|invent(?:s|or)?|presented|introduced|patent(?:ed)?|designed|published|wrote|written|spread"
    r"|brought|known|shown|came|made|created|died|reached|replac\w+|common)\b"
    r"|出[现現]|[写寫][到成]|[记記][载載录錄]|出版|成[书書]|流行|[传傳][入到]|[诞誕]生|[创創][制製]|起源|始[于於]|[办辦]了|提到"
    r"|伝え|伝わ|広[めまが]|考え出|生まれ|現れ|開港|開催|発売|나타났|전해|퍼졌|태어|세워|등장|만들어"
    r"|\b(?:erfunden|erfand|entdeckt\w*|gegründet|erschien\w*|entstand\w*|eingeführt|erbaut|erhielt|starb|verbreitet\w*|inventé\w*"
    r"|appar\w+|créée?s?|construite?s?|introduite?s?|inventad[oa]s?|apareci\w+|creó|inventat[oi]|nacque|criad[oa]s?|surgiu)\b",
    re.I,
)
"""What happens to things beyond the events of which one asks the date."""
_ROMAN = dict(zip("IVX", (1, 5, 10), strict=True))
_HAN = "〇零一二三四五六七八九十"
_BEFORE = regex(
    rf"(?:公元前|西元前|[紀纪]元前|기원전)\s?(?P<cjk>\d{{1,4}}|[{_HAN}百]{{1,4}})\s?(?=[年년])"
    r"|\b(?P<west>\d{1,4})\s?(?:BCE?\b|v\.\s?Chr|av\.\s?J|a\.\s?C\.)"
)
"""A year before our era."""
_EARLY = regex(
    rf"(?<![\d前{_HAN}])(?P<cjk>\d{{3}}|[一二三四五六七八九][〇零一二三四五六七八九]{{2}})\s?[年년]"
    r"(?!\s?(?:[代间間来來的の历歷歴以多余된간전동의후]|前(?!后|後)))|\bAD (?P<west>\d{1,3})\b"
)
"""A year before the year 1000, which is no number of years."""
_CENTURY = regex(
    rf"(?P<before>公元前|西元前|[紀纪]元前|기원전)?\s?(?P<cjk>\d{{1,2}}|[{_HAN}]{{1,3}})\s?(?:世[纪紀]|세기)"
    r"|\b(?P<west>\d{1,2})(?:st|nd|rd|th)[ -]centur(?:y|ies)|\b(?P<german>\d{1,2})\. Jahrhundert"
    r"|\b(?P<roman>[XVI]{1,5})(?:e|ème)? siècle|\b(?:siglo|secolo|século) (?P<latin>[XVI]{1,5})\b"
)


def votes_for(wanted: Collection[str], heading: str, text: str, page: str = "") -> dict[str, float]:
    """What a passage speaks for, as ``votes``; where a history is wanted, what happened in which year tells of it. A table of
    years may be one of anything."""
    cast = votes(heading, text, page)
    if HISTORY in wanted and "\n|" not in text:
        cast[HISTORY] += TOLD * min(MOST, happened(text))
    return cast


def happened(text: str) -> int:
    """How many sentences of a text tell what happened in some year or century."""
    return sum(bool(_times(one)) and bool(events_asked(one) or _HAPPENS.search(one)) for one in in_sentences(text))


def _times(text: str) -> list[int]:
    """The years that a text names, those before our era below 0, and the years with which the centuries begin that it names."""
    bygone = _BEFORE.search(text)
    if bygone:
        return [-_value(bygone["cjk"] or bygone["west"])]
    years = [date.year for date in dates(text) if date.year]
    early = [_value(found["cjk"] or found["west"]) for found in _EARLY.finditer(text)]
    return [*years, *early, *(_century(found) for found in _CENTURY.finditer(text))]


def _century(found: re.Match[str]) -> int:
    roman = found["roman"] or found["latin"]
    number = _roman(roman) if roman else _value(found["cjk"] or found["west"] or found["german"])
    return -100 * number if found["before"] else 100 * (number - 1)


def _roman(text: str) -> int:
    values = [_ROMAN[char] for char in text]
    return sum(-one if one < after else one for one, after in zip_longest(values, values[1:], fillvalue=0))


def _value(text: str) -> int:
    return int(text) if text.isdigit() and text.isascii() else int(numeral.han(text) or 0)


def tells(wanted: Collection[str], name: str, text: str) -> bool:
    """Whether a text tells the history that is wanted, though it has no word for one."""
    return name == HISTORY and HISTORY in wanted and happened(text) > 0


def first_year(items: Iterable[Item]) -> int:
    """The year of the first thing that some sentences tell of as having happened; ``NEVER`` where they tell of none."""
    return min((min(_times(item.text)) for item in items if happened(item.text)), default=NEVER)


def in_time(found: Sequence[Piece]) -> list[Piece]:
    """Pieces in the order in which happened what they tell; one that tells of none stays with what its source has before it, or
    else behind it."""
    years: list[int] = []
    for at, piece in enumerate(found):
        near = [*reversed(found[:at]), *found[at + 1 :]]
        own = (first_year(one.items) for one in (piece, *(one for one in near if one.first.source == piece.first.source)))
        years.append(next((year for year in own if year != NEVER), NEVER))
    return [piece for _, piece in sorted(zip(years, found, strict=True), key=lambda one: one[0])]
