"""Where settings come from, and where each value came from.

The command line goes over the environment (``DR_SEARCH__USE``; then ``DEEP_RESEARCH_*`` and ``SANDBOX_*``), that over
``dr.toml`` in the working folder, that over the user's file, that over the defaults. A name that does not exist is an error.
"""

from __future__ import annotations

import copy
import difflib
import itertools
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_settings import EnvSettingsSource
from pydantic_settings import SettingsError as NotParsed

from dr_core.errors import NEAR, SettingsError, did_you_mean
from dr_core.present import exists, is_file
from dr_core.settings import KindTable, Settings


class Layer(NamedTuple):
    """One place that settings come from, highest first."""

    label: str
    values: dict[str, Any]


class Loaded(NamedTuple):
    """Settings, the layers they were made of, and the folder that import paths may refer to."""

    settings: Settings
    layers: tuple[Layer, ...]
    folder: Path

    def origin(self, *path: str) -> str:
        """Where a value came from: the label of the highest layer that gives it, else ``default``."""
        for layer in self.layers:
            here: Any = layer.values
            for key in path:
                here = here.get(key, _NOTHING) if isinstance(here, Mapping) else _NOTHING
            if here is not _NOTHING:
                return layer.label
        return "default"

    def over(self, overrides: Mapping[str, Any], *, label: str = "arguments") -> Loaded:
        """The same with ``overrides`` over them; no file or variable is read again."""
        return _settled([Layer(label, dict(overrides)), *self.layers], self.folder)


_NOTHING = object()
DOCUMENT_PREFIXES = {"DEEP_RESEARCH_": "research", "SANDBOX_": "sandbox"}


def user_file() -> Path | None:
    """The user's own settings file; None where there is no home folder."""
    environ = os.environ
    if environ.get("XDG_CONFIG_HOME"):
        return Path(environ["XDG_CONFIG_HOME"]) / "dr" / "dr.toml"
    if sys.platform == "win32" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "dr" / "dr.toml"
    return Path(environ["HOME"]) / ".config" / "dr" / "dr.toml" if environ.get("HOME") else None


def load_settings(
    overrides: Mapping[str, Any] | None = None,
    *,
    folder: Path | None = None,
    config: Path | None = None,
    label: str = "command line",
) -> Loaded:
    """Settings from all layers; ``overrides`` is what the command line says, or the caller that ``label`` names.

    ``config`` (or ``DR_CONFIG``) names a file to read in place of ``dr.toml`` in ``folder`` (the working folder).
    """
    folder = folder or Path.cwd()
    named = config or (Path(os.environ["DR_CONFIG"]) if os.environ.get("DR_CONFIG") else None)
    project = named or folder / "dr.toml"
    if named and not is_file(named):
        told = f"{named} is no file (settings are read from one)" if exists(named) else f"there is no settings file {named}"
        raise SettingsError(told, remedy="Check --config and DR_CONFIG")
    own = user_file()
    layers = [
        Layer(label, dict(overrides or {})),
        Layer("environment", _merge(_document_names(), _environment())),  # one place: a number there goes over a preset there
        Layer(str(project) if named else "dr.toml", _toml(project)),
        *([Layer(str(own), _toml(own))] if own else []),
    ]
    return _settled(layers, project.parent)


def _settled(layers: list[Layer], folder: Path) -> Loaded:
    """What the layers come to; they stay the caller's."""
    layers = copy.deepcopy(layers)
    for layer in layers:
        _refuse_flat(layer)
    _settle_depth(layers)
    values: dict[str, Any] = {}
    for layer in reversed(layers):
        values = _merge(values, layer.values)
    try:
        settings = Settings(**values)
    except ValidationError as error:
        raise _readable(error, layers) from None
    return Loaded(settings, tuple(layers), folder)


def _refuse_flat(layer: Layer) -> None:
    """A value where a table belongs is an error, also where a higher layer has that table: merged, it would vanish unsaid."""
    for name, value in layer.values.items():
        kind = getattr(Settings.model_fields.get(name), "annotation", None)
        if isinstance(kind, type) and issubclass(kind, BaseModel) and not isinstance(value, Mapping | kind):
            first = _first_setting(kind)
            raise SettingsError(
                f"{name} ({layer.label}): it is a table of settings", remedy=f"Write [{name}], and {first} = ... below it"
            )


def _first_setting(kind: Any) -> str:
    """A setting of a table, to show how one is written."""
    return "use" if issubclass(kind, KindTable) else next(iter(kind.model_fields))


def _environment() -> dict[str, Any]:
    _refuse_unknown("DR_", {*Settings.model_fields, "config"}, nested=True)
    try:
        return dict(EnvSettingsSource(Settings)())
    except NotParsed as error:
        table = next(name for name in Settings.model_fields if f'"{name}"' in str(error))
        field = _first_setting(Settings.model_fields[table].annotation)
        remedy = f"Write DR_{table.upper()}__{field.upper()}=..., say, for one setting of it; see: dr config show {table}"
        raise SettingsError(
            f"environment variable DR_{table.upper()}: '{table}' is a table of settings", remedy=remedy
        ) from error


