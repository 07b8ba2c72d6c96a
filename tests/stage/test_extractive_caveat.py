"""A caveat in a paragraph of its own is told with the sentence that it restricts, though a table stands between them."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.piece import is_caveat_on, items_of
from dr_core.stage.passage import passages
from dr_core.text.form import ONE_FORM

TRAM = (
    "# The tram of Ravel\n\nThe tram of Ravel runs from the harbour to the hills and has eleven stops. Its cars are blue, and "
    "many visitors ride on it in summer for the view over the bay.\n\n## Costs and passengers\n\n{parts}\n\n"
    "## Staff\n\nThe drivers of the tram wear a blue coat and a cap with a brass badge. Many of them come from the villages "
    "around, and some families have driven the tram for three generations.\n\n"
    "## Outlook\n\nThe town plans to extend the tram of Ravel to the new hospital by 2030. The line will then have fourteen "
    "stops, and the planners expect 4 million passengers a year and costs of 7 million crowns.\n"
)
FIGURES = (
    "The tram of Ravel carried 3.2 million passengers in 2024, and the fares brought in 4.1 million crowns. "
    "The costs of the line were 5.6 million crowns, so that the town paid 1.5 million crowns from its budget."
)
TABLE = "| year | passengers (millions) | costs (million crowns) |\n|---|---|---|\n| 2020 | 1.9 | 5.2 |\n| 2024 | 3.2 | 5.6 |"
CAVEAT = "Note that the costs do not include the bridge, which the state pays for."
EASTERN = {
    "zh": (
        "# 拉韦尔电车\n\n拉韦尔电车从港口开往山上，共有11个车站。车身为蓝色，夏天有许多游客乘坐电车欣赏海湾的风景。\n\n"
        "## 成本与客流\n\n"
        "拉韦尔电车2024年运送旅客320万人次，票款收入为410万克朗。线路的运营成本为560万克朗，镇政府从预算中补贴了150万克朗。\n\n"
        "| 年份 | 旅客（万人次） | 成本（万克朗） |\n|---|---|---|\n| 2020 | 190 | 520 |\n| 2024 | 320 | 560 |\n\n"
        "需要注意，上述成本不包括由国家出资的大桥。\n\n"
        "## 员工\n\n电车司机身穿蓝色外套，头戴有黄铜徽章的帽子。许多司机来自附近的村庄，有的家庭三代人都驾驶电车。\n",
        "拉韦尔电车的成本与客流",
        ("成本与经济性", "客流"),
        "补贴了150万克朗。",
        "需要注意，上述成本不包括由国家出资的大桥。",
    ),
    "ja": (
        "# 浜辺電鉄\n\n浜辺電鉄は港と丘を結ぶ路面電車で、停留所は11ある。車体は青く、夏には多くの観光客が湾の眺めを楽しむ。\n\n"
        "## 費用と乗客\n\n"
        "浜辺電鉄は2024年に乗客320万人を運び、運賃収入は4億1,000万円であった。浜辺電鉄の費用は5億6,000万円で、町が差額を負担した。\n\n"
        "| 年 | 乗客（万人） | 費用（億円） |\n|---|---|---|\n| 2020 | 190 | 5.2 |\n| 2024 | 320 | 5.6 |\n\n"
        "ただし、費用には国が負担する橋は含まれない。\n\n"
        "## 職員\n\n浜辺電鉄の運転士は青い上着と、真鍮の章のついた帽子を身につける。その多くは周りの村の出身である。\n",
        "浜辺電鉄の費用と乗客",
        ("費用と経済性", "輸送人員"),
        "町が差額を負担した。",
        "ただし、費用には国が負担する橋は含まれない。",
    ),
    "ko": (
        "# 바닷가전차\n\n바닷가전차는 항구와 언덕을 잇는 노면전차로 정류장이 11곳 있다. 여름에는 많은 관광객이 전망을 즐긴다.\n\n"
        "## 비용과 승객\n\n"
        "바닷가전차는 2024년에 승객 320만 명을 실어 날랐고 요금 수입은 41억 원이었다. "
        "바닷가전차의 비용은 56억 원으로 시가 차액을 부담했다.\n\n"
        "| 연도 | 승객(만 명) | 비용(억 원) |\n|---|---|---|\n| 2020 | 190 | 52 |\n| 2024 | 320 | 56 |\n\n"
        "다만 비용에는 국가가 부담하는 다리가 포함되지 않는다.\n\n"
        "## 직원\n\n바닷가전차의 기관사는 파란 웃옷과 놋쇠 휘장이 달린 모자를 쓴다. 많은 이가 가까운 마을 출신이다.\n",
        "바닷가전차의 비용과 승객",
        ("비용과 경제성", "이용객"),
        "시가 차액을 부담했다.",
        "다만 비용에는 국가가 부담하는 다리가 포함되지 않는다.",
    ),
}  # fmt: skip


def told_of(text: str, question: str, titles: tuple[str, ...]) -> list[str]:
    arranged = digest_of(state_of(question, [page_of(text)], titles))
    lead = [arranged.abstract] if arranged.abstract else []
    return [paragraph["text"] for paragraph in (*lead, *(one for own in arranged.sections.values() for one in own))]


def assert_told_together(told: list[str], restricted: str, caveat: str) -> None:
    holding = [" ".join(text.split()) for text in told if restricted in text]
    assert holding
    for text in holding:
        assert text.split(restricted)[1].lstrip().startswith(caveat), text


@pytest.mark.parametrize("order", [(FIGURES, TABLE, CAVEAT), (TABLE, FIGURES, CAVEAT), (FIGURES, CAVEAT, TABLE)])
def test_a_caveat_stands_behind_its_sentence_and_not_behind_a_table(order: tuple[str, ...]) -> None:
    text = TRAM.format(parts="\n\n".join(order))
    told = told_of(text, "Costs and passengers of the tram of Ravel", ("Costs and economics", "Passengers", "Outlook"))
    assert_told_together(told, "1.5 million crowns from its budget.", CAVEAT)


@pytest.mark.parametrize("language", EASTERN)
def test_a_caveat_behind_a_table_stands_with_its_sentence_in_every_language(language: str) -> None:
    text, question, titles, restricted, caveat = EASTERN[language]
    assert_told_together(told_of(text, question, titles), restricted, caveat)


@pytest.mark.parametrize(("words", "together"), [("", True), ("in the table ", False)])
def test_a_caveat_on_the_table_is_none_on_the_sentence_before_it(words: str, together: bool) -> None:
    caveat = CAVEAT.replace("costs ", f"costs {words}")
    state = state_of(
        "Costs of the tram", [page_of(TRAM.format(parts=f"{FIGURES}\n\n{TABLE}\n\n{caveat}"))], ("Costs", "Passengers")
    )
    items = items_of(list(state.evidence.values()), state.sources, ONE_FORM)
    before = next(item for item in items if item.text.endswith("from its budget."))
    after = next(item for item in items if item.text == caveat)
    assert is_caveat_on(before, after) is together


def test_paragraphs_are_counted_without_tables() -> None:
    found = passages(page_of(TRAM.format(parts="\n\n".join((FIGURES, TABLE, CAVEAT)))))
    assert [(one.kind, one.place, one.paragraph) for one in found[:4]] == [
        ("prose", 0, 0), ("prose", 1, 1), ("table", 2, 2), ("prose", 3, 2),
    ]  # fmt: skip
