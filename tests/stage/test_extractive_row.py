"""Figures that stand only in a table of a source: an abstract opens with the row, in the table's own words, and is verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extractive_corpus import CORPUS
from test_extractive_answer import asked_of, digest_of, page_of, state_of

from dr_core import Researcher
from dr_core.stage.checklist import without_figure
from dr_core.stage.extractive.direct import answer as direct_answer
from dr_core.text.support import judge
from dr_core.types import Paragraph

PAGES = {
    "en": (
        "# Harbour ferries of Lindholm\n\nThe ferries of Lindholm have crossed the harbour since 1911. Most riders commute. "
        "The boats run all year.\n\n## Fares\n\nTickets are sold on board and at the piers. Children ride with an adult.\n\n"
        "| Crossing | Fare (euros) | Length (km) |\n|---|---|---|\n| Norrvik | 3.40 | 2.1 |\n| Skarholm | 5.80 | 6.4 |\n"
        "| Old Town | 2.20 | 0.9 |\n\n## Boats\n\nThe boats were built in Gdansk. Each has two engines and a small café.\n"
    ),
    "zh-Hans": (
        "# 临江轮渡的线路与票价\n\n临江轮渡自1911年起横渡港口。乘客多为上班族，渡轮全年运行。\n\n## 票价\n\n"
        "船票在船上和码头出售。儿童须由成人陪同。\n\n"
        "| 线路 | 票价（元） | 里程（公里） |\n|---|---|---|\n| 北湾线 | 34 | 2.1 |\n| 石岛线 | 58 | 6.4 |\n"
        "| 老城线 | 22 | 0.9 |\n\n## 船只\n\n船只在上海建造。每艘船有两台发动机和一个小咖啡厅。\n"
    ),
    "zh-Hant": (
        "# 臨江渡輪的航線與票價\n\n臨江渡輪自1911年起橫渡港口。乘客多為上班族，渡輪全年運行。\n\n## 票價\n\n"
        "船票在船上和碼頭出售。兒童須由成人陪同。\n\n"
        "| 航線 | 票價（元） | 里程（公里） |\n|---|---|---|\n| 北灣線 | 34 | 2.1 |\n| 石島線 | 58 | 6.4 |\n"
        "| 老城線 | 22 | 0.9 |\n\n## 船隻\n\n船隻在高雄建造。每艘船有兩台引擎和一個小咖啡廳。\n"
    ),
    "ja": (
        "# 白嶺港の渡船\n\n白嶺港の渡船は1911年から港を渡っている。乗客の多くは通勤客で、船は一年中動いている。\n\n## 運賃\n\n"
        "切符は船内と桟橋で売られる。子供は大人と一緒に乗る。\n\n| 航路 | 運賃（円） | 距離（km） |\n|---|---|---|\n"
        "| 北浜航路 | 340 | 2.1 |\n| 石島航路 | 580 | 6.4 |\n| 旧市街航路 | 220 | 0.9 |\n\n## 船\n\n船は長崎で建造された。"
        "どの船にも二つの機関と小さな喫茶室がある。\n"
    ),
    "ko": (
        "# 임강항의 나룻배\n\n임강항의 나룻배는 1911년부터 항구를 건넌다. 승객은 대부분 통근자이며 배는 일 년 내내 다닌다.\n\n"
        "## 요금\n\n표는 배와 부두에서 판다. 어린이는 어른과 함께 탄다.\n\n| 노선 | 요금 (원) | 거리 (km) |\n|---|---|---|\n"
        "| 북만 노선 | 3400 | 2.1 |\n| 석도 노선 | 5800 | 6.4 |\n| 구시가 노선 | 2200 | 0.9 |\n\n## 배\n\n"
        "배는 부산에서 만들었다. 배마다 기관 두 대와 작은 찻집이 있다.\n"
    ),
}
ASKED = {
    "en": ("How much is the fare to Skarholm?", "Costs and economics", "Skarholm: Fare (euros) 5.80."),
    "zh-Hans": ("石岛线的票价是多少？", "成本与经济性", "石岛线：票价（元） 58。"),
    "zh-Hant": ("石島線的票價是多少？", "成本與經濟性", "石島線：票價（元） 58。"),
    "ja": ("石島航路の運賃はいくらか", "費用と経済性", "石島航路：運賃（円） 580。"),
    "ko": ("석도 노선의 요금은 얼마인가?", "비용과 경제성", "석도 노선: 요금 (원) 5800."),
}


@pytest.mark.parametrize("language", PAGES)
def test_an_abstract_opens_with_the_row_that_is_asked_for_and_the_table_carries_it(language: str) -> None:
    question, section, row = ASKED[language]
    state = state_of(question, [page_of(PAGES[language])], (section,))
    arranged = digest_of(state)
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(row)
    table = state.evidence[arranged.abstract["cite_ids"][0]].text
    assert table.startswith("|")
    cited = [state.evidence[name].text for name in arranged.abstract["cite_ids"]]
    assert judge(row, cited, language=language).verdict == "supported"
    assert any(one["kind"] == "table" for own in arranged.sections.values() for one in own), "the table stays in its section"


@pytest.mark.parametrize("language", PAGES)
def test_no_row_is_told_for_a_thing_that_the_table_does_not_have(language: str) -> None:
    question, section, row = ASKED[language]
    other = {"en": "Brannholm", "zh-Hans": "天台山", "zh-Hant": "天台山", "ja": "天台山", "ko": "천태산"}[language]
    thing = {"en": "Skarholm", "zh-Hans": "石岛线", "zh-Hant": "石島線", "ja": "石島航路", "ko": "석도 노선"}[language]
    arranged = digest_of(state_of(question.replace(thing, other), [page_of(PAGES[language])], (section,)))
    assert arranged.abstract is not None
    assert row.partition(thing)[2][:4] not in arranged.abstract["text"]


def test_a_sentence_that_gives_the_figure_is_told_before_a_row() -> None:
    said = "The fare to Skarholm is 5.80 euros in summer and 4.60 euros in winter."
    text = PAGES["en"].replace("Children ride with an adult.", said)
    question, section, _ = ASKED["en"]
    arranged = digest_of(state_of(question, [page_of(text)], (section,)))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(said)


def test_a_table_whose_rows_are_properties_is_read_across() -> None:
    text = PAGES["en"].replace(
        "| Crossing | Fare (euros) | Length (km) |\n|---|---|---|\n| Norrvik | 3.40 | 2.1 |\n| Skarholm | 5.80 | 6.4 |\n"
        "| Old Town | 2.20 | 0.9 |",
        "| Property | Norrvik | Skarholm |\n|---|---|---|\n| Fare (euros) | 3.40 | 5.80 |\n| Length (km) | 2.1 | 6.4 |",
    )
    question, section, row = ASKED["en"]
    arranged = digest_of(state_of(question, [page_of(text)], (section,)))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(row)


YEARS = {
    "en": (
        "How much is the fare to Norrvik and Skarholm?",
        "# Harbour ferries of Lindholm\n\nThe ferries of Lindholm have crossed the harbour since 1911. Most riders commute.\n\n"
        "## Fares\n\nTickets are sold on board and at the piers. Children ride with an adult.\n\n"
        "| Crossing | 2022 | 2024 |\n|---|---|---|\n| Norrvik | €3.10 | €3.40 |\n| Skarholm | €5.20 | €5.80 |\n"
        "| Old Town | €2.00 | €2.20 |\n",
        "Norrvik: €3.10 (2022), €3.40 (2024). Skarholm: €5.20 (2022), €5.80 (2024).",
        ["Old Town"],
    ),
    "zh-Hans": (
        "北湾线和石岛线的票价是多少？",
        "# 临江轮渡\n\n临江轮渡自1911年起横渡港口。乘客多为上班族。\n\n## 票价\n\n船票在船上和码头出售。儿童须由成人陪同。\n\n"
        "| 线路 | 2022年 | 2024年 |\n|---|---|---|\n| 北湾线 | 31元 | 34元 |\n| 石岛线 | 52元 | 58元 |\n"
        "| 老城线 | 20元 | 22元 |\n",
        "北湾线：31元（2022年）、34元（2024年）。石岛线：52元（2022年）、58元（2024年）。",
        ["老城线"],
    ),
    "ja": (
        "北浜航路と石島航路の運賃はいくらか",
        "# 白嶺港の渡船\n\n白嶺港の渡船は1911年から港を渡っている。乗客の多くは通勤客である。\n\n## 運賃\n\n"
        "切符は船内と桟橋で売られる。子供は大人と一緒に乗る。\n\n"
        "| 航路 | 2022年 | 2024年 |\n|---|---|---|\n| 北浜航路 | 310円 | 340円 |\n| 石島航路 | 520円 | 580円 |\n"
        "| 旧市街航路 | 200円 | 220円 |\n",
        "北浜航路：310円（2022年）、340円（2024年）。石島航路：520円（2022年）、580円（2024年）。",
        ["旧市街"],
    ),
}


@pytest.mark.parametrize("language", YEARS)
def test_both_rows_that_a_question_names_are_told_from_a_table_that_is_called_after_the_quantity(language: str) -> None:
    question, text, told, others = YEARS[language]
    state = state_of(question, [page_of(text)], (ASKED[language][1],))
    arranged = digest_of(state)
    assert arranged.abstract is not None
    said = arranged.abstract["text"]
    assert said.startswith(told)
    assert not any(other in said for other in others)
    cited = [state.evidence[name].text for name in arranged.abstract["cite_ids"]]
    assert judge(told, cited, language=language).verdict == "supported"


@pytest.mark.parametrize("language", YEARS)
def test_a_table_in_the_report_gives_the_figure_that_its_heading_says_what_it_is_of(language: str) -> None:
    question, text, _, _ = YEARS[language]
    state = state_of(question, [page_of(text)], (ASKED[language][1],))
    table = next(one for one in state.evidence.values() if one.text.startswith("|"))
    state.paragraphs = [Paragraph(id="p1", section="s", text=table.text, cite_ids=(table.id,), kind="table")]
    assert without_figure(state, []) == []


@pytest.mark.once
@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What is the energy density of sodium-ion cells?", "Sodium-ion: Energy density of cells (Wh/kg) 100 to 175."),
        ("内蒙古新型储能的累计装机是多少？", "内蒙古：累计装机（万千瓦） 1,023。"),
        ("北豊富変電所の容量はいくらか", "北豊富変電所：容量（MWh） 720。"),
    ],
)
async def test_a_row_passes_the_verification_of_a_run(tmp_path: Path, question: str, row: str) -> None:
    settings = {"output": {"root": str(tmp_path)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    result = await Researcher(docs=CORPUS, settings=settings).run(question)
    told = json.loads((Path(result.run_dir) / "claims.json").read_text("utf-8"))
    assert result.passed
    assert [one["verdict"] for one in told if one["sentence"] == row] == ["supported"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "Compare the sales of Brand and Tarn in 2024",
            "Brand: Sales 2024 4272. Tarn: Sales 2024 1789.",
        ),
        ("Brand vs Gill: sales in 2024", "Brand: Sales 2024 4272. Gill: Sales 2024 2177."),
    ],
)
def test_things_that_are_to_be_compared_are_told_from_their_rows(question: str, answer: str) -> None:
    rows = "| Brand | 3024 | 4272 |\n| Tarn | 1809 | 1789 |\n| Gill | 1687 | 2177 |\n"
    table = f"| Maker | Sales 2023 | Sales 2024 |\n| --- | --- | --- |\n{rows}"
    told = "The market grew in 2024. Analysts expect more growth. Brand is based in Lund and Tarn in Austin."
    asked, items = asked_of(question, f"# Carmakers\n\n{told}\n\n{table}")
    assert " ".join(item.text for item in direct_answer(asked, items).items) == answer
