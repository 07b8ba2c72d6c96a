"""What an analysis is made of: what sources differ in comes first, and is quoted in the report's own script only."""

from __future__ import annotations

from pathlib import Path

import pytest
from standin.library import Library, good, research, said, texts

from dr_core import Context


async def test_who_analyses_sees_what_sources_dispute(tmp_path: Path) -> None:
    models = said(one=good)
    await research(tmp_path, models, settings={"research": {"depth": "standard", "length": "standard"}})
    (told,) = (request.messages[1].content for request in models["one"].requests if request.task == "analyse")
    assert "published judgements disagree" in told and "The companies drew opposite conclusions." in told
    assert "Two American start-ups gave up in 2025" in told and "planned mass production" in told


@pytest.mark.parametrize(("language", "quoted"), [("zh-Hans", True), ("zh-Hant", False)])
async def test_a_model_s_report_quotes_disputes_in_its_own_script(tmp_path: Path, language: str, quoted: bool) -> None:
    library = Library(None, Context(instance="files"), texts("battery-*-zh-hans.md"))
    settings = {"research": {"depth": "quick", "language": language, "critical_analysis": "always"}}
    state, _ = await research(
        tmp_path, said(one=good), question="钠离子电池与磷酸铁锂电池的成本比较", library=library, settings=settings
    )
    assert state.language == language and bool(state.analysis) is quoted
