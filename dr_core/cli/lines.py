"""Progress as plain lines on stderr: for pipes, logs and terminals that cannot be drawn on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from dr_core.cli.board import Board, is_stage
from dr_core.cli.talk import MOST_FOCUSES
from dr_core.cli.terminal import clean, say
from dr_core.report.left_out import listed
from dr_core.report.vain import CEILINGS, amount_of
from dr_core.types import Event

DETAILS = ("queries", "read", "unread", "straggler", "reflected", "fallback", "answered", "found")


class Lines:
    """One line for each thing worth knowing. A view is started, takes events, can step aside for a question, and is stopped."""

    def __init__(self, board: Board, *, verbose: bool = False) -> None:
        self.board = board
        self._verbose = verbose
        self._said: set[str] = set()

    def start(self) -> None:
        """Nothing to set up."""

    def stop(self) -> None:
        """Nothing to clear away."""

    def aside(self) -> nullcontext[None]:
        """Room for a question."""
        return nullcontext()

    def show(self, line: str) -> None:
        """Print a line."""
        say(line)

    def __call__(self, event: Event) -> None:
        self.board.take(event)
        for line in told(event, self.board, verbose=self._verbose):
            if line not in self._said:  # an engine that is down says the same to every query
                self.show(line)
            self._said.add(line)


def told(event: Event, board: Board, *, verbose: bool) -> Iterator[str]:
    """The lines that an event is worth."""
    yield from remarks(event)
    data = event.data
    if event.stage == "plan" and event.status == "planned":
        yield "  plan: " + " | ".join(map(clean, board.sections))
    elif is_stage(event) and event.status != "start" and event.stage != "plan":
        looping = event.stage in ("harvest", "fetch", "extract", "reflect")
        number = f" {data['round']}" if looping and data.get("round") else ""
        yield f"  {event.stage}{number}: " + (
            f"skipped ({clean(data.get('note', ''))})" if event.status == "skipped" else board.summary(event.stage)
        )
    if verbose and event.status in DETAILS:
        yield f"    {event.status}: {clean(', '.join(f'{key}={_brief(value)}' for key, value in data.items()))}"


def remarks(event: Event) -> Iterator[str]:
    """What a person must not miss, whichever way progress is shown."""
    data = event.data
    if event.type == "error" and data.get("retry") is not False:  # the last error is told at the end
        yield f"  ! {clean(event.text)}"
    elif event.status == "left_out":
        yield f"  ! {not_searched(str(data.get('engine', '')), data)}"
    elif event.status == "fallback":  # what each call would have cost is told at the end, for the last one
        why = "the budget has no room for it" if data.get("spent") else data.get("reason", "")
        yield f"  ! {clean(data.get('task', ''))} was done without the model: {clean(why)}"
    elif event.status == "clarified":
        for assumption in data.get("assumptions", ()):
            yield f"  assumed: {clean(assumption)}"
        for key in data.get("unused_answers", ()):
            yield f"  ! --answers: nothing was asked that '{clean(key)}' answers"
    elif event.status == "borrowed":
        used, wanted = clean(", ".join(data.get("languages", ()))), clean(data.get("wanted", ""))
        yield f"  ! the report is in the sources' own language ({used}), not in {wanted}: no model is configured to write it (-p)"
    elif event.status == "elsewhere":
        found, read = data.get("pages", 0), data.get("read", 0)
        failed = f"{read} pages read is about the question" if read else f"{found} pages found can be read"
        yield f"  ! none of the {failed}: other engines are asked"
    elif event.status == "estimate" and data.get("shown"):
        yield f"  {foretold(data)}"
    elif event.status == "raised":
        yield "  ceilings: " + ", ".join(amount_of(name, data[name]) for name in CEILINGS if name in data)
    elif event.status == "refocused":
        for focus in data.get("displaced", ()):
            yield f"  ! the plan's own focus '{clean(focus)}' gave way: a report has at most {MOST_FOCUSES}"
        yield "  focuses: " + " | ".join(map(clean, data.get("after", ())))
    elif event.status == "confirmation" and str(data.get("outcome", "")).startswith("taken"):
        yield f"  plan {clean(data['outcome'])}"


def not_searched(engine: str, left_out: Mapping[str, Any]) -> str:
    """What an engine could not search, in a line."""
    return clean(f"{engine}: {left_out['count']:,} left out: {listed(left_out)}")


def foretold(data: Mapping[str, Any]) -> str:
    """An estimate in words."""
    price = "price unknown" if data.get("usd") is None else f"about {dollars(data['usd'])} USD"
    tokens = f"about {data.get('tokens', 0):,} tokens (never more than {data.get('most_tokens', 0):,})"
    return f"estimate: {tokens}, {price}, roughly {data.get('seconds', 0)} s"


def dollars(usd: float) -> str:
    """An amount of money that is not rounded to nothing: 12.35, 0.02, 0.0034."""
    return f"{usd:.2f}" if usd >= 0.01 or not usd else f"{usd:.2g}"


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
