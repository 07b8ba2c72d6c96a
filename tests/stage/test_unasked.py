"""Planned queries that round 1 had no room for: asked later where their part lacks evidence, named where never."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, good, research, said

from dr_core import Context, Delta, Hit, ModelAnswer, ModelRequest, OnDelta, SearchTask
from dr_core.report.made import made
from dr_core.report.provenance import box
from dr_core.stage.unasked import places
from dr_core.state import RunState

QUESTION = "How do the battery plants of Harfa work?"
SIDES = ("Price", "Safety", "Makers", "Winter")
LATE = "Harfa permafrost anchors"
ANSWER = "The battery plants of Harfa stand on forty anchors that are cooled, so that the permafrost does not thaw."
PAGES = {
    "https://x.example/plants": "# Battery plants of Harfa\n\n"
    + "\n\n".join(
        f"## {side}\n\nThe {side.lower()} of the battery plants of Harfa was studied in 2024 by {name}. "
        f"The {side.lower()} of the battery plants is better than that of Lund by {at} percent, as {name} found."
        for at, (side, name) in enumerate(zip(SIDES, ("Ann Lee", "Bo Ek", "Cy Orr", "Di Ash"), strict=True), 11)
    ),
    "https://x.example/anchors": f"# Battery plants of Harfa on permafrost\n\n{ANSWER} They were set in 2019.\n\n"
    + "The ground of the battery plants is measured each day, and where it warms by a tenth of a degree it is cooled. " * 4,
}


class Narrow(Library):
    """Finds the one page that a query is nearest to, and the second one only by its own words."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        hits = await super().search(task, limit)
        wanted = "anchors" in task.query
        return [hit for hit in hits if hit.url.endswith("anchors") is wanted]


def plans(*, late: str = LATE, asks: tuple[str, ...] = ("Harfa plant price list",), enough: bool = False) -> Callable[..., Any]:
    """A model whose plan has twelve queries, of which round 1 has room for seven: the last of the last section has none."""

    def says(request: ModelRequest) -> Any:
        if request.task == "plan":
            planned = [{"title": side, "search_queries": [f"Harfa battery plants {side} {n}" for n in "ab"]} for side in SIDES]
            for at, section in enumerate(planned):
                section["search_queries"].append(late if at == 3 else f"{SIDES[at]} studied 2024 better than Lund")
            return {"research_title": QUESTION, "sections": planned}
        if request.task == "reflect":
            more = [{"query": query, "section": "sec1", "priority": "high"} for query in asks]
            told = {"is_sufficient": enough, "overall_score": 5, "gaps": [], "reasoning": "few"}
            return {**told, "next_queries": [] if enough else more}
        if request.task == "findings":
            return {**good(request), "coverage": 0.9}
        return good(request)

    return says


async def researched(root: Path, says: Callable[..., Any], **limits: Any) -> tuple[RunState, Narrow]:
    library = Narrow(None, Context(instance="files"), PAGES)
    settings = {"research": {"depth": "standard", "length": "brief", "max_iterations": 2, **limits}, "budget": {"tokens": 10**6}}
    state, _ = await research(root, said(one=says), question=QUESTION, library=library, settings=settings)
    return state, library


async def test_a_planned_query_without_room_in_round_1_is_asked_in_the_next(tmp_path: Path) -> None:
    state, library = await researched(tmp_path, plans())
    assert LATE in library.queries and ANSWER in {item.text for item in state.evidence.values()}
    (task,) = (task for task in state.asked_queries if task.query == LATE)
    assert task.section == "sec4" and task in state.iterations[0].next_queries


async def test_what_the_evidence_holds_already_is_not_asked(tmp_path: Path) -> None:
    state, library = await researched(tmp_path, plans())
    assert "Price studied 2024 better than Lund" not in library.queries
    assert [task.query for task in state.iterations[0].next_queries] == ["Harfa plant price list", LATE]


async def test_it_is_asked_where_its_section_lacks_evidence_whatever_its_words(tmp_path: Path) -> None:
    def says(request: ModelRequest) -> Any:
        answer = plans()(request)
        return {**answer, "coverage": 0.3} if request.task == "findings" else answer

    _, library = await researched(tmp_path, says)
    assert {LATE, "Price studied 2024 better than Lund"} <= set(library.queries)


async def test_what_the_model_asks_in_other_order_is_not_asked_twice(tmp_path: Path) -> None:
    state, _ = await researched(tmp_path, plans(asks=("permafrost anchors Harfa",)))
    assert [task.query for task in state.iterations[0].next_queries] == ["permafrost anchors Harfa"]


