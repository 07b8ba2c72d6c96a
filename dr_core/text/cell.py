"""Whether the figures of a sentence stand in the cells of a table that it names: one of another row or column is another one.

A sentence that sets things against each other ("less than the 9.3 GW of ...") may name one row and give the figure of another;
where each figure stands beside one name, it must be that one's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.group import group_of, in_group
from dr_core.text.labelled import Claim, Table, stands, table_in, without_labels
from dr_core.text.multiple import Multiple, multiples
from dr_core.text.number import Quantity, quantities, states
from dr_core.text.pair import pairings
from dr_core.text.token import CJK, content_terms
from dr_core.text.worked import ARITHMETIC, Worked, is_announced, multiplied, worked_out

LEFT, LEFT_CJK, FEW = 0.4, 0.25, 2
"""The share of a sentence's words that need not stand in the table, less of Chinese, Japanese or Korean, where pairs of letters
that reach over the end of a word of the table count for nothing; and how many need not in any case."""
EXCHANGED = 2
"""So many figures at each other's names are no slip of reading, whatever else a sentence says."""

_MEASURES = frozenset(content_terms("per cubic metre meter kilometre kilometer kilowatt hour day year percent US dollars each"))
_CJK = regex(f"[{CJK}]")
_GRAMMAR = regex(r"[\u3041-\u3096]+")
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
    the sentence does not name all cells. ``untrue`` is a multiple in words that no cells give; ``wrong`` where it names them."""

    right: bool = False
    fits: bool = False
    off: str = ""
    wrong: bool = False
    worked: tuple[Quantity, ...] = ()
    turned: str = ""
    unsure: str = ""
    untrue: str = ""


def in_cells(claim: str, numbers: Sequence[Quantity], spans: Sequence[str], defining: Sequence[str] = ()) -> Cells:
    """What the tables among ``spans`` say of the ``numbers`` of a claim; ``defining`` are texts that may define short names."""
    tables = [table for span in spans if (table := table_in(span))]
    prose = [span for span in spans if not table_in(span)]
    times = [one for one in multiples(claim) if tables and not _is_told(one, prose)]
    if not (tables and (numbers or times)):
        return Cells()
    read = Claim.read(claim, (*spans, *defining))
    plain = without_labels(claim, tables)
    in_prose = [one for span in prose for one in quantities(span, loose=True)]
    group = next((group for table in tables if (group := group_of(read, plain, table))), None)
    together = in_group(group, [one for one in numbers if not states(in_prose, one)]) if group else {}
    worked = together | {
        one: None if _is_stated(one, read, tables) else worked_out(one, read, tables, plain, numbers)
        for one in dict.fromkeys(numbers)
        if one not in together
    }
    if turned := next((one for one, found in worked.items() if found and found.turned), None):
        return Cells(turned=turned.text.strip(), worked=(turned,))
    found = [
        (one, group.multiplied(one, numbers) if group and group.named else multiplied(one, read, tables, numbers))
        for one in times
    ]
    if untrue := next(((one, told) for one, told in found if told and not told.given), None):
        given = tuple(one for one in numbers if worked[one])
        return Cells(untrue=untrue[0].text.strip(), wrong=untrue[1].sure and not prose, worked=given)
    if untold := next((one for one, told in together.items() if not told), None):
        return Cells(off=untold.text.strip(), worked=tuple(one for one in numbers if worked[one]))
    return _placed(read, numbers, worked, in_prose, tables, multiple=any(told and told.sure for _, told in found))


def _placed(
    read: Claim,
    numbers: Sequence[Quantity],
    worked: dict[Quantity, Worked | None],
    in_prose: Sequence[Quantity],
    tables: list[Table],
    *,
    multiple: bool,
) -> Cells:
    """What tables say of figures, some of which may stand ``in_prose``; ``multiple`` where they give what the claim says of them
    in words, too."""
    claim, given = read.text, tuple(one for one in numbers if worked[one])
    certain = [one for one in numbers if (found := worked[one]) and found.sure]
    sure = multiple or bool(certain)
    stated = [one for one in numbers if not worked[one]]
    told = [[stands(one, table, read) for table in tables] for one in stated]
    fitting = ["fits" in one for one in told]
    announced = [found.span() for words in ARITHMETIC for found in words.finditer(claim)] if certain else []
    figures = [*((one.start, one.end) for one in numbers), *((one.start, one.end) for one in multiples(claim)), *announced]
    plain = _says_little_else(read, figures, tables)
    elsewhere = [one for one in stated if not states(in_prose, one)]
    pairs = [pairing for table in tables for pairing in pairings(elsewhere, table, read)]
    compares = bool(_SET_AGAINST.search(without_labels(claim, tables)))
    if swapped := next((pairing for pairing in pairs if pairing.off), None):
        wrong = swapped.sure and (len(swapped.off) >= EXCHANGED or (plain and not compares))
        return Cells(off=swapped.off[0].text.strip(), wrong=wrong, worked=given)
    if unsure := next((one for one in given if one not in certain), None):
        return Cells(unsure=unsure.text.strip(), worked=given)
    if other := next((one for one in stated if is_announced(one, claim)), None):
        return Cells(off=other.text.strip())
    whole = plain and all(fitting)
    if compares:
        paired = any(pairing.sure and set(pairing.given) == set(stated) for pairing in pairs)
        return Cells(right=whole and (paired or sure), fits=any(fitting) or sure, worked=given)
    if any(fitting) or sure:
        return Cells(right=whole, fits=True, worked=given)
    off = [one for one, found in zip(stated, told, strict=True) if "off" in found and one in elsewhere]
    return Cells(off=off[0].text.strip(), wrong=plain) if off and len(off) == len(numbers) else Cells(worked=given)


def _says_little_else(read: Claim, figures: Sequence[tuple[int, int]], tables: Sequence[Table]) -> bool:
    """Whether few words of a claim are neither words of a table nor stand at the places of its ``figures``."""
    claim = read.text
    known = _MEASURES.union(
        content_terms(" ".join(claim[start:end] for start, end in figures)), *(table.words for table in tables)
    )
    known |= {term for form in read.forms for name in form for term in content_terms(name)}
    words = frozenset(content_terms(claim))
    if not _CJK.search(claim):
        return len(words - known) <= max(FEW, LEFT * len(words))
    told = {at for place in figures for at in range(*place)}
    told |= {
        place for at in range(len(claim)) for place in (at, at + 1) if not known.isdisjoint(content_terms(claim[at : at + 2]))
    }
    rest = "".join(" " if at in told else char for at, char in enumerate(claim))
    left = {term for term in content_terms(rest) if len(term) > 1 and not _GRAMMAR.fullmatch(term)} - known
    return len(left) <= max(FEW, LEFT_CJK * len(words))


def _is_told(one: Multiple, prose: Sequence[str]) -> bool:
    """Whether prose has a multiple, in words or in figures."""
    if any(one.low <= other.high and other.low <= one.high for span in prose for other in multiples(span)):
        return True
    figures = [figure for span in prose for figure in quantities(span, loose=True) if figure.unit in ("x", "%")]
    return any(one.holds(figure.value if figure.unit == "x" else figure.value / 100) for figure in figures)


def _is_stated(one: Quantity, claim: Claim, tables: Sequence[Table]) -> bool:
    return not is_announced(one, claim.text) and any(stands(one, table, claim) == "fits" for table in tables)
