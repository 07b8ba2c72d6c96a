"""A renderer that knows nothing of marks shows none, in a run and of a run's saved report."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from dr_core import Kernel, Report, past_runs, render_marks, research
from dr_core.report import mark
from dr_core.report.mark import CLOSE, OPEN

QUESTION = "How do sodium-ion and LFP batteries compare for grid storage?"
CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
FORM = "dr_core.testing:FakeRenderer"


def test_the_paragraphs_of_a_report_are_plain_and_marked_apart(dr_home: Path, tmp_path: Path) -> None:
    result = research(
        QUESTION, docs=str(CORPUS), settings={"render": {"use": ["markdown", FORM]}, "output": {"root": str(tmp_path)}}
    )
    report = Report.model_validate_json(Path(result.run_dir, "report.json").read_bytes())
    paragraphs = [one for section in report.sections for one in section.paragraphs]
    assert paragraphs
    assert not any(OPEN in one.text or CLOSE in one.text for one in paragraphs)
    cited: list[str] = []
    for one in paragraphs:
        assert render_marks(report.marked[one.id], str, lambda ids: cited.extend(ids) or "") == one.text
    assert set(cited) == {cite for one in paragraphs for cite in one.cite_ids}
    (page,) = [Path(file) for file in result.files if file.endswith(".html")]
    assert OPEN not in page.read_text(encoding="utf-8")


def test_a_report_saved_with_marks_in_its_paragraphs_is_rendered_without(dr_home: Path, tmp_path: Path) -> None:
    result = research(QUESTION, docs=str(CORPUS), settings={"output": {"root": str(tmp_path)}})
    file = Path(result.run_dir, "report.json")
    old = json.loads(file.read_text(encoding="utf-8"))
    for section in old["sections"]:
        for paragraph in section["paragraphs"]:
            paragraph["text"] += mark(paragraph["cite_ids"])
    del old["marked"]
    file.write_text(json.dumps(old), encoding="utf-8")
    (run,) = past_runs(tmp_path)
    kernel = Kernel()
    assert OPEN not in asyncio.run(run.rendered(FORM, kernel)).decode()
    assert b"[1]" in asyncio.run(run.rendered("markdown", kernel))
