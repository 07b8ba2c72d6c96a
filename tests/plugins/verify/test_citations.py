"""The plugin ``citations``: S1-5, on files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dr_core import DRError
from dr_plugins.verify.citations import Citations

GOOD = "# T\n\nRain fell [1].\n\n- Snow fell [2]\n\n## References\n\n[1] One - https://a.org\n[2] Two - https://b.org\n"


def line(**changes: Any) -> str:
    return json.dumps({"id": "p1", "section": "s1", "text": "Rain fell.", "cite_ids": ["e1"], "kind": "prose"} | changes)


async def test_a_report_whose_paragraphs_all_end_in_known_citations_passes(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(GOOD, encoding="utf-8")
    word = await Citations().verify_report(tmp_path / "report.md")
    assert word.passed is True
    assert word.counts == {
        "paragraph_count": 2,
        "paragraph_without_citation_count": 0,
        "paragraph_end_citation_missing_count": 0,
        "citation_count": 2,
        "reference_count": 2,
        "unknown_reference_count": 0,
        "invalid_cite_ids_count": 0,
    }
    assert word.problems == ()


async def test_a_report_with_a_paragraph_without_citation_fails_as_a_report(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(GOOD.replace("Rain fell [1].", "Rain fell."), encoding="utf-8")
    checks = (await Citations().verify_report(tmp_path / "report.md")).checks
    assert not checks["report_passed"] and not checks["paragraph_end_citation_passed"]


PARTS = ("report_passed", "paragraphs_jsonl_cite_ids_passed", "paragraph_end_citation_passed")


@pytest.mark.parametrize(
    ("change", "cite_ids", "failed"),
    [
        (("", ""), ["e1"], ""),
        (("Rain fell [1].", "Rain fell [7]."), ["e1"], "report_passed"),
        (("", ""), [], "paragraphs_jsonl_cite_ids_passed"),
        (("Rain fell [1].", "Rain fell [1] and stopped."), ["e1"], "paragraph_end_citation_passed"),
    ],
)
async def test_it_passes_where_each_of_its_three_parts_does(
    tmp_path: Path, change: tuple[str, str], cite_ids: list[str], failed: str
) -> None:
    (tmp_path / "report.md").write_text(GOOD.replace(*change), encoding="utf-8")
    (tmp_path / "paragraphs.jsonl").write_text(line(cite_ids=cite_ids) + "\n", encoding="utf-8")
    word = await Citations().verify_report(tmp_path / "report.md")
    assert word.checks == {part: part != failed for part in PARTS}
    assert word.passed is (not failed)


@pytest.mark.parametrize(
    ("change", "count"),
    [
        (("Rain fell [1].", "Rain fell."), "paragraph_without_citation_count"),
        (("Rain fell [1].", "Rain fell [1] and stopped."), "paragraph_end_citation_missing_count"),
        (("Rain fell [1].", "Rain fell [7]."), "unknown_reference_count"),
    ],
)
async def test_each_way_to_fail_is_counted_and_named(tmp_path: Path, change: tuple[str, str], count: str) -> None:
    (tmp_path / "report.md").write_text(GOOD.replace(*change), encoding="utf-8")
    word = await Citations().verify_report(tmp_path / "report.md")
    assert word.passed is False
    assert word.counts[count] == 1
    assert word.problems and word.problems[0].reason


async def test_the_lines_beside_a_report_decide_with_it(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "paragraphs.jsonl").write_text(line() + "\n" + line(id="p2", cite_ids=[]) + "\n", encoding="utf-8")
    word = await Citations().verify_report(tmp_path / "report.md")
    assert word.passed is False
    assert word.counts["invalid_cite_ids_count"] == 1


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (line(cite_ids=[]), "cite_ids"),
        (line(cite_ids=None), "cite_ids"),
        (line(cite_ids="e1"), "cite_ids"),
        (line(cite_ids=[1]), "cite_ids"),
        (line(cite_ids=["e9"]), "e9"),
        (line(text=" "), "text"),
        (line(kind="poem"), "poem"),
        (line(section=None), "section"),
        ("[1, 2]", "JSON object"),
        ("{", "JSON object"),
        ("[" * 5000, "JSON object"),
    ],
)
async def test_a_line_that_is_not_as_it_must_be_is_named(tmp_path: Path, bad: str, reason: str) -> None:
    (tmp_path / "evidence.jsonl").write_text('{"id": "e1"}\n', encoding="utf-8")
    (tmp_path / "paragraphs.jsonl").write_text(line(id="p0") + "\n" + bad + "\n", encoding="utf-8")
    word = await Citations().verify_paragraphs_jsonl(tmp_path / "paragraphs.jsonl")
    assert word.passed is False
    assert [problem.where for problem in word.problems] == ["paragraphs.jsonl, line 2"]
    assert reason in word.problems[0].reason


async def test_two_lines_with_one_id_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "paragraphs.jsonl").write_text(line() + "\n" + line() + "\n", encoding="utf-8")
    assert (await Citations().verify_paragraphs_jsonl(tmp_path / "paragraphs.jsonl")).passed is False


async def test_good_lines_pass(tmp_path: Path) -> None:
    (tmp_path / "evidence.jsonl").write_text('{"id": "e1"}\n{"id": "e2"}\n', encoding="utf-8")
    (tmp_path / "paragraphs.jsonl").write_text(
        line() + "\n" + line(id="p2", kind="table", cite_ids=["e1", "e2"]) + "\n", encoding="utf-8"
    )
    word = await Citations().verify_paragraphs_jsonl(tmp_path / "paragraphs.jsonl")
    assert word.passed is True
    assert word.counts == {"paragraph_count": 2, "invalid_cite_ids_count": 0}


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# Only a title\n", b"\xff\xfe\x00bad", b"```\nall code [1]\n"])
async def test_a_file_without_a_paragraph_does_not_pass(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "report.md").write_bytes(content)
    assert (await Citations().verify_report(tmp_path / "report.md")).passed is False


async def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(DRError, match=r"nowhere\.md"):
        await Citations().verify_report(tmp_path / "nowhere.md")
    with pytest.raises(DRError):
        await Citations().verify_report(tmp_path)
