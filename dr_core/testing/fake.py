"""Fakes that are ordinary providers: they take options, can be named by import path, and pass the conformance classes.

Each keeps what it was asked in ``calls``. With ``fail`` set it raises a ``ProviderError`` with those words instead.
"""

from __future__ import annotations

import asyncio
import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dr_core.clarification import Clarification, ClarificationQuestion, Exchange, NextAction
from dr_core.errors import DRError, ProviderError
from dr_core.interfaces import Clarifier, PageFetcher, Reader, Renderer, SearchProvider, Verifier
from dr_core.options import option
from dr_core.types import Document, Evidence, Hit, Paragraph, Problem, RawPage, Report, SearchTask, Verdict, Verification


class FakeSearch(SearchProvider):
    """Finds the hits it was given, or pages on example.org made from the query."""

    class Options(SearchProvider.Options):
        """What it finds."""

        hits: tuple[Hit, ...] | None = option(None, help="The hits of every search; unset: made from the query")
        count: int = option(5, ge=0, help="How many hits are made from a query")
        delay: float = option(0.0, ge=0, help="Seconds before it answers")
        fail: str = option("", help="Raise a ProviderError with these words")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[SearchTask] = []

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        self.calls.append(task)
        await asyncio.sleep(self.options.delay)
        if self.options.fail:
            raise ProviderError(self.options.fail)
        hits = self.options.hits
        return list(self._made(task) if hits is None else hits)[:limit]

    def _made(self, task: SearchTask) -> list[Hit]:
        words = task.query.strip()
        if not words:
            return []
        return [
            Hit(
                title=f"{words} ({number})",
                url=f"https://example.org/{quote(words, safe='')}/{number}",
                snippet=f"Page {number} about {words}.",
                engine=self.name,
            )
            for number in range(1, self.options.count + 1)
        ]


class FakeClarifier(Clarifier):
    """Takes every question as it is, or asks the one question it was given until it is answered."""

    class Options(Clarifier.Options):
        """What it asks."""

        question: str = option("", help="Asked once about every topic; empty: never asks")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[str] = []

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        self.calls.append(topic)
        if self.options.question and not history:
            question = ClarificationQuestion(question=self.options.question)
            return Clarification(action=NextAction.NEED_CLARIFICATION, confidence=0.2, question=question)
        refined = " ".join([topic, *(exchange.answer for exchange in history if exchange.answer)])
        return Clarification(action=NextAction.START_RESEARCH, confidence=1, goal=topic, refined_query=refined)


class FakeVerifier(Verifier):
    """Passes every report it can read, or finds the one problem it was given."""

    class Options(Verifier.Options):
        """What it finds."""

        problem: str = option("", help="Found in every report; empty: every report passes")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[Path] = []

    async def verify_report(self, path: Path) -> Verification:
        self.calls.append(path)
        text = _text(path)
        if self.options.problem:
            found = Problem(where=path.name, text=text[:80], reason=self.options.problem)
            return Verification(verifier=self.name, passed=False, problems=(found,))
        return Verification(verifier=self.name, passed=True, counts={"characters": len(text)})

    def check(self, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
        return [
            Verdict(
                paragraph=paragraph.id,
                sentence=paragraph.text,
                verdict="supported" if set(paragraph.cite_ids) & set(evidence) else "unclear",
                cite_ids=paragraph.cite_ids,
            )
            for paragraph in paragraphs
        ]


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise DRError(f"{path} cannot be read: {error.strerror}") from error


class FakeRenderer(Renderer):
    """Writes title and paragraphs as a plain HTML page."""

    suffix = ".html"

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[Report] = []

    async def render(self, report: Report, folder: Path) -> bytes:
        self.calls.append(report)
        lines = [f"<h1>{html.escape(report.title)}</h1>"]
        for section in report.sections:
            lines.append(f"<h2>{html.escape(section.title)}</h2>")
            lines += [f"<p>{html.escape(paragraph.text)}</p>" for paragraph in section.paragraphs]
        return "\n".join(lines).encode()


class FakeReader(Reader):
    """Reads any bytes as UTF-8 text; the first line is the title."""

    media_types = ("text/x-fake",)
    suffixes = (".fake",)

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        text = data.decode("utf-8", "replace")
        return Document(text=text, title=text.partition("\n")[0][:200], kind="fake")


class FakePageFetcher(PageFetcher):
    """Brings the page it was given for every address, or a few sentences about the address."""

    class Options(PageFetcher.Options):
        """What it brings."""

        content: str = option("", help="The markdown of every page; empty: made from the address")
        local: bool = option(True, help="Whether it may be given the addresses of private hosts")
        fail: str = option("", help="Raise a ProviderError with these words")

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self.calls: list[str] = []

    def is_local(self) -> bool:
        return bool(self.options.local)

    async def fetch_page(self, url: str) -> RawPage:
        self.calls.append(url)
        if self.options.fail:
            raise ProviderError(self.options.fail)
        return RawPage(content=self.options.content or f"# A page\n\nThis is what stands at {quote(url)}.", title="A page")
