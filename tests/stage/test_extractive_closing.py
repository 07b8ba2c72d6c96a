"""What closes a report: passages on what was asked, and none on something else because it stands at the end of its source."""

from __future__ import annotations

import pytest
from extractive_corpus import digested


@pytest.mark.parametrize(
    ("question", "wanted", "beside"),
    [
        ("リニア中央新幹線の工事費と開業時期", "2034年より前の開業は難しい", "中国の主力は"),
        ("新幹線はなぜ安全なのか", "逸脱防止装置の設置が進んだ", "建設費"),
        ("沖縄の海水淡水化施設の費用はいくらか", "過大な投資であったという批判", "東レ"),
        ("福岡の海水淡水化施設の仕組みと費用", "過大な投資であったという批判", "東レ"),
        ("日本の系統用蓄電池の現状と課題", "2030年の系統用蓄電池の累計導入量", ""),
        ("中国高铁的最高运营速度是多少", "CR450尚未载客运营", "日本东海道新干线"),
        ("Desalination: energy, cost and environment", "Opinions on the future differ.", ""),
        ("台灣高鐵的運量與財務狀況如何改變？", "尖峰運能可增加25%", ""),
        ("한국 ESS 화재의 원인", "사업자는 15년 동안", "전기가 남을 때 저장했다가"),
    ],
)
def test_a_report_closes_with_what_was_asked(question: str, wanted: str, beside: str) -> None:
    _, arranged = digested(question)
    closing = " ".join(paragraph["text"] for paragraph in arranged.conclusions)
    assert wanted in closing and (not beside or beside not in closing), closing


def test_a_report_on_one_country_does_not_close_with_others() -> None:
    _, arranged = digested("リニア中央新幹線の環境への影響")
    assert "中国" not in " ".join(paragraph["text"] for paragraph in arranged.conclusions)
