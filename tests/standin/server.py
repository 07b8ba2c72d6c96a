"""A tiny HTTP server on port 0 that answers in a service's documented format, or with a fault."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Request:
    """What a client sent; header names are lower-case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))


@dataclass(frozen=True)
class Reply:
    """What the server sends; ``cut`` ends the body halfway, ``hang`` sends nothing until the server closes."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    media: str = "application/json"
    cut: bool = False
    hang: bool = False


def answer(value: Any, status: int = 200, **headers: str) -> Reply:
    """A JSON reply."""
    return Reply(json.dumps(value, ensure_ascii=False).encode(), status, headers)


def xml(text: str) -> Reply:
    """An XML reply."""
    return Reply(text.encode(), media="application/xml; charset=utf-8")


class Refused(Exception):
    """The service's own no to a request that does not follow its documentation."""

    def __init__(self, status: int, value: Any) -> None:
        super().__init__(str(value))
        self.reply = answer(value, status)


def demand(truth: object, status: int, value: Any) -> None:
    """Refuse the request unless ``truth``."""
    if not truth:
        raise Refused(status, value)


Route = Callable[[Request], Reply]


class Standin:
    """Serves ``route`` in threads of its own and keeps every request. ``fault``, where set, is sent instead."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.fault: Reply | None = None
        self.requests: list[Request] = []
        self._released = threading.Event()
        standin = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                standin._serve(self)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Standin:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._released.set()
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        request = Request(
            handler.command,
            parts.path,
            dict(parse_qsl(parts.query, keep_blank_values=True)),
            {key.lower(): value for key, value in handler.headers.items()},
            handler.rfile.read(int(handler.headers.get("content-length") or 0)),
        )
        self.requests.append(request)
        if self.fault:
            reply = self.fault
        else:
            try:
                reply = self.route(request)
            except Refused as no:
                reply = no.reply
        if reply.hang:
            self._released.wait()
            return
        try:
            handler.send_response(reply.status)
            for key, value in {"Content-Type": reply.media, **reply.headers}.items():
                handler.send_header(key.replace("_", "-"), value)
            handler.send_header("Content-Length", str(len(reply.body)))
            handler.end_headers()
            handler.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
        except OSError:
            pass  # the client left, as clients do


Start = Callable[..., tuple[Any, Standin]]
"""The type of the fixtures ``start``: a provider and the server it talks to."""
