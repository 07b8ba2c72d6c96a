"""Questions for figures and reasons: what is asked for, what counts as evidence for it, and that an abstract opens with it."""

from __future__ import annotations

import pytest
from extractive_corpus import digested, headings
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.cause import gives_cause
from dr_core.stage.extractive.facet import BY_ID, asked, speaks
from dr_core.stage.extractive.measure import kind_of, measures
from dr_core.stage.extractive.quantity import BY_UNIT, NONE, SAME_SENTENCE, states
from dr_core.stage.extractive.want import parts, told, wants
from dr_core.text import sentences
from dr_core.text.unit import spellings

TRAM = (
    "# The tram of Port Aveling\n\nPort Aveling is a harbour city of 412,000 inhabitants. Its tram was closed in 1958 and came "
    "back in 2016, when the first line of the new network opened between the ferry terminal and the university.\n\n"
    "## The network\n\nThe network has three lines with 58 stops. Together they are 34.2 km long, of which 6 km run in a "
    "tunnel under the old town. Line 3 to the airport was opened in May 2022.\n\n"
    "## Vehicles\n\nThe 44 cars are built by a Spanish maker. Each is 43 m long, has room for 290 people and draws about 4.1 "
    "kWh per kilometre, a fifth of which is recovered when braking. The cars have air conditioning and low floors "
    "throughout.\n\n"
    "## How the money was found\n\nResidents had rejected a first plan in a referendum in 2004, because it foresaw a higher "
    "property tax. The second plan passed in 2009, since it relied on parking fees.\n\nThe first line was built for 610 "
    "million pounds, 18 percent over the estimate. Lines 2 and 3 kept to their budgets.\n\n"
    "## Riders\n\nIn 2023 the tram carried 31 million passengers, against a forecast of 24 million. A single ticket is 2.40 "
    "pounds; a monthly pass is 62 pounds. The ride from the ferry terminal to the airport takes 38 minutes.\n\n"
    "## Next steps\n\nA fourth line to the stadium is to be decided in 2027. The transport office expects it to cost 290 "
    "million pounds and to open in 2031 at the earliest.\n"
)
RESERVOIR = (
    "# 青石水库扩建工程\n\n青石水库位于临江市西北约40公里处，1974年建成，是该市最主要的饮用水源。"
    "2019年启动的扩建工程于2024年10月完工。\n\n"
    "## 建设过程\n\n由于地质条件复杂，坝基处理多花了14个月，工期因此从三年延长到四年半。\n\n"
    "## 主要参数\n\n大坝由62米加高到81米，总库容由1.9亿立方米增加到3.4亿立方米。新增的两台水轮机装机容量为36兆瓦，"
    "每年可发电1.1亿千瓦时。\n\n"
    "## 资金来源\n\n中央财政承担四成，省级财政承担三成。扩建工程总投资为27.6亿元，比2018年的估算多出5.2亿元。"
    "超支的主要原因是征地标准提高和坝基处理。\n\n"
    "## 供水效果\n\n扩建后，日供水能力由45万吨提高到80万吨。居民水价由每吨2.9元调整为3.3元。2025年春旱期间，"
    "临江市没有实行限水。\n"
)
SPA = (
    "# 白嶺温泉の再生\n\n白嶺温泉は標高1,120mの山あいにある温泉地で、江戸時代から湯治場として知られてきた。"
    "最盛期の1991年には年間64万人が宿泊したが、2012年には19万人まで落ち込んだ。\n\n"
    "## 衰退の背景\n\n団体旅行が減ったため、大型旅館の経営は次々に行き詰まった。"
    "2008年には最大の旅館が負債38億円を抱えて廃業した。\n\n"
    "## 共同浴場\n\n町は2015年、三つの共同浴場を改修した。源泉の温度は68度で、毎分1,400リットルが湧き出る。"
    "入浴料は大人600円、子ども300円である。\n\n"
    "## 再生の取り組み\n\n2014年に若手の経営者たちがまちづくり会社を設立した。改修の費用は総額12億円で、"
    "その半分を国の補助金でまかなった。\n\n"
    "## 現在\n\n2024年の宿泊者数は41万人に回復し、そのうち外国人は9万人であった。東京からは新幹線とバスで約2時間50分かかる。\n"
)
BRIDGE = (
    "# 해무대교 건설 사업\n\n해무대교는 본토의 은포시와 해무도를 잇는 해상 교량이다. 2017년 3월 착공하여 2023년 11월 "
    "개통했다.\n\n"
    "## 설계\n\n다리의 총연장은 7.8km이고, 주탑의 높이는 198m이다. 설계 풍속은 초속 72m이며 규모 6.5의 지진에 견디도록 "
    "했다.\n\n"
    "## 공사\n\n2019년 태풍으로 가설 교각이 무너지면서 공사가 9개월 지연되었다. 그 때문에 개통은 당초 계획보다 1년 "
    "늦어졌다.\n\n"
    "## 재원\n\n총사업비는 9,460억 원으로, 국비가 70%, 지방비가 30%를 차지했다.\n\n"
    "## 통행과 요금\n\n개통 첫해 하루 평균 교통량은 1만 8,200대였다. 승용차 통행료는 3,200원이며 섬 주민은 무료이다.\n\n"
    "## 지역의 변화\n\n해무도의 관광객은 2022년 31만 명에서 2024년 96만 명으로 늘었다. 여객선 회사는 승객이 줄어든 탓에 "
    "운항을 중단했다.\n"
)
SECTIONS = {
    "en": ("Costs and economics", "Lines and length", "Passengers"),
    "zh": ("成本与经济性", "规模与增长", "原因"),
    "ja": ("費用と経済性", "背景と定義", "輸送人員"),
    "ko": ("비용과 경제성", "노선과 길이", "원인"),
}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("每立方米水耗电约3～4千瓦时。", {"energy"}), ("产水成本为每吨5～8元。", {"money"}),
        ("约为其他国家的三分之二。", {"percent"}),
        ("17 to 21 million US dollars per kilometre", {"money"}), ("It opened on 1 October 1964.", {"date"}),
        ("2007年1月5日先由板橋通車", {"date"}), ("2023년 8월 31일 10억 명을 넘었고", {"date", "people"}),
        ("up to 320 km/h", {"speed"}), ("시속 305km", {"speed", "length"}), ("over 6,000 cycles", {"duration"}),
        ("1994年から1995年にかけては295日", {"date", "duration"}), ("全長515km、乗客は1億7,400万人", {"length", "people"}),
        ("源泉の温度は68度である。", {"temperature", "energy"}), ("Twelve years later", {"duration"}),
        ("Die Karte kostet 9.20 Franken.", {"money"}),
        ("less than half a US dollar", {"money", "percent"}), ("2000 dollars a head", {"money", "date"}),
        ("ranked third", set()), ("a year of the prices", set()),
    ],
)  # fmt: skip
def test_the_kinds_of_figure_that_a_text_holds_are_known(text: str, kinds: set[str]) -> None:
    assert measures(text) - {"count"} == kinds
    assert ("count" in measures(text)) is bool(kinds - {"date"})


