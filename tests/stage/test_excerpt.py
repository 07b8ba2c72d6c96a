"""Large tables: a report quotes the rows that a question names, each with its head, and says nothing wrong of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_extractive_answer import page_of

from dr_core import Researcher
from dr_core.stage.excerpt import excerpts

DAMS = ("Arvo", "Belm", "Corin", "Dastel", "Elmau", "Farn", "Gohr", "Hallin", "Ister", "Jasen", "Kolm", "Lauen", "Mirow", "Nerin")
ROWS = "\n".join(f"| {name} | {1911 + 4 * at} | {12 + at}.5 | {30 + at} |" for at, name in enumerate(DAMS))
HEAD = "| Reservoir | Opened | Volume (million m³) | Dam height (m) |\n|---|---|---|---|"
AROUND = (
    "# Reservoirs of the Tessin valley\n\nThe Tessin valley has fourteen reservoirs, which store water for the towns on the "
    "plain. They were built by the water board of the valley, and most of them also produce electricity in winter.\n\n"
    "## The reservoirs in figures\n\nThe water board publishes the volume and the height of every dam each year. The largest "
    "ones lie in the upper valley, where the rock is hard and few people had to move.\n\n{table}\n\n## How they are run\n\n"
    "The reservoirs are filled in spring, when the snow melts, and drawn down from July on. In dry years the board asks the "
    "towns to save water, and the farmers on the plain receive less than they have ordered.\n"
)
WIDE = "\n".join(
    line + "".join(f" {cell} |" for cell in cells)
    for line, cells in zip(
        f"{HEAD}\n{ROWS}".split("\n"),
        [("Region", "Type", "Crest (m)", "Owner"), ("---",) * 4, *([("North", "arch", "200", "the board")] * len(DAMS))],
        strict=True,
    )
)
CITIES = "\n".join(f"| {name}市 | {2000 + 7 * at} | {1950 + at}年 |" for at, name in enumerate("甲乙丙丁戊己庚辛壬癸子丑寅卯"))
CHINESE = (
    "# 云岭省的城市\n\n云岭省有十四座城市，其中一半在江边。全省的人口在二十年里增加了三分之一。\n\n"
    f"| 城市 | 人口（千人） | 设市时间 |\n|---|---|---|\n{CITIES}\n"
)


@pytest.mark.parametrize(
    ("question", "text", "rows"),
    [
        ("What is the volume of the Mirow reservoir?", AROUND.format(table=f"{HEAD}\n{ROWS}"), ["| Mirow |"]),
        ("Compare the Corin and Kolm reservoirs", AROUND.format(table=WIDE), ["| Corin |", "| Kolm |"]),
        ("How full are the reservoirs?", AROUND.format(table=f"{HEAD}\n{ROWS}"), [f"| {name} |" for name in DAMS[:6]]),
        ("云岭省丙市的人口是多少？", CHINESE, ["| 丙市 |"]),
    ],
)
def test_a_large_table_is_cut_to_the_rows_that_a_question_names(question: str, text: str, rows: list[str]) -> None:
    ((page, cut),) = excerpts(question, [page_of(text)])
    head, *kept = [page.text[span.start : span.end] for span in cut.spans]
    assert head.count("\n") == 1 and head.startswith(("| Reservoir |", "| 城市 |"))
    assert [row[: len(start)] for row, start in zip(kept, rows, strict=True)] == rows


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("What is the volume of the Mirow reservoir in the Tessin valley?", ROWS, "Mirow: Volume (million m³) 24.5."),
        ("When was the Kolm reservoir in the Tessin valley opened?", ROWS, "Kolm: Opened 1951."),
        ("When was the Kolm reservoir in the Tessin valley opened?", "", "Kolm: Opened 1951."),
    ],
)
async def test_a_row_of_a_large_table_answers_and_is_walked_back_to_it(
    tmp_path: Path, question: str, table: str, told: str
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "reservoirs.md").write_text(AROUND.format(table=f"{HEAD}\n{table}" if table else WIDE), "utf-8")
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    result = await Researcher(docs=docs, settings=settings).run(question)
    folder = Path(result.run_dir)
    report = json.loads((folder / "report.json").read_text("utf-8"))
    abstract = report["sections"][0]["paragraphs"][0]
    claims = json.loads((folder / "claims.json").read_text("utf-8"))
    assert result.passed and abstract["text"].startswith(told) and not report["notices"]
    assert [one["verdict"] for one in claims if one["sentence"] == told] == ["supported"]
    head, row = (report["quotes"][cite] for cite in abstract["cite_ids"][:2])
    assert head.startswith("| Reservoir | Opened |") and row.startswith(f"| {told.split(':')[0]} |") and "\n" not in row


async def test_a_table_that_is_shown_in_part_says_so(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "reservoirs.md").write_text(AROUND.format(table=f"{HEAD}\n{ROWS}"), "utf-8")
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    result = await Researcher(docs=docs, settings=settings).run("Compare the Corin and Kolm reservoirs of the Tessin valley")
    text = Path(result.report_path).read_text("utf-8")
    assert result.passed
    assert "| Corin | 1919 | 14.5 | 32 |\n| Kolm | 1951 | 22.5 | 40 |\n| … | … | … | … |\n\nSource: [1]" in text


OTHER_LANGUAGES = {
    "Wann ging das Kraftwerk Moorbach im Tal der Lenne in Betrieb?": (
        "# Wasserkraftwerke im Tal der Lenne\n\nIm Tal der Lenne stehen vier Wasserkraftwerke, die eine Stadt versorgen. Sie "
        "gehören einem Verband der Gemeinden, der sie auch instand hält.\n\n"
        "| Kraftwerk | Inbetriebnahme | Leistung (MW) |\n|---|---|---|\n"
        "| Aarberg | 1950 | 20 |\n| Dornfeld | 1961 | 34 |\n| Moorbach | 1980 | 90 |\n| Neustein | 1983 | 97 |\n",
        "Moorbach: Inbetriebnahme 1980.",
    ),
    "黒崎発電所の運転開始はいつか": (
        "# 蓮川流域の水力発電所\n\n蓮川流域には四つの水力発電所があり、県内の家庭に電気を送っている。"
        "市町村の組合が所有し、保守も行っている。\n\n"
        "| 発電所 | 運転開始 | 出力（MW） |\n|---|---|---|\n| 青葉発電所 | 1950年 | 20 |\n| 石田発電所 | 1956年 | 34 |\n"
        "| 黒崎発電所 | 1968年 | 62 |\n| 白石発電所 | 1974年 | 76 |\n",
        "黒崎発電所：運転開始 1968年。",
    ),
    "마루발전소는 언제 준공되었나?": (
        "# 연천강 유역의 수력 발전소\n\n연천강 유역에는 수력 발전소 네 곳이 있으며 도내 가정에 전기를 보낸다. "
        "시군 조합이 소유하고 관리한다.\n\n"
        "| 발전소 | 준공 연도 | 출력 (MW) |\n|---|---|---|\n| 가람발전소 | 1950년 | 20 |\n| 나루발전소 | 1953년 | 27 |\n"
        "| 마루발전소 | 1962년 | 48 |\n| 하늘발전소 | 1989년 | 111 |\n",
        "마루발전소: 준공 연도 1962년.",
    ),
}


@pytest.mark.parametrize("question", OTHER_LANGUAGES)
async def test_a_date_that_stands_only_in_a_table_is_told(tmp_path: Path, question: str) -> None:
    text, told = OTHER_LANGUAGES[question]
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "works.md").write_text(text, "utf-8")
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    result = await Researcher(docs=docs, settings=settings).run(question)
    report = json.loads((Path(result.run_dir) / "report.json").read_text("utf-8"))
    assert report["sections"][0]["paragraphs"][0]["text"].startswith(told) and not report["notices"]
