"""Whom a sentence names as the one who says so: "According to the IEA, ...", 据国际能源署统计.

A source is named by its title or its address. That name stands in no cited words, and is no claim about the matter: it is left
out before a sentence is held against them. Whoever is named and is none of the cited sources is told. So is the country that a
source is about by its title: its sentences need not say it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from dr_core.pattern import regex
from dr_core.text.country import countries, is_unsaid, lands
from dr_core.text.han import simplified
from dr_core.text.language import detect
from dr_core.text.name import Mentions, Name, names
from dr_core.text.overlap import nearest
from dr_core.text.token import CJK
from dr_core.types import Evidence

_LEADS = regex(
    r"(?:\b(?:according to|(?:reported|estimated|cited|published|described) by|(?:data|figures|estimates|numbers) (?:from|by|of)"
    r"|laut|nach Angaben (?:der|des|von)|selon|d['’]après|según|secondo|segundo|volgens)"
    r"|^as)\s+(?:the |a |an |der |die |das |dem |le |la |les |el |los |il )?(?:[lL]['’])?$",
    re.IGNORECASE,
)
_SAYS = regex(
    r"(?:['’]s?)?(?:\s[\w-]+){0,3}?\s(?:reports?|reported|says?|said|states?|stated|puts?|estimates?|estimated|finds?|found|notes?|noted"
    r"|projects|projected|forecasts?|forecasted|expects?|expected|gives?|gave|counts?|counted|lists?|listed|shows?|showed|warns?|warned"
    r"|argues?|argued|calculates?|calculated|writes?|wrote|describes?|described|cites?|cited|records?|recorded|predicts?|predicted"
    r"|concludes?|concluded|zufolge|data|figures|analysis|analysts|researchers|study|survey|outlook)\b",
)
_MAKER = (
    r"(?:署|局|部|院|社|司|会|會|校|学|學|所|行|团|團|报|報|网|網|机构|機構|機関|組織|组织|中心|省|庁|厅|廳|公司|财团|財団|新聞|日报|日報"
    r"|부|청|원|공사|협회|대학교?|연구소|은행|기구|기관|위원회|신문|처)"
)
_OF_NOBODY = regex(
    r"^(?:有?关?相?[关關]?(?:研究)?(?:机构|機構|部[门門]|中心|組織|组织|機関)|研究(?:所|院|者)?|大学|大學|公司|企業|政府(?:部門)?|当局|當局|学会|學會|社会|會|会"
    r"|정부|기관|연구소|회사|본문)$|^(?:[该該这這那本此其同两兩両当當各]|上述|有些|一[些份项項]|多[个個家]|[こそ]の|해당|이 |그 )"
)
_CREDITS = regex(
    rf"(?:^|(?<=[，,。；;：:「“（(\s]))(?:(?:根?[据據]|按照?|依[据據]?)(?P<by>[{CJK}]{{1,18}}?{_MAKER})"
    r"(?=的|于|於|在|最新|年|\d|统计|統計|数据|數據|资料|資料|报告|報告|估[计計算]|预[测計计]|預[測計计]|显示|顯示|称|稱|表示|指出|公布|发布|發布|測算|测算|调查|調查)"
    rf"|(?P<says>[{CJK}]{{1,18}}?{_MAKER})(?:的(?:最新)?(?:统计|統計|数据|數據|资料|資料|报告|報告|研究|调查|調查))?(?=显示|顯示|指出|称|稱|估[计計]|预[测計计]|預[測計计])"
    rf"|(?P<ja>[{CJK}]{{1,18}}?{_MAKER})(?:の(?:データ|報告書?|調査|統計|推計|発表|資料))?に(?=よると|よれば)"
    rf"|(?P<ko>[\uac00-\ud7a3]{{1,12}}{_MAKER})(?:의 (?:자료|보고서|통계|조사|집계|발표))?에 (?=따르면|의하면))"
)
_EASTERN = regex(rf"[{CJK}]")
_COMMON = frozenset(("www", "com", "org", "net", "edu", "gov", "co", "ac", "go", "or", "ne", "news", "blog", "about"))
_WORD = regex(r"[^\W\d_]{2,}")


def sources_named(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """What the source of each piece of evidence is called: its title, and the words of its address."""
    return tuple(f"{one.title} {' '.join(_host(one.url))}".strip() for one in evidence)


def uncredited(sentence: str, called: Sequence[str], spans: Sequence[str]) -> str:
    """A sentence without the names of its sources where it names them as such, and without the one country that it names and
    the title of its source, too; ``called`` has what the source of each of the spans is called. What the spans name stays."""
    credited = _credits(sentence)
    own = _own(sentence, called, spans) if credited or countries(sentence) else ()
    home = countries(" ".join(own))
    at_home = len(home) == 1 and countries(sentence) == home  # of two countries, nobody knows which one a span is about
    for name in sorted({*credited, *names(sentence)}, reverse=True):
        told = _is_called(name, own) if name in credited else at_home and _is_about(name, own, called, spans)
        if told and not _is_called(name, tuple(spans)):
            sentence = sentence[: name.start] + sentence[name.end :]
    return sentence


def placeless(sentence: str, called: Sequence[str], spans: Sequence[str]) -> str:
    """A sentence without the countries that any of its sources is about."""
    for name in reversed(names(sentence)):
        if _is_about(name, called, called, spans):
            sentence = sentence[: name.start] + sentence[name.end :]
    return sentence


def abroad(sentence: str, called: Sequence[str], spans: Sequence[str]) -> str:
    """The country that a sentence names where its source is about another one by its title, and the spans do not name it."""
    said = countries(sentence)
    own = countries(" ".join(_own(sentence, called, spans))) if said else said
    if not own or not said.isdisjoint(own | lands(" ".join(spans))) or not _is_in_language_of(sentence, spans):
        return ""
    return min(said)


def _is_about(name: Name, own: Sequence[str], called: Sequence[str], spans: Sequence[str]) -> bool:
    """Whether a name is that of a country that one of ``own`` names, while the words of that source speak of no other place."""
    named = countries(name.text)
    return bool(named) and any(
        title in own and named <= countries(title) and is_unsaid(name.text, span)
        for title, span in zip(called, spans, strict=True)
    )


def _own(sentence: str, called: Sequence[str], spans: Sequence[str]) -> tuple[str, ...]:
    """What the source is called of the words that a sentence stands on most; nothing where these name somebody whom it does not:
    whoever is named may stand in the place of another."""
    source, _ = nearest(sentence, tuple(spans))
    if not all(_is_called(name, (sentence,)) for name in (*names(source), *_credits(source))):
        return ()
    return tuple(title for title, span in zip(called, spans, strict=True) if source in span)


def invented(sentence: str, called: Sequence[str], spans: Sequence[str]) -> str:
    """Whom a sentence in Chinese, Japanese or Korean names as the one who says so, where neither the spans nor their sources
    know them; a name of another script may be the same in other letters. (Western names are looked for wherever they stand.)"""
    named = [name for name in _credits(sentence) if not name.text.isascii()]
    if not named or not all(map(_EASTERN.search, called)) or not _is_in_language_of(sentence, spans):
        return ""
    texts = (*_own(sentence, called, spans), *spans)
    return next((name.text for name in named if not _is_called(name, texts)), "")


def _is_in_language_of(sentence: str, spans: Sequence[str]) -> bool:
    return {detect(text)[:2] for text in spans} == {detect(sentence)[:2]}


def _host(url: str) -> list[str]:
    return [word for word in _WORD.findall((urlsplit(url).hostname or "").rpartition(".")[0]) if word not in _COMMON]


@lru_cache(maxsize=512)
def _credits(sentence: str) -> list[Name]:
    """The names that a sentence gives as those who say so, in order."""
    found = [
        one
        for one in names(sentence)
        if (_LEADS.search(sentence[max(0, one.start - 40) : one.start]) or _SAYS.match(sentence, one.end))
        and (" " in one.text or not countries(one.text))  # figures of a country are what is spoken of
    ]
    for match in () if sentence.isascii() else _CREDITS.finditer(sentence):
        kind = match.lastgroup or "by"
        if not _OF_NOBODY.match(match[kind]):
            found.append(Name(*match.span(kind), match[kind], "name"))
    return sorted(found)


@lru_cache(maxsize=1024)
def _is_called(name: Name, texts: tuple[str, ...]) -> bool:
    """Whether a name stands in texts, in this or another usual form."""
    if name.text.isascii():
        return _mentions(texts).name(name)
    return any(simplified(name.text) in simplified(text) for text in texts)


@lru_cache(maxsize=256)
def _mentions(texts: tuple[str, ...]) -> Mentions:
    return Mentions(texts)
