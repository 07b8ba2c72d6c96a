"""The main text of a page, and what the page says about itself: as the library gives them, with less work."""

from __future__ import annotations

import pytest
from trafilatura import extract, load_html

from dr_core.errors import PageEmpty
from dr_plugins.read import _main
from dr_plugins.read.html import Html

PROSE = {
    "en": "In {year} the storage plant of the town reached a new record, and its operator told how much it had cost to build. ",
    "zh": "{year}年，该市的储能电站创下了新的纪录，运营方公布了建设所花费的金额，并说明了今后几年的计划和目标。",
    "ja": "{year}年、この町の蓄電所は新しい記録に達し、運営者は建設にかかった費用と今後数年の計画を明らかにした。",
    "ko": "{year}년 이 도시의 저장 발전소는 새로운 기록을 세웠고 운영사는 건설에 든 비용과 앞으로의 계획을 밝혔다. ",
}
FRAME = "<html><head><title>Plant</title>{head}</head><body>{body}</body></html>"
MENU = "<nav>" + "<a href='/a'>An entry of the menu</a>" * 40 + "</nav>"


def article(language: str) -> str:
    several = ("".join(PROSE[language].format(year=1990 + at + more) for more in range(3)) for at in range(12))
    return "<article><h1>Plant</h1>" + "".join(f"<p>{text}</p>" for text in several) + "</article>"


def read(page: str) -> str:
    return Html().read(page.encode(), "https://a.example/", "text/html").text


@pytest.mark.parametrize("language", PROSE)
@pytest.mark.parametrize("around", ["", MENU], ids=["alone", "with a menu"])
def test_where_the_comparison_is_left_out_the_text_is_the_same(language: str, around: str) -> None:
    page = FRAME.format(head="", body=around + article(language))
    found = extract(page, url="https://a.example/", favor_precision=True, output_format="markdown")
    assert found is not None and read(page) == found.strip()


