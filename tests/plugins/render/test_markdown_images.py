"""Pictures of others: named as links with their source, never put into the report (S3-5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dr_core import Report, aresearch
from dr_core.report.html import safe_html
from dr_core.types import Reference, ReportSection
from dr_plugins.render.markdown import Markdown

THEIRS = "https://shelf.example/chart.png"
SENTENCE = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. "


async def test_an_image_of_a_source_is_a_link_beside_its_source(tmp_path: Path) -> None:
    hits = [{"title": "Heat pumps in Norway", "url": "https://shelf.example/norway", "content": SENTENCE * 6, "images": [THEIRS]}]
    settings = {
        "search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": hits}},
        "sandbox": {"use": []},
        "output": {"root": str(tmp_path)},
        "cache": {"enabled": False, "folder": str(tmp_path / "cache")},
    }
    result = await aresearch("How well do heat pumps work in Norway?", max_iterations=1, settings=settings)
    (line,) = [line for line in result.final_report.splitlines() if THEIRS in line]
    assert line.startswith("[1] Heat pumps in Norway - https://shelf.example/norway") and f"([image]({THEIRS}))" in line
    assert "![" not in result.final_report, "nothing of a stranger is fetched by whoever opens the report"
    assert "<img" not in safe_html(result.final_report)
    assert {"url": THEIRS, "source": "s1"} in result.images
    assert not list(Path(result.run_dir).rglob("*.png")), "and the run did not fetch it"


@pytest.mark.parametrize("shown", [True, False])
async def test_images_can_be_left_out(shown: bool, tmp_path: Path) -> None:
    report = Report(
        title="t", question="q", language="en", sections=(ReportSection(id="sec1", title="s", paragraphs=()),), show_images=shown,
        references=(Reference(number=1, source="s1", title="A page", url="https://shelf.example/a", images=(THEIRS,)),),
    )  # fmt: skip
    written = (await Markdown().render(report, tmp_path)).decode()
    assert (THEIRS in written) is shown
    assert not re.search(r"!\[[^\]]*\]\(https?:", written)
