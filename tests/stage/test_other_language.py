"""Evidence in another language than the question's: pages about the subject are, whatever their language, and others are not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import documents
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest
from dr_core.stage.english_page import about_both
from dr_core.state import RunState
from dr_core.types import Page, SearchTask

pytestmark = pytest.mark.once

ENGLISH = {
    "battery": ("sodium-ion battery grid storage cost", "sodium-ion LFP cycle life", "grid battery storage safety fire"),
    "rail": ("high-speed rail construction cost", "high-speed train maximum speed", "high-speed rail safety record"),
}
ASKED: dict[tuple[str, str], tuple[str, tuple[str, str, str]]] = {
    ("battery", "zh-hans"): ("钠离子电池与磷酸铁锂电池在电网储能中的成本与寿命比较", ("成本", "寿命", "安全性")),
    ("battery", "zh-hant"): ("台灣電網儲能電池的成本與安全如何？", ("成本", "規模", "安全性")),
    ("battery", "ja"): ("日本の系統用蓄電池のコストと安全性はどうか", ("コスト", "規模", "安全性")),
    ("battery", "ko"): ("한국 ESS 배터리 저장 장치의 비용과 화재 안전성은 어떠한가", ("비용", "규모", "안전성")),
    ("rail", "zh-hans"): ("中国高速铁路的建设成本与最高速度", ("成本", "速度", "安全性")),
    ("rail", "zh-hant"): ("高速鐵路的建設成本與最高速度", ("成本", "速度", "安全性")),
    ("rail", "ja"): ("新幹線の建設費と最高速度はどうか", ("費用", "速度", "安全性")),
    ("rail", "ko"): ("한국 고속철도 KTX의 건설 비용과 최고 속도", ("비용", "속도", "안전성")),
}
OTHER = {"battery": "rail", "rail": "battery"}
every = pytest.mark.parametrize(("subject", "language"), ASKED)


def pages(*kinds: tuple[str, str]) -> dict[str, str]:
    """The documents of the corpus on a subject in a language."""
    return {
        f"https://library.example/{Path(page.id).stem}": f"# {page.title}\n\n{page.text}"
        for page in documents()
        if any(page.id.startswith(subject) and Path(page.id).stem.endswith(f"-{language}") for subject, language in kinds)
    }


def planner(subject: str, titles: tuple[str, ...]) -> Any:
    """A model that asks for each section in the question's language and in English."""

    def says(request: ModelRequest) -> dict[str, Any]:
        if request.task != "plan":
            return good(request)
        question = ASKED_BY_TITLES[subject, titles]
        sections = [
            {"title": title, "description": title, "search_queries": [f"{question[:14]} {title}", english]}
            for title, english in zip(titles, ENGLISH[subject], strict=True)
        ]
        return {"research_title": question, "domains": [], "sections": sections}

    return says


ASKED_BY_TITLES = {(subject, titles): question for (subject, _), (question, titles) in ASKED.items()}


async def evidence(root: Path, subject: str, language: str, documents: Mapping[str, str]) -> set[tuple[str, str]]:
    """The subjects and languages of the pages that are evidence."""
    question, titles = ASKED[subject, language]
    library = Library(None, Context(instance="files"), documents)
    state, _ = await research(root, said(one=planner(subject, titles)), question=question, library=library)
    assert any(task.language == "en" for task in state.asked_queries)
    names = {item.url.rpartition("/")[2] for item in state.evidence.values()}
    return {(name.partition("-")[0], "en" if name.endswith("-en") else "own") for name in names}


@every
async def test_english_pages_about_the_subject_are_taken_and_others_of_ones_own_language_are_not(
    tmp_path: Path, subject: str, language: str
) -> None:
    found = await evidence(tmp_path, subject, language, pages((subject, "en"), (OTHER[subject], language)))
    assert found == {(subject, "en")}


@every
async def test_pages_of_ones_own_language_are_taken_and_english_ones_about_something_else_are_not(
    tmp_path: Path, subject: str, language: str
) -> None:
    found = await evidence(tmp_path, subject, language, pages((subject, language), (OTHER[subject], "en")))
    assert found == {(subject, "own")}


@every
async def test_where_both_are_about_the_subject_both_are_taken(tmp_path: Path, subject: str, language: str) -> None:
    found = await evidence(tmp_path, subject, language, pages((subject, "en"), (subject, language), (OTHER[subject], "en")))
    assert found == {(subject, "en"), (subject, "own")}


def test_pages_that_merely_mention_the_subject_give_way_to_those_of_the_other_language_that_are_about_it() -> None:
    texts = {
        "about": ("en", "The Normans came from the north. " * 3 + "\n\nThe Normans ruled Sicily. The Normans built castles."),
        "mentions": (
            "zh-Hans",
            "\n\n".join(["球队在主场赢得了比赛。", "教练宣布了新的阵容。", "诺曼接到了传球。", "观众离开了球场。"]),
        ),
    }
    sources = [
        Page(id=name, url=f"https://a.example/{name}", title="", text=text, sha256="", fetched_at="", language=language)
        for name, (language, text) in texts.items()
    ]
    state = RunState(original_query="诺曼人是谁？", clarified_query="诺曼人是谁？", language="zh-Hans")
    state.asked_queries = [SearchTask(query="诺曼人", language="zh-Hans"), SearchTask(query="Normans", language="en")]
    assert list(about_both(state, {"mentions": 1.0}, sources)) == ["about"]
