"""How much of a subject a report without a model catches: 24 encyclopedic pages in a folder, one asked about at a time.

For each page the question is its subject, in the page's language; counted are the page's own questions whose answer stands in the
report. Printed besides: the length of the report, and whether it is about the page at all.

    python bench/coverage.py [--data FOLDER] [--pages N] [-v]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dr_core import Researcher
from dr_core.text import count_words

TARGET = 0.40
"""The share of a page's questions whose answers the report must hold, on average, in each language."""

CHINESE = {
    "Super Bowl 50": "第50届超级碗",
    "Normans": "诺曼人",
    "Computational complexity theory": "计算复杂性理论",
    "Martin Luther": "马丁·路德",
    "Sky (United Kingdom)": "英国天空广播公司BSkyB",
    "Huguenot": "胡格诺派",
    "Oxygen": "氧气",
    "Apollo program": "阿波罗计划",
    "Amazon rainforest": "亚马逊雨林",
    "Fresno, California": "加利福尼亚州弗雷斯诺",
    "Black Death": "黑死病",
    "Newcastle upon Tyne": "泰恩河畔纽卡斯尔",
    "American Broadcasting Company": "美国广播公司",
    "Pharmacy": "药房与药剂师",
    "Civil disobedience": "公民不服从",
    "Private school": "私立学校",
    "Jacksonville, Florida": "佛罗里达州杰克逊维尔",
    "Doctor Who": "神秘博士",
    "Yuan dynasty": "元朝",
    "Intergovernmental Panel on Climate Change": "政府间气候变化专门委员会",
    "Prime number": "素数",
    "Scottish Parliament": "苏格兰议会",
    "Imperialism": "帝国主义",
    "French and Indian War": "法国印第安人战争",
}
"""The data name the Chinese pages in English; these are the subjects as a Chinese reader asks for them."""


@dataclass
class Outcome:
    """What came out for one page."""

    subject: str
    caught: float
    words: int
    own_share: float
    failed: str = ""


def plain(text: str) -> str:
    """Letters and digits alone, in one form: spaces and escapes differ between a page and a report."""
    return re.sub(r"[^\w]", "", unicodedata.normalize("NFKC", text)).replace("_", "").lower()


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
    pages = [json.loads(line) for line in (data / f"xquad-{language}.pages.jsonl").read_text("utf-8").splitlines()]
    questions = [json.loads(line) for line in (data / f"xquad-{language}.questions.jsonl").read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "pages"
        folder.mkdir()
        for page in pages:
            text = "\n\n".join(paragraph.replace("\ufeff", "") for paragraph in page["paragraphs"])
            (folder / f"{page['id']}.md").write_text(f"# {subject_of(page, language)}\n\n{text}\n", "utf-8")
        return [await one(page, language, questions, folder, Path(work) / "logs") for page in pages[:most]]


def subject_of(page: dict[str, Any], language: str) -> str:
    """The page's subject in its own language."""
    return CHINESE[page["title"]] if language == "zh" else str(page["title"])


async def one(page: dict[str, Any], language: str, questions: list[dict[str, Any]], folder: Path, logs: Path) -> Outcome:
    """Ask about one page and look for the answers to its questions."""
    subject = subject_of(page, language)
    own = [question for question in questions if question["page"] == page["id"]]
    try:
        body, cited = await ask(subject, folder, logs)
    except Exception as error:  # a run that fails catches nothing, and says why in the table
        return Outcome(subject, 0.0, 0, 0.0, f"{type(error).__name__}: {error}")
    held = plain(body)
    caught = sum(any(plain(answer) in held for answer in question["answers"] if plain(answer)) for question in own)
    total = sum(cited.values()) or 1
    return Outcome(subject, caught / len(own), count_words(body), cited.get(f"{page['id']}.md", 0) / total)


def main() -> int:
    """Measure both languages, print a table, and say whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("DR_BENCH_DATA", "../shared/data")))
    parser.add_argument("--pages", type=int, default=24, help="pages of each language at most")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each page")
    options = parser.parse_args()
    if not (options.data / "corpus").is_dir():
        print(f"no pages in {options.data / 'corpus'}; give the folder with --data or DR_BENCH_DATA", file=sys.stderr)
        return 64
    missed = False
    print(f"{'language':<10}{'pages':>6}{'answers caught':>16}{'least':>8}{'about the page':>16}{'mean words':>12}")
    for language in ("en", "zh"):
        found = asyncio.run(measure(language, options.data / "corpus", options.pages))
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
