"""`dr render`: the report of a finished run in another form; nothing is searched, asked or checked again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dr_core.cli.runs import known_runs_for_shell, run_folder
from dr_core.cli.terminal import put, stdout_for_data
from dr_core.interrupt import run as run_loop

if TYPE_CHECKING:
    from dr_core.types import Report


@click.command(name="render")
@click.argument("run", shell_complete=known_runs_for_shell)
@click.argument("form")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File to write; without it, beside report.md.")
def command(run: str, form: str, output: str | None) -> None:
    """Write the report of RUN as FORM (html, or any other renderer of `dr plugins`), and print the path of the file.

    RUN is an id, the beginning of one, `last`, or a path.
    """
    from dr_core.errors import UsageError

    if output and not Path(output).resolve().parent.is_dir():
        raise UsageError(f"there is no folder {Path(output).resolve().parent}", remedy="Check -o")
    folder = run_folder(run)
    report = _report(folder)
    with stdout_for_data():
        path = run_loop(_write(report, folder, form, Path(output) if output else None))
    put(path)


def _report(folder: Path) -> Report:
    from pydantic import ValidationError

    from dr_core.errors import RunDamaged, UsageError
    from dr_core.types import Report

    file = folder / "report.json"
    if not file.is_file():
        raise UsageError(f"run {folder.name} has no report yet", remedy=f"Go on with it: dr resume {folder.name}")
    try:
        return Report.model_validate_json(file.read_bytes())
    except (ValidationError, OSError) as error:
        remedy = f"Make it again: dr replay {folder.name}"
        raise RunDamaged(f"{file} is damaged: {str(error).splitlines()[0]}", remedy=remedy) from error


async def _write(report: Report, folder: Path, form: str, output: Path | None) -> Path:
    from dr_core.kernel import Kernel
    from dr_core.run.store import write_whole
    from dr_core.stage.render import file_name, rendered

    kernel = Kernel()
    try:
        renderer = kernel.provider("render", form)
        seconds = kernel.settings.render.deadline
        content = await rendered(form, renderer, report, folder, kernel.settings, seconds=seconds)
    finally:
        await kernel.aclose()
    path = output or folder / ("report.md" if form == "markdown" else file_name(form, renderer.suffix, ()))
    write_whole(path, content)
    return path
