"""Bytes to text, by what the bytes say. Headers and ``<meta>`` are hints only: CJK pages are often labelled wrongly.

UTF-8 is taken wherever the bytes are valid UTF-8, for no other text is so by chance. Else every likely encoding decodes the
text, and the one whose result looks like language wins: common characters, kana or hangul, and few oddities.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence

from dr_core import DRError
from dr_core.pattern import regex
from dr_plugins.read._latin import alphabet

SAMPLE = 60_000
PENALTY = 5.0
HINT = 0.12
"""What a declared charset is worth: enough to settle a draw, too little to overrule the bytes."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The most frequent characters of running text; a third to a half of any page consists of them.
_SIMPLIFIED = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经"
    "十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平"
    "形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系很情者最立代想已通并提直题程展"
)
_TRADITIONAL = (
    "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經"
    "十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平"
    "形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系很情者最立代想已通並提直題程展"
)
_KOREAN = (
    "이다의는에을가로고하기지사한도은대리시어자아인정나서부그일수있해를과것들제전보구원장만여으라성면주중상공국었조년비화신세"
    "계경우등"
)
_PUNCTUATION = "，。、；：？！“”‘’（）《》「」『』【】…—－　・〜～％"
_COMMON = {
    "gb18030": frozenset(_SIMPLIFIED + _PUNCTUATION),
    "big5hkscs": frozenset(_TRADITIONAL + _PUNCTUATION),
    "cp932": frozenset(_PUNCTUATION),
    "euc_jp": frozenset(_PUNCTUATION),
    "cp949": frozenset(_KOREAN + _PUNCTUATION),
}
_KANA = regex(r"[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_ODD = regex(r"[\ufffd\ue000-\uf8ff\x80-\x9f\uff61-\uff9f\u0400-\u04ff\u2500-\u257f\u3300-\u33ff]")
_ACCENT = regex(r"[A-Za-z'][À-öø-ÿŒœŠšŽž]|[À-öø-ÿŒœŠšŽž][a-z]|[\u2018-\u201d\u2013\u2014\u2026€£©®°·«»]")
_BEYOND_ASCII = regex(r"[^\x00-\x7f]+")
_CONTROL = bytes([*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
_IN_USE = regex(r"[\t\n\r -~\u00a0-\u024f\u0370-\u05ff\u2010-\u2027\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]")
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"\xd0\xcf\x11\xe0", b"\x1f\x8b",
    b"MZ\x90", b"RIFF",
)  # fmt: skip
_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949",
    "iso8859_1": "cp1252", "ascii": "cp1252", "utf_8": "utf-8", "iso8859_9": "cp1254", "tis_620": "cp874", "iso8859_11": "cp874",
}  # fmt: skip
_LATIN = frozenset({
    "cp1250", "cp1254", "cp1257", "cp1258", "mac_roman",
    *(f"iso8859_{part}" for part in (2, 3, 4, 10, 13, 14, 15, 16)),
})  # fmt: skip
"""Other letters in the same places as cp1252: Polish, Czech, Turkish. Bytes hardly tell them apart, so the label is believed."""


def decode(data: bytes, url: str, hints: Sequence[str] = ()) -> str:
    """``data`` as text with ``\\n`` line ends; a ``DRError`` where it is no text at all."""
    return _decode(data, url, hints).replace("\r\n", "\n").replace("\r", "\n")


def _decode(data: bytes, url: str, hints: Sequence[str]) -> str:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data.decode(name, "replace")
    wide = _wide(data)
    if wide:
        return data.decode(wide, "replace")
    head = data[:SAMPLE]
    if data.startswith(_MAGIC) or len(head) - len(head.translate(None, _CONTROL)) > max(2, len(head) // 200):
        raise DRError(f"{url} is not a text file")
    if b"\x1b$" in head and not _high(head):
        return data.decode("iso2022_jp", "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_best(data, hints), "replace")


def _high(data: bytes) -> int:
    """How many bytes are not ASCII."""
    return len(data) - len(data.translate(None, bytes(range(128, 256))))


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: it has zero bytes, and read the right way round it is all letters of scripts that are in use."""
    head = data[:2000]
    if len(head) < 4 or (len(head) % 2 and len(data) <= 2000) or b"\x00" not in head:
        return ""
    for name in ("utf-16-le", "utf-16-be"):
        text = head.decode(name, "replace")
        if len(_IN_USE.findall(text)) > 0.97 * len(text):
            return name
    return ""


def _best(data: bytes, hints: Sequence[str]) -> str:
    if _is_utf8(data):
        return "utf-8"
    sample = data[:SAMPLE]
    named = [name for name in map(_known, hints) if name]
    scores = {name: _score(sample, name) + (HINT if name in named else 0) for name in _COMMON}
    scores["cp1252"] = _western(sample) + (HINT if "cp1252" in named else 0)
    name = max(scores, key=lambda name: scores[name])
    others = [other for other in named if other not in scores and other != "utf-8"]
    if name == "cp1252" and (latin := [other for other in named if other in _LATIN]):
        return latin[0]
    if name == "cp1252" and not others and (letters := alphabet(sample)) != name:
        return letters
    if scores[name] > 0.25:
        return name
    return others[0] if others else _guess(sample) or name


def _is_utf8(data: bytes) -> bool:
    """Valid UTF-8, give or take a last character that was cut and a rare broken one."""
    decoded = data.decode("utf-8", "replace")
    broken = decoded.count("\ufffd") - data.count("\ufffd".encode())
    if not broken:
        return True
    letters = len("".join(_BEYOND_ASCII.findall(decoded[:200_000]))) - broken
    return broken <= (1 if letters else 0) or broken * 50 < letters


def _known(hint: str) -> str:
    """Python's name of a declared charset, widened to its superset as browsers do; "" where there is none."""
    try:
        spelt = re.sub(r"(?i)^(?:x-)?windows-874$", "cp874", hint.strip().strip("\"'"))  # the one of its family Python lacks
        name = codecs.lookup(spelt).name.replace("-", "_")
    except LookupError:
        return ""
    return _WIDER.get(name, name)


def _score(sample: bytes, name: str) -> float:
    """How much of what is not ASCII looks like running text in this encoding, less what looks like damage."""
    text = sample.decode(name, "replace")
    foreign = "".join(_BEYOND_ASCII.findall(text))
    if not foreign:
        return 0.0
    counts = Counter(foreign)
    good = float(sum(times for char, times in counts.items() if char in _COMMON[name]))
    if name in ("cp932", "euc_jp"):
        kana = len(_KANA.findall(text))
        good += kana if kana * 10 > len(foreign) else 0  # no Japanese page without kana
    if name == "cp949":
        # The syllables of the older standard are the ones in use; the thousands beyond it hardly are.
        hangul = {char: times for char, times in counts.items() if "가" <= char <= "힣" and char not in _COMMON[name]}
        good += sum((0.3 if len(char.encode("euc_kr")) == 2 else -0.5) * times for char, times in hangul.items())
    return (good - PENALTY * len(_ODD.findall(text))) / len(foreign)


def _western(sample: bytes) -> float:
    text = sample.decode("cp1252", "replace")
    foreign = len("".join(_BEYOND_ASCII.findall(text)))
    if not foreign or foreign * 4 > len(text):
        return 0.0
    return min(1.0, len(_ACCENT.findall(text)) / foreign) * 0.9


def _guess(sample: bytes) -> str:
    # Imported here: only for the rare page in a single-byte encoding that nobody declared.
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return best.encoding if best else ""
