"""An error as the journal holds it: whoever meets it again is told the same, and may do the same about it."""

from __future__ import annotations

from typing import Any

from dr_core import errors
from dr_core.errors import DRError
from dr_core.types import Usage


def packed(error: DRError) -> dict[str, Any]:
    """An error as a JSON value."""
    return {
        "type": type(error).__name__,
        "message": error.message,
        "remedy": error.remedy,
        "retry_after": getattr(error, "retry_after", None),
        **({"takes": error.takes} if isinstance(error, errors.TooLong) else {}),
        "retryable": error.retryable,
        **({"used": error.used.model_dump()} if isinstance(error.used, Usage) else {}),
    }


def unpacked(packed: dict[str, Any]) -> DRError:
    """The error again."""
    found = getattr(errors, packed["type"], None)
    kind = found if isinstance(found, type) and issubclass(found, DRError) else errors.ProviderError
    more: dict[str, Any] = {"retry_after": packed["retry_after"]} if kind is errors.RateLimited else {}
    if kind is errors.TooLong:
        more["takes"] = packed.get("takes", 0)
    error = kind(packed["message"], remedy=packed["remedy"], **more)
    error.retryable = bool(packed.get("retryable", error.retryable))  # also where this one was not worth another try
    error.used = Usage.model_validate(packed["used"]) if packed.get("used") else None
    return error
