"""What is made of pages is remembered: of many usual ones, of few long ones."""

from __future__ import annotations

from dr_core.text.keep import LONG, LONG_PAGES, PAGES, of_pages


def test_pages_of_many_runs_are_remembered_and_long_ones_make_room_for_each_other() -> None:
    made: list[int] = []

    @of_pages
    def length(text: str, more: str) -> int:
        made.append(len(text))
        return len(text + more)

    usual = [str(number) for number in range(PAGES)]
    long = ["." * (LONG + number + 1) for number in range(LONG_PAGES)]
    for turn in range(2):
        assert [length(text, "!") for text in (*usual, *long)] == [len(text) + 1 for text in (*usual, *long)]
        assert len(made) == PAGES + LONG_PAGES, turn
    length("." * (2 * LONG), "!")
    assert length(long[1], "!") == len(long[1]) + 1  # the one that was asked for longest ago gave way
    assert length(usual[0], "!") == 2
    assert len(made) == PAGES + LONG_PAGES + 1
    length(long[0], "!")
    assert len(made) == PAGES + LONG_PAGES + 2
    assert length(usual[0], "?!") == 3  # and another argument is another thing
