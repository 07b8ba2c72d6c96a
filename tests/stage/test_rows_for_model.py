"""Where a model writes, the rows of a large table that the question or the plan names are evidence, with head and caption."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, evidence, good, research
from test_excerpt import AROUND, CHINESE, DAMS, HEAD, ROWS

from dr_core import Context, ModelRequest
from dr_core.state import RunState

PAGE = "https://library.example/reservoirs"
CAPTION = "The reservoirs in figures"


def plan(*queries: str) -> dict[str, Any]:
    sections = [
        {"title": f"Part {at}", "description": "What is known", "search_queries": [query]} for at, query in enumerate(queries, 1)
    ]
    return {"research_title": "Reservoirs", "domains": [], "sections": sections}


class Writer:
    """Plans what it is told, and writes sentences of which each cites the row with its name."""

    def __init__(self, queries: tuple[str, ...], *told: tuple[str, str]) -> None:
        self.queries, self.told = queries, told
        self.drafts: list[str] = []

    def __call__(self, request: ModelRequest) -> dict[str, Any]:
        if request.task == "plan":
            return plan(*self.queries)
        if request.task == "draft":
            self.drafts.append(request.messages[1].content)
            rows = {name: cite for cite, text in evidence(request) for name, _ in self.told if f"| {name} |" in text}
            mine = [{"text": text, "cite_ids": [rows[name]]} for name, text in self.told if name in rows]
            return {"paragraphs": mine} if mine else good(request)
        return good(request)


async def run(root: Path, writer: Writer, question: str, text: str, **research_settings: Any) -> tuple[RunState, str]:
    settings = {"research": {"depth": "quick", "length": "brief", **research_settings}}
    state, folder = await research(
        root,
        {"one": Said(None, Context(instance="one"), writer)},
        question=question,
        library=Library(None, Context(instance="files"), {PAGE: text}),
        settings=settings,
    )
    return state, (folder / "report.md").read_text(encoding="utf-8")


QUERIES = (
    "volume of the Mirow reservoir Tessin valley",
    "how the reservoirs of the Tessin valley are run",
    "who built the reservoirs of the Tessin valley",
)
QUESTION = "What is the volume of the Mirow reservoir in the Tessin valley?"
TABLE = AROUND.format(table=f"{HEAD}\n{ROWS}")


async def test_the_rows_that_a_question_names_are_shown_below_their_head(tmp_path: Path) -> None:
    writer = Writer(QUERIES)
    await run(tmp_path, writer, QUESTION, TABLE)
    shown = [draft for draft in writer.drafts if "| Mirow |" in draft]
    assert shown and all(f">{CAPTION}\n{HEAD}\n| Mirow | 1959 | 24.5 | 42 |</data>" in draft for draft in shown)
    assert not any(f"| {name} |" in draft for draft in writer.drafts for name in DAMS if name != "Mirow")


async def test_a_row_is_lent_to_every_section_that_asks_for_one_of_its_columns(tmp_path: Path) -> None:
    asked = ("volume of the Mirow reservoir", "height of the dam of Mirow", "who fishes in the Tessin valley")
    writer = Writer(asked)
    await run(tmp_path, writer, "How large and how high is Mirow in the Tessin valley?", TABLE)
    drafts = {query: draft for query in asked for draft in writer.drafts if f"Part {asked.index(query) + 1}: " in draft}
    assert all("| Mirow | 1959 | 24.5 | 42 |" in drafts[query] for query in asked[:2])
    assert sum('home="' in drafts[query].partition("| Mirow |")[0].rpartition("<data")[2] for query in asked[:2]) == 1


async def test_a_row_that_only_the_plan_names_is_shown_too(tmp_path: Path) -> None:
    writer = Writer((*QUERIES, "dam height of the Kolm and Farn reservoirs Tessin valley"))
    await run(tmp_path, writer, "How much water do the reservoirs of the Tessin valley store?", TABLE)
    together = "\n".join(writer.drafts)
    assert {name for name in DAMS if f"| {name} |" in together} == {"Mirow", "Kolm", "Farn"}
    assert all(draft.count(HEAD) == ("| Kolm |" in draft or "| Mirow |" in draft) for draft in writer.drafts)


@pytest.mark.parametrize(
    ("question", "queries", "text", "name", "right", "wrong"),
    [
        (
            QUESTION,
            QUERIES,
            TABLE,
            "Mirow",
            "The Mirow reservoir holds 24.5 million m³ behind a dam 42 m high.",
            "The Mirow reservoir has a volume of 22.5 million m³.",
        ),
        (
            "云岭省丙市的人口是多少？",
            ("云岭省丙市的人口", "云岭省的城市", "云岭省的江"),
            CHINESE,
            "丙市",
            "丙市的人口为2014千人。",
            "丙市的人口为2021千人。",
        ),
    ],
)
async def test_what_is_written_from_a_row_is_verified(
    tmp_path: Path, question: str, queries: tuple[str, ...], text: str, name: str, right: str, wrong: str
) -> None:
    state, report = await run(tmp_path, Writer(queries, (name, right), (name, wrong)), question, text)
    (verdict,) = {word.verdict for word in state.verdicts if word.sentence == right}
    assert verdict == "supported" and right in re.sub(r" ?\[\d+\]", "", report)
    assert not any(wrong in one.text for one in state.paragraphs) and wrong in [problem.text for problem in state.dropped]
    (paragraph,) = [one for one in state.paragraphs if one.text == right and one.section.startswith("sec")]
    head, row = [state.evidence[cite].text for cite in paragraph.cite_ids][-2:]
    assert head.count("\n") == 1 and row.startswith(f"| {name} |")


async def test_the_figure_of_another_row_that_is_cited_too_is_dropped(tmp_path: Path) -> None:
    right = "Corin holds 14.5 million m³ and Kolm 22.5 million m³."
    wrong = "The volume of Corin is 22.5 million m³ and that of Kolm is 14.5 million m³."

    def says(request: ModelRequest) -> dict[str, Any]:
        rows = [cite for cite, text in evidence(request) if "| Corin |" in text or "| Kolm |" in text]
        if request.task == "draft" and len(rows) == 2:
            return {"paragraphs": [{"text": text, "cite_ids": rows} for text in (right, wrong)]}
        return plan(*QUERIES) if request.task == "plan" else good(request)

    state, folder = await research(
        tmp_path,
        {"one": Said(None, Context(instance="one"), says)},
        question="Compare the Corin and Kolm reservoirs of the Tessin valley",
        library=Library(None, Context(instance="files"), {PAGE: TABLE}),
    )
    told = {word.sentence: word.verdict for word in state.verdicts}
    assert told[right] == "supported" and wrong not in told
    assert any(problem.text == wrong and "something else" in problem.reason for problem in state.dropped)
    quotes = json.loads((folder / "report.json").read_text(encoding="utf-8"))["quotes"]
    assert {CAPTION, HEAD, "| Corin | 1919 | 14.5 | 32 |"} <= set(quotes.values())


async def test_rows_stay_within_the_budget(tmp_path: Path) -> None:
    rows = "\n".join(f"| Works {at} | {1900 + at} | {at}.5 | {'a long remark on this plant ' * 20} |" for at in range(200))
    table = f"| Plant | Opened | Output (MW) | Remark |\n|---|---|---|---|\n{rows}"
    writer = Writer(QUERIES)
    names = " ".join(f"works {at}" for at in range(40))
    state, _ = await run(tmp_path, writer, f"Compare {names} of the Tessin valley", AROUND.format(table=table))
    assert state.status == "complete"
    assert sum(item.text.startswith("| Works") for item in state.evidence.values()) <= 8


SMALL = "\n".join(ROWS.splitlines()[:3])


@pytest.mark.parametrize(
    "over", ["Table 1. Reservoirs of Norway in 2024\n\n", "| Reservoirs of Norway in 2024 | | | |\n|---|---|---|---|\n"]
)
async def test_a_small_table_is_shown_below_its_caption_which_is_cited_with_it(tmp_path: Path, over: str) -> None:
    name, built, volume, _ = (cell.strip() for cell in SMALL.splitlines()[0].strip("|").split("|"))
    told = f"In Norway {name} had a volume of {volume} million m³ in 2024; its dam was completed in {built}."
    writer = Writer((f"volume of the {name} reservoir Tessin valley", *QUERIES[1:]), (name, told))
    text = AROUND.format(table=f"{over}{HEAD}\n{SMALL}")
    state, _ = await run(tmp_path, writer, f"What is the volume of the {name} reservoir in the Tessin valley?", text)
    assert any(f"Reservoirs of Norway in 2024\n{HEAD}" in draft for draft in writer.drafts)
    cited = [state.evidence[cite].text for one in state.paragraphs if told in one.text for cite in one.cite_ids]
    assert any("Norway" in words for words in cited) and any(words.startswith("|") for words in cited)
    assert {one.verdict for one in state.verdicts if "Norway" in one.sentence} <= {"supported", "unclear"}