class Slow(Said):
    """A model that has written its judgement, and ends it only when somebody has searched what was planned."""

    library: Narrow
    early = False

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        answer = await super().complete(request, on_delta)
        if request.task == "reflect" and on_delta is not None:
            on_delta(Delta(kind="text", text=answer.text))
            for _ in range(200):
                self.early = self.early or LATE in self.library.queries
                await asyncio.sleep(0 if self.early else 0.01)
        return answer


@pytest.mark.parametrize("enough", [False, True])
async def test_it_is_searched_while_the_model_still_writes_what_else_to_ask(tmp_path: Path, enough: bool) -> None:
    model = Slow(None, Context(instance="one"), plans(enough=enough))
    model.library = Narrow(None, Context(instance="files"), PAGES)
    settings = {"research": {"depth": "standard", "length": "brief", "max_iterations": 2}, "budget": {"tokens": 10**6}}
    state, _ = await research(tmp_path, {"one": model}, question=QUESTION, library=model.library, settings=settings)
    assert model.early is not enough and (LATE in model.library.queries) is not enough
    assert state.passed


async def test_the_model_is_told_what_is_asked_beside_its_own(tmp_path: Path) -> None:
    models = said(one=plans())
    library = Narrow(None, Context(instance="files"), PAGES)
    settings = {"research": {"depth": "standard", "max_iterations": 2}}
    await research(tmp_path, models, question=QUESTION, library=library, settings=settings)
    (prompt,) = (request.messages[1].content for request in models["one"].requests if request.task == "reflect")
    assert f"- <data>{LATE}</data>" in prompt.partition("asked next")[2] and "at most 4 new queries" in prompt


@pytest.mark.parametrize(
    ("own", "planned", "most", "chosen"),
    [
        ("abcde", "XYZ", 5, "abcXY"),
        ("a", "XYZ", 5, "aXYZ"),
        ("abcdef", "", 5, "abcde"),
        ("", "XYZ", 2, "XY"),
        ("ab", "X", 1, "a"),
        ("abcde", "X", 5, "abcdX"),
    ],
)
def test_planned_queries_have_half_of_the_places_at_most_unless_some_are_free(
    own: str, planned: str, most: int, chosen: str
) -> None:
    def tasks(names: str) -> list[SearchTask]:
        return [SearchTask(query=name) for name in names]

    assert "".join(task.query for task in places(tasks(own), tasks(planned), most)) == chosen


@pytest.mark.parametrize("how", [{"depth": "quick", "max_iterations": 1}, {"enough": True}], ids=["one round", "enough"])
async def test_a_part_that_was_never_searched_and_is_not_answered_is_named(tmp_path: Path, how: dict[str, Any]) -> None:
    state, library = await researched(tmp_path, plans(enough=bool(how.pop("enough", False))), **how)
    assert LATE not in library.queries
    assert f"{LATE} (planned, not searched)" in dict(box(state, seconds=1.0))["Little was found on"]
    assert made(state, seconds=1.0)["unasked"] == [LATE]


async def test_a_part_that_the_report_answers_all_the_same_is_not(tmp_path: Path) -> None:
    answered = "Harfa battery plants Winter better than Lund"
    state, library = await researched(tmp_path, plans(late=answered), depth="quick", max_iterations=1)
    assert answered not in library.queries and made(state, seconds=1.0)["unasked"] == []


@pytest.mark.parametrize(
    ("late", "told"), [("湖州 冻土 锚桩", ["湖州 冻土 锚桩"]), ("湖州 电池厂 冬季 产量", []), ("Huzhou battery permafrost", [])]
)
async def test_a_part_in_chinese_is_named_and_a_query_in_a_language_of_no_source_is_not_judged(
    tmp_path: Path, late: str, told: list[str]
) -> None:
    sides = ("价格", "安全", "厂商", "冬季")
    page = "# 湖州的电池厂\n\n" + "\n\n".join(
        f"## {side}\n\n湖州的电池厂在{side}方面由四所大学研究，2024年的结果已经公布。"
        f"与去年相比，{side}方面的产量提高了{at}%，研究人员认为这与气温有关。"
        for at, side in enumerate(sides, 11)
    )

    def says(request: ModelRequest) -> Any:
        if request.task == "plan":
            planned = [{"title": side, "search_queries": [f"湖州 电池厂 {side}", f"{side} 大学 研究 {side}"]} for side in sides]
            planned[3]["search_queries"] += [late]
            return {"research_title": "湖州的电池厂", "sections": planned}
        return good(request)

    library = Library(None, Context(instance="files"), {"https://x.example/zh": page})
    state, _ = await research(tmp_path, said(one=says), question="湖州的电池厂是如何运作的？", library=library)
    assert made(state, seconds=1.0)["unasked"] == told
    assert ("已规划，未搜索" in state.final_report) is bool(told)
