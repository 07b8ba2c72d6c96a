"""Denials in four languages, and what only looks like one."""

from __future__ import annotations

import pytest

from dr_core.text.negation import denials, denied, reversed_direction
from dr_core.text.support import judge


@pytest.mark.parametrize(
    "text",
    [
        "It does not rise",
        "They never came",
        "without help",
        "it isn't so",
        "它没有增长",
        "這並不正確",
        "尚未完成",
        "無法證明",
        "これは安全ではない",
        "増えなかった",
        "コバルトを含まず",
        "知りません",
        "증가하지 않았다",
        "할 수 없다",
    ],
)
def test_a_denial_is_heard(text: str) -> None:
    assert denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "not only large",
        "No doubt",
        "它不仅大",
        "不同的方法",
        "未来的发展",
        "非常重要",
        "是否如此",
        "無論如何",
        "少ない",
        "まず、電池を見る",
        "必ず",
        "そうかもしれない",
        "行かなければならない",
        "그뿐만 아니라",
        "notable",
    ],
)
def test_what_only_contains_the_sign_denies_nothing(text: str) -> None:
    assert denials(text) == []


def test_a_double_denial_affirms() -> None:
    assert not denied("it is not without merit")


def test_opposite_directions_are_seen() -> None:
    assert reversed_direction("prices increased", "prices decreased") == ("increas", "decreas")
    assert reversed_direction("收入上升", "收入下降") == ("上升", "下降")
    assert reversed_direction("prices increased", "prices increased, then decreased") is None


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "The lake had fallen to 27% of its capacity, its lowest level since 1937.",
            "The lake was at 27%, a level not seen since 1937.",
        ),
        (
            "The edited wheat resists mildew; in field trials its yields were unchanged.",
            "The edited wheat resists mildew in field trials without costing yield.",
        ),
    ],
)
def test_a_superlative_or_a_denial_told_in_other_words_denies_nothing_else(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "contradicted"


def test_what_is_denied_by_without_is_held_against_the_source() -> None:
    assert judge("The bridge was opened without approval.", ["The bridge was opened with approval."]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "Die Prüfer fanden kein Asbest in der Halle.",
            "Die Prüfer fanden in der Halle kein Asbest.",
            "Die Prüfer fanden Asbest in der Halle.",
        ),
        (
            "Die Behörde hat den Antrag auf Förderung nicht genehmigt.",
            "Den Antrag auf Förderung hat die Behörde nicht genehmigt.",
            "Die Behörde hat den Antrag auf Förderung genehmigt.",
        ),
        (
            "Die Stadt hat die Pläne nie veröffentlicht.",
            "Die Stadt hat nie die Pläne veröffentlicht.",
            "Die Stadt hat die Pläne veröffentlicht.",
        ),
        (
            "Les inspecteurs n'ont trouvé aucune trace d'amiante.",
            "Aucune trace d'amiante n'a été trouvée par les inspecteurs.",
            "Les inspecteurs ont trouvé des traces d'amiante.",
        ),
        (
            "Le conseil n'a jamais publié le rapport sur le barrage.",
            "Le rapport sur le barrage n'a jamais été publié par le conseil.",
            "Le conseil a publié le rapport sur le barrage.",
        ),
    ],
)
def test_denials_of_german_and_french_are_known(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict != "contradicted"
    assert judge(wrong, [source]).verdict == "contradicted"
