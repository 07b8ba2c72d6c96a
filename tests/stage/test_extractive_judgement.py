"""Questions that compare things or list sides of a subject: what is compared, by what, and that an abstract answers each."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.criterion import criteria, lists
from dr_core.stage.extractive.rival import contrasts, rivals

BOILER = (
    "# Heat pumps and gas boilers for old houses\n\n"
    "Most houses in the north are still heated with gas. Grants have made heat pumps more common since 2020, and installers "
    "now offer both.\n\n"
    "## How they work\n\nA gas boiler burns fuel and heats water to 70 °C. A heat pump takes heat from the air outside and "
    "brings it to a higher temperature with a compressor.\n\n"
    "## Noise, space and cost\n\nThe outdoor unit of a heat pump must stand three metres from the neighbour's window. A boiler "
    "hangs on a wall. Radiators may have to be replaced.\n\n"
    "Buying and fitting a heat pump costs 11,000 to 16,000 pounds before grants. A gas boiler is installed for about 3,000 "
    "pounds.\n\n"
    "## Outlook\n\nFrom 2035 no new gas boilers are to be sold. Makers expect prices of heat pumps to fall by a quarter.\n"
)
BUS = (
    "# 电动公交与柴油公交的运营经验\n\n临江市自2018年起更换公交车辆，目前两种车型并存。市民对新车的评价普遍较好。\n\n"
    "## 车辆与成本\n\n电动公交采用低地板设计，车内设有充电接口。柴油公交的座位略多。\n\n"
    "电动公交每辆售价约为180万元，每百公里电费约90元。柴油公交每辆约80万元，每百公里油费约230元。\n\n"
    "## 噪声与排放\n\n电动公交行驶时的噪声比柴油公交低约10分贝。"
    "柴油公交每公里排放约1.1千克二氧化碳，电动公交按当前电网计算约为0.5千克。\n\n"
    "## 展望\n\n到2030年，临江市计划淘汰全部柴油公交。\n"
)
SCHOOL = (
    "# 木造校舎と鉄筋校舎の比較\n\n白嶺町では2010年以降、三つの校舎が建て替えられた。木造を選ぶ町が増えている。\n\n"
    "## 建設と費用\n\n木造校舎は地元の杉を使う。鉄筋校舎は工場で作った部材を組み立てる。\n\n"
    "木造校舎の建設費は1m2当たり約38万円であった。鉄筋校舎の建設費は1m2当たり約42万円で、工期は三か月長い。\n\n"
    "## 安全性\n\n木造校舎は火災に弱いとされるが、太い柱は表面が炭化して燃え進みにくい。"
    "鉄筋校舎は地震の揺れに強く、避難所に指定されている。\n\n"
    "## 今後\n\n町は2030年までに残る二つの校舎を建て替える予定である。\n"
)
STREETCAR = (
    "# 노면전차와 간선버스의 운영 비교\n\n임강시는 2015년에 간선버스를, 2020년에 노면전차를 도입했다. "
    "두 교통수단은 중앙역에서 만난다.\n\n"
    "## 건설과 비용\n\n노면전차는 바닥이 낮아 타기 쉽다. 간선버스는 전용 차로를 달린다.\n\n"
    "노면전차의 건설비는 1km당 약 310억 원이었다. 간선버스의 건설비는 1km당 약 40억 원에 그쳤다.\n\n"
    "## 속도\n\n노면전차의 평균 속도는 시속 22km이다. 간선버스는 시속 19km로 조금 느리다.\n\n"
    "## 전망\n\n시는 2030년까지 노면전차 2호선을 건설할 계획이다.\n"
)


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("How do sodium-ion and LFP batteries compare for grid storage by cost?", ("sodium-ion", "LFP batteries")),
        ("How does maglev compare with ordinary rail in speed?", ("maglev", "ordinary rail")),
        ("How do the cost and speed of railways compare in Europe and Asia?", ("Europe", "Asia")),
        ("Which is better for storage, sodium-ion or LFP?", ("sodium-ion", "LFP")),
        ("Is sodium-ion cheaper than LFP?", ("sodium-ion", "LFP")),
        ("Heat pumps vs gas boilers: cost and emissions", ("Heat pumps", "gas boilers")),
        ("What do railways cost in France, Germany and Spain?", ("France", "Germany", "Spain")),
        ("What are the cost and safety of batteries?", ()),
        ("Costs, speed and passengers of high-speed rail", ()),
        ("钠离子电池与磷酸铁锂电池在成本和安全方面如何比较？", ("钠离子电池", "磷酸铁锂电池")),
        ("比较钠离子电池与磷酸铁锂电池在电网储能中的性能与成本", ("钠离子电池", "磷酸铁锂电池")),
        ("钠离子电池比磷酸铁锂电池便宜吗？", ("钠离子电池", "磷酸铁锂电池")),
        ("中国高铁的速度、成本与客流如何？", ()),
        ("海水淡化的成本与能耗是多少？", ()),
        ("台灣與香港的海水淡化在成本與規模方面如何比較？", ("台灣", "香港")),
        ("台灣的高鐵與日本的新幹線哪個快？", ("台灣的高鐵", "日本的新幹線")),
        ("比亚迪、特斯拉和吉利2024年销量比较", ("比亚迪", "特斯拉", "吉利")),
        ("哪个更贵，热泵还是燃气锅炉？", ("热泵", "燃气锅炉")),
        ("リニア中央新幹線と東海道新幹線を速度と費用で比較", ("リニア中央新幹線", "東海道新幹線")),
        ("リニアは東海道新幹線より速いか", ("リニア", "東海道新幹線")),
        ("新幹線の安全性と定時性はどうか", ()),
        ("KTX와 SRT를 속도와 요금으로 비교하면?", ("KTX", "SRT")),
        ("KTX는 SRT보다 빠른가?", ("KTX", "SRT")),
        ("KTX의 속도, 사업비와 이용객은 어떠한가?", ()),
        ("日本、中国、台湾の高速鉄道は、速度・費用・安全性でどう違いますか？", ("日本", "中国", "台湾")),
        ("東京・大阪・名古屋の家賃はどう違うか", ("東京", "大阪", "名古屋")),
        ("近年、日本の高齢化はどう進んだか", ()),
        ("AI、IoT、ロボットの導入で農業はどう変わるか", ()),
        ("일본, 중국, 대만의 고속철도는 속도, 비용, 안전에서 어떻게 다른가?", ("일본", "중국", "대만")),
        ("日本、中國、台灣和韓國的高鐵有何不同？", ("日本", "中國", "台灣", "韓國")),
        ("How do Japan, China, Taiwan and Korea differ in speed?", ("Japan", "China", "Taiwan", "Korea")),
    ],
)
def test_the_things_that_a_question_sets_side_by_side_are_told_from_sides_of_one(question: str, things: tuple[str, ...]) -> None:
    assert rivals(question) == things


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("How do LFP cells compare with others by cost and safety?", ["cost", "safety"]),  # "cells" belong to the subject
        ("Is sodium-ion or LFP better by cost, energy density and cold performance?", ["cost", "performance", "performance"]),
        ("Desalination: energy, cost and environment", ["energy", "cost", "environment"]),
        ("中国高铁的速度、成本与客流如何？", ["speed", "cost", "passengers"]),
        ("分析海水淡化的成本與耗能，以及鹵水對環境的影響", ["cost", "energy", "environment"]),
        ("新幹線の安全性と定時性、輸送人員", ["safety", "punctuality", "passengers"]),
        ("KTX의 속도, 사업비와 이용객", ["speed", "cost", "passengers"]),
    ],
)
def test_the_sides_that_a_question_lists_are_its_criteria(question: str, sides: list[str]) -> None:
    assert lists(question)
    assert [one.facet.id for one in criteria(question)] == sides


@pytest.mark.parametrize(
    "question", ["Where are issues like abortion and drug policy legislated on?", "环保主义者担心亚马逊地区会排放什么？"]
)
def test_words_of_a_subject_that_could_be_sides_are_no_list(question: str) -> None:
    assert not lists(question)
    assert not contrasts(question)


def test_a_large_plant_says_nothing_of_its_scale() -> None:
    (scale, _) = criteria("福岡と沖縄の海水淡水化を規模とコストで比較")
    assert scale.is_said("施設の規模は小さい。", "")
    assert not scale.is_said("大規模な施設は二つである。", "")


def test_high_speed_rail_says_nothing_of_a_speed() -> None:
    (speed, _) = criteria("How does maglev compare with rail in speed and cost?")
    assert speed.is_said("Its top speed is 431 km/h.", "")
    assert not speed.is_said("High-speed rail began in Japan.", "")


def test_a_top_speed_is_a_speed_though_high_speed_is_none() -> None:
    for question in ("新幹線の最高速度と費用は？", "高铁的最高速度和成本如何？"):
        (speed, _) = criteria(question)
        assert speed.measure is not None and speed.measure.kinds == {"speed"}
        assert speed.has_figure("最高速度は時速320kmである。", "")
        assert not speed.names("高速度鋼の費用")


@pytest.mark.parametrize(
    ("text", "question", "sections", "opening"),
    [
        (
            BOILER,
            "Heat pump or gas boiler: which is cheaper?",
            ("Comparison", "Costs and economics", "How it works"),
            "Buying and fitting a heat pump costs 11,000 to 16,000 pounds before grants. A gas boiler is installed for about",
        ),
        (
            BUS,
            "电动公交比柴油公交便宜吗？",
            ("比较", "成本与经济性", "环境影响"),
            "电动公交每辆售价约为180万元，每百公里电费约90元。柴油公交每辆约80万元",
        ),
        (
            SCHOOL,
            "木造校舎と鉄筋校舎を費用と安全性で比較してください",
            ("比較", "費用と経済性", "安全性"),
            "木造校舎の建設費は1m2当たり約38万円であった。鉄筋校舎の建設費は1m2当たり約42万円で、工期は三か月長い。"
            "木造校舎は火災に弱いとされるが",
        ),
        (
            STREETCAR,
            "노면전차와 간선버스를 비용과 속도로 비교하면?",
            ("비교", "비용과 경제성", "속도"),
            "노면전차의 건설비는 1km당 약 310억 원이었다. 간선버스의 건설비는 1km당 약 40억 원에 그쳤다. 노면전차의 평균 속도는",
        ),
    ],
)
def test_each_criterion_is_answered_for_each_thing_by_sentences_that_speak_of_it(
    text: str, question: str, sections: tuple[str, ...], opening: str
) -> None:
    arranged = digest_of(state_of(question, [page_of(text)], sections))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(opening)


@pytest.mark.parametrize(
    ("question", "first", "others"),
    [
        (
            "How do sodium-ion and LFP batteries compare for grid storage by cost and safety?",
            "At the prices of 2024 and 2025 sodium-ion cells were not cheaper than LFP cells.",
            ("Both chemistries are considered safer than nickel-rich", "Sodium-ion is not fireproof. Its electrolyte"),
        ),
        (
            "Is sodium-ion or LFP better by cost, energy density and cold performance?",
            "At the prices of 2024 and 2025 sodium-ion cells were not cheaper than LFP cells.",
            (
                "Energy density of cells (Wh/kg) 100 to 175",
                "Cold is where sodium-ion is clearly better.",
                "An ordinary LFP cell may lose a third",
            ),
        ),
        ("Which is cheaper, sodium-ion or LFP?", "At the prices of 2024 and 2025 sodium-ion cells were not cheaper", ()),
        (
            "What do sodium-ion and LFP cells cost, and how safe are they?",
            "At the prices of 2024",
            ("Sodium-ion is not fireproof.",),
        ),
        ("Are sodium-ion batteries safe?", "Sodium-ion is not fireproof.", ()),
        (
            "Shinkansen or TGV: which is faster and safer?",
            "Tohoku Shinkansen trains reach 320 km/h, and so do TGV",
            ("derailed",),
        ),
        (
            "中国高铁的速度、成本与客流如何？",
            "2017年9月21日，复兴号在京沪高铁恢复时速350公里运营。",
            ("平均造价为每公里1,700万", "亿人次"),
        ),
        (
            "中国高速铁路的建设成本、最高速度与客流如何？",
            "世界银行2019年的研究显示，中国高铁的平均造价为每公里1,700万至2,100万美元",
            ("恢复时速350公里运营", "亿人次"),
        ),
        ("海水淡水化の費用とエネルギー消費", "福岡の造水コストは", ("1m3当たり210～220円",)),
        (
            "比较钠离子电池与磷酸铁锂电池在电网储能中的性能与成本",
            "宁德时代2021年7月发布第一代钠离子电池",
            ("磷酸铁锂储能电芯已降到",),
        ),
        ("钠离子电池比磷酸铁锂电池便宜吗？", "据国内行业媒体2025年的报价，磷酸铁锂储能电芯已降到", ("没有实现比磷酸铁锂便宜",)),
        (
            "台灣與香港的海水淡化在成本與規模方面如何比較？",
            "行政院長卓榮泰",
            ("每立方公尺13港元", "每日20萬噸", "13.5萬立方公尺"),
        ),
        ("分析海水淡化的成本與耗能，以及鹵水對環境的影響", "行政院長卓榮泰", ("約耗電3至4度", "1.42億立方公尺鹵水")),
        ("台灣高鐵的速度、票價與運量如何？", "列車最高營運時速300公里", ("台灣高鐵的最高時速高於東海道新幹線", "22萬人次")),
        ("台灣高鐵和日本新幹線哪個比較準時？", "準點率以誤點5分鐘以內計算", ("東海道新幹線公布的是每列車平均延誤時間",)),
        ("リニア中央新幹線と東海道新幹線を速度と費用で比較すると？", "営業運転の最高速度は時速505km", ("約1時間半", "385億円")),
        ("福岡と沖縄、どちらの海水淡水化が安いか", "福岡の造水コストは", ("沖縄の約170円は福岡より安く見える",)),
        (
            "新幹線の安全性と定時性はどの程度か？",
            "脱線や衝突による車内の乗客の死亡は一度もない",
            ("1列車当たりの平均遅延時間", "0.9分（54秒）"),
        ),
        ("リニア中央新幹線の工事費はなぜ増えたのか？", "2025年の増額分のうち、物価の高騰が2兆3,000億円", ()),
        (
            "日本、中国、台湾の高速鉄道は、速度・費用・安全性でどう違いますか？",
            "東海道新幹線：最高営業速度（km/h） 285。中国・京滬高速鉄道：最高営業速度（km/h） 350。",
            ("最終的に約3,800億円", "1億3,900万元", "乗客の死亡は一度もない"),
        ),
        (
            "钠离子电池和磷酸铁锂电池在成本、寿命和安全上有何不同？",
            "据国内行业媒体2025年的报价，磷酸铁锂储能电芯已降到",
            ("钠离子电池：循环寿命（次，厂商宣称） 3,000～10,000。磷酸铁锂电池：循环寿命", "运输和维护更安全"),
        ),
        (
            "한국과 일본의 고속철도는 속도에서 어떻게 다른가?",
            "KTX의 최고 영업속도는 시속 305 km이다.",
            ("일본의 443.0 km(1996년)에 이은 기록이다.",),
        ),
        ("KTX는 SRT보다 빠른가?", "KTX의 최고 영업속도는 시속 305 km이다.", ()),
        (
            "How do the high-speed railways of Japan, China and Taiwan differ in speed, cost and safety?",
            "The Fuxing trains of China run at 350 km/h",
            ("Tohoku Shinkansen", "Taiwanese, German", "17 to 21 million US dollars", "covers its full cost", "Near Wenzhou"),
        ),
        (
            "日本、中国和台湾的高铁在速度、成本和安全上有何不同？",
            "東京至新大阪515公里，最快2小時21分，平均時速約219公里；北京南至上海虹橋",
            ("平均造价为每公里1,700万", "台灣高鐵沒有發生過", "造成40人死亡"),
        ),
        (
            "日本、中國和台灣的高鐵在速度、成本和安全上有何不同？",
            "東京至新大阪515公里，最快2小時21分，平均時速約219公里；北京南至上海虹橋",
            ("台灣高鐵沒有發生過", "溫州事故"),
        ),
        ("KTX의 속도, 사업비와 이용객은 어떠한가?", "KTX의 최고 영업속도는", ("5조 8,462억 원", "하루 23만 명")),
    ],
)
def test_an_abstract_answers_what_is_compared_or_listed(question: str, first: str, others: tuple[str, ...]) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    text = arranged.abstract["text"]
    assert text.startswith(first)
    assert [part for part in others if part not in text] == []


def test_what_answers_a_comparison_is_told_though_it_is_part_of_a_dispute() -> None:
    _, arranged = digested("How do sodium-ion and LFP batteries compare for grid storage by cost and safety?")
    told = " ".join(one["text"] for one in arranged.analysis)
    assert arranged.abstract is not None
    assert "sodium-ion cells were not cheaper" in told and "sodium-ion cells were not cheaper" in arranged.abstract["text"]


def test_one_sentence_that_stands_out_does_not_empty_the_other_sections() -> None:
    state, arranged = digested("How do sodium-ion and LFP batteries compare for grid storage by cost and maturity?")
    assert state.plan is not None
    growth = next(section.id for section in state.plan.sections if section.title == "Scale and growth")
    assert any("California Energy Commission" in one["text"] for one in arranged.sections[growth])


RAILWAYS = (
    "# 三国铁路\n\n三国都在1990年代开通了第一条快线。\n\n## 速度\n\n"
    "1991年法国快线开通，设计时速260公里。2023年法国列车的最高时速为320公里。西班牙列车的最高时速为310公里。"
    "德国列车的最高时速为300公里。\n\n## 票价\n\n法国每百公里票价约12欧元。西班牙每百公里票价约9欧元。"
    "德国每百公里票价约15欧元，但有人说更贵。\n"
)


def test_each_of_three_things_is_told_of_by_the_newest_figure_in_service() -> None:
    question = "法国、西班牙和德国的列车在速度和票价上有何不同？"
    arranged = digest_of(state_of(question, [page_of(RAILWAYS)], ("速度", "成本与经济性")))
    assert arranged.abstract is not None
    text = arranged.abstract["text"]
    assert [one for one in ("320公里", "310公里", "300公里", "12欧元", "9欧元", "15欧元") if one not in text] == []
    assert "260公里" not in text


STUDY = (
    "# 日本の鉄道と中国の鉄道\n\n両国の鉄道を比べる。\n\n## 安全性\n\n"
    "「日本の鉄道では死亡事故が一度もない」と言われる。しかし、これは正確ではない。"
    "日本の鉄道では、脱線による乗客の死亡事故がない、というのが正確な言い方である。中国の鉄道では2011年の事故で40人が死亡した。\n\n"
    "## 速度\n\n日本の列車の最高速度は時速320kmである。中国の列車の最高速度は時速350kmである。\n"
)


def test_what_is_taken_back_is_not_told_where_the_right_version_is() -> None:
    arranged = digest_of(state_of("日本、中国の鉄道は安全性と速度でどう違うか？", [page_of(STUDY)], ("安全性", "速度")))
    assert arranged.abstract is not None
    text = arranged.abstract["text"]
    assert "正確な言い方である" in text and "40人が死亡" in text and "320km" in text and "350km" in text
    assert "一度もない" not in text or "しかし、これは正確ではない。" in text


def test_a_debt_is_no_cost_though_both_are_money() -> None:
    (cost, _) = criteria("How do France and Spain compare by cost and speed?")
    assert cost.has_figure("The line cost 3 billion euros.", "")
    assert not cost.has_figure("The operator has debts of 3 billion euros.", "")
