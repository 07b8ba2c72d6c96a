"""Hits of several engines made one list: one entry a page, and what several engines agree on comes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit, urlunsplit

from dr_core.types import Hit

TRACKING = ("utm_", "mc_", "_hs", "hsa_", "pk_", "mtm_", "fb_", "ga_")
TRACKING_NAMES = {
    "fbclid", "gclid", "dclid", "msclkid", "igshid", "yclid", "twclid", "ref", "ref_src", "ref_url", "source", "spm",
    "share_token", "smid", "cmpid", "ncid", "feature", "si", "trk", "vero_id", "wt_mc", "amp", "output",
}  # fmt: skip
FUSION = 60
"""The constant of reciprocal rank fusion: how little the first place weighs more than the second."""


def canonical(url: str) -> str:
    """A URL as the key of a page: no tracking, no fragment, no AMP, no mobile or www prefix, https, sorted parameters."""
    from w3lib.url import canonicalize_url, url_query_cleaner

    if not url.startswith(("http://", "https://")):
        return url
    try:
        names = [part.partition("=")[0] for part in urlsplit(url).query.split("&") if part]
        drop = [name for name in names if name.lower() in TRACKING_NAMES or name.lower().startswith(TRACKING)]
        cleaned = url_query_cleaner(url, drop, remove=True) if drop else url
        _scheme, host, path, query, _fragment = urlsplit(canonicalize_url(cleaned, keep_fragments=False))
    except ValueError:
        return url
    for prefix in ("www.", "m.", "amp.", "mobile."):
        host = host.removeprefix(prefix) if host.count(".") > 1 else host
    host = host.removesuffix(":80").removesuffix(":443")
    if host.endswith(".m.wikipedia.org"):
        host = host.replace(".m.wikipedia.org", ".wikipedia.org")
    if path.endswith(("/amp", "/amp/")):
        path = path.rstrip("/").removesuffix("/amp")
    return urlunsplit(("https", host, path.rstrip("/") or "/", query, ""))


def merge(results: Iterable[Sequence[Hit]]) -> list[Hit]:
    """One list from several ranked ones, by reciprocal rank fusion; of the same page the richest entry is kept."""
    weight: dict[str, float] = {}
    best: dict[str, Hit] = {}
    for hits in results:
        for place, hit in enumerate(hits):
            key = canonical(hit.url)
            weight[key] = weight.get(key, 0.0) + 1 / (FUSION + place)
            known = best.get(key)
            best[key] = hit if known is None else _richer(known, hit)
    return sorted(best.values(), key=lambda hit: -weight[canonical(hit.url)])


def _richer(one: Hit, other: Hit) -> Hit:
    """The entry with more text, completed from the other."""
    kept, spare = (one, other) if len(one.content) + len(one.snippet) >= len(other.content) + len(other.snippet) else (other, one)
    engines = ", ".join(dict.fromkeys([*filter(None, one.engine.split(", ")), *filter(None, other.engine.split(", "))]))
    return kept.model_copy(
        update={
            "engine": engines,
            "published": kept.published or spare.published,
            "images": kept.images or spare.images,
            "kind": kept.kind or spare.kind,
        }
    )
