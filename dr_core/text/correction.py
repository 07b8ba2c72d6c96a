"""Words that set something right."""

from __future__ import annotations

from dr_core.text.cue import Cues

_CORRECTS = Cues(
    [
        r"\bcorrect(?:ed|ion|ions|ly|s)?\b|\berrat(?:um|a)\b|\bcorrigend\w+|\brevis(?:ed|ion)\b|\bwrong(?:ly)?\b|\bmistaken\b"
        r"|\berroneous\w*|\bnot (?:[£$€¥]|US\$)?\d|\brather than (?:[£$€¥]|US\$)?\d|\binstead of (?:[£$€¥]|US\$)?\d"
        r"|\bpostponed (?:from|to|until)\b|\bput off (?:from|to|until)\b|\bdelayed (?:from|to|until)\b"
        r"|更正|订正|訂正|勘误|勘誤|错误|錯誤|有误|有誤|应为|應為|而不是\d|而非\d|调整[为至]|調整[為至]|推迟|推遲|延期|延后|延後"
        r"|正しくは|誤り|誤っ|ではなく|변경|정정|바로잡|오류|잘못|늦춘|늦춰|연기"
    ]
)


def corrects(text: str) -> bool:
    """Whether a text sets something right."""
    return _CORRECTS.any(text)
