"""Whether words are affirmed or denied, in ten languages, and whether two texts deny the same.

A denial counts for the words it governs, not for the sentence: "not only large but cheap" denies nothing, and a source that
denies one thing may affirm the next. Direction words (rise, fall) are denials of each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.lexicon import Lexicon, sides

_WITH_ANOTHER = r"nunca|ning[uú]n\w*|nadie|jamás|nessun\w*|nenhum\w*|ninguém"
"""What denies by itself, but says no more than a denial that stands before it: no encontraron ninguna."""
_EN = regex(
    r"\b(?:not|never|no|none|neither|nor|without|cannot|can't|\w+n['’]t|nobody|nothing|nowhere|hardly|scarcely"
    r"|nicht(?! nur| zuletzt)|kein(?:e[mnrs]?)?|nie(?:mals)?|weder|ohne|pas(?! seulement)|aucune?|jamais|sans(?! doute| serif)"
    r"|sin(?= (?:que|\w+[aei]r)\b)|non(?![- ](?:sol[oa]|soltanto|seulement)|-)|senza|não(?! s[óo])|sem|нет|нельзя|без"
    r"|не(?! только)"
    rf"|{_WITH_ANOTHER}"
    r"|fail(?:s|ed|ing)? to|lack(?:s|ed|ing)?|unable to|refus(?:es|ed) to|absence of)\b"
    r"(?!\s+(?:only|just|merely|necessarily only|least|matter|doubt|seen (?:since|before)"
    r"|(?:longer|more|less|fewer|later|earlier) than))",
    re.I,
)
_ZH = regex(
    r"(?:(?<![舍捨恨巴])不得(?![不已超多少高低大小逾早晚迟遲])|禁止|[严嚴]禁|并不|並不|并非|並非|从不|從不|从未|從未|没有|沒有|毫无|毫無|无法|無法|不能|不会|不會|不是|不再|尚未|未能|未曾|不曾|缺乏|绝不|絕不"
    r"|(?<![是能可要])不(?![仅僅但同断斷过過少久论論管如足止只惜妨料禁然愧等得至知]|可(?:或缺|思议|思議|避免)|得不"
    r"|到(?:[^，。、]{1,12}的)?[\d一二两兩三四五六七八九十百千半])"
    r"|(?<![有])没(?![收落有])|沒(?![收落有])|(?<!有)未(?![来來免必婚成能曾])|无(?![论論线線数數比限疑须需])|無(?![論線數比限疑須需料]))"
)
_JA = regex(
    r"(?<![少かは])(?:ない(?!し)|なかった|ません|(?<!必)(?<!あえ)(?<!\bま)ず(?=に|、|\Z)|ぬ(?=[。、]))|(?<=で)はない|なく(?=、|て)"
)
_JA_NOT = regex(
    r"なければ(?:なら(?:ない|なかった|ぬ)|いけない)?|かもしれない|に過ぎない|にすぎない|だけでなく|ほかない|ざるを得ない|少ない|なくてはなら|違いない|間違いない"
    r"|に(?:満た|届か)(?:ない|なかった)"
)
_KO = regex(r"않|못[하한했해할]|없[다는었어을으이]|아니[다라며었]|지\s?못")
_KO_NOT = regex(r"뿐만\s?아니라|뿐\s?아니라|없이|할\s?수밖에\s?없|미치지\s?못|넘기?지\s?[못않]|채\s?되지\s?[않못]")
_AGAIN = regex(rf"\b(?:no|non|não|sin|senza|sem|nunca|nadie|nessuno|ninguém)\b[^,;.:]*?\b(?P<again>{_WITH_ANOTHER})\b", re.I)
_PORTUGUESE = regex(
    r"\b(?:aos?|uma?|em|pel[oa]s?|foi|foram|são|não|na|das|com|seus?|suas?|também|os|mais|mas|\w*[ãõ]\w*)\b", re.I
)
_FEW = 2
"""Words by which Portuguese is known, in which "no" stands for "in the"."""
_KO_VERB = regex(r"(?P<what>[가-힣]{2,})\s(?P<verb>[가-힣]{2,}?)[하되]지(?:[는도를]|조차)?\s?[않못]")
_CLAUSE = regex(
    r"[;:!?()，；：。！？、（）]|[,.](?!\d)|(?<!\d)[,.]|\b(?:but|however|although|while|whereas|because|which|who|that)\b|(?=\bwithout\b)|但|而|却|卻|然而|因为|因為"
)
_OPPOSITES = Lexicon(
    sides(
        """
