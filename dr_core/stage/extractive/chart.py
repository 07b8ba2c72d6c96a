"""Charts without a model: from tables of the sources whose numbers really compare (one unit, several items or years)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from dr_core.pattern import regex
from dr_core.stage.extractive.caption import caption, width
from dr_core.stage.extractive.column import Column, column, stated_unit, without_unit
from dr_core.stage.extractive.row import rows_of
from dr_core.stage.extractive.shows import section_for
from dr_core.text import bm25
from dr_core.text.overlap import share

MOST, FEWEST_ROWS, MOST_ROWS, MOST_SERIES = 5, 3, 16, 3
TITLE_WIDTH = 64
_YEAR = regex(r"^(?:1[89]|20)\d\d(?:\s*年?度?|년)?$")
_BARE = regex(r"^[+\-−]?\d[\d,.\s]*$")
_NOTED = regex(r"[)）]\s*$")
_PROPERTIES = regex(
    r"^(?:propert(?:y|ies)|items?|parameters?|metrics?|measures?|indicators?|features?|quantit(?:y|ies)|characteristics?"
    r"|項目|项目|指标|指標|属性|屬性|性质|性質|參數|参数|특성|항목|지표|구분)?$",
    re.IGNORECASE,
)
"""What heads a first column whose rows are properties: each has a unit of its own."""


def charts_without_model(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to the task ``charts``: the tables that fit the question best and show what it asks, as code that draws them."""
    tables, question, language = inputs["tables"], inputs["question"], inputs.get("language", "en")
    scores = bm25(question, [f"{table['heading']} {table['source_title']} {table['text']}" for table in tables])
    titles = {section["id"]: section["title"] for section in inputs.get("sections", ())}
    fitting = _told_once(
        [
            (score, table, data, home)
            for score, table in zip(scores, tables, strict=True)
            if (data := comparable(table["text"], question)) and (home := section_for(data, table, inputs)) is not None
        ]
    )
    best = max((score for score, *_ in fitting), default=0.0)
    chosen: list[tuple[str, dict[str, Any], Mapping[str, Any]]] = []
    for score, table, data, home in sorted(fitting, key=lambda one: -one[0]):
        if score < 0.4 * best or len(chosen) == MOST:
            continue
        if home != table["section"]:  # another section asks for it: what that is called says what the table shows
            table = {**table, "section": home, "heading": titles[home]}
        chosen.append((caption(data, table, language), data, table))
    often = Counter(title for title, _, _ in chosen)  # the same thing in two sources: the titles say which is which
    return {
        "charts": [
            _spec(caption(data, table, language, with_subject=True) if often[title] > 1 else title, data, table)
            for title, data, table in chosen
        ]
    }


_Fitting = tuple[float, Mapping[str, Any], dict[str, Any], str]


def _told_once(fitting: Sequence[_Fitting]) -> list[_Fitting]:
    """Without what a sentence tells and a table, or a sentence before it, has."""
    kept = [one for one in fitting if not one[1].get("prose")]
    for one in fitting:
        if one[1].get("prose") and not any(_tells(other[2], one[2]) for other in kept):
            kept.append(one)
    return kept


