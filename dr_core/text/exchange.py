"""Whether two sentences of the same words put two things in each other's place: "Apple sued Samsung", "Samsung sued Apple".

English is compared word by word, CJK character by character. What merely moves ("in 2020 sales fell", "sales fell in 2020") is no
exchange, nor is a list in another order, nor the passive of the same statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex

LONGEST = 600
"""Characters of a sentence that is compared so."""

_TOKEN = regex(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?", re.IGNORECASE)
_IGNORED_WORDS = """
    a an the is are was were be been being has have had did do does it its their his her this that these those
    der die das ein eine einer ist sind war waren wird werden wurde wurden worden hat haben es sie sich er
    le la les un une l il elle est sont été ont ces se el los las una unos unas son fue fueron ha han lo i gli uno è sono
    stato stata stati state o os as um uma foi foram são
"""
_LINK_WORDS = "and or with as well both also versus vs und oder sowie et ou y e com con avec mit"
_MARKER_WORDS = """
    in on at by from to of for with than during over under after before between into against per through via
"""
_ROLE_WORDS = """
    nach bei auf an am im aus von vom zu zum zur für gegen mit durch über unter vor seit um während zwischen ohne bis
    den dem des einen einem eines
    à au aux de du des d dans en par pour sur sous avec sans chez entre depuis pendant contre vers selon après avant
    del al con por para sin sobre desde hasta según tras ante di da dal dalla nel nella nei alla per su sul sulla tra fra
    no na nos nas ao do dos das pelo pela com sem até
