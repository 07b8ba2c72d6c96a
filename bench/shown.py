"""What a model is shown: whether the answer to a section's question stands in the evidence that its drafter gets.

24 encyclopedic pages lie in a folder. A fake model plans four sections, each for a question whose answer is in the pages; asked
for is one subject (its page answers all four), or two subjects at once (two sections each). Counted are the sections whose
answer is among the evidence of the run, is shown to some drafter, and is shown to the drafter of that section; and the share of
what drafters are shown that comes from the pages of the subjects.

``zh+en`` asks in Chinese, with a query in English for each section, over pages in both languages: that of the subject is there
in English alone; of two subjects, the second one's is, and the first one's in Chinese alone.

    python bench/shown.py [--data FOLDER] [--every N] [--only quick standard] [--languages en zh zh+en] [-v]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _data import options_with_data
from _pages import holds, read, subject_of, write

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

SECTIONS = 4
ASKED = {
    "en": ("What matters most about {}?", "What matters most about {}, and what about {}?"),
    "zh": ("关于{}，最重要的是什么？", "关于{}和{}，最重要的分别是什么？"),
}
ACROSS = "zh+en"
WHERE = ("evidence", "any drafter", "its drafter")


def spaced(questions: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Questions from all over a page."""
    return [questions[at * len(questions) // count] for at in range(count)]


async def shown(question: str, wanted: Sequence[dict[str, Any]], folder: Path, logs: Path, depth: str) -> Counter[str]:
    """For how many of the wanted answers the run has evidence, and who was shown it."""
    from standin.library import Said, good

    from dr_core import Context, Researcher, hookimpl

    sections = [
        {"title": one["question"].rstrip("?？")[:80], "description": one["question"], "search_queries": one["queries"]}
        for one in wanted
    ]

    def says(request: Any) -> Any:
        if request.task == "plan":
            return {"research_title": question, "domains": [], "sections": sections}
        if request.task == "reflect":
            return {"is_sufficient": True, "overall_score": 9, "gaps": [], "next_queries": [], "reasoning": "enough"}
        return good(request)

    model = Said(None, Context(instance="fake"), says)

    class Fake:
        """Puts the fake model in place of the provider."""

        @hookimpl
        def create_llm(self, name: str, options: Any, context: Any) -> Any:
            return model

    settings = {
        "output": {"root": str(logs)},
        "sandbox": {"use": []},
        "cache": {"enabled": False},
        "research": {"depth": depth, "length": "standard"},
        "llm": {"use": ["fake"], "fake": {"plugin": "openai"}},
    }
    research = Researcher(docs=folder, settings=settings, plugins=[Fake()])
    result = await research.run(question)
    evidence = (Path(result.run_dir) / "evidence.jsonl").read_text("utf-8")
    home = {one["id"]: one["url"] for one in map(json.loads, evidence.splitlines())}
    drafts = [request.messages[-1].content for request in model.requests if request.task == "draft"]
    found: Counter[str] = Counter(sections=len(wanted))
    pieces = [home[cite] for told in drafts for cite in re.findall(r'<data id="(e\d+)"', told)]
    found["pieces"] = len(pieces)
    found["apt"] = sum(any(url.endswith(f"{one['page'][-4:]}.md") for one in wanted) for url in pieces)
    for one in wanted:
        own = [told for told in drafts if one["question"][:50] in told.partition("Other sections")[0]]
        found["evidence"] += holds(evidence, one)
        found["any drafter"] += any(holds(told.partition("Evidence")[2], one) for told in drafts)
        found["its drafter"] += any(holds(told.partition("Evidence")[2], one) for told in own)
    return found


def with_queries(options: argparse.Namespace, language: str, *, across: bool) -> list[dict[str, Any]]:
    """The questions, each as its own query; ``across`` also in English, with the answers in both languages."""
    questions = read(options.data, language, "questions")
    if not across:
        return [{**one, "queries": [one["question"]]} for one in questions]
    english = {one["id"]: one for one in read(options.data, "en", "questions")}
    return [
        {**one, "queries": [one["question"], other["question"]], "answers": [*one["answers"], *other["answers"]]}
        for one in questions
        for other in [english[one["id"]]]
    ]


def laid_out(options: argparse.Namespace, folder: Path, *missing: str) -> Path:
    """The pages of both languages in a folder, but for those of these ids."""
    for language in ("zh", "en"):
        kept = [page for page in read(options.data, language, "pages") if page["id"] not in missing]
        write(kept, language, folder / language)
    return folder


async def measured(options: argparse.Namespace, language: str, depth: str) -> list[Counter[str]]:
    """One subject, and two."""
    across, language = language == ACROSS, language.partition("+")[0]
    pages, questions = read(options.data, language, "pages"), with_queries(options, language, across=across)
    by_page = {page["id"]: [one for one in questions if one["page"] == page["id"]] for page in pages}
    totals: list[Counter[str]] = [Counter(), Counter()]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages" if across else write(pages, language, Path(scratch) / "pages")
        for at in range(0, len(pages), options.every):
            first, second = pages[at], pages[(at + 1) % len(pages)]
            names = [subject_of(page, language) for page in (first, second)]
            alone = spaced(by_page[first["id"]], SECTIONS)
            both = [*spaced(by_page[first["id"]], SECTIONS // 2), *spaced(by_page[second["id"]], SECTIONS // 2)]
            for place, (asked, wanted) in enumerate(zip(ASKED[language], (alone, both), strict=True)):
                if across:
                    gone = (first["id"],) if place == 0 else (first["id"].replace("zh", "en"), second["id"])
                    folder = laid_out(options, Path(scratch) / f"pages{at}-{place}", *gone)
                found = await shown(asked.format(*names), wanted, folder, Path(scratch) / "logs", depth)
                totals[place] += found
                if options.verbose:
                    print(language, depth, asked.format(*names), dict(found))
    return totals


def main() -> int:
    """Print a row for each language, depth and number of subjects."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="every Nth page only")
    parser.add_argument("--only", nargs="*", default=["quick", "standard"], choices=["quick", "standard"])
    parser.add_argument("--languages", nargs="*", default=[*ASKED, ACROSS], choices=[*ASKED, ACROSS])
    parser.add_argument("-v", "--verbose", action="store_true")
    options = options_with_data(parser, "corpus")
    print(" | ".join(f"{name:>11}" for name in ("language", "depth", "subjects", "sections", *WHERE, "from them")))
    for language in options.languages:
        for depth in options.only:
            for subjects, found in enumerate(asyncio.run(measured(options, language, depth)), 1):
                shares = [f"{found[name] / found['sections']:.1%}" for name in WHERE]
                shares.append(f"{found['apt'] / found['pieces']:.1%}")
                print(
                    " | ".join(f"{value!s:>11}" for value in (language, depth, subjects, found["sections"], *shares)), flush=True
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
