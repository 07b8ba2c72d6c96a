"""The MCP provider against servers that others wrote: npm server-everything (stdio and HTTP) and PyPI mcp-server-git."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from dr_core import Context, ProviderError, SearchTask
from dr_plugins.search.mcp import MCP

pytestmark = pytest.mark.slow


def _install(what: str, *command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)
    if done.returncode:
        pytest.skip(f"{what} could not be installed: {done.stderr.strip().splitlines()[-1:]}")


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of server-everything, in a folder of its own."""
    if not shutil.which("npm") or not shutil.which("node"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("everything")
    package = "@modelcontextprotocol/server-everything"
    _install(package, "npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(folder), package)
    return folder / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"


@pytest.fixture(scope="module")
def git_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of mcp-server-git, in an environment of its own: it wants another version of ``mcp`` than we do."""
    folder = tmp_path_factory.mktemp("git-server")
    venv.create(folder, with_pip=True)
    _install("mcp-server-git", str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "mcp-server-git")
    return folder / "bin" / "mcp-server-git"


@pytest.fixture(scope="module")
def address(everything: Path) -> Iterator[str]:
    """server-everything over Streamable HTTP."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["node", str(everything), "streamableHttp"]
    with subprocess.Popen(command, env={**os.environ, "PORT": str(port)}, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            while "listening" not in (line := process.stderr.readline()).lower():
                assert line, "server-everything ended before it listened"
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()


def _provider(**options: object) -> MCP:
    return MCP(MCP.Options.model_validate({"timeout": 60, **options}), Context(instance="everything"))


@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_server_everything_answers_a_query(way: str, request: pytest.FixtureRequest) -> None:
    provider = _way(way, request, tool="echo", query_argument="message")
    try:
        first = await provider.search(SearchTask(query="heat pumps"), 5)
        assert [hit.content for hit in first] == ["Echo: heat pumps"]
        assert first[0].url == "mcp://everything/echo?query=heat+pumps"
        assert [hit.content for hit in await provider.search(SearchTask(query="again"), 5)] == ["Echo: again"]
    finally:
        await provider.aclose()


@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_links_to_the_servers_own_resources_come_with_their_text(way: str, request: pytest.FixtureRequest) -> None:
    provider = _way(way, request, tool="get-resource-links", query_argument="", limit_argument="count")
    try:
        hits = await provider.search(SearchTask(query="x"), 4)
    finally:
        await provider.aclose()
    assert len(hits) == 4
    assert {hit.url.rpartition("/")[0] for hit in hits} == {"demo://resource/dynamic/text", "demo://resource/dynamic/blob"}
    assert all("plaintext resource created" in hit.content for hit in hits if "/text/" in hit.url)


@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_a_tool_it_does_not_have_is_an_error(way: str, request: pytest.FixtureRequest) -> None:
    provider = _way(way, request, tool="telepathy")
    try:
        with pytest.raises(ProviderError, match="telepathy"):
            await provider.search(SearchTask(query="x"), 4)
    finally:
        await provider.aclose()


def _way(way: str, request: pytest.FixtureRequest, **options: object) -> MCP:
    if way == "http":
        return _provider(url=request.getfixturevalue("address"), **options)
    return _provider(command="node", args=[str(request.getfixturevalue("everything")), "stdio"], **options)


async def test_mcp_server_git_shows_the_revision_that_was_asked_for(git_server: Path, tmp_path: Path) -> None:
    def git(*command: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *who, *command], check=True, capture_output=True)

    git("init", "--quiet")
    (tmp_path / "heat.txt").write_text("pumps\n")
    git("add", ".")
    git("commit", "--quiet", "-m", "Describe heat pumps")
    provider = _provider(
        command=str(git_server),
        args=["--repository", str(tmp_path)],
        tool="git_show",
        query_argument="revision",
        arguments={"repo_path": str(tmp_path)},
        kind="code",
    )
    try:
        hits = await provider.search(SearchTask(query="HEAD"), 5)
        assert len(hits) == 1
        assert "Describe heat pumps" in hits[0].content
        assert "+pumps" in hits[0].content
        assert hits[0].kind == "code"
        with pytest.raises(ProviderError):
            await provider.search(SearchTask(query="no-such-revision"), 5)
    finally:
        await provider.aclose()
