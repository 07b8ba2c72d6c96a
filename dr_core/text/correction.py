"""Words that set something right."""

from __future__ import annotations

from dr_core.pattern import regex

_WESTERN = ("correct", "erratum", "errata", "corrigend", "revised", "revision", "wrong", "mistaken", "erroneous")
_EASTERN_WORDS = """
更正 订正 訂正 勘误 勘誤 错误 錯誤 有误 有誤 应为 應為 推迟 推遲 延期 延后 延後
正しくは 誤り 誤っ ではなく 변경 정정 바로잡 오류 잘못 늦춘 늦춰 연기
"""
_EASTERN = tuple(_EASTERN_WORDS.split())
_TURNING = (", not", "rather than", "instead of", "postponed", "put off", "delayed")
_TURNING_EASTERN = ("而不是", "而非", "整")
"""One of these stands in every turn."""
_TURNS = regex(
    r"(?:, not|rather than|instead of|而不是|而非) ?(?:[£$€¥]|us\$)?\d"
    r"|(?:postponed|put off|delayed) (?:from|to|until)\b|[调調]整[为為至]"
)


def corrects(text: str) -> bool:
    """Whether a text sets something right."""
    lowered = text.lower()
    eastern = not lowered.isascii()
    if _holds(lowered, _WESTERN) or (eastern and _holds(lowered, _EASTERN)):
        return True
    turns = _holds(lowered, _TURNING) or (eastern and _holds(lowered, _TURNING_EASTERN))
    return turns and bool(_TURNS.search(lowered))


def _holds(text: str, words: tuple[str, ...]) -> bool:
    for word in words:  # noqa: SIM110  (a generator takes twice as long)
        if word in text:
            return True
    return False
