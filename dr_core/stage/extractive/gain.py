"""What sentences gain because they tell what is wanted: the figure, the reason, or what their heading promises."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.cause import asks_why, effects, gives_cause, hinders, tells_lack
from dr_core.stage.extractive.ending import looks_ahead
from dr_core.stage.extractive.event import events_asked, in_own_words, says_event
from dr_core.stage.extractive.measure import kind_of, measures
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.quantity import BY_UNIT, HOW_MANY, MEASURES, NONE, SAME_SENTENCE, Measure, states
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import speaks_of, spoken, telling, unsaid, weights
from dr_core.stage.extractive.tense import AHEAD as TO_COME
from dr_core.stage.extractive.tense import OPEN, about_now, is_of_another_year, lies_ahead, outdated, tense, year_of
from dr_core.stage.extractive.want import Want, only_reasons
from dr_core.text import terms
from dr_core.text.dangling import restricts
from dr_core.text.number import read

NAMED, LED, UNNAMED, HEADED, USUAL, OPENING = 0.35, 0.3, 0.1, 0.2, 0.1, 0.25
"""What a sentence gains that names an asked quantity beside its figure, or follows one that does, or only has a figure of its
unit; if its heading or title does; if it tells of the usual case or the whole, not of a single one; if it opens its source."""

AGREED, ABOUT, LEADS_UP = 0.1, 0.2, 0.15
"""What it gains if others state about the same figure, how far apart these may be, and what each sentence before it costs."""

LATER, PROMISED = 0.03, 0.12
"""What each sentence before it in its passage costs one that is chosen for its heading, or for one that promises reasons."""

EXACT = 0.02
"""What it gains if it uses the very words of the question: this decides between equals."""

AHEAD = 0.1
"""What a figure loses that is a plan or a forecast, where none is asked for."""

RECENT = 0.05
"""What the most recent figure gains where a question asks how things are now: this decides between equals."""

TIMELY = 0.3
"""What a date ahead gains where one is asked for, and loses where a past one is."""

FIGURE = 0.15
"""What a reason gains that stands beside a figure of the quantity whose reasons are asked for."""

ELSEWHERE = 0.2
"""What a figure loses if its heading compares with something else, where no comparison is asked for."""

NEAR, SURE = 0.3, 0.55
"""The share of what is asked of which a reason must speak to count in full, and that of one of several questions which its
answer, or the heading over it, must say."""

_SPECIAL = regex(
    r"\bexceptions?\b|\bexceptional|\brecord\b|\bideal conditions|\bin the 1[89]\d\ds\b|\boriginally\b|\binitially\b"
    r"|\btheoretical|\bdesign(?:ed)? (?:speed|for)\b|\btest (?:speed|run|train)|\bin tests?\b"
    r"|[设設][计計](?:[时時]速|速度|上)|[试試][验驗]|試験|시험|설계상"
    r"|\bminimum\b|\blimit set\b|\bat (?:the|that) time\b|当时|當時|当時|당시|例外|[纪紀]录|紀錄|記録|理论|理論|기록|예외|이론"
    r"|\bausnahme|\brekord|\btheoretisch|\bursprünglich|\bdamals\b|\bexcepci|\beccezion|\bexceção|\binizialmente\b"
    r"|\bno início\b|\bà l['’]origine\b|\bal principio\b",
    re.I,
)

_ABROAD = regex(
    r"\bother\b|\belsewhere\b|\babroad\b|海外|国外|國外|其他|他国|해외|다른|\bausland|\bandere|\bétranger|\bextranjero"
    r"|\botr[oa]s\b|\bestero\b|\baltri\b|\bestrangeiro|\boutr[oa]s\b",
    re.I,
)
_COMPARES = regex(r"\bcompar|比较|比較|비교|\bvergleich|\bconfront[oi]\b", re.I)

_USUAL = regex(
    r"\b(?:per|average|averaged|typical(?:ly)?|usual(?:ly)?|generally|overall|in total|nationwide)\b|平均|一般|通常|每|合計|合计"
    r"|全国|全國|当たり|あたり|평균|보통|전국|당\b"
    r"|\bim (?:mittel|durchschnitt|schnitt)\b|\bdurchschnittlich|\binsgesamt\b|\bbundesweit\b|\ben moyenne\b|\bmoyenne?s?\b"
    r"|\bau total\b"
    r"|\b(?:de|en) (?:media|promedio|total)\b",
    re.I,
)

_BY = regex(
    r"\b(?:by|um|de|di)\s(?:[a-zäöü]+\s){0,2}[€$£]?\Z"
    r"|(?:[涨漲升降跌加减減少高低]|[变變][动動化])了?(?:[约約近]|大[约約])?\s?\Z",
    re.I,
)
_BY_BEHIND = regex(
    r"\s?(?:の?(?:上昇|下落|低下|増加|減少|値上げ|値下げ)|ずつ|(?:上が|下が|増え|減っ|高く|安く)"
    r"|상승|하락|증가|감소|인상|인하|오르|올랐|올라|내렸|늘|줄)"
)
"""What stands before or behind the figure by which something changes."""
_COUNTER = regex(r"(?:多少|[几幾]|何|몇\s?)([\u4e00-\u9fff\uac00-\ud7a3])")
_CHANGES = regex(
    r"\b(?:ris(?:e|en|ing)|rose|f[ae]ll(?:en|ing)?|gr[eo]wn?|increas\w*|decreas\w*|drop\w*|chang\w*)\b"
    r"|[涨漲]|上升|下[降跌]|增[加长長]|[减減]少|[变變][动動化]|上が|下が|増え|減|[上低][昇下]|変[化動]|増加"
    r"|올랐|오르|내렸|늘|줄|증가|감소|인상|인하|변[화동]|\b(?:ge)?stieg\w*|\bsteig\w*|\bgesunken\b|\bsank\b|\bsink\w*",
    re.I,
)
"""What asks for a change."""


def figures(want: Want, asked: Brief, prose: Sequence[Item], runs: Runs) -> dict[str, float]:
    """What each item gains because it gives the figure that is wanted; 0 where it does not."""
    # a date that is asked for may lie ahead
    ahead = looks_ahead(asked.query) or asked.wants_date
    weight = weights(want.part.replace(want.words, " "), [item.said for item in prose])
    changes = bool(_CHANGES.search(want.part))
    gains = {}
    for item in prose:
        # under a heading that compares, a date is that of the thing which its sentence names
        other = not asked.compares and (abroad if asked.wants_date else elsewhere)(item.passage.heading)
        before = runs.before.get(item.id)
        fitting = _figure(want, item, before) or UNNAMED * _by_unit(want, item, before, weight)
        if fitting and want.measure and changes != _is_change(want.measure, item.text):
            fitting = UNNAMED  # by how much a thing changes is not how much it is
        gains[item.id] = fitting - ELSEWHERE * other - AHEAD * (not ahead and looks_ahead(item.text))
    if want.measure and want.measure.is_named and about_now(want.part):
        told = [item for item in prose if gains[item.id] > 0 and not lies_ahead(item.text, asked.today)]
        for item in told:
            gains[item.id] = 0.0 if _overtaken(item, told) else gains[item.id] + _recent(item, told)
    return gains


def counted(want: Want, text: str) -> bool:
    """Whether a text has a number of what a question counts, by the word that counts it: 1864只 where it asks 多少只."""
    asked = _COUNTER.search(want.part) if want.measure is HOW_MANY else None
    return bool(asked and re.search(rf"\d[百千万萬亿億兆多余餘천만억]*\s?{asked[1]}", text))


def _overtaken(item: Item, told: Sequence[Item]) -> bool:
    """Whether an item tells how things were at some time, and its passage goes on to tell how they were later."""
    return outdated(item.text) and any(
        other.source == item.source
        and other.passage == item.passage
        and other.start > item.start
        and year_of(other.text) > year_of(item.text)
        for other in told
    )


def _recent(item: Item, told: Sequence[Item]) -> float:
    """What an item gains because the last year it names is recent among those that others name."""
    years = sorted({year for one in told if (year := year_of(one.text))})
    year = year_of(item.text)
    return RECENT * years.index(year) / (len(years) - 1) if year and len(years) > 1 else 0.0


def timely(want: Want, asked: Brief, prose: Sequence[Item]) -> dict[str, float]:
    """What each item gains because it tells of a date ahead and one is asked for, or loses because a past one is."""
    turn = tense(want.part) if want.measure and "date" in want.measure.kinds else OPEN
    if turn == OPEN or (turn == TO_COME and _has_happened(want, asked, prose)):
        return dict.fromkeys((item.id for item in prose), 0.0)
    weight = weights(want.part, [item.said for item in prose])
    return {
        item.id: TIMELY * turn * ("date" in measures(item.text) and lies_ahead(item.text, asked.today) and _fits(weight, item))
        for item in prose
    }


def _has_happened(want: Want, asked: Brief, prose: Sequence[Item]) -> bool:
    """Whether a source opens with the past date of what a question asks the date of without saying that it lies ahead; not where
    one that lies ahead is told of the subject by its name."""
    events = events_asked(want.part)
    named = {term for term in asked.keys if not events_asked(term)}
    ahead = (one for one in prose if says_event(events, one.text) and lies_ahead(one.text, asked.today))
    if looks_ahead(asked.query) or not events or any(not named.isdisjoint(terms(one.said)) for one in ahead):
        return False
    begins = [item for item in prose if item.passage.place == 0 and "date" in measures(item.text)]
    return any(says_event(events, item.text) == 1 and not lies_ahead(item.text, asked.today) for item in begins)


def _fits(weight: Mapping[str, float], item: Item) -> bool:
    """Whether an item speaks of what is asked and its title does not say: another thing may lie ahead, too."""
    return speaks_of(unsaid(weight, item), item.said, NEAR)


def _figure(want: Want, item: Item, before: Item | None) -> float:
    assert want.measure is not None
    how = states(want.measure, item.text)
    if not want.measure.is_named:
        return UNNAMED * bool(want.measure.kinds & measures(item.text))
    # a title names what a sentence with a figure of a telling unit need not
    over = f"{item.title}\n{item.passage.heading}" if how == BY_UNIT else item.passage.heading
    headed = bool(want.measure.cues.search(over))
    led = before is not None and bool(want.measure.cues.search(before.text))
    if how == NONE and (told_behind(want.measure, item, before) or _told_under(want.measure, item)):
        return UNNAMED + HEADED * headed
    if how == NONE or (how == BY_UNIT and not headed and not led):
        return 0.0
    exact = want.words.lower() in item.text.lower()
    named = NAMED if how == SAME_SENTENCE else LED if led and headed else UNNAMED
    if want.measure.side == "scale" and not exact:
        named = UNNAMED  # a capacity is not an output, though both are sizes
    return (
        named
        + EXACT * exact
        + HEADED * headed
        + USUAL * usual(f"{item.passage.heading} {item.text}")
        + OPENING * (item.passage.place == 0)
    )


def _is_change(measure: Measure, text: str) -> bool:
    """Whether what a text gives of a quantity in the end is by how much it changes."""
    stated = [one for one in read(text) if one.unit and kind_of(one.unit) in measure.kinds]
    return bool(stated) and bool(_BY.search(text[: stated[-1].start]) or _BY_BEHIND.match(text, stated[-1].end))


def _told_under(measure: Measure, item: Item) -> bool:
    """Whether an item gives a figure of the kind that the heading over it names, and names no other quantity."""
    figure = bool((measure.kinds - {"count"}) & measures(item.text)) and bool(measure.cues.search(item.passage.heading))
    return figure and not any(other.said.any(item.text) for other in MEASURES if other.side and other.kinds & measure.kinds)


def told_behind(measure: Measure, item: Item, before: Item | None) -> bool:
    """Whether an item gives the figures of a quantity that the sentence right before it only names, and names no other one."""
    if before is None or not measure.said.any(before.text) or measure.kinds.isdisjoint(measures(item.text)):
        return False
    alone = states(measure, before.text) == NONE and not measure.said.any(item.text)
    return alone and not any(other.said.any(item.text) for other in MEASURES if other.side)


def _by_unit(want: Want, item: Item, before: Item | None, weight: Mapping[str, float]) -> bool:
    """Whether a sentence may tell an asked quantity that it does not name: its unit does, and it speaks of what else is asked."""
    if not want.measure or not want.measure.is_named or states(want.measure, item.text) != BY_UNIT:
        return False
    left = unsaid(weight, item)
    led = before.said if before else ""
    return bool(left) and speaks_of(left, f"{led} {item.said}", NEAR)


def usual(text: str) -> int:
    """1 for a sentence on the usual case, -1 for one on an exception."""
    return -1 if _SPECIAL.search(text) else int(bool(_USUAL.search(text)))


def abroad(heading: str) -> bool:
    """Whether a heading announces something else than the subject."""
    return bool(_ABROAD.search(heading))


def elsewhere(heading: str) -> bool:
    """Whether a heading announces something else, or a comparison with it."""
    return abroad(heading) or bool(_COMPARES.search(heading))


def headings(want: Want, prose: Sequence[Item]) -> dict[str, float]:
    """What each item gains because its heading is what one of several questions asks, or because it says so itself."""
    weight = weights(want.part, [item.said for item in prose])
    return {
        item.id: max(
            NAMED * (bool(weight) and speaks_of(weight, item.passage.heading, SURE)) - LATER * place_of(item),
            UNNAMED * (len(weight) > 1 and speaks_of(weight, item.said, SURE)),
        )
        for item in prose
    }


def place_of(item: Item) -> int:
    """Which sentence of its passage an item is."""
    return sum(span.start < item.start for span in item.passage.spans)


def agreed(measure: Measure, found: Sequence[Item]) -> dict[str, float]:
    """What each item gains because others state about the same: what several say is less likely to be a special case."""
    stated = {item.id: [one for one in read(item.text) if one.unit and kind_of(one.unit) in measure.kinds] for item in found}
    gains = {}
    for item in found:
        like = sum(
            any(
                mine.unit == one.unit and abs(mine.value - one.value) <= ABOUT * mine.value
                for mine in stated[item.id]
                for one in stated[other.id]
            )
            for other in found
            if other.id != item.id
        )
        gains[item.id] = AGREED * min(1.0, like / 2)
    return gains


def causes(want: Want, asked: Brief, prose: Sequence[Item], runs: Runs) -> dict[str, float]:
    """What each item gains because it gives a reason for what is asked, or stands under a heading that promises one.

    A reason near which nothing is said of what is asked, save in the reason itself, is the reason of something else; so is one
    near which a quantity is not named whose reasons are asked for, or that not told which is asked to have happened, or only
    other years are named than the asked one.
    """
    events = () if want.about else events_asked(want.part)
    texts = [in_own_words(events, item.said) for item in prose]
    # sentences name a quantity in many ways, which are looked at apart
    every = weights(want.about.cues.sub(" ", asked.query) if want.about else asked.query, texts)
    # beside it, or what happened, is the subject, which a title may say
    weight = every if want.about or events else telling(every, texts)
    # and where nothing else is asked, what it does not say
    bare = only_reasons(asked.wants) and not (want.about or events)
    total = math.fsum(weight.values()) or 1.0
    led = {item.id: before.text for item in prose if (before := runs.before.get(item.id))}
    named = {
        item.id
        for item in prose
        if (want.about and want.about.said.any(f"{item.passage.heading}\n{led.get(item.id, '')}\n{item.text}"))
        or (events and gives_cause(item.text) and says_event(events, f"{led.get(item.id, '')}\n{item.text}"))
    }
    gains = {}
    for item in prose:
        if (named and item.id not in named) or is_of_another_year(want.part, f"{led.get(item.id, '')} {item.text}"):
            gains[item.id] = 0.0
            continue
        before = runs.before.get(item.id)
        first = None if want.about else runs.opening_on(asked.names, item)
        opened = first.said if first else ""
        led_up = f"{item.title if want.about else opened} {before.said if before else ''}"
        own = (unsaid(weight, item) if bare else {}) or weight
        said = in_own_words(events, f"{led_up} {effects(item.said) if gives_cause(item.text) else item.said}")
        near = min(1.0, spoken(own, said) / (math.fsum(own.values()) or 1.0) / NEAR)
        titled = speaks_of(every, item.title, SURE)
        promised = asks_why(item.passage.heading) or hinders(item.over, want.part)
        in_the_way = hinders(item.over, want.part) and speaks_of(every, item.title, NEAR)
        if (asks_why(item.title) and titled) or in_the_way:
            near = 1.0  # the whole source answers this very question, or what stands under this heading does
        over = spoken(weight, f"{item.passage.heading} {opened}") / total
        # where a heading promises the reasons, its first words begin to give them
        headed = max(HEADED * promised, NAMED * over) - (PROMISED if promised else LATER) * place_of(item)
        figure = FIGURE * bool(want.about and any(states(want.about, one.text) for one in (item, before) if one))
        # why figures cannot be compared is no reason of what they tell
        reason = not restricts(item.text) and (in_the_way or _is_reason(want, item.text))
        gains[item.id] = (NAMED + figure) * reason * near + headed * (near > 0 or over > 0 or (promised and titled))
    return gains


def _is_reason(want: Want, text: str) -> bool:
    """Whether a sentence gives a reason: of a quantity, if that is asked, and not one that the quantity is the reason of."""
    if not want.about or not want.about.said.any(text):
        return gives_cause(text)
    return want.about.said.any(effects(text)) and (gives_cause(text) or tells_lack(text))
