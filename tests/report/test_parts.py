"""Paragraphs taken apart for renderers: no word and no citation is lost, and nothing of a source's markup is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.report import mark
from dr_core.report.mark import CLOSE, OPEN, cited_in, unmarked
from dr_core.report.parts import Item, Piece, cited_numbers, items, pieces, table
from dr_core.types import Report


def test_words_come_with_what_is_cited_behind_them() -> None:
    text = f"One. Two.{mark(['e1', 'e2'])} Three.{mark(['e3'])}"
    assert pieces(text) == (Piece("One. Two.", ("e1", "e2")), Piece("Three.", ("e3",)))
    assert pieces("Bare\u202e words") == (Piece("Bare words"),)
    assert pieces("") == ()


def test_the_items_of_a_list_keep_their_numbers_and_their_depth() -> None:
    text = f"- One{mark(['e1'])}\n  - Below{mark(['e2'])}\n\n3. Three{mark(['e3'])}\nno sign"
    assert items(text) == (
        Item(0, "", (Piece("One", ("e1",)),)),
        Item(1, "", (Piece("Below", ("e2",)),)),
        Item(0, "3.", (Piece("Three", ("e3",)),)),
        Item(0, "", (Piece("no sign"),)),
    )


def test_a_table_has_as_many_cells_in_each_row_as_in_its_head() -> None:
    text = f"| A | B |\n|---|:-:|\n| a \\| b | \\[1] {mark(['e1'])}|\n| short |\n| x | y | z |\n{mark(['e1', 'e2'])}"
    found = table(text)
    assert found.head == ((Piece("A"),), (Piece("B"),))
    assert found.rows == (
        ((Piece("a | b"),), (Piece("[1]", ("e1",)),)),
        ((Piece("short"),), ()),
        ((Piece("x"),), (Piece("y"),)),
    )
    assert found.cites == ("e1", "e2")


@pytest.mark.parametrize("text", ["", "|", "|---|", "no table"])
def test_what_is_no_table_breaks_nothing(text: str) -> None:
    assert len(table(text).head) <= 1


def test_numbers_come_in_order_with_the_evidence_they_stand_for() -> None:
    report = Report(title="", question="", language="", sections=(), citations={"e1": 2, "e2": 1, "e3": 2})
    assert list(cited_numbers(("e1", "e2", "e3", "e9"), report).items()) == [(1, ("e2",)), (2, ("e1", "e3"))]


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_characters=OPEN + CLOSE)), st.lists(st.sampled_from(["e1", "e2"]))), max_size=5
    )
)
def test_nothing_is_lost_of_any_text(parts: list[tuple[str, list[str]]]) -> None:
    text = "".join(words + mark(cites) for words, cites in parts)
    found = pieces(text)
    assert [cite for piece in found for cite in piece.cites] == cited_in(text)
    kept = "".join(unmarked(text).split())
    assert set("".join("".join(piece.text for piece in found).split())) <= set(kept)
