"""What a call costs, from a dated file that users may put their own before. Unknown is None, never 0."""

from __future__ import annotations

import datetime
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError

from dr_core.errors import SettingsError
from dr_core.pattern import regex
from dr_core.types import Usage, Value

BUNDLED = Path(__file__).with_name("prices.toml")
_DATED = regex(r"[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$")


class Price(Value):
    """US dollars per million tokens of one model, and where the figures are from."""

    model_config = ConfigDict(allow_inf_nan=False)

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(None, ge=0)
    cache_write: float | None = Field(None, ge=0)
    above: int | None = Field(None, gt=0)
    input_above: float | None = Field(None, ge=0)
    output_above: float | None = Field(None, ge=0)
    cached_above: float | None = Field(None, ge=0)
    cache_write_above: float | None = Field(None, ge=0)
    until: datetime.date | None = None
    source: str = ""
    checked: datetime.date | None = None

    def of(self, usage: Usage) -> float | None:
        """US dollars for ``usage``; None for a prompt so long that its price is not known."""
        long = self.above is not None and usage.prompt_tokens > self.above
        if long and self.input_above is None:
            return None
        fresh_rate = self._rate("input", long)
        fresh = max(usage.prompt_tokens - usage.cached_tokens - usage.cache_write_tokens, 0)
        return (
            fresh * fresh_rate
            + usage.cached_tokens * self._rate("cached", long, fresh_rate)
            + usage.cache_write_tokens * self._rate("cache_write", long, fresh_rate)
            + usage.completion_tokens * self._rate("output", long)
        ) / 1_000_000

    def _rate(self, what: str, long: bool, otherwise: float = 0.0) -> float:
        rate: float | None = getattr(self, f"{what}_above") if long else None
        if rate is None:
            rate = getattr(self, what)
        return otherwise if rate is None else rate


def price(model: str, *, prices: Path | None = None, today: datetime.date | None = None) -> Price | None:
    """The price of ``model``: from the user's file (``prices``) if it stands there, else from the bundled one, else None.

    A dated name (``claude-sonnet-4-5-20250929``) is charged as the model it is a version of, and ``models/…`` or ``vendor/…``
    before a name is passed over, but nothing else is guessed: a cousin's price is not this model's.
    """
    today = today or datetime.datetime.now(datetime.UTC).date()
    for table in ([load_prices(prices)] if prices else []) + [load_prices(BUNDLED)]:
        for name in _names(model):
            if (found := table.get(name)) is not None:
                return found if found.until is None or today <= found.until else None
    return None


def cost(model: str, usage: Usage, *, prices: Path | None = None) -> float | None:
    """US dollars for ``usage`` of ``model``: what the service itself said it cost, else by the price list, else None."""
    if usage.usd is not None:
        return usage.usd
    found = price(model, prices=prices)
    return None if found is None else found.of(usage)


def sound(given: Any) -> Usage:
    """What a plugin says that a call used, checked: it may have been made without the checks of its type, and a budget would grow
    by a negative number. Raises ``ValueError``."""
    return Usage.model_validate(given.model_dump(warnings=False) if isinstance(given, Usage) else given)


def is_sound(given: Any) -> bool:
    """Whether ``given`` is a ``Usage`` that can be."""
    try:
        return isinstance(given, Usage) and sound(given) is not None
    except ValueError:
        return False


@lru_cache(maxsize=8)
def load_prices(path: Path) -> dict[str, Price]:
    """The prices in a file, by model. Raises ``SettingsError`` where the file cannot be read as prices."""
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors on Windows begin a file with a mark
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as exc:
        raise SettingsError(f"the price file {path} cannot be read: {exc}", remedy="Mend it or drop the setting prices") from exc
    found: dict[str, Price] = {}
    for vendor, table in raw.items():
        models = table.get("models") if isinstance(table, dict) else None
        if not isinstance(models, dict):
            raise SettingsError(f"the price file {path} has no table [{vendor}.models]", remedy="See docs/models.md for its form")
        for name, entry in models.items():
            try:
                entry = {"source": table.get("source", str(path)), "checked": table.get("checked"), **entry}
                found[str(name).lower()] = Price.model_validate(entry)
            except (ValidationError, TypeError) as exc:
                why = exc.errors()[0] if isinstance(exc, ValidationError) else {"loc": (), "msg": "is no table"}
                where = ".".join(str(part) for part in (vendor, "models", name, *why["loc"]))
                raise SettingsError(
                    f"the price file {path} is wrong at {where}: {why['msg']}",
                    remedy="See docs/models.md for its form; a name with a dot in it stands in quotes",
                ) from exc
    return found


def _names(model: str) -> list[str]:
    full = model.strip().lower()
    short = full.rsplit("/", 1)[-1]
    return list(dict.fromkeys([full, short, _DATED.sub("", short)]))
