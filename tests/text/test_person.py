"""Who did something is the one whom the source names, not another person of the same page."""

from __future__ import annotations

import pytest

from dr_core.text.person import other_person
from dr_core.text.support import judge

CLINIC = (
    "Dr Amara Nkosi founded the clinic in 1994. It began with two rooms. Donations let it grow. "
    "Her successor Peter Malan introduced free vaccinations in 2007."
)
诊所 = "张敏于1994年创办了这家诊所。起初只有两间房。继任者刘强于2007年推出免费疫苗接种。"
연구소 = "박지훈 교수는 2010년에 연구소를 세웠다. 후임 이수민 교수는 2019년에 새 실험실을 열었다."
会社 = "佐藤氏は1998年に会社を設立した。会社は成長した。後任の田村氏は2011年に本社を移転した。"
PAIRS = [
    (CLINIC, "Peter Malan introduced free vaccinations in 2007.", "Amara Nkosi introduced free vaccinations in 2007."),
    (诊所, "刘强于2007年在诊所推出免费疫苗接种。", "张敏于2007年在诊所推出免费疫苗接种。"),
    ("获奖者是作家周文轩，作品为长篇小说《河岸》。", "作家周文轩因长篇小说《河岸》获奖。", "作家吴志远因长篇小说《河岸》获奖。"),
    (연구소, "이수민 교수는 2019년에 새 실험실을 열었다.", "박지훈 교수는 2019년에 새 실험실을 열었다."),
    (
        "Olga Petrov led the dig for ten years. Funds ran out in 1982. In 1985 Hans Meier reopened the dig.",
        "Hans Meier reopened the dig in 1985.",
        "Olga Petrov reopened the dig in 1985.",
    ),
    (会社, "田村氏は2011年に本社を移転した。", "佐藤氏は2011年に本社を移転した。"),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_who_did_it_is_the_one_whom_the_source_names(source: str, right: str, wrong: str) -> None:
    assert other_person(right, [source]) is None
    assert other_person(wrong, [source])
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"


def test_a_pronoun_may_be_the_one_who_was_named_before() -> None:
    source = "Amara Nkosi founded the clinic in 1994. In 2007 she introduced free vaccinations."
    assert other_person("Amara Nkosi introduced free vaccinations in 2007.", [source]) is None


def test_german_nouns_are_no_persons() -> None:
    source = "Das Haus entstand 1931. Der Turm wurde später vom Sohn des Baumeisters umgebaut."
    assert other_person("Das Haus wurde später vom Sohn des Baumeisters umgebaut.", [source], "de") is None
