"""A report in one piece: its figures inside the text, for streams and notebooks, where no file stands beside it (S0-13)."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

from dr_core.pattern import regex

_PICTURE = regex(r"\]\((figures/\w+\.png)\)")


def with_pictures(markdown: str, folder: Path) -> str:
    """``markdown`` with the figures of a run folder as base64 PNG; one that is gone stays a link."""

    def inside(found: re.Match[str]) -> str:
        try:
            return f"](data:image/png;base64,{b64encode((folder / found[1]).read_bytes()).decode()})"
        except OSError:
            return found[0]

    return _PICTURE.sub(inside, markdown)
