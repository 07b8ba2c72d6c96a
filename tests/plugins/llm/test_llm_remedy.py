"""What goes wrong between a model and us without a word of the service: one line, with something that a person can do."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import Any

import pytest
from standin.loopback import Loopback, read_request

from dr_core import AuthFailed, BadAnswer, Context, Message, ModelFailed, ModelRequest, ProviderError, RateLimited, Unreachable
from dr_core.run.retry import worth_retrying
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import OpenAI

LATER = "Try again in a while, or use another service; where it is a server of your own, its log says why"
CUT = "Try again; where it goes on, check the network and the proxy, and whether a server of your own still runs"
ADDRESS = "Check base_url in [llm.mine]"


class Curt(Loopback):
    """Reads a request and answers with these bytes; None resets the connection."""

    def __init__(self, answer: bytes | None) -> None:
        super().__init__()
        self.answer, self.asked = answer, 0

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_request(reader)
        self.asked += 1
        if self.answer is None:
            at_once = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            writer.transport.abort()
            return
        writer.write(self.answer)
        await writer.drain()


def http(status: int, body: bytes = b"", *head: str) -> bytes:
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *head, "", ""]
    return "\r\n".join(lines).encode() + body


def said(value: Any) -> bytes:
    return http(200, json.dumps(value).encode(), "Content-Type: application/json")


async def failure(answer: bytes | None, kind: type[Any] = OpenAI, **options: Any) -> ProviderError:
    """How a call fails at a service that answers so; it is asked once."""
    async with Curt(answer) as service:
        provider = kind(
            kind.Options(base_url=service.url, api_key="sk-x", model="m", timeout=20, **options), Context(instance="mine")
        )
        with pytest.raises(ProviderError) as caught:
            await provider.complete(ModelRequest(task="t", messages=(Message(role="user", content="hi"),), max_tokens=10))
        await provider.aclose()
        assert service.asked == 1 and "\n" not in str(caught.value)
    return caught.value


FAULTS: dict[str, tuple[bytes | None, type[ProviderError], bool, str, str]] = {
    "reset": (None, ProviderError, True, "mine: the connection was cut (ReadError)", CUT),
    "closed": (b"", ProviderError, True, "mine closed the connection without an answer", CUT),
    "429": (http(429), RateLimited, True, "mine asks to slow down (429)", "Wait a while, use another service, or ask less at "),
    "500": (http(500), ModelFailed, True, "mine failed (500)", LATER),
    "502": (http(502), ModelFailed, True, "mine failed (502)", LATER),
    "503": (http(503), ModelFailed, True, "mine failed (503)", LATER),
    "503 with a wait": (http(503, b"", "Retry-After: 2"), RateLimited, True, "mine is overloaded (503)", LATER),
    "529": (http(529), ModelFailed, True, "mine is overloaded (529)", LATER),
    "empty": (http(200), ModelFailed, True, "mine answered with nothing (200)",
              "If it always does, another service may be there: check base_url in [llm.mine]"),
    "brotli": (http(200, b"\x8b\x02\x80{}\x03", "Content-Encoding: br"), BadAnswer, False, "mine: the answer is encoded as 'br'",
               "Have the server, or the proxy before it, send gzip or no encoding"),
    "text": (http(200, b"OK", "Content-Type: text/plain"), ModelFailed, True, "mine did not answer in JSON: OK", ADDRESS),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_without_a_word_of_the_service_has_a_remedy(fault: str) -> None:
    answer, kind, again, message, remedy = FAULTS[fault]
    error = await failure(answer)
    assert (type(error), worth_retrying(error)) == (kind, again)
    assert error.message.startswith(message) and error.remedy.startswith(remedy)


@pytest.mark.parametrize(
    "value",
    [{"status": "ok"}, {"status": "UP", "version": 3}, {"message": "Welcome"}, {"hello": "world"}, [1, 2], "ok"],
)
@pytest.mark.parametrize("kind", [OpenAI, Anthropic, Gemini])
async def test_json_of_another_service_is_a_wrong_address_and_is_not_asked_again(kind: type[Any], value: Any) -> None:
    error = await failure(said(value), kind)
    assert type(error) is BadAnswer and not worth_retrying(error) and not error.used
    assert "mine answered with JSON of another service" in error.message and error.remedy == ADDRESS


@pytest.mark.parametrize(
    "value",
    [
        {"success": False, "msg": "busy"}, {"code": 500, "message": "busy"}, {"status": "failed"}, {"errcode": 17}, {}, None,
        {"choices": []},
        {"object": "chat.completion"}, {"usage": {"prompt_tokens": 3}}, {"model": "m"}, {"error_msg": "no"},
    ],
)  # fmt: skip
async def test_an_answer_that_tells_of_a_failure_or_is_half_a_models_may_be_asked_again(value: Any) -> None:
    error = await failure(said(value))
    assert type(error) is ModelFailed and worth_retrying(error) and error.remedy == ADDRESS


PAGE = b"<html><title>ERROR: Access Denied</title></html>"
PROXIES = {
    "squid": ("Server: squid/5.7", "X-Squid-Error: ERR_ACCESS_DENIED 0"),
    "squid by its name": ("Via: 1.1 gate.corp (squid/5.7)",),
    "by the standard": ("Proxy-Status: gate.corp; error=http_request_denied",),
    "another": ("Server: Zscaler/6.2",),
}


@pytest.mark.parametrize("who", PROXIES)
async def test_a_proxy_on_the_way_that_refuses_is_no_service_that_refuses_the_key(who: str) -> None:
    error = await failure(http(403, PAGE, "Content-Type: text/html", *PROXIES[who]))
    assert type(error) is Unreachable and "the proxy says 403: ERROR: Access Denied (at http://127.0.0.1:" in error.message
    assert error.remedy.startswith("A proxy on the way lets nobody through to http://127.0.0.1:")
    assert "proxy of [llm.mine]" in error.remedy


async def test_whoever_hands_a_refusal_on_is_named_beside_the_key() -> None:
    error = await failure(http(403, b"", "Via: 1.1 gate.corp"))
    assert type(error) is AuthFailed and error.message == "mine, or the proxy on the way (1.1 gate.corp), refused the key (403)"


@pytest.mark.parametrize(
    "head", ["Via: 1.1 google", "Via: 1.1 varnish", "Server: nginx", "Via: 1.1 x.cloudfront.net (CloudFront)"]
)
async def test_what_stands_before_a_service_is_no_proxy_on_the_way(head: str) -> None:
    error = await failure(http(403, b"", head))
    assert type(error) is AuthFailed and "proxy" not in str(error)


async def test_a_service_that_answers_in_json_has_refused_itself_whoever_handed_it_on() -> None:
    body = json.dumps({"error": {"message": "no access"}}).encode()
    error = await failure(http(403, body, "Content-Type: application/json", "Via: 1.1 gate.corp (squid/5.7)"))
    assert type(error) is AuthFailed and str(error) == "mine refused the key (403): no access"
