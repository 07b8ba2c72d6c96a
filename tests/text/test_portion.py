"""Of how many something is said, and how often: what speaks of more than its source does is doubted."""

from __future__ import annotations

import pytest

from dr_core.text.portion import of_more, same_but_for
from dr_core.text.support import judge

TOLD = [
    ("Most of the reservoirs were half empty in May.", "All of the reservoirs were half empty in May.", True),
    ("Most of the reservoirs were half empty in May.", "In May a majority of the reservoirs were half empty.", False),
    ("Nearly all ferries on the route run on diesel.", "All ferries on the route run on diesel.", True),
    ("Nearly all ferries on the route run on diesel.", "Almost all ferries on the route run on diesel.", False),
    ("Many hospitals in the region lack scanners.", "Every hospital in the region lacks scanners.", True),
    ("Many hospitals in the region lack scanners.", "Most hospitals in the region lack scanners.", False),
    ("The river usually freezes in January.", "The river always freezes in January.", True),
    ("The river usually freezes in January.", "The river typically freezes in January.", False),
    ("In some cases the coating peels off.", "The coating often peels off.", True),
    ("Only the northern plants were inspected.", "All plants were inspected.", True),
    ("The law covers all employees except drivers.", "The law covers all employees.", True),
    ("The law covers all employees except drivers.", "The law covers all employees without drivers.", False),
    ("One of the two ports was closed.", "Both ports were closed.", True),
    ("Some of the 40 wells were dry.", "Several of the 40 wells were dry.", False),
    ("大多數橋梁需要維修。", "全部橋梁都需要維修。", True),
    ("大多數橋梁需要維修。", "多數橋梁需要維修。", False),
    ("该药通常在餐后服用。", "该药必须在餐后服用。", True),
    ("几乎所有家庭都安装了电表。", "所有家庭都安装了电表。", True),
    ("五個實驗室中只有兩個證實了結果。", "五個實驗室都證實了結果。", True),
    ("ほとんどの車両は更新された。", "すべての車両が更新された。", True),
    ("ほとんどの車両は更新された。", "車両の大半が更新された。", False),
    ("医師だけが処方できる。", "誰でも処方できる。", True),
    ("거의 모든 학교가 휴교했다.", "모든 학교가 휴교했다.", True),
    ("거의 모든 학교가 휴교했다.", "대부분의 학교가 휴교했다.", False),
    ("Die meisten Gemeinden haben ein Klärwerk.", "Alle Gemeinden haben ein Klärwerk.", True),
    ("Le train est souvent en retard.", "Le train est toujours en retard.", True),
    ("Casi todas las granjas cultivan arroz.", "Todas las granjas cultivan arroz.", True),
]


@pytest.mark.parametrize(("source", "claim", "more"), TOLD)
def test_who_speaks_of_more_than_the_source_is_told_so(source: str, claim: str, more: bool) -> None:
    assert bool(of_more(claim, source)) is more


@pytest.mark.parametrize(("source", "claim", "more"), TOLD)
def test_what_speaks_of_more_is_never_sure(source: str, claim: str, more: bool) -> None:
    if more:
        assert judge(claim, [source]).verdict != "supported"
    else:
        assert judge(claim, [source]).verdict != "contradicted"


@pytest.mark.parametrize("claim", ["工場の大半が操業を再開した。", "大半の工場が操業を再開している。"])
def test_a_word_of_how_many_that_moves_is_in_nothing_s_place(claim: str) -> None:
    assert judge(claim, ["大半の工場が操業を再開した。"]).verdict == "supported"


def test_sentences_are_the_same_but_for_how_many_where_their_other_words_are() -> None:
    assert same_but_for("全部橋梁都需要維修。", "大多數橋梁需要維修。")
    assert not same_but_for("全部學校都需要教師。", "大多數橋梁需要維修。")
    assert same_but_for("All ferries run on diesel.", "Nearly all ferries run on diesel.")
