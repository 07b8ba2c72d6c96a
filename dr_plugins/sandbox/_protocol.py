"""Frames between a sandbox and this process: ``DRF1``, two lengths, a JSON header, a body. What is read is hostile and capped."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

MAGIC = b"DRF1"
START = 12
HEADER_CAP = 1_000_000
BODY_CAP = 34_000_000
CODE_CAP = 1_000_000


class Broken(Exception):
    """The sandbox is gone, or what it sends is no frame: it cannot be used any more."""


class TimedOut(Broken):
    """Nothing (more) came before the deadline."""


def frame(header: dict[str, Any]) -> bytes:
    """A request, ready to send."""
    text = json.dumps(header).encode()
    return MAGIC + struct.pack(">II", len(text), 0) + text


def read_frame(read_exactly: Callable[[int], bytes]) -> tuple[dict[str, Any], bytes]:
    """The next frame of a stream; lengths are checked before anything is read into memory."""
    start = read_exactly(START)
    if start[:4] != MAGIC:
        raise Broken(f"the sandbox sent {start[:4]!r} where a frame should begin")
    header_size, body_size = struct.unpack(">II", start[4:])
    if header_size > HEADER_CAP or body_size > BODY_CAP:
        raise Broken(f"the sandbox announced {header_size + body_size} bytes, more than is read")
    try:
        header = json.loads(read_exactly(header_size))
    except ValueError as error:
        raise Broken("the sandbox sent a header that is no JSON") from error
    if not isinstance(header, dict):
        raise Broken("the sandbox sent a header that is no object")
    return header, read_exactly(body_size)
