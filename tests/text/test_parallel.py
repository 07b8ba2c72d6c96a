"""What one of two clauses says is not said of the other."""

from __future__ import annotations

import pytest

from dr_core.text.parallel import mixed_up
from dr_core.text.support import judge

PAIRS = [
    (
        "Trucks of the company run on hydrogen, its cars on batteries.",
        "The company's trucks run on hydrogen.",
        "The company's cars run on hydrogen.",
    ),
    (
        "Copper is mined in the north of the country, while zinc is mined in the south.",
        "Copper is mined in the north of the country.",
        "Zinc is mined in the north of the country.",
    ),
    ("北区学校主要缺少教师，南区学校主要缺少教室。", "北区学校主要缺教师。", "北区学校主要缺教室。"),
    ("护士要求缩短班次，医生要求增加人手。", "医生要求增加人手。", "医生要求缩短班次。"),
    ("看護師は勤務時間の短縮を求め、医師は人員の増加を求めた。", "医師は人員の増加を求めた。", "医師は勤務時間の短縮を求めた。"),
    ("동관에는 그림이, 서관에는 조각이 전시되어 있다.", "동관에는 그림이 전시되어 있다.", "서관에는 그림이 전시되어 있다."),
    ("銅は北部で採れ、亜鉛は南部で採れる。", "銅は北部で採れる。", "亜鉛は北部で採れる。"),
    (
        "간호사는 근무 시간 단축을 요구했고, 의사는 인력 증원을 요구했다.",
        "의사는 인력 증원을 요구했다.",
        "의사는 근무 시간 단축을 요구했다.",
    ),
    (
        "Die Pfleger forderten kürzere Schichten und die Ärzte mehr Personal.",
        "Die Ärzte forderten mehr Personal.",
        "Die Ärzte forderten kürzere Schichten.",
    ),
    (
        "Les infirmiers demandaient des gardes plus courtes et les médecins plus de personnel.",
        "Les médecins demandaient plus de personnel.",
        "Les médecins demandaient des gardes plus courtes.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_what_one_clause_says_is_not_said_of_the_other(source: str, right: str, wrong: str) -> None:
    assert mixed_up(right, [source]) is None
    assert mixed_up(wrong, [source])
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"


def test_a_sentence_may_be_told_without_its_middle() -> None:
    source = "The law was passed in June, two months before the election."
    assert mixed_up("The law was passed before the election.", [source]) is None


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The river flows through Port Selby, where 15,000 people live.", "Port Selby has 15,000 people."),
        ("The line crosses the Elbe, which is 300 metres wide there.", "The Elbe is 300 metres wide."),
        ("Der Fluss durchquert Selby, wo 15.000 Menschen leben.", "Selby hat 15.000 Menschen."),
        ("La ligne traverse Selby, où vivent 15 000 personnes.", "Selby compte 15 000 personnes."),
    ],
)
def test_what_goes_on_from_the_word_before_it_is_no_other_clause(source: str, claim: str) -> None:
    assert mixed_up(claim, [source]) is None


CROSSED = [
    (
        "O aeroporto foi vendido a um fundo do Canadá, e o porto ficou com uma empresa da Noruega.",
        "Um fundo do Canadá comprou o aeroporto, e o porto ficou com uma empresa da Noruega.",
        "Um fundo da Noruega comprou o aeroporto, e o porto ficou com uma empresa do Canadá.",
    ),
    (
        "漁業者はダムの建設に反対し、農家は建設に賛成している。",
        "ダムの建設には農家が賛成し、漁業者が反対している。",
        "ダムの建設には漁業者が賛成し、農家が反対している。",
    ),
    (
        "이 회사는 트럭에 수소를, 승용차에 배터리를 사용한다.",
        "이 회사는 승용차에 배터리를, 트럭에 수소를 사용한다.",
        "이 회사는 트럭에 배터리를, 승용차에 수소를 사용한다.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), CROSSED)
def test_two_clauses_may_not_trade_what_they_say(source: str, right: str, wrong: str) -> None:
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"
