"""Whose word something is: "according to the mayor, the aquifer is overused" of what a hydrologist said and the mayor denied.

The statement is looked up in the source, and who says it there. This raises no more than a doubt, and only where the source names
the one who says it, and has the other one in another place: a pronoun may be anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.overlap import split
from dr_core.text.token import CJK, content_terms

TOLD = 0.6
"""The share of a statement that its source has."""
LONGEST = 500

_PROPER = r"[A-ZÀ-ÖØ-Þ][\w’.-]*"
_NAME = rf"(?:(?:[Tt]he|[Dd](?:er|ie|as)|[Ll][aeo]s?|[Ee]l|[Ii]l)\s)?(?:[\w’'-]+\s){{0,3}}?{_PROPER}(?:\s{_PROPER})*"
_BESIDE = r"(?:\s?[,(][^,()]{2,80}[,)])?"
_VERB = (
    r"(?:said|says|claim(?:s|ed)|argue[sd]|believe[sd]|warn(?:s|ed)|state[sd]|noted|notes|insist(?:s|ed)|estimate[sd]|explain(?:s|ed)"
    r"|told|added|sagte?|erklärte?|warnte?|betonte?|schätzte?|behauptete?|meinte?|affirme|déclare|estime|explique|assure|soutient"
    r"|a (?:affirmé|déclaré|estimé|expliqué|assuré|dit)|afirm[aó]|dijo|dice|declaró|sostiene)"
)
_HAN_VERB = r"(?:表示|认为|認為|指出|称|稱|声称|聲稱|强调|強調|主张|主張|透露|介绍|介紹|警告)"
_WESTERN = (
    regex(rf"(?:[Aa]ccording to|[Ll]aut|[Nn]ach (?:Angaben|Ansicht|Aussage) (?:von|des|der)|[Ss]elon|[Dd]['’]après|[Ss]egún)\s"
          rf"(?P<who>{_NAME}){_BESIDE},?\s(?P<what>.+)"),
    regex(rf"(?:[^,]{{1,80}},\s)?(?P<who>{_NAME}){_BESIDE},?\s{_VERB}\b,?(?:\s(?:that|dass|que|qu['’]))?\s?(?P<what>\w.+)"),
    regex(rf"(?P<what>.+?),?\s(?:according to|laut|selon|d['’]après|según)\s(?P<who>{_NAME})"),
    regex(rf"(?P<what>.+?),\s(?:{_VERB}\s(?P<who>{_NAME})|(?P<name>{_NAME})\s{_VERB})\b"),
)  # fmt: skip
_EASTERN = (
    regex(rf"(?:据|據|根据|根據|按照)(?P<who>[^，。、]{{2,14}}?)(?:{_HAN_VERB}|的(?:说法|說法|看法)|所述)?[，,：:](?P<what>.+)"),
    regex(rf"(?P<who>[\u4e00-\u9fff·]{{2,14}}?){_HAN_VERB}[，,：:]?(?P<what>.+)"),
    regex(r"(?P<who>[^、。]{2,14}?)(?:によれば|によると)、?(?P<what>.+)"),
    regex(r"(?P<who>[^、。]{2,14}?)[はが]、?(?P<what>[^。]+?)と(?:述べ|主張|指摘|発表|説明|語っ|考え|話し)"),
    regex(r"(?P<who>[^,.]{2,16}?)에 따르면,?\s(?P<what>.+)"),
    regex(r"(?P<who>[가-힣]{2,4}(?:\s[가-힣]{2,8})?)(?:은|는|이|가)\s(?P<what>[^.]+?)고\s(?:말했|밝혔|주장|지적|설명|발표|경고)"),
)
_POINTS = regex(r"[他她它其该該此]|本人|对方|對方|同氏|彼|彼女|그|그녀")
_IS_CJK = regex(rf"[{CJK}]")
_CLAUSE = regex(r"[，；。]")
_CAPITAL = regex(r"[A-ZÀ-ÖØ-Þ][\w’-]+")


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
    if any(_is_same(ours.who, one.who) and _share(ours, one) >= TOLD for one in told):
        return None
    return (ours.who, nearest.who) if any(_names(ours.who) & set(content_terms(span)) for span in spans) else None


def _share(ours: _Said, theirs: _Said) -> float:
    return len(ours.what & theirs.what) / len(ours.what)


def _is_same(one: str, other: str) -> bool:
    return bool(_names(one) & _names(other))


def _names(who: str) -> set[str]:
    """The terms of a speaker; in Latin script those of what is written with a capital."""
    return set(content_terms(who if _IS_CJK.search(who) else " ".join(_CAPITAL.findall(who)) or who))


@lru_cache(maxsize=2048)
def _found(text: str) -> tuple[_Said, ...]:
    forms = _EASTERN if _IS_CJK.search(text) else _WESTERN
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
