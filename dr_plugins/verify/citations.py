"""citations: every paragraph of a report ends in a citation, and every citation leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from dr_core import DRError, Problem, Verification, Verifier, option
from dr_core.report.citation import CitedParagraph, ParsedReport, parse_report

LARGEST = 64 * 2**20
"""Bytes of a file that is read; a report of this size is not one."""
KINDS = ("prose", "table", "list")


class Citations(Verifier):
    """Passes a report whose every paragraph ends in a citation, and whose every citation has its reference.

    Each line of ``paragraphs.jsonl`` beside it must name existing evidence.
    """

    class Options(Verifier.Options):
        """How much is told."""

        most_problems: int = option(200, help="How many problems are listed one by one; all are counted", ge=1)

    async def verify_report(self, path: Path) -> Verification:
        """The word on ``path``, together with the ``paragraphs.jsonl`` beside it where there is one."""
        report = parse_report(read(path))
        problems = _report_problems(report)
        beside = path.parent / "paragraphs.jsonl"
        lines = await self.verify_paragraphs_jsonl(beside) if beside.is_file() else None
        counts = _counts(report) | {"invalid_cite_ids_count": lines.counts["invalid_cite_ids_count"] if lines else 0}
        checks = {  # S1-5
            "report_passed": bool(report.paragraphs) and not counts["paragraph_without_citation_count"] and not report.unknown,
            "paragraphs_jsonl_cite_ids_passed": lines is None or lines.passed is True,
            "paragraph_end_citation_passed": not counts["paragraph_end_citation_missing_count"],
        }
        return Verification(
            verifier=self.name,
            passed=all(checks.values()),
            checks=checks,
            counts=counts,
            problems=tuple([*problems, *(lines.problems if lines else ())][: self.options.most_problems]),
            note="" if lines else "no paragraphs.jsonl beside the report: checked by its markdown alone",
        )

    async def verify_paragraphs_jsonl(self, path: Path) -> Verification:
        """The word on ``paragraphs.jsonl``: each line an object with id, section, text, kind and cite ids that exist."""
        evidence = path.parent / "evidence.jsonl"
        known = _ids(read(evidence)) if evidence.is_file() else None
        problems: list[Problem] = []
        seen: set[str] = set()
        lines = 0
        invalid = 0
        for at, item in enumerate(_objects(read(path)), start=1):
            lines += 1
            wrong = _line_problem(item, known, seen)
            if wrong:
                invalid += "cite" in wrong
                text = str((item or {}).get("text", ""))
                problems.append(Problem(where=f"{path.name}, line {at}", text=_short(text), reason=wrong))
        if not lines:
            problems.append(Problem(where=path.name, text="", reason="holds no paragraph"))
        return Verification(
            verifier=self.name,
            passed=not problems,
            counts={"paragraph_count": lines, "invalid_cite_ids_count": invalid},
            problems=tuple(problems[: self.options.most_problems]),
            note="" if known is not None else "no evidence.jsonl beside it: ids are checked for presence only",
        )


def read(path: Path) -> str:
    """The text of a file to verify; what cannot be read is an error with a name."""
    try:
        if path.stat().st_size > LARGEST:
            raise DRError(f"{path} is larger than {LARGEST // 2**20} MiB", remedy="Give the report's own markdown file")
        return path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as exc:
        raise DRError(f"cannot read {path}: {exc.strerror or exc}", remedy="Give the path of a report in markdown") from exc


def _report_problems(report: ParsedReport) -> list[Problem]:
    problems = [] if report.paragraphs else [Problem(where="report", text="", reason="holds no paragraph")]
    for paragraph in report.paragraphs:
        if not paragraph.cited:
            problems.append(
                _problem(paragraph, "has no citation in it or in its caption" if paragraph.role == "table" else "has no citation")
            )
        elif not paragraph.ends:
            problems.append(_problem(paragraph, "does not end in a citation"))
    problems += [
        Problem(where="references", text=f"[{number}]", reason="is cited and stands in no reference list")
        for number in report.unknown
    ]
    return problems


def _problem(paragraph: CitedParagraph, reason: str) -> Problem:
    where = f"line {paragraph.line}" + (f", {paragraph.section}" if paragraph.section else "")
    return Problem(where=where, text=_short(paragraph.text), reason=reason)


def _counts(report: ParsedReport) -> dict[str, int]:
    return {
        "paragraph_count": len(report.paragraphs),
        "paragraph_without_citation_count": sum(not paragraph.cited for paragraph in report.paragraphs),
        "paragraph_end_citation_missing_count": sum(not paragraph.ends for paragraph in report.paragraphs),
        "citation_count": report.citation_count,
        "reference_count": len(report.references),
        "unknown_reference_count": len(report.unknown),
    }


def _line_problem(item: dict[str, Any] | None, known: frozenset[str] | None, seen: set[str]) -> str:
    if item is None:
        return "is no JSON object"
    for field in ("id", "section", "text", "kind"):
        if not isinstance(item.get(field), str) or (field in ("id", "text") and not item[field].strip()):
            return f"has no {field}"
    if item["id"] in seen:
        return f"repeats the id {item['id']}"
    seen.add(item["id"])
    if item["kind"] not in KINDS:
        return f"is of the unknown kind {item['kind']!r}"
    ids = item.get("cite_ids")
    if not isinstance(ids, list) or not ids or not all(isinstance(one, str) and one for one in ids):
        return "has no valid cite_ids"
    missing = [one for one in ids if known is not None and one not in known]
    return f"cites {missing[0]}, which is no evidence of this run" if missing else ""


@lru_cache(maxsize=1)  # a report is looked at and then its paragraphs, with the same evidence
def _ids(text: str) -> frozenset[str]:
    """The ids in a JSON lines file of evidence."""
    return frozenset(str(item.get("id")) for item in _objects(text) if item)


def _objects(text: str) -> Iterator[dict[str, Any] | None]:
    """The objects of a JSON lines file; None for a line that holds none."""
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            value = from_json(line)
        except ValueError:
            value = None
        yield value if isinstance(value, dict) else None


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:117] + "..."
