"""A unit that stands only over a table, in a heading or at the end of the paragraph before, is that of its figures."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.text.caption import named_unit

TABLES = {
    "en": (
        "What is the capacity of the Seaway wind farm?",
        "# Wind farms of Ravel\n\nThe wind farms of Ravel feed into two grids. They were built by three firms.\n\n"
        "## Capacity (MW)\n\n"
        "| Wind farm | Owner | Capacity |\n|---|---|---|\n| Nordhaven | Aeolus | 312 |\n| Seaway | Breeze | 480 |\n",
        "Performance",
        "Seaway: Capacity 480 MW.",
    ),
    "zh-Hans": (
        "南泽2023年有多少人口？",
        "# 江南三市统计\n\n江南三市近年来发展较快。这些数字来自统计局。\n\n## 人口（万人）\n\n"
        "| 城市 | 2020年 | 2023年 |\n|---|---|---|\n| 北泽 | 1275 | 1296 |\n| 南泽 | 746 | 749 |\n",
        "地点与范围",
        "南泽：749万人（2023年）。",
    ),
    "de": (
        "Wie hoch war der Strompreis in Ravel 2023?",
        "# Strompreise der Häfen\n\nDie Preise gelten für Haushalte mit mittlerem Verbrauch.\n\n"
        "## Preise in Cent pro Kilowattstunde\n\n"
        "| Hafen | 2022 | 2023 |\n|---|---|---|\n| Ravel | 33,6 | 40,2 |\n| Lindholm | 21,9 | 27,1 |\n",
        "Kosten und Wirtschaftlichkeit",
        "Ravel: 40,2 Cent pro Kilowattstunde (2023).",
    ),
    "fr": (
        "Combien coûte l'eau à Ravel ?",
        "# L'eau dans les ports\n\nL'eau des ports vient de la montagne. Les prix sont en euros par mètre cube.\n\n"
        "| Port | Prix |\n|---|---|\n| Ravel | 3,40 |\n| Lindholm | 4,10 |\n",
        "Coûts et économie",
        "Ravel: Prix 3,40 euros par mètre cube.",
    ),
}


@pytest.mark.parametrize("language", TABLES)
def test_a_row_is_told_with_the_unit_that_stands_over_its_table(language: str) -> None:
    question, text, section, row = TABLES[language]
    state = state_of(question, [page_of(text)], (section,))
    arranged = digest_of(state)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith(row), arranged.abstract["text"]
    cited = [state.evidence[name].text for name in arranged.abstract["cite_ids"]]
    assert any(named_unit(one) for one in cited), "the unit is cited, too"


def test_a_heading_that_names_neither_unit_nor_year_is_not_told_as_a_caption() -> None:
    text = TABLES["en"][1].replace("## Capacity (MW)", "## Capacity of the farms")
    state = state_of(TABLES["en"][0], [page_of(text)], ("Performance",))
    assert not [one for one in state.evidence.values() if one.text == "Capacity of the farms"]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Alle Angaben in Millionen Euro.", "Millionen Euro"),
        ("Precios en euros por kilo", "euros por kilo"),
        ("Prix (en euros)", "euros"),
        ("Tours en bus", ""),
        ("How to live in peace", ""),
    ],
)
def test_units_over_tables_are_read_in_european_languages(text: str, unit: str) -> None:
    assert named_unit(text) == unit
