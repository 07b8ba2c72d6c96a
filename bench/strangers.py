"""How often pages that have nothing to do with a question are known for that, without a model.

24 encyclopedic pages are held against each question, once all of them and once without the one that has the answer. Counted is
how often the run is refused, and how often its report would say that words of the question are mentioned nowhere.

    python bench/strangers.py [--data FOLDER] [--every 2]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from _data import options_with_data
from _pages import read, subject_of

from dr_core.stage.unmentioned import strange_subject, unmentioned
from dr_core.text import detect
from dr_core.types import Page

MOST_WRONG = 0.01
"""The share of the questions that may be refused though the page is there."""


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
    """Measure both languages and print a table; 1 where too many are refused."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--every", type=int, default=2, help="take every so many-th question")
    options = options_with_data(parser, "corpus")
    missed = False
    print(f"{'language':<10}{'pages':<22}{'questions':>10}{'refused':>10}{'told':>10}")
    for language in ("en", "zh"):
        pages = pages_of(options, language)
        asked = read(options.data, language, "questions")[:: options.every]
        for name, with_own in (("with the answer", True), ("without it", False)):
            found: Counter[str] = Counter()
            for one in asked:
                held = [page for page in pages.values() if with_own or page.id != one["page"]]
                found["refused"] += bool(strange_subject(one["question"], [], held))
                found["told"] += bool(unmentioned(one["question"], held))
            shares = [found[key] / len(asked) for key in ("refused", "told")]
            print(f"{language:<10}{name:<22}{len(asked):>10}" + "".join(f"{share:>10.1%}" for share in shares))
            missed |= with_own and shares[0] > MOST_WRONG
    print(f"target: at most {MOST_WRONG:.0%} refused where the answer is there: {'missed' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
