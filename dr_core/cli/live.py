"""Progress as a small live picture at the foot of the terminal; it is wiped away when the run ends."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from dr_core.cli.board import STAGES, Board, count
from dr_core.cli.lines import remarks, told
from dr_core.cli.terminal import clean, clock
from dr_core.types import Event

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
MARKS = {"complete": ("✓", "green"), "skipped": ("–", "dim"), "start": ("▸", "bold"), "": ("·", "dim")}
"""Only styles that can be read on dark and on light terminals: no yellow, no white, no background."""


class Screen:
    """Draws the board several times a second, from a thread of rich's own: a stage that computes does not stop it."""

    def __init__(self, board: Board, *, verbose: bool = False) -> None:
        self.board = board
        self._verbose = verbose
        self._console = Console(stderr=True, highlight=False)
        self._live: Live | None = None
        self._said: set[str] = set()

    def start(self) -> None:
        """Begin to draw."""
        self._live = Live(
            get_renderable=self.picture,
            console=self._console,
            refresh_per_second=8,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def stop(self) -> None:
        """Wipe the picture away and give the cursor back."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Room for a question."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def show(self, line: str) -> None:
        """A line that stays, above the picture."""
        self._console.print(Text(line), soft_wrap=True)

    def __call__(self, event: Event) -> None:
        self.board.take(event)
        for line in told(event, self.board, verbose=True) if self._verbose else remarks(event):
            if line not in self._said:
                self.show(line)
            self._said.add(line)

    def picture(self) -> Group:
        """The board as it stands."""
        board = self.board
        rows = [_line((f"  {name:<9} ", "dim"), (clean(value), "")) for name, value in self._rows()]
        frame = FRAMES[int(time.monotonic() * 8) % len(FRAMES)]
        head = _line((f"{frame} ", "green"), (" + ".join(board.current) or "starting", "bold"))
        if board.round:
            head.append(f"  round {board.round} of at most {board.rounds}", "dim")
        return Group(head, self._stages(), *rows)

    def _stages(self) -> Text:
        line = _line(("  ", ""))
        for stage in STAGES:
            mark, style = MARKS[self.board.stages.get(stage, "")]
            # thirteen names do not fit on 80 columns: those that are not under way are marks only
            line.append(f"{mark} {stage} " if stage in self.board.current or self._console.width >= 120 else f"{mark} ", style)
        return line

    def _rows(self) -> Iterator[tuple[str, str]]:
        board = self.board
        if board.sections:
            yield "sections", " · ".join(board.sections)
        if board.searches or board.searching or board.failures:
            failed = f", {board.failures} failed" if board.failures else ""
            under_way = f" · searching: {'; '.join(list(board.searching))}" if board.searching else ""
            yield "searches", f"{board.searches} done, {count(board.hits, 'hit')}{failed}{under_way}"
        if board.read or board.unread or board.reading:
            left = f", {board.unread} not read" if board.unread else ""
            yield "sources", f"{board.read} read{left}{self._under_way()}"
        if board.score:
            yield "evidence", f"score {board.score:g} of 10" + (f" · {board.ends}" if board.ends else "")
        if board.charts:
            yield "charts", f"{board.charts} drawn"
        if board.asking:
            yield "model", ", ".join(self._task(item, task) for item, task in list(board.asking.items()))
        yield "spent", " · ".join(self._spent())

    def _under_way(self) -> str:
        """The pages on their way, by place."""
        places = Counter(map(_place, list(self.board.reading)))
        if not places:
            return ""
        told = ", ".join(place if number == 1 else f"{place} ({number})" for place, number in places.most_common())
        return f" · {self.board.fetched} fetched, reading {told}"

    def _task(self, item: str, task: str) -> str:
        """What a model was asked for: the task, and the section it is for."""
        number = item.rsplit("/", 1)[-1].removeprefix("sec")
        known = number.isdigit() and 0 < int(number) <= len(self.board.sections)
        return f"{task} “{self.board.sections[int(number) - 1]}”" if known else task

    def _spent(self) -> Iterator[str]:
        board = self.board
        if board.has_model:
            yield f"{board.tokens:,} of {board.token_ceiling:,} tokens"
            if board.usd_ceiling is not None:
                spent = "price unknown" if board.usd is None else f"{board.usd:.4f}"
                yield f"{spent} of {board.usd_ceiling:g} USD"
        if board.seconds_ceiling is None:
            yield clock(board.elapsed)
        else:
            left = max(0.0, board.seconds_ceiling - (board.elapsed - board.since))
            yield f"{clock(board.elapsed)}, {clock(left)} left"


def _line(*parts: tuple[str, str]) -> Text:
    """A line that is cut where the terminal ends."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for text, style in parts:
        line.append(text, style)
    return line


def _place(url: str) -> str:
    """Where a page is: the host, or the name of a file."""
    return urlsplit(url).hostname or url.rstrip("/").rpartition("/")[2]
