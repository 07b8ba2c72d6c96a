"""What a plugin is: a class with one required method and a nested ``Options``.

Each has an example in its docstring and names the promises that its conformance class checks. Import it from ``dr_core``.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from dr_core.clarification import Clarification, Exchange, NextAction
from dr_core.types import (
    Delta,
    Document,
    Evidence,
    Execution,
    Hit,
    ModelAnswer,
    ModelRequest,
    Paragraph,
    RawPage,
    Report,
    SearchTask,
    Usage,
    Verdict,
    Verification,
)

API_VERSION = 1
"""The version of these interfaces; a plugin written for another one says so in ``api_version`` and is refused with a reason."""

AskModel = Callable[..., Awaitable[Any]]
"""``await ask(task, prompt, answer, max_tokens=700)``: an instance of the pydantic class ``answer``, or None.

``prompt`` is words; of a bundled plugin, the data of the prompt file that is called like the task."""


async def no_model(task: str, prompt: str | Mapping[str, Any], answer: type[BaseModel], max_tokens: int = 700) -> Any:
    """What ``Context.ask`` is where no run is under way: nobody answers."""
    return None


def nobody(*told: Any) -> None:
    """What ``Context.spent`` and ``Context.left_out`` are where no run is under way: nobody counts, and nobody listens."""


@dataclass(frozen=True)
class Context:
    """What the kernel hands to a provider: its instance name, a folder to keep things in, a logger, and a way to ask a model.

    ``ask`` asks the models of the run that is under way, within its budget; None is the answer where there is none. What comes
    from pages or people stands in the prompt between ``<data>`` and ``</data>``.

    ``allow_hosts`` and ``robots`` are those of ``[web]``: whoever reads pages itself gives them to ``dr_core.web.Fetcher``.

    A search provider that pays a model by itself says with ``spent`` what a search cost, while it searches. What it should have
    searched and could not, it says with ``left_out``, in each search: ``left_out("scan.pdf", "has no text in it")``. The user
    and the report are told. ``readers`` gives the readers that are selected in ``[read] use``, in order; ``ParseWorker`` has
    them read, in a process of their own.
    """

    instance: str = ""
    cache_dir: Path = Path(".dr-cache")
    log: logging.Logger = field(default_factory=lambda: logging.getLogger("dr"))
    ask: AskModel = no_model
    allow_hosts: tuple[str, ...] = ()
    robots: bool = True
    spent: Callable[[str, Usage], None] = nobody
    left_out: Callable[[str, str], None] = nobody
    readers: Callable[[], Sequence[Reader]] = tuple


class Provider(ABC):  # noqa: B024  (each kind adds its one abstract method)
    """The common part of every provider: options, context, and a way to let go of what it holds.

    ``name`` is the instance's name. ``options`` is already validated. ``aclose`` is called once, when the kernel closes.
    """

    kind: ClassVar[str] = ""
    api_version: ClassVar[int] = API_VERSION

    class Options(BaseModel):
        """The settings of one instance; an unknown one is an error with a did-you-mean."""

        model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(self, options: Options | None = None, context: Context | None = None) -> None:
        self.options: Any = options if options is not None else self.Options()
        self.context = context if context is not None else Context()
        self.name = self.context.instance or type(self).__name__.lower()

    async def aclose(self) -> None:  # noqa: B027  (optional: most providers hold nothing)
        """Let go of connections, processes and files."""


class SearchProvider(Provider):
    """Finds pages for a query.

    ::

        class Echo(SearchProvider):
            \"\"\"Answers every query with one page about it.\"\"\"

            class Options(SearchProvider.Options):
                site: str = option("https://example.org", help="Where the page is")

            async def search(self, task: SearchTask, limit: int) -> list[Hit]:
                return [Hit(title=task.query, url=f"{self.options.site}/{task.query}")][:limit]

    Promises: a list of ``Hit`` with absolute URLs, never more than ``limit``; nothing found is an empty list; a failure is a
    ``ProviderError``; two searches may run at once; being cancelled leaves nothing behind.
    """

    kind = "search"
    strategies: ClassVar[tuple[str, ...]] = ("general",)
    """The retrieval strategies it is good for: general, academic, news, patents, code."""
    signal: ClassVar[str] = "general"
    """How much of what it finds is worth reading: high, medium, or general (the web at large); high comes first."""
    keyless: ClassVar[bool] = True
    """Whether it works as installed, with no key and no address of the user's own."""
    cacheable: ClassVar[bool] = True
    """Whether another run may use its answers for a while; not where asking costs nothing and the answer may change at once."""
    sourced: ClassVar[bool] = True
    """Whether its hits are pages. What is not (a model's memory, asked by ``Context.ask``) comes last of all, only where that is
    allowed, and supports nothing."""
    local: ClassVar[bool] = False
    """Whether it searches what the user keeps on this machine: it is asked for every query, and never in place of the others."""
    patience: ClassVar[float] = 0.0
    """Seconds that one search may rightly take, where that is more than ``search.deadline``."""

    def lacks(self) -> str:
        """What must be configured before it can work, in one line ("Set TAVILY_API_KEY ..."); empty: it is ready."""
        return ""

    def ceiling(self) -> Usage | None:
        """What a budget sets aside for one search where the engine is a model that is paid; None: it is none."""
        return None

    @abstractmethod
    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        """At most ``limit`` hits, best first."""


