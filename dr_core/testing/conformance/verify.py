"""The promises of a verifier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dr_core.errors import DRError
from dr_core.testing.conformance.base import Conformance, conforms
from dr_core.testing.sample import SAMPLE_MARKDOWN, sample_evidence, sample_report
from dr_core.types import Verdict, Verification

ODD_FILES = {
    "empty": b"",
    "blank": b"\n\n  \n",
    "binary": bytes(range(256)) * 8,
    "half utf-8": "熱泵".encode()[:4],
    "json": b'{"a": [1, 2',
    "long line": b"a" * 200_000,
    "only references": b"## References\n\n[1] x - https://example.org/\n",
}


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class VerifierConformance(Conformance):
    """Give a fixture ``provider``; a fixture ``report`` may give the path of a finished report (by default a small one)."""

    kind = "verify"

    @pytest.fixture
    def report(self, tmp_path: Path) -> Path:
        """A finished report in a folder of its own."""
        folder = tmp_path / "run"
        folder.mkdir()
        path = folder / "report.md"
        path.write_text(SAMPLE_MARKDOWN, encoding="utf-8")
        return path

    def checked(self, word: Any) -> Verification:
        """A verifier's word, checked."""
        assert isinstance(word, Verification), f"a {type(word).__name__} was returned, not a Verification"
        assert word.verifier, "a verification names its verifier"
        assert word.passed in (True, False, None)
        if word.passed is False:
            assert word.problems or word.counts, "it failed and does not say why"
        return word

    @conforms
    async def test_it_has_a_word_on_a_report(self, provider: Any, report: Path) -> None:
        self.checked(await provider.verify_report(report))

    @conforms
    async def test_files_are_only_read(self, provider: Any, report: Path) -> None:
        before = _files(report.parent)
        self.checked(await provider.verify_report(report))
        assert _files(report.parent) == before

    @conforms
    async def test_the_same_report_gets_the_same_word(self, provider: Any, report: Path) -> None:
        assert await provider.verify_report(report) == await provider.verify_report(report)

    @pytest.mark.parametrize("file", ["missing", "folder", *ODD_FILES])
    @pytest.mark.parametrize("method", ["verify_report", "verify_paragraphs_jsonl"])
    def test_an_odd_file_is_an_error_or_a_failure_never_a_crash(
        self, provider: Any, tmp_path: Path, file: str, method: str
    ) -> None:
        folder = tmp_path / "odd"
        folder.mkdir()
        path = folder / ("report.md" if method == "verify_report" else "paragraphs.jsonl")
        if file == "folder":
            path.mkdir()
        elif file != "missing":
            path.write_bytes(ODD_FILES[file])

        @conforms
        async def check(self: VerifierConformance, provider: Any) -> None:
            try:
                self.checked(await getattr(provider, method)(path))
            except DRError as error:
                assert "\n" not in str(error), "an error is one line"

        check(self, provider=provider)

    def test_verdicts_are_about_the_paragraphs_it_was_given(self, provider: Any) -> None:
        paragraphs = [paragraph for section in sample_report().sections for paragraph in section.paragraphs]
        verdicts = provider.check(paragraphs, sample_evidence())
        assert isinstance(verdicts, list)
        assert all(isinstance(verdict, Verdict) for verdict in verdicts)
        assert {verdict.paragraph for verdict in verdicts} <= {paragraph.id for paragraph in paragraphs}
        assert provider.check([], {}) == []
        assert isinstance(provider.check(paragraphs, {}), list), "paragraphs that cite nothing known must not be a crash"
