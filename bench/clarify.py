"""How well the clarifiers decide: ``python bench/clarify.py [--data FOLDER]``.

Reads ``queries/topics.jsonl`` (topic, expected action), ``queries/specific.jsonl`` (real research questions) and the questions of
``corpus`` and ``claims`` from the data folder, and the held-out topics of the tests. Exits with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

from _data import options_with_data

from dr_core import Clarifier, NextAction
from dr_plugins.clarify.adaptive import Adaptive
from dr_plugins.clarify.gate import Gate

OUTCOME = {
    NextAction.START_RESEARCH: "start",
    NextAction.CONFIRM_PLAN: "start",
    NextAction.NEED_CLARIFICATION: "ask",
    NextAction.VERIFY_TOPIC: "verify",
    NextAction.CANNOT_DO: "cannot",
}
HELD_OUT = Path(__file__).resolve().parent.parent / "tests" / "plugins" / "clarify"
RIGHT_AT_LEAST = 0.95
ASK_AT_MOST = 0.02


def cases(path: Path) -> list[tuple[str, str]]:
    """Text and expected outcome of each line; a line of real questions has no ``expect``, and must start."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [(row.get("topic") if "expect" in row else row["query"], row.get("expect", "start")) for row in rows]


def questions(data: Path) -> list[str]:
    """The questions of the corpora and of the claims: written for other ends, and all of them about something."""
    files = [*sorted(data.glob("corpus/*.questions.jsonl")), *sorted(data.glob("claims/*.jsonl"))]
    return list(dict.fromkeys(json.loads(line)["question"] for file in files for line in file.read_text("utf-8").splitlines()))


def variants(text: str) -> list[str]:
    """The same question with a full stop, in quotes, and in full-width letters."""
    return [
        f"{text}.",
        f"{text}。",
        f'"{text}"',
        f"「{text}」",
        text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}),
    ]


async def outcome(clarifier: Clarifier, text: str) -> str:
    """What the clarifier would do."""
    return OUTCOME[(await clarifier.assess(text)).action]


async def measure(clarifier: Clarifier, name: str, rows: list[tuple[str, str]], *, show: bool) -> tuple[int, int]:
    """Print one line of the table; how many were right, and how many changed with their form."""
    begun = time.perf_counter()
    got = [await outcome(clarifier, text) for text, _ in rows]
    each = (time.perf_counter() - begun) / len(rows) * 1000
    right = sum(one == expected for one, (_, expected) in zip(got, rows, strict=True))
    changed = 0
    for one, (text, _) in zip(got, rows, strict=True):
        changed += any([await outcome(clarifier, variant) != one for variant in variants(text)])
    share = f"{right:>4}/{len(rows):<4} {right / len(rows):>7.1%}"
    print(f"{clarifier.name:<9} {name:<24} {share} {got.count('ask'):>5} {changed:>8} {each:>7.2f}")
    for one, (text, expected) in zip(got, rows, strict=True):
        if show and one != expected:
            print(f"          wrong: {text[:60]!r} expected {expected}, got {one}")
    return right, changed


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    queries = options_with_data(parser, "queries").data / "queries"
    topics, specific = cases(queries / "topics.jsonl"), cases(queries / "specific.jsonl")
    print(f"{'clarifier':<9} {'set':<24} {'right':>9} {'':>7} {'asked':>5} {'unstable':>8} {'ms':>7}")
    right, unstable = await measure(Adaptive(), "topics", topics, show=True)
    started, shaky = await measure(Adaptive(), "specific", specific, show=True)
    for file in sorted(HELD_OUT.glob("heldout*.jsonl")):
        await measure(Adaptive(), file.stem, cases(file), show=True)
    real = questions(queries.parent)
    open_ = [text for text in real if await outcome(Adaptive(), text) != "start"] if real else []
    if real:
        print(f"adaptive  does not start {len(open_)} of {len(real)} questions that people wrote ({len(open_) / len(real):.1%})")
    for text in open_:
        print(f"          {text[:90]!r}")
    await measure(Gate(), "topics", topics, show=False)
    await measure(Gate(), "specific", specific, show=False)
    missed = []
    if right < RIGHT_AT_LEAST * len(topics):
        missed.append(f"topics: {right} of {len(topics)} right")
    if started < len(specific):
        missed.append(f"specific: {len(specific) - started} questions did not start")
    if real and len(open_) > ASK_AT_MOST * len(real):
        missed.append(f"asks about {len(open_)} of {len(real)} real questions")
    if unstable + shaky:
        missed.append(f"{unstable + shaky} questions change with quotes, a full stop or full-width letters")
    print("targets missed: " + "; ".join(missed) if missed else "all targets met")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
