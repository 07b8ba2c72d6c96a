"""Hits of several engines made one list: one entry a page, and what several engines agree on comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isfinite
from urllib.parse import urlsplit, urlunsplit

from dr_core.pattern import regex
from dr_core.run.left_out import note_left_out
from dr_core.types import Hit

TRACKING = ("utm_", "mc_", "_hs", "hsa_", "pk_", "mtm_", "fb_", "ga_", "_ga", "gad_")
TRACKING_NAMES = {
    "fbclid", "gclid", "dclid", "msclkid", "igshid", "yclid", "twclid", "ref", "ref_src", "ref_url", "source", "spm",
    "share_token", "smid", "cmpid", "ncid", "feature", "si", "trk", "vero_id", "wt_mc", "amp", "gbraid", "wbraid", "srsltid",
    "_gl", "ttclid", "ysclid", "spm_id_from", "vd_source", "share_source",
}  # fmt: skip
LONGEST_TITLE = 2000
"""Characters of the title of a hit."""
FUSION = 60
"""The constant of reciprocal rank fusion: how little the first place weighs more than the second."""
_WRAPPED = regex(
    r"https?://(?:www\.google\.[a-z.]+/amp/(?P<amp>s/)?|[\w-]+\.cdn\.ampproject\.org/[civ]/(?P<cdn>s/)?"
    r"|web\.archive\.org/web/\d+(?:[a-z]{2}_)?/(?P<whole>https?:/{1,2})?)(?P<page>[^/?#]+\.[^/?#]+.*)",
    re.I,
)
"""A copy of a page that carries the page's own address: AMP viewers and the web archive."""
_PAPER = regex(r"/(?:abs|pdf|html)/(?P<id>\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?(?:\.pdf)?/?", re.I)
_SESSION = regex(r";(?:jsessionid|phpsessid)=[^/;]*", re.I)
_MIRRORS = {
    "export.arxiv.org": "arxiv.org", "ar5iv.org": "arxiv.org", "ar5iv.labs.arxiv.org": "arxiv.org", "dx.doi.org": "doi.org",
    "old.reddit.com": "reddit.com", "new.reddit.com": "reddit.com", "np.reddit.com": "reddit.com",
    "mobile.twitter.com": "x.com", "twitter.com": "x.com",
}  # fmt: skip


@lru_cache(maxsize=4096)  # of each hit it is asked a dozen times
def canonical(url: str) -> str:
    """A URL as the key of a page: no tracking, no fragment, no AMP, no mobile or www prefix, https, sorted parameters.

    It is for telling pages apart, never for fetching: copies of a page have the key of the page.
    """
    from w3lib.url import canonicalize_url

    if not url[:8].lower().startswith(("http://", "https://")):
        return url
    if wrapped := _WRAPPED.fullmatch(url):
        url = "https://" + wrapped["page"]
    try:
        parts = urlsplit(url)
        pairs = [(part, part.partition("=")) for part in parts.query.split("&")]
        kept = "&".join(part for part, (name, _, value) in pairs if not _tracks(name.lower(), value.lower()))
        cleaned = urlunsplit(parts._replace(query=kept))
        _scheme, host, path, query, _fragment = urlsplit(canonicalize_url(cleaned, keep_fragments=False))
    except ValueError:
        return url
    host = _home(host)
    path = _SESSION.sub("", path)
    if host == "arxiv.org" and (paper := _PAPER.fullmatch(path)):
        path = f"/abs/{paper['id']}"
    if host == "doi.org":
        path = path.lower()  # a DOI is the same in any case
    if path.endswith(("/amp", "/amp/")):
        path = path.rstrip("/").removesuffix("/amp")
    path = re.sub(r"\.amp(?=\.html?$)|(?<=\.html)\.amp$", "", path)
    return urlunsplit(("https", host, path.rstrip("/") or "/", query, ""))


def _tracks(name: str, value: str) -> bool:
    return name in TRACKING_NAMES or name.startswith(TRACKING) or (name, value) in {("output", "amp"), ("outputtype", "amp")}


def _home(host: str) -> str:
    """The host that a page is at home on."""
    host = host.rpartition("@")[2].removesuffix(":80").removesuffix(":443").removesuffix(".")
    for prefix in ("www.", "m.", "amp.", "mobile."):
        if host not in _MIRRORS and host.count(".") > 1:
            host = host.removeprefix(prefix)
    host = re.sub(r"^([a-z-]{2,12})\.m\.(wik\w+\.org)$", r"\1.\2", host)
    return _MIRRORS.get(host, host)


def bounded(hits: Sequence[Hit], most: int) -> list[Hit]:
    """The hits that have an address, with no text longer than a page may be; what is left out or cut is told. A score that is no
    number is none.

    The text of a hit is kept in the journal, the state and the sources of a run: one endless hit would fill the disk, and NaN
    would make files of them that no JSON parser reads.
    """
    kept = []
    for hit in hits:
        if not _is_address(hit.url):
            note_left_out(hit.url, "is not an address")
            continue
        long = {name: text[:most] for name in ("content", "snippet") if len(text := getattr(hit, name)) > most}
        if long:
            whole = max(len(hit.content), len(hit.snippet))
            note_left_out(hit.url, f"has {whole:,} characters, and only the first {most:,} are taken (web.max_page_bytes)")
        title = {"title": hit.title[:LONGEST_TITLE]} if len(hit.title) > LONGEST_TITLE else {}
        score = {"score": None} if hit.score is not None and not isfinite(hit.score) else {}
        kept.append(hit.model_copy(update=long | title | score) if long or title or score else hit)
    return kept


def _is_address(url: str) -> bool:
    """Whether an address can be taken apart, as a report and its readers will."""
    try:
        urlsplit(url)
    except ValueError:  # brackets with no address between them
        return False
    return True


def merge(results: Iterable[Sequence[Hit]]) -> list[Hit]:
    """One list from several ranked ones, by reciprocal rank fusion; of the same page the richest entry is kept.

    A list counts for a page once, at its best place there: under three addresses it is not what three engines agree on.
    """
    weight: dict[str, float] = {}
    best: dict[str, Hit] = {}
    for hits in results:
        counted: set[str] = set()
        for place, hit in enumerate(hits):
            key = canonical(hit.url)
            if key not in counted:
                weight[key] = weight.get(key, 0.0) + 1 / (FUSION + place)
            counted.add(key)
            known = best.get(key)
            best[key] = hit if known is None else _richer(known, hit)
    return sorted(best.values(), key=lambda hit: -weight[canonical(hit.url)])


def newest_first(hits: Sequence[Hit]) -> list[Hit]:
    """For a question about now: by month, the latest first, in each month as ranked; what has no date comes last."""
    return sorted(hits, key=lambda hit: hit.published[:7], reverse=True)


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
