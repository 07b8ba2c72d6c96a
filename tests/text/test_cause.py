"""What merely stands side by side in the source is no cause of each other."""

from __future__ import annotations

import pytest

from dr_core.text.cause import made_up
from dr_core.text.support import judge

MILL = "The mill closed in 2009 because cheap imports had ruined its margins. The river flooded in the same year."
BICYCLES = "Sales of electric bicycles doubled in 2021. In the same year the city opened twelve cycle paths."
厂 = "由于进口商品低价冲击，该厂于2009年关闭。同年河水泛滥。"
工場 = "安い輸入品のため、工場は2009年に閉鎖された。同じ年に川が氾濫した。"
공장 = "값싼 수입품 때문에 공장은 2009년에 문을 닫았다. 같은 해에 강이 범람했다."
FABRIK = "2021 verdoppelte sich der Absatz von Rädern. Im selben Jahr eröffnete die Stadt zwölf Radwege."
VÉLOS = "En 2021, les ventes de vélos ont doublé. La même année, la ville a ouvert douze pistes cyclables."
PAIRS = [
    (
        MILL,
        "Cheap imports led to the closure of the mill in 2009.",
        "The flooding of the river led to the closure of the mill in 2009.",
    ),
    (MILL, "The mill closed in 2009 because of cheap imports.", "The mill closed in 2009 because of a strike of its weavers."),
    (
        BICYCLES,
        "Sales of electric bicycles doubled in 2021, when the city opened twelve cycle paths.",
        "Sales of electric bicycles doubled in 2021 because the city opened twelve cycle paths.",
    ),
    (厂, "低价进口商品导致该厂于2009年关闭。", "河水泛滥导致该厂于2009年关闭。"),
    (工場, "安い輸入品によって工場は2009年に閉鎖された。", "川の氾濫によって工場は2009年に閉鎖された。"),
    (공장, "값싼 수입품 때문에 공장이 2009년에 폐쇄되었다.", "강의 범람 때문에 공장이 2009년에 폐쇄되었다."),
    (
        FABRIK,
        "2021 verdoppelte sich der Absatz von Rädern.",
        "2021 verdoppelte sich der Absatz von Rädern, weil die Stadt zwölf Radwege eröffnete.",
    ),
    (
        "Le pain a renchéri parce que le blé manquait. Un maire fut élu en mai.",
        "Le pain a renchéri parce que le blé manquait.",
        "Le pain a renchéri parce qu'un maire fut élu en mai.",
    ),
    (
        VÉLOS,
        "En 2021, les ventes de vélos ont doublé.",
        "En 2021, les ventes de vélos ont doublé parce que la ville a ouvert douze pistes cyclables.",
    ),
    (
        "The ferry line closed in May. Its operator had also lost a lawsuit over wages.",
        "The ferry line closed in May; its operator had also lost a lawsuit over wages.",
        "The ferry line closed in May because its operator had lost a lawsuit over wages.",
    ),
    (
        "Das Theater wurde im Mai geschlossen. Der Intendant hatte außerdem einen Prozess verloren.",
        "Das Theater wurde im Mai geschlossen; der Intendant hatte außerdem einen Prozess verloren.",
        "Das Theater wurde im Mai geschlossen, weil der Intendant einen Prozess verloren hatte.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_a_cause_is_one_in_the_source(source: str, right: str, wrong: str) -> None:
    assert made_up(right, [source]) is None
    assert made_up(wrong, [source])
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "The plant was shut down in March. Its cooling pumps had worn out.",
            "The plant was shut down because its cooling pumps had worn out.",
        ),
        ("The pumps of the plant wore out. That shut the plant down.", "The plant was shut down because its pumps wore out."),
        (
            "The dam was drained in June because of cracks. Engineers had found the cracks in its wall.",
            "The dam was drained because engineers had found cracks in its wall.",
        ),
        ("The pumps wore out, which led the plant to close.", "The plant closed because the pumps wore out."),
    ],
)
def test_what_may_be_linked_is_not_doubted(source: str, claim: str) -> None:
    assert made_up(claim, [source]) is None
