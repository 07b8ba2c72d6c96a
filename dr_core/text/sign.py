"""Whether a minus stands before a number."""

from __future__ import annotations

from dr_core.pattern import regex

_SIGN = regex(r"[-−]\s?(?:US\$|[$€£¥₩])?\Z")
_MINUS = ("minus ", "零下", "负", "負", "マイナス", "氷点下", "영하 ", "영하", "마이너스 ", "마이너스")
# Behind a CJK character only after the words that lead to a figure: 氧-16 is a name.
_DASHED = regex(
    r"[A-Za-z)_]\Z|[\u3041-\u9fff\uac00-\ud7a3](?<![至到为為达達是约約近于於在過过はがもでを、])\Z|\d[^A-Za-z,;，；。|]*\Z"
)


def is_negative(before: str) -> bool:
    """Whether a sign stands before a number: the dash of a range, a date, a telephone number or a product's name is none."""
    if "-" in before or "−" in before:
        sign = _SIGN.search(before)
        return (
            sign is not None
            and not before[sign.start() + 1 :].startswith(" ")
            and not _DASHED.search(before[: sign.start()][-8:])
        )
    return before.lower().endswith(_MINUS)
