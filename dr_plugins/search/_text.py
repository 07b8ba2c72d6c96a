"""Small things that services write in many ways: dates, markup in snippets, languages, words of a query."""

from __future__ import annotations

import html
import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

from dr_core.pattern import regex

_TAG = regex(r"<[/!]?[A-Za-z][^<>]*>")
_BLOCK = regex(r"(?i)</?(?:p|div|li|ul|ol|h[1-6]|br|tr|table|blockquote|pre|section|article)\b[^<>]*>")
_SCRIPT = regex(r"(?is)<(script|style)\b.*?(?:</\1\s*>|\Z)")
_DATE = 200
"""Characters of a date at most."""
_ISO = regex(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_CJK_DATE = regex(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]|(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.?(?!\d)")
"""Also as Korean writes it in figures: 2024. 5. 3."""
_DOTTED = regex(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)")
_YEAR = regex(r"((?:1[5-9]|20)\d{2})(?:-(0[1-9]|1[0-2]))?")
_YEAR_AND_MONTH = regex(r"((?:1[5-9]|20)\d{2})\s?[年년](?:\s?\d{1,2}\s?[月월])?|[A-Za-z]{3,9}\.? ((?:1[5-9]|20)\d{2})")
_AGO = regex(
    r"(\d{1,4}|\ban?\b)\s*(second|sec|minute|min|hour|day|week|month|year|秒|分钟|分鐘|分|小时|小時|時間|天|日|周|週|个月|個月|か月|年"
    r"|초|분|시간|일|주|개월|달|년)s?\s*(?:ago|前|전)",
    re.IGNORECASE,
)
_DAYS = {
    "day": 1, "天": 1, "日": 1, "일": 1, "week": 7, "周": 7, "週": 7, "주": 7,
    "month": 30, "个月": 30, "個月": 30, "か月": 30, "개월": 30, "달": 30, "year": 365, "年": 365, "년": 365,
}  # fmt: skip
_HOURS = {"hour": 1, "小时": 1, "小時": 1, "時間": 1, "시간": 1}
_RUN = regex(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2,}")
_FORMATS = ("%b %d, %Y", "%B %d, %Y", "%d %b %Y", "%d %B %Y", "%Y/%m/%d", "%Y.%m.%d", "%m/%d/%Y")
_WORD = regex(r"[^\W_](?:[\w.+#'-]*[\w+#])?")
_STOP = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does", "for", "from", "has", "have", "how", "in",
    "into", "is", "it", "its", "of", "on", "or", "should", "than", "that", "the", "their", "there", "these", "this",
    "those", "to", "vs", "was", "were", "what", "when", "where", "which", "who", "why", "will", "with", "within", "would",
    "about", "between",
})  # fmt: skip


def plain(value: object) -> str:
    """Text without markup and runs of blanks; None is empty."""
    text = value if isinstance(value, str) else "" if value is None else str(value)
    return " ".join(html.unescape(_TAG.sub(" ", text) if "<" in text else text).split())


def blocks(markup: str) -> str:
    """The text of a piece of HTML, a paragraph to a line: for the bodies that feeds and forums send along."""
    lines = (plain(part) for part in _BLOCK.split(_SCRIPT.sub(" ", markup)))
    return "\n\n".join(line for line in lines if line)


def iso_date(value: object, now: datetime | None = None) -> str:
    """``YYYY-MM-DD`` of whatever a service calls a date (``YYYY`` where only the year is known); empty where it is none."""
    if value is None or value == "" or isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return _from_number(value)
    text = " ".join(str(value)[:_DATE].split())
    if found := _ISO.match(text) or _CJK_DATE.search(text):
        return _valid(*(int(part) for part in found.groups() if part))
    if found := _DOTTED.match(text):  # with dots the day comes first, in every language that writes it so
        return _valid(*(int(part) for part in reversed(found.groups())))
    if found := _AGO.search(text):
        return _before(int(found[1]) if found[1].isdigit() else 1, found[2].lower(), now or datetime.now(UTC))
    for form in _FORMATS:
        try:
            return datetime.strptime(text, form).date().isoformat()  # a calendar date: there is no zone to it
        except ValueError:
            continue
    if found := _YEAR.fullmatch(text) or _YEAR_AND_MONTH.fullmatch(text):
        return found[1] or found[2]
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return ""


def first_day(since: str) -> str:
    """The day from which on something counts as new: ``2024`` and ``2024-05`` mean the first day of them."""
    if found := _YEAR.fullmatch(since.strip()):
        return f"{found[1]}-{found[2] or '01'}-01"
    return iso_date(since)


def _from_number(value: float) -> str:
    if 1500 <= value <= 2100:
        return str(int(value))
    try:
        seconds = value / 1000 if value > 1e11 else value
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _valid(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _before(count: int, unit: str, now: datetime) -> str:
    delta = timedelta(days=count * _DAYS[unit]) if unit in _DAYS else timedelta(hours=count * _HOURS.get(unit, 0))
    try:
        return (now - delta).date().isoformat()
    except OverflowError:
        return ""


def older(published: str, since: str) -> bool:
    """Whether something is known to be older than ``since``; a year alone is taken at its last day."""
    return bool(published and since) and (published if len(published) > 4 else f"{published}-12-31") < since


def days_since(since: str, today: date | None = None) -> int | None:
    """How many days lie between ``since`` and today; None where there is no such date."""
    day = first_day(since)
    return ((today or datetime.now(UTC).date()) - date.fromisoformat(day)).days if day else None


def words(query: str, most: int) -> list[str]:
    """The words of a query that carry meaning, at most ``most``: for services that want all of them to match."""
    found = dict.fromkeys(word for word in _WORD.findall(query) if word.lower() not in _STOP)
    return list(found)[:most] or _WORD.findall(query)[:most]


def share(wanted: list[str], text: str) -> float:
    """Which part of the wanted words stands in ``text``: for lists that cannot be searched at their source."""
    low = text.lower()
    return sum(_stands(word.lower(), low) for word in wanted) / len(wanted) if wanted else 0.0


def _stands(word: str, text: str) -> float:
    """1 where ``word`` stands in ``text``. A whole question without spaces is one word in Chinese and Japanese, and a Korean word
    carries its particles: of such the part whose pairs of characters stand there."""
    if word in text:
        return 1.0
    pairs = [run[at : at + 2] for run in _RUN.findall(word) for at in range(len(run) - 1)]
    return sum(pair in text for pair in pairs) / len(pairs) if pairs else 0.0


def primary(language: str) -> str:
    """The language alone of a BCP 47 tag (``zh`` of ``zh-Hant-TW``); empty where it is none."""
    head = re.split(r"[-_]", language.strip().lower())[0]
    return head if re.fullmatch(r"[a-z]{2,3}", head) else ""


def traditional(language: str) -> bool:
    """Whether a tag means Chinese in traditional characters."""
    return bool(re.search(r"(?i)^zh.*(hant|tw|hk|mo)", language))