direction: increas* rise rises rising rose risen grow grows growing grew grown growth climb* surg* soar* jumped gain*
    double doubled doubles doubling tripl* 增加 增长 增長 上升 上涨 上漲 提高 翻番 翻了一番 翻倍 攀升 激增 増加 増大
    上昇 倍増 急増 増え %増 ％増 向上 年增 증가 상승 늘어 늘었 급증 올랐 stieg* steig* gestiegen wuchs wuchsen wachs* gewachsen
    erhöh* zunahm* zugenommen verdoppel* augment* progressé hausse aument* creció crecieron subió subieron
    crece crecen creci* crecido subid* crescer* cresce crescono crescit* cresciut* subiu subiram salit* salì
    вырос* рост роста росла рос увеличи* возрос* повыси* поднял* удвои*
    / decreas* fall falls falling fell fallen declin* dropped dropping
    shrank shrink* shrunk plung* halv* dwindl* slump* 减少 減少 下降 下跌 下落 降低 减半 減半 减少了一半 低下 縮小 急減
    減り 減っ %減 ％減 年減 年减 감소 하락 줄어 줄었 급감 떨어 sank sanken sinkt sinken sinkend* gesunken fiel fielen gefallen
    schrumpf* verringer* rückgang* abgenommen halbier* baiss* diminu* recul* chuté disminu* cayó cayeron bajó bajaron
    caíd* reduj* caiu caíram diminuí* cala calano calat* calò scese scesi scesa
    упал* сниз* сократи* уменьши* паден* снижен* опусти*
level: higher above more_than exceed* outnumber* 高于 高於 多于 多於 超过 超過 上回 높 웃도 웃돌 웃돈다 상회 넘어섰
    mehr_als höher_als plus_que más_que superiores
    / lower below less_than fewer_than 低于 低於 少于 少於 不到 不足 下回 낮 밑도 밑돌 밑돈다 하회 못_미 weniger_als niedriger_als
    moins_que menos_que inferiores
rate: raised raises hike* 上调 上調 加息 升息 引き上げ 인상 angehoben hob_an
    / lowered lowers 下调 下調 降息 引き下げ 인하 gesenkt senkte*
odds: more_likely likelier / less_likely unlikely
amount: larger bigger 更大 更多 大きい 多い 더_크 더_많 / smaller 更小 更少 小さい 少ない 더_작 더_적
size: largest biggest 最大 größte* / smallest 最小 kleinste*
top: highest 最高 höchste* / lowest 最低 niedrigste*
speed: faster fastest quicker 更快 速い 速く 빠르 빠른 빨라 / slower slowest 更慢 遅い 遅く 느리 느린 느려
price: cheap cheaper cheapest inexpensive less_expensive 便宜 廉价 廉價 安い 安く 安価 싸다 저렴 싼 / expensive costly
    costlier more_expensive 昂贵 昂貴 高価 비싸다 비싸 비싼
worth: better best superior 优于 優於 更好 優れ beste bester bestes besten
    / schlechtest* worse worst inferior 劣于 劣於 更差 劣る 劣っ
outcome: succe* 成功 성공 / fail* 失败 失敗 실패
assent: confirm* admit* acknowledg* upheld uphold* approv* 证实 證實 承认 承認 支持 维持 維持 批准 認可 認めた 認めて 인정 승인
    bestätig* gebilligt
    / denied denies deny refut* reject* dismiss* overturn* repeal* revok* 否认 否認 否定 驳回 駁回 反对 反對 否决 否決
    却下 撤销 撤銷 推翻 取り消 부인 기각 거부 파기 aufgehoben kippte verwarf verworfen nichtig annul* anuló
leave: allow* permit* 允许 允許 准许 准許 허용 허가 erlaub* gestatte* autoris* permite* permiti*
    / bans banned banning prohibit* forbid* forbad* outlaw* 금지 막고 막는 막아 막았 verboten verbiet* untersag* interdi*
    prohíb* prohib*
validity: 有效 有効 유효 gültig / 无效 無效 無効 무효 ungültig
constitution: constitutional 合宪 合憲 합헌 verfassungsgemäß / unconstitutional 违宪 違憲 위헌 verfassungswidrig
safety: safe safer 安全 안전 / unsafe dangerous hazardous 危险 危險 不安全 危険 위험
share: majority 多数 多數 大多数 大多數 대다수 / minority 少数 少數 소수
money: surplus 盈利 黒字 흑자 / deficit 亏损 虧損 赤字 적자
force: strengthen* / weaken*
duty: taxed taxable 征税 徵稅 课税 課税 과세 / exempt* untaxed tax-free 免税 免稅 免征 免徵 非課税 면세 비과세
sign: positive* / negative*
effect: effective / ineffective
chance: possible / impossible
law: legal / illegal
game: win wins won winning / lose loses lost losing
-: rise_to_power fall_into falls_into no_more_than not_more_than no_less_than not_less_than no_higher_than 安全保障 高等
    人手不足
