"""Texts that set something right, and texts that only have a word like it."""

from __future__ import annotations

import pytest

from dr_core.text.correction import corrects


@pytest.mark.parametrize(
    "text",
    [
        "The correct number is 386.",
        "The figure of 412 was incorrect.",
        "An erratum of May gives 386 beds.",
        "The hospital was wrongly said to have 412 beds.",
        "It has 386 beds, not 412.",
        "The opening was postponed to March.",
        "更正：床位为386张。",
        "床位是386张，而不是412张。",
        "預算調整為415億。",
        "正しくは386床である。",
        "병상 수는 386개로 정정되었다.",
    ],
)
def test_what_sets_something_right_is_known(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    "text",
    [
        "The correctional facility has 412 beds.",
        "Wrongful dismissals rose to 412.",
        "A revisionist account counts 412 dead – and more.",
        "The weather was erratic in 2024.",
        "Trains run, not always on time, every 12 minutes.",
        "医院有412张床位。",
        "病院には412床ある。",
        "병원에는 412개의 병상이 있다.",
    ],
)
def test_a_word_that_only_looks_like_one_sets_nothing_right(text: str) -> None:
    assert not corrects(text)
