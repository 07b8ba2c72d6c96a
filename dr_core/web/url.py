"""A page's URL taken apart strictly, once.

Two parsers that read one URL differently are how guards are walked around, so there is one parser here, it refuses what is
ambiguous, and the parts it finds are the very bytes that go on the wire: nothing parses the URL a second time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import quote, urljoin

from dr_core.errors import FetchRefused
from dr_core.pattern import regex
from dr_core.web.address import Address

MAX_URL = 4096
_CONTROL = regex("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_PARTS = regex(r"(https?)://([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?", re.IGNORECASE)
_AUTHORITY = regex(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{0,5}))?")
_LABEL = regex(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = regex(r"[0-9]+|0x[0-9a-f]*")
_QUAD = regex(r"(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})")
_PORTS = {"http": 80, "https": 443}
# Ports on which other protocols listen that could be made to obey an HTTP request: the list of the Fetch standard.
_BAD_PORTS = frozenset(
    {1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113,
     115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556,
     563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666,
     6667, 6668, 6669, 6679, 6697, 10080, 11211}
)  # fmt: skip


@dataclass(frozen=True)
class Target:
    """Where a URL leads: ``host`` is lower-case ASCII, ``address`` is set where the host is an IP address itself."""

    scheme: str
    host: str
    port: int
    path: str
    address: Address | None = None

    @property
    def authority(self) -> str:
        """What stands in the Host header."""
        host = f"[{self.host}]" if isinstance(self.address, IPv6Address) else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """``scheme://host:port``, the unit of robots.txt."""
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        """The URL in its canonical form."""
        return self.origin + self.path


def show(url: str) -> str:
    """``url`` as it may stand in a message: printable, on one line, at most 120 characters, no name and password."""
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in url[:400])
    text = re.sub(r"//[^/?#]*@", "//…@", text)
    return text if len(text) <= 120 else text[:119] + "…"


def refuse(url: str, reason: str, remedy: str = "") -> FetchRefused:
    """The error to raise for ``url``."""
    return FetchRefused(f"{show(url)} was not read: {reason}", remedy=remedy)


def join(base: str, link: str) -> str:
    """``link`` as it stands on the page ``base``. Looked at first: ``urljoin`` quietly drops tabs and line ends."""
    _check_characters(link)
    try:
        return urljoin(base, link)
    except ValueError as exc:  # brackets with no address between them
        raise refuse(link, "the URL's host is malformed") from exc


def _check_characters(url: str) -> None:
    if len(url) > MAX_URL:
        raise refuse(url, f"the URL is longer than {MAX_URL} characters")
    if _CONTROL.search(url):
        raise refuse(url, "the URL has control characters")
    if "\\" in url:
        raise refuse(url, "the URL has a backslash")


def parse_url(url: str) -> Target:
    """The parts of ``url``, or ``FetchRefused`` with the reason."""
    _check_characters(url)
    parts = _PARTS.fullmatch(url)
    if parts is None:
        raise refuse(url, "only http:// and https:// URLs are read")
    scheme, authority, path, query = parts[1].lower(), parts[2], parts[3] or "/", parts[4]
    if "@" in authority:
        raise refuse(url, "the URL has a user name in it")
    split = _AUTHORITY.fullmatch(authority)
    if split is None:
        raise refuse(url, "the URL's host or port is malformed")
    port = int(split[2]) if split[2] else _PORTS[scheme]
    if not 0 < port < 65_536 or port in _BAD_PORTS:
        raise refuse(url, f"port {port} is no port for web pages")
    host, address = _host(url, split[1])
    target = quote(path, safe="/%:@!$&'()*+,;=~-._") + ("" if query is None else "?" + quote(query, safe="/%:@!$&'()*+,;=~-._?"))
    return Target(scheme, host, port, target, address)


def _host(url: str, text: str) -> tuple[str, Address | None]:
    if text.startswith("["):
        try:
            six = IPv6Address(text[1:-1])
        except ValueError as exc:
            raise refuse(url, "the URL's IPv6 address is malformed") from exc
        if six.scope_id is not None:
            raise refuse(url, "the URL's IPv6 address has a zone")
        return six.compressed, six
    host = _ascii(url, text).removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise refuse(url, "the URL's host is malformed")
    if _NUMBER.fullmatch(labels[-1]):
        # 127.1, 0x7f.0.0.1, 2130706433, 0177.0.0.1: resolvers read such hosts as addresses, each in its own way.
        try:
            if _QUAD.fullmatch(host):
                return host, IPv4Address(host)
        except ValueError:
            pass  # 256 and above: as malformed as the rest
        raise refuse(url, "the URL's IPv4 address is not written as four plain numbers")
    return host, None


def _ascii(url: str, host: str) -> str:
    """``host`` in lower-case ASCII; look-alikes (full-width digits, other dots) become what a browser would make of them."""
    if host.isascii():
        return host.lower()
    if len(host) > 253:
        raise refuse(url, "the URL's host is malformed")
    import idna  # imported here: its tables take 10 ms, and few hosts need them

    try:
        return idna.encode(host, uts46=True, std3_rules=False).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError) as exc:
        raise refuse(url, "the URL's host is no valid international name") from exc
