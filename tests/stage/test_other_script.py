"""A question in one script of Chinese and pages in the other: pages about the subject are taken, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import CORPUS, documents
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest, Researcher
from dr_core.stage.script import quotable
from dr_core.text import detect
from dr_core.text.han import simplified
from dr_core.types import Page

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


KOREA = (
    "# 南韓的高速鐵路\n\n南韓的高速鐵路KTX在2004年4月1日通車，首條路線連接首爾與釜山。南韓是世界上第五個營運高速鐵路的國家。\n\n"
    "## 發展\n\nKTX最初只有兩條路線、20個車站，2024年增加為8條路線、69個車站。2016年12月SRT加入營運。\n\n"
    "## 車站\n\n首爾站每天有許多旅客。釜山站靠近港口，旅客可以轉乘渡輪。\n"
)
KOREA_HANS = simplified(KOREA).replace("南韩", "韩国")
CHINA_HANT = (
    "# 中國的高速鐵路\n\n中國的高速鐵路（高鐵）在2008年通車，里程在2024年底達到4.8萬公里。中國的高鐵連接所有大城市。\n\n"
    "## 速度\n\n中國高鐵的最高營運時速為350公里。列車由國內的工廠製造。\n"
)


def read(name: str, text: str) -> Page:
    heading, _, body = text.partition("\n\n")
    return Page(
        id=name, url=f"https://a.example/{name}", title=heading[2:], text=body, sha256="", fetched_at="", language=detect(text)
    )


def test_the_other_script_is_quoted_on_what_the_own_one_does_not_tell() -> None:
    china = next(page for page in documents() if page.id == "rail-china-zh-hans.html")
    korea, other = read("korea", KOREA), read("other", CHINA_HANT)
    for question in ("高铁在中国、日本和韩国的发展有何不同？", "韩国高铁的发展"):
        found = quotable([china, korea, other], "zh-Hans", question)
        assert [page.id for page in found.pages] == [china.id, "korea"]
        assert {one.heading for one in found.passages(korea)} == {"", "發展", "車站"}
    for question in ("中国高铁的里程是多少？", "中国高铁的发展", "中国高铁的速度、成本与客流如何？"):
        assert quotable([china, korea, other], "zh-Hans", question).pages == [china]


def test_of_a_page_in_the_other_script_only_the_passages_on_what_is_missing_are_quoted() -> None:
    china = next(page for page in documents() if page.id == "rail-china-zh-hans.html")
    many = read(
        "many",
        "# 各地的高速鐵路\n\n高速鐵路在各地發展得很快，高鐵受到歡迎。\n\n## 法國\n\n法國的高鐵在1981年通車。\n\n"
        "## 南韓\n\n南韓的高鐵在2004年通車，連接首爾與釜山。\n",
    )
    found = quotable([china, many], "zh-Hans", "中国和韩国的高铁有何不同？")
    assert [many.text[one.start : one.end] for one in found.passages(many)] == ["南韓的高鐵在2004年通車，連接首爾與釜山。"]


def test_a_figure_that_the_own_script_does_not_give_is_quoted_from_the_other() -> None:
    china = next(page for page in documents() if page.id == "rail-china-zh-hans.html")
    fares = read("fares", "# 中國的高鐵\n\n中國的高鐵連接所有大城市，旅客很多。\n\n## 票價\n\n北京到上海的高鐵票價為662元。\n")
    found = quotable([china, fares], "zh-Hans", "中国高铁的票价是多少元？")
    assert [fares.text[one.start : one.end] for one in found.passages(fares)] == ["北京到上海的高鐵票價為662元。"]


async def abstract_of(question: str, folder: Path, *texts: str) -> tuple[str, set[str]]:
    """The abstract of a report on the example page on China and some texts, and the languages of its evidence."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "china.html").write_bytes((CORPUS / "rail-china-zh-hans.html").read_bytes())
    for number, text in enumerate(texts):
        (docs / f"{number}.md").write_text(text, "utf-8")
    result = await Researcher(docs=docs, settings={"output": {"root": str(folder)}, "sandbox": {"use": []}}).run(question)
    assert result.passed
    written, evidence = (
        [json.loads(line) for line in (Path(result.run_dir) / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in ("paragraphs", "evidence")
    )
    told = " ".join(one["text"] for one in written if one["section"] == "abstract")
    return told, {one["language"] for one in evidence}


@pytest.mark.parametrize("korea", [KOREA, KOREA_HANS], ids=["zh-Hant", "zh-Hans"])
async def test_a_comparison_tells_of_each_thing_in_whichever_script(korea: str, tmp_path: Path) -> None:
    told, languages = await abstract_of("高铁在中国、日本和韩国的发展有何不同？", tmp_path, korea)
    assert "中国" in told and "日本" in told and ("南韓" in told or "韩国" in told), told
    assert "不同机构的数字并不相同" not in told
    assert languages == {"zh-Hans", detect(korea)}


async def test_a_report_on_one_country_does_not_open_with_another(tmp_path: Path) -> None:
    told, _ = await abstract_of("韩国高铁的发展", tmp_path, KOREA)
    assert told.startswith("南韓的高速鐵路KTX在2004年4月1日通車"), told


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
