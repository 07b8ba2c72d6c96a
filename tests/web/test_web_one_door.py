"""Nothing in the tree opens connections but ``dr_core.web``, save the few places named here with their reasons."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent.parent
DOOR = ROOT / "dr_core" / "web"

# Modules that can open a connection. httpx itself may be imported (for its types and errors), its clients may not be made.
OPENERS = {
    "aiohttp", "curl_cffi", "ddgs", "docker", "ftplib", "http.client", "httpcore", "httpx2", "mcp", "primp", "pycurl", "requests",
    "smtplib", "socket", "telnetlib", "urllib.request", "urllib3", "websockets", "xmlrpc.client", "playwright", "selenium",
}  # fmt: skip
CALLS = {
    "open_connection", "create_connection", "urlopen", "urlretrieve", "fetch_url", "fetch_response",
    "AsyncClient", "AsyncConnectionPool", "AsyncHTTPTransport", "HTTPTransport", "open_unix_connection",
}  # fmt: skip
HTTPX_CALLS = {"Client", "get", "post", "put", "patch", "delete", "head", "options", "request", "stream"}

EXCEPTIONS = {
    ("dr_plugins/sandbox/_docker.py", "socket"): "asks what address the Docker engine has; no page comes near it",
    ("dr_plugins/sandbox/_docker.py", "docker"): "talks to the configured Docker engine",
    ("dr_plugins/sandbox/_image.py", "docker"): "talks to the configured Docker engine",
    ("dr_plugins/sandbox/_attach.py", "socket"): "the attach socket of the Docker engine",
    ("dr_plugins/sandbox/_attach.py", "docker"): "talks to the configured Docker engine",
    ("dr_plugins/sandbox/_attach.py", "urllib3"): "the errors of the Docker client",
    ("dr_plugins/search/_mcp.py", "httpx2"): "the HTTP library of the mcp client; the server is configured",
    ("dr_plugins/search/_mcp.py", "httpx2.AsyncClient()"): "the same",
    ("dr_plugins/fetch/_browser.py", "playwright"): "drives a browser that has no way to the network but through the door",
    ("dr_plugins/fetch/_visit.py", "playwright"): "answers what the browser asks for, through the door",
    ("dr_plugins/fetch/_drawing.py", "playwright"): "the errors of the library",
    ("dr_serve/server.py", "socket"): "listens, and goes nowhere",
    ("dr_core/testing/network.py", "socket"): "the test kit closes the network with it",
    ("dr_plugins/search/_mcp.py", "mcp"): "speaks to a configured MCP server",
    ("dr_plugins/search/mcp.py", "mcp"): "the errors of the mcp client",
    ("dr_plugins/search/duckduckgo.py", "ddgs"): "asks the search engine, whose address is its own",
}


def sources() -> list[Path]:
    found = [path for package in ("dr_core", "dr_plugins", "dr_serve") for path in (ROOT / package).rglob("*.py")]
    return [path for path in found if DOOR not in path.parents]


def only_for_types(tree: ast.Module) -> set[ast.AST]:
    """What stands under ``if TYPE_CHECKING:``, and so never runs."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")]
    return {inner for block in blocks for statement in block.body for inner in ast.walk(statement)}


def openings(source: str) -> set[str]:
    """The ways ``source`` has of opening a connection."""
    tree = ast.parse(source)
    skipped = only_for_types(tree)
    found = set()
    for node in ast.walk(tree):
        if node in skipped:
            continue
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            last = called.rsplit(".", 1)[-1]
            if last in CALLS or (called.startswith("httpx.") and last in HTTPX_CALLS):
                found.add(f"{called}()")
            if last in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
                names = [str(node.args[0].value)]
        for name in names:
            found |= {opener for opener in OPENERS if name == opener or name.startswith(opener + ".")}
            if name in {f"httpx.{call}" for call in (*HTTPX_CALLS, "AsyncClient")}:
                found.add(name)
    return found


def test_only_the_door_opens_connections() -> None:
    known = {path.relative_to(ROOT).as_posix(): openings(path.read_text(encoding="utf-8")) for path in sources()}
    seen = {(path, opening) for path, found in known.items() for opening in found}
    assert seen - set(EXCEPTIONS) == set(), "pages are read by dr_core.web.Fetcher, provider APIs by dr_core.web.api_client"


def test_every_exception_is_still_needed() -> None:
    known = {path.relative_to(ROOT).as_posix(): openings(path.read_text(encoding="utf-8")) for path in sources()}
    assert [key for key in EXCEPTIONS if key[1] not in known.get(key[0], set())] == []


def test_the_door_itself_would_be_noticed() -> None:
    found = {opening for path in DOOR.glob("*.py") for opening in openings(path.read_text(encoding="utf-8"))}
    assert {"socket", "httpcore", "httpx.AsyncClient()"} <= found


@pytest.mark.parametrize(
    ("source", "opening"),
    [
        ("import socket", "socket"),
        ("from urllib.request import urlopen", "urllib.request"),
        ("from urllib import request", "urllib.request"),
        ("import urllib.request as u", "urllib.request"),
        ("def f():\n    import requests", "requests"),
        ("import importlib\nimportlib.import_module('aiohttp')", "aiohttp"),
        ("import httpx\nhttpx.get(url)", "httpx.get()"),
        ("import httpx\nhttpx.AsyncClient()", "httpx.AsyncClient()"),
        ("from httpx import AsyncClient", "httpx.AsyncClient"),
        ("import asyncio\nasyncio.open_connection('a', 1)", "asyncio.open_connection()"),
        ("import trafilatura\ntrafilatura.fetch_url(url)", "trafilatura.fetch_url()"),
    ],
)
def test_a_second_door_would_be_noticed(source: str, opening: str) -> None:
    assert opening in openings(source)


def test_types_alone_are_no_door() -> None:
    assert openings("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import socket") == set()
