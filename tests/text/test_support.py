"""The three verdicts."""

from __future__ import annotations

import pytest

from dr_core.text.support import SUPPORTED, judge

PANTHERS = (
    "The Panthers defense gave up just 308 points, ranking sixth in the league, while also leading the NFL in interceptions with "
    "24. Pro Bowl defensive tackle Kawann Short led the team in sacks with 11. The team did not lose a home game in 2015."
)
RIVER = "該河全長1,500公里，2015年流經一萬五千人居住的城市，當地居民沒有遷移。王教授說「這條河流是我們共同的母親河流」。"


@pytest.mark.parametrize(
    ("sentence", "span"),
    [
        ("The Panthers' defence allowed only 308 points and led the NFL with 24 interceptions.", PANTHERS),
        ("Kawann Short had 11 sacks, the most of the team.", PANTHERS),
        ("The team did not lose at home in 2015.", PANTHERS),
        ("該河全長1,500公里。", RIVER),
        ("2015年，該河流經有1.5萬人居住的城市。", RIVER),
    ],
)
def test_faithful_prose_is_supported(sentence: str, span: str) -> None:
    word = judge(sentence, [span])
    assert word.verdict == "supported", word
    assert word.score >= SUPPORTED


@pytest.mark.parametrize(
    ("sentence", "span", "reason"),
    [
        ("The Panthers defense gave up just 309 points.", PANTHERS, "309"),
        ("The Panthers gave up 308 points, ranking 9th in the league.", PANTHERS, "9th"),
        ("The team did not lose a home game in 2014.", PANTHERS, "2014"),
        ("Pro Bowl defensive tackle Oswald Pemberton led the team in sacks with 11.", PANTHERS, "Oswald Pemberton"),
        ("The Panthers defense did not give up 308 points, ranking sixth in the league.", PANTHERS, "denies"),
        ("The team did lose a home game in 2015.", PANTHERS, "affirms"),
        ("Its coach said “we have the best defense of all the league”.", PANTHERS, "quotation"),
        ("該河全長1,600公里。", RIVER, "1,600"),
        ("當地居民有遷移，該河流經城市。", RIVER, "affirms"),
        ("王教授說「這條河流是我們共同的祖父河流」。", RIVER, "quotation"),
    ],
)
def test_a_changed_fact_is_contradicted_and_named(sentence: str, span: str, reason: str) -> None:
    word = judge(sentence, [span])
    assert word.verdict == "contradicted", word
    assert reason in word.reason
    assert word.score < SUPPORTED


def test_prose_in_quite_other_words_is_unclear_and_not_contradicted() -> None:
    assert judge("Opponents rarely managed to score against them.", [PANTHERS]).verdict == "unclear"


def test_the_union_of_the_spans_counts() -> None:
    spans = ["The dam was finished in 1994.", "The dam cost 20 million dollars."]
    assert judge("The dam, finished in 1994, cost $20 million.", spans).verdict == "supported"
    assert judge("The dam, finished in 1994, cost $20 million.", spans[:1]).verdict == "contradicted"


def test_a_span_elsewhere_that_carries_the_sentence_better_speaks_against_the_citation() -> None:
    sentence = "Kawann Short led the team in sacks."
    weak = "The team in sacks of flour was led."
    alone = judge(sentence, [weak])
    beside = judge(sentence, [weak], others=[PANTHERS])
    assert beside.score < alone.score
    assert beside.verdict != "supported"


@pytest.mark.parametrize(
    ("sentence", "span", "verdict"),
    [
        ("黑豹队只丢了308分，并以24次拦截领先NFL。", PANTHERS, "supported"),
        ("黑豹队只丢了309分，并以24次拦截领先NFL。", PANTHERS, "contradicted"),
        ("黑豹队的防守非常出色。", PANTHERS, "unclear"),
        ("In 2015 the river flowed through a city of 15,000 people.", RIVER, "supported"),
        ("In 2016 the river flowed through a city of 15,000 people.", RIVER, "contradicted"),
    ],
)
def test_another_language_is_held_to_numbers_dates_and_latin_names(sentence: str, span: str, verdict: str) -> None:
    assert judge(sentence, [span]).verdict == verdict


