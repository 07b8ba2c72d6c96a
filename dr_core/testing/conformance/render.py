"""The promises of a renderer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dr_core.report.mark import CLOSE, OPEN
from dr_core.testing.conformance.base import Conformance, conforms
from dr_core.testing.network import closed_network
from dr_core.testing.sample import HOSTILE, sample_report
from dr_core.types import Report

HTML = rb"(?<!\\)<(script|img src=x|svg onload)|href=.?javascript:"
RUNS = {
    **dict.fromkeys((".html", ".htm", ".xhtml", ".svg"), HTML),
    ".md": HTML + rb"|(?<!\\)\]\(javascript:",
}
"""What must not stand in a file of each kind of markup, unless it is escaped."""


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


class RendererConformance(Conformance):
    """Give a fixture ``provider``; a fixture ``report`` may give the report to render."""

    kind = "render"

    @pytest.fixture
    def report(self) -> Report:
        """A small report."""
        return sample_report()

    async def made(self, provider: Any, report: Report, folder: Path) -> bytes:
        """One rendering, checked, with the network closed."""
        with closed_network("a renderer fetches nothing"):
            content = await provider.render(report, folder)
        assert isinstance(content, bytes), f"render returned {type(content).__name__}, not bytes"
        return content

    def test_its_suffix_is_one(self, provider: Any) -> None:
        assert provider.suffix.startswith(".")
        assert len(provider.suffix) > 1
        assert "/" not in provider.suffix

    @conforms
    async def test_a_report_becomes_bytes_without_the_network(self, provider: Any, report: Report, tmp_path: Path) -> None:
        content = await self.made(provider, report, tmp_path)
        assert content
        shown = content.decode("utf-8", "ignore")
        assert OPEN not in shown and CLOSE not in shown, "marks of citations are shown: take them out with dr_core.render_marks"

    @conforms
    async def test_the_same_report_gives_the_same_bytes(self, provider: Any, report: Report, tmp_path: Path) -> None:
        assert await self.made(provider, report, tmp_path) == await self.made(provider, report, tmp_path)

    @conforms
    async def test_another_report_gives_other_bytes(self, provider: Any, report: Report, tmp_path: Path) -> None:
        other = report.model_copy(update={"title": "Another", "sections": (), "references": ()})
        assert await self.made(provider, report, tmp_path) != await self.made(provider, other, tmp_path)

    @conforms
    async def test_the_smallest_report_can_be_rendered(self, provider: Any, tmp_path: Path) -> None:
        await self.made(provider, Report(title="", question="", language="", sections=()), tmp_path)

    @conforms
    async def test_text_of_the_report_is_data(self, provider: Any, tmp_path: Path) -> None:
        hostile = " ".join(HOSTILE)
        report = sample_report(hostile).model_copy(update={"title": hostile, "question": hostile, "notices": (hostile,)})
        content = await self.made(provider, report, tmp_path)
        if provider.suffix in RUNS:
            live = re.search(RUNS[provider.suffix], content, re.IGNORECASE)
            assert live is None, f"text of the report became markup that runs: {live.group()!r}"

    @conforms
    async def test_the_folder_is_only_read(self, provider: Any, report: Report, tmp_path: Path) -> None:
        (tmp_path / "figures").mkdir()
        (tmp_path / "figures" / "note.txt").write_text("mine")
        before = _files(tmp_path)
        await self.made(provider, report, tmp_path)
        assert _files(tmp_path) == before
