"""Words of which a thing is one or the other: what the source says of exports, at most or in the south is no word on imports, on
average or in the north."""

from __future__ import annotations

from dr_core.text.lexicon import Lexicon

_TABLE = """
trade: export exports exported exporting exporter exporters ausfuhr* exportation* exportaciones 出口 輸出 수출
    / import imports imported importing importer importers einfuhr* importation* importaciones 进口 進口 輸入 수입
measure: maximum maximal peak höchst* 最高 最大 최고 최대 / average averages averaged mean durchschnitt* 平均 평균
    / median 中位数 中位數 中央値 중앙값 / minimum minimal mindest* 最低 最小 최저 최소
profit: net netto 净利 淨利 純利益 순이익 / gross brutto 毛利 粗利 매출총이익 / operating 营业利润 營業利潤 営業利益 영업이익
time: annual annually yearly jährlich* 全年 年产 年產 年销 年銷 年間 연간 / cumulative cumulatively kumuliert 累计 累計 累積 누적
    / newly_added newly_installed neu_installiert 新增 新設 신규
town: urban städtisch* 城镇 城鎮 城市 都市部 도시 / rural ländlich* 农村 農村 乡村 鄉村 농촌
coast: onshore 陆上 陸上 육상 / offshore 海上 洋上 해상
door: indoor indoors 室内 室內 屋内 실내 / outdoor outdoors 室外 屋外 실외
owner: public publicly state-owned öffentlich* 公立 国有 國有 公营 公營 국유 공립
    / private privately privat 私立 私营 私營 民营 民營 民間 사립 민간
sex: men male males boys männer 男性 男子 남성 / women female females girls frauen 女性 女子 여성
origin: domestic inland* inländ* 国内 國內 국내 / foreign abroad overseas ausland* ausländ* 国外 國外 海外 해외 국외
event: birth births 出生 출생 geburten / death deaths 死亡 사망 todesfälle
age: children infants kinder 儿童 兒童 子ども 子供 어린이 / adults adult erwachsene 成人 大人 성인
    / youths 青年 青年人 年轻人 年輕人 若者 청년
    / elderly seniors older_adults 老年人 高齢者 고령자 노인
pupil: 小学生 小學生 초등학생 / 中学生 중학생 / 高中生 高校生 고등학생
medal: gold_medal goldmedaille 金牌 金メダル 금메달 / silver_medal silbermedaille 银牌 銀牌 銀メダル 은메달
    / bronze_medal bronzemedaille 铜牌 銅牌 銅メダル 동메달
tried_on: mice mouse rats mäuse* 小鼠 マウス 생쥐 / humans patients menschen patienten 人体 患者 ヒト 환자
limit: 上限 상한 / 下限 하한
north: north northern nördlich* 北部 북부 / south southern südlich* 南部 남부
east: east eastern östlich 东部 東部 동부 / west western westlich 西部 서부
use: production produktion 产量 產量 生产量 生產量 生産量 생산량 / consumption verbrauch 消费量 消費量 소비량
market: supply angebot 供给 供給 공급 / demand nachfrage 需求 수요
purse: income incomes revenue revenues einnahmen 收入 収入 소득 / expenditure expenditures spending ausgaben 支出 지출
deal: bought buys purchased kaufte 购买 購買 購入 매입 / sold sells verkaufte 出售 売却 매각
phase: 一期 第一期 第一阶段 第一階段 1단계 / 二期 第二期 第二阶段 第二階段 2단계 / 三期 第三期 第三阶段 第三階段 3단계
current: ac alternating_current wechselstrom 交流 교류 / dc direct_current gleichstrom 直流 직류
pole: cathode cathodes 正极 正極 양극 / anode anodes 负极 負極 음극
charge: charging 充电 充電 충전 / discharging 放电 放電 방전
season: summer sommer 夏季 여름 / winter 冬季 겨울
day: daytime 白天 昼間 주간 / nighttime 夜间 夜間 야간
half: 上半年 上半期 상반기 / 下半年 下半期 하반기
shop: wholesale großhandel* 批发 批發 卸売 도매 / retail einzelhandel* 零售 小売 소매
scope: alone by_itself on_its_own 単独 のみ 单独 單獨 단독 / whole entire complete 全体 整个 整個 全體 전체
order: first / second / third / fourth / fifth
-: 充放电 充放電 交流会 交流會 first_of_all at_first in_public general_public first_time first_half second_half 最大限
    平均寿命 east_of west_of north_of south_of
"""


def _kinds(table: str) -> dict[str, str]:
    """The labels "trade 0", "trade 1" and so on, with their words."""
    found: dict[str, str] = {}
    for line in table.strip().replace("\n    ", " ").splitlines():
        name, _, words = line.partition(": ")
        sides = words.split(" / ")
        found |= {name if name == "-" else f"{name} {number}": one for number, one in enumerate(sides)}
    return found


_KINDS = Lexicon(_kinds(_TABLE))


def other_side(claim: str, source: str) -> tuple[str, str] | None:
    """A word of ``claim`` that is one side of something, and that of ``source``, which has only another side of it."""
    ours, theirs = _sides(claim), _sides(source)
    for name in ours.keys() & theirs.keys():
        if not ours[name].keys() & theirs[name].keys():
            return next(iter(ours[name].values())), next(iter(theirs[name].values()))
    return None


def _sides(text: str) -> dict[str, dict[str, str]]:
    sides: dict[str, dict[str, str]] = {}
    for label, word in _KINDS.found(text).items():
        name, _, number = label.partition(" ")
        sides.setdefault(name, {})[number] = word
    return sides
