"""What python-docx has no words for: links, bookmarks, fields, shading, borders, and the fonts of East Asian text."""

from __future__ import annotations

from typing import Any

from dr_plugins.render._outline import place

BLUE = "1F4E8C"
GROUND = "F4F6F9"
_BEFORE = ("w:pStyle", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:widowControl", "w:numPr")
"""What stands before borders and shading in a paragraph's properties: Word minds the order."""


def element(tag: str, /, **attributes: str) -> Any:
    """An element of WordprocessingML with attributes of the same namespace (``r_id`` is of the relationships')."""
    from docx.oxml.ns import qn  # imported here: lxml
    from docx.oxml.parser import OxmlElement

    made = OxmlElement(tag)
    for key, value in attributes.items():
        made.set(qn("r:id" if key == "r_id" else f"w:{key}"), value)
    return made


def styled(document: Any, latin: str, face: str, language: str) -> None:
    """The fonts, sizes and colours of all styles, and the language of the text."""
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    blue, ink = RGBColor.from_string(BLUE), RGBColor(0x1C, 0x24, 0x30)
    looks = {
        "Normal": (10.5, ink), "Title": (21, ink), "Heading 1": (15, blue), "Heading 2": (12, ink), "Caption": (9, ink),
        "List Bullet": (None, ink), "List Bullet 2": (None, ink), "List Bullet 3": (None, ink),
    }  # fmt: skip
    for name, (size, colour) in looks.items():
        style = document.styles[name]
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for key in list(fonts.attrib):
            del fonts.attrib[key]  # a theme's font would go before ours
        for key in ("ascii", "hAnsi", "cs"):
            fonts.set(qn(f"w:{key}"), latin)
        fonts.set(qn("w:eastAsia"), face)
        style.font.color.rgb = colour
        if size:
            style.font.size = Pt(size)
    document.styles["Title"].font.bold = True
    document.styles["Caption"].font.bold = False
    document.styles["Caption"].paragraph_format.space_after = Pt(12)
    document.styles["Footer"].font.size = Pt(8)
    for name in ("Heading 1", "Heading 2"):
        document.styles[name].paragraph_format.space_after = Pt(5)
    normal = document.styles["Normal"]
    normal.paragraph_format.space_after = Pt(7)
    normal.paragraph_format.line_spacing = 1.2
    lang, region = place(language)
    if lang == "ko":  # its particles stand at Latin words and figures without a gap, which Word adds for Chinese and Japanese
        for name in ("w:autoSpaceDE", "w:autoSpaceDN"):
            normal.element.get_or_add_pPr().insert_element_before(element(name, val="0"), "w:spacing")
    own = f"{lang}-{region}" if region else lang
    told = {"val": "en-US", "eastAsia": own} if lang in ("zh", "ja", "ko") else {"val": own}
    defaults = document.styles.element.find(f".//{qn('w:rPrDefault')}/{qn('w:rPr')}")
    for one in (*([defaults] if defaults is not None else []), normal.element.get_or_add_rPr()):
        for old in one.findall(qn("w:lang")):
            one.remove(old)
        one.append(element("w:lang", **told))


def linked(paragraph: Any, text: str, *, anchor: str = "", href: str = "") -> None:
    """A run that leads to a bookmark of the document or to an address; to nothing where neither is given."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.shared import RGBColor

    run = paragraph.add_run(text)
    if not anchor and not href:
        return
    run.font.color.rgb = RGBColor.from_string(BLUE)
    if anchor:
        link = element("w:hyperlink", anchor=anchor, history="1")
    else:
        link = element("w:hyperlink", r_id=paragraph.part.relate_to(href, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    paragraph._p.append(link)
    link.append(run._r)


def sized(paragraph: Any, size: float, *, bold: bool = False) -> None:
    """All words of a paragraph in one size, those of links too."""
    from docx.oxml.ns import qn
    from docx.shared import Pt
    from docx.text.run import Run

    for found in paragraph._p.iter(qn("w:r")):
        run = Run(found, paragraph)
        run.font.size = Pt(size)
        run.bold = bold or run.bold


def bookmark(paragraph: Any, name: str, number: int) -> None:
    """A name for a paragraph, for links to lead to."""
    start, end = element("w:bookmarkStart", id=str(number), name=name), element("w:bookmarkEnd", id=str(number))
    paragraph._p.append(start)
    paragraph._p.append(end)


def fielded(paragraph: Any, name: str) -> None:
    """A field that Word fills in: PAGE, NUMPAGES."""
    run = paragraph.add_run()
    for kind in ("begin", name, "separate", "1", "end"):
        if kind == name:
            part = element("w:instrText")
            part.text = f" {name} "
        elif kind == "1":
            part = element("w:t")
            part.text = "1"
        else:
            part = element("w:fldChar", fldCharType=kind)
        run._r.append(part)


def shaded(paragraph: Any) -> None:
    """A paragraph on a light ground, with a bar at its left."""
    properties = paragraph._p.get_or_add_pPr()
    border = element("w:pBdr")
    border.append(element("w:left", val="single", sz="18", space="8", color=BLUE))
    at = sum(1 for child in properties if child.tag in {_tag(name) for name in _BEFORE})
    properties.insert(at, border)
    properties.insert(at + 1, element("w:shd", val="clear", color="auto", fill=GROUND))


def ruled(table: Any, *, head: bool) -> None:
    """A table as wide as the page with hairlines; its head is repeated on each page, its rows stay whole."""
    from docx.oxml.ns import qn

    properties = table._tbl.tblPr
    for old in properties.findall(qn("w:tblW")):
        properties.remove(old)
    borders = element("w:tblBorders")
    for side, size in (("top", "8"), ("bottom", "8"), ("insideH", "4")):
        borders.append(element(f"w:{side}", val="single", sz=size, space="0", color="1C2430" if size == "8" else "C9D0D9"))
    style = properties.find(qn("w:tblStyle"))
    at = 0 if style is None else 1
    properties.insert(at, element("w:tblW", w="5000", type="pct"))
    layout = properties.find(qn("w:tblLayout"))
    if layout is not None:
        layout.addprevious(borders)
    else:
        properties.insert(at + 1, borders)
    for number, row in enumerate(table.rows):
        given = row._tr.get_or_add_trPr()
        given.append(element("w:cantSplit"))
        if head and number == 0:
            given.append(element("w:tblHeader"))


def filled(cell: Any) -> None:
    """A cell on a light ground."""
    cell._tc.get_or_add_tcPr().append(element("w:shd", val="clear", color="auto", fill=GROUND))


def _tag(name: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(name))
