"""An address that is wrong: what can be told of it beforehand, and the remedy where nobody, or somebody else, is there."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from dr_core.pattern import regex

_NO_TLS = regex(
    r"wrong version number|wrong_version_number|record layer failure|record_layer_failure|packet length", re.IGNORECASE
)
"""How OpenSSL calls an answer that is none of TLS."""
_UNTRUSTED = regex(r"certificate[ _]verify[ _]failed", re.IGNORECASE)


def is_address(url: str) -> bool:
    """Whether somebody could be asked there."""
    try:
        return bool(re.fullmatch(r"https?://[^/\s]+(?:/\S*)?", url)) and urlsplit(url).port != 0
    except ValueError:  # a port that there is not, a bracket that is not closed
        return False


def shown(url: str) -> str:
    """Scheme and host: a password may stand before it."""
    there = urlsplit(url)
    return f"{there.scheme}://{there.netloc.rpartition('@')[2]}"


def remedy_for(url: str, said: str, place: str, starts: str, proxied: bool) -> str:
    """What to do where ``url`` (set in ``place``) could not be reached; ``starts`` is the command that starts the server."""
    if _NO_TLS.search(said) and url.startswith("https:"):
        return f"No TLS is spoken there: write http:// in base_url of {place}"
    if _UNTRUSTED.search(said):
        return "If you trust this certificate, name a file that holds it, or its issuer's, in SSL_CERT_FILE"
    if "the proxy says" in said and not proxied:
        return f"A proxy on the way lets nobody through to {shown(url)}: ask whoever runs it, or name another in proxy of {place}"
    if "the proxy says" in said:
        named = "; where it wants a name and a password, they go before the host: http://name:password@host:port"
        return f"Check proxy in {place}{named if '407' in said else ''}"
    checked = f"base_url in {place}" + (" and its proxy" if proxied else "")
    if urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1"):
        return f"Start the server{f' ({starts})' if starts else ''}, or check {checked}"
    return f"Check the network and {checked}"
