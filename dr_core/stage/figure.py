"""A figure's files: saved as it is drawn, and then under its number in the report, which is known when the prose stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dr_core.report.figure import names_ours, reading_order, renamed
from dr_core.report.words import words
from dr_core.run.store import write_whole
from dr_core.state import RunState
from dr_core.types import ChartSpec, Figure, Paragraph

FOLDER = "figures"
SUFFIXES = (".png", ".py", ".json")


def save_drawn(spec: ChartSpec, code: str, picture: bytes, state: RunState, folder: Path) -> Figure:
    """Picture, code and data of a chart, numbered as drawn for the time being."""
    number = len(state.figures) + 1
    (folder / FOLDER).mkdir(exist_ok=True)
    told = {"title": spec.title, "data_source": spec.data_source, "cite_ids": spec.cite_ids, "data": spec.data}
    kind = f" ({spec.chart_type})" if state.language.startswith("en") else ""  # an English word, read aloud in no other language
    contents = (picture, code.encode(), (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode())
    for suffix, content in zip(SUFFIXES, contents, strict=True):
        write_whole(folder / FOLDER / f"drawn{number}{suffix}", content)
    return Figure(
        number=number,
        title=spec.title,
        caption=spec.title,
        alt=f"{words(state.language).figure} {number}: {spec.title}{kind}",
        path=f"{FOLDER}/drawn{number}.png",
        section=spec.section,
        cite_ids=spec.cite_ids,
    )


def number_figures(state: RunState, shown: Sequence[Paragraph], folder: Path) -> bool:
    """Number the figures in the order in which they stand in the report: in their files, and wherever they are named.

    Whether a paragraph names one by another number now.
    """
    numbers = reading_order(state.figures, shown, state.evidence)
    figures = [_numbered(figure, numbers[figure.number], state.language) for figure in state.figures]
    _rename(folder, {old.path: new.path for old, new in zip(state.figures, figures, strict=True)})
    state.figures = sorted(figures, key=lambda figure: figure.number)
    naming = {item.id for item in shown if any(names_ours(item, number, state.evidence) for number in numbers)}
    state.paragraphs = [
        item.model_copy(update={"text": renamed(item.text, numbers)}) if item.id in naming else item for item in state.paragraphs
    ]
    state.verdicts = [
        verdict.model_copy(update={"sentence": renamed(verdict.sentence, numbers)}) if verdict.paragraph in naming else verdict
        for verdict in state.verdicts
    ]
    return bool(naming) and any(old != new for old, new in numbers.items())


def drop_others(state: RunState, folder: Path) -> None:
    """Remove the files that belong to no figure of the report: those of an earlier edition, or of a try that was stopped."""
    kept = {(folder / figure.path).with_suffix(suffix) for figure in state.figures for suffix in SUFFIXES}
    ours = {path for name in ("figure", "drawn") for path in (folder / FOLDER).glob(f"{name}[0-9]*")}
    for path in ours - kept:
        path.unlink()
    if not kept:
        with suppress(OSError):  # there is none, or somebody keeps something of their own in it
            (folder / FOLDER).rmdir()


def _numbered(figure: Figure, number: int, language: str) -> Figure:
    name = words(language).figure
    alt = f"{name} {number}{figure.alt.removeprefix(f'{name} {figure.number}')}"
    return figure.model_copy(update={"number": number, "alt": alt, "path": f"{FOLDER}/figure{number}.png"})


def _rename(folder: Path, paths: dict[str, str]) -> None:
    """Everything is written under its new name before an old one goes: a run that is stopped in between can do it again."""
    old = {
        (folder / path).with_suffix(suffix): (folder / new).with_suffix(suffix)
        for path, new in paths.items()
        for suffix in SUFFIXES
    }
    contents = {new: path.read_bytes() for path, new in old.items() if path != new and path.is_file()}
    for new, content in contents.items():
        write_whole(new, content)
    for path in set(old) - set(old.values()):
        path.unlink(missing_ok=True)
