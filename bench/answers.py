"""Whether a report without a model answers what was asked, and where: in its first sentence, in its abstract, or further down.

24 encyclopedic pages lie in a folder; each question is asked of all of them. Counted is where the answer stands: in a sentence of
the evidence, in the report, in its abstract, in the abstract's first sentence.

    python bench/answers.py [--data FOLDER] [--every 6] [-v]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from _data import options_with_data
from _pages import holds, read, write

from dr_core import Researcher
from dr_core.errors import DRError
from dr_core.text import sentences

PLACES = ("evidence", "report", "abstract", "first sentence")
TARGETS = {"en": 0.85, "zh": 0.75}
"""The share of the questions that the abstract must answer."""


async def places(question: dict[str, Any], folder: Path, logs: Path) -> tuple[set[str], str]:
    """Where the answer stands, and the abstract."""
    settings = {"output": {"root": str(logs)}, "sandbox": {"use": []}, "research": {"depth": "quick"}}
    try:
        result = await Researcher(docs=folder, settings=settings).run(question["question"])
    except DRError as error:
        return set(), f"{type(error).__name__}: {error}"
    evidence = [json.loads(line)["text"] for line in (Path(result.run_dir) / "evidence.jsonl").read_text("utf-8").splitlines()]
    written = [json.loads(line) for line in (Path(result.run_dir) / "paragraphs.jsonl").read_text("utf-8").splitlines()]
    gist = " ".join(paragraph["text"] for paragraph in written if paragraph["section"] == "abstract")
    spans = sentences(gist)
    texts = {
        "evidence": "\n".join(evidence),
        "report": "\n".join(paragraph["text"] for paragraph in written),
        "abstract": gist,
        "first sentence": gist[spans[0].start : spans[0].end] if spans else "",
    }
    return {place for place, text in texts.items() if holds(text, question)}, gist


async def measure(data: Path, language: str, every: int, *, verbose: bool) -> tuple[int, Counter[str]]:
    """Ask every so many-th question."""
    found: Counter[str] = Counter()
    chosen = read(data, language, "questions")[::every]
    with tempfile.TemporaryDirectory() as work:
        folder = write(read(data, language, "pages"), language, Path(work) / "pages")
        for question in chosen:
            where, gist = await places(question, folder, Path(work) / "logs")
            found.update(where)
            if verbose:
                best = next((place for place in reversed(PLACES) if place in where), "nowhere")
                print(f"{best:<15} {question['question']} -> {question['answers'][0]}\n    {gist[:300]}", flush=True)
    return len(chosen), found


def main() -> int:
    """Measure both languages and print a table; 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--every", type=int, default=6, help="ask every so many-th question")
    parser.add_argument("--only", choices=list(TARGETS), help="one language")
    parser.add_argument("-v", "--verbose", action="store_true", help="each question, where it was answered, and the abstract")
    options = options_with_data(parser, "corpus")
    missed = False
    print(f"{'language':<10}{'questions':>10}" + "".join(f"{place:>16}" for place in PLACES))
    for language in [options.only] if options.only else list(TARGETS):
        count, found = asyncio.run(measure(options.data, language, options.every, verbose=options.verbose))
        print(f"{language:<10}{count:>10}" + "".join(f"{found[place] / count:>16.1%}" for place in PLACES))
        missed |= found["abstract"] < TARGETS[language] * count
    aims = ", ".join(f"{share:.0%} ({language})" for language, share in TARGETS.items())
    print(f"target: so many answered in the abstract: {aims}: {'missed' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
