"""A reader's options on their way to the process that reads: as data, and the same when they arrive."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import AliasChoices, BaseModel, SecretBytes, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from dr_core.interfaces import Reader

LONGEST = 256 * 1024
"""Characters of all options of a reader: they go with every document."""
ROUNDS = 50_000
"""Of the digest under which documents are kept: there may be a password in it, which is not to be guessed from that."""


def class_of(reader: Reader) -> str:
    """The class of a reader as a process can import it: "module:Class"."""
    return f"{type(reader).__module__}:{type(reader).__qualname__}"


def sent_options(reader: Reader) -> dict[str, Any]:
    """The options that were given to a reader, with its secrets, as JSON has them."""
    given: dict[str, Any] = to_jsonable_python(_plain(reader.options))
    return given


def known_by(reader: Reader) -> str:
    """What the documents of a reader are known by: its class, and a digest of the options it was given, secrets too."""
    if not reader.options.model_fields_set:
        return class_of(reader)
    try:
        given = json.dumps(sent_options(reader))
    except Exception:  # it is refused before it reads anything
        given = repr(reader.options)
    return f"{class_of(reader)} {_digest(class_of(reader), given)}"


@lru_cache(maxsize=32)
def _digest(name: str, given: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", given.encode("utf-8", "surrogatepass"), name.encode(), ROUNDS).hex()


def unsendable(reader: Reader) -> str:
    """Why a reader's options cannot be sent; empty: they can."""
    try:
        data = json.dumps(sent_options(reader))
        if len(data) > LONGEST:
            return f"its options are longer than {LONGEST // 1024} KiB, and go with every document"
        arrived = to_jsonable_python(_plain(type(reader.options).model_validate(json.loads(data))))
    except Exception as error:  # whatever a stranger's types and validators raise
        return f"its options cannot be sent to its process as JSON ({type(error).__name__})"
    # what was not given, and what a model keeps for itself, may be another one in each process
    return "" if json.dumps(arrived) == data else "its options are others when they have been sent to its process as JSON"


def _plain(value: Any) -> Any:
    """A value without models and secrets around what they hold; of a model, what was given and not what is its default."""
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, SecretBytes):
        return value.get_secret_value().decode()
    if isinstance(value, BaseModel):
        fields = {name: field for name, field in type(value).model_fields.items() if name in value.model_fields_set}
        given = {_key(name, field): _plain(getattr(value, name)) for name, field in fields.items()}
        return {**given, **_plain(value.model_extra or {})}
    if isinstance(value, Mapping):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(_plain, value), key=repr)
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


def _key(name: str, field: FieldInfo) -> str:
    """What an option is given by: its alias, where it has one."""
    alias = field.validation_alias
    first = alias.choices[0] if isinstance(alias, AliasChoices) else alias
    return first if isinstance(first, str) else name
