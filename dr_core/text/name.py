"""The names a text mentions, its titles and its quotations, and whether a source mentions them too.

A name is what its writing shows to be one: capitals inside a sentence, acronyms and model numbers, 《titles》, transcribed names
with a dot (巴拉克·奥巴马), and Latin words in CJK prose. Names that no writing marks are left to the wording as a whole.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from dr_core.pattern import regex
from dr_core.text.stem import stem
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import fold

Kind = Literal["name", "acronym", "title"]
LONG_QUOTE_WORDS, LONG_QUOTE_CHARS = 5, 10
"""Shorter words in quotation marks are terms or irony; longer ones are somebody's words."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_CJK = regex(rf"[{_HAN}\u3040-\u30ff\uac00-\ud7a3]")
_WORD = r"[A-ZÀ-ÖØ-Þ][\w’'&+.-]*[\w+]|[A-Z]|[a-z]+[A-Z][\w-]*|[A-Za-z]+-?\d[\w.-]*\w|[A-Za-z]+\d"
_LATIN = regex(rf"(?<![\w$/.@-])(?:{_WORD})(?:\s(?:(?:of|de|von|van|der|la|du|of the)\s)?(?:{_WORD})){{0,12}}")
_IN_CJK = regex(r"(?<![A-Za-z\d_/.@])[A-Za-z][A-Za-z\d.+#-]*[A-Za-z\d+#](?![A-Za-z\d_/@])")
_TITLE = regex(r"《([^《》]{1,60})》|〈([^〈〉]{1,60})〉")
_DOTTED = regex(rf"[{_HAN}]{{1,8}}(?:[·・‧•][{_HAN}]{{1,8}})+|[\u30a1-\u30fa\u30fc]{{2,}}(?:[・·＝][\u30a1-\u30fa\u30fc]{{2,}})+")
_QUOTE = regex(r"“([^“”]{1,2000})”|「([^「」]{1,2000})」|『([^『』]{1,2000})』|\"([^\"]{1,2000})\"|«([^«»]{1,2000})»")
_SENTENCE_START = regex(r"(?:^|[.!?:;•—–]\s+|[\"“”‘’'(\[*_]\s*|^\s*[-*+\d.)]+\s*|\n\s*)$")
_LABEL = regex(r"^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*)?[^.:：!?]{1,60}?(?:\*\*)?[:：](?:\*\*)?\s+(?=\S)")
_TOKEN = regex(r"[^\W_]+")
_POSSESSIVE = regex(r"['’]s\b")
_LETTERS = regex(r"[^\W\d_]+")
_PLAIN_WORDS = """
    january february march april may june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday i im ive id mr mrs ms dr prof professor president king queen sir figure fig table section chapter
    part appendix passage source note web internet however therefore moreover furthermore additionally overall finally first
    second third according although since given based using while when where many most several some all each both other another
    these those this that such during after before under over among between within across despite because thus hence also
    only even ph bc ad ce bce am pm thousand million billion trillion
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_ALSO_CALLED = """
    us, usa, america, american, americans, united states, 美国, 美國, 米国, 미국
    uk, britain, british, united kingdom, 英国, 英國, 영국
    eu, european union, 欧盟, 歐盟, 유럽연합
    un, united nations, 联合国, 聯合國, 国連, 유엔
    ussr, soviet union, soviet, 苏联, 蘇聯
    ai, artificial intelligence, 人工智能, 人工智慧, 人工知能, 인공지능
    llm, llms, large language model, 大语言模型, 大型语言模型, 大型語言模型, 大規模言語モデル, 대규모 언어 모델
    co2, carbon dioxide, carbon emissions, 二氧化碳, 二酸化炭素, 이산화탄소
    ghg, ghgs, greenhouse gas, 温室气体, 溫室氣體, 温室効果ガス, 온실가스
    ev, evs, electric vehicle, electric car, 电动车, 电动汽车, 電動車, 電動汽車, 電気自動車, 전기차
    lfp, lifepo4, lithium iron phosphate, lithium-iron-phosphate, 磷酸铁锂, 磷酸鐵鋰, リン酸鉄リチウム, 리튬인산철
    gdp, gross domestic product, 国内生产总值, 國內生產總值, 國內生產毛額, 国内総生産, 국내총생산
    r&d, research and development, 研发, 研發, 研究開発, 연구개발
    who, world health organization, 世界卫生组织, 世卫组织, 世界衛生組織, 世衛組織, 世界保健機関, 세계보건기구
    iea, international energy agency, 国际能源署, 國際能源署, 國際能源總署, 国際エネルギー機関, 국제에너지기구
    imf, international monetary fund, 国际货币基金组织, 國際貨幣基金, 国際通貨基金, 국제통화기금
    ipcc, intergovernmental panel on climate change, 气候变化专门委员会, 氣候變化專門委員會, 気候変動に関する政府間パネル
    nasa, 美国国家航空航天局, 美國太空總署, 美國國家航空暨太空總署, 航空宇宙局, 항공우주국
    fda, food and drug administration, 食品药品监督管理局, 食品藥物管理局, 食品医薬品局, 식품의약국
    q1, 1q, first quarter, 一季度, 第一季, 第1季, 第1四半期, 第一四半期, 1분기
    q2, 2q, second quarter, 二季度, 第二季, 第2季, 第2四半期, 第二四半期, 2분기
    q3, 3q, third quarter, 三季度, 第三季, 第3季, 第3四半期, 第三四半期, 3분기
    q4, 4q, fourth quarter, 四季度, 第四季, 第4季, 第4四半期, 第四四半期, 4분기
    h1, 1h, first half, 上半年, 上半期, 上期, 상반기
    h2, 2h, second half, 下半年, 下半期, 下期, 하반기
