"""A report taken apart: its paragraphs, their citations, its references."""

from __future__ import annotations

import pytest

from dr_core.report.citation import NOTICE_PREFIX, PROVENANCE_HEADINGS, REFERENCE_HEADINGS, parse_report

REFERENCES = "\n\n## References\n\n[1] One - https://a.org/1\n[2] Two - https://a.org/2\n[3] Three - https://a.org/3\n"


def ends(body: str) -> list[bool]:
    return [paragraph.ends for paragraph in parse_report(body + REFERENCES).paragraphs]


@pytest.mark.parametrize(
    "body",
    [
        "Rain fell [1].",
        "Rain fell.[1]",
        "Rain fell [1][2]",
        "Rain fell [1] [2].",
        "Rain fell [1, 2].",
        "Rain fell [1-3].",
        "Rain fell【1】。",
        "下雨了。【1】",
        "下雨了[1]。",
        "他说“下雨了[1]。”",
        "他說「下雨了。」[1]",
        "He said “rain fell [1].”",
        "(Rain fell [1].)",
        "**Rain fell [1].**",
        "Rain fell [1]  ",
        "Rain fell.[^1]\n\n[^1]: A note",
        "Rain fell ([page](https://a.org)).",
        "Rain fell [[1]](https://a.org/1).",
        "Rain fell¹.",
        "Rain fell<sup>1</sup>.",
        "Rain fell [1]. (?)",
        "Rain fell\u200b [\u200b1\u200b]\u200b.",
        "سقط المطر [1].",
        "- Rain fell [1]\n- Snow fell [2]",
        "1. Rain fell [1]\n   and fell [2]",
    ],
)
def test_a_paragraph_that_ends_in_a_citation_is_seen(body: str) -> None:
    found = ends(body)
    assert found and all(found)


@pytest.mark.parametrize(
    "body",
    [
        "Rain fell [1] and then it stopped.",
        "Rain fell.",
        "下雨了【1】，后来停了。",
        "Rain fell `[1]`.",
        "Rain fell \\[1\\].",
        "Rain fell in [2024].",
        "Rain fell ![1](a.png).",
        "- Rain fell",
        "> Rain fell",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Rain fell [0, 1].",
    ],
)
def test_a_paragraph_that_does_not_end_in_a_citation_is_seen(body: str) -> None:
    assert ends(body) == [False]


@pytest.mark.parametrize(
    "body",
    [
        "# Title\n\n## Section",
        "Title\n=====",
        "---",
        "```\ncode [1]\n```",
        "~~~text\nRain\n\nfell\n~~~",
        "![A chart](figures/1.png)",
        "*Figure 1. Rain by year. Source: the office*",
        "圖 1：雨量。資料來源：氣象局",
        "**Key points**",
        f"{NOTICE_PREFIX}Note** Part of this report was made without a model.",
        *(f"## {heading}\n\nModel: none\n\n- Searches: 3" for heading in PROVENANCE_HEADINGS),
        *(f"## {heading}\n\n1. Somebody: Something" for heading in REFERENCE_HEADINGS),
        "<!-- a comment -->",
        "- [Introduction](#introduction)",
    ],
)
def test_what_needs_no_citation_is_no_paragraph(body: str) -> None:
    assert parse_report(body).paragraphs == []


def test_a_table_needs_a_citation_in_it_or_in_its_caption() -> None:
    table = "| a | b |\n|---|---|\n| x | 2{mark} |"
    assert ends(table.format(mark=" [1]")) == [True]
    assert ends("Table 1. Rain by year [1]\n\n" + table.format(mark="")) == [True]
    assert ends(table.format(mark="") + "\n\nSource: [1]") == [True]
    assert ends("Rain is wet [1].\n\n" + table.format(mark="")) == [True, False]


