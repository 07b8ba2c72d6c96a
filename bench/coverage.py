"""How much of a subject a report without a model catches: 24 encyclopedic pages in a folder, one asked about at a time.

For each page the question is its subject, in the page's language; counted are the page's own questions whose answer stands in the
report. Printed besides: the length of the report, and whether it is about the page at all.

    python bench/coverage.py [--data FOLDER] [--pages N] [-v]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _data import options_with_data
from _pages import holds, read, subject_of, write

from dr_core import Researcher
from dr_core.text import count_words

TARGET = 0.40
"""The share of a page's questions whose answers the report must hold, on average, in each language."""


@dataclass
class Outcome:
    """What came out for one page."""

    subject: str
    caught: float
    words: int
    own_share: float
    failed: str = ""


def body_of(report: str) -> str:
    """The report without its references and its box."""
    return report.split("\n## References", 1)[0]


async def ask(subject: str, folder: Path, logs: Path) -> tuple[str, dict[str, int]]:
    """The body of the report, and how often each file is cited in it."""
    researcher = Researcher(
        docs=folder,
        settings={"output": {"root": str(logs)}, "sandbox": {"use": []}, "research": {"depth": "standard"}},
    )
    result = await researcher.run(subject)
    folder_of_run = Path(result.run_dir)
    cited: dict[str, int] = {}
    evidence = [json.loads(line) for line in (folder_of_run / "evidence.jsonl").read_text("utf-8").splitlines()]
    source = {one["id"]: one["url"].rsplit("/", 1)[-1] for one in evidence}
    for line in (folder_of_run / "paragraphs.jsonl").read_text("utf-8").splitlines():
        for cite in json.loads(line)["cite_ids"]:
            cited[source[cite]] = cited.get(source[cite], 0) + 1
    return body_of((folder_of_run / "report.md").read_text("utf-8")), cited


async def measure(language: str, data: Path, most: int) -> list[Outcome]:
    """Ask about each page of a language."""
    pages, questions = read(data, language, "pages"), read(data, language, "questions")
    with tempfile.TemporaryDirectory() as work:
        folder = write(pages, language, Path(work) / "pages")
        return [await one(page, language, questions, folder, Path(work) / "logs") for page in pages[:most]]


async def one(page: dict[str, Any], language: str, questions: list[dict[str, Any]], folder: Path, logs: Path) -> Outcome:
    """Ask about one page and look for the answers to its questions."""
    subject = subject_of(page, language)
    own = [question for question in questions if question["page"] == page["id"]]
    try:
        body, cited = await ask(subject, folder, logs)
    except Exception as error:  # a run that fails catches nothing, and says why in the table
        return Outcome(subject, 0.0, 0, 0.0, f"{type(error).__name__}: {error}")
    caught = sum(holds(body, question) for question in own)
    total = sum(cited.values()) or 1
    return Outcome(subject, caught / len(own), count_words(body), cited.get(f"{page['id']}.md", 0) / total)


def main() -> int:
    """Measure both languages, print a table, and say whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--pages", type=int, default=24, help="pages of each language at most")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each page")
    options = options_with_data(parser, "corpus")
    missed = False
    print(f"{'language':<10}{'pages':>6}{'answers caught':>16}{'least':>8}{'about the page':>16}{'mean words':>12}")
    for language in ("en", "zh"):
        found = asyncio.run(measure(language, options.data, options.pages))
        if options.verbose:
            for entry in found:
                print(f"  {entry.subject}: {entry.caught:.0%}, {entry.own_share:.0%} own, {entry.words} words {entry.failed}")
        mean = sum(entry.caught for entry in found) / len(found)
        about = sum(entry.own_share > 0.5 for entry in found)
        words = sum(entry.words for entry in found) / len(found)
        least = min(entry.caught for entry in found)
        print(f"{language:<10}{len(found):>6}{mean:>16.1%}{least:>8.0%}{f'{about} of {len(found)}':>16}{words:>12.0f}")
        missed |= mean < TARGET or about < len(found)
    print(f"target: at least {TARGET:.0%} in each language, every report about its page: {'missed' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
