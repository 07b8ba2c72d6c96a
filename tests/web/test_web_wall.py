"""Bot walls, and pages that only look like one."""

from __future__ import annotations

import pytest

from dr_core.web.wall import bot_wall

SCRIPTS = {
    "Imperva": b'<script src="/_Incapsula_Resource?SWJIYLWA=719d34d3&ns=1&cb=1" async></script>',
    "AWS WAF": b'<script src="https://ab.edge.sdk.awswaf.com/ab/cd/challenge.js" defer></script>',
    "DataDome": b'<script>window.ddoptions={ajaxListenerPath:"/a",endpoint:"https://geo.captcha-delivery.com"}</script>',
    "PerimeterX": b'<script src="https://captcha.px-cdn.net/PXabc/captcha.js"></script>',
    "a captcha": b'<form><div class="g-recaptcha"></div></form>',
}
PARAGRAPHS = b"<p>Sales of heat pumps rose by a tenth in the year.</p>" * 4


@pytest.mark.parametrize("who", SCRIPTS)
def test_the_script_of_a_guard_on_an_ordinary_page_is_no_wall(who: str) -> None:
    assert bot_wall(200, {}, b"<html><body>" + PARAGRAPHS + SCRIPTS[who] + b"</body></html>") == ""


@pytest.mark.parametrize("who", SCRIPTS)
def test_the_script_of_a_guard_on_a_page_without_paragraphs_is_a_wall(who: str) -> None:
    assert bot_wall(200, {}, b"<html><body>" + SCRIPTS[who] + b"</body></html>") == who


@pytest.mark.parametrize("who", SCRIPTS)
def test_a_refused_page_with_the_script_of_a_guard_is_a_wall_however_much_it_says(who: str) -> None:
    assert bot_wall(403, {}, b"<html><body>" + PARAGRAPHS + SCRIPTS[who] + b"</body></html>") == who


def test_an_article_that_quotes_a_wall_is_an_article() -> None:
    quote = b"<article><h1>Blocked</h1>Google says: unusual traffic from your computer network.</article>"
    assert bot_wall(200, {}, quote) == ""


@pytest.mark.parametrize(
    ("who", "mark"),
    [
        ("Anubis", b'<title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge"></script>'),
        ("Cloudflare", b"<title>Just a moment...</title>"),
    ],
)
def test_a_wall_that_explains_itself_in_paragraphs_is_a_wall(who: str, mark: bytes) -> None:
    assert bot_wall(200, {}, b"<html><head>" + mark + b"</head><body>" + PARAGRAPHS + b"</body></html>") == who
