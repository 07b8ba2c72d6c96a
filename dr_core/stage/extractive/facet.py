"""Facets: the sides from which a subject can be looked at, with the words that give them away in each language.

A plan without a model is a choice of facets. The *strong* cues of a facet ask for it in a question, name it in a heading and speak
for it in a text; the *weak* ones speak for it in a text only, because any question may use them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive import european
from dr_core.stage.extractive.cause import WHY_HAN
from dr_core.stage.extractive.series import tells_course
from dr_core.text.cue import Cues
from dr_core.text.token import CJK

LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ja", "ko", *european.LANGUAGES)


class Facet(NamedTuple):
    """A side of a subject: its heading and its search words in ``LANGUAGES``, and its cues."""

    id: str
    titles: tuple[str, ...]
    queries: tuple[str, ...]
    strong: str
    weak: str
    plain: tuple[str, ...] = ()
    """Its headings for a subject on which nobody travels, where others fit it better: a river has a length and no lines."""


_FACETS = (
    Facet(
        "comparison",
        ("Comparison", "比較", "比较", "比較", "비교"),
        ("comparison", "比較", "比较", "比較", "비교"),
        r"\bcompar|\bversus\b|\bvs\b|\bdiffer(?:s|ed|ences?|ent)?\b|\bagainst\b|\bbetter\b|\bwhich to choose"
        r"|\bpros and cons|\badvantages?\b"
        r"|比較|比较|對比|对比|相比|差異|差异|優劣|优劣|優勢|优势|短板|[优優]缺[点點]|利弊|違い|対比|長所|短所|利点と欠点|メリット|비교|차이|장단점|우위",
        r"\bthan\b|\bwhereas\b|\bunlike\b|\bboth\b|相較|相较|不同於|不同于|高於|高于|低於|低于|優於|优于|に比べ|に対し"
        r"|異なる|보다|비해",
    ),
    Facet(
        "reasons",
        ("Reasons", "原因", "原因", "理由と原因", "원인"),
        ("reasons causes", "原因", "原因", "理由", "원인"),
        rf"\bwhy\b|\breasons?\b|\bcauses?\b|\bcaused\b|\bbecause\b|\bexplains?\b|\bdifferences? comes?\b|{WHY_HAN}|為何"
        r"|为何|原因|なぜ|理由|要因|왜|이유|원인|까닭",
        r"\bowing to|\bdue to|\bled to\b|因為|因为|由於|由于|ため、|ためである|때문",
    ),
    Facet(
        "background",
        ("Background", "背景與定義", "背景与定义", "背景と定義", "배경과 정의"),
        ("overview", "簡介", "简介", "概要", "개요"),
        r"\bbackground\b|\bdefin(?:e|ition)|\bwhat (?:is|are)\b(?! the (?:\w+ ){0,2}(?:causes?|reasons?)\b)(?=[^,]{0,60}\?*$)|\boverview\b|\bbasics\b|背景|定義|定义"
        r"|概述|簡介|简介|概要|とは何|배경|정의|개요",
        r"\bis an? |\bare an? |\brefers to|\bdefined as|\bknown as|\bcalled\b|是指|又稱|又称|稱為|称为|とは、|と呼ば|이란"
        r"|가리키|라고 부",
    ),
    Facet(
        "mechanism",
        ("How it works", "原理與結構", "原理与结构", "仕組みと構造", "원리와 구조"),
        ("how it works", "原理 技術", "原理 技术", "仕組み 技術", "원리 기술"),
        r"\bhow\b[^?]{0,60}\bworks?\b|\bmechanisms?\b|\bprinciples?\b|\bmaterials?\b|\bchemistr(?:y|ies)\b"
        r"|\bprocess(?:es)?\b|\btechnolog|\bmembranes?\b"
        r"|\bstructure|\bcells\b|原理|機制|机制|結構|结构|材料|技術路線|技术路线|技術構|仕組み|構造|技術|技术|원리|구조"
        r"|재료|기술|방식",
        r"\bdesign|\bmethods?\b|\bcomponents?\b|\blayers?\b|\bmolecul|\belectr(?:ode|olyte)|採用|采用|設計|设计|方法|用いる"
        r"|電極|작동",
    ),
    Facet(
        "performance",
        ("Performance", "性能", "性能", "性能", "성능"),
        ("performance", "性能", "性能", "性能", "성능"),
        r"\bperform|\befficien|\benergy densit|\bcycle life|\blifetime|\bdurab|\bcold\b|\blow temperature|性能|效率"
        r"|能量密度|壽命|寿命|低溫|低温"
        r"|効率|成績係数|省エネ|耐久性|성능|효율|밀도|수명|저온|내구성",
        r"\bcapacity\b|\bvoltage\b|\bwh/kg|\bcycles\b|\bpower\b|容量|電壓|电压|循環|循环|용량",
    ),
    Facet(
        "punctuality",
        ("Punctuality", "準點率", "准点率", "定時性", "정시성"),
        ("punctuality delays", "準點率", "准点率", "定時性 遅延", "정시성 지연"),
        r"\bpunctual|\bon time\b|\bdelays?\b|準點|准点|準時|准时|誤點|误点|定時|遅延|정시|지연",
        r"\blate\b|遅れ|平均延誤",
    ),
    Facet(
        "speed",
        ("Speed", "速度", "速度", "速度", "속도"),
        ("speed", "速度", "速度", "速度", "속도"),
        r"(?<!high.)\bspeeds?\b|\bfast(?:est|er)\b|\bhow fast (?:is|are|do|does|can)\b|\btravel times?\b|速度|時速|时速|提速|最速|[更最較较]快"
        r"|速[いくさ]|所要時間|속도|시속|빠르(?!게)|빠른",
        r"\bkm/h\b|\bmph\b|\btop speed|平均時速|운행 시간|소요 시간",
    ),
    Facet(
        "length",
        ("Lines and length", "路線與里程", "线路与里程", "路線と延長", "노선과 길이"),
        ("network length lines", "路線 里程", "线路 里程", "路線 延長", "노선 길이"),
        r"\blengths?\b|\bhow long\b|\bnetworks?\b(?! of)|\broutes?\b|\bhow much line|\blines\b(?=,| and)|\blongest network"
        r"|里程|長度|长度|路線與|路網|线路|路网|路線|延長|노선|길이|구간",
        r"\bkm long|\bkilomet(?:re|er)s of|\bmeasures?\b|全長|全长|公里長|営業キロ|실제 길이",
        ("Length", "長度", "长度", "長さ", "길이"),
    ),
    Facet(
        "passengers",
        ("Passengers", "運量", "客流", "輸送人員", "이용객"),
        ("passengers ridership", "運量 旅客", "客流 旅客", "輸送人員 利用者", "이용객"),
        r"\bpassengers?\b|\briderships?\b|\briders\b|\bvisitors?\b|運量|旅客|乘客|客流|客運|客运|輸送人員|利用者|乗客"
        r"|이용객|승객",
        r"人次|輸送|만 명|억 명",
        ("Visitors", "人數", "人数", "利用者数", "이용자 수"),
    ),
    Facet(
        "energy",
        ("Energy use", "耗能", "能耗", "エネルギー消費", "에너지 소비"),
        ("energy use", "耗能 用電", "能耗 耗电", "消費電力", "에너지 소비"),
        r"^energy$|\benergy(?=,)|\band energy\b(?! (?:storage|density))|\benergy (?:use|need|consum|demand|require|per)|\b(?:much|less|more) energy\b|\benergy\b(?=[^.]{0,30}\bneed)"
        r"|\belectricity (?:use|consum)|\bkwh per\b|\bkwh/m"
        r"|耗能|能耗|耗電|耗电|電耗|电耗|用電量|用电量|消費電力|電力消費|エネルギー消費|에너지 소비|전력 소비",
        r"\bkwh\b|度電|千瓦时|每立方公尺約耗|エネルギー",
    ),
    Facet(
        "scale",
        ("Scale and growth", "規模與成長", "规模与增长", "規模と推移", "규모와 성장"),
        ("growth market", "規模 成長", "规模 增长", "規模 推移", "규모 성장"),
        r"\bhow many\b|\bhow much (?:is|was|of)\b|\binstalled\b|\bgrowth\b|\bgrew\b|\bgrow(?:s|ing)?\b|\bmarkets?\b"
        r"|\bdeploy|\bexpan(?:d|sion)|\bscale\b|\btrends?\b"
        r"|\bused today|規模|规模|裝機|装机|[发發]展到|成長|增長|增长|現況|現狀|现状|市場|市场|趨勢|趋势|走勢|走势|普及|導入量|推移|主な設備"
        r"|規模|성장|보급|규모|시장|추세|확대",
        r"\bdemand\b|\bshare of|\bpercent of the|\btripl|\bdoubl|\bproduction\b|累計|累计|目標|目标|需求|產量|产量|占比"
        r"|需要|수요|생산|누적",
    ),
    Facet(
        "cost",
        ("Costs and economics", "成本與經濟性", "成本与经济性", "費用と経済性", "비용과 경제성"),
        ("cost price", "成本 價格", "成本 价格", "費用 コスト", "비용 가격"),
        r"\bcosts?\b|\bprices?\b|\bpric(?:ed|ing)\b|\beconom|\bprofit|\brevenues?\b|\bdebts?\b|\bpays?\b|\bcheap"
        r"|\bexpensive\b|\bfinanc|\binvest|\baffordab|\bfares?\b"
        r"|成本|價格|价格|費用|费用|經濟|经济|財務|财务|造價|造价|效益|票價|票价|虧損|亏损|負債|债务|債務|投資|投资|水價"
        r"|水价|便宜(?!上|的に)|昂[贵貴]|[更最较較很太][贵貴]|[贵貴](?=[不吗嗎？?]|$)|コスト|費用|価格|料金|工事費|建設費|事業費|収益|経済|安価|安[いく]|割[高安]"
        r"|비용|가격|경제|사업비|수익|요금|투자|저렴|비싸|비싼|비쌀|비쌉|값싼",
        r"\bdollars?\b|\beuros?\b|\byuan\b|\byen\b|\bwon\b|[$€£¥]|\bbudget|\bsubsid|\btax(?:es)?\b|億元|亿元|萬元|万元"
        r"|億日圓|兆円|億円|円|조 원|억 원",
    ),
    Facet(
        "history",
        ("History and development", "歷史與發展", "历史与发展", "歴史と発展", "역사와 발전"),
        ("history development", "歷史 發展", "历史 发展", "歴史", "역사"),
        r"\bhistor(?!ical (?:figure|person|character))|\borigins?\b|\bdevelop(?:ed|ment)s?\b|\btimeline\b|\bevolution\b|\bmilestones?\b|歷史(?!人物)|历史(?!人物)|[简簡略小]史|起源|沿革"
        r"|發展歷|发展历|演變|演变|歴史|発展|沿革|経緯|역사|발전|기원|변천",
        r"\bbegan\b|\bfounded\b|\bcentur(?:y|ies)\b|\binvented\b|\bestablished\b|\bopened (?:in|on)\b|\bfirst\b"
        r"|\bfollowed in\b|\bin 1[0-9]{3}\b|世紀|世纪|最早|首次|通車|开通|開通|成立|開業|誕生"
        r"|처음|개통|설립",
    ),
    Facet(
        "people",
        ("People and organisations", "人物與組織", "人物与组织", "人物と組織", "인물과 조직"),
        ("people organisations", "人物 組織", "人物 组织", "人物 組織", "인물 조직"),
        r"\bwho (?:is|are|was|were|founded|made|built|leads?)\b|\bpeople\b|\borgani[sz]ations?\b|\bcompan(?:y|ies)\b"
        r"|\bleaders?\b|\bteams?\b|\bmembers?\b|誰|谁|人物|組織|组织|公司|企業|企业|成員|成员|団体|누구|인물|조직|회사",
        r"\bplayers?\b|\bpresidents?\b|\bkings?\b|\bemperors?\b|\bdukes?\b|\bbishops?\b|\bscientists?\b|\bprofessors?\b"
        r"|\bactors?\b|\bfamil(?:y|ies)\b|\buniversit|皇帝|國王|国王|總統|总统|球員|球员"
        r"|家族|教授|科學家|科学家|大學|大学|選手|社長|선수|대통령|교수",
    ),
    Facet(
        "place",
        ("Places and extent", "地點與範圍", "地点与范围", "場所と範囲", "장소와 범위"),
        ("places regions", "地點 地區", "地点 地区", "場所 地域", "장소 지역"),
        r"\bwhere\b|\bregions?\b|\bgeograph|\blocations?\b|\bdistribut|地點|地点|地區|地区|區域|区域|區位|分布|地理|場所"
        r"|地域|所在地|장소|지역|위치|분포",
        r"\blocated\b|\bcit(?:y|ies)\b|\brivers?\b|\bcoast|\bislands?\b|\bborder|\bnorth(?:ern)?\b|\bsouth(?:ern)?\b"
        r"|\beast(?:ern)?\b|\bwest(?:ern)?\b|\bpopulation\b|位於|位于|城市|河流|沿海|北部|南部|東部"
        r"|东部|西部|人口|都市|도시|인구",
    ),
    Facet(
        "culture",
        ("Culture and influence", "文化與影響", "文化与影响", "文化と影響", "문화와 영향"),
        ("culture influence", "文化 影響", "文化 影响", "文化 影響", "문화 영향"),
        r"\bculture?s?\b|\bcultural\b|\binfluence|\brelig|\blegac|文化|宗教|遺產|遗产|문화|종교",
        r"\bimpacts?\b|影響|影响|영향|\bart\b|\bmusic\b|\blanguages?\b|\bschools?\b|\beducation|\bchurch|\btheolog"
        r"|\bbooks?\b|\bseries\b|\bepisodes?\b|藝術|艺术|音樂|音乐|語言|语言|學校|学校|教育|教會|教会|예술|언어|교육",
    ),
    Facet(
        "safety",
        ("Safety", "安全", "安全", "安全性", "안전"),
        ("safety accidents", "安全 事故", "安全 事故", "安全 事故", "안전 사고"),
        r"\bsafe(?:ty|r|st)?\b|(?<!financial )(?<!investment )(?<!credit )\brisks?\b|\bfire(?:s|proof)?\b|\b(?:in|non-?)?flammab|\baccidents?\b|\bhazard"
        r"|\breliab|\bfailures?\b|安全|(?<!金融)(?<!財務)(?<!投資)(?<!信用)(?<!市場)(?<![價漲跌]的)(?<![價漲跌])(?<!波動)(?<!波動的)風險"
        r"|(?<!金融)(?<!财务)(?<!投资)(?<!信用)(?<!市场)(?<![价涨跌]的)(?<![价涨跌])(?<!波动)(?<!波动的)风险"
        r"|火災|火灾|事故|失效|起火|[易可]燃|不燃|リスク|危険|안전|위험|화재|사고|가연성|신뢰성",
        r"\bderail|\bthermal runaway|\binjur|\bdeaths?\b|\bdied\b|\bkilled\b|\bcrash|\bearthquakes?\b|\bdisease|\bexplo"
        r"|\bharm|\btoxic|\bpoison|\bdanger|\bside effects?\b|毒性|有毒|有害|副作用|危害|健康被害|독성|유해|부작용"
        r"|死亡|死者|死傷|死伤|負傷|受[伤傷]|熱失控|热失控|地震|脱線|出軌|出轨|疾病|爆発|爆炸|사망|지진|열폭주",
    ),
    Facet(
        "environment",
        ("Environment", "環境影響", "环境影响", "環境への影響", "환경"),
        ("environment", "環境影響", "环境影响", "環境 影響", "환경 영향"),
        r"\benvironment|\bemissions?\b|\bcarbon\b|\bclimate\b|\bpollut|\becolog|\bbrine\b|\bwaste\b|\bnature\b|環境|环境"
        r"|排放|碳排|氣候|气候|污染|生態|生态|鹵水|卤水|浓盐水|濃縮海水|気候|汚染|生態系|排出"
        r"|환경|배출|탄소|기후|오염|생태",
        r"\bspecies\b|\bsalinity\b|\boxygen\b|\bforest|\brecycl|\bsea\b|\bfish|物種|物种|鹽度|盐度|溶氧|回收|漁業|渔业|塩分"
        r"|放流",
    ),
    Facet(
        "policy",
        ("Policy and rules", "政策與法規", "政策与法规", "政策と制度", "정책과 제도"),
        ("policy regulation", "政策 法規", "政策 法规", "政策 制度", "정책 제도"),
        r"\bpolic(?:y|ies)\b|\bregulat|\blaws?\b|\blegal|\bgovernments?\b|\brules?\b|\bsubsid|政策|法規|法规|法律|補助|补贴"
        r"|補貼|監管|监管|制度|政府|法令|規制|정책|규제|제도|법률|정부",
        r"\bparliament|\bcourts?\b|\bminist|\btreat(?:y|ies)\b|\bconstitution|\belect(?:ed|ion)|\brights?\b|\bbills?\b"
        r"|\bcommittee|\bmandate|條約|条约|法院|議會|议会|國會|国会|選舉|选举|權利|权利|규정|의회|재판",
    ),
    Facet(
        "measures",
        ("Measures and lessons", "對策", "对策", "対策", "대책"),
        ("measures solutions", "對策", "对策", "対策", "대책"),
        r"\bmeasures (?:to|against|taken)|\bsolutions?\b|\bprevent|\bmitigat|\bwhat has changed|\blessons?\b|\bremed(?:y"
        r"|ies)\b|\b(?:keep|stop|protect|save) .{1,60}? from\b|\bhow (?:to|can|do|does|could|should)\b.{1,40}? avoid\b"
        r"|對策|对策|解決|解决|措施|対策|防止|[预預]防|如何避免|防[ぐげいが]|대책|해결|예방|방지|막[는을아]",
        r"\bstandards?\b|\bmust\b|\brequired?\b|\bUL 9540|\bNFPA|要求|規範|规范|設置が|기준|안정성",
    ),
    Facet(
        "outlook",
        ("Outlook", "前景", "前景", "見通し", "전망"),
        ("future outlook", "前景 展望", "前景 展望", "今後 見通し", "전망"),
        r"\bfuture\b|\boutlook\b|\bprospects?\b|\bforecasts?\b|\bgoes next|前景|展望|未來|未来|今後|見通し|将来|전망|미래|향후",
        r"\bexpects?\b|\bby 20[2-9]\d|\bplanned\b|預計|预计|計畫|计划|予定|見込|예정|계획",
    ),
    Facet(
        "debate",
        ("Limits and open questions", "限制與爭議", "限制与争议", "課題と論点", "한계와 쟁점"),
        ("limits controversy", "爭議 限制", "争议 限制", "課題 問題", "쟁점 한계"),
        r"\bchallenges?\b|\blimit(?:s|ation|ations)\b|\bproblems?\b|\bdisput|\bcontrovers|\bcritici|\bdebate|\bdrawbacks?\b"
        r"|\bobstacles?\b|\bopen questions?|挑戰|挑战|限制|爭議|争议|之爭|之争|問題點|瓶頸|瓶颈|(?<![优優])缺[點点]"
        r"|課題|論点|賛否|批判|限界|論争|問題点|(?<!利点と)欠点|과제|한계|쟁점|논쟁|문제점",
        r"\bhowever\b|\balthough\b|\bdespite\b|\buncertain|\bnot yet\b|\bdifficult|\bopponents?\b|\bcritics?\b|看法|批評"
        r"|批评|困難|困难|尚未|ただし|見方|우려|비판|아직",
    ),
)


def _with_european(facet: Facet) -> Facet:
    side = european.SIDES[facet.id]
    return Facet(
        facet.id,
        facet.titles + side.titles,
        facet.queries + side.queries,
        f"{facet.strong}|{side.strong}",
        f"{facet.weak}|{side.weak}",
        facet.plain + side.plain,
    )


FACETS = tuple(map(_with_european, _FACETS))
ABOUT_ANYTHING = frozenset(("reasons", "comparison", "background"))
"""Facets of which any sentence may speak, whatever its subject."""
BY_ID = {facet.id: facet for facet in FACETS}
_EUROPEAN = regex("|".join(side.strong for side in european.SIDES.values()), re.I)
_CJK = regex(f"[{CJK}]")


def title(facet: Facet, language: str, *, plain: bool = False) -> str:
    """The facet's heading in a language; English where there is none. ``plain``: on the subject nobody travels."""
    return (facet.plain if plain and facet.plain else facet.titles)[_column(language)]