"""
    )
)
_LESS = regex(
    r"\b(?:lost|loss(?:es)?|less|lower|below|negative|reduc\w+|cut|minus|down)\b|损失|損失|손실|マイナス", re.IGNORECASE
)
_NEXT = regex(r"\s*([A-Za-zÀ-ÿ]+|[\u3041-\u9fff\uac00-\ud7a3])")
_LEFT_OUT = regex(
    r"\b(?:rather than|instead of|exclud\w+|omit\w*|left out|leav(?:es|ing) out|exempt\w*|except(?: for)?|outside"
    r"|stop(?:s|ped)?|ceas(?:e[sd]?|ing)|discontinu\w+|abandon\w+|halt(?:s|ed)?|eingestellt"
    r"|miss(?:es|ed|ing)?|avoid\w*|(?:advis|recommend|decid|rul|vot)\w* against|discourag\w*|forb[ia]d\w*|prohibit\w*"
    r"|contraindicat\w*|verm[ie]{2}d\w*|abgeraten|rät ab|verbiet\w*|verboten\w*|évit\w*|déconseill\w*|interdi\w*"
    r"|evit\w*|desaconsej\w*|prohib\w*|sconsigli\w*|viet\w+)\b"
    r"|避免|劝阻|勸阻|避け|控え|피하|삼가"
    r"|停止|停刊|停用|停产|終止|终止|廃止|中止|중단"
    r"|而非|而不是|排除|除外|剔除|対象外|除い|除く|外れ|제외|배제|빠졌|빠진",
    re.IGNORECASE,
)
_ALIKE = regex(
    r"\b(?:similar\w*|same|alike|comparable|equal\w*|identical|unchanged|stable|steady|constant|flat|left|kept|keeps?|held|holds?"
    r"|maintain\w*|remain\w*|stay\w*|gleich\w*|ähnlich\w*|unverändert\w*|stabil\w*|konstant\w*|blieb\w*|bleib\w*|beibehalten|inchangé\w*"
    r"|similaire\w*|igual\w*|stables?|estables?)\b"
    r"|相似|相近|相当|相當|持平|保持|维持|維持|稳定|穩定|不变|不變|一致|据え置|横ばい|同程度|同じ|비슷|동결|유지|같[은았다]",
    re.IGNORECASE,
)
_STAYS = regex(
    r"\b(?:unchanged|stable|steady|flat|left its|kept its|held (?:its|at|steady)|unverändert\w*|stabil\w*|blieb\w*|inchangée?s?"
    r"|estables?)\b|持平|维持|維持|不变|不變|据え置|横ばい|동결",
    re.IGNORECASE,
)
_DIFFERS = regex(
    r"\b(?:differ\w*|chang\w*|alter\w*|var(?:y|ied|ies)|mov(?:e|ed)|adjust\w*|ändert\w*|änder\w*|verändert?\w*|unterschied\w*"
    r"|unterscheid\w*|différ\w*|chang\w+|cambi\w+|difer\w+)\b|差[异異別别]|差(?=[はが])|变|變|調整|调整|変わ|変更|차이|변[하화동함]|달라",
    re.IGNORECASE,
)
_UNDONE = regex(r"(?<![a-z])(?:un|non-?)([a-z]{3,})")
_NOT_UNDONE = frozenset(
    (
        "less",
        "iversity",
        "iversal",
        "ited",
        "derstand",
        "dertake",
        "der",
        "ion",
        "its",
        "til",
        "ique",
        "iverse",
        "covered",
        "cover",
    )
)


class Denial(NamedTuple):
    """A word that denies, where it stands."""

    start: int
    end: int
    text: str


def denials(text: str) -> list[Denial]:
    """The words of ``text`` that deny something."""
    return list(_denials(text))


@lru_cache(maxsize=4096)  # each clause is asked about against each sentence
def _denials(text: str) -> tuple[Denial, ...]:
    found = [Denial(*match.span(), match.group()) for match in _EN.finditer(text)]
    if len(found) > 1 and (again := {match.start("again") for match in _AGAIN.finditer(text)}):
        found = [one for one in found if one.start not in again]
    if any(one.text in ("no", "No") for one in found) and len(set(_PORTUGUESE.findall(text.lower()))) >= _FEW:
        found = [one for one in found if one.text.lower() != "no"]
    if not text.isascii():
        found += [Denial(*match.span(), match.group()) for match in _ZH.finditer(text)] if not _kana(text) else []
        for pattern, apart in ((_JA, _JA_NOT), (_KO, _KO_NOT)):
            hidden = [match.span() for match in apart.finditer(text)]
            for match in pattern.finditer(text):
                if not any(start - 1 <= match.start() < end for start, end in hidden):
                    found.append(Denial(*match.span(), match.group()))
    return tuple(sorted(found))


def is_denied_of(text: str, other: str) -> bool:
    """Whether ``text`` denies, of the same thing, what ``other`` says in Korean, where the denial stands at its verb, however
    long the clause is: 공사를 시작하지 못했다 of 공사를 시작했다."""
    return any(
        found["what"] in other and re.search(rf"{found['verb']}(?:[했됐]|하였|되었|한다|된다|하다|되다)", other)
        for found in _KO_VERB.finditer(text)
    )


def clauses(text: str) -> list[str]:
    """``text`` cut where one statement ends and the next begins."""
    return [piece for piece in (part.strip() for part in _CLAUSE.split(text)) if piece]


def denied(text: str) -> bool:
    """Whether ``text``, one clause, denies what it says (a double denial affirms)."""
    return len(denials(text)) % 2 == 1


def denies_alike(text: str, source: str) -> bool:
    """Whether a text denies, each by the same words, all that a source does."""
    own = set(_with_the_next(text))
    return all(one in own for one in _with_the_next(source))


def _with_the_next(text: str) -> Iterator[str]:
    """The words that deny, each with what it denies first: 不设, not recommended."""
    for one in denials(text):
        if after := _NEXT.match(text, one.end):
            yield f"{one.text} {after[1]}".lower()


def says_as_much(claim: str, source: str, opposite: tuple[str, str]) -> bool:
    """Whether one of two opposite words stands where it is denied: none exceeds 6,000, all are below 6,000."""
    return _is_denied(claim, opposite[0]) != _is_denied(source, opposite[1])


def _is_denied(text: str, word: str) -> bool:
    """Whether all clauses of a text with a word deny it."""
    having = [clause for clause in clauses(text) if word.lower() in clause.lower()]
    return bool(having) and all(map(denied, having))


def reversed_direction(claim: str, source: str) -> tuple[str, str] | None:
    """The pair of opposite words of which ``claim`` has one and ``source`` only the other."""
    one, other = _OPPOSITES.found(claim), _sides(source)
    for label, word in one.items():
        opposite = label[:-1] + ("-" if label[-1] == "+" else "+")
        if opposite in other and opposite not in one and label not in other:
            return word, other[opposite]
    return _undone(claim, source)


def lowers(text: str) -> bool:
    """Whether ``text`` tells of a fall, a loss or a lack: what a minus before a number tells too."""
    found = _sides(text)
    return "direction-" in found or "money-" in found or bool(_LESS.search(text))


def leaves_out(text: str) -> bool:
    """Whether ``text`` denies something of what it leaves out, without a word that denies: "excluded", "rather than"."""
    return bool(_LEFT_OUT.search(text))


def moves(claim: str, source: str) -> tuple[str, str] | None:
    """The word by which something rises or falls in ``claim``, and that by which it stays in ``source``, which has no other."""
    stays = _STAYS.search(source)
    if not stays or _STAYS.search(claim) or _moving(source):
        return None
    return (word, stays.group()) if (word := _moving(claim)) else None


def _moving(text: str) -> str:
    found = _sides(text)
    return next((found[label] for label in ("direction+", "direction-", "rate+", "rate-") if label in found), "")


def is_alike(text: str, denial: str) -> bool:
    """Whether ``text`` says of something that it stays or is alike, and ``denial`` that it does not change or differ."""
    if not _ALIKE.search(text):
        return False
    return any(denied(clause) and _DIFFERS.search(clause) for clause in clauses(denial))


@lru_cache(maxsize=2048)
def _sides(text: str) -> dict[str, str]:
    return _OPPOSITES.found(text)


def _undone(claim: str, source: str) -> tuple[str, str] | None:
    """ "Unsafe" where the source says "safe", or the other way round."""
    for one, other, turned in ((claim, source, False), (source, claim, True)):
        if "un" not in one and "non" not in one and "Un" not in one and "Non" not in one:
            continue
        words = set(re.findall("[a-z]+", other.lower()))
        for found in _UNDONE.finditer(one.lower()):
            if found[1] in words and found[1] not in _NOT_UNDONE and found.group() not in words:
                own = set(re.findall("[a-z]+", one.lower()))
                if found[1] not in own:
                    return (found[1], found.group()) if turned else (found.group(), found[1])
    return None


def _kana(text: str) -> bool:
    return bool(re.search(r"[\u3041-\u3096]", text))
