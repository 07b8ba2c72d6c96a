"""Providers of every kind that misbehave in one way each: ``broken_kit:RenderExits`` and the like."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from dr_core import (
    Clarifier,
    Hit,
    ModelAnswer,
    ModelProvider,
    ModelRequest,
    ProviderError,
    Renderer,
    Report,
    Sandbox,
    SearchProvider,
    SearchTask,
    StateMachine,
    Verdict,
    Verification,
    Verifier,
    option,
)
from dr_core.text import sentences

TABLE = "\n".join(
    ["| Year | Heat pumps sold (thousand) |", "|---|---|", "| 2019 | 40 |", "| 2020 | 55 |", "| 2021 | 70 |", "| 2022 | 95 |"]
)
PAGE = (
    "Heat pumps move heat instead of making it. In Norway 60 percent of households had a heat pump in 2022. "
    "Field studies measured a coefficient of performance of 2.7 in cold climates.\n\n## Heat pumps sold\n\n" + TABLE + "\n\n"
    "Heat pumps work well in cold climates where houses are insulated, and they cut the heating bill of a household by half. "
) * 2


class _Doubts(Verifier):
    """Finds every sentence unclear, and so is asked for a second word."""

    async def verify_report(self, path: Path) -> Verification:
        return Verification(verifier=self.name, passed=True)

    def check(self, paragraphs: Any, evidence: Any) -> list[Verdict]:
        return [
            Verdict(paragraph=one.id, sentence=one.text[span.start : span.end], verdict="unclear")
            for one in paragraphs
            for span in sentences(one.text)
        ]


METHODS: dict[str, tuple[type[Any], str]] = {
    "Search": (SearchProvider, "search"),
    "Llm": (ModelProvider, "complete"),
    "Sandbox": (Sandbox, "execute_python"),
    "Clarify": (Clarifier, "assess"),
    "Verify": (Verifier, "verify_report"),
    "Judge": (_Doubts, "judge"),
    "Render": (Renderer, "render"),
}


def _raising(error: BaseException) -> Any:
    async def method(self: Any, *given: Any, **named: Any) -> Any:
        raise error

    return method


async def _nothing(self: Any, *given: Any, **named: Any) -> Any:
    return None


async def _for_ever(self: Any, *given: Any, **named: Any) -> Any:
    await asyncio.Event().wait()


async def _deaf(self: Any, *given: Any, **named: Any) -> Any:
    """Cannot be cancelled, until the test says so."""
    while not RELEASED.is_set():
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.05)
        except BaseException:  # what a careless retry loop does
            continue


class _Flag:
    def __init__(self) -> None:
        self.value = False

    def set(self) -> None:
        self.value = True

    def clear(self) -> None:
        self.value = False

    def is_set(self) -> bool:
        return self.value


RELEASED = _Flag()
WAYS: dict[str, Any] = {
    "Raises": _raising(ValueError("boom")),
    "Nothing": _nothing,
    "Hangs": _for_ever,
    "Exits": _raising(SystemExit(7)),
    "Cancels": _raising(asyncio.CancelledError()),
    "Ends": _raising(BaseException("the end")),
    "Late": _raising(TimeoutError()),
    "Deaf": _deaf,
    "Sync": lambda self, *given, **named: [],
    "Group": _raising(ExceptionGroup("group", [ValueError("inner")])),
}
for _kind, (_base, _method) in METHODS.items():
    for _way, _how in WAYS.items():
        _more = {"suffix": ".xyz"} if _base is Renderer else {}
        globals()[_kind + _way] = type(
            _kind + _way, (_base,), {"__doc__": "Broken.", "__module__": __name__, _method: _how, **_more}
        )


class Good(SearchProvider):
    """Finds one page."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        return [Hit(title="Heat pumps", url="https://shelf.example/a", content=PAGE)]


