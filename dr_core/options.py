"""Options of plugins: how one is declared, and how a text from the environment becomes what its type asks for."""

from __future__ import annotations

import inspect
import json
import os
import types
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import Field, ValidationError

from dr_core.errors import SettingsError, did_you_mean


def option(default: Any = ..., *, env: str = "", or_env: str = "", help: str = "", **constraints: Any) -> Any:
    """A field of a plugin's ``Options``: its default, the environment variable that also sets it, and a line of help.

    ``or_env`` is read where ``env`` is not set.
    """
    extra: dict[str, Any] = {name: variable for name, variable in (("env", env), ("or_env", or_env)) if variable}
    return Field(default, description=help or None, json_schema_extra=extra or None, **constraints)


def option_variables(field: Any) -> list[str]:
    """The environment variables that an option names, the one that goes first in front."""
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    return [str(extra[name]) for name in ("env", "or_env") if extra.get(name)]


def set_variable(field: Any) -> str:
    """The first of them that is set; empty: none is."""
    return next((variable for variable in option_variables(field) if os.environ.get(variable)), "")


def listed(text: str) -> list[Any]:
    """A list as the environment can write it: with commas, or as JSON."""
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text)
        except ValueError:
            found = None  # a name may begin with a bracket: then commas part it
        if isinstance(found, list):
            return found
    return [part.strip() for part in text.split(",") if part.strip()]


def from_text(annotation: Any, value: Any) -> Any:
    """``value``, or where it is a text and the type wants a list or a table, the list or table that it writes."""
    if not isinstance(value, str):
        return value
    wanted = _shapes(annotation)
    if str in wanted or not wanted & {list, dict}:
        return value
    if dict in wanted and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value  # the type itself says what is wrong with it
    return listed(value) if list in wanted else value


def _shapes(annotation: Any) -> set[type]:
    """What a type can be, as far as it matters here: a text, a list (or tuple, or set), a table."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _shapes(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return {shape for part in get_args(annotation) for shape in _shapes(part)}
    plain = origin or annotation
    if not isinstance(plain, type):
        return set()
    if issubclass(plain, str):
        return {str}
    if issubclass(plain, Mapping):
        return {dict}
    if issubclass(plain, list | tuple | AbstractSet) or plain in (Sequence, Iterable):
        return {list}
    return set()


def hook_options(found: type[Any], name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a hook plugin, which are the arguments of its class, each as the type that stands there.

    One that it does not take, or that cannot be of its type, is refused before the class is called. An argument without a type
    takes that of its default where that is a number or a yes or no; otherwise what is given goes through as it is.
    """
    try:
        parameters = inspect.signature(found).parameters
    except (TypeError, ValueError):
        return dict(given)
    place = table_of("hooks", name)
    hints = argument_types(found)
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    values = {}
    for option, value in given.items():
        if option in parameters:
            values[option] = _of_type(hints.get(option), parameters[option].default, value, f"{place}: option '{option}'")
        elif open_ended:
            values[option] = value
        else:
            hint = f"{did_you_mean(option, parameters)} Known: {', '.join(parameters) or 'none'}"
            raise SettingsError(f"{place}: there is no option '{option}'.{hint}")
    named = [one for one in parameters.values() if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    if missing := [one.name for one in named if one.default is one.empty and one.name not in values]:
        raise SettingsError(f"{place}: {_must(missing)}", remedy=f"Set {'it' if len(missing) == 1 else 'them'} there")
    return values


def validated_options(found: type[Any], kind: str, instance: str, given: Mapping[str, Any]) -> Any:
    """Options from settings, completed from the environment, as the plugin's own model; a wrong one is a ``SettingsError``."""
    fields = found.Options.model_fields
    values = dict(given)
    for name, field in fields.items():
        if name not in values and (variable := set_variable(field)):
            values[name] = os.environ[variable]
        if name in values:
            values[name] = from_text(field.annotation, values[name])
    try:
        return found.Options(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        missing = [str(one["loc"][0]) for one in error.errors() if one["type"] == "missing" and len(one["loc"]) == 1]
        if first["type"] == "extra_forbidden":
            message = f"there is no option '{name}'.{did_you_mean(name, fields)} Known: {', '.join(fields) or 'none'}"
        elif name in missing:
            message = _must(missing)
        else:
            message = f"option '{name}': {first['msg'].removeprefix('Value error, ')}"
        raise SettingsError(f"{table_of(kind, instance)}: {message}", remedy=f"See: dr plugins show {kind} {instance}") from None


def table_of(kind: str, instance: str) -> str:
    """The table of an instance as it is written in ``dr.toml``."""
    bare = all(char.isascii() and (char.isalnum() or char in "-_") for char in instance)
    return f"[{kind}.{instance}]" if bare and instance else f"[{kind}.{json.dumps(instance, ensure_ascii=False)}]"


def _must(missing: Sequence[str]) -> str:
    names = ", ".join(f"'{name}'" for name in missing)
    return f"option{'s' * (len(missing) > 1)} {names} must be given"


def argument_types(found: type[Any]) -> dict[str, Any]:
    """The types of the arguments of a class; none where they cannot be known (names that only a type checker sees)."""
    try:
        return get_type_hints(found.__init__, include_extras=True)
    except Exception:  # whatever evaluating a stranger's annotations leads to
        return {}


def _of_type(annotation: Any, default: Any, value: Any, what: str) -> Any:
    from pydantic import TypeAdapter  # imported here: most runs have no hook with options
    from pydantic.errors import PydanticUserError

    if annotation is None:
        annotation = type(default) if isinstance(value, str) and isinstance(default, bool | int | float) else Any
    try:
        checked = TypeAdapter(annotation, config={"arbitrary_types_allowed": True})
    except PydanticUserError:  # a type with a configuration of its own (a model, a dataclass) takes none from here
        try:
            checked = TypeAdapter(annotation)
        except (PydanticUserError, NameError):  # nothing that can be checked
            return value
    except NameError:
        return value
    try:
        return checked.validate_python(from_text(annotation, value))
    except ValidationError as error:
        first = error.errors()[0]
        raise SettingsError(f"{what}: {first['msg'].removeprefix('Value error, ')}", remedy="Write it as its type asks") from None
