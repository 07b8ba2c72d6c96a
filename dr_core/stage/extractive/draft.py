"""Prose without a model: passages of adjacent sentences, chosen by relevance and novelty, the sources kept in balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.stage.extractive.facet import looks_ahead
from dr_core.text import count_words, is_cjk, signature, similarity
from dr_core.text.dangling import dangles
from dr_core.text.token import content_terms

LONGEST_PASSAGE = 4
"""Sentences of one source that stand together."""
SHORT_PARAGRAPH = 45
SOURCE_FATIGUE = 0.75
"""A source counts this much less each time it was used, so that one long page does not write the report."""
WORTH_IT = 0.3
ABSTRACT_WORDS = (105, 195)
CONCLUSION_WORDS = (50, 150)


def join(texts: Sequence[str], language: str) -> str:
    """Sentences as running text: with spaces, or without where the script has none."""
    spaced = not is_cjk(language) or language.startswith("ko")
    return (" " if spaced else "").join(" ".join(text.split()) if spaced else text.strip().replace("\n", "") for text in texts)


def draft_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``draft``: paragraphs of verbatim sentences with their evidence."""
    language = inputs["language"]
    reserved = set(inputs.get("reserved") or ())
    evidence = [item for item in inputs["evidence"] if item["id"] not in reserved]
    tables = [item for item in evidence if is_table(item["text"])]
    chosen = _choose(_passages([item for item in evidence if not is_table(item["text"])]), inputs["words"], language)
    paragraphs = [
        {
            "text": join([item["text"] for item in passage], language),
            "cite_ids": [item["id"] for item in passage],
            "kind": "prose",
        }
        for passage in _paragraphs(chosen, language)
    ]
    if tables:
        best = max(tables, key=lambda item: item["score"])
        paragraphs.append({"text": best["text"], "cite_ids": [best["id"]], "kind": "table"})
    return {"paragraphs": paragraphs}


def is_table(text: str) -> bool:
    """Whether a piece of evidence is a pipe table."""
    return text.lstrip().startswith("|")


