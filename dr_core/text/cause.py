"""Causes and what comes of them: who writes "the cables rusted because the bridge was closed", where the source has it that the
bridge was closed because its cables had rusted, has turned the two round, whatever words both share. And what merely stands side
by side in the source is no cause of each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.overlap import split
from dr_core.text.token import CJK, content_terms

LONGEST = 500
HELD, MORE = 0.5, 0.25
"""The share of a cause's terms that the source's effect has, and the other way round; and by how much that is more than what
the source's cause has of the claim's."""

_CJK = regex(rf"[{CJK}]")
_BECAUSE = (
    r"because(?:\sof)?|due\sto|owing\sto|as\sa\sresult\sof|on\saccount\sof|thanks\sto|caused\sby|the\sresult\sof|weil|wegen|aufgrund"
    r"|parce\squ(?:e|['’][a-zà-ÿ]+)|à\scause\sd[eu']|porque|debido\sa"
)
_SO = (
    r"(?:so|therefore|hence|thus|consequently|as\sa\sresult|which\sis\swhy|deshalb|daher|darum|donc|por\slo\stanto)(?=[\s,])"
    r"|(?:le(?:d|ads?)\sto|result(?:s|ed)?\sin|caus(?:es|ed)|brought\sabout)(?=\s)"
)
_REASON = (
    r"(?:the\s)?(?:main\s|chief\s|first\s|biggest\s)?(?:reason|cause)s?\s(?:was|were|is|are|for\s(?:this|that|it)\s(?:was|is))"
)
_FORWARD = (
    regex(
        r"(?P<cause>.+?)\s(?:was|were|is|are)\s(?:the|one)\s(?:\w+\s)?(?:reason|cause)s?\s(?:why|for|of)\s(?P<effect>.+)",
        re.IGNORECASE,
    ),
    regex(rf"(?:^|.*?[;,]\s)(?:{_BECAUSE})\s(?P<cause>[^,;]+),\s(?P<effect>.+)", re.IGNORECASE),
    regex(r"(?:.*?[，；])?[^，；。]{0,12}?(?:因为|因為|由于|由於)(?P<cause>[^，；。]+)[，,](?:所以|因此|故)?(?P<effect>.+)"),
    regex(r"(?P<cause>.+?)(?:，|,|；)?(?:因此|所以|因而|故而|导致|導致|造成|使得|以致)(?P<effect>.+)"),
    regex(r"(?:.*、)?(?P<cause>[^、]+?)(?:ため(?:に)?|ので|結果)、(?P<effect>.+)"),
    regex(r"(?P<cause>.+?)(?:때문에|[으]?로 인해|[으]?로 인하여)\s(?P<effect>.+)"),
    regex(rf"(?P<cause>.+?)[,;]?\s(?:and\s)?(?:{_SO})[,\s]\s?(?P<effect>.+)", re.IGNORECASE),
)
_BACKWARD = (
    regex(rf"(?P<effect>.+?),?\s(?:{_BECAUSE})\s(?P<cause>.+)", re.IGNORECASE),
    regex(r"(?P<effect>.+?)(?:[，,]?(?:是|正是)?(?:因为|因為|由于|由於))(?P<cause>.+)"),
    regex(r"(?P<effect>.+?)のは、?(?P<cause>.+?)(?:から|ため)(?:である|だ|です|であり)(?=[。、]|$)"),
    regex(r"(?P<effect>.+?)것은\s(?P<cause>.+?)\s?때문(?:이다|이었다|입니다)"),
)
_BEFORE = (
    regex(rf"{_REASON}\s(?:that\s)?(?P<cause>.+)", re.IGNORECASE),
    regex(r"(?:主要|最大)?的?原因是(?P<cause>.+)"),
    regex(r"(?:主な|最大の|その)?(?:理由|原因)は、?(?P<cause>.+)"),
)
"""Sentences that give the reason for what the one before them says."""
_AFTER = (
    regex(
        r"(?:therefore|hence|thus|consequently|as\sa\sresult|for\sth(?:is|at)\sreason|deshalb|daher)\b,?\s(?P<effect>.+)", re.I
    ),
    regex(r"(?:因此|所以|为此|為此|この(?:ため|結果)|その(?:ため|結果)|したがって|従って)[、，,]?(?P<effect>.+)"),
    regex(r"(?:그래서|따라서|이\s?때문에|이로 인해),?\s(?P<effect>.+)"),
)
"""Sentences that say what comes of what the one before them says."""

_PLAIN = (
    regex(r"(?P<cause>.+?)\s(?:führten?|verursachten?|bewirkten?)\s(?P<effect>.+)", re.IGNORECASE),
    regex(r"(?P<cause>.+?)\s(?:a|ont)\s(?:entraîné|provoqué|causé|conduit à|mené à)\s(?P<effect>.+)", re.IGNORECASE),
    regex(r"(?P<cause>.+?)(?:によって|により)、?(?P<effect>.+)"),
)
"""What may also say by whom something was done: only where the source has a cause in its place."""
_ANY_LINK = regex(
    rf"\b(?:{_BECAUSE}|{_REASON}|caus\w+|led|lead\w*|result\w*|since|follow\w+|therefore|thus|hence|so|forc\w+|prompt\w+|trigger\w+"
    r"|driv\w+|drove|allow\w*|enabl\w+|ma[dk]e\w*|help\w*|contribut\w+|blam\w+|attribut\w+|reason\w*|why|after|through|thereby"
    r"|führt\w*|verursach\w+|bewirk\w+|darum|deshalb|daher|deswegen|nachdem|denn|da|durch|dadurch|entraîn\w+|provoqu\w+|caus\w+"
    r"|conduit|suite|grâce|après|donc|car|puisque)\b"
    r"|因|由[于於]|导致|導致|造成|使|所以|致|令|从而|從而|[之以]后|後|ため"
    r"|ので|から|結果|よって|より|もたらし|때문|로 인|으로|따라|결과|해서|초래|이후",
    re.IGNORECASE,
)
_EARLIER = regex(
    r"\b(?:had|hatten?|waren|war|avai(?:t|ent)|étai(?:t|ent))\s"
    r"(?!(?:\w+\s){0,2}?(?:also|außerdem|auch|zudem|ebenfalls|ferner|überdies|aussi|également|en outre)\b)",
    re.I,
)
"""What was so before: a sentence behind another one may so explain it, unless it merely adds something."""
_OWN_REASON = regex(rf"\b(?:{_BECAUSE})\s|因[为為]|由[于於]|ため|ので|때문", re.I)
_POINTS_BACK = regex(
    r"\W*(?:this|that|these|those|it|they|such|dies\w*|das|cel[al]|ce\w*|[这這此该該其]|これ|それ|この|その|이[는를로]?\s|그)",
    re.I,
)
TOLD, TOLD_CJK = 0.5, 0.3
"""The share of a cause, or of an effect, that the sentence has which tells of it; in pairs of CJK characters less."""


class _Link(NamedTuple):
    effect: frozenset[str]
    cause: frozenset[str]
    told: tuple[str, str]


def turned(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """The effect and the cause of ``claim`` where ``spans`` have the one for the other; None where they do not."""
    ours = list(_links((claim,)))
    theirs = list(_links(tuple(spans))) if ours else []
    for one in ours:
        if any(_straight(one, other) >= HELD for other in theirs):
            continue
        for other in theirs:
            if _crossed(one, other) >= max(HELD, _straight(one, other) + MORE):
                return one.told
    return None


def made_up(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """The effect and the cause of ``claim`` where ``spans`` tell of each by itself, and of another cause or of none; None where
    they may be linked."""
    every = [sentence for span in spans if "|" not in span for sentence in split(span)]
    for one in (*_links((claim,)), *_plainly(claim)):
        effect, cause = (_telling(words, every) for words in (one.effect, one.cause))
        if not effect or any(_held(one.effect, sentence) and _held(one.cause, sentence) for sentence in every):
            continue
        if not cause:
            if len(one.cause) > 1 and not any(one.cause & set(content_terms(span)) for span in spans):
                return one.told
            continue
        apart = every.index(effect) - every.index(cause)
        explains = apart == -1 and _EARLIER.search(cause) and not (_OWN_REASON.search(effect) and not one.cause & _terms(effect))
        follows = explains or (apart == 1 and _POINTS_BACK.match(effect))
        has_other = _ANY_LINK.search(effect) or not any(map(_ANY_LINK.search, every))
        if has_other and not follows and not _ANY_LINK.search(cause):
            return one.told
    return None


def _telling(words: frozenset[str], sentences: Sequence[str]) -> str:
    """The sentence that tells of a cause or an effect; "" where none does."""
    return max((one for one in sentences if _held(words, one)), key=lambda one: len(words & set(content_terms(one))), default="")


def _held(words: frozenset[str], sentence: str) -> bool:
    least = TOLD_CJK if _CJK.search(sentence) else TOLD
    return bool(words) and len(words & set(content_terms(sentence))) >= least * len(words)


def _terms(text: str) -> frozenset[str]:
    return frozenset(content_terms(text))


def _plainly(claim: str) -> Iterator[_Link]:
    plain = claim.strip().rstrip("。.")
    for form in _PLAIN:
        if found := form.match(plain):
            yield _link(found["effect"], found["cause"])


def _crossed(one: _Link, other: _Link) -> float:
    return min(_share(one.effect, other.cause), _share(one.cause, other.effect))


def _straight(one: _Link, other: _Link) -> float:
    return min(_share(one.effect, other.effect), _share(one.cause, other.cause))


def _share(words: frozenset[str], held: frozenset[str]) -> float:
    """The share of the fewer of two sets that both have."""
    least = min(len(words), len(held))
    return len(words & held) / least if least else 0.0


@lru_cache(maxsize=512)
def _links(spans: tuple[str, ...]) -> tuple[_Link, ...]:
    return tuple(_found([sentence for span in spans if "|" not in span for sentence in split(span)]))


def _found(sentences: Sequence[str]) -> Iterator[_Link]:
    for at, sentence in enumerate(sentences):
        if len(sentence) > LONGEST:
            continue
        plain = sentence.strip().rstrip("。.")
        for form in _BEFORE:
            if at and (found := form.match(plain)):
                yield _link(sentences[at - 1], found["cause"])
        for form in _AFTER:
            if at and (found := form.match(plain)):
                yield _link(found["effect"], sentences[at - 1])
        for form in (*_FORWARD, *_BACKWARD):
            if found := form.match(plain):
                yield _link(found["effect"], found["cause"])
                break


def _link(effect: str, cause: str) -> _Link:
    return _Link(frozenset(content_terms(effect)), frozenset(content_terms(cause)), (effect.strip()[:60], cause.strip()[:60]))
