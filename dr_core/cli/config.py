"""`dr config`: the settings, and where each of them came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from dr_core.cli import Suggesting
from dr_core.cli.output import emit_json, table
from dr_core.cli.terminal import put, say
from dr_core.secret import HOLDERS, holds_secret, is_secret, without_passwords

if TYPE_CHECKING:
    from dr_core.layers import Loaded
    from dr_core.settings import KindTable

MASK = "**********"


class Line(NamedTuple):
    """One setting: its full name, its value as it may be shown, and the layer it came from."""

    name: str
    value: Any
    origin: str


@click.group(cls=Suggesting)
def command() -> None:
    """Show the settings and where they came from."""


@command.command("show")
@click.argument("prefix", required=False, default="")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def show(prefix: str, as_json: bool) -> None:
    """Show every value and where it came from; secrets are masked. PREFIX (e.g. search) shows a part."""
    from dr_core.errors import UsageError, did_you_mean
    from dr_core.layers import load_settings

    lines = list(shown(load_settings()))
    matching = [line for line in lines if not prefix or line.name == prefix or line.name.startswith(prefix + ".")]
    if not matching:
        known = {line.name for line in lines} | {line.name.partition(".")[0] for line in lines}
        raise UsageError(f"there is no setting '{prefix}'.{did_you_mean(prefix, sorted(known))}", remedy="See: dr config show")
    if as_json:
        emit_json([line._asdict() for line in matching])
        return
    put(table([[line.name, _text(line.value), line.origin] for line in matching], ["SETTING", "VALUE", "FROM"]))


@command.command("schema")
def schema() -> None:
    """Print the JSON schema of dr.toml, for editors and checkers."""
    emit_json(settings_schema())


@command.command("path")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def path(as_json: bool) -> None:
    """Print the settings files that are read, highest first, and whether they exist."""
    import os
    from pathlib import Path

    from dr_core.layers import user_file
    from dr_core.present import is_file

    files = [Path(os.environ["DR_CONFIG"]) if os.environ.get("DR_CONFIG") else Path.cwd() / "dr.toml", user_file()]
    found = [{"path": str(file), "exists": is_file(file)} for file in files if file]
    if as_json:
        emit_json(found)
        return
    for file in found:
        put(f"{file['path']}{'' if file['exists'] else ' (not there)'}")


def shown(loaded: Loaded) -> Iterator[Line]:
    """Every setting of the tree, then the options of the instances that are selected or have a table."""
    from dr_core.settings import KindTable

    settings = loaded.settings
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if not hasattr(type(value), "model_fields"):
            yield Line(name, _masked(name, value), loaded.origin(name))
            continue
        for field in type(value).model_fields:
            yield Line(f"{name}.{field}", _masked(field, getattr(value, field)), loaded.origin(name, field))
        if isinstance(value, KindTable):
            for instance in dict.fromkeys([*value.use, *value.instances()]):
                yield from _instance(loaded, name, value, instance)


def _instance(loaded: Loaded, kind: str, settings: KindTable, instance: str) -> Iterator[Line]:
    """The options given for an instance, by settings or by the environment variable an option names."""
    import os

    from dr_core.options import set_variable

    fields = _fields(loaded, kind, settings.plugin(instance), settings.is_default(instance))
    for option, value in settings.options(instance).items():
        # of a plugin that cannot be asked which of its options are secret, every text is treated as one
        secret = isinstance(value, str) if fields is None else _is_secret(fields.get(option))
        origins = [loaded.origin(kind, key, option) for key in settings.spellings(instance)]
        origin = next((found for found in origins if found != "default"), "default")
        yield Line(f"{kind}.{instance}.{option}", MASK if secret and value else _masked(option, value), origin)
    if settings.plugin(instance) != instance:
        yield Line(f"{kind}.{instance}.plugin", settings.plugin(instance), loaded.origin(kind, instance, "plugin"))
    for option, field in (fields or {}).items():
        if option not in settings.options(instance) and (variable := set_variable(field)):
            value = MASK if _is_secret(field) else _masked(option, os.environ[variable])
            yield Line(f"{kind}.{instance}.{option}", value, f"environment ({variable})")


def _fields(loaded: Loaded, kind: str, plugin: str, bundled: bool) -> Mapping[str, Any] | None:
    """The options a plugin declares; None where it cannot be imported, which is said on stderr and stops nothing."""
    from dr_core import registry
    from dr_core.errors import DRError
    from dr_core.interfaces import KINDS

    if kind not in KINDS:
        return {}
    try:
        fields: Mapping[str, Any] = registry.load(kind, plugin, search_path=loaded.folder, bundled=bundled).Options.model_fields
        return fields
    except DRError as error:
        say(f"warning: {error}")
        return None


def _is_secret(field: Any) -> bool:
    return field is not None and holds_secret(field.annotation)


def _masked(name: str, value: Any) -> Any:
    """A value as it may be shown: whatever is named like a secret is masked, also inside of tables and addresses."""
    from pydantic import SecretStr

    if isinstance(value, SecretStr):
        return MASK
    if isinstance(value, Mapping):
        # in a table of headers anything may be one
        return {key: MASK if name in HOLDERS and each else _masked(str(key), each) for key, each in value.items()}
    if isinstance(value, list | tuple | set):
        return [_masked(name, each) for each in value]
    if isinstance(value, str):
        return MASK if value and is_secret(name) else without_passwords(value, MASK)
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _text(value: Any) -> str:
    import json

    if value is None:
        return "-"
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "(none)"
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


def settings_schema() -> dict[str, Any]:
    """The JSON schema of the settings; the table of a plugin kind may hold a table for each instance."""
    from dr_core.settings import Settings

    found: dict[str, Any] = Settings.model_json_schema()
    instance = {
        "type": "object",
        "description": "Options of one instance; see: dr plugins show",
        "properties": {"plugin": {"type": "string", "description": "The plugin behind this instance; by default its own name"}},
    }
    for definition in found["$defs"].values():
        if definition.get("additionalProperties") is True:
            definition["additionalProperties"] = instance
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
