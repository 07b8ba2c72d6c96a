"""Digests of the example corpus, held to what a careful editor would ask of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from extractive_corpus import QUESTIONS, digested, documents, headings, quotes

from dr_core.stage.analyse import AnalysisAnswer
from dr_core.stage.choose import to_quote
from dr_core.stage.draft import DraftAnswer, SummaryAnswer
from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.passage import as_evidence, passages
from dr_core.state import RunState
from dr_core.text import count_words, detect, sentences
from dr_core.text.dangling import dangles, leans, restricts, stands_alone
from dr_core.text.form import ONE_FORM
from dr_core.types import Evidence, Page, Plan, Section

every_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[:24])


def body(arranged: Digest) -> list[dict[str, Any]]:
    return [paragraph for own in arranged.sections.values() for paragraph in own]


def whole(arranged: Digest) -> list[dict[str, Any]]:
    lead = [arranged.abstract] if arranged.abstract else []
    return [*lead, *body(arranged), *arranged.analysis, *arranged.conclusions]


def prose(paragraphs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [paragraph for paragraph in paragraphs if paragraph["kind"] == "prose"]


def words_of(arranged: Digest) -> int:
    return sum(count_words(paragraph["text"]) for paragraph in prose(body(arranged)))


@every_question
def test_no_evidence_stands_in_a_report_twice_but_for_what_answers(question: str) -> None:
    state, arranged = digested(question)
    cited = Counter(cite for paragraph in whole(arranged) for cite in paragraph["cite_ids"])
    assert cited and state.plan is not None and arranged.abstract is not None
    twice = {cite for cite, times in cited.items() if times > 1}
    asked = brief(question, state.language, state.plan.sections, state.sources)
    told = answer(asked, items_of(list(state.evidence.values()), state.sources, ONE_FORM))
    opening = {cite for cite in arranged.abstract["cite_ids"] if state.evidence[cite].section in asked.first}
    # what compares is told again where it is part of a dispute
    answering = opening if asked.wants else {item.id for item in told.items} if asked.judges else set()
    assert max(cited.values()) <= 2 and twice <= (answering if told.sure else set())
    closing = {cite for paragraph in arranged.conclusions for cite in paragraph["cite_ids"]}
    assert asked.criteria or asked.contrasts or closing.isdisjoint(item.id for item in told.items)


@every_question
def test_every_sentence_stands_in_its_source_word_for_word(question: str) -> None:
    state, arranged = digested(question)
    for paragraph in whole(arranged):
        for cite in paragraph["cite_ids"]:
            found = state.evidence[cite]
            assert state.sources[found.source].text[found.start : found.end] == found.text
            assert "".join(found.text.split()) in "".join(paragraph["text"].split())


@every_question
def test_no_paragraph_begins_with_a_word_that_points_back(question: str) -> None:
    _, arranged = digested(question)
    assert [paragraph["text"][:60] for paragraph in prose(whole(arranged)) if dangles(paragraph["text"])] == []


@every_question
def test_an_abstract_has_100_to_200_words_and_can_be_read_alone(question: str) -> None:
    state, arranged = digested(question)
    assert arranged.abstract is not None
    assert 100 <= count_words(arranged.abstract["text"]) <= 200
    last = None
    for cite in arranged.abstract["cite_ids"]:
        found = state.evidence[cite]
        goes_on = last is not None and last.source == found.source and 0 <= found.start - last.end <= 2
        known = {*_terms(question), *_terms(state.sources[found.source].title)}
        opens = any(one.start == found.start for one in passages(state.sources[found.source]))
        assert goes_on or stands_alone(found.text, known) or (opens and not leans(found.text, known)), found.text
        last = found


@pytest.mark.parametrize(
    "question",
    [
        *QUESTIONS,
        "中国高速铁路的建设成本、最高速度与客流如何？",
        "宁德时代的钠离子电池能量密度是多少？",
        "台灣高鐵的準點率是多少？",
        "台湾高速鉄道はどのような車両を採用したか？",
        "KTX-청룡의 최고속도는 얼마인가?",
        "How many kilometres of high-speed line does China have?",
    ],
    ids=lambda question: question[:24],
)
def test_no_sentence_is_in_an_abstract_without_the_next_one_that_restricts_it(question: str) -> None:
    state, arranged = digested(question)
    assert arranged.abstract is not None
    cited = [state.evidence[cite] for cite in arranged.abstract["cite_ids"]]
    for one in cited:
        behind = [e for e in state.evidence.values() if e.source == one.source and 0 <= e.start - one.end <= 2]
        assert [e.text for e in behind if restricts(e.text) and e not in cited] == [], one.text


def _terms(text: str) -> list[str]:
    from dr_core.text import terms

    return terms(text)


@every_question
def test_every_section_has_two_sentences_or_a_table(question: str) -> None:
    _, arranged = digested(question)
    assert 2 <= len(arranged.sections) <= 5
    for own in arranged.sections.values():
        said = sum(len(paragraph["cite_ids"]) for paragraph in prose(own))
        assert said >= 2 or any(paragraph["kind"] == "table" for paragraph in own)


@every_question
def test_conclusions_have_at_least_two_sentences(question: str) -> None:
    _, arranged = digested(question)
    assert sum(len(paragraph["cite_ids"]) for paragraph in arranged.conclusions) >= 2


@every_question
def test_what_was_asked_for_has_a_section_of_its_own(question: str) -> None:
    state, arranged = digested(question)
    assert set(QUESTIONS[question]) <= set(headings(state, arranged))


@every_question
def test_sentences_of_a_paragraph_keep_the_order_of_their_source(question: str) -> None:
    state, arranged = digested(question)
    for paragraph in prose(body(arranged)):
        spans = [state.evidence[cite] for cite in paragraph["cite_ids"]]
        assert len({span.source for span in spans}) == 1
        assert [span.start for span in spans] == sorted(span.start for span in spans)


@every_question
def test_a_report_is_about_as_long_as_it_should_be(question: str) -> None:
    _, arranged = digested(question)
    most = 2400 if _is_wide(question) else 1500
    assert words_of(arranged) <= 1.15 * most


def _is_wide(question: str) -> bool:
    return any(char > "\u2e80" for char in question)


@every_question
def test_at_most_one_table_a_section_and_each_is_whole(question: str) -> None:
    _, arranged = digested(question)
    for own in arranged.sections.values():
        tables = [paragraph["text"].splitlines() for paragraph in own if paragraph["kind"] == "table"]
        assert len(tables) <= 1
        for rows in tables:
            assert len({row.count("|") for row in rows}) == 1
            assert set(rows[1]) <= set("|-: ") and 2 <= len(rows) - 2 <= 12


@every_question
def test_only_sources_in_the_language_of_the_report_are_quoted(question: str) -> None:
    state, _ = digested(question)
    assert {state.sources[found.source].language for found in state.evidence.values()} == {state.language}


@pytest.mark.parametrize(
    "question",
    [
        "How do sodium-ion batteries compare with LFP for grid storage?",
        "What does a kilometre of high-speed rail cost, and does it pay?",
        "Desalination: energy, cost and environment",
    ],
)
def test_where_several_sources_fit_none_writes_the_report_alone(question: str) -> None:
    state, arranged = digested(question)
    words: Counter[str] = Counter()
    for paragraph in body(arranged):
        for cite in paragraph["cite_ids"]:
            words[state.evidence[cite].source] += count_words(state.evidence[cite].text)
    assert len(words) >= 2
    assert max(words.values()) <= 0.7 * sum(words.values())


def test_nothing_of_advertisements_banners_and_front_matter_is_quotable() -> None:
    quoted = "\n".join(quote for page in documents() for quote in quotes(page))
    for junk in ("Subscribe", "Save 20%", "cookies", "source_kind", "The dr maintainers", "Source kind", "newsletter"):
        assert junk not in quoted
    assert not any(page.title.startswith(("---", "source_kind", "title:")) for page in documents())


def test_the_table_that_compares_what_was_asked_for_is_shown() -> None:
    state, arranged = digested("How do sodium-ion batteries compare with LFP for grid storage?")
    assert state.plan is not None
    comparison = next(section.id for section in state.plan.sections if section.title == "Comparison")
    shown = [paragraph["text"] for paragraph in arranged.sections[comparison] if paragraph["kind"] == "table"]
    assert shown and shown[0].startswith("| Property | Lithium iron phosphate | Sodium-ion |")


def test_a_short_report_is_a_choice_of_the_long_one() -> None:
    question = "Desalination: energy, cost and environment"
    _, short = digested(question, 600)
    _, usual = digested(question)
    assert words_of(short) < words_of(usual)


SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from extractive_corpus import digested
_, arranged = digested(sys.argv[2])
print(json.dumps([arranged.abstract, arranged.sections, arranged.analysis, arranged.conclusions], ensure_ascii=True))
"""


