"""Of how many something is said, and how often: all of the villages or some of them, always or now and then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.lexicon import Lexicon
from dr_core.text.number import read
from dr_core.text.token import content_terms

HALF = 50.0
"""Per cent from which on something is true of most."""
SAME = 0.8
"""The share of a claim, without its words of this kind, that a sentence must have to be the same but for these."""
_SHARE = Lexicon(
    {
        "all": """all every everyone everybody anyone each_of alle aller allen jede jeder jedes jeden sämtliche sämtlicher
            tous toutes chaque todos todas tutti tutte ogni
            所有 全部 全体 全體 一切 任何人 人人 すべて 全て 全員 誰でも 모든 모두 전부 누구나""",
        "most": """most majority nearly_all nearly_every nearly_everyone almost_all almost_every almost_everyone virtually_all
            practically_all meisten mehrheit großteil fast_alle fast_allen nahezu_alle beinahe_alle plupart majorité presque_tous
            presque_toutes quasi-totalité mayoría casi_todos casi_todas maggioranza quasi_tutti quasi_tutte maioria quase_todos
            quase_todas 大多数 大多數 多数 多數 大部分 几乎所有 幾乎所有 几乎全部 幾乎全部 几乎每 幾乎每
            ほとんど 大半 ほぼすべて ほぼ全て ほぼ全員 대부분 대다수 거의_모든 거의_모두 거의_전부""",
        "many": """many numerous viele vielen zahlreiche beaucoup nombreux nombreuses muchos muchas numerosos molti molte
            muitos muitas 许多 許多 很多 不少 众多 眾多 多くの 多くが が多い が多く 많은 많다 많았""",
        "half": "half hälfte moitié mitad metà metade 一半 半数 半數 절반",
        "some": """some several einige manche certains certaines plusieurs algunos algunas varios varias alcuni alcune alguns
            algumas 部分 一些 有些 若干 一部 いくつか 일부""",
        "few": """few minority handful wenige minderheit minorité pocos pocas minoría poche minoranza minoria
            少数 少數 极少 極少 わずか 소수 극소수""",
        "none": "none",
        "-": """at_most most_of_all most_recent most_important most_common after_all at_all all_over overall in_all first_of_all
            half_of_the_year in_some_cases in_many_cases in_most_cases in_all_cases all_the_more not_all not_every vor_allem
            in_einigen_fällen in_manchen_fällen dans_certains_cas en_algunos_casos todos_los_días tous_les_jours
            大部分的时间 大部分時間 一部分 部分的に 全体的に 多数決 部分产 全部门 全部門""",
    }
)
_TIMES = Lexicon(
    {
        "always": """always invariably in_all_cases immer stets toujours siempre sempre
            总是 總是 必定 必须 必須 始终 始終 一律 常に 必ず いつも 항상 언제나 반드시""",
        "mostly": """usually generally typically normally mostly in_most_cases meist meistens normalerweise généralement
            normalement normalmente generalmente habitualmente suele suelen 通常 一般 往往 たいてい 普通 普段 ふつう 보통 대개
            일반적으로""",
        "often": """often frequently in_many_cases oft häufig souvent fréquemment a_menudo spesso
            经常 經常 常常 よく しばしば 자주 흔히""",
        "sometimes": """sometimes occasionally in_some_cases at_times manchmal gelegentlich in_einigen_fällen in_manchen_fällen
            parfois dans_certains_cas a_veces en_algunos_casos talvolta às_vezes
            有时 有時 偶尔 偶爾 時々 ときどき 時折 가끔 때때로""",
        "seldom": "rarely seldom selten rarement raramente raras 很少 甚少 めったに 稀に 드물게 좀처럼",
        "-": "not_always nicht_immer pas_toujours no_siempre 不总是 不總是 不必须 不必須 比一般 一般来说 一般來說 よくな",
    }
)
_NEAR: Mapping[str, frozenset[str]] = {
    "many": frozenset(("most", "some")),
    "often": frozenset(("mostly",)),
}
"""What may be said in another's place: many may be most, or some."""
_FOR_ALL = regex(
    r"\b(?:all|every|everyone|everybody|anyone|both|alle[nr]?|jede[rsn]?|beide[nr]?|tous|toutes|chaque|les deux|tod[oa]s|cada"
    r"|ambos|tutti|tutte|entrambi)\b|所有|全部|全[体體員]|一切|都|均(?![线線匀勻])|すべて|全て|誰でも|どちらも|いずれも|모든|모두|누구나",
    re.I,
)
_LIMITS = regex(
    r"\b(?:only|except|apart from|other than|with the exception|nur|außer|bis auf|seulement|sauf|solo|sólo|salvo|excepto"
    r"|tranne)\b|只有|[仅僅]|除[^，。]{1,12}外|のみ|だけ|を除|만(?=[\s이을를 ])|제외",
    re.I,
)
_ANY_LIMIT = regex(r"\b(?:alone|solely|exclusively|without|allein|ohne|hors|menos)\b|以外|之外|のほか|외에|밖에", re.I)
_SUPERLATIVE = regex(
    r"\b(?:the|its|their|his|her|one of)\s+most\b(?:\s+\w+)?|\bmost\s+\w+(?:ly|ful|ive|ous|ant|ent|al|ing|ed|ic|ble)\b"
    r"|(?<=[a-z]{3}\s)(?<!for\s)most(?=\s*(?:[.,;:)]|$)|\swhen\b)",
    re.I,
)
_OPENING = regex(r"(?:some|a few|few|half|a minority|only (?:a )?few|only some)\b", re.I)
_SOME_NUMBER = regex(r"\bsome\s(?=\d|[$€£])", re.I)
_OF_THE = regex(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\s(?:out\s)?of\s(?:the|its|their|these|those|all)\b",
    re.I,
)
_CJK = regex(r"[\u3041-\u9fff\uac00-\ud7a3]")


