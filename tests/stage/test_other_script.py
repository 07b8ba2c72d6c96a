"""A question in one script of Chinese and pages in the other, with a model: pages about the subject are taken, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import CORPUS, documents
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest, Researcher
from dr_core.text import detect
from dr_core.text.han import simplified

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]

QUESTIONS = {
    ("battery", "zh-Hans"): ("钠离子电池与磷酸铁锂电池在电网储能中的成本与寿命比较", ("成本", "寿命", "安全性")),
    ("battery", "zh-Hant"): ("鈉離子電池與磷酸鐵鋰電池在電網儲能中的成本與壽命比較", ("成本", "壽命", "安全性")),
    ("rail", "zh-Hans"): ("高速铁路的建设成本与最高速度", ("成本", "速度", "安全性")),
    ("rail", "zh-Hant"): ("高速鐵路的建設成本與最高速度", ("成本", "速度", "安全性")),
    ("desal", "zh-Hans"): ("海水淡化的成本与能耗，以及浓盐水对环境的影响", ("成本", "能耗", "环境影响")),
    ("desal", "zh-Hant"): ("海水淡化的成本與耗能，以及鹵水對環境的影響", ("成本", "耗能", "環境影響")),
}
OTHER = {"zh-Hans": "zh-Hant", "zh-Hant": "zh-Hans"}


def pages(language: str) -> dict[str, str]:
    """The documents of the corpus in a language, on every subject."""
    found = (page for page in documents() if page.language == language)
    return {f"https://library.example/{page.id}": f"# {page.title}\n\n{page.text}" for page in found}


def planner(question: str, titles: tuple[str, ...]) -> Any:
    """A model that plans in the question's script, and writes in that of its evidence until it is told otherwise."""

    def says(request: ModelRequest) -> dict[str, Any]:
        if request.task == "plan":
            sections = [{"title": one, "description": one, "search_queries": [f"{question[:12]} {one}"]} for one in titles]
            return {"research_title": question, "domains": [], "sections": sections}
        answer = good(request)
        told = request.messages[-1].content.startswith("Your last answer could not be used")
        return _in_hans(answer) if told else answer

    return says


def _in_hans(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: value if key == "cite_ids" else _in_hans(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [_in_hans(one) for one in answer]
    return simplified(answer) if isinstance(answer, str) else answer


@pytest.mark.parametrize(("subject", "language"), QUESTIONS)
async def test_the_right_pages_of_the_other_script_are_taken(tmp_path: Path, subject: str, language: str) -> None:
    question, titles = QUESTIONS[subject, language]
    library = Library(None, Context(instance="files"), pages(OTHER[language]))
    state, _ = await research(tmp_path, said(one=planner(question, titles)), question=question, library=library)
    assert state.language == language
    assert {item.url.rpartition("/")[2].partition("-")[0] for item in state.evidence.values()} == {subject}


async def test_the_report_is_in_the_script_of_the_question(tmp_path: Path) -> None:
    question, titles = QUESTIONS["rail", "zh-Hans"]
    library = Library(None, Context(instance="files"), pages("zh-Hant"))
    models, enough = said(one=planner(question, titles)), {"budget": {"tokens": 30_000}}  # each section is written twice
    state, _ = await research(tmp_path, models, question=question, library=library, settings=enough)
    assert state.status == "complete" and not state.notes.get("fallbacks")
    body = [paragraph for paragraph in state.paragraphs if paragraph.kind == "prose"]
    assert {detect(paragraph.text) for paragraph in body} == {"zh-Hans"}
    verdicts = [verdict.verdict for verdict in state.verdicts]
    assert verdicts.count("supported") >= 0.9 * len(verdicts)


@pytest.mark.parametrize(
    ("question", "language"),
    [("中国高速铁路的建设成本、最高速度与客流如何？", "zh-Hans"), ("台灣高鐵的票價、營運速度與運量如何？", "zh-Hant")],
)
async def test_without_a_model_a_report_keeps_to_its_script_where_a_page_in_it_is_about_the_question(
    tmp_path: Path, question: str, language: str
) -> None:
    result = await Researcher(docs=CORPUS, settings={"output": {"root": str(tmp_path)}, "sandbox": {"use": []}}).run(question)
    evidence = [json.loads(line) for line in (Path(result.run_dir) / "evidence.jsonl").read_text("utf-8").splitlines()]
    assert result.passed and evidence
    assert {item["language"] for item in evidence} == {language}
