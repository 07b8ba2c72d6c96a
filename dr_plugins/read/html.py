"""Web pages: the main text and what the page says about itself."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

from dr_core import Document, DRError, PageEmpty, Reader
from dr_core.pattern import regex
from dr_core.text import detect
from dr_plugins.read import _markdown
from dr_plugins.read._about import about
from dr_plugins.read._charset import decode
from dr_plugins.read._date import iso_date, own_date
from dr_plugins.read._main import leave_scripts, main_text, more_text
from dr_plugins.read._shell import is_shell
from dr_plugins.read._tree import put_right

LONGEST = 3_000_000
"""Bytes that are parsed (a 10 MB page takes 4 s); the rest of a longer page is left out."""

THIN = 250
"""Characters of main text below which the page is tried again with less strictness."""

_REMEDY = "Select a reader fallback that runs scripts ([fetch] use)"
_META = regex(rb"<meta[^>]{0,300}?charset\s{0,5}=\s{0,5}[\"']?\s{0,5}([\w.:-]{1,40})", re.I)
_XML = regex(rb"<\?xml[^>]{0,200}?encoding=[\"']([\w.:-]{1,40})", re.I)
_HEADER = regex(r"charset=[\"']?([\w.:-]{1,40})", re.I)
_DECLARATION = regex(r"^\s*<\?xml[^>]{0,300}\?>")
_LANGUAGE = regex(r"<html[^>]{0,500}?\blang\s*=\s*[\"']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})", re.I)
_TYPE = regex(r"\"@type\"\s*:\s*\[?\s*\"(\w{1,40})\"")
_ROOT = regex(r"<html[\s>]", re.I)
_DEEPEST = 3000

_HOSTS = {
    "paper": "arxiv.org doi.org nature.com science.org plos.org acm.org ieee.org ncbi.nlm.nih.gov sciencedirect.com springer.com",
    "encyclopedia": "wikipedia.org britannica.com baike.baidu.com kotobank.jp namu.wiki",
    "government": "europa.eu who.int un.org worldbank.org oecd.org imf.org",
    "code": "github.com gitlab.com bitbucket.org huggingface.co",
    "forum": "reddit.com stackoverflow.com stackexchange.com news.ycombinator.com zhihu.com quora.com",
    "blog": "medium.com substack.com wordpress.com blogspot.com note.com csdn.net",
}
_KIND_OF_HOST = {host: kind for kind, hosts in _HOSTS.items() for host in hosts.split()}
_GOVERNMENT = regex(r"\.(?:gov|mil|gob|gouv|go\.jp|go\.kr)(?:\.[a-z]{2})?$")
_ACADEMIC = regex(r"\.(?:edu|ac)(?:\.[a-z]{2})?$")
_SCHEMA = {"NewsArticle": "news", "ScholarlyArticle": "paper", "BlogPosting": "blog", "TechArticle": "documentation",
           "DiscussionForumPosting": "forum", "QAPage": "forum", "Product": "product"}  # fmt: skip


_SAMPLE = b"""<html lang=en><head><title>Sample</title><meta name=author content=Nobody></head><body><article><h1>Sample</h1>
<p>The first page that is read is this one, so that no page of a run has to wait for what happens only once.</p>
<p>It has as much text as a page must have to be read at the first look, since the second look begins with loading the words of a
hundred languages. That takes a third of a second in every process, and only pages with little text need it.</p>
<table><tr><th>Year</th><th>Pages</th></tr><tr><td>2025</td><td>1</td></tr></table></article></body></html>"""


class Html(Reader):
    """Reads web pages: main text with tables, title, author, date, language and kind of source."""

    media_types = ("text/html", "application/xhtml+xml")
    suffixes = (".html", ".htm", ".xhtml")

    def prepare(self) -> None:
        """Read a page once: the libraries load and compile much at their first use."""
        self.read(_SAMPLE, "http://localhost/", "text/html")

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The main text as plain markdown: headings, lists and pipe tables kept, navigation and the like left out."""
        data = data[:LONGEST]
        if not data.strip():
            raise PageEmpty(f"{url} is empty")
        hints = _HEADER.findall(media_type) + [name.decode() for name in (*_META.findall(data[:4096]), *_XML.findall(data[:300]))]
        page = _DECLARATION.sub("", decode(data, url, hints)).replace("\x00", "")
        text, said = _extract(page, url)
        if not text:
            raise PageEmpty(f"{url} has no readable text", remedy=_REMEDY)
        if is_shell(page, text):
            raise PageEmpty(f"{url} has no text before its scripts run", remedy=_REMEDY)
        declared = _LANGUAGE.search(page[:5000])
        return Document(
            text=text,
            title=" ".join((said.get("title") or _markdown.title(text)).split())[:300],
            author=" ".join(said.get("author", "").split())[:300],
            published=iso_date(said.get("date", "")) or own_date(text),
            language=detect(text) or (declared.group(1) if declared else ""),
            kind="file" if url.startswith("file:") else _kind(url, page, said.get("pagetype", "")),
            images=_images(url, said.get("image", "")),
        )


def _images(url: str, image: str) -> tuple[str, ...]:
    """The picture that a page names, if that is the address of one."""
    try:
        address = urljoin(url, image) if image else ""
        return (address,) if urlsplit(address).scheme in ("http", "https") else ()
    except ValueError:  # brackets with no address between them
        return ()


def _extract(page: str, url: str) -> tuple[str, dict[str, str]]:
    # Imported here: trafilatura and lxml cost a quarter of a second.
    from lxml import etree
    from trafilatura import html2txt, load_html

    if not _ROOT.search(page[:5000]):  # a fragment is a page to us; the library wants the whole frame
        page = f"<html><body>{page}</body></html>"
    tree = load_html(page)
    if tree is None:
        return "", {}
    if page.count("<") > _DEEPEST and _depth(tree) > _DEEPEST:
        raise DRError(f"{url} is nested too deeply to be read")
    put_right(tree)
    try:
        found = about(tree, page, url)  # before the scripts go: some tell the date
        leave_scripts(tree)
        text = _clean(main_text(tree, url))
        if len(text) < THIN:
            more = _clean(more_text(tree, url))
            text = more if len(more) > 2 * len(text) else text
        if not text:
            text = _clean(html2txt(tree))
    except (etree.LxmlError, RecursionError, ValueError) as exc:
        raise DRError(f"{url} is damaged and could not be read ({type(exc).__name__})") from exc
    return text, found


def _depth(tree: Any) -> int:
    """How deeply elements are nested, found without recursion: the extraction recurses, and a stack is finite."""
    deepest, level = 0, [tree]
    while level and deepest <= _DEEPEST:
        deepest += 1
        level = [child for element in level for child in element]
    return deepest


def _clean(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    return _markdown.plain("\n".join(lines))


def _kind(url: str, page: str, pagetype: str) -> str:
    """The kind of source: by where it stands, then by what the page declares."""
    host = (urlsplit(url).hostname or "").lower()
    parts = host.split(".")
    for at in range(len(parts)):
        if ".".join(parts[at:]) in _KIND_OF_HOST:
            return _KIND_OF_HOST[".".join(parts[at:])]
    if _GOVERNMENT.search(host) or _ACADEMIC.search(host):
        return "government" if _GOVERNMENT.search(host) else "academic"
    for name in _TYPE.findall(page[:200_000])[:20] if '"@type"' in page else ():
        if name in _SCHEMA:
            return _SCHEMA[name]
    return "article" if pagetype == "article" else "web"
