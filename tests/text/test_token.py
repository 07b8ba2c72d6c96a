"""Terms, words and tokens."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.text import count_words, estimate_tokens, terms, token
from dr_core.text.stem import stem
from dr_core.text.token import content_terms

WORDS = """relational conditional rational valency hesitancy digitizer conformably radically differently vilely analogously
vietnamization predication operator feudalism decisiveness hopefulness callousness formality sensitivity sensibility triplicate
formative formalize electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible
irritant replacement adjustment dependent adoption homologous communism activate angularity effective bowdlerize probate rate
cease controll roll caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping
tanned falling hissing fizzed failing filing happy sky batteries costs running studies studying university generalizations
oscillators yes say by enjoyed keyed toys syzygy flies dying"""


def test_died_is_of_one_form_with_dying() -> None:
    assert stem("died") == stem("dying") and stem("lied") == stem("lying")


def test_stems_agree_with_those_of_sqlite() -> None:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='porter ascii')")
    database.execute("CREATE VIRTUAL TABLE stems USING fts5vocab('words', 'instance')")
    words = WORDS.split()
    database.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", list(enumerate(words, 1)))
    judged = {words[row - 1]: found for found, row in database.execute("SELECT term, doc FROM stems")}
    assert {word: stem(word) for word in words} == judged
    database.close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The runner's costs, running", ["the", "runner", "cost", "run"]),
        ("1,000 and 3.5%", ["1000", "and", "3.5"]),
        ("GLP-1 COVID19 5G", ["glp", "1", "covid", "19", "5", "g"]),
        ("人工智能", ["人工", "工智", "智能"]),
        ("北", ["北"]),
        ("AI 模型与 GPU", ["ai", "模型", "型与", "gpu"]),
        ("ＡＢＣ　１２３ ｶﾞｽ", ["abc", "123", "ガス"]),
        ("국가 정책", ["국가", "정책"]),
        ("Café naïve", ["cafe", "naiv"]),
        ("", []),
        ("!?…", []),
    ],
)
def test_terms_are_what_matching_needs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_stopwords_go_unless_nothing_else_is_left() -> None:
    assert content_terms("What is the cost of the battery?") == ["cost", "batteri"]
    assert content_terms("what is it") == ["what", "is", "it"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wie viel Strom speichert der Akku im Winter?", "strom speichert akku winter"),
        ("Combien coûte la batterie pour les maisons ?", "cout batteri pour maison"),
        ("¿Cuánto cuesta la batería de los coches?", "cuesta bateria coch"),
        ("Сколько стоит батарея для дома?", "стоит батарея дома"),
        ("Pin lưu trữ điện có giá bao nhiêu?", "pin luu tru điện co gia"),
    ],
)
def test_words_of_other_languages_that_say_nothing_go_too(text: str, expected: str) -> None:
    assert content_terms(text) == expected.split()


def test_what_only_looks_like_a_word_of_another_language_stays() -> None:
    assert content_terms("MIT, UN and Uber on AI, fur, war and vans") == ["mit", "un", "uber", "ai", "fur", "war", "van"]


def test_words_are_counted_as_an_editor_does() -> None:
    assert count_words("Solar power's cost fell 3.5 % – a lot.") == 7
    assert count_words("太陽能很便宜。") == 6
    assert count_words("使用 Python 3.11 语言") == 6
    assert count_words("") == 0


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("The quick brown fox jumps over the lazy dog. " * 20, 170, 300),
        ("太陽能發電在過去十年變得便宜。" * 20, 250, 420),
        ("", 0, 0),
        ("a", 1, 1),
    ],
)
def test_tokens_are_estimated_by_script(text: str, least: int, most: int) -> None:
    assert least <= estimate_tokens(text) <= most


def test_a_megabyte_without_a_space_is_one_short_term() -> None:
    assert [len(term) for term in terms("a" * 1_000_000)] == [64]
    assert len(terms("字" * 1_000_000)) == 999_999


@given(st.text(max_size=200))
def test_terms_are_lower_case_and_free_of_space(text: str) -> None:
    for term in terms(text):
        assert term and not any(char.isspace() for char in term) and '"' not in term


PIECES = ("costs", "Don't", "3d", "1,000.5", "covid-19", "km/h", "(x)", "_", "'", ",", "é", "太陽能", "ＡＢ", "\n", " ", "U.S.")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_words_between_spaces_have_the_terms_of_their_tokens(text: str) -> None:
    assert terms(text) == [term for one in token._tokens(text) for term in token._of_token(one)]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_the_terms_of_a_page_are_those_of_its_lines(text: str) -> None:
    assert token.page_terms(text) == terms(text)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Wärmepumpe", "Wärmepumpen"),
        ("Batterie", "Batterien"),
        ("Heizung", "Heizungen"),
        ("Straße", "Straßen"),
        ("véhicule", "véhicules"),
        ("réseau", "réseaux"),
        ("journal", "journaux"),
        ("batería", "baterías"),
        ("avion", "l’avion"),
        ("énergie", "d'énergie"),
    ],
)
def test_a_plural_of_german_french_or_spanish_is_the_same_term(one: str, many: str) -> None:
    assert terms(one) == terms(many)


def test_english_words_that_met_still_meet_and_short_ones_are_left_alone() -> None:
    for words in ("kitchen kitchens", "strengthen strengthened strengthening", "pathogen pathogens pathogenic"):
        assert len(set(terms(words))) == 1
    assert terms("garden oxygen open golden") == ["garden", "oxygen", "open", "golden"]
