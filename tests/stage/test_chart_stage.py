"""The chart stage in whole runs over the example corpus, with a sandbox that really runs the code, or fails as it is told."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest

from dr_core import Execution, Result, aresearch
from dr_core.stage.extractive.chart import chart_code, charts_without_model, comparable

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
PRICES = "\n".join(
    [
        "| Survey year | Average pack price (US$/kWh) |",
        "|---|---|",
        "| 2018 | 176 |",
        "| 2020 | 137 |",
        "| 2022 | 151 |",
        "| 2025 | 1,080.5 |",
    ]
)


async def researched(question: str, tmp_path: Path, **sandbox: Any) -> Result:
    settings = {
        "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox", **sandbox}},
        "output": {"root": str(tmp_path / "logs")},
    }
    return await aresearch(question, docs=CORPUS, max_iterations=1, settings=settings)


def test_a_table_of_years_in_one_unit_compares() -> None:
    data = comparable(PRICES)
    assert data is not None
    assert (data["years"], data["unit"], data["by"]) == (True, "US$/kWh", "Survey year")
    assert data["series"] == [{"name": "Average pack price", "values": [176.0, 137.0, 151.0, 1080.5]}]


@pytest.mark.parametrize(
    "table",
    [
        "| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |",  # too few rows
        "| a | b |\n|---|---|\n| x | good |\n| y | bad |\n| z | worse |",  # no numbers
        "| a | b |\n|---|---|\n| x | 1 to 2 |\n| y | 3 |\n| z | 4 |",  # a range is no number
        "| a | b |\n|---|---|\n| x | 5 |\n| y | 5 |\n| z | 5 |",  # nothing differs
        "| a | b |\n|---|---|\n| x | 1 |\n| x | 2 |\n| x | 3 |",  # the items are not told apart
        "no table",
        "",
    ],
)
def test_numbers_that_do_not_compare_make_no_chart(table: str) -> None:
    assert comparable(table) is None


def test_columns_of_another_unit_are_left_out() -> None:
    data = comparable("| Plant | Power (MW) | Energy (MWh) |\n|---|---|---|\n| a | 1 | 10 |\n| b | 2 | 20 |\n| c | 3 | 30 |")
    assert data is not None
    assert [one["name"] for one in data["series"]] == ["Power"]


def test_the_best_fitting_tables_are_drawn_first_and_at_most_five() -> None:
    tables = [
        {"id": f"t{number}", "text": PRICES, "heading": f"Pack prices {number}", "source_title": "Batteries", "section": "sec1"}
        for number in range(9)
    ]
    planned = charts_without_model({"question": "How did pack prices change?", "tables": tables})["charts"]
    assert len(planned) == 5
    assert planned[0].keys() >= {"title", "chart_type", "data_source", "python_code"}


def test_the_same_thing_by_year_and_by_region_has_two_titles() -> None:
    rows = {"省区": "| 甲 | 1 |\n| 乙 | 2 |\n| 丙 | 3 |", "时间": "| 2022年底 | 4 |\n| 2023年底 | 5 |\n| 2024年底 | 6 |"}
    tables = [
        {
            "id": by,
            "text": f"| {by} | 累计装机（万千瓦） |\n|---|---|\n{body}",
            "heading": "",
            "source_title": "储能",
            "section": "sec1",
        }
        for by, body in rows.items()
    ]
    planned = charts_without_model({"question": "储能累计装机", "tables": tables, "language": "zh-Hans"})["charts"]
    assert {chart["title"] for chart in planned} == {"储能：累计装机（万千瓦，按省区）", "储能：累计装机（万千瓦，按时间）"}


def test_hostile_labels_stay_data() -> None:
    label = "'); import os; os.remove('x') #"
    data = comparable(f"| a | b |\n|---|---|\n| {label} | 1 |\n| y | 2 |\n| z | 3 |")
    assert data is not None
    code = chart_code("'); raise SystemExit #", data)
    compile(code, "chart", "exec")
    assert repr(label) in code


async def test_a_run_draws_a_figure_with_its_code_and_data_and_places_it(tmp_path: Path) -> None:
    from PIL import Image

    result = await researched("How have battery pack prices changed from 2018 to 2025?", tmp_path)
    figures = Path(result.run_dir) / "figures"
    assert Image.open(io.BytesIO((figures / "figure1.png").read_bytes())).format == "PNG"
    told = json.loads((figures / "figure1.json").read_text(encoding="utf-8"))
    assert told["cite_ids"] and told["data"]["labels"]
    compile((figures / "figure1.py").read_text(encoding="utf-8"), "figure1.py", "exec")
    lines = [line for line in result.final_report.splitlines() if line.strip()]
    at = next(number for number, line in enumerate(lines) if line.startswith("![Figure 1"))
    assert "Figure 1" in lines[at - 1] and lines[at + 1].startswith("*Figure 1.")
    assert result.passed
    assert {"url": "figures/figure1.png", "source": "figure"} in result.images


async def test_a_numbered_heading_above_a_table_is_not_its_caption(tmp_path: Path) -> None:
    result = await researched("台灣高鐵與其他路線的最高營運時速是多少？", tmp_path)
    titles = [line for line in result.final_report.splitlines() if line.startswith("*圖")]
    assert any("最高營運時速" in title for title in titles)
    assert not any("、" in title for title in titles)
    pictures = [line for line in result.final_report.splitlines() if line.startswith("![圖")]
    assert pictures and not any("bar" in line or "line" in line for line in pictures), "read aloud, an English word is a riddle"


async def test_code_that_fails_costs_the_chart_and_not_the_run(tmp_path: Path) -> None:
    result = await researched(
        "How have battery pack prices changed from 2018 to 2025?", tmp_path, script=(Execution(error="boom"),)
    )
    assert result.passed
    assert "Figure 1" not in result.final_report
    assert "could be drawn" in result.final_report  # the box says why there is none


async def test_after_two_failed_charts_in_a_row_the_rest_is_skipped(tmp_path: Path) -> None:
    failing = (Execution(error="boom"),)
    result = await researched("High-speed rail: lengths, speeds and passengers by country and year", tmp_path, script=failing)
    state = json.loads((Path(result.run_dir) / "state.json").read_text(encoding="utf-8"))
    assert len(state["notes"]["charts_failed"]) == 2
    (row,) = [line for line in result.final_report.splitlines() if line.startswith("| Charts not drawn")]
    assert row.count("(boom)") == 2 and "not tried, because those before it had failed" in row


async def test_a_single_good_chart_among_failures_is_kept(tmp_path: Path) -> None:
    from PIL import Image

    picture = io.BytesIO()
    Image.new("RGB", (4, 4)).save(picture, "PNG")
    good = Execution(figures=(base64.b64encode(picture.getvalue()).decode(),))
    script = (Execution(error="boom"), good, Execution(error="boom"))
    result = await researched("High-speed rail: lengths, speeds and passengers by country and year", tmp_path, script=script)
    assert "Figure 1" in result.final_report
    assert "| Charts not drawn | " in result.final_report, "a figure hides no other that failed"
    assert "Figure 2" not in result.final_report


async def test_without_a_sandbox_charts_are_planned_and_the_reason_is_told(tmp_path: Path) -> None:
    settings = {"sandbox": {"use": []}, "output": {"root": str(tmp_path)}}
    result = await aresearch("How have battery pack prices changed?", docs=CORPUS, max_iterations=1, settings=settings)
    assert "none drawn: no sandbox is selected" in result.final_report
