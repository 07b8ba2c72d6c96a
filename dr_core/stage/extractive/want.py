"""What a question wants to be told: which quantities (a cost, a speed, a date), whether reasons, and in which of its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.cause import ASKS_WHY, WHY
from dr_core.stage.extractive.quantity import (
    HOW_LONG,
    HOW_MANY,
    HOW_MANY_PEOPLE,
    HOW_MUCH_MONEY,
    MEASURES,
    WHEN,
    Measure,
    states,
)


class Want(NamedTuple):
    """One thing asked: a quantity by the question's own ``words`` for it, reasons, or what one of several questions is after."""

    words: str
    part: str
    """The one of several questions in which it is asked for."""
    measure: Measure | None = None
    cause: bool = False
    about: Measure | None = None
    """The quantity whose reasons are asked for ("why did the cost rise")."""
    sure: bool = True
    """Whether a figure is asked for in so many words ("how much"), and not only a side named that has figures."""


_HOW_MUCH = regex(
    r"\bhow (?:many|much|long|old|far|tall|high|deep|big|large|fast|often|heavy|hot|cold|wide|expensive|efficient"
    r"|punctual|cheap)\b"
    r"|\bwhat (?:percentage|share|number|proportion|fraction)\b|\bat what (?:cost|price|speed|rate)\b"
    r"|多少|[几幾](?=[个個年次人种種倍公小分天座家万萬元])|多[大高快长長远遠久重深宽寬]|いくら|いくつ|(?:どれ"
    r"|どの)(?:くらい|ぐらい|ほど|だけ|程度)"
    r"|何(?=[人年件回割本台時分日倍円キメ])|얼마|몇|어느 정도"
    r"|[价價费費率额額](?:[和与與及、]\w{1,6})?(?:如何|怎[么麼]?[样樣])(?=[?？。，,]|$)"
    r"|[価料賃率額][格金]?(?:と\w{1,6})?は(?:どう(?!し|や)|[?？])"
    r"|(?:요금|가격|운임|[율률])(?:[과와] \w{1,6})?[은는] ?(?:어떻|어떠|어떤가)"
    r"|\bwie (?:viele?|lange?|hoch|groß|schnell|weit|teuer|oft|schwer|alt|tief|stark|pünktlich|effizient|günstig)\b"
    r"|\bwas koste(?:t|n|te|ten)\b|\bcombien\b|\bcuánt[oa]s?\b|\bqué (?:porcentaje|parte|proporción|cantidad)\b"
    r"|\bquant[oaie]\b|\bquant[oa]s\b",
    re.I,
)

_WHEN = regex(
    r"\bwhen (?:did|was|were|is|are|will|does|do|has|have)\b|\b(?:what|which) year\b|何时|何時(?!間)|什[么麼]时候"
    r"|什麼時候|哪[一]?年|何年(?!間)|いつ|언제|몇 년(?!간)"
    r"|\bwann\b|\bin welchem jahr\b|\bquand\b|\ben quelle année\b|\bcuándo\b|\ben qué año\b|\bquando\b"
    r"|\bin (?:che|quale) anno\b|\bem que ano\b",
    re.I,
)

_GENERALLY = regex(
    r"\bwhen (?:is|are|does|do|can|should) (?:an?|any|most|such|new|you|we|one|people|i) "
    r"(?!.*\b(?:expected|due|scheduled|planned)\b)"
    r"|\bwann (?:lohnt|rechnet|rentiert|(?:ist|sind|soll|muss|kann|darf) (?:eine?|man)\b)"
    r"|\bquand (?:faut|doit|vaut|est-ce qu['’](?:une?|on)\b)|\bcuándo (?:conviene|merece|vale|hay que|se debe)"
    r"|(?:什[么麼][时時]候|何[时時])(?:应[该当]?|應[該當]?|该|該|值得|适合|適合|需要|[划劃]算|.{0,6}(?:最好|比[较較]好|合[适適]))"
    r"|いつ.{0,12}?(?:べき|採算|元が取れ|黒字にな|(?:の|ば|ほう)が?(?:良|よ|い)い)|언제.{0,12}?(?:해야|수익이|흑자가|좋)",
    re.I,
)
"""When something holds, or pays: that asks for conditions, not for a date."""
_BEFORE_WHEN = regex(r"^.*\b(?:and|or|und|oder|et|ou|y|o|e)\s+(?=(?:when|wann|quand|cuándo|quando)\b)", re.I | re.S)

