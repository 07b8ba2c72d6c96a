"""Result: what a finished run hands back (S3-5), to Python, to notebooks, and as the one object of ``dr run --json``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from dr_core.errors import VerificationFailed
from dr_core.report.inline import with_pictures
from dr_core.report.left_out import left_out
from dr_core.report.provenance import searches, silent, steps_ok
from dr_core.report.unverified import UNVERIFIED
from dr_core.report.vain import in_vain
from dr_core.stage.render import WRITTEN
from dr_core.state import RunState, StageUse
from dr_core.types import Verification


class Metrics(BaseModel):
    """What a run took. ``cost`` is None where a price is unknown."""

    seconds: float
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    searches: int
    pages: int
    steps_ok_ratio: float
    cost: float | None
    stages: dict[str, StageUse] = {}
    """What the model calls of each stage used, by the stage's name."""
    estimate: dict[str, Any] | None = None
    """What was expected before the run; None where it had no model."""


class Source(BaseModel):
    """A source that was read."""

    id: str
    title: str
    url: str
    published: str = ""
    cited: bool


class Result(BaseModel):
    """What came of a question."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    status: str
    exit_code: int
    title: str
    run_dir: str
    report_path: str
    files: list[str] = []
    """The report in every form it was written in; ``report_path`` is the first."""
    passed: bool | None
    learnings: list[str]
    sources: list[Source]
    left_out: dict[str, dict[str, Any]] = {}
    """What each engine could not search (damaged files, types that are not read): ``count``, and ``first`` with the reasons."""
    fallbacks: list[dict[str, Any]] = []
    """The steps that were done without a model although one was asked: ``task``, ``reason``; ``budget`` where that was spent or
    too small."""
    models_silent: dict[str, str] = {}
    """The models that were asked and never answered, and why."""
    unmentioned: list[str] = []
    """What the question is about and no source mentions: the report may not answer it."""
    images: list[dict[str, str]]
    citations: dict[str, int]
    verification: dict[str, Any]
    metrics: Metrics
    final_report: str

    @classmethod
    def of(cls, state: RunState, folder: Path) -> Result:
        """The result of a run that ended with a report."""
        from dr_core.stage.unmentioned import missing_subject  # reads words of many languages: not needed to import the package

        cited = set(state.cited) if state.cited is not None else _cited(state)
        real = {page.id for page in state.sources.values() if page.kind != UNVERIFIED}  # a model's memory is no source
        images = [{"url": image, "source": page.id} for page in state.sources.values() for image in page.images]
        images += [{"url": figure.path, "source": "figure"} for figure in state.figures]
        usage = state.usage
        return cls(
            run_id=state.run_id,
            status=state.status,
            exit_code=exit_code(state),
            title=state.plan.research_title if state.plan else "",
            run_dir=str(folder),
            report_path=str(folder / "report.md"),
            files=[str(folder / name) for name in state.notes.get(WRITTEN, [])],
            passed=state.passed,
            learnings=[finding.text for finding in state.gathered_info],
            sources=[
                Source(id=page.id, title=page.title, url=page.url, published=page.published, cited=page.id in cited)
                for page in state.sources.values()
            ],
            left_out=left_out(state),
            fallbacks=state.notes.get("fallbacks", []),
            models_silent=silent(state),
            unmentioned=missing_subject(state),
            images=images,
            citations={"cited": len(cited & real), "total": len(real)},
            verification=_verification(state.verifications),
            metrics=Metrics(
                seconds=float(state.notes.get("seconds", 0.0)),
                model_calls=sum(int(told["calls"]) for told in state.models.values()),
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                searches=searches(state),
                pages=len(state.sources),
                steps_ok_ratio=round(steps_ok(state), 4),
                cost=usage.usd if state.models else 0.0,
                stages=state.used_by_stage,
                estimate=state.notes.get("estimate"),
            ),
            final_report=state.final_report,
        )

    def as_json(self) -> dict[str, Any]:
        """The object that ``dr run --json`` ends with; the report itself is in its file."""
        return self.model_dump(exclude={"final_report"})

    def raise_for_verification(self) -> Result:
        """The result itself, or ``VerificationFailed`` where the report did not pass its checks, or had none."""
        if self.passed is None:
            raise VerificationFailed(
                f"the report of run {self.run_id} was not verified", remedy=f"Check it: dr verify {self.run_dir}"
            )
        if self.passed is False:
            failed = ", ".join(name for name, told in self.verification.items() if told["passed"] is False)
            where = str(Path(self.run_dir) / "verification.md")
            raise VerificationFailed(f"the report of run {self.run_id} did not pass ({failed})", remedy=f"See {where}")
        return self

    def _repr_markdown_(self) -> str:
        return with_pictures(self.final_report, Path(self.run_dir))

    def _repr_html_(self) -> str:
        from dr_core.report.html import safe_html

        return safe_html(self._repr_markdown_())


def empty_result(folder: Path | None, *, status: str, exit_code: int) -> dict[str, Any]:
    """What ``dr run --json`` says of a run that ended without a report: the same keys, and nothing in them."""
    nothing: dict[str, Any] = {
        "run_id": folder.name if folder else "",
        "status": status,
        "exit_code": exit_code,
        "title": "",
        "run_dir": str(folder) if folder else "",
        "report_path": "",
        "files": [],
        "passed": None,
        "learnings": [],
        "sources": [],
        "left_out": {},
        "fallbacks": [],
        "models_silent": {},
        "unmentioned": [],
        "images": [],
        "citations": {"cited": 0, "total": 0},
        "verification": {},
        "metrics": dict.fromkeys(Metrics.model_fields),
    }
    return nothing


def exit_code(state: RunState) -> int:
    """The exit code of a run that ended with a report: 3 where it did not pass, 4 where the models that were to write it did
    nothing of it."""
    if state.passed is False:
        return 3
    return 4 if in_vain(state) else 0


def _cited(state: RunState) -> set[str]:
    """The sources that are shown as cited, where the write stage left no word: another one took its place, or an older dr ran."""
    from dr_core.report.compose import marked, shown_cites  # reads numbers and names: not needed to import the package

    shown = (marked(item, (), state.evidence, state.language) for item in state.paragraphs)
    drawn = (cite for figure in state.figures for cite in figure.cite_ids)
    return {state.evidence[cite].source for cite in (*shown_cites(shown), *drawn)}


def _verification(verifications: list[Verification]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for verification in verifications:
        known = merged.setdefault(verification.verifier, {"passed": None, "counts": {}, "problems": 0})
        if verification.passed is not None:
            known["passed"] = verification.passed and known["passed"] is not False
        known["counts"] |= verification.counts
        known["problems"] += len(verification.problems)
    return merged