def _passages(evidence: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Runs of sentences that follow each other in their source; none begins with a word that points back."""
    passages: list[list[Mapping[str, Any]]] = []
    for item in sorted(evidence, key=lambda item: (item["source"], item["start"])):
        last = passages[-1][-1] if passages else None
        follows = last is not None and last["source"] == item["source"] and 0 <= item["start"] - last["end"] <= 2
        if follows and len(passages[-1]) < LONGEST_PASSAGE:
            passages[-1].append(item)
        elif not dangles(item["text"]):
            passages.append([item])
    return passages


def _choose(passages: list[list[Mapping[str, Any]]], words: int, language: str) -> list[list[Mapping[str, Any]]]:
    """Passages up to about ``words`` words: the best next one, less what repeats, less of what was used much."""
    value = [max(item["score"] for item in passage) + 0.05 * (len(passage) - 1) for passage in passages]
    best = max(value, default=0.0)
    marks = [signature(" ".join(item["text"] for item in passage)) for passage in passages]
    used: dict[str, int] = {}
    chosen: list[int] = []
    total = 0
    while total < words:
        left = [
            (value[at] * SOURCE_FATIGUE ** used.get(passages[at][0]["source"], 0), -at)
            for at in range(len(passages))
            if at not in chosen and all(similarity(marks[at], marks[other]) < 0.5 for other in chosen)
        ]
        if not left or max(left)[0] < WORTH_IT * best * SOURCE_FATIGUE:
            break
        at = -max(left)[1]
        chosen.append(at)
        used[passages[at][0]["source"]] = used.get(passages[at][0]["source"], 0) + 1
        total += sum(count_words(item["text"]) for item in passages[at])
    first_use = {passages[at][0]["source"]: number for number, at in reversed(list(enumerate(chosen)))}
    chosen.sort(key=lambda at: (first_use[passages[at][0]["source"]], passages[at][0]["start"]))
    return [passages[at] for at in chosen]


def _paragraphs(passages: list[list[Mapping[str, Any]]], language: str) -> list[list[Mapping[str, Any]]]:
    """Short passages of one source that follow each other become one paragraph."""
    short = SHORT_PARAGRAPH * (2 if is_cjk(language) else 1)
    merged: list[list[Mapping[str, Any]]] = []
    for passage in passages:
        length = sum(count_words(item["text"]) for item in passage)
        if merged and merged[-1][0]["source"] == passage[0]["source"]:
            before = sum(count_words(item["text"]) for item in merged[-1])
            if before < short or length < short / 2:
                merged[-1] = [*merged[-1], *passage]
                continue
        merged.append(list(passage))
    return merged


def reserve(sections: Sequence[str], evidence: Sequence[Mapping[str, Any]], question: str) -> tuple[list[str], list[str]]:
    """The evidence kept for the abstract and for the conclusions, so that no sentence stands in the report twice."""
    asked = set(content_terms(question))
    alone = [item for item in evidence if _stands_alone(item["text"], asked)]
    by_section = {section: sorted((item for item in alone if item["section"] == section), key=_summing) for section in sections}
    ahead = [item for item in sorted(alone, key=_summing) if looks_ahead(item["text"])]
    conclusions = _fill([ahead], CONCLUSION_WORDS, set(), most=4)
    taken = {item["id"] for item in conclusions}
    abstract = _fill(list(by_section.values()), ABSTRACT_WORDS, taken, most=9)
    if not conclusions:
        conclusions = _fill([sorted(alone, key=_summing)], CONCLUSION_WORDS, {item["id"] for item in abstract}, most=3)
    order = {section: number for number, section in enumerate(sections)}
    abstract.sort(key=lambda item: (order.get(item["section"], 99), -item["score"]))
    return [item["id"] for item in abstract], [item["id"] for item in conclusions]


def _stands_alone(sentence: str, asked: set[str]) -> bool:
    """Whether a sentence can be read with nothing before it: it names what the question is about, and points at nothing."""
    if is_table(sentence) or dangles(sentence):
        return False
    named = asked & set(content_terms(sentence))
    return len(named) >= min(2, len(asked))


def _summing(item: Mapping[str, Any]) -> tuple[float, int]:
    """Best first: what scores high and comes early in its source says the gist."""
    return (-(item["score"] + (0.15 if item["start"] < 600 else 0.0)), item["start"])


def _fill(rows: list[list[Mapping[str, Any]]], bounds: tuple[int, int], taken: set[str], *, most: int) -> list[Mapping[str, Any]]:
    """One from each row in turn, different sources first, until there are enough words."""
    chosen: list[Mapping[str, Any]] = []
    marks: list[Any] = []
    total = 0
    for turn in range(4):
        for row in rows:
            for item in row:
                length = count_words(item["text"])
                again = sum(other["source"] == item["source"] for other in chosen)
                if item["id"] in taken or item in chosen or again > turn or total + length > bounds[1]:
                    continue
                mark = signature(item["text"])
                if any(similarity(mark, other) > 0.35 for other in marks):
                    continue
                chosen.append(item)
                marks.append(mark)
                total += length
                break
            if total >= bounds[0] or len(chosen) >= most:
                return chosen
    return chosen


def summary_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``summary``: abstract and conclusions from the sentences kept for them."""
    known = {item["id"]: item for item in inputs["evidence"]}
    language = inputs["language"]

    def paragraph(ids: Sequence[str]) -> dict[str, Any]:
        kept = [known[cite] for cite in ids if cite in known]
        return {"text": join([item["text"] for item in kept], language), "cite_ids": [item["id"] for item in kept]}

    return {
        "abstract": paragraph(inputs.get("for_abstract") or []),
        "conclusions": [paragraph(ids) for ids in [inputs.get("for_conclusions") or []] if ids],
    }
