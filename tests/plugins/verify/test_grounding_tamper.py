"""A report that was changed after its run fails, and the line is named; one that an editor only wrapped or saved anew passes."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from written_run import RUN_ID, written_run

from dr_plugins.verify.citations import Citations
from dr_plugins.verify.grounding import Grounding

Edit = Callable[[str], str]


def put(old: str, new: str) -> Edit:
    """The first ``old`` becomes ``new``."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


def cut(pattern: str, new: str = "") -> Edit:
    """What the pattern finds first becomes ``new``."""

    def edit(text: str) -> str:
        changed = re.sub(pattern, new, text, count=1, flags=re.DOTALL)
        assert changed != text, pattern
        return changed

    return edit


def swapped(text: str) -> str:
    head, references = text.split("## References")
    return head.replace("[1]", "[@]").replace("[2]", "[1]").replace("[@]", "[2]") + "## References" + references


CLAIM = "Sodium-ion cells explode in 45 % of cases"
WORKS = "## How it works\n\n"
PARAGRAPHS: dict[str, Edit] = {
    "a number changed": put("55.7 GW", "56.7 GW"),
    "a decimal point lost": put("55.7 GW", "557 GW"),
    "a decimal point for a comma": put("73.76 GW", "7,376 GW"),
    "a sign lost": put("at -40 °C", "at 40 °C"),
    "signs lost in a table": put("| -20 | -40 |", "| 20 | 40 |"),
    "a decimal point lost in a table": put("| 3.2 |", "| 32 |"),
    "columns swapped": put("| copper | aluminium |", "| aluminium | copper |"),
    "heads swapped": put("Lithium iron phosphate | Sodium-ion |", "Sodium-ion | Lithium iron phosphate |"),
    "a row removed": put("| Anode foil | copper | aluminium |\n", ""),
    "a row repeated": put("| Anode foil |", "| Anode foil | copper | aluminium |\n| Anode foil |"),
    "blanks moved in a cell": put("2.8 to 3.1", "2. 8to3.1"),
    "a sentence removed": put("Sodium-ion is not fireproof. ", ""),
    "a denial removed": put("is not fireproof", "is fireproof"),
    "the beginning of a sentence cut": put("Sodium-ion is not fireproof. Graphite does not store", "Graphite does store"),
    "a paragraph cut at its beginning": put("Sodium-ion is not fireproof. Graphite does not store sodium", "store sodium"),
    "a paragraph cut at its end": put(" well, so sodium-ion cells use hard carbon as the anode.", ""),
    "a paragraph removed": cut(r"The Naxtra cell keeps.*?\[2\]\n\n"),
    "a section removed": cut(r"## How it works.*?(?=## Scale)"),
    "an item removed": put("- China counted 73.76 GW of storage at the end of 2024. [1]\n", ""),
    "an item changed": put("- China counted 73.76", "- China counted 63.76"),
    "a paragraph repeated elsewhere": put("## Scale\n\n", "## Scale\n\nSodium-ion is not fireproof. [2]\n\n"),
    "a paragraph put in": put(WORKS, f"{WORKS}{CLAIM}. [1]\n\n"),
    "a claim before a list": put("- China", f"{CLAIM}. [1]\n\n- China"),
    "a day lost": put("3\\. Oktober", "Oktober"),
    "two paragraphs of a section exchanged": cut(r"(Sodium-ion is not[^\n]*)(.*)(The Naxtra[^\n]*)", r"\3\2\1"),
    "a source's own entity changed": put("AT&amp;amp;T", "AT&amp;T"),
    "a number in another writing": put("90 percent", "９０ percent"),
}
"""Caught with no more than the paragraphs that were checked."""

CITATIONS: dict[str, Edit] = {
    "a citation exchanged": put("2024. [1]", "2024. [2]"),
    "a citation exchanged in the source of a table": put("Source: [2]", "Source: [1]"),
    "all citations exchanged": swapped,
    "an address replaced": cut(r"(\[1\] [^\n]*? - )\S+", r"\1https://evil.example/x"),
    "an address grown": put("https://s2.example/grid", "https://s2.example/grid/x"),
    "titles and addresses exchanged": cut(r"\[1\] ([^\n]*)\n\n\[2\] ([^\n]*)", r"[1] \2\n\n[2] \1"),
}

