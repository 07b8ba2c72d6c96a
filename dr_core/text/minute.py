"""Whether 分 behind a figure is a minute: in Japanese it is, in Chinese it is a point or a part but behind hours."""

from __future__ import annotations

from dr_core.pattern import regex

_HOURS = regex(r"(?:小[时時]|時間)\s?\Z")
_MINUTE = regex(r"分(?![\u3400-\u9fff]|の[\d一二三四五六七八九十])|分(?=[程以未短前後弱強超台余減増])")
"""Where no word goes on with it, as 分野 and 分割 do, nor a fraction."""
_TENTHS = regex(r"割\s?\Z")
_KANA = regex(r"[\u3041-\u3096\u30a1-\u30fa]")


def are_minutes(text: str, start: int, end: int) -> bool:
    """Whether the figure at ``text[start:end]`` is one of minutes, written 分."""
    if text[end : end + 1] != "分":
        return False
    before = text[max(0, start - 4) : start]
    if _HOURS.search(before):
        return True
    return bool(_MINUTE.match(text, end)) and not _TENTHS.search(before) and bool(_KANA.search(text))
