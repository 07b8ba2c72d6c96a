"""How safe something is, and what it does: opened by what tells that, not by growth or by what merely has "
"the question's words."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.headed import settled

ASKED = {
    "safe": (
        "How safe are cargo drones?",
        "# Cargo drones\n\nThe market for cargo drones has grown fast. Around 20,000 of them flew in 2023, up "
        "from 9,000 in 2022. Sales "
        "reached 2 billion crowns.\n\nCargo drones have four rotors and a hook. Most of them weigh 40 kilograms.\n\n"
        "The authority judged in 2021 that they are less dangerous than delivery vans. That figure is "
        "disputed. A falling drone hurt "
        "two people in Norrvik, and their smoke is toxic when they burn.\n",
        "The authority judged in 2021 that they are less dangerous than delivery vans.",
    ),
    "do": (
        "What does night work do to nurses?",
        "# Night work of nurses\n\nNight work is done by 40 percent of nurses in Lindholm. A third of them "
        "have done night work for ten "
        "years.\n\n## Health\n\nThose who work at night sleep 50 minutes less. It raises the blood pressure, too.\n\n## Pay\n\n"
        "Nurses get 12 crowns an hour on top.\n",
        "Those who work at night sleep 50 minutes less.",
    ),
    "tut": (
        "Was macht Föhn mit dem Schlaf?",
        "# Das Föhnbuch\n\n## Wie Föhn entsteht\n\nLuft sinkt vom Gebirge ab und wird warm, was Wolken "
        "auflöst. Das macht die Sicht "
        "weit.\n\n## Föhn und Schlaf\n\nWer bei Föhn zu Bett geht, schläft später ein und weniger tief. "
        "Fenster sollten dann zu sein.\n",
        "Wer bei Föhn zu Bett geht, schläft später ein",
    ),
    "zh": (
        "散步对睡眠有什么影响？",
        "# 散步与健康\n\n经常散步的人占总人口的百分之三十七。散步鞋的市场规模在二〇二二年达到四千亿元。\n\n"
        "散步的人入睡更快，深睡的时间增加约百分之十。晚上十点以后快走会使心率升高，反而推迟入睡。\n",
        "散步的人入睡更快",
    ),
}


@pytest.mark.parametrize("case", ASKED)
def test_an_abstract_opens_with_what_tells_of_safety_or_of_an_effect(case: str) -> None:
    question, text, opening = ASKED[case]
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "Scale and growth", "Safety", "Hintergrund")))
    assert arranged.abstract is not None
    assert arranged.abstract["text"].startswith(opening)


def test_two_headings_of_one_source_that_are_nearly_the_same_stand_apart() -> None:
    text = (
        "# What night work does to nurses\n\nNight work is done by 40 percent of nurses in Lindholm.\n\n"
        "## What night work does to sleep\n\nThose who work at night sleep 50 minutes less. Noise wakes one "
        "in five of them by day.\n\n"
        "## What night work does to friends\n\nNurses who work at night miss most choirs and clubs. Some of "
        "them meet in the morning.\n"
    )
    state = state_of("Night work of nurses", [page_of(text)], ("Costs and economics", "Places and extent"))
    assert state.plan is not None
    made = settled("Night work of nurses", "en", state.plan.sections, list(state.evidence.values()), state.sources)
    assert made is not None
    titles = [section.title for section in made.sections]
    assert "What night work does to sleep" in titles and "What night work does to friends" in titles
