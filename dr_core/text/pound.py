"""Whether pounds are money or a weight: "paid 3,000 pounds", "3,000 pounds of debris"; where nothing tells, they are neither."""

from __future__ import annotations

import re

from dr_core.pattern import regex

BEFORE, BEHIND = 50, 30
"""Characters before and behind a number in which the words stand that tell."""
GRAMS = 453.592

_FORCE = regex(r"\s(?:per|of (?:force|thrust|pressure|torque))\b", re.I)
_SUM_OF = regex(
    r"\s(?:(?:in|worth of)\b|of (?:\w+ )?(?:debts?|damages?|funding|funds|savings|money|cash|investments?|aid|revenues?"
    r"|income|profits?|losses|sales|grants?|support|compensation|fines?|benefits|credit|taxes|taxpayers\b.*|donations|costs|spending"
    r"|equipment|shares|goods|stock|work)\b)",
    re.I,
)
_OF = regex(r"\s(?:of(?! (?:his|her|its|their|the|this|that|these|those|our|my)\b) [a-z]|heav(?:y|ier)\b|lighter\b)", re.I)
_MONEY = regex(
    r"\b(?:pay|pa(?:id|ys|ying)|cost\w*|pric\w+|worth|sold|sells?|bought|buys?|rais(?:ed|es|ing)|spen[dt]\w*|fund\w*|budget\w*|salar\w+"
    r"|wages?|fin(?:ed?|es)|donat\w+|debts?|loans?|tax\w*|earn\w*|invest\w*|grants?|fees?|rent\w*|charg\w+|revenue\w*|profits?|sterling"
    r"|income|sav(?:ed?|es|ing)|awarded|prize|bill)\b|£",
    re.I,
)
_WEIGHT = regex(
    r"\b(?:weigh\w*|heav\w+|lift\w*|bears?|withst\w+|carr(?:y|ies|ied|ying)|payload\w*|load\w*|harvest\w*|caught|catch\w*|yield\w*|mass|kilograms?|tonn?es?"
    r"|tons?|eats?|ate|dump\w*|haul\w*|produc\w+)\b|\b(?:kg|lbs?)\b",
    re.I,
)


def pounds(text: str, start: int, end: int) -> tuple[str, float]:
    """The base unit of a number of pounds, and how much of it one is."""
    if _FORCE.match(text, end):
        return "", 1.0
    if not _SUM_OF.match(text, end) and _OF.match(text, end):
        return "g", GRAMS
    before, behind = text[max(0, start - BEFORE) : start], text[end : end + BEHIND]
    money, weight = (_distance(words, before, behind) for words in (_MONEY, _WEIGHT))
    if money == weight:
        return "", 1.0
    return ("gbp", 1.0) if money < weight else ("g", GRAMS)


def _distance(words: re.Pattern[str], before: str, behind: str) -> int:
    found = [len(before) - one.end() for one in words.finditer(before)] + [one.start() for one in words.finditer(behind)]
    return min(found, default=BEFORE + BEHIND)
