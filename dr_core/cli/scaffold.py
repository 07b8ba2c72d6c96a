"""`dr plugins new`: a complete plugin package, which passes its own tests as soon as it is installed."""

from __future__ import annotations

import keyword
import shlex
import shutil
from pathlib import Path

import click

from dr_core.cli.plugin_show import usage
from dr_core.cli.plugins import Kind
from dr_core.cli.terminal import put, say
from dr_core.pattern import regex

KINDS = ("search", "llm", "sandbox", "clarify", "verify", "render", "read", "fetch", "hooks")
_NAME = regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@click.command("new")
@click.argument("name")
@click.option("--kind", type=Kind(KINDS), required=True, help="What it is: " + ", ".join(KINDS) + ".")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Where dr-NAME is made.")
def command(name: str, kind: str, into: Path) -> None:
    """Write a plugin package dr-NAME with entry point, README and tests that it passes at once."""
    folder = write(name.removeprefix("dr-"), kind, into)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            put(path)
    say(f"Next: cd {shlex.quote(str(folder))} && pip install -e '.[test]' && pytest")


def write(name: str, kind: str, into: Path) -> Path:
    """The folder of the new package, written."""
    from dr_core import registry
    from dr_core.errors import UsageError
    from dr_core.present import exists

    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' is no name for a plugin", remedy="Use small letters, digits and single '-', a letter first")
    for entry in registry.entries(kind):
        if entry.name == name:
            raise UsageError(f"there is already a {entry}", remedy="Choose another name")
    folder = into / f"dr-{name}"
    if exists(folder):
        raise UsageError(f"{folder} is already there", remedy="Choose another name or another --into")
    module = f"dr_{name.replace('-', '_')}"
    if taken := _taken(f"dr-{name}", module):
        raise UsageError(
            f"{taken} is installed already, and the new package would stand in its place", remedy="Choose another name"
        )
    words = {"name": name, "kind": kind, "module": module, "class_name": class_name(name), "use": usage(name, kind)}
    files = {
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        f"{module}.py": f"plugin_{kind}.py",
        f"tests/test_{module}.py": f"test_{kind}.py",
    }
    contents = {target: _rendered(f"{template}.j2", words) for target, template in files.items()}
    try:
        for target, content in contents.items():
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            (folder / target).write_text(content, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # else the next try would say that it is already there
        raise UsageError(f"{folder} cannot be written: {error.strerror}", remedy="Give another --into") from error
    return folder


def _taken(package: str, module: str) -> str:
    """The package or module of this name that is there already, dr's own among them."""
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec

    try:
        return f"a package {distribution(package).name}"
    except PackageNotFoundError:
        return f"a module {module}" if find_spec(module) else ""


def class_name(name: str) -> str:
    """The class for a plugin's name, clear of Python's words and of the names it will import."""
    import dr_core

    made = "".join(part.capitalize() for part in name.split("-"))
    return f"{made}Plugin" if keyword.iskeyword(made) or made in (*dr_core.__all__, "Path") else made


def _rendered(template: str, words: dict[str, str]) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # imported here: only this command needs it

    environment = Environment(  # noqa: S701  (the output is Python and TOML, and the names are checked above)
        loader=PackageLoader("dr_core.cli"), undefined=StrictUndefined, keep_trailing_newline=True
    )
    return environment.get_template(template).render(words)
