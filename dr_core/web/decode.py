"""Content encodings undone a piece at a time, so that a small bomb cannot become a large body.

Only gzip and deflate are asked for (``ACCEPT_ENCODING``). A server that sends anything else was not asked to, and is refused:
the fewer decoders a stranger can reach, the better, and brotli's and zstd's window sizes are chosen by the sender.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

ACCEPT_ENCODING = "gzip, deflate"
PIECE = 64 * 1024
"""The most that one step gives out; the event loop gets a turn between pieces."""
NO_CODING = frozenset(
    {"", "identity", "none", "binary", "7bit", "8bit", "utf-8", "utf8", "us-ascii", "iso-8859-1", "gbk", "gb2312", "big5"}
)
"""What stands in ``Content-Encoding`` where nothing is encoded: servers are told the character set there by mistake."""
MEMBERS = 16
"""A gzip file may hold several members; thousands of empty ones are only a way to burn time."""


class Undecodable(Exception):
    """The body cannot be decoded; the text says why, in words that follow "the answer "."""


class Unasked(Undecodable):
    """The body is encoded in a way that was not asked for."""


class Decoder:
    """Undoes one ``Content-Encoding``: ``feed`` gives pieces of at most ``PIECE`` bytes, ``finish`` complains of a torn end."""

    def __init__(self, encoding: str) -> None:
        names = [name for name in (part.strip().lower() for part in encoding.split(",")) if name not in NO_CODING]
        if len(names) > 1:
            raise Undecodable(f"is encoded {len(names)} times over")
        self.name = names[0].removeprefix("x-") if names else ""
        if self.name not in ("", "gzip", "deflate"):
            raise Unasked(f"is encoded as {self.name[:40]!r}, which was not asked for")
        self._members = 1
        self._started = False
        self._inflate = self._fresh() if self.name else None

    def _fresh(self) -> zlib._Decompress:
        return zlib.decompressobj(zlib.MAX_WBITS | 16 if self.name == "gzip" else zlib.MAX_WBITS)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The decoded bytes of ``data``, in pieces; stop asking and nothing more is decoded."""
        if self._inflate is None:
            for start in range(0, len(data), PIECE):
                yield data[start : start + PIECE]
            return
        if data and not self._started:
            self._started = True
            # "deflate" means zlib-wrapped, but some servers send it bare: the first byte tells.
            if self.name == "deflate" and data[0] & 0x0F != 8:
                self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while data and not self._inflate.eof:
            try:
                piece = self._inflate.decompress(data, PIECE)
            except zlib.error as exc:
                raise Undecodable(f"is not valid {self.name}") from exc
            if piece:
                yield piece
            data = self._inflate.unconsumed_tail
            # After the end comes another gzip member, or padding, which everybody ignores.
            if self._inflate.eof and self.name == "gzip" and self._inflate.unused_data[:2] == b"\x1f\x8b":
                if self._members == MEMBERS:
                    raise Undecodable(f"has more than {MEMBERS} gzip members")
                self._members += 1
                data = self._inflate.unused_data
                self._inflate = self._fresh()

    def finish(self) -> None:
        """Raise where the encoded stream stopped before its end."""
        if self._inflate is not None and self._started and not self._inflate.eof:
            raise Undecodable(f"stops in the middle of its {self.name} stream")
