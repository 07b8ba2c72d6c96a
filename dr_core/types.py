"""The values that flow through a run: frozen, typed, and JSON on both sides.

A question becomes a ``Plan`` of ``Section``s, sections become ``SearchTask``s, those give ``Hit``s, hits are read into ``Page``s,
pages give ``Evidence`` (verbatim spans), evidence carries ``Finding``s and ``Paragraph``s, and a ``Report`` is composed of those.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class Value(BaseModel):
    """A frozen value that crosses a boundary; unknown fields are an error, so a misspelled one is never lost."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- planning and searching -----------------------------------------------------------------------------------------------

Priority = Literal["high", "medium", "low"]
Strategy = Literal["general", "academic", "news", "patents", "code"]


class SearchTask(Value):
    """One query to send out, why, and for which section."""

    query: str
    goal: str = ""
    priority: Priority = "medium"
    section: str = ""
    language: str = ""
    strategy: Strategy = "general"
    since: str = ""


class Hit(Value):
    """One result of a search. ``content`` is the page's text where the engine already gives it.

    From 400 letters on (a Chinese, Japanese or Korean character counts as three) it is taken for the page, and of whatever length
    where ``url`` is not of the web (``https://``). Of less, ``url`` is read, and it stands in where that fails.
    """

    title: str
    url: str
    snippet: str = ""
    published: str = ""
    content: str = ""
    images: tuple[str, ...] = ()
    score: float | None = None
    engine: str = ""
    kind: str = ""


class Section(Value):
    """A section of the report: what it is called, the question it answers, and what to search for it (S2-4)."""

    id: str
    title: str
    description: str = ""
    search_queries: tuple[str, ...] = ()


class Plan(Value):
    """The outline of a report, and the domains used to diversify its queries (S0-3)."""

    research_title: str
    sections: tuple[Section, ...]
    domains: tuple[str, ...] = ()


# --- reading --------------------------------------------------------------------------------------------------------------


class Document(Value):
    """What a reader makes of bytes: the main text and what is known about it. ``text`` keeps tables as pipe tables."""

    text: str
    title: str = ""
    author: str = ""
    published: str = ""
    language: str = ""
    kind: str = ""
    images: tuple[str, ...] = ()


class RawPage(Value):
    """A page as a reader fallback brings it, before it is parsed: ``content`` in the format that ``media_type`` names.

    What it knows about the page beside the content goes before what the parser finds.
    """

    content: str
    media_type: Literal["text/html", "text/markdown", "text/plain"] = "text/markdown"
    title: str = ""
    author: str = ""
    published: str = ""
    images: tuple[str, ...] = ()


class Page(Value):
    """A source as it was read: the document plus where it came from, when, and the hash of its text.

    ``via`` names the reader fallback that read it; empty where the page was read directly.
    """

    id: str
    url: str
    title: str
    text: str
    sha256: str
    fetched_at: str
    author: str = ""
    published: str = ""
    language: str = ""
    kind: str = "web"
    engine: str = ""
    images: tuple[str, ...] = ()
    via: str = ""


class Evidence(Value):
    """A verbatim span of a source: ``page.text[start:end] == text``, with what is known of that source."""

    id: str
    source: str
    start: int
    end: int
    text: str
    section: str = ""
    score: float = 0.0
    url: str = ""
    title: str = ""
    sha256: str = ""
    fetched_at: str = ""
    published: str = ""
    language: str = ""
    kind: str = ""


class Finding(Value):
    """Something learned, in words, with the evidence it stands on, and the round that brought it."""

    text: str
    section: str
    cite_ids: tuple[str, ...]
    round: int = 0


# --- models ---------------------------------------------------------------------------------------------------------------


Tokens = Annotated[int, Field(ge=0, le=10**15)]
"""A number of tokens; one that no run can have used is none, and would be too large to reckon with."""


class Usage(Value):
    """What a call cost. ``usd`` is None where the price is unknown: unknown is never written as 0.

    ``cached_tokens`` and ``cache_write_tokens`` are parts of ``prompt_tokens`` that have prices of their own; ``estimated`` says
    that the service did not count and we did. Nothing here can be negative: a budget would grow by it.
    """

    prompt_tokens: Tokens = 0
    completion_tokens: Tokens = 0
    cached_tokens: Tokens = 0
    cache_write_tokens: Tokens = 0
    estimated: bool = False
    usd: Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)] | None = None


