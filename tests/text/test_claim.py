"""Evidence grouped by what it claims, and the numbers it disagrees on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from dr_core.text.claim import conflicts, differing, groups

TEXTS = [
    "Global sales of electric cars grew by 35% in 2023.",
    "The museum opened its new wing to visitors in spring.",
    "In 2023 global electric car sales grew 31%.",
    "電動車的全球銷量在去年成長了三成。",
    "去年電動車的全球銷量成長了四成。",
]


def test_sentences_about_one_thing_come_together_in_any_language() -> None:
    assert groups(TEXTS) == [[0, 2], [1], [3, 4]]


def test_words_that_all_sentences_have_bring_no_two_of_them_together() -> None:
    pair = ["Its first plant, SingSpring, sold water at 0.78 Singapore dollars in 2005.", "The first large plants boiled water."]
    others = [f"The plant of town{at} makes water for farm{at} and mill{at}." for at in range(20)]
    assert [0, 1] in groups(pair)
    assert [0, 1] not in groups([*pair, *others])
    same = ["The first plant sold water at 0.78 dollars.", "Water of the first plant was sold at 0.81 dollars."]
    assert [0, 1] in groups([*same, *others])


def test_one_word_that_two_claims_share_makes_them_no_one_point() -> None:
    table = "| Date | Lithium carbonate (yuan per tonne) |\n|---|---|\n| January 2021 | 55,000 |\n| November 2022 | 600,000 |"
    assert groups([table, "On 16 January 2025 it did."]) == [[0], [1]]
    both = ["At the prices of 2024 sodium-ion cells were not cheaper.", "Sodium-ion cells are sometimes advertised as fireproof."]
    others = [f"Sodium-ion cells of maker{at} keep salt{at} in drum{at}." for at in range(6)]
    foreign = [f"第{at}座電站位於城市{at}的北方。" for at in range(30)]
    assert all({0, 1} - set(group) for group in groups([*both, *others, *foreign]))


def test_every_text_is_in_exactly_one_group() -> None:
    texts = ["alpha beta gamma delta"] * 50 + [f"unrelated subject number{at} here{at}" for at in range(50)]
    assert sorted(at for group in groups(texts) for at in group) == list(range(100))
    assert len(groups(texts)[0]) == 50


def test_other_numbers_on_one_claim_are_a_conflict() -> None:
    assert conflicts(TEXTS) == [(0, 2), (3, 4)]
    stated = differing(TEXTS[0], TEXTS[2])
    assert stated and [one.text.strip() for one in stated] == ["35%", "31%"]


def test_saying_more_is_no_conflict() -> None:
    assert conflicts(["Sales grew by 35% in Europe.", "Sales in Europe grew by 35%, or 1.2 million cars."]) == []


def test_nothing_gives_no_groups() -> None:
    assert groups([]) == []
    assert groups(["", ""]) == [[0], [1]]


def test_figures_of_two_years_are_no_conflict() -> None:
    assert conflicts(["The line carried 67 million passengers in 2019.", "The line carried 78 million passengers in 2024."]) == []


def test_a_shared_measure_alone_makes_no_two_claims_one() -> None:
    texts = ["The review gives 6 kWh per cubic metre.", "At 3.5 kWh per cubic metre the electricity bill is small."]
    assert groups(texts) == [[0], [1]]
    assert conflicts(texts) == []


def test_where_two_groups_fit_alike_every_process_takes_the_same() -> None:
    texts = ["harbour kyoto", "bridge oslo", "kyoto oslo"]
    program = f"from dr_core.text.claim import groups; print(groups({texts!r}))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, check=True
        ).stdout
        for seed in range(8)
    }
    assert len(answers) == 1


def test_a_short_sentence_is_not_the_point_of_every_long_one_or_table_that_has_its_words() -> None:
    table = "|  | Air-source heat pump | Shared loop | Gas boiler |\n|---|---|---|---|\n| Upfront | 13,200 | 17,500 | 3,200 |"
    cost = "After the grant the pump on a special tariff is now £1,100 cheaper than a gas boiler over twenty years."
    assert groups([table, cost, "For gas the share was 29.4%.", "He has a gas boiler."]) == [[0], [1], [2], [3]]
    other = "| Country | Gas boiler |\n|---|---|\n| Air-source heat pump, shared loop | 12.45 |"
    assert groups([table, other]) == [[0], [1]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Europe connected 2.6 GW of new offshore wind capacity to the grid in 2024.",
            "8 GW of new offshore wind capacity was connected to the grid worldwide in 2024.",
        ),
        ("2024年欧洲新增海上风电并网容量2.6吉瓦。", "2024年全球新增海上风电并网容量8吉瓦。"),
        (
            "2024年に新たに系統に接続された欧州の洋上風力は2.6GWである。",
            "2024年に新たに系統に接続された世界の洋上風力は8GWである。",
        ),
        ("2024년 유럽에서 새로 연결된 해상풍력은 2.6GW이다.", "2024년 세계에서 새로 연결된 해상풍력은 8GW이다."),
    ],
    ids=["en", "zh", "ja", "ko"],
)
def test_what_is_said_of_one_place_is_not_what_is_said_of_another(one: str, other: str) -> None:
    assert groups([one, other]) == [[0], [1]]
    assert groups([one, one.replace("2.6", "2.7")]) == [[0, 1]], "there it may be a dispute"


def test_the_unit_of_a_figure_brings_no_two_claims_together() -> None:
    both = ["A tariff for heat pumps cost 27.1 cents in December.", "At our heat pump tariff of 26 cents that was 1,121 euros."]
    others = [f"The heat pump of house{at} has fan{at} and hood{at}." for at in range(20)]
    assert [0, 1] not in groups([*both, *others])
