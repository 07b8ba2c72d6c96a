"""The chain as it comes: what works without any key, and which sources beyond the web may join it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pool_kit import patient_run
from standin.library import good, research, said

from dr_core import SearchTask
from dr_core.kernel import Kernel
from dr_core.layers import load_settings
from dr_core.run.run import Run
from dr_core.run.special import encyclopedic, special_names
from dr_core.settings import SearchTable, Settings
from dr_core.stage.strategy import strategy_for

DEFAULT = ["arxiv", "openalex", "github", "hackernews", "wikipedia", "huggingface"]


def bundled(folder: Path, settings: Settings) -> Run:
    """A run with the real plugins."""
    run = patient_run(folder, settings)
    run.provider = Kernel(settings).provider
    return run


async def test_without_any_key_the_default_chain_is_what_needs_none(tmp_path: Path) -> None:
    run = bundled(tmp_path, Settings())
    chain = run.pool.chain(SearchTask(query="q"))
    assert [engine.name for engine in chain if engine.healthy()] == ["duckduckgo"]
    assert {engine.name for engine in chain if "_API_KEY" in engine.summary().get("error", "")} == {"tavily", "serper", "exa"}
    await run.journal.aclose()


@pytest.mark.parametrize(
    ("task", "names"),
    [
        (SearchTask(query="q", strategy="academic"), {"arxiv", "openalex", "huggingface"}),
        (SearchTask(query="q", strategy="code"), {"github", "hackernews", "huggingface"}),
        (SearchTask(query="What is a heat pump?"), {"wikipedia"}),
        (SearchTask(query="heat pump sales in Norway"), set()),
        (SearchTask(query="what is new", strategy="news"), set()),
        (SearchTask(query="what is claimed", strategy="patents"), set()),
    ],
)
async def test_the_query_chooses_who_joins(tmp_path: Path, task: SearchTask, names: set[str]) -> None:
    run = bundled(tmp_path, Settings())
    assert {engine.name for engine in run.pool.joining(task)} == names
    await run.journal.aclose()


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (SearchTable(), DEFAULT),
        (SearchTable(use=["tavily", "serper", "duckduckgo", "exa"]), DEFAULT),
        (SearchTable(use=["brave"]), []),
        (SearchTable(use=["files"]), []),
        (SearchTable(use=["files"], special=["arxiv"]), []),
        (SearchTable(use=["brave", "files"], special=["arxiv", "brave"]), ["arxiv"]),
        (SearchTable(special=[]), []),
    ],
)
def test_sources_join_the_default_chain_or_where_they_are_named(table: SearchTable, names: list[str]) -> None:
    assert special_names(table) == names


@pytest.mark.parametrize(
    ("toml", "names"), [('use = ["brave"]', []), ('use = ["brave"]\nspecial = ["arxiv"]', ["arxiv"]), ("batch_size = 3", DEFAULT)]
)
def test_a_chain_of_ones_own_in_a_file_is_left_alone(tmp_path: Path, toml: str, names: list[str]) -> None:
    (tmp_path / "dr.toml").write_text(f"[search]\n{toml}\n")
    assert special_names(load_settings(folder=tmp_path).settings.search) == names


@pytest.mark.parametrize(
    "query", ["What is CRISPR?", "history of the zip", "量子電腦是什麼", "ヒートポンプとは", "열펌프란 무엇인가"]
)
def test_a_query_that_asks_what_something_is(query: str) -> None:
    assert encyclopedic(query)


@pytest.mark.parametrize("query", ["heat pump sales 2024", "compare LFP and sodium-ion", "熱泵價格比較", "whatever is"])
def test_a_query_that_asks_something_else(query: str) -> None:
    assert not encyclopedic(query)


@pytest.mark.parametrize("query", ["cost of sodium cells", "鈉電池的成本", "ナトリウム電池の最新ニュース", "나트륨 전지 특허"])
def test_the_user_may_choose_what_kind_of_source_all_queries_look_for(query: str) -> None:
    assert strategy_for(query, SearchTable()) == {"ナ": "news", "나": "patents"}.get(query[0], "general")
    for kind in ("general", "academic", "news", "patents", "code"):
        assert strategy_for(query, SearchTable(retrieval=kind)) == kind


@pytest.mark.parametrize(
    ("strategy", "queries"),
    [
        ("academic", ["Academic research on PD-1", "scholarly views on zoning", "peer-reviewed evidence on heat pumps"]),
        ("academic", ["papers on PD-1", "a study of sleep", "studies of sleep", "the literature on zoning", "arXiv 2401.00001"]),
        ("academic", ["耐藥機制的學術研究", "耐药机制的学术研究", "耐藥論文", "耐药论文", "文獻回顧", "文献综述", "期刊文章"]),
        ("academic", ["学術的な評価", "논문 검색", "학술 자료"]),
        ("patents", ["patent landscape of LFP", "LFP patents", "電池專利", "电池专利", "電池の特許", "전지 특허"]),
        ("news", ["news on HTTP/3", "latest prices", "prices today", "電池新聞", "电池新闻", "最新價格", "近期價格"]),
        ("news", ["Newspapers on the strike", "電池のニュース", "최신 가격"]),
        ("code", ["a GitHub project", "its source code", "open-source stack", "開源專案", "开源项目", "原始碼", "源代码"]),
        ("general", ["wallpaper trends", "paperless offices", "鈉電池的成本"]),
    ],
)
def test_a_query_asks_for_its_kind_of_source_in_its_own_words(strategy: str, queries: list[str]) -> None:
    assert {query: strategy_for(query, SearchTable()) for query in queries} == dict.fromkeys(queries, strategy)


@pytest.mark.once
async def test_a_chosen_kind_of_source_holds_for_every_query_of_a_run(tmp_path: Path) -> None:
    state, _ = await research(tmp_path, said(one=good), settings={"search": {"retrieval": "academic"}})
    assert len(state.asked_queries) > 1
    assert {task.strategy for task in state.asked_queries} == {"academic"}
