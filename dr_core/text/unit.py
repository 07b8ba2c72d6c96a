"""Units that a number may carry, in one spelling and one base, so that 5 km and 5000 公尺 compare as equal."""

from __future__ import annotations

import re

_TABLE = """
% 1 % ％ percent per-cent pct パーセント 퍼센트 프로
pp 1 percentage-point percentage-points percent-points pp ppt ppts 个百分点 個百分點 百分點 百分点 ポイント %ポイント ％ポイント
pp 1 %포인트 ％포인트 퍼센트포인트 포인트 %p
pp 0.01 bp bps basis-point basis-points 个基点 個基點 基点 基點 ベーシスポイント
usd 1 $ us$ usd dollar dollars u.s.-dollars us-dollars 美元 美金 ドル 米ドル 달러
eur 1 € eur euro euros 欧元 歐元 ユーロ 유로
gbp 0.01 pence penny
gbp 1 £ gbp pound-sterling pounds-sterling 英镑 英鎊 ポンド 파운드
jpy 1 jpy yen 日元 日圓 円 엔
cny 1 rmb cny yuan renminbi 人民币 人民幣 元人民币 元人民幣 人民元 위안
krw 1 ₩ krw won 韩元 韓元 ウォン 원
twd 1 nt$ twd ntd 新台币 新台幣 新臺幣 台币 台幣 元新台幣
hkd 1 hk$ hkd 港元 港币 港幣
inr 1 ₹ inr rupee rupees 卢比 盧比 ルピー 루피
peso 1 peso pesos 比索 ペソ 페소
brl 1 r$ brl reais 雷亚尔 雷亞爾 レアル 헤알
rub 1 rouble roubles ruble rubles 卢布 盧布 ルーブル 루블
krone 1 krona kronor krone kroner kronen 克朗 クローネ クローナ 크로네
chf 1 chf franken 瑞士法郎 瑞郎 スイスフラン
pln 1 pln zloty złoty zlotys 兹罗提 茲羅提 ズウォティ
thb 1 thb baht 泰铢 泰銖 バーツ 바트
idr 1 idr rupiah 印尼盾 ルピア 루피아
cent 0.01 cent cents 美分 欧分 歐分 セント 센트
m 1 metre metres meter meters m 米 公尺 メートル 미터
m 1000 km ㎞ kph kmh kmph kilometre kilometres kilometer kilometers 公里 千米 キロメートル 킬로미터
m 0.01 cm ㎝ centimetre centimetres centimeter centimeters 厘米 公分 センチ センチメートル 센티미터
m 0.001 mm ㎜ millimetre millimetres millimeter millimeters 毫米 公厘 ミリ ミリメートル 밀리미터
m 1e-9 nm nanometre nanometres nanometer nanometers 纳米 奈米 ナノメートル
m 1609.344 mile miles mi mph 英里 マイル 마일
m 0.3048 foot feet ft 英尺 英呎 フィート
g 1 g gram grams 克 公克 グラム 그램
g 1000 kg ㎏ kilogram kilograms 公斤 千克 キログラム 킬로그램
g 500 市斤 斤
g 0.001 mg ㎎ milligram milligrams 毫克 ミリグラム 밀리그램
g 1e-6 µg ㎍ μg mcg microgram micrograms 微克 マイクログラム 마이크로그램
g 1e6 t tonne tonnes ton tons metric-ton metric-tons 吨 噸 公吨 公噸 トン 톤
g 1e9 kt kilotonne kilotonnes kiloton kilotons
g 1e12 megatonne megatonnes megaton megatons
g 1e15 gt gigatonne gigatonnes gigaton gigatons
g 453.592 lb lbs
pound 1 pound pounds
l 1 l litre litres liter liters 升 公升 リットル 리터
l 0.001 ml ㎖ millilitre millilitres milliliter milliliters 毫升 ミリリットル 밀리리터
l 3.785411784 gallon gallons 加仑 加侖 ガロン 갤런
l 1000 m³ ㎥ m3 m^3 cubic-metre cubic-metres cubic-meter cubic-meters 立方米 立方公尺 立方メートル 세제곱미터
byte 1e3 kb kilobyte kilobytes
byte 1e6 mb megabyte megabytes 兆字节
byte 1e9 gb gigabyte gigabytes
byte 1e12 tb terabyte terabytes
byte 1e15 pb petabyte petabytes
s 0.001 ms millisecond milliseconds 毫秒 ミリ秒 밀리초
s 1 second seconds sec secs 秒 초
s 60 minute minutes min mins 分钟 分鐘 分間 분
s 3600 h hour hours hr hrs 小时 小時 時間 시간
s 86400 day days 天 日間 일간
s 604800 week weeks 周 週 星期 週間 주간
month 1 month months 个月 個月 か月 ヶ月 カ月 개월
month 12 year years yr yrs 年間 年来 年來 년간
w 1 watt watts 瓦 瓦特
w 1000 kw ㎾ kilowatt kilowatts 千瓦 瓩 キロワット 킬로와트
w 1e6 mw ㎿ megawatt megawatts 兆瓦 メガワット 메가와트
w 1e9 gw gigawatt gigawatts 吉瓦 ギガワット 기가와트
wh 1 wh watt-hour watt-hours watthour watthours wattstunden 瓦时 瓦時 ワット時 ワットアワー 와트시
wh 1000 kwh kilowatt-hour kilowatt-hours 千瓦时 千瓦時 度电 度電 キロワット時 킬로와트시
wh 1e6 mwh megawatt-hour megawatt-hours 兆瓦时 兆瓦時 メガワット時 메가와트시
wh 1e9 gwh gigawatt-hour gigawatt-hours 吉瓦时 吉瓦時 ギガワット時 기가와트시
wh 1e12 twh terawatt-hour terawatt-hours 太瓦时 太瓦時 テラワット時 테라와트시
m2 1 m² ㎡ m2 m^2 sq-m square-metres square-meters 平方米 平方公尺 平方メートル 제곱미터
m2 1e6 km² ㎢ km2 km^2 sq-km square-kilometres square-kilometers 平方公里 平方千米 平方キロメートル 제곱킬로미터
m2 1e4 ha ㏊ hectare hectares 公顷 公頃 ヘクタール 헥타르
m2 666.6666667 亩 畝
m2 4046.856 acre acres 英亩 英畝 エーカー 에이커
m2 2589988 square-miles
hz 1 hz hertz 赫兹 赫茲 ヘルツ 헤르츠
hz 1e3 khz kilohertz 千赫 キロヘルツ 킬로헤르츠
hz 1e6 mhz megahertz 兆赫 メガヘルツ 메가헤르츠
hz 1e9 ghz gigahertz 吉赫 ギガヘルツ 기가헤르츠
db 1 db dba decibel decibels 分贝 分貝 デシベル 데시벨
ppm 1 ppm parts-per-million 百万分之 ピーピーエム
°c 1 °c ℃ 摄氏度 攝氏度 degrees-celsius
°f 1 °f ℉ 华氏度 華氏度 degrees-fahrenheit
x 1 times fold x × 倍 배
% 1 prozent pour-cent por-ciento por-cien per-cento por-cento
pp 1 prozentpunkt prozentpunkte prozentpunkten points-de-pourcentage puntos-porcentuales punti-percentuali pontos-percentuais
usd 1 dólar dólares dollari
m 1 metern mètre mètres metros metri
m 1000 kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri quilómetro quilómetros quilômetro quilômetros
m 0.01 zentimeter centimètres centímetros centimetri
m 0.001 millimètres milímetros millimetri
g 1 gramm grammes gramos grammi gramas
g 1000 kilogramm kilogrammes kilogramos chilogrammi quilogramas
g 1e6 tonnen toneladas tonnellate
l 1 litern litros litri litro
l 1000 kubikmeter kubikmetern mètres-cubes metros-cúbicos metri-cubi
s 1 sekunde sekunden seconde secondes segundo segundos secondi
s 60 minuten minuto minutos minuti
s 3600 stunde stunden heure heures hora horas ora ore
s 86400 tage tagen jour jours día días giorno giorni dia dias
s 604800 woche wochen semaine semaines semana semanas settimana settimane
month 1 monat monate monaten mois meses mesi mese mês
month 12 jahr jahre jahren ans année années año años anno anni anos
wh 1000 kilowattstunde kilowattstunden kilowattheures kilovatios-hora kilovatio-hora chilowattora quilowatts-hora quilowatt-hora
wh 1e6 megawattstunde megawattstunden mégawattheures megavatios-hora megawattora megawatts-hora
wh 1e9 gigawattstunde gigawattstunden gigawattheures gigavatios-hora gigawattora gigawatts-hora
wh 1e12 terawattstunde terawattstunden térawattheures terawattora terawatts-hora
w 1000 kilowatts kilovatios chilowatt quilowatts
w 1e6 mégawatts megavatios
w 1e9 gigavatios
m2 1 quadratmeter quadratmetern mètres-carrés metros-cuadrados metri-quadrati metri-quadri metros-quadrados
m2 1e6 quadratkilometer quadratkilometern kilomètres-carrés
m2 1e6 kilómetros-cuadrados chilometri-quadrati quilómetros-quadrados quilômetros-quadrados
m2 1e4 hektar hectáreas ettari
db 1 dezibel décibels decibelios
°c 1 grad-celsius degrés-celsius grados-celsius gradi-celsius graus-celsius
x 1 mal fois veces volte vezes
"""

