"""PDF and Word files; the PDFs are made by typst, the Word files by python-docx."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from dr_core import DRError
from dr_plugins.read._pdf_layout import text
from dr_plugins.read._pdf_line import Line
from dr_plugins.read.docx import Docx
from dr_plugins.read.pdf import Pdf

SOURCE = """
#set document(title: "A study of panels", author: "Jane Roe", date: datetime(year: 2023, month: 5, day: 4))
#set page(width: 12cm, height: 14cm, header: [Journal of Panels 2023], numbering: "1")
#set par(justify: true)
#set text(hyphenate: true, lang: "en")
= A study of panels
Photovoltaic installations have become considerably inexpensive throughout industrialised countries, notwithstanding well-known
administrative complications concerning interconnection requirements. The well-known effects are large.
Costs fell by 3.5% in 2020.

The second paragraph starts here and continues for a while so that it wraps across multiple lines of the page, giving
extraordinarily long representations of characteristic words.

== Figures
#lorem(400)
"""


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    typst = pytest.importorskip("typst")
    source = tmp_path_factory.mktemp("pdf") / "a.typ"
    source.write_text(SOURCE, "utf-8")
    data: bytes = typst.compile(str(source))
    return data


def test_paragraphs_of_a_pdf_are_joined_over_lines_and_hyphens(pdf: bytes) -> None:
    paragraphs = Pdf().read(pdf, "file:///a.pdf", "application/pdf").text.split("\n\n")
    assert paragraphs[0] == "## A study of panels"
    assert paragraphs[1] == " ".join(SOURCE.split("= A study of panels\n")[1].split("\n\n")[0].split())
    assert paragraphs[2].endswith("giving extraordinarily long representations of characteristic words.")
    assert paragraphs[3] == "## Figures"


@pytest.mark.parametrize("figures", ["lining", "old-style"])
def test_raised_figures_in_a_pdf_are_not_part_of_the_number_before_them(figures: str, tmp_path: Path) -> None:
    """10⁶ would be read as 106, and a year with a footnote as 20231."""
    typst = pytest.importorskip("typst")
    words = "They emit 10#super[6] t in 2023#super[1], 10#super[−3] m of 12 m#super[2], 1990–2030, 30 of 90 and 70 of 36."
    source = tmp_path / "a.typ"
    source.write_text(f'#set page(width: 20cm)\n#set text(number-type: "{figures}")\n{words}\n\nThe end of it.', "utf-8")
    read = Pdf().read(typst.compile(str(source)), "file:///a.pdf", "application/pdf").text
    assert read.startswith("They emit 10⁶ t in 2023¹, 10⁻³ m of 12 m2, 1990–2030, 30 of 90 and 70 of 36.")


def test_an_exponent_in_a_formula_breaks_no_sentence(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    source = tmp_path / "a.typ"
    source.write_text("#set page(width: 20cm)\nThe plants make $3.2 times 10^6$ kWh of power a year.\n\nThe end of it.", "utf-8")
    read = Pdf().read(typst.compile(str(source)), "file:///a.pdf", "application/pdf").text
    assert read.startswith("The plants make 3.2 × 10⁶ kWh of power a year.")


def test_running_heads_and_page_numbers_are_left_out(pdf: bytes) -> None:
    read = Pdf().read(pdf, "file:///a.pdf", "application/pdf").text
    assert "Journal of Panels" not in read
    assert not any(part.strip().isdigit() for part in read.split("\n\n"))


def test_a_pdf_tells_its_title_author_and_date(pdf: bytes) -> None:
    document = Pdf().read(pdf, "file:///a.pdf", "application/pdf")
    assert (document.title, document.author, document.published) == ("A study of panels", "Jane Roe", "2023-05-04")


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"no pdf at all", "not a PDF file"), (b"%PDF-1.7\ngarbage", "damaged"), (b"", "not a PDF file")],
)
def test_a_damaged_pdf_says_so(data: bytes, reason: str) -> None:
    with pytest.raises(DRError, match=reason):
        Pdf().read(data, "file:///a.pdf", "application/pdf")


def test_a_cut_pdf_is_read_or_refused(pdf: bytes) -> None:
    for size in (1000, len(pdf) // 2, len(pdf) - 50):
        try:
            assert Pdf().read(pdf[:size], "file:///a.pdf", "application/pdf").text
        except DRError as exc:
            assert "file:///a.pdf" in str(exc)


def test_a_pdf_of_pictures_asks_for_ocr() -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    document.new_page(200, 200)
    buffer = io.BytesIO()
    document.save(buffer)
    document.close()
    with pytest.raises(DRError, match=r"no text in it.*OCR"):
        Pdf().read(buffer.getvalue(), "file:///a.pdf", "application/pdf")


def test_an_encrypted_pdf_is_named_so() -> None:
    with pytest.raises(DRError, match="encrypted"):
        Pdf().read(_encrypted(), "file:///a.pdf", "application/pdf")


def _encrypted() -> bytes:
    """A one-page PDF that wants a password: its owner and user keys fit no known one."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
        b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <" + b"AB" * 32 + b"> /U <" + b"CD" * 32 + b"> >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    identity = b"<" + b"00" * 16 + b">"
    trailer = b"trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [%s %s] >>\n" % (identity, identity)
    return data + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(data)


