"""Which kind of search a query asks for by its own words (S4-7)."""

from __future__ import annotations

from dr_core.pattern import regex
from dr_core.settings import SearchTable
from dr_core.types import Strategy

_BEGINS = "(?<![a-z])"
"""Latin cues are looked for where a word begins: a newspaper is no paper."""
CUES: tuple[tuple[Strategy, str, str], ...] = (
    ("patents", "patent", "專利|专利|特許|특허"),
    ("code", "github|source code|python library|open-source", "開源|开源|原始碼|源代码|オープンソース|오픈소스"),
    (
        "academic",
        "academic|scholarly|peer[- ]review|journal article|papers?(?![a-z])|study|studies|literature|arxiv|theorem",
        "學術|学术|学術|論文|论文|文獻|文献|期刊|학술|논문|연구",
    ),
    ("news", "news|latest|today|this week", "新聞|新闻|最新|近期|ニュース|最近|뉴스|최신"),
)
_PATTERNS = tuple((strategy, regex(f"{_BEGINS}(?:{latin})|{cjk}")) for strategy, latin, cjk in CUES)


def strategy_for(text: str, table: SearchTable) -> Strategy:
    """The retrieval strategy that settings choose, else the one that a query's own words ask for."""
    if table.retrieval != "auto":
        return table.retrieval
    lowered = text.lower()
    return next((strategy for strategy, cue in _PATTERNS if cue.search(lowered)), "general")
