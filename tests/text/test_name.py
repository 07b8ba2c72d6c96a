"""Names, titles and quotations, and whether a source has them."""

from __future__ import annotations

import pytest

from dr_core.text.name import Mentions, names, quotations
from dr_core.text.swap import swapped_name


def found(text: str) -> list[str]:
    return [name.text for name in names(text)]


def test_capitals_inside_a_sentence_are_names_and_its_first_word_is_not() -> None:
    assert found("However, the Panthers of Carolina beat Kawann Short.") == ["Panthers of Carolina", "Kawann Short"]
    assert found("Exports rose in winter.") == []


def test_a_heading_in_title_case_names_nobody() -> None:
    assert found("Key Findings and Main Results") == []


def test_acronyms_model_numbers_titles_and_dotted_names_are_names() -> None:
    assert found("It uses GPT-4 and the WHO rules.") == ["GPT-4", "WHO"]
    assert "老子" in found("他读《老子》，也读 Prometheus 的文档。")
    assert "Prometheus" in found("他读《老子》，也读 Prometheus 的文档。")
    assert found("总统是巴拉克·奥巴马。")[0].startswith("巴拉克·奥巴马") or "巴拉克·奥巴马" in found("总统是巴拉克·奥巴马。")[0]


@pytest.mark.parametrize(
    ("source", "claim", "known"),
    [
        ("the world health organization said", "It was the WHO itself.", True),
        ("WHO said", "It was the World Health Organization itself.", True),
        ("Obama spoke", "There was President Barack Obama.", True),
        ("German exports", "Much went to Germany.", True),
        ("in the United States", "It was the US itself.", True),
        ("Café Müller", "He went to Cafe Muller.", True),
        ("Carolina played", "He went to Denver.", False),
        ("Kawann Short led", "It was Kawann Long.", False),
        ("巴拉克·奥巴马发表讲话", "当时的总统巴拉克·奥巴马出席。", True),
        ("读《孟子》", "他读《老子》。", False),
    ],
)
def test_a_name_is_known_in_its_usual_forms_only(source: str, claim: str, known: bool) -> None:
    mentions = Mentions([source])
    assert all(mentions.name(name) for name in names(claim)) is known


def test_only_long_words_in_quotation_marks_are_somebodys_words() -> None:
    assert quotations('He called it "nice" and said “we will never go back to that place”.') == [
        "we will never go back to that place"
    ]
    assert quotations("他说「我们永远不会再回到那个地方去」，又称“好”。") == ["我们永远不会再回到那个地方去"]


def test_a_quotation_may_be_cut_but_not_changed() -> None:
    mentions = Mentions(["“We will never, ever go back to that place,” he said."])
    assert mentions.quotation("We will never ... go back to that place")
    assert mentions.quotation("[w]e will never, ever go back")  # an editor's bracket
    assert not mentions.quotation("We will always go back to that place")


def test_a_chinese_name_exchanged_between_the_sources_own_words_is_seen() -> None:
    source = "职业碗防守截锋卡万·肖特以11分领先于全队。"
    swap = swapped_name("职业碗防守截锋甘地以11分领先于全队。", [source])
    assert swap is not None and (swap.said, swap.written) == ("甘地", "卡万·肖特")
    assert swapped_name("职业碗防守截锋卡万·肖特凭11分领先于全队。", [source]) is None  # a synonym
    assert swapped_name("The tackle Gandhi led the team.", ["The tackle Short led the team."]) is None  # not CJK


def test_whose_something_is_is_named() -> None:
    known = Mentions(["| Calder | 340,400 |", "Global battery storage, by Spain's count"])
    assert all(map(known.name, names("It has slightly more than Calder's 340,400, or Calder’s own.")))
    assert not any(map(known.name, names("It has slightly more than Harfa's 340,400.")))
    (thing,) = names("It is in the IEA's Batteries.")
    assert thing.text == "IEA's Batteries" and not known.name(thing)
