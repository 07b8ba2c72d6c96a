"""Words that set something right."""

from __future__ import annotations

from dr_core.pattern import regex

_WESTERN = (
    "correct", "errat", "corrigend", "revis", "wrong", "mistaken", "erroneous", ", not", "rather than", "instead of", "postponed",
    "put off", "delayed",
)  # fmt: skip
"""One of these stands in whatever sets something right in English; few texts have any, and a pattern takes longer to say so."""
_EASTERN_WORDS = """
更正 订正 訂正 勘误 勘誤 错误 錯誤 有误 有誤 应为 應為 推迟 推遲 延期 延后 延後
正しくは 誤り 誤っ ではなく 변경 정정 바로잡 오류 잘못 늦춘 늦춰 연기
"""
_EASTERN = tuple(_EASTERN_WORDS.split())
_CORRECTS = regex(
    r"\b(?:(?:in)?correct(?:ed|ions?|ly|s)?|errat(?:um|a)|corrigend\w+|revis(?:ed|ion)|wrong(?:ly)?|mistaken|erroneous(?:ly)?)\b"
    r"|(?:, not|\brather than|\binstead of|而不是|而非) ?(?:[£$€¥]|us\$)?\d"
    r"|\b(?:postponed|put off|delayed) (?:from|to|until)\b|[调調]整[为為至]"
)


def corrects(text: str) -> bool:
    """Whether a text sets something right."""
    lowered = text.lower()
    if lowered.isascii():
        return any(map(lowered.__contains__, _WESTERN)) and bool(_CORRECTS.search(lowered))
    return any(map(lowered.__contains__, _EASTERN)) or bool(_CORRECTS.search(lowered))