ELSEWHERE: dict[str, Edit] = {
    "a claim as a heading": put("## How it works", f"## {CLAIM}"),
    "a claim as the title": cut(r"^# [^\n]*", f"# {CLAIM}"),
    "a claim as a note": cut(r"(^# [^\n]*\n\n)", rf"\1> **Note** {CLAIM}.\n\n"),
    "a note changed": put("This report is partial.", "This report is complete."),
    "a note removed": put("> **Note** This report is partial.\n\n", ""),
    "an assumption changed": put("cells of 2024", "cells of 1924"),
    "a claim as code": put(WORKS, f"{WORKS}```\n{CLAIM}\n```\n\n"),
    "a claim as indented code": put(WORKS, f"{WORKS}    {CLAIM}\n\n"),
    "a claim in bold": put(WORKS, f"{WORKS}**{CLAIM}**\n\n"),
    "a claim that leads to a table": put("| Property", "Sodium-ion cells explode in nearly all of the cases:\n\n| Property"),
    "a claim as html": put(WORKS, f"{WORKS}<p>{CLAIM}</p>\n\n"),
    "a claim in an attribute": put(WORKS, f"{WORKS}<img src='x' alt='{CLAIM}'>\n\n"),
    "a claim under a second box": put("## Scale\n\n", f"## How this report was made\n\n{CLAIM}.\n\n## Scale\n\n"),
    "a claim under second references": put("## Scale\n\n", f"## References\n\n{CLAIM}.\n\n## Scale\n\n"),
    "a claim as a caption": put("*Figure 1.", f"*Figure 2. {CLAIM}* [1]\n\n*Figure 1."),
    "a caption changed": put("*Figure 1. Battery storage in California", "*Figure 1. Battery storage in Texas"),
    "the words of a picture changed": put("![Figure 1: Battery", "![Figure 1: No battery"),
    "the target of a picture changed": put("](figures/figure1.png)", "](https://evil.example/x.png)"),
    "a picture of another host by the same name": put(
        "](figures/figure1.png)", f"](https://evil.example/{RUN_ID}_figures/figure1.png)"
    ),
    "a picture of another host without its scheme": put(
        "](figures/figure1.png)", f"](//evil.example/{RUN_ID}/figures/figure1.png)"
    ),
    "another picture": put("](figures/figure1.png)", "](figures/figure2.png)"),
    "a picture removed": cut(r"!\[Figure 1[^\n]*\n\n"),
    "a pointer at another figure": put("(Figure 1)", "(Figure 2)"),
    "the box changed": put("| Pages read | 3 |", "| Pages read | 9999 |"),
    "a row of the box removed": put("| Pages read | 3 |\n", ""),
    "the statistics changed": put("Cited: 67%", "Cited: 100%"),
    "a source called cited": cut(r"### Additional Sources \(Not Cited\)\n\n- ", "[3] "),
    "titles exchanged": cut(r"Grid batteries(.*)Cells compared", r"Cells compared\1Grid batteries"),
    "a section moved": cut(r"(## How it works.*?)(## Scale.*?)(?=## References)", r"\2\1"),
    "a heading of another rank": put("## Scale", "### Scale"),
    "every citation made a link": lambda text: f"{text}\n[1]: https://evil.example/\n",
    "a doubt put in": put("at 55.7 GW.", "at 55.7 GW. (?)"),
    "words turned round": put("55.7 GW", "\u202e55.7 GW"),
    "a character that hides in a number": put("55.7", "55.\u200b7"),
    "the rest hidden in a comment": put("## Scale", "<!-- ## Scale"),
    "words struck out": put("is not fireproof", "is ~~not~~ fireproof"),
    "a paragraph made a quotation": put("Sodium-ion is not", "> Sodium-ion is not"),
}
"""Caught by what the run wrote."""