class ClosesNever(Good):
    """Does not close."""

    async def aclose(self) -> None:
        await asyncio.Event().wait()


class Blocks(Good):
    """Sleeps as no coroutine may."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        time.sleep(0.05)
        return await super().search(task, limit)


class Talks(Good):
    """Logs its key."""

    class Options(SearchProvider.Options):
        api_key: SecretStr = option(SecretStr("k3y-of-Talks"), help="A key")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        key = self.options.api_key.get_secret_value()
        self.context.log.warning("asked with %s", key)
        self.context.log.warning("asked %d times", key)
        try:
            raise KeyError(key)
        except KeyError:
            self.context.log.exception("it failed")
        return await super().search(task, limit)


class Lacks(ModelProvider):
    """Has no key."""

    def lacks(self) -> str:
        return "Set LACKS_KEY"

    async def complete(self, request: ModelRequest, on_delta: Any = None) -> ModelAnswer:
        return ModelAnswer(text="", model="lacks")


class Chats(ModelProvider):
    """Tells its model nothing of the shape that an answer must have."""

    async def complete(self, request: ModelRequest, on_delta: Any = None) -> ModelAnswer:
        return ModelAnswer(text="Hello!", model="chats")


class Leaks(SearchProvider):
    """Says its key in its errors, as HTTP clients do."""

    class Options(SearchProvider.Options):
        """One key."""

        api_key: SecretStr = option(SecretStr("k3y/of mine"), help="The key")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        key = self.options.api_key.get_secret_value()
        raise ProviderError(f"401 for 'https://api.example/?q=x&api_key=k3y%2Fof+mine', header {key}")


class ChecksBadly(Verifier):
    """Fails sentence by sentence."""

    async def verify_report(self, path: Path) -> Verification:
        return Verification(verifier=self.name, passed=True)

    def check(self, paragraphs: Any, evidence: Any) -> Any:
        raise LookupError("no such sentence")


class ChecksNothing(Verifier):
    """Gives nothing where verdicts are wanted."""

    async def verify_report(self, path: Path) -> Verification:
        return Verification(verifier=self.name, passed=True)

    def check(self, paragraphs: Any, evidence: Any) -> Any:
        return None


class _Text(Renderer):
    """Writes its own name."""

    suffix = ".txt"

    async def render(self, report: Report, folder: Path) -> bytes:
        return type(self).__name__.encode()


class TextA(_Text):
    """Text."""


class TextB(_Text):
    """Text."""


class AsJson(_Text):
    """JSON."""

    suffix = ".json"


class AsMarkdown(_Text):
    """Markdown."""

    suffix = ".md"


class NoDot(_Text):
    """A suffix without a dot."""

    suffix = "txt"


class Climbs(_Text):
    """A suffix that is a path."""

    suffix = "/../../evil.txt"


class GivesText(Renderer):
    """A str in place of bytes."""

    suffix = ".xyz"

    async def render(self, report: Report, folder: Path) -> Any:
        return "text"


class StageRaises(StateMachine):
    """Its own stage fails."""

    async def extract(self, state: Any) -> None:
        raise KeyError("mine")


class StageExits(StateMachine):
    """Its own stage wants to end the program."""

    async def extract(self, state: Any) -> None:
        raise SystemExit(7)


class NoCache(StateMachine):
    """Leaves the last stage out."""

    closing = StateMachine.closing[:-1]


class NoWrite(StateMachine):
    """Writes nothing."""

    closing = tuple(group for group in StateMachine.closing if "write" not in group and "audit" not in group)


class Scribbles(Verifier):
    """Writes into the report that it is to read."""

    async def verify_report(self, path: Path) -> Verification:
        path.write_text("mine", encoding="utf-8")
        return Verification(verifier="scribbles", passed=True)


class Deletes(Verifier):
    """Takes the report away, and fails."""

    async def verify_report(self, path: Path) -> Verification:
        path.unlink()
        raise ValueError("gone")
