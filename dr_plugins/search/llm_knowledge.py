"""What the run's own model says from memory: the last link of the chain, off unless the user allows it, and never a source."""

from __future__ import annotations

from urllib.parse import quote

from pydantic import BaseModel, Field

from dr_core import AuthFailed, Hit, SearchProvider, SearchTask, option
from dr_core.report.clean import plain
from dr_core.report.unverified import LABEL, UNVERIFIED


class Memory(BaseModel):
    """What a model knows of a subject."""

    statements: list[str] = Field(default_factory=list, max_length=16)


class LlmKnowledge(SearchProvider):
    """Asks the run's model what it knows from memory; labelled "Model knowledge (unverified)", and no support for anything.

    It is asked only where no engine found anything, and only with `--allow-unverified` or where you name it in `[search] use`.
    """

    keyless = False
    sourced = False
    cacheable = False  # what a model says is never used again by another run
    patience = 120.0

    class Options(SearchProvider.Options):
        """How much is asked."""

        max_tokens: int = option(700, ge=64, help="Tokens of one answer at most")
        statements: int = option(8, ge=1, le=16, help="Statements asked for at most")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        """One hit with what the model says; none where it says that it does not know."""
        if limit < 1:
            return []
        about = _line(task.query)
        told = {"query": about, "goal": _line(task.goal), "statements": self.options.statements}
        answer = await self.context.ask("knowledge", told, Memory, max_tokens=self.options.max_tokens)
        if answer is None:
            raise AuthFailed("no model answered", remedy="Select a model (--llm), or raise --max-tokens")
        # no address or citation that it made up may reach a report
        said = [text for statement in answer.statements[: self.options.statements] if (text := plain(statement))]
        if not said:
            return []
        where = f"model://{quote(self.name, safe='')}/memory?query={quote(about[:200], safe='')}"
        return [Hit(title=f"{LABEL}: {about[:120]}", url=where, content="\n\n".join(said), engine=self.name, kind=UNVERIFIED)]


def _line(text: str) -> str:
    return " ".join(text.split())
