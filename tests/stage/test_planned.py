"""A plan that a model has made asks in words of its own: what answers them is read, is evidence, and goes to who asks for it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import documents
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest
from dr_core.stage.choose import to_show
from dr_core.stage.passage import passages
from dr_core.stage.planned import covering
from dr_core.stage.weigh import weigh
from dr_core.state import RunState
from dr_core.text.form import ONE_FORM
from dr_core.text.rank import Texts
from dr_core.types import Page, Plan, Section

pytestmark = pytest.mark.once

PLANTS = """# Storage plants of the north

The storage plants of Harfa and Lund are compared every year by the authority of the north.
The plant of Harfa stores 40 MWh and the plant of Lund stores 90 MWh.
A megawatt-hour from Harfa sold for 61 dollars and one from Lund for 48 dollars.
The capacity of the plant of Lund grew twice, and the inverters of both plants come from one maker.
"""
FIRES = """# When cells burn

A cell that is overheated starts a chain reaction which is called thermal runaway.
Thermal runaway in an iron phosphate cell begins at about 270 degrees.
Firefighters cool the neighbouring racks with water and let the burning rack burn out.
"""
CHEESE = """# Cheese of the north

The dairies of the north ripen their cheese for eight months in cellars of stone.
The price of cheese rose by a tenth, and the dairies of Lund sold more of it than those of Harfa.
"""
火災 = """# 電池が燃えるとき

