"""Pages cut into passages: what stands under which heading, and what can be quoted from it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from extractive_corpus import documents, quotes

from dr_core.stage.focus import pages_about
from dr_core.stage.passage import figure_lists, large_tables, passages, shown_passages
from dr_core.stage.script import quotable
from dr_core.text import detect
from dr_core.types import Page


def page(text: str, *, title: str = "", language: str = "", name: str = "p") -> Page:
    return Page(
        id=name, url=f"file:///{name}", title=title, text=text, sha256="", fetched_at="", language=language or detect(text)
    )


def test_a_passage_knows_its_heading_in_markdown_and_in_plain_text() -> None:
    speed, cost = "Trains run at 300 km/h on this line.", "The line cost 7 billion euros to build."
    marked = page(f"# Title\n\n## Speed\n\n{speed}\n\n## Cost\n\n{cost}")
    assert [passage.heading for passage in passages(marked)] == ["Speed", "Cost"]
    plain = page(f"Speed of trains\n\n{speed}\n\nWhat it cost\n\n{cost}")
    assert [passage.heading for passage in passages(plain)] == ["Speed of trains", "What it cost"]


def test_a_set_in_line_before_a_table_is_its_caption() -> None:
    text = "Spain: the network\n\nSpain opened a line in 1992 to Seville.\n\n    Some lines of Europe\n\n"
    text += "    | Line | Km |\n    |---|---|\n"
    text += "    | Paris - Lyon | 409 |\n    | Madrid - Seville | 471 |\n\nMore lines followed in the years after that."
    found = passages(page(text))
    assert [(passage.kind, passage.heading) for passage in found] == [
        ("prose", "Spain: the network"),
        ("table", "Spain: the network Some lines of Europe"),
        ("prose", "Spain: the network"),
    ]
    assert text[found[1].start : found[1].end].startswith("| Line | Km |")


def test_a_caption_that_a_reader_put_into_the_table_is_left_out() -> None:
    text = "| A caption |  |\n|---|---|\n| Year | Km |\n|---|---|\n| 2010 | 5,133 |\n| 2015 | 19,838 |"
    (table,) = passages(page(text))
    assert text[table.start : table.end] == "| Year | Km |\n|---|---|\n| 2010 | 5,133 |\n| 2015 | 19,838 |"


def test_a_table_too_large_to_read_or_without_a_head_is_none() -> None:
    rows = "\n".join(f"| {year} | {year * 3} |" for year in range(1990, 2010))
    text = f"| Year | Km |\n|---|---|\n{rows}"
    assert passages(page(text)) == ()
    (large,) = large_tables(page(text))
    assert [text[span.start : span.end] for span in large.spans[:2]] == ["| Year | Km |\n|---|---|", "| 1990 | 5970 |"]
    assert len(large.spans) == 21
    assert passages(page("| 2010 | 5,133 |\n| 2015 | 19,838 |")) == ()


def test_lines_about_the_file_and_advertisements_are_not_quoted() -> None:
    text = (
        "Author: The maintainers. Date: 2025-05-15. Language: en.\n\n"
        "The plant opened in 2015 near San Diego.\n\nAdvertisement\n\n"
        "Save 20% on your first year. Subscribe today!\n\nThis article compares published prices and explains the gap.\n\n"
        "Source: Energy Institute, Statistical Review of World Energy 2024; figures are rounded."
    )
    assert quotes(page(text)) == ["The plant opened in 2015 near San Diego."]


def test_a_short_sentence_stays_with_its_neighbours() -> None:
    text = "Three changes brought the reduction in energy. Membranes became more permeable. Pumps improved. It pays."
    assert len(quotes(page(text))) == 4


def test_a_sentence_full_of_figures_is_a_fact() -> None:
    text = "JR東海が公表するのは平均遅延時間である。2011年度は36秒、2016年度は24秒、2018年度は0.9分（54秒）であった。"
    assert len(quotes(page(text))) == 2


def test_every_span_of_the_corpus_is_verbatim_and_in_order() -> None:
    for one in documents():
        spans = [span for passage in passages(one) for span in passage.spans]
        assert spans
        assert all(first.end <= second.start for first, second in pairwise(spans))
        assert all(one.text[span.start : span.end].strip() for span in spans)


def test_a_page_is_about_the_subject_not_about_the_sides_that_are_asked_for() -> None:
    about = pages_about("Desalination: energy, cost and environment", [one for one in documents() if one.language == "en"])
    assert {name.split("-")[0] for name in about} == {"desal"}


def test_the_other_chinese_script_is_quoted_only_where_its_own_says_too_little() -> None:
    short = page("鈉離子電池在台灣仍屬研發階段。", name="hant")
    long = page("海水淡化的成本長期偏高，鈉離子電池的成本則逐年下降。" * 100, name="long")
    hans = page("海水淡化的成本在下降，钠离子电池的成本也在下降。" * 100, name="hans")
    english = page("Desalination is costly in most places of the world.", name="en")
    assert [one.id for one in quotable([short, hans, english], "zh-Hant", "鈉離子電池 海水淡化").pages] == ["hant", "hans"]
    assert [one.id for one in quotable([long, hans, english], "zh-Hant", "海水淡化的成本").pages] == ["long"]
    assert [one.id for one in quotable([english], "zh-Hant", "海水淡化").pages] == ["en"]


@pytest.mark.parametrize(
    ("announced", "items"),
    [
        ("Care workers that are needed:", ["by 2026 about 2.4 million", "by 2040 about 2.72 million"]),
        ("Mindestlohn für Pflegekräfte:", ["seit Mai 2024 sind es 19,50 Euro", "ab Juli 2025 sind es 20,50 Euro"]),
        ("介護職員の必要数は次のとおり:", ["2026年度には約240万人(約25万人増)", "2040年度には約272万人(約57万人増)"]),
        ("护理人员需求如下：", ["2026年约需要240万人", "2040年约需要272万人"]),
        ("필요한 요양보호사 수는 다음과 같다:", ["2026년에는 약 240만 명", "2040년에는 약 272만 명"]),
    ],
)
def test_a_list_of_figures_is_shown_whole_under_what_announces_it_and_not_quoted(announced: str, items: list[str]) -> None:
    listed = "\n".join(f"- {item}" for item in items)
    told = page(f"{announced}\n\n{listed}\n")
    (found,) = figure_lists(told)
    assert found.over and told.text[found.over.start : found.over.end] == announced
    assert [one.said(told.text) for one in shown_passages(told)] == [listed]
    assert passages(told) == ()


@pytest.mark.parametrize("items", [["Archive 2023", "Archive 2022"], ["Sign in", "Jobs"], ["It opened in 1992, as planned."]])
def test_a_menu_or_a_list_of_sentences_is_no_list_of_figures(items: list[str]) -> None:
    assert not figure_lists(page("A page about lines.\n\n" + "\n".join(f"- {item}" for item in items)))
