"""Which of all is the longest, the fastest or the first: the sentence that says so, or the row with the largest cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.column import column
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.row import row_told, rows_of
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.stage.extractive.speak import nearness, plain, speaks_of, unsaid, weights
from dr_core.stage.extractive.want import parts, wants
from dr_core.text import terms
from dr_core.text.country import is_elsewhere, lands, names_place, without_places
from dr_core.text.dangling import restricts
from dr_core.text.han import simplified
from dr_core.text.token import content_terms, function_words

LEAST_ROWS = 3
"""Rows among which one can be said to be the first."""


class Rank(NamedTuple):
    """The words that put one thing first, the kind of figure that does (where one is known), and whether the smallest does."""

    words: re.Pattern[str]
    kind: str = ""
    lowest: bool = False


_RANKS = (
    Rank(
        regex(
            r"\blongest\b|\blängste[nrs]?\b|\blargest(?= (?:[\w-]+ ){0,3}network)|最[长長]|(?:最も|一番|いちばん)長"
            r"|가장 (?:긴|길)|[规規]模最大(?=的?[^，。]{0,8}[网網])",
            re.I,
        ),
        "length",
    ),
    Rank(regex(r"\bfastest\b|\bschnellste[nrs]?\b|最快|最速(?!\d)|(?:最も|一番|いちばん)速|가장 빠[른르]", re.I), "speed"),
    Rank(regex(r"\b(?:most expensive|dearest|costliest)\b|\bteuerste[nrs]?\b|最[贵貴]|가장 비[싼싸]", re.I), "money"),
    Rank(
        regex(
            r"\b(?:cheapest|least expensive)\b|\b(?:billig|günstig)ste[nrs]?\b|最便宜|最安|(?:最も|一番)安|가장 (?:싼|싸|저렴)",
            re.I,
        ),
        "money",
        lowest=True,
    ),
    Rank(regex(r"\bshortest\b|\bkürzeste[nrs]?\b|最短|(?:最も|一番)短|가장 짧", re.I), "length", lowest=True),
    Rank(
        regex(
            r"\b(?:largest|biggest|greatest|the most)\b|\bgrößte[nrs]?\b|\bmeist(?:e[nrs]?\b|ge)"
            r"|最[大多]|(?:最も|一番|いちばん)(?:大き|多)|가장 (?:큰|크|많)",
            re.I,
        )
    ),
    Rank(regex(r"\bhighest\b|\bhöchste[nrs]?\b|最高|(?:最も|一番)高|가장 높", re.I)),
    Rank(
        regex(
            r"\b(?:lowest|smallest|fewest|the least)\b|\b(?:niedrigst|kleinst|wenigst)e[nrs]?\b"
            r"|最[低小少]|(?:最も|一番)(?:低|小|少)|가장 (?:낮|작|적)",
            re.I,
        ),
        lowest=True,
    ),
)
_WHICH = regex(
    r"^\W*(?:list|name)\b|[列][出舉举]|一覧|목록"
    r"|^\W*(?:(?:in|at|on|of|by|to|von|bei) )?(?:which|who|what|where|welche[mnrs]?|wer|wo)\b"
    r"|哪|[谁誰]|どの|どれ|どこ|何が|어느|어떤|누가|어디|무엇"
    r"|[은는]\s?[?？]?\s*$",
    re.I,
)
_WHO = regex(r"^\W*(?:who|list|wer)\b|[谁誰]|누[가구]|列出", re.I)
"""What asks for whoever it is, in whatever word a table has for them."""
_COUNTRY = regex(r"\b(?:countr(?:y|ies)|nations?)\b|国家|國家|哪[国國]|どの国|나라|국가", re.I)
_OF_ALL = regex(
    r"\bin the (?:whole )?world\b|\bon (?:earth|the planet)\b|\bof all\b|\bworld(?:wide)?\b"
    r"|(?:全)?世界上?[的で]?|全球|세계(?:에서|의)?|\bder welt\b|\bweltweit\b",
    re.I,
)
"""What asks for the first of all there are, which a superlative says by itself."""
_SUMS = regex(r"\b(?:total|world|average|others?)\b|合[计計]|[总總][计計]|平均|全[国國球]|世界|합계|전체|평균|その他|其他", re.I)
"""What a row is called that is no thing among others."""
_END = regex(r"[,;:.]|\b(?:but|while|and|since|until)\b")
_WITHIN = regex(r"(?:[境区區地][内內]|地[区區]|の?[中内]?で[はも]?|에서는?|의|\s)+$")
_OWN = regex(r"(?:[国國][内內]|全[国國]|本[島岛]|국내|\b(?:its|their|his|her))$", re.I)
_HAN = regex(r"[\u4e00-\u9fff]")
_SEVERAL = regex(r"\b(?:one of|among) the\b|之一|のひとつ|の一つ|중 하나", re.I)
"""What is one of several is not the first of them."""


def rank_asked(question: str) -> Rank | None:
    """By what a question asks for the first of all, and for nothing else; None where it does not."""
    if not _WHICH.search(question) or len(parts(question)) > 1 or any(want.sure for want in wants(question)):
        return None
    return next((one for one in _RANKS if one.words.search(question)), None)


def first_of_all(question: str, items: Sequence[Item], runs: Runs, share: float, language: str) -> tuple[Item, ...]:
    """The sentences, or the row of a table, that tell which is the longest of all; nothing where that is not asked.

    They speak of this ``share`` of the question.
    """
    if (rank := rank_asked(question)) is None:
        return ()
    prose = [item for item in items if not item.is_table]
    if told := _firsts_told(rank, question, prose, share):
        near = nearness(question, prose)
        best = max(told, key=lambda item: near[item.id])
        return runs.at_best(best, LONGEST * width(best))
    row = _first_row(rank, question, [item for item in items if item.is_table], share, language)
    return (row,) if row else ()


def may_tell_first(rank: Rank, question: str, text: str, over: str, every: Sequence[str]) -> bool:
    """Whether a sentence, under a title, puts something first that may be what a question asks for."""
    if not rank.words.search(text) or restricts(text) or _SEVERAL.search(text):
        return False
    weight = weights(_things(rank, question), every)
    left = weight.keys() - set(terms(over))
    # a pair of characters may reach over the end of a word (市咖 in 市咖啡产量)
    left = {term for term in left if not (_HAN.match(term) and set(term) <= set(simplified(text + over)))}
    return not left or not left.isdisjoint(terms(text))


def _firsts_told(rank: Rank, question: str, prose: Sequence[Item], share: float) -> list[Item]:
    """The sentences that say which is the first of those that a question asks for."""
    weight = weights(_things(rank, question), [item.said for item in prose])
    told = [item for item in prose if _is_first(rank, question, item) and speaks_of(unsaid(weight, item), item.said, share)]
    return [item for item in told if not _is_of_some(rank, weight, item.text)] or told


def _is_of_some(rank: Rank, things: Collection[str], text: str) -> bool:
    """Whether a superlative is said of some of the things only ("the largest hot desert", 最大的热带沙漠)."""
    found = rank.words.search(text)
    behind = _END.split(text[found.end() :])[0] if found else ""
    if not behind.isascii() and (known := [at for thing in things if (at := simplified(behind).find(thing)) >= 0]):
        return bool(_HAN.search(behind[: min(known)].replace("的", "")))
    words = behind.split()
    at = next((number for number, word in enumerate(words) if not set(terms(word)).isdisjoint(things)), 0)
    return not function_words().issuperset(terms(" ".join(words[:at])))


def _is_first(rank: Rank, question: str, item: Item) -> bool:
    found = rank.words.search(item.text)
    if found is None or restricts(item.text) or _SEVERAL.search(item.text) or is_elsewhere(item.text, question, cities=True):
        return False
    # of a text that names a region, too, no country is known
    if _COUNTRY.search(question) and not any(map(lands, (item.text[: found.start()], item.text[found.end() :]))):
        return False
    return names_place(question) or not _is_narrow(item.text, found)


def _is_narrow(text: str, found: re.Match[str]) -> bool:
    """Whether a superlative holds in a place that is named with it ("the longest in Europe", 欧洲最长), and not of all."""
    before = _WITHIN.sub("", text[: found.start()])
    behind = _END.split(text[found.end() :])[0] if found[0].isascii() else ""
    return names_place(before, last=True) or names_place(behind) or bool(_OWN.search(before))


def _first_row(rank: Rank, question: str, tables: Sequence[Item], share: float, language: str) -> Item | None:
    """The row that a table puts first, as an item that cites it; None where tables differ."""
    weight = weight_of(rank, question, [item.said for item in tables])
    found = [
        row_told(table, *one, language=language)
        for table in tables
        for one in _first_cells(
            rank, question, f"{table.title} {table.passage.heading}", table.whole or table.text, weight, share
        )
        if any(row[0] == one[0] for row in rows_of(table.text))
    ]
    return found[0] if found and len({row.text.split(":")[0].split("：")[0] for row in found}) == 1 else None


def ranks_rows(rank: Rank, question: str, over: str, table: str, weight: Mapping[str, float], share: float) -> bool:
    """Whether a table, under its title and heading, tells which row is the first by what a question asks."""
    return any(_first_cells(rank, question, over, table, weight, share))


def first_rows(question: str, over: str, table: str) -> list[str]:
    """What the rows of a table are called that it puts first, where a question asks for the first of all."""
    if (rank := rank_asked(question)) is None:
        return []
    return [thing for thing, *_ in _first_cells(rank, question, over, table, weight_of(rank, question, [table]), 0.0)]


def weight_of(rank: Rank, question: str, texts: Sequence[str]) -> dict[str, float]:
    """The words of a question that say of what the first is asked for; not those for the quantity, which a unit tells."""
    for want in wants(question):
        question = question.replace(want.words, " ") if want.measure and rank.kind in want.measure.kinds else question
    return weights(_things(rank, question), texts)


def _things(rank: Rank, question: str) -> str:
    """A question without the words that only say that the first is asked for, and where."""
    return without_places(_OF_ALL.sub(" ", _COUNTRY.sub(" ", rank.words.sub(" ", question))))


def _is_of_kind(head: str, question: str) -> bool:
    """Whether the last character of what rows are called ends a word of a question, too: 新幹線 are 路線."""
    last = head.strip()[-1:]
    return bool(_HAN.match(last)) and bool(re.search(rf"[\u4e00-\u9fff]{last}(?![\u4e00-\u9fff])", question))


def _first_cells(
    rank: Rank, question: str, over: str, table: str, weight: Mapping[str, float], share: float
) -> Iterator[tuple[str, str, str]]:
    """What the row is called, the column and the cell that stand first in a column by which a question may rank the rows."""
    head, *body = rows_of(table)
    if any(one.lowest != rank.lowest and one.words.search(over) for one in _RANKS):
        return  # of the largest, the smallest is not the smallest of all
    body = [row for row in body if not _SUMS.search(row[0]) and not is_elsewhere(row[0], question)]
    if len(body) < LEAST_ROWS:
        return
    asked = set(content_terms(plain(rank.words.sub(" ", question))))
    if all(asked & set(terms(row[0])) for row in body):  # "Well 1", "Well 2": so the rows are wells
        over = f"{over} {body[0][0]}"
    elif not (
        _is_of_kind(head[0], question)
        or asked & set(terms(head[0]))
        or _WHO.search(question)
        or (_COUNTRY.search(question) and all(lands(row[0]) for row in body))
    ):
        return
    for at, name in enumerate(head[1:], 1):
        if not speaks_of(weight, f"{over} {head[0]} {name}", share):
            continue
        values = column(name, [row[at] for row in body], beside=table)
        if values is None:
            continue
        if rank.kind in measures(f"1 {values.unit}") if rank.kind else asked & set(terms(name)) - set(terms(head[0])):
            best = min(values.values) if rank.lowest else max(values.values)
            if values.values.count(best) == 1:
                row = body[values.values.index(best)]
                yield row[0], name, row[at]
