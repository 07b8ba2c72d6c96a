"""What a rate is told for: the one of 1m3当たり, 1人につき, 1일 5만 톤 is no figure, but the "per" of other languages."""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.text.unit import spellings

_THING = r"[^\d\s、。，．,;；]{1,12}?"
_TIME = r"(?:日|年|時間|か月|ヶ月|カ月|週間|分|秒|일|년|시간|개월|주|분|天|小时|小時|分钟|分鐘)"
_LENGTH = r"(?:(?:時間|시간|小时|小時)\s?\d+\s?[分분]|[分분][钟鐘]?\s?\d+\s?[秒초])"
"""1時間30分 is how long something lasts."""
_MEASURE = "|".join(sorted(map(re.escape, spellings("m", "m2", "l", "g", "w", "wh")), key=len, reverse=True))
_BEHIND = regex(
    rf"1\s?(?:[a-zA-Zµμ]{{1,4}}[23²³]?|{_THING})\s?(?:当たり|当り|當たり|あたり|につき|ごと|毎に|당|마다)"
    rf"|1\s?(?!{_LENGTH}){_TIME}(?:当たり|あたり|に|の|で|에)?[^\d、。，．,;；|]{{0,16}}\d"
    rf"|1\s?(?:{_MEASURE})에\s[^\d、。，．,;；|]{{0,8}}\d",
    re.IGNORECASE,
)
_BEFORE = regex(r"(?:\bper|\bpro|\bpar|\bpor|每|毎)\s?\Z", re.IGNORECASE)


def is_rate(text: str, start: int) -> bool:
    """Whether the one at ``start`` says for how much of something the figure beside it holds."""
    return bool(_BEHIND.match(text, start)) or bool(_BEFORE.search(text[max(0, start - 5) : start]))
