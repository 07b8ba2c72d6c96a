"""Who may ask: names, origins, tokens, forms of other sites. Each refusal stands beside a request that passes."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from serve_kit import CHANGE, NO_RUN, QUESTION, Served, served

from dr_serve.guard import Names, is_loopback
from dr_serve.server import Place

STATE_CHANGING = ["/api/runs", *(f"/api/runs/{NO_RUN}/{what}" for what in ("cancel", "resume", "answer", "link"))]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example:{port}", ""]
)
async def test_a_name_that_leads_here_by_rebinding_is_refused(tmp_path: Path, host: str) -> None:
    async with served(tmp_path) as server:
        port = urlsplit(server.url).port
        for path in ("/", "/api/runs", "/main.js", "/view/x"):
            answer = await server.client.get(path, headers={"host": host.format(port=port)})
            assert answer.status_code == 421 or (not host and answer.status_code == 400)
        for own in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}", "localhost"):
            assert (await server.client.get("/api/runs", headers={"host": own})).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "http://localhost",
        "file://",
        "//",
        "http://[::1",
        "[",
        "http://a\u2100",
    ],
)
async def test_a_request_from_another_origin_is_refused(tmp_path: Path, origin: str) -> None:
    async with served(tmp_path) as server:
        assert (await server.client.get("/api/runs", headers={"origin": origin.encode()})).status_code == 403
        assert (await server.client.get("/api/runs", headers={"origin": server.url.rstrip("/")})).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_a_request_that_the_browser_calls_foreign_is_refused(tmp_path: Path, site: str) -> None:
    async with served(tmp_path) as server:
        for path in ("/api/runs", "/view/x"):
            assert (await server.client.get(path, headers={"sec-fetch-site": site})).status_code == 403
        assert (await server.client.get("/api/runs", headers={"sec-fetch-site": "same-origin"})).status_code == 200
        assert (await server.client.get("/", headers={"sec-fetch-site": site})).status_code == 200  # a link may lead to the page


@pytest.mark.parametrize("path", STATE_CHANGING)
async def test_what_changes_something_needs_our_header_and_json(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as server:
        assert (await server.client.post(path, json={})).status_code == 403
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            answer = await server.client.post(path, content=b"{}", headers={**CHANGE, "content-type": kind})
            assert answer.status_code == 415
        assert (await server.post(path)).status_code in (400, 404)  # it came through, and has nothing to do
        assert (await server.client.get("/api/runs")).json() == {"runs": [], "more": False}


async def test_no_other_site_is_ever_allowed_to_ask(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ask = {
            "origin": "https://evil.example",
            "access-control-request-method": "POST",
            "access-control-request-headers": "x-dr",
        }
        answer = await server.client.request("OPTIONS", "/api/runs", headers=ask)
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_on_this_machine_alone_there_is_no_token(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert server.token == ""
    assert Place().host == "127.0.0.1"


@pytest.mark.parametrize("place", [{"host": "0.0.0.0"}, {"needs_token": True}, {"allow_hosts": ("dr.example",)}])
async def test_beyond_this_machine_a_token_is_needed_for_everything_but_the_page(
    tmp_path: Path, place: dict[str, object]
) -> None:
    async with served(tmp_path, **place) as server:
        assert len(server.token) >= 43
        for path in ("/api/about", "/api/runs", f"/api/runs/{NO_RUN}/events"):
            for wrong in ("", "Bearer", "Bearer x", f"Bearer {server.token}x", f"Bearer {server.token[:-1]}", "Bearer é"):
                answer = await server.client.get(path, headers={"authorization": wrong.encode()})
                assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
                assert server.token not in answer.text
        body = {"question": QUESTION}
        answer = await server.client.post("/api/runs", json=body, headers={**CHANGE, "authorization": "Bearer x"})
        assert answer.status_code == 401
        assert (await server.client.get("/api/runs")).status_code == 200
        assert (await server.client.get("/", headers={"authorization": ""})).status_code == 200


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER  "])
async def test_the_scheme_of_the_token_may_be_written_in_any_case(tmp_path: Path, scheme: str) -> None:
    async with served(tmp_path, needs_token=True) as server:
        answer = await server.client.get("/api/runs", headers={"authorization": scheme + server.token})
        assert answer.status_code == 200


async def test_a_token_without_its_scheme_or_with_another_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, needs_token=True) as server:
        for wrong in (server.token, f"Basic {server.token}", f"Bearer{server.token}"):
            assert (await server.client.get("/api/runs", headers={"authorization": wrong})).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/runs", "GET, HEAD, POST"),
        ("PUT", f"/api/runs/{NO_RUN}", "GET, HEAD"),
        ("GET", f"/api/runs/{NO_RUN}/cancel", "POST"),
        ("POST", "/", "GET, HEAD"),
    ],
)
async def test_a_method_that_is_not_allowed_is_told_which_are(tmp_path: Path, method: str, path: str, allowed: str) -> None:
    async with served(tmp_path) as server:
        answer = await server.client.request(method, path, headers={**CHANGE, "content-type": "application/json"})
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert answer.json() == {"error": f"{path} cannot be used with {method}", "remedy": f"Use one of: {allowed}"}


async def test_a_server_for_all_addresses_goes_by_numbers_and_named_hosts_only(tmp_path: Path) -> None:
    async with served(tmp_path, host="0.0.0.0", allow_hosts=("dr.example",)) as server:
        for host, status in {"192.168.7.7:80": 200, "dr.example": 200, "evil.example": 421, "[fe80::1]": 200}.items():
            assert (await server.client.get("/api/runs", headers={"host": host})).status_code == status


def test_names_that_only_look_like_ours_do_not_fit() -> None:
    names = Names.of("127.0.0.1")
    assert names.fit("127.0.0.1:1") and names.fit("localhost") and names.fit("[::1]:9")
    for host in (
        "", "127.0.0.2", "evil@", "localhost@evil.example", "[::1", "127.0.0.1.", "localhost:x@evil.example", "0.0.0.0",
        "localhost:", "evil@localhost", "localhost:x", "localhost:1:1", "localhost/evil", "localhost?x", "localhost#x",
        "localhost ", "\uff4cocalhost",
    ):  # fmt: skip
        assert not names.fit(host), host


@pytest.mark.parametrize("name", ["Origin", "Sec-Fetch-Site", "Authorization", "X-DR", "Content-Type", "Last-Event-ID"])
async def test_a_header_that_stands_there_twice_is_refused_whichever_is_right(tmp_path: Path, name: str) -> None:
    async with served(tmp_path) as server:
        right = {"Origin": server.url.rstrip("/"), "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}.get(
            name, "1"
        )
        once = server.head("GET /api/runs", "Connection: close", f"{name}: {right}")
        assert (await server.sent(once + b"\r\n")).startswith(b"HTTP/1.1 200 ")
        assert (await server.sent(once + f"{name}: cross-site\r\n\r\n".encode())).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("path", ["/x%0ay", "/x%00", "/x%7f", "/x%C2%85y", "/x%E2%80%A8y", "/x%E2%80%AEy", "/api/runs/%1b[2J"])
async def test_nothing_unseen_comes_back_from_a_path(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as server:
        head, _, body = (await server.raw(path)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ") and body.decode().isprintable()
        assert b" 404 " in (await server.raw("/x%E4%BD%A0")).splitlines()[0]  # what can be seen is just not there


def test_only_numbers_of_this_machine_are_loopback() -> None:
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("127.8.8.8")
    assert not any(map(is_loopback, ("0.0.0.0", "::", "localhost", "10.0.0.1", "")))


async def test_every_answer_carries_the_headers_that_keep_a_browser_strict(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await _strict(server)


async def _strict(server: Served) -> None:
    for path in ("/", "/main.js", "/api/runs", "/api/nothing", "/view/x", "/nothing"):
        headers = (await server.client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers
    refused = await server.client.get("/api/runs", headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"].startswith("default-src 'none'")
