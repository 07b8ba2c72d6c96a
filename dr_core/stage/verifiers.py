"""The selected verifiers as a run asks them: one that fails has no further word, is named, and the report has not passed.

What a verifier does wrong may not pass for "nothing is wrong", nor cost the report: the others go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from dr_core.errors import DRError, RunError
from dr_core.interfaces import Verifier
from dr_core.report.asked import checked
from dr_core.report.unverified import capped
from dr_core.run.plugin_call import Wanted, call_plugin, call_sync, fault, patience
from dr_core.run.retry import record
from dr_core.run.run import Run
from dr_core.types import Evidence, Paragraph, Problem, Verdict, Verification

WORST = {"supported": 0, "unclear": 1, "contradicted": 2}
BROKEN = "broken_verifiers"
"""Where the state's notes hold which verifiers failed, and why."""


class Verifiers:
    """The verifiers of one run; ``afresh``: those that failed before are asked again."""

    def __init__(self, run: Run, *, afresh: bool = False) -> None:
        self._run = run
        if afresh:
            run.state.notes[BROKEN] = {}
        self._broken: dict[str, str] = run.state.notes.setdefault(BROKEN, {})
        self._found: dict[str, Verifier] = {}
        for name in run.settings.verify.use:
            try:
                found = run.provider("verify", name)
                assert isinstance(found, Verifier)
                self._found[name] = found
            except DRError as error:
                self._failed(name, error)

    def check(self, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
        """The verdicts of all verifiers; where they differ on a sentence the worse one holds. A sentence may weigh its sources by
        what the question gives."""
        return checked(self._check, paragraphs, evidence, self._run.state.clarified_query)

    def _check(self, paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]) -> list[Verdict]:
        worst: dict[tuple[str, str], Verdict] = {}
        for name, verifier in self._working():
            try:
                found = call_sync(
                    verifier,
                    self._run.settings,
                    "check",
                    partial(verifier.check, paragraphs, evidence),
                    wanted=Wanted(Verdict, many=True),
                )
            except DRError as error:
                self._failed(name, error)
                continue
            for verdict in found:
                key = (verdict.paragraph, verdict.sentence)
                if key not in worst or WORST[verdict.verdict] > WORST[worst[key].verdict]:
                    worst[key] = verdict
        return capped(worst.values(), paragraphs, evidence)

    async def judge(
        self, doubtful: Sequence[Verdict], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]
    ) -> list[Verdict]:
        """The second words of all verifiers on sentences that were found unclear."""
        words: list[Verdict] = []
        for name, verifier in self._working() if doubtful else ():
            try:
                words += await call_plugin(
                    verifier,
                    self._run.settings,
                    "judge",
                    partial(verifier.judge, doubtful, paragraphs, evidence),
                    seconds=patience(self._run, self._run.settings.verify.deadline),
                    wanted=Wanted(Verdict, many=True),
                )
            except RunError:
                raise  # the run's own record, not the verifier
            except DRError as error:
                self._failed(name, error)
        return words

    async def words_on(self, folder: Path) -> list[tuple[str, Verification]]:
        """What each verifier says of the files of a run; a failed check in place of one that is broken."""
        words: list[tuple[str, Verification]] = []
        files = {"verify_report": folder / "report.md", "verify_paragraphs_jsonl": folder / "paragraphs.jsonl"}
        kept = {path: path.read_bytes() for path in files.values() if path.is_file()}
        for name, verifier in self._working():
            for method, path in files.items():
                try:
                    word = await call_plugin(
                        verifier,
                        self._run.settings,
                        method,
                        partial(getattr(verifier, method), path),
                        seconds=patience(self._run, self._run.settings.verify.deadline),
                        wanted=Wanted(Verification),
                    )
                    if changed := _restored(kept):
                        raise fault(verifier, self._run.settings, f"its {method} changed {changed}, which is only to be read")
                except DRError as error:
                    _restored(kept)
                    self._failed(name, error)
                    break
                words.append((name, word))
        return words + [(name, _not_passed(name, why)) for name, why in self._broken.items()]

    def _working(self) -> list[tuple[str, Verifier]]:
        return [(name, verifier) for name, verifier in self._found.items() if name not in self._broken]

    def _failed(self, name: str, error: DRError) -> None:
        stage = self._run.stage
        self._broken[name] = str(error)
        self._run.state.errors.append(record(error, f"{stage}/{name}"))
        self._run.events.emit("error", stage=stage, text=f"{name} has no word on this report. {error}", verifier=name)


def _restored(kept: Mapping[Path, bytes]) -> str:
    """The first of these files that is not what it was, after all of them are again."""
    changed = [path for path, content in kept.items() if not path.is_file() or path.read_bytes() != content]
    for path in changed:
        path.write_bytes(kept[path])
    return changed[0].name if changed else ""


def _not_passed(name: str, why: str) -> Verification:
    return Verification(verifier=name, passed=False, problems=(Problem(where=name, text="", reason=why),), note=why)
