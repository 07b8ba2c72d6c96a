"""The saved evidence that a report can be held against: beside it, or in the run that its name or its text names."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dr_core.pattern import regex

RUN_ID = regex(r"(?<![0-9A-Za-z])[0-9a-f]{8}_\d{8}T\d{6}Z(?![0-9A-Za-z])")
NEEDED = ("evidence.jsonl", "paragraphs.jsonl", "sources")
FILES = (*NEEDED, "claims.json", "run.json", "state.json")


class Evidence(NamedTuple):
    """Where a report's saved evidence is."""

    folder: Path | None
    """The folder of the run; None where there is none."""
    lacking: str = ""
    """Why there is none."""


def evidence_of(report: Path, text: str) -> Evidence:
    """The saved evidence of ``report``: that beside it, else that of the run whose id it carries."""
    missing = [name for name in NEEDED if not (report.parent / name).exists()]
    if len(missing) < len(NEEDED):  # a run folder, whole or not: nothing is put in the place of what was taken out of it
        return Evidence(report.parent, f"no {missing[0]} beside the report" if missing else "")
    named = list(dict.fromkeys([*RUN_ID.findall(report.name), *RUN_ID.findall(text)]))
    for name in named:
        folder = _run(name, report)
        if folder is not None:
            return Evidence(folder)
    if named:
        return Evidence(None, f"its run {named[0]} is not found")
    return Evidence(None, "no saved sources beside the report")


def _run(name: str, report: Path) -> Path | None:
    """The folder of a run: near the report (``reports/`` stands beside ``research_data/``), or known to the user's history."""
    from dr_core.errors import DRError
    from dr_core.layers import load_settings
    from dr_core.manifest import history_index
    from dr_core.run.store import find_run

    around = report.resolve().parent
    places = [around / name, around / "research_data" / name, around.parent / "research_data" / name]
    try:
        settings = load_settings().settings
        places.append(find_run(name, settings.output.root, history_index(settings)))
    except DRError:
        pass  # not known, which is no error of the report
    return next((place for place in places if all((place / needed).exists() for needed in NEEDED)), None)


@contextmanager
def beside(report: Path, text: str, folder: Path) -> Iterator[Path]:
    """The path of ``report`` with the evidence of ``folder`` beside it: its own where it stands there, else that of a copy."""
    if folder == report.parent:
        yield report
        return
    with TemporaryDirectory(prefix="dr-verify-") as name:
        place = Path(name)
        (place / "report.md").write_text(text, encoding="utf-8")
        for needed in FILES:
            source = (folder / needed).resolve()
            if source.is_dir():
                shutil.copytree(source, place / needed)
            elif source.is_file():
                shutil.copyfile(source, place / needed)
        yield place / "report.md"