HARMLESS: dict[str, Edit] = {
    "nothing": str,
    "lines wrapped": lambda text: "\n".join(
        line if line.startswith(("|", "#", "!", "-", "[", ">")) or not line else textwrap.fill(line, 60)
        for line in text.split("\n")
    ),
    "a notice wrapped": put("> **Note** This report", "> **Note** This\n> report"),
    "blanks at the ends of lines": lambda text: text.replace("\n", "  \n"),
    "no newline at the end": str.rstrip,
    "more newlines at the end": lambda text: text + "\n\n\n",
    "more blank lines": lambda text: text.replace("\n\n", "\n\n\n"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "_ for *": lambda text: re.sub(r"(?m)^\*(Figure.*)\*", r"_\1_", text),
    "__ for **": lambda text: text.replace("**", "__"),
    "* for -": lambda text: re.sub(r"(?m)^- ", "* ", text),
    "+ for -": lambda text: re.sub(r"(?m)^- ", "+   ", text),
    "a loose list": put("[1]\n- The", "[1]\n\n- The"),
    "columns made even": lambda text: text.replace("| Voltage (V) | 3.2 |", "| Voltage (V)      | 3.2   |"),
    "rules of a table of another length": lambda text: text.replace("| --- | --- | --- |", "|:-----|-----:|:-:|"),
    "closed headings": lambda text: re.sub(r"(?m)^(## .*)$", r"\1 ##", text),
    "underlined headings": lambda text: re.sub(r"(?m)^## (.*)$", r"\1\n-----", text),
    "more escapes": lambda text: text.replace("55.7", "55\\.7"),
    "fewer escapes": lambda text: text.replace("table\\_of\\_cells", "table_of_cells").replace("\\* 3", "* 3"),
    "names of characters": lambda text: text.replace("°", "&deg;"),
    "figures of the export": lambda text: text.replace("](figures/", f"]({RUN_ID}_figures/"),
    "figures of a copy": lambda text: text.replace("](figures/", f"](../research_data/{RUN_ID}/figures/"),
    "figures from here": lambda text: text.replace("](figures/", "](./figures/"),
    "the run named in a comment": lambda text: f"<!-- {RUN_ID} -->\n\n{text}",
    "the run named in a definition": lambda text: f"{text}\n[run]: research_data/{RUN_ID}\n",
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run folder, and one of an older run without the state in which a run keeps what it wrote."""
    place = tmp_path_factory.mktemp("written")
    for name in ("run", "older"):
        asyncio.run(written_run(place / name, state=name == "run"))
    return {name: place / name for name in ("run", "older")}


def edited(whole: Path, place: Path, edit: Edit) -> Path:
    folder = shutil.copytree(whole, place / "run")
    report = folder / "report.md"
    report.write_bytes(edit(report.read_text(encoding="utf-8")).encode())
    return report


@pytest.mark.parametrize(
    ("run", "name"),
    [
        *(("run", name) for name in (*PARAGRAPHS, *CITATIONS, *ELSEWHERE)),
        *(("older", name) for name in (*PARAGRAPHS, *CITATIONS)),
    ],
)
async def test_what_was_changed_after_the_run_fails_and_is_told_in_one_line(
    run: str, name: str, runs: dict[str, Path], tmp_path: Path
) -> None:
    report = edited(runs[run], tmp_path, {**PARAGRAPHS, **CITATIONS, **ELSEWHERE}[name])
    word = await Grounding().verify_report(report)
    assert word.passed is False
    for problem in word.problems:
        assert re.fullmatch(r"(?:before )?line \d+|paragraph p\d|references", problem.where), problem
        assert problem.reason and "\n" not in problem.reason + problem.text and "\ue010" not in problem.reason + problem.text
    if run == "run":
        last = len(report.read_text(encoding="utf-8").splitlines()) + 1
        assert all(0 < int(problem.where.split()[-1]) <= last for problem in word.problems)


@pytest.mark.parametrize("run", ["run", "older"])
@pytest.mark.parametrize("name", HARMLESS)
async def test_what_an_editor_does_passes(run: str, name: str, runs: dict[str, Path], tmp_path: Path) -> None:
    report = edited(runs[run], tmp_path, HARMLESS[name])
    word = await Grounding().verify_report(report)
    assert word.passed is True, word.problems
    assert (await Citations().verify_report(report)).passed is True
    assert bool(word.note) is (run == "older")


@pytest.mark.parametrize(
    ("name", "where", "reason"),
    [
        ("a decimal point lost", "line 9", "says “557” where the run wrote “55.7”"),
        ("a denial removed", "line 13", "lacks “not”"),
        ("a paragraph put in", "line 13", "was put in after the run and was not checked"),
        ("a row removed", "before line 20", "was taken out: the run wrote it here"),
        (
            "the target of a picture changed",
            "line 34",
            "says “https://evil.example/x.png” where the run wrote “figures/figure1.png”",
        ),
        ("a heading of another rank", "line 25", "the run wrote the same words in another place or form"),
    ],
)
async def test_the_problem_says_what_stands_where_and_what_the_run_wrote(
    name: str, where: str, reason: str, tmp_path: Path
) -> None:
    await written_run(tmp_path / "whole")
    word = await Grounding().verify_report(edited(tmp_path / "whole", tmp_path, {**PARAGRAPHS, **ELSEWHERE}[name]))
    (problem,) = word.problems
    assert problem.where == where
    assert reason in problem.reason
    assert word.counts["changed_count"] == 1


async def test_a_state_that_was_changed_with_the_report_does_not_hide_a_changed_paragraph(tmp_path: Path) -> None:
    report = await written_run(tmp_path / "run")
    for file in (report, tmp_path / "run" / "state.json"):
        file.write_text(file.read_text(encoding="utf-8").replace("55.7 GW", "557 GW"), encoding="utf-8")
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert [problem.reason for problem in word.problems] == [
        "stands in the report and was not checked",
        "was checked and does not stand in the report",
    ]


@pytest.mark.parametrize(
    ("content", "problem", "note"),
    [
        ("{", "cannot be read", ""),
        ("[]", "cannot be read", ""),
        ("{}", "", "holds no report"),
        ('{"final_report": ""}', "", "holds no"),
    ],
)
async def test_a_state_that_says_nothing_is_told(content: str, problem: str, note: str, tmp_path: Path) -> None:
    report = await written_run(tmp_path / "run")
    (tmp_path / "run" / "state.json").write_text(content, encoding="utf-8")
    word = await Grounding().verify_report(report)
    assert word.passed is not bool(problem)
    assert note in word.note
    assert [problem in one.reason for one in word.problems] == [True] * bool(problem)


async def test_a_very_long_report_is_compared_line_by_line(tmp_path: Path) -> None:
    report = await written_run(tmp_path / "run")
    long = report.read_text(encoding="utf-8") + "[x](" * 300_000
    report.write_text(long, encoding="utf-8")
    assert (await Grounding().verify_report(report)).passed is False
    (tmp_path / "run" / "state.json").write_text(json.dumps({"final_report": long}), encoding="utf-8")
    report.write_text(long.replace("\n", "\r\n"), encoding="utf-8")
    assert (await Grounding().verify_report(report)).counts["changed_count"] == 0


async def test_a_report_that_was_replaced_as_a_whole_is_told_in_few_words(tmp_path: Path) -> None:
    report = await written_run(tmp_path / "run")
    report.write_text("\n\n".join(f"Paragraph {at} of another report [1]." for at in range(3_000)), encoding="utf-8")
    word = await Grounding().verify_report(report)
    assert word.passed is False
    assert word.counts["changed_count"] == 1


async def test_a_source_that_was_given_another_title_is_told(tmp_path: Path) -> None:
    report = await written_run(tmp_path)
    file = tmp_path / "evidence.jsonl"
    file.write_text(file.read_text("utf-8").replace("Grid batteries", "Grid batteries, by the IEA"), encoding="utf-8")
    found = await Grounding().verify_report(report)
    assert found.passed is False
    assert "is not the title of source s2" in {problem.reason for problem in found.problems}
