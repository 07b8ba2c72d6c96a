"""Names exchanged in CJK prose, where no capital shows them: the words around are the source's, the name between them is not.

The claim is laid along the source. Where a stretch of it stands in no span, but the characters before and behind it do, with
something else between them that looks like a name, the name was exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex
from dr_core.text.unit import unit

FLANK = 3
"""Characters on each side that claim and source must share."""
LONGEST = 16
"""Characters of a name."""

_SPACE = regex(r"[\s\u3000]+")
_HAN = regex(r"[\u3400-\u9fff]")
# Characters by which Chinese writes the sound of foreign names; two of them side by side are rarely anything else.
_SOUND = (
    "阿埃艾奥澳巴贝本比彼宾伯博布查达戴丹德迪蒂丁顿多恩尔法范菲费芬佛弗福盖甘戈格古哈海汉赫亨胡霍基吉加贾杰卡凯坎康考"
    "柯科克肯孔库昆拉莱兰朗劳勒雷里理利莉列林琳留隆卢鲁路伦罗洛马玛迈麦曼芒梅门蒙米密明莫墨姆穆纳娜奈南内尼宁牛纽努诺"
    "欧帕派潘庞培佩彭皮珀普齐奇乔切琼萨塞桑瑟沙莎绍圣施史士舒斯司丝苏索塔泰坦汤唐特滕提汀图托瓦万威韦维温沃乌伍西希锡"
    "席夏香肖谢辛欣休修许雅亚延扬耶叶伊因英尤于约泽扎詹珍朱兹佐奧爾費蓋漢亞蘭萊勞盧羅馬瑪邁麥門納歐齊喬瓊薩蘇湯騰圖萬"
    "韋維溫烏錫謝許葉約澤茲傑貝賓達倫魯諾紐頓"
)
_TRANSCRIBED = regex(f"[{_SOUND}]{{2,}}")
_BODY = regex(r"[\u4e00-\u9fff]+(?:大学|大學|公司|集团|集團|银行|銀行|学院|學院|帝国|帝國|王朝|[队隊国國州省市县縣族党黨军軍堡])")

_KO_TITLE = "대표|위원장|장관|차관|교수|의원|연구위원|연구원|회장|사장|원장|총장|대통령|총리|본부장|센터장|국장|실장|팀장"
_HAN_TITLE = "教授|博士|研究員|研究员|社長|会長|所長|首相|大臣|議員|议员|委員長|院[长長]|部[长長]|总统|總統|经理|經理|发言人|氏"
_PERSON = regex(
    rf"(?<![가-힣])([가-힣]{{3}})\s(?:[^\s,.]+\s){{0,2}}?[가-힣]*?({_KO_TITLE})님?[은는이가도](?=\s)"
    rf"|(?:^|(?<=[、。，「“\s]))([\u4e00-\u9fff]{{1,4}}?)({_HAN_TITLE})"
)
"""Somebody's name and title: 이재훈 SG레일 대표, 佐藤研究員, 王教授."""


class Swap(NamedTuple):
    """``said`` stands where the source has ``written``."""

    said: str
    written: str


def swapped_name(claim: str, spans: Sequence[str]) -> Swap | None:
    """The first name of ``spans`` in whose place ``claim`` has another; None where there is none."""
    if person := _swapped_person(claim, spans):
        return person
    text = _SPACE.sub("", claim)
    if len(_HAN.findall(text)) * 2 < len(text):
        return None
    sources = [_SPACE.sub("", span) for span in spans]
    pairs = {source[at : at + 2] for source in sources for at in range(len(source) - 1)}
    for start, end in _strange(text, pairs):
        said = text[start:end]
        before, after = text[max(0, start - FLANK) : start], text[end : end + FLANK]
        if len(before) + len(after) < FLANK + 1 or len(said) > LONGEST:
            continue
        # A sentence may begin or end with the name: then punctuation of the source takes the place of the flank.
        left = re.escape(before) if len(before) == FLANK else f"(?:^|[。，；：！？]){re.escape(before)}"
        right = re.escape(after) if len(after) == FLANK else f"{re.escape(after)}(?:$|[。，；：！？])"
        pattern = re.compile(f"{left}([^。，；：！？]{{1,{LONGEST}}}?){right}")
        for source in sources:
            found = pattern.search(source)
            if (
                found
                and not unit(said)[0]
                and not unit(found[1])[0]
                and (_is_name(found[1]) or _is_name(said))
                and found[1] not in said
                and said not in found[1]
            ):
                return Swap(said, found[1])
    return None


def _swapped_person(claim: str, spans: Sequence[str]) -> Swap | None:
    """Somebody whom no span knows, with the title that the source gives to another."""
    for ours in _PERSON.finditer(claim):
        said, title = filter(None, ours.groups())
        if any(said in span for span in spans):
            continue
        for theirs in (found for span in spans for found in _PERSON.finditer(span)):
            written, theirs_title = filter(None, theirs.groups())
            if title == theirs_title and written not in claim:
                return Swap(said, written)
    return None


def _strange(text: str, pairs: set[str]) -> list[tuple[int, int]]:
    """The stretches of ``text`` whose pairs of characters stand in no source; near ones are one."""
    found: list[tuple[int, int]] = []
    for at in range(len(text) - 1):
        if text[at : at + 2] in pairs:
            continue
        if found and at <= found[-1][1] + 1:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at + 1, at + 1))
    first = [(0, found[0][1])] if found and found[0][0] == 1 else []
    return [(start, end) for start, end in (first + found[1:] if first else found) if end > start]


def _is_name(text: str) -> bool:
    bare = text.strip("“”「」《》\"'（）()")
    if "·" in bare or _TRANSCRIBED.fullmatch(bare) or re.fullmatch(r"[A-Z][\w.-]+", bare):
        return True
    return len(bare) >= 3 and bool(_BODY.fullmatch(bare))