def _tells(other: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether another chart has all years of this one, with the same figures: a sentence may say what a table has."""
    shown = {(label[:4], value) for one in other["series"] for label, value in zip(other["labels"], one["values"], strict=True)}
    return bool(other["years"] and data["years"]) and all(
        (label[:4], value) in shown for one in data["series"] for label, value in zip(data["labels"], one["values"], strict=True)
    )


def comparable(table: str, question: str = "") -> dict[str, Any] | None:
    """The labels and the series of a pipe table, all of one unit; None where its numbers do not compare.

    Where a table has columns of several units, those that the question names are taken. A table whose rows are properties is
    read across: there each row has a unit.
    """
    rows = rows_of(table)
    if not rows or len(rows[0]) < 2:
        return None
    if _PROPERTIES.match(rows[0][0]):
        across = [list(row) for row in zip(*rows, strict=True)]
        return _compared(rows, question) or _compared([["", *across[0][1:]], *across[1:]], question)
    return _compared(rows, question)


def _compared(rows: Sequence[Sequence[str]], question: str) -> dict[str, Any] | None:
    head, body = rows[0], rows[1:]
    labels = [row[0] for row in body]
    if not FEWEST_ROWS <= len(body) <= MOST_ROWS or len(set(labels)) < len(labels) or not all(labels):
        return None
    beside = " ".join([question, *chain.from_iterable(rows)])
    read = [column(name, [row[at] for row in body], beside=beside) for at, name in enumerate(head) if at]
    groups = _groups([one for one in read if one is not None], clear=_is_clear(head[0], labels))
    if not groups:
        return None
    same = max(groups, key=lambda group: max(share(one.name, question) for one in group) if question else 0.0)
    unit, by = stated_unit(head[0]), without_unit(head[0])
    bare = all(_BARE.match(label) for label in labels)
    years = not unit and all(_YEAR.match(label) for label in labels)
    if bare and not years and not by:
        return None  # 350, 250, 200 of what?
    return {
        "labels": [f"{label} {unit}" for label in labels] if bare and unit else labels,
        "series": [{"name": one.name, "values": list(one.values)} for one in same],
        "unit": same[0].unit,
        "by": "" if _PROPERTIES.match(by) or _YEAR.match(by) else by,
        "years": years,
        "axis": by if bare and not years else "",
    }


def _groups(columns: Sequence[Column], *, clear: bool) -> list[list[Column]]:
    """The columns that may share an axis. Of two that state no unit nobody knows, unless they tell the same of several years."""
    groups: dict[str, list[Column]] = {}
    for at, one in enumerate(columns):
        if one.unit or clear:
            groups.setdefault(one.unit or ("year" if _YEAR.match(one.name) else f"column {at}"), []).append(one)
    return [group[:MOST_SERIES] for group in groups.values() if any(len(set(one.values)) > 1 for one in group[:MOST_SERIES])]


def _is_clear(head: str, labels: Sequence[str]) -> bool:
    """Whether numbers without a unit are at least of one kind: not where the rows are properties with units of their own."""
    return not _PROPERTIES.match(head) and not any(_NOTED.search(label) for label in labels)


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


def _wrapped(title: str) -> str:
    """A title on as many lines as it needs."""
    lines, wide = [""], 0
    for char in title:
        wide += width(char)
        if wide > TITLE_WIDTH and (char == " " or ord(char) > 0x1100):
            lines.append("")
            wide = 0
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
            "ax.yaxis.set_major_formatter('{x:,.10g}')",
        ]
    else:
        lines += [
            "height = 0.8 / len(series)",
            "for at, (name, values) in enumerate(series):",
            "    places = [place + at * height for place in range(len(labels))]",
            "    bars = ax.barh(places, values, height=height, label=name)",
            "    ax.bar_label(bars, padding=3, fmt='{:,.10g}')",
            "ax.set_yticks([place + height * (len(series) - 1) / 2 for place in range(len(labels))], labels)",
            "ax.invert_yaxis()",
            "ax.margins(x=0.12)",
            "ax.xaxis.set_major_formatter('{x:,.10g}')",
            f"ax.set_ylabel({data.get('axis', '')!r})",
        ]
    unit = data["unit"] or (data["series"][0]["name"] if len(data["series"]) == 1 else "")
    lines += [
        f"ax.set_{'y' if data['years'] else 'x'}label({unit!r})",
        f"fig.suptitle({_wrapped(title)!r}, fontsize='large')",  # over the whole figure: long labels move the axes aside
        "if len(series) > 1:",
        "    ax.legend()",
        "for side in ('top', 'right'):",
        "    ax.spines[side].set_visible(False)",
        "fig.tight_layout()",
    ]
    return "\n".join(lines) + "\n"
