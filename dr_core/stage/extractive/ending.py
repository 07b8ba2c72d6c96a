"""How texts end: the headings under which they come to a close, and the sentences that look ahead."""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.stage.extractive import european

OUTLOOK = regex(
    r"\bwill\b|\bby 20[2-9]\d\b|\bin the (?:future|coming)|\bexpect(?:s|ed)? |\bforecast|\bplan(?:s|ned)? (?:to|for)\b"
    r"|\bprojected\b|\boutlook\b|\bpredict"
    r"|\bestimates that\b.*\bmust\b|未來|未来|預計|预计|計畫|计划|展望|將|将|可望|有望|今後|予定|見通し|見込|目指|향후|전망"
    rf"|예정|목표|계획|{european.OUTLOOK}",
    re.I,
)
CLOSING = regex(
    r"\bconclusion|\bsummary\b|\boutlook\b|\blessons?\b|\bwhich to choose|\bwhat decides|\bgoes next|\bnext\b|\bfuture\b"
    r"|\bhow to compare|小結|小结|結論|结论|總結|总结|展望|適用場景|适用场景"
    rf"|まとめ|結び|展望|課題|전망|결론|과제|조건|정리|{european.CLOSING}",
    re.I,
)


def looks_ahead(text: str) -> bool:
    """Whether a sentence is about what is to come."""
    return bool(OUTLOOK.search(text[:2000]))


def closes(heading: str) -> bool:
    """Whether a heading announces what a text comes to in the end."""
    return bool(CLOSING.search(heading[:300]))
