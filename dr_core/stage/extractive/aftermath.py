"""What happens to who does not do what is due (pays late, drives without a licence): reminders, sums on top, what is taken away.

Sources tell it in words of their own, under any heading: where a question asks what happens then, they say "arrears" and
"seized", and not "what happens".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from dr_core.pattern import regex
from dr_core.stage.extractive.facet import LANGUAGES
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.text import terms

TITLES = (
    "Consequences",
    "後果",
    "后果",
    "どうなるか",
    "불이익",
    "Folgen",
    "Conséquences",
    "Consecuencias",
    "Conseguenze",
    "Consequências",
)
ENOUGH = 2
"""Sentences of a passage that must tell of it, or tell and say of what it follows, for the passage to be on it."""

_ASKS = regex(
    r"\bwhat (?:happens|would happen|will happen|follows)\b.{0,20}\b(?:if|when|to)\b|\bwhat if\b"
    r"|\bconsequences?\b|\bpenalt(?:y|ies)\b"
    r"|[会會][怎如][么麼何]?[样樣]?|[后後]果|(?:と|たら|ば|場合(?:は|には)?)、?どう(?:な|いう(?:こと|罰))|ペナルティ|罰則"
    r"|(?:면|때|경우)\s?(?:에는?|는)?\s?어떻게 [되돼될]|불이익"
    r"|\bwas (?:passiert|geschieht|droht)\b|\bfolgen\b|\bque (?:se passe|risque)|\bconséquences\b|\bqué (?:pasa|ocurre|sucede)\b"
    r"|\bconsecuencias\b|\bcosa (?:succede|rischi)|\bconseguenze\b|\bo que acontece\b|\bconsequências\b",
    re.I,
)
_NEGLECTS = regex(
    r"\b(?:not|never|fail(?:s|ed|ure|ing)?|miss(?:es|ed|ing)?|late|overdue|unpaid|default\w*|arrears|without|refus\w+|ignor\w+|violat\w+"
    r"|break(?:s|ing)?)\b|n['’]t\b"
    r"|逾期|[未没沒欠违違]|拖欠|[忘不](?=[交缴繳付还還报報办辦买買戴带帶])|滞納|未納|延滞|ない(?=と|で|まま|場合|とき|人)|なければ|なかった|遅れ|怠|違反|期限を過ぎ"
    r"|[안못] |않|체납|미납|연체|위반|늦|기한이 지|어기"
    r"|\b(?:nicht|keine?n?|ohne|zu spät|versäum\w*|verpass\w*|verspätet\w*|rückst[aä]nd\w*"
    r"|pas|sans|retard|impayée?s?|no|sin|retraso"
    r"|impagad?[oa]s?|non|senza|ritardo|não|sem|atras\w*)\b",
    re.I,
)
"""What is left undone, or not done in time."""
_FOLLOWS = regex(
    r"\b(?:fine[sd]?|penalt\w+|surcharges?|late fees?|interest|seiz\w+|confiscat\w+|cut off|disconnect\w*|terminat\w+|evict\w*"
    r"|suspend\w*|revok\w*|los(?:es?|t|ing)|forfeit\w*|courts?|prosecut\w*|prison|jail|bailiffs?|enforce\w*|remind\w*|cancel\w*|blacklist\w*"
    r"|credit (?:scores?|ratings?)|debt collect\w+|garnish\w*|deport\w*)\b"
    r"|滞[纳納]金|[罚罰]款|[处處][罚罰]|[没沒]收|查封|扣押|[划劃][拨撥]|[强強]制|吊[销銷]|取消|失去|不能享受|[诉訴][讼訟]|起[诉訴]|征信|失信|解除|拘留"
    r"|追究|[违違][约約]金|催[缴繳收]|停[水电電用]|[责責]令"
    r"|延滞金|遅延損害金|罰金|過料|差し?押|督促|催告|催促|失効|取り消|退去|受けられ(?:な|ず)|受け取れな|減額|[もが]減る|訴訟|逮捕|信用情報|連帯して"
    r"|가산[금세]|연체[료이]|과태료|벌금|압류|공매|영치|독촉|정지|취소|해지|제한|신용|소송|처벌|구속|박탈|잃"
    r"|\b(?:(?:ge)?mahn\w*|säumniszuschl\w*|verzugszins\w*|bußgeld\w*|(?:geld)?strafe\w*|(?:ge)?pfänd\w*|vollstreck\w*|kündig\w*"
    r"|gekündigt\w*|(?:ge)?sperr\w*|verlier\w*|entzogen|erlischt|inkasso\w*|schufa\w*|amendes?|pénalités?|major\w+|saisies?|huissier|résili\w+"
    r"|coupure|suspen\w+|perd\w*|poursui\w+|multas?|recargos?|embarg\w+|sanci\w+|corte|pierd\w*|desahuci\w+|sanzion\w+|pignor\w+|juros"
    r"|penhor\w*|coimas?)\b",
    re.I,
)
"""What then happens."""


def asks_aftermath(question: str) -> bool:
    """Whether a question asks what happens to who leaves undone what is due."""
    return bool(_ASKS.search(question)) and bool(_NEGLECTS.search(question))


def is_aftermath(title: str) -> bool:
    """Whether a title is that of the section on it."""
    return title in TITLES


def title_of(language: str) -> str:
    """The heading of the section on it."""
    return TITLES[LANGUAGES.index(language)] if language in LANGUAGES else TITLES[0]


def tells_aftermath(texts: Sequence[str]) -> int:
    """How much the sentences of a passage tell of what follows from what was left undone; 0 where that is too little."""
    follows = sum(bool(_FOLLOWS.search(text)) for text in texts)
    neglects = sum(bool(_NEGLECTS.search(text)) for text in texts)
    return follows if follows and follows + min(neglects, 1) >= ENOUGH else 0


def aftermath(known: Collection[str], items: Sequence[Item]) -> list[list[Item]]:
    """The passages that tell it and have one of the ``known`` words of a question, the one with most of it first."""
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        if not item.is_table:
            passages.setdefault((item.source, item.passage.start), []).append(item)
    about = [own for own in passages.values() if _is_on(known, own)]
    much = [(tells_aftermath([item.text for item in own]), own) for own in about]
    return [own for told, own in sorted(much, key=lambda one: -one[0]) if told]


def aftermath_first(known: Collection[str], prose: Sequence[Item], runs: Runs) -> tuple[Item, ...]:
    """How the passage that tells most of it begins to, and what follows."""
    for own in aftermath(known, prose)[:1]:
        begins = [item for item in own if _FOLLOWS.search(item.text) or _NEGLECTS.search(item.text)]
        longest = LONGEST * width(begins[0])
        return runs.with_rest(runs.at_best(begins[0], longest), longest)
    return ()


def _is_on(known: Collection[str], own: Sequence[Item]) -> bool:
    said = terms(" ".join([own[0].title, own[0].passage.heading, *(item.said for item in own)]))
    return not set(known).isdisjoint(said)