def test_a_unit_tells_its_kind() -> None:
    assert kind_of("usd") == "money" and kind_of("wh") == "energy" and kind_of("byte") == ""
    assert {"km", "公里", "킬로미터"} <= set(spellings("m")) and "kg" not in spellings("m")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("海水淡化的成本与能耗是多少？", ["成本", "能耗"]),
        ("What is the efficiency and price of grid batteries?", ["efficiency", "price"]),
        ("What does a kilometre of high-speed rail cost?", ["cost"]),
        ("What does a tram ticket cost?", ["ticket"]),
        ("What are the fares and the cost of the line?", ["fares", "cost"]),
        ("How fast are high-speed trains, and how many passengers do they carry?", ["fast", "passengers"]),
        ("台灣高鐵的票價與準點率是多少？", ["票價", "準點"]),
        ("東海道新幹線の所要時間と利用者数はどれくらいですか？", ["所要時間", "利用者"]),
        ("KTX의 요금과 소요 시간은 얼마인가?", ["요금", "소요 시간"]),
        ("钠离子电池的能量密度是多少？", ["能量密度"]),
        ("What share of long-distance trains in Germany is on time?", ["on time"]),
        ("한국의 ESS 보급량은 얼마인가?", []),
        ("What energy source was used?", []),
        ("Which company paid the cost?", []),
        ("Desalination: energy, cost and environment", []),
    ],
)
def test_the_quantities_that_a_question_asks_for_are_found_by_its_own_words(question: str, words: list[str]) -> None:
    assert [want.words for want in wants(question) if want.measure and want.measure.is_named and want.sure] == words


