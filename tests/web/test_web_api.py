"""Provider APIs: one client, one map of errors, no secret in any of them."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import formatdate
from typing import Any

import httpx
import pytest
from hostile_kind import bomb
from web_server import reply, serving

from dr_core.errors import AuthFailed, BadAnswer, Blocked, ProviderError, QuotaSpent, RateLimited, Unreachable
from dr_core.web import (
    api_client,
    get_json,
    get_lines,
    get_text,
    provider_errors,
    raise_for_status,
    raise_for_stream,
    retry_after,
)

KEY = "tvly-SECRET-0123456789"
JSON = "application/json"


async def ask(answer: bytes | None, **request: Any) -> Any:
    async with (
        serving(lambda head: answer) as served,
        api_client(base_url=served.url, headers={"X-API-Key": KEY}, timeout=60) as client,
    ):
        return await get_json(client, "engine", request.pop("method", "GET"), "/search", **request)


def error(text: str, status: int, *lines: str) -> bytes:
    return reply(text.encode(), *lines, status=status, kind=JSON)


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (error('{"error": {"message": "bad key"}}', 401), AuthFailed, "bad key"),
        (error('{"detail": {"error": "Unauthorized: missing key"}}', 401), AuthFailed, "Unauthorized: missing key"),
        (error('{"message": "forbidden"}', 403), AuthFailed, "forbidden"),
        (error('{"error": {"message": "API key not valid. Please pass a valid one"}}', 400), AuthFailed, "not valid"),
        (reply(b"<title>Just a moment...</title>", "Server: cloudflare", status=403), Blocked, "Cloudflare"),
        (reply(b"<p>solve this captcha</p>", status=403), Blocked, "captcha"),
        (error("{}", 402), QuotaSpent, "402"),
        (
            error('{"error": {"message": "Too much is in flight for your credits"}}', 402, "Retry-After: 5"),
            RateLimited,
            "in flight",
        ),
        (
            error('{"error": {"message": "The free tier of the model has been exhausted. To go on, pay."}}', 403),
            QuotaSpent,
            "free tier",
        ),
        (error('{"message": "Not enough credits"}', 400), QuotaSpent, "Not enough credits"),
        (
            error('{"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}', 429),
            QuotaSpent,
            "quota",
        ),
        (error('{"error": {"type": "x", "message": "Your credit balance is too low"}}', 400), QuotaSpent, "credit balance"),
        (error('{"detail": {"error": "This request exceeds your plan\'s set usage limit"}}', 432), QuotaSpent, "432"),
        (error('{"message": "slow down"}', 429), RateLimited, "slow down"),
        (error('{"message": "API rate limit exceeded for 1.2.3.4"}', 403, "X-RateLimit-Remaining: 0"), RateLimited, "rate limit"),
        (error("oops", 500), ProviderError, "oops"),
        (
            error('{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}', 529),
            ProviderError,
            "Overloaded",
        ),
        (error('{"errors": [{"message": "no such field"}]}', 422), BadAnswer, "no such field"),
        (error('{"detail": "nope"}', 404), BadAnswer, "nope"),
        (error('{"detail": [{"loc": ["body", "top_k"], "msg": "not permitted"}]}', 422), BadAnswer, "top_k: not permitted"),
        (reply(b"", "Location: http://elsewhere.example/", status=302), BadAnswer, "redirect"),
        (reply(b"<html>hello</html>"), BadAnswer, "HTML where JSON"),
        (reply(b"<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"), Blocked, "Cloudflare"),
        (reply(b'{"results": [', kind=JSON), BadAnswer, "cut off"),
        (reply(b"", kind=JSON), BadAnswer, "nothing"),
        (reply(b"pong", kind="text/plain"), BadAnswer, "pong"),
        (reply(b"[" * 100_000, kind=JSON), BadAnswer, "broken"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", BadAnswer, "broke off"),
        (b"nonsense\r\n\r\n", BadAnswer, "broken HTTP"),
        (b"", ProviderError, "closed the connection without an answer"),
        (reply(b"x" * 9_000_000, kind=JSON), BadAnswer, "more than 8192 KiB"),
        (reply(bomb(31, 64), "Content-Encoding: gzip", kind=JSON), BadAnswer, "more than 8192 KiB"),
        (reply(b"x", "Content-Encoding: br", kind=JSON), BadAnswer, "not asked for"),
        (reply(bomb(31, 64), "Content-Encoding: gzip", status=401), AuthFailed, "401"),
    ],
)
async def test_a_failure_is_told_in_our_own_words(answer: bytes, kind: type[Exception], words: str) -> None:
    with pytest.raises(ProviderError) as caught:
        await ask(answer)
    assert type(caught.value) is kind
    assert words in str(caught.value)
    assert str(caught.value).startswith("engine")
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("answer", "kind", "remedy"),
    [
        (
            reply(b"", status=429),
            RateLimited,
            "Wait a while, use another service, or ask less at once (llm.max_concurrent, search.",
        ),
        (reply(b"", status=529), ProviderError, "Try again in a while, or use another service"),
        (reply(b"", status=502), ProviderError, "Try again in a while, or use another service"),
        (reply(b"", kind=JSON), BadAnswer, "If it always does, another service may be there: check base_url"),
        (reply(b"x", "Content-Encoding: br", kind=JSON), BadAnswer, "Have the server, or the proxy before it, send gzip"),
        (reply(b"pong", kind="text/plain"), BadAnswer, "Check base_url: another service may be there"),
        (reply(b"", "Server: squid/5.7", status=403), Unreachable, "Check the proxy"),
        (b"", ProviderError, "Try again; where it goes on, check the network and the proxy"),
    ],
)
async def test_a_failure_of_which_the_service_says_nothing_has_a_remedy(
    answer: bytes, kind: type[Exception], remedy: str
) -> None:
    with pytest.raises(ProviderError) as caught:
        await ask(answer)
    assert type(caught.value) is kind and caught.value.remedy.startswith(remedy)
    assert str(caught.value).isprintable()


async def test_what_the_service_says_itself_stands_alone() -> None:
    for status in (429, 500, 529):
        with pytest.raises(ProviderError, match=r"\(\d+\): the reason$"):
            await ask(error('{"message": "the reason"}', status))


async def test_an_answer_comes_back_as_json_whatever_its_encoding() -> None:
    assert await ask(reply(b'{"a": [1]}', kind=JSON)) == {"a": [1]}
    assert await ask(reply(gzip.compress(b'{"a": "\xc3\xa9"}'), "Content-Encoding: gzip", kind=JSON)) == {"a": "é"}


async def test_the_deadline_is_for_the_whole_call() -> None:
    with pytest.raises(ProviderError, match="did not answer in time"):
        await ask(None, deadline=0.2)


async def test_a_service_that_is_not_there_is_a_provider_error() -> None:
    async with serving(lambda head: b"") as served:
        url = served.url
    async with api_client(base_url=url) as client:
        with pytest.raises(ProviderError, match="could not be reached"):
            await get_json(client, "engine", "GET", "/")


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"method": "POST", "json": {"api_key": "body-secret-42", "q": "x"}},
        {"params": {"key": "param-secret-42", "q": "x"}},
        {"headers": {"Authorization": "Bearer head-secret-42"}},
        {"headers": {"X-Subscription-Token": "head-secret-42"}},
    ],
)
@pytest.mark.parametrize("status", [200, 400, 401, 402, 403, 404, 429, 500])
async def test_a_service_that_quotes_the_key_does_not_spread_it(request_: dict[str, Any], status: int) -> None:
    quoted = f"key {KEY} body-secret-42 param-secret-42 head-secret-42 is wrong"
    sent = [secret for secret in (KEY, "body-secret-42", "param-secret-42", "head-secret-42") if secret in f"{KEY}{request_}"]
    with pytest.raises(ProviderError) as caught:
        await ask(reply(quoted.encode(), status=status, kind="text/plain"), **request_)
    assert not [secret for secret in sent if secret in str(caught.value)]


async def test_keys_do_not_follow_a_redirect() -> None:
    async with serving(lambda head: reply(b"{}", kind=JSON)) as thief:
        with pytest.raises(BadAnswer, match="redirect"):
            await ask(reply(b"", f"Location: {thief.url}/", status=307))
        assert thief.heads == []


async def test_proxy_variables_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(lambda head: b"") as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert await ask(reply(b"{}", kind=JSON)) == {}
        assert proxy.heads == []


NOW = time.time()  # when the tests were collected; the dates below leave hours until they are run


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"retry-after": "7"}, 7, 7),
        ({"retry-after": "0.5"}, 0.5, 0.5),
        ({"retry-after": formatdate(NOW + 72_000, usegmt=True)}, 3600, 72_001),
        ({"retry-after": formatdate(NOW - 100, usegmt=True)}, 0, 0),
        ({"retry-after": "999999999"}, 86_400, 86_400),
        # by the service's clock, whatever ours says
        ({"retry-after": formatdate(NOW + 9_030, usegmt=True), "date": formatdate(NOW + 9_000, usegmt=True)}, 30, 30),
        ({"x-ratelimit-reset": str(int(NOW) + 9_030), "date": formatdate(int(NOW) + 9_000, usegmt=True)}, 30, 30),
        ({"retry-after": "-3"}, 0, 0),
        ({"retry-after-ms": "1500"}, 1.5, 1.5),
        ({"x-ratelimit-reset": "12"}, 12, 12),
        ({"x-ratelimit-reset": str(int(NOW) + 72_000)}, 3600, 72_001),
        ({"x-ratelimit-reset": str(int(NOW * 1000) + 72_000_000)}, 3600, 72_001),
        ({"x-ratelimit-reset": "1, 1419704", "x-ratelimit-remaining": "0, 1000"}, 1, 1),
        ({"x-ratelimit-reset": "1, 3600", "x-ratelimit-remaining": "1, 0"}, 3600, 3600),
    ],
)
def test_the_wait_is_read_from_every_usual_header(headers: dict[str, str], low: float, high: float) -> None:
    found = retry_after(headers)
    assert found is not None and low <= found <= high


@pytest.mark.parametrize("value", ["", "nan", "inf", "soon", "Mon, 99 Foo 9999", "9" * 500 + "x"])
def test_a_wait_that_is_none_is_none(value: str) -> None:
    assert retry_after({"retry-after": value}) is None


def test_a_limit_per_minute_is_no_spent_quota() -> None:
    text = '{"error": {"message": "You exceeded your current quota", "details": [{"retryDelay": "34.5s"}]}}'
    with pytest.raises(RateLimited) as caught:
        raise_for_status("gemini", httpx.Response(429, text=text, request=httpx.Request("GET", "http://x")))
    assert caught.value.retry_after == 34.5


def test_an_error_that_holds_the_url_is_not_passed_on() -> None:
    response = httpx.Response(500, text="", request=httpx.Request("GET", "http://x/?key=SECRET"))
    with pytest.raises(ProviderError) as caught, provider_errors("engine"):
        response.raise_for_status()
    assert "SECRET" not in str(caught.value)


@asynccontextmanager
async def streamed(answer: bytes) -> AsyncIterator[httpx.Response]:
    async with (
        serving(lambda head: answer) as served,
        api_client(base_url=served.url) as client,
        client.stream("GET", "/") as response,
    ):
        yield response


async def test_lines_of_a_stream_come_as_they_are_sent() -> None:
    body = "data: {}\r\n\ndata: é\nlast".encode()
    answer = reply(body, kind="text/event-stream")
    async with streamed(answer) as response:
        await raise_for_stream("engine", response)
        assert [line async for line in get_lines("engine", response)] == ["data: {}", "", "data: é", "last"]


async def test_a_line_without_end_is_refused() -> None:
    async with streamed(reply(b"x" * 3_000_000)) as response:
        with pytest.raises(BadAnswer, match="line of more than"):
            [line async for line in get_lines("engine", response)]


async def test_text_is_read_in_its_character_set() -> None:
    answer = reply("<feed>ü</feed>".encode("latin-1"), kind="application/xml; charset=iso-8859-1")
    async with serving(lambda head: answer) as served, api_client(base_url=served.url) as client:
        assert await get_text(client, "feeds", "GET", "/") == "<feed>ü</feed>"


@pytest.mark.parametrize("name", ["no-such-charset", "hex", "idna", "none"])
async def test_text_in_a_character_set_that_is_none_is_read_as_utf_8(name: str) -> None:
    answer = reply("<feed>ü</feed>".encode(), kind=f"application/xml; charset={name}")
    async with serving(lambda head: answer) as served, api_client(base_url=served.url) as client:
        assert await get_text(client, "feeds", "GET", "/") == "<feed>ü</feed>"


async def test_being_cancelled_leaves_no_task() -> None:
    async with serving(lambda head: None) as served:
        async with api_client(base_url=served.url) as client:
            task = asyncio.create_task(get_json(client, "engine", "GET", "/search"))
            while not served.heads:
                await asyncio.sleep(0.01)
            before = asyncio.all_tasks()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert asyncio.all_tasks() <= before - {task}
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_no_cookie_of_a_service_is_taken() -> None:
    heads: list[str] = []

    def answer(head: str) -> bytes:
        heads.append(head)
        return reply(b"{}", *(f"Set-Cookie: c{number}={'x' * 4000}; Path=/" for number in range(15)), kind=JSON)

    async with serving(answer) as served, api_client(base_url=served.url) as client:
        for _ in range(2):
            await get_json(client, "engine", "GET", "/search")
    assert len(heads) == 2
    assert all("cookie" not in head.lower() for head in heads)
