"""grounding: sentences held against the words they cite, cited words against sources, the report against what the run wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from dr_core import DRError, Evidence, Paragraph, Problem, Verdict, Verification, Verifier, option
from dr_core.report.asked import checked
from dr_core.report.changed import changes
from dr_core.report.check import check_paragraphs
from dr_core.report.held import miscited, unheld
from dr_core.report.unverified import capped

LARGEST = 256 * 2**20


class Grounding(Verifier):
    """Passes a report in which no sentence is contradicted by what it cites.

    Every cited span must be found, letter for letter, at its place in the saved source, and everything that is shown must be what
    was checked and what the run wrote.
    """

    class Options(Verifier.Options):
        """How much is told."""

        most_problems: int = option(200, help="How many problems are listed one by one; all are counted", ge=1)

    def check(self, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
        """A verdict for every sentence of ``paragraphs``; what a model says from memory supports none."""
        return capped(check_paragraphs(paragraphs, evidence), paragraphs, evidence)

    async def verify_report(self, path: Path) -> Verification:
        """The word on ``path`` with its run folder beside it; without saved sources there is nothing to hold it against."""
        text = _read(path)
        folder = path.parent
        missing = [name for name in ("evidence.jsonl", "paragraphs.jsonl", "sources") if not (folder / name).exists()]
        if missing:
            return Verification(
                verifier=self.name, passed=None, note=f"not applicable: no {missing[0]} beside the report to check it against"
            )
        problems: list[Problem] = []
        evidence = {one.id: one for one in _load(folder / "evidence.jsonl", Evidence, problems)}
        paragraphs = list(_load(folder / "paragraphs.jsonl", Paragraph, problems))
        cited = {one for paragraph in paragraphs for one in paragraph.cite_ids}
        spans = _spans_not_found([evidence[one] for one in sorted(cited) if one in evidence], folder)
        written, note, question = _as_written(text, folder / "state.json", problems)
        verdicts = checked(self.check, paragraphs, evidence, question)
        lowered = _lowered(folder / "claims.json", problems)
        bad = [v for v in verdicts if v.verdict == "contradicted" or (v.paragraph, v.sentence) in lowered]
        unchecked, unshown = unheld(text, paragraphs)
        saved = _saved(folder, {one.source for one in evidence.values()})
        spans += _renamed([evidence[one] for one in sorted(cited) if one in evidence], saved)
        urls = {source: str(known["url"]) for source, known in saved.items() if "url" in known}
        problems += spans
        problems += [Problem(where=f"paragraph {v.paragraph}", text=_short(v.sentence), reason=v.reason) for v in bad]
        # what differs from the run's own words is told once, and best by what the run wrote there
        problems += written or [*unchecked, *unshown, *miscited(text, paragraphs, evidence, urls)]
        counts = {name: sum(v.verdict == name for v in verdicts) for name in ("supported", "unclear", "contradicted")}
        counts = {
            "sentence_count": len(verdicts),
            **{f"{name}_count": count for name, count in counts.items()},
            "span_count": len(cited),
            "span_not_found_count": len(spans),
            "unchecked_paragraph_count": len(unchecked),
            "changed_count": len(written),
        }
        return Verification(
            verifier=self.name,
            passed=not problems,
            counts=counts,
            problems=tuple(problems[: self.options.most_problems]),
            note=note,
        )


def _spans_not_found(cited: Sequence[Evidence], folder: Path) -> list[Problem]:
    """The cited spans that do not stand at their offsets in the saved text of their source."""
    problems: list[Problem] = []
    texts: dict[str, str | None] = {}
    for one in cited:
        if one.source not in texts:
            file = folder / "sources" / f"{one.source}.txt"
            texts[one.source] = _read(file, newline=True) if _is_id(one.source) and file.is_file() else None
        text = texts[one.source]
        if text is None:
            problems.append(
                Problem(where=f"evidence {one.id}", text=_short(one.text), reason=f"its source {one.source} is not saved")
            )
        elif text[one.start : one.end] != one.text:
            reason = f"does not stand in source {one.source} at {one.start}:{one.end}"
            problems.append(Problem(where=f"evidence {one.id}", text=_short(one.text), reason=reason))
    return problems


def _as_written(report: str, state: Path, problems: list[Problem]) -> tuple[list[Problem], str, str]:
    """What of the report is not as the run wrote it, why that could not be told, and the question that the run answered."""
    if not state.is_file():
        told = "only its paragraphs and citations are held, not headings, captions or the box"
        return [], f"no {state.name} beside the report: {told}", ""
    try:
        saved = from_json(_read(state))
        written, run_id, question = (str(saved.get(name) or "") for name in ("final_report", "run_id", "clarified_query"))
    except (ValueError, AttributeError) as exc:
        problems.append(Problem(where=state.name, text="", reason=f"cannot be read as the state of a run: {type(exc).__name__}"))
        return [], "", ""
    if not written:
        return [], f"{state.name} holds no report to compare with", question
    return changes(written, report, run_id), "", question


def _renamed(cited: Sequence[Evidence], saved: Mapping[str, Mapping[str, Any]]) -> list[Problem]:
    """The cited spans that are said to stand under another title than their saved source has: a sentence may name it."""
    return [
        Problem(where=f"evidence {one.id}", text=_short(one.title), reason=f"is not the title of source {one.source}")
        for one in cited
        if one.title and str(saved.get(one.source, {}).get("title", one.title)) != one.title
    ]


def _saved(folder: Path, sources: set[str]) -> dict[str, Mapping[str, Any]]:
    """What is known of saved sources, as far as it was saved."""
    found: dict[str, Mapping[str, Any]] = {}
    for source in sources:
        file = folder / "sources" / f"{source}.json"
        if _is_id(source) and file.is_file():
            try:
                found[source] = {**from_json(_read(file))}
            except (ValueError, TypeError):
                continue  # what such a file says of its source is not needed to check a sentence
    return found


def _is_id(source: str) -> bool:
    """An id is ours and never a path: anything else in its place is not looked for."""
    return bool(source) and all(char.isalnum() or char in "-_" for char in source)


def _lowered(path: Path, problems: list[Problem]) -> set[tuple[str, str]]:
    """The sentences that ``claims.json`` itself calls contradicted (a judge may have lowered them)."""
    if not path.is_file():
        return set()
    try:
        claims = from_json(_read(path))
        return {(str(one["paragraph"]), str(one["sentence"])) for one in claims if one["verdict"] == "contradicted"}
    except (ValueError, TypeError, KeyError) as exc:
        problems.append(Problem(where=path.name, text="", reason=f"cannot be read as claims: {type(exc).__name__}"))
        return set()


def _load(path: Path, model: type[Any], problems: list[Problem]) -> list[Any]:
    found = []
    for at, line in enumerate(_read(path).split("\n"), start=1):
        if line.strip():
            try:
                found.append(model.model_validate_json(line))
            except ValidationError as exc:
                problems.append(
                    Problem(
                        where=f"{path.name}, line {at}",
                        text=_short(line),
                        reason=f"is no {model.__name__.lower()}: {exc.errors()[0]['msg']}",
                    )
                )
    return found


def _read(path: Path, *, newline: bool = False) -> str:
    """The text of a file as it was saved: line ends count, because spans are offsets."""
    try:
        if path.exists() and not path.is_file():
            raise DRError(f"{path} is no regular file", remedy="Give the folder of a run")
        if path.stat().st_size > LARGEST:
            raise DRError(f"{path} is larger than {LARGEST // 2**20} MiB", remedy="Give the folder of a run")
        return path.read_bytes().decode("utf-8" if newline else "utf-8-sig", "replace")
    except OSError as exc:
        raise DRError(f"cannot read {path}: {exc.strerror or exc}", remedy="Give the path of a report in markdown") from exc


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:117] + "..."
