"""The several forms of a name, and texts that are read in all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from dr_core.text import terms
from dr_core.text.form import ONE_FORM, Forms, shortened


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("High-speed rail (HSR) came to Spain.", [("High-speed rail", "HSR")]),
        ("에너지저장장치(ESS)는 설비이다.", [("에너지저장장치", "ESS")]),
        ("中国的高速铁路（高铁）很快。", [("高速铁路", "高铁")]),
        ("京滬高速鐵路（簡稱「京滬高鐵」）全長1,318公里。", [("京滬高速鐵路", "京滬高鐵"), ("高速鐵路", "高鐵")]),
        ("北京大学，简称“北大”，创办于1898年。", [("北京大学", "北大")]),
        ("北京大学（英语：Peking University，缩写PKU），简称北大，创办于1898年。", [("北京大学", "北大")]),
        ("東京電力（以下、東電という）は発表した。", [("東京電力", "東電")]),
        ("原子力発電所（原発）は33基ある。", [("原子力発電所", "原発")]),
        ("한국전력공사(한전)는 공기업이다.", [("한국전력공사", "한전")]),
        ("한국전력공사(이하 한전이라 한다)는 공기업이다.", [("한국전력공사", "한전")]),
    ],
)
def test_a_text_gives_a_name_with_its_short_form(text: str, pairs: list[tuple[str, str]]) -> None:
    assert list(shortened(text)) == pairs


@pytest.mark.parametrize(
    "text",
    [
        "東京（品川）と名古屋を結ぶ。", "東京都（東京）は広い。", "日本銀行（日本の中央銀行）は利上げした。",
        "韩国（南韩）的铁路。",
        "경부선(서울~부산)과 한국철도공사(코레일)가 있다.", "The line (see the map) is long.", "高速铁路很快，高铁的里程在增长。",
    ],
)  # fmt: skip
def test_what_stands_in_brackets_is_not_always_a_short_form(text: str) -> None:
    assert shortened(text) == ()


def test_a_text_is_read_in_every_form_of_its_names() -> None:
    forms = Forms((("高速铁路", "高铁"), ("high-speed rail", "HSR")))
    assert forms.read("全国高速鐵路的里程") == "全国高速鐵路的里程 高铁"
    assert forms.read("京沪高铁的里程") == "京沪高铁的里程 高速铁路"
    assert forms.read("HSR in Spain") == "HSR in Spain high-speed rail"
    assert forms.read("A fast train runs on rails.") == "A fast train runs on rails."
    assert ONE_FORM.read("高速铁路") == "高速铁路"


def test_terms_are_counted_as_often_as_the_name_stands_there() -> None:
    forms = Forms((("高速铁路", "高铁"),))
    bag = Counter(terms("高速铁路。高速铁路。铁路。"))
    assert forms.counted(bag) == bag + Counter({"高铁": 2})
    assert forms.counted(Counter(terms("铁路"))) == Counter(terms("铁路"))
