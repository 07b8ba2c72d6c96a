"""Names of countries and regions in five languages: they tell where something is, and not what it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.text.district import COUNTRY_OF, district_names
from dr_core.text.han import simplified

_WIDER_WESTERN = "Africa African Asia Asian Europe European"
_WESTERN = """
Argentina; Australia Australian; Austria Austrian; Belgium Belgian; Brazil Brazilian; Canada Canadian; Chile; China Chinese;
Colombia; Czechia; Denmark Danish; Egypt Egyptian; Ethiopia; Finland Finnish; France French; Germany German; Greece Greek;
Hungary Hungarian; Iceland; India Indian; Indonesia Indonesian; Iran Iranian; Iraq; Ireland Irish; Israel Israeli;
Italy Italian; Japan Japanese; Kenya; Korea Korean; Kuwait; Malaysia; Mexico Mexican; Morocco; Netherlands Dutch; Nigeria;
Norway Norwegian; Oman; Pakistan; Peru; Philippines; Poland Polish; Portugal Portuguese; Qatar; Romania; Russia Russian;
Singapore; Spain Spanish; Sweden Swedish; Switzerland Swiss; Taiwan Taiwanese; Thailand Thai; Turkey Turkish;
UK Britain British England English Scotland; US USA America American; Ukraine Ukrainian; Vietnam Vietnamese
"""
_EASTERN = """
中国 中國 중국 日本 일본 韓国 韩国 韓國 한국 台湾 台灣 臺灣 대만 香港 홍콩 澳門 澳门 新加坡 シンガポール 싱가포르 アメリカ
米国 美国 美國 미국 イギリス 英国 英國 영국 フランス 法国 法國 프랑스 ドイツ 德国 德國 독일 イタリア 意大利 義大利 이탈리아
スペイン 西班牙 스페인 ロシア 俄罗斯 俄羅斯 러시아 インド 印度 インドネシア 印尼 印度尼西亚 인도네시아 ベトナム 越南 베트남
泰国 泰國 태국 マレーシア 马来西亚 馬來西亞 말레이시아 フィリピン 菲律宾 菲律賓 필리핀 オーストラリア 澳大利亚 澳洲 호주
カナダ 加拿大 캐나다 ブラジル 巴西 브라질 メキシコ 墨西哥 멕시코 オランダ 荷兰 荷蘭 네덜란드 ベルギー 比利时 比利時 벨기에
スイス 瑞士 스위스 スウェーデン 瑞典 스웨덴 ノルウェー 挪威 노르웨이 デンマーク 丹麦 丹麥 덴마크 フィンランド 芬兰 芬蘭 핀란드
ポーランド 波兰 波蘭 폴란드 トルコ 土耳其 튀르키예 イスラエル 以色列 이스라엘 サウジアラビア 沙特阿拉伯 沙烏地阿拉伯
사우디아라비아 エジプト 埃及 이집트 ウクライナ 乌克兰 烏克蘭 우크라이나 南韓 南韩 アルゼンチン 阿根廷 아르헨티나 オーストリア
奥地利 奧地利 오스트리아 智利 칠레 コロンビア 哥伦比亚 哥倫比亞 콜롬비아 チェコ 捷克 체코 エチオピア 埃塞俄比亚 衣索比亞
에티오피아 ギリシャ 希腊 希臘 그리스 ハンガリー 匈牙利 헝가리 アイスランド 冰岛 冰島 아이슬란드 イラン 伊朗 イラク 伊拉克
이라크 アイルランド 爱尔兰 愛爾蘭 아일랜드 ケニア 肯尼亚 肯亞 케냐 クウェート 科威特 쿠웨이트 モロッコ 摩洛哥 모로코
ナイジェリア 尼日利亚 奈及利亞 나이지리아 パキスタン 巴基斯坦 파키스탄 ペルー 秘鲁 秘魯 페루 ポルトガル 葡萄牙 포르투갈
カタール 卡塔尔 卡達 카타르 ルーマニア 罗马尼亚 羅馬尼亞 루마니아 アラブ首長国連邦 阿联酋 阿聯酋 阿聯 아랍에미리트 南アフリカ
南非 남아프리카공화국 ニュージーランド 新西兰 紐西蘭 뉴질랜드 イングランド 英格兰 英格蘭 잉글랜드
"""
_WIDER_EASTERN = """
ヨーロッパ 欧州 欧洲 歐洲 欧盟 歐盟 유럽 アジア 亚洲 亞洲 아시아 アフリカ 非洲 아프리카
东亚 東亞 东南亚 東南亞 中东 中東 各国 各國 各地 全球
"""
_LONG = {
    "United States": "US", "United Kingdom": "UK", "United Arab Emirates": "", "Saudi Arabia": "", "Hong Kong": "",
    "South Africa": "", "New Zealand": "",
}  # fmt: skip
"""Names of several words, with the one that is kept for them."""
_SAME = {
    "米国": "アメリカ", "澳洲": "澳大利亚", "印尼": "印度尼西亚", "南韓": "韩国", "南韩": "韩国", "義大利": "意大利",
    "沙烏地阿拉伯": "沙特阿拉伯", "衣索比亞": "埃塞俄比亚", "肯亞": "肯尼亚", "奈及利亞": "尼日利亚", "卡達": "卡塔尔",
    "阿聯": "阿联酋", "紐西蘭": "新西兰", "英格兰": "英国", "英格蘭": "英国", "イングランド": "イギリス", "잉글랜드": "영국",
}  # fmt: skip
_KNOWN_FOR = """
Japan: Shinkansen; Korea: KTX; France: Paris Lyon TGV SNCF; Germany: Berlin Munich Hamburg Frankfurt; Spain: Madrid Barcelona;
Italy: Rome Milan; UK: London Birmingham; US: California Texas Washington; India: Delhi Mumbai; Australia: Sydney Melbourne;
日本: 新幹線 新干线; 中国: 京滬 京沪 京津; 台湾: 新台幣 新台币; 香港: 港元 港幣 港币; 韩国: KTX; 法国: 巴黎 TGV;
フランス: パリ TGV; 德国: 柏林; ドイツ: ベルリン; 英国: 倫敦 伦敦; イギリス: ロンドン; 西班牙: 馬德里 马德里;
スペイン: マドリード; 일본: 신칸센; 한국: KTX 코레일; 프랑스: 파리 TGV; 독일: 베를린; 영국: 런던; 스페인: 마드리드
"""
"""Cities and the like that tell the country where its name is not said, as districts do; none whose name may be another word."""
_MEMBERS = """
Europe European 欧洲 歐洲 欧盟 歐盟 ヨーロッパ 欧州 유럽: Austria Belgium Czechia Denmark Finland France Germany Greece
Hungary Iceland Ireland Italy Netherlands Norway Poland Portugal Romania Russia Spain Sweden Switzerland Turkey UK Ukraine
奥地利 比利时 捷克 丹麦 芬兰 法国 德国 希腊 匈牙利 冰岛 爱尔兰 意大利 荷兰 挪威 波兰 葡萄牙 罗马尼亚 俄罗斯 西班牙 瑞典 瑞士
土耳其 英国 乌克兰 オーストリア ベルギー チェコ デンマーク フィンランド フランス ドイツ ギリシャ ハンガリー アイスランド
アイルランド イタリア オランダ ノルウェー ポーランド ポルトガル ルーマニア ロシア スペイン スウェーデン スイス トルコ
イギリス ウクライナ 오스트리아 벨기에 체코 덴마크 핀란드 프랑스 독일 그리스 헝가리 아이슬란드 아일랜드 이탈리아 네덜란드
노르웨이 폴란드 포르투갈 루마니아 러시아 스페인 스웨덴 스위스 튀르키예 영국 우크라이나;
Africa African 非洲 アフリカ 아프리카: Egypt Ethiopia Kenya Morocco Nigeria 埃及 埃塞俄比亚 肯尼亚 摩洛哥 尼日利亚 南非
エジプト エチオピア ケニア モロッコ ナイジェリア 南アフリカ 이집트 에티오피아 케냐 모로코 나이지리아 남아프리카공화국
"""
"""The countries of regions that most texts tell apart from the others."""
_HOME = {
    "en": ("US", "UK", "Australia", "Canada", "Ireland"),
    "zh": ("中国", "台湾", "香港", "澳门", "新加坡"),
    "ja": ("日本",),
    "ko": ("한국",),
}
"""The countries of which texts in a language may speak without naming them."""
_KIN = {name: group.split()[0] for group in _WESTERN.split(";") for name in group.split()}
_WIDER = frozenset([*_WIDER_WESTERN.split(), *_WIDER_EASTERN.split()])
_NAMES = regex(
    rf"\b(?:the\s+)?({'|'.join([*_LONG, *_KIN, *_WIDER_WESTERN.split()])})(?:['’]s)?\b"  # "polish" is none
    rf"|(?<![发發开開][展发發](?=中[国國]家))({'|'.join(sorted(f'{_EASTERN}{_WIDER_EASTERN}'.split(), key=len, reverse=True))})"
)

_AT: dict[str, frozenset[str]] = {}
for _country, _places in (_entry.split(":") for _entry in _KNOWN_FOR.split(";")):
    for _place in _places.split():
        _AT[_place] = _AT.get(_place, frozenset()) | {simplified(_country.strip())}
_PLACES = regex(
    rf"(?<![A-Za-z])(?:{'|'.join(name for name in _AT if name.isascii())})(?![A-Za-z])"
    rf"|{'|'.join(name for name in _AT if not name.isascii())}"
)
_IN_REGION = {
    region: frozenset(map(simplified, members.split()))
    for regions, members in (entry.split(":") for entry in _MEMBERS.split(";"))
    for region in regions.split()
}
_REGION = {name: entry.split()[0] for entry in _MEMBERS.split(";") for name in entry.split(":")[0].split()}
_SHORT = regex(
    r"[日中美韩韓英法德独仏俄露米台朝印한중미영독]{2,}(?:两国|兩國|両国|양국|関係|关系|關係|間|间|贸易|貿易|首脳|정상|관계|무역)"
    r"|[日中美韩韓英法德独仏俄露米台][、・]"
)
"""Countries named by one character each."""
_EVERYWHERE = regex(r"\b(?:[Gg]lobal(?:ly)?|[Ww]orldwide|(?:[Tt]he|[Ww]hole) world)\b|全球|全世界|世界(?=各|の|中|的)|세계")


def adjectives() -> list[tuple[str, str]]:
    """The countries in English, each with its adjective: England and English, France and French."""
    groups = [group.split() for group in _WESTERN.split(";")]
    found = [(one, other) for group in groups for one, other in pairwise(group) if len(group) == 2 or one[:3] == other[:3]]
    return [pair for pair in found if not any(name.isupper() for name in pair)]


def without_places(text: str) -> str:
    """``text`` without the names of countries and regions; as it is where nothing else is left of it."""
    bare = _NAMES.sub(" ", text)
    return bare if any(char.isalnum() for char in bare) else text


def place_named(text: str) -> str:
    """The country or region that a text names, by its own word for it; "" where it names none, or more than one."""
    names = [western or eastern for western, eastern in _NAMES.findall(text)]
    one = len(countries(text)) == 1 or (len({_IN_REGION.get(name) for name in names}) == 1 and names[0] in _IN_REGION)
    return names[0] if one else ""


def is_elsewhere(text: str, question: str, *, cities: bool = False) -> bool:
    """Whether a text names countries (or, if they count, cities and the like), and none of those that a question names."""
    asked = places_asked(question, cities=cities)
    return bool(asked) and bool(told := lands(text) if cities else countries(text)) and asked.isdisjoint(told)


def places_asked(question: str, *, cities: bool = False) -> frozenset[str]:
    """The countries that a question is about: those that it names (or whose cities it names, if they count), or else those of the
    regions that it names."""
    return (lands(question) if cities else countries(question)) or _in_regions(question)


@lru_cache(maxsize=64)  # one question is held against many sentences
def _in_regions(text: str) -> frozenset[str]:
    """The countries of the regions that a text names."""
    names = (western or eastern for western, eastern in _NAMES.findall(text))
    return frozenset[str]().union(*(_IN_REGION.get(name, frozenset()) for name in names))


def names_region(text: str, question: str) -> bool:
    """Whether a text names a region that a question names, too."""
    return not _in_regions(text).isdisjoint(_in_regions(question))


def names_place(text: str, *, last: bool = False) -> bool:
    """Whether a text names a country, a region or a city (``last``: ends in the name of a country or a region)."""
    ends = [found.end() for found in _NAMES.finditer(text) if not _EVERYWHERE.fullmatch(found[0])]
    return len(text) in ends if last else bool(ends or lands(text))


def is_unsaid(name: str, text: str) -> bool:
    """Whether a name is that of a country, and a text names no other one: what is said at home seldom says where that is. What is
    said of the whole world is said of no country."""
    own = countries(name)
    if not own or _EVERYWHERE.search(text):
        return False
    return not (told := countries(text)) or not own.isdisjoint(told)


def other_country(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """A country that ``claim`` names and no span does, and one that they name and it does not; None where there are no such two.
    Only of Chinese, Japanese and Korean, where no capital shows a name."""
    ours = {eastern for _, eastern in _NAMES.findall(claim) if eastern and eastern not in _WIDER}
    text = "\n".join(spans) if ours else ""
    if not countries(text):
        return None  # it names none, or a region, which has many
    strange = [name for name in sorted(ours) if name not in text and countries(name).isdisjoint(lands(text))]
    told = [eastern for _, eastern in _NAMES.findall(text) if countries(eastern) - lands(claim)] if strange else []
    return (strange[0], told[0]) if told and not _SHORT.search(text) else None


@lru_cache(maxsize=2048)
def lands(text: str) -> frozenset[str]:
    """The countries that a text names, and those whose best known districts and cities it names."""
    around = {COUNTRY_OF[simplified(name)] for name in district_names(text)}
    return countries(text).union(around, *(_AT[place] for place in _PLACES.findall(text)))


def unnamed_countries(question: str, language: str, texts: Sequence[str]) -> list[str]:
    """The countries in a question, by its own words for them, that no text in a language names, nor a city or district of theirs;
    none of those in which that language is spoken."""
    home = _HOME.get(language.partition("-")[0], ())
    named = {western or eastern for western, eastern in _NAMES.findall(question)} if countries(question) else set()
    # mostly some text has the very word; what else tells of a country takes far longer to find
    left = [name for name in sorted(named) if not any(name in text for text in texts) and countries(name).isdisjoint(home)]
    return [name for name in left if all(countries(name).isdisjoint(lands(text)) for text in texts)]


def is_at_home(home: str, text: str) -> bool:
    """Whether a text names nothing outside a country: no other one, no city of one, no region, nor the world."""
    own = countries(home)
    regions = any((western or eastern) in _WIDER for western, eastern in _NAMES.findall(text))
    return bool(own) and not regions and not _EVERYWHERE.search(text) and lands(text) <= own


@lru_cache(maxsize=2048)
def countries(text: str) -> frozenset[str]:
    """The countries that a text names, each by one of its names; none where it names a region, which has many."""
    named = {western or eastern for western, eastern in _NAMES.findall(text)}
    if named & _WIDER:
        return frozenset()
    return frozenset(_LONG.get(name) or _KIN.get(name) or _SAME.get(name) or simplified(name) for name in named)


@lru_cache(maxsize=2048)
def scope(text: str) -> frozenset[str]:
    """What a text says that it is about by naming places: countries and regions, and the world."""
    named = {western or eastern for western, eastern in _NAMES.findall(text)} - {"全球"}
    own = {_LONG.get(name) or _KIN.get(name) or _REGION.get(name) or _SAME.get(name) or simplified(name) for name in named}
    return frozenset(own | {"world"} if _EVERYWHERE.search(text) else own)
