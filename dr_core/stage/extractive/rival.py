"""The things that a question holds against each other: A or B, A 与 B, AとB, A와 B."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.facet import BY_ID, asked, names_side, without_sides
from dr_core.stage.extractive.query import without_asking
from dr_core.text import detect
from dr_core.text.country import countries
from dr_core.text.token import content_terms

MOST, LONGEST, LONGEST_QUESTION = 4, 24, 600
"""Things that a question compares, letters (CJK) or words that name one, and letters of a question that are read, at most."""
SURELY_LISTED = 3
"""Names with nothing but commas between them that a comparison may list; 近年、日本の… lists nothing."""


class _Grammar(NamedTuple):
    """How a language joins two names: what stands between them, where the first begins, where the last ends, and the little
    word for "of": where the first name has one the last one has one, too."""

    joins: re.Pattern[str]
    begins: re.Pattern[str]
    ends: re.Pattern[str]
    of: str = ""
    leads: re.Pattern[str] | None = None
    """Little words with which the last name may begin."""
    lists: re.Pattern[str] | None = None
    """Behind which an earlier name of a list begins, where that is not as in English."""


_LITTLE = (
    r"how|what|which|who|why|when|where|do|does|did|is|are|was|were|can|could|will|would|should|be|than|the|an?|of|for|by|in|on|at"
    r"|as|under|over|from|between|with|regarding|concerning|about|to|whether|versus|vs|and|or|both|either|more|less|most|when"
    r"|if|considering|has|have|compar\w+|differ\w*|stack|fares?|better|worse|choose|prefer\w*|(?:cheap|saf|fast|great|larg"
    r"|clean|green|old|high|low|long|small|strong|dear|heavi|light|quick|slow)er|expensive|efficient"
)
_WESTERN = _Grammar(
    regex(
        r"\s+(?:and|or|versus|vs\.?|(?:compar\w+|differ\w*|stacks? up|fares?)\s+(?:with|to|against|from)"
        r"|(?:\w+er|(?:more|less) \w+)\s+than)\s+",
        re.I,
    ),
    regex(rf"[,;:.?!()]\s*|\b(?:{_LITTLE})(?:\s+|$)", re.I),
    regex(rf"[,;:.?!()]|\s+(?:{_LITTLE})\b", re.I),
    leads=regex(rf"^(?:(?:{_LITTLE})\s+)+", re.I),
)


def _european(joins: str, little: str, asking: str) -> _Grammar:
    """A grammar of words between spaces; what joins two questions joins no names."""
    begins = regex(rf"[,;:.?!¿¡()]\s*|(?<![\w-])(?:(?:{little}|{asking})(?:\s+|$)|(?:[ld]|un|[dn]ell|all|sull)['’])", re.I)
    return _Grammar(
        regex(rf"\s+(?:{joins})\s+(?!(?:{asking})\b)", re.I),
        begins,
        regex(rf"[,;:.?!()]|\s+(?:{little}|{asking})(?![\w-])", re.I),
        leads=regex(rf"^(?:(?:{little}|{asking})\s+|(?:[ld]|un|[dn]ell|all|sull)['’])+", re.I),
        lists=begins,
    )


_GERMAN = _european(
    r"und|oder|gegen|gegenüber|versus|vs\.?|im Vergleich (?:zu|mit)|verglichen mit|\w+er als",
    r"ist|sind|war|waren|wird|werden|kann|können|hat|haben|der|die|das|dem|den|des|eine?[rnms]?|vo[nm]|für|bei|in|im|auf|an|am|aus"
    r"|mit|nach|zu|zu[mr]|zwischen|über|als|und|oder|mehr|weniger|sich|kosten|kostet|gibt|es|pro|vergl(?:eich|ichen)\w*|unterschei\w*"
    r"|unterschied\w*|(?:bess|schlecht|billig|günstig|teur|schnell|langsam|sicher|größ|klein|sparsam)er",
    r"wie|was|welche[rsnm]?|wer|warum|wann|wo",
)
_FRENCH = _european(
    r"et|ou|contre|versus|vs\.?|par rapport (?:à|aux?)|(?:plus|moins) \w+ que",
    r"est|sont|était|les?|la|une?|des?|du|et|ou|pour|par|dans|sur|avec|entre|en|à|aux?|plus|moins|mieux|meilleure?s?|compar\w+"
    r"|différen\w+|coûte\w*|chère?s?|rapides?|sûre?s?",
    r"quel(?:le)?s?|qu[ei]|comment|pourquoi|quand|combien|où",
)
_SPANISH = _european(
    r"[yeou]|frente a|contra|versus|vs\.?|comparad[oa]s? con|(?:más|menos) \w+ que",
    r"es|son|era|fue|el|l[ao]s?|un[ao]?s?|del?|y|o|para|por|en|con|sobre|entre|al?|más|menos|mejor(?:es)?|peor|compar\w+|diferencia\w*"
    r"|cuestan?|barat[oa]s?|rápid[oa]s?|segur[oa]s?",
    r"qué|cuál(?:es)?|cómo|por qué|cuándo|cuánt[oa]s?|dónde",
)
_ITALIAN = _european(
    r"ed?|od?|contro|versus|vs\.?|rispetto (?:a|al|alla|ai|alle)|(?:più|meno) \w+ (?:di|del|della|dei)",
    r"è|sono|era|il|lo|la|i|gli|le|uno?|una|di|del|della|dello|dei|degli|delle|e|o|per|in|nel|nella|con|su|sul|tra|fra|al?|alla|più"
    r"|meno|miglior[ei]?|meglio|peggio|confront\w+|differenz\w+|costa(?:no)?|economic[oaih]+|veloc[ei]|sicur[oaie]",
    r"che|cosa|quale?|quali|come|perché|quando|quant[oaie]|dove|chi",
)
_PORTUGUESE = _european(
    r"e|ou|contra|versus|vs\.?|em relação (?:a|ao|à)|comparad[oa]s? com|(?:mais|menos) \w+ (?:do )?que",
    r"é|são|era|foi|[oa]s?|uma?|un[sm]|uns|umas|d[eoa]s?|e|ou|para|por|em|n[oa]s?|com|sobre|entre|ao|mais|menos|melhor(?:es)?|pior"
    r"|compar\w+|diferenças?|custam?|barat[oa]s?|rápid[oa]s?|segur[oa]s?",
    r"que|qual|quais|como|por que|quando|quant[oa]s?|onde|quem",
)
_HAN = _Grammar(
    regex(r"还是|還是|以及|相比于|相比於|相對於|相对于|对比|對比|[与與和跟及或](?!其|此|他|她|它)|\s*vs\.?\s*", re.I),
    regex(r"[，。？！；：、,;:?!\s]|比[较較]|分析|[評评]估|[请請][问問]?|[从從就在把将將]|是"),
    regex(
        r"[，。？！；：、,;:?!\s]|在|相比|比[较較]|[对對]比|哪|[谁誰]|孰|有[何什哪]|如何|怎|是|多少|之[间間]|[两兩二]者|各|都|[与與和跟及或]"
    ),
    "的",
)
_KANA = _Grammar(
    regex(
        r"および|及び|または|あるいは|と(?!は|い|も|し|こ|な|の|比|く)|や(?!す)|か(?=[\u4e00-\u9fff\u30a1-\u30faA-Za-z])|\s*(?i:vs)\.?\s*"
    ),
    regex(r"[、。？！；：,;:?!\s]|は|を|が|に(?:おけ|つい)\S"),
    regex(r"[、。？！；：,;:?!\s]|は|を|が|で|に|と|や|より|どちら|どっち|か"),
    "の",
)
_HANGUL = _Grammar(
    regex(r"(?<=\S)(?:와|과|하고|이랑|랑)\s+|\s+(?:및|또는|혹은|대|vs\.?)\s+", re.I),
    regex(r"[,;:.?!]\s*|[은는을를]\s+|에서\s+"),
    regex(r"[,;:.?!]|(?:을|를|은|는|이|가|에서|에|으로|로|보다|중|와|과)(?=\s|$)|\s(?:중|가운데|어느|비교|차이|및)"),
    "의",
)
_LIST_BEGINS = regex(rf"[,、，;:：]\s*|\b(?:{_LITTLE})\s+", re.I)
_DATED = regex(r"(?<=\S)\s*(?<!\d)(?:19|20)\d\d[年년]")
"""A year behind a name is no part of it."""
_PURPOSE = regex(r"\b(?:for|in|on|at|by|as|with)\s+(?:the\s+|an?\s+)?$", re.I)
_ASKS = regex(r"哪|[谁誰孰怎]|什[么麼]|どちら|どっち|どれ|어느|무엇|뭐")
_GRAMMARS = {
    "zh": _HAN,
    "ja": _KANA,
    "ko": _HANGUL,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
    "it": _ITALIAN,
    "pt": _PORTUGUESE,
}
_MEASURED_BY = {  # リニアは新幹線より速いか, KTX는 SRT보다 빠른가, 钠电池比锂电池便宜吗
    "ja": regex(r"(?P<one>[^、。はが]{2,24})[はが](?P<other>[^、。はが]{2,24}?)(?:と比|に比|より)"),
    "ko": regex(r"(?P<one>[^,.]{2,24}?)[은는이가]\s(?P<other>[^,.]{2,24}?)(?:보다|[와과] 비교|에 비해)"),
    "zh": regex(
        r"(?P<one>[^，。？、]{2,24}?)比(?![较較例率重])(?P<other>[^，。？、]{2,24}?)(?=更|便宜|安全|快|慢|贵|貴|好|差|高|低|大|小)"
    ),
}
_ONLY_COMMAS = {  # 日本、中国、台湾の高速鉄道, 일본, 중국, 대만의 고속철도: nothing but commas between the names
    "zh": regex(r"(?:[^，。？！；：、,;:?!\s的在和与與]{2,12}、)+[^，。？！；：、,;:?!\s的在和与與]{2,12}"),
    "ja": regex(r"(?:[\u4e00-\u9fff々\u30a1-\u30fcA-Za-z0-9-]{2,16}[、・])+[\u4e00-\u9fff々\u30a1-\u30fcA-Za-z0-9-]{2,16}"),
    "ko": regex(r"(?:[가-힣A-Za-z0-9-]{2,12}, ?)+[가-힣A-Za-z0-9-]{2,12}?(?=의|은|는|이|가|을|를|에서|에|\s|[?!.]|$)"),
}
_COMMA = regex(r"[、・,]\s*")
_CONTRAST = regex(
    r"\bor\b|\bversus\b|\bvs\b|\bthan\b|\bwhich (?:is|are|one|of)\b|[还還]是|哪[一个個种種者]|孰|更|比(?![例率重])"
    r"|有(?:何|什[么麼]|哪些)(?:不同|[差区區分][别別])|的[差区區][别別]|不同(?:[之在]|[？?。]|$)|違[いうっ]|異な|다[른르릅]|달[라리]"
    r"|どちら|どっち|より|어느|보다|더\s|(?-i:\soder\s)|\w{3}er als\b|\bgegenüber\b|\bou\b|\b(?:plus|moins) \w+ que\b"
    r"|\bpar rapport\b|(?-i:\so\s)|\b(?:más|menos|mais) \w+ (?:do )?que\b|\bfrente a\b|\b(?:più|meno) \w+ (?:di|del|della|dei)\b",
    re.I,
)


def contrasts(question: str) -> bool:
    """Whether a question sets things against each other, and does not only name them together."""
    return bool(rivals(question)) and _sets_against(question)


def _sets_against(question: str) -> bool:
    return bool(_CONTRAST.search(question)) or BY_ID["comparison"] in asked(question)


@lru_cache(maxsize=64)
def rivals(question: str) -> tuple[str, ...]:
    """The names of the things that a question sets side by side, in its order; nothing where it speaks of one thing only.

    Sides of a subject ("cost and safety") are no things.
    """
    question = question[:LONGEST_QUESTION]
    base = detect(question).split("-")[0]
    grammar = _GRAMMARS.get(base, _WESTERN)
    for join in grammar.joins.finditer(question):
        left, right = _before(question[: join.start()], grammar), _behind(question[join.end() :], grammar)
        if grammar.of and grammar.of not in left:
            right = right.split(grammar.of, 1)[0]
        names = [*_listed(question[: join.start()], left, join[0], grammar), left.strip(), right.strip()]
        if all(_is_name(name) for name in names[-2:]):
            return tuple(name for name in names if _is_name(name))[-MOST:]
    measured = _MEASURED_BY[base].search(question) if base in _MEASURED_BY else None
    names = [measured["one"].strip(), measured["other"].strip()] if measured else []
    return tuple(names) if names and all(map(_is_name, names)) else _with_commas(question, base)


def _with_commas(question: str, base: str) -> tuple[str, ...]:
    """The names of a list that has nothing but commas between them."""
    for listed in _ONLY_COMMAS[base].finditer(question) if base in _ONLY_COMMAS else ():
        names = _COMMA.split(listed[0])
        listed_to_compare = len(names) >= SURELY_LISTED and _sets_against(question)
        if all(map(_is_name, names)) and (listed_to_compare or all(map(countries, names))):
            return tuple(names[:MOST])
    return ()


def _before(text: str, grammar: _Grammar) -> str:
    """The name at the end of a text."""
    begin = max((match.end() for match in grammar.begins.finditer(text)), default=0)
    return text[begin:]


def _behind(text: str, grammar: _Grammar) -> str:
    """The name at the beginning of a text."""
    text = grammar.leads.sub("", text) if grammar.leads else text
    text = _DATED.split(text, maxsplit=1)[0]
    end = grammar.ends.search(text)
    return text[: end.start()] if end else text


def _listed(before: str, left: str, join: str, grammar: _Grammar) -> list[str]:
    """The names before the first of two, where commas join them: "Italy, France, Germany and Spain"."""
    rest = before[: len(before) - len(left)].rstrip()
    if not left or rest[-1:] not in (",", "、", "，"):
        return []
    begin = max((match.end() for match in (grammar.lists or _LIST_BEGINS).finditer(rest[:-1])), default=0)
    # "which is better for storage, sodium or lithium": what it is for is none of them
    if join.strip() == "or" and _PURPOSE.search(rest[:begin]):
        return []
    name = rest[begin:-1].strip()
    if _ASKS.search(name):  # 哪个更贵，热泵还是燃气锅炉？
        return []
    return [*_listed(rest[:-1], name, join, grammar), name]


def _is_name(text: str) -> bool:
    """Whether a text names a thing: not only sides of one or little words, and not half a sentence."""
    words = text.split()
    if not words or len(text if len(words) == 1 else words) > LONGEST:
        return False
    bare = without_sides(without_asking(text).strip())
    return (bare != text or not names_side(text)) and len(bare) > 1 and bool(content_terms(bare))
