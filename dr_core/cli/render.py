"""`dr render`: the report of a finished run in another form; nothing is searched, asked or checked again."""

from __future__ import annotations

import os
from pathlib import Path

import click

from dr_core.cli.runs import known_runs_for_shell, run_folder
from dr_core.cli.terminal import data_stream, put, stdout_for_data
from dr_core.interrupt import run as run_loop


@click.command(name="render")
@click.argument("run", shell_complete=known_runs_for_shell)
@click.argument("form")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File to write; without it, beside report.md.")
def command(run: str, form: str, output: str | None) -> None:
    """Write the report of RUN as FORM (html, or any other renderer of `dr plugins`), and print the path of the file.

    A pipe or a device, such as /dev/stdout, gets the report itself, and no path is printed.

    RUN is an id, the beginning of one, `last`, or a path.
    """
    from dr_core.errors import UsageError

    if output and not Path(output).resolve().parent.is_dir():
        raise UsageError(f"there is no folder {Path(output).resolve().parent}", remedy="Check -o")
    folder = run_folder(run)
    with stdout_for_data():
        path = run_loop(_write(folder, form, Path(output) if output else None))
    if path:
        put(path)


async def _write(folder: Path, form: str, output: Path | None) -> Path | None:
    from dr_core.kernel import Kernel
    from dr_core.past import PastRun
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
    return path if _written(path, content) else None


def _written(path: Path, content: bytes) -> bool:
    """Write the file; False where this is a device, a pipe or our own standard output, which get the content themselves: no file
    may take their place."""
    from dr_core.run.store import write_whole
    from dr_core.run.unwritten import cannot_write

    if not path.exists() or (path.is_file() and not os.path.samestat(path.stat(), os.fstat(1))):
        write_whole(path.resolve(), content)  # through a link, not in its place
        return True
    try:
        if os.path.samestat(path.stat(), os.fstat(1)):
            click.echo(content, nl=False, file=data_stream())
        else:
            path.write_bytes(content)
    except OSError as error:
        raise cannot_write(path, error) from error
    return False
