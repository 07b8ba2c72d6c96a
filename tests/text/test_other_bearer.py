"""What the source says of another place, another time or another thing is not carried by it, whatever words it shares."""

from __future__ import annotations

import pytest

from dr_core.text.number import read
from dr_core.text.support import judge
from dr_core.text.whose import in_another_order

POLL = "Among the respondents, 61% of those aged under 35 supported the measure, against 43% of those over 65."
BRIDGE = "The bridge, opened in 1932, carried an average of 204,000 vehicles a day in 2018. By 2022 the figure was 163,000."
TRAM = "The city council approved the plan on 12 March 2024. Construction of the tram line is expected to begin in early 2026."
地铁 = "与2019年相比，2023年全市地铁客运量增长12%，达到24.6亿人次；公交客运量下降31%，为18.3亿人次。"
营收 = "该公司2022年营收为85亿元，净利润6.2亿元；2023年营收增至97亿元，净利润却降至4.8亿元。"
出生 = "日本の2023年の出生数は72万7277人だった。合計特殊出生率は東京都が0.99で最も低かった。"
桩 = "截至6月底，浙江累计建成充电桩98万个，其中农村地区21万个；江苏建成112万个。"
港 = "上海港2023年完成集装箱吞吐量4915.8万标箱，宁波舟山港为3530万标箱。"
COPPER = "Peru exported copper worth $23.4 billion in 2023. Chile's copper exports came to $43 billion."
PLANTS = "Nestlé said that its factory in Tutbury would cut 573 jobs. Fawdon will be closed with the loss of 475 jobs."
河 = "长江是中国最长的河流，全长约6300公里；黄河全长约5464公里，居第二位。"
QUOTE = "“We never promised a date,” said Karen Holt. Her predecessor, Paul Reyes, had left the agency in 2019."
RAIN = "The lake lost 2.3 metres of depth, mainly because withdrawals doubled. Rainfall over the lake was stable."


@pytest.mark.parametrize(
    ("source", "claim", "own", "other"),
    [
        (BRIDGE, "The bridge carried an average of 204,000 vehicles a day in {}.", "2018", "2022"),
        (TRAM, "Construction of the tram line is expected to begin in early {}.", "2026", "2024"),
        (地铁, "2023年全市{}客运量增长12%，达到24.6亿人次。", "地铁", "公交"),
        (地铁, "{}年全市地铁客运量达到24.6亿人次。", "2023", "2019"),
        (营收, "该公司{}年营收为85亿元。", "2022", "2023"),
        (出生, "{}の2023年の出生数は72万7277人だった。", "日本", "東京都"),
        (桩, "{}农村地区建成充电桩21万个。", "浙江", "江苏"),
        (港, "{} handled 49.158 million containers in 2023.", "Shanghai", "Ningbo"),
        (COPPER, "{}'s copper exports came to $43 billion.", "Chile", "Peru"),
        (PLANTS, "{} will be closed with the loss of 475 jobs.", "Fawdon", "Tutbury"),
        (河, "{}是中国最长的河流。", "长江", "黄河"),
        (QUOTE, "“We never promised a date,” said {}.", "Karen Holt", "Paul Reyes"),
    ],
)
def test_what_is_said_of_another_is_not_carried(source: str, claim: str, own: str, other: str) -> None:
    assert judge(claim.format(own), [source]).verdict == "supported"
    assert judge(claim.format(other), [source]).verdict != "supported"


def test_a_share_of_the_old_is_not_that_of_the_young() -> None:
    assert "of another" in judge("43% of those aged under 35 supported the measure.", [POLL]).reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "Banks left their rates unchanged in May. The bank kept its rate at 5.25% in May.",
            "The bank raised its rate to 5.25% in May.",
        ),
        (
            "欧洲央行2023年9月将存款利率上调至4.0%，为连续第十次加息。",
            "The ECB lowered its deposit rate to 4.0% in September 2023.",
        ),
        ("研究发现步行降低死亡风险，但该研究不能证明因果关系。", "研究证明步行降低死亡风险。"),
        (RAIN, "Falling rainfall was the main reason why the lake lost 2.3 metres of depth."),
        ("预计新线最快可望于2028年通车，全长30公里。", "新线已于2028年通车，全长30公里。"),
        ("高铁车程由5小时缩短到1小时40分。", "高铁车程由1小时40分延长到5小时。"),
        ("28 Prozent der Gäste stammten aus dem Ausland.", "28 Prozent der Gäste stammten aus dem Inland."),
        (
            "日本の出生数は72万7277人で、前年より4万3482人減少した。",
            "Japan recorded 43,482 births, 727,277 fewer than a year earlier.",
        ),
        ("日本の2023年の出生数は72万7277人だった。", "日本2023年死亡人数为72万7277人。"),
        (
            "5奈米製程占第四季晶圓銷售的35%，7奈米占17%。",
            "TSMC's 7-nanometer process made up 35% of wafer sales, and 5-nanometer 17%.",
        ),
    ],
)
def test_what_is_turned_round_is_not_carried(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict != "supported"


def test_the_same_pairs_in_another_order_are_no_exchange() -> None:
    source = "5奈米製程占第四季晶圓銷售的35%，7奈米占17%。"
    for claim, turned in (
        ("The 7-nanometer process made up 17% of sales, and 5-nanometer 35%.", False),
        ("The 7-nanometer process made up 35% of sales, and 5-nanometer 17%.", True),
    ):
        assert bool(in_another_order(claim, read(claim), source)) == turned
