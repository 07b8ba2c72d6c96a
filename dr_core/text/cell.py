"""Whether the figures of a sentence stand in the cells of a table that it names: one of another row or column is another one.

A sentence that sets things against each other ("less than the 9.3 GW of ...") may name one row and give the figure of another;
where each figure stands beside one name, it must be that one's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.labelled import Claim, Table, meant, table_in
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.pair import pairings
from dr_core.text.token import content_terms
from dr_core.text.worked import Worked, is_announced, worked_out

LEFT, LEFT_CJK, FEW = 0.4, 0.5, 2
"""The share of a sentence's words that need not stand in the table, more of Chinese, Japanese or Korean, whose pairs of letters
reach over the ends of words; and how many need not in any case."""
EXCHANGED = 2
"""So many figures at each other's names are no slip of reading, whatever else a sentence says."""

_MEASURES = frozenset(content_terms("per cubic metre meter kilometre kilometer kilowatt hour day year percent US dollars each"))
_SET_AGAINST = regex(
    r"\b(?:than|compar\w*|against|versus|vs|unlike|while|whereas|from|below|above|before|earlier|later|after|since|over|under"
    r"|exceed\w*|more|less|fewer|higher|lower|times|twice|half|double\w*|instead|not|no|nor|without|into|ago|once|start\w*|beg[iau]n\w*"
    r"|previous\w*|former\w*|prior|last|next|almost|nearly)\b"
    r"|[比較较倍未非不初]|より|から|前|後|后|以上|以下|高[於于]|低[於于]|超[過过]|[從从]|[開开]始|보다|부터|이전|이후|아니|시작",
    re.IGNORECASE,
)


class Cells(NamedTuple):
    """What tables say of the figures of a sentence: that all of them stand in the named cells, and its other words in the table
    (``right``); that one does (``fits``); or which of them stands in other cells only (``off``), in a sentence that says little
    else, or gives it to another of the things that it names (``wrong``). ``worked`` are the figures that cells give by
    arithmetic, ``turned`` is one of which they give the opposite, less where the sentence says more, and ``unsure`` one of which
    the sentence does not name all cells."""

    right: bool = False
    fits: bool = False
    off: str = ""
    wrong: bool = False
    worked: tuple[Quantity, ...] = ()
    turned: str = ""
    unsure: str = ""


def in_cells(claim: str, numbers: Sequence[Quantity], spans: Sequence[str], defining: Sequence[str] = ()) -> Cells:
    """What the tables among ``spans`` say of the ``numbers`` of a claim; ``defining`` are texts that may define short names."""
    tables = [table for span in spans if (table := table_in(span))]
    if not (tables and numbers):
        return Cells()
    read = Claim.read(claim, (*spans, *defining))
    plain = _without_labels(claim, tables)
    worked = {
        one: None if _is_stated(one, read, tables) else worked_out(one, read, tables, plain, numbers)
        for one in dict.fromkeys(numbers)
    }
    if turned := next((one for one, found in worked.items() if found and found.turned), None):
        return Cells(turned=turned.text.strip(), worked=(turned,))
    return _placed(read, numbers, worked, spans, tables)


def _placed(
    read: Claim, numbers: Sequence[Quantity], worked: dict[Quantity, Worked | None], spans: Sequence[str], tables: list[Table]
) -> Cells:
    claim, given = read.text, tuple(one for one in numbers if worked[one])
    sure = [one for one in numbers if (found := worked[one]) and found.sure]
    stated = [one for one in numbers if not worked[one]]
    told = [[_stands(one, table, read) for table in tables] for one in stated]
    fitting = ["fits" in one for one in told]
    known = set().union(_MEASURES, content_terms(" ".join(claim[one.start : one.end] for one in numbers)))
    known.update(term for form in read.forms for name in form for term in content_terms(name))
    words, share = frozenset(content_terms(claim)), LEFT if claim.isascii() else LEFT_CJK
    left = words.difference(known, *(table.words for table in tables))
    plain = len(left) <= max(FEW, share * len(words))
    prose = [one for span in spans if not table_in(span) for one in quantities(span, loose=True)]
    elsewhere = [one for one in stated if not states(prose, one)]
    pairs = [pairing for table in tables for pairing in pairings(elsewhere, table, read)]
    compares = bool(_SET_AGAINST.search(_without_labels(claim, tables)))
    if swapped := next((pairing for pairing in pairs if pairing.off), None):
        wrong = swapped.sure and (len(swapped.off) >= EXCHANGED or (plain and not compares))
        return Cells(off=swapped.off[0].text.strip(), wrong=wrong, worked=given)
    if unsure := next((one for one in given if one not in sure), None):
        return Cells(unsure=unsure.text.strip(), worked=given)
    if other := next((one for one in stated if is_announced(one, claim)), None):
        return Cells(off=other.text.strip())
    whole = plain and all(fitting)
    if compares:
        paired = any(pairing.sure and set(pairing.given) == set(stated) for pairing in pairs)
        return Cells(right=whole and (paired or bool(sure)), fits=any(fitting) or bool(sure), worked=given)
    if any(fitting) or sure:
        return Cells(right=whole, fits=True, worked=given)
    off = [one for one, found in zip(stated, told, strict=True) if "off" in found and one in elsewhere]
    return Cells(off=off[0].text.strip(), wrong=plain) if off and len(off) == len(numbers) else Cells(worked=given)


def _is_stated(one: Quantity, claim: Claim, tables: Sequence[Table]) -> bool:
    return not is_announced(one, claim.text) and any(_stands(one, table, claim) == "fits" for table in tables)


def _stands(one: Quantity, table: Table, claim: Claim) -> str:
    """Where a table has a number: in a cell that is named (``fits``), only in others (``off``), or that cannot be told."""
    holding = table.holding(one)
    rows = meant(table.rows, table.row_units, one, claim)
    columns = meant(table.columns, table.column_units, one, claim)
    if not (holding and rows and columns):
        return ""
    return "fits" if any(row in rows and column in columns for row, column in holding) else "off"


def _without_labels(claim: str, tables: Sequence[Table]) -> str:
    """A claim with blanks for the words of labels: "lower limit" is not lower than anything."""
    labels = {word for table in tables for label in (*table.rows, *table.columns) for word in re.findall(r"[^\W\d_]+", label)}
    for label in sorted(labels, key=len, reverse=True):
        name = rf"\b{re.escape(label)}\b" if label.isascii() else re.escape(label)
        claim = re.sub(name, lambda found: " " * len(found[0]), claim, flags=re.IGNORECASE)
    return claim
