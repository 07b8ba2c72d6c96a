"""Citation marks in running text."""

from __future__ import annotations

import pytest

from dr_core.text.marker import code_spans, marks, notes_removed, strip_marks


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("so [1].", [(1,)]),
        ("so[1][2].", [(1,), (2,)]),
        ("so [1, 2]", [(1, 2)]),
        ("so [1，2、3]", [(1, 2, 3)]),
        ("so [1-3]", [(1, 2, 3)]),
        ("so [1–3, 7]", [(1, 2, 3, 7)]),
        ("如此【1】【2】。", [(1,), (2,)]),
        ("如此【3†source】", [(3,)]),
        ("so ［４］", [(4,)]),
        ("so ［4］", [(4,)]),
        ("so〔5〕", [(5,)]),
        ("so [^6]", [(6,)]),
        ("so [[7]](https://a.org/b_(c))", [(7,)]),
        ("so [8](https://a.org)", [(8,)]),
        ("so![1]", [(1,)]),
        ("so<sup>9</sup>", [(9,)]),
        ("so <sup>[1, 2]</sup>", [(1, 2)]),
        ("word¹²", [(12,)]),
    ],
)
def test_every_style_of_numbers_is_read(text: str, numbers: list[tuple[int, ...]]) -> None:
    found = [mark.numbers for mark in marks(text)]
    assert found == numbers


@pytest.mark.parametrize(
    "text",
    [
        "[0, 1]",
        "[2024]",
        "`[1]`",
        "``a [1] b``",
        "\\[1\\]",
        "[1-5000]",
        "5 m²",
        "120m²",
        "日产10万m³",
        "Ca²⁺",
        "10³",
        "9.8 m/s²",
        "kg·m²/s²",
        "J·s⁻¹",
        "W m⁻² K⁻¹",
        "E = mc²",
        "x² + y²",
        "[x]",
        "[ ]",
        "![1](a.png)",
    ],
)
def test_intervals_years_code_escapes_and_powers_are_no_citations(text: str) -> None:
    assert marks(text) == []


def test_links_and_notes_are_citations_of_their_own_kind() -> None:
    found = marks("see [the page](https://a.org/x), <https://b.org>, https://c.org/y。and [^smith]")
    assert [(mark.kind, mark.target) for mark in found] == [
        ("link", "https://a.org/x"),
        ("link", "https://b.org"),
        ("link", "https://c.org/y"),
        ("note", "smith"),
    ]


def test_a_definition_is_no_use_of_its_note() -> None:
    assert marks("[^1]: A book") == []
    assert marks("[1]: https://a.org")[0].kind == "link"


def test_marks_are_taken_out_and_words_of_links_stay() -> None:
    assert strip_marks("Rain fell [1][2]. See [the page](https://a.org) 【3】.") == "Rain fell. See the page."


def test_code_goes_from_backticks_to_as_many_backticks() -> None:
    assert [text for start, end in code_spans("a `b` ``c ` d`` `e") for text in ["a `b` ``c ` d`` `e"[start:end]]] == [
        "`b`",
        "``c ` d``",
    ]


@pytest.mark.parametrize(
    "hostile", ["[" * 10_000 + "]" * 10_000, "[1" * 100_000, "`" * 100_001, "[a](" * 50_000, "【" * 100_000, "<sup>" * 50_000]
)
def test_endless_openings_are_read_once(hostile: str) -> None:
    assert marks(hostile) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Prices rose.² Then they fell.", "Prices rose. Then they fell."),
        ("Germany³ and Italy¹,² pay", "Germany and Italy pay"),
        ("東京² の料金", "東京 の料金"),
        ("9.8 m/s² and 10⁶ J·s⁻¹", "9.8 m/s² and 10⁶ J·s⁻¹"),
    ],
)
def test_raised_figures_that_point_to_notes_are_taken_out(text: str, kept: str) -> None:
    assert notes_removed(text) == kept
    assert marks(kept) == []
