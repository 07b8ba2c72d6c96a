"""The guarded fetcher on its good days: what it reads, what it sends, whom it asks first."""

from __future__ import annotations

import asyncio
import ssl
import zlib
from pathlib import Path

import pytest
from web_server import reply, serving

from dr_core.errors import Blocked, FetchRefused, ProviderError, SettingsError
from dr_core.web import Fetcher, api_client, get_json
from dr_core.web.media import DOCX, PDF

PAGE = b"<html><body><p>Hello.</p></body></html>"
HERE = ["127.0.0.1"]


async def test_a_page_comes_back_as_it_was_sent() -> None:
    answer = reply(PAGE, "ETag: x", "Set-Cookie: a=b", kind="Text/HTML; Charset=Big5")
    async with serving(lambda head: answer) as served, Fetcher(allow_hosts=HERE) as fetcher:
        page = await fetcher.fetch(served.url + "/a b?q=ü#part")
    assert (page.status, page.media_type, page.charset, page.body) == (200, "text/html", "big5", PAGE)
    assert page.final_url == served.url + "/a%20b?q=%C3%BC"
    assert page.headers == {"etag": "x"}


async def test_redirects_are_followed_and_the_last_address_kept() -> None:
    def answer(head: str) -> bytes:
        number = int(head.split(" ")[1].strip("/") or 0)
        return reply(PAGE) if number == 5 else reply(b"", f"Location: /{number + 1}", status=302)

    async with serving(answer) as served, Fetcher(allow_hosts=HERE) as fetcher:
        page = await fetcher.fetch(served.url)
        assert page.url == served.url and page.final_url == served.url + "/5"
        assert len(served.heads) == 6


@pytest.mark.parametrize("wbits", [31, 15, -15])
async def test_encodings_that_are_asked_for_are_undone(wbits: int) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, wbits)
    body = squeeze.compress(PAGE * 5000) + squeeze.flush()
    answer = reply(body, f"Content-Encoding: {'gzip' if wbits == 31 else 'deflate'}")
    async with serving(lambda head: answer) as served, Fetcher(allow_hosts=HERE) as fetcher:
        assert (await fetcher.fetch(served.url)).body == PAGE * 5000


async def test_nothing_personal_is_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine 127.0.0.1 login me password hunter2\n")
    monkeypatch.setenv("NETRC", str(netrc))
    async with serving(lambda head: reply(PAGE, "Set-Cookie: id=1")) as served, Fetcher(allow_hosts=HERE) as fetcher:
        await fetcher.fetch(served.url)
        await fetcher.fetch(served.url)
        for head in served.heads:
            names = {line.split(":")[0].lower() for line in head.strip().splitlines()[1:]}
            assert names == {"host", "user-agent", "accept", "accept-encoding", "connection"}
            assert f"\r\nHost: 127.0.0.1:{served.port}\r\n" in head


async def test_proxy_variables_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        serving(lambda head: b"") as proxy,
        serving(lambda head: reply(PAGE)) as served,
        Fetcher(allow_hosts=HERE) as fetcher,
    ):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert (await fetcher.fetch(served.url)).body == PAGE
        assert proxy.heads == []


async def test_a_configured_proxy_is_asked_for_a_checked_address_only() -> None:
    asked: list[str] = []

    async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[0])
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply(PAGE))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(tunnel, "127.0.0.1", 0)
    async with server, Fetcher(proxy=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}") as fetcher:
        assert (await fetcher.fetch("http://93.184.216.34/x")).body == PAGE
        with pytest.raises(FetchRefused, match="loopback"):
            await fetcher.fetch("http://127.0.0.1/")
    assert asked == ["CONNECT 93.184.216.34:80 HTTP/1.1"]


def test_a_proxy_that_cannot_be_used_is_a_settings_error() -> None:
    for proxy in ("socks5://x:1", "nonsense", "http://me:pw@x:1"):
        with pytest.raises(SettingsError, match="proxy"):
            Fetcher(proxy=proxy)


@pytest.mark.parametrize(
    ("body", "declared", "found"),
    [
        (b"%PDF-1.7 ...", "application/octet-stream", PDF),
        (b"%PDF-1.7 ...", "text/html", PDF),
        (b"PK\x03\x04....word/document.xml", "application/zip", DOCX),
        (b"<!DOCTYPE html><p>x", "", "text/html"),
        (b'{"a": 1}', "application/json", "application/json"),
        (b"%PDF-1.7 ...", "application/x-pdf", PDF),
        (b"%PDF-1.7 ...", "application/force-download", PDF),
        (b"<!-- saved -->\n<!DOCTYPE html><p>x", "", "text/html"),
        (b"<?xml version='1.0'?><html><p>x", "", "text/html"),
        (b"Only words.", "", "text/plain"),
    ],
)
async def test_the_first_bytes_tell_what_a_vague_type_does_not(body: bytes, declared: str, found: str) -> None:
    async with serving(lambda head: reply(body, kind=declared)) as served, Fetcher(allow_hosts=HERE) as fetcher:
        assert (await fetcher.fetch(served.url)).media_type == found


