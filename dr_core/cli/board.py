"""What a run has told so far, counted: the one reading of its events that every view shows in its own way."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from dr_core.run.events import STEP_OF_STAGE
from dr_core.settings import Settings
from dr_core.types import Event

STAGES = (
    "intake", "plan", "harvest", "fetch", "extract", "reflect", "analyse", "chart", "draft", "verify", "write", "audit", "cache",
)  # fmt: skip
COUNTED = {
    "plan": ("searches", "hits", "failures"),
    "harvest": ("searches", "hits", "failures"),
    "fetch": ("fetched", "read", "unread"),
    "chart": ("charts", "undrawn"),
}
"""What a stage adds to. One that was cut off and begins again tells all of it again."""


@dataclass
class Board:
    """Counters and what is under way."""

    rounds: int = 1
    token_ceiling: int | None = None
    usd_ceiling: float | None = None
    seconds_ceiling: float | None = None
    has_model: bool = False
    before: float = 0.0
    since: float = 0.0
    started: float = field(default_factory=time.monotonic)
    round: int = 0
    stages: dict[str, str] = field(default_factory=dict)
    sections: list[str] = field(default_factory=list)
    searching: dict[str, None] = field(default_factory=dict)
    reading: dict[str, None] = field(default_factory=dict)
    asking: dict[str, str] = field(default_factory=dict)
    searches: int = 0
    hits: int = 0
    failures: int = 0
    fetched: int = 0
    read: int = 0
    unread: int = 0
    aside: set[str] = field(default_factory=set)
    score: float = 0.0
    ends: str = ""
    charts: int = 0
    undrawn: int = 0
    sentences: int = 0
    dropped: int = 0
    words: int = 0
    passed: bool | None = None
    tokens: int = 0
    usd: float | None = 0.0
    begun: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: Settings) -> Board:
        """The board of a run with these settings."""
        limits = settings.budget
        return cls(
            rounds=settings.research.rounds,
            token_ceiling=settings.token_ceiling,
            usd_ceiling=limits.usd,
            seconds_ceiling=limits.seconds,
            has_model=bool(settings.llm.use),
        )

    @property
    def elapsed(self) -> float:
        """Seconds that the run took so far, earlier processes included."""
        return self.before + time.monotonic() - self.started

    def recall(self, events: Iterable[Event]) -> None:
        """Take in what happened before the run was stopped."""
        for event in events:
            self.take(event)
        self.searching, self.reading, self.asking = {}, {}, {}
        self.stages = {stage: status for stage, status in self.stages.items() if status != "start"}

    @property
    def current(self) -> list[str]:
        """The stages under way."""
        return [stage for stage, status in list(self.stages.items()) if status == "start"]

    def take(self, event: Event) -> None:
        """Count an event. Stages of others may emit what they like, so nothing is taken for granted."""
        data, stage, status = event.data, event.stage, event.status
        if isinstance(elapsed := data.get("elapsed"), int | float):
            self.before, self.started = elapsed, time.monotonic()
        if event.step == "search-task":
            self._search(event)
        elif is_stage(event):
            self._stage(event)
        elif stage == "plan" and status == "planned":
            self.sections = [str(title) for title in data.get("sections", ())]
        elif status == "refocused":
            self._refocused(event)
        elif status == "raised":
            self._raised(event)
        elif stage == "fetch":
            self._page(status, str(data.get("url", "")))
        elif stage == "reflect" and status == "reflected":
            self.score, self.ends = float(data.get("score", 0)), str(data.get("ends", ""))
        elif status == "asking":
            self.asking[str(data.get("item", ""))] = str(data.get("task", ""))
        elif status == "answered":
            self.asking.pop(str(data.get("item", "")).rsplit("/", 2)[0], None)
            if not data.get("reused"):  # it was counted when it was bought
                self.tokens += data.get("prompt_tokens", 0) + data.get("completion_tokens", 0)
                self.usd = None if self.usd is None or data.get("usd") is None else self.usd + data["usd"]
        elif stage == "chart" and status == "drawn":
            self.charts += 1
        elif event.step == "chart-result" and status in ("failed", "skipped"):
            self.undrawn += 1
        elif stage == "verify" and status == "checked":
            self.sentences, self.dropped = data.get("sentences", 0), data.get("dropped", 0)
        elif stage == "write" and status == "written":
            self.words = data.get("words", 0)
        elif stage == "audit" and status in ("passed", "failed"):
            self.passed = status == "passed"

    def _raised(self, event: Event) -> None:
        """Higher ceilings, for the whole run."""
        self.token_ceiling = event.data.get("tokens", self.token_ceiling)
        self.usd_ceiling = event.data.get("usd", self.usd_ceiling)
        self.seconds_ceiling = event.data.get("seconds", self.seconds_ceiling)

    def _refocused(self, event: Event) -> None:
        """Other focuses: what comes after the search is done again."""
        self.sections = [str(title) for title in event.data.get("after", ())]
        self.since, self.tokens, self.usd = self.elapsed, 0, 0.0  # the ceilings count anew
        self.charts, self.undrawn, self.sentences, self.dropped, self.words, self.passed = 0, 0, 0, 0, 0, None
        kept = STAGES.index("analyse")
        self.stages = {stage: status for stage, status in self.stages.items() if stage in STAGES[:kept]}

    def _search(self, event: Event) -> None:
        query = str(event.data.get("query", ""))
        if event.type == "error":
            self.failures += 1
        elif event.status == "start":
            self.searching[query] = None
        elif event.status == "complete":
            self.searching.pop(query, None)
            self.searches += 1
            self.hits += event.data.get("hits", 0)

    def _page(self, status: str, url: str) -> None:
        if status == "reading":
            self.reading[url] = None
        elif status == "done":
            self.reading.pop(url, None)
            self.fetched += 1
        elif status == "read":
            self.read += 1
            self.unread -= url in self.aside  # a later round asks for it
        elif status == "unread":
            self.unread += 1
            self.aside.add(url)

    def _stage(self, event: Event) -> None:
        if event.status == "start" and event.stage in COUNTED:
            now = {name: getattr(self, name) for name in COUNTED[event.stage]}
            for name, value in self.begun.setdefault((event.stage, event.data.get("round", 0)), now).items():
                setattr(self, name, value)
        if event.status == "start" and event.stage == "harvest":
            self.round = event.data.get("round", 0)
            self.rounds = max(self.rounds, self.round)
            for name in ("harvest", "fetch", "extract", "reflect"):
                self.stages.pop(name, None)
        self.stages[event.stage] = event.status
        if event.status != "start":
            self.asking = {item: task for item, task in self.asking.items() if item.partition("/")[0] != event.stage}

    def summary(self, stage: str) -> str:
        """One stage, in a few words."""
        match stage:
            case "harvest":
                failed = f", {self.failures} failed" if self.failures else ""
                return f"{count(self.searches, 'search', 'searches')}, {count(self.hits, 'hit')}{failed}"
            case "fetch":
                left = f", {self.unread} not read" if self.unread else ""
                return f"{count(self.read, 'page')} read{left}"
            case "reflect":
                return f"score {self.score:g} of 10" + (f", {self.ends}" if self.ends else ", another round")
            case "chart":
                left = f", {self.undrawn} could not be drawn" if self.undrawn else ""
                return f"{count(self.charts, 'chart')} drawn{left}"
            case "verify":
                return f"{count(self.sentences, 'sentence')} checked, {self.dropped} dropped"
            case "write":
                return f"{count(self.words, 'word')}"
            case "audit":
                return "passed" if self.passed else "did not pass"
        return "done"


def is_stage(event: Event) -> bool:
    """Whether an event tells of a whole stage that began or ended, not of something in it."""
    whole = event.step == STEP_OF_STAGE.get(event.stage, "")
    return bool(event.stage) and whole and event.status in ("start", "complete", "skipped")


def count(number: int, one: str, many: str = "") -> str:
    """``1 page``, ``2,000 pages``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
