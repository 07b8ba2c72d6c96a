"""Whether a chart shows what was asked: the figures of a table may compare, and be about something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dr_core.stage.extractive.facet import BY_ID, Facet, asked, names_in, of_title
from dr_core.stage.extractive.rival import contrasts, rivals
from dr_core.stage.extractive.want import only_dates, told, wants
from dr_core.text import terms
from dr_core.text.country import is_elsewhere
from dr_core.text.token import content_terms

NO_SIDES = ("background", "comparison")
"""What is asked for by asking what something is, or by setting things side by side."""


def section_for(data: Mapping[str, Any], table: Mapping[str, Any], inputs: Mapping[str, Any]) -> str | None:
    """The section that a chart of ``data`` belongs in; None where it shows nothing that the question or a focus asks for,
    or shows it of another country.

    A question that sets things side by side asks for figures of two of them. One that names sides of its subject asks for
    figures of those: what the chart measures names one, or has its unit, or, where nothing is set side by side, the section that
    its table is evidence of is called so; where it asks how something grew, figures of several years are. One that names none
    asks for whatever its sources tell, unless it is for a date: no chart shows that.
    """
    question, focuses = str(inputs["question"]), [str(focus) for focus in inputs.get("focuses") or ()]
    own = str(table["section"])
    titles = {str(section["id"]): str(section["title"]) for section in inputs.get("sections", ())}
    if titles.get(own) in focuses:
        return own
    if is_elsewhere(f"{_measured(data)} {data['by']} {table.get('caption', '')}", question):
        return None
    every = dict.fromkeys(side for words in (question, *focuses) for side in asked(words))
    sides = [side for side in every if side.id not in NO_SIDES]
    if contrasts(question):
        free = not any(want.measure for want in wants(question))  # it names no quantity: whatever they are compared by
        shown = free or any(names_in(_measured(data), side) for side in sides) or _is_wanted(data, question)
        return own if shown and len(_named(rivals(question), table)) > 1 else None
    if not sides:
        return None if only_dates(wants(question)) else own
    grew = BY_ID["scale"] in sides and data["years"] and relates(_measured(data), [question])
    if grew or of_title(titles.get(own, "")) in sides:
        return own
    for side in sides:
        if names_in(_measured(data), side) or _is_wanted(data, question, side):
            return next((name for name, title in titles.items() if of_title(title) is side), own)
    return None


def relates(words: str, asking: Sequence[str]) -> bool:
    """Whether the words of a chart have one in common with what was asked."""
    return not content_terms(words) or any(set(content_terms(words)) & set(content_terms(text)) for text in asking)


def _measured(data: Mapping[str, Any]) -> str:
    """What a chart measures, without what it measures it by: the cost of lines by speed is no speed."""
    return " ".join([*(str(one["name"]) for one in data["series"]), str(data["unit"])])


def _is_wanted(data: Mapping[str, Any], question: str, side: Facet | None = None) -> bool:
    """Whether a value in the chart's unit is a figure of a quantity that is asked for ("kWh": energy), of one side or of any."""
    measures = [want.measure for want in wants(question) if want.measure and (side is None or want.measure.side == side.id)]
    return any(told(measures, f"{one['name']}: {one['values'][0]:g} {data['unit']}.") for one in data["series"])


def _named(things: Sequence[str], table: Mapping[str, Any]) -> list[str]:
    """Those of the compared things that a table, its heading or its source's title names."""
    said = set(terms(f"{table['source_title']} {table['heading']} {table['text']}"))
    return [thing for thing in things if said.issuperset(content_terms(thing))]
