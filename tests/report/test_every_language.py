"""No label of a report is missing in any of the languages that reports are worded in."""

from __future__ import annotations

import re

import pytest

from dr_core.report.borrowed import TOLD
from dr_core.report.box_words import COLUMNS, PHRASES, STEPS
from dr_core.report.check_words import CHECKS, COUNTS, PLACES
from dr_core.report.citation import parse_report
from dr_core.report.figure import names, pointer
from dr_core.report.heading import is_provenance_heading
from dr_core.report.provenance import LABELS, labels
from dr_core.report.reason_words import FAULTS, REASONS
from dr_core.report.table import is_not_found, not_found
from dr_core.report.verification_words import verification_words
from dr_core.report.words import WORDS, words
from dr_core.stage.extractive.caption import caption

every_language = pytest.mark.parametrize("language", COLUMNS)
SHARED = {"Figure", "Source", "Question", "Rounds"}
"""Labels that another language writes as English does."""


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{\w*\}", text))


def test_the_languages_of_reports_are_these() -> None:
    assert set(WORDS) == {"en", *COLUMNS} == {"en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt"}


@pytest.mark.parametrize(
    "table", [PHRASES, STEPS, PLACES, REASONS, FAULTS], ids=["phrases", "steps", "places", "reasons", "faults"]
)
def test_every_phrase_has_a_column_of_each_language(table: dict[str, tuple[str, ...]]) -> None:
    for said, told in table.items():
        assert len(told) == len(COLUMNS) and all(told), said
        assert all(one.count("{") == said.count("{}") for one in told), said


@pytest.mark.parametrize("table", [CHECKS, COUNTS], ids=["checks", "counts"])
def test_every_check_and_count_has_a_column_of_english_and_each_language(table: dict[str, tuple[str, ...]]) -> None:
    assert all(len(told) == 1 + len(COLUMNS) and all(told) for told in table.values())


@every_language
def test_the_words_of_a_report_are_its_own(language: str) -> None:
    for english, told in zip(words("en"), words(language), strict=True):
        assert told and (told != english or english in SHARED)
        assert blanks(told) == blanks(english)
    assert is_provenance_heading(words(language).provenance)


@every_language
def test_the_box_and_the_verification_are_worded(language: str) -> None:
    own, english = labels(language), LABELS["en"]
    assert own.keys() == english.keys()
    assert all(own[key] and (own[key] != english[key] or own[key] in SHARED) for key in english)
    for one, told in zip(verification_words("en"), verification_words(language), strict=True):
        assert told and told != one
        if isinstance(one, str) and isinstance(told, str):
            assert blanks(told) == blanks(one)
    assert verification_words(language).kinds.keys() == verification_words("en").kinds.keys()
    assert language in TOLD or language.split("-")[0] in TOLD


@every_language
def test_a_figure_and_an_empty_cell_are_called_by_the_same_words_everywhere(language: str) -> None:
    assert words(language).figure in pointer(language, 2)
    assert names(f"{words(language).figure} 2", 2)
    assert not_found(language) != not_found("en") and is_not_found(not_found(language))


@every_language
def test_the_line_that_names_the_source_of_a_table_is_read_back(language: str) -> None:
    table = f"## A\n\n| a | b |\n|---|---|\n| c | 1 |\n\n{words(language).source}: [1]\n\n## References\n\n[1] t - https://a.example/\n"
    assert [paragraph.cited for paragraph in parse_report(table).paragraphs] == [True]


@every_language
def test_a_chart_is_titled_in_the_language(language: str) -> None:
    data = {"series": [{"name": "A long enough name"}], "unit": "km", "by": "B"}
    titled = caption(data, {"heading": "", "title": ""}, language)
    assert titled != caption(data, {"heading": "", "title": ""}, "en")
