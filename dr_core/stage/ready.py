"""While a model plans: what later stages need is loaded and prepared, since nobody would be asked anything meanwhile then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dr_core.errors import DRError
from dr_core.run.prompt import read_ahead
from dr_core.run.run import Run
from dr_core.run.schema import schema_of
from dr_core.run.task import Task
from dr_core.stage.extractive.facet import asked, votes
from dr_core.stage.extractive.measure import measures
from dr_core.stage.focus import topic
from dr_core.state import RunState
from dr_core.thread import in_thread
from dr_core.types import Hit

LATER = ("extract", "reflect", "analyse", "chart", "draft", "verify", "write", "audit")
"""The stages that are imported while a model plans: each would be when it begins, and the run would wait for it."""


async def make_ready(hits: Sequence[Hit], state: RunState, run: Run) -> None:
    """Load the later stages and the verifiers, and do once what is done at their first use."""
    tasks: list[Task[Any]] = []
    for stage in LATER:  # not in a thread: an import there can meet another one half way
        module = import_module(f"dr_core.stage.{stage}")
        tasks += [one for one in vars(module).values() if isinstance(one, Task)]
        await asyncio.sleep(0)
    await in_thread(lambda: _once(state.clarified_query, hits, tasks, run.settings.prompts), "dr-ready")
    for name in run.settings.verify.use:
        with suppress(DRError):  # one that is broken is told of where it is asked
            run.provider("verify", name)


def _once(question: str, hits: Sequence[Hit], tasks: Sequence[Task[Any]], prompts: Path | None) -> None:
    """Do now what is done once, at its first use: later nobody would be asked anything meanwhile."""
    for task in tasks:
        answer: type[BaseModel] = task.answer
        schema_of(answer)
    read_ahead("charts", "draft", "summary", folder=prompts)
    asked(question)
    topic(question)
    measures("1")  # the pattern of all units takes 30 ms to make
    for hit in hits:  # their words are those of the pages that will be weighed
        votes(hit.title, hit.snippet)
