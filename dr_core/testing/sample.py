"""Material that conformance classes and tests share: a small report, and text that means harm."""

from __future__ import annotations

from dr_core.report import mark
from dr_core.types import Evidence, Paragraph, Reference, Report, ReportSection

ODD_TEXTS = (
    "",
    " ",
    "?",
    "a" * 20_000,
    "熱泵在寒冷氣候下的效率",
    "🔥🔥🔥",
    "line\nbreak\ttab",
    "nul\x00byte",
    "\u202eright to left\u202c",
    "'; DROP TABLE hits; --",
    '{"json": [1, 2',
    "{{ 7 * 7 }}",
)
"""Texts that people (or other programs) do send."""

HOSTILE = (
    "<script>alert('x')</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    '"><svg onload=alert(1)>',
)
"""Text that must stay text wherever a report is shown."""


def sample_report(text: str = "Heat pumps move heat instead of making it.") -> Report:
    """A report with two sections, one of them in Chinese, a citation and a reference."""
    english = Paragraph(id="p1", section="s1", text=text, cite_ids=("e1",))
    chinese = Paragraph(id="p2", section="s2", text="效率隨外氣溫下降。", cite_ids=("e1",))
    return Report(
        title="Heat pumps",
        question="How do heat pumps work?",
        language="en",
        sections=(
            ReportSection(id="s1", title="How they work", paragraphs=(english,)),
            ReportSection(id="s2", title="寒冷氣候", paragraphs=(chinese,)),
        ),
        references=(Reference(number=1, source="s1", title="On heat pumps", url="https://example.org/heat-pumps"),),
        citations={"e1": 1},
        marked={one.id: one.text + mark(one.cite_ids) for one in (english, chinese)},
        quotes={"e1": "Heat pumps move heat instead of making it."},
    )


def sample_evidence() -> dict[str, Evidence]:
    """The evidence that the sample report cites."""
    text = "Heat pumps move heat instead of making it."
    return {"e1": Evidence(id="e1", source="s1", start=0, end=len(text), text=text, section="s1")}


SAMPLE_MARKDOWN = """# Heat pumps

## How they work

Heat pumps move heat instead of making it [1].

## References

### Cited Sources (Used in Report)

[1] On heat pumps - https://example.org/heat-pumps
"""
"""The sample report as a finished file."""
