"""What a body is: its media type and character set, as far as a stranger's headers and first bytes can be believed."""

from __future__ import annotations

import re

from dr_core.pattern import regex

HTML = "text/html"
XHTML = "application/xhtml+xml"
PLAIN = "text/plain"
PDF = "application/pdf"
OFFICE = "application/vnd.openxmlformats-officedocument"
DOCX, XLSX, PPTX = f"{OFFICE}.wordprocessingml.document", f"{OFFICE}.spreadsheetml.sheet", f"{OFFICE}.presentationml.presentation"
PAGES = (HTML, XHTML, PLAIN, "text/markdown", "text/x-markdown", PDF, DOCX, "application/xml", "text/xml", "application/json")
"""What is read where the caller names nothing else."""

_TYPE = regex(r"\s*([a-z0-9!#$&^_.+-]{1,80}/[a-z0-9!#$&^_.+-]{1,80})\s*(?:;.*)?", re.IGNORECASE | re.DOTALL)
_CHARSET = regex(r";\s*charset\s*=\s*[\"']?([a-z0-9_:.+-]{1,40})", re.IGNORECASE)
VAGUE = (
    "", "application/octet-stream", "binary/octet-stream", "application/x-download", "application/download",
    "application/force-download", "application/x-force-download", "application/zip", "application/x-pdf",
)  # fmt: skip
"""What servers say of whatever they only hand on."""

_PARTS = ((b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX))
_HTML_START = regex(
    rb"(?:<!--[^>]{0,500}-->\s*|<\?xml[^>]{0,200}\?>\s*){0,4}<(?:!doctype html|html|head|body)[\s>]", re.IGNORECASE
)
_NO_TEXT = regex(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

# Character sets of the web. Others that Python knows are no such thing, and some are traps: decoding "idna" or "punycode" takes
# time that grows with the square of the text, "utf-7" and "unicode_escape" hide markup.
_CHARSETS = regex(
    r"utf-?8|utf-?16(?:le|be)?|us-?ascii|iso[-_]?8859-?(?:1[0-6]|[1-9])|latin-?[1-9]|windows-?(?:125[0-8]|874)|cp(?:125[0-8]|874|866|932|949|950)"
    r"|koi8-[ru]|macintosh|gb2312|gbk|gb18030|big5(?:-?hkscs)?|shift[-_]?jis|sjis|x-sjis|euc-?(?:jp|kr|tw)|iso-2022-(?:jp|kr)|ks_c_5601-1987|tis-620"
)  # fmt: skip


def media_type(content_type: str) -> str:
    """``text/html`` of ``Text/HTML; charset=x``; ``""`` where the header is missing or malformed."""
    found = _TYPE.fullmatch(content_type)
    return found[1].lower() if found else ""


def charset(content_type: str) -> str:
    """The character set that the header names, if it is one of the web's; ``""`` otherwise."""
    found = _CHARSET.search(content_type)
    name = found[1].lower() if found else ""
    return name if _CHARSETS.fullmatch(name) else ""


def is_wanted(kind: str, accept: tuple[str, ...]) -> bool:
    """Whether ``kind`` is on the list ``accept``, which may hold ``text/*``."""
    return kind in accept or f"{kind.split('/')[0]}/*" in accept


def could_be_wanted(kind: str, accept: tuple[str, ...]) -> bool:
    """Whether it is worth reading the body to find out what it is."""
    return is_wanted(kind, accept) or kind in VAGUE


def sniff(kind: str, body: bytes, *, unnamed: bool = False) -> str:
    """The type by the first bytes, where they are plain or the header says nothing of use. ``unnamed``: there is no header."""
    start = body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"%PDF-"):
        return PDF
    if kind in VAGUE:
        if start.startswith(b"PK\x03\x04"):
            return next((office for part, office in _PARTS if part in body[:65_536]), kind)
        if _HTML_START.match(start):
            return HTML
        if unnamed and not _NO_TEXT.search(start):
            return PLAIN
    return kind
