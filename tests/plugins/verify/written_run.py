"""The folder of a run with everything that a report can show, written by the real composer and renderer."""

from __future__ import annotations

import json
from pathlib import Path

from dr_core import Evidence, Page, Paragraph, Report
from dr_core.report.check import check_paragraphs
from dr_core.report.compose import marked, numbered
from dr_core.types import Figure, ReportSection
from dr_plugins.render.markdown import Markdown

RUN_ID = "1a2b3c4d_20260102T030405Z"
CELLS = [
    "Sodium-ion is not fireproof.",
    "Graphite does not store sodium well, so sodium-ion cells use hard carbon as the anode.",
    "The Naxtra cell keeps 90 percent of its usable capacity at -40 °C.",
    "| Property | Lithium iron phosphate | Sodium-ion |\n|---|---|---|\n| Voltage (V) | 3.2 | 2.8 to 3.1 |\n"
    "| Lower limit (°C) | -20 | -40 |\n| Anode foil | copper | aluminium |",
    "AT&amp;T wrote [7] in its list of <cells>, a 5 * 3 table_of_cells.",
]
GRID = [
    "The Energy Institute put the world total of grid batteries for 2023 at 55.7 GW.",
    "China counted 73.76 GW of storage at the end of 2024.",
    "3. Oktober was the day on which the plant in Hubei with 100 MWh was opened.",
    "California counted 770 MW of battery storage in 2019 and 10,379 MW in 2024.",
]


def _evidence(source: str, spans: list[str]) -> tuple[str, list[Evidence]]:
    text = "\n\n".join(spans)
    found = []
    for at, span in enumerate(spans, 1):
        start = text.index(span)
        found.append(Evidence(id=f"{source}e{at}", source=source, start=start, end=start + len(span), text=span))
    return text, found


async def written_run(folder: Path, *, state: bool = True) -> Path:
    """The report of a run folder that is made in ``folder``; without ``state`` that of an older run."""
    evidence: dict[str, Evidence] = {}
    pages = {}
    (folder / "sources").mkdir(parents=True)
    for source, title, spans in (("s1", "Cells compared", CELLS), ("s2", "Grid batteries", GRID)):
        text, found = _evidence(source, spans)
        evidence |= {one.id: one.model_copy(update={"title": title}) for one in found}
        url = f"https://{source}.example/{title.split()[0].lower()}"
        page = Page(id=source, url=url, title=title, text=text, sha256="", fetched_at="2026-01-02")
        pages[source] = page
        (folder / "sources" / f"{source}.txt").write_text(text, encoding="utf-8")
        (folder / "sources" / f"{source}.json").write_text(page.model_dump_json(exclude={"text"}), encoding="utf-8")
    pages["s3"] = Page(id="s3", url="https://s3.example/fires", title="Fires", text="", sha256="", fetched_at="2026-01-02")
    items = [
        Paragraph(id="p1", section="abstract", text=f"{GRID[0]} {GRID[1]}", cite_ids=("s2e1", "s2e2")),
        Paragraph(id="p2", section="sec1", text=f"{CELLS[0]} {CELLS[1]}", cite_ids=("s1e1", "s1e2")),
        Paragraph(id="p3", section="sec1", text=CELLS[3], cite_ids=("s1e4",), kind="table"),
        Paragraph(id="p4", section="sec1", text=f"{CELLS[2]} {CELLS[4]}", cite_ids=("s1e3", "s1e5")),
        Paragraph(id="p5", section="sec2", text=GRID[2], cite_ids=("s2e3",)),
        Paragraph(id="p6", section="sec2", text=f"- {GRID[1]}\n- {CELLS[2]}", cite_ids=("s2e2", "s1e3"), kind="list"),
        Paragraph(id="p7", section="sec2", text=GRID[3].replace(".", " (Figure 1)."), cite_ids=("s2e4",)),
    ]
    verdicts = check_paragraphs(items, evidence)
    assert not [one for one in verdicts if one.verdict == "contradicted"], verdicts
    shown = [marked(item, verdicts, evidence, "en") for item in items]
    caption = "Battery storage in California by date (MW)"
    figure = Figure(
        number=1, title=caption, caption=caption, alt=f"Figure 1: {caption}", path="figures/figure1.png", section="p7",
        cite_ids=("s2e4",),
    )  # fmt: skip
    citations, references = numbered(shown, [figure], evidence, pages)
    titles = {"abstract": "Abstract", "sec1": "How it works", "sec2": "Scale"}
    report = Report(
        title="How do batteries compare?",
        question="How do batteries compare?",
        language="en",
        sections=tuple(
            ReportSection(id=name, title=title, paragraphs=tuple(item for item in shown if item.section == name))
            for name, title in titles.items()
        ),
        figures=(figure,),
        references=tuple(references),
        citations=citations,
        notices=("This report is partial.",),
        assumptions=("cells of 2024",),
        provenance=(("Question", "How do batteries compare?"), ("Pages read", "3"), ("Cost", "0 USD, 0 tokens")),
    )
    text = (await Markdown().render(report, folder)).decode()
    (folder / "report.md").write_text(text, encoding="utf-8")
    (folder / "evidence.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in evidence.values()), encoding="utf-8")
    (folder / "paragraphs.jsonl").write_text("".join(item.model_dump_json() + "\n" for item in items), encoding="utf-8")
    if state:
        (folder / "state.json").write_text(json.dumps({"run_id": RUN_ID, "final_report": text}), encoding="utf-8")
    return folder / "report.md"
