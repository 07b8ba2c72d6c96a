"""Whether words are affirmed or denied, in English, Chinese, Japanese and Korean, and whether two texts deny the same.

A denial counts for the words it governs, not for the sentence: "not only large but cheap" denies nothing, and a source that
denies one thing may affirm the next. Direction words (rise, fall) are denials of each other.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_EN = re.compile(
    r"\b(?:not|never|no|none|neither|nor|without|cannot|can't|\w+n['’]t|nobody|nothing|nowhere|fail(?:s|ed|ing)? to"
    r"|lack(?:s|ed|ing)?|unable to|refus(?:es|ed) to|absence of)\b"
    r"(?!\s+(?:only|just|merely|necessarily only|least|longer than|matter|doubt|more than|less than))",
    re.I,
)
_ZH = re.compile(
    r"(?:并不|並不|并非|並非|从不|從不|从未|從未|没有|沒有|毫无|毫無|无法|無法|不能|不会|不會|不是|不再|尚未|未能|未曾|不曾|缺乏|绝不|絕不"
    r"|(?<![是能可要])不(?![仅僅但同断斷过過少久论論管如足止只惜妨料禁然愧等得至知]|可(?:或缺|思议|思議|避免)|得不)"
    r"|(?<![有])没(?![收落有])|沒(?![收落有])|(?<!有)未(?![来來免必婚成能曾])|无(?![论論线線数數比限疑须需])|無(?![論線數比限疑須需料]))"
)
_JA = re.compile(r"(?<![少かは])(?:ない(?!し)|なかった|ません|ず(?=に|、)|ぬ(?=[。、]))|(?<=で)はない|なく(?=、|て)")
_JA_NOT = re.compile(
    r"なければ(?:なら(?:ない|なかった|ぬ)|いけない)?|かもしれない|に過ぎない|にすぎない|だけでなく|ほかない|ざるを得ない|少ない|なくてはなら|違いない|間違いない"
)
_KO = re.compile(r"않|못[하한했해할]|없[다는었어을으이]|아니[다라며었]|지\s?못")
_KO_NOT = re.compile(r"뿐만\s?아니라|뿐\s?아니라|없이|할\s?수밖에\s?없")
_CLAUSE = re.compile(
    r"[,;:.!?()，；：。！？、（）]|\b(?:but|however|although|while|whereas|because|which|who|that)\b|但|而|却|卻|然而|因为|因為"
)
_PAIRS = """
    increas/decreas rise/fall rose/fell rising/falling higher/lower more_than/less_than gain/lost grew/shrank
    growth/declin largest/smallest highest/lowest succe/fail above/below best/worst majority/minority strengthen/weaken
    positive/negative effective/ineffective possible/impossible legal/illegal win/lose won/lost 增加/减少 增加/減少
    上升/下降 增长/下降 增長/下降 提高/降低 高于/低于 高於/低於 最大/最小 最高/最低 成功/失败 成功/失敗 多于/少于
    超过/不到 支持/反对 支持/反對 上昇/下落 증가/감소 높/낮
"""
_OPPOSITES = [tuple(pair.replace("_", " ").split("/")) for pair in _PAIRS.split()]


class Denial(NamedTuple):
    """A word that denies, where it stands."""

    start: int
    end: int
    text: str


def denials(text: str) -> list[Denial]:
    """The words of ``text`` that deny something."""
    found = [Denial(*match.span(), match.group()) for match in _EN.finditer(text)]
    if not text.isascii():
        found += [Denial(*match.span(), match.group()) for match in _ZH.finditer(text)] if not _kana(text) else []
        for pattern, apart in ((_JA, _JA_NOT), (_KO, _KO_NOT)):
            hidden = [match.span() for match in apart.finditer(text)]
            for match in pattern.finditer(text):
                if not any(start - 1 <= match.start() < end for start, end in hidden):
                    found.append(Denial(*match.span(), match.group()))
    return sorted(found)


def clauses(text: str) -> list[str]:
    """``text`` cut where one statement ends and the next begins."""
    return [piece for piece in (part.strip() for part in _CLAUSE.split(text)) if piece]


def denied(text: str) -> bool:
    """Whether ``text``, one clause, denies what it says (a double denial affirms)."""
    return len(denials(text)) % 2 == 1


def reversed_direction(claim: str, source: str) -> tuple[str, str] | None:
    """The pair of opposite words of which ``claim`` has one and ``source`` only the other."""
    one, other = claim.lower(), source.lower()
    for pair in _OPPOSITES:
        for here, there in (pair, pair[::-1]):
            if _has(one, here) and not _has(one, there) and _has(other, there) and not _has(other, here):
                return here, there
    return None


def _has(text: str, word: str) -> bool:
    if not word.isascii():
        return word in text
    at = text.find(word)
    return at >= 0 and (at == 0 or not text[at - 1].isalpha())


def _kana(text: str) -> bool:
    return bool(re.search(r"[\u3041-\u3096]", text))
