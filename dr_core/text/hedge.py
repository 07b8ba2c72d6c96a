"""How surely, of how many, and by whom something is said; and what of that a claim drops or changes.

All of it speaks only of two sentences that share nearly all of their words, and none of it proves a claim wrong: these are
reasons for doubt.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.lexicon import Lexicon, sides
from dr_core.text.portion import of_more
from dr_core.text.stem import stem
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import function_words, terms

_SURENESS = Lexicon(
    {
        "open": """may might could probably presumably
            possibly perhaps potentially reportedly allegedly likely unlikely suspect* suggest* hypothes*
            könnte* dürfte* vermutlich* möglicherweise womöglich wahrscheinlich* mutmaßlich* pourrait pourraient peut-être
            probablement vraisemblablement sans_doute podría* quizá* probablemente
            potrebbe potrebbero forse probabilmente poderia poderiam talvez provavelmente возможно вероятно видимо
            可能 或许 或許 也许 也許 疑似 推测 推測 かもしれ 可能性 おそれ 恐れ だろう でしょう 推定
            수_있 수있 가능성 것으로_보 추정되 추정된 추정됐 추정돼 추정하 추정한 추정했 추정치""",
        "ahead": """plans_to plan_to planned_to intend* aims_to hopes_to expected_to
            projected_to forecast_to predicted_to estimated_to anticipated_to scheduled_to slated_to proposes_to proposed_to
            would will set_to soll sollen geplant* beabsichtig* планиру* намерен*
            计划 計劃 拟 擬 预计 預計 有望 可望 将会 將會 将于 將於 予定 計画 する方針 방침
            見込み 見通し 目指 예정 계획 전망 것이다""",
        "foreseen": """expect* forecast* predict* projected projection* projects anticipat* aim aims aimed target* goal
            目标 目標 预期 預期 预测 預測 予測 목표 erwarte* prognos* voraussichtlich
            prévoi* prévu* devrait devraient prevé* espera*""",
        # what a claim may say instead
        "mild": """plan plans planned can if should due propos* hope hopes hoped appear* seem* potential estimate*
            scheduled slated possible possibilité puede* 最快 若 如果 もし 만약 기대""",
        # what will be, but not how surely
        "later": "wird werden",
        "-": "may_day will_of 可能な限り 不可能 计划经济 計劃經濟 計画経済",
    }
)
_UNSURE = frozenset({"open", "ahead", "foreseen", "mild", "later"})
_CAUSE = Lexicon(
    sides(
        """
cause: caus* leads_to lead_to led_to results_in resulted_in due_to 导致 導致 引起 造成 引き起こ 原因 초래 일으 /
    associat* correlat* linked link_between 相关 相關 有关联 有關聯 関連 相関 연관 관련
proof: prov* proof demonstrat* established 证明 證明 证实 證實 証明 立証 증명 입증 / suspect* believe* assum* speculat*
    怀疑 懷疑 猜测 猜測 疑わ 疑って 의심
