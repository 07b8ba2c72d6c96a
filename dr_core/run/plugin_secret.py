"""Keeps the secrets of a plugin's options out of what it says: errors are written to reports, states, journals and logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

from pydantic import BaseModel, SecretBytes, SecretStr

from dr_core.interfaces import Provider
from dr_core.secret import HOLDERS, is_secret, without_passwords

SHORTEST = 4
"""Characters; what is shorter stands in any text."""
MASK = "[key]"


def masked(text: str, provider: Provider) -> str:
    """``text`` without the secrets among a provider's options, also as they stand in addresses."""
    return without(text, secrets_of_options(getattr(provider, "options", None)))


def without(text: str, secrets: Iterable[str]) -> str:
    """``text`` without these secrets, and without passwords and keys in addresses."""
    for secret in secrets:
        for written in dict.fromkeys((secret, quote(secret), quote(secret, safe=""), quote_plus(secret))):
            text = text.replace(written, MASK)
    return without_passwords(text, MASK)


def secrets_of_options(options: Any) -> tuple[str, ...]:
    """The values that are typed or named like secrets, longest first, so that none is masked in part."""
    found = {secret.strip() for secret in _secrets(options, False)}
    return tuple(sorted((secret for secret in found if len(secret) >= SHORTEST), key=len, reverse=True))


def _secrets(value: Any, named: bool) -> Iterator[str]:
    if isinstance(value, SecretStr):
        yield value.get_secret_value()
    elif isinstance(value, SecretBytes):
        yield value.get_secret_value().decode("utf-8", "replace")
    elif isinstance(value, str) and named:
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _secrets(getattr(value, name, None), named or is_secret(name) or name in HOLDERS)
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _secrets(entry, named or is_secret(str(name)) or name in HOLDERS)
    elif isinstance(value, list | tuple | set | frozenset):
        for entry in value:
            yield from _secrets(entry, named)