def test_a_sentence_without_spans_is_unclear() -> None:
    assert judge("Something is so.", []).verdict == "unclear"
    assert judge("Something is so.", ["  "]).verdict == "unclear"


def test_citation_marks_and_pointers_to_figures_state_nothing() -> None:
    assert judge("The Panthers defense gave up just 308 points [7] (see Figure 2).", [PANTHERS]).verdict == "supported"
    assert judge("***", [PANTHERS]).verdict == "supported"


def test_a_source_that_contains_a_mark_supports_its_own_words() -> None:
    assert (
        judge("The method is exact [1] and fast.", ["The method is exact [1] and fast, as was shown [2]."]).verdict == "supported"
    )


def test_hidden_characters_and_right_to_left_text_are_read_without_an_error() -> None:
    assert judge("بلغ عدد السكان 15,000 نسمة في عام 2015.", ["بلغ عدد السكان 15,000 نسمة في عام 2015."]).verdict == "supported"
    assert judge("بلغ عدد السكان 16,000 نسمة في عام 2015.", ["بلغ عدد السكان 15,000 نسمة في عام 2015."]).verdict == "contradicted"


@pytest.mark.parametrize(
    "hostile", ["[" * 10_000, "word " * 200_000, "一" * 200_000, "1" * 200_000, "“" * 50_000, "not " * 100_000]
)
def test_a_megabyte_without_an_end_is_no_sentence(hostile: str) -> None:
    assert judge(hostile, [PANTHERS]).verdict in ("unclear", "supported")
    assert judge("The Panthers gave up 308 points.", [hostile, PANTHERS]).verdict == "supported"


def test_a_table_whose_words_could_be_of_another_language_is_held_against_a_sentence_that_shares_them() -> None:
    table = "| 航路 | 運賃（円） |\n|---|---|\n| 北浜航路 | 340 |\n| 石島航路 | 580 |"
    spans = [table, "子供は大人と一緒に乗る。"]
    assert judge("石島航路：運賃（円） 580。", spans, language="ja").verdict == "supported"
    assert judge("石島航路：運賃（円） 720。", spans, language="ja").verdict == "contradicted"


CELLS = {
    "At the prices of 2024 sodium-ion cells were not cheaper than LFP cells.": (
        "Sodium-ion has no cost advantage today: at the prices of 2024 its cells were not cheaper than LFP cells.",
        "Sodium-ion has no cost advantage today: at the prices of 2024 its cells were cheaper than LFP cells.",
    ),
    "按2024年的价格，钠离子电芯并不比磷酸铁锂电芯便宜。": (
        "钠离子目前没有成本优势：按2024年的价格，其电芯并不比磷酸铁锂电芯便宜。",
        "钠离子目前没有成本优势：按2024年的价格，钠离子电芯比磷酸铁锂电芯便宜。",
    ),
}


@pytest.mark.parametrize("span", CELLS)
def test_a_denial_is_held_against_the_clause_that_says_the_same(span: str) -> None:
    faithful, turned = CELLS[span]
    assert judge(faithful, [span]).verdict == "supported"
    assert judge(turned, [span]).verdict == "contradicted"


@pytest.mark.parametrize(("unit", "verdict"), [("km/h", "supported"), ("kph", "supported"), ("mph", "contradicted")])
def test_a_speed_is_held_to_its_unit(unit: str, verdict: str) -> None:
    assert judge(f"The trains reach 350 {unit} there.", ["The trains reach 350 km/h on the new line there."]).verdict == verdict


FIELD_TEST = "The median of 37 ground-source heat pumps in the trial was 3.03 at boundary H4."
LIFETIME = "The heat pump itself lasts 20 to 25 years; air source heat pumps, which stand outside, last 15 to 20 years."


