"""What a good model is for: a report that groups, compares and answers what was asked; and what its audit names."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, Said, body, evidence, good, research, said

from dr_core import Context, ModelRequest, Paragraph
from dr_core.stage.checklist import checklist, unanswered
from dr_core.text import sentences, signature, similarity

SOURCES = {
    "https://library.example/survey": """# Grid batteries: a survey

LFP cells for grid storage cost 53 US dollars per kilowatt-hour in 2025. Sodium-ion cells for grid storage cost 87 US dollars per
kilowatt-hour in 2025. The survey covers 40 makers in 12 countries.

## Performance

LFP cells for grid storage last about 6,000 cycles before they lose a fifth of their capacity. Sodium-ion cells for grid
storage last
about 4,000 cycles. At minus 20 degrees Celsius sodium-ion cells keep 88 percent of their capacity, and LFP cells keep 55 percent.

## Safety

Sodium-ion cells can be shipped fully discharged, which makes transport safer. LFP cells for grid storage rarely burn.
""",
    "https://library.example/agency": """# Storage batteries in the energy agency's yearbook

According to the agency, LFP cells for grid storage cost 55 US dollars per kilowatt-hour in 2025. Sodium-ion cells for
grid storage cost
90 US dollars per kilowatt-hour, as the agency found in 2025. The agency counts grid storage of 96 gigawatts in the world.

## Performance

The agency puts the life of LFP cells for grid storage at 6,000 cycles. It puts the life of sodium-ion cells at 3,500
cycles. In the cold of
minus 20 degrees Celsius sodium-ion cells keep 85 percent of their capacity.

## Safety

The agency notes that LFP cells for grid storage rarely burn. Sodium-ion cells are safer in transport, the agency
writes, because they can be
shipped fully discharged.
""",
    "https://library.example/university": """# Two chemistries for grid storage, measured

In the laboratory, LFP cells for grid storage lasted 6,200 cycles. Sodium-ion cells for grid storage lasted 4,100 cycles
in the same test.
The university bought LFP cells at 54 US dollars per kilowatt-hour in 2025. It bought sodium-ion cells at 88 US dollars
per kilowatt-hour.

## Safety

