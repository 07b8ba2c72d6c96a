"""What a faithful writer works out or says in other words is never contradicted; what he made up still is."""

from __future__ import annotations

import pytest

from dr_core.text.support import judge

CHOIR = "The choir has 31 sopranos, 26 altos, 14 tenors and 17 basses."
BUDGET = "공사비는 당초 예산보다 400억 원 많은 2900억 원이었다."
DIESEL = "A litre of diesel cost €1.62 on average in July, 7 cents less than in June."
出生 = "2023年の出生数は72万7277人で、前年より4万3482人減少した。"
FIRMS = "Von den 640 befragten Betrieben bilden 412 aus."
TRAINS = "Täglich fahren 130 Züge hindurch, zwei Drittel davon sind Güterzüge."
TUNNEL = "Der Bau dauerte 17 Jahre. Im Juni 2016 wurde der Tunnel eröffnet."
LINE = "The line opened in 1964 and links the two cities."
车程 = "高铁开通后，两地之间的车程由5小时缩短到1小时40分。"
养老 = "截至2023年底，全市养老机构床位5.4万张，60岁以上老年人口为98万人，占总人口的21.3%。"
지역 = "2023년 전국 평균은 0.72명이었다. 서울은 0.55명이었다."
LAKE = "The lake held 1.2 billion cubic metres in May and 0.9 billion in September."
PAY = "In the east, apprentices earned on average €1,084 a month, in the west €1,145."
PORTS = "Rotterdam handled 13.4 million containers in 2023. Antwerp handled 12.5 million containers."
BIKES = "In 2023, 1.9 million bicycles were sold. In 2022 the figure was 2.4 million."


@pytest.mark.parametrize(
    ("source", "claim", "right", "wrong"),
    [
        (CHOIR, "The choir has {} singers.", "88", "89"),
        (BUDGET, "당초 예산은 {}억 원이었다.", "2500", "2600"),
        (DIESEL, "In June, diesel cost €{} a litre on average.", "1.69", "1.79"),
        (出生, "2022年の出生数は{}人だったことになる。", "77万759", "78万759"),
        (FIRMS, "{} der befragten Betriebe bilden nicht aus.", "228", "238"),
        (TRAINS, "{} der Züge sind keine Güterzüge.", "Ein Drittel", "Ein Fünftel"),
        (TUNNEL, "Mit dem Bau des Tunnels wurde {} begonnen.", "1999", "1989"),
        (车程, "高铁开通后，两地之间的车程缩短了{}。", "3小时20分", "2小时20分"),
        (养老, "全市总人口约{}万人。", "460", "480"),
        (养老, "平均每百名老人约有{}张床位。", "5.5", "6.5"),
        (지역, "2023년 전국 평균은 0.72명이었고, 서울은 이보다 {}명 낮았다.", "0.17", "0.27"),
        (LAKE, "Between May and September the lake lost {} million cubic metres.", "300", "350"),
        (PAY, "Apprentices in the west earned €{} a month more than those in the east.", "61", "71"),
        (PORTS, "In 2023, Antwerp trailed Rotterdam by about {} million containers.", "0.9", "0.7"),
        (BIKES, "Sales of bicycles fell by about {} percent within a year.", "21", "31"),
    ],
)
def test_what_comes_of_the_source_is_not_contradicted_and_anything_else_is(
    source: str, claim: str, right: str, wrong: str
) -> None:
    assert judge(claim.format(right), [source]).verdict != "contradicted"
    assert judge(claim.format(wrong), [source]).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Lung function did not differ significantly between the groups.", "Lung function was similar in both groups."),
        ("The central bank left its rate at 5.25% in May.", "The central bank did not change its rate of 5.25% in May."),
        ("2023年の政策金利は変わらなかった。", "2023年の政策金利は据え置きだった。"),
        ("The paper stopped printing in March 2020.", "The paper has not been printed since March 2020."),
        ("The lake shrank between 1994 and 2019.", "Over a quarter of a century the lake shrank."),
    ],
)
def test_a_denial_said_without_one_is_none(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "contradicted"


def test_a_change_that_is_denied_is_still_a_denial_of_what_grew() -> None:
    source = "Ridership grew by 12% in 2023, and fares remained the same for pupils."
    assert judge("Ridership did not grow by 12% in 2023.", [source]).verdict == "contradicted"
