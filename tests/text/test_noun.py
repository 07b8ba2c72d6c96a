"""Nouns that are no names, and sources in two languages at once."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

ALONE = (
    "Die zweite Variante berücksichtigt ausschließlich die demografische Entwicklung. Da die geburtenstarken Jahrgänge in den "
    "Ruhestand gehen, sinkt die Zahl der Pflegekräfte auf 1,46 Millionen im Jahr 2049."
)


def test_a_german_noun_is_no_name() -> None:
    claim = "Zählt allein die Demografie, sinkt die Zahl bis 2049 auf 1,46 Millionen, da die geburtenstarken Jahrgänge gehen."
    assert judge(claim, [ALONE], language="de").verdict == "supported"


def test_two_nouns_behind_an_article_are_no_name() -> None:
    source = "Der Titel für die Pflege wird für zwei Jahre erteilt. Fachkräfte dürfen damit in Heimen und Kliniken arbeiten."
    claim = "Mit {} dürfen Fachkräfte in Heimen und Kliniken arbeiten."
    assert judge(claim.format("dem Aufenthaltstitel Altenhilfe"), [source], language="de").verdict != "contradicted"
    assert judge(claim.format("Karl Lehmann"), [source], language="de").verdict == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Heinz Maier kam in einem Heim in Kanagawa zu dem Schluss, dass die Geräte mehr Arbeit machten.",
        "James Wright kam in einem Heim in Osaka zu dem Schluss, dass die Geräte mehr Arbeit machten.",
    ],
)
def test_a_german_name_in_another_s_place_is_one(claim: str) -> None:
    source = "James Wright kam in einem Heim in Kanagawa zu dem Schluss, dass die Geräte mehr Arbeit machten."
    assert judge(source, [source], language="de").verdict == "supported"
    assert judge(claim, [source], language="de").verdict == "contradicted"


NEEDED = "- 2026年度には約240万人(2022年度比で約25万人増)\n- 2040年度には約272万人(2022年度比で約57万人増)\n- EPAを除く"
ABOUT = "Die Lücke, die das Ministerium in Tokio im Juli 2024 nannte, ist ähnlich groß wie die deutsche."


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Nach der Schätzung vom Juli 2024 braucht Japan 2040 rund 2,72 Millionen Kräfte, 570.000 mehr als 2022.", "supported"),
        (
            "Nach der Schätzung vom Juli 2024 braucht Japan 2040 rund 2,92 Millionen Kräfte, 570.000 mehr als 2022.",
            "contradicted",
        ),
        ("Nach der Schätzung vom Juli 2024 wächst der Bedarf in Japan vor allem in den Städten.", "unclear"),
    ],
)
def test_a_sentence_may_stand_on_sources_in_two_languages(claim: str, verdict: str) -> None:
    assert judge(claim, [NEEDED, ABOUT], language="de").verdict == verdict


def test_a_source_at_home_need_not_name_its_country() -> None:
    claim = "In Japan about 2.72 million are needed by 2040, and 2.4 million by 2026."
    assert judge(claim, [NEEDED], language="en").verdict == "supported"
