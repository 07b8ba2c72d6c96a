"""The report as PDF: all its words in five languages, links that lead where they should, and strangers' text that stays text."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import re
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pages import (
    DAMAGE,
    HOSTILE,
    LANGUAGES,
    big_report,
    filled,
    hostile_report,
    long_report,
    report_in,
    table_report,
    with_damaged_figure,
)

from dr_core import Context, DRError, Renderer, Report
from dr_core.testing import RendererConformance
from dr_plugins.read.pdf import Pdf as PdfReader
from dr_plugins.render import _fonts
from dr_plugins.render._outline import place
from dr_plugins.render.pdf import Pdf, parts

typst = pytest.importorskip("typst", reason="the extra pdf is not installed")
FONTS = typst.Fonts().families()
cjk = pytest.mark.skipif("Noto Sans CJK JP" not in FONTS, reason="fonts-noto-cjk is not installed")


async def made(report: Report, folder: Path, **options: Any) -> bytes:
    return await Pdf(Pdf.Options(**options)).render(report, folder)


def text_of(data: bytes) -> str:
    """The words of all pages, spaces and line ends left out: where a line ends is no matter of the words."""
    document = pypdfium2.PdfDocument(data)
    try:
        return squeezed("".join(page.get_textpage().get_text_range() for page in document))
    finally:
        document.close()


def squeezed(text: str) -> str:
    # PDFium tells a hyphen that ends a line as U+FFFE
    return "".join(text.replace("\ufffe", "").split()).replace("\u2060", "").replace("\u00a0", "")


def links_of(data: bytes) -> list[str]:
    """The addresses that the pages lead to."""
    raw = pypdfium2.raw
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            action = raw.FPDFLink_GetAction(link)
            if action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
                size = raw.FPDFAction_GetURIPath(document, action, None, 0)
                buffer = ctypes.create_string_buffer(size)
                raw.FPDFAction_GetURIPath(document, action, buffer, size)
                found.append(buffer.value.decode())
            else:
                assert raw.FPDFLink_GetDest(document, link), "a link that leads nowhere"
                found.append("")
    document.close()
    return found


def pictures_of(data: bytes) -> int:
    document = pypdfium2.PdfDocument(data)
    try:
        return sum(1 for page in document for _ in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]))
    finally:
        document.close()


def fonts_of(data: bytes) -> set[str]:
    names = set()
    document = pypdfium2.PdfDocument(data)
    for page in document:
        for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            font = pypdfium2.raw.FPDFTextObj_GetFont(item)
            buffer = ctypes.create_string_buffer(200)
            pypdfium2.raw.FPDFFont_GetBaseFontName(font, buffer, 200)
            names.add(buffer.value.decode())
    document.close()
    return names


@cjk
class TestPdf(RendererConformance):
    @pytest.fixture
    def provider(self) -> Renderer:
        return Pdf()


@cjk
async def test_no_single_sign_of_a_title_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    title = "鈉離子電池與磷酸鐵鋰電池在電網儲能上如何比較"
    document = pypdfium2.PdfDocument(await made(report_in("zh-Hant", tmp_path).model_copy(update={"title": title}), tmp_path))
    first, second, *_ = document[0].get_textpage().get_text_range().splitlines()
    assert first + second == title and abs(len(first) - len(second)) <= 2
    document.close()


@cjk
async def test_lines_of_korean_end_between_words(tmp_path: Path) -> None:
    title = "KTX의 최고 속도는 얼마이고 다른 나라 고속철도와 어떻게 비교되는가?"
    prose = f"{title} 시험 차량은 2013년 3월에 시속 421.4 km를 기록했다. " * 6
    told = {**LANGUAGES["ko"], "title": title, "prose": prose.strip()}
    report_in("ko", tmp_path)  # its figure
    document = pypdfium2.PdfDocument(await made(filled("ko", **told), tmp_path))
    lines = [line.split() for line in document[0].get_textpage().get_text_range().splitlines()]
    document.close()
    words = {*prose.split(), "[1]", "1", "/", "2"}  # the foot of the page among them
    shown = [line for line in lines if len(words.intersection(line)) > 2]
    assert len(shown) > 5 and all(words.issuperset(line) for line in shown), shown


@cjk
@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_words_of_a_report_are_read_back(language: str, tmp_path: Path) -> None:
    report = report_in(language, tmp_path)
    data = await made(report, tmp_path)
    told = text_of(data)
    for words in LANGUAGES[language].values():
        assert squeezed(words) in told
    for words in ("[1]", "References", "CitedSources(UsedinReport)", "CitationStatistics:", "Cited:50%", "Total:2sources"):
        assert words in told
    document = PdfReader().read(data, "file:///report.pdf", "application/pdf")
    assert squeezed(LANGUAGES[language]["prose"]) in squeezed(document.text), "our own reader finds the paragraph whole"


@cjk
@pytest.mark.parametrize(
    ("language", "face"), [("zh-Hant", "CJKtc"), ("zh-Hans", "CJKsc"), ("ja", "CJKjp"), ("ko", "CJKkr"), ("en", "Libertinus")]
)
async def test_each_language_has_its_own_face(language: str, face: str, tmp_path: Path) -> None:
    report = report_in(language, tmp_path).model_copy(update={"fonts": ()})
    assert any(face.lower() in name.lower() for name in fonts_of(await made(report, tmp_path)))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("zh-Hant", ("zh", "TW")),
        ("zh-Hans", ("zh", "CN")),
        ("zh", ("zh", "CN")),
        ("zh-HK", ("zh", "HK")),
        ("ja", ("ja", "JP")),
        ("ko", ("ko", "KR")),
        ("pt_BR", ("pt", "BR")),
        ("en", ("en", None)),
        ("", ("en", None)),
        ('x"; #panic()', ("en", None)),
    ],
)
def test_the_language_of_the_file_is_the_reports(language: str, expected: tuple[str, str | None]) -> None:
    assert place(language) == expected


async def test_citations_lead_to_references_and_references_to_their_source(tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    links = links_of(await made(report, tmp_path))
    assert links.count("") == 7, "prose, two lines of a list, table, figure and saved sentence each cite; the entry leads back"
    assert {link for link in links if link} == {
        "https://s1.example/a?b=c&d=1",
        "mailto:two@s2.example",
        "https://s1.example/i.png",
    }


async def test_without_a_reference_list_citations_lead_to_the_source(tmp_path: Path) -> None:
    report = report_in("en", tmp_path).model_copy(update={"show_references": False})
    data = await made(report, tmp_path)
    assert set(links_of(data)) == {"https://s1.example/a?b=c&d=1"}
    assert "References" not in text_of(data)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://a b", "//x", "http://[", ""]
)
async def test_only_addresses_of_the_web_and_of_mail_can_be_followed(url: str, tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    report = report.model_copy(update={"references": (report.references[0].model_copy(update={"url": url, "images": (url,)}),)})
    for one in (report, report.model_copy(update={"show_references": False})):
        data = await made(one, tmp_path)
        assert not any(links_of(data))
        assert b"javascript" not in data


@cjk
@pytest.mark.parametrize("number", range(len(HOSTILE)))
async def test_hostile_text_is_shown_as_text_wherever_it_stands(number: int, tmp_path: Path) -> None:
    text, expected = HOSTILE[number]
    data = await made(hostile_report(text), tmp_path)
    told = text_of(data)
    assert told.count(squeezed(expected)) >= 9
    assert "root:" not in told


async def test_no_file_outside_the_run_becomes_a_figure(tmp_path: Path) -> None:
    inside = tmp_path / "run"
    inside.mkdir()
    report = report_in("en", tmp_path)  # its figure lies beside the run's folder
    for path in ("../figures/f.png", str(tmp_path / "figures/f.png"), "/etc/passwd", "missing.png", "a\x00b", ".", ""):
        figure = report.figures[0].model_copy(update={"path": path})
        data = await made(report.model_copy(update={"figures": (figure,)}), inside)
        assert squeezed(figure.alt) in text_of(data), "what cannot be shown is told"
        assert not pictures_of(data)


async def test_a_figure_stands_between_its_paragraph_and_the_next(tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    data = await made(report, tmp_path)
    assert pictures_of(data) == 1
    told = text_of(data)
    order = [squeezed(LANGUAGES["en"][key]) for key in ("prose", "caption", "item")]
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_picture_that_is_damaged_costs_only_itself(damage: str, tmp_path: Path) -> None:
    report = with_damaged_figure(damage, tmp_path)
    data = await made(report, tmp_path)
    assert squeezed(report.figures[0].alt) in text_of(data)
    assert not pictures_of(data)


async def test_a_source_that_nothing_in_the_text_cites_leads_back_to_nothing(tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    report = report.model_copy(update={"sections": (), "figures": ()})
    assert "" not in links_of(await made(report, tmp_path))


async def test_the_cited_sentences_take_the_whole_width_of_the_page(tmp_path: Path) -> None:
    report = report_in("en", tmp_path).model_copy(update={"quotes": {"e1": "One quotation stands here. " * 9}})
    document = pypdfium2.PdfDocument(await made(report, tmp_path))
    page = document[len(document) - 1]
    text = page.get_textpage()
    at, count = text.search("One quotation stands here.").get_next()
    places = [text.get_charbox(number)[2] for number in range(at, text.count_chars())]
    assert count and max(places) > 0.8 * page.get_width()
    document.close()


@pytest.mark.parametrize("columns", [2, 5, 9, 14])
async def test_nothing_of_a_wide_table_runs_off_the_page(columns: int, tmp_path: Path) -> None:
    data = await made(big_report(columns), tmp_path)
    assert_inside(data)
    assert text_of(data).count("Antidisestablishmentarianism") % columns == 0, "a head stands on each page"


@pytest.mark.parametrize(
    ("head", "cell", "pages"),
    [
        ("2016", "1,234.5", [False]),
        ("Year of 2016", "none so far", [False]),
        pytest.param("二〇一六年", "一千二百三十四萬噸", [False], marks=cjk),
        ("Commissioning", "1,234.5", [False, True, False]),
        ("2016", "a sentence that is much too long for a narrow column", [False, True, False]),
    ],
)
async def test_a_table_of_many_columns_has_a_page_on_its_side_only_where_its_words_need_it(
    head: str, cell: str, pages: list[bool], tmp_path: Path
) -> None:
    data = await made(table_report([head] * 9, [cell] * 9), tmp_path)
    document = pypdfium2.PdfDocument(data)
    assert [width > height for width, height in (page.get_size() for page in document)] == pages
    document.close()
    assert_inside(data)
    assert text_of(data).count(squeezed(cell)) == 9


async def test_no_word_of_a_table_is_divided_where_there_is_room_for_it(tmp_path: Path) -> None:
    words = ["Manufacturer", "Commissioning", "Temperature", "Country", "Cost"]
    for columns, long in ((10, "a sentence that takes much more room than any of the other columns " * 2), (5, "x " * 300)):
        head = [*[*words, "Notes", *words][: columns - 1], "Text"]
        document = pypdfium2.PdfDocument(await made(table_report(head, [*(["1"] * (columns - 1)), long.strip()]), tmp_path))
        lines = [line.split() for page in document for line in page.get_textpage().get_text_range().splitlines()]
        assert {*head} <= {word for line in lines for word in line}, head
        document.close()


async def test_long_words_and_addresses_end_inside_the_page(tmp_path: Path) -> None:
    data = await made(long_report(), tmp_path)
    assert_inside(data)
    told = text_of(data)
    assert told.count("w") == 100_000
    assert "https://s1.example/" + "path/" * 80 in told


def assert_inside(data: bytes) -> None:
    document = pypdfium2.PdfDocument(data)
    for number, page in enumerate(document, 1):
        width, height = page.get_size()
        for item in page.get_objects():
            left, bottom, right, top = item.get_bounds()
            assert left > 20 and right < width - 20 and bottom > 10 and top < height - 10, f"page {number}: {item.get_bounds()}"
    document.close()


@pytest.mark.parametrize("text", ["short", "x" * 30, "a/b" * 30, "é" * 100, "e\u0301" * 60, "漢字" * 60, "one " * 60, ""])
def test_cutting_a_text_loses_nothing_of_it(text: str) -> None:
    cut = parts(text, 10)
    found = [cut] if isinstance(cut, str) else cut
    assert "".join(found) == text
    if " " not in text and "漢" not in text:
        assert max(map(len, found)) <= 11
        assert not any(part.startswith("\u0301") for part in found), "a letter keeps its accent"


async def test_the_same_report_gives_the_same_bytes_with_another_renderer_and_no_time_in_it(tmp_path: Path) -> None:
    report = report_in("en", tmp_path)
    first = await made(report, tmp_path)
    assert first == await made(report, tmp_path)
    assert not re.search(rb"/(Creation|Mod)Date|xmp:(Create|Modify)Date", first)


class OnlyTypstsOwn:
    """typst.Fonts on a machine without fonts."""

    real = typst.Fonts

    def __call__(self, **given: Any) -> Any:
        return self.real(**given | {"include_system_fonts": False})


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typst, "Fonts", OnlyTypstsOwn())


@pytest.mark.usefixtures("no_fonts")
@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ja", "ko"])
async def test_without_a_font_for_its_script_a_report_is_refused_with_the_remedy(language: str, tmp_path: Path) -> None:
    with pytest.raises(DRError, match=r"pdf: no font here has .* Install fonts-noto-cjk, or set \[render.pdf\] fonts") as caught:
        await made(report_in(language, tmp_path), tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("no_fonts")
async def test_a_report_in_english_needs_no_font_of_the_machine(tmp_path: Path) -> None:
    assert squeezed(LANGUAGES["en"]["prose"]) in text_of(await made(report_in("en", tmp_path), tmp_path))


@cjk
@pytest.mark.usefixtures("no_fonts")
async def test_fonts_are_found_in_the_folder_of_the_user(tmp_path: Path) -> None:
    file = next(font.path for font in OnlyTypstsOwn.real().fonts() if font.family == "Noto Sans CJK JP" and font.weight == 400)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.ttc").symlink_to(file)
    data = await made(report_in("ja", tmp_path), tmp_path, fonts=str(folder))
    assert squeezed(LANGUAGES["ja"]["prose"]) in text_of(data)


@pytest.mark.parametrize("options", [{"fonts": "/no/such/folder"}, {"font": "No Such Font"}])
async def test_a_font_or_a_folder_that_is_not_there_is_named(options: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(DRError, match=f"pdf: there is no .*{next(iter(options.values()))}.*render.pdf"):
        await made(report_in("en", tmp_path), tmp_path, **options)


@pytest.mark.usefixtures("no_fonts")
async def test_what_no_font_has_is_named_or_marked_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    title = "Fire \U0001f525 in \U0001f1ef\U0001f1f5 by \U0001f9d1\U0001f3fd and \u0e01\u0e38 water"
    report = report_in("en", tmp_path).model_copy(update={"title": title})
    provider = Pdf(context=Context(log=logging.getLogger("dr.test")))
    with caplog.at_level(logging.WARNING, "dr.test"):
        data = await provider.render(report, tmp_path)
    assert squeezed("Fire [fire] in JP by [adult] and \ufffd\ufffd water") in text_of(data)
    assert "U+0E01 U+0E38" in caplog.text and "U+1F525" in caplog.text and "fonts-noto-color-emoji" in caplog.text


def test_typst_tells_exactly_what_it_cannot_show() -> None:
    bare = typst.Fonts(include_system_fonts=False)
    asked = {"a", "é", "Ж", "π", "漢", "한", "\U0001f525", '"', "\\", "`", " ", "\u0301", "\u0e01", "\u0e38", "\ufffd"}
    assert _fonts.missing(asked, ["Libertinus Serif"], bare) == {"漢", "한", "\u0e01", "\u0e38", "\U0001f525"}


async def test_a_missing_package_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(DRError, match=r"the typst package is not installed\. pip install 'dr-framework\[pdf\]'"):
        await made(report_in("en", tmp_path), tmp_path)


async def test_other_tasks_go_on_while_the_pages_are_set(tmp_path: Path) -> None:
    working = asyncio.ensure_future(made(long_report(), tmp_path))
    steps = 0
    while not working.done():
        await asyncio.sleep(0)
        steps += 1
    assert steps > 100


async def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "tmp"
    work.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(work))
    await made(report_in("en", tmp_path), tmp_path)
    assert not list(work.iterdir())
