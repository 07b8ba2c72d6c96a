"""Powers in words: 速度の2乗, 風速的3次方, 속도의 2제곱. What is raised to the second power is no 2 of anything."""

from __future__ import annotations

from dr_core.pattern import regex

_POWER = regex(r"\s?(?:乗(?![客車员員りっ務组組])|次[方幂冪]|제곱)")


def is_exponent(text: str, end: int) -> bool:
    """Whether the number that ends here is the power to which something is raised."""
    return bool(_POWER.match(text, end))
