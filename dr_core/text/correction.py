"""Words that set something right."""

from __future__ import annotations

import re

_NEEDLES = """
correct errat corrigend revis wrong mistaken erroneous ,_not_ rather_than_ instead_of_ postponed_ put_off_ delayed_
更正 订正 訂正 勘误 勘誤 错误 錯誤 有误 有誤 应为 應為 而不是 而非 调整 調整 推迟 推遲 延期 延后 延後
正しくは 誤り 誤っ ではなく 변경 정정 바로잡 오류 잘못 늦춘 늦춰 연기
"""
_NEEDED = tuple(one.replace("_", " ") for one in _NEEDLES.split())
"""One of these stands in a text that sets something right; few texts have any, and a pattern takes longer to say so."""
_CORRECTS = re.compile(
    r"\bcorrect(?:ed|ions?|ly|s)?\b|\berrat(?:um|a)\b|\bcorrigend|\brevis(?:ed|ion)\b|\bwrong(?:ly)?\b|\bmistaken\b|\berroneous"
    r"|(?:, not|\brather than|\binstead of) (?:[£$€¥]|US\$)?\d|\b(?:postponed|put off|delayed) (?:from|to|until)\b"
    r"|更正|[订訂]正|勘[误誤]|[错錯][误誤]|有[误誤]|[应應][为為]|而(?:不是|非)\d|[调調]整[为為至]|推[迟遲]|延[期后後]"
    r"|正しくは|誤[りっ]|ではなく|변경|정정|바로잡|오류|잘못|늦[춘춰]|연기",
    re.I,
)


def corrects(text: str) -> bool:
    """Whether a text sets something right."""
    lowered = text.lower()
    return any(needle in lowered for needle in _NEEDED) and bool(_CORRECTS.search(text))