class Message(Value):
    """One message to a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class ModelRequest(Value):
    """A request to a model; ``answer_schema`` (JSON schema) asks for an answer of that shape.

    ``thinking`` is the most that a model should think on top of ``max_tokens``, where its provider knows no better.
    """

    task: str
    messages: tuple[Message, ...]
    answer_schema: dict[str, Any] | None = None
    max_tokens: int = 2048
    thinking: int | None = None
    temperature: float = 0.0


class ModelAnswer(Value):
    """A model's answer; ``stop`` says why it ended. ``reasoning`` never enters a report."""

    text: str
    model: str
    reasoning: str = ""
    stop: Literal["end", "length", "refusal"] = "end"
    usage: Usage = Usage()


class Delta(Value):
    """A piece of a streamed answer."""

    kind: Literal["text", "reasoning"]
    text: str


# --- computing ------------------------------------------------------------------------------------------------------------


class Execution(Value):
    """What a sandbox gives back (S0-11): what was printed, the figures as base64 PNG, and the error if the code failed."""

    stdout: str = ""
    figures: tuple[str, ...] = ()
    error: str = ""
    seconds: float = 0.0


class ChartSpec(Value):
    """A planned chart (S0-10) and the evidence its data come from."""

    title: str
    chart_type: str
    data_source: str
    python_code: str
    section: str = ""
    cite_ids: tuple[str, ...] = ()
    data: dict[str, Any] = {}


def _inside(path: str) -> str:
    """A path below a folder, on any system: files are moved and removed by it, and a state may come from somebody else."""
    first, *_ = parts = re.split(r"[/\\]", path)
    if not first or first.endswith(":") or ".." in parts or "\0" in path:
        raise ValueError("the path leads out of the run folder")
    return path


class Figure(Value):
    """A figure of the report; ``path`` is relative to the run folder, and leads nowhere else."""

    number: int
    title: str
    caption: str
    alt: str
    path: Annotated[str, AfterValidator(_inside)]
    section: str = ""
    cite_ids: tuple[str, ...] = ()


# --- writing and checking -------------------------------------------------------------------------------------------------


class Paragraph(Value):
    """A paragraph, list or table of the report with the evidence it cites; the words carry no citation marks."""

    id: str
    section: str
    text: str
    cite_ids: tuple[str, ...] = ()
    kind: Literal["prose", "table", "list"] = "prose"


Support = Literal["supported", "unclear", "contradicted"]


class Verdict(Value):
    """The word on one sentence of a paragraph: how far the cited evidence carries it, and why."""

    paragraph: str
    sentence: str
    verdict: Support
    score: float = 0.0
    reason: str = ""
    cite_ids: tuple[str, ...] = ()


class Problem(Value):
    """One thing a verifier found wrong: where it stands, what it is, why it is wrong."""

    where: str
    text: str
    reason: str


class Verification(Value):
    """A verifier's word on a file. ``passed`` is None where the check does not apply; ``checks`` are the parts it is made of."""

    verifier: str
    passed: bool | None
    checks: dict[str, bool] = {}
    counts: dict[str, int] = {}
    problems: tuple[Problem, ...] = ()
    note: str = ""


class Reference(Value):
    """An entry of the reference list; ``number`` is None for sources that are not cited. ``kind`` is the page's."""

    number: int | None
    source: str
    title: str
    url: str
    published: str = ""
    images: tuple[str, ...] = ()
    kind: str = ""


class ReportSection(Value):
    """A section as it will be shown; ``figures`` are numbers into ``Report.figures``."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class Report(Value):
    """Everything a renderer needs; it adds nothing and leaves nothing out.

    ``citations`` maps an evidence id to its reference number, ``quotes`` to the saved words of its source. ``notices`` are shown
    above the abstract, ``provenance`` (label, value) fills the "How this report was made" box. ``fonts`` are the font families
    for the report's language, best first, for renderers that embed fonts (PDF): those of figures, from the hook ``chart_fonts``.

    The words of a paragraph are plain, and its ``cite_ids`` say what it cites as a whole. Where in it each piece is cited stands
    in ``marked``: from its id to the same words with marks among them, for ``render_marks``.
    """

    title: str
    question: str
    language: str
    sections: tuple[ReportSection, ...]
    figures: tuple[Figure, ...] = ()
    references: tuple[Reference, ...] = ()
    citations: dict[str, int] = {}
    marked: dict[str, str] = {}
    quotes: dict[str, str] = {}
    notices: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    provenance: tuple[tuple[str, str], ...] = ()
    fonts: tuple[str, ...] = ()
    show_references: bool = True
    show_images: bool = True


class Event(Value):
    """Something that happened in a run (S3-1); ``seq`` counts from 1 without gaps."""

    seq: int
    at: str
    type: Literal["progress", "message", "reasoning", "error"]
    stage: str = ""
    step: str = ""
    status: str = ""
    text: str = ""
    data: dict[str, Any] = {}
