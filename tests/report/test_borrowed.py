"""A report that quotes sources in other languages than its own says so above its abstract, in its own."""

from __future__ import annotations

import pytest

from dr_core.report.borrowed import OWN_NAMES, foreign_notice
from dr_core.report.words import WORDS
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import Evidence, Paragraph


def state_of(language: str, *cited: str, models: tuple[str, ...] = ()) -> RunState:
    state = RunState(original_query="?", clarified_query="?", language=language, models={name: {} for name in models})
    for number, one in enumerate(cited):
        name = f"e{number}"
        state.evidence[name] = Evidence(
            id=name,
            source="s1",
            url="u",
            title="t",
            start=0,
            end=1,
            text="x",
            section="a",
            sha256="",
            fetched_at="",
            language=one,
        )
        state.paragraphs.append(Paragraph(id=f"a.p{number}", section="a", text="x", cite_ids=(name,)))
    return state


@pytest.mark.parametrize("language", WORDS)
def test_each_language_has_words_for_it(language: str) -> None:
    other = "ja" if language == "en" else "en"
    told = foreign_notice(state_of(language, language, other))
    assert OWN_NAMES[other] in told and OWN_NAMES[language] not in told
    assert detect(told.replace(OWN_NAMES[other], "")) == language


def test_nothing_is_said_where_all_is_in_one_language_or_a_model_wrote_it() -> None:
    assert foreign_notice(state_of("zh-Hant", "zh-Hans", "")) == ""
    assert foreign_notice(state_of("de", "en", models=("some",))) == ""


def test_it_is_said_where_the_model_failed_at_every_step() -> None:
    state = state_of("de", "en", models=("some",))
    state.notes["fallbacks"] = [{"at": "draft/a", "task": "draft", "reason": "refused"}]
    assert "English" in foreign_notice(state)