time: before prior_to 之前 以前 前に 전에 avant antes_de / after 之后 之後 以后 以後 後に 후에 après después_de
"""
    )
)
_ROUND = regex(r"(?<=[在于於])(?P<what>[\u4e00-\u9fff]{2,8}?)(?:[之以])?(?P<side>[前后後])")
_PROVEN = regex(
    r"\b(?<!not )(?<!yet )(?:proven?|proves|proved|demonstrably|nachweislich|erwiesen\w*|bewiesen"
    r"|(?:est|a été) prouvée?|prouve(?:nt)?|está demostrad[oa]|comprobad[oa])\b"
    r"|(?<![未没沒])(?:被|已|得到|经|經)(?:证明|證明|证实|證實)|(?:証明|立証|実証)され|(?:입증|증명)[되됐된]",
    re.I,
)
_PROVES = regex(r"\bprove[sdn]?\b|\bproof\b|\bdemonstrat\w+|\bbeweis\w*|\bbewiesen|[证證]明|証明|증명|입증", re.I)
_NOT_PROVEN = regex(
    r"\b(?:not|cannot|can['’]t|never|n['’]t)\s(?:\w+\s)?(?:prove|demonstrate|establish)|\bno proof\b"
    r"|\b(?:nicht|kein\w*)\s(?:\w+\s){0,2}bew[ie]+s\w*"
    r"|(?:不能|不足以|[无無]法|未能?|[没沒]有|[难難]以)[^，。、]{0,4}[证證][明实實]"
    r"|証明(?:でき|され|し)(?:ない|なかった|ていない)|(?:증명|입증)[^,.]{0,8}[못없않]",
    re.I,
)
_FIRST = regex(r"\b(?!interest|forest|west|rest|test|best\b)\w{3,}est\b|\bmost\b|\bleading\b|最|가장|제일|최[대고초저장]", re.I)
_ONE_OF = regex(
    r"\b(?:one of|among)\s(?:the|its|their|[\w’']+['’]s)\b|\beine[rs]? der\b|之一|の(?:一つ|ひとつ|1つ|１つ)|最[大高長古新]級"
    r"|(?:중|가운데)\s?하나",
    re.I,
)
_ONE_OF_FIRST = regex(
    r"\b(?:one of|among) the (?:very )?first\b|首[位个個家座批][^，。]{0,20}之一|\beine[rs]? der ersten\b|최초[^,.]{0,20}중 하나",
    re.I,
)
_THE_FIRST = regex(r"\bthe (?:very )?first\b(?! (?:half|quarter|time|place))|首[位个個家座]|\b(?:der|die|das) erste\b|최초", re.I)
_NOT_FIRST = regex(
    r"\b(?:second|third|fourth|fifth|\d+(?:nd|rd|th))[\s-](?:\w+est|most)\b|\b(?:zweit|dritt|viert)(?:größt|höchst|läng?st|meist|\w*st)\w*"
    r"|第[二三四五六七八九十][大高长長]|[2-9２-９]番目|[두세네]\s?번째",
    re.I,
)
_SAID = regex(
    r"\b[Aa]ccording to\s+(?P<to>[^,.;]{2,60})"
    r"|(?:^|[,;.]\s*|\bthat\s+)(?P<who>[^\s,.;:]+(?:\s[^\s,.;:]+){0,4}?)\s"
    r"(?:claim(?:s|ed)?|argue[sd]?|allege[sd]?|believe[sd]?|insist(?:s|ed)?|contend(?:s|ed)?|say|says|said|state[sd]|report(?:s|ed)"
    r"|warn(?:s|ed)?|maintain(?:s|ed)?|suggest(?:s|ed)?|show(?:s|ed)?|found|finds)\s(?:[^,.;]{0,25}?\s)?that\b"
)
_OPINION = regex(
    r"\b(?:claim(?:s|ed)|argue[sd]?|allege[sd]?|contend(?:s|ed)?|insist(?:s|ed)?)\b|声称|聲稱|宣称|宣稱|自称|と主張|주장", re.I
)
_ANY_SPEECH = regex(
    r"\b(?:claim|argu|alleg|contend|insist|say|said|stat|report|accord|maintain|suggest|believ|view|critic|purport)\w*"
    r"|称|稱|认为|認為|表示|主张|主張|指出|据|據|述べ|よると|という|とされ|말했|따르면|밝혔|주장|했다고",
    re.I,
)
_CJK_SAID = (
    regex(r"(?P<who>[\u4e00-\u9fff]{2,10}?)(?:认为|認為|表示|指出|声称|聲稱|宣称|宣稱|主张|主張|强调|強調)"),
    regex(
        r"(?:^|[、。])(?P<who>[^、。]{1,14}?)[はが][^。]*?と(?:述べ|主張|指摘|発表|説明|語っ|考え)|(?P<to>[^、。]{1,14}?)によると"
    ),
    regex(
        r"(?P<who>[가-힣]{1,10}?)(?:들)?(?:은|는|이|가)\s[^.]*?고\s(?:말했|밝혔|주장|지적|설명|발표)"
        r"|(?P<to>[가-힣\s]{1,14}?)에 따르면"
    ),
)
_HAN = regex(r"[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7a3]")
# A paper's own words: they name no speaker.
_NOBODY = frozenset(
    map(
        stem,
        [
            "record",
            "study",
            "report",
            "data",
            "source",
            "evidence",
            "figure",
            "result",
            "research",
            "paper",
            "article",
            "author",
            "text",
            "page",
        ],
    )
)


def proven(claim: str, source: str) -> str:
    """Why ``claim`` gives as proven what ``source`` gives as possible."""
    if (said := _PROVES.search(claim)) and (told := _NOT_PROVEN.search(source)) and not _NOT_PROVEN.search(claim):
        return f"says “{said.group()}” where the source says “{told.group()}”"
    said = None if _open(claim) else _PROVEN.search(claim)
    maybe = next((word for label, word in _open(source).items() if label in ("open", "mild")), "")
    return f"says “{said.group()}” where the source says “{maybe}”" if said and maybe and not _PROVEN.search(source) else ""


def surer(claim: str, source: str) -> str:
    """Why ``claim`` is surer than ``source``: a "may" or a plan told as a fact, an association as a cause."""
    theirs, found = _open(source), _SURENESS.found(claim)
    for label, enough in (("open", {"open", "foreseen", "mild"}), ("ahead", _UNSURE)):
        if label in theirs and not enough & found.keys() and _governs(theirs[label], source, claim):
            return f"leaves out “{theirs[label]}”"
    ours, other = _CAUSE.found(claim), _causes(source)
    for label, word in ours.items():
        opposite = label[:-1] + ("-" if label[-1] == "+" else "+")
        if opposite in other and opposite not in ours and label not in other:
            return f"says “{word}” where the source says “{other[opposite]}”"
    if turned := _other_side_of(claim, source):
        return "says “{}” where the source says “{}”".format(*turned)
    word = other.get("cause-", "")
    if word and not {"cause-", "cause+"} & ours.keys() and "open" not in found and _governs(word, source, claim):
        return f"leaves out “{word}”"  # "reduced" where the source says "was associated with a reduction"
    return ""


def _other_side_of(claim: str, source: str) -> tuple[str, str] | None:
    """What happened before something in ``claim`` and behind it in ``source``, or the other way round: 旱灾之后 of 旱灾前一年."""
    ours, theirs = ({found["what"]: found for found in _ROUND.finditer(text)} for text in (claim, source))
    for what in ours.keys() & theirs.keys():
        one, other = ours[what], theirs[what]
        if (one["side"] == "前") != (other["side"] == "前"):
            return one.group(), other.group()
    return None


def foretold(claim: str, clause: str) -> str:
    """Why ``claim`` tells for a fact a figure that the ``clause`` of its source foresees."""
    word = next((word for label, word in _open(clause).items() if label in ("ahead", "foreseen")), "")
    return f"leaves out “{word}”" if word and _UNSURE.isdisjoint(_open(claim)) else ""


def of_others(claim: str, source: str) -> str:
    """Why ``claim`` speaks of more, or of fewer, than ``source`` does, or of the first where that speaks of one of these."""
    if more := of_more(claim, source):
        return more
    first, lower = _FIRST.search(source), _NOT_FIRST.search(source)
    below, one_of = _NOT_FIRST.search(claim), _ONE_OF.search(source) if first else None
    if (told := one_of or lower) and _FIRST.search(claim) and not below and not _ONE_OF.search(claim):
        return f"leaves out “{told.group()}”"
    if below and first and not lower:
        return f"says “{below.group()}” where the source says “{first.group()}”"
    if (early := _ONE_OF_FIRST.search(source)) and _THE_FIRST.search(claim) and not (below or _ONE_OF.search(claim)):
        return f"leaves out “{early.group()}”"
    return ""


def by_others(claim: str, source: str) -> str:
    """Why ``claim`` gives somebody else's word, or an opinion as a fact."""
    if _OPINION.search(source) and not _ANY_SPEECH.search(claim):
        return "states as a fact what the source gives as somebody's word"
    ours, theirs = _speaker(claim), _speaker(source)
    if not ours or not theirs:
        return ""
    own = set(terms(ours)) - STOPWORDS
    if not own or own & _NOBODY or own & set(terms(source)) or _initials(ours, source) or _initials(theirs, ours):
        return ""
    return f"gives as the word of {ours.strip()} what the source gives as that of {theirs.strip()}"


