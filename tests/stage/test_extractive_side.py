"""Questions that ask for sides of a subject, and nothing else: the report tells of these, and has no sections on others."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import page_of, state_of
from test_extractive_point import TUNNEL, body_of

from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.facet import votes
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.extractive.side import asks_for_sides, at_home


@pytest.mark.parametrize(
    ("question", "only"),
    [
        ("Is desalination cheaper in Israel or California?", True),
        ("How safe are trains, and how do they work?", True),
        ("分析海水淡化的成本與耗能，以及鹵水對環境的影響", True),
        ("比较钠离子电池与磷酸铁锂电池在电网储能中的性能与成本", True),
        ("台灣與香港的海水淡化哪個比較貴？", True),
        ("新幹線の安全性と定時性、輸送人員はどうなっているか", True),
        ("KTX의 속도와 이용객, 사업비는 어떠한가?", True),
        ("What does the tunnel cost, and what lives there?", False),
        ("When did it open, and how safe is it?", False),
        ("How do cost and taste of desalinated water compare?", False),
        ("海水淡化的成本和口感怎么样？", False),
        ("What are the environmental and social effects of desalination?", False),
        ("How do sodium-ion batteries compare with LFP?", False),
        ("钠离子电池的优缺点是什么？", False),
        ("海水淡水化の利点と欠点は何か", False),
        ("The safety of trains", True),
        ("台灣高鐵的歷史", True),
        ("新幹線の歴史", True),
        ("KTX의 역사", True),
        ("Intergovernmental Panel on Climate Change", False),
        ("日本の気候変動対策推進本部", False),
    ],
)
def test_a_question_asks_for_sides_where_it_names_them_and_nothing_beside_them(question: str, only: bool) -> None:
    assert asks_for_sides(brief(question, "en", (), {})) is only


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        ("Is desalination cheaper in Israel or California?", "Carlsbad", ("Multi-stage flash", "oxygen in the water", "Pelton")),
        ("台灣與香港的海水淡化哪個比較貴？", "13港元", ("溶氧", "回收率約31%")),
        ("钠离子电池的成本高吗？", "0.4元以上", ("铝箔", "零下40摄氏度")),
        ("新幹線は安全なのか", "一度もない", ("6時間半", "3,800億円")),
        ("KTX의 이용객은 어떻게 변했나?", "23만 명", ("HEMU-430X", "5조 8,462억")),
    ],
)
def test_a_report_on_sides_of_a_subject_is_not_padded_with_others(question: str, told: str, beside: tuple[str, ...]) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None
    text = arranged.abstract["text"] + body_of(arranged)
    assert told in text
    assert [one for one in beside if one in text] == []


TOLD_BESIDE = TUNNEL.replace(
    "Otters live at both ends. Divers count",
    "The tunnel is safe for rivers and lakes, for birds, plants and the climate.\n\nOtters live at both ends. Divers count",
)


@pytest.mark.parametrize(("question", "moved"), [("How safe is the tunnel of Varde?", True), ("The tunnel of Varde", False)])
def test_a_passage_that_names_an_asked_side_is_told_in_the_section_on_it(question: str, moved: bool) -> None:
    """Wherever its other words would have put it."""
    state = state_of(question, [page_of(TOLD_BESIDE)], ("Safety", "Environment"))
    assert state.plan is not None
    safety, environment = state.plan.sections
    asked = brief(question, "en", state.plan.sections, state.sources)
    before = items_of(list(state.evidence.values()), state.sources, asked.forms)
    after = {item.text[:13]: item.section for item in at_home(asked, before, state.plan.sections)}
    assert {item.text[:13]: item.section for item in before}["The tunnel is"] == environment.id
    assert after["The tunnel is"] == (safety.id if moved else environment.id)
    assert after["Otters live a"] == environment.id


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("而且可以防范锂价再次暴涨的风险。", False),
        ("還可以避免電價波動的風險。", False),
        ("电池过热有起火的风险。", True),
        ("過充會增加爆炸風險。", True),
    ],
)
def test_the_risk_that_a_price_rises_is_none_to_safety(text: str, told: bool) -> None:
    assert (votes("", text)["safety"] > 0) is told