@pytest.mark.parametrize("kind", ["", "application/octet-stream"])
async def test_bytes_that_are_no_text_are_refused_where_nobody_says_what_they_are(kind: str) -> None:
    async with serving(lambda head: reply(b"\x00\x01\x02", kind=kind)) as served, Fetcher(allow_hosts=HERE) as fetcher:
        with pytest.raises(FetchRefused, match="not a type that is read"):
            await fetcher.fetch(served.url)


@pytest.mark.parametrize("name", ["utf-8", "none", "UTF-8", "8bit"])
async def test_a_character_set_given_as_the_encoding_is_no_encoding(name: str) -> None:
    answer = reply(PAGE, f"Content-Encoding: {name}")
    async with serving(lambda head: answer) as served, Fetcher(allow_hosts=HERE) as fetcher:
        assert (await fetcher.fetch(served.url)).body == PAGE


@pytest.mark.parametrize("kinds", [("text/html", "text/html; charset=big5"), ("text/html; charset=big5", "text/html")])
async def test_one_type_given_twice_is_one_type(kinds: tuple[str, str]) -> None:
    answer = reply(PAGE, f"Content-Type: {kinds[1]}", kind=kinds[0])
    async with serving(lambda head: answer) as served, Fetcher(allow_hosts=HERE) as fetcher:
        page = await fetcher.fetch(served.url)
        assert (page.media_type, page.charset) == ("text/html", "big5")


async def test_a_redirect_in_the_bytes_of_another_character_set_leads_to_those_bytes() -> None:
    moved = b"HTTP/1.1 302 F\r\nLocation: /" + "你好".encode("gbk") + b"?a=1&b=%20\r\nContent-Length: 0\r\n\r\n"
    async with (
        serving(lambda head: moved if head.startswith("GET / ") else reply(PAGE)) as served,
        Fetcher(allow_hosts=HERE) as fetcher,
    ):
        await fetcher.fetch(served.url)
        assert served.paths()[-1] == "/%C4%E3%BA%C3?a=1&b=%20"


@pytest.mark.parametrize("place", ["http://[::1", "http://[]/", "//[x", "http://[v1.a]/"])
async def test_a_redirect_to_brackets_with_no_address_is_refused(place: str) -> None:
    moved = f"HTTP/1.1 302 F\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode()
    async with serving(lambda head: moved) as served, Fetcher(allow_hosts=HERE) as fetcher:
        with pytest.raises(FetchRefused, match="malformed"):
            await fetcher.fetch(served.url)


async def test_a_caller_may_narrow_or_widen_the_types() -> None:
    async with serving(lambda head: reply(b"GIF89a", kind="image/gif")) as served, Fetcher(allow_hosts=HERE) as fetcher:
        assert (await fetcher.fetch(served.url, accept=("image/*",))).media_type == "image/gif"
        with pytest.raises(FetchRefused, match="image/gif"):
            await fetcher.fetch(served.url, accept=("application/pdf",))


async def test_a_page_about_captchas_is_read() -> None:
    body = b'<title>How captchas work</title><p>One.</p><p>Two.</p><p>Three.</p><form class="g-recaptcha"></form>'
    async with serving(lambda head: reply(body)) as served, Fetcher(allow_hosts=HERE) as fetcher:
        assert (await fetcher.fetch(served.url)).body == body
    async with serving(lambda head: reply(b"<div class='g-recaptcha'></div>")) as served, Fetcher(allow_hosts=HERE) as fetcher:
        with pytest.raises(Blocked, match="captcha"):
            await fetcher.fetch(served.url)


async def test_being_cancelled_leaves_no_task() -> None:
    async with serving(lambda head: None) as served, Fetcher(allow_hosts=HERE, robots=True) as fetcher:
        before = asyncio.all_tasks()
        task = asyncio.create_task(fetcher.fetch(served.url))
        while not served.heads:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await fetcher.aclose()
        mine = {left for left in asyncio.all_tasks() - before if "serve" not in repr(left)}
        assert mine == set()


# --- robots.txt


def with_robots(text: bytes, status: int = 200) -> object:
    return lambda head: reply(text, status=status, kind="text/plain") if " /robots.txt " in head else reply(PAGE)


