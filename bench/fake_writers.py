"""Two writers with no model behind them: one tells its evidence faithfully in other words, one gets a fact wrong now and then.

Both are deterministic. They use nothing of the checker they are made to test: what they change is found by plain patterns, or
comes from the corpus's own questions and answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_EN_PAIRS = """
    large/big used/employed many/numerous began/started important/significant shows/demonstrates known/recognised
    built/constructed made/produced often/frequently also/additionally several/various due/owing main/principal
    people/persons near/close given/granted called/termed became/turned create/generate created/generated
    include/comprise includes/comprises including/comprising required/needed major/leading help/assist
    helped/assisted gave/provided around/about usually/typically rapidly/quickly found/discovered various/diverse
    led/resulted developed/devised allows/permits allowed/permitted occurs/happens occur/happen said/stated
    throughout/across primarily/mainly sometimes/occasionally currently/presently formerly/previously area/region
    areas/regions method/technique methods/techniques part/portion goal/aim began/commenced ended/finished
    while/whereas since/because
"""
_EN_SYNONYMS = dict(pair.split("/") for pair in _EN_PAIRS.split())
_ZH_PAIRS = """
    使用/运用 由于/因为 例如/比如 非常/十分 许多/很多 开始/着手 重要/关键 包括/包含 因此/所以 但是/不过 建立/创立
    主要/主导性 目前/现在 获得/取得 需要/须要 通常/一般 显示/表明 认为/觉得 形成/构成 发生/出现 大约/约 大多数/多数
    以及/和 拥有/具有 帮助/协助 曾经/曾 最初/起初 出现/产生 造成/导致 提供/供给 其中/当中 采用/使用 著名/知名
    大量/众多 位于/坐落于 成为/变成 根据/依照 迅速/快速
