"""The promises of a reader."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from dr_core.errors import DRError
from dr_core.testing.conformance.base import Conformance
from dr_core.testing.network import closed_network
from dr_core.types import Document

ODD_BYTES = {
    "nothing": b"",
    "a blank": b" \n\n",
    "NUL bytes": b"\x00" * 1000,
    "every byte": bytes(range(256)) * 4,
    "half a character": "熱泵".encode()[:4],
    "UTF-16": "熱泵 works".encode("utf-16"),
    "deep brackets": b"<div>" * 3000,
    "a zip that is none": b"PK\x03\x04" + b"\xff" * 200,
    "a pdf that is none": b"%PDF-1.7\n%%EOF",
    "one long line": b"a " * 50_000,
}


class ReaderConformance(Conformance):
    """Give a fixture ``provider``; ``sample`` is a document it can read (overridable as a fixture), ``says`` a word of it."""

    kind = "read"
    says: ClassVar[str] = ""

    @pytest.fixture
    def sample(self) -> bytes:
        """A document that it can read."""
        return b"Heat pumps move heat.\nThey do not make it.\n"

    def made(self, provider: Any, data: bytes) -> Document:
        """One document, checked, with the network closed."""
        media_type = provider.media_types[0] if provider.media_types else ""
        with closed_network("a reader has no network"):
            document = provider.read(data, "https://example.org/document", media_type)
        assert isinstance(document, Document), f"read returned {type(document).__name__}, not a Document"
        return document

    def survives(self, provider: Any, data: bytes) -> None:
        """A document or a one-line error."""
        try:
            self.made(provider, data)
        except DRError as error:
            assert "\n" not in str(error), "an error is one line"

    def test_it_says_what_it_reads(self, provider: Any) -> None:
        assert provider.media_types or provider.suffixes, "name the media_types or the suffixes it reads"
        for name in ("media_types", "suffixes"):
            assert not isinstance(getattr(provider, name), str), f"{name} must be a tuple: a comma is missing"
        assert all("/" in media_type and media_type == media_type.lower() for media_type in provider.media_types)
        small = [suffix for suffix in provider.suffixes if suffix.startswith(".") and suffix == suffix.lower()]
        assert small == list(provider.suffixes), "suffixes are in small letters and begin with a dot: files are known by them"

    def test_what_it_lacks_is_one_line(self, provider: Any) -> None:
        said = provider.lacks()
        assert isinstance(said, str)
        assert "\n" not in said

    def test_a_document_becomes_text(self, provider: Any, sample: bytes) -> None:
        document = self.made(provider, sample)
        assert document.text.strip()
        assert self.says in document.text

    def test_the_same_bytes_give_the_same_document(self, provider: Any, sample: bytes) -> None:
        assert self.made(provider, sample) == self.made(provider, sample)

    @pytest.mark.parametrize("odd", ODD_BYTES)
    def test_odd_bytes_give_a_document_or_an_error(self, provider: Any, odd: str) -> None:
        self.survives(provider, ODD_BYTES[odd])

    def test_a_document_cut_short_gives_a_document_or_an_error(self, provider: Any, sample: bytes) -> None:
        for share in (0.1, 0.5, 0.9):
            self.survives(provider, sample[: int(len(sample) * share)])

    def test_a_damaged_document_gives_a_document_or_an_error(self, provider: Any, sample: bytes) -> None:
        chance = random.Random(7)  # noqa: S311  (the same damage every time)
        for _ in range(10):
            damaged = bytearray(sample)
            for _ in range(max(1, len(damaged) // 50)):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            self.survives(provider, bytes(damaged))
