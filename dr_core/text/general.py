"""General words in five languages: anything can be asked about with them, so that they do not tell what a question is about."""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.text.han import simplified

_WESTERN = """
latest recent current newest best main major key top overview report state status situation condition conditions progress
development developments advance advances experience experiences role roles importance significance issue issues aspect aspects
industry industries sector sectors field fields use uses usage adoption practice practices approach approaches
strategy strategies country countries worldwide global
today year years make makes made give gives get gets take takes think thinks say says happen happens happened mean means
work works live lives build builds built own owns owned run runs operate operates operated
worth enough good bad nice better worse longer
"""
_EASTERN = """
发展 进展 进程 进步 进化 演进 状况 情况 现状 现况 概况 情势 形势 态势 动态 动向 格局 水平 水准 领域 分野 行业 业界 产业 事业 方面
特点 特征 特色 作用 角色 役割 地位 意义 重要性 不同 差别 区别 异同 变化 变迁 经验 做法 模式 应用 运用 使用 利用 活用 推广
研究 建设 开发 取り組み 最新 目前 当前 主な 策略 战略 路径
발전 진전 진보 상황 현황 동향 정세 수준 분야 업계 산업 사업 특징 역할 의의 변화 경험 활용 이용 개발 연구 건설 최신 주요 최근
다른 전략
"""
"""Chinese characters as simplified ones, also in Japanese words."""
_LITTLE = frozenset(_WESTERN.split())
_BEHIND = regex(r"(?<=\w\s)(?:plants?|facilit(?:y|ies)|projects?|systems?|technolog(?:y|ies)|installations?)$", re.IGNORECASE)
"""Words that say little behind another one: of a desalination plant tells who speaks of desalination, not of battery plants."""
_AT_THE_END = regex(rf"(?:{'|'.join(_EASTERN.split())})+$")


def is_general(word: str) -> bool:
    """Whether a word of a question is a general one."""
    return word.lower() in _LITTLE or bool(_AT_THE_END.fullmatch(simplified(word)))


def without_general(text: str) -> str:
    """The words of a text without general ones, also where one ends a CJK phrase; as it is where nothing else is left of it.

    A word with a capital inside the text is part of a name.
    """
    bare = [word if at and word[:1].isupper() else _bare(word) for at, word in enumerate(text.split())]
    kept = [word for word in bare if word]
    return _BEHIND.sub("", " ".join(kept)).rstrip() or text


def _bare(word: str) -> str:
    if is_general(word):
        return ""
    found = _AT_THE_END.search(simplified(word))
    return word[: found.start()] if found and found.start() > 1 else word
