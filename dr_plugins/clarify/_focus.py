"""Research focuses: the sides of a subject that a report should cover, inferred from the words of the question (S4-7, S4-9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dr_core.pattern import regex
from dr_core.text.cue import Cues
from dr_core.text.han import fold
from dr_plugins.clarify import _european
from dr_plugins.clarify._language import LANGUAGES

MOST = 5
LONGEST = 80

# key: (words that call for it, en, zh-Hans, zh-Hant, ja, ko). Han words are simplified, as ``fold`` leaves them.
_SIDES: dict[str, tuple[str, str, str, str, str, str]] = {
    "comparison": (
        r"compar|versus|\bvs\b|differen|better than|比较|对比|区别|差异|違い|비교|차이",
        "Comparison by the criteria that matter",
        "关键维度的比较",
        "關鍵面向的比較",
        "主要な観点での比較",
        "주요 기준별 비교",
    ),
    "mechanism": (
        r"mechanism|how (?:do|does|is|are|can)|resistan|\bwork|principle|机制|机理|原理|耐药|如何"
        r"|仕組|しくみ|どのように|기전|원리|메커니즘|어떻게",
        "How it works",
        "原理与机制",
        "原理與機制",
        "仕組みと原理",
        "원리와 메커니즘",
    ),
    "causes": (
        r"\bwhy\b|cause|reason|driver|factor|原因|为什么|因素|なぜ|要因|왜|원인|이유|요인",
        "Causes and drivers",
        "原因与驱动因素",
        "原因與驅動因素",
        "原因と要因",
        "원인과 요인",
    ),
    "effects": (
        r"impact|effect|influenc|consequen|implication|影响|后果|效应|効果|영향|효과|결과",
        "Effects and who is affected",
        "影响与受影响者",
        "影響與受影響者",
        "影響とその範囲",
        "영향과 영향을 받는 대상",
    ),
    "evidence": (
        r"treat|therap|drug|clinical|vaccine|disease|patient|agonist|inhibitor|治疗|疗法|药|临床|患者|症|激动剂|抑制剂|靶|치료|임상|환자",
        "Clinical evidence and safety",
        "临床证据与安全性",
        "臨床證據與安全性",
        "臨床的根拠と安全性",
        "임상 근거와 안전성",
    ),
    "methods": (
        r"method|technique|approach|design|algorithm|technolog|manufactur|方法|技术|工艺|制程|设计|算法|路线|手法|방법|기술|설계|공정",
        "Methods and technical options",
        "方法与技术路线",
        "方法與技術路線",
        "手法と技術の選択肢",
        "방법과 기술적 선택지",
    ),
    "market": (
        r"market|price|pricing|cost|compan|industr|sales|export|adoption|市场|价格|成本|公司|企业|行业|产业|出口|输出"
        r"|시장|가격|비용|기업|산업|수출",
        "Market, cost and main actors",
        "市场、成本与主要参与者",
        "市場、成本與主要參與者",
        "市場・コスト・主要企業",
        "시장, 비용, 주요 기업",
    ),
    "policy": (
        r"policy|policies|regulat|subsid|\blaw\b|legal|tariff|standard|\biso\b|政策|法规|补助|补贴|关税|标准|制度|规制|정책|규제|제도|법",
        "Policy, rules and standards",
        "政策、法规与标准",
        "政策、法規與標準",
        "政策・規制・標準",
        "정책, 규제, 표준",
    ),
    "history": (
        r"histor|evolution|origin|dynasty|century|\bwar\b|历史|演变|时代|时期|朝|歴史|변천|역사|시대",
        "Origins and how it developed",
        "起源与演变",
        "起源與演變",
        "起源と変遷",
        "기원과 변천",
    ),
    "progress": (
        r"recent|latest|progress|advance|trend|develop|最新|进展|趋势|发展|动向|최신|동향|발전",
        "Latest developments",
        "最新进展",
        "最新進展",
        "最新の動向",
        "최신 동향",
    ),
    "state": (
        r"(?!)",
        "Where it stands today",
        "现状",
        "現況",
        "現状",
        "현재 상황",
    ),
    "limits": (
        r"problem|challenge|limit|risk|damage|mitigat|问题|挑战|风险|难点|争议|課題|문제|과제|위험|한계",
        "Open problems and limits",
        "问题与局限",
        "問題與限制",
        "課題と限界",
        "과제와 한계",
    ),
    "outlook": (
        r"future|outlook|prospect|forecast|未来|前景|展望|预测|将来|今後|전망|미래|예측",
        "Outlook",
        "展望",
        "展望",
        "今後の見通し",
        "전망",
    ),
}
_DEFAULTS = ("progress", "state", "limits", "outlook")
_PARTS = regex(r"[?？;；\n]+|(?:^|(?<=[\s。.，,：:]))\d{1,2}\s?[.、)）]\s*|(?<=[。！!])")


def side(key: str, language: str) -> str:
    """The name of a side in ``language``."""
    return (*_SIDES[key][1:], *_european.SIDES[key])[LANGUAGES.index(language)]


def sides_of(text: str) -> list[str]:
    """The sides that the words of ``text`` call for, then those that fit anything."""
    called = _cues().found(f"{fold(text)}\n{text}")
    return list(dict.fromkeys([*(key for number, key in enumerate(_SIDES) if number in called), *_DEFAULTS]))


@cache
def _cues() -> Cues:
    """The words that call for each side; made when first asked for."""
    return Cues([cue + (f"|{more}" if (more := _european.CUES.get(key)) else "") for key, (cue, *_) in _SIDES.items()])


def infer(text: str, language: str) -> list[str]:
    """Three to five focuses for a question: its own parts, then the sides its words call for, then the usual ones."""
    parts = _own_parts(text)
    keys = sides_of(text)
    called = len(keys) - sum(key in _DEFAULTS for key in keys)
    wanted = min(MOST, max(3, len(parts) + called))
    return (parts + [side(key, language) for key in keys])[:wanted]


def _own_parts(text: str) -> list[str]:
    """The questions that a long text puts one after the other; a single question is no list of parts."""
    pieces = [piece.strip(" ,，:：。.！!") for piece in _PARTS.split(text)]
    asked = list(dict.fromkeys(piece for piece in pieces if 8 <= len(piece) <= LONGEST))
    return asked[:MOST] if len(asked) > 1 else []


def combine(named: Sequence[str], inferred: Sequence[str]) -> tuple[str, ...]:
    """The user's focuses first; the inferred ones only fill up what is missing."""
    return tuple(named) if len(named) >= 3 else tuple(dict.fromkeys([*named, *inferred]))[:MOST]