過熱した電池は熱暴走と呼ばれる連鎖反応を起こす。
リン酸鉄系の電池の熱暴走は約270度で始まる。
消防隊は隣のラックを水で冷やし、燃えているラックは燃え尽きるまで待つ。
"""
BRIGADE = "\n".join(f"Report {n} of the fire brigade tells of smoke, doors and hoses." for n in range(8))
消防 = "\n".join(f"第{n}号の報告には煙と扉と放水のことが書かれている。" for n in range(20))
DAIRY = "\n".join(f"Dairy {n} of the valley keeps its cows on the meadow until autumn." for n in range(8))
QUESTION = "How do the storage plants of Harfa and Lund compare?"


MAKERS = "\n".join(f"The maker of inverter {n} of both plants has its works in the south." for n in range(4))
SIZE = ("Size", "How large are they?", "storage plants Harfa Lund capacity MWh compared")
MAKER = ("Makers", "Who made them?", "maker of the inverters works")


def planner(*sections: tuple[str, str, str]) -> Any:
    """A model that plans these sections (title, question, query) and else does as it is asked."""

    def says(request: ModelRequest) -> Any:
        if request.task != "plan":
            return good(request)
        planned = [{"title": title, "description": asks, "search_queries": [query]} for title, asks, query in sections]
        return {"research_title": QUESTION, "domains": [], "sections": planned}

    return says


async def researched(
    root: Path, documents: dict[str, str], *sections: tuple[str, str, str], question: str = QUESTION
) -> tuple[RunState, dict[str, str]]:
    """The run, and the title of the section that has each sentence."""
    library = Library(None, Context(instance="files"), {f"https://x.example/{name}": text for name, text in documents.items()})
    state, _ = await research(root, said(one=planner(*sections)), question=question, library=library)
    assert state.plan is not None
    titles = {section.id: section.title for section in state.plan.sections}
    return state, {item.text: titles[item.section] for item in state.evidence.values()}


@pytest.mark.parametrize(
    ("page", "query", "answer"),
    [
        (
            FIRES + BRIGADE,
            "iron phosphate cell thermal runaway degrees",
            "Thermal runaway in an iron phosphate cell begins at about 270 degrees.",
        ),
        (火災 + 消防, "リン酸鉄 電池 熱暴走", "リン酸鉄系の電池の熱暴走は約270度で始まる。"),
    ],
    ids=["en", "ja"],
)
async def test_a_page_that_answers_a_query_and_has_no_word_of_the_question_is_evidence(
    tmp_path: Path, page: str, query: str, answer: str
) -> None:
    documents = {"plants": PLANTS + MAKERS, "fires": page, "cheese": CHEESE + DAIRY}
    sections = (SIZE, ("Hazards", "What can go wrong?", query), MAKER)
    state, homes = await researched(tmp_path, documents, *sections)
    assert homes.get(answer) == "Hazards"
    assert not any("cheese" in item.url for item in state.evidence.values()), "that shares words with the question alone"


async def test_a_sentence_goes_to_the_section_that_asks_for_it_out_of_a_passage_that_another_has(tmp_path: Path) -> None:
    one_paragraph = PLANTS.replace(".\nThe", ". The").replace(".\nA", ". A") + "\n" + MAKERS
    sections = (SIZE, ("Sales", "What did they earn?", "Harfa Lund megawatt-hour sold for dollars"), MAKER)
    _, homes = await researched(tmp_path, {"plants": one_paragraph}, *sections)
    assert homes["The plant of Harfa stores 40 MWh and the plant of Lund stores 90 MWh."] == "Size"
    assert homes["A megawatt-hour from Harfa sold for 61 dollars and one from Lund for 48 dollars."] == "Sales"


async def test_a_sentence_goes_where_the_question_of_a_section_is_its_own_though_no_query_has_its_words(tmp_path: Path) -> None:
    inverters = "The inverters of both plants were made in the south, and their transformers came from Skagen."
    paragraph = (
        "Fires were reported at both plants: smoke was seen twice in the racks, and a fire burned for a night. "
        f"{inverters} After the second fire the brigade of Lund asked for more water and for doors that stop smoke."
    )
    sections = (
        SIZE,
        ("Fires", "Was there a fire or smoke in the racks?", "plants fire smoke racks brigade water"),
        ("Makers", "Who made the inverters and the transformers?", "suppliers manufacturers contract equipment order 2019"),
    )
    _, homes = await researched(tmp_path, {"plants": f"{PLANTS}\n\n{paragraph}\n"}, *sections)
    assert homes[inverters] == "Makers"
    assert homes["After the second fire the brigade of Lund asked for more water and for doors that stop smoke."] == "Fires"


async def test_a_passage_without_a_word_of_any_section_goes_where_the_rest_of_its_page_goes(tmp_path: Path) -> None:
    page = 火災.replace("消防隊は", "\n## その後\n\n消防隊は") + 消防
    documents = {"plants": PLANTS + MAKERS, "fires": page}
    sections = (SIZE, MAKER, ("Hazards", "What can go wrong?", "リン酸鉄 電池 熱暴走"))
    _, homes = await researched(tmp_path, documents, *sections)
    assert homes["リン酸鉄系の電池の熱暴走は約270度で始まる。"] == "Hazards"
    assert homes.get("消防隊は隣のラックを水で冷やし、燃えているラックは燃え尽きるまで待つ。") == "Hazards"


async def test_a_passage_that_speaks_of_prices_goes_where_the_title_says_cost(tmp_path: Path) -> None:
    priced = (
        f"{PLANTS}\n{MAKERS}\n"
        + "\nAt the prices of last year the cells of Lund were cheaper, and a pack was sold for 70 dollars.\n"
    )
    sections = (
        ("Size and land", "How large are they, and what land do the plants of last year need?", "Harfa Lund MWh land"),
        ("Cost and supply", "What do they have to be bought for?", "Harfa Lund purchase"),
        MAKER,
    )
    _, homes = await researched(tmp_path, {"plants": priced}, *sections)
    assert (
        homes["At the prices of last year the cells of Lund were cheaper, and a pack was sold for 70 dollars."]
        == "Cost and supply"
    )


async def test_the_document_on_fires_is_shown_to_who_writes_on_safety(tmp_path: Path) -> None:
    found = [page for page in documents() if page.id.startswith("battery-") and page.language == "en"]
    library = Library(
        None, Context(instance="files"), {f"https://x.example/{page.id}": f"# {page.title}\n\n{page.text}" for page in found}
    )
    sections = (
        ("Cost and supply chain", "How do they compare in cost?", "sodium-ion vs LFP cell cost per kWh"),
        ("Performance", "How do energy density and cycle life compare?", "sodium-ion energy density cycle life LFP"),
        ("Safety", "Which is less prone to thermal runaway and fire?", "LFP thermal runaway grid storage fire"),
    )
    models = said(one=planner(*sections))
    asked = "How do sodium-ion and LFP batteries compare for grid storage, and which is safer?"
    await research(tmp_path, models, question=asked, library=library)
    (safety,) = [
        request.messages[-1].content
        for request in models["one"].requests
        if request.task == "draft" and '<data name="section">Safety' in request.messages[-1].content
    ]
    assert "This chain reaction is called thermal runaway." in safety


def test_a_section_without_queries_covers_nothing() -> None:
    texts = Texts([Counter(["cost"]), Counter(["fire"])])
    sections = [Section(id="a", title="Cost"), Section(id="b", title="Fire", search_queries=("fire",))]
    assert covering(sections, texts, texts) == [[0.0, 0.0], [0.0, 1.0]]


async def test_a_passage_under_a_heading_that_repeats_a_title_goes_there_whatever_else_it_mentions(tmp_path: Path) -> None:
    told = "開業は2027年の予定であったが、大井川の水量と生態系への影響を懸念した県が着工を認めず、2034年より前の開業は難しい。"
    cost = "総工事費の見通しは二度引き上げられ、2025年には11兆円になった。"
    page = (
        "# ハルファ線\n\nハルファ線は二つの町を結ぶ計画である。\n\n"
        f"## 工事費の増加\n\n{cost}\n\n## 開業時期\n\n{told}\n\n## 環境\n\n1人当たりの消費電力は在来の線の4倍になる。\n"
    )
    sections = (
        ("建設費と財源", "建設費はいくらで、誰が負担するのか。", "ハルファ線 建設費"),
        ("環境への影響", "工事と消費電力は環境にどのような影響を与えるか。", "ハルファ線 消費電力 生態系への影響 自然保護"),
        ("開業時期の見通し", "開業はいつになる見込みか。", "ハルファ線 開業時期"),
    )
    _, homes = await researched(tmp_path, {"line": page}, *sections, question="ハルファ線はどう評価されるか")
    assert homes[cost] == "建設費と財源"
    assert homes[told] == "開業時期の見通し"


def plants(*paragraphs: str) -> Page:
    text = "# Plants\n\n" + "\n\n".join(paragraphs)
    return Page(id="s1", url="https://example.org/", title="Plants", text=text, sha256="", fetched_at="", language="en")


def homes_of(page: Page, titles: list[str], *, backwards: bool = False) -> list[int]:
    places = [(page, one) for one in passages(page)]
    sections = [Section(id=title, title=title, search_queries=(f"plants {title}",)) for title in titles]
    weighed = weigh("plants", "plants", sections, places, {"s1": 1.0}, ONE_FORM, planned=True)
    asked = range(len(places))
    found = {at: weighed.home(at) for at in (reversed(asked) if backwards else asked)}
    return [found[at] for at in asked]


def test_a_paragraph_that_leans_on_others_goes_with_the_first_of_them_whichever_is_asked_for_first() -> None:
    page = plants(
        "The price of a plant is two million dollars, and its cost falls every year.",
        "However, this holds for the plants of the north alone.",
        "This in turn depends on the fires that the plants of the north had.",
        "A fire in a plant is put out with water, and its safety is checked every month.",
    )
    assert homes_of(page, ["Cost", "Fire safety"]) == homes_of(page, ["Cost", "Fire safety"], backwards=True) == [0, 0, 0, 1]


def test_a_section_that_nothing_fits_best_takes_what_speaks_of_it_from_one_that_has_enough() -> None:
    dear = [f"The price of plant {number} is {number} million dollars, and its cost falls." for number in ("two", "three", "six")]
    page = plants(*dear, "The cost and the price of a plant after a fire and the safety of plants cost as much as fire does.")
    assert homes_of(page, ["Cost", "Safety"])[3] == 1


@pytest.mark.parametrize(
    ("head", "said", "look", "titles"),
    [
        ("In Germany", "In Japan 570,000 nurses will be missing.", "A look at Japan", ("Shortage in Germany", "Need in Japan")),
        ("德国的缺口", "日本到2040年需要增加57万名护理人员。", "日本的情况", ("德国的护理缺口", "日本的护理需求")),
        ("Deutschland", "In Japan werden 570 000 fehlen.", "Blick nach Japan", ("Mangel in Deutschland", "Bedarf in Japan")),
    ],
    ids=["en", "zh", "de"],
)
def test_a_table_that_names_its_section_goes_there_from_under_a_heading_that_names_another(
    head: str, said: str, look: str, titles: tuple[str, str]
) -> None:
    page = plants(f"## {look}", said, f"| Source | {head} |\n|---|---|\n| Office | 350 |\n| Institute | 493 |")
    sections = [Section(id=title, title=title, search_queries=(title,)) for title in titles]
    state = RunState(original_query=" ".join(titles), clarified_query=" ".join(titles), language="en")
    state.plan = Plan(research_title="", sections=tuple(sections))
    state.sources = {page.id: page}
    homes = {page.text[span.start : span.end]: section.title for page, span, section, _ in to_show(state)}
    assert [home for text, home in homes.items() if head in text] == [titles[0]]
    assert homes[said] == titles[1]


def test_a_table_is_worth_what_the_heading_over_it_says() -> None:
    table = "| Name | 2023 | 2024 |\n|---|---|---|\n| Harfa | 791 | 1083 |\n| Lund | 1183 | 1251 |"

    def worth(heading: str) -> float:
        page = plants("The plants are compared every year.", f"## {heading}", table)
        section = Section(id="a", title="Plants", description="How are they spread over the provinces?")
        state = RunState(original_query="plants", clarified_query="plants", language="en")
        state.plan = Plan(research_title="", sections=(section, Section(id="b", title="Makers of plants")))
        state.sources = {page.id: page}
        chosen = {page.text[span.start : span.end]: one for page, span, _, one in to_show(state)}
        return chosen[table]

    assert worth("Spread over the provinces") > worth("What else there is") + 0.4
