"""Whose word something is: "according to the mayor, the aquifer is overused" of what a hydrologist said and the mayor denied.

The statement is looked up in the source, and who says it there. This raises no more than a doubt, and only where the source names
the one who says it, and has the other one in another place: a pronoun may be anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.overlap import split
from dr_core.text.token import CJK, content_terms

TOLD = 0.6
"""The share of a statement that its source has."""
LONGEST = 500
ROOT = 5
"""Letters of a Russian word that its endings leave as they are."""

_PROPER = r"[A-ZÀ-ÖØ-ÞА-Я«][\w’.»-]*"
_ARTICLE = r"(?:[Tt]he|[Dd](?:er|ie|as|em|en)|[Ll][aeo]s?|[Ll]es|[Ee]l|[Ii]l?|[Gg]li|[Oo]s?|[Aa]s?)\s|[Ll]['’]"
_PARTIES = (
    r"(?:(?:trade |labou?r )?unions?|residents|neighbou?rs|regulators?|analysts?|critics|opponents|workers|employees|staff"
    r"|campaigners"
    r"|activists|environmentalists|conservationists|prosecutors?|police|farmers|fishermen|villagers|tenants|investors"
    r"|shareholders"
    r"|customers|passengers|patients|parents|syndicats?|riverains|habitants|écologistes|agriculteurs|pêcheurs|salariés|procureur"
    r"|sindicatos?|vecinos|ecologistas|agricultores|pescadores|trabajadores|críticos|fiscalía|sindacat[oi]|residenti|abitanti"
    r"|ambientalisti|agricoltori|pescatori|lavoratori|procura|moradores|ambientalistas|trabalhadores|профсоюз\w*|жител[ия]\w*"
    r"|экологи?\w*|рабочи[ех]\w*|фермер\w*|рыбак\w*|прокурат\w*)"
)
"""Those who are no company and no office, and so never another name for one."""
_PARTY = rf"(?:{_ARTICLE})?(?:[a-zà-ÿ]+\s)?{_PARTIES}\b"
_NAME = rf"(?:(?:{_ARTICLE})?(?:[\w’'-]+\s){{0,3}}?{_PROPER}(?:\s{_PROPER})*|(?i:{_PARTY})|(?:{_ARTICLE})[a-zß-ÿ][\w-]+)"
_BESIDE = r"(?:\s?[,(][^,()]{2,80}[,)])?"
_VERB = (
    r"(?:said|says?|claim(?:s|ed|(?= that))|argue[sd]?|believe[sd]?|warn(?:s|ed)?|state[sd]|noted|notes|insist(?:s|ed)?"
    r"|estimate[sd]"
    r"|explain(?:s|ed)"
    r"|told|added|sag(?:te|en|t)n?|erklär(?:te|en|t)n?|warn(?:te|en|t)n?|beton(?:te|en|t)n?|schätz(?:te|en|t)n?"
    r"|behaupte(?:te|n|t)n?"
    r"|mein(?:te|en|t)n?|affirme(?:nt)?|déclare(?:nt)?|estime(?:nt)?|explique(?:nt)?|assure(?:nt)?|sou(?:tient|tiennent)"
    r"|dénonce(?:nt)?"
    r"|(?:a|ont) (?:affirmé|déclaré|estimé|expliqué|assuré|dit|dénoncé)|afirm(?:[aó]n?|aron|ou)|dij(?:o|eron)|dicen?"
    r"|declar(?:ó|aron|ou|a)"
    r"|sostienen?|aseguran?|denuncian?|sostiene|afferma(?:no)?|dic(?:e|ono)|sostengono|ha(?:nno)? (?:detto|dichiarato|affermato)"
    r"|diz(?:em)?|disse(?:ram)?|afirmam|sustentam?|утвержда[ею]т|заяви(?:л[аи]?|ли)|сообщи(?:л[аи]?|ли)|счита[ею]т|говор[ия]т)"
)
_HAN_VERB = r"(?:表示|说(?=[，,：:])|說(?=[，,：:])|认为|認為|指出|称|稱|声称|聲稱|强调|強調|主张|主張|透露|介绍|介紹|警告)"
_TO = (
    r"(?:[Aa]ccording to|[Ll]aut|[Nn]ach (?:Angaben|Ansicht|Aussage) (?:von|des|der)|[Ss]elon|[Dd]['’]après|[Ss]egún"
    r"|[Dd]e acuerdo con|[Ss]econdo|[Ss]egundo|[Dd]e acordo com|[Пп]о (?:словам|данным|мнению))"
)
_WESTERN = (
    regex(rf"{_TO}\s(?P<who>{_NAME}){_BESIDE},?\s(?P<what>.+)"),
    regex(rf"Wie\s(?P<who>{_NAME})\s(?:mitteilte|sagte|erklärte|berichtete|mitteilt|sagt|erklärt|berichtet),\s(?P<what>.+)"),
    regex(rf"(?P<who>{_NAME})\szufolge,?\s(?P<what>.+)"),
    regex(rf"(?:[^,]{{1,80}},\s)?(?P<who>{_NAME}){_BESIDE},?\s{_VERB}\b,?(?:\s(?:that|dass|que|qu['’]|che|что))?\s?(?P<what>\w.+)"),
    regex(rf"(?P<what>.+?),?\s{_TO}\s(?P<who>{_NAME})"),
    regex(rf"(?P<what>.+?)(?:,|[,!?]?[\"”’»]),?\s(?:{_VERB}\s(?P<who>{_NAME})|(?P<name>{_NAME})\s{_VERB})\b"),
)  # fmt: skip
_SPEAKS = regex(rf"\b(?:{_TO}|{_VERB}|zufolge|mitteilte?|berichtete?)\b")
"""Without one of these nobody speaks: it is looked for before the forms are tried."""
_EASTERN = (
    regex(rf"(?:据|據|根据|根據|按照)(?P<who>[^，。、]{{2,14}}?)(?:{_HAN_VERB}|的(?:说法|說法|看法)|所述)?[，,：:](?P<what>.+)"),
    regex(rf"(?P<who>[\u4e00-\u9fff·]{{2,14}}?){_HAN_VERB}[，,：:]?(?P<what>.+)"),
    regex(r"(?P<who>[^、。]{2,14}?)(?:によれば|によると)、?(?P<what>.+)"),
    regex(r"(?P<who>[^、。]{2,14}?)[はが]、?(?P<what>[^。]+?)と(?:述べ|主張|指摘|発表|説明|語っ|考え|話し)"),
    regex(r"(?P<who>[^,.]{2,16}?)에 따르면,?\s(?P<what>.+)"),
    regex(
        r"(?P<who>[가-힣]{2,8}?(?:\s[가-힣]{2,8})??)(?:은|는|이|가)\s(?P<what>[^.]+?)고\s(?:말했|밝혔|주장|지적|설명|발표|경고)"
    ),
)
_POINTS = regex(
    r"(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Ee]r|[Ss]ie|[Ee]s|[Ii]ls?|[Ee]lles?)\Z|[他她它其该該此]|本人|对方|對方|同氏|彼|彼女|그|그녀"
)
_IS_CJK = regex(rf"[{CJK}]")
_CLAUSE = regex(r"[，；。]")
_CAPITAL = regex(r"[A-ZÀ-ÖØ-ÞА-Я][\w’-]+")
_CYRILLIC = regex(r"[а-яё]")
_LEADING_ARTICLE = regex(rf"\A(?:{_ARTICLE})")
_ANY_PARTY = regex(_PARTIES, re.I)
_ANYBODY = regex(
    r"(?:Unternehmen|Firma|Konzern|Betrieb|Behörde|Ministerium|Institut|Verband|Sprecher\w*|Hersteller\w*|Betreiber\w*|Forsche\w+"
    r"|Wissenschaftler\w*|Studie|Bericht|Autor\w*|Experte\w*|Team)s?"
)
"""What may stand for a name, in a language that writes nouns like one."""


class _Said(NamedTuple):
    who: str
    what: frozenset[str]


def of_another_speaker(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """Who says something in ``claim``, and who does in ``spans``, where these are two; None where they are not."""
    ours = next(_said(claim), None)
    if ours is None or len(ours.what) < 2:
        return None
    told = [one for span in spans for sentence in split(span) for one in _said(sentence)]
    nearest = max(told, key=lambda one: _share(ours, one), default=None)
    if nearest is None or _share(ours, nearest) < TOLD or _POINTS.match(nearest.who) or _is_same(ours.who, nearest.who):
        return None
    if any(_is_same(ours.who, one.who) and _share(ours, one) >= TOLD for one in told) or _may_be(nearest.who, ours.who, spans):
        return None
    return (ours.who, nearest.who) if any(_names(ours.who) & _names_in(span) for span in spans) else None


def _share(ours: _Said, theirs: _Said) -> float:
    return len(ours.what & theirs.what) / len(ours.what)


@lru_cache(maxsize=1024)
def _names_in(text: str) -> frozenset[str]:
    return frozenset(one[:ROOT] if _CYRILLIC.match(one) else one for one in content_terms(text))


def _is_same(one: str, other: str) -> bool:
    return bool(_names(one) & _names(other))


def _may_be(written: str, said: str, spans: Sequence[str]) -> bool:
    """Whether two words for a speaker may be of one: "the company" and its name, or a union's name and "the union" behind it."""
    theirs, ours = _kind(written), _kind(said)
    if "any" in (theirs, ours):
        return "party" not in (theirs, ours)
    if (theirs, ours) != ("name", "party"):
        return False
    text = "\n".join(spans)
    party = _ANY_PARTY.search(said)
    return not party or text.find(written) < text.lower().find(party[0].lower())