_LONG = regex(
    r"\bhow long\b(?! (?:is|are|was|were) (?:the|a|an|its|their)\b)|多久|多[长長][时時]|[几幾][个個]?(?:小[时時]|月|天"
    r"|年)|何(?:時間|分間|年間|日間)|몇 (?:시간|분|년간|일|개월)|얼마나 오래|얼마나 걸"
    r"|\bwie lange\b|\bwie viele (?:jahre|monate|tage|stunden|minuten)\b|\bcombien de (?:temps|jours|mois)\b"
    r"|\bcombien d['’](?:années|heures)\b|\bcuánto (?:tiempo|dura|tarda)|\bcuántos (?:años|meses|días|minutos)\b"
    r"|\bcuántas horas\b|\bquanto (?:tempo|dura|demora)|\bquant[ie] (?:anni|mesi|giorni|minuti|ore)\b"
    r"|\bquant[oa]s (?:anos|meses|dias|minutos|horas)\b",
    re.I,
)

_WHAT_IS = regex(
    r"\bwhat (?:is|are|was|were)(?: the| an?| its| their)?(?: [\w-]+){0,2} $|\bwhat (?:do|does|did|will|would)\b.{3,80} $"
    r"|\bwelche[rsnm]? (?:\w+ )?$|\bquel(?:le)?s? (?:(?:est|sont|était|étaient) )?(?:l[ae]s? |l['’])?(?:[\w-]+ )?$"
    r"|\bcuál(?:es)? (?:es|son|fue|era) (?:el |la |los |las )?(?:[\w-]+ )?$|\bqué $"
    r"|\bqual[ei]? (?:è|é|sono|era|foi) (?:il |lo |la |i |le |o |a |l['’])?(?:[\w-]+ )?$"
    r"|\bquais (?:são|eram) (?:os |as )?(?:[\w-]+ )?$|\bche $",
    re.I,
)
"""What stands before a quantity that a question asks for without "how much"."""

_PACE = regex(
    r"\bhow fast\b.{0,80}(?<!-)\b(?:gr[eo]w(?:s|n|ing)?|ris(?:e|es|en|ing)|rose|increas\w+|expand\w*|spread\w*|declin\w+"
    r"|f[ae]ll(?:s|en|ing)?|shr[iau]nk\w*|melt\w*|chang\w+)\b|(?:增[长長加]|成[长長]|[扩擴][张張大]|下降|上升|[发發]展|普及).{0,4}多快|多快.{0,6}(?:增|成[长長]|下降|上升|普及)"
    r"|速[くさ].{0,4}(?:増|伸|成長|普及|進)|(?:増加|成長|普及)の?(?:速度|速さ)|(?:성장|증가|보급|감소)\s?속도|빠르게|빨리"
    r"|\bschnell\b.{0,80}?(?:w[äau]chs\w*|st[ie]{1,2}g\w*|sink\w*|sank\w*|schrumpf\w*|zunimm\w*|zunahm\w*)"
    r"|\b(?:vitesse|vite|rápid[oa]|rapidez|velocidade?|velocità)\b.{0,80}?\b(?:cro[iî]\w*|augment\w*|baiss\w*|crec\w+|aument\w*|cresc\w+)",
    re.I,
)
"""What asks how fast something grows or falls: that is no speed."""

_HOW_MANY = regex(
    r"\bhow many\b|多少(?=[个個家座种種项項条條台])|\bwie viele\b|\bcombien d[e'’]|\bcuánt[oa]s\b|\bquant[ie]\b|\bquant[oa]s\b",
    re.I,
)

