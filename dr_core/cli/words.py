"""Words of the command line, as they were typed."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
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


class Listed(click.Option):
    """An option that names several things, with commas or by being given several times: no name is dropped for a later one."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Collect what is given; Click would keep the last."""
        parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=1)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> Any:
        """All that was given, as one text with commas."""
        given: Any = opts.get(str(self.name))
        joined: Any = {**opts, str(self.name): ",".join(given)} if isinstance(given, list) else opts
        return super().consume_value(ctx, joined)


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
