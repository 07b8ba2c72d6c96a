"""What says nothing is no evidence for a model: it takes up the room of what does."""

from __future__ import annotations

import pytest

from dr_core.stage.choose import to_show
from dr_core.stage.filler import is_filler
from dr_core.stage.passage import passages
from dr_core.state import RunState
from dr_core.text.token import content_terms
from dr_core.types import Page, Plan, Section

ASKED = frozenset(
    content_terms("How loud are heat pumps? 丹麦的招标为何无人投标 洋上風力 撤退の理由 해상풍력 Wärmepumpen Lautstärke")
)


@pytest.mark.parametrize(
    "sentence",
    [
        "We make those too.",
        "Here is what I learned.",
        "Wir machen das auch.",
        "Would you have thought so of your own neighbours?",
        "今天聊聊我的看法。",
        "這是巧合嗎？",
        "现将有关情况通报如下。",
        "それはどうか。",
        "오늘은 제 생각을 말하겠습니다.",
    ],
)
def test_a_sentence_that_asks_or_announces_says_nothing(sentence: str) -> None:
    assert is_filler(sentence, ASKED)


@pytest.mark.parametrize(
    "sentence",
    [
        "It did not come.",
        "Nobody came.",
        "The companies drew opposite conclusions.",
        "We have not been able to verify that estimate.",
        "Vattenfall gave up.",
        "The pumps were loud.",
        "Were 12 of them loud?",
        "Three of them failed.",
        "丹麦就是典型。",
        "央补2021年就退了。",
        "不過部長不同意。",
        "ただし例外がある。",
    ],
)
def test_a_sentence_with_a_figure_a_name_or_a_word_that_is_asked_or_one_that_takes_something_back_says_something(
    sentence: str,
) -> None:
    assert not is_filler(sentence, ASKED)


def page(text: str) -> Page:
    return Page(id="s1", url="https://example.org/", title="Pumps", text=text, sha256="", fetched_at="", language="en")


def chosen(text: str) -> list[str]:
    state = RunState(original_query="How loud are heat pumps?", clarified_query="How loud are heat pumps?", language="en")
    section = Section(id="a", title="Noise", search_queries=("heat pump noise",))
    state.plan = Plan(research_title="", sections=(section,))
    state.sources = {"s1": page(text)}
    return [own.text[span.start : span.end] for own, span, *_ in to_show(state)]


def test_filler_is_no_evidence_but_what_the_next_sentence_points_back_at_and_the_label_of_an_item_are() -> None:
    found = chosen(
        "# Pumps\n\nHeat pumps are as loud as 42 dB(A) at night. We make those too.\n\n"
        "Many neighbours were annoyed. They wrote that the noise of heat pumps kept them awake.\n\n"
        "- **Slow fans.** A heat pump with a larger fan makes less noise.\n- **Hoods.** A hood takes off 6 dB of the noise."
    )
    assert "We make those too." not in found
    assert "Many neighbours were annoyed." in found
    assert any("Slow fans." in one for one in found)


@pytest.mark.parametrize("heading", ["References", "参考资料", "Einzelnachweise", "出典", "참고문헌"])
def test_a_list_of_references_is_no_passage(heading: str) -> None:
    text = (
        f"# Pumps\n\nHeat pumps are loud at night.\n\n## {heading}\n\n1. The noise of heat pumps at night is a matter of fans.\n"
    )
    assert [text[one.start : one.end] for one in passages(page(text))] == ["Heat pumps are loud at night."]


@pytest.mark.parametrize(
    "entry",
    [
        "[1] Moser A. The noise of heat pumps at night. Acoustics 2014; 28(2): 1-5.",
        "1 Moser A, Keller B, et al. The noise of heat pumps at night. Acoustics 2014; 2: e323.",
        "Moser, A. (2014). The noise of heat pumps at night is a matter of fans.",
    ],
)
def test_an_entry_of_such_a_list_need_not_be_marked_as_an_item(entry: str) -> None:
    text = f"# Pumps\n\nHeat pumps are loud at night.\n\n## References\n\n{entry}\n"
    assert [text[one.start : one.end] for one in passages(page(text))] == ["Heat pumps are loud at night."]


def test_prose_under_a_heading_of_sources_is_one() -> None:
    told = "The noise of heat pumps at night comes from their fans and from their compressors."
    text = f"# Pumps\n\nHeat pumps are loud at night.\n\n## Sources\n\n{told}\n"
    assert [text[one.start : one.end] for one in passages(page(text))] == ["Heat pumps are loud at night.", told]
