"""With the network closed only this machine can be reached; a plugin author's other tests are not disturbed."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from dr_core.testing.network import NetworkClosed, closed_network, is_local

ELSEWHERE = ("192.0.2.1", 9)  # a documentation address: nobody is there


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("dr.localhost", True), ("", True),
        (None, True), ("0.0.0.0", True), (b"127.0.0.1", True), ("192.168.0.1", False), ("8.8.8.8", False), ("2001:db8::1", False),
        ("example.org", False), ("localhost.example.org", False), (b"example.org", False), ("fe80::1%eth0", False),
    ],
)  # fmt: skip
def test_this_machine_is_told_from_others(host: str | bytes | None, local: bool) -> None:
    assert is_local(host) == local


def _tcp() -> None:
    with socket.socket() as sock:
        sock.settimeout(0.01)
        sock.connect(ELSEWHERE)


def _tcp_ex() -> None:
    with socket.socket() as sock:
        sock.settimeout(0.01)
        sock.connect_ex(ELSEWHERE)


def _udp() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", ELSEWHERE)


def _udp_flags() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", 0, ELSEWHERE)


def _message() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendmsg([b"x"], [], 0, ELSEWHERE)


def _name() -> None:
    socket.getaddrinfo("example.org", 80)


def _old_name() -> None:
    socket.gethostbyname("example.org")


def _asyncio() -> None:
    asyncio.run(asyncio.wait_for(asyncio.open_connection(*ELSEWHERE), 1))


def _httpx() -> None:
    import httpx

    httpx.get("http://example.org/", trust_env=False)


WAYS_OUT = [_tcp, _tcp_ex, _udp, _udp_flags, _message, _name, _old_name, _asyncio, _httpx]


@pytest.mark.parametrize("way", WAYS_OUT, ids=lambda way: way.__name__)
def test_every_way_out_is_closed(way: object) -> None:
    with closed_network(), pytest.raises(NetworkClosed, match="only this machine can be reached"):
        way()  # type: ignore[operator]


def test_this_machine_can_be_reached_and_everything_is_as_before_afterwards() -> None:
    before = socket.getaddrinfo
    with closed_network(), socket.create_server(("127.0.0.1", 0)) as server:
        assert socket.getaddrinfo is not before
        socket.create_connection(("localhost", server.getsockname()[1])).close()
    assert socket.getaddrinfo is before


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no unix sockets here")
def test_unix_sockets_can_be_reached(tmp_path: Path) -> None:
    path = os.path.relpath(tmp_path / "s")  # a unix socket's path must be short
    with closed_network(), socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(path)
        server.listen()
        client.connect(path)


# --- in the tests of others -------------------------------------------------------------------------------------------------

TESTS = """
import os, socket, pytest

def out():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))  # sends nothing

def test_plain():
    out()

def test_by_fixture(closed_network):
    with pytest.raises(RuntimeError, match="only this machine"):
        out()

@pytest.mark.open_network("it must")
def test_with_reason():
    out()

@pytest.mark.open_network
def test_without_reason():
    out()

def test_environment_is_the_users():
    assert os.environ["TAVILY_API_KEY"] == "mine"

def test_home_is_ones_own(dr_home):
    assert "TAVILY_API_KEY" not in os.environ
    assert os.environ["HOME"] == str(dr_home)
"""
INI = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, ini: str) -> dict[str, str]:
    monkeypatch.setenv("TAVILY_API_KEY", "mine")
    pytester.makeini(INI + ini)
    pytester.makepyfile(TESTS)
    passed, _, failed = pytester.inline_run("-p", "no:cacheprovider").listoutcomes()
    return {each.nodeid.rpartition("::")[2]: each.outcome for each in (*passed, *failed)}  # type: ignore[union-attr]


def _need_a_way_out() -> None:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.connect(ELSEWHERE)
    except OSError:
        pytest.skip("this machine has no way out at all")


@pytest.mark.open_network("the tests inside show that nothing is closed")
def test_nothing_is_closed_that_does_not_ask_for_it(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    _need_a_way_out()
    outcomes = _run(pytester, monkeypatch, "")
    assert [name for name, outcome in outcomes.items() if outcome != "passed"] == ["test_without_reason"]


@pytest.mark.open_network("the tests inside show what the configuration closes")
def test_closed_by_configuration_all_but_the_excused_are_closed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    _need_a_way_out()
    outcomes = _run(pytester, monkeypatch, "dr_network = closed\n")
    assert {name for name, outcome in outcomes.items() if outcome != "passed"} == {"test_plain", "test_without_reason"}


def test_a_wrong_word_in_the_configuration_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makeini(INI + "dr_network = shut\n")
    result = pytester.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*dr_network must be 'open' or 'closed', not 'shut'*"])
