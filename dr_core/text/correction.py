"""Words that set something right."""

from __future__ import annotations

from dr_core.pattern import regex

_SAID = """
correct erratum errata corrigend revised revision wrong mistaken erroneous
更正 订正 訂正 勘误 勘誤 错误 錯誤 有误 有誤 应为 應為 推迟 推遲 延期 延后 延後
正しくは 誤り 誤っ ではなく 변경 정정 바로잡 오류 잘못 늦춘 늦춰 연기
"""
_WORDS = _SAID.split()
_TURNS = regex(
    r"(?:, not|rather than|instead of|而不是|而非) ?(?:[£$€¥]|us\$)?\d"
    r"|(?:postponed|put off|delayed) (?:from|to|until)\b|[调調]整[为為至]"
)


def corrects(text: str) -> bool:
    """Whether a text sets something right."""
    lowered = text.lower()
    return any(word in lowered for word in _WORDS) or bool(_TURNS.search(lowered))