def query(facet: Facet, language: str, *, plain: bool = False) -> str:
    """The facet's words in a search query."""
    return (facet.plain if plain and facet.plain else facet.queries)[_column(language)].lower()


def _column(language: str) -> int:
    if language in LANGUAGES:
        return LANGUAGES.index(language)
    base = language.split("-")[0]
    return 2 if base == "zh" else LANGUAGES.index(base) if base in LANGUAGES else 0


def of_title(heading: str) -> Facet | None:
    """The facet that a heading is the title of."""
    return next((facet for facet in FACETS if heading in facet.titles or heading in facet.plain), None)


@lru_cache(maxsize=64)
def _pattern(cues: str) -> re.Pattern[str]:
    return re.compile(cues, re.I)


@cache
def _cues() -> Cues:
    """The cues of all facets, strong and weak ones by turns; made when first asked for."""
    return Cues([cues for facet in FACETS for cues in (facet.strong, facet.weak)])


@lru_cache(maxsize=4096)  # headings and titles of pages are asked for again with each of their passages
def _counts(text: str) -> dict[int, int]:
    """How many different strong and weak cues of each facet stand in a text, where there are any; to be read only."""
    return {number: len(hits) for number, hits in _cues().found(text[:4000]).items()}


def asked(question: str) -> list[Facet]:
    """The facets that a question names itself, in the order in which it names them."""
    places = [(_cues().first(question[:4000], 2 * FACETS.index(facet)), facet) for facet in _cued(question)]
    found = [(place, facet) for place, facet in places if place is not None]
    return [facet for _, facet in sorted(found, key=lambda entry: entry[0])]