"""
_ALIASES = [frozenset(line.strip().split(", ")) for line in _ALSO_CALLED.strip().splitlines()]


class Name(NamedTuple):
    """A name as it stands in a text."""

    start: int
    end: int
    text: str
    kind: Kind


def names(text: str) -> list[Name]:
    """The names in ``text``, in order, without the words that a sentence merely begins with."""
    if text.isascii():
        return sorted(_western(text))
    found = [Name(*m.span(), next(g for g in m.groups() if g), "title") for m in _TITLE.finditer(text)]
    found += [Name(*m.span(), m.group(), "name") for m in _DOTTED.finditer(text)]
    if _mostly_cjk(text):
        found += [Name(*m.span(), m.group(), _kind(m.group())) for m in _IN_CJK.finditer(text) if not _is_plain(m.group())]
    else:
        found += _western(text)
    return sorted(found)


def quotations(text: str) -> list[str]:
    """What ``text`` gives as somebody's very words."""
    inner = [next(group for group in found.groups() if group) for found in _QUOTE.finditer(text)]
    return [words for words in inner if _long(words)]


class Mentions:
    """What some texts mention, ready to be asked for names and quotations."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.text = "\n".join(texts)
        plain = unicodedata.normalize("NFKC", self.text)
        self._words = {fold(word.lower()) for word in _TOKEN.findall(plain)}
        self._stems = {stem(word) for word in self._words}
        self._heads = {word[:size] for word in self._words for size in range(4, min(len(word), 24) + 1)}
        self._squeezed = squeeze(plain)
        tokens = [word for word in _TOKEN.findall(plain) if word.isascii()]
        self._initials = "".join(word[0] for word in tokens).lower()
        self._content_initials = "".join(word[0] for word in tokens if word.lower() not in STOPWORDS).lower()
        self._pairs = {f"{one[0]}{other[0]}".lower() for one, other in pairwise(tokens) if len(one) > 3 and len(other) > 3}
        self._lower = plain.lower()

    def name(self, name: Name) -> bool:
        """Whether ``name`` is mentioned, in this or another usual form."""
        if squeeze(name.text) in self._squeezed:
            return True
        if name.kind == "title" or _CJK.search(name.text):
            # Where a transcribed name ends, nothing shows: its family name's first characters must do.
            family = re.split("[·・‧•＝]", name.text)[-1]
            return name.kind == "name" and family[: max(2, min(3, len(family) - 1))] in self.text
        bare, owners = _POSSESSIVE.subn("", name.text)
        words = [word for word in _TOKEN.findall(bare) if word.lower() not in STOPWORDS]
        if not words or self._alias(bare) or self._short(words):
            return True
        known = [self._word(word) for word in words]
        # "President Barack Obama" may be told from "Obama"; the last word carries a name. But whose a thing is ("the IEA's
        # Batteries"), the thing alone does not tell.
        return known[-1] and sum(known) * 2 >= len(known) + owners

    def quotation(self, words: str) -> bool:
        """Whether ``words`` stand here, letter for letter but for spaces, punctuation and the writer's own ellipses."""
        parts = [squeeze(part) for part in re.split(r"\[[^\]]*\]|…+|⋯+|\.{3,}", words)]
        return all(part in self._squeezed for part in parts if part)

    def _word(self, word: str) -> bool:
        plain = fold(unicodedata.normalize("NFKC", word).lower())
        if plain in self._words or stem(plain) in self._stems or plain.isdigit():
            return True
        if word.isupper() or (word[:-1].isupper() and word.endswith("s")):
            return self._acronym(plain.removesuffix("s") if word.endswith("s") else plain)
        # Germany and German, China and Chinese, Panthers and Panther share their beginning.
        return len(plain) >= 5 and plain[: max(4, len(plain) - 3)] in self._heads

    def _acronym(self, letters: str) -> bool:
        if letters in self._words:
            return True
        if len(letters) == 2:
            return letters in self._pairs
        return len(letters) >= 3 and (letters in self._initials or letters in self._content_initials)

    def _short(self, words: list[str]) -> bool:
        """Whether the texts use the acronym of a name of several words."""
        return len(words) >= 3 and "".join(word[0] for word in words).lower() in self._words

    def _alias(self, text: str) -> bool:
        plain = re.sub(r"\.", "", unicodedata.normalize("NFKC", text).lower()).strip()
        plain = plain.removeprefix("the ")
        return any(
            plain in group
            and any(other in self._words if other.isascii() and " " not in other else other in self._lower for other in group)
            for group in _ALIASES
        )


