"""Which internet addresses a page may be read from.

The lists are our own: ``ipaddress.is_private`` and ``is_global`` leave out the cloud's own addresses, judge some ranges
differently from one Python to the next, and do not look inside IPv6 addresses that carry an IPv4 address.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import NamedTuple

Address = IPv4Address | IPv6Address


class Refusal(NamedTuple):
    """Why an address is not read, and whether a setting may allow it all the same."""

    reason: str
    may_be_allowed: bool


# The first network that holds the address decides, so the narrow ones stand first.
_FOUR = [
    ("169.254.0.0/16", "a link-local address, where clouds keep their metadata", False),
    ("168.63.129.16/32", "the metadata address of a cloud", False),
    ("100.100.100.200/32", "the metadata address of a cloud", False),
    ("192.0.0.192/32", "the metadata address of a cloud", False),
    ("127.0.0.0/8", "a loopback address", True),
    ("10.0.0.0/8", "a private address", True),
    ("172.16.0.0/12", "a private address", True),
    ("192.168.0.0/16", "a private address", True),
    ("100.64.0.0/10", "a carrier's private address", True),
    ("0.0.0.0/8", "an address of this host itself", False),
    ("192.0.0.0/24", "a reserved address", False),
    ("192.0.2.0/24", "an address for documentation", False),
    ("192.88.99.0/24", "a 6to4 relay address", False),
    ("198.18.0.0/15", "an address for benchmarks", True),  # fake-IP proxies answer every name with one of these
    ("198.51.100.0/24", "an address for documentation", False),
    ("203.0.113.0/24", "an address for documentation", False),
    ("224.0.0.0/4", "a multicast address", False),
    ("240.0.0.0/4", "a reserved address", False),
]
_SIX = [
    ("fd00:ec2::/32", "the metadata address of a cloud", False),
    ("fd20:ce::/32", "the metadata address of a cloud", False),
    ("fe80::a9fe:a9fe/128", "the metadata address of a cloud", False),
    ("::1/128", "a loopback address", True),
    ("::/128", "an address of this host itself", False),
    ("::ffff:0:0/96", "an IPv4 address in IPv6 clothing (mapped)", False),
    ("::ffff:0:0:0/96", "an IPv4 address in IPv6 clothing (translated)", False),
    ("::/96", "an IPv4 address in IPv6 clothing (compatible)", False),
    ("64:ff9b:1::/48", "a local NAT64 address", False),
    ("2001::/32", "a Teredo address", False),
    ("2001::/23", "a reserved address", False),
    ("2001:db8::/32", "an address for documentation", False),
    ("2002::/16", "a 6to4 address", False),
    ("3fff::/20", "an address for documentation", False),
    ("fc00::/7", "a private address", True),
    ("fe80::/10", "a link-local address", False),
    ("fec0::/10", "a site-local address", False),
    ("ff00::/8", "a multicast address", False),
]
_FOUR_NETS = [(IPv4Network(net), Refusal(reason, allow)) for net, reason, allow in _FOUR]
_SIX_NETS = [(IPv6Network(net), Refusal(reason, allow)) for net, reason, allow in _SIX]
_NAT64 = IPv6Network("64:ff9b::/96")
_GLOBAL = IPv6Network("2000::/3")
_RESERVED = Refusal("a reserved address", False)


def refusal(address: Address) -> Refusal | None:
    """Why no page is read from ``address``, or None where one may be."""
    if isinstance(address, IPv4Address):
        return next((why for net, why in _FOUR_NETS if address in net), None)
    if address.scope_id is not None:
        return Refusal("an address with a zone", False)
    found = next((why for net, why in _SIX_NETS if address in net), None)
    if found is not None:
        return found
    if address in _NAT64:
        # How an IPv6-only network reaches the IPv4 internet: as good as the address it carries.
        inner = refusal(IPv4Address(int(address) & 0xFFFF_FFFF))
        return Refusal(f"{inner.reason}, behind NAT64", False) if inner else None
    if address not in _GLOBAL:
        return _RESERVED
    if (int(address) >> 32) & 0xFCFF_FFFF == 0x5EFE:  # ISATAP: the last 32 bits are an IPv4 address
        inner = refusal(IPv4Address(int(address) & 0xFFFF_FFFF))
        return Refusal(f"{inner.reason}, inside ISATAP", False) if inner else None
    return None
