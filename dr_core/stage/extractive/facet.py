"""Facets: the sides from which a subject can be looked at, with the words that give them away in each language.

A plan without a model is a choice of facets; a sentence belongs to the facet whose words it uses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

TITLES = ("en", "zh-Hant", "zh-Hans", "ja", "ko")


class Facet(NamedTuple):
    """A side of a subject: its heading in five languages and its cue words (Latin ones match as word beginnings)."""

    id: str
    titles: tuple[str, str, str, str, str]
    latin: str
    cjk: str


FACETS = (
    Facet(
        "background",
        ("Background", "背景與定義", "背景与定义", "背景と定義", "배경과 정의"),
        "is a |are a |defined |refers to|known as|called |consists|originat|introduc|concept|term |named ",
        "是指|又稱|又称|定義|定义|稱為|称为|屬於|属于|とは|と呼ば|である種|概要|이란|라고 부|가리키|개념",
    ),
    Facet(
        "mechanism",
        ("How it works", "原理與結構", "原理与结构", "仕組みと構造", "원리와 구조"),
        "work|mechanism|process|structure|method|design|chemis|material|compon|technolog|principle|operat|reaction|layer|function",
        "原理|機制|机制|結構|结构|技術|技术|材料|採用|采用|設計|设计|化學|化学|方式|仕組み|構造|方法|작동|구조|기술|재료|방식",
    ),
    Facet(
        "figures",
        ("Key figures and performance", "關鍵數據與性能", "关键数据与性能", "主要な数値と性能", "주요 수치와 성능"),
        r"\d[\d,.]*\s?(?:%|km|kw|mw|gw|wh|m3|m²|kg|tonnes?|million|billion|°c|percent|cubic|hours?|cycles?)|efficien|capacit|density|speed"
        r"|perform|average|record|maximum|measur",
        r"\d\s?(?:%|公里|千瓦|兆瓦|萬|万|億|亿|人次|公尺|米|度|小時|小时|次|キロ|メートル|만|억|킬로)|容量|效率|密度|速度|時速|时速|性能|平均|最高|効率|용량|효율|속도|시속",
    ),
    Facet(
        "comparison",
        ("Comparison", "比較", "比较", "比較", "비교"),
        "compar|versus|than |unlike|whereas|while |differ|higher|lower|cheaper|faster|slower|similar|relative to|by contrast",
        "相比|比較|比较|相較|相较|不同於|不同于|高於|高于|低於|低于|優於|优于|差異|差异|に比べ|より|一方|異なる|対して|보다|비해|반면|차이",
    ),
    Facet(
        "cost",
        ("Costs and economics", "成本與經濟性", "成本与经济性", "費用と経済性", "비용과 경제성"),
        r"cost|price|dollar|euro|\$|€|¥|£|investment|fund|revenue|profit|debt|subsid|fare|budget|econom|pay|financ|afford|cheap|expens",
        "成本|價格|价格|費用|费用|投資|投资|元|經濟|经济|票價|票价|營收|营收|虧損|亏损|負債|负债|コスト|円|費|収入|運賃|経済|비용|가격|투자|원 |경제|요금|수익",
    ),
    Facet(
        "history",
        ("History and development", "歷史與發展", "历史与发展", "歴史と発展", "역사와 발전"),
        r"histor|began|begun|founded|opened in|first |since (?:1|20)|century|origin|invent|establish|became|completed in|milestone|pioneer",
        r"歷史|历史|開通|开通|通車|通车|成立|最早|首次|起源|開業|世紀|世纪|開幕|誕生|诞生|沿革|개통|설립|역사|처음|기원",
    ),
    Facet(
        "market",
        ("Deployment and demand", "應用與市場", "应用与市场", "普及と市場", "보급과 시장"),
        "market|demand|deploy|install|growth|grew|passenger|rider|share|production|manufactur|supply|export|user|customer|adopt|commerc",
        "市場|市场|需求|裝機|装机|部署|成長|增长|增長|旅客|乘客|產量|产量|生產|生产|製造|制造|應用|应用|利用者|普及|需要|導入|시장|수요|보급|설치|생산|승객",
    ),
    Facet(
        "people",
        ("People and organisations", "人物與組織", "人物与组织", "人物と組織", "인물과 조직"),
        "team|player|company|university|institut|member|leader|president|king|emperor|author|scient|organi[sz]ation|group|agency|school|founder",
        "公司|大學|大学|團隊|团队|成員|成员|領導|领导|總統|总统|皇帝|國王|国王|科學家|科学家|組織|组织|機構|机构|学校|選手|社長|球員|球员|会社|人物|회사|대학|조직|기관|선수",
    ),
    Facet(
        "place",
        ("Places and extent", "地點與範圍", "地点与范围", "場所と範囲", "장소와 범위"),
        "located|region|city|area|river|country|north|south|east|west|border|coast|island|station|route|line |network|district|territor|population",
        "位於|位于|地區|地区|城市|河流|北部|南部|東部|东部|西部|邊境|边境|沿海|島|岛|車站|车站|路線|路线|路網|人口|網絡|地域|都市|駅|区間|지역|도시|노선|인구|위치",
    ),
    Facet(
        "safety",
        ("Safety and reliability", "安全與可靠性", "安全与可靠性", "安全性と信頼性", "안전과 신뢰성"),
        "safe|risk|fire|accident|fail|hazard|reliab|derail|thermal runaway|injur|death|disease|crash|punctual|delay|protect|earthquake",
        "安全|風險|风险|火災|火灾|事故|失效|故障|可靠|災害|灾害|疾病|死亡|熱失控|热失控|準點|准点|誤點|地震|遅延|信頼|안전|위험|화재|사고|고장|신뢰|지연",
    ),
    Facet(
        "environment",
        ("Environment and resources", "環境與資源", "环境与资源", "環境と資源", "환경과 자원"),
        "environment|emission|carbon|climate|pollut|water|heat|energy use|resource|species|ecolog|waste|recycl|brine|temperature|green",
        "環境|环境|排放|碳|氣候|气候|污染|水資源|水资源|熱|热|資源|资源|物種|物种|生態|生态|回收|廢|溫度|温度|排出|気候|汚染|温室|환경|배출|탄소|기후|오염|자원|온도",
    ),
    Facet(
        "policy",
        ("Policy and rules", "政策與法規", "政策与法规", "政策と制度", "정책과 제도"),
        "policy|government|law|regulat|act |treaty|court|parliament|minist|standard|polic|tax|rule|right|constitut|legisl|program|target|mandate",
        "政策|政府|法律|法規|法规|條約|条约|法院|議會|议会|標準|标准|補貼|补贴|規定|规定|稅|税|制度|目標|目标|法令|条例|国会|정책|정부|법률|규제|제도|목표",
    ),
    Facet(
        "limits",
        ("Limits and open questions", "限制與爭議", "限制与争议", "課題と限界", "한계와 쟁점"),
        "however|challenge|limit|drawback|problem|disput|controvers|critic|although|but |despite|uncertain|lack|not yet|difficult|shortage|disadvant",
        "挑戰|挑战|限制|缺點|缺点|問題|问题|爭議|争议|批評|批评|然而|但是|不足|困難|困难|尚未|課題|限界|しかし|ただし|懸念|欠点|문제|한계|과제|그러나|비판|논란",
    ),
)
BY_ID = {facet.id: facet for facet in FACETS}

OUTLOOK = (
    r"\bwill\b|expect|forecast|project(?:ed|ion)|plan(?:s|ned)? to|by 20[23]\d|future|outlook|likely|aim|target|next (?:decade|years)|could ",
    r"未來|未来|預計|预计|預期|预期|展望|計畫|规划|計劃|计划|將於|将于|將會|将会|有望|可望|今後|見込|予定|目指|将来|見通し|앞으로|전망|예정|계획|목표|될 것",
)


def title(facet: Facet, language: str) -> str:
    """The heading of a facet in a language; English where there is no other."""
    base = {"zh": "zh-Hans"}.get(language, language)
    return facet.titles[TITLES.index(base)] if base in TITLES else facet.titles[0]


@lru_cache(maxsize=64)
def _pattern(latin: str, cjk: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{latin})|(?:{cjk})", re.I)


def strength(facet: Facet, text: str) -> int:
    """How many different cues of a facet stand in a text."""
    return len({found.group(0).lower() for found in _pattern(facet.latin, facet.cjk).finditer(text[:4000])})


def looks_ahead(text: str) -> bool:
    """Whether a sentence is about what is to come."""
    return bool(_pattern(*OUTLOOK).search(text[:2000]))