_PEOPLE = regex(
    r"\bhow many (?:\w+ )?(?:people|persons|workers|students|employees)\b|多少[名]?人|[几幾]人|何人|何名"
    r"|몇 [명분]|\bwie viele (?:\w+ )?(?:menschen|personen|leute|mitarbeiter|beschäftigte)\b"
    r"|\bcombien de (?:personnes|gens|salariés)\b|\bcuánt[oa]s (?:personas|empleados|trabajadores)\b"
    r"|\bquante (?:persone|dipendenti)\b|\bquanti (?:lavoratori|dipendenti)\b|\bquant[oa]s (?:pessoas|trabalhadores"
    r"|empregados)\b",
    re.I,
)
AND = regex(r"\band\b|\bor\b|\s(?:und|oder|et|ou|y|e)\s|[,，、和与與及或跟とや및]|[와과]\s|하고", re.I)
_PRICE = regex(
    r"いくら|\bhow much (?:is|are|was|were|for)\b|\bc['’]est combien\b|\bcuánto (?:vale|es)\b|\bquanto (?:viene|é)\b", re.I
)
_SIZE = regex(r"how (?:large|big)", re.I)
NEAR = 2
"""Words that may stand between "how many" and what is counted."""

_QUESTION_WORDS = (
    r"wie|wann|warum|weshalb|wieso|welche[rsnm]?|wer|wo|wohin|was|combien|quel(?:le)?s?|pourquoi|quand|comment|où|qui|cuánt[oa]s?"
    r"|cuál(?:es)?|cuándo|dónde|cómo|quién(?:es)?|qué|por qué|quant[oaie]|quant[oa]s|qual[ei]?|quais|quando|perché|por que|quem"
)
_PARTS = regex(
    r"(?:[,;]\s*(?:(?:and|but|or)\s+)?|\s+(?:and|or|but)\s+)(?=(?:(?:at|in|for|to|by|on|from|since) )?(?:how|what|when"
    r"|where|why|who|which|does|do"
    r"|did|is|are|was|were|will|can)\b)|(?:[,;]\s*|\s+(?:und|oder|et|ou|y|e)\s+)"
    rf"(?=(?:(?:zu|in|an|à|en|a|de|desde|seit|depuis|da|em|per|para) )?(?:{_QUESTION_WORDS})\b)"
    r"|(?<=[?？。])\s*(?=\S)|[，、；,;](?=.)"
    r"|(?<=[했었였되하]고)\s+",
    re.I,
)

_ASKING = regex(
    rf"{_HOW_MUCH.pattern}|{_WHEN.pattern}|{WHY.pattern}|\b(?:what|which|who|where|how|does|do|did|is|are|can|will)\b"
    rf"|\b(?:{_QUESTION_WORDS.replace('|was|', '|')})\b|\bwas (?:ist|sind|war|koste[tn]|bringt|bedeutet|macht|hat)\b"
    r"|什[么麼]|[吗嗎哪谁誰]|如何|怎|どう|どこ|何|어떻|어떤|누구|무엇|어디",
    re.I,
)


@lru_cache(maxsize=64)
def parts(question: str) -> tuple[str, ...]:
    """The questions that a question is made of; what only leads up to one stays with it."""
    found: list[str] = []
    held = ""
    for part in _split(question):
        held += part
        if _ASKING.search(held):
            found.append(held)
            held = ""
    if held and found:
        found[-1] += held
    return tuple(found) or (question,)


def _split(question: str) -> list[str]:
    cuts = [0, *(match.end() for match in _PARTS.finditer(question)), len(question)]
    return [question[start:end] for start, end in pairwise(cuts) if end > start]


@lru_cache(maxsize=64)
def wants(question: str) -> tuple[Want, ...]:
    """What a question wants to be told, in its own order; nothing where it names no quantity and asks for no reason."""
    found: list[Want] = []
    for part in parts(question):
        if why := WHY.search(part):
            about = next((one.measure for one in _named(part, sure=False)), None)
            found.append(Want(why[0], part, cause=True, about=about))
            continue
        sure = bool(_HOW_MUCH.search(part))
        named = _named(part, sure=sure)
        if _WHEN.search(part) and not _GENERALLY.search(part):
            found.append(Want(_BEFORE_WHEN.sub("", part.strip()), part, WHEN))
        elif sure and _LONG.search(part) and not any(one.measure and "duration" in one.measure.kinds for one in named):
            found.append(Want(part.strip(), part, HOW_LONG))
        elif sure and not named:
            found.append(Want(part.strip(), part, _unnamed(part)))
        else:
            found += named
            if not any(one.sure for one in named) and len(parts(question)) > 1:
                found.append(Want(part.strip(), part))
    return tuple(found)


