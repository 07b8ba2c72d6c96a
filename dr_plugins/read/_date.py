"""Dates as ISO 8601 days, from the forms that files carry them in."""

from __future__ import annotations

from datetime import date

from dr_core.pattern import regex

_FORMS = (
    regex(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)"),
    regex(r"(?<!\d)(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日"),
    regex(r"^D?:?(\d{4})(\d{2})(\d{2})"),
)


def iso_date(value: str) -> str:
    """The first day named in ``value`` as YYYY-MM-DD; "" where there is none, or none that exists."""
    for form in _FORMS:
        found = form.search(value[:200])
        if found:
            try:
                return date(*(int(part) for part in found.groups())).isoformat()
            except ValueError:
                continue
    return ""
