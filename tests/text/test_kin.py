"""What is said of somebody's kin in Chinese is not said of them."""

from __future__ import annotations

import pytest

from dr_core.text.kin import other_actor
from dr_core.text.support import judge

RIGHT = [
    ("王明的弟弟王强经营一家罐头厂，王明本人在大学任教。", "王明的弟弟经营一家罐头厂。"),
    ("周敏开办书店，其弟周凯负责账目。", "周敏的弟弟周凯负责账目。"),
    ("1987年，孙伟与妻子何丽创立公司，何丽主管研发。", "孙伟和何丽在1987年创立公司。"),
    ("其兄马建国担任船长，马建军任轮机长。", "马建军的哥哥马建国担任船长。"),
]
WRONG = [
    ("王明的弟弟王强经营一家罐头厂，王明本人在大学任教。", "王明经营一家罐头厂。"),
    ("周敏开办书店，其弟周凯负责账目。", "周敏负责账目。"),
    ("她的母亲林秀兰是裁缝，父亲林国栋是木匠。", "林国栋是裁缝。"),
    ("这座桥由建筑师陈志远设计，他的女儿陈晓负责灯光。", "这座桥由陈志远的女儿陈晓设计。"),
    ("1987年，孙伟与妻子何丽创立公司，何丽主管研发。", "孙伟主管研发。"),
]


@pytest.mark.parametrize(("source", "claim"), RIGHT)
def test_what_somebody_did_stands(source: str, claim: str) -> None:
    assert judge(claim, [source]).verdict == "supported"


@pytest.mark.parametrize(("source", "claim"), WRONG)
def test_what_the_kin_did_is_doubted(source: str, claim: str) -> None:
    assert other_actor(claim, [source])
    assert judge(claim, [source]).verdict == "unclear"