_UNITS: dict[str, tuple[str, float]] = {}
for _line in _TABLE.strip().splitlines():
    _base, _factor, *_names = _line.split()
    for _name in _names:
        _UNITS[_name.replace("-", " ")] = (_base, float(_factor))
_UNITS["元"] = ("", 1.0)  # whose money a bare 元 is, the text around it knows
_CASED = {
    "mW": ("w", 0.001), "MW": ("w", 1e6), "M": ("", 1.0), "G": ("", 1.0), "Mt": ("g", 1e12), "T": ("", 1.0), "H": ("", 1.0),
}  # fmt: skip

MONEY = frozenset({
    "cent", "usd", "eur", "gbp", "jpy", "cny", "krw", "twd", "hkd", "inr", "peso", "brl", "rub", "krone", "chf", "pln", "thb",
    "idr", "¥",
})  # fmt: skip
BEFORE = r"US\$|HK\$|NT\$|A\$|C\$|S\$|\$|€|£|¥|￥|₩|₹|RMB|USD|EUR|GBP|JPY|CNY|TWD|HKD"
_UNITS["mt"] = ("", 1.0)  # metric tons, megatonnes or a mountain; Mt is megatonnes
_latin = sorted((name for name in _UNITS if name[0].isascii() and name[0].isalpha()), key=len, reverse=True)
_other = sorted((name for name in _UNITS if not (name[0].isascii() and name[0].isalpha())), key=len, reverse=True)
AFTER = (
    r"(?:[\s\u00a0-]?(?:" + "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in _latin) + r")(?![A-Za-zÀ-ÿ])"
    r"|[\s\u00a0]?(?:" + "|".join(map(re.escape, _other)) + r")(?!(?<=분)기))"
)
"""What may follow a number, as a regular expression."""


def unit(name: str) -> tuple[str, float]:
    """The base unit and the factor to it: "km" is ("m", 1000); ("", 1) where the name is no unit we know."""
    plain = name.strip(" -\u00a0")
    if plain in _CASED:
        return _CASED[plain]
    if plain in ("¥", "￥"):
        return "¥", 1.0
    if plain in ("A$", "C$", "S$"):
        return plain.lower(), 1.0
    return _UNITS.get(re.sub(r"[\s-]+", " ", plain.lower()), ("", 1.0))


def spellings(*bases: str) -> list[str]:
    """Every name of the units that measure in one of ``bases``."""
    return [name for name, (base, _) in _UNITS.items() if base in bases]


def compatible(one: str, other: str) -> bool:
    """Whether two base units may name the same thing; no unit goes with any, ¥ is yen or yuan, a cent is of dollars or euros."""
    if one == other or not one or not other:
        return True
    if "cent" in (one, other):
        return {one, other} <= {"cent", "usd", "eur"}
    return "¥" in (one, other) and {one, other} <= {"¥", "jpy", "cny"}
