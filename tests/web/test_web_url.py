"""The strict parser of page URLs, and the guard that stands behind it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.errors import FetchRefused, SettingsError
from dr_core.web import check_url, resolve
from dr_core.web.url import join, parse_url


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://Example.ORG", "https://example.org/"),
        ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:8080/a b", "http://example.org:8080/a%20b"),
        ("http://example.org./", "http://example.org/"),
        ("http://example.org:/", "http://example.org/"),
        ("http://例え.jp/パス?q=値", "http://xn--r8jz45g.jp/%E3%83%91%E3%82%B9?q=%E5%80%A4"),
        ("http://bücher.example/%C3%BC", "http://xn--bcher-kva.example/%C3%BC"),
        ("http://93.184.216.34/", "http://93.184.216.34/"),
        ("http://[2606:4700:4700:0::1111]:8080/", "http://[2606:4700:4700::1111]:8080/"),
        ("http://my_host.example.org/~u/(x)!$&'*+,;=:@", "http://my_host.example.org/~u/(x)!$&'*+,;=:@"),
        ("http://example.org?q=1", "http://example.org/?q=1"),
    ],
)
def test_a_good_url_comes_out_canonical(url: str, canonical: str) -> None:
    assert check_url(url).url == canonical


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "only http"),
        ("example.org", "only http"),
        ("//example.org/", "only http"),
        ("http:/example.org", "only http"),
        ("http:example.org", "only http"),
        ("ftp://example.org/", "only http"),
        ("file:///etc/passwd", "only http"),
        ("javascript:alert(1)", "only http"),
        ("data:text/html,x", "only http"),
        ("http://", "malformed"),
        ("http:///x", "malformed"),
        ("http://u@example.org/", "user name"),
        ("http://u:p@example.org/", "user name"),
        ("http://@example.org/", "user name"),
        ("http://example.org\\@x/", "backslash"),
        ("http://example.org/\\x", "backslash"),
        ("http://exa\tmple.org/", "control"),
        ("http://example.org/\r\nX: y", "control"),
        ("http://example.org/\x7f", "control"),
        ("http://example.org/\x00", "control"),
        ("http://example.org/\ufeff", "control"),
        ("http://example.org/\ud800", "control"),
        ("http://a b.org/", "malformed"),
        ("http://example..org/", "malformed"),
        ("http://example.org../", "malformed"),
        ("http://.example.org/", "malformed"),
        ("http://-a.org/", "malformed"),
        ("http://%65xample.org/", "malformed"),
        ("http://ex*mple.org/", "malformed"),
        ("http://" + "a" * 64 + ".org/", "malformed"),
        ("http://" + "a." * 140 + "org/", "malformed"),
        ("http://example.org:0/", "port 0"),
        ("http://example.org:65536/", "port 65536"),
        ("http://example.org:99999999/", "malformed"),
        ("http://example.org:22/", "port 22"),
        ("http://example.org:25/", "port 25"),
        ("http://example.org:6379/", "port 6379"),
        ("http://example.org:80:80/", "malformed"),
        ("http://example.org:x/", "malformed"),
        ("http://example.org:-1/", "malformed"),
        ("http://[::1/", "malformed"),
        ("http://[::1]x/", "malformed"),
        ("http://[::g]/", "malformed"),
        ("http://[v1.x]/", "malformed"),
        ("http://[fe80::1%25lo]/", "zone"),
        ("http://::1/", "malformed"),
        ("http://127.1/", "four plain numbers"),
        ("http://1.2.3.4.5/", "four plain numbers"),
        ("http://1.2.3.256/", "four plain numbers"),
        ("http://08.8.8.8/", "four plain"),
        ("http://0x8.8.8.8/", "four plain numbers"),
        ("http://134744072/", "four plain numbers"),
        ("http://x.0x1/", "four plain"),
        ("http://8.8.8.８８８/", "four plain numbers"),
        ("http://\u202eexample.org/", "international"),
        ("http://a\u200b\u3002/", "private network"),
        ("http://example.org/" + "a" * 5000, "longer than 4096"),
        ("http://localhost/", "private network"),
        ("http://host/", "private"),
        ("http://a.internal/", "private network"),
        ("http://a.local./", "private network"),
        ("http://1.0.0.127.in-addr.arpa/", "private"),
    ],
)
def test_a_bad_url_is_refused_with_its_reason(url: str, reason: str) -> None:
    with pytest.raises(FetchRefused, match=re.escape(reason)) as caught:
        check_url(url)
    assert str(caught.value).isprintable()


@given(st.text(max_size=60))
def test_any_text_is_a_target_or_a_refusal(text: str) -> None:
    for url in (text, f"http://{text}", f"https://example.org/{text}", f"http://{text}.org:{text}/"):
        try:
            target = parse_url(url)
        except FetchRefused:
            continue
        assert parse_url(target.url) == target
        assert re.fullmatch(r"[!-~]+", target.url)


@pytest.mark.parametrize("link", ["/a\tb", "ht\ntp://127.0.0.1/", "\\\\127.0.0.1\\x", " \x00//x"])
def test_a_link_is_looked_at_before_it_is_joined(link: str) -> None:
    with pytest.raises(FetchRefused):
        join("http://example.org/", link)


def test_a_message_never_holds_the_user_name_of_a_url() -> None:
    with pytest.raises(FetchRefused) as caught:
        check_url("http://me:hunter2@example.org/")
    assert "hunter2" not in str(caught.value)


def test_allowed_hosts_are_allowed_by_name_and_port() -> None:
    assert check_url("http://127.0.0.1:8080/", ["127.0.0.1"]).port == 8080
    assert check_url("http://wiki.corp/", ["WIKI.corp."]).host == "wiki.corp"
    assert check_url("http://[::1]:81/", ["[::1]:81"]).port == 81
    with pytest.raises(FetchRefused, match="allow_hosts"):
        check_url("http://127.0.0.1:8081/", ["127.0.0.1:8080"])
    with pytest.raises(FetchRefused, match="loopback"):
        check_url("http://127.0.0.2/", ["127.0.0.1"])


def test_a_malformed_allowed_host_is_a_settings_error() -> None:
    for host in ("http://x/", "a b", "", "u@h", "127.1"):
        with pytest.raises(SettingsError, match="allow_hosts"):
            check_url("http://example.org/", [host])


async def test_every_answer_of_the_resolver_is_checked() -> None:
    with pytest.raises(FetchRefused, match="private network"):
        await resolve("localhost")
    assert all(address.is_loopback for address in await resolve("localhost", ["localhost"]))
    with pytest.raises(FetchRefused, match="metadata"):
        await resolve("169.254.169.254", ["169.254.169.254"])
