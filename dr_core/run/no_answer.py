"""What is said where models cannot answer: none of them works, or a prompt is more than one takes."""

from __future__ import annotations

from collections.abc import Sequence

from dr_core.errors import DRError, ModelFailed, NoModel


def no_model(errors: Sequence[DRError], *, can_do_without: bool) -> NoModel:
    """The one line about models of which none can work."""
    said = "; ".join(error.message for error in errors)
    remedies = [error.remedy for error in errors] + ['Or run without a model: --llm ""'] * can_do_without
    several = "none of the models can be asked: " if len(errors) > 1 else ""
    return NoModel(several + said, remedy=". ".join(dict.fromkeys(filter(None, remedies))))


def too_long(name: str, task: str, takes: int) -> ModelFailed:
    """The error for a prompt that a model cannot take. It is not sent: some servers cut off its beginning without a word."""
    failure = ModelFailed(
        f"the task '{task}' does not fit into the {takes:,} tokens of {name}",
        remedy=f"Raise context_tokens of {name} if it takes more",
    )
    failure.retryable = False
    return failure
