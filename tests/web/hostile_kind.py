"""Answers that no honest server gives, each with the outcome it must come to.

``KINDS`` maps a name to what the server does, the error class expected (``""``: the page is read all the same) and words that
the one-line reason must hold.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import NamedTuple

Act = Callable[[asyncio.StreamWriter, str], Awaitable[None]]
MIB = 1024 * 1024
GOOD = b"<html><body><p>A page.</p></body></html>"


class Kind(NamedTuple):
    """One kind of answer."""

    act: Act
    error: str
    reason: str
    hangs: bool = False
    robots: bool = False


KINDS: dict[str, Kind] = {}


def bomb(wbits: int, megabytes: int) -> bytes:
    """Zeros, compressed a thousandfold: one megabyte's block, repeated (the end is never reached, so it need not be right)."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, wbits)
    start = squeeze.compress(b"\0" * MIB) + squeeze.flush(zlib.Z_FULL_FLUSH)
    return start + bomb_block(wbits) * (megabytes - 1)


def bomb_block(wbits: int) -> bytes:
    """A megabyte of zeros from the middle of a stream."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, wbits)
    squeeze.compress(b"\0" * MIB)
    squeeze.flush(zlib.Z_FULL_FLUSH)
    return squeeze.compress(b"\0" * MIB) + squeeze.flush(zlib.Z_FULL_FLUSH)


def head(*lines: str, status: str = "200 OK", kind: str | None = "text/html") -> bytes:
    """A response head."""
    found = [f"HTTP/1.1 {status}", *([f"Content-Type: {kind}"] if kind is not None else []), *lines]
    return "\r\n".join(found).encode("latin-1") + b"\r\n\r\n"


def sized(body: bytes, *lines: str, status: str = "200 OK", kind: str | None = "text/html") -> bytes:
    """A whole response with its right length."""
    return head(*lines, f"Content-Length: {len(body)}", status=status, kind=kind) + body


def add(name: str, act: Act | bytes, error: str, reason: str, *, hangs: bool = False, robots: bool = False) -> None:
    """Put one kind on the list; bytes are sent as they are, and the connection closed."""
    if isinstance(act, bytes):
        data = act

        async def send(writer: asyncio.StreamWriter, path: str) -> None:
            writer.write(data)
            await writer.drain()

        act = send
    assert name not in KINDS
    KINDS[name] = Kind(act, error, reason, hangs, robots)


def endless(start: bytes, piece: bytes, pause: float = 0.0) -> Act:
    """``start``, then ``piece`` for ever."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        writer.write(start)
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return send


def then_hang(start: bytes) -> Act:
    """``start``, then nothing, with the connection left open."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        writer.write(start)
        await writer.drain()
        await asyncio.sleep(3600)

    return send


def drip(data: bytes) -> Act:
    """``data``, a byte at a time, slowly."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        for byte in data:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.2)

    return send


async def reset(writer: asyncio.StreamWriter, path: str) -> None:
    """Half a page, then a reset."""
    writer.write(head("Content-Length: 1000") + b"half")
    await writer.drain()
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def next_door(writer: asyncio.StreamWriter, path: str) -> None:
    """A redirect to ever new places."""
    writer.write(head(f"Location: {path}x", "Content-Length: 0", status="302 Found"))


async def slow_door(writer: asyncio.StreamWriter, path: str) -> None:
    """A redirect that takes its time; no single step is slow, the whole is."""
    await asyncio.sleep(0.4)
    await next_door(writer, path)


async def ping_pong(writer: asyncio.StreamWriter, path: str) -> None:
    """Two pages that redirect to each other."""
    to = path.removesuffix("-b") if path.endswith("-b") else path + "-b"
    writer.write(head(f"Location: {to}", "Content-Length: 0", status="307 Temporary Redirect"))


