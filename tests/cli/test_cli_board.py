"""What a run has told is counted once, however often it was stopped."""

from __future__ import annotations

from typing import Any

from dr_core.cli.board import Board
from dr_core.types import Event


def told(stage: str, status: str, step: str = "", **data: Any) -> Event:
    return Event(seq=1, at="", type="progress", stage=stage, step=step, status=status, data=data)


FOUND = told("harvest", "complete", "search-task", query="q", hits=3)
CUT = [
    told("harvest", "start", "serp-query", round=1),
    FOUND,
    told("fetch", "start", round=1),
    told("fetch", "read", url="https://a.example/"),
    told("chart", "start", "chart-planning", round=1),
    told("chart", "drawn", "chart-result", title="t"),
]


def test_a_stage_that_was_cut_off_and_begins_again_is_counted_once() -> None:
    board = Board()
    board.recall(CUT)
    for event in CUT:
        board.take(event)
    assert [board.summary(stage) for stage in ("harvest", "fetch", "chart")] == [
        "1 search, 3 hits",
        "1 page read",
        "1 chart drawn",
    ]


def test_a_further_round_is_counted_on_top() -> None:
    board = Board()
    for event in (*CUT[:2], told("harvest", "start", "serp-query", round=2), FOUND):
        board.take(event)
    assert board.summary("harvest") == "2 searches, 6 hits"


def test_a_page_that_was_set_aside_and_is_read_later_is_no_longer_unread() -> None:
    board = Board()
    events = [
        told("fetch", "start", round=1),
        *(told("fetch", "unread", url=f"https://{name}.example/", reason="not about the question") for name in "ab"),
        told("fetch", "start", round=2),
        told("fetch", "read", url="https://a.example/"),
    ]
    for event in events:
        board.take(event)
    assert board.summary("fetch") == "1 page read, 1 not read"


def test_charts_that_could_not_be_drawn_are_counted_beside_those_that_were() -> None:
    board = Board()
    tried = [told("chart", status, "chart-result", title="t") for status in ("drawn", "failed", "failed", "skipped")]
    for event in (told("chart", "start", "chart-planning", round=1), *tried):
        board.take(event)
    assert board.summary("chart") == "1 chart drawn, 3 could not be drawn"


def test_the_seconds_go_on_from_those_that_a_stopped_run_told_last() -> None:
    board = Board()
    board.recall([told("plan", "start", elapsed=1.0), told("plan", "interrupted", elapsed=40.0)])
    assert 40 <= board.elapsed < 60
    board.take(told("plan", "start", elapsed=100.0))
    assert 100 <= board.elapsed < 120