class ModelProvider(Provider):
    """Answers messages with a language model.

    Most steps of a run want JSON: where ``request.answer_schema`` is set, the text must be a JSON value of that shape. Nobody but
    the provider tells the model so: hand the schema to the service, or write it below the last message.

    ::

        class Parrot(ModelProvider):
            \"\"\"Says the last message again.\"\"\"

            async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
                return ModelAnswer(text=request.messages[-1].content, model="parrot")

    Promises: a ``ModelAnswer`` with the model's name; reasoning apart from the text; streamed pieces (if any) add up to the text;
    an answer that was cut says ``stop="length"``; a failure is a ``ProviderError``; two calls may run at once.
    """

    kind = "llm"

    def lacks(self) -> str:
        """What must be configured before it can work, in one line ("Set OPENAI_API_KEY ..."); empty: it is ready."""
        return ""

    @abstractmethod
    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        """The answer; pieces go to ``on_delta`` as they come, where the provider streams."""

    def output_ceiling(self, request: ModelRequest) -> int:
        """The most tokens an answer to ``request`` can cost, reasoning included: what a budget sets aside before the call."""
        return request.max_tokens


OnDelta = Callable[[Delta], None]


class Sandbox(Provider):
    """Runs Python where it can do no harm.

    ::

        class Deaf(Sandbox):
            \"\"\"Runs nothing and says so.\"\"\"

            async def execute_python(self, code: str, timeout: float = 60) -> Execution:
                return Execution(error="this sandbox runs nothing")

    Promises: what the code prints is in ``stdout``; open matplotlib figures come back as base64 PNG; an exception of the code
    is in ``error``, not raised; code that runs past ``timeout`` is stopped and says so; the next call works.
    """

    kind = "sandbox"

    async def unavailable(self) -> str:
        """Why it cannot be used here ("no Docker engine answers"), asked before the first chart; empty: it can."""
        return ""

    @abstractmethod
    async def execute_python(self, code: str, timeout: float = 60) -> Execution:
        """Run ``code`` and collect what it printed and drew."""


class Clarifier(Provider):
    """Decides whether a question can be researched as it stands.

    ::

        class Trusting(Clarifier):
            \"\"\"Never asks.\"\"\"

            async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
                return Clarification(action=NextAction.START_RESEARCH, confidence=1, goal=topic, refined_query=topic)

    Promises: a ``Clarification`` for any text, however odd; a question exactly where the action is ``NEED_CLARIFICATION``; the
    same answer for the same input.

    An exchange without an answer is a decline: go on with what you assume, and say so in ``assumptions``. Where you ask the same
    again, the ``default`` of your question is taken for the answer; if it has none, the run ends for want of a subject.
    """

    kind = "clarify"

    @abstractmethod
    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        """The next action for ``topic``, given what was asked and answered so far."""

    async def needs_clarification(self, topic: str) -> bool:
        """Whether ``topic`` cannot be researched as it stands (S1-3)."""
        return (await self.assess(topic)).action is NextAction.NEED_CLARIFICATION

    async def generate_questions(self, topic: str) -> list[str]:
        """The questions to ask about ``topic``; empty where it is clear (S1-3)."""
        question = (await self.assess(topic)).question
        return [question.question] if question else []