"""
_IGNORED, _LINKS, _MARKERS, _ROLES = (
    frozenset(words.split()) for words in (_IGNORED_WORDS, _LINK_WORDS, _MARKER_WORDS, _ROLE_WORDS)
)
"""``_ROLES`` are those of other languages that tell what the thing behind them has to do with the rest, wherever both stand."""
_PASSIVE = regex(r"\b(?:is|are|was|were|been|being|be|got)\s(?:\w+\s)?(\w+(?:ed|en|n|t|d))\s(?:\w+\s){0,4}?by\b", re.IGNORECASE)
_OTHER_PASSIVE = regex(
    r"\b(?:wurden?|wird|werden|worden)\b.*\b(?:von|vom|durch)\b|\b(?:von|vom|durch)\b.*\bw[ou]rden?\b"
    r"|\b(?:été|est|sont|fut|furent|était|étaient)\b.*\bpar\b|\b(?:fue|fueron|sido|es|son)\s\w+[ao]s?\b.*\bpor\b"
    r"|\b(?:stat[oaie]|è|sono|fu|furono|viene|vengono)\b.*\bda(?:l|llo|lla|i|gli|lle|ll)?\b|\b(?:foi|foram|sido|é|são)\b.*\bpel[oa]s?\b"
    r"|\bpar\b.*\bété\b|\bse\b.*\bpor\b",
    re.I,
)
_AGENT = regex(r"\b(?:par|von|vom|durch|por|pel[oa]s?|da(?:l|llo|lla|i|gli|lle)?)\s(?P<who>(?:[\w'’-]+\s?){1,3})", re.I)
_CYRILLIC = regex(r"[\u0400-\u04ff]")
"""Of which the endings, and not the order, tell who does what."""
_THOSE = regex(r"\b(?:those|that)\s(?:with|of|in|for|at|from|on|without)\b", re.IGNORECASE)
_RATHER = regex(r"((?:[\w'’-]+\s){1,3})(?:rather than|instead of|as opposed to)\s((?:[\w'’-]+\s?){1,3})", re.IGNORECASE)
_YEAR = regex(r"(?:1[89]|20)\d\d")
_CJK_PASSIVE = regex(r"被|由|受到|によって|により|られ|된다|되었|당했|당하")
_CJK_LIST = regex(r"(.*?)((?:[、，,和与與及或跟やと과와]|以及|および|または|그리고|또는)+)(.*)")
_CJK = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
_CASES = frozenset("にでへを")
"""Japanese particles that tell what a thing has to do with the rest: with its own, it has merely moved."""
_THAN = regex(r"(?P<what>[^\s,.、。\u3041-\u3096]{2,20})(?:보다(?=\s)|より)")
_NOTE = regex(r"\([^()]*\)|（[^（）]*）")
_NOISE = regex(r"[\s。．.!！?？「」『』“”\"'（）()《》]+")
_KO = (
    (regex(r"(?<=[가-힣])은(?=[\s,])"), "는"),
    (regex(r"(?<=[가-힣])이(?=[\s,])"), "가"),
    (regex(r"(?<=[가-힣])을(?=[\s,])"), "를"),
)


class Exchange(NamedTuple):
    """``one`` stands where the source has ``other``, and ``other`` where it has ``one``."""

    one: str
    other: str


def exchanged(claim: str, source: str) -> Exchange | None:
    """The two things that ``claim`` exchanges; None where there are none."""
    if len(claim) > LONGEST or len(source) > LONGEST:
        return None
    if _CJK.search(claim):
        return _characters(claim, source) or _compared(claim, source)
    if _CYRILLIC.search(claim):
        return None
    if bool(_OTHER_PASSIVE.search(claim)) != bool(_OTHER_PASSIVE.search(source)):
        return _of_other_voice(claim, source)
    return _words(claim, source) or _preferred(claim, source)


def _words(claim: str, source: str) -> Exchange | None:
    ours, theirs = _tokens(claim), _tokens(source)
    shared = set(ours) & set(theirs) - _IGNORED - _MARKERS - _ROLES - _LINKS
    if _THOSE.search(claim) or _THOSE.search(source):  # "those with radiators" are homes, which the other one says again
        count, again = Counter(ours), Counter(theirs)
        shared = {word for word in shared if count[word] == again[word]}
    one, other = [word for word in ours if word in shared], [word for word in theirs if word in shared]
    passive = bool(_PASSIVE.search(claim)) != bool(_PASSIVE.search(source))
    if one == other:
        # The same order, but one of the two in the passive: "Google was bought by Motorola" of "Google bought Motorola".
        return _of_voice(claim, source, one) if passive else None
    if passive or len(one) < 3:
        return None
    found = _of_types(one, other) or _blocks(one, other)
    if found is None:
        return None
    first, second = found
    if any(_role(ours, block) == _role(theirs, block) != "" for block in found):
        return None  # "por obras", "den Vertrag": what moves with its preposition or its case is still the same
    # A number and a word are never taken for each other, nor are a year and a figure with its words: one of them moved.
    if _number(first) != _number(second) or _is_year(first) != _is_year(second) or _listed(ours, first, second):
        return None
    return Exchange(" ".join(first), " ".join(second))


def _role(tokens: Sequence[str], block: Block) -> str:
    """The word that tells what a thing has to do with the rest, right before its only place; "" where there is none."""
    before = tokens[tokens.index(block[0]) - 1] if tokens.count(block[0]) == 1 and tokens[0] != block[0] else ""
    if before in _IGNORED and tokens.index(block[0]) > 1:
        before = tokens[tokens.index(block[0]) - 2]
    return before if before in _ROLES else ""


def _preferred(claim: str, source: str) -> Exchange | None:
    """Two things of which the one is meant and not the other: "the average rather than the marginal" of the opposite."""
    for ours in _RATHER.finditer(claim):
        for theirs in _RATHER.finditer(source):
            (one, other), (meant, not_meant) = (
                tuple({word for word in _tokens(part) if word not in _IGNORED | _MARKERS} for part in found.groups())
                for found in (ours, theirs)
            )
            here, there = (one & not_meant) - other, (other & meant) - one
            if here and there and here.isdisjoint(meant) and there.isdisjoint(not_meant):
                return Exchange(min(here), min(there))
    return None


def _tokens(text: str) -> list[str]:
    return [word.lower().removesuffix("'s").removesuffix("’s") for word in _TOKEN.findall(text)]


Block = tuple[str, ...]


def _of_types(one: Sequence[str], other: Sequence[str]) -> tuple[Block, Block] | None:
    """Two words that are exchanged wherever they stand."""
    if len(one) != len(other):
        return None
    at = next(at for at in range(len(one)) if one[at] != other[at])
    here, there = one[at], other[at]
    turned = [there if word == here else here if word == there else word for word in one]
    return ((here,), (there,)) if turned == list(other) else None


def _blocks(one: Sequence[str], other: Sequence[str]) -> tuple[Block, Block] | None:
    """``one`` as A M B where ``other`` is B M A, with what both begin and end with left out."""
    if len(one) != len(other) or sorted(one) != sorted(other):
        return None
    begin = next(at for at in range(len(one)) if one[at] != other[at])
    end = next(at for at in range(len(one)) if one[-1 - at] != other[-1 - at])
    here, there = list(one[begin : len(one) - end]), list(other[begin : len(other) - end])
    size = len(here)
    for left in range(1, size - 1):
        if here[:left] != there[size - left :]:
            continue
        for right in range(1, size - left):
            if here[size - right :] == there[:right] and here[left : size - right] == there[right : size - left]:
                return tuple(here[:left]), tuple(here[size - right :])
    return None


def _of_voice(claim: str, source: str, shared: Sequence[str]) -> Exchange | None:
    found = _PASSIVE.search(claim) or _PASSIVE.search(source)
    if not found:
        return None
    behind = _tokens((claim if _PASSIVE.search(claim) else source)[found.end() :])[:3]
    agent = next((word for word in behind if word in shared), "")
    verb = found[1].lower()
    # Only where subject, verb and agent stand in both: "was opened in 1990 by the mayor" may stand beside another clause.
    if not agent or verb not in shared or shared.index(verb) == 0 or agent not in shared[shared.index(verb) :]:
        return None
    return Exchange(shared[shared.index(verb) - 1], agent)


def _of_other_voice(claim: str, source: str) -> Exchange | None:
    """As ``_of_voice``, beside English: "Orsel a racheté Valmont" of "Orsel a été rachetée par Valmont"."""
    passive = _OTHER_PASSIVE.search(claim) or _OTHER_PASSIVE.search(source)
    agent = _AGENT.search(passive.string, passive.start()) if passive else None
    if not passive or not agent:
        return None
    ours, theirs = _tokens(claim), _tokens(source)
    empty = _IGNORED | _MARKERS | _ROLES | _LINKS
    one, other = ([word for word in ours if word in theirs and word not in empty],
                  [word for word in theirs if word in ours and word not in empty])  # fmt: skip
    by = next((word for word in _tokens(agent["who"]) if word in one), "")
    return Exchange(one[0], by) if by and one == other and one[0] != by and not one[0][0].isdigit() else None


def _listed(tokens: Sequence[str], first: Block, second: Block) -> bool:
    """Whether nothing but "and" stands between the two."""
    begin, end = tokens.index(first[-1]), len(tokens) - 1 - tokens[::-1].index(second[0])
    between = [word for word in tokens[begin + 1 : end] if word not in _IGNORED]
    return begin < end and all(word in _LINKS for word in between)


def _number(block: Block) -> bool:
    return block[0][0].isdigit()


def _is_year(block: Block) -> bool:
    """Whether a block tells a year, as "Ende 2024" does."""
    return bool(_YEAR.fullmatch(block[-1]))


def _characters(claim: str, source: str) -> Exchange | None:
    ours, theirs = _plain(claim), _plain(source)
    pairs = [(ours, theirs)]
    parts = [re.split("[，,；;、]", text) for text in (ours, theirs)]
    if len(parts[0]) > 1 or len(parts[1]) > 1:
        known = {"".join(sorted(part)): part for part in parts[1]}
        pairs += [(part, known[key]) for part in parts[0] for key in ["".join(sorted(part))] if len(part) >= 5 and key in known]
    for one, other in pairs:
        if one == other or len(one) != len(other) or len(one) < 5:
            continue
        if bool(_CJK_PASSIVE.search(one)) != bool(_CJK_PASSIVE.search(other)):
            continue
        found = _blocks(one, other)
        if found is None:
            continue
        first, second = ("".join(block) for block in found)
        if first[-1] in _CASES or second[-1] in _CASES:
            continue
        between = one[one.index(first) + len(first) : one.rindex(second)]
        end = one.rindex(second)
        if not _is_list(one[: one.index(first)], between, one[end + len(second) :]):
            return Exchange(first, second)
    return None


def _compared(claim: str, source: str) -> Exchange | None:
    """Two things of which each is what the other is compared with: A는 B보다 where the source says B는 A보다."""
    for ours in _THAN.finditer(_NOTE.sub("", claim)):
        for theirs in _THAN.finditer(_NOTE.sub("", source)):
            one, other = ours["what"], theirs["what"]
            if one != other and other in ours.string[: ours.start()] and one in theirs.string[: theirs.start()]:
                return Exchange(other, one)
    return None


def _is_list(before: str, between: str, after: str) -> bool:
    """Whether only "and" stands between two things; what they have in common (国 of 德国 and 法国) may stand with it."""
    found = _CJK_LIST.fullmatch(between)
    return found is not None and after.startswith(found[1]) and before.endswith(found[3])


def _plain(text: str) -> str:
    for pattern, particle in _KO:
        text = pattern.sub(particle, text)
    return _NOISE.sub("", text)
