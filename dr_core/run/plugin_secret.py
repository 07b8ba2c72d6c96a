"""Keeps the secrets of a plugin's options out of what it says: errors are written to reports, states, journals and logs."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus, unquote

from pydantic import BaseModel, SecretBytes, SecretStr

from dr_core.interfaces import KINDS, Provider
from dr_core.secret import HOLDERS, Path, holds_secret, is_secret, userinfo, without_passwords

if TYPE_CHECKING:
    from dr_core.settings import Settings

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


class Masking(logging.Filter):
    """Keeps the secrets of a provider's options out of what it logs."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        self._secrets = tuple(secrets)

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record is shown, without them."""
        try:
            said = record.getMessage()
        except Exception:  # the words have no place for what goes into them: no reason to fail, and no reason to show a key
            said = f"{record.msg!r} {record.args!r}"
        record.msg, record.args = without(said, self._secrets), ()
        if record.exc_info:
            record.exc_text = without(logging.Formatter().formatException(record.exc_info), self._secrets)
        return True


def mask_log(log: logging.Logger, options: Any) -> None:
    """Keep the secrets among ``options`` out of ``log``, in place of those that it was told of before."""
    for known in [known for known in log.filters if isinstance(known, Masking)]:
        log.removeFilter(known)
    log.addFilter(Masking(secrets_of_options(options)))


def secrets_of_options(options: Any) -> tuple[str, ...]:
    """The values that are typed or named like secrets, longest first, so that none is masked in part."""
    found = {secret.strip() for secret in _secrets(options, False)}
    return tuple(sorted((secret for secret in found if len(secret) >= SHORTEST), key=len, reverse=True))


def hidden_options(settings: Settings, types: Callable[[str, str], Mapping[str, Any] | None]) -> list[Path]:
    """The options in settings that are secrets by their type, given the ``types`` of the options of an instance. Of an
    instance that is not in use nobody knows them, and whatever is or holds a text may be one."""
    return [
        (kind, instance, option)
        for kind in (*KINDS, "hooks")
        for instance in settings.table(kind).instances()
        for declared in [types(kind, instance)]
        for option, value in (settings.table(kind).model_extra or {})[instance].items()
        if option != "plugin" and (_holds_text(value) if declared is None else holds_secret(declared.get(option)))
    ]


def _holds_text(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_holds_text, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return any(map(_holds_text, value))
    return not isinstance(value, bool | int | float | None)


def _passwords(address: str) -> Iterator[str]:
    """The password of an address, and how it is sent with the user: a service may say what it was sent. (A user alone is no
    secret, and often a common word.)"""
    user, colon, password = userinfo(address).partition(":")
    if colon:
        yield from (password, unquote(password))
        yield b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()


def _secrets(value: Any, named: bool) -> Iterator[str]:
    if isinstance(value, SecretStr):
        yield value.get_secret_value()
        yield from _passwords(value.get_secret_value())
    elif isinstance(value, SecretBytes):
        yield value.get_secret_value().decode("utf-8", "replace")
    elif isinstance(value, str):
        if named:
            yield value
        yield from _passwords(value)
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _secrets(getattr(value, name, None), named or is_secret(name) or name in HOLDERS)
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _secrets(entry, named or is_secret(str(name)) or name in HOLDERS)
    elif isinstance(value, list | tuple | set | frozenset):
        for entry in value:
            yield from _secrets(entry, named)
