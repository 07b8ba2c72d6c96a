"""What things are compared by is named above the report where no source gives a figure of it."""

from __future__ import annotations

import pytest
from test_extractive_answer import state_of

from dr_core.stage.checklist import without_figure
from dr_core.types import Paragraph


@pytest.mark.parametrize(
    ("question", "unrelated", "given", "word"),
    [
        (
            "How do the ferries of Lindholm and Norrvik compare in cost?",
            "A station outside the town lowers costs. The owner was fined 4 million euros.",
            "The ferries of Lindholm were bought for 4 million euros.",
            "cost",
        ),
        (
            "台灣與日本的高鐵建設成本如何比較",
            "車站設在郊區可以降低成本。公司增資新台幣300億元。",
            "高鐵全線花了新台幣300億元。",
            "成本",
        ),
        (
            "リンドホルムとノルビクの渡船の費用を比較",
            "岸の土地は費用を下げる。会社は40億円を借りた。",
            "渡船は40億円で買われた。",
            "費用",
        ),
    ],
)
def test_what_things_are_compared_by_is_named_where_no_figure_of_it_is_given(
    question: str, unrelated: str, given: str, word: str
) -> None:
    """Two sentences that stand beside each other in an abstract only say nothing together."""
    state = state_of(question, [], ("Cost",))
    state.paragraphs = [
        Paragraph(id="a", section="abstract", text=unrelated, cite_ids=()),
        Paragraph(id="b", section="p0", text=unrelated.partition(". ")[0].partition("。")[0], cite_ids=()),
    ]
    assert without_figure(state, []) == [word]
    state.paragraphs.append(Paragraph(id="c", section="p0", text=given, cite_ids=()))
    assert without_figure(state, []) == []
