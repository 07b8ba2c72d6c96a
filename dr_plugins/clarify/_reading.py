"""What a question is made of: each word with its role, and how much subject there is in it.

A word that stands in no table of ``_lexicon`` is content. Names, codes and long words weigh more than short ones; a whole field
("health") weighs little, and a side without a subject ("trends") nothing. The sum, ``points``, is how specific a question is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from dr_core.pattern import regex
from dr_core.text.han import fold
from dr_plugins.clarify._language import language_of
from dr_plugins.clarify._lexicon import BROAD_PHRASES, CJK, KO_PARTICLES, KOREAN, LONGEST, Role
from dr_plugins.clarify._tidy import plain, tidy
from dr_plugins.clarify._vocabulary import JOINING, PHRASES, RELATING, compound, role_of

LONGEST_READ = 4000
"""Characters looked at; whoever writes more than this has said what they want."""

_TOKEN = regex(
    r"(?P<url>(?i:https?)://\S+)"
    rf"|(?P<phrase>\b(?i:{BROAD_PHRASES}|{PHRASES})\b)"
    r"|\b(?P<elided>(?i:[ldjmnstc]|(?:jus|lors|puis)?qu|un|d?all|[dn]ell|sull|que(?:ll|st)|com|cos|dov))['’](?=\w)"
    r"|(?P<coded>[A-Za-z]+-?\d+[A-Za-z]?)-(?=[^\W\d_]{4})"
    r"|(?P<latin>[A-Za-z0-9\u00c0-\u024f]+(?:[-./'’+&_][A-Za-z0-9\u00c0-\u024f]+)*[+#]*)"
    r"|(?P<cjk>[\u3005\u3041-\u3096\u30a1-\u30fc\u3400-\u9fff\uf900-\ufaff]+)"
    r"|(?P<hangul>[\uac00-\ud7a3]+)"
    r"|(?P<word>[^\W\d_]+)"
)
_WELL_FORMED = regex(r"[A-Z]{2,5}[-/]\d{1,2}[A-Za-z]?|[A-Z]{2,5}(?:-\d+){2,}|[A-Z]\d{1,4}[A-Z]|[A-Z]\.\d{3}")
"""Codes that follow a naming convention (GLP-1, PD-1, HTTP/3, CVE-2021-44228, G12C, H.266): they name something by their form."""
_CODE = regex(r"(?=.*\d)[A-Za-z][A-Za-z0-9./-]*")
_KATAKANA = regex(r"[\u30a1-\u30fc]")
_HIRAGANA_ONLY = regex(r"[\u3041-\u3096]+")
_SCRIPT_RUN = regex(r"[\u3400-\u9fff]+[\u3041-\u3096][\u3400-\u9fff]+|[\u30a1-\u30fc]+|[\u3041-\u3096]+|[^\u3041-\u30fc]+")
_STRONG = set("的了吗呢の之をにはがでともへ")
"""One-character words that are grammar wherever they stand; others may be part of a longer word (会 in 会计)."""
_JOINING = {*JOINING, "and", "or", "和", "与", "及", "以及", "或", "と", "や", "및", "그리고", "와", "과"}
_RELATING = {
    *RELATING,
    *("in", "for", "on", "of", "with", "from", "at", "by"),
    *("的", "の", "在", "对", "对于", "中的", "における", "に対する", "による"),
}
_KOREAN_AND = {"와", "과"}
"""The particles that join a word to the next (교육과 기술)."""
_SUPPORTING = {Role.BROAD, Role.HEAD, Role.FACET}
_ONE_THING = regex(
    r"^\W*(?:how|why|when|where|who|what (?:causes?|caused)|what (?:do|does|did|will|would|can|could)\b.{3,80}\bdo to|wie|warum"
    r"|weshalb|wieso|wann|wo|wer|was verursacht|comment|pourquoi|quand|où|qui|cómo|por qué|cuándo|dónde|quién|qué causa|come"
    r"|perché|quando|dove|chi|cosa causa|como|por que|onde|quem|o que causa)\b"
    r"|如何|怎[么麼样樣]|[为為](?:什[么麼]|何)|什[么麼][时時]候|何[时時]|哪[里裡儿]|[谁誰]|多少|多[久长長远遠高深]"
    r"|どのように|どうやって|なぜ|どうして|いつ|どこ|だれ|何[をがに]|いくら|いくつ|どの[くぐ]らい|どれ[くぐほだ]"
    r"|어떻게|왜|언제|어디|누가|누구|얼마|몇",
    re.IGNORECASE,
)
"""What asks how, why, when, where, by whom or how much something is: one thing to know, of however wide a field."""


_HOW_IT_WORKS = regex(r"^\W*how (?:do|does|did)\b.*\b(?P<verb>works?|functions?|operates?)\W*$", re.IGNORECASE)
"""The last word of such a question is no part of its subject: "how do drugs work" is about drugs."""


@dataclass(frozen=True)
class Token:
    """One word: where it stands, its role (None is content), and how much subject it brings."""

    text: str
    start: int
    role: Role | None
    weight: float = 0.0
    code: bool = False
    name: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def key(self) -> str:
        return fold(self.text)


@dataclass(frozen=True)
class Reading:
    """A question, read."""

    text: str
    tokens: tuple[Token, ...] = field(repr=False)

    def having(self, *roles: Role | None) -> list[Token]:
        """The tokens of these roles."""
        return [token for token in self.tokens if token.role in roles]

    @cached_property
    def content(self) -> float:
        """The weight of what only this question has."""
        return sum(token.weight for token in self.having(None))

    @cached_property
    def has_subject(self) -> bool:
        """Whether there is anything to research at all, however broad."""
        return self.content > 0 or bool(self.having(Role.BROAD, Role.HEAD))

    @cached_property
    def points(self) -> float:
        """How specific the question is; from ``_plan.ENOUGH`` on it can be researched."""
        support = 0.4 if self.having(Role.FACET) else 0.0
        support += 0.2 if self.having(Role.HEAD) else 0.0
        support += 0.4 if (self.content or self.having(Role.FACET)) and _ONE_THING.search(self.text) else 0.0
        if not self.has_subject:
            return 0.0
        return self.content + self._breadth() + support

    def _breadth(self) -> float:
        """One field is too broad; two that meet ("AI in education") are a subject, two in a list ("science and art") are not."""
        fields = list(dict.fromkeys(token.key for token in self.having(Role.BROAD)))
        if len(fields) < 2:
            return 0.6 * len(fields)
        keys = {token.key for token in self.tokens} | {field[-1] for field in fields if field[-1] in _KOREAN_AND}
        if keys & _RELATING:
            return 1.7
        return 0.7 if keys & _JOINING or "、" in self.text or "," in self.text else 1.35

    @cached_property
    def unknown_code(self) -> str:
        """A code that nothing else in the question backs ("STATUS6 基因"): worth a search before anybody trusts it."""
        content = self.having(None)
        codes = [token for token in content if token.code]
        backing = sum(token.weight for token in content if not token.code)
        if len(codes) != 1 or backing >= 1 or _WELL_FORMED.fullmatch(codes[0].text):
            return ""
        return codes[0].text

    @cached_property
    def points_outside(self) -> bool:
        """Whether it speaks of "that one" with nothing in the text that this could be."""
        deictics = self.having(Role.DEICTIC)
        if not deictics or any(token.name or token.code for token in self.having(None)):
            return False
        if self.content < 1.3:
            return True
        meaningful = [token for token in self.tokens if token.role is not Role.REQUEST]
        determiner = meaningful[0] if meaningful and meaningful[0].role is Role.DEICTIC else None
        following = meaningful[1] if len(meaningful) > 1 else None
        if determiner is None or following is None or self.content >= 3.5:
            return False
        # "This material's conductivity" lacks its material; "this" in front of a clause of its own does not.
        return not determiner.text.isascii() or following.role in (Role.HEAD, Role.FILLER)

    @cached_property
    def core(self) -> str:
        """The text without the request around it ("帮我研究一下钠离子电池" is about 钠离子电池); "" where there is no subject."""
        if not self.has_subject:
            return ""
        works = _HOW_IT_WORKS.match(self.text)
        end = works.start("verb") if works else len(self.text)
        kept = [
            token for token in self.tokens if token.role not in (Role.REQUEST, Role.FUNCTION, Role.DEICTIC) and token.start < end
        ]
        return self.text[kept[0].start : kept[-1].end] if kept else ""


def read(topic: str, language: str = "") -> Reading:
    """``topic`` with the role of each of its words in ``language``, its own where none is given. Quotes, a final full stop and
    full-width letters make no difference."""
    text = tidy(topic)
    language = language or language_of(text)
    flat = plain(text[:LONGEST_READ])
    mixed = any(char.islower() for char in flat) or not flat.isascii()
    cjk = any("\u3041" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" for char in flat)
    tokens: list[Token] = []
    for found in _TOKEN.finditer(flat):
        word, start = found.group(), found.start()
        if found.lastgroup == "cjk":
            tokens += _cjk(word, start)
        elif found.lastgroup == "hangul":
            tokens += _hangul(word, start)
        elif found.lastgroup == "url":
            tokens.append(Token(word, start, None, 3.0, name=True))
        elif found.lastgroup == "phrase":
            tokens.append(Token(word, start, Role.BROAD))
        elif found.lastgroup == "elided":
            part = found.group("elided")
            tokens.append(Token(part, start, role_of(part.lower(), language) or Role.FUNCTION))
        elif language == "de" and (parted := compound(word.lower())) and role_of(word.lower(), language) is None:
            cut, left, right = parted
            tokens += [Token(word[:cut], start, left), Token(word[cut:], start + cut, right)]
        else:
            after = tokens[-1] if tokens else None
            word = word.removesuffix("-") if found.lastgroup == "coded" else word
            tokens.append(_latin(word, start, language, mixed=mixed, cjk=cjk, first=not tokens, after=after))
    return Reading(text, tuple(tokens))


def _latin(word: str, start: int, language: str, *, mixed: bool, cjk: bool, first: bool, after: Token | None) -> Token:
    if word.isdigit() or re.fullmatch(r"[\d.,/-]+", word):
        # a number right behind a name is a designation (ISO 26262), elsewhere it says little
        return Token(word, start, None if after and after.name else Role.FILLER, 1.0)
    shouted = mixed and word.isupper() and len(word) > 1
    if word in ("IT", "AI") and shouted:  # little words in small letters
        return Token(word, start, Role.BROAD)
    whole, roles = role_of(word.lower(), language), [role_of(part, language) for part in re.split(r"[-./'’+&_]", word.lower())]
    if whole or None not in roles:
        role = whole or roles[0]
        if not (shouted and role in (Role.FUNCTION, Role.DEICTIC)):  # US and WHO are no pronouns
            return Token(word, start, role)
    if _mashed(word):
        return Token(word, start, Role.FILLER)
    if _CODE.fullmatch(word):
        return Token(word, start, None, 2.5 if _WELL_FORMED.fullmatch(word) else 2.0, code=True)
    if word[0].isdigit():
        return Token(word, start, None, 0.8)  # 3D, 5G, 2nm
    if len(word) == 1:
        return Token(word, start, None, 0.5)
    capital = word[0].isupper() and not first and language != "de"  # in German every noun has one
    if cjk or capital or word[-1] in "+#" or any(char.isupper() for char in word[1:]):
        return Token(word, start, None, 1.8 if word.isupper() else 2.2, name=True)
    return Token(word, start, None, 1.5 if len(word) > 2 else 0.5)


def _mashed(word: str) -> bool:
    """Keys struck at random ("sdfgh", "asdf", "aaaa"): no subject."""
    low = word.lower()
    if len(low) < 3 or not (low.isascii() and low.isalpha()):
        return False
    silent = len(low) > 3 and word.islower() and not set(low) & set("aeiouy")
    along_a_row = len(low) > 3 and any(low in row or low in row[::-1] for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm"))
    return len(set(low)) == 1 or silent or along_a_row


def _cjk(run: str, offset: int) -> list[Token]:
    """Words of a run of Chinese or Japanese: known ones longest first, and what is left between them."""
    folded = fold(run)
    known: list[tuple[int, int]] = []
    at = 0
    while at < len(run):
        size = next((n for n in range(min(LONGEST, len(run) - at), 0, -1) if _is_word(folded, at, n)), 0)
        if size:
            known.append((at, at + size))
        at += size or 1
    tokens: list[Token] = []
    end = 0
    for first, last in [*known, (len(run), len(run))]:
        if first > end:
            tokens += _gap(run[end:first], offset + end)
        if last > first:
            tokens.append(Token(run[first:last], offset + first, CJK[folded[first:last]]))
        end = last
    return [_joined(tokens, i) for i in range(len(tokens))]


def _is_word(folded: str, at: int, size: int) -> bool:
    word = folded[at : at + size]
    if word not in CJK or (size == 1 and word not in _STRONG):
        return False
    # a katakana word is known as a whole only: システム does not stand in エコシステム
    before, behind = folded[at - 1 : at], folded[at + size : at + size + 1]
    return not (_KATAKANA.match(word) and _KATAKANA.match(before)) and not (_KATAKANA.match(word[-1]) and _KATAKANA.match(behind))


def _gap(text: str, offset: int) -> list[Token]:
    """What stands between known words, by script; short words of grammar around it are taken off (空き家 is one word)."""
    tokens: list[Token] = []
    for found in _SCRIPT_RUN.finditer(text):
        piece, start = found.group(), offset + found.start()
        keys = fold(piece)
        if all(char in CJK for char in keys):
            tokens += [Token(char, start + i, CJK[keys[i]]) for i, char in enumerate(piece)]
            continue
        first, last = 0, len(piece)
        while last - first > 2 and CJK.get(keys[first]) in (Role.FUNCTION, Role.REQUEST):
            first += 1
        while last - first > 2 and CJK.get(keys[last - 1]) in (Role.FUNCTION, Role.REQUEST):
            last -= 1
        tokens += [Token(piece[i], start + i, CJK[keys[i]]) for i in range(first)]
        rest = piece[first:last]
        tokens.append(Token(rest, start + first, None, _weight(rest), name=bool(_KATAKANA.match(rest))))
        tokens += [Token(piece[i], start + i, CJK[keys[i]]) for i in range(last, len(piece))]
    return tokens


def _weight(piece: str) -> float:
    if len(piece) > 2 and len(set(piece)) == 1:
        return 0.0  # 哈哈哈
    if _HIRAGANA_ONLY.fullmatch(piece):
        return 1.0 if len(piece) > 2 else 0.1  # endings of verbs more often than nouns
    if _KATAKANA.match(piece):
        return 2.2 if len(piece) > 2 else 1.5
    return {1: 0.5, 2: 1.5, 3: 2.2}.get(len(piece), 3.0)


def _joined(tokens: list[Token], at: int) -> Token:
    """A single character that makes a compound with the field next to it (分子筛), or that a particle marks as a word (虹は),
    says more than one that stands alone."""
    token = tokens[at]
    if token.role is None and token.weight == 0.5:
        beside = tokens[max(0, at - 1) : at] + tokens[at + 1 : at + 2]
        if any(other.role in _SUPPORTING and len(other.text) > 1 for other in beside):
            return Token(token.text, token.start, None, 1.2)
        if any(other.role is Role.FUNCTION and _HIRAGANA_ONLY.fullmatch(other.text) for other in tokens[at + 1 : at + 2]):
            return Token(token.text, token.start, None, 1.0)
    return token


_ASKING = (
    *(
        "알려",
        "조사해",
        "설명해",
        "정리해",
        "작성해",
        "찾아",
        "보여",
        "가르쳐",
        "궁금",
        "부탁",
        "도와",
        "말해",
        "소개해",
        "추천해",
    ),
    *("추천하", "검색해", "필요해", "필요합"),
)
_ENDING = regex(
    r"(?:하|되|돼|있|없|좋|싶|같|알|모르|보|주|할|될|을|일|해).{0,2}"
    r"(?:나요|까요?|어요|아요|습니다|세요|니까|죠|가요|래요?|야지?)"
)
"""Short verbs that only ask or wish (하나요, 좋을까요, 있습니까)."""


def _hangul(word: str, start: int) -> list[Token]:
    """A Korean word, without its particle; compounds of known words are known."""
    stems = [word, *(word[: -len(end)] for end in KO_PARTICLES if word.endswith(end) and len(word) > len(end))]
    for stem in stems:
        # one syllable is a word with a particle in 나는 and 암은, but not in 수도 (a capital, not 수 + 도)
        alone = len(stem) == 1 and stem != word and word[-1] not in "는은를을"
        if stem in KOREAN and not (alone and KOREAN[stem] not in (Role.BROAD, Role.HEAD)):
            return [Token(word, start, KOREAN[stem])]
    if word.startswith(_ASKING) or _ENDING.fullmatch(word):
        return [Token(word, start, Role.REQUEST)]
    for stem in stems:
        for cut in range(2, len(stem) - 1):
            left, right = stem[:cut], stem[cut:]
            if left in KOREAN and right in KOREAN:
                return [Token(word[:cut], start, KOREAN[left]), Token(word[cut:], start + cut, KOREAN[right])]
    size = min(len(stem) for stem in stems)
    return [Token(word, start, None, 0.4 if len(word) == 1 else 1.9 if size > 3 else 1.5)]
