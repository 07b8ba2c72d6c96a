"""How safe something is, and what it does to something else: told by what it harms, raises or shortens, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.brief import Brief
from dr_core.stage.extractive.facet import BY_ID, votes
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.stage.extractive.speak import nearness

CUE, MOST_CUES = 0.2, 3
"""What a sentence gains for each word that tells of it, and how many of them count."""

_ASKS = regex(
    r"\bwhat (?:do|does|did|can|could|will|would)\b.{2,60}\bdo (?:to|for|with)\b"
    r"|\bhow (?:do|does|did|can|will)\b.{2,60}\b(?:affect|influence|impact)\b|\b(?:effects?|impacts?) of\b.{2,60}\bon\b"
    r"|[对對].{1,14}(?:有(?:什[么麼]|何|哪些|多大)|的)[影作][响響用]|に(?:は|どのような|どんな|どう)(?:影響|作用)|への(?:影響|作用)"
    r"|에 (?:미치는|어떤|주는|무슨) (?:영향|효과)"
    r"|\bwas (?:macht|bewirk\w+|richtet)\b.{2,60}\b(?:mit|bei|an)\b"
    r"|\bwie (?:be)?(?:wirk|einfluss)\w+\b|\bauswirkung\w*\b.{2,60}\bauf\b"
    r"|\b(?:effets?|impacts?)\b.{2,60}\bsur\b|\b(?:efectos?|impacto)\b.{2,60}\b(?:en|sobre)\b|\beffett[io]\b.{2,60}\bsu\w*\b"
    r"|\befeitos?\b.{2,60}\b(?:em|sobre|n[ao]s?)\b",
    re.I,
)
_VERB = regex(r"\b(?:macht|bewirk\w+|richtet|wirk\w+|affect|influence|impact|effects?|impacts?)\b|影[响響]|影響|영향", re.I)
"""By what such a question asks: an answer says what it does."""
_TELLS = regex(
    r"\b(?:affects?|affected|effects?|impacts?|influenc\w+|reduc\w+|lower\w*|rais(?:es|ed|ing)|increas\w+|decreas\w+|worsen\w*"
    r"|improv\w+|caus\w+|leads? to|led to|makes?|feel|risks?|harm\w*|helps?|shorten\w*|delay\w*|block\w*|damag\w+|less|fewer"
    r"|worse|better|longer|shorter|slower|faster|lighter|twice|rises?|falls?)\b"
    r"|影[响響]|更[快慢好差多少长長短深浅淺高低易难難]|[导導]致|引起|使|[让讓]|降低|[减減]少|提高|增加|升高|下降|[缩縮]短|延[长長迟遲]|[损損][害伤傷]|改善|加重|抑制|[阻妨][断斷碍礙]|[风風][险險]"
    r"|引き起こ|もたら|低下|増え|減[らりる]|[上下]が[りる]|悪化|損な|妨げ|リスク|浅く|短く|長く|やすく|にくく"
    r"|영향|줄[어이]|늘[어리]|낮[아추]|높[아이]|악화|개선|유발|일으|위험|해치|방해|떨어"
    r"|\b(?:wirk\w*|beeinfluss\w*|senk\w*|erhöh\w*|verkürz\w*|verlänger\w*|verschlechter\w*|verbesser\w*|verursach\w*|führ\w+ zu"
    r"|schad\w*|blockier\w*|weniger|später|schlechter|besser|risik\w+"
    r"|rédui\w+|augment\w+|diminu\w+|amélior\w+|aggrav\w+|provoqu\w+|risques?|moins|retard\w+|nui\w+"
    r"|reduc\w+|aument\w+|mejor\w*|empeor\w+|riesgos?|menos|riduc\w+|peggior\w+|miglior\w+|rischio?|reduz\w+|melhor\w*|pior\w*)\b",
    re.I,
)


def effect_first(asked: Brief, prose: Sequence[Item], runs: Runs) -> tuple[Item, ...]:
    """What tells most of it near what is asked, with what follows; nothing where a question asks for neither."""
    told = {item.id: cues for item in prose if (cues := _cues(asked, item))}
    if not told:
        return ()
    near = nearness(_VERB.sub(" ", asked.query), prose)
    best = max((item for item in prose if item.id in told), key=lambda item: near[item.id] + CUE * min(MOST_CUES, told[item.id]))
    if asked.plain_sides:  # of a side many sentences of a passage tell: from the first of them on
        best = next(item for item in prose if item.id in told and (item.source, item.passage) == (best.source, best.passage))
    while not asked.plain_sides and (before := runs.before.get(best.id)) and before.id in told:
        best = before
    longest = LONGEST * width(best)
    return runs.with_rest(runs.at_best(best, longest), longest)


def _cues(asked: Brief, item: Item) -> float:
    """How many different words of a sentence tell of what is asked, those that only hint at it for less."""
    sides = asked.plain_sides
    if sides == [BY_ID["safety"]] and not asked.wants:
        return votes("", item.text)[sides[0].id]
    return len(set(_TELLS.findall(item.text.lower()))) if not sides and _ASKS.search(asked.question) else 0
