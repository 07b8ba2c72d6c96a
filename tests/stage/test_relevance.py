"""Where words do not tell what pages are about, a model is asked: pages in other languages, and pages about something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import documents
from standin.library import Library, Said, good, research, said

from dr_core import Context, ModelRequest, NoEvidence
from dr_core.state import RunState

pytestmark = pytest.mark.once

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja", "ko")
QUESTIONS = {
    ("battery", "en"): ("How do sodium-ion and LFP batteries compare for grid storage?", ("Cost", "Performance", "Safety")),
    ("rail", "en"): ("What does high-speed rail cost to build, and how fast are the trains?", ("Cost", "Speed", "Safety")),
    ("desal", "en"): ("Seawater desalination: energy use, cost and brine", ("Energy", "Cost", "Environment")),
    ("rail", "zh-Hans"): ("高速铁路的建设成本与最高速度", ("成本", "速度", "安全性")),
    ("rail", "zh-Hant"): ("高速鐵路的建設成本與最高速度", ("成本", "速度", "安全性")),
    ("rail", "ja"): ("新幹線の建設費と最高速度はどうか", ("費用", "速度", "安全性")),
    ("rail", "ko"): ("고속철도 KTX의 건설 비용과 최고 속도", ("비용", "속도", "안전성")),
    ("desal", "ko"): ("해수 담수화의 비용과 에너지", ("비용", "에너지", "환경")),
}
WORDS = {
    "battery": "钠离子 电池 储能 鈉離子 電池 儲能 蓄電池 系統用 배터리 저장 장치",
    "rail": "高速铁路 高铁 高速鐵路 高鐵 新幹線 고속철도",
    "desal": "海水淡化 海水淡水化 해수 담수화",
}
SUBJECT_OF = {page.title: page.id.partition("-")[0] for page in documents()}
_PAGE = re.compile(r'<data id="([^"]+)" language="[^"]*">(.*?)</data>', re.S)


def pages(*wanted: tuple[str, str]) -> dict[str, str]:
    """The documents of the corpus on subjects in languages, by address."""
    return {
        f"https://library.example/{page.id}": f"# {page.title}\n\n{page.text}"
        for page in documents()
        if (page.id.partition("-")[0], page.language) in wanted
    }


def knowing(subject: str, language: str, *, words: bool = True) -> Callable[[ModelRequest], Any]:
    """A model that plans the question, and knows what a page of the corpus is about when it is shown it."""
    question, titles = QUESTIONS[subject, language]

    def says(request: ModelRequest) -> Any:
        if request.task == "plan":
            sections = [{"title": one, "description": one, "search_queries": [f"{question[:30]} {one}"]} for one in titles]
            return {"research_title": question, "domains": [], "sections": sections}
        if request.task == "relevance":
            shown = _PAGE.findall(request.messages[1].content)
            own = [question, *(title for title, about in SUBJECT_OF.items() if about == subject)]
            other = [name for name, text in shown if not any(text.startswith(f"{title}: ") for title in own)]
            told = [{"section": f"sec{at}", "words": WORDS[subject]} for at in (1, 2, 3)] if words else []
            return {"unrelated": [*other, "s99"], "words": told}
        return good(request)

    return says


async def run(root: Path, subject: str, language: str, found: dict[str, str], says: Any = None, **settings: Any) -> RunState:
    model = Said(None, Context(instance="one"), says or knowing(subject, language))
    library = Library(None, Context(instance="files"), found)
    state, _ = await research(root, {"one": model}, question=QUESTIONS[subject, language][0], library=library, settings=settings)
    state.notes["tasks"] = [request.task for request in model.requests]
    return state


def subjects(state: RunState) -> set[str]:
    return {item.url.rpartition("/")[2].partition("-")[0] for item in state.evidence.values()}


ABROAD = [
    (subject, language) for subject in ("battery", "rail", "desal") for language in LANGUAGES[1:] if pages((subject, language))
]


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize(("subject", "language"), ABROAD)
async def test_an_english_question_is_answered_from_pages_in_other_languages(
    tmp_path: Path, subject: str, language: str, words: bool
) -> None:
    found = pages(*((each, language) for each in ("battery", "rail", "desal")))
    state = await run(tmp_path, subject, "en", found, knowing(subject, "en", words=words))
    assert subjects(state) == {subject} and len(state.evidence) >= 20
    assert state.notes["tasks"].count("relevance") == 1


@pytest.mark.parametrize(("asked", "read"), [("ko", "ja"), ("ko", "zh-Hans"), ("zh-Hant", "ko"), ("ja", "zh-Hant")])
async def test_so_is_one_in_another_language(tmp_path: Path, asked: str, read: str) -> None:
    state = await run(tmp_path, "rail", asked, pages(*((each, read) for each in ("battery", "rail", "desal"))))
    assert subjects(state) == {"rail"} and len(state.evidence) >= 20


@pytest.mark.parametrize(
    ("subject", "language"), [("battery", "en"), ("rail", "zh-Hans"), ("rail", "zh-Hant"), ("rail", "ja"), ("desal", "ko")]
)
async def test_where_nothing_is_about_the_question_the_run_says_so_and_writes_nothing(
    tmp_path: Path, subject: str, language: str
) -> None:
    found = pages(*((each, language) for each in ("battery", "rail", "desal") if each != subject))
    models = said(one=knowing(subject, language))
    library = Library(None, Context(instance="files"), found)
    with pytest.raises(NoEvidence, match=r"none of the \d+ sources read says anything that answers the question") as caught:
        await research(tmp_path, models, question=QUESTIONS[subject, language][0], library=library)
    assert caught.value.remedy and caught.value.exit_code == 4
    assert [request.task for request in models["one"].requests] == ["plan", "relevance"]
    assert not list(tmp_path.rglob("report.md"))


@pytest.mark.parametrize(("subject", "language"), [("battery", "en"), *(("rail", each) for each in LANGUAGES)])
async def test_where_words_tell_nobody_is_asked(tmp_path: Path, subject: str, language: str) -> None:
    state = await run(tmp_path, subject, language, pages(*((each, language) for each in ("battery", "rail", "desal"))))
    assert subjects(state) == {subject} and "relevance" not in state.notes["tasks"]


@pytest.mark.parametrize("answer", [{}, {"unrelated": []}, {"unrelated": ["s99", "all"]}], ids=["empty", "none", "unknown"])
async def test_a_page_that_the_model_does_not_name_stays(tmp_path: Path, answer: dict[str, Any]) -> None:
    plans = knowing("battery", "en")
    found = pages(("rail", "en"))
    state = await run(tmp_path, "battery", "en", found, lambda request: answer if request.task == "relevance" else plans(request))
    assert state.evidence and "relevance" in state.notes["tasks"]


async def test_without_an_answer_pages_are_weighed_by_their_words_and_the_report_says_so(tmp_path: Path) -> None:
    plans = knowing("battery", "en")
    found = pages(("rail", "en"))
    state = await run(tmp_path, "battery", "en", found, lambda request: "no" if request.task == "relevance" else plans(request))
    assert state.status == "partial" and state.evidence
    assert [entry["task"] for entry in state.notes["fallbacks"]] == ["relevance"]


async def test_a_model_that_names_every_text_it_is_shown_is_not_believed(tmp_path: Path) -> None:
    plans = knowing("battery", "en")

    def says(request: ModelRequest) -> Any:
        if request.task == "relevance":
            return {"unrelated": [name for name, _ in _PAGE.findall(request.messages[1].content)]}
        return plans(request)

    state = await run(tmp_path, "battery", "en", pages(("rail", "en")), says)
    assert state.status == "partial" and state.evidence
    assert [entry["task"] for entry in state.notes["fallbacks"]] == ["relevance"]
    assert any("a text on the very question" in error["error"] for error in state.model_dump()["errors"])


async def test_no_page_is_asked_about_twice(tmp_path: Path) -> None:
    found = pages(("rail", "ja"), ("desal", "ja"))
    state = await run(tmp_path, "rail", "en", found, research={"depth": "standard"})
    assert len(state.iterations) > 1 and state.notes["tasks"].count("relevance") == 1
    assert subjects(state) == {"rail"}