@pytest.mark.parametrize("language", PROSE)
def test_for_an_article_the_library_is_asked_once(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    found = _main._found

    def counted(*args: object, **options: object) -> object:
        asked.append(options)
        return found(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(_main, "_found", counted)
    read(FRAME.format(head="", body=MENU + article(language)))
    assert asked == [{"alone": True}]


def test_where_the_library_alone_finds_little_of_the_prose_other_methods_are_asked() -> None:
    verse = "The same verse is sung again and again, and the singers of the town know it by heart since they were small. " * 3
    text = read(FRAME.format(head="", body="<div>" + f"<p>{verse}</p>" * 8 + "</div>"))
    assert text.count("The same verse is sung") == 24


@pytest.mark.parametrize("around", ["{}", "<div class=x1>{}</div>", "<div><div>{}</div><div>Links</div></div>"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_headings_and_lists_are_kept_where_no_frame_is_named(around: str, language: str) -> None:
    unnamed = article(language).replace("<article>", "").replace("</article>", "")
    listed = "<h2>Needs 必要数</h2><ul><li>2026: 2.4 million 約240万人</li><li>2040: 2.72 million 約272万人</li></ul>"
    page = FRAME.format(head="", body="<div class=nav><a>Home</a></div>" + around.format(listed + unnamed))
    assert "## Needs 必要数\n\n- 2026: 2.4 million 約240万人\n- 2040: 2.72 million 約272万人" in read(page)


def test_text_in_no_paragraph_is_found() -> None:
    text = read(
        FRAME.format(head="", body="<div>" + "<br><br>".join(PROSE["en"].format(year=year) for year in range(1990, 2010)))
    )
    assert "In 1990 the storage plant" in text and "In 2009 the storage plant" in text


def test_the_tree_is_left_as_it_is() -> None:
    from lxml.html import tostring

    tree = load_html(FRAME.format(head="", body=MENU + article("en")))
    before = tostring(tree)
    _main.main_text(tree, "https://a.example/")
    _main.more_text(tree, "https://a.example/")
    assert tostring(tree) == before


def test_scripts_are_no_text_but_the_words_behind_them_are() -> None:
    last = "<p>Before<script>var word = 1;</script> after it.</p></article>"
    page = FRAME.format(head="<style>p {color: red}</style>", body=article("en").replace("</article>", last))
    text = read(page)
    assert "Before after it." in text and "var word" not in text and "color" not in text


def test_a_page_whose_text_is_in_its_data_is_read() -> None:
    told = " ".join(PROSE["en"].format(year=year) for year in range(1990, 1996))
    data = f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{told}"}}</script>'
    assert "In 1990 the storage plant" in read(FRAME.format(head="", body=data + "<p>Loading</p>"))


def test_a_page_of_scripts_alone_has_no_text() -> None:
    with pytest.raises(PageEmpty):
        read(FRAME.format(head="", body="<script>document.write('The storage plant reached a record.')</script>"))


def test_a_script_may_tell_the_date() -> None:
    page = FRAME.format(head='<script>var shown = "2024-03-02T10:11:12Z";</script>', body=article("en"))
    assert Html().read(page.encode(), "https://a.example/", "text/html").published == "2024-03-02"


@pytest.mark.parametrize(
    "mark",
    [
        "class=author", "class=AuthorName", "class=byline", "class=username", "class=byl", "class=BBL", "class=article-writer",
        "class='x screenname'", "class=channel-name", "class=submitted-by", "class=posted-by", "class=journalist-name",
        "rel=author", "class=zuozhe", "id=bianji", "class=xiaobian", "itemprop=author", "data-component=BylineBlock",
    ],
)  # fmt: skip
def test_the_author_is_found_where_tags_are_named_so(mark: str) -> None:
    page = FRAME.format(head="", body=f"<div {mark}>Jane Roe</div>" + article("en"))
    assert Html().read(page.encode(), "https://a.example/", "text/html").author == "Jane Roe"


def test_an_author_in_the_text_is_not_the_page_s() -> None:
    page = FRAME.format(head="", body="<p>Its author and writer is unknown.</p>" + article("en"))
    assert Html().read(page.encode(), "https://a.example/", "text/html").author == ""


@pytest.mark.parametrize("language", PROSE)
@pytest.mark.parametrize("around", ["{}", "<div id='x1'>{}</div>"], ids=["in the body", "in a part without a name"])
def test_headings_and_lists_are_kept_where_nothing_names_the_main_part(language: str, around: str) -> None:
    prose = "".join(f"<p>{PROSE[language].format(year=2000 + at)}</p>" for at in range(6))
    items = "".join(f"<li>{PROSE[language].format(year=2020 + at)}</li>" for at in range(3))
    part = f"<h1>Plant</h1>{prose}<h2>Cost</h2><ul>{items}</ul>{prose.replace('200', '201')}"
    text = read(FRAME.format(head="", body=MENU + around.format(part) + "<footer><p>Imprint</p></footer>"))
    assert "\n## Cost\n" in text
    assert text.count("\n- ") == 3
    assert "An entry of the menu" not in text
    assert "Imprint" not in text


@pytest.mark.parametrize(
    ("title", "published"),
    [
        ("Heat pumps in the country: field measurements 2015-2023 – Federal Office of Energy", ""),
        ("Report 2010/11", ""),
        ("News of 2019-11", "2019-11-01"),
    ],
)
def test_years_in_a_title_are_no_month(title: str, published: str) -> None:
    page = FRAME.format(head="", body=article("en")).replace("<title>Plant</title>", f"<title>{title}</title>")
    assert Html().read(page.encode(), "https://a.example/", "text/html").published == published


def test_signs_of_the_page_s_own_have_no_stroke_before_them() -> None:
    told = "<p>From 2024~28 it is 10~30% of a_b [sic] and 2*3, as a table tells.</p></article>"
    page = FRAME.format(head="", body=article("en").replace("</article>", told))
    assert "From 2024~28 it is 10~30% of a_b [sic] and 2*3, as a table tells." in read(page)
