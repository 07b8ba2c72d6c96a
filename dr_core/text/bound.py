"""How a number is meant where it stands: as a least or a most, as one end of a range, as the level reached or the change made."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from dr_core.pattern import regex
from dr_core.text.number import Quantity, is_about, read, states
from dr_core.text.numeral import ODD
from dr_core.text.unit import compatible

Bound = Literal["least", "most", ""]

SPELLED = 5.0
"""Points of a hundred by which a share may be more than "a third" or less than "three quarters"."""
ABOUT = 3.5
"""The same on either side of "about a third"."""

# (?i:...) around the Latin words alone: a range of thousands of characters without regard to case takes long to compile
_NOT = r"不(?:[得能可应應宜许許会會再用])?"
_MAY = r"(?:[只能可有应應须須需要为為达達是]{1,4})?"
"""不得超过, 不能超过; 至多只能有, 至少应为."""
_MONEY = r"(?:新[台臺][币幣]|人民[币幣])?[\u3041-\u9fff]{0,2}?(?:(?i:about)\s|约|約|약\s?)?(?:(?i:US)\$|[$€£¥₩])?\s?\Z"
_LEAST_BEFORE = regex(
    r"(?:(?i:at least|no (?:fewer|less) than|not less than|more than|over|above|exceed(?:s|ed|ing)?|minimum of|upwards of"
    r"|mindestens|wenigstens|mehr als|über|au moins|plus de|au minimum|al menos|como mínimo|más de"
    r"|por lo menos|almeno|più di|oltre|pelo menos"
    r"|ao menos|mais de)\s"
    rf"|[>≥]\s?|[至最]少{_MAY}|{_NOT}[少低小][于於]|超过|超過|高于|高於|大于|大於|多于|多於|逾|少なくとも|最低でも|최소\s?|적어도\s)"
    + _MONEY
)
_BELOW = (
    r"(?i:fewer than|less than|under|below|nearly|almost|weniger als|unter|knapp|fast|moins de|près de|menos de|casi|meno di"
    r"|quasi|quase)\s|<\s?|不足|不到|低于|低於|少于|少於|(?<![最附])近|거의\s"
)
_MOST_BEFORE = regex(
    r"(?:(?i:at most|no more than|not more than|up to|maximum of|höchstens|bis zu|maximal|au plus|au maximum"
    r"|jusqu['’]à|como máximo|hasta"
    r"|al massimo|fino a|no máximo|até)\s"
    rf"|{_BELOW}|≤\s?|[至最]多{_MAY}|{_NOT}(?:超[过過]|[高大多][于於])|多くとも|最大で?|最高{_MAY}|최대\s?|많아야\s)" + _MONEY
)
_BELOW_BEFORE = regex(rf"(?<!not )(?<!no )(?:{_BELOW})" + _MONEY)
_WHOSE = regex(r"(?<=[到足过過于於近逾])[^，。、；]{1,16}[的の](?:大?[约約])?\Z")
_COUNTER = r"\s?[\u3041-\u9fff\uac00-\ud7a3]{0,2}?\s?"
_SOMEWHAT = r"(?:(?:조금|약간|살짝|훌쩍|크게|한참)\s)?"
_LEAST_AFTER = regex(
    _COUNTER + r"(?:(?i:or (?:more|over|above)|(?:au|como|im|as a) m[ií]nim(?:um|o)\b|au moins)"
    r"|以上|[为為是をが]下限|を超|超(?![级級过過])|を上回|이상|남짓"
    rf"|{_SOMEWHAT}(?:넘(?!기?지|나)|웃[도돌돈](?!지)|(?:초과|상회|돌파)(?!하지)))"
    rf"|[{ODD}](?=\s?\w)"
)
_BELOW_AFTER = regex(
    _COUNTER + r"(?:未満|未滿|미만|を下回|に満たな|に届かな|足らず|弱(?!い)|가까이|가까운|육박"
    rf"|{_SOMEWHAT}(?:못\s?미[치쳤친칠칩쳐]|미치지\s?못|밑[도돌돈]|하회|가[깝까]|근접|채\s|안\s?[되된될돼됐]|되지\s?[않못]))"
)
_MOST_AFTER = regex(
    _COUNTER + rf"(?:(?i:or (?:less|fewer|under|below)|(?:au|como|im|as a) m[aá]xim(?:um|o)\b|au plus)"
    rf"|以下|以内|以內|[为為是をが]上限|이하|넘기?지\s?[못않]|{_BELOW_AFTER.pattern})"
)
_TIER = regex(r"[대台](?![한형표])")
"""80억 원대, 80億円台: from 80 to 90."""
_ODD = regex(rf"\d[{ODD}]")
_DENIED = regex(r"(?:\bnot|n['’]t|\bnever|\bnicht|\bno|\bpas|\bnon|\bnão|不会|不會|没有|沒有)\s?\Z", re.IGNORECASE)
_OF_NONE = regex(
    r"(?:\b(?:no|none|not (?:one|a single)|neither|kein\w*|aucune?|ning[uú]n\w*|nessun\w*|nenhum\w*)\b|没有|沒有|[无無]一)"
    r"[^,，.。;；]*\Z",
    re.IGNORECASE,
)
"""None of them exceeds 6,000: that is no least."""
_TO = regex(r"(?:\b(?i:to|auf)\s|[降升增减減跌涨漲长長高低少加](?:到|至|为|為))" + _MONEY)
_BY = regex(r"(?:\b(?i:by|um)\s|[降升增减減跌涨漲长長高低少加]了)" + _MONEY)
_CHANGED = r"(?:[増減]|上[がげ]|下[がげ]|低下|伸び|늘|줄|증가|감소|오르|올[라랐]|떨어|내[려렸])"
_TO_AFTER = regex(rf"[^\s\d、。]{{0,2}}(?:(?:に|まで)(?:まで)?|(?:으로|로|까지)\s){_CHANGED}")
_BY_AFTER = regex(rf"(?:[台人件個名社명대건개]|이|가)?\s?{_CHANGED}")
_UP_DOWN = regex(r"\b(up|down)\s(?:(?:by|from)\s)?\Z", re.IGNORECASE)
_OPPOSED = frozenset({("to", "by"), ("by", "to"), ("up", "down"), ("down", "up")})
_RANGE = regex(r"\s*(?:-|–|—|~|～|〜|至|到|から|에서|to|bis|à|a)\s*\Z")
_EITHER = regex(r"\s*(?:or|oder|ou|o|或|または|또는)\s*\Z")
_FRACTION = regex(r"分[之の]|분의")
_ENDS = regex(
    r"\b(?:as (?:much|many|high|low|little|few|long) as|from|between|maximum|minimum|range"
    r"|von|zwischen|entre|bis zu|jusqu['’]à|hasta|desde)\b|最高|最低|最大|最小|최고|최저"
)


def at_odds(claim: str, source: str) -> str:
    """Why a number of ``claim`` is bounded the other way round in ``source``; "" where none is."""
    for one, bound in _bounded(claim):
        theirs = [other for number, other in _bounded(source) if states([number], one)] if bound else []
        if theirs and bound not in theirs and "" not in theirs:
            return f"gives {one.text.strip()} as the {bound} where the source gives it as the {theirs[0]}"
    return ""


def rounds(text: str, one: Quantity, sources: Iterable[Quantity]) -> bool:
    """Whether a number of ``text`` is a bound that one of ``sources`` keeps, as near as it is written: of 41.8 GW a writer says
    "more than 40 GW", of 37 % 不到四成, and of neither "more than 30"."""
    low, high = _kept(text, one)
    alike = (other for other in sources if other.negative == one.negative and compatible(other.unit, one.unit))
    return low < high and any(low <= value < high for other in alike for value in other.readings)


def _kept(text: str, one: Quantity) -> tuple[float, float]:
    """From which value on and below which figures are told by a number as by a bound; none are where it is no such bound."""
    bound = _bound(text, one)
    bare = one.bare or one.value
    if bound == "" and is_share_in_words(one) and is_about(_before(text, one)):
        return one.value - ABOUT, one.value + ABOUT
    if not bare or bound == "":
        return 0.0, 0.0
    if bound == "most" and not (_BELOW_BEFORE.search(_before(text, one)) or _BELOW_AFTER.match(text, one.end)):
        return 0.0, 0.0  # "up to 40" is told of 40 alone
    figures = len(f"{bare:.12e}".split("e")[0].replace(".", "").rstrip("0"))
    size = math.floor(math.log10(bare))
    step = 10.0 ** (size - figures + 1)
    if bound == "most" and math.isclose(bare, 10.0**size):
        step /= 10  # below 100 are the nineties
    if is_share_in_words(one):
        step = max(step, SPELLED)
    step *= one.value / bare
    return (one.value, one.value + step) if bound == "least" else (one.value - step, one.value)


def is_share_in_words(one: Quantity) -> bool:
    """Whether a number is a share that is told in words or as a fraction: "a third", 三分之一, 3분의 1."""
    return one.unit == "%" and (not any(map(str.isdigit, one.text)) or bool(_FRACTION.search(one.text)))


def differently(claim: str, source: str) -> str:
    """Why a number of ``claim`` may mean something else in ``source``: a level for a change, one end for a range."""
    ours = read(claim)
    theirs = read(source) if ours else ()
    for one in ours:
        frame = _frame(claim, one)
        frames = [_frame(source, other) for other in theirs if states([other], one)] if frame else []
        if frames and all((frame, other) in _OPPOSED for other in frames):
            return f"says “{frame} {one.text.strip()}” where the source says “{frames[0]} {one.text.strip()}”"
    for low, high in pairwise(theirs):
        if not _RANGE.match(source[low.end : high.start]) or low.end - low.start > 30:
            continue
        stated = [next((one for one in ours if states([end], one)), None) for end in (low, high)]
        if stated[0] and stated[1]:
            if _EITHER.match(claim[stated[0].end : stated[1].start]):
                return f"gives {low.text.strip()} or {high.text.strip()} where the source gives a range"
        elif (stated[0] or stated[1]) and not _ENDS.search(claim) and not any(bound for _, bound in _bounded(claim)):
            return f"gives one end of the range {low.text.strip()} to {high.text.strip()}"
    return ""


@lru_cache(maxsize=2048)
def _bounded(text: str) -> Sequence[tuple[Quantity, Bound]]:
    return tuple((one, _bound(text, one)) for one in read(text))


def _bound(text: str, one: Quantity) -> Bound:
    before, after = _before(text, one), text[one.end : one.end + 12]
    # Longer words first: "no more than" ends in "more than", 不超过 in 超过.
    most, least = _MOST_BEFORE.search(before), _LEAST_BEFORE.search(before)
    if most and least:
        most, least = (most, None) if most.start() < least.start() else (None, least)
    found = most or least
    if found and (
        _DENIED.search(before[: found.start()]) or (least and _OF_NONE.search(text, 0, one.start - len(found.group())))
    ):
        return ""
    if most or _MOST_AFTER.match(after):
        return "most"
    if _ODD.search(one.text) or (one.unit and _TIER.match(after)):
        return "least"
    return "least" if least or _LEAST_AFTER.match(after) else ""


def _before(text: str, one: Quantity) -> str:
    """What stands before a number; of a share, without the words for what it is of: 不到欧洲的四成."""
    before = text[max(0, one.start - 40) : one.start]
    return (_WHOSE.sub("", before) if one.unit in ("%", "x") else before)[-24:]


def _frame(text: str, one: Quantity) -> str:
    before = text[max(0, one.start - 20) : one.start]
    turned = _UP_DOWN.search(before)
    if turned:
        return turned[1].lower()
    if _TO.search(before) or _TO_AFTER.match(text, one.end):
        return "to"
    return "by" if _BY.search(before) or _BY_AFTER.match(text, one.end) else ""
