"""`dr plugins show`: one plugin explained, from its own class."""

from __future__ import annotations

import inspect
from typing import Any

import click

from dr_core.cli.output import emit_json, table
from dr_core.cli.plugins import settings_or_warning
from dr_core.cli.terminal import put

_BESIDE = ("verify", "render", "read", "hooks")
"""Kinds of which all that are selected work side by side: who names only the new one goes without dr's own."""


@click.command("show")
@click.argument("words", metavar="[KIND] NAME", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Explain a plugin: options, their types, defaults and environment variables, and an example configuration.

    NAME is a plugin, an instance of your settings, or an import path such as mypkg.mod:Class.
    """
    if len(words) > 2:
        raise click.UsageError("give a name, or a kind and a name")
    kind, name = resolve(words[-1], words[0] if len(words) == 2 else "")
    explained = explain(kind, name)
    if as_json:
        emit_json(explained)
    else:
        put(_as_text(explained))


def resolve(word: str, kind: str = "") -> tuple[str, str]:
    """Kind and plugin for a name: a plugin's own, an instance's, or an import path."""
    from dr_core import registry
    from dr_core.errors import PluginNotFound, did_you_mean
    from dr_core.interfaces import KINDS

    if kind and kind not in registry.GROUPS:
        raise click.UsageError(f"there is no plugin kind '{kind}'.{did_you_mean(kind, registry.GROUPS)}")
    kinds = [kind] if kind else list(registry.GROUPS)
    if ":" in word:
        return kind or _kind_of(word, list(KINDS)), word
    found = [each for each in kinds if word in registry.names(each)]
    if len(found) > 1:
        raise click.UsageError(f"'{word}' is a plugin of several kinds; say which: {', '.join(found)}")
    if found:
        return found[0], word
    loaded = settings_or_warning()
    for each in kinds:
        if loaded and each != "machine" and word in loaded.settings.table(each).instances():
            return each, loaded.settings.table(each).plugin(word)
    if kind:
        raise registry.not_found(kind, word)
    known = [name for each in kinds for name in registry.names(each)]
    raise PluginNotFound(f"no plugin named '{word}'.{did_you_mean(word, known)}", remedy="See: dr plugins")


def _kind_of(path: str, kinds: list[str]) -> str:
    """The kind of a class that is named by import path: what it says of itself."""
    from dr_core import registry
    from dr_core.layers import load_settings
    from dr_core.machine import StateMachine

    found = registry.load("hooks", path, search_path=load_settings().folder)  # loads anything; the kind is checked below
    kind = getattr(found, "kind", "")
    if kind in kinds:
        return str(kind)
    return "machine" if isinstance(found, type) and issubclass(found, StateMachine) else "hooks"


def explain(kind: str, name: str) -> dict[str, Any]:
    """Everything there is to know about one plugin."""
    from dr_core import registry
    from dr_core.cli.plugin_ready import readiness
    from dr_core.interfaces import KINDS

    loaded = settings_or_warning()
    entry = registry.describe(kind, name)
    found = registry.load(kind, name, search_path=loaded.folder if loaded else None)
    if kind in KINDS:
        options = [_option(option, field) for option, field in found.Options.model_fields.items()]
    elif kind == "hooks" and isinstance(found, type):
        options = _arguments(found)
    else:
        options = []
    state = readiness(kind, name, entry.target, [], loaded)
    return {
        "kind": kind,
        "name": name,
        "package": entry.package,
        "version": entry.version,
        "target": entry.target,
        "doc": inspect.cleandoc(found.__doc__ or ""),
        "ready": state.ready,
        "lacks": state.lacks if state.ready is False else "",
        "options": options,
        "example": example(kind, name, options),
    }


def _option(name: str, field: Any) -> dict[str, Any]:
    from pydantic import SecretStr

    from dr_core.options import option_variables

    default = None if field.is_required() else field.get_default(call_default_factory=True, validated_data={})
    return {
        "name": name,
        "type": type_name(field.annotation, field.metadata),
        "required": field.is_required(),
        "default": _plain(default),
        "env": " or ".join(option_variables(field)),
        "secret": SecretStr in _parts(field.annotation),
        "help": field.description or "",
    }


def _arguments(found: type[Any]) -> list[dict[str, Any]]:
    """The options of a hook plugin are the arguments of its class."""
    options = []
    for name, parameter in inspect.signature(found).parameters.items():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        required = parameter.default is parameter.empty
        annotation = "" if parameter.annotation is parameter.empty else inspect.formatannotation(parameter.annotation).strip("'")
        default = None if required else _plain(parameter.default)
        more = {"env": "", "secret": False, "help": ""}
        options.append({"name": name, "type": annotation, "required": required, "default": default, **more})
    return options


def type_name(annotation: Any, limits: Any = ()) -> str:
    """A type as people read it: ``secret``, ``basic | fast``, ``int (1 to 20)``."""
    from typing import Literal, get_args, get_origin

    from pydantic import SecretStr

    if annotation is SecretStr:
        return "secret"
    if get_origin(annotation) is Literal:
        return " | ".join(str(value) for value in get_args(annotation))
    kinds = _parts(annotation)
    if len(kinds) > 1:
        return " | ".join(type_name(part) for part in kinds if part is not type(None))
    if get_origin(annotation) is not None:
        inner = ", ".join("..." if part is ... else type_name(part) for part in get_args(annotation))
        return f"{get_origin(annotation).__name__}[{inner}]" if hasattr(get_origin(annotation), "__name__") else str(annotation)
    name = getattr(annotation, "__name__", str(annotation))
    bounds = {
        word: getattr(limit, key)
        for limit in limits
        for key, word in {"ge": ">=", "gt": ">", "le": "<=", "lt": "<"}.items()
        if hasattr(limit, key)
    }
    return f"{name} ({', '.join(f'{word} {bound}' for word, bound in bounds.items())})" if bounds else name


def _parts(annotation: Any) -> tuple[Any, ...]:
    """The members of a union, or the type itself."""
    from types import UnionType
    from typing import Union, get_args, get_origin

    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def _plain(value: Any) -> Any:
    """A default as JSON can carry it."""
    from pydantic import TypeAdapter
    from pydantic_core import PydanticSerializationError

    try:
        return TypeAdapter(Any).dump_python(value, mode="json")
    except PydanticSerializationError:
        return repr(value)


def example(kind: str, name: str, options: list[dict[str, Any]]) -> str:
    """A configuration that works when pasted: required options are live, the others are comments with their defaults."""
    import json

    instance = name.rpartition(":")[2].lower() if ":" in name else name
    if kind == "machine":
        return f"machine = {json.dumps(name)}\n"
    lines = [f"[{kind}]", f"use = {usage(instance, kind)}"]
    if options or instance != name:
        lines += ["", f"[{kind}.{instance}]"]
    if instance != name:
        lines.append(f"plugin = {json.dumps(name)}")
    for option in options:
        mark = "" if option["required"] else "# "
        variable = f"  # or {option['env']}" if option["env"] else ""
        lines.append(f"{mark}{option['name']} = {_toml(option)}{variable}")
    return "\n".join(lines) + "\n"


def usage(name: str, kind: str) -> str:
    """What selects a plugin, as TOML: beside dr's own, where these go on working. The first reader of a type reads it."""
    import json

    from dr_core.settings import Settings

    table: Any = Settings.model_fields[kind].annotation
    own = list(table.model_fields["use"].default) if kind in _BESIDE else []
    if name in own:
        return json.dumps(own)
    return json.dumps([name, *own] if kind == "read" else [*own, name])


def _toml(option: dict[str, Any]) -> str:
    import json

    value = option["default"]
    if value is None:
        return '"..."'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {json.dumps(each, ensure_ascii=False)}" for key, each in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def _as_text(explained: dict[str, Any]) -> str:
    origin = f"{explained['package']} {explained['version']}".strip() or "import path"
    blocks = [f"{explained['kind']} plugin '{explained['name']}' ({origin})\n{explained['target']}", explained["doc"]]
    rows = [
        [
            option["name"],
            option["type"],
            "required" if option["required"] else _shown(option["default"]),
            option["env"],
            option["help"],
        ]
        for option in explained["options"]
    ]
    options = table(rows, ["NAME", "TYPE", "DEFAULT", "ENVIRONMENT", "HELP"])
    if explained["ready"] is not None:
        blocks.append("Ready to be used." if explained["ready"] else f"Not ready. {explained['lacks']}")
    blocks.append("Options\n" + _indent(options) if rows else "No options.")
    blocks.append("Example (dr.toml)\n" + _indent(explained["example"].rstrip()))
    return "\n\n".join(block for block in blocks if block)


def _shown(default: Any) -> str:
    import json

    if default is None:
        return "-"
    text = default if isinstance(default, str) and default else json.dumps(default, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())
