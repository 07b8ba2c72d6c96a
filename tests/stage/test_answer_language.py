"""A report is in its own language and script: a model that falls into another one is asked again, and then done without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, good, research, said, texts

from dr_core import Context, ModelRequest
from dr_core.stage.answer import foreign

HANT = "台灣是獨立電網，無法在缺電時向鄰國購電，系統頻率一旦大幅波動，只能靠島內資源自救，電池儲能因此成為重要的配套。"
HANS = "台湾是独立电网，无法在缺电时向邻国购电，系统频率一旦大幅波动，只能靠岛内资源自救，电池储能因此成为重要的配套。"
ENGLISH = "The island has a grid of its own and cannot buy power from its neighbours when it runs short."
GERMAN = "Die Insel hat ein eigenes Netz und kann bei Engpässen keinen Strom bei den Nachbarn kaufen."
JAPANESE = "この島は独立した電力網を持ち、不足したときに隣国から電気を買うことができないため、蓄電池が重要になる。"
QUESTION = "台灣電網級儲能電池的發展現況與成本如何？"


@pytest.mark.parametrize(
    ("text", "language", "other"),
    [
        (HANT, "zh-Hant", ""), (HANS, "zh-Hans", ""), (HANS, "zh-Hant", "zh-Hans"), (HANT, "zh-Hans", "zh-Hant"),
        (HANT, "zh", ""), (ENGLISH, "en", ""), (ENGLISH, "en-GB", ""), (ENGLISH, "zh-Hant", "en"), (ENGLISH, "de", "en"),
        (GERMAN, "en", ""), (GERMAN, "nl", ""), (JAPANESE, "ja", ""), (JAPANESE, "zh-Hans", "ja"), (HANS, "en", "zh-Hans"),
        ("LFP 53 USD/kWh", "ja", ""), (ENGLISH, "", ""),
    ],
)  # fmt: skip
def test_clearly_another_language_is_told(text: str, language: str, other: str) -> None:
    assert foreign(text, language) == other


@pytest.mark.parametrize("wrong", [HANS, ENGLISH])
async def test_a_model_that_writes_in_another_language_is_asked_again(tmp_path: Path, wrong: str) -> None:
    lapsed: set[str] = set()

    def lapses(request: ModelRequest) -> Any:
        answer: dict[str, Any] = good(request)
        section = request.messages[1].content
        if request.task == "draft" and section not in lapsed:
            lapsed.add(section)
            answer["paragraphs"] = [{**one, "text": wrong} for one in answer["paragraphs"]]
        return answer

    models = said(one=lapses)
    library = Library(None, Context(instance="files"), texts("battery-*-zh-hant.md"))
    state, _ = await research(tmp_path, models, question=QUESTION, library=library, settings={"research": {"depth": "standard"}})
    again = [one for one in models["one"].requests if one.task == "draft" and len(one.messages) > 2]
    assert again and all("write in 'zh-Hant'" in one.messages[-1].content for one in again)
    assert wrong[:12] not in state.final_report and state.status == "complete"