RULES = b"User-agent: *\nDisallow: /private\nAllow: /private/open$\n\nUser-agent: dr-framework\nDisallow: /ours\n"


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        (RULES, "/", True),
        (RULES, "/ours/x", False),
        (RULES, "/private/x", True),  # the group of our own name counts, not the one for all
        (b"User-agent: *\nDisallow: /private\nAllow: /private/open$\n", "/private/x", False),
        (b"User-agent: *\nDisallow: /private\nAllow: /private/open$\n", "/private/open", True),
        (b"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n", "/", True),
        (b"User-agent: GPTBot\nUser-agent: *\nDisallow: /\n", "/", False),
        (b"User-agent: *\nDisallow:\n", "/", True),
        (b"", "/", True),
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /\n", "/", False),  # written by an editor that begins with a mark
    ],
)
async def test_robots_txt_is_respected(rules: bytes, path: str, allowed: bool) -> None:
    async with serving(with_robots(rules)) as served, Fetcher(allow_hosts=HERE, robots=True) as fetcher:  # type: ignore[arg-type]
        if allowed:
            assert (await fetcher.fetch(served.url + path)).body == PAGE
        else:
            with pytest.raises(FetchRefused, match=r"robots\.txt does not allow"):
                await fetcher.fetch(served.url + path)
            assert served.paths() == ["/robots.txt"]


async def test_robots_txt_is_asked_once_per_host() -> None:
    async with serving(with_robots(RULES)) as served, Fetcher(allow_hosts=HERE, robots=True) as fetcher:  # type: ignore[arg-type]
        await asyncio.gather(*(fetcher.fetch(f"{served.url}/{number}") for number in range(8)))
        await fetcher.fetch(served.url)
        assert served.paths().count("/robots.txt") == 1


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (503, False), (429, False)])
async def test_a_missing_robots_txt_allows_and_a_failing_one_does_not(status: int, allowed: bool) -> None:
    async with serving(with_robots(b"x", status)) as served, Fetcher(allow_hosts=HERE, robots=True) as fetcher:  # type: ignore[arg-type]
        if allowed:
            assert (await fetcher.fetch(served.url)).body == PAGE
        else:
            with pytest.raises(FetchRefused, match=r"robots\.txt could not be read"):
                await fetcher.fetch(served.url)


async def test_a_host_that_cannot_be_reached_is_said_to_be_so_and_not_to_forbid_reading() -> None:
    async with serving(with_robots(b"")) as served:  # type: ignore[arg-type]
        gone = served.url
    async with Fetcher(allow_hosts=HERE, robots=True) as fetcher:
        for _ in range(2):  # the second time from memory
            with pytest.raises(ProviderError, match="Connection refused") as told:
                await fetcher.fetch(f"{gone}/page")
            assert str(told.value).startswith(f"{gone}/page could not be read")
            assert "[web] robots" not in str(told.value)


async def test_robots_txt_is_not_asked_for_where_it_is_switched_off() -> None:
    async with serving(with_robots(b"User-agent: *\nDisallow: /")) as served, Fetcher(allow_hosts=HERE) as fetcher:  # type: ignore[arg-type]
        assert (await fetcher.fetch(served.url)).body == PAGE
        assert served.paths() == ["/"]


# --- TLS


async def test_the_name_is_kept_in_tls_and_in_the_host_header(certificate: ssl.SSLContext) -> None:
    names: list[str | None] = []
    certificate.sni_callback = lambda _socket, name, _context: names.append(name)  # type: ignore[assignment,func-returns-value]
    async with serving(lambda head: reply(PAGE), certificate) as served, Fetcher(allow_hosts=["localhost"]) as fetcher:
        page = await fetcher.fetch(f"https://localhost:{served.port}/")
        assert page.body == PAGE
        assert names == ["localhost"]
        assert f"\r\nHost: localhost:{served.port}\r\n" in served.heads[0]


async def test_a_client_of_a_service_without_tls_trusts_no_certificate(certificate: ssl.SSLContext) -> None:
    async with serving(lambda head: reply(b"{}", kind="application/json"), certificate) as served:
        address = f"https://localhost:{served.port}/"
        async with api_client() as client:
            assert await get_json(client, "engine", "GET", address) == {}
        async with api_client(base_url="http://localhost:1") as client:
            with pytest.raises(ProviderError, match="could not be reached"):
                await get_json(client, "engine", "GET", address)


async def test_a_certificate_for_another_name_is_refused(certificate: ssl.SSLContext) -> None:
    async with serving(lambda head: reply(PAGE), certificate) as served, Fetcher(allow_hosts=HERE) as fetcher:
        with pytest.raises(ProviderError, match=r"(?i)certificate"):
            await fetcher.fetch(f"https://127.0.0.1:{served.port}/")
        assert served.heads == []