def test_a_line_that_only_introduces_a_list_is_not_a_paragraph_and_one_that_says_something_is() -> None:
    assert ends("The main causes are:\n\n- rain [1]\n- snow [2]") == [True, True]
    assert ends("Rain rose by 12 % for these causes:\n\n- wind [1]") == [False, True]
    assert ends("The main causes are:") == [False]


def test_a_nested_list_is_read_item_by_item() -> None:
    body = "- **Rain**\n  - fell [1]\n  - stopped [2]\n- Snow fell"
    assert ends(body) == [True, True, False]


def test_a_caption_without_a_source_is_a_paragraph() -> None:
    assert ends("Figure 1. Rain by year.") == [False]


def test_sections_after_the_references_are_body_again() -> None:
    body = "Rain fell [1].\n\n## References\n\n[1] One - https://a.org\n\n### Additional Sources (Not Cited)\n\n- Two - https://b.org"
    body += "\n\n## Appendix\n\nSnow fell."
    found = parse_report(body)
    assert [paragraph.text for paragraph in found.paragraphs] == ["Rain fell [1].", "Snow fell."]
    assert found.paragraphs[1].section == "Appendix"


@pytest.mark.parametrize(
    "listed",
    [
        "[1] A title - https://a.org/x",
        "[1] A title: https://a.org/x  ",
        "1. [A title](https://a.org/x)",
        "- [1] A title. https://a.org/x",
        "[1] A title:  \nhttps://a.org/x",
        "[^1]: A title https://a.org/x",
        "1) A title <https://a.org/x>",
        "【1】A title https://a.org/x",
    ],
)
def test_a_reference_is_read_in_the_ways_that_reports_write_it(listed: str) -> None:
    entry = parse_report(f"Rain fell [1].\n\n## Sources\n\n{listed}\n").references[1]
    assert (entry.title, entry.url) == ("A title", "https://a.org/x")


def test_a_list_of_references_without_a_heading_is_still_one() -> None:
    found = parse_report("Rain fell [1].\n\n[1] One - https://a.org\n[2] Two - https://b.org\n")
    assert sorted(found.references) == [1, 2]
    assert len(found.paragraphs) == 1


def test_citations_are_counted_one_by_one_and_unknown_ones_named() -> None:
    found = parse_report("Rain [1][2] fell [1-3], [2, 9]." + REFERENCES)
    assert found.citation_count == 7
    assert found.cited == (1, 2, 3, 9)
    assert found.unknown == ("9",)


def test_a_long_line_above_a_rule_is_prose_and_not_a_heading() -> None:
    assert ends("Rain fell on the town for many days. " * 5 + "\n---") == [False]


def test_every_style_at_once_is_read() -> None:
    body = "\ufeffRain\u200b fell [1], 【2】, [^3], ³, <sup>1</sup>, [p](https://a.org), "
    body += "[[2]](https://a.org) and `[9]` ［1］。\n\n[^3]: Three"
    found = parse_report(body + REFERENCES)
    assert found.citation_count == 8
    assert found.unknown == ()
    assert found.paragraphs[0].ends


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 10_000 + "1" + "]" * 10_000,
        "Rain fell. " * 90_000,
        "下雨了。" * 250_000,
        "> " * 50_000 + "deep",
        "- " * 50_000,
        "|" * 100_000 + "\n|---|\n",
        "a" + "`" * 99_999,
        "*" * 100_000,
        "<" * 100_000,
        "[1]: " * 50_000,
        "".join(" " * (at % 200) + "- item [1]\n" for at in range(5_000)),
        "\u202e" + "مطر [1] " * 20_000,
        "# " * 50_000,
        "\x00\x0b\x0c" * 10_000,
    ],
    ids=range(14),
)
def test_hostile_text_is_parsed(hostile: str) -> None:
    found = parse_report(hostile + REFERENCES)
    assert len(found.references) == 3


def test_a_megabyte_in_one_paragraph_gets_the_right_word() -> None:
    long = "Rain fell. " * 90_000
    assert ends(long + "It stopped [1].") == [True]
    assert ends(long + "It [1] stopped.") == [False]
