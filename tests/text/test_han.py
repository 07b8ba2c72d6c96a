"""Chinese in its two scripts: the same words, and a sentence is carried by a source in the other one."""

from __future__ import annotations

import pytest

from dr_core.text import terms
from dr_core.text.han import fold, simplified
from dr_core.text.support import judge
from dr_core.text.token import content_terms, unigrams

HANT = "根據《全國海水利用報告》，2023年淡化工程的產水量為每日252萬噸。"
HANS = "根据《全国海水利用报告》，2023年淡化工程的产水量为每日252万吨。"


def test_both_scripts_have_the_same_terms() -> None:
    assert terms(HANT) == terms(HANS) and unigrams(HANT) == unigrams(HANS)
    assert content_terms("為什麼這個") == content_terms("为什么这个")


def test_what_is_no_chinese_is_left_as_it_is() -> None:
    assert simplified("KTX 한국 カタカナ ABC") == "KTX 한국 カタカナ ABC"
    assert fold("KTX與") == "ktx与"


@pytest.mark.parametrize(("said", "source"), [(HANT, HANS), (HANS, HANT)])
def test_a_sentence_is_carried_by_a_source_in_the_other_script(said: str, source: str) -> None:
    first, _, rest = said.rstrip("。").partition("，")
    told = f"{rest}，{first}。"
    assert judge(told, [source]).verdict == "supported"
    assert judge(told.replace("252", "352"), [source]).verdict == "contradicted"


def test_and_not_by_one_about_something_else() -> None:
    other = "高速铁路的建设成本为每公里一亿元，最高速度为350公里。"
    assert judge("海水淡化對環境的影響主要來自鹵水的排放。", [other]).verdict == "unclear"
