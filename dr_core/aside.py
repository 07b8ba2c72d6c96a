"""Where plugins print to while stdout carries data: stderr, through a stream of their own that they may close."""

from __future__ import annotations

import sys
from typing import IO, Any


def beside_stderr() -> IO[Any] | None:
    """A stream that writes where stderr writes. Whoever closes it, or takes its buffer into another one that is thrown away, as
    programs do to get another encoding, leaves stderr open."""
    stderr = sys.stderr
    try:
        return open(stderr.fileno(), "w", buffering=1, encoding=stderr.encoding, errors=stderr.errors, closefd=False)
    except (AttributeError, OSError, ValueError):  # it is closed, or no file (in a notebook, in a test)
        return stderr
