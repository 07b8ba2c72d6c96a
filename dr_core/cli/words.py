"""Words of the command line, as they were typed."""

from __future__ import annotations

import math
import os
from typing import Any

import click


class Whole(click.IntRange):
    """A whole number within bounds, and called so."""

    name = "whole number"


class Finite(click.FloatRange):
    """A number that is one: neither nan nor infinity, which no budget can be compared with."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a usage error."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a number that can be counted with", param, ctx)
        return number


class Words(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.2 on
    """Text that is not the name of a file. Where Python takes arguments for ASCII, it is still read as the UTF-8 that it is."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text; bytes that are no UTF-8 stay what Python made of them."""
        try:
            return os.fsencode(value).decode("utf-8")
        except UnicodeError:
            return str(value)


WORDS = Words()
