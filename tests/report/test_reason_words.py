"""Reasons speak the report's language where people read them, and stay English where machines do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dr_core
from dr_core.report.box_words import COLUMNS, STEPS
from dr_core.report.check import check_paragraphs
from dr_core.report.check_words import COUNTS
from dr_core.report.provenance import box
from dr_core.report.reason_words import FAULTS, REASONS, reason_in
from dr_core.report.repair import Action
from dr_core.report.verification import verification_markdown
from dr_core.stage.verifiers import WORST
from dr_core.state import Round, RunState, Step
from dr_core.text import is_cjk
from dr_core.types import Evidence, Paragraph, Problem, Verification

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(dr_core.__file__).parent.glob("*/**/*.py"))
SOURCE += "\n".join(
    path.read_text(encoding="utf-8") for path in (Path(dr_core.__file__).parents[1] / "dr_plugins").glob("*/*.py")
)
every_language = pytest.mark.parametrize("language", COLUMNS)


@every_language
@pytest.mark.parametrize("said", [*REASONS, *FAULTS])
def test_every_reason_is_told_in_every_language_with_what_it_names(said: str, language: str) -> None:
    names = [f"<{at}>" for at in range(said.count("{}"))]
    told = reason_in(said.format(*names), language)
    assert all(name in told for name in names)
    assert told != said.format(*names)
    if is_cjk(language):
        assert not re.search(r"[a-z]{2}", told.replace("robots.txt", ""))


@pytest.mark.parametrize(
    "said", [one for one in (*REASONS, *FAULTS) if one not in ("the judge: contradicted", "the judge: unclear")]
)
def test_reasons_are_those_that_a_run_gives(said: str) -> None:
    parts = re.split(r"\{\}|“|”|(?<=the )(?:quotation|date|number|most|least)|Model knowledge \(unverified\)", said)
    assert all(part.strip(" ()") in SOURCE for part in parts), said


@every_language
def test_other_peoples_words_stay(language: str) -> None:
    assert reason_in("the plugin's own words", language) == "the plugin's own words"
    assert reason_in("the server answered 404", "fi") == "the server answered 404"


def test_a_remedy_for_who_runs_it_is_left_out_of_a_report() -> None:
    made = state("zh-Hans")
    note = "2 planned, none drawn: one: no engine answers (no socket). Start it, or another; two: it is not installed"
    made.steps = [Step(stage="chart", status="skipped", note=note)]
    told = dict(box(made, seconds=1.0))["跳过的阶段"]
    assert told == "图表: 已规划 2 张，未绘制（one: no engine answers (no socket); two: it is not installed）"
    assert (
        reason_in("its robots.txt does not allow it. Set [web] robots to false to read it", "zh-Hans") == "其 robots.txt 不允许"
    )


def state(language: str) -> RunState:
    made = RunState(original_query="q", clarified_query="q", language=language, today="2026-01-31")
    made.dropped = [Problem(where="sec1.p1", text="成本为 90 美元。" * 20, reason="the number 90 stands in no cited span")]
    made.unread = {"https://a.example/x": "https://a.example/x was not read: the server answered 404"}
    made.steps = [Step(stage="chart", status="skipped", note="the evidence holds no numbers that compare")]
    made.notes["fallbacks"] = [{"task": "summary", "reason": "one did not answer in time", "at": "draft/summary"}]
    made.models = {"one": {"model": "m", "calls": 2, "prompt_tokens": 10, "completion_tokens": 5}}
    return made


def test_the_box_of_a_chinese_report_gives_its_reasons_in_chinese() -> None:
    rows = dict(box(state("zh-Hans"), seconds=1.0, depth="standard"))
    assert rows["删除的句子"].endswith("…” (数字“90”不在所引原文中)")
    assert rows["未读页面"] == "1: https://a.example/x (服务器返回 404)"
    assert rows["跳过的阶段"] == "图表: 没有可比较的数字"
    assert rows["未用模型完成"] == "摘要与结论 (one 超时未响应)"
    assert rows["模型"] == "one (m): 2 次调用, 10+5 词元"
    assert rows["轮次"].endswith("(标准)")
    told = state("zh-Hans")
    told.dropped = [Problem(where="sec1.p1", text="| 资金 | 90 美元 | not found |", reason="cites nothing")]
    told.iterations = [
        Round(iteration=1, is_sufficient=False, overall_score=6, reasoning="缺少造价. Stopped: this was the last round.")
    ]
    rows = dict(box(told, seconds=1.0))
    assert rows["删除的句子"] == "1: “资金 / 90 美元 / 未找到” (没有引用)"
    assert rows["轮次"].endswith("评分 6/10。缺少造价。停止原因：已是最后一轮。")


def test_what_was_verified_is_told_with_reasons_in_the_reports_language_and_kept_in_english() -> None:
    text = "钠离子电池每千瓦时成本为 90 美元。"
    evidence = Evidence(id="e1", source="s1", start=0, end=1, text="钠离子电池每千瓦时成本为 87 美元。", section="sec1")
    (verdict,) = check_paragraphs([Paragraph(id="p1", section="sec1", text=text, cite_ids=("e1",))], {"e1": evidence})
    assert verdict.reason.startswith("the number 90")
    page = verification_markdown([], [Action("drop", "p1", text, verdict.reason)], [], "zh-Hant")
    assert "數字「90 美元」不在所引原文中" in page and "stands in" not in page


OURS = {
    "citations": {
        "paragraph_count": 9, "paragraph_without_citation_count": 0, "paragraph_end_citation_missing_count": 0,
        "citation_count": 12, "reference_count": 4, "unknown_reference_count": 0, "invalid_cite_ids_count": 0,
    },
    "grounding": {
        "sentence_count": 34, "supported_count": 30, "unclear_count": 4, "contradicted_count": 0, "span_count": 29,
        "span_not_found_count": 0, "unchecked_paragraph_count": 0, "changed_count": 0,
    },
    "unverified": {"unverified_paragraph_count": 1, "paragraph_count": 9},
    "audit": {},
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", *COLUMNS])
def test_the_page_says_what_was_checked_in_words_and_not_in_names(language: str) -> None:
    words = [Verification(verifier=name, passed=name != "audit", counts=counts) for name, counts in OURS.items()]
    problem = Problem(where="paragraph sec1.p2", text="一", reason="Model knowledge (unverified): no source stands behind it")
    page = verification_markdown([*words, words[1].model_copy(update={"problems": (problem,)})], [], [], language)
    table = page.partition("|---|---|---|\n")[2].partition("\n\n")[0]
    assert len(table.splitlines()) == len(OURS), "the same word twice"
    assert "_" not in table and "29" in table and not set(OURS) & set(re.findall(r"\w+", table.lower())) - {"citations"}
    assert "sec1.p2" in page and (language == "en" or "paragraph sec1" not in page)
    if is_cjk(language):
        assert not re.search(r"[a-z]{2}", table)


def test_what_another_verifier_checks_and_counts_is_called_as_it_calls_it() -> None:
    page = verification_markdown([Verification(verifier="house_style", passed=True, counts={"long_word_count": 2})], [], [], "ja")
    assert "| house_style | 合格 | long word 2 |" in page


def test_the_counts_of_the_bundled_verifiers_have_words() -> None:
    counted = set(re.findall(r'"([a-z_]+_count)"', SOURCE)) - {"max_count"}
    assert {name for counts in OURS.values() for name in counts} == set(COUNTS) <= counted | {f"{one}_count" for one in WORST}


def test_every_stage_of_a_run_has_a_name_in_every_language() -> None:
    from dr_core.run.context import STAGES

    assert set(STAGES) < set(STEPS) and all(len(told) == len(COLUMNS) and all(told) for told in STEPS.values())
