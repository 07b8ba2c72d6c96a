"""Office files, which are zip archives: what is wrong with one is told before a library opens it."""

from __future__ import annotations

import io
import zipfile
import zlib

from dr_core import DRError

INSTALL = "pip install 'dr-framework[office]'"
LONGEST = 50_000_000
EXPANDED = 300_000_000
"""Bytes of all parts together when unpacked; a small file that grows beyond is a bomb."""

DAMAGED = (
    zipfile.BadZipFile, zlib.error, LookupError, ValueError, TypeError, OSError, EOFError, RuntimeError, AttributeError,
    SyntaxError,
)  # fmt: skip
"""What the libraries raise over a damaged archive or damaged XML in it."""


def check(data: bytes, url: str, suffix: str, old: str) -> None:
    """Refuse what is no such archive, as an encrypted file or one of the ``old`` form, and what is or unpacks to too much."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise DRError(f"{url} is encrypted, or {old}", remedy=f"Save it as {suffix} without a password")
    if len(data) > LONGEST:
        raise DRError(f"{url} is longer than {LONGEST // 10**6} MB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            expanded = sum(entry.file_size for entry in archive.infolist())
    except DAMAGED as exc:
        raise DRError(f"{url} is damaged: not a {suffix} file") from exc
    if expanded > EXPANDED:
        raise DRError(f"{url} unpacks to more than {EXPANDED // 10**6} MB and was not opened")
