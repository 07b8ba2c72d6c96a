"""What models put into one paragraph is published as what it is, and what they cite in its words is cited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import good, research, said

from dr_core import ModelRequest
from dr_core.stage.answer import DraftedParagraph, as_paragraphs
from dr_core.stage.verify import MOST_PASSAGES, _to_mend
from dr_core.state import RunState
from dr_core.types import Evidence, Verdict

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"


def told(text: str, kind: Any = "prose") -> list[tuple[str, str]]:
    return [
        (one.kind, one.text)
        for one in as_paragraphs("s", [DraftedParagraph(text=text, cite_ids=[], kind=kind)], RunState(original_query="q"))
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (TABLE, "prose"),
        ("| a | b |\n| 1 | 2 |", "table"),
        ("a | b\n--- | ---\n1 | 2", "prose"),
        (f"```markdown\n{TABLE}\n```", "table"),
        (f"The table compares both:\n\n{TABLE}", "table"),
        ("| **a** | b |\n|:--|\n| 1 [e3] | 2 |", "table"),
    ],
)
def test_a_table_is_one_whatever_the_model_calls_it_and_forgets(text: str, kind: str) -> None:
    assert told(text, kind) == [("table", TABLE)]


def test_words_around_a_table_and_a_list_are_paragraphs_of_their_own() -> None:
    text = f"Rail costs 5 EUR.\n\n{TABLE}\n\nTwo things matter:\n- speed\n- **price**\nThat is all."
    assert told(text) == [
        ("prose", "Rail costs 5 EUR."),
        ("table", TABLE),
        ("list", "- speed\n- price"),
        ("prose", "That is all."),
    ]


def test_prose_with_a_bar_a_dash_or_a_number_stays_prose() -> None:
    for text in ("The value |x| is 3.", "- A lone dash", "2025. A year.", "5 * 3 * 2 and 2**3 and 4**5"):
        assert told(text) == [("prose", text)]


@pytest.mark.parametrize(
    "text",
    [
        "Rail costs 5 EUR [e3].",
        "Rail costs 5 EUR (e3, e4).",
        "[e1] Rail costs 5 EUR.",
        "Rail costs 5 EUR【e3】.",
        "Rail costs 5 EUR[^e3].",
        "Rail costs 5 EUR (e3–e5).",
        "Rail costs 5 EUR. (Source: e3)",
        "Rail costs 5 EUR. Sources: e3, e4.",
        "Rail costs **5 EUR**.",
        "**Rail** costs `5` *EUR*.",
        "Rail costs 5 EUR.¹²",
    ],
)
def test_marks_and_emphasis_are_gone_from_the_words(text: str) -> None:
    assert told(text) == [("prose", "Rail costs 5 EUR.")]


def test_so_they_are_in_chinese_and_japanese() -> None:
    assert told("铁路**成本**为5欧元（e3）。参考：e4、e5。") == [("prose", "铁路成本为5欧元。")]
    assert told("鉄道は5ユーロです（出典：[e3]）。")[0][1].startswith("鉄道は5ユーロです")
    assert "e3" not in told("鉄道は5ユーロです（出典：e3）。")[0][1]


async def test_a_report_in_the_markdown_of_chat_loses_none_of_its_sentences(tmp_path: Path) -> None:
    def chatty(request: ModelRequest) -> Any:
        answer: dict[str, Any] = good(request)
        if request.task == "draft":
            for one in answer["paragraphs"]:
                ids = ", ".join(one["cite_ids"])
                one["text"] = one["text"].rstrip(".") + f" ({ids})." if len(one["cite_ids"]) > 1 else f"**{one['text']}** [{ids}]"
                one["cite_ids"] = []  # told in the words only
        return answer

    plain, _ = await research(tmp_path / "plain", said(one=good))
    state, _ = await research(tmp_path / "chatty", said(one=chatty))
    assert state.status == "complete" and len(state.dropped) == len(plain.dropped)
    words = state.final_report.partition("## References")[0]
    assert not re.search(r"\be\d+\b|\*\*LFP|\\\*", words)
    assert [one.cite_ids for one in state.paragraphs] == [one.cite_ids for one in plain.paragraphs]


async def test_new_words_for_a_sentence_bring_no_address_mark_or_heading_into_the_report(tmp_path: Path) -> None:
    def rewrites(request: ModelRequest) -> Any:
        answer: dict[str, Any] = good(request)
        if request.task == "draft":
            answer["paragraphs"][0]["text"] += " Sodium-ion cells cost 99999 US dollars per kilowatt-hour in 1931."
        if request.task == "repair":
            new = "Sodium-ion batteries are **cheap**, see https://evil.example/x [e1] <b>now</b>.\n\n# Buy"
            return {"sentences": [{"number": number, "text": new} for number in range(4)]}
        return answer

    models = said(one=rewrites)
    _, folder = await research(tmp_path, models, settings={"research": {"depth": "standard"}})
    assert any(request.task == "repair" for request in models["one"].requests)
    for file in ("report.md", "paragraphs.jsonl", "report.json"):
        written = (folder / file).read_text(encoding="utf-8")
        assert "evil.example" not in written and "# Buy" not in written and "**cheap**" not in written


async def test_every_sentence_that_nothing_carries_is_put_to_the_model_however_many_a_call_has_room_for(tmp_path: Path) -> None:
    wrong = [f"In 1931 the cells of town {number} cost {90_000 + number} US dollars." for number in range(20)]
    asked: list[str] = []

    def rewrites(request: ModelRequest) -> Any:
        answer: dict[str, Any] = good(request)
        prompt = str(request.messages[1].content)
        if request.task == "draft":
            answer["paragraphs"][0]["text"] += " " + " ".join(one for one in wrong if one not in drafted)
            drafted.update(wrong)
        if request.task == "repair":
            assert 'source="' in prompt, "it sees whose words they are"
            shown = re.findall(r'<data number="(\d+)"[^>]*>([^<]*)<', prompt)
            asked.extend(text for _, text in shown)
            return {"sentences": [{"number": int(number), "text": ""} for number, _ in shown]}
        return answer

    drafted: set[str] = set()
    await research(tmp_path, said(one=rewrites), settings={"budget": {"tokens": 60_000}})
    assert set(wrong) <= set(asked) and len(asked) == len(set(asked))


def test_a_sentence_is_mended_from_the_passages_that_share_most_with_it() -> None:
    texts = [f"In hall {number} of the works {number} furnaces melt glass." for number in range(9)]
    texts.append("The kiln of Harfa burns 40 tonnes of coal a day.")
    evidence = {f"e{at}": Evidence(id=f"e{at}", source="s1", start=at, end=at + 1, text=text) for at, text in enumerate(texts)}
    state = RunState(original_query="q", clarified_query="q", language="en", evidence=evidence)
    word = Verdict(
        paragraph="p", sentence="The kiln of Harfa burns 90 tonnes of coal.", verdict="contradicted", score=0, reason="",
        cite_ids=tuple(evidence),
    )  # fmt: skip
    (told,) = _to_mend([word], state)["sentences"]
    assert texts[-1] in told["evidence"] and len(told["evidence"]) == MOST_PASSAGES
