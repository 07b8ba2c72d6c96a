"""The gallery is what this tree writes, passes verification, and names nothing of the machine it was made on."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from dr_core.report.citation import parse_report
from dr_core.text import count_words
from dr_plugins.verify.citations import Citations

DOCS = Path(__file__).parents[2] / "docs"
GALLERY = DOCS / "gallery"
LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ja", "ko")

every_language = pytest.mark.parametrize("language", LANGUAGES)


async def test_the_gallery_is_what_this_tree_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    try:
        made = await importlib.import_module("make_gallery").pages()
    finally:
        sys.modules.pop("make_gallery", None)
    stale = [name for name, text in made.items() if (GALLERY / name).read_text("utf-8") != text]
    assert stale == [], "make it again: nox -s gallery"


@every_language
async def test_every_report_of_the_gallery_passes_verification(language: str) -> None:
    verification = await Citations().verify_report(GALLERY / f"{language}.md")
    assert verification.passed is True, verification.problems


@every_language
def test_the_abstract_has_100_to_200_words(language: str) -> None:
    report = (GALLERY / f"{language}.md").read_text("utf-8")
    abstract = re.sub(r"\[\d+\]", "", report.split("\n\n")[2])
    assert 100 <= count_words(abstract) <= 200


@every_language
def test_every_source_is_a_link_that_leads_somewhere(language: str) -> None:
    report = (GALLERY / f"{language}.md").read_text("utf-8")
    links = re.findall(r"\]\((\.\./\.\./examples/corpus/[^)\s]+)\)", report)
    assert links and all((GALLERY / link).is_file() for link in links)
    assert len(parse_report(report).references) <= len(links)


@every_language
def test_nothing_of_the_machine_or_the_day_remains(language: str) -> None:
    report = (GALLERY / f"{language}.md").read_text("utf-8")
    box = report.rsplit("\n## ", 1)[1]
    assert "file://" not in report and str(DOCS.parent) not in report
    assert not re.search(r"\d\d:\d\d|\b20\d\d-\d\d-\d\d\b|\d\.\d s\b", box)
