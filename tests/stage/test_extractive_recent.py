"""How things are now: a figure of some earlier time does not answer where its source goes on to tell a later one."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.extractive.tense import about_now, outdated, year_of
from dr_core.text import detect
from dr_core.text.form import ONE_FORM

BRIDGE = (
    "# The tram of Ravel\n\nThe tram of Ravel runs from the harbour to the hills and has eleven stops. Its cars are blue.\n\n"
    "## Running\n\nThe tram of Ravel was opened in 1931, and at that time its top speed was 25 km/h. A bridge was lost in a "
    "storm in 1953. Since 2019 the tram has run at a top speed of 60 km/h. Its cars were built in the workshops of the town.\n\n"
    "## Staff\n\nThe drivers wear a blue coat and a cap with a brass badge. Many of them come from the villages around.\n"
)
BRIDGE_JA = (
    "# 浜辺電鉄\n\n浜辺電鉄は港と丘を結ぶ路面電車で、停留所は11ある。車体は青い。\n\n"
    "## 運転\n\n浜辺電鉄は1931年に開業し、当時の最高速度は時速25kmであった。1953年の嵐で橋が流された。"
    "浜辺電鉄は2019年から最高時速60kmで走っている。車両は町の工場で造られた。\n\n"
    "## 職員\n\n運転士は青い上着と、真鍮の章のついた帽子を身につける。その多くは周りの村の出身である。\n"
)
BRIDGE_KO = (
    "# 바닷가전차\n\n바닷가전차는 항구와 언덕을 잇는 노면전차로 정류장이 11곳 있다. 차체는 파란색이다.\n\n"
    "## 운행\n\n바닷가전차는 1931년에 개통했고 당시 최고속도는 시속 25 km였다. 1953년 폭풍으로 다리가 떠내려갔다. "
    "바닷가전차는 2019년부터 시속 60 km의 속도로 달린다. 차량은 마을 공장에서 만들었다.\n\n"
    "## 직원\n\n기관사는 파란 웃옷과 놋쇠 휘장이 달린 모자를 쓴다. 많은 이가 가까운 마을 출신이다.\n"
)

TITLES = {
    "en": ("Network", "Staff"), "ja": ("路線", "職員"), "ko": ("노선", "직원"), "zh-Hans": ("线路", "职员"),
}  # fmt: skip
REST = "The drivers wear a blue coat and a cap. Many of them come from the villages around the town and walk to work.\n"
NETWORK = (
    "# Trams\n\nTrams run in Ravel from the harbour to the hills. Their cars are blue.\n\n## Network\n\nIn 2010 the tram "
    f"network of Ravel was 12 km long. By 2024 it had reached 31 km.\n\n## Staff\n\n{REST}"
)
NETWORK_JA = (
    "# 浜辺の電車\n\n浜辺電鉄は港と丘を結び、停留所は11ある。車体は青い。\n\n## 路線\n\n"
    "浜辺電鉄の総延長は2010年に12kmであった。2024年には31kmに達した。\n\n"
    "## 職員\n\n運転士は青い上着を身につける。その多くは周りの村の出身である。\n"
)
NETWORK_KO = (
    "# 바닷가의 전차\n\n바닷가전차는 항구와 언덕을 잇고 정류장이 11곳 있다. 차체는 파란색이다.\n\n## 노선\n\n"
    "바닷가전차 노선의 길이는 2010년 12 km였다. 2024년에는 31 km에 이르렀다.\n\n"
    "## 직원\n\n기관사는 파란 웃옷을 입는다. 많은 이가 가까운 마을 출신이다.\n"
)
NETWORK_ZH = (
    "# 海滨的电车\n\n海滨电车连接港口和山丘，共有11个车站。车身是蓝色的。\n\n## 线路\n\n2010年海滨电车的线路长度为12公里。"
    "公司公布，2024年达到31公里。\n\n## 职员\n\n司机穿蓝色的上衣。他们大多来自附近的村庄，每天步行上班。\n"
)


def test_the_speed_of_now_goes_before_the_speed_of_then() -> None:
    _, arranged = digested("中国高铁的最高运营速度是多少")
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith("2017年9月21日，复兴号在京沪高铁恢复时速350公里运营。"), arranged.abstract["text"]


@pytest.mark.parametrize(
    ("text", "question", "wanted", "other"),
    [
        (BRIDGE, "What is the top speed of the tram of Ravel?", "60 km/h", "25 km/h"),
        (BRIDGE_JA, "浜辺電鉄の最高速度は時速何キロか", "60km", "25km"),
        (BRIDGE_KO, "바닷가전차의 최고속도는 얼마인가?", "60 km", "25 km"),
        (BRIDGE, "What was the top speed of the tram of Ravel at first?", "25 km/h", "60 km/h"),
        (BRIDGE_JA, "浜辺電鉄の当時の最高速度は時速何キロだったか", "25km", "60km"),
    ],
)
def test_a_question_is_answered_for_its_time(text: str, question: str, wanted: str, other: str) -> None:
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "Speed")))
    assert arranged.abstract is not None
    opening = arranged.abstract["text"]
    assert wanted in opening and (other not in opening or opening.index(wanted) < opening.index(other)), opening


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How fast is the train?", True), ("How fast was the train?", False), ("How fast was it in 2011?", False),
        ("What is the speed of trains in 2011?", False), ("速度是多少", True),
        ("当时速度是多少", False), ("2011年的速度是多少", False),
        ("速度はどれくらいか", True), ("速度はどれくらいだったか", False), ("속도는 얼마인가", True), ("속도는 얼마였나", False),
    ],
)  # fmt: skip
def test_a_question_about_now_is_known(question: str, wanted: bool) -> None:
    assert about_now(question) is wanted


def test_a_sentence_says_that_it_tells_how_things_were() -> None:
    assert (
        outdated("当时最高运营时速为300公里。")
        and outdated("当時の最高速度")
        and outdated("당시 최고속도")
        and outdated("At first")
    )
    assert not outdated("复兴号以时速350公里运营。") and not outdated("Trains run at 350 km/h.")
    assert year_of("From 2011 to 2017, and 48 more.") == 2017 and year_of("No year.") == 0


@pytest.mark.parametrize(
    ("question", "text", "earlier", "later"),
    [
        (
            "How long is the tram network of Ravel?",
            NETWORK,
            "In 2010 the tram network of Ravel was 12 km long.",
            "By 2024 it had",
        ),
        (
            "浜辺電鉄の総延長はどれくらいか",
            NETWORK_JA,
            "浜辺電鉄の総延長は2010年に12kmであった。",
            "2024年には31kmに達した。",
        ),
        ("바닷가전차 노선의 길이는 얼마인가?", NETWORK_KO, "바닷가전차 노선의 길이는 2010년 12 km였다.", "2024년에는 31 km에"),
        ("海滨电车的线路长度是多少？", NETWORK_ZH, "2010年海滨电车的线路长度为12公里。", "公司公布，2024年达到31公里。"),
    ],
)
def test_a_figure_is_told_with_the_later_one_right_behind_it(question: str, text: str, earlier: str, later: str) -> None:
    told = digest_of(state_of(question, [page_of(text)], TITLES[detect(text)])).abstract
    assert told is not None and told["text"].startswith(earlier) and later in told["text"], told


@pytest.mark.parametrize("behind", ["The network will grow to 31 km by 2099.", "In 2024 the town elected a new mayor."])
def test_a_plan_or_another_quantity_right_behind_it_is_not(behind: str) -> None:
    question = "How long is the tram network of Ravel?"
    state = state_of(question, [page_of(NETWORK.replace("By 2024 it had reached 31 km.", behind))], TITLES["en"])
    asked = brief(question, "en", (), state.sources)
    found = answer(asked, items_of(list(state.evidence.values()), state.sources, ONE_FORM)).items
    assert [item.text for item in found] == ["In 2010 the tram network of Ravel was 12 km long."]


@pytest.mark.parametrize("question", ["中国高铁的发展", "中国高铁和欧洲高铁的里程比较"])
def test_an_abstract_that_tells_of_some_years_goes_on_to_the_last(question: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    assert "2020年为37,929公里。国铁集团公布，2024年底达到4.8万公里。" in arranged.abstract["text"]


def test_the_later_figure_of_another_country_is_not_one_of_the_same_thing() -> None:
    _, arranged = digested("中国高铁与日本新干线的比较")
    assert arranged.abstract is not None
    assert "2018年度" in arranged.abstract["text"] and "台湾高铁" not in arranged.abstract["text"]
