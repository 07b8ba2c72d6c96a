"""Frames on standard input and output, which only the supervisor holds."""

from __future__ import annotations

import json
import os
import struct
from typing import Any

MAGIC = b"DRF1"
REQUEST_CAP = 8_000_000


def read_exactly(count: int) -> bytes | None:
    """``count`` bytes of standard input, or None where it ends."""
    data = b""
    while len(data) < count:
        piece = os.read(0, min(count - len(data), 1 << 16))
        if not piece:
            return None
        data += piece
    return data


def read_frame() -> dict[str, Any] | None:
    """The next request; None at the end of the stream, or where it is no longer one of frames."""
    start = read_exactly(12)
    if start is None or start[:4] != MAGIC:
        return None
    header, body = struct.unpack(">II", start[4:])
    if header + body > REQUEST_CAP:
        return None
    data = read_exactly(header + body)
    return None if data is None else dict(json.loads(data[:header]))


def write_frame(header: dict[str, Any], body: bytes = b"") -> None:
    """Send an answer, whole."""
    text = json.dumps(header).encode()
    data = memoryview(MAGIC + struct.pack(">II", len(text), len(body)) + text + body)
    while data:
        data = data[os.write(1, data) :]
