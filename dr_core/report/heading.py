"""The headings by which parts of a report are known, in the languages that reports are written in."""

from __future__ import annotations

from dr_core.pattern import regex
from dr_core.report.words import WORDS

PROVENANCE_HEADINGS: tuple[str, ...] = tuple(dict.fromkeys(words.provenance for words in WORDS.values()))
"""The box that says how a report was made; it speaks of the run and cites nothing."""

ASSUMPTION_HEADINGS: tuple[str, ...] = tuple(dict.fromkeys(words.assumptions for words in WORDS.values()))
"""What was assumed about the question; said by the run, not by a source."""

REFERENCE_HEADINGS: tuple[str, ...] = (
    "References", "Reference list", "Reference", "Sources", "Source list", "List of sources", "Sources and references",
    "References and sources", "Sources cited", "Cited sources", "Works cited", "Bibliography", "Citations", "Cited works",
    "Footnotes",
    "Endnotes", "Notes and references", "Further reading", "Cited Sources (Used in Report)", "Additional Sources (Not Cited)",
    "參考文獻", "参考文献", "參考資料", "参考资料", "参考資料", "參考來源", "参考来源", "資料來源", "资料来源", "引用來源",
    "引用来源", "信息来源",
    "引用文獻", "引用文献", "文獻來源", "文献来源", "引文", "來源", "来源", "出处", "出處", "参考链接", "參考連結",
    "主要参考文献", "引用",
    "参照", "参考", "出典", "引用元", "脚注", "注释", "注釋", "참고문헌", "참고 문헌", "참고자료", "참고 자료", "출처",
    "인용 문헌", "인용",
    "Quellen", "Literatur", "Einzelnachweise",
    "Références", "Sources et références", "Bibliographie", "Referencias", "Bibliografía", "Fuentes",
    "Riferimenti", "Riferimenti bibliografici", "Bibliografia", "Fonti", "Referências", "Referências bibliográficas", "Fontes",
)  # fmt: skip
"""The list of what a report cites."""

NOTICE_PREFIX = "> **"
"""A quote that begins in bold above the first section is a notice of the run ("> **Note** ..."), not prose of the report."""

_DRESS = regex(r"[*_#`~\s:：.。、（）()\[\]【】]+")
_NUMBER = regex(
    r"^\s*(?:\d{1,2}(?:\.\d{1,2})*[.)、．]?\s+|\d{1,2}[.)、．]\s*|[一二三四五六七八九十]{1,3}[、.．]\s*|[（(][一二三四五六七八九十\d]{1,3}[)）]\s*|[IVX]{1,5}\.\s+|第[一二三四五六七八九十\d]{1,3}[章节節部分]+\s*)"
)
_BRACKETED = regex(r"[（(][^（）()]{0,60}[)）]\s*[*_]*\s*$")


def plain(title: str) -> str:
    """``title`` without number, markup and case, for comparison."""
    return _DRESS.sub("", _NUMBER.sub("", title.strip().strip("*_ "))).casefold()


_REFERENCE = frozenset(plain(title) for title in REFERENCE_HEADINGS)
_PROVENANCE = frozenset(plain(title) for title in (*PROVENANCE_HEADINGS, *ASSUMPTION_HEADINGS))


def is_reference_heading(title: str) -> bool:
    """Whether ``title`` heads a list of sources."""
    return plain(title) in _REFERENCE or plain(_BRACKETED.sub("", title)) in _REFERENCE


def is_provenance_heading(title: str) -> bool:
    """Whether ``title`` heads what a run says of itself."""
    return plain(title) in _PROVENANCE
