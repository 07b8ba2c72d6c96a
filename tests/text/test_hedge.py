"""What a source gives as possible is neither a fact nor proven."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

PAIRS = [
    (
        "Das Mittel könnte den Verlauf verlangsamen.",
        "Möglicherweise verlangsamt das Mittel den Verlauf.",
        "Das Mittel verlangsamt den Verlauf.",
    ),
    (
        "Le traitement pourrait ralentir la maladie.",
        "Le traitement pourrait freiner la maladie.",
        "Le traitement ralentit la maladie.",
    ),
    (
        "Das neue Depot soll im Mai 2027 öffnen.",
        "Das neue Depot wird im Mai 2027 öffnen.",
        "Das neue Depot öffnete im Mai 2027.",
    ),
    (
        "Il nuovo farmaco potrebbe ridurre il rischio di infarto.",
        "Il nuovo farmaco potrebbe abbassare il rischio di infarto.",
        "Il nuovo farmaco riduce il rischio di infarto.",
    ),
    (
        "Новое лекарство, возможно, снижает риск инфаркта.",
        "Вероятно, новое лекарство снижает риск инфаркта.",
        "Новое лекарство снижает риск инфаркта.",
    ),
    (
        "The crater was probably formed by a meteorite.",
        "The crater was likely formed by a meteorite.",
        "The crater was formed by a meteorite.",
    ),
    (
        "Vermutlich wurde die Mauer im 12. Jahrhundert errichtet.",
        "Die Mauer wurde wahrscheinlich im 12. Jahrhundert errichtet.",
        "Die Mauer wurde im 12. Jahrhundert errichtet.",
    ),
    (
        "Le mur a probablement été construit au XIIe siècle.",
        "Le mur a sans doute été construit au XIIe siècle.",
        "Le mur a été construit au XIIe siècle.",
    ),
    (
        "La loi a été adoptée deux mois avant l'élection.",
        "La loi a été adoptée avant l'élection.",
        "La loi a été adoptée après l'élection.",
    ),
    (
        "The coating may extend the life of the blades.",
        "The coating could extend the life of the blades, which is not yet proven.",
        "The coating has been proven to extend the life of the blades.",
    ),
    ("大坝在旱灾前一年完工。", "大坝在旱灾之前完工。", "大坝在旱灾之后完工。"),
    ("研究人员认为该药物或许能减缓病情。", "该药物可能减缓病情，研究人员如此认为。", "该药物已被证明能减缓病情。"),
    ("この薬は進行を遅らせる可能性がある。", "この薬は進行を遅らせるかもしれない。", "この薬は進行を遅らせることが証明された。"),
    (
        "이 약은 병의 진행을 늦출 수 있다.",
        "이 약은 병의 진행을 늦출 가능성이 있다.",
        "이 약은 병의 진행을 늦추는 것으로 입증되었다.",
    ),
    (
        "Das Mittel könnte den Verlauf verlangsamen.",
        "Das Mittel könnte den Verlauf bremsen.",
        "Das Mittel verlangsamt nachweislich den Verlauf.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_what_may_be_is_neither_a_fact_nor_proven(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"
