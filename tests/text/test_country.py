"""Which country a text speaks of: what is true of another one answers nothing."""

from __future__ import annotations

import pytest

from dr_core.text.country import is_at_home, is_elsewhere, is_unsaid, lands, other_country


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("台湾高铁全长350公里，2024年运送旅客7,825万人次。", "中国高铁的里程是多少？"),
        ("臺灣高鐵全長350公里。", "中國高鐵的里程是多少？"),
        ("The French network is 2,800 km long.", "How long is China's high-speed network?"),
        ("Production in the United Kingdom fell.", "How much did the US produce?"),
        ("韓国のKTXは2004年に開業した。", "日本の新幹線はいつ開業したか"),
        ("일본의 신칸센은 1964년에 개통했다.", "한국의 고속철도는 언제 개통했나요?"),
        ("希腊的铁路全长2,300公里。", "葡萄牙的铁路有多长？"),
        ("紐西蘭的產量下降。", "阿根廷的產量是多少？"),
        ("Chinese lines cost less.", "What do lines cost in Europe?"),
        ("中国的成本较低。", "歐洲高鐵的成本是多少？"),
        ("日本の路線は高い。", "アフリカの鉄道の費用は"),
    ],
)
def test_a_text_that_names_only_other_countries_is_elsewhere(text: str, question: str) -> None:
    assert is_elsewhere(text, question)


def test_cities_and_the_like_tell_the_country_where_they_count() -> None:
    assert is_elsewhere("At Santiago de Compostela in Spain 79 died.", "How many died on the Shinkansen?", cities=True)
    assert is_elsewhere("The line from Madrid carries few.", "How many passengers has Japan's railway?", cities=True)
    assert not is_elsewhere("The line from Tokyo carries many.", "How many passengers has Japan's railway?", cities=True)
    assert not is_elsewhere("韩国高铁的时速为305公里。", "KTX的速度是多少？", cities=True)
    assert not is_elsewhere("The line from Madrid carries few.", "How many passengers has Japan's railway?")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("中國高鐵全長4.8萬公里。", "中国高铁的里程是多少？"),
        ("全国高速铁路营业里程为37,929公里。", "中国高铁的里程是多少？"),
        ("南韓的高速鐵路在2004年通車。", "韩国高铁的发展"),
        ("日本东海道新干线的客流远高于中国的平均水平。", "中国高铁的客流"),
        ("The Chinese network is 48,000 km long.", "How long is China's network?"),
        ("American plants cost more.", "What does a plant cost in the United States?"),
        ("British output fell.", "How much did the UK produce?"),
        ("英国的产量下降。", "英格兰的产量是多少？"),
        ("紐西蘭的產量下降。", "新西兰的产量是多少？"),
        ("Germany built most of them.", "How many plants does Europe have?"),
        ("Germany built most of Europe's plants.", "How many plants has China?"),
        ("アメリカの工場は高い。", "米国の工場の費用は"),
        ("The plant cost 3 million euros.", "What did the plant in Germany cost?"),
        ("France built it.", "What did the plant cost?"),
        ("法國的成本較高。", "欧洲高铁的成本是多少？"),
        ("スペインの路線は長い。", "ヨーロッパの路線の長さは"),
        ("For Europe the World Bank quotes more than for China.", "What do lines cost in Europe?"),
    ],
)
def test_a_text_may_speak_of_what_is_asked(text: str, question: str) -> None:
    assert not is_elsewhere(text, question)


@pytest.mark.parametrize(
    "text", ["Global capacity reached 55.7 GW.", "全球装机达到55.7吉瓦。", "世界の容量は55.7GWだ。", "세계 용량은 55.7GW다."]
)
def test_what_is_said_of_the_whole_world_is_said_of_no_country(text: str) -> None:
    assert is_unsaid("Germany", "Capacity reached 55.7 GW.")
    assert not is_unsaid("Germany", text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("東京至新大阪515公里；北京南至上海虹橋1,318公里；台北至左營339公里", {"日本", "中国", "台湾"}),
        ("Tohoku Shinkansen trains reach 320 km/h.", {"Japan"}),
        ("서울과 부산 사이의 소요 시간", {"한국"}),
        ("每度水超過新台幣30元", {"台湾"}),
        ("Comparison of prices", set()),
    ],
)
def test_a_country_is_known_by_its_cities(text: str, names: set[str]) -> None:
    assert lands(text) == names


def test_a_text_is_at_home_unless_it_names_something_abroad() -> None:
    assert is_at_home("日本", "東海道新幹線の建設費は約3,800億円である。")
    assert not is_at_home("日本", "上海のトランスラピッドはドイツの技術である。")
    assert not is_at_home("日本", "欧州の鉄道は遅い。")
    assert not is_at_home("", "建設費は約3,800億円である。")


OTHER = [
    ("この工場は紙の半分を韓国に輸出した。", "紙の半分は台湾に輸出された。", ("台湾", "韓国")),
    ("절반을 일본에 수출했다.", "절반은 베트남으로 수출되었다.", ("베트남", "일본")),
    ("在中国生产，出口越南。", "在中国生产，出口泰国。", ("泰国", "越南")),
    ("米国の輸出が増えた。", "アメリカの輸出が増えた。", None),
    ("柏林的工厂出口到法国。", "德国的工厂出口到法国。", None),
    ("日韓関係は改善した。日本は歓迎した。", "韓国は歓迎した。", None),
    ("El papel se exporta a Chile.", "El papel se exporta a Cuba.", None),
]


@pytest.mark.parametrize(("source", "claim", "found"), OTHER)
def test_a_country_that_stands_in_another_s_place_is_found(source: str, claim: str, found: tuple[str, str] | None) -> None:
    assert other_country(claim, [source]) == found
