"""An abstract has at most 200 words (S2-8), whatever a model writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import body, good, research, said

from dr_core import ModelRequest
from dr_core.stage.answer import DraftedParagraph
from dr_core.stage.draft import SummaryAnswer, _settle_summary
from dr_core.text import count_words

INPUTS = {"language": "en", "evidence": [{"id": "e1"}]}


def abstract(text: str, language: str = "en", **more: Any) -> str:
    one = DraftedParagraph(text=text, cite_ids=["e1"], **more)
    answer = SummaryAnswer(abstract=one, conclusions=[DraftedParagraph(text="Done.", cite_ids=["e1"])])
    return _settle_summary({**INPUTS, "language": language}, answer).abstract.text


@pytest.mark.parametrize(
    ("language", "sentence", "size"), [("en", "The pump heats ten old houses in Oslo now. ", 9), ("zh-Hans", "热泵很好用。", 5)]
)
def test_whole_sentences_go_from_its_end(language: str, sentence: str, size: int) -> None:
    fits = 200 // size
    kept = abstract(sentence * 60, language)
    assert kept.strip() == (sentence * fits).strip()
    assert abstract(sentence * fits, language) == sentence * fits


def test_a_single_endless_sentence_stays() -> None:
    endless = "word " * 300 + "end."
    assert abstract(endless + " More of it. And more.") == endless


async def test_a_model_that_tells_everything_in_the_abstract_is_cut(tmp_path: Path) -> None:
    def wordy(request: ModelRequest) -> Any:
        told = good(request)
        if request.task == "summary":
            found = [(ids[0], text) for _section, ids, text in body(request) if ids]
            told["abstract"] = {"text": " ".join(text for _, text in found)[:3900], "cite_ids": [cite for cite, _ in found][:12]}
            assert count_words(told["abstract"]["text"]) > 200
        return told

    state, _ = await research(tmp_path, said(one=wordy))
    written = " ".join(item.text for item in state.paragraphs if item.section == "abstract")
    assert 50 < count_words(written) <= 200
    assert state.passed and not state.notes.get("fallbacks")
