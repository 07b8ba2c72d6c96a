"""Prefectures, provinces and large cities of East Asia, as its languages and English write them: Han names have no capitals that
would show them to be names, and what a thing costs in one of these places it need not cost in another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from dr_core.pattern import regex
from dr_core.text.han import simplified

_JAPAN = """
北海道 Hokkaido 홋카이도: 札幌 Sapporo 삿포로, 函館, 旭川; 青森 Aomori; 岩手 Iwate: 盛岡; 宮城 Miyagi: 仙台 Sendai 센다이; 秋田
Akita; 山形県 山形市 Yamagata; 福島 Fukushima 후쿠시마; 茨城 Ibaraki: つくば; 栃木 Tochigi: 宇都宮; 群馬 Gunma: 前橋, 高崎; 埼玉
Saitama: さいたま, 大宮; 千葉 Chiba; 東京 Tokyo 도쿄; 神奈川 Kanagawa: 横浜 Yokohama 요코하마, 川崎 Kawasaki; 新潟 Niigata;
富山 Toyama; 石川県 Ishikawa: 金沢 Kanazawa; 福井 Fukui: 敦賀; 山梨 Yamanashi: 甲府; 長野 Nagano; 岐阜 Gifu; 静岡 Shizuoka: 浜松
Hamamatsu; 愛知 Aichi: 名古屋 Nagoya 나고야; 三重県; 滋賀 Shiga; 京都 Kyoto 교토; 大阪 Osaka 오사카: 堺市; 兵庫 Hyogo: 神戸
Kobe 고베, 姫路; 奈良 Nara 나라현; 和歌山 Wakayama; 鳥取 Tottori; 島根 Shimane: 松江市; 岡山 Okayama; 広島 Hiroshima
히로시마; 山口県 山口市 Yamaguchi; 徳島 Tokushima; 香川県 Kagawa: 高松市; 愛媛 Ehime: 松山市; 高知県 高知市; 福岡 Fukuoka
후쿠오카: 博多, 北九州 Kitakyushu; 佐賀; 長崎 Nagasaki 나가사키: 佐世保; 熊本 Kumamoto 구마모토; 大分県 大分市 Oita; 宮崎県
宮崎市 Miyazaki; 鹿児島 Kagoshima 가고시마; 沖縄 Okinawa 오키나와: 那覇 Naha, 北谷
"""
_CHINA = """
北京 Beijing 베이징; 天津 Tianjin 톈진; 上海 Shanghai 상하이; 重庆 Chongqing 충칭; 河北 Hebei: 石家庄 Shijiazhuang, 唐山,
保定市; 山西 Shanxi: 太原, 大同市; 内蒙古: 呼和浩特, 包头; 辽宁 Liaoning: 沈阳 Shenyang 선양, 大连 Dalian 다롄; 吉林 Jilin: 长春
Changchun; 黑龙江 Heilongjiang: 哈尔滨 Harbin 하얼빈; 江苏 Jiangsu: 南京 Nanjing 난징, 苏州 Suzhou, 无锡 Wuxi, 徐州; 浙江
Zhejiang: 杭州 Hangzhou 항저우, 宁波 Ningbo, 温州, 舟山; 安徽 Anhui: 合肥 Hefei; 福建 Fujian: 福州 Fuzhou, 厦门 Xiamen;
江西 Jiangxi: 南昌 Nanchang; 山东 Shandong 산둥: 济南 Jinan, 青岛 Qingdao 칭다오, 烟台; 河南 Henan: 郑州 Zhengzhou, 洛阳
Luoyang; 湖北 Hubei: 武汉 Wuhan 우한, 宜昌, 潜江; 湖南 Hunan: 长沙 Changsha; 广东 Guangdong 광둥: 广州 Guangzhou 광저우, 深圳
Shenzhen 선전시, 东莞, 佛山, 珠海; 广西 Guangxi: 南宁 Nanning, 桂林; 海南 Hainan: 海口市, 三亚; 四川 Sichuan 쓰촨: 成都 Chengdu
청두; 贵州 Guizhou: 贵阳; 云南 Yunnan: 昆明 Kunming; 西藏 Tibet: 拉萨 Lhasa; 陕西 Shaanxi: 西安 Xi'an 시안시; 甘肃 Gansu: 兰州
Lanzhou; 青海 Qinghai: 西宁; 宁夏 Ningxia: 银川; 新疆 Xinjiang 신장위구르: 乌鲁木齐 Urumqi
"""
_TAIWAN = """
台北 Taipei 타이베이; 新北市; 桃园 Taoyuan; 台中 Taichung; 台南 Tainan; 高雄 Kaohsiung 가오슝: 左营; 基隆 Keelung; 新竹 Hsinchu;
苗栗 Miaoli; 彰化 Changhua; 南投 Nantou; 云林 Yunlin; 嘉义 Chiayi; 屏东 Pingtung; 宜兰 Yilan; 花莲 Hualien; 台东 Taitung; 澎湖
Penghu; 金门县 Kinmen; 马祖 Matsu
"""
_KOREA = """
서울 首尔 ソウル Seoul; 부산 釜山 プサン Busan; 대구 大邱 Daegu; 인천 仁川 インチョン Incheon; 광주 Gwangju; 대전 Daejeon; 울산
蔚山 Ulsan; 세종시 Sejong; 경기도 京畿道 Gyeonggi: 수원시 Suwon, 평택; 강원도 江原道 Gangwon: 강릉, 춘천, 평창; 충청북도:
청주시, 오송; 충청남도: 천안; 전라북도: 전주시; 전라남도: 여수시, 목포; 경상북도: 포항 Pohang; 경상남도: 창원; 제주 济州
チェジュ Jeju
"""
_COUNTRIES = {
    _JAPAN: ("Japan", "日本", "일본"),
    _CHINA: ("China", "中国", "중국"),
    _TAIWAN: ("Taiwan", "台湾", "대만"),
    _KOREA: ("Korea", "韩国", "한국"),
}
_OTHER_WORDS = (
    r"黄河[南北]|长江西|太湖[南北]|[泰华]山[东西]|[变形完建组构达造赞]成都|大连[接续锁通串]|[最重巨]大连|越南投|南投[资入放产]|合肥料|西安大略"
    r"|[平电舞阳柜窗后前]台[中南东北]|京都[议議]|Kyoto Protocol|교토의정서|川崎(?:重工|汽船)|부산물|대구경|대전차|桃园结义"
)
"""What only looks like the name of a place: beside the Yellow River lie banks, and things stand on platforms."""

AROUND = 20
"""Characters on each side of a name that tell whether it is one: more than the longest name has."""

_WHOLE: dict[str, str] = {}
"""The places that lie in another one, with that; each place goes by the first of its names."""
_CALLED: dict[str, str] = {}
"""Each name with the first one of its place."""
COUNTRY_OF: dict[str, str] = {}
"""Each name with that of its country, in the same writing."""
for _table, (_western, _han, _hangul) in _COUNTRIES.items():
    for _entry in simplified(_table).split(";"):
        _within, *_cities = (_one.split() for _one in _entry.replace(",", ":").split(":"))
        for _names in (_within, *_cities):
            _CALLED |= dict.fromkeys(_names, _names[0])
            COUNTRY_OF |= {_name: _western if _name.isascii() else _hangul if _name >= "가" else _han for _name in _names}
        _WHOLE |= {_names[0]: _within[0] for _names in _cities}

_NAMED = regex(
    rf"(?:{_OTHER_WORDS})|(?<![A-Za-z])({'|'.join(name for name in _CALLED if name.isascii())})(?![A-Za-z])"
    rf"|(?<![가-힣])({'|'.join(name for name in _CALLED if name >= '가')})"
    rf"|({'|'.join(sorted((name for name in _CALLED if not name.isascii() and name < '가'), key=len, reverse=True))})"
)


@lru_cache(maxsize=2048)
def district_names(text: str) -> tuple[str, ...]:
    """The names of districts in a text, in its own writing and order."""
    return tuple(dict.fromkeys(_found(text)))


def is_of_another_district(text: str, question: str) -> bool:
    """Whether a text names districts, and none that a question names, nor one that lies in such or in which such lies."""
    asked, told = _districts(question), _districts(text)
    return bool(asked and told) and not any(_is_in(one, other) or _is_in(other, one) for one in told for other in asked)


def is_in_district(text: str, question: str) -> bool:
    """Whether a text names a district that a question names, or a place that lies in it."""
    return any(_tells_of(text, district) for district in _districts(question))


def unnamed_districts(question: str, texts: Iterable[str]) -> list[str]:
    """The names of districts in a question that no text names, nor a place that lies in them."""
    left = {name: one for name in district_names(question) if (one := _CALLED[simplified(name)]) in _districts(question)}
    for text in texts if left else ():
        left = {name: one for name, one in left.items() if not _tells_of(text, one)}
    return list(left)


def _tells_of(text: str, district: str) -> bool:
    """Whether a text, perhaps a whole page, names a district or a place that lies in it. Only around what looks like such a name
    is it looked for all names: that takes a hundredth of the time."""
    plain = text if text.isascii() else simplified(text)
    for name in _names_in(district):
        at = plain.find(name)
        while at >= 0:
            around = _NAMED.finditer(plain, max(0, at - AROUND), at + len(name) + AROUND)
            if any(found.start() == at and found.lastindex and _is_in(_CALLED[found.group()], district) for found in around):
                return True
            at = plain.find(name, at + 1)
    return False


@cache
def _names_in(district: str) -> tuple[str, ...]:
    """The names of a district and of all places that lie in it."""
    return tuple(name for name, called in _CALLED.items() if _is_in(called, district))


@lru_cache(maxsize=2048)
def districts(text: str) -> frozenset[str]:
    """The districts that a text names, each by one of its names, in whatever language."""
    return frozenset(_CALLED[simplified(name)] for name in district_names(text))


@lru_cache(maxsize=2048)
def _districts(text: str) -> frozenset[str]:
    """The districts that a text names, each by one of its names; not those in which another of them lies."""
    found = districts(text)
    return frozenset(found - {_WHOLE.get(one) for one in found})


def _found(text: str) -> Iterator[str]:
    for match in _NAMED.finditer(simplified(text)):
        if match.lastindex:
            yield text[match.start() : match.end()]


def _is_in(one: str, other: str) -> bool:
    return other in (one, _WHOLE.get(one))
