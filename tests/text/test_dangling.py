"""Sentences that lean on others, in the languages of reports."""

from __future__ import annotations

import pytest

from dr_core.text import terms
from dr_core.text.dangling import announces, dangles, leans, restricts, stands_alone, turns


@pytest.mark.parametrize(
    "sentence",
    [
        "It also lasts longer.",
        "However, prices rose.",
        "For that reason a project costs more.",
        "At that price cells promised savings.",
        "In April 2025 it presented a second generation.",
        "By the middle of the 2020s they had become common.",
        "First, two cities lie near each other.",
        "The two figures do not agree.",
        "One is fresh water; the other is brine.",
        "A second commission concluded that cells were at fault.",
        "Eine zweite Kommission nannte andere Gründe.",
        "Une deuxième commission a conclu le contraire.",
        "もう一つの委員会は別の原因を挙げた。",
        "此外，成本也下降了。",
        "這項政策把重心移向用戶端。",
        "两者并不矛盾。",
        "原因在于统计范围不同。",
        "しかし、これは正確ではない。",
        "主な理由は、着工が遅れたことである。",
        "いずれも死者は出ていない。",
        "다만 같은 조건에서 발열이 적다.",
        "이때 회사는 결과를 받아들였다.",
        "이는 기록이다.",
        "등록 전산망 개편이 끝나지 않았기 때문이다.",
        "用地取得の遅れと資材価格の高騰が理由である。",
        "稚魚の生き残りが悪くなったためである。",
    ],
)
def test_a_sentence_that_points_back_is_known_by_its_beginning(sentence: str) -> None:
    assert dangles(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Item prices rose in 2024.",
        "Thistles grow on dry ground.",
        "There are 24 plants in operation.",
        "In 2021 the plant opened.",
        "The first TGV line opened in 1981.",
        "First Solar makes panels.",
        "A third of the trains were late.",
        "A second later the alarm rang.",
        "其他技術路線占0.7%。"[2:],
        "台灣高鐵有12站。",
        "并网时间是2024年。",
        "それまで6時間半を要した。"[4:],
        "新幹線は1964年に開業した。",
        "이용객은 10억 명을 넘었다.",
        "두산은 한국의 기업이다.",
    ],
)
def test_a_sentence_that_only_looks_like_it_does_not(sentence: str) -> None:
    assert not dangles(sentence)


def test_a_thing_taken_as_known_must_be_known() -> None:
    sentence = "The survey names three causes."
    assert leans(sentence, set(terms("battery prices")))
    assert not leans(sentence, set(terms("the price survey of 2025")))
    assert not leans("The plant at Kwinana opened in 2006.", set())
    assert not leans("The Tokaido Shinkansen opened in 1964.", set())
    assert leans("The cathode is a layered oxide.", set(terms("a comparison of batteries is made")))


def test_what_is_the_most_of_its_kind_needs_no_introduction() -> None:
    assert not leans("The most cited estimate comes from a study of 2019.", set())
    assert not leans("The largest plants boil water.", set())
    assert leans("The cited estimate was published later.", set())


def test_each_of_what_was_told_before_points_back() -> None:
    assert dangles("Each is 43 m long and has room for 290 people.")
    assert not dangles("Each tram is 43 m long.")


def test_what_stands_alone_points_at_nothing_outside_itself() -> None:
    assert stands_alone("LFP is the cheaper choice for most plants.", set())
    assert not stands_alone("The IEA expects them to supply less than 10 percent.", set())
    assert not stands_alone("Every kilowatt-hour that it delivers has been bought before.", set())
    assert not stands_alone("全国では、この数値が使われる。", set())
    assert not stands_alone("低温に強く、寒冷地に有望とされる。", set())
    assert stands_alone("新幹線は1964年に開業した。", set())


@pytest.mark.parametrize(
    "sentence",
    [
        "Note that this counts lines under construction.",
        "However, it should be noted that the sample was small.",
        "That figure includes lines built for 200 km/h.",
        "These numbers do not include taxes.",
        "But the two cannot be directly compared.",
        "More precisely, no passenger has died in a derailment.",
        "更准确地说，没有乘客在脱轨中死亡。",
        "より正確には、脱線による死者はいない。",
        "엄밀히 말하면 승객은 아니었다.",
        "需要注意，全国铁路旅客发送量包括普通列车。",
        "不過要注意的是，這是廠商公布的數字。",
        "但这一数字不包括土地费用。",
        "兩者不能直接比較。",
        "ただし、分岐器は欧州の仕様である。",
        "二つの数字を単純に比較できない。",
        "다만 청룡도 현재 시속 320 km로 영업하지는 않는다.",
        "두 수치는 직접 비교할 수 없다.",
    ],
)
def test_what_restricts_the_sentence_before_it_is_known(sentence: str) -> None:
    assert restricts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "However, prices fell again in 2024.",
        "This line includes nine tunnels.",
        "The price of lithium is not stable.",
        "Notes were taken by three clerks.",
        "The costs are paid by the state.",
        "但2024年价格再次下降。",
        "这条线路全长1,318公里。",
        "这是中国第一条高铁。",
        "しかし、2024年には価格が下がった。",
        "この路線は1964年に開業した。",
        "그러나 2024년에는 가격이 내렸다.",
    ],
)
def test_what_only_goes_on_or_turns_restricts_nothing(sentence: str) -> None:
    assert not restricts(sentence)


@pytest.mark.parametrize(
    ("sentence", "several"),
    [
        ("Views differ on the plan to move the ward.", True),
        ("Opinions on the dam are divided.", True),
        ("市議會對舉債有不同看法。", True),
        ("专家的意见不一。", True),
        ("ダム建設をめぐっては意見が分かれている。", True),
        ("개정안을 두고 의견이 엇갈린다.", True),
        ("The two lines differ in length.", False),
        ("議會通過了預算。", False),
        ("川は二つに分かれている。", False),
        ("의견을 모았다.", False),
    ],
)
def test_a_sentence_that_announces_views_is_known(sentence: str, several: bool) -> None:
    assert announces(sentence) is several


def test_what_happened_since_is_told_in_the_sentence_itself() -> None:
    assert stands_alone("2011年7月23日温州附近发生动车追尾事故，造成40人死亡，此后全国高铁普遍降速。", set())
    assert not stands_alone("温州附近的高铁此后普遍降速。", set())


@pytest.mark.parametrize(
    "sentence",
    [
        "However, nobody was hurt.",
        "More precisely, no passenger has died.",
        "しかし、これは正確ではない。",
        "批評者則認為成本太高。",
        "하지만 사실이 아니다.",
    ],
)
def test_a_sentence_that_turns_against_the_one_before_it_is_known(sentence: str) -> None:
    assert turns(sentence)
    assert not turns("The trains run at 320 km/h.")


def test_a_sentence_on_this_or_that_points_back() -> None:
    assert dangles("對於這項改革有兩種評價。") and dangles("关于这一点有两种看法。")
    assert not dangles("對於高鐵有兩種評價。")


def test_a_part_of_something_is_what_a_japanese_sentence_is_about() -> None:
    assert stands_alone("2025年の増額分のうち、物価の高騰が2兆3,000億円を占める。", set())
    assert not stands_alone("物価の高騰が2兆3,000億円を占める。", set())
