"""`dr render`: the report of a finished run in another form; nothing is searched, asked or checked again."""

from __future__ import annotations

from pathlib import Path

import click

from dr_core.cli.runs import known_runs_for_shell, run_folder
from dr_core.cli.terminal import put, stdout_for_data
from dr_core.interrupt import run as run_loop


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
    with stdout_for_data():
        path = run_loop(_write(folder, form, Path(output) if output else None))
    put(path)


async def _write(folder: Path, form: str, output: Path | None) -> Path:
    from dr_core.kernel import Kernel
    from dr_core.past import PastRun
    from dr_core.run.store import write_whole
    from dr_core.stage.render import file_name

    run = PastRun(folder)
    run.report()  # told first where there is none
    kernel = Kernel()
    try:
        renderer = kernel.provider("render", form)
        content = await run.rendered(form, kernel)
    finally:
        await kernel.aclose()
    path = output or folder / ("report.md" if form == "markdown" else file_name(form, renderer.suffix, ()))
    write_whole(path, content)
    return path
