"""More answers that no honest server gives: framing, heads, codings, types, redirects and robots.txt at odds with themselves."""

from __future__ import annotations

import asyncio
import gzip
import struct

from hostile_kind import (
    BROKEN,
    GOOD,
    KINDS,
    LONG,
    MIB,
    REFUSED,
    UNPACKED,
    Act,
    add,
    bomb,
    endless,
    head,
    raw,
    robots_txt,
    sized,
    then_hang,
)  # fmt: skip

__all__ = ["KINDS"]


def chunked(*pieces: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    """A body in chunks."""
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + end


def flagged(flags: int, fields: bytes) -> bytes:
    """A gzip head with these flags and fields, and a page behind it."""
    packed = gzip.compress(GOOD)
    return packed[:3] + bytes([flags]) + packed[4:10] + fields + packed[10:]


def moved(place: str, status: str = "302 Found") -> bytes:
    """A redirect."""
    return head(f"Location: {place}", "Content-Length: 0", status=status)


def at_first(first: bytes, then: bytes) -> Act:
    """One answer to a page's own address, another wherever that leads."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        writer.write(then if path.startswith("/next") else first)

    return send


CHUNKED = head("Transfer-Encoding: chunked")

# --- framing
add("length and chunks at once", head("Transfer-Encoding: chunked", "Content-Length: 3") + chunked(GOOD), "", "")
add("chunked twice over", head("Transfer-Encoding: chunked, chunked") + chunked(GOOD), REFUSED, BROKEN)
add("chunked in two headers", head("Transfer-Encoding: chunked", "Transfer-Encoding: identity") + chunked(GOOD), REFUSED, BROKEN)
add("chunked with a tab inside", head("Transfer-Encoding: chun\tked") + chunked(GOOD), REFUSED, BROKEN)
add("a negative chunk", CHUNKED + b"-5\r\nhello\r\n0\r\n\r\n", REFUSED, BROKEN)
add("a chunk with 0x before it", CHUNKED + b"0x5\r\nhello\r\n0\r\n\r\n", REFUSED, BROKEN)
add("a chunk longer than it says", CHUNKED + b"2\r\nhello\r\n0\r\n\r\n", REFUSED, BROKEN)
add("a chunk without its end", CHUNKED + b"5\r\nhello0\r\n\r\n", REFUSED, BROKEN)
add("a chunk size of blanks", CHUNKED + b"   \r\nhello\r\n", REFUSED, BROKEN)
add("an empty chunk size", CHUNKED + b"\r\nhello\r\n0\r\n\r\n", REFUSED, BROKEN)
add("one chunk size without end", endless(CHUNKED, b"0" * 4096), REFUSED, BROKEN)
add("no last chunk", CHUNKED + chunked(GOOD, end=b""), REFUSED, BROKEN)
add("a trailer that is none", CHUNKED + chunked(GOOD, end=b"0\r\nnonsense\r\n\r\n"), REFUSED, BROKEN)
add("the last chunk and then silence", then_hang(CHUNKED + chunked(GOOD, end=b"0\r\n")), REFUSED, "within", hangs=True)
add("two answers in one", sized(GOOD) + sized(b"<p>Another.</p>", status="302 Found"), "", "")
add("length with a plus", head("Content-Length: +5") + GOOD, REFUSED, BROKEN)
add("length of two equal numbers", head(f"Content-Length: {len(GOOD)}, {len(GOOD)}") + GOOD, "", "")
add("length in Arabic digits", b"HTTP/1.1 200 OK\r\nContent-Length: \xd9\xa5\r\n\r\n" + GOOD, REFUSED, BROKEN)
add("length in two parts", head("Content-Length: 5 5") + GOOD, REFUSED, BROKEN)
add("bare line feeds", b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: %d\n\n%s" % (len(GOOD), GOOD), "", "")
add("bare carriage returns", b"HTTP/1.1 200 OK\rContent-Type: text/html\r\rhello", REFUSED, BROKEN)

# --- heads
add("a folded header", head("X: a\r\n b\r\n\tc") + GOOD, "", "")
add("folds without end", endless(b"HTTP/1.1 200 OK\r\nX: a\r\n", b" b\r\n" * 500), REFUSED, BROKEN)
add("a blank before the colon", head("Content-Length : 5") + GOOD, REFUSED, BROKEN)
add("a header without a name", head(": x") + GOOD, REFUSED, BROKEN)
add("bytes that are no text", b"HTTP/1.1 200 OK\r\nX: " + bytes(range(0x80, 0x100)) + b"\r\n\r\n" + GOOD, "", "")
add("http of another world", b"HTTP/9.7 200 OK\r\n\r\n" + GOOD, "", "")
add("the protocol of before", b"HTTP/0.9 200 OK\r\n\r\n" + GOOD, "", "")
add("status of two digits", b"HTTP/1.1 20 OK\r\n\r\n" + GOOD, REFUSED, BROKEN)
add("status of a thousand", b"HTTP/1.1 2000 OK\r\n\r\n" + GOOD, REFUSED, BROKEN)
add("a reason with an escape in it", b"HTTP/1.1 404 \x1b[31mGone\r\nContent-Length: 0\r\n\r\n", REFUSED, "404")
add("blank lines before the head", b"\r\n" * 50 + sized(GOOD), REFUSED, BROKEN)
add("blank lines without end", endless(b"", b"\r\n" * 1000), REFUSED, BROKEN)
add("reset content", head("Content-Length: 0", status="205 Reset Content"), REFUSED, "205")
add("not modified", head(status="304 Not Modified"), REFUSED, "304")
add("a second login", head("WWW-Authenticate: " + "Basic, " * 5000, "Content-Length: 0", status="401 No"), "PageBlocked", "401")
add("proxy login", head("Proxy-Authenticate: Basic", "Content-Length: 0", status="407 No"), REFUSED, "407")
add("many choices", head("Location: /next", "Content-Length: 0", status="300 Choose"), REFUSED, "300")

# --- codings
add("gzip with a name without end", endless(head("Content-Encoding: gzip") + flagged(8, b"")[:10], b"n" * 65_536), REFUSED, LONG)
add(
    "gzip with a field of 64 kilobytes",
    sized(flagged(4, struct.pack("<H", 65_535) + b"x" * 65_535), "Content-Encoding: gzip"),
    "",
    "",
)
add("gzip with flags of tomorrow", sized(flagged(0xE0, b""), "Content-Encoding: gzip"), REFUSED, "not valid gzip")
add(
    "gzip with a wrong checksum", sized(gzip.compress(GOOD)[:-8] + b"\0" * 8, "Content-Encoding: gzip"), REFUSED, "not valid gzip"
)
add("gzip and a page behind it", sized(gzip.compress(GOOD) + b"<script>", "Content-Encoding: gzip"), "", "")
add(
    "deflate that asks for a dictionary",
    sized(b"\x78\xbb\x11\x22\x33\x44" + b"x" * 40, "Content-Encoding: deflate"),
    REFUSED,
    "not valid deflate",
)
add("a bomb in chunks", head("Content-Encoding: gzip", "Transfer-Encoding: chunked") + chunked(bomb(31, 64)), REFUSED, UNPACKED)
add("a bomb behind an honest member", sized(gzip.compress(GOOD) + bomb(31, 64), "Content-Encoding: gzip"), REFUSED, UNPACKED)
add("a bomb that calls itself identity", sized(bomb(31, 4), "Content-Encoding: identity"), "", "")
add("an empty body called gzip", sized(b"", "Content-Encoding: gzip"), "PageEmpty", "empty")
add("stored blocks of nothing", endless(head("Content-Encoding: deflate") + b"\x78\x01", b"\0\0\0\xff\xff" * 4000), REFUSED, LONG)

# --- redirects
add("redirect to a port of nobody", moved("http://127.0.0.1:1/"), REFUSED, "no port for web pages")
add("redirect to port 0", moved("http://127.0.0.1:0/"), REFUSED, "no port for web pages")
add("redirect to port 99999", moved("http://127.0.0.1:99999/"), REFUSED, "no port for web pages")
add("redirect with a password", moved("http://root:hunter2@127.0.0.1/"), REFUSED, "a user name in it")
add("redirect with a backslash", moved("http:\\\\127.0.0.1\\x"), REFUSED, "a backslash")
add("redirect to a decimal host", moved("http://2852039166/"), REFUSED, "four plain numbers")
add("redirect to a mapped address", moved("http://[::ffff:169.254.169.254]/"), REFUSED, "IPv6 clothing")
add("redirect to a zone", moved("http://[fe80::1%25eth0]/"), REFUSED, "a zone")
add("redirect to two slashes", moved("//169.254.169.254/latest"), REFUSED, "metadata")
add("redirect to a host of dots", moved("http://..../"), REFUSED, "malformed")
add("redirect to a label of 64 letters", moved(f"http://{'a' * 64}.example/"), REFUSED, "malformed")
add("redirect by 303 to a film", at_first(moved("/next", "303 See"), sized(b"x", kind="video/mp4")), REFUSED, "video/mp4")
add("redirect by a refresh header", sized(GOOD, "Refresh: 0;url=http://169.254.169.254/"), "", "")
add("redirect to a bomb", at_first(moved("/next"), sized(bomb(31, 64), "Content-Encoding: gzip")), REFUSED, UNPACKED)
add(
    "redirect in the bytes of another charset",
    b"HTTP/1.1 302 X\r\nLocation: /\xff\xfe\r\nContent-Length: 0\r\n\r\n",
    REFUSED,
    "circle",
)

# --- types
add("a page called a PDF", sized(GOOD, kind="application/pdf"), "", "")
add("a PDF called a page", sized(b"%PDF-1.7\n" + b"\xff" * 100, kind="text/html"), "", "")
add("a form in parts", sized(b"--x\r\n\r\nhello\r\n--x--", kind="multipart/mixed; boundary=x"), REFUSED, "multipart/mixed")
add(
    "parts that are replaced for ever",
    endless(head(kind="multipart/x-mixed-replace; boundary=x"), b"--x\r\n\r\nx\r\n"),
    REFUSED,
    "multipart",
)
add("an event stream", endless(head(kind="text/event-stream"), b"data: x\n\n", 0.01), REFUSED, "event-stream")
add("a type with a line of its own", head("X: y", kind="text/html\r\nX-Other: z") + GOOD, "", "")
add("parameters without end", sized(GOOD, kind="text/html" + "; a=b" * 4000), "", "")
add("two character sets", sized(GOOD, kind="text/html; charset=utf-8; charset=utf-7"), "", "")
add("a character set in quotes that do not end", sized(GOOD, kind='text/html; charset="utf-8'), "", "")
add("UTF-32 without a mark", sized(GOOD.decode().encode("utf-32-le"), kind="text/html; charset=utf-32"), "", "")
add("half of UTF-16", sized(GOOD.decode().encode("utf-16")[:-1], kind="text/html; charset=utf-16"), "", "")

# --- robots.txt
add("robots.txt that hangs", robots_txt(then_hang(b"")), REFUSED, "within", hangs=True, robots=True)
add("robots.txt that drips", robots_txt(endless(head(kind="text/plain"), b"#", 0.1)), REFUSED, "within", hangs=True, robots=True)
add("robots.txt that leads inside", robots_txt(raw(moved("http://169.254.169.254/"))), "", "", robots=True)
add("robots.txt that is one line", robots_txt(b"User-agent: " + b"a" * MIB), "", "", robots=True)
add("robots.txt that is a page", robots_txt(raw(sized(GOOD))), "", "", robots=True)
add("robots.txt with a delay of years", robots_txt(b"User-agent: *\nCrawl-delay: 99999999\n"), "", "", robots=True)
