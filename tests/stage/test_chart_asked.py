"""A chart shows what was asked: figures of the question's sides and things, that stand in what the chart cites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import evidence, good, research, said

from dr_core import ModelRequest, aresearch
from dr_core.run.prompt import messages_for
from dr_core.stage.chart import PlannedChart, _sound, _tables
from dr_core.stage.drawn import figures_in, unfounded
from dr_core.stage.extractive.caption import caption
from dr_core.stage.extractive.chart import charts_without_model, comparable
from dr_core.state import RunState
from dr_core.types import Evidence, Page

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
FAKE = {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}}
LENGTHS = "| Country | Lines in operation (km) |\n|---|---|\n| France | 2,735 |\n| Spain | 3,330 |\n| Italy | 921 |"
FIRES = "| Year | Fires (cases) |\n|---|---|\n| 2018 | 16 |\n| 2019 | 11 |\n| 2020 | 4 |"
MAKERS = "| Maker | Price (yuan) |\n|---|---|\n| Anode of Lund | 5 |\n| Harfa | 7 |\n| Skagen | 8 |"
ENERGY = "| Process | Lower value (kWh/m³) | Upper value (kWh/m³) |\n|---|---|---|\n| a | 2 | 3 |\n| b | 4 | 5 |\n| c | 6 | 7 |"
YEN = "| 年度 | 輸送人員（百万人） |\n|---|---|\n| 2007 | 151 |\n| 2009 | 138 |\n| 2018 | 174 |"
THREE = "\n|---|---|\n| 甲 | 1 |\n| 乙 | 2 |\n| 丙 | 3 |"
BY_LAND, BY_PLANT = f"| 国家 | 营业里程（公里） |{THREE}", f"| 設備 | 蓄電池の定格出力（MW） |{THREE}"
PREMIUM = (
    "| 期 | 年度 | 全国平均（円） |\n|---|---|---|\n"
    "| 第1期 | 2000~02 | 2911 |\n| 第8期 | 2021~23 | 6014 |\n| 第9期 | 2024~26 | 6225 |"
)
ZH = "| 年份 | 营业里程（公里） |\n|---|---|\n| 2010 | 5133 |\n| 2015 | 19838 |\n| 2020 | 37929 |"


def planned(question: str, text: str, language: str = "en", *, section: str = "sec2", **more: Any) -> list[tuple[str, str]]:
    titles = {
        "en": ("Safety", "Scale and growth", "Energy use"),
        "ja": ("安全性", "規模と推移"),
        "zh-Hans": ("准点率", "线路与里程"),
    }
    sections = [{"id": f"sec{at}", "title": title} for at, title in enumerate(titles[language], 1)]
    table = {"id": "t1", "text": text, "heading": "Figures", "source_title": "Reports of a board", "section": section}
    inputs = {"question": question, "tables": [table], "language": language, "sections": sections, **more}
    return [(chart["title"], chart["section"]) for chart in charts_without_model(inputs)["charts"]]


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("How safe are the trains?", LENGTHS, "en"),
        ("Who built the lines?", LENGTHS, "en"),
        ("新幹線は本当に安全か？", YEN, "ja"),
        ("中国高铁准点率是多少？", ZH, "zh-Hans"),
        ("How do the cells of Harfa and Ravel compare?", MAKERS, "en"),
        ("How do the building costs and the riders of lines in France and Spain compare?", LENGTHS, "en"),
        ("What is the price of cells in Japan?", MAKERS.replace("Price", "Price in Norway"), "en"),
    ],
)
def test_figures_of_another_side_thing_or_country_make_no_chart(question: str, text: str, language: str) -> None:
    assert comparable(text, question) is not None and planned(question, text, language) == []


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("How safe are the batteries?", FIRES, "en"),
        ("How long are the lines, and how safe?", LENGTHS, "en"),
        ("High-speed rail in Europe", LENGTHS, "en"),
        ("新幹線の輸送人員はどう変わったか？", YEN, "ja"),
        ("中国高铁里程有多长？", ZH, "zh-Hans"),
        ("How do the cells of Harfa and Skagen compare?", MAKERS, "en"),
        ("How do Harfa and Skagen compare in price and safety?", MAKERS, "en"),
        ("How fast has the network grown?", LENGTHS, "en"),
        ("What is known of railways?", LENGTHS, "en"),
    ],
)
def test_figures_that_were_asked_for_do(question: str, text: str, language: str) -> None:
    assert len(planned(question, text, language)) == 1


def test_a_table_that_shows_what_was_asked_is_drawn_beside_one_with_more_words_of_the_question() -> None:
    question = "How safe are the trains on the lines in operation in France, Spain and Italy?"
    tables = [
        {"id": f"t{at}", "text": text, "heading": "Figures", "source_title": "Reports of a board", "section": "sec2"}
        for at, text in enumerate((LENGTHS, FIRES), 1)
    ]
    drawn = charts_without_model({"question": question, "tables": tables, "language": "en"})["charts"]
    assert [chart["cite_ids"] for chart in drawn] == [["t2"]]


def test_what_a_focus_asks_for_is_asked_for() -> None:
    assert planned("How safe are the trains?", LENGTHS, focuses=["Scale and growth"])


def test_a_chart_goes_to_the_section_that_asks_for_it_and_is_called_so_where_its_table_does_not_say_what_it_measures() -> None:
    ((title, section),) = planned("How much energy does it need?", ENERGY)
    assert (title, section) == ("Reports of a board: Lower value / Upper value by process (kWh/m³)", "sec3")
    table = {"source_title": "How much is it?", "heading": "Energy use"}
    data = comparable(ENERGY)
    assert data is not None and caption(data, table, "en") == "Energy use: Lower value / Upper value by process (kWh/m³)"


@pytest.mark.parametrize(
    ("text", "heading", "language", "title"),
    [
        (LENGTHS, "High-speed lines at the end of 2021", "en", "Lines in operation by country (km, 2021)"),
        (LENGTHS, "Between 2019 and 2021", "en", "Lines in operation by country (km)"),
        (FIRES, "A review of 2021", "en", "Board: Fires by year (cases)"),
        (BY_LAND, "2023年的线路", "zh-Hans", "Board：营业里程（公里，2023年，按国家）"),
        (BY_PLANT, "2023年", "ja", "設備別の蓄電池の定格出力（MW、2023年）"),
        (PREMIUM, "2024年5月14日", "ja", "Board：期別の全国平均（円）"),
    ],
)  # fmt: skip
def test_a_chart_says_of_which_year_it_is_where_its_table_does(text: str, heading: str, language: str, title: str) -> None:
    data = comparable(text)
    assert data is not None and caption(data, {"source_title": "Board", "heading": heading, "text": text}, language) == title


def test_what_two_columns_are_both_called_is_said_once() -> None:
    text = LENGTHS.replace("(km) |", "end of 2022 (km) | Lines in operation end of 2023 (km) |").replace(
        "|---|---|", "|---|---|---|"
    )
    text = "\n".join(f"{row} 7 |" if row.startswith(("| F", "| S", "| I")) else row for row in text.splitlines())
    data = comparable(text)
    table = {"source_title": "Rail", "heading": "", "text": text}
    assert data and caption(data, table, "en") == "Lines in operation end of 2022 / 2023 by country (km)"


def test_a_country_is_not_named_for_figures_of_many() -> None:
    text = "| 国 | 造水能力（m3/日） |\n|---|---|\n| イスラエル | 3 |\n| 日本 | 1 |\n| 韓国 | 2 |"
    table = {"source_title": "日本の海水淡水化：二つの施設", "heading": "世界のなかでの位置", "text": text}
    data = comparable(text)
    assert data is not None and caption(data, table, "ja") == "世界のなかでの位置：国別の造水能力（m3/日）"


@pytest.mark.parametrize(
    ("code", "texts", "missing"),
    [
        ("plt.bar(['a', 'b'], [53, 87])", ["It rose from 53 to 87 percent."], []),
        ("plt.bar(['a', 'b'], [53, 88])", ["It rose from 53 to 87 percent."], [88]),
        ("values = {'a': 10.4, 'b': 15.8}", ["10,379 MW, then 15,763 MW"], []),
        ("y = [1.2, 3.4]", ["輸送人員は1億2,000万人、3億4,000万人"], []),
        ("plt.plot([2018, 2019, 2020], [5, 7, 6])\nax.set_yticks([0, 3, 8])", ["5, 7 and 6 in turn"], []),
        ("plt.figure(figsize=(8, 4.5))\nx = [0.1, 1.1, 2.1]", [""], []),
        ("this is no code", ["5"], []),
        ("data = [('a', 53), ('b', 88)]", ["It rose from 53 to 87 percent."], [88]),
        ("data = [{'name': 'a', 'share': 53}, {'name': 'b', 'share': 88}]", ["It rose from 53 to 87 percent."], [88]),
        ("data = [['a', 53], ['b', 88]]", ["It rose from 53 to 87 percent."], [88]),
        ("plt.bar(('a', 'b'), (53, 88))", ["It rose from 53 to 87 percent."], [88]),
        ("for n, v in (('a', 53), ('b', 88)):\n    plt.bar(n, v)", ["It rose from 53 to 87 percent."], [88]),
        ("plt.bar('a', 53)\nplt.bar('b', 88)", ["It rose from 53 to 87 percent."], [88]),
        ("plt.bar(['a'], [88])\nplt.barh(y='b', width=89)", ["It rose from 53 to 87 percent."], [88, 89]),
        ("plt.plot(x, [25, 50, 75])", ["It rose from 53 to 87 percent."], [25, 50, 75]),
        ("plt.plot(range(3), range(20, 35, 5))", ["It rose from 53 to 87 percent."], [20, 25, 30]),
        ("plt.plot(x, np.linspace(5, 25, 3))", ["It rose from 53 to 87 percent."], [5, 15, 25]),
        ("y = [5, 0.88]", ["It rose from 53 to 8.7 percent."], [5, 0.88]),
        ("y = [44, 46]", ["4,350 MW, and 4.6 of others"], [44, 46]),
        ("y = [4.4, 18, 0.53]", ["4,350 MW, 18 million homes and 53 percent"], []),
        ("y = [150, 180]", ["1,500億kWh、1,800億kWh"], []),
        (f"plt.bar(['a', 'b'], [53, 1{'0' * 400}])", ["It rose from 53 to 87 percent."], []),
    ],
)
def test_the_figures_of_a_chart_are_held_against_what_it_cites(code: str, texts: list[str], missing: list[float]) -> None:
    assert unfounded(code, texts) == missing


def test_places_and_sizes_are_no_figures() -> None:
    assert figures_in("ax.set_xlim([0, 70])\nx = [0, 1, 2]\ny = [-4, 2.5, 9]\nplt.subplots(1, 2, gridspec=[3, 1])") == [4, 2.5, 9]


@pytest.mark.parametrize(
    "code",
    [
        "plt.rcParams.update({'font.size': 11, 'axes.titlesize': 13})",
        "plt.rcParams['figure.figsize'] = [7, 4.2]",
        "plt.rc('font', **{'size': 11, 'weight': 600})",
        "plt.tight_layout(rect=[0, 0.03, 1, 0.95])",
        "ax = fig.add_axes([0.12, 0.15, 0.83, 0.76])",
        "gs = fig.add_gridspec(2, 1, height_ratios=[3, 1.4])",
        "plt.pie(shares, explode=[0.05, 0], wedgeprops={'width': 0.4, 'linewidth': 3})",
        "colors = [[0.12, 0.34, 0.56], [0.67, 0.33, 0.44]]",
        "style = {'linewidth': 2.5, 'markersize': 6}",
        "plt.bar([0, 1], shares)",
        "plt.bar([0, 2, 4], shares, width=0.4, color=(0.1, 0.2, 0.4))",
        "plt.plot(range(2018, 2023), shares)\nx = (2018, 2019, 2020)",
        "df.plot(x='y', y='v', figsize=(8, 5), ylim=(3, 70))",
        "plt.scatter(x, y, s=(20, 45))",
        "ax.annotate('most', (1, 53), xytext=(3, 60))\nax.text(2, 54, 'so')",
    ],
)
def test_a_chart_may_be_styled(code: str) -> None:
    assert figures_in(code) == []


@pytest.mark.parametrize("shown", [{"over": ["| Country | 2019 | 2023 |"]}, {"heading": "Batteries in 2019 and 2023"}])
def test_figures_that_stand_over_what_is_cited_are_cited(shown: dict[str, Any]) -> None:
    code = "plt.bar([2019, 2023], [7.8, 27.1])\nplt.title('Batteries')"
    chart = PlannedChart(title="Batteries", chart_type="bar", python_code=code, cite_ids=["e1"])
    inputs = {"evidence": [{"id": "e1", "text": "| China | 7.8 | 27.1 |", **shown}], "tables": []}
    state = RunState(original_query="How many batteries are there?", clarified_query="How many batteries are there?")
    assert _sound([chart], inputs, state) == [chart]


def test_a_table_is_shown_with_its_caption_which_gives_the_unit() -> None:
    text = (
        "Sales fell.\n\n| Table 1. Heat pumps sold, thousand units |  |\n|---|---|\n| Year | Air-source |\n|---|---|\n"
        "| 2021 | 1,893 |\n| 2022 | 2,744 |\n| 2023 | 2,561 |\n"
    )
    page = Page(id="s1", url="https://a.example/", title="Sales", text=text, sha256="", fetched_at="", language="en")
    state = RunState(original_query="How did sales develop?", clarified_query="How did sales develop?", language="en")
    state.sources["s1"] = page
    state.evidence["e1"] = Evidence(id="e1", source="s1", start=0, end=11, text=text[:11])
    inputs = {"question": "q", "language": "en", "today": "2025-01-01", "sections": [], "evidence": [], "most": 5}
    inputs |= dict.fromkeys(("style", "audience", "learned", "failures", "todo", "tools"), "")
    told = messages_for("charts", {**inputs, "tables": _tables(state, quoted_only=False)})[-1].content
    assert 'under="Heat pumps sold, thousand units"' in told


DRAWS = "import matplotlib.pyplot as plt\nplt.bar(['China', 'United States'], {figures})\nplt.title({title!r})\n"


@pytest.mark.parametrize(
    ("title", "figures", "is_drawn"),
    [
        ("Grid batteries by country (GW)", [7.8, 9.3], True),
        ("Grid batteries by country (GW)", [7.8, 11.9], False),
        ("Cheese made by dairies", [7.8, 9.3], False),
    ],
    ids=["sound", "a figure of its own", "another subject"],
)
async def test_a_model_draws_what_was_asked_from_figures_that_it_cites(
    tmp_path: Path, title: str, figures: list[float], is_drawn: bool
) -> None:
    def draws(request: ModelRequest) -> Any:
        if request.task != "charts":
            return good(request)
        code = DRAWS.format(figures=figures, title=title)
        if "Cheese" in title:
            code = code.replace("China", "Gouda").replace("United States", "Edam")
        chart = {"title": title, "chart_type": "bar", "python_code": code, "cite_ids": [evidence(request)[0][0]]}
        return {"charts": [chart]}

    settings = {"sandbox": FAKE, "research": {"depth": "standard", "length": "brief", "max_iterations": 1}}
    state, _ = await research(tmp_path, said(one=draws), settings=settings)
    assert [figure.title for figure in state.figures] == [title] * is_drawn
    reason = "what the model planned to draw was not asked for, or does not stand in its sources"
    assert [step.note for step in state.steps if step.stage == "chart"] == ["" if is_drawn else reason]


@pytest.mark.once
@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("Why did grid batteries catch fire, and what has changed?", []),
        ("中国高铁准点率是多少？", []),
        ("新幹線の安全性はどのように保たれているか？", []),
        ("How fast is grid battery storage growing?", ["Battery storage in California by date (MW)"]),
        ("台灣高鐵的運量與財務狀況如何改變？", ["台灣高鐵：旅客人數（萬人次，按年度）"]),
        ("福岡と沖縄の海水淡水化施設の違いは？", ["世界のなかでの位置：施設別の造水能力（m3/日）"]),
    ],
)
async def test_a_quick_run_over_the_corpus_draws_only_what_was_asked(tmp_path: Path, question: str, titles: list[str]) -> None:
    settings = {"sandbox": FAKE, "output": {"root": str(tmp_path)}}
    result = await aresearch(question, docs=CORPUS, max_iterations=1, settings=settings)
    state = json.loads((Path(result.run_dir) / "state.json").read_text(encoding="utf-8"))
    assert [figure["title"] for figure in state["figures"]] == titles
    for figure in state["figures"]:
        line = next(line for line in result.final_report.splitlines() if line.startswith("*") and figure["title"] in line)
        assert figure["cite_ids"] and line.endswith("]"), "it is cited"
