"""A sentence that stands in its source as it is, is supported, whatever it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core.text.overlap import verbatim
from dr_core.text.sentence import sentences
from dr_core.text.support import judge

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
PAGES = sorted(path for path in CORPUS.iterdir() if path.suffix in (".md", ".txt"))


def test_there_are_pages() -> None:
    assert len(PAGES) > 10


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_sentence_of_a_page_is_supported_by_itself_and_by_the_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="ignore")
    for span in sentences(text):
        sentence = text[span.start : span.end]
        assert judge(sentence, [sentence]).verdict == "supported", sentence
        assert judge(sentence, [text]).verdict == "supported", sentence


def test_a_part_of_a_sentence_is_not_the_sentence() -> None:
    assert verbatim("The drug works.", ["It rained. The drug works. It snowed."])
    assert not verbatim("The drug works", ["Critics doubt that The drug works at all."])
    assert not verbatim("the drug works.", ["The maker claims that the drug works."])


def test_lines_and_spaces_do_not_matter() -> None:
    assert verbatim("The drug works well.", ["The drug\n works   well."])
    assert verbatim("A heading", ["A heading\nand the text below it"])