def _document_names() -> dict[str, Any]:
    """The names of the design documents: DEEP_RESEARCH_MAX_ITERATIONS is research.max_iterations, and so on."""
    values: dict[str, Any] = {}
    for prefix, table in DOCUMENT_PREFIXES.items():
        fields = getattr(Settings.model_fields[table].annotation, "model_fields", {})
        _refuse_unknown(prefix, fields)
        for field in fields:
            if (given := os.environ.get(f"{prefix}{field.upper()}")) is not None:
                values.setdefault(table, {})[field] = given
    return values


def _refuse_unknown(prefix: str, known: Any, *, nested: bool = False) -> None:
    """A variable that is nearly one of ours is a mistake; one that is nothing like ours belongs to somebody else."""
    for name in os.environ:
        if not name.upper().startswith(prefix):
            continue
        rest = name[len(prefix) :].lower()
        first = rest.split("__" if nested else "\0")[0]
        if first in known:
            continue
        single = nested and "__" not in rest and "_" in rest
        if single and (meant := _nested(rest)):
            raise SettingsError(f"environment variable {name}: there is no setting '{first}'. Did you mean {prefix}{meant}?")
        if near := did_you_mean(first, [one for one in known if not (single and _is_kind(one))]):  # else a plugin's own variable
            raise SettingsError(f"environment variable {name}: there is no setting '{first}'.{near}")


def _is_kind(table: str) -> bool:
    field = Settings.model_fields.get(table)
    return field is not None and isinstance(field.annotation, type) and issubclass(field.annotation, KindTable)


def _nested(name: str) -> str:
    """What a variable with a single underscore is meant for (``SEARCH__USE``); empty where that is no setting of ours."""
    for at in (at for at, sign in enumerate(name) if sign == "_"):
        for table in difflib.get_close_matches(name[:at], Settings.model_fields, n=1, cutoff=NEAR):
            fields = getattr(Settings.model_fields[table].annotation, "model_fields", {})
            for field in difflib.get_close_matches(name[at + 1 :], fields, n=1, cutoff=NEAR):
                return f"{table}__{field}".upper()
    return ""


def _toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))  # editors on Windows begin a file with a mark
    except (FileNotFoundError, NotADirectoryError):  # HOME may be /dev/null
        return {}
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} cannot be read: it is not UTF-8", remedy="Save it as UTF-8, or move it away") from error
    except (OSError, tomllib.TOMLDecodeError) as error:
        told = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(f"{path} cannot be read: {told}", remedy="Mend it or move it away") from error


def _settle_depth(layers: list[Layer]) -> None:
    """``--depth`` goes over ``max_iterations`` of the environment: a preset silences the numbers of lower layers."""
    preset = False
    for layer in layers:
        research = layer.values.get("research")
        if not isinstance(research, dict):
            continue
        if preset:
            research.pop("max_iterations", None)
        preset = preset or ("depth" in research and "max_iterations" not in research)
        if "max_iterations" in research:
            return


def _merge(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        merged[key] = _merge(merged[key], value) if isinstance(merged.get(key), dict) and isinstance(value, Mapping) else value
    return merged


def _readable(error: ValidationError, layers: list[Layer]) -> SettingsError:
    """One line for the first thing that is wrong, with the layer it stands in."""
    first = error.errors()[0]
    path = [str(part) for part in first["loc"]]
    if first["type"] == "unknown_setting":
        path.append(first["ctx"]["key"])
    named = itertools.takewhile(lambda part: not part.isdigit(), path)  # a list comes from one place, whichever of it is wrong
    where = Loaded(Settings(), tuple(layers), Path()).origin(*named)
    where = (_variable(path) or where) if where == "environment" else where
    message, remedy = first["msg"].removeprefix("Value error, "), "Change it or leave it out"
    if first["type"] in ("extra_forbidden", "unknown_setting"):
        model: Any = Settings
        for part in path[:-1]:
            model = model.model_fields[part].annotation
        hint = _elsewhere(path[-1]) or did_you_mean(path[-1], model.model_fields)
        message, remedy = f"there is no such setting.{hint}", ""
        message += f" Known: {', '.join(model.model_fields)}"
    if first["type"] == "literal_error":
        known = [word.strip("' ") for word in first["ctx"]["expected"].replace(" or ", ",").split(",")]
        message = f"{first['input']!r:.60} is none of {', '.join(known)}.{did_you_mean(str(first['input']), known)}"
    if first["type"] == "path_type":
        message, remedy = f"{first['input']!r} is not a path", 'Write a text, such as "logs"'
    return SettingsError(f"{'.'.join(path)} ({where}): {message.rstrip('.')}", remedy=remedy)


def _elsewhere(name: str) -> str:
    """The tables that have a setting of a name, for whoever looked for it in another."""
    tables = [
        f"[{table}]" for table, field in Settings.model_fields.items() if name in getattr(field.annotation, "model_fields", {})
    ]
    return f" It stands in {', '.join(tables)}." if tables else ""


def _variable(path: list[str]) -> str:
    """The environment variable that gives a setting, where one does."""
    names = {
        f"DR_{'__'.join(path)}",
        *(f"{prefix}{path[-1]}" for prefix, table in DOCUMENT_PREFIXES.items() if [table] == path[:-1]),
    }
    return next((name for name in os.environ if name.upper() in {one.upper() for one in names}), "")
