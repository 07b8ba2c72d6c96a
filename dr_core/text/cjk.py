"""Sentences of Chinese, Japanese and Korean prose.

A sentence ends at 。！？ (or at . ! ? before a space, as Korean writes) and takes the closing quotes and brackets behind the mark
along. Nothing is split inside quotes, brackets, numbers or addresses, unless a bracket stays open for so long that it must be
a slip of the pen.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from dr_core.pattern import regex

LONGEST_QUOTE = 400
"""A quotation or bracket longer than this is split like other prose: it is a passage, or its closing mark is missing."""

PAIRS = dict(zip("「『“‘（(《〈【[〔", "」』”’）)》〉】]〕", strict=True))
QUOTES = '」』”’"'
CLOSERS = "".join(PAIRS.values()) + '"'
HARD = "。！？!?｡．.…⋯"

_URL = regex(
    r"(?:https?|ftp|file)://[^\s，。！？；、」』”’）)】\]>\"]+|\bwww\.[^\s，。！？；、」』）)]+"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]+"
)
_MARK = regex(rf"[{re.escape(HARD)}]+(?:[{re.escape(CLOSERS)}]|\\?\[\d{{1,3}}\\?\]|［\d{{1,3}}］)*")
_BRACKET = regex("[" + re.escape("".join(PAIRS) + "".join(PAIRS.values())) + "]")
_SPEECH = regex(r"[，,、；;：:と]|.{0,8}?(?:说|說|道|问|問|答|表示|指出|认为|認為|写道|寫道|喊|叫|란|라고|라는|고 )")
_HIRAGANA = regex(r"[\u3041-\u3096]")
_NOTES = regex(r"(?:\s?(?:\[\d{1,3}\]|［\d{1,3}］|【\d{1,3}】|[⁰¹²³⁴-⁹]{1,3}(?![A-Z⁰¹²³⁴-⁹])))+")
_GOES_ON = "，,、；;：:と)）」』”’·%％"


def split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence in ``text[start:end]``, which is one paragraph."""
    spans = _protected(text, start, end)
    firsts = [one for one, _ in spans]
    begin = start
    for found in _MARK.finditer(text, start, end):
        if found.start() < begin:
            continue
        at = bisect_right(firsts, found.start()) - 1
        inside = at >= 0 and spans[at][1] > found.start()
        if inside and not _closes(text, found, spans[at], begin, end):
            continue
        stop = max(found.end(), spans[at][1]) if inside else found.end()
        if not _ends(text, found, begin, stop, end):
            continue
        stop = _with_notes(text, stop, end)
        yield from _trim(text, begin, stop)
        begin = stop
    yield from _trim(text, begin, end)


def _protected(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The outermost quotations, brackets and addresses, in order, each small enough to be held together; one pass, one stack."""
    spans = [found.span() for found in _URL.finditer(text, start, end)]
    stack: list[tuple[str, int]] = []
    for found in _BRACKET.finditer(text, start, end):
        mark = found.group()
        if mark in PAIRS:
            stack.append((PAIRS[mark], found.start()))
        else:
            # What was opened in between and never closed is forgotten; an apostrophe or a lone ) closes nothing.
            depth = next((i for i in range(len(stack) - 1, max(-1, len(stack) - 9), -1) if stack[i][0] == mark), -1)
            if depth >= 0:
                spans.append((stack[depth][1], found.end()))
                del stack[depth:]
    outer: list[tuple[int, int]] = []
    for one in sorted((span for span in spans if span[1] - span[0] <= LONGEST_QUOTE), key=lambda span: (span[0], -span[1])):
        if not outer or one[0] >= outer[-1][1]:
            outer.append(one)
    return outer


def _closes(text: str, mark: re.Match[str], span: tuple[int, int], begin: int, end: int) -> bool:
    """Whether a mark inside ``span`` stands right at its end, where a quotation may end the sentence around it as well."""
    if mark.end() < span[1] or text[span[1] - 1] not in CLOSERS:
        return False
    following = text[mark.end() : min(end, mark.end() + 12)]
    if not following:
        return True
    if text[span[1] - 1] in "》〉":  # a title: 《你好。》 is no sentence
        return following[0] in "。！？"
    if text[span[1] - 1] not in QUOTES:  # （…。） is a sentence only where it does not hang on another
        return not text[begin : span[0]].strip() or following[0] in "。！？"
    # 「そうだ。」と彼は言った and “好。”他说 go on; “好。”天亮了 does not.
    return not (_HIRAGANA.match(following) or _SPEECH.match(following.lstrip()))


def _ends(text: str, mark: re.Match[str], begin: int, stop: int, end: int) -> bool:
    """Whether the sentence that began at ``begin`` ends with this mark."""
    body, following = mark.group(), text[stop : stop + 1] if stop < end else ""
    if not any(char.isalnum() for char in text[max(begin, mark.start() - 40) : mark.start()]):
        return False
    if following and following in _GOES_ON:
        return False
    if any(char in "。！？｡" for char in body):
        return True
    if "…" in body or "⋯" in body:  # a pause as often as an end: 我……不知道
        return not following or following.isspace() or (len(body) >= 2 and mark.start() - begin >= 12)
    before = text[mark.start() - 1]
    if "．" in body:  # the full stop of Japanese science; also in １．５
        return not before.isdigit() or not following or not following.isdigit()
    if body[0] in "!?":
        return not following or following.isspace() or _wide(following)
    # an ASCII full stop: Korean, or Western words in Chinese prose
    if following and not following.isspace():
        return body[-1] in CLOSERS and _wide(following) and _wide(before)
    if _wide(before) or not following:
        return True
    word = re.search(r"[A-Za-z.]*$", text[max(begin, mark.start() - 12) : mark.start()])
    short = bool(word and ((len(word.group()) <= 2 and word.group()) or "." in word.group()))
    return not short and _wide(text[stop : min(end, stop + 40)].lstrip()[:1] or "。")


def _with_notes(text: str, stop: int, end: int) -> int:
    """``stop`` behind reference marks such as [1] that follow the sentence."""
    notes = _NOTES.match(text, stop, end)
    return notes.end() if notes else stop


def _wide(char: str) -> bool:
    return bool(char) and ("\u1100" <= char <= "\u11ff" or "\u2e80" <= char <= "\uffdc")


def _trim(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        first = start + len(piece) - len(piece.lstrip())
        yield first, first + len(inner)