def test_a_decimal_is_no_count_that_stands_somewhere_in_any_page() -> None:
    word = judge("The British value, by contrast, was only 3.03.", [FIELD_TEST])
    assert "3.03" not in word.reason, word


@pytest.mark.parametrize(
    ("sentence", "span"),
    [
        ("They stand in the cellar and last 20 to 25 years instead of 15 to 20.", LIFETIME),
        ("Sie hält 20 bis 25 Jahre statt 15 bis 20.", "Die Wärmepumpe hält 20 bis 25 Jahre, jene mit Luft hält 15 bis 20 Jahre."),
    ],
)
def test_a_unit_that_is_given_once_holds_for_what_is_set_against_it(sentence: str, span: str) -> None:
    assert judge(sentence, [span]).verdict != "contradicted"


def test_a_count_of_something_else_is_none_of_a_unit_given_beside_it() -> None:
    word = judge("It has 15 brackets, and lasts 20 to 25 years.", [LIFETIME])
    assert word.verdict == "contradicted"
    assert "15" in word.reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "C노선은 1월 25일 착공식을 열었지만 1년이 지난 지금까지 실제 공사를 시작하지 못했다.",
            "C노선은 1월 25일 공사를 시작{}.",
        ),
        ("개통 뒤 1년의 추가 상승은 1.8%로 통계적으로 유의하지 않았다.", "개통 뒤 1년의 추가 상승은 1.8%로 통계적으로 유의{}."),
    ],
)
def test_a_denial_in_korean_is_of_its_verb(source: str, claim: str) -> None:
    assert judge(claim.format("했다"), [source]).verdict == "contradicted"
    assert judge(claim.format("하지 않았다"), [source]).verdict == "supported"


def test_a_point_within_a_number_ends_no_clause() -> None:
    source = "In the trial the gain of 1.8 percent over the year was not statistically significant."
    assert judge("In the trial the gain of 1.8 percent over the year was statistically significant.", [source]).verdict == (
        "contradicted"
    )


@pytest.mark.parametrize(
    ("source", "claim", "own", "other"),
    [
        ("이재훈 SG레일 대표는 손실을 메울 수 없다고 했다.", "{} SG레일 대표는 손실을 메울 수 없다고 했다.", "이재훈", "김상철"),
        ("SG레일 이재훈 대표는 손실을 메울 수 없다고 했다.", "{} 대표는 손실을 메울 수 없다고 했다.", "이재훈", "김상철"),
        ("佐藤研究員は沿線の開発が差を生んだとみる。", "{}研究員は沿線の開発が差を生んだとみる。", "佐藤", "鈴木"),
        ("王教授说这条河流是我们共同的母亲河流。", "{}教授说这条河流是我们共同的母亲河。", "王", "李"),
    ],
)
def test_a_title_belongs_to_whom_the_source_gives_it(source: str, claim: str, own: str, other: str) -> None:
    assert judge(claim.format(own), [source]).verdict == "supported"
    word = judge(claim.format(other), [source])
    assert word.verdict == "contradicted"
    assert word.reason == f"says {other} where the source says {own}"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("공사비지수는 2020년 12월 102.04에서 2024년 12월 130.18로 27.6% 올랐다.", "공사비지수는 {}년 만에 27.6% 올랐다."),
        ("建設費指数は2020年の102.04から2024年の130.18へ27.6%上がった。", "建設費指数は{}年で27.6%上がった。"),
        ("The cost index rose by 27.6% from 102.04 in 2020 to 130.18 in 2024.", "The cost index rose by 27.6% in {} years."),
    ],
)
def test_the_years_between_two_dates_may_be_told(source: str, claim: str) -> None:
    assert judge(claim.format(4), [source]).verdict == "supported"
    assert judge(claim.format(4), [source, "Another one took 4 months: 4개월, 4か月."]).verdict == "supported"
    assert judge(claim.format(6), [source]).verdict == "contradicted"
