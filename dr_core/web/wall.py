"""Bot walls: pages that stand where the answer should be and want to see a human.

A wall is worth telling from other failures, because trying again at once only makes it higher: the caller cools down and goes
elsewhere. Marks are strong ones (served by the walls themselves), since a page *about* captchas must still be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dr_core.pattern import regex

_LOOK = 128 * 1024
_SMALL = 48 * 1024
"""Walls are small pages. On an answer that looks successful, only a small one is taken for a wall."""

_MARKS = (
    ("Cloudflare", b"moment... Cloudflare cf-browser-verification cf_chl_opt",
     rb"<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare)|cf-browser-verification|cf_chl_opt"),
    ("DataDome", b"captcha-delivery", rb"captcha-delivery\.com|geo\.captcha-delivery"),
    ("PerimeterX", b"px-captcha _pxCaptcha px-cdn", rb"id=[\"']px-captcha|_pxCaptcha|captcha\.px-cdn\.net"),
    ("Imperva", b"Incapsula", rb"_Incapsula_Resource|Incapsula incident ID"),
    ("Akamai", b"edgesuite Denied</title>",
     rb"errors\.edgesuite\.net|<title>Access Denied</title>[\s\S]{0,600}Reference&?\s?#"),
    ("AWS WAF", b"awswaf AwsWaf", rb"awswaf\.com/[^\"']{0,200}/(?:challenge|captcha)\.js|AwsWafIntegration"),
    ("Google", b"unusual /sorry/", rb"unusual traffic from your computer network|/sorry/index\?continue"),
    ("DuckDuckGo", b"anomaly-modal DuckDuckGo", rb"anomaly-modal|Unfortunately, bots use DuckDuckGo too"),
    ("Anubis", b"anubis_challenge bot", rb"id=[\"']anubis_challenge|Making sure you(?:&#39;|'|\xe2\x80\x99)re not a bot"),
    ("a captcha", b"g-recaptcha h-captcha cf-turnstile",
     rb"class=[\"'][^\"']{0,80}\b(?:g-recaptcha|h-captcha|cf-turnstile)\b"),
)  # fmt: skip
"""Who, words of which one must be there before it is worth looking closely, and what is looked for."""
_MARK_RES = tuple((who, tuple(words.split()), regex(mark)) for who, words, mark in _MARKS)
_WALLS_ONLY = ("Cloudflare", "DuckDuckGo", "Anubis")
"""Whose marks stand on walls and nowhere else. The others' scripts stand on every page of a site that they guard."""
_TITLE = regex(rb"(?i)<title>")
_TITLE_SAYS = regex(rb"(?i)[^<]{0,60}(?:captcha|are you (?:a )?(?:human|robot)|verify you are human|robot check)")
_WORDS = regex(rb"(?i)captcha|are you (?:a )?(?:human|robot)|you are (?:a )?human|enable javascript and cookies")


def bot_wall(status: int, headers: Mapping[str, str], body: bytes) -> str:
    """Whose bot wall this answer is ("Cloudflare", "a captcha", ...), or ``""``. Header names are lower-case."""
    if "challenge" in headers.get("cf-mitigated", ""):
        return "Cloudflare"
    if headers.get("x-amzn-waf-action", "") in ("challenge", "captcha"):
        return "AWS WAF"
    if status >= 400 and "x-datadome" in headers:
        return "DataDome"
    if status < 400 and len(body) > _SMALL:
        return ""
    looked = body[:_LOOK]
    for who, words, mark in _MARK_RES:
        marked = any(word in looked for word in words) and mark.search(looked)
        if marked and (who in _WALLS_ONLY or not _is_a_page(status, looked)):
            return who
    asks = any(_TITLE_SAYS.match(looked, title.end()) for title in _TITLE.finditer(looked))
    if asks and not _is_a_page(status, looked):
        return "a captcha"
    return "a captcha" if status in (403, 429, 503) and _WORDS.search(looked) else ""


_NOTICE = regex(
    r"(?i)\A\W*just a moment|verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue"
    r"|checking your browser|(?:are|you're|you are) (?:not )?a robot|unusual traffic from your|complete the captcha|access denied"
    r"|security check to access"
)


def wall_notice(title: str, text: str) -> bool:
    """Whether a page that somebody else read is only a wall's notice: a few words, and those of a wall."""
    return len(text) < 1500 and bool(_NOTICE.search(title) or _NOTICE.search(text))


def _is_a_page(status: int, body: bytes) -> bool:
    """Whether an answer with a mark on it (a guard's script, a login form, a comment box) is a page all the same: it succeeded,
    and has real paragraphs."""
    return status < 400 and (len(re.findall(rb"<p[\s>]", body)) >= 3 or b"<article" in body)