@pytest.mark.once
@pytest.mark.parametrize(
    "question", ["How do sodium-ion batteries compare with LFP for grid storage?", "海水淡化的成本與耗能，以及鹵水對環境的影響"]
)
def test_the_same_question_gives_the_same_digest_whatever_the_order_of_sets(question: str) -> None:
    told = []
    for seed in ("1", "2"):
        made = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(Path(__file__).parent), question],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        told.append(json.loads(made.stdout))
    assert told[0] == told[1]


def test_every_sentence_of_the_body_is_a_sentence() -> None:
    """What is quoted begins and ends where its source says that a sentence does."""
    state, arranged = digested("日本の系統用蓄電池の現状と課題")
    for paragraph in prose(body(arranged)):
        for cite in paragraph["cite_ids"]:
            found = state.evidence[cite]
            page = state.sources[found.source]
            assert any((span.start, span.end) == (found.start, found.end) for span in sentences(page.text, page.language))


def small(text: str) -> Digest:
    """The digest of one small page, asked how glass is made."""
    page = Page(id="s1", url="file:///a.md", title="Glass", text=text, sha256="", fetched_at="", language="en")
    state = RunState(original_query="How is glass made?", clarified_query="How is glass made?", language="en")
    state.sources = {"s1": page}
    state.plan = Plan(
        research_title="Glass", sections=(Section(id="sec1", title="How it works"), Section(id="sec2", title="Safety"))
    )
    evidence = [
        as_evidence(page, span.start, span.end, name=f"e{at}", section=section.id, score=score)
        for at, (_, span, section, score) in enumerate(to_quote(state), 1)
    ]
    return digest("How is glass made?", "en", state.plan.sections, evidence, state.sources, words=1500, analysis=True)


