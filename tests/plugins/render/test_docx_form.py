"""The report as a Word document: all its words in five languages, links that lead where they should, text that stays text."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml.ns import qn
from lxml import etree
from pages import (
    DAMAGE,
    HOSTILE,
    LANGUAGES,
    big_report,
    hostile_report,
    long_report,
    report_in,
    table_report,
    with_damaged_figure,
)

from dr_core import Renderer, Report
from dr_core.testing import RendererConformance
from dr_plugins.read.docx import Docx as DocxReader
from dr_plugins.render.docx import Docx

pytestmark = pytest.mark.once


async def made(report: Report, folder: Path, **options: Any) -> bytes:
    return await Docx(Docx.Options(**options)).render(report, folder)


def opened(data: bytes) -> Any:
    return docx.Document(io.BytesIO(data))


def read(data: bytes) -> str:
    return DocxReader().read(data, "file:///report.docx", "application/vnd.openxmlformats").text


def words_of(data: bytes) -> str:
    """The words as they stand in the file; those of a paragraph in one line."""
    paragraphs = opened(data).element.body.iter(qn("w:p"))
    return "\n".join("".join(part.text or "" for part in one.iter(qn("w:t"))) for one in paragraphs)


def addresses_of(data: bytes) -> set[str]:
    return {relation.target_ref for relation in opened(data).part.rels.values() if relation.is_external}


class TestDocx(RendererConformance):
    @pytest.fixture
    def provider(self) -> Renderer:
        return Docx()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_our_own_reader_finds_all_words(language: str, tmp_path: Path) -> None:
    report = report_in(language, tmp_path)
    data = await made(report, tmp_path)
    told = read(data)
    for words in LANGUAGES[language].values():
        assert words in told
    for words in ("References", "Cited Sources (Used in Report)", "Cited: 50%", "Total: 2 sources"):
        assert words in told


async def test_headings_lists_tables_and_captions_are_real_ones(tmp_path: Path) -> None:
    document = opened(await made(report_in("en", tmp_path), tmp_path))
    styles = {paragraph.style.name: paragraph.text for paragraph in document.paragraphs}
    words = LANGUAGES["en"]
    assert styles["Title"] == words["title"]
    assert {"Heading 1", "Heading 2", "List Bullet"} <= set(styles)
    assert styles["Caption"].startswith(f"Figure 1. {words['caption']}")
    first, box = document.tables
    assert [[cell.text for cell in row.cells] for row in first.rows] == [[words["cell"], "COP"], [words["cell"], "3.2"]]
    assert box.rows[0].cells[1].text == words["value"]
    assert len(document.inline_shapes) == 1


@pytest.mark.parametrize(
    ("language", "face", "tag"),
    [
        ("zh-Hant", "Noto Sans CJK TC", "zh-TW"),
        ("zh-Hans", "Noto Sans CJK SC", "zh-CN"),
        ("ja", "Noto Sans CJK JP", "ja-JP"),
        ("ko", "Noto Sans CJK KR", "ko-KR"),
    ],
)
async def test_east_asian_text_has_its_own_face_and_language(language: str, face: str, tag: str, tmp_path: Path) -> None:
    document = opened(await made(report_in(language, tmp_path), tmp_path))
    for name in ("Normal", "Title", "Heading 1", "Heading 2", "Caption", "List Bullet"):
        fonts = document.styles[name].element.rPr.rFonts
        assert fonts.get(qn("w:eastAsia")) == face
        assert not [key for key in fonts.attrib if "Theme" in key], "a theme's font would go before it"
    assert document.styles["Normal"].element.rPr.find(qn("w:lang")).get(qn("w:eastAsia")) == tag


@pytest.mark.parametrize(("language", "gaps"), [("ko", ["0", "0"]), ("ja", [])])
async def test_korean_stands_at_latin_words_and_figures_without_a_gap(language: str, gaps: list[str], tmp_path: Path) -> None:
    normal = opened(await made(report_in(language, tmp_path), tmp_path)).styles["Normal"].element.pPr
    told = [one for one in normal if one.tag in (qn("w:autoSpaceDE"), qn("w:autoSpaceDN"))]
    assert [one.get(qn("w:val")) for one in told] == gaps
    assert all(normal.index(one) < normal.index(normal.find(qn("w:spacing"))) for one in told)


async def test_fonts_are_those_of_the_options(tmp_path: Path) -> None:
    document = opened(await made(report_in("ja", tmp_path), tmp_path, font="Georgia", east_asian_font="Yu Mincho"))
    fonts = document.styles["Heading 1"].element.rPr.rFonts
    assert (fonts.get(qn("w:ascii")), fonts.get(qn("w:eastAsia"))) == ("Georgia", "Yu Mincho")


async def test_citations_lead_to_references_and_references_to_their_source(tmp_path: Path) -> None:
    data = await made(report_in("en", tmp_path), tmp_path)
    body = opened(data).element.body
    anchors = [link.get(qn("w:anchor")) for link in body.iter(qn("w:hyperlink")) if link.get(qn("w:anchor"))]
    assert len(anchors) >= 5, "prose, list, table, figure and the small print each cite"
    assert set(anchors) == {mark.get(qn("w:name")) for mark in body.iter(qn("w:bookmarkStart"))} == {"ref_1"}
    assert addresses_of(data) == {"https://s1.example/a?b=c&d=1", "mailto:two@s2.example", "https://s1.example/i.png"}


async def test_without_a_reference_list_citations_lead_to_the_source(tmp_path: Path) -> None:
    data = await made(report_in("en", tmp_path).model_copy(update={"show_references": False}), tmp_path)
    assert addresses_of(data) == {"https://s1.example/a?b=c&d=1"}
    assert "References" not in words_of(data)


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://a b", "http://[", "", "https://a/" + "x" * 3000],
)
async def test_only_addresses_that_word_may_follow_are_links(url: str, tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    report = report.model_copy(update={"references": (report.references[0].model_copy(update={"url": url, "images": (url,)}),)})
    for one in (report, report.model_copy(update={"show_references": False})):
        assert not addresses_of(await made(one, tmp_path))


@pytest.mark.parametrize("number", range(len(HOSTILE)))
async def test_hostile_text_is_text_wherever_it_stands(number: int, tmp_path: Path) -> None:
    text, expected = HOSTILE[number]
    data = await made(hostile_report(text), tmp_path)
    assert words_of(data).count(expected) >= 9
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b"instrText" not in archive.read("word/document.xml"), "no field but the page numbers of the footer"


@pytest.mark.parametrize("path", ["../figures/f.png", "/etc/passwd", "missing.png", "a\x00b", ".", ""])
async def test_no_file_outside_the_run_becomes_a_figure(path: str, tmp_path: Path) -> None:
    inside = tmp_path / "run"
    inside.mkdir()
    report = report_in("en", tmp_path)
    figure = report.figures[0].model_copy(update={"path": path})
    data = await made(report.model_copy(update={"figures": (figure,)}), inside)
    assert not opened(data).inline_shapes
    assert figure.alt in words_of(data)


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_picture_that_is_damaged_costs_only_itself(damage: str, tmp_path: Path) -> None:
    report = with_damaged_figure(damage, tmp_path)
    data = await made(report, tmp_path)
    assert not opened(data).inline_shapes
    assert report.figures[0].alt in words_of(data)


async def test_a_figure_fits_the_page_and_says_what_it_shows(tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    shape = opened(await made(report, tmp_path)).inline_shapes[0]
    assert shape.width.cm <= 15.91
    assert abs(shape.width / shape.height - 2) < 0.01
    assert shape._inline.docPr.get("descr") == report.figures[0].alt


@pytest.mark.parametrize(("columns", "sections"), [(2, 1), (9, 3), (63, 3)])
async def test_a_wide_table_lies_on_a_page_of_its_own(columns: int, sections: int, tmp_path: Path) -> None:
    document = opened(await made(big_report(columns), tmp_path))
    pages = [section.page_width > section.page_height for section in document.sections]
    assert pages == [False, True, False][:sections]
    assert len(document.tables[0].columns) == columns


async def test_a_table_of_many_short_columns_stays_on_the_upright_page(tmp_path: Path) -> None:
    document = opened(await made(table_report([f"{2010 + at}" for at in range(12)], ["12.5"] * 12), tmp_path))
    assert len(document.sections) == 1 and len(document.tables[0].columns) == 12


async def test_columns_have_the_width_of_their_words_and_short_tables_stay_together(tmp_path: Path) -> None:
    document = opened(await made(table_report(["Country", "Year", "Commissioning"], *[["China", "2021", "5"]] * 30), tmp_path))
    year, country, word = sorted(column.width for column in document.tables[0].columns)
    assert [column.width for column in document.tables[0].columns] == [country, year, word] and year < country < word
    assert document.tables[0].rows[3].cells[2].width == word
    keeps = [row.cells[0].paragraphs[0].paragraph_format.keep_with_next for row in document.tables[0].rows]
    assert keeps == [True] + [False] * 30, "of a long table, the head with its first row"
    short = opened(await made(table_report(["A", "B"], ["1", "2"], ["3", "4"]), tmp_path)).tables[0]
    assert all(row.cells[0].paragraphs[0].paragraph_format.keep_with_next for row in short.rows)


async def test_a_table_that_word_cannot_hold_becomes_lines(tmp_path: Path) -> None:
    data = await made(big_report(70), tmp_path)
    assert not opened(data).tables
    assert "cell 29.69 of some words" in words_of(data)


async def test_long_words_are_kept_whole(tmp_path: Path) -> None:
    assert "w" * 100_000 in words_of(await made(long_report(), tmp_path))


ORDER = {
    "pPr": "pStyle keepNext keepLines pageBreakBefore widowControl numPr pBdr shd tabs spacing ind jc sectPr",
    "tblPr": "tblStyle tblW jc tblBorders shd tblLayout tblCellMar tblLook",
    "tcPr": "tcW gridSpan shd",
    "rPr": "rStyle rFonts b bCs i iCs caps smallCaps color spacing kern sz szCs lang",
}


async def test_properties_stand_in_the_order_that_word_wants(tmp_path: Path) -> None:
    """Word calls a file damaged in which they do not, and python-docx does not look at what it did not put there."""
    with zipfile.ZipFile(io.BytesIO(await made(report_in("ja", tmp_path), tmp_path))) as archive:
        root = etree.fromstring(archive.read("word/document.xml"))
        styles = etree.fromstring(archive.read("word/styles.xml"))
    seen = 0
    for tree, name in ((root, "pPr"), (root, "tblPr"), (root, "tcPr"), (root, "rPr"), (styles, "rPr")):
        for properties in tree.iter(qn(f"w:{name}")):
            children = [etree.QName(child).localname for child in properties]
            known = [child for child in children if child in ORDER[name].split()]
            assert tree is styles or known == children, f"{name} holds {set(children) - set(known)}"
            assert known == sorted(known, key=ORDER[name].split().index)
            seen += 1
    assert seen > 50


async def test_the_file_tells_no_time_of_its_making(tmp_path: Path) -> None:
    data = await made(report_in("en", tmp_path), tmp_path)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert opened(data).core_properties.modified.year == 2000
    assert opened(data).core_properties.author == ""