def _kind(who: str) -> str:
    """Whether a speaker has a name, is a party that is neither company nor office, or may be anybody ("the company")."""
    if _IS_CJK.search(who):
        return "name"
    bare = _LEADING_ARTICLE.sub("", who)
    if _ANY_PARTY.fullmatch(bare) or not (_CAPITAL.search(bare) or "«" in bare):
        return "party" if _ANY_PARTY.search(bare) else "any"
    return "any" if _ANYBODY.fullmatch(bare) else "name"


def _names(who: str) -> set[str]:
    """The terms of a speaker; in Latin script those of what is written with a capital."""
    bare = _LEADING_ARTICLE.sub("", who)
    found = content_terms(who if _IS_CJK.search(who) else " ".join(_CAPITAL.findall(bare)) or bare)
    return {one[:ROOT] if _CYRILLIC.match(one) else one for one in found}


@lru_cache(maxsize=2048)
def _found(text: str) -> tuple[_Said, ...]:
    eastern = bool(_IS_CJK.search(text))
    forms = _EASTERN if eastern else _WESTERN if _SPEAKS.search(text) else ()
    found = next(filter(None, (form.match(text.strip()) for form in forms)), None)
    if found is None:
        return ()
    who = found["who"] or found.groupdict().get("name") or ""
    return (_Said(who.strip(), frozenset(content_terms(found["what"]))),)


def _said(sentence: str) -> Iterator[_Said]:
    """What a sentence gives as somebody's word; each clause of Chinese may give another's."""
    if len(sentence) > LONGEST:
        return
    whole = _found(sentence)
    yield from whole
    if not whole or "，" in sentence:
        for clause in _CLAUSE.split(sentence):
            yield from _found(clause)