def robots_txt(text: bytes | Act) -> Act:
    """A good page with a hostile robots.txt."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        if path != "/robots.txt":
            writer.write(sized(GOOD))
        elif isinstance(text, bytes):
            writer.write(sized(text, kind="text/plain"))
        else:
            await text(writer, path)

    return send


def raw(data: bytes) -> Act:
    """``data`` as it is."""

    async def send(writer: asyncio.StreamWriter, path: str) -> None:
        writer.write(data)

    return send


REFUSED = "FetchRefused"
UNPACKED, LONG, BROKEN = "when unpacked", "longer than", "proper HTTP"

# --- encodings
add("gzip bomb", sized(bomb(31, 512), "Content-Encoding: gzip"), REFUSED, UNPACKED)
add("gzip bomb called x-gzip", sized(bomb(31, 512), "Content-Encoding: x-gzip"), REFUSED, UNPACKED)
add("deflate bomb", sized(bomb(15, 512), "Content-Encoding: deflate"), REFUSED, UNPACKED)
add("bare deflate bomb", sized(bomb(-15, 512), "Content-Encoding: deflate"), REFUSED, UNPACKED)
add("gzip bomb in a gzip", sized(gzip.compress(bomb(31, 64)), "Content-Encoding: gzip, gzip"), REFUSED, "2 times over")
add("gzip ten times over", sized(b"x", "Content-Encoding: " + ", ".join(["gzip"] * 10)), REFUSED, "10 times over")
add("encodings in two headers", sized(b"x", "Content-Encoding: gzip", "Content-Encoding: deflate"), REFUSED, "two different")
add("brotli bomb", sized(b"\xcf\xff\xff\x7f\xf8\x27\x00" * 50, "Content-Encoding: br"), REFUSED, "not asked for")
add("zstd bomb", sized(b"\x28\xb5\x2f\xfd" * 50, "Content-Encoding: zstd"), REFUSED, "not asked for")
add("lzw", sized(b"\x1f\x9d", "Content-Encoding: compress"), REFUSED, "not asked for")
add("made-up encoding", sized(b"x", "Content-Encoding: " + "z" * 5000), REFUSED, "not asked for")
add("gzip cut short", sized(gzip.compress(GOOD)[:-12], "Content-Encoding: gzip"), REFUSED, "stops in the middle")
add("gzip damaged", sized(gzip.compress(GOOD)[:10] + b"\xff" * 40, "Content-Encoding: gzip"), REFUSED, "not valid gzip")
add("text called gzip", sized(GOOD, "Content-Encoding: gzip"), REFUSED, "not valid gzip")
add("text called deflate", sized(GOOD, "Content-Encoding: deflate"), REFUSED, "not valid deflate")
add("thousands of gzip members", sized(gzip.compress(b"") * 20_000, "Content-Encoding: gzip"), REFUSED, "gzip members")
add("endless gzip", endless(head("Content-Encoding: gzip") + bomb(31, 1), bomb_block(31)), REFUSED, UNPACKED)
add("gzip with padding", sized(gzip.compress(GOOD) + b"\0" * 4096, "Content-Encoding: gzip"), "", "")

# --- sizes
add("endless body", endless(head(), b"x" * 65_536), REFUSED, LONG)
add("endless chunks", endless(head("Transfer-Encoding: chunked"), b"10000\r\n" + b"x" * 65_536 + b"\r\n"), REFUSED, LONG)
add("length beyond the cap", head("Content-Length: 9000000000") + GOOD, REFUSED, LONG)
add("length of twenty digits", head("Content-Length: " + "9" * 20) + GOOD, REFUSED, LONG)
add("length of five thousand digits", head("Content-Length: " + "9" * 5000) + GOOD, REFUSED, BROKEN)
add("length too long", head("Content-Length: 1000") + GOOD, REFUSED, BROKEN)
add("length too short", head("Content-Length: 8") + GOOD, "", "")
add("negative length", head("Content-Length: -5") + GOOD, REFUSED, BROKEN)
add("two lengths", head("Content-Length: 5", "Content-Length: 9") + GOOD, REFUSED, BROKEN)
add("length that is no number", head("Content-Length: many") + GOOD, REFUSED, BROKEN)
add("length in hex", head("Content-Length: 0x10") + GOOD, REFUSED, BROKEN)
add("chunk of 2**80", head("Transfer-Encoding: chunked") + b"F" * 20 + b"\r\n" + GOOD, REFUSED, BROKEN)
add("chunk size of a hundred digits", head("Transfer-Encoding: chunked") + b"F" * 100 + b"\r\n" + GOOD, REFUSED, BROKEN)
add("chunk size that is no number", head("Transfer-Encoding: chunked") + b"ZZ\r\n" + GOOD, REFUSED, BROKEN)
add("chunks cut short", head("Transfer-Encoding: chunked") + b"64\r\nhalf", REFUSED, BROKEN)
CHUNKED = head("Transfer-Encoding: chunked")
add("chunk extensions without end", endless(CHUNKED, b"1;" + b"e" * 60_000 + b"\r\nx\r\n"), REFUSED, "the server sent more")
add("trailers without end", endless(CHUNKED + b"1\r\nx\r\n0\r\n", b"T: " + b"t" * 1000 + b"\r\n"), REFUSED, BROKEN)
add("chunks of one byte", endless(head("Transfer-Encoding: chunked"), b"1\r\nx\r\n" * 10_000), REFUSED, "", hangs=True)
add("unknown transfer coding", head("Transfer-Encoding: gzip, chunked") + GOOD, REFUSED, BROKEN)
add("a page over the cap", sized(b"x" * (9 * MIB)), REFUSED, LONG)
add("empty page", sized(b""), "PageEmpty", "empty")
add("page of white space", sized(b" \r\n\t" * 1000), "PageEmpty", "empty")

# --- times
add("never answers", then_hang(b""), REFUSED, "within", hangs=True)
add("half a head", then_hang(b"HTTP/1.1 200 OK\r\nContent-Ty"), REFUSED, "within", hangs=True)
add("head and no body", then_hang(head("Content-Length: 100")), REFUSED, "within", hangs=True)
add("body without end or length", then_hang(head() + GOOD), REFUSED, "within", hangs=True)
add("slow head", drip(head() + GOOD), REFUSED, "within", hangs=True)
add("slow body", endless(head("Content-Length: 100000"), b"x", 0.1), REFUSED, "within", hangs=True)
add("slow chunks", endless(head("Transfer-Encoding: chunked"), b"1\r\nx\r\n", 0.1), REFUSED, "within", hangs=True)
add("slow redirects", slow_door, REFUSED, "within", hangs=True)
add("interim answers without end", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01), REFUSED, "within", hangs=True)
add("flood of interim answers", endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 1000), REFUSED, "", hangs=True)
add("slow error page", endless(head("Content-Length: 9999", status="404 Not Found"), b"x", 0.1), REFUSED, "within", hangs=True)
add("closes at once", b"", REFUSED, BROKEN)
add("reset half-way", reset, "ProviderError", "could not be read")

# --- heads
add("ten thousand headers", head(*[f"X-{number}: y" for number in range(10_000)], "Content-Length: 1") + b"x", REFUSED, "")
add("three hundred headers", sized(b"x", *[f"X-{number}: y" for number in range(300)]), REFUSED, "256 headers")
add("three hundred cookies", head(*["Set-Cookie: a=b"] * 300, "Content-Length: 1") + b"x", REFUSED, "256 headers")
add("header of a megabyte", head("X-Long: " + "y" * MIB) + GOOD, REFUSED, BROKEN)
add("header of 80 kilobytes", head("X-Long: " + "y" * 80_000, "Content-Length: 1") + b"x", REFUSED, "of headers")
add("headers without end", endless(b"HTTP/1.1 200 OK\r\n", b"X: " + b"y" * 500 + b"\r\n"), REFUSED, BROKEN)
add("one header without end", endless(b"HTTP/1.1 200 OK\r\nX: ", b"y" * 4096), REFUSED, BROKEN)
add("status line without end", endless(b"HTTP/1.1 200 ", b"O" * 4096), REFUSED, BROKEN)
add("header without a colon", b"HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", REFUSED, BROKEN)
add("nul in a header", head("X: a\0b") + GOOD, REFUSED, BROKEN)
add("blank in a header name", head("X Y: z") + GOOD, REFUSED, BROKEN)
add("two content types", head("Content-Type: image/png") + GOOD, REFUSED, "two different content-type")
add("another protocol", b"SSH-2.0-OpenSSH_9.6\r\n", REFUSED, BROKEN)
add("http/2 unasked", b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18, REFUSED, BROKEN)
add("body without a head", GOOD, REFUSED, BROKEN)
add("status that is no number", b"HTTP/1.1 abc OK\r\n\r\n", REFUSED, BROKEN)
add("random bytes", bytes((number * 7919 + 13) % 256 for number in range(20_000)), REFUSED, BROKEN)
add("switching protocols", head("Upgrade: x", "Connection: upgrade", status="101 Switching Protocols"), REFUSED, "")
add("no content", head(status="204 No Content"), REFUSED, "204")
add("part of a page", sized(GOOD, status="206 Partial Content"), REFUSED, "206")
add("status 999", sized(GOOD, status="999 Denied"), "ProviderError", "999")
add("not found", sized(GOOD, status="404 Not Found"), REFUSED, "404")

# --- redirects
add("redirect to itself", head("Location: ", status="302 Found"), REFUSED, "nowhere")
add("redirect to the same place", head("Location: ?", "Content-Length: 0", status="302 Found"), REFUSED, "redirects")
add("redirects in a circle", ping_pong, REFUSED, "circle")
add("redirects without end", next_door, REFUSED, "more than 5 times")
add("redirect without a place", head("Content-Length: 0", status="301 Moved"), REFUSED, "nowhere")
add("redirect to two places", head("Location: /a", "Location: /b", status="302 Found"), REFUSED, "two different location")
add("redirect to a file", head("Location: file:///etc/passwd", status="302 Found"), REFUSED, "only http")
add("redirect to a script", head("Location: javascript:alert(1)", status="302 Found"), REFUSED, "only http")
add("redirect to data", head("Location: data:text/html,hi", status="302 Found"), REFUSED, "only http")
add("redirect inside", head("Location: http://169.254.169.254/latest/", status="302 Found"), REFUSED, "metadata")
add("redirect with a tab", head("Location: http://127.0.0\t.2/", status="302 Found"), REFUSED, "control characters")
add("redirect to a long place", head("Location: /" + "a" * 50_000, status="302 Found"), REFUSED, "longer than 4096")
INSIDE = head("Location: http://10.9.8.7/", status="302 Found")
add("redirect with an endless body", endless(INSIDE, b"x" * 65_536), REFUSED, "private address")

# --- types and character sets
add("image", sized(b"\x89PNG", kind="image/png"), REFUSED, "image/png")
add("endless film", endless(head(kind="video/mp4"), b"x" * 65_536), REFUSED, "video/mp4")
add("program", sized(b"MZ\x90\0" * 100, kind="application/octet-stream"), REFUSED, "not a type")
add("archive", sized(b"PK\x03\x04" * 100, kind="application/zip"), REFUSED, "not a type")
add("no type, junk", sized(b"\0\1\2\3" * 100, kind=None), REFUSED, "unnamed type")
add("no type, a page", sized(GOOD, kind=None), "", "")
add("type of sixty kilobytes", sized(b"{}", kind="text/" + "h" * 60_000), REFUSED, "unnamed type")
add("type that is none", sized(b"\0junk", kind=";;;///"), REFUSED, "unnamed type")
add("character set idna", sized(GOOD, kind="text/html; charset=idna"), "", "")
add("character set utf-7", sized(GOOD, kind="text/html; charset=utf-7"), "", "")
add("character set zlib", sized(GOOD, kind="text/html; charset=zlib_codec"), "", "")
add("character set without end", sized(GOOD, kind="text/html; charset=" + "u" * 30_000), "", "")

# --- walls and limits
WALL = b"<html><head><title>Just a moment...</title></head><body>Enable JavaScript and cookies to continue</body></html>"
add("cloudflare", sized(WALL, "cf-mitigated: challenge", "Server: cloudflare", status="403 Forbidden"), "Blocked", "Cloudflare")
add("cloudflare, called good", sized(WALL), "Blocked", "Cloudflare")
add("captcha", sized(b'<title>Robot Check</title><div class="g-recaptcha"></div>', status="503 Busy"), "Blocked", "captcha")
add("datadome", sized(b"{}", "x-datadome: protected", status="403 Forbidden", kind="application/json"), "Blocked", "DataDome")
add("wall with a bomb", sized(bomb(31, 64), "Content-Encoding: gzip", status="403 Forbidden"), "PageBlocked", "403")
for value in ("inf", "nan", "-1", "1e308", "9" * 400, "Mon, 99 Foo 9999", "soon"):
    add(f"retry after {value[:20]}", sized(b"", f"Retry-After: {value}", status="429 Too Many"), "RateLimited", "429")
add("endless error page", endless(head(status="500 Oops"), b"x" * 65_536), "ProviderError", "500")

# --- robots.txt
agents = b"".join(b"User-agent: a%d\n" % number for number in range(20_000))
add("robots.txt of many agents and rules", robots_txt(agents + b"Disallow: /x*y$\n" * 12_000), "", "", robots=True)
add("robots.txt of wildcards", robots_txt(b"User-agent: *\n" + b"Disallow: /" + b"*a" * 900 + b"$\n" * 200), "", "", robots=True)
ENDLESS = endless(head(kind="text/plain"), b"User-agent: *\nAllow: /\n" * 1000)
add("robots.txt without end", robots_txt(ENDLESS), "", "", robots=True)
add("robots.txt that is a bomb", robots_txt(raw(sized(bomb(31, 256), "Content-Encoding: gzip"))), "", "", robots=True)
add("robots.txt in a circle", robots_txt(next_door), "", "", robots=True)
add("robots.txt of junk", robots_txt(bytes(range(256)) * 500), "", "", robots=True)