def test_what_how_many_counts_is_what_stands_behind_it() -> None:
    (shared,) = wants("How many companies shared the cost?")
    assert shared.measure is not None and not shared.measure.is_named and shared.measure.kinds == {"count"}
    (people,) = wants("青石水库迁移了多少人？")
    assert people.measure is not None and people.measure.kinds == {"people"}


def test_a_price_may_be_asked_for_without_a_name() -> None:
    (price,) = wants("白嶺のりんごはいくらですか？")
    assert price.measure is not None and not price.measure.is_named and price.measure.kinds == {"money"}


def test_the_quantity_whose_reasons_are_asked_for_is_known() -> None:
    (why,) = wants("Why did the first line cost more than planned?")
    assert why.cause and why.about is not None and why.about.side == "cost"


def test_a_question_is_cut_into_the_questions_it_is_made_of() -> None:
    assert parts("How much energy does it need and what does it cost?") == (
        "How much energy does it need and ",
        "what does it cost?",
    )
    assert parts("リニアの工事費はいくらで、いつ開業するのか？") == ("リニアの工事費はいくらで、", "いつ開業するのか？")
    assert parts("中国、日本和韩国的高铁票价是多少？") == ("中国、日本和韩国的高铁票价是多少？",)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("IPCC为什么表示歉意？", True), ("台灣高鐵為什麼虧損？", True), ("为什么高铁准点？", True), ("成本為何上升？", True),
        ("这一段路被命名为什么？", False), ("卡洛琳堡改名为什么？", False), ("這種電池被稱為什麼？", False),
    ],
)  # fmt: skip
def test_a_chinese_question_for_a_name_is_none_for_a_reason(question: str, why: bool) -> None:
    assert any(want.cause for want in wants(question)) is why
    assert (BY_ID["reasons"] in asked(question)) is why


def test_a_sentence_states_a_quantity_by_name_or_by_a_unit_that_tells() -> None:
    (energy,) = wants("How much energy does desalination need?")
    (fare,) = wants("What are the fares?")
    assert energy.measure is not None and fare.measure is not None
    assert states(energy.measure, "New plants use 3 to 4 kWh.") == SAME_SENTENCE
    assert states(energy.measure, "The value was 3 kWh.") == BY_UNIT
    assert states(energy.measure, "It needs much energy.") == NONE
    assert states(fare.measure, "The company owes 6 billion dollars.") == NONE
    text = "Fares rose. The debt is 6 billion dollars. A car draws energy, about 4 kWh per km."
    assert told([energy.measure, fare.measure], text) == [energy.measure]


@pytest.mark.parametrize(
    "sentence",
    [
        "Prices rose because of a drought.", "由于地质条件复杂，工期延长。", "団体旅行が減ったため、旅館は行き詰まった。",
        "승객이 줄어든 탓에 운항을 중단했다.", "超支的主要原因是征地标准提高。",
    ],
)  # fmt: skip
def test_a_sentence_that_gives_a_reason_is_known(sentence: str) -> None:
    assert gives_cause(sentence) and not gives_cause("The tram has 44 cars. 共有44辆车。車両は44両である。차량은 44대이다.")


def test_a_figure_that_is_asked_for_is_evidence_whatever_its_heading() -> None:
    state, arranged = digested("海水淡化的成本与能耗是多少？")
    assert any("每立方米水耗电约3～4千瓦时" in found.text for found in state.evidence.values())
    assert {"成本与经济性", "能耗"} <= set(headings(state, arranged))
    assert arranged.abstract is not None
    opening = "".join(state.evidence[cite].text for cite in arranged.abstract["cite_ids"][:2])
    assert "每吨5～8元" in opening and "3～4千瓦时" in opening


