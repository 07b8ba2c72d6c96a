"""Which is the longest of all: the sentence that says so answers, or the row of a table that is sure to be the first."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from headed_page import written
from test_extractive_answer import asked_of, digest_of, page_of, state_of

from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.superlative import rank_asked

LONGEST = "Which country has the longest tram network?"


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Which country has the longest high-speed network?", "China: High-speed lines in operation, February 2020 (km) 35,388."),
        ("Which European country has the longest high-speed network?", "Spain has the longest network in Europe"),
        ("Which country has the fastest trains?", "The Fuxing trains of China run at 350 km/h"),
        ("新幹線で最も長い路線はどれか", "東北：実キロ（km） 674.9。"),
    ],
)
def test_an_abstract_opens_with_the_first_of_all(question: str, begins: str) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith(begins)


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        (LONGEST, "Norway has the longest tram network.", "Spain has the longest tram network in Europe."),
        (LONGEST, "Norway has the longest tram network.", "Spain opened its longest tram network in May."),
        (LONGEST, "Norway has the longest tram network.", "Spain has one of the longest tram networks."),
        ("哪个国家的电车网最长？", "挪威的电车网是世界上最长的。", "西班牙有欧洲最长的电车网。"),
        ("哪個國家的電車網最長？", "挪威的電車網最長。", "西班牙有歐洲最長的電車網。"),
        ("どの国の路面電車が最も長いか", "ノルウェーの路面電車が世界で最も長い。", "スペインの路面電車はヨーロッパで最も長い。"),
        ("어느 나라의 전차가 가장 긴가?", "노르웨이의 전차가 세계에서 가장 길다.", "스페인의 전차는 유럽에서 가장 길다."),
    ],
)  # fmt: skip
def test_what_is_first_in_one_place_is_not_the_first_of_all(question: str, told: str, beside: str) -> None:
    for one, other in ((told, beside), (beside, told)):
        asked, items = asked_of(
            question, f"# Trams\n\n{one}\n\n{other}\n\nCountry by country, the tram network of old is gone.\n"
        )
        assert answer(asked, items).items[0].text == told


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        (
            "What is the largest desert in the world?",
            "The Dry Land is the largest desert of all.",
            "The Red Sand is the largest hot desert in the world.",
        ),
        ("世界上最大的沙漠是哪个？", "干地是最大的沙漠。", "红沙是世界上最大的热带沙漠。"),
        (
            "Welche Wüste ist die größte der Welt?",
            "Das Trockenland ist die größte Wüste.",
            "Der Rote Sand ist die größte heiße Wüste der Welt.",
        ),
    ],
)
def test_what_is_first_of_some_is_not_the_first_of_all(question: str, told: str, beside: str) -> None:
    for one, other in ((told, beside), (beside, told)):
        asked, items = asked_of(question, f"# Deserts\n\n{one}\n\n{other}\n")
        assert answer(asked, items).items[0].text == told


TABLE = "# Tram networks\n\nTrams run in many towns.\n\n| Country | Tram network ({unit}) |\n|---|---|\n{rows}"


@pytest.mark.parametrize(
    ("unit", "rows", "told"),
    [
        ("km", "| World | 900 |\n| Norway | 412 |\n| Spain | 380 |\n| Chile | 12 |\n", "Norway: Tram network (km) 412."),
        ("km", "| Norway | 412 |\n| Spain | 412 |\n| Chile | 12 |\n", ""),
        ("km", "| Norway | 412 |\n| Spain | 380 |\n", ""),
        ("km", "| Norway | 412 |\n| Spain | not known |\n| Chile | 12 |\n", ""),
        ("million euros", "| Norway | 412 |\n| Spain | 380 |\n| Chile | 12 |\n", ""),
    ],
)
def test_a_row_answers_only_where_it_is_sure_to_be_the_first(unit: str, rows: str, told: str) -> None:
    asked, items = asked_of(LONGEST, TABLE.format(unit=unit, rows=rows))
    found = answer(asked, items).items[0].text
    assert found == told if told else ":" not in found


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which line is the longest?", True),
        ("What is the highest speed of the KTX?", False),
        ("How long is the longest line?", False),
        ("Which line is the longest, and when did it open?", False),
        ("哪条线路最长？", True),
        ("最高速度はどれくらいか", False),
    ],
)
def test_the_first_of_all_is_asked_for_where_nothing_else_is(question: str, wanted: bool) -> None:
    assert (rank_asked(question) is not None) is wanted


def test_who_is_the_first_of_all_a_table_tells_whatever_it_calls_them() -> None:
    rows = "| Rower | Prize (thousand crowns) |\n|---|---|\n| Ada Lund | 30 |\n| Bo Karr | 90 |\n| Cy Moe | 45 |\n"
    page = f"# Prizes of the Hallum regatta\n\nThe regatta of Hallum gives prizes to rowers every summer.\n\n{rows}"
    _, arranged = written("Who got the largest prize of the Hallum regatta?", page)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("Bo Karr")


NAMES = "ABCDEFGHIJKLMNOPQRSTU"
SPRINGS = "".join(f"| Spring {name} | {100 + (at * 37 + 60) % 101} | {1900 + at} |\n" for at, name in enumerate(NAMES))
SHUFFLED = "\n".join(sorted(SPRINGS.splitlines(), reverse=True))
"""E has the least and M the most: in neither order are both among the rows that come first and would be shown."""


@pytest.mark.parametrize("prose", ["The springs of the valley feed the town.\n\n", ""], ids=["beside prose", "alone"])
@pytest.mark.parametrize("rows", [SPRINGS, SHUFFLED], ids=["in order", "shuffled"])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which spring has the highest capacity?", "Spring M: Capacity (m3/day) 200."),
        ("Which spring has the lowest capacity?", "Spring E: Capacity (m3/day) 106."),
        ("What is the capacity of spring T?", "Spring T: Capacity (m3/day) 156."),
    ],
)
def test_of_a_large_table_all_rows_count_and_not_those_that_are_shown(question: str, told: str, rows: str, prose: str) -> None:
    text = f"# Springs of Belm\n\n{prose}| Source | Capacity (m3/day) | Opened |\n|---|---|---|\n{rows}"
    arranged = digest_of(state_of(question, [page_of(text)], ("Scale and growth",)))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(told)
    assert len(arranged.abstract["cite_ids"]) == 2, "the head and the row"
