"""How the page looks: fonts of each language, colours that can be told apart, and what went wrong where it is seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_kit import opened
from serve_kit import ROOT, served

CSS = (ROOT / "dr_serve" / "page" / "page.css").read_text(encoding="utf-8")
TEXT, EDGE = 4.5, 3.0
"""The contrasts that WCAG 2.2 (AA) asks for."""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("browser", "own"), [("en-US", ""), ("zh-CN", "SC"), ("zh-TW", "TC"), ("ja-JP", "JP"), ("ko-KR", "KR"), ("de-DE", "")]
)
async def test_no_page_is_set_in_the_shapes_of_another_country(browser: str, own: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, opened(server, language=browser) as (page, wrong):
        await page.wait_for_selector("#ask:not([hidden])")
        for place in ("body", "h1", "#question"):
            named = await page.locator(place).first.evaluate("element => getComputedStyle(element).fontFamily")
            assert set(re.findall(r"CJK (\w\w)|(?:Songti|PingFang) (\w\w)", named)) <= {(own, ""), ("", own)}, named
        assert wrong == []


@pytest.mark.browser
async def test_what_went_wrong_is_seen_where_the_button_was_pressed(tmp_path: Path) -> None:
    low = {"viewport": {"width": 360, "height": 480}}
    async with served(tmp_path) as server, opened(server, **low) as (page, _wrong):
        await page.fill("#question", "?!")
        await page.locator("#go").scroll_into_view_if_needed()
        await page.click("#go")
        await page.get_by_role("alert").wait_for()
        box = await page.get_by_role("alert").bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 480


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_and_fields_can_be_told_from_what_they_stand_on(scheme: int) -> None:
    tables = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", tables[scheme]))
    for ground in ("paper", "card", "tint"):
        for ink in ("ink", "soft", "accent", "good", "bad", "warn"):
            assert _contrast(colours[ink], colours[ground]) >= TEXT, (ink, ground)
        assert _contrast(colours["edge"], colours[ground]) >= EDGE, ground
    assert _contrast(colours["on-accent"], colours["accent"]) >= TEXT
    assert _contrast(colours["bad"], colours["bad-tint"]) >= TEXT
    fields = re.findall(r"^(?:button|input.*|\.segments|\.checks span) \{.*border: 1px solid var\(--(\w+)\)", CSS, re.MULTILINE)
    assert fields == ["edge"] * 4


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(sign * 2 for sign in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
