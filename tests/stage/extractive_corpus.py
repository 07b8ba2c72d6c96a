"""The example corpus, read by the bundled readers, and digests of it: what a run without a model writes."""

from __future__ import annotations

import functools
from hashlib import sha256
from pathlib import Path
from typing import Any

from dr_core.stage.analyse import pays
from dr_core.stage.choose import to_quote
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.stage.extractive.plan import outline
from dr_core.stage.passage import as_evidence, passages
from dr_core.state import RunState
from dr_core.text import bm25, detect, is_cjk
from dr_core.types import Hit, Page, Plan, Section
from dr_plugins.read.docx import Docx
from dr_plugins.read.html import Html
from dr_plugins.read.pdf import Pdf
from dr_plugins.read.text import Text

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
READERS: dict[str, Any] = {".md": Text, ".txt": Text, ".html": Html, ".pdf": Pdf, ".docx": Docx}
MOST_READ, OFF_TOPIC = 10, 0.3

QUESTIONS = {
    "How do sodium-ion batteries compare with LFP for grid storage?": ("Comparison",),
    "What does a kilometre of high-speed rail cost, and does it pay?": ("Costs and economics",),
    "Speed, passengers and safety of high-speed rail in East Asia and Europe": ("Speed", "Passengers", "Safety"),
    "Desalination: energy, cost and environment": ("Energy use", "Costs and economics", "Environment"),
    "Why did grid batteries catch fire, and what has changed?": ("Reasons", "Safety"),
    "台灣高鐵的運量與財務狀況如何改變？": ("運量", "成本與經濟性"),
    "海水淡化的成本與耗能，以及鹵水對環境的影響": ("成本與經濟性", "耗能", "環境影響"),
    "台灣電網儲能市場為何供過於求？": ("原因",),
    "钠离子电池与磷酸铁锂电池在电网储能中的比较": ("比较",),
    "中国高铁的里程、客流与债务": ("线路与里程", "客流", "成本与经济性"),
    "新幹線の安全性と定時性、輸送人員はどうなっているか": ("安全性", "定時性", "輸送人員"),
    "リニア中央新幹線の工事費と開業時期": ("費用と経済性",),
    "日本の系統用蓄電池の現状と課題": ("課題と論点",),
    "KTX의 속도와 이용객, 사업비": ("속도", "이용객", "비용과 경제성"),
    "한국 ESS 화재의 원인": ("원인",),
}
"""Questions on every subject and in every language of the corpus, with the headings that they ask for."""


@functools.lru_cache(maxsize=1)
def documents() -> tuple[Page, ...]:
    """Every file of the corpus."""
    found = []
    for path in sorted(CORPUS.iterdir()):
        reader = READERS[path.suffix]
        read = reader().read(path.read_bytes(), path.as_uri(), reader.media_types[0])
        text = read.text
        found.append(
            Page(
                id=path.name,
                url=path.as_uri(),
                title=read.title,
                text=text,
                sha256=sha256(text.encode()).hexdigest(),
                fetched_at="",
                published=read.published,
                language=detect(text[:5000]),
            )
        )
    return tuple(found)


def quotes(page: Page) -> list[str]:
    """The sentences and tables of a page that can be quoted, in order."""
    return [page.text[span.start : span.end] for passage in passages(page) for span in passage.spans]


@functools.lru_cache(maxsize=64)
def digested(question: str, words: int = 1500) -> tuple[RunState, Digest]:
    """The state of a run that read the corpus for a question, and the digest of it."""
    language = detect(question)
    pages = documents()
    scores = bm25(question, [f"{page.title} {page.text}" for page in pages])
    ranked = sorted(range(len(pages)), key=lambda at: (-scores[at], at))[:MOST_READ]
    hits = [Hit(title=pages[at].title, url=pages[at].url, content=pages[at].text) for at in ranked]
    planned = outline({"question": question, "language": language, "hits": hits})
    state = RunState(original_query=question, clarified_query=question, language=language)
    state.plan = Plan(
        research_title=planned["research_title"],
        sections=tuple(
            Section(
                id=f"sec{number}",
                title=section["title"],
                description=section["description"],
                search_queries=tuple(section["search_queries"]),
            )
            for number, section in enumerate(planned["sections"], 1)
        ),
    )
    read = [pages[at] for at in ranked if scores[at] >= OFF_TOPIC * scores[ranked[0]]]
    state.sources = {page.id: page for page in read}
    for page, span, section, score in to_quote(state):
        name = f"e{len(state.evidence) + 1}"
        found = as_evidence(page, span.start, span.end, name=name, section=section.id, score=score)
        state.evidence[found.id] = found
    total = int(words * (1.6 if is_cjk(language) else 1))
    arranged = digest(
        question,
        language,
        state.plan.sections,
        list(state.evidence.values()),
        state.sources,
        words=total,
        analysis=pays(question),
    )
    return state, arranged


def headings(state: RunState, arranged: Digest) -> list[str]:
    """The headings of the sections that have something in them."""
    assert state.plan is not None
    return [section.title for section in state.plan.sections if arranged.sections.get(section.id)]