No LFP cell burned in the laboratory in 200 nail tests. No sodium-ion cell burned in the laboratory in 150 nail tests.
""",
}
QUESTION = "Compare LFP and sodium-ion cells for grid storage by cost, performance and safety"
OTHER_WORDS = (
    ("rarely burn", "seldom burn"),
    ("about ", "roughly "),
    ("before they lose", "until they lose"),
    ("last ", "endure "),
)


def own_words(text: str) -> str:
    """A sentence told a little differently, its facts as they are."""
    for old, new in OTHER_WORDS:
        text = text.replace(old, new)
    return " ".join(text.split())


def writes_well(request: ModelRequest) -> dict[str, Any]:
    """Paraphrases, brings together what several sources say, and compares in a table."""
    if request.task == "plan":
        titles = ("Cost", "Performance", "Safety")
        return {
            "research_title": "LFP and sodium-ion cells compared",
            "sections": [
                {
                    "title": title,
                    "description": f"{title} of both cells",
                    "search_queries": [f"LFP sodium-ion cells {title.lower()}"],
                }
                for title in titles
            ],
            "checklist": ["cost", "performance", "safety", "recycling rules in Japan"],
        }
    if request.task == "draft":
        return {"paragraphs": drafted(request)}
    if request.task == "analyse":
        return {"paragraphs": []}
    if request.task == "summary":
        told = [(ids, sentences(text, "en"), text) for _, ids, text in body(request) if not text.startswith("|")]
        first = [(ids, text[spans[0].start : spans[0].end]) for ids, spans, text in told if spans]
        whole = " ".join(text for _, text in first[:3])
        cites = list(dict.fromkeys(cite for ids, _ in first[:3] for cite in ids))[:12]
        return {"abstract": {"text": whole, "cite_ids": cites}, "conclusions": [{"text": first[-1][1], "cite_ids": first[-1][0]}]}
    return good(request)


def drafted(request: ModelRequest) -> list[dict[str, Any]]:
    pieces = evidence(request)
    prompt = request.messages[1].content
    together: list[list[tuple[str, str]]] = []
    for cite, text in pieces:
        announced = re.search(rf'Point \d+, told by \d+ sources(?: whose figures differ)?:\n<data id="{cite}"', prompt)
        near = together and len(together[-1]) < 3 and not announced
        if near:
            together[-1].append((cite, text))
        else:
            together.append([(cite, text)])
    paragraphs = [
        {"text": " ".join(own_words(text) for _, text in group), "cite_ids": [cite for cite, _ in group]}
        for group in together[:4]
    ]
    prices = [(cite, text) for cite, text in pieces if "US dollars per kilowatt-hour" in text and "cost" in text]
    lfp, sodium = (next((one for one in prices if name in one[1]), None) for name in ("LFP", "Sodium-ion"))
    if "markdown pipe table" in prompt and lfp and sodium:
        price = [re.search(r"(\d+) US dollars", one[1]) for one in (lfp, sodium)]
        rows = (
            f"| Criterion | LFP | Sodium-ion |\n|---|---|---|\n| US dollars per kilowatt-hour | {price[0][1]} | {price[1][1]} |"  # type: ignore[index]
            "\n| Price in 2040 | not found | |"
        )
        paragraphs.insert(1, {"text": rows, "cite_ids": [lfp[0], sodium[0]], "kind": "table"})
    return paragraphs


async def test_a_report_that_is_written_well_is_published_as_it_was_written(tmp_path: Path) -> None:
    model = Said(None, Context(instance="one"), writes_well)
    library = Library(None, Context(instance="files"), SOURCES)
    state, folder = await research(
        tmp_path,
        {"one": model},
        question=QUESTION,
        library=library,
        settings={"research": {"depth": "standard", "length": "standard"}},
    )
    assert state.status == "complete" and state.passed
    drafts = [Paragraph.model_validate_json(line) for line in (folder / "draft.jsonl").read_text().splitlines()]
    written = [one.text[span.start : span.end] for one in drafts if one.kind == "prose" for span in sentences(one.text, "en")]
    report = " ".join(re.sub(r"(?: ?\[\d+\])+", "", (folder / "report.md").read_text(encoding="utf-8")).split())
    kept = [text for text in written if " ".join(text.split()) in report]
    print(f"\n{len(kept)} of {len(written)} sentences kept, ", end="")
    assert len(kept) >= 0.95 * len(written), set(written) - set(kept)
    prose = [one for one in state.paragraphs if one.kind == "prose" and one.section.startswith("sec")]
    several = [one for one in prose if len({state.evidence[cite].source for cite in one.cite_ids}) > 1]
    assert len(several) >= 0.5 * len(prose), "paragraphs do not bring sources together"
    print(f"{len(several)} of {len(prose)} paragraphs cite several sources")
    assert any(one.kind == "table" for one in state.paragraphs), "a comparison without a table"
    rows = [line for line in state.final_report.partition("## References")[0].splitlines() if line.startswith("|")]
    assert len(rows) == 4
    for cell in (cell.strip() for row in rows[2:] for cell in row.strip("|").split("|")[1:]):
        assert cell == "not found" or re.fullmatch(r"\d+(?: \[\d+\])+", cell), f"a cell without a source: {cell}"
    assert "| 53 [1] |" in rows[2], "a cell cites what does not hold it"
    marks = [(one.section, signature(one.text)) for one in prose]
    again = [
        1
        for at, (home, mark) in enumerate(marks)
        for other, own in marks[at + 1 :]
        if home != other and similarity(mark, own) > 0.6
    ]
    assert not again, "two sections say the same"
    assert state.notes["unanswered"] == ["recycling rules in Japan"]
    assert "recycling rules in Japan" in (folder / "verification.md").read_text()


async def test_drafters_see_what_belongs_together_and_what_the_others_write(tmp_path: Path) -> None:
    models = said(one=writes_well)
    library = Library(None, Context(instance="files"), SOURCES)
    chosen = {"depth": "standard", "length": "standard", "style": "formal", "audience": "engineers"}
    await research(tmp_path, models, question=QUESTION, library=library, settings={"research": chosen})
    drafts = [request for request in models["one"].requests if request.task == "draft"]
    prompts = [request.messages[1].content for request in drafts]
    assert any(re.search(r"Point 1, told by [23] sources whose figures differ:", prompt) for prompt in prompts)
    assert all("leave their matter to them" in prompt and "recycling rules in Japan" in prompt for prompt in prompts)
    assert all("Style: formal." in request.messages[0].content for request in drafts)
    assert all("Readers: engineers." in request.messages[0].content for request in drafts)
    assert all('published="2025-03-01"' in prompt for prompt in prompts)


async def test_a_section_that_weighs_what_the_others_found_cites_their_evidence(tmp_path: Path) -> None:
    point = re.compile(r'  <data ids="([^"]+)">(.+?)</data>', re.S)

    def weighs(request: ModelRequest) -> dict[str, Any]:
        if request.task == "draft" and 'name="section">Safety' in request.messages[1].content:
            (ids, one), (others, other) = point.findall(request.messages[1].content)[1:3]
            text = " ".join(f"{one.rstrip('. ')}, while {other}".split())
            return {"paragraphs": [{"text": text, "cite_ids": [*ids.split(), *others.split()]}]}
        answer = writes_well(request)
        for one in answer.get("findings", ()):
            one["text"] = f"{one['text'].rstrip('.')}, as told."  # in words of its own
        return answer

    library, chosen = Library(None, Context(instance="files"), SOURCES), {"depth": "standard", "length": "standard"}
    models = said(one=weighs)
    state, _ = await research(tmp_path, models, question=QUESTION, library=library, settings={"research": chosen})
    prompts = [request.messages[1].content for request in models["one"].requests if request.task == "draft"]
    assert all(len(point.findall(prompt)) == 4 for prompt in prompts)
    weighed = [paragraph for paragraph in state.paragraphs if paragraph.section == "sec3"]
    assert weighed and all(state.evidence[cite].section != "sec3" for paragraph in weighed for cite in paragraph.cite_ids)


async def test_the_outline_is_revised_once_from_the_findings(tmp_path: Path) -> None:
    def revises(request: ModelRequest) -> dict[str, Any]:
        answer = writes_well(request)
        if request.task == "reflect":
            answer["outline"] = [
                {"takes": ["sec1"], "title": "What a kilowatt-hour costs", "description": "Prices"},
                {"takes": ["sec9"], "title": "x"},
            ]
        return answer

    library = Library(None, Context(instance="files"), SOURCES)
    state, folder = await research(
        tmp_path, said(one=revises), question=QUESTION, library=library, settings={"research": {"depth": "standard"}}
    )
    assert state.sections == ["What a kilowatt-hour costs", "Performance", "Safety"]
    assert "## What a kilowatt-hour costs" in (folder / "report.md").read_text()


@pytest.mark.parametrize(
    ("question", "points"),
    [
        ("Compare LFP and sodium-ion by cost, safety and cycle life", ["cost", "safety", "cycle life"]),
        ("What is a maglev? Who built the first one?", ["What is a maglev?", "Who built the first one?"]),
        ("Answer: 1. who pays 2. who gains 3. who decides", ["who pays", "who gains", "who decides"]),
        ("How does desalination work?", []),
        ("比較兩種電池，包括成本、安全和壽命", ["成本", "安全", "壽命"]),
    ],
)
def test_what_a_question_asks_for_is_found_without_a_model(question: str, points: list[str]) -> None:
    assert checklist(question) == points


def test_a_point_that_no_paragraph_speaks_of_is_named() -> None:
    told = [Paragraph(id="p", section="s", text="LFP cells cost 53 dollars.", cite_ids=("e1",))]
    assert unanswered(["costs of LFP cells", "recycling of LFP cells"], told) == ["recycling of LFP cells"]
    assert Counter(unanswered([], told)) == Counter()


def test_points_in_chinese_are_answered_by_the_words_that_tell_them_apart() -> None:
    told = [Paragraph(id="p1", section="sec1", text="京滬高鐵的速度較快，造價也有成本估計。", cite_ids=("e1",))]
    assert unanswered(["速度比較", "成本比較", "營運比較"], told) == ["營運比較"]
    assert unanswered(["台灣高鐵的速度", "台灣高鐵的票價"], told) == ["台灣高鐵的票價"]


@pytest.mark.parametrize(
    ("points", "left"),
    [
        (["建設費の比較", "稼働率の比較", "費用対効果の評価", "比較表"], ["費用対効果の評価", "比較表"]),
        (["건설비 비교", "가동률 비교", "안전성 평가", "비교표"], ["안전성 평가", "비교표"]),
        (["comparison of costs", "utilisation", "safety assessment", "a table"], ["safety assessment", "a table"]),
    ],
)
def test_how_to_tell_of_a_matter_is_no_matter(points: list[str], left: list[str]) -> None:
    text = "建設費は約410億円、稼働率は低い。건설비는 410억 엔, 가동률은 낮다. Costs were 410 billion yen, utilisation is low."
    told = [Paragraph(id="p1", section="sec1", text=text, cite_ids=("e1",))]
    assert unanswered(points, told) == left
    table = Paragraph(id="p2", section="sec1", text="| a | b |\n|---|---|\n| 1 | 2 |", cite_ids=("e1",), kind="table")
    assert unanswered(points, [*told, table]) == left[:1]
