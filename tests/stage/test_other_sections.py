"""A page that speaks of the subject in one section lends a report without a model nothing of its other sections."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import research
from dr_core.stage.focus import on_the_subject
from dr_core.stage.passage import passages
from dr_core.types import Page

PUMPS = """# What a heat pump costs

An air source heat pump costs 14,200 dollars for a family home, with the work of fitting it. A ground source heat pump costs
26,500 dollars, because of the borehole.

## Running costs

At a price of 17 cents per kilowatt-hour a household with a heat pump pays about 1,100 dollars a year.
"""
TOWN = """# Budget of the town of Harlow Bay

The town of Harlow Bay will spend 412 million dollars in 2025. The council voted on the budget in March.

## Climate

The town pays 2.4 million dollars for heat pumps in its schools. A heat pump in each of the nine is to replace an oil boiler.

## Roads

The repair of the harbour bridge costs 12.8 million dollars. The cost of the new tunnel rose to 88 million dollars.
"""
PUMPEN = """# Was eine Wärmepumpe kostet

Eine Wärmepumpe kostet für ein Einfamilienhaus im Mittel 36.300 Euro. Der Einbau dauert drei Tage.
"""
STADT = """# Haushalt der Stadt Musterberg

Die Stadt Musterberg gibt 2025 rund 412 Mio. Euro aus. Der Rat stimmte im März ab.

## Klimaschutz

Für Wärmepumpen in Schulen sind 2,4 Mio. Euro eingeplant.

## Straßen

Die Sanierung der Brücken kostet 12,8 Mio. Euro. Der Bau des Tunnels wird um 4 Jahre verschoben.
"""
FEVER = """# Red Fever

The Red Fever came to the coast by ship in 1702 and spread to all towns within two years. A third of the people died.
"""
RADIO = """# Northern Radio Company

The Northern Radio Company was founded in 1931 by Anna Holt, who led it for many years.

## Logo

In 1998 the company painted its logo on a red ground. Listeners called it loud, and the red spread to its vans.

## Health

In 1934 Holt spoke every night for a month about the Red Fever of two centuries before.
"""


def page(text: str, name: str = "s1") -> Page:
    return Page(id=name, url="file:///p.md", title=text[2:].split("\n")[0], text=text, sha256="", fetched_at="", language="en")


@pytest.mark.parametrize(
    ("question", "home", "text", "said", "other"),
    [
        ("What do heat pumps in schools cost?", PUMPS, TOWN, "2.4 million", "bridge"),
        ("How did the Red Fever spread and how many people died?", FEVER, RADIO, "spoke every night", "painted its logo"),
        ("Was kosten Wärmepumpen in Schulen?", PUMPEN, STADT, "2,4 Mio.", "Brücken"),
    ],
)
def test_only_the_sections_on_the_subject_are_taken(question: str, home: str, text: str, said: str, other: str) -> None:
    pages = [page(home), page(text, "s2")]
    every = [(own, one) for own in pages for one in passages(own)]
    found = on_the_subject(question, pages, every, {"s1": 1.0, "s2": 0.6})
    kept = " ".join(own.text[one.start : one.end] for own, one in found)
    assert said in kept and other not in kept
    assert on_the_subject(question, pages, every, {"s1": 0.6, "s2": 1.0}) == every


@pytest.mark.parametrize(("question", "text"), [("What does a heat pump cost?", PUMPS), ("The budget of Harlow Bay", TOWN)])
def test_a_page_on_the_subject_gives_all_its_sections(question: str, text: str) -> None:
    own = page(text)
    every = [(own, one) for one in passages(own)]
    assert on_the_subject(question, [own], every, {"s1": 1.0}) == every


def test_nothing_of_them_stands_in_a_report(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name, text in (("pumps", PUMPS), ("town", TOWN)):
        (tmp_path / "docs" / f"{name}.md").write_text(text, "utf-8")
    settings = {"output": {"root": str(tmp_path / "logs")}, "sandbox": {"use": []}}
    made = research("What do heat pumps in schools cost?", docs=tmp_path / "docs", settings=settings)
    report = Path(made.report_path).read_text("utf-8")
    assert "2.4 million dollars for heat pumps" in report and "bridge" not in report
