"""How well support is judged, without a model: labelled claims, changed facts, and two fake writers, by language.

    python bench/claims.py [--data FOLDER]

The weights were chosen on one half of the labelled questions (A), the one half's figures and the other's (B) stand below the
whole's. Exits with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import fake_writers as fake
from _data import options_with_data

from dr_core.report.check import check_paragraphs
from dr_core.report.repair import repair
from dr_core.text.marker import strip_marks
from dr_core.text.sentence import sentences
from dr_core.text.support import Judgement, judge
from dr_core.types import Evidence, Paragraph

Row = dict[str, Any]
Result = tuple[str, str, float, str, bool]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    labels = Path("claims", "expertqa-val.jsonl")
    data: Path = options_with_data(parser, str(labels)).data
    results: list[Result] = []
    _labelled(_lines(data / labels), results)
    corpus = {language: _pages(data / "corpus", language) for language in ("en", "zh")}
    for language, pages in corpus.items():
        _corpus(language, pages, results)
        _changed(language, pages, results)
        _writers(language, pages, results)
    _across(corpus, results)
    _pairs(results)
    width = max(len(name) for _, name, *_ in results)
    for language, name, value, target, good in results:
        print(f"{language:5} {name:{width}} {value:7.3f}  {target:9} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good in results) else 1


def _labelled(rows: list[Row], results: list[Result]) -> None:
    """Claims that experts labelled, against their own and other evidence; a run's other evidence is that of the question."""
    by_question: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_question[row["question"]].append(row)
    every = {question: sorted({text for row in group for text in _texts(row)}) for question, group in by_question.items()}

    def word(row: Row, spans: list[str], *, run: bool = True) -> Judgement:
        others = [text for text in every[row["question"]] if text not in spans] if run else []
        return judge(row["claim"], spans, language="en", others=others)

    complete = [row for row in rows if row["support"] == "complete"]
    incomplete = [row for row in rows if row["support"] == "incomplete"]
    elsewhere = [(row, _texts(other)) for row in complete for other in _apart(row, by_question[row["question"]])]
    questions = sorted(by_question)
    strangers = [(row, _texts(by_question[questions[_hash(row["claim"]) % len(questions)]][0])) for row in complete]
    strangers = [(row, spans) for row, spans in strangers if spans != _texts(row)]
    for name, run in (("with the run's other evidence", True), ("the cited evidence alone", False)):
        own = [(row, word(row, _texts(row), run=run).score) for row in complete]
        other = [(row, word(row, spans, run=run).score) for row, spans in elsewhere]
        short = [(row, word(row, _texts(row), run=run).score) for row in incomplete]
        for what, negatives, target in (("another claim's evidence", other, 0.93), ("incomplete support", short, 0.65)):
            whole = _auc([score for _, score in own], [score for _, score in negatives])
            results.append(_at_least("en", f"AUC complete / {what} ({name})", whole, target if run else 0.0))
            for half in "AB" if run else "":
                part = _auc(
                    [score for row, score in own if _half(row) == half], [score for row, score in negatives if _half(row) == half]
                )
                results.append(_at_least("en", f"    half {half}", part, 0.0))
    plain_own = [_containment(row["claim"], _texts(row)) for row in complete]
    plain = (("another claim's evidence", [_containment(row["claim"], spans) for row, spans in elsewhere]),
             ("incomplete support", [_containment(row["claim"], _texts(row)) for row in incomplete]))  # fmt: skip
    for what, scores in plain:
        results.append(_at_least("en", f"AUC complete / {what} (plain word containment)", _auc(plain_own, scores), 0.0))
    verdicts = [word(row, _texts(row)).verdict for row in complete]
    results.append(_at_most("en", "complete claims that end contradicted", verdicts.count("contradicted") / len(verdicts), 0.05))
    results.append(_at_least("en", "complete claims that end supported", verdicts.count("supported") / len(verdicts), 0.0))
    away = [judge(row["claim"], spans, language="en").verdict for row, spans in strangers]
    results.append(_at_least("en", "another question's evidence: not supported", 1 - away.count("supported") / len(away), 0.80))
    changed = [(row, fake.wrong_number(strip_marks(row["claim"]), " ".join(_texts(row)))) for row in rows]
    caught = [judge(text, _texts(row), language="en").verdict == "contradicted" for row, text in changed if text]
    results.append(_at_least("en", f"changed numbers caught, labelled claims ({len(caught)})", _share(caught), 0.95))


