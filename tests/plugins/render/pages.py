"""Reports that the tests of HTML, PDF and Word share: one with everything in it, in five languages, and ones that mean harm."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from dr_core import Figure, Paragraph, Reference, Report
from dr_core.report import mark
from dr_core.report.compose import set_apart
from dr_core.types import ReportSection
from dr_plugins.hooks.cjk_fonts import CjkFonts

LANGUAGES = {
    "en": {
        "title": "Heat pumps in the cold", "notice": "The budget was spent.", "assumption": "Europe is meant.",
        "heading": "Efficiency",
        "prose": "Heat pumps move heat instead of making it, so that one unit of electricity brings three of heat.",
        "item": "The ground is warmer than the air.", "cell": "Air to water", "caption": "Efficiency by temperature",
        "quote": "A pump moves heat.", "reference": "On heat pumps", "other": "Not cited at all", "value": "complete on day one",
    },
    "zh-Hant": {
        "title": "寒冷氣候下的熱泵", "notice": "預算已用盡。", "assumption": "指的是歐洲。", "heading": "效率",
        "prose": "熱泵搬運熱量而不製造熱量，因此「一度電」可以帶來三度的熱；直到氣溫過低為止。", "item": "地下比空氣溫暖。",
        "cell": "氣冷式", "caption": "各溫度的效率", "quote": "熱泵搬運熱量。", "reference": "論熱泵", "other": "未被引用",
        "value": "完成",
    },
    "zh-Hans": {
        "title": "寒冷气候下的热泵", "notice": "预算已用尽。", "assumption": "指的是欧洲。", "heading": "效率",
        "prose": "热泵搬运热量而不制造热量，因此“一度电”可以带来三度的热；直到气温过低为止。", "item": "地下比空气温暖。",
        "cell": "风冷式", "caption": "各温度的效率", "quote": "热泵搬运热量。", "reference": "论热泵", "other": "未被引用",
        "value": "完成",
    },
    "ja": {
        "title": "寒冷地のヒートポンプ", "notice": "予算を使い切った。", "assumption": "欧州を指す。", "heading": "効率",
        "prose": "ヒートポンプは熱を作らずに運ぶので、「電気1」で熱3が得られる。気温が下がりすぎない限りは。",
        "item": "地中は空気より暖かい。", "cell": "空気熱源", "caption": "気温別の効率", "quote": "ポンプは熱を運ぶ。",
        "reference": "ヒートポンプについて", "other": "引用なしの出典", "value": "完了",
    },
    "ko": {
        "title": "추운 기후의 히트펌프", "notice": "예산이 소진되었다.", "assumption": "유럽을 뜻한다.", "heading": "효율",
        "prose": "히트펌프는 열을 만들지 않고 옮기므로 전기 하나로 열 셋을 얻는다.", "item": "땅속은 공기보다 따뜻하다.",
        "cell": "공기 열원", "caption": "기온별 효율", "quote": "펌프는 열을 옮긴다.", "reference": "히트펌프에 대하여",
        "other": "인용되지 않음", "value": "완료됨",
    },
}  # fmt: skip


def png(width: int = 400, height: int = 200) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\x00" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "only a beginning": lambda data: data[:60],
    "no end": lambda data: data[:-20],
    "another end": lambda data: data[:-8] + b"JUNK" + data[-4:],
    "endless width and height": lambda data: data[:16] + b"\x00\xff" * 4 + data[24:],
    "endless height": lambda data: data[:20] + b"\xff" * 4 + data[24:],
    "nothing high": lambda data: data[:20] + b"\x00" * 4 + data[24:],
    "another kind": lambda data: b"GIF" + data,
    "nothing": lambda data: b"",
}
"""What can have happened to the file of a picture."""


def with_damaged_figure(how: str, folder: Path) -> Report:
    """A report whose figure in ``folder`` is damaged so."""
    report = report_in("en", folder)
    file = folder / report.figures[0].path
    file.write_bytes(DAMAGE[how](file.read_bytes()))
    return report


def report_in(language: str, folder: Path) -> Report:
    """A report with one of everything, its figure in ``folder``."""
    (folder / "figures").mkdir(exist_ok=True)
    (folder / "figures" / "f.png").write_bytes(png())
    return filled(language, **LANGUAGES[language])


def filled(
    language: str,
    *,
    title: str,
    notice: str,
    assumption: str,
    heading: str,
    prose: str,
    item: str,
    cell: str,
    caption: str,
    quote: str,
    reference: str,
    other: str,
    value: str,
) -> Report:
    """A report with these words."""
    cited = mark(["e1"])
    paragraphs = (
        Paragraph(id="p1", section="s1", text=prose + cited, cite_ids=("e1",)),
        Paragraph(id="p2", section="s1", text=f"- {item}{cited}\n  1. {item}{cited}", cite_ids=("e1",), kind="list"),
        Paragraph(
            id="p3", section="s1", text=f"| {cell} | COP |\n|---|---|\n| {cell} | 3.2 |{cited}", cite_ids=("e1",), kind="table"
        ),
    )
    report = Report(
        title=title,
        question="Q",
        language=language,
        sections=(ReportSection(id="s1", title=heading, paragraphs=paragraphs),),
        figures=(
            Figure(
                number=1, title="F", caption=caption, alt=f"{caption} (bar)", path="figures/f.png", section="p1", cite_ids=("e1",)
            ),
        ),
        references=(
            Reference(
                number=1, source="s1", title=reference, url="https://s1.example/a?b=c&d=1", images=("https://s1.example/i.png",)
            ),
            Reference(number=None, source="s2", title=other, url="mailto:two@s2.example"),
        ),
        citations={"e1": 1},
        quotes={"e1": quote},
        notices=(notice,),
        assumptions=(assumption,),
        provenance=(("Status", value),),
        fonts=tuple(CjkFonts().chart_fonts(language)),
    )
    return set_apart(report)


HOSTILE = (
    ('#import "@preview/x:0.1.0": *', '#import "@preview/x:0.1.0": *'),
    ('#read("/etc/passwd")', '#read("/etc/passwd")'),
    ('#image("../../etc/passwd") #panic("x")', '#image("../../etc/passwd") #panic("x")'),
    ("$ x^2 $ *bold* _em_ `raw` ~ -- ... 'q' \"q\"", "$ x^2 $ *bold* _em_ `raw` ~ -- ... 'q' \"q\""),
    ("@ref <label> = Head / Term: // no comment /* none */", "@ref <label> = Head / Term: // no comment /* none */"),
    ("\\ \\u{1f} \\# ] ) } [ ( {", "\\ \\u{1f} \\# ] ) } [ ( {"),
    ("<script>alert(1)</script> &amp; &lt;", "<script>alert(1)</script> &amp; &lt;"),
    ("[click](javascript:alert(1)) ![x](http://e.example/x.png)", "[click](javascript:alert(1)) ![x](http://e.example/x.png)"),
    ("safe \u202emoc.live\u202c \u200bzero\u2066 \ufeffend", "safe moc.live zero end"),
    ("private \uf8ff half \ud83d whole \ud83d\ude00", "private \ufffd half \ufffd whole"),
    ("nul\x00 bell\x07 none\uffff", "nul\ufffd bell\ufffd none\ufffd"),
    ("a\u2028b\u2029c\x0bd\x85e", "a b c d e"),
    ("%s %(x)s {x} {{ 7 * 7 }} ${x}", "%s %(x)s {x} {{ 7 * 7 }} ${x}"),
    ("w" * 2_000, "w" * 200),
)
"""What somebody wrote, and what is to be read."""


def hostile_report(text: str) -> Report:
    """A report in which ``text`` stands everywhere."""
    in_cell = text.replace("|", "/")
    names = ("title", "notice", "assumption", "heading", "prose", "item", "caption", "quote", "reference", "other", "value")
    return filled("en", cell=in_cell, **dict.fromkeys(names, text))


def big_report(columns: int) -> Report:
    """A report with a table of so many columns, each with a long word, and of thirty rows."""
    rows = ["| " + " | ".join(["Antidisestablishmentarianism"] * columns) + " |", "|" + "---|" * columns]
    rows += ["| " + " | ".join(f"cell {row}.{column} of some words" for column in range(columns)) + " |" for row in range(30)]
    return _with_table(rows)


def table_report(*rows: list[str]) -> Report:
    """A report with a table of these rows, the first of which is its head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return _with_table([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _with_table(lines: list[str]) -> Report:
    table = Paragraph(id="p1", section="s1", text="\n".join(lines), kind="table")
    return Report(title="T", question="Q", language="en", sections=(ReportSection(id="s1", title="S", paragraphs=(table,)),))


def long_report() -> Report:
    """A report with a word of 100 KB and an address of 400 letters."""
    words = Paragraph(id="p1", section="s1", text="w" * 100_000)
    url = "https://s1.example/" + "path/" * 80
    return Report(
        title="T" * 300,
        question="Q",
        language="en",
        sections=(ReportSection(id="s1", title="S", paragraphs=(words,)),),
        references=(Reference(number=1, source="s1", title="One", url=url),),
    )