def test_a_hyphen_stays_where_the_word_is_written_with_one() -> None:
    def line(words: str, row: int) -> Line:
        return Line(words, 50, 300, 700 - 14 * row, 12, 700 - 14 * row)

    page = [line("A well-known fact, and the well-", 0), line("known man with extra-", 1), line("ordinary taste.", 2)]
    assert text([page]) == "A well-known fact, and the well-known man with extraordinary taste."


def docx(build: Any) -> bytes:
    from docx import Document

    document = Document()
    build(document)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_a_word_file_keeps_headings_lists_and_tables_in_place() -> None:
    def build(document: Any) -> None:
        document.core_properties.title = "Panels"
        document.core_properties.author = "Jane Roe"
        document.core_properties.created = datetime(2023, 5, 4, tzinfo=UTC)
        document.add_heading("Costs", 1)
        document.add_paragraph("成本下降了。 It fell.")
        table = document.add_table(rows=2, cols=2)
        cells = [cell for row in table.rows for cell in row.cells]
        for cell, words in zip(cells, ("Year", "Cost | USD", "2020", "57"), strict=True):
            cell.text = words
        document.add_paragraph("one", style="List Bullet")
        document.add_paragraph("two", style="List Number")
        document.add_paragraph("The end.")

    document = Docx().read(docx(build), "file:///a.docx", "")
    assert document.text == (
        "## Costs\n\n成本下降了。 It fell.\n\n| Year | Cost \\| USD |\n|---|---|\n| 2020 | 57 |\n\n- one\n- two\n\nThe end."
    )
    assert (document.title, document.author, document.published) == ("Panels", "Jane Roe", "2023-05-04")


def test_a_merged_cell_stands_there_once() -> None:
    def build(document: Any) -> None:
        table = document.add_table(rows=2, cols=3)
        table.cell(0, 0).merge(table.cell(0, 2)).text = "Head"
        for at, words in enumerate("abc"):
            table.cell(1, at).text = words

    assert Docx().read(docx(build), "file:///a.docx", "").text == "| Head |  |  |\n|---|---|---|\n| a | b | c |"


def test_a_cell_that_says_it_spans_a_hundred_million_columns_is_no_wider_than_a_table() -> None:
    def build(document: Any) -> None:
        cell = document.add_table(rows=1, cols=2).cell(0, 0)
        cell.text = "Head"
        cell._tc.grid_span = 100_000

    text = Docx().read(docx(build), "file:///a.docx", "").text
    assert text.startswith("| Head |") and len(text) < 2_000


def test_a_word_file_is_read_as_it_stands_with_all_changes_accepted() -> None:
    """The library's own text leaves out insertions: "the price is not high" would be read as its opposite."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    def run(words: str, tag: str = "t") -> str:
        return f'<w:r><w:{tag} xml:space="preserve">{words}</w:{tag}></w:r>'

    changed = f'{run("The price is ")}<w:ins w:id="1" w:author="a">{run("not ")}</w:ins>'
    changed += f'<w:del w:id="2" w:author="a">{run("very ", "delText")}</w:del>{run("high.")}'
    filled = f"{run('Dated ')}<w:sdt><w:sdtContent>{run('2024')}</w:sdtContent></w:sdt>{run(' in ')}"
    filled += f'<w:smartTag w:element="place">{run("Paris")}</w:smartTag>'
    blocks = [
        f"<w:p {nsdecls('w')}>{changed}</w:p>",
        f"<w:p {nsdecls('w')}>{filled}</w:p>",
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p>{run('In a content control.')}</w:p></w:sdtContent></w:sdt>",
    ]

    def build(document: Any) -> None:
        for place, block in enumerate(blocks):
            document.element.body.insert(place, parse_xml(block))
        cell = document.add_table(1, 1).cell(0, 0)._tc
        cell.insert(0, parse_xml(blocks[2]))

    read = Docx().read(docx(build), "file:///a.docx", "").text.split("\n\n")
    assert read[:3] == ["The price is not high.", "Dated 2024 in Paris", "In a content control."]
    assert "| In a content control. |" in read[-1]


def test_a_raised_figure_in_a_word_file_is_not_part_of_the_number_before_it() -> None:
    def build(document: Any) -> None:
        paragraph = document.add_paragraph("They emit 10")
        paragraph.add_run("6").font.superscript = True
        paragraph.add_run(" t from 12 m")
        paragraph.add_run("2").font.superscript = True

    assert Docx().read(docx(build), "file:///a.docx", "").text == "They emit 10⁶ t from 12 m2"


def test_the_table_of_contents_of_a_word_file_is_no_text() -> None:
    def build(document: Any) -> None:
        document.styles.add_style("toc 1", 1)
        document.add_paragraph("Introduction 3", style="toc 1")
        document.add_paragraph("The text itself.")

    assert Docx().read(docx(build), "file:///a.docx", "").text == "The text itself."


def test_word_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    whole = docx(lambda document: document.add_paragraph("Text."))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\x00" * 301_000_000)
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "hello")
    for data, reason in (
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 100, "encrypted, or an old .doc"),
        (b"nonsense", "damaged"),
        (whole[:500], "damaged"),
        (bomb.getvalue(), "unpacks to more than 300 MB"),
        (other.getvalue(), "not a readable .docx"),
        (docx(lambda document: None), "no text in it"),
    ):
        with pytest.raises(DRError, match=reason):
            Docx().read(data, "file:///a.docx", "")
