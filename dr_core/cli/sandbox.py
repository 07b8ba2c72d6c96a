"""`dr sandbox`: make the image chart code runs in, check that nothing gets out of it, run a file in it."""

from __future__ import annotations

import base64
import re
from functools import partial
from pathlib import Path
from typing import Any

import click

from dr_core.cli import Suggesting
from dr_core.cli.output import emit_json, table
from dr_core.cli.terminal import put, say, stdout_for_data
from dr_core.cli.words import Finite
from dr_core.interrupt import run as run_loop

BUILDING = 3600.0
CHECKING = 900.0
"""Seconds that these may take: an image is downloaded, and some attacks are waited for until their limit."""
WHICH = click.option("--sandbox", "name", default="", help="Which sandbox; default: those of [sandbox] use.")


@click.group(cls=Suggesting)
def command() -> None:
    """Make, check and use the sandbox chart code runs in."""


@command.command("build")
@click.option("--from-debian", is_flag=True, help="Without an image registry: by debootstrap, as root.")
@WHICH
def build(from_debian: bool, name: str) -> None:
    """Make the image and print its size."""
    from dr_core.errors import UsageError
    from dr_core.kernel import Kernel

    with stdout_for_data():
        kernel = Kernel()
        made = run_loop(_build(kernel, _names(kernel, name), from_debian))
    if made:
        put(made)
        return
    raise UsageError("no selected sandbox is made from an image", remedy="dr sandbox build --sandbox docker-persistent")


@command.command("check")
@WHICH
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def check(ctx: click.Context, name: str, as_json: bool) -> None:
    """Try engine, image, fonts, limits, a few attacks and a figure. Succeeds where one sandbox passes them all."""
    from dr_core.kernel import Kernel

    with stdout_for_data():
        kernel = Kernel()
        found = run_loop(_check(kernel, _names(kernel, name)))
    if as_json:
        emit_json([{"sandbox": each, "check": what, "ok": ok, "detail": detail} for each, what, ok, detail in found])
    else:
        rows = [[each, what, "ok" if ok else "FAILED", detail.replace("\n", " ")] for each, what, ok, detail in found]
        put(table(rows, ["SANDBOX", "CHECK", "RESULT", "DETAIL"]))
    good = {each for each, *_ in found} - {each for each, _, ok, _ in found if not ok}
    ctx.exit(0 if good else 4)


@command.command("run")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Folder for figures; default: here."
)
@click.option("--timeout", type=Finite(0, min_open=True), help="Seconds (SANDBOX_COMPUTE_TIMEOUT).")
@click.option("--language", default="", help="Language of the text in figures, e.g. zh-Hant: its face comes first.")
@WHICH
@click.pass_context
def run(ctx: click.Context, file: Path, output: Path, timeout: float | None, language: str, name: str) -> None:
    """Run FILE in the first sandbox that works: what it prints goes to stdout, its figures into files."""
    from dr_core.errors import UsageError
    from dr_core.kernel import Kernel
    from dr_core.run.store import write_whole
    from dr_core.run.unwritten import cannot_write

    try:
        code = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error
    with stdout_for_data():
        kernel = Kernel()
        limit = timeout or kernel.settings.sandbox.compute_timeout
        done = run_loop(_run(kernel, _names(kernel, name), code, limit, language))
    put(done.stdout, nl=False)
    for number, figure in enumerate(done.figures, 1):
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(output, error) from error
        path = output / f"{file.stem}-{number}.png"
        write_whole(path, base64.b64decode(figure))
        say(f"figure: {path}")
    if done.error:
        say(f"error: {done.error}")
        ctx.exit(4)


def _names(kernel: Any, name: str) -> list[str]:
    if name:
        return [name]
    kernel.check_names("sandbox")
    return list(kernel.settings.sandbox.use)


async def _build(kernel: Any, names: list[str], from_debian: bool) -> str:
    """What was made by the first sandbox that is made from an image; empty where there is none."""
    try:
        for name in names:
            sandbox = kernel.provider("sandbox", name)
            if hasattr(sandbox, "build_image"):
                call = partial(sandbox.build_image, from_debian, say)
                return str(await _call(kernel, sandbox, "build_image", call, BUILDING, str))
    finally:
        await kernel.aclose()
    return ""


async def _check(kernel: Any, names: list[str]) -> list[tuple[str, str, bool, str]]:
    from dr_core.errors import DRError, PluginNotFound

    found: list[tuple[str, str, bool, str]] = []
    try:
        for name in names:
            try:
                sandbox = kernel.provider("sandbox", name)
                if hasattr(sandbox, "check"):
                    told = await _call(kernel, sandbox, "check", sandbox.check, CHECKING, list)
                    found += [(name, str(what), bool(ok), str(detail)) for what, ok, detail in told]
                else:
                    done = await _execute(kernel, sandbox, "print(6 * 7)", 30)
                    found.append(
                        (name, "run", done.stdout.strip() == "42", done.error or "runs Python; has no checks of its own")
                    )
            except PluginNotFound:
                raise  # a misspelt --sandbox
            except DRError as error:
                found.append((name, "run", False, str(error)))
    finally:
        await kernel.aclose()
    return found


async def _run(kernel: Any, names: list[str], code: str, timeout: float, language: str) -> Any:
    from dr_core.errors import DRError, PluginNotFound, ProviderError
    from dr_core.report.chart import font_preamble

    reasons = []
    fonts = kernel.chart_fonts(language)
    try:
        for name in names:
            try:
                done = await _execute(kernel, kernel.provider("sandbox", name), font_preamble(fonts) + code, timeout)
                return _unshifted(done, font_preamble(fonts).count("\n"))
            except PluginNotFound:
                raise  # a misspelt --sandbox
            except DRError as error:
                reasons.append(f"{name}: {error}")
    finally:
        await kernel.aclose()
    raise ProviderError(f"no sandbox works here ({'; '.join(reasons) or 'none is selected'})", remedy="See `dr sandbox check`")


async def _execute(kernel: Any, sandbox: Any, code: str, timeout: float) -> Any:
    from dr_core.stage.chart import STARTING
    from dr_core.types import Execution

    call = partial(sandbox.execute_python, code, timeout)
    return await _call(kernel, sandbox, "execute_python", call, timeout + STARTING, Execution)


async def _call(kernel: Any, sandbox: Any, method: str, call: Any, seconds: float, wanted: type[Any]) -> Any:
    """A call to a sandbox as a run makes it: whatever it does wrong is one line that names it."""
    from dr_core.run.plugin_call import Wanted, call_plugin

    return await call_plugin(sandbox, kernel.settings, method, call, seconds=seconds, wanted=Wanted(wanted))


def _unshifted(done: Any, lines: int) -> Any:
    """The error with the line numbers of the file, without the lines put before it."""
    shift = re.sub(r'(?<=File "<chart>", line )\d+', lambda found: str(max(1, int(found[0]) - lines)), done.error)
    return done.model_copy(update={"error": shift})
