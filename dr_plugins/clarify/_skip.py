"""Answers that are none: "start research now", "whatever", 不知道, the empty one. They all mean: go on with what you have."""

from __future__ import annotations

from dr_core.pattern import regex
from dr_core.text.han import fold
from dr_plugins.clarify._tidy import plain, tidy

_SKIPS = regex(
    "|".join(
        (
            r"(?:please )?(?:just |go ahead and )?(?:start|begin)(?: the)?(?: research| researching)?(?: now| anyway| directly)?",
            r"(?:just )?(?:go ahead|go on|proceed|continue|do it|skip|skip it|skip this|pass|next)",
            r"(?:no preference|not sure|no idea|none|n/?a)",
            r"(?:whatever|anything|any|either|up to you|you decide|you choose|surprise me|it does(?:n'?t| not) matter)",
            r"i (?:do(?:n'?t| not) (?:know|care|mind))",
            r"(?:bitte )?(?:einfach |gleich )?(?:anfangen|beginnen|loslegen|weiter|überspringen)|fang(?:en sie)? (?:einfach )?an",
            r"(?:ist mir |mir )?egal|(?:ich )?wei(?:ß|ss)(?: es| ich)? nicht|keine ahnung|entscheide?n? (?:du|sie)",
            r"(?:commence[rz]?|continue[rz]?|passe[rz]?)(?: maintenant)?|peu importe|n'importe(?: lequel| quoi)?",
            r"(?:je )?ne sais pas|je sais pas|aucune idée|(?:à vous|à toi) de (?:voir|choisir)",
            r"(?:empieza|empezar|empiece|comenzar|comience|continuar|continúe|saltar|omitir)(?: ahora| ya)?",
            r"no (?:lo )?s[eé]|no importa|(?:me )?da igual|cualquiera|ni idea|(?:tú|usted) decide",
            r"(?:inizia|iniziare|comincia|cominciare|continua|continuare|procedi|salta|avanti)(?: (?:subito|ora|pure))?",
            r"non (?:lo )?so|non importa|è (?:lo stesso|uguale)|qualsiasi|nessuna idea|(?:decidi|scegli) (?:tu|lei)|fai tu",
            r"(?:comece|começar|comecem|continue|continuar|prossiga|avance|avançar|pular|saltar)(?: (?:agora|já))?",
            r"não (?:o )?sei|não importa|tanto faz|qualquer um|sem preferência|(?:você|tu) (?:decide|escolhe)s?",
            r"(?:请)?(?:直接|马上|立即|立刻|现在|现在就)?开始(?:研究|调研|调查|吧)*|跳过|略过|继续|下一步|直接(?:研究|做|来)(?:吧)?",
            r"随便(?:你|吧)?|都(?:可以|行|好)|无所谓|不知道|不清楚|不确定|你(?:来)?(?:决定|定|选)(?:吧)?|没有|都不是",
            r"(?:すぐに?|今すぐ|直ちに|このまま)?(?:调查|调べ|研究|リサーチ)?を?(?:开始|始め)(?:て|する|してください|てください|して)?",
            r"スキップ(?:する|して)?|お?任せ(?:します|する)?|おまかせ(?:します)?|どれでも(?:いい)?(?:です)?|何でも(?:いい)?(?:です)?",
            r"わからない|分からない|わかりません|特にない|特になし|なし",
            r"(?:바로|지금|즉시|그냥)? ?(?:연구|조사)?(?:를|을)? ?시작(?:해|해줘|해 주세요|해주세요|하세요|하기)?",
            r"건너뛰기|건너뛰어|넘어가|넘어가줘",
            r"아무거나|상관없어(?:요)?|상관 ?없음|몰라(?:요)?|모르겠어(?:요)?|모르겠습니다|알아서 해줘|알아서|없음",
        )
    )
)


def is_skip(answer: str) -> bool:
    """Whether ``answer`` declines to answer."""
    text = fold(plain(tidy(answer))).rstrip("!?~,;: ")
    return not any(char.isalnum() for char in text) or bool(_SKIPS.fullmatch(text.replace("’", "'")))
