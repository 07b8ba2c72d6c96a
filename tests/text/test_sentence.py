"""Sentences and paragraphs, as offsets into the original."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.text import paragraphs, sentences


def split(text: str, language: str = "") -> list[str]:
    return [text[start:end] for start, end in sentences(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("他说：“你好。我走了。”然后他离开了。", ["他说：“你好。我走了。”", "然后他离开了。"]),
        ("“走吧！”他说。天亮了。", ["“走吧！”他说。", "天亮了。"]),
        ("“好。”天亮了。", ["“好。”", "天亮了。"]),
        ("「そうだ。」と彼は言った。次の文です。", ["「そうだ。」と彼は言った。", "次の文です。"]),
        ("答えは「ある。」だ。問題は何か？", ["答えは「ある。」だ。", "問題は何か？"]),
        ("これは（例です。）続きます。終わり。", ["これは（例です。）続きます。", "終わり。"]),
        ("（これは独立した文です。）次の文。", ["（これは独立した文です。）", "次の文。"]),
        ("圆周率是3.14，增长了5.2%。其次是二。", ["圆周率是3.14，增长了5.2%。", "其次是二。"]),
        ("见 https://a.example/c?d=1.2。下一句。", ["见 https://a.example/c?d=1.2。", "下一句。"]),
        ("真的吗？！是的。", ["真的吗？！", "是的。"]),
        ("我……不知道该怎么办。", ["我……不知道该怎么办。"]),
        ("他走了很远很远的路终于到了家……她也来了。", ["他走了很远很远的路终于到了家……", "她也来了。"]),
        ("日本第三。[3][4]结束了。", ["日本第三。[3][4]", "结束了。"]),
        ("使用 Python 3.11. 然后测试 U.S. 市场。", ["使用 Python 3.11.", "然后测试 U.S. 市场。"]),
        ("次に１．５倍．終わり．", ["次に１．５倍．", "終わり．"]),
        ("인구는 5천만 명이다. 서울은 수도이다! 3.5% 늘었다.", ["인구는 5천만 명이다.", "서울은 수도이다!", "3.5% 늘었다."]),
        ("《红楼梦。》是一本书。完。", ["《红楼梦。》是一本书。", "完。"]),
    ],
)
def test_cjk_sentences_end_where_a_reader_stops(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith left. He paid $3.50.", ["Dr. Smith left.", "He paid $3.50."]),
        ("It costs approx. 5 kg. OK then.", ["It costs approx. 5 kg.", "OK then."]),
        (
            r"It rose in 2020.\[1\]\[2\] Then it fell. \[3\] The end.",
            [r"It rose in 2020.\[1\]\[2\]", r"Then it fell. \[3\]", "The end."],
        ),
        (r"日本第三。\[3\]\[4\]结束了。", [r"日本第三。\[3\]\[4\]", "结束了。"]),
        ("It rose in 2020.[1] Then it fell.[2][3] The end.", ["It rose in 2020.[1]", "Then it fell.[2][3]", "The end."]),
        ("This line is soft\nwrapped here. Next.", ["This line is soft\nwrapped here.", "Next."]),
        ("See https://x.example/a.b?c=1 for more. Then go.", ["See https://x.example/a.b?c=1 for more.", "Then go."]),
        ("It runs on the .NET library. Others use .Xauthority.", ["It runs on the .NET library.", "Others use .Xauthority."]),
    ],
)
def test_western_sentences_survive_abbreviations_and_numbers(text: str, expected: list[str]) -> None:
    assert split(text, "en") == expected


def test_headings_items_and_rows_are_units_of_their_own() -> None:
    text = "# Title\nProse one. Prose two.\n- item one. More.\n- item two\n\n| a | b |\n|---|---|\n| 1 | 2 |\nEnd of it."
    assert split(text) == [
        "# Title", "Prose one.", "Prose two.", "item one.", "More.", "item two", "| a | b |", "| 1 | 2 |", "End of it.",
    ]  # fmt: skip


def test_code_is_no_sentence() -> None:
    assert split("Before it.\n```\nx = 1. Y = 2.\n```\nAfter it.") == ["Before it.", "After it."]


def test_each_paragraph_is_split_by_its_own_script() -> None:
    expected = ["English here.", "And more.", "中文在这里。", "还有。"]
    assert split("English here. And more.\n\n中文在这里。还有。", "zh-Hans") == expected


def test_a_bracket_that_never_closes_does_not_swallow_the_page() -> None:
    text = "他说（这是开头。" + "这是很普通的一句话。" * 100
    assert len(split(text)) > 50


def test_paragraphs_are_blocks_and_lists_and_tables_stay_whole() -> None:
    text = "# T\n\nOne.\nStill one.\n\n- a\n- b\n\n| a |\n|---|\n| 1 |\n\nLast."
    assert [text[a:b] for a, b in paragraphs(text)] == ["# T", "One.\nStill one.", "- a\n- b", "| a |\n|---|\n| 1 |", "Last."]


def test_long_lines_are_paragraphs_and_wrapped_lines_are_not() -> None:
    long = "这是一个没有换行的段落，" * 10 + "结束。"
    assert len(paragraphs(f"{long}\n{long}")) == 2
    assert len(paragraphs("a wrapped line\nof one paragraph\nin three lines")) == 1
    assert len(paragraphs("　　第一段。\n　　第二段。")) == 2


@pytest.mark.once
@pytest.mark.parametrize(
    "text",
    [
        "字" * 1_000_000,
        "这是一句话。" * 170_000,
        "word " * 200_000,
        "A sentence here. " * 60_000,
        "(" * 10_000 + "字。" + ")" * 10_000,
        "「" * 10_000 + "字。" * 1000,
        "（字" * 20_000 + "。" * 20_000,
        "。」" * 100_000,
        "! ? . … " * 50_000,
        "| " * 100_000,
        "- \n" * 50_000,
        "# \n" * 50_000,
        "```\n" * 50_001,
        "\n" * 500_000,
    ],
    ids=range(14),
)
def test_hostile_text_is_split_in_bounded_time_and_stays_verbatim(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        last = end


@given(st.text(alphabet="字あ한aA1 .。！？」「（）()\n-|#…“”[]", max_size=80))
def test_spans_are_ordered_disjoint_stripped_and_lose_no_letter(text: str) -> None:
    spans = sentences(text)
    for start, end in spans:
        assert text[start:end] == text[start:end].strip() != ""
    assert all(one.end <= other.start for one, other in pairwise(spans))
    inside = "".join(text[start:end] for start, end in paragraphs(text))
    assert [char for char in text if char.isalpha()] == [char for char in inside if char.isalpha()]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The train runs at 300 km/h. It was built in 1964.", 2),
        ("It weighs 5 g. The other one weighs 6 g. Both are light.", 3),
        ("The wind reached 30 m/s. “Nobody went out,” he said.", 2),
        ("The bridge is 20 m. long and 5 m. wide.", 1),
        ("He met J. Smith and A. Jones in 1990.", 1),
        ("By 2019 A. Merkel had won four elections.", 1),
    ],
)
def test_a_sentence_may_end_in_a_measure(text: str, count: int) -> None:
    assert len(sentences(text, "en")) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Costs differ. What does a heat pump really cost? gives £32,400 for one.", 2),
        ("The blog *Are heat pumps noisy?* measured 38 dB. It was cold.", 2),
        ("Er fragte: „Was kostet das?“ und ging. Dann kam er.", 2),
        ("Is it dear? Yes! iPhones are.", 3),
    ],
)
def test_a_question_within_a_sentence_does_not_end_it(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Eine Abgabe gab es bereits im 18. Jahrhundert; der König verbot das Rösten.", 1),
        ("Im 17. und 18. Jahrhundert wuchs der Handel. Der 2. Vertrag kam später.", 2),
        ("Sie stieg auf Platz 5. Der Rest blieb zurück.", 2),
        ("Er gehört zu den 18. Der Rest fehlt.", 2),
        ("Es waren zwischen 5 und 10. Experten zweifeln daran.", 2),
    ],
)
def test_a_german_ordinal_does_not_end_a_sentence(text: str, count: int) -> None:
    assert len(sentences(text, "de")) == count


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It is a sixth of that on Earth.² The pull of Earth is known.", "It is a sixth of that on Earth.²"),
        ("They rose.¹² 2020 was good.", "They rose.¹²"),
        ("価格は上がった。² それは高い。", "価格は上がった。²"),
        ("It is old. ¹⁴C dating shows that.", "It is old."),
        ("それは古い。¹⁴Cで測る。", "それは古い。"),
    ],
)
def test_a_raised_note_ends_the_sentence_before_it(text: str, first: str) -> None:
    span = sentences(text)[0]
    assert text[span.start : span.end] == first
