"""The options that all providers that speak HTTP share, and what is refused in them."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, ClassVar, Literal

from pydantic import SecretStr, field_validator

from dr_core import ModelProvider, option
from dr_core.pattern import regex
from dr_plugins.llm._address import is_address

_HEADER = regex(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OURS = ("content-length", "transfer-encoding", "connection")
"""What only the connection itself can say."""


class HttpOptions(ModelProvider.Options):
    """Where a model is asked, and how."""

    ends: ClassVar[tuple[str, ...]] = ()
    """What belongs to the path of a request and not to ``base_url``: people copy the whole address of an endpoint."""

    api_key: SecretStr | None = option(None, help="The key; an empty one sends none")
    base_url: str = option(..., help="Where the API is")
    model: str = option(..., help="The model's name at the service", min_length=1)
    timeout: float = option(300.0, help="Seconds for a whole call, from connecting to the last piece", gt=0, le=3600)
    silence: float = option(120.0, help="Seconds without a single byte of an answer in pieces, before it is given up", gt=0)
    stream: bool = option(True, help="Ask for the answer in pieces")
    structured: Literal["auto", "schema", "tool", "json", "plain"] = option(
        "auto", help="How to ask for answers of a given shape; auto takes the best way that the server accepts"
    )
    context_tokens: int = option(128_000, help="Tokens the model takes, question and answer together", ge=512)
    max_output_tokens: int = option(16_384, help="Tokens of one answer at most, whatever a task asks for", ge=1)
    reasoning_tokens: int = option(0, help="Tokens on top of what a task asks for, to think with", ge=0)
    effort: str = option("", help="How hard to think, as the service names it (low, medium, high); empty leaves it open")
    temperature: float | None = option(None, help="In place of what a task asks for", ge=0, le=2)
    extra: dict[str, Any] = option({}, help="Laid over the body of every request, as the service names things")
    headers: dict[str, str] = option({}, help="Sent with every request")
    proxy: str | None = option(None, help="A proxy for this service, http://host:port")

    @field_validator("headers")
    @classmethod
    def _can_be_sent(cls, headers: dict[str, str]) -> dict[str, str]:
        for name, value in headers.items():
            if not (name + value).isascii() or not (name + value).isprintable():
                raise ValueError(f"the header {name!r} has characters that cannot be sent; ASCII can")
            if not _HEADER.fullmatch(name) or name.lower() in _OURS:
                raise ValueError(f"{name!r} is no header that can be set: letters, digits and - make a name")
        return headers

    @field_validator("proxy")
    @classmethod
    def _is_proxy(cls, url: str | None) -> str | None:
        if url and not re.match(r"(?:https?|socks5h?)://[^/\s]+", url):
            raise ValueError("that is no address of a proxy, such as http://host:port")
        if url and url.startswith("socks") and find_spec("socksio") is None:
            raise ValueError("a SOCKS proxy needs one more package: pip install 'httpx[socks]'")
        return url

    @field_validator("model")
    @classmethod
    def _is_name(cls, model: str) -> str:
        if not model.strip():
            raise ValueError("the name of the model is empty")
        return model.strip()

    @field_validator("base_url")
    @classmethod
    def _is_http(cls, url: str) -> str:
        if not is_address(url):
            told = "this" if "@" in url else repr(url)  # a password may stand before it
            raise ValueError(f"{told} is no http address")
        if found := re.search(r"[?#]", url):  # what follows may be a key
            raise ValueError(f"nothing may follow the path, no {found[0]!r} either: that of each request does")
        url = url.rstrip("/")
        return next((url.removesuffix(end) for end in cls.ends if url.endswith(end)), url)
