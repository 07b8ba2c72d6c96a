"""Long reports in pieces (S0-15): ``segment_*.md`` for content over 10 KB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standin.library import research

from dr_core import RunState, hookimpl
from dr_core.report.segment import segments

LIMIT = 10 * 1024


def test_a_report_of_10_kb_is_one_piece_and_one_byte_more_is_not() -> None:
    head, tail = "# T\n\n", "\n\n## B\n\nend"
    exact = head + "x" * (LIMIT - len(head) - len(tail)) + tail
    assert segments(exact) == []
    assert len(segments("x" + exact)) == 2


def test_bytes_count_and_not_characters() -> None:
    assert segments("字" * 3000) == []
    assert "".join(segments("字\n\n" * 3000)) == "字\n\n" * 3000
    assert all(len(piece.encode()) <= LIMIT for piece in segments("字\n\n" * 3000))


def test_the_pieces_are_the_report_and_end_before_a_heading() -> None:
    report = "# T\n\n" + "".join(f"## Section {number}\n\n{'words ' * 500}\n\n" for number in range(9))
    pieces = segments(report)
    assert len(pieces) > 2 and "".join(pieces) == report
    assert all(piece.startswith("## ") for piece in pieces[1:])
    assert all(len(piece.encode()) <= LIMIT for piece in pieces)


class Wordy:
    """Says everything twice."""

    @hookimpl
    def wrap_stage(self, stage: str, settings: Any) -> Any:
        async def around(state: RunState, call_next: Any) -> None:
            doubled = [item.model_copy(update={"text": f"{item.text} {item.text}"}) for item in state.paragraphs]
            state.paragraphs = doubled if stage == "write" else state.paragraphs
            await call_next(state)

        return around


async def test_a_long_report_lies_in_pieces_beside_the_whole_one_and_a_short_one_does_not(tmp_path: Path) -> None:
    for plugins in ([Wordy()], []):
        state, folder = await research(tmp_path, plugins=plugins)
        pieces = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("segment_*.md"))]
        assert (len(state.final_report.encode()) > LIMIT) == bool(plugins) == bool(pieces)
        assert not pieces or "".join(pieces) == (folder / "report.md").read_text(encoding="utf-8")
