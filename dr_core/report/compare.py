"""Whether two reports are the same but for what differs from one making to the next: times and costs in the provenance box."""

from __future__ import annotations

from dr_core.report.heading import is_provenance_heading


def same_report(one: str, other: str) -> bool:
    """Equal, the provenance box aside."""
    return without_box(one) == without_box(other)


def without_box(markdown: str) -> str:
    """A report without its provenance box, which speaks of the making and not of the subject."""
    lines: list[str] = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith("## "):
            inside = is_provenance_heading(line[3:])
        if not inside:
            lines.append(line)
    return "\n".join(lines)
