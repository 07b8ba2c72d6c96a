"""Parsers that misbehave, for the worker processes to be tried with."""

from __future__ import annotations

import os
import time

from dr_core import Document, Reader


class Hangs(Reader):
    """Never comes back."""

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        while True:
            time.sleep(60)


class Spins(Reader):
    """Never comes back, and is busy about it."""

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        while True:
            pass


class Eats(Reader):
    """Takes all the memory there is."""

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        held = []
        while True:
            held.append(bytearray(64 << 20))


class Dies(Reader):
    """Takes its process with it."""

    def read(self, data: bytes, url: str, media_type: str) -> Document:
        os.abort()
