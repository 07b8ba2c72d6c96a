"""Writes the parts of the pages that the program itself knows best: settings, commands, hooks, plugins, interfaces, errors.

    python docs/generate.py            write them
    python docs/generate.py --check    exit 1 and name the pages that are out of date

A page keeps its own words; only what stands between ``<!-- generated: NAME -->`` and ``<!-- /generated -->`` is replaced.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import reduce
from importlib import import_module
from itertools import pairwise
from operator import or_
from pathlib import Path
from typing import Any, get_args

import click
from pydantic_core import PydanticUndefined

DOCS = Path(__file__).resolve().parent
MARKED = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)
KIND_TITLES = {
    "search": "Search providers",
    "llm": "Language models",
    "sandbox": "Sandboxes",
    "clarify": "Clarifiers",
    "verify": "Verifiers",
    "render": "Renderers",
    "read": "Readers",
    "fetch": "Reader fallbacks",
    "hooks": "Hooks",
    "machine": "Machines",
}
OTHER_NAMES = {
    "OnDelta": "A function that is called with each `Delta` of a streamed answer.",
    "hookimpl": "Marks a method of a plugin as a hook.",
}


def row(*cells: str) -> str:
    """A row of a pipe table; what stands in a cell cannot end it."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def table(*headings: str) -> list[str]:
    """The head of a pipe table."""
    return [row(*headings), "|" + "---|" * len(headings)]


def first_line(thing: Any) -> str:
    """The first line of a docstring, without the number of the requirement it meets."""
    lines = (inspect.getdoc(thing) or "").splitlines()
    return re.sub(r" \([SC]\d[^)]*\)", "", lines[0]).replace("``", "`") if lines else ""


# --- settings --------------------------------------------------------------------------------------------------------------


def settings() -> Iterator[str]:
    """Every setting with its default, the values it takes, and the environment variables that set it."""
    from dr_core.settings import Settings, Table

    tables = {name: field for name, field in Settings.model_fields.items() if is_table(field)}
    yield "## At the top\n"
    yield from fields_of(Settings, "", [name for name in Settings.model_fields if name not in tables])
    for name, field in tables.items():
        model: type[Table] = field.annotation  # type: ignore[assignment]
        yield f"\n## `[{name}]`\n"
        yield f"{inspect.getdoc(model)}\n"
        yield from fields_of(model, name, list(model.model_fields))


def is_table(field: Any) -> bool:
    """Whether a setting is a table of settings."""
    return isinstance(field.annotation, type) and hasattr(field.annotation, "model_fields")


def fields_of(model: Any, path: str, names: list[str]) -> Iterator[str]:
    """The rows of one table of settings."""
    properties = model.model_json_schema()["properties"]
    yield from table("setting", "default", "values", "meaning", "environment")
    for name in names:
        field = model.model_fields[name]
        variables = ", ".join(f"`{variable}`" for variable in environment(path, name))
        yield row(f"`{name}`", default_of(field), values_of(properties[name]), field.description or "", variables)


def environment(path: str, name: str) -> list[str]:
    """The variables that set a setting."""
    from dr_core.layers import DOCUMENT_PREFIXES

    if not path:
        return [f"DR_{name.upper()}"]
    documents = [f"{prefix}{name.upper()}" for prefix, where in DOCUMENT_PREFIXES.items() if where == path]
    return [f"DR_{path.upper()}__{name.upper()}", *documents]


def default_of(field: Any) -> str:
    """A default as it would stand in ``dr.toml``."""
    default = field.get_default(call_default_factory=True)
    if default is None or default is PydanticUndefined:
        return "unset"
    return f"`{json.dumps(default, default=str)}`"


def values_of(schema: dict[str, Any]) -> str:
    """The values that a JSON schema allows, in words."""
    for choice in schema.get("anyOf", []):
        if choice.get("type") != "null":
            return values_of(choice)
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return "names"
    low, high = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
    words = {"integer": "whole number", "number": "number", "boolean": "true, false", "string": "text"}
    kind = "path" if schema.get("format") == "path" else words.get(schema.get("type", ""), "")
    if low is not None and high is not None:
        return f"{low:g} to {high:g}"
    if low is not None:
        return f"{kind}, {'over' if 'exclusiveMinimum' in schema else 'at least'} {low:g}"
    return kind


# --- commands --------------------------------------------------------------------------------------------------------------


def cli() -> Iterator[str]:
    """Every command with its arguments and options."""
    from dr_core.cli import dr

    yield from command(dr, ["dr"])


