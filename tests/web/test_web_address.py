"""Which addresses are refused: a table by class, with the edges of every range, and the neighbours that must stay readable."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ssrf_payload import embedded

from dr_core.web.address import refusal

RANGES = {
    "0.0.0.0/8": "this host",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "carrier",
    "127.0.0.0/8": "loopback",
    "169.254.0.0/16": "link-local",
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "",
    "192.0.2.0/24": "documentation",
    "192.88.99.0/24": "6to4",
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "benchmarks",
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    "168.63.129.16/32": "metadata",
    "100.100.100.200/32": "metadata",
    "192.0.0.192/32": "metadata",
    "::/128": "this host",
    "::1/128": "loopback",
    "::/96": "",
    "::ffff:0:0/96": "mapped",
    "::ffff:0:0:0/96": "translated",
    "64:ff9b:1::/48": "NAT64",
    "100::/64": "reserved",
    "2001::/32": "Teredo",
    "2001::/23": "",
    "2001:db8::/32": "documentation",
    "2002::/16": "6to4",
    "3fff::/20": "documentation",
    "5f00::/16": "reserved",
    "fc00::/7": "",
    "fd00:ec2::/32": "metadata",
    "fd20:ce::/32": "metadata",
    "fe80::/10": "",
    "fec0::/10": "site-local",
    "ff00::/8": "multicast",
    "4000::/3": "reserved",
    "6000::/3": "reserved",
    "8000::/3": "reserved",
    "a000::/3": "reserved",
    "c000::/3": "reserved",
    "e000::/4": "reserved",
    "fe00::/9": "reserved",
    "200::/7": "reserved",
}
READABLE = (
    "1.0.0.1",
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "3ffe::1",
    "3fff:1000::1",
    "64:ff9b::808:808",
    "2606:2800::5efe:808:808",
)


@pytest.mark.parametrize(("network", "words"), RANGES.items())
def test_a_range_is_refused_from_its_first_address_to_its_last(network: str, words: str) -> None:
    net = IPv6Network(network) if ":" in network else IPv4Network(network)
    for address in {net[0], net[-1], net[net.num_addresses // 2]}:
        why = refusal(address)
        assert why is not None, address
    middle = refusal(net[net.num_addresses // 2])
    assert middle is not None and words in middle.reason


@pytest.mark.parametrize("text", READABLE)
def test_the_public_internet_stays_readable(text: str) -> None:
    assert refusal(ip_address(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "169.254.169.254",
        "169.254.170.2",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fe80::a9fe:a9fe",
        "0.0.0.0",
        "::",
        "224.0.0.1",
        "255.255.255.255",
        "ff02::1",
    ],
)
def test_no_setting_can_allow_a_metadata_address_or_one_that_is_no_host(text: str) -> None:
    why = refusal(ip_address(text))
    assert why is not None and not why.may_be_allowed


@pytest.mark.parametrize("text", ["127.0.0.1", "10.1.2.3", "192.168.1.1", "172.20.0.1", "100.64.0.1", "::1", "fd12:3456::1"])
def test_a_setting_can_allow_private_addresses(text: str) -> None:
    why = refusal(ip_address(text))
    assert why is not None and why.may_be_allowed


@given(st.ip_addresses(v=4))
def test_whatever_is_refused_stays_refused_inside_ipv6(four: IPv4Address) -> None:
    if refusal(four) is not None:
        for kind, six in embedded(str(four)).items():
            why = refusal(six)
            assert why is not None, (kind, six)
            assert not why.may_be_allowed or int(six) == 1


@given(st.ip_addresses(v=4))
def test_nothing_that_python_calls_private_or_special_is_readable(four: IPv4Address) -> None:
    if not four.is_global or four.is_multicast or four.is_reserved:
        assert refusal(four) is not None


@given(st.ip_addresses(v=6))
def test_nothing_in_ipv6_that_python_calls_private_or_special_is_readable(six: IPv6Address) -> None:
    if (not six.is_global or six.is_multicast or six.is_site_local) and not six.is_reserved:
        assert refusal(six) is not None


def test_a_zone_is_refused() -> None:
    assert refusal(IPv6Address("fe80::1%eth0")) is not None
    assert refusal(IPv6Address("2606:4700::1%eth0")) is not None
