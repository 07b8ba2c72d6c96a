"""What a drafter sees of the other sections of a report."""

from __future__ import annotations

from dr_core.stage.sibling import MOST_LENT, OWN_FIRST, lending, siblings, with_less
from dr_core.state import RunState
from dr_core.types import Evidence, Finding, Page, Plan, SearchTask, Section

TABLE = "| 項目 | 福岡 | 沖縄 |\n|--|--|--|\n| 建設費（億円） | 410 | 347 |\n| 造水コスト（円/m3） | 210 | 170 |"
TOLD = [
    ("sec1", "福岡の施設の建設費は408億円とする資料がある。"),
    ("sec2", TABLE),
    ("sec2", "福岡の造水コストは1m3当たり210円である。"),
    ("sec2", "Such a price is possible only with cheap electricity and very large units."),
    ("sec3", "World prices are as low as 0.365 dollars."),
    ("sec3", "濃縮海水は下水と混ぜて流される。"),
]


def state_of(told: list[tuple[str, str]]) -> RunState:
    state = RunState(original_query="q", clarified_query="福岡と沖縄の海水淡水化", language="ja", today="2026-01-31")
    state.sources = {"s1": Page(id="s1", url="https://a.example", title="淡水化", text="", sha256="", fetched_at="")}
    state.evidence = {
        f"e{at}": Evidence(id=f"e{at}", source="s1", start=0, end=1, text=text, section=section)
        for at, (section, text) in enumerate(told)
    }
    sections = [
        Section(id="sec1", title="規模と建設費", search_queries=("福岡 沖縄 建設費",)),
        Section(id="sec2", title="造水コスト", search_queries=("福岡 沖縄 造水コスト",)),
        Section(id="sec3", title="世界との差", search_queries=("世界 価格",)),
    ]
    state.plan = Plan(research_title="淡水化", sections=sections)
    return state


def test_a_table_is_lent_to_every_section_that_asks_for_its_figures() -> None:
    lent = lending(state_of(TOLD))
    assert "e1" in [item["id"] for item in lent["sec1"]]
    assert all(item["home"] != "sec1" for item in lent["sec1"])


def test_what_a_later_round_asked_for_a_section_finds_what_another_has() -> None:
    state = state_of(TOLD)
    assert "e3" not in [item["id"] for item in lending(state)["sec3"]]
    state.asked_queries.append(SearchTask(query="why price low cheap electricity large units", section="sec3"))
    assert lending(state)["sec3"][0]["id"] == "e3"


def test_what_a_finding_of_a_section_stands_on_is_lent_to_it_whatever_its_words() -> None:
    state = state_of(TOLD)
    assert lending(state)["sec1"][0]["id"] != "e5"
    state.gathered_info = [Finding(text="濃縮海水の処理は別にかかる。", section="sec1", cite_ids=("e5",), round=1)]
    assert lending(state)["sec1"][0]["id"] == "e5"


def test_a_section_that_asks_for_a_cost_is_lent_amounts_that_have_no_word_of_its_question() -> None:
    state = state_of([*TOLD, ("sec3", "Each unit came to 347 million yen."), ("sec3", "Each unit has 347 pumps.")])
    assert state.plan is not None
    sections = [state.plan.sections[0].model_copy(update={"description": "建設費はいくらか。"}), *state.plan.sections[1:]]
    state.plan = state.plan.model_copy(update={"sections": sections})
    lent = [item["id"] for item in lending(state)["sec1"]]
    assert "e6" in lent and "e7" not in lent


def test_only_what_a_model_has_worded_of_another_section_is_told() -> None:
    state = state_of(TOLD)
    state.gathered_info = [
        Finding(text=TABLE, section="sec2", cite_ids=("e1",), round=1),
        Finding(text="福岡の水は沖縄より40円高い。", section="sec2", cite_ids=("e1", "e2"), round=1),
    ]
    assert state.plan is not None
    told = {other["title"]: other["points"] for other in siblings(state.plan.sections[0], state, told=True)}
    assert told == {"造水コスト": [{"text": "福岡の水は沖縄より40円高い。", "ids": ["e1", "e2"]}], "世界との差": []}


def test_little_is_lent() -> None:
    state = state_of([("sec2", f"{TABLE} {number}") for number in range(30)])
    assert len(lending(state)["sec1"]) == MOST_LENT
    assert lending(state_of([("sec3", "濃縮海水は下水と混ぜて流される。")]))["sec1"] == []


def test_what_is_lent_gives_way_to_the_best_of_a_section_s_own_and_goes_before_the_rest() -> None:
    inputs = {"evidence": [f"o{at}" for at in range(20)], "lent": ["l0", "l1"]}
    assert with_less(inputs, 1.0) == inputs
    half = with_less(inputs, 0.5)
    assert (len(half["evidence"]), half["lent"]) == (11, [])
    most = with_less(inputs, 0.8)
    assert (len(most["evidence"]), most["lent"]) == (OWN_FIRST + 4, ["l0", "l1"])
    assert with_less(inputs, 0.0)["evidence"] == ["o0"]
    assert with_less({"evidence": ["o0"], "lent": ["l0", "l1"]}, 0.7) == {"evidence": ["o0"], "lent": ["l0"]}


def test_a_lent_sentence_that_points_back_brings_who_says_so() -> None:
    told = ["しかし県知事の山田氏は異なる見方を示した。", "彼は、福岡と沖縄の建設費は下がると述べた。"]
    state = state_of([("sec2", one) for one in told])
    state.evidence = {
        name: item.model_copy(update={"start": 100 * at, "end": 100 * at + 99})
        for at, (name, item) in enumerate(state.evidence.items())
    }
    assert {item["id"] for item in lending(state)["sec1"]} == {"e0", "e1"}
