"""The plugin ``grounding``: sentences against spans, spans against the saved sources, the report against both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dr_core import Evidence, Paragraph
from dr_plugins.verify.citations import Citations
from dr_plugins.verify.grounding import Grounding

SOURCES = {
    "en": (
        "The river Ara is 1,500 km long. It flows through Port Selby, where 15,000 people live. No dam was built before 1994.",
        "The river Ara is 1,500 km long [1].",
        "long [1].",
        "long and 12 m wide [1].",
    ),
    "zh-Hant": (
        "阿拉河全長1,500公里。它流經塞爾比港，當地有一萬五千人居住。1994年以前沒有建造水壩。",
        "阿拉河全長1,500公里[1]。",
        "1,500公里",
        "1,600公里",
    ),
    "zh-Hans": (
        "阿拉河全长1,500公里。它流经塞尔比港，当地有一万五千人居住。1994年以前没有建造水坝。",
        "阿拉河全长1,500公里[1]。",
        "1,500公里",
        "1,600公里",
    ),
    "ja": (
        "アラ川の全長は1,500キロメートルである。1994年以前にダムは建設されなかった。",
        "アラ川の全長は1,500キロメートルである[1]。",
        "1,500",
        "1,600",
    ),
    "ko": (
        "아라강의 길이는 1,500킬로미터이다. 1994년 이전에는 댐이 건설되지 않았다.",
        "아라강의 길이는 1,500킬로미터이다[1].",
        "1,500",
        "1,600",
    ),
}


def run_folder(folder: Path, language: str = "en", sentence: str = "") -> Path:
    source, shown, *_ = SOURCES[language]
    text = sentence or shown.replace("[1]", "").replace(" .", ".")
    (folder / "sources").mkdir()
    (folder / "sources" / "s1.txt").write_bytes(source.encode())
    end = source.index("。" if "。" in source else ".") + 1
    evidence = Evidence(id="e1", source="s1", start=0, end=end, text=source[:end])
    (folder / "evidence.jsonl").write_text(evidence.model_dump_json() + "\n", encoding="utf-8")
    paragraph = Paragraph(id="p1", section="a", text=text, cite_ids=("e1",))
    (folder / "paragraphs.jsonl").write_text(paragraph.model_dump_json() + "\n", encoding="utf-8")
    stop = "。" if text.endswith("。") else "."
    body = text.removesuffix(stop) + ("" if stop == "。" else " ") + "[1]" + stop
    (folder / "report.md").write_text(f"# T\n\n{body}\n\n## References\n\n[1] One - https://a.org\n", encoding="utf-8")
    return folder / "report.md"


@pytest.mark.parametrize("language", SOURCES)
async def test_a_faithful_run_passes_in_every_language_and_its_spans_are_verbatim(tmp_path: Path, language: str) -> None:
    report = run_folder(tmp_path, language)
    word = await Grounding().verify_report(report)
    assert word.passed is True, word.problems
    assert word.counts["supported_count"] == word.counts["sentence_count"] == 1
    assert (await Citations().verify_report(report)).passed is True


@pytest.mark.parametrize("language", SOURCES)
async def test_a_changed_number_fails_in_every_language(tmp_path: Path, language: str) -> None:
    _, shown, old, new = SOURCES[language]
    report = run_folder(tmp_path, language, shown.replace(old, new).replace("[1]", "").replace(" .", "."))
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert word.counts["contradicted_count"] == 1
    assert "stands in no cited span" in word.problems[0].reason


async def test_a_span_that_is_not_at_its_place_fails(tmp_path: Path) -> None:
    report = run_folder(tmp_path)
    saved = tmp_path / "sources" / "s1.txt"
    saved.write_bytes(b" " + saved.read_bytes())
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert word.counts["span_not_found_count"] == 1
    saved.unlink()
    assert (await Grounding().verify_report(report)).counts["span_not_found_count"] == 1


async def test_offsets_are_into_the_bytes_as_saved(tmp_path: Path) -> None:
    report = run_folder(tmp_path)
    source = "First line\r\nThe river Ara is 1,500 km long."
    (tmp_path / "sources" / "s1.txt").write_bytes(source.encode())
    evidence = Evidence(id="e1", source="s1", start=12, end=len(source), text=source[12:])
    (tmp_path / "evidence.jsonl").write_text(evidence.model_dump_json() + "\n", encoding="utf-8")
    assert (await Grounding().verify_report(report)).passed is True


async def test_a_source_id_that_is_a_path_is_never_opened(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    report = run_folder(folder)
    (tmp_path / "secret.txt").write_text("The river Ara is 1,500 km long.", encoding="utf-8")
    evidence = Evidence(id="e1", source="../../secret", start=0, end=31, text="The river Ara is 1,500 km long.")
    (folder / "evidence.jsonl").write_text(evidence.model_dump_json() + "\n", encoding="utf-8")
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert "is not saved" in word.problems[0].reason


async def test_words_put_into_the_report_after_the_check_are_found(tmp_path: Path) -> None:
    report = run_folder(tmp_path)
    report.write_text(
        report.read_text(encoding="utf-8").replace("# T\n", "# T\n\nThe river is poisoned [1].\n"), encoding="utf-8"
    )
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert word.counts["unchecked_paragraph_count"] == 1


async def test_a_sentence_that_a_judge_called_contradicted_fails(tmp_path: Path) -> None:
    report = run_folder(tmp_path)
    claims = [{"paragraph": "p1", "sentence": "The river Ara is 1,500 km long.", "verdict": "contradicted"}]
    (tmp_path / "claims.json").write_text(json.dumps(claims), encoding="utf-8")
    assert (await Grounding().verify_report(report)).passed is False
    (tmp_path / "claims.json").write_text("{not json", encoding="utf-8")
    assert "claims" in (await Grounding().verify_report(report)).problems[0].where


async def test_a_foreign_report_without_sources_is_not_judged(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text("Rain fell [1].", encoding="utf-8")
    word = await Grounding().verify_report(tmp_path / "report.md")
    assert word.passed is None
    assert "evidence.jsonl" in word.note


async def test_damaged_lines_fail_and_are_named(tmp_path: Path) -> None:
    report = run_folder(tmp_path)
    with (tmp_path / "evidence.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": 7}\n')
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert word.problems[0].where == "evidence.jsonl, line 2"


def test_each_sentence_of_a_paragraph_gets_its_own_verdict() -> None:
    span = SOURCES["en"][0]
    evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=len(span), text=span)}
    good, unclear = "The river Ara is 1,500 km long.", "Fishing matters to many families there."
    text = f"{good} It is 1,600 km long. {unclear} A dam was built before 1994."
    found = Grounding().check([Paragraph(id="p1", section="a", text=text, cite_ids=("e1", "gone"))], evidence)
    assert [one.verdict for one in found] == ["supported", "contradicted", "unclear", "contradicted"]
    assert {one.cite_ids for one in found} == {("e1",)}


def test_rows_of_a_table_and_items_of_a_list_are_checked_one_by_one() -> None:
    span = SOURCES["en"][0]
    evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=len(span), text=span)}
    table = "| River | Length |\n|---|---|\n| Ara | 1,500 km |\n| Ara | 1,700 km |"
    found = Grounding().check([Paragraph(id="t", section="a", text=table, cite_ids=("e1",), kind="table")], evidence)
    assert [one.verdict for one in found] == ["supported", "contradicted"]
    items = "- Port Selby has 15,000 people\n- Port Selby has 16,000 people"
    found = Grounding().check([Paragraph(id="l", section="a", text=items, cite_ids=("e1",), kind="list")], evidence)
    assert [one.verdict for one in found] == ["supported", "contradicted"]