def test_a_source_of_three_sentences_still_gives_an_abstract_and_a_section() -> None:
    made = small("# Glass\n\nGlass is made from sand. It was first made in Mesopotamia about 3500 BC. Roman glass was blown.")
    assert made.abstract is not None and made.abstract["text"].startswith("Glass is made from sand.")
    assert [len(paragraph["cite_ids"]) for own in made.sections.values() for paragraph in own] == [3]
    assert made.conclusions == made.analysis == []


def test_sources_that_hold_only_a_table_give_the_table() -> None:
    made = small("# Glass\n\n| Year | Glass made by this process (t) |\n|---|---|\n| 2018 | 176 |\n| 2019 | 156 |")
    assert made.abstract is None
    assert [paragraph["kind"] for own in made.sections.values() for paragraph in own] == ["table"]


@pytest.mark.once
@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("Pump {n} costs {n} euros.", 400),
        ("泵{n}的价格是{n}元。", 400),
        ("Pump {n} " + "supercalifragilistic" * 40 + " costs {n} euros a year.", 60),
    ],
    ids=["short", "short-zh", "wide"],
)
def test_what_is_arranged_keeps_the_bounds_of_a_paragraph_and_a_section(sentence: str, count: int) -> None:
    told = [sentence.format(n=number) for number in range(1, count)]
    text = "# Heat pumps\n\n" + "\n\n".join(" ".join(told[at : at + 7]) for at in range(0, len(told), 7))
    page = Page(id="s1", url="file:///p.md", title="Heat pumps", text=text, sha256="0", fetched_at="", language=detect(text))
    evidence = [
        Evidence(id=f"e{number}", source="s1", start=at, end=at + len(one), text=one, section="a", score=0.9,
                 url=page.url, sha256="0", fetched_at="")
        for number, one in enumerate(told)
        for at in [text.index(one)]
    ]  # fmt: skip
    arranged = digest(
        "What do heat pumps cost?",
        page.language,
        [Section(id="a", title="Costs")],
        evidence,
        {"s1": page},
        words=4000,
        analysis=True,
    )
    made = arranged.sections.get("a", [])
    DraftAnswer.model_validate({"paragraphs": made})
    AnalysisAnswer.model_validate({"paragraphs": arranged.analysis})
    SummaryAnswer.model_validate({"abstract": arranged.abstract, "conclusions": arranged.conclusions})
    assert made


def test_several_points_are_told_to_the_last() -> None:
    _, arranged = digested("リニア中央新幹線の工事費はなぜ増えたのか？")
    told = "".join(one["text"] for one in whole(arranged))
    assert "三つの点を問題にする" not in told or "第三に、" in told


def test_what_restricts_another_sentence_stands_in_no_abstract_without_it() -> None:
    _, arranged = digested("リニア中央新幹線の工事費はなぜ増えたのか？")
    assert arranged.abstract is not None
    assert "単純には比べられない" not in arranged.abstract["text"]


def test_what_the_next_paragraph_goes_on_from_is_told_before_it_though_the_abstract_has_it() -> None:
    _, arranged = digested("台灣高鐵的財務問題是怎麼發生、又是怎麼解決的？")
    assert arranged.abstract is not None and "2015年政府與股東完成財務改革" in arranged.abstract["text"]
    told = "".join(one["text"] for own in arranged.sections.values() for one in own)
    assert "2015年政府與股東完成財務改革" in told[: told.index("對於這項改革有兩種評價")]
