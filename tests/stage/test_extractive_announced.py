"""What a sentence only announces ("There are three ways") is told with it, though the next paragraph or a list has it."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.listing import as_sentence, reads_whole
from dr_core.stage.passage import whole_lists
from dr_core.text.dangling import announces

MOORINGS = {
    "en": (
        "In which ways can a boat be moored at Ravel?",
        "# Mooring at Ravel\n\nRavel has been a harbour for 600 years. There are two ways to moor a boat at Ravel.\n\n"
        "The first is at the stone quay, which has rings of iron. The second is at the buoys in the bay.\n\n"
        "## Fees\n\nThe fee is paid in March. Owners over 70 pay half.\n",
        "There are two ways to moor a boat at Ravel. The first is at the stone quay",
    ),
    "de": (
        "Auf welche Arten kann man ein Boot in Ravel festmachen?",
        "# Festmachen in Ravel\n\nRavel ist seit 600 Jahren ein Hafen. Man kann ein Boot in Ravel auf zwei Arten festmachen.\n\n"
        "Die erste ist am steinernen Kai mit seinen Ringen. Die zweite ist an den Bojen in der Bucht.\n\n"
        "## Gebühren\n\nDie Gebühr wird im März bezahlt. Wer über 70 ist, zahlt die Hälfte.\n",
        "auf zwei Arten festmachen. Die erste ist am steinernen Kai",
    ),
    "zh-Hans": (
        "在拉韦尔停船有哪些办法？",
        "# 拉韦尔停船\n\n拉韦尔作为港口已有六百年历史。在拉韦尔停船有两种办法。\n\n"
        "第一种是停靠在装有铁环的石码头。第二种是系在海湾里的浮筒上。\n\n"
        "## 费用\n\n停船费在每年三月缴纳。七十岁以上的船主只需缴纳一半。\n",
        "停船有两种办法。第一种是停靠在装有铁环的石码头。",
    ),
}


@pytest.mark.parametrize("language", MOORINGS)
def test_what_is_announced_is_told_from_the_next_paragraph(language: str) -> None:
    question, text, told = MOORINGS[language]
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "Costs and economics")))
    assert arranged.abstract is not None and told in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("sentence", "several"),
    [
        ("There are three safe ways to thaw meat.", True),
        ("They are divided into several groups.", True),
        ("The town has many other sources of income than fish, wood, salt and wool.", False),
        ("细胞分裂可分为四个阶段。", True),
        ("有两种方法：日晒和烘干。", False),
        ("製法には三つの種類がある。", True),
        ("김치에는 여러 가지 종류가 있다.", True),
        ("Es gibt drei Möglichkeiten.", True),
        ("Il existe deux méthodes.", True),
        ("Hay tres tipos de vino.", True),
    ],
)
def test_a_sentence_that_announces_ways_or_kinds_is_known(sentence: str, several: bool) -> None:
    assert announces(sentence) is several


LIST = (
    "# Ravel\n\nRavel lies by the sea.\n\n## Fish\n\n"
    "Four fishes are caught in the bay of Ravel:\n\n- herring\n- cod from the reef\n- eel\n"
)


def test_a_list_of_mere_names_is_quoted_whole_with_what_announces_it() -> None:
    (found,) = whole_lists(page_of(LIST))
    assert LIST[found.start : found.end].startswith("Four fishes") and LIST[found.start : found.end].endswith("- eel")
    arranged = digest_of(state_of("Which fishes are caught in the bay of Ravel?", [page_of(LIST)], ("Background",)))
    assert arranged.abstract is not None
    assert "Four fishes are caught in the bay of Ravel: herring; cod from the reef; eel." in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        ("## 材料\n\n- 面粉500克\n- 盐10克；\n", "zh-Hans", "材料：面粉500克；盐10克。"),
        ("Zutaten:\n1. Mehl\n2. Salz.\n", "de", "Zutaten: Mehl; Salz."),
    ],
)
def test_a_list_reads_as_one_sentence(text: str, language: str, sentence: str) -> None:
    assert as_sentence(text, language) == sentence


@pytest.mark.parametrize(
    ("points", "lead", "whole"),
    [
        (("flour", "salt"), "What you need", True),
        (("Boil the leaves.", "Press them."), "Steps", False),
        (("Boil the leaves.", "Press them."), "It is made so:", True),
        (("Home", "Sign in to your account"), "Related articles", False),
        (("https://ravel.example/a", "https://ravel.example/b"), "Links", False),
        (("flour", "salt"), "", False),
    ],
)
def test_a_list_whose_points_are_no_sentences_reads_whole(points: tuple[str, ...], lead: str, whole: bool) -> None:
    assert reads_whole(points, lead, "marked") is whole