def _cued(text: str) -> list[Facet]:
    """The facets of which a strong cue may stand in a text."""
    counts = _counts(text)
    return [facet for number, facet in enumerate(FACETS) if 2 * number in counts]


def votes(heading: str, text: str, page: str = "") -> dict[str, float]:
    """How much a passage speaks for each facet: its heading most, then its own cues (each kind counted once), then its page's title."""
    named, said, titled = _counts(heading), _counts(text), _counts(page)
    cast = dict.fromkeys(BY_ID, 0.0)
    for number in {number // 2 for counts in (named, said, titled) for number in counts}:
        strong, weak = 2 * number, 2 * number + 1
        own = min(3, said.get(strong, 0)) + 0.4 * min(3, said.get(weak, 0))
        cast[FACETS[number].id] = 3.0 * min(2, named.get(strong, 0)) + own + 0.5 * min(1, titled.get(strong, 0))
    cast["scale"] += tells_course(text)
    return cast


def speaks_for(facet: Facet, heading: str, text: str) -> bool:
    """Whether a passage itself has a vote for a facet (see ``votes``)."""
    strong = 2 * FACETS.index(facet)
    said = _counts(text)
    return strong in said or strong + 1 in said or strong in _counts(heading)


def speaks(text: str, facets: Sequence[Facet]) -> int:
    """How many different cues of ``facets`` stand in a text."""
    counts = _counts(text)
    return sum(counts.get(2 * FACETS.index(facet), 0) for facet in facets)


def named_at(question: str, facet: Facet) -> list[tuple[int, int]]:
    """Where a question has the words by which it names a facet."""
    return [match.span() for match in _pattern(facet.strong).finditer(question[:4000])]


def names_in(text: str, facet: Facet) -> bool:
    """Whether a text or a heading names a facet."""
    return speaks(text, [facet]) > 0


def without_sides(subject: str) -> str:
    """The words of a subject without those that name a side of it; all of them where nothing else is left.

    A word with a capital inside the subject is part of a name: the American Broadcasting Company is no side of anything.
    """
    words = subject.split()
    # in German every noun has a capital
    named = [bool(at and word[:1].isupper() and not _EUROPEAN.search(word)) for at, word in enumerate(words)]
    bare = [word if is_name else _bare(word) for word, is_name in zip(words, named, strict=True)]
    kept = [word for word in bare if word]
    return " ".join(kept) if kept else subject


def names_side(word: str) -> bool:
    """Whether a word names a side of a subject, and not the subject."""
    return bool(asked(word))


def _bare(word: str) -> str:
    """A word without the side it names; what is left of a CJK phrase is kept, of a Western word nothing is."""
    for facet in _cued(word):
        if _pattern(facet.strong).search(word):
            word = _pattern(facet.strong).sub("", word) if _CJK.search(word) else ""
    return word if word.isascii() or len(word) > 1 else ""


def ordered(facets: Sequence[Facet], wanted: Sequence[Facet]) -> list[Facet]:
    """Reading order: background, then what was asked for in the question's order, then the rest, open questions last."""
    names = [facet.id for facet in wanted]

    def rank(facet: Facet) -> tuple[int, int]:
        if facet.id == "debate" and facet.id not in names:
            return (4, 0)
        if facet.id == "background":
            return (0, 0)
        if facet.id in ("comparison", "reasons") and facet.id in names:
            return (1, names.index(facet.id))
        return (2, names.index(facet.id)) if facet.id in names else (3, FACETS.index(facet))

    return sorted(facets, key=rank)
