"""Which engines a run has: the chain, the sources beyond the web that join a query by themselves (S2-5), and the last link."""

from __future__ import annotations

import re

from dr_core.interfaces import SearchProvider
from dr_core.pattern import regex
from dr_core.settings import SearchTable, Settings
from dr_core.types import SearchTask

_ENCYCLOPEDIC = regex(
    r"\b(?:(?:what|who) (?:is|are|was|were)|history of|definition|meaning of|overview|introduction to|origins? of)\b"
    r"|是什麼|是什么|什麼是|什么是|是誰|是谁|歷史|历史|簡介|简介|概述|定義|定义|とは|歴史|概要|란 무엇|이란|역사|개요",
    re.I,
)
_FOLDERS = {"files"}
"""Plugins that search what is on this machine: whoever asks only them wants nothing from outside."""


MEMORY = "llm-knowledge"
"""The last link of the chain (S0-6): a model's memory, where the user allows it."""


def chain_names(settings: Settings) -> list[str]:
    """The engines of the chain, and behind them a model's memory where ``--allow-unverified`` is given."""
    table = settings.search
    selected = any(table.plugin(name) == MEMORY for name in table.use)
    return [*table.use, *([MEMORY] if settings.research.allow_unverified and not selected else [])]


def is_usual(table: SearchTable, name: str) -> bool:
    """Whether an engine is there because it is by default, not because the user named it."""
    usual = type(table).model_fields
    return any(name in usual[part].default and getattr(table, part) == usual[part].default for part in ("use", "special"))


def special_names(table: SearchTable) -> list[str]:
    """The sources that may join: with the chain as it comes, or where the user names them, and never beside files alone."""
    usual = {name: type(table).model_fields[name].default for name in ("use", "special")}
    untouched = table.use == usual["use"]
    # compared by value: once the layers are merged, pydantic takes every field for given
    asked_for = table.special != usual["special"] and any(table.plugin(name) not in _FOLDERS for name in table.use)
    if not (untouched or asked_for):
        return []
    return [name for name in table.special if name not in table.use]


def joins(provider: SearchProvider, task: SearchTask) -> bool:
    """Whether a source fits a query: papers and code by its strategy, an encyclopedia where it asks what something is."""
    if task.strategy in ("academic", "code"):
        return task.strategy in provider.strategies
    return task.strategy == "general" and "general" in provider.strategies and encyclopedic(task.query)


def encyclopedic(query: str) -> bool:
    """Whether a query asks what something is, or for its history."""
    return bool(_ENCYCLOPEDIC.search(query))
