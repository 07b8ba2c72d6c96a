"""Lists: which have figures to tell, which have numbers before their points, and how one reads whose points are no sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dr_core.pattern import regex
from dr_core.text import is_cjk, is_junk
from dr_core.text.junk import is_boilerplate

LONGEST_LIST = 700
"""Characters of a list that is shown in one."""
LEAST_POINTS, LONGEST_LEAD = 2, 160
"""Points of a list that reads as a sentence, and characters of what stands over it."""

_ENDS = regex(r"[.!?。！？…｡．:：;；,，、][\"'”’」』）)\]】]*\s*$")
_DIGITS = regex(r"\d[\d,.]*")
_NUMBER = regex(
    r"\s*(?:\(?\d{1,3}[.)]\s+|\d{1,3}、|[（(](?:[一二三四五六七八九十]{1,3}|\d{1,3})[)）]|[一二三四五六七八九十]{1,3}、)"
)
_MARKER = regex(rf"(?m)^(?:\s*[-*+•‣◦·]\s+|{_NUMBER.pattern})")
_ANNOUNCES = regex(r"[:：]\s*$")
_LINK = regex(r"https?://|www\.|\]\(")
_LEAD_MARKS = "# \t:：*_"


def ended(item: str) -> str:
    """An item of a list as a sentence: it begins small and has no end, and its figures are many."""
    return item if _ENDS.search(item) else _DIGITS.sub("1", item[:1].upper() + item[1:]) + "."


def tells_figures(said: Sequence[str]) -> bool:
    """Whether half of the items of a list, or more, have a figure and words to it, and one of these is no sentence."""
    telling = [one for one in said if _DIGITS.search(one) and "|" not in one and not is_junk(ended(one))]
    return 2 * len(telling) >= len(said) and any(ended(one) != one for one in telling)


def points_of(items: str) -> Literal["marked", "numbered"]:
    """What stands before the items of a list."""
    return "numbered" if _NUMBER.match(items) else "marked"


def reads_whole(said: Sequence[str], lead: str, points: str) -> bool:
    """Whether a list reads only as a whole, with what stands over it: most of its points are no sentences, or that is one which
    goes on in them."""
    bare = [one for one in said if not _ENDS.search(one)]
    named = 0 < len(lead) <= LONGEST_LEAD and not is_boilerplate(lead) and not any(map(is_boilerplate, said))
    whole = 2 * len(bare) > len(said) or (points == "marked" and bool(_ANNOUNCES.search(lead)) and _is_short(said))
    return named and len(said) >= LEAST_POINTS and whole and not any(map(_LINK.search, said))


def _is_short(said: Sequence[str]) -> bool:
    return sum(map(len, said)) <= LONGEST_LIST // 2


def as_sentence(text: str, language: str) -> str:
    """A list and what stands over it as one sentence: "What you need: flour; water; salt." """
    wide = is_cjk(language) and not language.startswith("ko")
    colon, comma, stop = ("：", "；", "。") if wide else (": ", "; ", ".")
    lead, *points = _MARKER.split(text)
    told = [" ".join(point.split()).rstrip(" .;,。；，、") for point in points]
    over = " ".join(lead.split()).strip(_LEAD_MARKS)
    return f"{over + colon if over else ''}{comma.join(filter(None, told))}{stop}"
