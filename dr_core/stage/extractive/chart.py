"""Charts without a model: from tables of the sources whose numbers really compare (one unit, several items or years)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.text import bm25

MOST, FEWEST_ROWS, MOST_ROWS, MOST_SERIES = 5, 3, 16, 3
TITLE_WIDTH = 64
SHORT_TITLE = 14
"""A narrower title ("Length", 营业里程) does not say of what."""
_NUMBER = re.compile(r"^[^\d+\-−]{0,3}([+\-−]?\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?|[+\-−]?\d+(?:\.\d+)?)\s*([^\d\s][^\d]{0,14})?$")
_UNIT = re.compile(r"[（(]([^（）()]{1,30})[)）]")
_YEAR = re.compile(r"^(?:1[89]|20)\d\d(?:\s*年?度?|년)?$")


def charts_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``charts``: the tables that fit the question best, as code that draws them."""
    tables = inputs["tables"]
    scores = bm25(inputs["question"], [f"{table['heading']} {table['source_title']} {table['text']}" for table in tables])
    best = max(scores, default=0.0)
    chosen: list[tuple[str, dict[str, Any], Mapping[str, Any]]] = []
    for score, table in sorted(zip(scores, tables, strict=True), key=lambda pair: -pair[0]):
        data = comparable(table["text"])
        if data is not None and score >= 0.4 * best and len(chosen) < MOST:
            chosen.append((_title(data, table), data, table))
    often = Counter(title for title, _, _ in chosen)  # the same thing by year and by region: the titles say which is which
    return {
        "charts": [_spec(f"{title} ({data['by']})" if often[title] > 1 else title, data, table) for title, data, table in chosen]
    }


def comparable(table: str) -> dict[str, Any] | None:
    """The labels and the series of a pipe table, all of one unit; None where its numbers do not compare."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines() if line.strip()]
    rows = [row for row in rows if not all(re.fullmatch(r":?-{2,}:?", cell) for cell in row)]
    if len(rows) < FEWEST_ROWS + 1 or len(rows) > MOST_ROWS + 1 or len(rows[0]) < 2:
        return None
    head, body = rows[0], [row for row in rows[1:] if len(row) == len(rows[0])]
    columns = [(name, [_value(row[at]) for row in body]) for at, name in enumerate(head) if at]
    numeric = [(name, values) for name, values in columns if sum(value is not None for value in values) == len(body)]
    if len(body) < FEWEST_ROWS or not numeric:
        return None
    unit = _unit(numeric[0][0], [row[head.index(numeric[0][0])] for row in body])
    same = [(name, values) for name, values in numeric if _unit(name, [row[head.index(name)] for row in body]) == unit][
        :MOST_SERIES
    ]
    labels = [row[0] for row in body]
    if len(set(labels)) < len(labels) or all(len(set(values)) == 1 for _, values in same):
        return None
    return {
        "labels": labels,
        "series": [
            {"name": _UNIT.sub("", name).strip() or name, "values": [value for value in values if value is not None]}
            for name, values in same
        ],
        "unit": unit,
        "by": _UNIT.sub("", head[0]).strip(),
        "years": all(_YEAR.match(label) for label in labels),
    }


def _value(cell: str) -> float | None:
    found = _NUMBER.match(cell.replace("−", "-").replace("約", "").replace("约", "").replace("about ", "").strip("*~≈ "))
    return float(found[1].replace(",", "").replace(" ", "")) if found else None


def _unit(name: str, cells: Sequence[str]) -> str:
    """The unit of a column: in brackets in its heading, or behind all its numbers."""
    if found := _UNIT.findall(name):
        return str(found[-1])
    behind = {match[2] or "" for cell in cells if (match := _NUMBER.match(cell))}
    return behind.pop().strip() if len(behind) == 1 else ""


def _title(data: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    series = " / ".join(one["name"] for one in data["series"])
    title = series if len(data["series"]) == 1 else table["heading"] or f"{series} ({data['by']})"
    return title if _width(title) >= SHORT_TITLE else f"{table['source_title']}: {title}"


def _spec(title: str, data: dict[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "title": title,
        "chart_type": "line" if data["years"] else "bar",
        "data_source": table["source_title"],
        "python_code": chart_code(title, data),
        "section": table["section"],
        "cite_ids": [table["id"]],
        "data": data,
    }


def _width(text: str) -> int:
    """How wide a text is drawn: a CJK character is as wide as two others."""
    return sum(2 if ord(char) > 0x1100 else 1 for char in text)


def _wrapped(title: str) -> str:
    """A title on as many lines as it needs."""
    lines, width = [""], 0
    for char in title:
        width += _width(char)
        if width > TITLE_WIDTH and (char == " " or ord(char) > 0x1100):
            lines.append("")
            width = 0
        lines[-1] += char
    return "\n".join(line.strip() for line in lines)


def chart_code(title: str, data: Mapping[str, Any]) -> str:
    """Python that draws the data and nothing else."""
    lines = [
        "import matplotlib.pyplot as plt",
        f"labels = {data['labels']!r}",
        f"series = {[(one['name'], one['values']) for one in data['series']]!r}",
        "fig, ax = plt.subplots(figsize=(8, 4.5), dpi=150)",
    ]
    if data["years"]:
        # the years as numbers, so that a gap of ten years is ten times as wide as a gap of one
        years = [int(label[:4]) for label in data["labels"]]
        lines += [
            f"years = {years!r}",
            "for name, values in series:",
            "    ax.plot(years, values, marker='o', label=name)",
            "ax.set_xticks(years, labels, rotation=45 if len(years) > 8 else 0)",
            "ax.yaxis.set_major_formatter('{x:,g}')",
        ]
    else:
        lines += [
            "height = 0.8 / len(series)",
            "for at, (name, values) in enumerate(series):",
            "    places = [place + at * height for place in range(len(labels))]",
            "    bars = ax.barh(places, values, height=height, label=name)",
            "    ax.bar_label(bars, padding=3, fmt='{:,g}')",
            "ax.set_yticks([place + height * (len(series) - 1) / 2 for place in range(len(labels))], labels)",
            "ax.invert_yaxis()",
            "ax.margins(x=0.12)",
        ]
    unit = data["unit"] or (data["series"][0]["name"] if len(data["series"]) == 1 else "")
    lines += [
        f"ax.set_{'y' if data['years'] else 'x'}label({unit!r})",
        f"ax.set_title({_wrapped(title)!r})",
        "if len(series) > 1:",
        "    ax.legend()",
        "for side in ('top', 'right'):",
        "    ax.spines[side].set_visible(False)",
        "fig.tight_layout()",
    ]
    return "\n".join(lines) + "\n"