def command(found: click.Command, path: list[str]) -> Iterator[str]:
    """One command, then its sub-commands."""
    context = click.Context(found, info_name=" ".join(path))
    yield f"\n## `{' '.join(path)}`\n"
    yield f"    {found.get_usage(context).removeprefix('Usage: ')}\n".replace("\n  ", " ")
    yield re.sub(r"[ \t]+\n", "\n", inspect.cleandoc(found.help or "")).replace("\b\n", "") + "\n"
    options = [parameter for parameter in found.params if isinstance(parameter, click.Option) and not parameter.hidden]
    if options:
        yield from table("option", "meaning")
        yield from (row(f"`{names_of(option)}`", option.help or "") for option in options)
    if isinstance(found, click.Group):
        for name in found.list_commands(context):
            below = found.get_command(context, name)
            if below is not None and not below.hidden:
                yield from command(below, [*path, name])


def names_of(option: click.Option) -> str:
    """``-v, --verbose`` or ``--depth quick|standard|deep``."""
    names = ", ".join(sorted([*option.opts, *option.secondary_opts], key=len))
    if option.is_flag or option.count:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {'|'.join(str(choice) for choice in option.type.choices)}"
    kinds = {"path": "PATH", "file": "FILE", "directory": "FOLDER", "kind": "KIND"}
    kinds |= {"whole number": "N", "integer": "N", "number": "X", "float range": "X", "float": "X"}
    return f"{names} {kinds.get(option.type.name, 'TEXT')}"


# --- hooks, plugins, errors, names -----------------------------------------------------------------------------------------


def hooks() -> Iterator[str]:
    """Every hook with its signature and its docstring."""
    from dr_core.hookspecs import Hooks

    for name, function in vars(Hooks).items():
        if name.startswith("_"):
            continue
        arguments = ", ".join(argument for argument in inspect.signature(function).parameters if argument != "self")
        yield f"\n### `{name}({arguments})`\n"
        yield (inspect.getdoc(function) or "").replace("``", "`")


def plugins() -> Iterator[str]:
    """Every bundled plugin, by kind, with its options and the environment variables that set them."""
    declared = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    for kind, title in KIND_TITLES.items():
        found = declared.get(f"dr.{kind}", {})
        if found:
            yield f"\n## {title} (`[{kind}]`)\n"
            yield from table("name", "what it is", "options")
        for name, target in sorted(found.items()):
            module, _, attribute = target.partition(":")
            plugin = getattr(import_module(module), attribute)
            yield row(f"`{name}`", first_line(plugin), options_of(plugin))


def options_of(plugin: Any) -> str:
    """The options of a plugin, each with its variable where it has one."""
    from dr_core.options import option_variables

    if not hasattr(plugin, "Options"):
        names = [name for name in inspect.signature(plugin).parameters if plugin.__init__ is not object.__init__]
        return ", ".join(f"`{name}`" for name in names)
    fields = plugin.Options.model_fields
    named = {name: " or ".join(f"`{variable}`" for variable in option_variables(field)) for name, field in fields.items()}
    return ", ".join(f"`{name}`" + (f" ({variables})" if variables else "") for name, variables in named.items())


def errors() -> Iterator[str]:
    """The error tree, and each error in words."""
    from dr_core import errors as module

    tree = inspect.getdoc(module) or ""
    yield "```text"
    yield inspect.cleandoc(tree.partition("\n\n")[2].partition("\n\nEvery error")[0])
    yield "```\n"
    yield from table("error", "category", "retried", "exit code", "meaning")
    for error in vars(module).values():
        if isinstance(error, type) and issubclass(error, module.DRError):
            retried, meaning = "yes" if error.retryable else "no", (error.__doc__ or "").replace("``", "`")
            yield row(f"`{error.__name__}`", error.category, retried, str(error.exit_code), meaning)


def names() -> Iterator[str]:
    """The public names of dr_core."""
    import dr_core

    yield from table("name", "what it is")
    for name in dr_core.__all__:
        thing = getattr(dr_core, name)
        said = first_line(thing) if inspect.isclass(thing) or inspect.isfunction(thing) else OTHER_NAMES[name]
        yield row(f"`{name}`", said)


# --- interfaces and values -------------------------------------------------------------------------------------------------