@lru_cache(maxsize=2048)
def _open(text: str) -> dict[str, str]:
    return _SURENESS.found(text)


@lru_cache(maxsize=2048)
def _causes(text: str) -> dict[str, str]:
    return _CAUSE.found(text)


def _governs(word: str, source: str, claim: str) -> bool:
    """Whether what the doubting word speaks of stands in ``claim``: the next words behind it, in CJK on either side of it."""
    own = set(terms(claim))
    if _HAN.search(word):
        at = source.find(word)
        around = terms(source[max(0, at - 8) : at]) + terms(source[at + len(word) : at + len(word) + 8])
        return any(term in own for term in around if len(term) > 1 and term not in STOPWORDS)
    found = re.search(rf"\b{re.escape(word)}\w*\b", source, re.I)
    behind = (
        [term for term in terms(source[found.end() : found.end() + 80]) if term not in function_words() and term != "not"][:2]
        if found
        else []
    )
    return any(term in own for term in behind)


def _speaker(text: str) -> str:
    patterns = _CJK_SAID if _HAN.search(text) else (_SAID,)
    for pattern in patterns:
        found = pattern.search(text)
        if found:
            groups = found.groupdict()
            return groups.get("to") or groups.get("who") or ""
    return ""


def _initials(words: str, text: str) -> bool:
    """Whether ``text`` names the same by its initials, or the other way round (WHO, World Health Organization)."""
    letters = "".join(word[0] for word in re.findall(r"\b[A-Z]\w*", words))
    return len(letters) >= 2 and (
        letters in text
        or any(short in "".join(re.findall(r"\b([A-Z])\w*", words)) for short in re.findall(r"\b[A-Z]{2,}\b", text))
    )
