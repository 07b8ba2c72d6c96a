"""Figures that a sentence works out from others of its own: "174 million on 515 km, or about 338,000 per kilometre", 41.8吉瓦，
是欧洲36.6吉瓦的1.1倍.

Both must stand in the sentence, so that a reader can follow, and be stated by a source. The words around the figure say what was
done with them; it must be what comes of that, as exactly as it is written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text import negation
from dr_core.text.bound import is_share_in_words, rounds
from dr_core.text.number import Quantity, read
from dr_core.text.owner import figures_of
from dr_core.text.unit import unit
from dr_core.text.worked import FALLEN, RISEN, TOTAL, clause_of

MOST = 6
"""Figures of a sentence that are tried, the nearest ones and the nearest of its kind: among many, two that fit are found by
chance."""
_PER = regex(
    r"\s?(?:(?!within|after|over|since)[a-z]+\s){0,3}?(?:(?:per|for (?:each|every)|a|an)\s|/\s?)"
    r"(?P<unit>(?:(?:cubic|square)\s)?[A-Za-z]+[²³23]?)",
    re.I,
)
_PER_BEFORE = regex(
    r"(?:每\s?(?P<each>[^\d，。、]{1,12})|1\s?(?P<one>[A-Za-zµ]{1,4}[²³23]?|[^\d\s、。]{1,6}?)(?:当たり|あたり|につき|당)[^\d，。、]{0,6})\Z"
)
_APART = regex(
    r"\b(?:differ\w*|trail\w*|gap|short(?:fall|age)?|margin|apart|spread|span(?:s|ned|ning)?|Differenz|Unterschied\w*|Abstand|auseinander|différence|écart|diferencia"
    r"|vor|hinter|outside|excluding|apart from|außerhalb|ohne|hors|fuera"
    r"|minus|net of|deduct\w*|subtract\w*|after (?:the |a |an )?(?:subsid\w*|discount|rebate|grant|bonus|deduction)"
    r"|abzüglich|Abzug|déduction|déduit\w*|deduc\w*|descont\w*"
    r"|rest|remain\w*|übrig\w*|restlich\w*|verbleib\w*|reste|restant\w*|resto|restante\w*)\b"
    r"|扣除|[减減]去|抵扣|差し引|控除|빼[면고]|차감|공제|相差|差[距额額异異]|缺口|短缺|足りな|不足|모자[라란랐]|부족|[的之の]差|[以之]外|を除[くき]|제외|밖|の開き|차이|격차|其[余餘]|剩[余餘下]|残り|나머지",
    re.I,
)
_BY = regex(r"\b(?:by|um)\s\Z", re.I)
_OVER = regex(
    r"\b(?:more than|over|above|at least|well over|mehr als|über|plus de|más de)\s\Z|(?:超过|超過|逾|多于|多於)\s?\Z", re.I
)
_UNDER = regex(
    r"\b(?:almost|nearly|just under|less than|under|close to|fast|beinahe|knapp|weniger als|presque|casi)\s\Z"
    r"|(?:近|不到|接近|将近|將近)\s?\Z",
    re.I,
)
FRACTION = 4.0
"""Points by which a share in words ("two thirds") may differ from what it rounds: less than half the way to the next one."""
_AROUND = 30
"""Characters on either side of a figure in which the words for its change stand; twice as many before it in its own clause."""
_OF_BEFORE = regex(r"(?P<name>[^\s\d，。、；：,]{2,12}?)?[的の의]\s?(?:大?[约約]|[近达達]|将近|將近|およそ|ほぼ|약\s?)?\Z")
_LEADING = regex(r".*(?:相[当當][于於]|[是为為约約即占佔达達])")
_OF_BEHIND = regex(r"\s?(?:(?:of|as \w+ as|that|those|the|der|des|von|so \w+ wie|de|du|di)\s)*[^\d,;，；。]{0,24}", re.I)
_THAN = regex(r"[^\d,，、。]{0,24}?(?:보다|より)[^\d,，、。]{0,8}")
"""What stands between the figure of what something is compared with, and by how much it is more: 36GW인 유럽보다 약 5GW 많다."""
_SHARE_BEFORE = regex(
    r"中[有约約]{0,2}\s?\Z|[占佔][^，。、\d]{0,6}\Z|率[^，。、\d]{0,4}\Z|(?:쪽|비중은?|률은?|율은?)\s?(?:약\s?)?\Z"
    r"|\b(?:margin|rate|ratio|quote|marge|taux|margen|tasa)\s(?:[^\W\d]+\s){0,3}\Z",
    re.I,
)
_SHARE_BEHIND = regex(r"[的の의]\S|\s?(?:of|der|des|von|de|du|di)\b|を占|を佔|를 차지|을 차지", re.I)
_OUT_OF = regex(
    r"[^\W\d]*\s?(?:(?:out )?of|von|sur|de|di)\s(?:[^\W\d]+\s){0,2}|[^\d，。、]{0,12}(?:中|のうち|중|가운데)[^\d，。]{0,8}", re.I
)
_CHANGE_BEFORE = regex(
    r"\b(?:by|up|down|plus|minus|um|rose|fell|grew|gained|lost|jumped|dropped|declined|climbed)\s(?:(?:about|some|around|rund|etwa)\s)?\Z|(?:增[加长長]|[减減]少|上[升涨漲]|下[降跌]|提高|降低)了?[约約]?\s?\Z",
    re.I,
)
_CHANGE_BEHIND = regex(
    r"\s(?:more|less|fewer|over|under|above|below)\b|[人名件台戸社隻명건대원円元]?(?:이|가|을|를|が|を|の)?\s?(?:[늘줄많적높낮多少高低]|증가|감소|오[르를]|올[라랐]|내[려렸릴]|増|減|上が|下が|引き)"
)
"""Where a figure itself is a change, and not what something changed to or from."""
_WITH_PART = regex(
    r"[^\d;；。]{0,40}?[,，、(（]?\s?(?:\b(?:including|among (?:them|these)|of (?:which|whom|these|them)|darunter|davon|dont"
    r"|y compris|d[ei] los cuales|entre ellos|di cui)\b|其中|包括|うち|その中|그중|그\s?가운데|이\s?중)",
    re.I,
)
"""What stands behind a whole of which a part is told: 17 vessels, including 12 ferries."""
_AND = regex(r"\s?(?:[,，、]|,?\s?\b(?:and|plus|und|et|y|e)\b|[和与與と])\s?", re.I)
_BY_MORE = regex(r"(?:高出?|多出?|增加|增[长長])了?(?:大?[约約]|近)?\s?\Z")


def reckoned(claim: str, numbers: Sequence[Quantity], given: Sequence[Quantity]) -> list[Quantity]:
    """Those of ``numbers`` that ``claim`` works out from two of its figures that are ``given``."""
    if len(given) < 2:
        return []
    return [one for one in numbers if any(tells(claim, one, value) for value in _outcomes(claim, one, _near(one, given)))]


def _near(one: Quantity, given: Sequence[Quantity]) -> Sequence[Quantity]:
    """The figures that another one may be worked out from, in the order of the sentence."""
    if len(given) <= MOST:
        return given
    nearest = sorted(given, key=lambda other: max(other.start - one.end, one.start - other.end))
    kind = "%" if one.unit == "pp" else one.unit
    kept = {*nearest[:MOST], *[other for other in nearest if other.unit == kind][:MOST]}
    return [other for other in given if other in kept]


class Steps(NamedTuple):
    """What the words around a figure say was done to come to it."""

    rises: bool
    falls: bool
    apart: bool
    """Whether it is a difference, of which nobody says what is more."""
    total: bool
    share: bool
    by_more: bool
    base: str
    """The unit of which it is given for each, and how much of the base unit that is."""
    factor: float

    @property
    def changes(self) -> bool:
        """Whether it is by how much something rises or falls."""
        return self.rises != self.falls

    def of_two(self, one: Quantity, first: Quantity, second: Quantity) -> Iterator[float]:
        """What comes of two figures: ``first`` is what is measured by ``second``, where that matters."""
        if self.base:
            if second.unit == self.base and first.unit == one.unit and second.value:
                yield first.value / (second.value / self.factor)
            return
        if first.unit != second.unit:
            return
        if second.value and (one.unit == "x" or (one.unit == "%" and self.share)):
            ratio = first.value / second.value
            yield 100 * ratio if one.unit == "%" else ratio - self.by_more

    def change(self, one: Quantity, more: Quantity, less: Quantity) -> Iterator[float]:
        """By how much one figure is more than another, or both together."""
        high, low = _signed(more), _signed(less)
        if (self.base and not self.changes) or more.unit != less.unit or high <= low:
            return
        if one.unit == more.unit or (one.unit, more.unit) == ("pp", "%"):
            if self.apart or self.changes:
                yield high - low
            if self.total:
                yield high + low
        elif one.unit == "%" and low > 0 and self.changes:
            yield 100 * (high - low) / (low if self.rises else high)


def steps(claim: str, one: Quantity) -> Steps:
    """What the words around a figure of ``claim`` say was done to come to it."""
    base, factor = _for_each(claim, one)
    begins = max(min(clause_of(claim, one)[0], one.start - _AROUND), one.start - 2 * _AROUND, 0)
    before = _UNDER.sub("", _OVER.sub("", claim[begins : one.start]))  # "fell by more than" is a fall
    behind = claim[one.end : one.end + _AROUND]
    near = before + " " + behind
    share = _OF_BEFORE.search(claim, 0, one.start) or _SHARE_BEFORE.search(claim, 0, one.start) or _is_out_of(claim)
    up, down = (_distance(words, before, behind) for words in (RISEN, FALLEN))
    said = Steps(
        rises=up < down,
        falls=down < up,
        apart=bool(_APART.search(near) or is_of_the_rest(claim, one) or (up == down and _BY.search(before))),
        total=bool(TOTAL.search(near) or TOTAL.search(claim, max(0, one.start - 2 * _AROUND), one.start)) or has_part(claim, one),
        share=bool(share or is_share_in_words(one) or _SHARE_BEHIND.match(claim, one.end)),
        by_more=bool(_BY_MORE.search(claim, 0, one.start)),
        base=base,
        factor=factor,
    )
    if said.base or said.changes or said.apart or said.total or said.share:
        return said
    # what stands beside a figure for each of something is for each, too: 宜昌每公里0.61亿元，淮安1.81亿元
    beside = next((other for other in reversed(read(claim)) if other.end <= one.start), None)
    if beside is None or beside.unit != one.unit:
        return said
    base, factor = _for_each(claim, beside)
    return said._replace(base=base, factor=factor)


def _for_each(claim: str, one: Quantity) -> tuple[str, float]:
    """The unit for each of which a figure is given, and how much of the base unit that is."""
    by = _PER.match(claim, one.end) or _PER_BEFORE.search(claim, 0, one.start)
    return _named_unit(next(filter(None, by.groups()))) if by else ("", 1.0)


def is_of_the_rest(claim: str, one: Quantity) -> bool:
    """Whether a claim denies something of those that a figure counts: 228 of 640 firms do not train, where 412 do."""
    if not negation.denials(claim):  # most claims: clauses are cut anew each time
        return False
    return any(one.text.strip() in clause for clause in filter(negation.denied, negation.clauses(claim)))


def has_part(claim: str, one: Quantity) -> bool:
    """Whether a part of a figure is told behind it."""
    return bool(_WITH_PART.match(claim, one.end))


def _distance(words: re.Pattern[str], before: str, behind: str) -> float:
    """How far from a figure the nearest of some words stands; infinity where none does."""
    found = [len(before) - one.end() for one in words.finditer(before)] + [one.start() for one in words.finditer(behind)]
    return min(found, default=math.inf)


def _is_out_of(claim: str) -> bool:
    """Whether a claim gives one figure out of another: "212 of the 1,060 children", 1060名中有212名."""
    return any(_OUT_OF.fullmatch(claim, first.end, second.start) for first, second in pairwise(read(claim)))


def is_change(claim: str, one: Quantity) -> bool:
    """Whether a figure is by how much something changed, and not what it changed to or from."""
    return bool(_CHANGE_BEFORE.search(claim, 0, one.start) or _CHANGE_BEHIND.match(claim, one.end))


def _outcomes(claim: str, one: Quantity, given: Sequence[Quantity]) -> Iterator[float]:
    """What comes of two figures, or as a sum of all, by what the words around another say was done."""
    said, wholes = steps(claim, one), whole_of(claim, one, given) or given
    than = next((other for other in given if _THAN.fullmatch(claim, other.end, max(other.end, one.start))), None)
    for first, second in permutations(given, 2):
        if said.base or second in wholes:
            yield from said.of_two(one, first, second)
        if than is None or not said.changes or than is not (first if said.rises else second):
            yield from said.change(one, first, second)
        of_change = one.unit == "%" and said.changes and first.unit == second.unit and first.value > second.value
        if of_change and is_change(claim, second):  # "up by 43 to 478, or 10%"
            yield 100 * second.value / (first.value + second.value * (-1 if said.rises else 1))
        if first.unit == "%" and second.unit == one.unit and 0 <= one.start - first.end <= _AROUND:
            yield first.value * second.value / 100  # "39% of them, some 94,000"
    yield from _of_parts(claim, one, given)
    if said.total:
        yield sum(other.value for other in given if other.unit == one.unit)


def _of_parts(claim: str, one: Quantity, given: Sequence[Quantity]) -> Iterator[float]:
    """What the figures add up to that are listed behind another one: "27 deaths, 14 and 13"."""
    parts: list[Quantity] = []
    for other in (other for other in given if other.start >= one.end and other.unit == one.unit):
        if parts and not _AND.fullmatch(claim, parts[-1].end, other.start):
            break
        parts.append(other)
    if len(parts) > 1:
        yield sum(part.value for part in parts)


def whole_of(claim: str, one: Quantity, given: Sequence[Quantity]) -> Sequence[Quantity]:
    """The figures that a share or a multiple is said to be of: the one that stands beside it (36.6吉瓦的1.1倍, "1.1 times the
    36.6 GW"), or those of what is named there; none where nothing tells."""
    if of := _OF_BEFORE.search(claim, 0, one.start):
        beside = [other for other in given if of.start() <= other.end <= one.start or other.end == of.end("name")]
        name = _LEADING.sub("", of["name"] or "")
        return beside[-1:] or (figures_of(name, claim, given) if len(name) > 1 else ())
    behind = next(
        (other for other in given if other.start >= one.end and _OF_BEHIND.fullmatch(claim, one.end, other.start)), None
    )
    return [behind] if behind else ()


def _signed(one: Quantity) -> float:
    return -one.value if one.negative else one.value


def tells(claim: str, one: Quantity, value: float) -> bool:
    """Whether a figure is ``value`` or, as a bound, tells it."""
    return _rounds(claim, one, value) or rounds(claim, one, [one._replace(readings=(abs(value),))])


def _rounds(claim: str, one: Quantity, value: float) -> bool:
    """Whether a figure is ``value``, with as many digits as it is written with; a share in words is near it, on the side said."""
    if is_share_in_words(one):
        wrong_side = (_OVER if value < one.value else _UNDER).search(claim, 0, one.start)
        return abs(one.value - value) <= FRACTION and not wrong_side
    if any(math.isclose(reading, value, rel_tol=1e-9) for reading in one.readings):
        return True  # whatever its digits: those of 77万759 do not show that it is exact
    scale = one.value / one.bare if one.bare and one.value else 1.0  # 170 hours are round in hours, not in seconds
    told = value / scale
    places = max(1, one.digits) - 1 - math.floor(math.log10(abs(told))) if told else 0
    return any(math.isclose(reading / scale, round(told, places), rel_tol=1e-6) for reading in one.readings)


def _named_unit(text: str) -> tuple[str, float]:
    """The unit that a text begins with: 公里 in 公里約; of Latin letters, that it is."""
    if text.isascii():
        return unit(text)
    return next((found for end in range(len(text), 0, -1) if (found := unit(text[:end]))[0]), ("", 1.0))
