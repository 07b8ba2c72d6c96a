"""Tables whose unit or year stands in their caption alone: told with it, and quoted below it."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.report.figure import place
from dr_core.stage.passage import passages
from dr_core.text.support import judge
from dr_core.types import Figure, Paragraph

CAPTIONED = {
    "en": (
        "How much does water cost in Norrvik?",
        "# Water prices of the coast\n\nMost towns charge a fixed fee and a price for each cubic metre. The "
        "figures come from their "
        "tariffs.\n\nPrice of water (euro per cubic metre)\n\n| Town | 2018 | 2022 |\n|---|---|---|\n| "
        "Norrvik | 1.69 | 1.81 |\n"
        "| Skarholm | 1.86 | 2.03 |\n\nTowns with wells of their own spend little on treatment.\n",
        "Costs and economics",
        "Norrvik: 1.69 euro per cubic metre (2018), 1.81 euro per cubic metre (2022).",
        "Price of water (euro per cubic metre)",
    ),
    "de": (
        "Was kostet Trinkwasser in Norrvik?",
        "# Wasserpreise der Küste\n\nDie meisten Orte verlangen einen Grundpreis und einen Preis je "
        "Kubikmeter. Die Werte stammen aus "
        "den Tarifen.\n\nPreis des Trinkwassers (Euro je Kubikmeter)\n\n| Ort | 2018 | 2022 |\n|---|---|---|\n"
        "| Norrvik | 1,69 | 1,81 |\n| Skarholm | 1,86 | 2,03 |\n\nOrte mit eigenen Brunnen geben wenig aus.\n",
        "Kosten und Wirtschaftlichkeit",
        "Norrvik: 1,69 Euro je Kubikmeter (2018), 1,81 Euro je Kubikmeter (2022).",
        "Preis des Trinkwassers (Euro je Kubikmeter)",
    ),
    "zh-Hans": (
        "北湾市的水价是多少？",
        "# 沿海城市的水价\n\n居民用水一般实行阶梯水价，用得越多越贵。下面是第一阶梯的价格。\n\n居民水价（元/立方米）\n\n"
        "| 城市 | 2018年 | 2022年 |\n|---|---|---|\n| 北湾市 | 2.66 | 2.88 |\n| 石岛市 | 3.45 | 3.45 |\n\n"
        "水价的差别主要来自水源。\n",
        "成本与经济性",
        "北湾市：2.66元/立方米（2018年）、2.88元/立方米（2022年）。",
        "居民水价（元/立方米）",
    ),
}


@pytest.mark.parametrize("language", CAPTIONED)
def test_a_row_is_told_with_the_unit_that_stands_in_the_caption_alone(language: str) -> None:
    question, text, title, told, _ = CAPTIONED[language]
    state = state_of(question, [page_of(text)], (title,))
    arranged = digest_of(state)
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(told)
    cited = [state.evidence[name].text for name in arranged.abstract["cite_ids"]]
    assert judge(told, cited, language=language).verdict == "supported"


@pytest.mark.parametrize("language", CAPTIONED)
def test_a_table_is_quoted_below_its_caption(language: str) -> None:
    question, text, title, _, caption = CAPTIONED[language]
    state = state_of(question, [page_of(text)], (title,))
    told = digest_of(state).sections["p0"]
    at = next(place for place, one in enumerate(told) if one["kind"] == "table")
    assert told[at - 1]["text"] == caption
    assert [state.evidence[name].text for name in told[at - 1]["cite_ids"]] == [caption]


@pytest.mark.parametrize("language", CAPTIONED)
def test_a_line_that_names_a_unit_is_the_caption_of_a_table_and_no_heading_of_what_follows(language: str) -> None:
    *before, table, after = passages(page_of(CAPTIONED[language][1]))
    assert before and table.kind == "table" and table.heading == CAPTIONED[language][4]
    assert after.heading == ""


def test_no_caption_announces_a_figure() -> None:
    question, text, title, *_ = CAPTIONED["en"]
    state = state_of(question, [page_of(text)], (title,))
    told = [
        Paragraph(id=f"p{at}", section="s", text=one["text"], cite_ids=tuple(one["cite_ids"]), kind=one["kind"])
        for at, one in enumerate(digest_of(state).sections["p0"])
    ]
    table = next(one for one in told if one.kind == "table")
    figure = Figure(
        number=1, title="Price of water", caption="", alt="", path="figure1.png", section="s", cite_ids=table.cite_ids
    )
    spots, _ = place([figure], told, state.evidence)
    assert "tariffs" in next(one.text for one in told if one.id == spots[1])