def _corpus(language: str, pages: list[Row], results: list[Result]) -> None:
    """Paraphrases of a paragraph, held against it, against its neighbours, and against other pages."""
    own, near, far, verdicts = [], [], [], []
    for at, page in enumerate(pages):
        others = pages[(at + 1) % len(pages)]["paragraphs"]
        for number, paragraph in enumerate(page["paragraphs"]):
            for claim in fake.paraphrase(_split(paragraph), language, at + number):
                beside = [text for text in page["paragraphs"] if text != paragraph]
                word = judge(claim, [paragraph], others=beside)
                verdicts.append(word.verdict)
                own.append(word.score)
                near.append(judge(claim, [beside[number % len(beside)]], others=[paragraph]).score)
                away = judge(claim, [others[number % len(others)]])
                far.append(away.verdict)
    results.append(_at_least(language, f"AUC paraphrase / another paragraph of the page ({len(own)})", _auc(own, near), 0.93))
    results.append(_at_most(language, "paraphrases that end contradicted", verdicts.count("contradicted") / len(verdicts), 0.05))
    results.append(_at_least(language, "another page's evidence: not supported", 1 - far.count("supported") / len(far), 0.80))


def _changed(language: str, pages: list[Row], results: list[Result]) -> None:
    """Sentences in the source's wording with one thing changed."""
    kinds: dict[str, list[bool]] = {"numbers": [], "dates": [], "negations": []}
    kept: list[bool] = []
    carried: list[bool] = []
    for page in pages:
        for paragraph in page["paragraphs"]:
            for sentence in _split(paragraph):
                kept.append(judge(sentence, [paragraph]).verdict != "contradicted")
                carried.append(judge(sentence, [sentence]).verdict == "supported" == judge(sentence, [paragraph]).verdict)
                for kind, text in (
                    ("numbers", fake.wrong_number(sentence, paragraph)),
                    ("dates", fake.wrong_date(sentence, paragraph)),
                    ("negations", fake.turned(sentence, language)),
                ):
                    if text:
                        kinds[kind].append(judge(text, [paragraph]).verdict == "contradicted")
    for kind, target in (("numbers", 0.95), ("dates", 0.95), ("negations", 0.80)):
        results.append(_at_least(language, f"changed {kind} caught ({len(kinds[kind])})", _share(kinds[kind]), target))
    results.append(_at_least(language, f"unchanged sentences not contradicted ({len(kept)})", _share(kept), 0.99))
    results.append(_at_least(language, f"unchanged sentences supported ({len(carried)})", _share(carried), 1.0))


def _writers(language: str, pages: list[Row], results: list[Result]) -> None:
    """A faithful and a careless writer over runs of four pages each, checked and repaired as a run does it."""
    survived: list[bool] = []
    honest: list[bool] = []
    caught: dict[str, list[bool]] = defaultdict(list)
    for first in range(0, len(pages), 4):
        run = pages[first : first + 4]
        evidence = {
            f"e{at}-{number}": Evidence(id=f"e{at}-{number}", source=f"s{at}", start=0, end=len(text), text=text)
            for at, page in enumerate(run)
            for number, text in enumerate(page["paragraphs"])
        }
        names = [name for page in pages if page not in run for name in page["names"]] or ["卡斯特罗"]
        for careless in (False, True):
            paragraphs, truth = _write(run, evidence, language, careless, names)
            verdicts = check_paragraphs(paragraphs, evidence)
            for paragraph in paragraphs:
                mended = repair(paragraph, verdicts, evidence, check_paragraphs)
                text = mended.paragraph.text if mended.paragraph else ""
                recited = mended.paragraph is not None and mended.paragraph.cite_ids != paragraph.cite_ids
                for told in truth[paragraph.id]:
                    if told.kind:
                        caught[told.kind].append(told.text not in text or (told.kind == "source" and recited))
                    else:
                        (honest if careless else survived).append(told.text in text)
    results.append(_at_least(language, f"faithful writer: sentences that survive ({len(survived)})", _share(survived), 0.95))
    for kind in sorted(caught):
        results.append(
            _at_least(language, f"    careless writer: wrong {kind} caught ({len(caught[kind])})", _share(caught[kind]), 0.0)
        )
    every = [one for group in caught.values() for one in group]
    results.append(_at_least(language, f"careless writer: altered sentences caught ({len(every)})", _share(every), 0.90))
    results.append(_at_least(language, f"careless writer: the others survive ({len(honest)})", _share(honest), 0.95))


