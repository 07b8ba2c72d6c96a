"""What of the settings is a secret: what is named like one, tables that hold nothing else, and passwords inside addresses.

One place, so that what `dr config show` masks is what a run folder does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel, Secret, SecretBytes, SecretStr

from dr_core.pattern import regex

Path = tuple[str, str, str]
"""Kind, instance and name of an option."""
_NAMED = regex(
    r"(?:key|token|passwd|passphrase|pwd|auth|cookie)s?(?:$|[_\-.])|secret|password|credential|authorization", re.IGNORECASE
)
_COUNTED = regex(r"(?:^|_)tokens$", re.IGNORECASE)
"""A number of tokens is no token."""
HOLDERS = ("headers", "env")
"""Tables in which any entry may be a secret, however it is named."""
_USERINFO = regex(r"(?<=://)[^/@\s]+@")
_PARAMETER = regex(r"([?&][\w.~-]*(?:key|token|secret|password|sig|signature|auth)=)[^&#\s]+", re.IGNORECASE)


def is_secret(name: str) -> bool:
    """Whether a setting is named like a secret."""
    return bool(_NAMED.search(name)) and not _COUNTED.search(name)


def holds_secret(annotation: Any, within: tuple[Any, ...] = ()) -> bool:
    """Whether an option of this type is a secret, or has one in it."""
    plain = get_origin(annotation) or annotation
    if isinstance(plain, type) and issubclass(plain, SecretStr | SecretBytes | Secret):
        return True
    parts = list(get_args(annotation))
    if isinstance(plain, type) and issubclass(plain, BaseModel) and plain not in within:
        parts += [field.annotation for field in plain.model_fields.values()]
    return any(holds_secret(part, (*within, plain)) for part in parts)


def userinfo(address: str) -> str:
    """The user and password of an address, as they stand in it; empty where there are none."""
    found = _USERINFO.search(address)
    return found[0].removesuffix("@") if found else ""


def without_passwords(text: str, mask: str = "") -> str:
    """``text`` without the user and password, and the keys among the parameters, of addresses in it."""
    text = _USERINFO.sub(f"{mask}@" if mask else "", text)
    return _PARAMETER.sub(rf"\g<1>{mask}", text)


def without_secrets(values: Any) -> Any:
    """Settings as they may be written down: secrets are left out, and ``with_secrets`` puts those of today in their place."""
    if isinstance(values, Mapping):
        return {
            key: without_secrets(value)
            for key, value in values.items()
            if not is_secret(str(key)) and not (key in HOLDERS and isinstance(value, Mapping))
        }
    if isinstance(values, list | tuple):
        return [without_secrets(value) for value in values]
    return without_passwords(values) if isinstance(values, str) else values


def with_secrets(saved: Any, today: Any) -> Any:
    """What was written down, with the secrets that the same settings have today."""
    if not isinstance(saved, Mapping) or not isinstance(today, Mapping):
        # an address is the same one where only its password was left out
        return today if without_secrets(today) == saved else saved
    merged = {key: with_secrets(value, today.get(key)) for key, value in saved.items()}
    kept = without_secrets(today)
    return merged | {key: value for key, value in today.items() if key not in kept and key not in merged}


def without_options(values: Mapping[str, Any], hidden: Iterable[Path]) -> dict[str, Any]:
    """Settings without the options that are secrets by their type, which no name gives away."""
    left = dict(values)
    for kind, instance, option in hidden:
        table = left.get(kind, {}).get(instance, {})
        left[kind] = {**left.get(kind, {}), instance: {name: value for name, value in table.items() if name != option}}
    return left


def with_options(values: Mapping[str, Any], today: Mapping[str, Any], hidden: Iterable[Path]) -> dict[str, Any]:
    """Settings that were written down, with what the options that were left out are today."""
    merged = dict(values)
    for kind, instance, option in hidden:
        found = today.get(kind, {}).get(instance, {})
        if option in found:
            tables = merged.get(kind, {})
            merged[kind] = {**tables, instance: {**tables.get(instance, {}), option: found[option]}}
    return merged
