"""Where the key of a plugin comes from: what to tell whoever gave one that a service does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dr_core.interfaces import Provider
from dr_core.options import option_variables, set_variable
from dr_core.secret import HOLDERS, is_secret, without_passwords

if TYPE_CHECKING:
    from dr_core.settings import Settings


def key_remedy(provider: Provider, settings: Settings) -> str:
    """Which variable or setting to mend; empty where the plugin takes no key."""
    options = getattr(provider, "options", None)
    fields: dict[str, Any] = getattr(type(options), "model_fields", {})
    keys = [name for name in fields if is_secret(name)]
    given = settings.table(provider.kind).options(provider.name)
    table = f"[{provider.kind}.{provider.name}]"
    if any(is_secret(str(name)) for name in given.get("headers") or ()):  # these go over what the plugin itself sends
        return f"Check headers in {table}"
    if without_passwords(address := str(given.get("base_url", ""))) != address:
        return f"Check the user and password in base_url of {table}"
    for name in keys:
        if getattr(options, name, None) and (at := f"{name} in {table}" if name in given else set_variable(fields[name])):
            return f"Set {at} to a key that works"
    held = next((f"Check {name} in {table}" for name in HOLDERS if given.get(name)), "")
    if held or not keys:
        return held
    variables = [] if keys[0] in given else option_variables(fields[keys[0]])  # an empty key in settings means that none is sent
    return f"Set {' or '.join(variables)}{', or ' if variables else ''}{keys[0]} in {table}"