def only_reasons(found: Sequence[Want]) -> bool:
    """Whether a question wants reasons and nothing else."""
    return bool(found) and all(want.cause and ASKS_WHY.search(want.part) for want in found)


def only_figures(found: Sequence[Want]) -> bool:
    """Whether a question wants dates, or figures with a name, in so many words, and nothing else; "how many" may mean any."""
    return bool(found) and all(want.sure and (want.measure is WHEN or (want.measure and want.measure.is_named)) for want in found)


def only_dates(found: Sequence[Want]) -> bool:
    """Whether a question wants dates and nothing else."""
    return bool(found) and all(want.measure is WHEN for want in found)


def _unnamed(part: str) -> Measure:
    """The kind of figure that is asked for without a name."""
    if _PEOPLE.search(part):
        return HOW_MANY_PEOPLE
    return HOW_MUCH_MONEY if _PRICE.search(part) else HOW_MANY


def _named(part: str, *, sure: bool) -> list[Want]:
    """The quantities that a question names; where the words of two overlap, those that begin first and are longer count."""
    counted, pace = _HOW_MANY.search(part), _PACE.search(part)
    hits = sorted(
        (match.start(), -match.end(), order, match[0])
        for order, one in enumerate(MEASURES)
        if not (pace and one.side == "speed")
        for match in one.cues.finditer(part)
        if not _in_compound(part, match.span())
        if counted is None or _is_counted(part, counted.span(), match.span())
    )
    found: dict[int, Want] = {}
    end = 0
    for start, stop, order, words in hits:
        if start >= end and order not in found and not _said_before(MEASURES[order], found, part[end:start]):
            found[order] = Want(words, part, MEASURES[order], sure=sure or bool(_WHAT_IS.search(part[:start])))
        end = max(end, -stop)
    sided = [one.measure for one in found.values() if one.measure and one.measure.side]
    for order in [order for order in found if not MEASURES[order].side]:
        size = _SIZE.fullmatch(found[order].words) and len(found) > 1
        if size or any(MEASURES[order].kinds <= other.kinds for other in sided):
            del found[order]  # "what share of the trains is on time", "how large is its budget" ask for one thing
    # "the efficiency and price": what is asked of the first is asked of all
    asked = any(one.sure for one in found.values())
    return [one._replace(sure=asked) for one in found.values()]


def _in_compound(part: str, span: tuple[int, int]) -> bool:
    """Whether words are part of a longer one: a long-distance train asks for no distance."""
    return part[max(0, span[0] - 1) : span[0]] == "-" or part[span[1] : span[1] + 1] == "-"


def _said_before(measure: Measure, found: Mapping[int, Want], between: str) -> bool:
    """Whether a quantity is one that was named before it: "ticket cost" is one thing, "ticket and cost" are two."""
    others = [one.measure for one in found.values() if one.measure]
    if not measure.side:
        return any(measure.kinds <= other.kinds for other in others)
    return any((measure.side, measure.kinds) == (other.side, other.kinds) for other in others) and not AND.search(between)


def _is_counted(part: str, asking: tuple[int, int], named: tuple[int, int]) -> bool:
    """Whether what is named is what "how many" counts: it holds these words or stands right behind them."""
    return named[0] <= asking[0] < named[1] or (asking[1] <= named[0] and part[asking[1] : named[0]].count(" ") <= NEAR)


def in_sentences(text: str) -> list[str]:
    """A text cut roughly into sentences: enough to know whether two words stand in the same."""
    return [part for part in re.split(r"(?<=[。！？；])|(?<=[.!?;])\s+(?!Jahrhundert)|\n", text) if part]


def told(asked: Sequence[Measure], text: str) -> list[Measure]:
    """Those quantities that a sentence of ``text`` gives a figure for, by name or by a unit that tells."""
    near = [measure for measure in asked if measure.telling or measure.said.any(text)]
    own = in_sentences(text) if near else []
    return [measure for measure in near if any(states(measure, one) for one in own)]