def test_an_abstract_speaks_of_what_was_asked_for() -> None:
    state, arranged = digested("What does a kilometre of high-speed rail cost, and does it pay?")
    assert arranged.abstract is not None and "million US dollars per kilometre" in arranged.abstract["text"][:200]
    told = [state.evidence[cite] for cite in arranged.abstract["cite_ids"]]
    off = [found.text for found in told if not speaks(found.text, [BY_ID["cost"]]) and "money" not in measures(found.text)]
    assert off == []


@pytest.mark.parametrize(
    ("text", "question", "wanted"),
    [
        (
            TRAM,
            "How much did the tram of Port Aveling cost, and how long is the network?",
            ("610 million pounds", "34.2 km long"),
        ),
        (TRAM, "What does a tram ticket cost in Port Aveling?", ("2.40 pounds",)),
        (TRAM, "How much energy does a tram car in Port Aveling use?", ("4.1 kWh",)),
        (TRAM, "How many passengers does the Port Aveling tram carry?", ("31 million passengers",)),
        (TRAM, "Why did residents of Port Aveling reject the first plan?", ("because it foresaw a higher property tax",)),
        (TRAM, "How long does the ride to the airport take?", ("38 minutes",)),
        (RESERVOIR, "青石水库扩建工程花了多少钱？", ("27.6亿元",)),
        (RESERVOIR, "青石水库每年发多少电？", ("1.1亿千瓦时",)),
        (RESERVOIR, "青石水库扩建为什么超支？", ("超支的主要原因是征地标准提高",)),
        (SPA, "白嶺温泉の入浴料はいくらですか？", ("大人600円",)),
        (SPA, "白嶺温泉の源泉の温度はどれくらいですか？", ("68度",)),
        (SPA, "白嶺温泉はなぜ衰退したのか？", ("団体旅行が減ったため",)),
        (SPA, "東京から白嶺温泉まで何時間かかりますか？", ("約2時間50分",)),
        (BRIDGE, "해무대교의 사업비와 길이는 얼마인가?", ("9,460억 원", "7.8km")),
        (BRIDGE, "해무대교 통행료는 얼마입니까?", ("3,200원",)),
        (BRIDGE, "해무대교 개통은 왜 늦어졌는가?", ("그 때문에 개통은",)),
    ],
)
def test_an_abstract_opens_with_the_figures_and_reasons_that_are_asked_for(
    text: str, question: str, wanted: tuple[str, ...]
) -> None:
    page = page_of(text)
    state = state_of(question, [page], SECTIONS[page.language.split("-")[0]])
    arranged = digest_of(state)
    assert arranged.abstract is not None
    opening = arranged.abstract["text"]
    spans = sentences(opening, state.language)
    first = opening[: spans[min(len(spans), 1 + 2 * (len(wanted) > 1) + (len(wanted) == 1)) - 1].end]
    assert all(figure in first for figure in wanted), opening


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Does high-speed rail pay for itself?", "repaid its construction cost within about twelve years"),
        ("海水淡化廠的鹵水對環境有什麼影響？", "鹵水"),
        ("Why has reverse osmosis become more efficient?", "Membranes became more permeable"),
        ("Why did the cost of the Chuo maglev rise?", "as the main reasons for the increase"),
        ("なぜリニアの工事費は増えたのか？", "物価の高騰"),
        ("KTX 사업비는 왜 늘어났는가?", "물가와 환율, 설계 변경"),
        ("한국 ESS 화재의 원인은 무엇인가?", "네 가지를 원인으로"),
        ("台灣高鐵的財務問題是怎麼發生的？", "由於初期運量不如預期"),
        ("香港海水化淡廠的成本是多少？", "每立方公尺13港元"),
    ],
)
def test_an_abstract_opens_with_what_a_heading_or_a_reason_answers(question: str, wanted: str) -> None:
    state, arranged = digested(question)
    assert arranged.abstract is not None
    assert wanted in "".join(state.evidence[cite].text for cite in arranged.abstract["cite_ids"][:3])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("台湾高铁的票价和准点率如何？", ["票价", "准点"]), ("台灣高鐵的票價怎麼樣", ["票價"]),
        ("新幹線の料金と定時率はどうですか？", ["料金", "定時"]), ("新幹線の運賃は？", ["運賃"]),
        ("KTX의 요금과 정시율은 어떻습니까?", ["요금", "정시"]), ("如何提高准点率？", []), ("准点率如何提高？", []),
        ("料金はどうして高いのか", []),
    ],
)  # fmt: skip
def test_how_a_price_or_a_rate_is_asks_for_a_figure(question: str, words: list[str]) -> None:
    assert [want.words for want in wants(question) if want.measure and want.sure] == words


