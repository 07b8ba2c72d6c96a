"""Quantities that a question may ask for: a cost, a speed, a lifetime.

A quantity is known by the words that name it, in a question and in a sentence, and by the kinds of figure that state it. So a
sentence that holds "3 kWh" and "needs" is known to answer a question about energy, whatever the heading over it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.stage.extractive.measure import measures
from dr_core.text.cue import Cues

SAME_SENTENCE, BY_UNIT, NONE = 2, 1, 0
"""How a sentence states a quantity: it names it and has its figure; it only has a figure of a unit that tells; not at all."""

_NO_NAME = "(?!)"


class Measure(NamedTuple):
    """A quantity: the side of a subject it belongs to (a facet's id, or ""), the kinds of figure, the words that name it."""

    side: str
    kinds: frozenset[str]
    cues: re.Pattern[str]
    said: Cues
    """The cues, and the words that speak of it beside a figure of its kind but ask for nothing in a question."""
    telling: bool = False
    """Whether the unit alone tells of it: money is a cost or a price, hours may be anything."""

    @property
    def is_named(self) -> bool:
        """Whether it has a name; "how many" and "when" ask for a figure of a kind, whatever it is called."""
        return self.cues.pattern != _NO_NAME


def _measure(side: str, kinds: str, cues: str, *, said: str = "", telling: bool = False) -> Measure:
    both = Cues([f"{cues}|{said}" if said else cues])
    return Measure(side, frozenset(kinds.split()), regex(cues, re.I), both, telling)


MEASURES = (
    _measure(
        "performance",
        "energy",
        r"\benergy densit\w*|能量密度|エネルギー密度|에너지 밀도|\benergiedichte|\bdensité énergétique|\bdensidad energética"
        r"|\bdensità energetica|\bdensidade energética",
    ),
    _measure(
        "performance",
        "percent",
        r"\befficienc\w*|效率|効率|효율|\bwirkungsgrad\w*|\brendement\b|\befficacité|\beficiencia\b|\befficienza\b"
        r"|\beficiência\b",
        said=r"\breturns?\b|\blos(?:es|s|ses)\b|\brecover\w*",
    ),
    _measure(
        "performance",
        "duration count",
        r"\b(?:cycle |service )?life(?:times?|span)?\b|\bhow long\b[^?]*\blasts?\b|寿命|壽命|耐久|수명"
        r"|\blebensdauer\b|\bwie lange\b[^?]*\b(?:hält|halten)\b|\bdurée de vie\b|\bvida útil\b|\bcuánto dura[n]?\b"
        r"|\bdurata di vita\b|\bquanto dura(?:no|m)?\b",
        said=r"\bhält\b|\bhalten\b|\bdura(?:n|no|m)?\b|\bdure(?:nt)?\b",
    ),
    _measure(
        "punctuality",
        "percent duration",
        r"\bpunctual\w*|\bon time\b|\bdelays?\b|準點|准点|準時|准时|誤點|误点|定時|遅延"
        r"|정시|지연|\bpünktlich\w*|\bverspätung\w*|\bponctualité\b|\bretards?\b|\bà l['’]heure\b|\bpuntualidad\b|\bretrasos?\b"
        r"|\bpuntualità\b|\britard[oi]\b|\bin orario\b|\bpontualidade\b|\batrasos?\b",
    ),
    _measure(
        "cost",
        "money",
        r"\bfares?\b|\btickets?\b|\btolls?\b|\badmission\b|票[价價]|車票|车票|票(?=[为為]|約|约)"
        r"|[门門]票|通行[费費料]|運賃|料金|入[浴場]料"
        r"|요금|운임|표값|통행료|입장료|\bfahrpreis\w*|\bfahrkarten?\b|\beintritt\b|\bbillets?\b|\bpéages?\b|\bbilletes?\b"
        r"|\bpeajes?\b|\bbigliett[oi]\b|\bpedaggi[o]?\b|\bbilhetes?\b|\bpassagem\b|\bpassagens\b|\bpedágios?\b|\bportagens\b"
        r"|\btarifas?\b",
    ),
    _measure(
        "cost",
        "money",
        r"\brevenues?\b|\bprofits?\b|\blosses\b|\bearn(?:s|ed|ings)\b|\bturnover\b|虧損|亏损|收入|营收|營收"
        r"|利[润潤]|盈利|純益|净利|収益|収入|売上|利益|赤字|黒字|수익|매출|이익|적자|흑자"
        r"|\bumsatz\b|\bumsätze\b|\bgewinne?\b|\bverluste?\b|\beinnahmen\b|\bchiffre d['’]affaires|\bbénéfices?\b"
        r"|\brecettes\b|\bingresos\b|\bbeneficios?\b|\bpérdidas\b|\bricavi\b|\bperdite\b|\bfatturato\b|\breceitas?\b"
        r"|\blucros?\b|\bprejuízos?\b",
        said=r"\bbankrupt\w*|\binsolven\w*|破[产產]|[转轉][亏虧]|倒産|経営破綻|파산",
    ),
    _measure(
        "cost",
        "money",
        r"\bdebts?\b|\bliabilit\w+|\bborrow\w*|[負负][債债]|[債债][務务]|부채|채무|\bschulden\b|\bdettes?\b|\bdeudas?\b|\bdebiti?\b|\bdívidas?\b",
    ),
    _measure(
        "",
        "money",
        r"\bwages?\b|\bsalar(?:y|ies)\b|\bpaid\b|薪|工资|工資|給与|年収|賃金|급여|연봉|임금|\blöhne\b|\bgehälter\b"
        r"|\bsalaires?\b|\bsalarios?\b"
        r"|\bsalari[o]?\b|\bstipend[oi]\b|\bsalários?\b",
    ),
    _measure(
        "cost",
        "money",
        r"\bcosts?\b|\bpric(?:e|es|ed|ing)\b|\bexpens\w+|\bcheap\w*|\bpays?\b|\bcharges?\b|\bbudgets?\b|\bfees?\b|\binvest\w*"
        r"|成本|(?<![评評代票])价(?!值)|(?<![评評代票])價(?!值)|费用|費用|[造工]費|投[资資]|多少[钱錢元]|預算|预算|[花耗]費"
        r"|造价|造價|耗资"
        r"|耗資|コスト|価格|工事費|建設費|事業費"
        r"|費用|値段|予算|便宜(?!上|的に)|昂[贵貴]|安価|安[いく]|割[高安]|비용|가격|사업비|공사비|건설비|투자|예산|저렴|비싸"
        r"|비싼|값싼|값이"
        r"|kosten\b|\bkostet\b|\bkosteten?\b|preise?s?\b|\bgünstig\w*|\bbillig\w*|\bteuer\b|\bteurer\b|\bausgaben\b|\bcoût\w*"
        r"|\bprix\b"
        r"|\bdépenses?\b|\b(?:moins|plus) chère?s?\b|\bcostes?\b|\bcostos?\b|\bcuestan?\b|\bcostó\b|\bcostaron\b|\bprecios?\b"
        r"|\bpresupuestos?\b|\bgastos?\b|\bbarat\w*|\bcosti\b|\bquanto costa\b|\bcostano\b|\bcosta (?:circa|in media|tra|fra"
        r"|quasi|\d)|\bcostat[oaie]\b|\bprezz[oi]\b"
        r"|\bspes[ae]\b"
        r"|\bbilanci[o]?\b|\bcustos?\b|\bcusta(?:m|ram)?\b|\bcustou\b|\bpreços?\b|\borçamentos?\b|\bdespesas?\b"
        r"|\binvestiment[oi]s?\b",
        said=r"\bbuilt for\b|\bspent\b|\bworth\b|\bestimated at\b|\bamount(?:s|ed) to\b|花了|[耗用费費][银銀]|斥资|斥資"
        r"|投入|合计|投じ"
        r"|要した|들었|투입|소요|\bhaushalt\b|\bzahlt\b|\bzahlen\b|\bgibt\b.{0,40}\baus\b|\bverse\b|\bpaie\b|\brevient\b"
        r"|\bpaga\b|\bpagan[o]?\b|\bpagam\b",
        telling=True,
    ),
    _measure(
        "energy",
        "energy",
        r"\benergy\b(?! (?:storage|densit|sector|agency|commission|transition|recovery))|\belectricity\b(?! (?:market"
        r"|price|grid))"
        r"|\bpower consumption|能耗|耗能|耗電|耗电|电耗|電耗|用電|用电|消費電力|電力|エネルギー(?!庁|密度)|에너지(?!저장"
        r"| 밀도|부)|전력|電量|电量|多少[电電]|[发發発]電|发电|발전량"
        r"|\b(?:energie|strom)(?:verbrauch|bedarf)\w*|\bverbrauch(?:t|en)?\b|\bconsommation\b|\bconsomm(?:e|ent|er)\b"
        r"|\bconsum[oi]\b|\bconsuma(?:no)?\b|\bconsomem?\b",
        said=r"\bneed(?:s|ed)?\b|\buse[sd]?\b|\btakes?\b|\bconsum\w+|\brequire[sd]?\b|消耗|耗|需要|소비|소모|消費",
        telling=True,
    ),
    _measure(
        "speed",
        "duration",
        r"\b(?:travel|journey|running) times?\b|\bjourneys?\b|\btrips?\b.{0,20}\b(?:takes?|took|long)\b|所要時間|旅行時間"
        r"|旅行时间|行車時間|行车时间|运行时间|全程.{0,8}[时時]"
        r"|(?:最快|約|约|只需|需)\D{0,4}\d+(?:[個个]?小[时時]|分[钟鐘])|を要|で結|소요 시간|걸리|운행 시간"
        r"|\bfahrzeit\w*|\breisezeit\w*|\btemps de (?:parcours|trajet)\b|\btiempo de viaje\b"
        r"|\btempo di (?:viaggio|percorrenza)\b|\btempo de viagem\b",
    ),
    _measure(
        "speed",
        "speed",
        r"(?<!high.)\bspeeds?\b|\bfast(?:est|er)?\b|\bkm/h\b|\bmph\b|(?:(?<!高)|(?<=最高))速度|時速|时速|속도|시속|多快"
        r"|최고속|[更較较]快|速[いくさ]|빠르(?!게)|빠른"
        r"|\bgeschwindigkeit\w*|\bschnell(?:er|ste[nr]?)?\b|(?<!grande )\bvitesse\b|(?<!alta )\bvelocidade?\b"
        r"|\brápid[oa]s?\b|(?<!alta )\bvelocità\b",
        telling=True,
    ),
    _measure(
        "passengers",
        "people",
        r"\bpassengers?\b|\briderships?\b|\briders\b|\bvisitors?\b|\btravell?ers?\b|運量|运量|旅客|乘客|客流|載客|载客"
        r"|人次|輸送人員|利用者|乗客|利用客|이용객|승객|이용자"
        r"|\bfahrg[aä]st\w*|\bpassagiere?n?\b|\breisenden?\b|\bbesuchern?\b|\bvoyageurs?\b|\bpassagers?\b|\bvisiteurs?\b"
        r"|\bviajeros?\b|\bpasajeros?\b|\bvisitantes?\b|\bpasseggeri\b|\bviaggiatori\b|\bvisitatori\b|\bpassageiros?\b",
    ),
    _measure(
        "place",
        "people",
        r"\bpopulations?\b|\binhabitants?\b|人口|居民|주민|인구|\bbevölkerung\b|\beinwohnern?\b|\bhabitants?\b|\bpoblación\b"
        r"|\bhabitantes?\b"
        r"|\bpopolazione\b|\babitanti\b|\bpopulação\b",
    ),
    _measure(
        "safety",
        "people count",
        r"\bdeaths?\b|\bdied\b|\bkilled\b|\bcasualt\w+|死亡|死者|死傷|死伤|사망|희생|\btodesopfer\b|\bmorts?\b"
        r"|\bmuert[eo]s?\b|\bmort[ei]\b|\bvittime\b|\bmort[eo]s\b|\bvítimas\b",
    ),
    _measure(
        "length",
        "length",
        r"\blengths?\b|\bhow long (?:is|are|was|were)\b|\bhow far\b|\bdistances?\b|\bhow much line|\bkm (?:long|of)\b"
        r"|\bkilomet(?:re|er)s (?:long|of)\b|\bmiles (?:long|of)\b"
        r"|里程|長度|长度|全長|全长|多[长長](?!时|時)|多[远遠]|距[离離]|延長|営業キロ|길이|거리|연장|총연장|network"
        r"|\blänge\b|\bwie lang\b|\bentfernung\w*|\blongueur\b|\blongitud\b|\bdistancia\b|\blunghezza\b|\bdistanza\b"
        r"|\bcomprimento\b|\bextensão\b|\bdistância\b",
        said=r"\blines?\b|\broutes?\b|路線|线路|線路|全線|全线|区間|區間|구간|노선|\bstrecken?\b|\bstreckennetz\b"
        r"|\blignes?\b|\bréseau\b|\blíneas?\b"
        r"|\bline[ae]\b|\blinhas?\b",
    ),
    _measure(
        "",
        "temperature",
        r"\btemperatures?\b|\bhow (?:hot|cold|warm)\b|温度|溫度|気温|온도|기온|\btemp[eé]ratur(?:en|es|as)?\b|\btemperatura\b",
    ),
    _measure("", "mass", r"\bweigh\w*|\bhow heavy\b|重量|体重|體重|무게|\bgewicht\b|\bwiegt\b|\bpoids\b|\bpèse\b|\bpesa\b"),
    _measure(
        "", "area", r"\bareas?\b(?= of| in| does|\?)|\bhow (?:large|big)\b|面积|面積|면적|\bfläche\b|\bsuperficie\b|\bárea\b"
    ),
    _measure(
        "scale",
        "power energy volume mass count",
        r"\bcapacit(?:y|ies)\b|\binstalled\b|\boutput\b|裝置容量|装机|裝機|容量|库容|庫容|[产產]能|能力|(?<![大中小])規模"
        r"|(?<![大中小])规模|產量"
        r"|产量|流量|出力|導入量|湧出量"
        r"|용량|설비|(?<![대중소])규모|생산량|교통량"
        r"|\bkapazität(?:en)?\b|\bleistung\b|\binstalliert\w*|\bcapacités?\b|\bpuissance\b|\bcapacidade?\b|\bpotencia\b"
        r"|\bcapacità\b|\bpotenza\b|\bpotência\b",
    ),
    _measure(
        "",
        "percent",
        r"\b(?:what|which) (?:percentage|share|proportion|fraction|part) of|\bpercentages?\b|\brates?\b|\bshares?\b"
        r"|\bproportions?\b"
        r"|比例|占比|比率|百分|[回成利失增退良死使]率|率是多少|割合|シェア|비율|점유율|비중|률|%|\banteile?\b"
        r"|\bpourcentages?\b|\bpart (?=(?:de|du|des)\b)|\bporcentajes?\b|\bproporción\b",
    ),
)

# what is asked for without a name of its own: any figure of the kind may be it
WHEN = _measure("", "date", _NO_NAME)

HOW_MANY = _measure("", "count", _NO_NAME)

HOW_LONG = _measure("", "duration", _NO_NAME)
HOW_MANY_PEOPLE = _measure("", "people", _NO_NAME)
HOW_MUCH_MONEY = _measure("", "money", _NO_NAME)


_NOBODY = regex(
    r"\bno(?:body| one)\b|\bno (?:\w+ )?(?:people|persons?|passengers?|workers?|patients?|deaths?|injuries|victims?|fatalit\w+"
    r"|casualt\w+)\b|[没沒]有[^，。；]{0,12}(?:死|伤亡|傷亡)|[无無]人(?=[死伤傷受])|死(?:亡|者)[^。、]{0,10}(?:ない|なかった"
    r"|ゼロ)"
    r"|사망[^.,]{0,10}없|\bniemand\b|\bkeine (?:Toten|Todesopfer|Menschen)\b|\baucune? (?:morts?|victimes?|passagers?)\b"
    r"|\bning(?:ún|una) (?:muerto|pasajero|víctima)\b",
    re.I,
)
"""That there was nobody answers how many died or were hurt."""


def states(measure: Measure, sentence: str) -> int:
    """How a sentence states a quantity: ``SAME_SENTENCE``, ``BY_UNIT`` or ``NONE``."""
    named = measure.said.any(sentence)
    if named and measure.side == "safety" and _NOBODY.search(sentence):
        return SAME_SENTENCE
    if not (named or measure.telling) or measure.kinds.isdisjoint(measures(sentence)):
        return NONE
    return SAME_SENTENCE if named else BY_UNIT
