"""The address of a file is shown with the letters of its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Researcher
from dr_core.report.reference import readable

ABOUT = "热泵把室外的热量搬进室内。热泵每用一度电可以搬运三度电的热量。2023年热泵的销量是35万台。"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("file:///docs/%E7%83%AD%E6%B3%B5.md", "file:///docs/热泵.md"),
        ("file:///docs/W%C3%A4rme%20neu.md", "file:///docs/Wärme%20neu.md"),
        ("file:///docs/%EF%BC%88%E7%83%AD%EF%BC%89.md", "file:///docs/%EF%BC%88热%EF%BC%89.md"),  # a bracket ends an address
        ("file:///docs/%C8%C8.md", "file:///docs/%C8%C8.md"),  # no UTF-8
        ("file:///docs/%2525.md", "file:///docs/%2525.md"),
        ("https://a.example/%E7%83%AD", "https://a.example/%E7%83%AD"),
    ],
)
def test_letters_are_shown_and_signs_stay_coded(url: str, shown: str) -> None:
    assert readable(url) == shown


async def test_a_report_on_such_a_file_passes(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "热泵（新）.md").write_text(f"# 热泵\n\n{ABOUT}\n", "utf-8")
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}}
    result = await Researcher(docs=docs, settings=settings).run("热泵的销量是多少")
    assert result.passed
    assert "docs/热泵%EF%BC%88新%EF%BC%89.md" in (Path(result.run_dir) / "report.md").read_text("utf-8")
