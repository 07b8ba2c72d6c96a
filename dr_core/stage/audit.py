"""audit: the final check of what will be shown; leaves ``verify.json`` and ``verification.md``."""

from __future__ import annotations

import asyncio

from dr_core.report.provenance import FILLED
from dr_core.report.repair import Action
from dr_core.report.unverified import word
from dr_core.report.verification import verification_markdown
from dr_core.run.run import Run
from dr_core.stage.checklist import left_bare, unanswered, without_date, without_figure, without_section
from dr_core.stage.untold import without_first, without_reason
from dr_core.stage.verifiers import Verifiers
from dr_core.state import RunState
from dr_core.types import Problem, Verification

NOBODY = "no verifier had a word on it. Name some in [verify] use"


async def audit(state: RunState, run: Run) -> None:
    """Ask every selected verifier about the files as they are (S1-5), and name what was asked for and not answered."""
    settling = asyncio.create_task(run.disk.settled())
    await asyncio.sleep(0)
    left = _left_unanswered(state)  # while the disk works
    await settling  # a verifier may read the state, too
    state.verifications = []
    for name, one in await Verifiers(run).words_on(run.folder):
        # who only judges single sentences has nothing to say here
        if one.passed is not None or one.counts or name != "judge":
            state.verifications.append(one)
    if not any(one.passed is not None for one in state.verifications):
        state.verifications.append(_nobody())
        run.events.emit("error", stage="audit", text=f"this report has not passed: {NOBODY}")
    unverified = word(state.paragraphs, state.evidence, allowed=run.settings.research.allow_unverified)
    state.verifications += [unverified] if unverified else []
    state.passed = all(verification.passed is not False for verification in state.verifications)
    state.notes["unanswered"] = left
    dumped = [verification.model_dump() for verification in state.verifications]
    run.write_json("verify.json", {"passed": state.passed, "verifications": dumped, "unanswered": left})
    actions = [Action(**action) for action in state.repairs]
    page = verification_markdown(state.verifications, actions, state.verdicts, state.language, left)
    run.write_text("verification.md", page)
    run.events.emit("progress", stage="audit", status="passed" if state.passed else "failed", unanswered=left)


def _left_unanswered(state: RunState) -> list[str]:
    asked = [point for point in state.notes.get("checklist", []) if point not in state.notes.get(FILLED, ())]
    sections = state.plan.sections if state.plan else ()
    points = without_section(unanswered(asked, state.paragraphs, sections), state.paragraphs, sections)
    bare = left_bare(state)
    return list(
        dict.fromkeys(
            [*bare, *without_figure(state, bare), *without_date(state), *without_reason(state), *without_first(state), *points]
        )
    )


def _nobody() -> Verification:
    """What stands in place of the verifiers' words where there are none: what nobody has checked has not passed."""
    return Verification(
        verifier="audit", passed=False, problems=(Problem(where="report.md", text="", reason=NOBODY),), note=NOBODY
    )
