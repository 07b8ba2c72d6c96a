"""Reports on subjects that the planned sides do not fit: what stands in a section is what its heading promises."""

from __future__ import annotations

import pytest
from extractive_corpus import documents
from headed_page import told_under, written

KETTLE = """
# Looking after an iron kettle

An iron kettle boils water over a fire or a small stove. Most of them come from Morioka, where they have long been cast.

## Filling it

Fill the kettle to two thirds, never to the brim. Cold water must not be poured into a hot one, since the iron may crack.

## Rust

A thin red film inside is harmless and no reason to worry. When the water turns red, boil green tea leaves in it for half an hour.

## Whom it suits

People with weak wrists will find it heavy: it weighs two kilograms when it is full. It does not suit induction stoves either.

## Drying

Empty it while it is hot and leave the lid off. What is left of the heat dries it within five minutes.
"""


def test_what_no_planned_side_fits_stands_under_the_heading_of_its_source() -> None:
    made = told_under(*written("What should one know about an iron kettle?", KETTLE))
    assert "green tea leaves" in made["Rust"] and "weak wrists" in made["Whom it suits"]
    assert not {"People and organisations", "Comparison", "Performance"} & made.keys()


@pytest.mark.parametrize(
    ("question", "heading", "begins"),
    [
        ("How do I remove rust from an iron kettle?", "Rust", ("A thin red film", "When the water turns red")),
        ("Whom does an iron kettle suit?", "Whom it suits", ("People with weak wrists",)),
        ("What about drying an iron kettle?", "Drying", ("Empty it while it is hot",)),
    ],
)
def test_what_a_heading_says_to_be_told_there_comes_first_where_it_is_asked(
    question: str, heading: str, begins: tuple[str, ...]
) -> None:
    state, arranged = written(question, KETTLE)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith(begins)
    assert next(iter(told_under(state, arranged))) == heading


def test_headings_of_a_source_in_another_language_are_none_of_the_report() -> None:
    state, arranged = written("What should one know about an iron kettle?", KETTLE, KETTLE.replace("# ", "# 鉄瓶 "))
    assert not any("鉄瓶" in title for title in told_under(state, arranged))


TRAM_JA = """
# 緑町の路面電車

緑町の路面電車は市の中心と港を結ぶ路線である。

## 車両

車両は低床式で、定員は120人である。運転士は24人いる。そのため朝の本数は多い。

## 課題

第一の壁は用地である。沿線の地権者の半数がまだ売却に応じていない。第二に、運転士の養成には二年を要する。
"""


def test_what_stands_in_the_way_is_why_something_is_late() -> None:
    state, arranged = written("緑町の路面電車の延伸が遅れている理由", TRAM_JA)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("第一の壁は用地である")
    assert "地権者" in told_under(state, arranged)["理由と原因"]


def test_of_things_that_are_compared_a_heading_over_one_of_them_is_no_answer() -> None:
    page = KETTLE.replace("## Rust", "## Differences")
    pot = "# The clay pot\n\nA clay pot boils water more slowly than an iron kettle. It cracks without sand below it.\n"
    _, arranged = written("What are the differences between an iron kettle and a clay pot?", page, pot)
    assert arranged.abstract is not None and not arranged.abstract["text"].startswith("A thin red film")


def test_neither_greetings_nor_what_points_at_a_place_of_its_source_are_told() -> None:
    page = KETTLE.replace("A thin red film", "Hello everyone! As shown above, the seasoning protects it. A thin red film")
    state, arranged = written("How do I remove rust from an iron kettle?", page)
    made = " ".join(told_under(state, arranged).values())
    assert "Hello" not in made and "shown above" not in made and "A thin red film" in made


def test_navigation_is_no_heading_of_a_section() -> None:
    page = KETTLE.replace("## Whom it suits", "## Subscribe to our newsletter: sign up for free updates")
    assert not any("newsletter" in title for title in told_under(*written("What should one know about an iron kettle?", page)))


HANGUL = """
# 한글의 역사와 특징

한글은 한국어를 적는 고유 문자로, 조선의 제4대 임금 세종이 1443년에 만들어 1446년에 '훈민정음'이라는 이름으로 반포하였다.
현대 한글은 자음 14자와 모음 10자로 이루어진다.

## 창제 이유

세종은 백성이 한자를 배우기 어려워 제 뜻을 펴지 못하는 것을 안타깝게 여겨 새 글자를 만들었다.
훈민정음 서문에는 "어리석은 백성이 말하고자 하는 바가 있어도 마침내 제 뜻을 펴지 못하는 사람이 많다"고 적혀 있다.

## 반대와 탄압

1444년 집현전 부제학 최만리는 상소를 올려 새 문자에 반대하였다.
그는 중국을 섬기는 도리에 어긋나고 학문에 해가 된다고 주장하였다.
1504년 연산군은 자신을 비방하는 한글 벽서가 나붙자 한글 사용을 금지하였다.
일제 강점기인 1938년에는 학교에서 조선어 교육이 사실상 폐지되었다.

## 보급

1894년 갑오개혁 때 한글은 공식 문서의 문자로 인정되었다.
'한글'이라는 이름은 1910년대에 주시경이 처음 쓴 것으로 알려져 있다.
1926년 조선어연구회가 첫 기념식을 열었고, 10월 9일 한글날은 2013년부터 다시 공휴일이 되었다.

## 장점과 단점

한글은 배우기 쉽다.
자음은 발음 기관의 모양을 본떴고 획을 더해 소리의 세기를 나타내므로 하루 만에 읽는 법을 익힐 수 있다는 말도 있다.
음절을 네모꼴로 모아 쓰기 때문에 읽는 속도가 빠르다.
반면 모아쓰기 때문에 글꼴 하나를 만드는 데 11,172자를 그려야 하고, 동음이의어는 문맥 없이 구별하기 어렵다.

## 문해율

대한민국의 문해율은 98% 이상이다.
교육부의 2023년 조사에서는 성인의 3.3%가 기초 문해 능력이 부족한 것으로 나타났다.
"""


def test_a_history_begins_with_how_its_source_opens() -> None:
    state, arranged = written("한글의 역사", HANGUL)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("한글은 한국어를 적는 고유 문자로")
    assert next(iter(told_under(state, arranged).values())).startswith("한글은 한국어를 적는 고유 문자로")


def test_a_word_in_the_title_of_a_source_is_what_it_is_about_and_not_what_is_asked() -> None:
    names = ("desal-brine", "desal-energy", "desal-cost")
    pages = [f"# {page.title}\n\n{page.text}" for page in documents() if page.id.startswith(names)]
    made = told_under(*written("What does brine from desalination do to the sea?", *pages))
    assert len(pages) == len(names) and next(iter(made)) != "Can brine be used?"
