"""What a question is about that no source mentions: a report that says nothing of it must not look like an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from dr_core.pattern import regex
from dr_core.stage.extractive.facet import asked, named_at, names_side
from dr_core.stage.extractive.query import subject, without_asking
from dr_core.stage.passage import page_bag
from dr_core.state import RunState
from dr_core.text.country import unnamed_countries, without_places
from dr_core.text.district import district_names, unnamed_districts
from dr_core.text.general import is_general
from dr_core.text.han import simplified
from dr_core.text.language import same_language
from dr_core.text.same import same_words
from dr_core.text.token import CJK, content_terms, terms
from dr_core.types import Page

KNOWN = frozenset(("en", "zh", "ja", "ko"))
"""Languages of which a word is found in all its forms: to who does not know that "gespart" is "sparen", nothing is missing."""

MUCH = 0.4
"""The share of what a question is about that must be missing: a single word is often told in other words."""

ALL = 1.0
"""The share from which on there is nothing in the sources to answer with."""

OTHERWISE = "Ask in other words, or give other sources"
"""What helps where the sources are about something else."""

PHRASE = 4
"""Characters that what stands beside a side in an Eastern word must have to be a subject."""

LONGEST_NAME = 3
"""Words in capitals that may be a name; of more, a headline is made."""

MOST_TITLES = 3
"""Titles that tell what the sources are about instead."""

_ONLY_ASKS = regex(
    r"(?i:\b(?:got|gets?|(?:creat|invent|introduc|found|launch)ed|(?:high|low|larg|bigg|small|long|short|fast|cheap|new|lat|old)est)\b)|"
    r"(?i:\b(?:pros and cons|(?:dis)?advantages?(?: and disadvantages)?|upsides?|downsides?|merits|benefits and drawbacks)\b)"
    r"|[优優]缺[点點]|[优優][劣势勢]|利弊|(?:メリット|利点|長所)(?:と|・|や)?(?:デメリット|欠点|短所)?|장단점|장점|단점"
    r"|到底|究竟|(?:比[較较]|[較较更])?[划劃]算|(?P<one>[贵貴快大高长長远遠好难難能会會是要])不(?P=one)"
    r"|(?:可以|[能要会會])?[有跑开開用花]?(?<![很许許更众眾诸諸极極])多[大高快长長远遠久重深宽寬贵貴](?=[\s？?。，,]|的|$)"
    r"|什么时候|什麼時候|何时|何時|哪一?[年款台種种位座]|是?[谁誰]|[几幾][个個]"
    r"|[請请](?=[比說说介列分解整])|[並并](?=[請请說说介列分解且])|[說说]明(?![書书文])|介[紹绍]|列[出舉举]|目前|[現现]在|多不多|有[没沒]有"
    r"|(?:教え|説明し|比較し|まとめ|整理し)て(?:ください|下さい)?|現在の?|(?:설명|비교|정리)해\s?(?:줘|주세요)|알려\s?(?:줘|주세요)|현재"
    r"|いつ|いくつ|どこ|何[冊台人年回件個本匹枚時日名]|ありますか"
    r"|처음|만들었|만든|발명|(?<=[가-힣])[어아여]도\s?(?:되|괜찮|좋)\S*|매일|每天|每日|毎日|\b(?:daily|every day)\b"
    r"|언제(?:부터|까지)?|누가|누구\S*|어디\S*|뭐\S*|(?:해야\s)?(?:하|되|했|됐|있)?나요"
    r"|얼마나\s(?:빠|높|크|큰|긴|길|멀|먼|비싼|비쌉|오래)\S*|(?:하였|되었|하|되|했|됐|있)나(?=\s*[?？]|\s*$)|(?:이에|예)요"
)
"""Words that ask and that no answer repeats, beyond those that are left out of a search."""
_EASTERN = regex(rf"[{CJK}]+")
_NAME = regex(r"(?<=\s)[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)+")
_LITTLE = regex(r"\b[a-zà-ÿ]{1,2}\b")
_APART = regex(rf"(?<=[A-Za-z0-9])(?=[{CJK}])|(?<=[{CJK}])(?=[A-Za-z0-9])")
"""Where a Latin word ends within Chinese, Japanese or Korean."""
_EDGES = "的了是在有和與与及或之嗎吗呢もはがをにでとのか은는이가을를의에와과도로"


def missing_subject(state: RunState, much: float = MUCH) -> list[str]:
    """What the question of a run is about and none of its sources mentions, where that is so ``much`` of it; nothing where
    it cites other languages, nor in a language whose words are not known."""
    if state.language.split("-")[0] not in KNOWN:
        return []
    cites = {cite for paragraph in state.paragraphs for cite in paragraph.cite_ids if cite in state.evidence}
    own = {name: page for name, page in state.sources.items() if same_language(page.language, state.language)}
    if any(state.evidence[cite].source not in own for cite in cites):
        return []
    question = state.clarified_query
    elsewhere = set(district_names(question)).difference(
        unnamed_districts(question, (one.text for one in state.sources.values()))
    )
    found = [word for word in unmentioned(question, list(own.values()), much) if word not in elsewhere]
    if not found and much < ALL and own and len(own) == len(state.sources):  # other languages have other names for countries
        found = unnamed_countries(question, state.language, [page.text for page in own.values()])
    return found


def with_the_subject(every: Sequence[Page], language: str, question: str) -> list[Page]:
    """The pages to quote from, without those in other languages that share but little words with the question: where those in
    the report's language mention nothing of what is asked for, the others that have its names (ICE的准点率, of which only English
    pages tell); or the others on the very districts that are asked for, where those name not all of them."""
    pages = [page for page in every if same_language(page.language, language) or not _is_alike_by_chance(question, page)]
    own = [page for page in pages if same_language(page.language, language)]
    known = bool(own) and language.split("-")[0] in KNOWN
    lacking = unmentioned(question, own, ALL) if known else []
    names = {term for word in lacking if word.isascii() for term in content_terms(word)}
    places = unnamed_districts(question, (page.text for page in own)) if known else []
    others = [
        page
        for page in pages
        if page not in own
        and (not names.isdisjoint(page_bag(page)) or (places and not unnamed_districts(question, [page.title])))
    ]
    return others or list(pages)


def _is_alike_by_chance(question: str, page: Page) -> bool:
    """Whether all that a question shares with a page in another language are words of one or two small letters: "en" is no word
    of a subject in any language, and stands in pages of each."""
    little = {term for word in _LITTLE.findall(question) for term in content_terms(word)}
    shared = page_bag(page).keys() & set(content_terms(question))
    return bool(shared) and shared <= little


def titles_of(pages: Iterable[Page]) -> str:
    """What pages are about, by their titles; those beyond the first few are counted."""
    named = list(dict.fromkeys(page.title.strip() or page.url for page in pages))
    more = len(named) - MOST_TITLES
    return "; ".join(named[:MOST_TITLES]) + (f"; +{more}" if more > 0 else "")


def unmentioned(question: str, pages: Sequence[Page], much: float = MUCH) -> list[str]:
    """As ``_unmentioned``, which is asked the same by the report, its last event and its result."""
    return list(_unmentioned(question, tuple(pages), much))


@lru_cache(maxsize=4)
def _unmentioned(question: str, pages: tuple[Page, ...], much: float) -> list[str]:
    """The words of a question that no page has, where they are so ``much`` of what it is about, and unless all of it must be
    missing, the districts that no page names; else nothing."""
    bare = _APART.sub(" ", without_places(subject(without_asking(_ONLY_ASKS.sub(" ", question)))))
    words = [part for word in bare.split() if not is_general(word) for part in _beside_sides(word)]
    known = set[str]().union(*map(page_bag, pages))
    known.update(term for name, _ in same_words(question, known) for term in terms(name))
    whole = {word for name in _names(question) if any(_missing(one, known) for one in name) for word in name}
    missing: list[str] = []
    size = lost = 0
    for word in words:
        own = [word] if word in whole else _missing(word, known)
        size += _size(word)
        lost += sum(map(_size, own))
        missing += own
    found = list(dict.fromkeys(missing)) if size and lost >= much * size else []
    # a place is told in no other words: what is said of others is no answer
    places = unnamed_districts(question, (page.text for page in pages)) if pages and much < ALL else []
    return found + [place for place in places if not any(place in one for one in found)]


def _beside_sides(word: str) -> list[str]:
    """What of a word names no side of a subject: an Eastern one may be a whole phrase (新能源汽车销量增长趋势), of which little
    pieces are left besides (會發生財務困難)."""
    if not _EASTERN.search(word):
        return [] if names_side(word) else [word]
    spans = sorted(span for side in asked(word) for span in named_at(word, side))
    if not spans:
        return [word]
    ends = [0, *accumulate((end for _, end in spans), max)]
    parts = [word[end:start] for end, (start, _) in zip(ends, [*spans, (len(word), 0)], strict=True)]
    return [part for part in parts if len(part) >= PHRASE]


def _names(text: str) -> list[list[str]]:
    """The names of several words in a text: of a World Cup nothing is known to who knows a World Bank."""
    return [name for found in _NAME.findall(text) if len(name := found.split()) <= LONGEST_NAME]


def _missing(word: str, known: set[str]) -> list[str]:
    """The parts of a word that no page has: a Western one whole, of an Eastern one the characters that are in no known pair."""
    if not _EASTERN.search(word):
        return [] if not set(content_terms(word)).isdisjoint(known) else [word]
    found: list[str] = []
    for run in _EASTERN.findall(word):
        held = [False] * len(run)
        for at in range(len(run) - 1):
            if simplified(run[at : at + 2]) in known:
                held[at] = held[at + 1] = True
        parts = "".join(" " if one else char for char, one in zip(run, held, strict=True)).split()
        found += [part for part in (part.strip(_EDGES) for part in parts) if len(part) > 1]
    return found


def _size(word: str) -> int:
    return len(word) if _EASTERN.search(word) else 1
