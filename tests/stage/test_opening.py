"""A report of a model's that none sums up opens in its own language."""

from __future__ import annotations

from typing import Any

import pytest

from dr_core.stage.opening import in_own_words
from dr_core.stage.passage import as_evidence
from dr_core.types import Evidence, Page, Paragraph

GERMAN = "Japan braucht 2040 rund 2,72 Millionen Pflegekräfte. Das sind mehr als heute."
BODY = [Paragraph(id="sec1.p1", section="sec1", text=GERMAN, cite_ids=("e1",))]


def evidence(text: str, language: str, name: str) -> Evidence:
    page = Page(id=f"s{name}", url=f"file:///{name}", title="", text=text, sha256="", fetched_at="", language=language)
    return as_evidence(page, 0, len(text), name=name, section="sec1")


KNOWN = {
    "e1": evidence("2040年度には約272万人が必要である。", "ja", "e1"),
    "e2": evidence("In Deutschland fehlen bis 2049 viele Kräfte.", "de", "e2"),
}
FOREIGN: dict[str, Any] = {"text": KNOWN["e1"].text, "cite_ids": ["e1"]}
OWN: dict[str, Any] = {"text": KNOWN["e2"].text, "cite_ids": ["e2"]}


def test_what_quotes_another_language_gives_way_to_how_the_sections_open() -> None:
    told = {"text": "Japan braucht 2040 rund 2,72 Millionen Pflegekräfte.", "cite_ids": ["e1"]}
    assert in_own_words(FOREIGN, [FOREIGN, OWN], BODY, KNOWN, "de") == (told, [OWN])


def test_what_quotes_its_own_language_stays() -> None:
    assert in_own_words(OWN, [OWN], BODY, KNOWN, "de") == (OWN, [OWN])


@pytest.mark.parametrize("body", [[], [BODY[0].model_copy(update={"text": KNOWN["e1"].text})]])
def test_where_no_section_is_in_the_report_s_language_nothing_is_left_out(body: list[Paragraph]) -> None:
    assert in_own_words(FOREIGN, [FOREIGN], body, KNOWN, "de") == (FOREIGN, [FOREIGN])
