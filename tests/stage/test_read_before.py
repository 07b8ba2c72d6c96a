"""What a later round asks is looked for in pages that were read before, too: they gave what earlier questions asked."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, good, research, said

from dr_core import Context, Evidence, ModelRequest
from dr_core.stage.reread import HELD, note_held
from dr_core.state import Round, RunState
from dr_core.types import Finding, Page, Plan, SearchTask, Section

QUESTION = "How do the storage plants of Harfa and Lund compare?"
ANSWER = "Spent cells of Lund are melted in Skagen, where 93 percent of their cobalt is won back."
QUERY = "cobalt won back from spent cells"
資源 = "使用済みの電池はスカーゲンで溶かされ、コバルトの93%が回収される。"
尋ね = "使用済み電池 コバルト 回収"
SIDES = ("Capacity", "Price", "Makers")
AT_LEAST = 200


def page(answer: str, half: int = AT_LEAST) -> str:
    """A page that says more of the storage plants than a round takes, and one thing besides."""
    chance = random.Random(7)
    words = ["".join(chance.choices("bdfgklmnprstv", k=2)) + chance.choice("aeiou") + chance.choice("lmnrs") for _ in range(900)]
    told = [
        f"The storage plant of {chance.choice(('Harfa', 'Lund'))} has {chance.choice(SIDES)} {' '.join(chance.sample(words, 9))}."
        for _ in range(half * 2)
    ]
    told[half] = f"{told[half]}\n\n{answer}\n"
    return "# Storage plants of Harfa and Lund compared\n\n" + "\n\n".join(told)


def asks_later(query: str) -> Any:
    """A model that plans without a thought of the end of the cells, and asks for it after the first round."""

    def says(request: ModelRequest) -> Any:
        if request.task == "plan":
            planned = [
                {"title": side, "description": f"{side} of both", "search_queries": [f"storage plant {side}"]} for side in SIDES
            ]
            return {"research_title": QUESTION, "domains": [], "sections": planned}
        if request.task == "reflect":
            more = {"query": query, "goal": "the end of the cells", "section": "sec3", "priority": "high"}
            told = {"is_sufficient": False, "overall_score": 5, "gaps": ["what becomes of the cells"], "reasoning": "few"}
            return {**told, "next_queries": [more]}
        return good(request)

    return says


async def researched(root: Path, answer: str, query: str) -> RunState:
    library = Library(None, Context(instance="files"), {"https://x.example/plants": page(answer)})
    settings = {"research": {"depth": "standard", "length": "brief", "max_iterations": 2}}
    state, _ = await research(root, said(one=asks_later(query)), question=QUESTION, library=library, settings=settings)
    return state


@pytest.mark.parametrize(("answer", "query"), [(ANSWER, QUERY), (資源, 尋ね)], ids=["en", "ja"])
async def test_a_query_of_a_later_round_finds_what_stands_in_a_page_read_before(tmp_path: Path, answer: str, query: str) -> None:
    state = await researched(tmp_path, answer, query)
    found = {item.text: item for item in state.evidence.values()}
    assert answer in found and found[answer].section == "sec3"
    assert (
        found[answer].id in {cite for finding in state.gathered_info for cite in finding.cite_ids} or state.iteration_count == 2
    )


async def test_nothing_of_such_a_page_is_evidence_twice_and_few_passages_are_taken(tmp_path: Path) -> None:
    state = await researched(tmp_path, ANSWER, QUERY)
    assert max(Counter((item.source, item.start) for item in state.evidence.values()).values()) == 1
    assert 0 < state.iterations[-1].new_evidence <= 4


async def test_what_no_query_of_the_round_asks_stays_where_it_is(tmp_path: Path) -> None:
    state = await researched(tmp_path, ANSWER, "ferry timetable of the strait")
    assert state.iterations[-1].new_evidence == 0 and ANSWER not in {item.text for item in state.evidence.values()}


HELD_ANSWER = "Storage cells are melted in Skagen, where 93 percent of their cobalt is won back."


@pytest.mark.parametrize(("query", "shown"), [(QUERY, True), ("ferry timetable of the strait", False)])
async def test_evidence_that_a_later_round_asks_for_is_shown_to_a_drafter(tmp_path: Path, query: str, shown: bool) -> None:
    library = Library(None, Context(instance="files"), {"https://x.example/plants": page(HELD_ANSWER, 60)})
    settings = {"research": {"depth": "standard", "length": "brief", "max_iterations": 2}, "budget": {"tokens": 14_000}}
    models = said(one=asks_later(query))
    state, _ = await research(tmp_path, models, question=QUESTION, library=library, settings=settings)
    assert HELD_ANSWER in {item.text for item in state.evidence.values()} and state.iterations[1].new_evidence == 0
    drafts = [request.messages[1].content for request in models["one"].requests if request.task == "draft"]
    assert any(HELD_ANSWER in told for told in drafts) is shown


@pytest.mark.parametrize(("rounds", "least", "most"), [(1, 24, 59), (2, 60, 60)])
async def test_a_last_round_takes_no_more_than_its_writer_can_be_shown(
    tmp_path: Path, rounds: int, least: int, most: int
) -> None:
    library = Library(None, Context(instance="files"), {"https://x.example/plants": page(ANSWER)})
    settings = {"research": {"depth": "quick", "max_iterations": rounds}, "budget": {"tokens": 10_000}}
    models = said(one=asks_later(QUERY))
    state, _ = await research(tmp_path, models, question=QUESTION, library=library, settings=settings)
    taken = Counter(item.section for item in list(state.evidence.values())[: state.iterations[0].new_evidence])
    assert least <= max(taken.values()) <= most
    drafts = [request.messages[1].content for request in models["one"].requests if request.task == "draft"]
    assert all(sum(item.text in told for item in state.evidence.values()) < max(taken.values()) for told in drafts)


def held(found: tuple[Finding, ...] = ()) -> RunState:
    """A round that asks for what the second of two paragraphs says; all of their sentences are evidence."""
    lines = ["The plant of Harfa is large.", "It was built early.", "The plant of Lund burned in a storm.", "Nobody was hurt."]
    text = f"{lines[0]} {lines[1]}\n\n{lines[2]} {lines[3]}\n"
    state = RunState(original_query="q", clarified_query="q", language="en", iteration_count=2, gathered_info=list(found))
    state.sources = {
        "s1": Page(id="s1", url="https://a.example", title="Plants", text=text, sha256="", fetched_at="", language="en")
    }
    for at, line in enumerate(lines):
        start, score = text.index(line), 0.9 - 0.2 * at
        state.evidence[f"e{at}"] = Evidence(
            id=f"e{at}", source="s1", start=start, end=start + len(line), text=line, section="sec1", score=score
        )
    asked = SearchTask(query="Lund burned in a storm", section="sec2")
    state.iterations = [Round(iteration=1, is_sufficient=False, overall_score=5, gaps=[], next_queries=[asked])]
    return state


def test_what_is_asked_for_rises_with_its_passage_and_is_noted_for_the_section_that_asks() -> None:
    state = held()
    note_held(state)
    scores = [item.score for item in state.evidence.values()]
    assert scores[:2] == [0.9, 0.7] and 0.7 < scores[3] < scores[2] < 0.9
    assert state.notes[HELD] == {"e2": "sec2", "e3": "sec2"}


def test_what_has_more_of_that_than_of_what_its_own_section_asks_moves_there_and_goes_first() -> None:
    state = held()
    sections = [Section(id="sec1", title="Age", search_queries=("when built",)), Section(id="sec2", title="Fires")]
    state.plan = Plan(research_title="Plants", sections=tuple(sections))
    note_held(state)
    assert [item.section for item in state.evidence.values()] == ["sec1", "sec1", "sec2", "sec1"]


def test_what_a_finding_stands_on_was_seen_before() -> None:
    state = held((Finding(text="Lund burned.", section="sec1", cite_ids=("e2",), round=1),))
    note_held(state)
    assert state.notes[HELD] == {"e3": "sec2"}


SMELTER = "# The smelter of Skagen\n\n" + " ".join(
    f"In hall {hall} of the smelter of Skagen cobalt is won back from spent cells, {90 + hall} percent of it."
    for hall in range(2, 9)
)


@pytest.mark.parametrize(("query", "read"), [("smelter Skagen cobalt won back spent cells", True), ("ferry timetable", False)])
async def test_a_page_set_aside_is_read_when_a_later_round_asks_for_it(tmp_path: Path, query: str, read: bool) -> None:
    pages = {"https://x.example/plants": page("", 20), "https://x.example/smelter": SMELTER}
    library = Library(None, Context(instance="files"), pages)
    settings = {"research": {"depth": "standard", "length": "brief", "max_iterations": 2}}
    state, _ = await research(tmp_path, said(one=asks_later(query)), question=QUESTION, library=library, settings=settings)
    assert ("https://x.example/smelter" in {one.url for one in state.sources.values()}) is read
    assert ("https://x.example/smelter" not in state.unread) is read
