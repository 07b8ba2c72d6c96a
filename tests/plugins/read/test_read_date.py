"""The day of publication that a page's own text gives."""

from __future__ import annotations

import pytest

from dr_plugins.read._date import iso_date, own_date
from dr_plugins.read.html import Html
from dr_plugins.read.text import Text

BODY = "Solar power has grown in many countries over the years, and it is now cheap in most of them, the agency says. " * 5
SAID = [
    ("Published 17 December 2024", "2024-12-17"),
    ("Published on Tuesday, December 17, 2024 by the agency", "2024-12-17"),
    ("5 April 2025", "2025-04-05"),
    ("By Jane Roe | April 5, 2025 | 6 min read", "2025-04-05"),
    ("发布时间：2025-02-18", "2025-02-18"),
    ("来源：新华社 发布时间：2025-02-18 10:20", "2025-02-18"),
    ("發布日期：2025年2月18日", "2025-02-18"),
    ("公開日：2024年5月1日", "2024-05-01"),
    ("2024年5月1日 掲載", "2024-05-01"),
    ("작성일 2024.05.01", "2024-05-01"),
    ("입력 2024. 5. 1. 오후 3:20", "2024-05-01"),
    ("2024년 5월 1일", "2024-05-01"),
    ("Veröffentlicht am 17. Dezember 2024", "2024-12-17"),
    ("17.12.2024", "2024-12-17"),
]
UNSAID = [
    "The law took effect on 5 April 2025.",
    "The law, published 5 April 2025, is new.",
    "该法于2025年2月18日施行。",
    "施行日：2024年5月1日",
    "Updated 5 April 2025",
    "Stand der Daten: 17.12.2024",
    "Event on 5 April 2025",
    "Published 17 December 2999",
    "31 February 2024",
]


@pytest.mark.parametrize(("line", "day"), SAID)
def test_the_top_of_a_page_tells_when_it_was_published(line: str, day: str) -> None:
    page = f"<html><body><article><h1>Solar power in the world</h1><p>{line}</p><p>{BODY}</p></article></body></html>"
    assert Html().read(page.encode(), "https://a.example/x", "text/html").published == day
    assert (
        Text().read(f"# Solar power\n\n*{line}*\n\n{BODY}".encode(), "https://a.example/x.md", "text/markdown").published == day
    )
    assert Text().read(f"Solar power\n{line}\n\n{BODY}".encode(), "https://a.example/x.txt", "text/plain").published == day


@pytest.mark.parametrize("line", UNSAID)
def test_a_day_of_something_else_is_not_taken(line: str) -> None:
    assert own_date(f"# Solar power\n\n{line}\n\n{BODY}") == ""


def test_only_the_top_is_looked_at() -> None:
    assert own_date("# Solar power\n\n" + 15 * f"{BODY}\n\n" + "Published 17 December 2024") == ""
    assert own_date(f"# Solar power\n\n{BODY}\n\n{BODY}\n\n{BODY}\n\n5 April 2025\n") == ""


def test_a_list_of_days_tells_none_of_the_page() -> None:
    assert own_date("# Solar power, year by year\n\n5 April 2025\n\nA plant opens.\n\n6 May 2025\n\nAnother opens.") == ""


def test_a_field_may_name_its_month() -> None:
    assert [iso_date(day) for day in ("May 4, 2023", "4. Mai 2023", "D:20230504", "4 Sept 2023", "soon")] == [
        "2023-05-04",
        "2023-05-04",
        "2023-05-04",
        "2023-09-04",
        "",
    ]
