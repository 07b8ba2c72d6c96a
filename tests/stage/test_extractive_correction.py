"""A figure that another source corrects is told with what corrects it."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.text.correction import corrects

HOSPITAL = (
    "# Marlow Hospital: annual report\n\nMarlow Hospital is a public hospital in the east of the county. It runs 412 beds on two "
    "sites and serves 310,000 people.\n\n## Money\n\nThe hospital spent 296 million pounds in 2023. Agency staff and energy were "
    "dearer than planned.\n\n## Surgery\n\nSurgeons carried out 19,300 operations in 2023. Some were cancelled on the day.\n"
)
AUDIT = (
    "# Audit of Marlow Hospital\n\nThe county looked into three figures.\n\n## Beds\n\nThe number of beds given by the hospital, "
    "412, counted 26 that have been closed since 2023. The correct number of beds in use is 386.\n\n## Parking\n\nA car park of "
    "420 spaces belongs to a private firm. A day costs 12 pounds.\n"
)
FILTER = (
    "# 三款净化器对比\n\n本刊测试了三款家用净化器。每款机器各测三次，取平均值。\n\n## 结果\n\n沐风X2的最高档噪音为51分贝，"
    "售价1,899元。清岚A5的最高档噪音为58分贝，售价2,399元。\n\n## 使用成本\n\n滤芯一般每6个月更换一次。用户大多自己动手更换。\n"
)
NOTICE = (
    "# 沐风科技公告\n\n沐风科技召回部分产品，原因是电源适配器的绝缘层厚度不足。\n\n"
    "## 价格\n\n本刊此前刊登的沐风X2售价1,899元为促销价。"
    "该机型目前的正式售价为2,099元。\n\n## 查询\n\n用户可以在网站上输入序列号查询。\n"
)
DAM = (
    "# 瀬那川の遊水地\n\n瀬那川の遊水地は北山県が整備している。周辺には水田が広がる。\n\n"
    "## 事業費\n\n遊水地の事業費は340億円である。"
    "国の補助が半分を占める。\n\n## 魚\n\n川にはサケが遡上する。釣り人も多い。\n"
)
RISE = (
    "# 瀬那川の遊水地についての発表\n\n北山県は遊水地の計画を見直した。\n\n"
    "## 遊水地\n\n遊水地の事業費は当初の340億円ではなく415億円になる。資材価格の高騰が響いた。\n\n## 道路\n\n道路の補修も進む。\n"
)
RULE = (
    "# 고양이 등록 제도\n\n고양이 등록 제도는 2023년에 발표되었다. 보호자는 구청에 신고한다.\n\n## 비용\n\n고양이 등록 비용은 "
    "12,000원이다. 칩은 동물병원에서 넣는다.\n\n## 현황\n\n등록률은 낮은 편이다.\n"
)
CHANGE = (
    "# 고양이 등록 비용 안내\n\n시는 고양이 등록 안내문을 다시 냈다.\n\n## 등록 비용\n\n"
    "고양이 등록 비용은 기존에 알려진 12,000원이 아니라 15,000원으로 정정되었다. 감면은 없다.\n\n"
    "## 문의\n\n문의는 전화로 받는다.\n"
)


def abstract_of(question: str, first: str, second: str) -> str:
    pages = [page_of(first), page_of(second).model_copy(update={"id": "s2", "url": "file:///second.md"})]
    made = digest_of(state_of(question, pages, ("A", "B")))
    assert made.abstract is not None
    return str(made.abstract["text"])


@pytest.mark.parametrize(
    ("question", "first", "second", "wrong", "right"),
    [
        ("How many beds does Marlow Hospital have?", HOSPITAL, AUDIT, "412", "386"),
        ("沐风X2多少钱？", FILTER, NOTICE, "1,899元", "2,099元"),
        ("瀬那川の遊水地の事業費はいくらですか？", DAM, RISE, "340億円", "415億円"),
        ("고양이 등록 비용은 얼마인가?", RULE, CHANGE, "12,000원", "15,000원"),
    ],
)
def test_a_figure_is_told_with_the_one_that_corrects_it(question: str, first: str, second: str, wrong: str, right: str) -> None:
    for told in (abstract_of(question, first, second), abstract_of(question, second, first)):
        assert wrong in told and right in told
        assert told.count(right) == 1, "it is told once"


def test_the_same_figure_of_something_else_corrects_nothing() -> None:
    other = (
        "# Roads\n\nThe county looked at its roads.\n\n## Signs\n\nThe 412 signs counted earlier were wrong: 386 stand today.\n"
    )
    assert "386" not in abstract_of("How many beds does Marlow Hospital have?", HOSPITAL, other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The correct number is 386.", True),
        ("It took 58 minutes, not 47.", True),
        ("The deficit was 9.6 million pounds rather than 8.2 million.", True),
        ("造价也需要更正。", True),
        ("正しくは415億円である。", True),
        ("시행일을 7월로 늦춘다고 밝혔다.", True),
        ("The line is not new.", False),
        ("这条线路全长120公里。", False),
        ("新幹線は1964年に開業した。", False),
    ],
)
def test_what_sets_something_right_is_known(text: str, found: bool) -> None:
    assert corrects(text) == found
