"""Pages that are well delivered and ill meant: fetched by the guarded client, parsed in processes that can be killed."""

from __future__ import annotations

import resource
import time
import zlib
from collections.abc import AsyncIterator, Callable

import pytest
from web_server import reply, serving

from dr_core.errors import DRError
from dr_core.run.worker import ParseWorker
from dr_core.web import Fetcher

SECONDS = 3.0
HTML = "dr_plugins.read.html:Html"
PDF = "dr_plugins.read.pdf:Pdf"
DOCX = "dr_plugins.read.docx:Docx"


def pdf_that_expands(megabytes: int) -> bytes:
    """One page whose content stream is zeros, packed a thousandfold."""
    packer, megabyte = zlib.compressobj(9), b"A" * (1 << 20)  # piece by piece: the test looks at the memory of this process
    pieces = [packer.compress(b"BT /F1 12 Tf ("), *(packer.compress(megabyte) for _ in range(megabytes))]
    stream = b"".join([*pieces, packer.compress(b") Tj ET"), packer.flush()])
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream) + stream + b"\nendstream",
    ]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + table + b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(out)


def pdf_of_many_pages() -> bytes:
    """A page tree that is its own child."""
    return (
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        b"2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 99999999 >>\nendobj\ntrailer << /Size 3 /Root 1 0 R >>\n%%EOF"
    )


LAUGHS = (
    b"<!DOCTYPE html ["
    + b"".join(b'<!ENTITY l%d "%s">' % (number, b"&l%d;" % (number - 1) * 10 if number else b"ha") for number in range(12))
    + b"]><html><body><p>&l11;</p></body></html>"
)

KINDS: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "deep nesting": (lambda: b"<html><body>" + b"<div>" * 200_000 + b"deep", "text/html", HTML),
    "deep lists": (lambda: b"<html><body>" + b"<ul><li>" * 50_000 + b"deep", "text/html", HTML),
    "deep tables": (lambda: b"<html><body>" + b"<table><tr><td>" * 20_000 + b"deep", "text/html", HTML),
    "a huge attribute": (lambda: b"<html><body><p title='" + b"a" * 7_000_000 + b"'>text</p>", "text/html", HTML),
    "a hundred thousand attributes": (
        lambda: b"<p " + b"".join(b"a%d=1 " % n for n in range(100_000)) + b">text</p>",
        "text/html",
        HTML,
    ),
    "half a million tags": (lambda: b"<html><body>" + b"<b>x</b>" * 500_000, "text/html", HTML),
    "a million entities": (lambda: b"<html><body><p>" + b"&amp;" * 1_000_000, "text/html", HTML),
    "entities in entities": (lambda: LAUGHS, "text/html", HTML),
    "one endless comment": (lambda: b"<html><!--" + b"-" * 5_000_000, "text/html", HTML),
    "markup of nuls": (lambda: b"<html>" + b"\0<\0p\0>" * 500_000, "text/html", HTML),
    "a script of megabytes": (lambda: b"<script>" + b"if(a<b){}" * 500_000, "text/html", HTML),
    "a PDF that expands": (lambda: pdf_that_expands(400), "application/pdf", PDF),
    "a PDF that is its own child": (lambda: pdf_of_many_pages(), "application/pdf", PDF),
    "a PDF of junk": (lambda: b"%PDF-1.7\n" + b"\xff\xfe<<>>[[" * 100_000, "application/pdf", PDF),
    "a document of junk": (lambda: b"PK\x03\x04word/" + b"\xff" * 10_000, "application/zip", DOCX),
    "a parser that hangs": (lambda: b"<p>x", "text/html", "trap_reader:Hangs"),
    "a parser that spins": (lambda: b"<p>x", "text/html", "trap_reader:Spins"),
    "a parser that eats memory": (lambda: b"<p>x", "text/html", "trap_reader:Eats"),
    "a parser that dies": (lambda: b"<p>x", "text/html", "trap_reader:Dies"),
}
"""What comes, made by the test that wants it (some of it is large), its type, and who reads it."""


@pytest.fixture
async def worker() -> AsyncIterator[ParseWorker]:
    worker = ParseWorker(size=1)
    yield worker
    await worker.aclose()


ALWAYS = ("deep nesting", "a PDF that expands", "a parser that hangs")
"""Run every time; the rest, which start a parser process each, with the campaigns."""


@pytest.mark.parametrize("kind", [kind if kind in ALWAYS else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS])
async def test_a_hostile_page_costs_its_own_process_at_most(kind: str, worker: ParseWorker) -> None:
    make, media, reader = KINDS[kind]
    body = make()
    good = b"<html><body><article><p>" + b"A good page is read after all of that. " * 20 + b"</p></article></body></html>"
    async with (
        serving(lambda head: reply(good if "/good" in head else body, kind=media)) as served,
        Fetcher(allow_hosts=["127.0.0.1"]) as fetcher,
    ):
        fetched = await fetcher.fetch(served.url + "/bad")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await worker.read(good, served.url, "text/html", reader=HTML, timeout=100)
        # the process is up: what follows is the document's time
        started = time.monotonic()
        try:
            document = await worker.read(fetched.body, served.url, media, reader=reader, timeout=SECONDS, memory_mb=512)
        except DRError as exc:
            assert str(exc).isprintable() and len(str(exc)) < 600
        else:
            assert not reader.startswith("trap_reader")
            assert len(document.text) < 32 << 20
        took = time.monotonic() - started
        extra = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        assert extra < 64, f"{extra:.0f} MiB in the reader's own process"
        again = await worker.read(good, served.url, "text/html", reader=HTML, timeout=100)
    assert "good page" in again.text
    if reader.startswith("trap_reader"):
        assert took < SECONDS + 60  # it would never end
