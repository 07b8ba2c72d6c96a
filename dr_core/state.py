"""RunState: everything a run knows, saved after every stage."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticSerializationError, to_json

from dr_core.types import Evidence, Figure, Finding, Hit, Page, Paragraph, Plan, Problem, SearchTask, Usage, Verdict, Verification

STATE_VERSION = 1


class ErrorRecord(BaseModel):
    """An error as it is kept (S0-16)."""

    error: str
    category: str
    retry_count: int = 0
    step: str = ""


class Step(BaseModel):
    """A stage that ran: which, in which round, how it ended, how long it took."""

    stage: str
    round: int = 0
    status: Literal["complete", "skipped", "failed"] = "complete"
    seconds: float = 0.0
    note: str = ""


class StageUse(BaseModel):
    """What the model calls of one stage used; ``usd`` is None where the price of one of them is unknown."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = 0.0

    @property
    def tokens(self) -> int:
        """Both ways together."""
        return self.prompt_tokens + self.completion_tokens


class Brought(BaseModel):
    """A call to a reader fallback: whose, for which page, and why it failed (empty: the page was read)."""

    by: str
    url: str
    error: str = ""


class Round(BaseModel):
    """The word of the reflect stage on one round (S2-7)."""

    iteration: int
    is_sufficient: bool
    overall_score: float = Field(ge=1, le=10)
    gaps: list[str] = []
    next_queries: list[SearchTask] = []
    reasoning: str = ""
    section_coverage: dict[str, float] = {}
    new_sources: int = 0
    new_evidence: int = 0


class RunState(BaseModel):
    """What a run knows. The first block is the workflow's (S0-2), the second the shared state of the loop (S2-2).

    What lists of runs show comes first, so that they need not read the rest (``store.state_head``).
    """

    model_config = ConfigDict(extra="forbid", validate_assignment=True)

    version: int = STATE_VERSION
    run_id: str = ""
    status: Literal["running", "complete", "partial", "failed"] = "running"
    current_step: str = ""
    passed: bool | None = None
    steps: list[Step] = []
    iterations: list[Round] = []
    errors: list[ErrorRecord] = []

    original_query: str
    clarified_query: str = ""
    is_clarified: bool = False
    pending_question: str = ""
    sections: list[str] = []
    gathered_info: list[Finding] = []
    visited_sources: list[str] = []
    iteration_count: int = 0
    max_iterations: int = Field(default=3, ge=1, le=10)
    is_sufficient: bool = False
    current_queries: list[SearchTask] = []
    final_report: str = ""

    done: list[str] = []
    """The stages that are finished in this pass; a resumed run goes on with the first that is not."""
    journal_entry: int = 0
    """The last journal entry this state stands on."""
    language: str = ""
    today: str = ""
    assumptions: list[str] = []
    notices: list[str] = []
    focuses: list[str] = []
    edition: int = 0
    """How often the focuses were changed after the plan."""
    plan: Plan | None = None
    synthesis: dict[str, list[str]] = {}
    section_coverage: dict[str, float] = {}
    asked_queries: list[SearchTask] = []
    hits: list[Hit] = []
    unread: dict[str, str] = {}
    brought: dict[str, Brought] = {}
    """The calls to reader fallbacks, by their positions in the journal."""
    sources: dict[str, Page] = {}
    evidence: dict[str, Evidence] = {}
    analysis: list[Paragraph] = []
    figures: list[Figure] = []
    paragraphs: list[Paragraph] = []
    verdicts: list[Verdict] = []
    repairs: list[dict[str, Any]] = []
    dropped: list[Problem] = []
    cited: list[str] | None = None
    """The sources that the report shows as cited; None where no report was composed yet."""
    verifications: list[Verification] = []
    engines: dict[str, dict[str, Any]] = {}
    models: dict[str, dict[str, Any]] = {}
    usage: Usage = Usage()
    used_by_stage: dict[str, StageUse] = {}
    notes: dict[str, Any] = {}
    """Room for stages of third parties: JSON values under names of their own."""


def drop_unsavable(notes: dict[str, Any]) -> str:
    """Take out of notes what is no JSON value, which would keep the state from being saved; the first of it, for people."""
    told = ""
    for name, value in list(notes.items()):
        try:
            to_json({name: value})
        except (PydanticSerializationError, ValueError, RecursionError):
            del notes[name]
            told = told or f"state.notes[{name!r}] ({type(value).__name__})"
    return told