def _write(
    run: list[Row], evidence: dict[str, Evidence], language: str, careless: bool, names: list[str]
) -> tuple[list[Paragraph], dict[str, list[fake.Told]]]:
    paragraphs: list[Paragraph] = []
    truth: dict[str, list[fake.Told]] = {}
    turn = 0
    ids = list(evidence)
    for cite, one in evidence.items():
        page = run[int(one.source[1:])]
        told: list[fake.Told] = []
        for sentence in fake.paraphrase(_split(one.text), language, len(paragraphs)):
            turn += 1
            altered = (
                _alter(sentence, one.text, language, turn // 3, page["names"], names) if careless and turn % 3 == 0 else None
            )
            if altered and altered.kind == "source":
                wrong = ids[(ids.index(cite) + len(ids) // 2) % len(ids)]
                alone = f"x{len(paragraphs)}-{turn}"
                paragraphs.append(Paragraph(id=alone, section="s", text=sentence, cite_ids=(wrong,)))
                truth[alone] = [altered]
            else:
                told.append(altered or fake.Told(sentence))
        joint = " " if language == "en" else ""
        name = f"p{len(paragraphs)}-{cite}"
        paragraphs.append(Paragraph(id=name, section="s", text=joint.join(item.text for item in told), cite_ids=(cite,)))
        truth[name] = told
    return paragraphs, truth


def _alter(sentence: str, source: str, language: str, turn: int, known: list[str], foreign: list[str]) -> fake.Told | None:
    ways: list[tuple[str, Callable[[], str | None]]] = [
        ("number", lambda: fake.wrong_number(sentence, source)),
        ("name", lambda: fake.wrong_name(sentence, source, language, known, foreign)),
        ("date", lambda: fake.wrong_date(sentence, source)),
        ("negation", lambda: fake.turned(sentence, language)),
        ("source", lambda: sentence),
    ]
    first = ways[turn % len(ways)]
    for kind, way in (
        first,
        *(other for other in ways if other is not first),
    ):  # a swapped source, which always can be, comes last
        text = way()
        if text:
            return fake.Told(text, kind)
    return None


def _across(corpus: dict[str, list[Row]], results: list[Result]) -> None:
    """The pages are parallel: sentences of one language against the same, and against another, paragraph of the other."""
    for language, other in (("en", "zh"), ("zh", "en")):
        same, apart = [], []
        for page, parallel in zip(corpus[language], corpus[other], strict=True):
            for at, paragraph in enumerate(page["paragraphs"]):
                for sentence in _split(paragraph):
                    same.append(judge(sentence, [parallel["paragraphs"][at]]).verdict)
                    apart.append(judge(sentence, [parallel["paragraphs"][(at + 1) % len(parallel["paragraphs"])]]).verdict)
        pair = f"{language}>{other}"
        results.append(
            _at_most(pair, f"translated paragraph: contradicted ({len(same)})", same.count("contradicted") / len(same), 0.10)
        )
        results.append(_at_least(pair, "another paragraph: not supported", 1 - apart.count("supported") / len(apart), 0.80))


def _pairs(results: list[Result]) -> None:
    """Sentences that turn one thing of their source round, and fair retellings, by kind and by language."""
    table = Path(__file__).parents[1] / "tests" / "text" / "judged_pairs.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    for truth, bad in (("wrong", "supported"), ("right", "contradicted")):
        own = [
            (kind, language, judge(claim, [source]).verdict == bad)
            for name, kind, language, source, claim in rows
            if name == truth
        ]
        for at, target in ((1, 0.05), (0, 1.0)):
            for label in dict.fromkeys(row[at] for row in own):
                found = [failed for *labels, failed in own if labels[at] == label]
                name = (
                    f"{truth} pairs called {bad} ({len(found)})"
                    if at
                    else f"    {truth} pairs called {bad}: {label} ({len(found)})"
                )
                results.append(_at_most(str(label) if at else "all", name, _share(found), target))


def _pages(folder: Path, language: str) -> list[Row]:
    pages = _lines(folder / f"xquad-{language}.pages.jsonl")
    asks = re.compile(r"谁|哪里|哪儿|哪座|哪所|哪位|哪个(?:国家|城市|州|人)|叫什么|名字")
    for page in pages:
        page["names"] = []
    by_id = {page["id"]: page for page in pages}
    for question in _lines(folder / f"xquad-{language}.questions.jsonl"):
        for answer in question["answers"]:
            if asks.search(question["question"]) and re.fullmatch(r"[\u4e00-\u9fff·]{2,12}|[A-Za-z .]{3,30}", answer):
                by_id[question["page"]]["names"].append(answer)
    return pages


def _apart(row: Row, group: list[Row]) -> list[Row]:
    """The claims of the same question whose evidence is of other pages, each evidence once."""
    own = {item["url"] for item in row["evidence"]}
    seen: set[str] = set()
    found = []
    for other in group:
        text = "\n".join(_texts(other))
        if not own & {item["url"] for item in other["evidence"]} and text not in seen:
            seen.add(text)
            found.append(other)
    return found


def _auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    ordered = sorted(negative)
    below = sum((bisect_left(ordered, score) + bisect_right(ordered, score)) / 2 for score in positive)
    return below / (len(positive) * len(negative)) if positive and negative else 0.0


def _containment(claim: str, spans: Sequence[str]) -> float:
    words = set(re.findall(r"\w+", strip_marks(claim).lower()))
    return len(words & set(re.findall(r"\w+", " ".join(spans).lower()))) / len(words) if words else 0.0


def _split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


def _lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _texts(row: Row) -> list[str]:
    return [item["text"] for item in row["evidence"]]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def _half(row: Row) -> str:
    return "AB"[_hash(row["question"]) % 2]


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else 0.0


def _at_least(language: str, name: str, value: float, target: float) -> Result:
    return language, name, value, f">= {target:.2f}" if target else "", value >= target


def _at_most(language: str, name: str, value: float, target: float) -> Result:
    return language, name, value, f"<= {target:.2f}", value <= target


if __name__ == "__main__":
    sys.exit(main())