def interfaces() -> Iterator[str]:
    """Every kind of plugin: its class in its own words, what it may say of itself, and its methods."""
    from dr_core.interfaces import KINDS

    for kind, interface in KINDS.items():
        yield f"\n## `{interface.__name__}` (`dr.{kind}`)\n"
        said, _, rest = in_markdown(interface).partition("\n::\n")
        example, _, promises = rest.partition("\nPromises: ")
        yield f"{said.strip()}\n\n```python\n{inspect.cleandoc(example)}\n```\n\nPromises: {promises}\n"
        words = words_on(interface)
        own = {name: value for name, value in vars(interface).items() if name in vars(interface).get("__annotations__", {})}
        if own:
            yield from table("it may say of itself", "default", "meaning")
            yield from (row(f"`{name}`", f"`{value!r}`", words.get(name, "")) for name, value in own.items())
            yield ""
        yield from table("method", "what it gives")
        for name, method in vars(interface).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                needed = "Required. " if name in interface.__abstractmethods__ else ""
                yield row(f"`{call_of(name, method)}`", needed + " ".join(in_markdown(method).split()))


def values() -> Iterator[str]:
    """Every value that plugins are given or give, with its fields."""
    import dr_core
    from dr_core import clarification, types

    yield f"\n### `Context`\n\n{in_markdown(dr_core.Context)}"
    found = [getattr(dr_core, name) for name in dr_core.__all__]
    shown = [thing for thing in (vars(clarification) | vars(types)).values() if thing in found and inspect.isclass(thing)]
    for value in (*shown, dr_core.RunState):
        yield f"\n### `{value.__name__}`\n\n{in_markdown(value)}\n"
        if not hasattr(value, "model_fields"):
            yield ", ".join(f"`{one.name}`" for one in value)
            continue
        words = words_on(value)
        yield from table("field", "type", "default", *(["meaning"] if words else []))
        for name, field in value.model_fields.items():
            default = "required" if field.is_required() else f"`{field.get_default(call_default_factory=True)!r}`"
            yield row(f"`{name}`", f"`{type_of(field.annotation)}`", default, *([words.get(name, "")] if words else []))


def in_markdown(thing: Any) -> str:
    """A docstring as markdown, without the numbers of requirements."""
    return re.sub(r" \([SC]\d[^)]*\)", "", inspect.getdoc(thing) or "").replace("``", "`")


def words_on(found: type[Any]) -> dict[str, str]:
    """What stands below the attributes of a class in its source."""
    (tree,) = ast.parse(inspect.getsource(found)).body
    assert isinstance(tree, ast.ClassDef)
    words = {}
    for one, below in pairwise(tree.body):
        if isinstance(one, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            words[ast.unparse(one.target)] = str(below.value.value).replace("``", "`")
    return words


def call_of(name: str, method: Any) -> str:
    """``async search(task: SearchTask, limit: int) -> list[Hit]``."""
    signature = inspect.signature(method)
    arguments = ", ".join(str(given).replace("'", "") for given in list(signature.parameters.values())[1:])
    return f"{'async ' if inspect.iscoroutinefunction(method) else ''}{name}({arguments}) -> {signature.return_annotation}"


def type_of(annotation: Any) -> str:
    """A type as it is written."""
    bare = {part: part.__origin__ for part in get_args(annotation) if hasattr(part, "__metadata__")}  # bounds are no type
    if bare:
        annotation = reduce(or_, (bare.get(part, part) for part in get_args(annotation)))
    name = annotation.__name__ if isinstance(annotation, type) and not hasattr(annotation, "__args__") else str(annotation)
    return re.sub(r"\b(?:typing|dr_core(?:\.\w+)*)\.", "", name)


GENERATORS: dict[str, Callable[[], Iterator[str]]] = {
    "settings": settings,
    "cli": cli,
    "hooks": hooks,
    "plugins": plugins,
    "interfaces": interfaces,
    "values": values,
    "errors": errors,
    "names": names,
}


def fresh(page: str) -> str:
    """A page with its generated parts as they should be."""

    def part(found: re.Match[str]) -> str:
        return f"{found[1]}\n" + "\n".join(GENERATORS[found[2]]()).strip("\n") + f"\n\n{found[3]}"

    return MARKED.sub(part, page)


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = []
    for path in sorted(DOCS.glob("*.md")):
        page = path.read_text(encoding="utf-8")
        if (wanted := fresh(page)) != page:
            stale.append(path.name)
            if "--check" not in arguments:
                path.write_text(wanted, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'out of date; run python docs/generate.py' if '--check' in arguments else 'written'}", file=sys.stderr)
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
