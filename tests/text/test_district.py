"""Which prefecture, province or city of East Asia a text speaks of: what is true of another one answers nothing."""

from __future__ import annotations

import pytest

from dr_core.text.country import lands
from dr_core.text.district import district_names, is_in_district, is_of_another_district, unnamed_districts


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("福岡の造水コストは210円である。", "沖縄の海水淡水化のコストはいくらか"),
        ("新竹海水淡化廠預計2027年完工。", "台南海水淡化廠何時完工"),
        ("济南的规模为5万吨。", "山东青岛的海水淡化规模是多少"),
        ("대구의 설비는 20 MW이다.", "부산의 설비 용량은 얼마인가"),
        ("In Fukuoka it costs 210 yen.", "What does it cost in Okinawa?"),
    ],
)
def test_a_text_that_names_only_other_districts_is_of_another_one(text: str, question: str) -> None:
    assert is_of_another_district(text, question) and not is_in_district(text, question)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("沖縄の約170円は福岡より安く見える。", "沖縄のコストは"),
        ("冲绳的成本约为170日元。", "沖縄のコストは"),
        ("那覇の施設は小さい。", "沖縄のコストは"),
        ("青岛百发海水淡化厂规模为10万吨。", "山东的海水淡化规模"),
        ("廣東的裝機較多。", "广东的装机是多少"),
    ],
)
def test_a_text_on_the_district_or_a_place_in_it_is_on_it(text: str, question: str) -> None:
    assert is_in_district(text, question) and not is_of_another_district(text, question)


def test_what_is_said_of_the_whole_may_be_said_of_its_part() -> None:
    assert not is_of_another_district("山东的规模最大。", "青岛的规模是多少")
    assert not is_of_another_district("The plant costs 210 yen.", "What does it cost in Okinawa?")


@pytest.mark.parametrize(
    "text",
    [
        "黄河南岸",
        "交易平台中的儲能",
        "形成都市圈",
        "越南投资",
        "最大连接数",
        "세계대전 이후",
        "부산물",
        "三重の課題",
        "the Kyoto Protocol",
    ],
)
def test_what_only_looks_like_a_name_is_none(text: str) -> None:
    assert district_names(text) == ()


def test_a_district_tells_its_country_in_the_same_writing() -> None:
    assert lands("沖縄の施設") == {"日本"}
    assert lands("in Okinawa") == {"Japan"}
    assert lands("부산의 역") == {"한국"}
    assert lands("新竹的廠") == {"台湾"}


def test_a_district_that_no_text_names_is_told_by_the_questions_own_word() -> None:
    assert unnamed_districts("高雄與臺南的海水淡化廠", ["台南廠2028年完工。", "新竹廠2027年完工。"]) == ["高雄"]
    assert unnamed_districts("山東的規模", ["青岛的规模"]) == []
    assert unnamed_districts("海水淡化的規模", []) == []


def test_a_district_is_found_in_a_whole_page_and_nothing_that_only_looks_like_it() -> None:
    filler = "東京都の面積。The Kyoto Protocol was signed. 京都議定書。" * 300
    assert unnamed_districts("京都の施設", [filler]) == ["京都"]
    assert unnamed_districts("京都の施設", [filler + "施設は京都にある。" + filler]) == []
    assert unnamed_districts("plants of Kyoto", ["x" * 5000 + " Kyotographs " + "x" * 5000]) == ["Kyoto"]
    assert unnamed_districts("山東的規模", ["一" * 5000 + "青島廠" + "一" * 5000]) == []