def of_more(claim: str, source: str) -> str:
    """Why ``claim`` speaks of more, or of fewer, or of more often than ``source`` does; "" where nothing says so."""
    for found in (shares, _times):
        ours, theirs = found(claim), found(source)
        own, other = [one for one in ours if one not in _reach(theirs)], [one for one in theirs if one not in _reach(ours)]
        if own and other:
            return f"says “{ours[own[0]]}” where the source says “{theirs[other[0]]}”"
    ours, theirs = shares(claim), shares(source)
    dropped = not ours and theirs and not theirs.keys() - {"some", "few", "half"} and not any(char.isdigit() for char in claim)
    if dropped and (not claim.isascii() or _OPENING.match(source)):
        return f"leaves out “{next(iter(theirs.values()))}”"
    percents = [one.value for one in read(source) if one.unit == "%"] if "most" in ours and not theirs else []
    if percents and max(percents) < HALF:
        return f"says “{ours['most']}” where the source says {max(percents):g}%"
    counts, others = ({found[1].lower() for found in _OF_THE.finditer(text)} for text in (claim, source))
    if counts and others and not {_digit(one) for one in counts} & {_digit(one) for one in others}:
        return f"says “{min(counts)} of” where the source says “{min(others)} of”"
    limit = (_LIMITS.search(source) or _OF_THE.search(source)) if _FOR_ALL.search(claim) else None
    if limit and not (_LIMITS.search(claim) or _OF_THE.search(claim) or _ANY_LIMIT.search(claim) or counts):
        return f"leaves out “{limit.group()}”"
    return ""


def is_portion(word: str) -> bool:
    """Whether a word says of how many or how often."""
    return bool(shares(word) or _times(word))


def same_but_for(claim: str, source: str) -> bool:
    """Whether two sentences share nearly all of their words, those of how many and how often aside."""
    if claim.isascii():
        own, theirs = set(content_terms(_bare(claim))), set(content_terms(_bare(source)))
        return len(own) > 1 and len(own & theirs) >= SAME * len(own)
    chars, bare = _CJK.findall(_bare(claim)), _bare(source)
    return len(chars) >= 4 and sum(char in bare for char in chars) >= SAME * len(chars)


def _bare(text: str) -> str:
    bare = text.lower()
    for word in (*shares(text).values(), *_times(text).values()):
        bare = bare.replace(word, " ") if _CJK.search(word) else re.sub(rf"\b{re.escape(word)}\b", " ", bare)
    return bare


@lru_cache(maxsize=2048)
def shares(text: str) -> dict[str, str]:
    """The words of how many in a text, by what they mean."""
    return _SHARE.found(_SUPERLATIVE.sub(" ", _SOME_NUMBER.sub("", text)) if text.isascii() else text)


@lru_cache(maxsize=2048)
def _times(text: str) -> dict[str, str]:
    return _TIMES.found(text)


def _reach(found: Mapping[str, str]) -> set[str]:
    return set(found).union(*(_NEAR.get(label, ()) for label in found))


def _digit(word: str) -> str:
    names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    return str(names.index(word)) if word in names else word
