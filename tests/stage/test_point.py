"""In which order a model is shown evidence."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from dr_core.stage.analyse import to_weigh
from dr_core.stage.point import points
from dr_core.state import RunState
from dr_core.types import Evidence, Page, Plan, Section

WORDS = ["".join(letters) for letters in product("bdgk", "ao", "rlmn", "iu", "ptsz")]
"""Words of which no two pieces share any."""


def order(scores: Mapping[str, list[float]]) -> list[str]:
    """The sources of the pieces as they are shown; each source has pieces of these scores."""
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {
        name: Page(id=name, url=f"https://a.example/{name}", title=name, text="", sha256="", fetched_at="") for name in scores
    }
    pieces = [(name, score) for name, own in scores.items() for score in own]
    evidence = [
        Evidence(id=f"e{at}", source=name, start=0, end=1, text=" ".join(WORDS[3 * at : 3 * at + 3]), section="s", score=score)
        for at, (name, score) in enumerate(pieces)
    ]
    return [item["source"] for item in points(evidence, state)]


def test_sources_that_are_about_as_good_take_turns() -> None:
    assert "b" in order({"a": [1.0, 1.0, 1.0, 1.0], "b": [0.85]})[1:4]


def test_a_source_that_is_hardly_about_the_question_comes_last_however_much_the_others_were_taken() -> None:
    assert order({"a": [1.0] * 30, "b": [0.5]})[-1] == "b"


def test_in_turn_every_section_is_in_view() -> None:
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {"s": Page(id="s", url="https://a.example", title="", text="", sha256="", fetched_at="")}
    homes = ["one"] * 6 + ["two"] * 2
    evidence = [
        Evidence(
            id=f"e{at}", source="s", start=0, end=1, text=" ".join(WORDS[3 * at : 3 * at + 3]), section=home, score=1 - at / 10
        )
        for at, home in enumerate(homes)
    ]
    assert [item["id"] for item in points(evidence, state, in_turn=True, most=4)] == ["e0", "e6", "e1", "e7"]


def test_a_table_of_figures_that_were_shown_gives_way_to_what_is_new() -> None:
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {name: Page(id=name, url="https://a.example", title="", text="", sha256="", fetched_at="") for name in "ab"}
    told = [
        ("a", "Fast lines cost 1.39 yuan and slow ones 1.14."),
        ("b", "| Kind | Amount |\n|---|---|\n| quick | 1.39 |\n| old | 1.14 |"),
        ("a", "| Place | Price |\n|---|---|\n| west | 3.70 |\n| east | 1.14 |"),
        ("a", "Tunnels are dear."),
    ]
    evidence = [
        Evidence(id=f"e{at}", source=name, start=at, end=at + 1, text=text, section="s", score=0.9 - at / 20)
        for at, (name, text) in enumerate(told)
    ]
    assert [item["id"] for item in points(evidence, state)] == ["e0", "e2", "e1", "e3"]


PRICE = "An air-source heat pump for a terraced house cost {} pounds to install."


def pieces_of_one_point(*figures: str) -> tuple[list[Evidence], RunState]:
    """The price, as one source after the other states it, each worth less than the one before."""
    state = RunState(original_query="q", clarified_query="q", language="en")
    told = [
        Evidence(id=f"e{at}", source=f"s{at}", start=0, end=1, text=PRICE.format(one), section="s", score=1 - at / 10)
        for at, one in enumerate(figures)
    ]
    state.evidence = {item.id: item for item in told}
    state.sources = {
        item.source: Page(id=item.source, url="https://a.example", title="", text="", sha256="", fetched_at="") for item in told
    }
    return told, state


def test_a_point_says_where_the_figures_of_its_sources_differ() -> None:
    assert points(*pieces_of_one_point("12,400", "13,950"))[0]["point"] == "Point 1, told by 2 sources whose figures differ:"
    assert points(*pieces_of_one_point("12,400", "12,400"))[0]["point"] == "Point 1, told by 2 sources:"


def test_who_states_another_figure_is_shown_with_the_point_however_many_say_the_same() -> None:
    told = points(*pieces_of_one_point(*["12,400"] * 5, "13,950"))
    assert [item["id"] for item in told if item["together"]] == ["e0", "e5", "e1", "e2"]


def test_an_analysis_is_shown_first_what_figures_differ_on() -> None:
    told, state = pieces_of_one_point("12,400", "13,950")
    more = [
        told[0].model_copy(update={"id": f"f{at}", "text": " ".join(WORDS[3 * at : 3 * at + 3]), "score": 2.0}) for at in range(6)
    ]
    state.evidence = {item.id: item for item in (*more, *told)}
    state.plan = Plan(research_title="t", sections=[Section(id="s", title="t", description="d", search_queries=[])])
    assert [item["id"] for item in to_weigh(state)][:2] == ["e0", "e1"]


def test_a_sentence_that_points_back_brings_the_one_that_it_points_at() -> None:
    told = ["New plants differ.", "They stand outdoors.", "They are tested under UL 9540A.", "Old plants burned."]
    text = " ".join(told)
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {"s": Page(id="s", url="https://a.example", title="", text=text, sha256="", fetched_at="")}
    evidence = [
        Evidence(id=f"e{at}", source="s", start=text.index(one), end=text.index(one) + len(one), text=one, score=score)
        for at, (one, score) in enumerate(zip(told, (0.2, 0.1, 0.9, 0.5), strict=True))
    ]
    assert [item["id"] for item in points(evidence, state)] == ["e0", "e2", "e3", "e1"]


@pytest.mark.parametrize(
    "told",
    [
        ["協會理事長梁又新表示，根源是制度。", "不過經濟部長郭志輝不同意。", "他說，國產化已改為加分項目。"],
        ["Ken Arimoto blames the yen.", "But Yumi Saito of Hokuriku disagrees.", "She says the tariff was not indexed."],
        ["理事長の梁氏は制度が原因だと述べた。", "しかし経済部長の郭氏は異なる見方を示した。", "彼は財務戦略が理由だと述べた。"],
    ],
)
def test_who_says_so_is_brought_where_the_sentence_before_turns_to_somebody_else(told: list[str]) -> None:
    text = " ".join(told)
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {"s": Page(id="s", url="https://a.example", title="", text=text, sha256="", fetched_at="")}
    evidence = [
        Evidence(id=f"e{at}", source="s", start=text.index(one), end=text.index(one) + len(one), text=one, score=score)
        for at, (one, score) in enumerate(zip(told, (0.3, 0.1, 0.9), strict=True))
    ]
    evidence.append(Evidence(id="e9", source="s", start=900, end=901, text="Something else altogether.", score=0.5))
    assert "e1" in [item["id"] for item in points(evidence, state)][:3]


def test_a_table_with_figures_of_its_own_is_shown_however_often_its_source_was_taken() -> None:
    state = RunState(original_query="q", clarified_query="q", language="en")
    state.sources = {name: Page(id=name, url="https://a.example", title="", text="", sha256="", fetched_at="") for name in "ab"}
    table = "| Year | Gap |\n|---|---|\n| 2034 | 350 |\n| 2039 | 470 |"
    told = [("a", "bari", 1.0), ("a", "gulu", 0.9), ("a", "dami", 0.9), ("a", "koli", 0.9), ("a", table, 0.6), ("b", "nura", 0.5)]
    evidence = [
        Evidence(id=f"e{at}", source=source, start=9 * at, end=9 * at + 1, text=text, section="s", score=score)
        for at, (source, text, score) in enumerate(told)
    ]
    shown = [item["id"] for item in points(evidence, state)]
    assert shown.index("e4") < shown.index("e5")
