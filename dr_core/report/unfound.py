"""Sentences that say what was not found, or in closing what stays open: they state nothing that a source could carry.

Such a sentence is taken at its word as long as nothing that was read speaks of its matter. One that says more besides ("...,
but experts expect") is held against the sources like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.fact import facts
from dr_core.text.language import detect
from dr_core.text.overlap import share

SPEAKS = 0.6
"""A piece that has so large a share of a sentence's terms speaks of its matter."""
_DATA = (
    r"(?:figures?|data|numbers?|values?|information|sources?|details|estimates?|prices?|costs?"
    r"|Angaben?|Daten|Zahl(?:en)?|Werte?|Quellen?|Informationen|Preise?|Kosten|données?|chiffres?|informations?|valeurs?|prix|coûts?"
    r"|datos?|cifras?|información|valor(?:es)?|precios?|dat[io]|cifr[ae]|informazioni|prezz[io]|dados?|informações|preços?)"
)
_READ = r"(?:sources|material|evidence|documents|Quellen|Unterlagen|Belege|fuentes|fonti|fontes|documentos|documenti)"
_RESEARCHED = r"(?:资料|資料|来源|來源|文献|文獻|证据|證據)(?:中|里|裡)?"
_LEFT_OPEN = r"(?:也|均|都|尚|并|並)?(?:没有|沒有|未能?)"
_NOT_FOUND = regex(
    "|".join(
        (
            rf"\b(?:no|keine?|aucune?|nessun\w*|nenhum\w*|ningun\w*) (?:\w+ ){{0,3}}?{_DATA}\b"
            r"[^.;]{0,120}?\b(?:found|available|gefunden|finden|trouvée?s?|trovat\w+|encontrad\w+)\b",
            rf"\b{_DATA}\b[^.;]{{0,120}}?\b(?:(?:was|were|could) not (?:be )?found|nicht gefunden|non trov\w+)\b",
            rf"\bn(?:o|ão|on) (?:se |si |foram |sono stat\w )?(?:encontr|hall|trovat)\w+\b[^.;]{{0,40}}?\b{_DATA}\b",
            rf"\b{_READ}\b[^.;]{{0,40}}?\b(?:(?:do|does|did) not (?:say|tell|give|state|contain|name|mention|answer|settle)"
            r"|say nothing|gives? no|names? no|nennen kein\w*|sagen nichts|ne (?:disent|donnent|précisent)"
            r"|no (?:dicen|dan|indican)|non (?:dicono|danno|indicano)|não (?:dizem|dão|indicam))\b",
            rf"^(?:[^，。]{{0,16}}{_RESEARCHED})?{_LEFT_OPEN}(?:找到|查到)[^。]{{0,80}}(?:数据|數據|资料|資料|数值|數值|信息|資訊|说明|說明)",
            rf"{_RESEARCHED}{_LEFT_OPEN}(?:给出|給出|提供|提到|提及|说明|說明)",
            r"(?:数値|データ|情報|資料|費用|費|価格|記述|出典)[^。]{0,60}?見(?:つから(?:ない|なかった)|当たらな(?:い|かった))。?\Z",
            r"(?:資料|出典|文献)[^。]{0,80}?(?:記載(?:が|は)?(?:ない|なかった)|示されていない(?:かった)?|確認できな(?:い|かった))。?\Z",
            r"(?:자료|출처|문헌|수치|데이터|정보)[^.]{0,80}?(?:찾지 못|찾을 수 없|확인되지 않|나오지 않)[^.\s]{0,4}\.?\Z",
        )
    ),
    re.IGNORECASE,
)
_OPEN = regex(
    "|".join(
        (
            r"\bremains? (?:open|unanswered|unknown|unclear|unresolved|to be (?:seen|shown))\b",
            r"\b(?:bleib(?:t|en)|ist|sind)\b[^.;]{0,60}?\b(?:offen|unklar|unbeantwortet|ungeklärt)\b",
            r"\A(?:Offen|Unklar) (?:bleib|ist|sind)",
            r"\breste(?:nt)?\b[^.;]{0,60}?\b(?:à (?:savoir|déterminer|établir)|ouverte?s?|inconnue?s?|sans réponse)\b",
            r"\b(?:quedan?|siguen?|fican?|ficam|resta(?:no)?|rimane|rimangono|permanecem?)\b[^.;]{0,60}?"
            r"\b(?:abiert\w+|apert\w+|abert\w+|por (?:saber|resolver|aclarar|esclarecer)|sin respuesta|da chiarire)\b",
            r"(?:尚|仍|还|還)(?:不清楚|不明|未知|待(?:研究|确认|確認|解答)|[无無]定[论論])|未解[决決]|[没沒]有答案",
            r"(?:未解決|不明|わからない|明らかでない|今後の課題)[^。]{0,12}。?\Z",
            r"(?:불분명|불확실|알려지지 않|과제로 남|알 수 없)[^.]{0,8}\.?\Z",
        )
    ),
    re.IGNORECASE,
)
_MORE = regex(
    r"[;；]|[,，、]\s?(?:but|while|whereas|so|because|aber|während|doch|mais|pero|ma|mas|而|但|不过|不過|因此|所以|しかし|が、)",
    re.IGNORECASE,
)


_FOUND_CUES = (
    "found", "available", "not ", "nothing", "give no", "gives no", "name no", "names no", "gefunden", "finden", "nennen",
    "nichts", "trouv", "disponib", "disent", "donnent", "précisent", "trovat", "encontr", "hall", "dicen", " dan", "indica",
    "dicono", "dizem", "dão", "找到", "查到", "出", "提", "明", "見", "記載", "示され", "確認", "찾", "확인", "나오",
)  # fmt: skip
_OPEN_CUES = (
    "remain", "bleib", " ist ", "sind", "offen", "unklar", "reste", "rest", "qued", "sigue", "fica", "riman", "permanece",
    "尚", "仍", "还", "還", "未解", "答案", "不明", "わから", "明らか", "課題", "불", "알", "과제",
)  # fmt: skip
"""Letters without which the patterns need not be tried: they are many, and few sentences are of this kind."""


def is_of_nothing(sentence: str, *, closing: bool, spans: Iterable[str]) -> bool:
    """Whether a sentence only says what was not found, of which none of ``spans`` speaks; ``closing``: or what stays open."""
    return _says_so(sentence, closing) and all(share(sentence, span) < SPEAKS for span in spans)


@lru_cache(maxsize=1024)  # the audit asks again what the verification asked
def _says_so(sentence: str, closing: bool) -> bool:
    lowered = sentence.lower()
    found = any(cue in lowered for cue in _FOUND_CUES) and _NOT_FOUND.search(sentence)
    found = found or (closing and any(cue in lowered for cue in _OPEN_CUES) and _OPEN.search(sentence))
    # "no figures on the 3 million that died" states one
    return bool(found) and not _MORE.search(sentence) and all(one.bare == 1 for one in facts(sentence, detect(sentence)).numbers)