class Verifier(Provider):
    """Checks a report: sentence by sentence while it is made (``check``), and as files when it is done.

    ::

        class Lenient(Verifier):
            \"\"\"Passes everything.\"\"\"

            async def verify_report(self, path: Path) -> Verification:
                return Verification(verifier="lenient", passed=True)

    Promises: ``passed`` is True, False or None (does not apply); a failure names its problems; files are only read; an odd or
    missing file is a ``DRError`` or a failed verification, never a crash.
    """

    kind = "verify"

    @abstractmethod
    async def verify_report(self, path: Path) -> Verification:
        """The word on a finished ``report.md``; the run folder, where there is one, is ``path.parent``."""

    async def verify_paragraphs_jsonl(self, path: Path) -> Verification:
        """The word on a run's ``paragraphs.jsonl``; by default this verifier has none."""
        return Verification(verifier=self.name, passed=None, note="reads reports only")

    def check(self, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
        """Verdicts on the sentences of ``paragraphs`` against the evidence they cite; empty where this verifier has no word."""
        return []

    async def judge(
        self, doubtful: Sequence[Verdict], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]
    ) -> list[Verdict]:
        """A second word on sentences that ``check`` found unclear, which may raise or lower them; empty: this one has none."""
        return []


class Renderer(Provider):
    """Turns a finished ``Report`` into a file.

    ::

        class Titles(Renderer):
            \"\"\"Writes the headings only.\"\"\"

            suffix = ".txt"

            async def render(self, report: Report, folder: Path) -> bytes:
                return "\\n".join(section.title for section in report.sections).encode()

    Promises: bytes, the same for the same report; nothing is fetched; text of the report is data, never markup that runs.
    """

    kind = "render"
    suffix: ClassVar[str] = ".txt"

    def lacks(self) -> str:
        """What must be installed or configured before it can work, in one line; empty: it is ready. Asked before a run begins."""
        return ""

    @abstractmethod
    async def render(self, report: Report, folder: Path) -> bytes:
        """The file's content; figures are found in ``folder``."""


class Reader(Provider):
    """Turns bytes of some content types into a ``Document``. Runs in a worker process that may be killed, so it is synchronous.

    It is made there with its options, which are sent as JSON, and without a context; once for all documents.

    ::

        class Shout(Reader):
            \"\"\"Reads .shout files.\"\"\"

            media_types = ("text/x-shout",)
            suffixes = (".shout",)

            class Options(Reader.Options):
                \"\"\"Options of shout.\"\"\"

                loud: bool = option(False, help="Keep the capitals")

            def read(self, data: bytes, url: str, media_type: str) -> Document:
                text = data.decode("utf-8", "replace")
                return Document(text=text if self.options.loud else text.capitalize())

    Promises: a ``Document`` for any bytes, or a ``DRError`` that says why not; no network; no files.
    """

    kind = "read"
    media_types: ClassVar[tuple[str, ...]] = ()
    """What it reads of the web; the first one is that of a file."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """What it reads of files, and of the web where a server gives no type, or plain text."""

    def lacks(self) -> str:
        """What must be installed before it can read, in one line; empty: it is ready. Asked for every document."""
        return ""

    def prepare(self) -> None:
        """Import what reading needs. Called once in the worker process, before the time of the first document begins."""

    @abstractmethod
    def read(self, data: bytes, url: str, media_type: str) -> Document:
        """The main text of ``data`` and what is known about it."""


class PageFetcher(Provider):
    """Brings a page that could not be read directly: it was blocked, or came without text. Asked after the guarded reader.

    ::

        class Archive(PageFetcher):
            \"\"\"Brings pages from a folder of saved ones.\"\"\"

            def is_local(self) -> bool:
                return True

            async def fetch_page(self, url: str) -> RawPage:
                try:
                    saved = Path("saved", quote(url, safe="")).read_text(encoding="utf-8")
                except (OSError, ValueError) as error:
                    raise ProviderError("the page is not among the saved ones") from error
                return RawPage(content=saved, media_type="text/html")

    Promises: a ``RawPage`` with content, which the run parses and bounds like any page; a failure is a ``ProviderError``; two
    pages may be fetched at once; being cancelled leaves nothing behind. The addresses it gets have passed the guard; one that
    opens connections to pages itself does so through ``dr_core.web.Fetcher``.
    """

    kind = "fetch"

    def is_local(self) -> bool:
        """Whether the addresses it gets stay in the user's own network: only then it is given those of private hosts."""
        return False

    def lacks(self) -> str:
        """What must be configured before it can work, in one line ("Set JINA_API_KEY ..."); empty: it is ready."""
        return ""

    @abstractmethod
    async def fetch_page(self, url: str) -> RawPage:
        """The page at ``url``."""


KINDS: dict[str, type[Provider]] = {
    one.kind: one for one in (SearchProvider, ModelProvider, Sandbox, Clarifier, Verifier, Renderer, Reader, PageFetcher)
}
"""Kind, entry-point group (``dr.<kind>``) and settings table (``[<kind>]``) share one name."""
