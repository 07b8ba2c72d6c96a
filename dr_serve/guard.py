"""Who may ask: every request passes here before anything else looks at it.

A page of another site can make a browser send requests to this machine, and can give its own name our address (DNS rebinding).
So the name that was asked for (Host) must be one of ours, a request to the API must not come from another site (Origin,
Sec-Fetch-Site), and one that changes something carries a header and a content type that no form can send. Beyond this machine
there is a token as well.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dr_core.pattern import regex
from dr_serve.refusal import Refused, refused

HOST = regex(r"(?P<name>[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?", re.ASCII)
MARK = "x-dr"
"""A header that a page of another site cannot send without asking first, and we never say yes."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "no-store",
}
"""On every answer that does not say otherwise."""
ONCE = ("host", "origin", "sec-fetch-site", "authorization", "content-type", "last-event-id", MARK)
"""What is read here or later: one who looks at the first of two and one who looks at the last would disagree."""


class Names(NamedTuple):
    """The names under which the server may be asked; where ``any_address`` is set, every numeric address too.

    A number cannot be rebound: only names can be made to lead elsewhere.
    """

    known: frozenset[str]
    any_address: bool = False

    @classmethod
    def of(cls, host: str, more: Iterable[str] = ()) -> Names:
        """The names of a server that listens at ``host``."""
        wildcard = _address(host) is not None and ip_address(host).is_unspecified
        names = {"localhost", "127.0.0.1", "::1", host.lower(), *(name.lower() for name in more)}
        return cls(frozenset(names - {""}), wildcard)

    def fit(self, asked: str) -> bool:
        """Whether a Host header names this server."""
        found = HOST.fullmatch(asked)
        name = found["name"].strip("[]").lower() if found else ""
        return name in self.known or (self.any_address and _address(name) is not None)


def _address(host: str) -> str | None:
    try:
        return str(ip_address(host))
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens at a numeric address."""
    return _address(host) is not None and ip_address(host).is_loopback


class Guard:
    """The checks around an application, and the headers on all of its answers."""

    def __init__(self, app: ASGIApp, *, names: Names, token: str = "") -> None:
        self._app = app
        self._names = names
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and hand it on."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            return
        try:
            self._check(scope["method"], scope["path"], Headers(scope=scope))
        except Refused as error:
            answer = refused(error)
            answer.headers["connection"] = "close"  # what else comes on it was not looked at
            if error.status == 401:
                answer.headers["www-authenticate"] = "Bearer"
            await answer(scope, receive, dressed)
            return
        await self._app(scope, receive, dressed)

    def _check(self, method: str, path: str, headers: Headers) -> None:
        for name in ONCE:
            if len(headers.getlist(name)) > 1:
                raise Refused(400, f"the header {name} stands there twice", remedy="Send it once")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise Refused(400, "the body has two lengths", remedy="Send Content-Length or Transfer-Encoding")
        host = headers.get("host", "")
        if not self._names.fit(host):
            remedy = "Start it with --allow-host NAME if that name is yours"
            raise Refused(421, "this server does not go by the name it was asked for", remedy=remedy)
        if not path.isprintable():
            raise Refused(400, "the path has characters in it that cannot be seen", remedy="Ask for a name that dr gave")
        if not path.startswith(("/api/", "/view/")):
            return  # the page itself: the same for everybody, and nothing in it
        self._check_origin(host, headers)
        if path.startswith("/view/"):
            return  # whoever has the address was given it; see paper.py
        scheme, _, given = headers.get("authorization", "").partition(" ")
        known = scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), self._token)
        if self._token and not known:
            raise Refused(
                401,
                "the token is missing or wrong",
                remedy="Open the address that dr serve printed when it started",
                code="token",
            )
        if method not in ("GET", "HEAD"):
            if MARK not in headers:
                raise Refused(403, f"the header {MARK} is missing", remedy=f"Send {MARK}: 1 with what changes something")
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise Refused(415, "the body is not application/json", remedy="Send JSON, {} if there is nothing to say")

    def _check_origin(self, host: str, headers: Headers) -> None:
        site, origin = headers.get("sec-fetch-site", "none"), headers.get("origin")
        own = (f"http://{host.lower()}", f"https://{host.lower()}")  # a proxy before us may speak TLS
        if site not in ("same-origin", "none") or (origin is not None and origin.lower() not in own):
            raise Refused(403, "this request comes from another site", remedy="Use the page that this server shows")
