"""Whether a subject is something on which people travel: a railway has lines and passengers, a river has neither."""

from __future__ import annotations

import re

from dr_core.pattern import regex

_TRAVELLED = regex(
    r"\brail|\btrains?\b|\btrams?\b|\bmetro\b|\bsubway|\bbus(?:es)?\b|\blines?\b|\bairlines?\b|\bairports?\b|\bferr(?:y|ies)\b"
    r"|\bflights?\b|\btransport|\bpassengers?\b|\bmaglev|\bshinkansen|\bKTX|\bTGV|高[铁鐵]|[铁鐵]路|地[铁鐵]|捷[运運]"
    r"|[电電][车車]"
    r"|列[车車]|[动動][车車]|[机機]場|机场|公交|航空|[线線]路|路[线線]|旅客|乘客|乗客|新[幹干][线線]|鉄道|リニア|空港|バス"
    r"|\btren[oi]s?\b|\btrem\b|\btrens\b|\bferrovi|(?<![aá]rea )\bmetropolitana\b|\bmetrô\b|\baeroport|\bautobus|\bônibus\b"
    r"|\bautocarro"
    r"|\bpasseggeri|\bpassageir|\blinhas? de\b"
    r"|철도|열차|고속열차|전철|지하철|전차|공항|버스|노선|승객",
    re.I,
)


def travelled(text: str) -> bool:
    """Whether a text is about something on which people travel."""
    return bool(_TRAVELLED.search(text))