"""
_ZH_SYNONYMS = dict(pair.split("/") for pair in _ZH_PAIRS.split())


@dataclass(frozen=True)
class Told:
    """A sentence as a writer tells it, and what it changed (``kind`` is "" where it is faithful)."""

    text: str
    kind: str = ""


def paraphrase(sentences: Sequence[str], language: str, seed: int) -> list[str]:
    """``sentences`` told in other words: clauses moved, synonyms, merged, shortened, numbers written differently."""
    ways = _EN if language == "en" else _ZH
    told: list[str] = []
    at = 0
    while at < len(sentences):
        turn = seed + at
        sentence = sentences[at]
        if turn % 5 == 4 and at + 1 < len(sentences) and len(sentence) + len(sentences[at + 1]) < 400:
            sentence = _merged(sentence, sentences[at + 1], language)
            at += 1
        for way in (ways[turn % len(ways)], ways[(turn // 2 + 3) % len(ways)]):
            sentence = way(sentence)
        told.append(sentence)
        at += 1
    return told


def _merged(one: str, other: str, language: str) -> str:
    if language == "en":
        return one.rstrip(". ") + "; " + other
    return one.rstrip("。 ") + "，" + other


def _synonyms(table: dict[str, str], words: bool) -> Callable[[str], str]:
    def change(sentence: str) -> str:
        changed = 0
        for one, other in table.items():
            pattern = rf"(?<![A-Za-z-]){one}(?![A-Za-z-])" if words else one
            if changed < 4 and re.search(pattern, sentence) and other not in sentence:
                sentence, times = re.subn(pattern, other, sentence, count=1)
                changed += times
        return sentence

    return change


def _front(sentence: str) -> str:
    """ "In 1990, the town grew." becomes "The town grew in 1990."."""
    found = re.match(r"((?:In|On|At|By|During|After|Before|Since|From|Under|Within) [^,;]{3,60}), (.+?)([.])$", sentence)
    if not found or ";" in found[2]:
        return sentence
    return f"{found[2][0].upper()}{found[2][1:]} {found[1][0].lower()}{found[1][1:]}{found[3]}"


def _back(sentence: str) -> str:
    """ "The town grew because trade did." becomes "Because trade did, the town grew."."""
    found = re.match(
        r"(The|A|An|These|This|It|They) ([^;]{10,200}?),? (because|although|when|after|before|while) ([^;,]{8,160})\.$", sentence
    )
    return f"{found[3].capitalize()} {found[4]}, {found[1].lower()} {found[2]}." if found else sentence


def _short_en(sentence: str) -> str:
    sentence = re.sub(r" \([^()]{1,80}\)", "", sentence)
    sentence = re.sub(
        r"^(?:However|Moreover|Furthermore|Additionally|In addition|Therefore|Thus), (\w)", lambda m: m[1].upper(), sentence
    )
    return re.sub(r" (?:also|just|very|really|particularly|especially|mostly) ", " ", sentence)


def _numbers_en(sentence: str) -> str:
    sentence = re.sub(r"(\d) percent\b", r"\1%", sentence)
    sentence = re.sub(r"\b(\d{1,3}),000\b(?! (?:million|billion))", r"\1 thousand", sentence)
    return re.sub(r"\$(\d+(?:\.\d+)?) (million|billion)\b", r"\1 \2 dollars", sentence)


def _lead_en(sentence: str) -> str:
    first = sentence.split(" ", 1)[0]
    keep = first not in (
        "The",
        "A",
        "An",
        "In",
        "On",
        "At",
        "This",
        "These",
        "It",
        "They",
        "He",
        "She",
        "Some",
        "Many",
        "Most",
        "By",
        "As",
    )
    return f"The record shows that {sentence if keep else sentence[0].lower() + sentence[1:]}"


def _short_zh(sentence: str) -> str:
    sentence = re.sub(r"（[^（）]{1,60}）|\([^()]{1,60}\)", "", sentence)
    return re.sub(r"^(?:然而|此外|另外|因此|同时)，", "", sentence)


def _front_zh(sentence: str) -> str:
    found = re.match(r"(在[^，。]{3,24}(?:中|时|期间|后|前|里|上))，([^。；]{6,80})。$", sentence)
    return f"{found[2]}，这是{found[1]}的事。" if found else sentence


def _numbers_zh(sentence: str) -> str:
    sentence = re.sub(r"(\d+(?:\.\d+)?)[%％]", r"百分之\1", sentence)
    return re.sub(r"(?<![\d.,])(\d{1,3})(?:,?000)0(?![\d,])", r"\1万", sentence)


def _lead_zh(sentence: str) -> str:
    return f"据记载，{sentence}"


_EN: list[Callable[[str], str]] = [_synonyms(_EN_SYNONYMS, True), _front, _short_en, _numbers_en, _back, _lead_en]
_ZH: list[Callable[[str], str]] = [_synonyms(_ZH_SYNONYMS, False), _front_zh, _short_zh, _numbers_zh, _lead_zh]


# --- getting a fact wrong -------------------------------------------------------------------------------------------------

_YEAR = re.compile(r"(?<![\d.,-])(1[4-9]\d\d|20[0-2]\d)(?![\d.,%]|年代|s\b)")
_NUMBER = re.compile(r"(?<![\w.,$-])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\w-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-z,] )([A-Z][a-z]{3,}(?: [A-Z][a-z]{2,})*)")
_AUXILIARY = re.compile(r"\b(is|are|was|were|has|had|can|could|will|would|may|must|should)\b(?! not)")
NAMES_EN = ["Theodore Brandt", "Lisbon", "Oswald Pemberton", "Kentucky", "Marguerite Duval", "Helsinki", "Rutherford"]


def wrong_number(sentence: str, source: str) -> str | None:
    """Another number in the place of one that stands in ``source``."""
    for found in _NUMBER.finditer(sentence):
        if _YEAR.fullmatch(found[1]) or found[1] not in source or _is_item(sentence, found):
            continue  # a year, a number of the writer's own, or the number of a list item that was cut off
        value = float(found[1].replace(",", ""))
        for factor in (1.3, 1.7, 0.6, 2.4, 3.1):
            other = value * factor
            text = f"{other:.1f}" if "." in found[1] else f"{round(other) + 1:,}" if "," in found[1] else str(round(other) + 1)
            if not _says(source, text) and text != found[1]:
                return sentence[: found.start(1)] + text + sentence[found.end(1) :]
    return None


_COUNTING = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_WORDS = _COUNTING.split()


def _is_item(sentence: str, found: re.Match[str]) -> bool:
    return "\n" in sentence and not sentence[found.end() :].strip(" .")


def _says(source: str, number: str) -> bool:
    """Whether ``source`` has ``number`` in digits or as a word: then it would not be wrong for sure."""
    word = _WORDS[int(number)] if number.isdigit() and int(number) < len(_WORDS) else number
    return number in source or word in source.lower()


def wrong_date(sentence: str, source: str) -> str | None:
    """Another year."""
    for found in _YEAR.finditer(sentence):
        for step in (7, -9, 13, -4):
            year = str(int(found[1]) + step)
            if found[1] in source and year not in source:
                return sentence[: found.start(1)] + year + sentence[found.end(1) :]
    return None


def wrong_name(sentence: str, source: str, language: str, known: Sequence[str], foreign: Sequence[str]) -> str | None:
    """Another name: in English of one in capitals, in Chinese of one that a question of the corpus asks for."""
    if language == "en":
        for at, found in enumerate(_NAME.finditer(sentence)):
            other = NAMES_EN[(len(sentence) + at) % len(NAMES_EN)]
            if other not in source and found[1] in source:
                return sentence[: found.start(1)] + other + sentence[found.end(1) :]
        return None
    for name in sorted(known, key=len, reverse=True):
        other = foreign[len(sentence) % len(foreign)]
        if name in sentence and other not in source:
            return sentence.replace(name, other)
    return None


def turned(sentence: str, language: str) -> str | None:
    """The sentence with a denial put in, or its only one taken out."""
    if language == "en":
        if len(re.findall(r"\bnot\b", sentence)) == 1:
            return re.sub(r"\s?\bnot\b", "", sentence)
        if re.search(r"\b(?:no|not|never|none|neither|nor|without)\b|n't", sentence):
            return None
        found = _AUXILIARY.search(sentence)
        return sentence[: found.end()] + " not" + sentence[found.end() :] if found else None
    for denial in ("没有", "不是", "不能", "不会"):
        if sentence.count(denial) == 1 and not re.search("不|没|无|未|非", sentence.replace(denial, "")):
            return sentence.replace(denial, {"没有": "有", "不是": "是", "不能": "能", "不会": "会"}[denial])
    if re.search("不|没|无|未|非", sentence):
        return None
    for word, other in (
        ("可以", "不可以"),
        ("能够", "不能够"),
        ("拥有", "没有"),
        ("属于", "不属于"),
        ("需要", "不需要"),
        ("是", "不是"),
        ("会", "不会"),
    ):
        if word in sentence:
            return sentence.replace(word, other, 1)
    return None
