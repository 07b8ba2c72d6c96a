"""How often a report says that its sources do not mention what is asked for: rightly and wrongly.

24 encyclopedic pages are held against each question, once all of them and once without the one that has the answer.

    python bench/unmentioned.py [--data FOLDER] [--every 1]
"""

from __future__ import annotations

import argparse
import sys

from _data import options_with_data
from _pages import read, subject_of

from dr_core.stage.unmentioned import unmentioned
from dr_core.text import detect
from dr_core.types import Page

MOST_WRONG = 0.04
"""The share of the questions for which it may be said though the answer is there: in other words, mostly."""


def pages_of(data: argparse.Namespace, language: str) -> dict[str, Page]:
    """The pages of a language by their names."""
    found = {}
    for page in read(data.data, language, "pages"):
        title = subject_of(page, language)
        text = "\n\n".join([f"# {title}", *(paragraph.replace("\ufeff", "") for paragraph in page["paragraphs"])])
        about = {"id": page["id"], "url": "", "sha256": "", "fetched_at": ""}
        found[page["id"]] = Page(**about, title=title, text=text, language=detect(text[:3000]))
    return found


def main() -> int:
    """Measure both languages and print a table; 1 where it is said wrongly too often."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--every", type=int, default=1, help="take every so many-th question")
    options = options_with_data(parser, "corpus")
    missed = False
    print(f"{'language':<10}{'questions':>10}{'with the answer':>18}{'without it':>12}")
    for language in ("en", "zh"):
        pages = pages_of(options, language)
        asked = read(options.data, language, "questions")[:: options.every]
        wrongly = sum(bool(unmentioned(one["question"], list(pages.values()))) for one in asked) / len(asked)
        others = [[page for page in pages.values() if page.id != one["page"]] for one in asked]
        rightly = sum(bool(unmentioned(one["question"], held)) for one, held in zip(asked, others, strict=True)) / len(asked)
        print(f"{language:<10}{len(asked):>10}{wrongly:>18.1%}{rightly:>12.1%}")
        missed |= wrongly > MOST_WRONG
    print(f"target: at most {MOST_WRONG:.0%} where the answer is there: {'missed' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
