"""What tells the history of a subject: what happened to it, and in which year. It seldom says so in so many words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from dr_core.pattern import regex
from dr_core.stage.extractive.event import events_asked
from dr_core.stage.extractive.facet import votes
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.tense import year_of
from dr_core.stage.extractive.want import in_sentences

TOLD, MOST = 3.0, 2
"""How much a sentence that tells what happened in some year speaks for the history of a subject: as much as a heading does; and
how many of a passage count."""
HISTORY = "history"
PAST = 0.34
"""The share of its sentences that must tell what happened for a passage to be history whose heading names another side."""

_HAPPENS = regex(
    r"\b(?:became|invented|discovered|conquered|captured|destroyed|rebuilt|born|elected|crowned|defeated|signed|abolished|adopted"
    r"|granted|declared|arrived|settled|named|joined|replaced|merged|moved|decided|broke out|followed|passed|won|lost)\b"
    r"|[发發]明|[发發][现現]|[发發]表|[发發]布|成[为為]|改[为為組组]|占[领領]|[战戰][争爭胜勝败敗]|[签簽][订訂署]|通[过過]|[废廢]除|合[并併]|更名"
    r"|破[产產]|爆[发發]|発明|発見|発表|なった|廃止|合併|登場|制定|決定|발명|발견|발표|바뀌었|투입|합병|제정|결정",
    re.I,
)
"""What happens to things beyond the events of which one asks the date."""


def votes_for(wanted: Collection[str], heading: str, text: str, page: str = "") -> dict[str, float]:
    """What a passage speaks for, as ``votes``; where a history is wanted, what happened in which year tells of it. A table of
    years may be one of anything."""
    cast = votes(heading, text, page)
    if HISTORY in wanted and "\n|" not in text:
        cast[HISTORY] += TOLD * min(MOST, happened(text))
    return cast


def happened(text: str) -> int:
    """How many sentences of a text tell what happened in some year."""
    return sum("date" in measures(one) and bool(events_asked(one) or _HAPPENS.search(one)) for one in in_sentences(text))


def tells(wanted: Collection[str], name: str, text: str) -> bool:
    """Whether a text tells the history that is wanted, though it has no word for one."""
    return name == HISTORY and HISTORY in wanted and happened(text) > 0


def first_year(items: Iterable[Item]) -> int:
    """The year of the first thing that some sentences tell of as having happened; 9999 where they tell of none."""
    return min((year for item in items if (year := year_of(item.text)) and happened(item.text)), default=9999)