@pytest.mark.parametrize(
    ("sentence", "stated"),
    [
        ("but nobody aboard was killed", True), ("No passenger has died in a collision.", True),
        ("台灣高鐵沒有發生過造成旅客死亡的列車事故。", True), ("乗客の死亡は一度もない。", True),
        ("승객 사망 사고는 없었다.", True),
        ("Deaths are recorded by the operator.", False), ("无人机很安全，死亡率未公布。", False),
    ],
)  # fmt: skip
def test_that_nobody_died_tells_how_many_did(sentence: str, stated: bool) -> None:
    (want,) = wants("How many people died?")
    (riders,) = wants("How many passengers has it?")
    assert want.measure is not None and riders.measure is not None
    assert bool(states(want.measure, sentence)) is stated
    assert not states(riders.measure, sentence)


def test_figures_are_told_with_the_sentence_before_them_that_names_what_they_are() -> None:
    _, arranged = digested("新幹線の定時率はどのくらいですか？")
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("JR東海が公表するのは定時運行率ではなく、")
    assert "平均遅延時間である。2011年度は36秒" in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("香港的海水淡化厂产能有多大？", "每日產量13.5萬立方公尺", "4.8萬噸"),  # its heading names it
        ("How many people died in accidents of the Shinkansen?", "nobody aboard was killed", "79 or 80"),
    ],
)
def test_the_figure_of_another_country_is_no_answer(question: str, told: str, not_told: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    assert told in arranged.abstract["text"] and not_told not in arranged.abstract["text"][:200]


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("沖縄の海水淡水化のコストはいくらですか", "沖縄の約170円は"),
        ("What does a kilometre of high-speed line cost in Europe?", "For Europe the World Bank quotes 25 to 39 million dollars"),
        ("中国高铁的债务有多少", "国铁集团2023年底的负债约为6.1万亿元。"),
        ("内蒙古的新型储能装机是多少", "内蒙古：累计装机（万千瓦） 1,023。"),
        (
            "What is the energy density of CATL's Naxtra cell?",
            "CATL announced its first sodium-ion cell in July 2021 with 160 Wh/kg.",
        ),
    ],
)
def test_the_figure_of_the_asked_place_and_thing_opens_the_abstract(question: str, opens: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith(opens), arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "is_speed"),
    [
        ("How fast is the Shinkansen?", True),
        ("How fast do trains on the fast-growing network of Spain go?", True),
        ("How fast did grid batteries grow?", False),
        ("How fast are sea levels rising?", False),
        ("高铁有多快？", True),
        ("储能增长有多快？", False),
        ("新幹線はどれくらい速いか", True),
        ("蓄電池はどれくらい速く増えているか", False),
        ("Wie schnell ist der ICE?", True),
        ("Wie schnell wächst die Zahl der Batteriespeicher?", False),
    ],
)
def test_how_fast_something_grows_is_no_speed(question: str, is_speed: bool) -> None:
    assert any(want.measure and want.measure.side == "speed" for want in wants(question)) is is_speed


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How large is the capacity of the plant?", ["capacity"]),
        ("How big is the budget?", ["budget"]),
        ("How large is the park?", ["How large"]),
        ("How large is the park, and what did it cost?", ["How large", "cost"]),
    ],
)
def test_how_large_a_quantity_is_asks_for_no_area(question: str, asked: list[str]) -> None:
    assert [want.words for want in wants(question)] == asked
