"""When a question asks about (a date that is past or ahead, or how things are now), and which time a sentence tells of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dr_core.pattern import regex
from dr_core.text.date import dates
from dr_core.types import Page

AHEAD, PAST, OPEN = 1, -1, 0

_KO_PAST = "".join(chr(code) for code in range(0xAC00 + 20, 0xD7A4, 28) if chr(code) not in "있겠")
"""Korean syllables with the ending of the past."""
_KO_DONE = "".join(chr(code) for code in range(0xAC00 + 4, 0xD7A4, 28) if chr(code) != "는")
"""Those with which a verb of the past goes before a noun, as in 개통한 것은."""

_PLANNED = regex(
    r"\bwill\b|\b(?:due|set|scheduled|expected|projected|going) (?:to|for|in|on|by)\b|\bplan(?:s|ned)? (?:to|for|in)\b"
    r"|\baim(?:s|ing)? to\b|\b(?:opens|begins|starts) (?:in|on)\b"
    r"|[预預][计計]|[预預]定|计划|計[劃畫]|[拟擬][于於在]|[有可]望|[将將](?=[于於在会會])|力[争爭]"
    r"|予定|見込|見通し|計画(?:だ|で|され|して)|目指|めど|めざ|目標"
    r"|예정|계획|전망|목표|[할될릴열] 것",
    re.I,
)
_GIVEN_UP = regex(
    r"\babandon\w*|\bgiv(?:e|en|ing) up\b|\bgave up\b|\bcancel\w*|\bscrapped\b"
    r"|放[弃棄]|取消|断念|撤回|取りやめ|中止|포기|취소|무산",
    re.I,
)
_WAS_PLANNED = regex(r"予定(?:だった|であった|でした)|(?:was|were)\b.*\b(?:due|planned|scheduled|expected)\b|原定|예정이었", re.I)
_ENGLISH = regex(
    r"\b(?:when|(?:what|which) (?:year|month|day)) (?:(?P<past>did|was|were|had|has|have)"
    r"|(?P<ahead>will|shall|does|do|(?:is|are)\b.*\b(?:to|going|due|expected|planned|scheduled|set|supposed))\b)",
    re.I,
)
_CHINESE = regex(r"什[么麼][时時]候|何[时時](?![間に])|[几幾][时時]|哪一?年")
_CHINESE_PAST = regex(r"的[呢吗嗎]?[？?。]*\s*$|了(?!解)|曾|最早|最初|首次|第一次|[当當][时時初年]")
_YEAR_ASKED = regex(r"哪一?年")
_CHINESE_AHEAD = regex(r"[将將会會要]|[预預][计計]|[预預]定|计划|計[劃畫]|打算|未[来來]")
_JAPANESE = regex(r"いつ|何[年月日](?!間)")
_JAPANESE_END = r"(?:の|ん|のです|んです|のでしょう|でしょう|だろう)*か?[。？?]*\s*$"
_JAPANESE_PAST = regex(rf"[ただ]{_JAPANESE_END}|でした|ました")
_JAPANESE_AHEAD = regex(
    rf"(?<!て[いお])(?<!で[いお])(?:[るうくつむぶぐぬ]|(?<!で)す)(?:予定|見込み)?{_JAPANESE_END}|予定|見込|今後|これから"
)
_KOREAN = regex(r"언제|몇 년(?!간)")
_KOREAN_PAST = regex(rf"[{_KO_PAST}]|[{_KO_DONE}] ?(?:것|때|해|날|시기)[은는이가]?")
_KOREAN_AHEAD = regex(r"언제(?:쯤|까지)?\s+(?!인|입니|이[었며])\S|예정|계획|앞으로|향후")

_WAS = regex(
    rf"\b(?:did|was|were|had|used to|original\w*|initial\w*|first|former\w*|histor\w+)\b"
    rf"|[当當][时時初年]|曾|最[初早]|首次|原[来來本]|[历歷]史"
    rf"|了[？?。]?\s*$|{_JAPANESE_PAST.pattern}|当時|歴史|[{_KO_PAST}]|당시|처음|역사",
    re.I,
)
_THEN = regex(
    r"\bat (?:the|that) time\b|\bthen\b|\boriginally\b|\binitially\b|\bat first\b|[当當][时時初]|最初|当時|개통 당시|당시|처음에"
    r"|\bat (?:its )?opening\b|\bwhen it opened\b|[开開]通[时時]|通[车車][时時]|[开開][业業][时時当當]|개통 때",
    re.I,
)


def tense(question: str) -> int:
    """``AHEAD``, ``PAST``, or ``OPEN`` where a question for a date does not say, or asks for none."""
    if _WAS_PLANNED.search(question):
        return OPEN
    if english := _ENGLISH.search(question):
        return PAST if english["past"] else AHEAD
    for asks, past, ahead in (
        (_JAPANESE, _JAPANESE_PAST, _JAPANESE_AHEAD),
        (_KOREAN, _KOREAN_PAST, _KOREAN_AHEAD),
    ):
        if asks.search(question):
            return PAST if past.search(question) else AHEAD if ahead.search(question) else OPEN
    if not _CHINESE.search(question):
        return OPEN
    if _CHINESE_PAST.search(question):
        return PAST
    # 什么时候开通 without a word for the past asks what is to come; 哪一年 asks for either
    return OPEN if _YEAR_ASKED.search(question) and not _CHINESE_AHEAD.search(question) else AHEAD


def about_now(question: str) -> bool:
    """Whether a question asks how things are: it names no year, and nothing in it says that it asks how they were."""
    return not _WAS.search(question) and not dates(question)


def outdated(sentence: str) -> bool:
    """Whether a sentence says of itself that it tells how things were at some time ("then", 当时, 当時, 당시)."""
    return bool(_THEN.search(sentence))


def year_of(sentence: str) -> int:
    """The last year that a sentence names; 0 where it names none."""
    return max((date.year for date in dates(sentence) if date.year), default=0)


def is_of_another_year(question: str, text: str) -> bool:
    """Whether a question names a year, and a text names years, and none of them is that."""
    asked = {date.year for date in dates(question) if date.year}
    told = {date.year for date in dates(text) if date.year} if asked else set()
    return bool(told) and asked.isdisjoint(told)


def lies_ahead(sentence: str, today: int) -> bool:
    """Whether a sentence tells of a date ahead: one after the year ``today``, or a plan for a date without a year; none that was
    given up.

    Where today is not known (0), a plan is enough: one whose year is over lies ahead no more.
    """
    if _GIVEN_UP.search(sentence):
        return False
    year = year_of(sentence)
    if today and year:
        return year > today or (year == today and bool(_PLANNED.search(sentence)))
    return bool(_PLANNED.search(sentence))


def read_in(pages: Iterable[Page]) -> int:
    """The year in which pages were read, the last one; 0 where none says so."""
    return max((int(page.fetched_at[:4]) for page in pages if page.fetched_at[:4].isdigit()), default=0)