def squeeze(text: str) -> str:
    """``text`` without case, accents, spaces and punctuation."""
    if text.isascii():
        return "".join(_TOKEN.findall(text)).lower()
    return "".join(fold(word.lower()) for word in _TOKEN.findall(unicodedata.normalize("NFKC", text)))


def _western(text: str) -> list[Name]:
    label = _LABEL.match(text) if ":" in text or "：" in text else None
    begin = label.end() if label else 0
    shouting: bool | None = None
    found = []
    for match in _LATIN.finditer(text, begin):
        start, end = match.span()
        pieces = list(re.finditer(r"\S+", match.group()))
        while pieces and _is_plain(pieces[0].group()):
            pieces.pop(0)
        while pieces and _is_plain(pieces[-1].group()):
            pieces.pop()
        if not pieces:
            continue
        if pieces[0].start() == 0 and _ordinary(pieces[0].group()) and _begins(text[max(begin, start - 12) : start]):
            pieces.pop(0)
        if not pieces:
            continue
        if all(_ordinary(piece.group()) for piece in pieces):
            if shouting is None:
                shouting = _is_title(text[begin : begin + 2000])
            if shouting:
                continue
        first, last = start + pieces[0].start(), start + pieces[-1].end()
        word = text[first:last]
        found.append(Name(first, min(end, last), word, _kind(word)))
    return found


def _begins(before: str) -> bool:
    """Whether a sentence begins behind ``before``; behind a letter and a space, as most words, none does."""
    if before.rstrip()[-1:].isalpha() and "\n" not in before:
        return False
    return bool(_SENTENCE_START.search(before))


def _is_title(text: str) -> bool:
    """Whether every word that says something has a capital, as in a heading in title case."""
    for found in _LETTERS.finditer(text):
        word = found.group()
        if not word[0].isupper() and word.lower() not in STOPWORDS:
            return False
    return True


def _ordinary(word: str) -> bool:
    """Whether only the first letter is a capital, as of any word that begins a sentence."""
    return (word[:1].isupper() and word[1:].islower()) or len(word) == 1


@lru_cache(maxsize=4096)  # texts about one thing say the same names over and over
def _is_plain(word: str) -> bool:
    bare = re.sub(r"['’]s$|\W", "", word.lower())
    if len(bare) > 1 and bare in STOPWORDS and word[:2].isupper():
        return False  # the WHO is no pronoun
    return not bare or bare in _PLAIN or bare in STOPWORDS or (len(bare) == 1)


@lru_cache(maxsize=4096)
def _kind(word: str) -> Kind:
    letters = re.sub(r"[^A-Za-z]", "", word)
    return "acronym" if len(letters) >= 2 and letters.removesuffix("s").isupper() else "name"


def _mostly_cjk(text: str) -> bool:
    return len(_CJK.findall(text)) * 3 >= sum(char.isalpha() for char in text)


def _long(words: str) -> bool:
    cjk = len(_CJK.findall(words))
    return cjk >= LONG_QUOTE_CHARS or (cjk < 3 and len(words.split()) >= LONG_QUOTE_WORDS)
