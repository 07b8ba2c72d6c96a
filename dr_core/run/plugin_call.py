"""One call to a plugin: with a deadline, its answer checked, and whatever it does wrong told in one line that names it.

The call is a task of its own. So a ``CancelledError`` that the plugin raises by itself is told from somebody who cancels us, and
a plugin that refuses to be cancelled is left behind after a short grace instead of holding everybody up. Ctrl-C stays Ctrl-C.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic import ValidationError

from dr_core import registry
from dr_core.errors import AuthFailed, Category, DRError, PluginBroken
from dr_core.interfaces import Provider
from dr_core.run.plugin_key import key_remedy
from dr_core.run.plugin_secret import masked
from dr_core.run.stubborn import Call

if TYPE_CHECKING:
    from dr_core.run.base import RunBase
    from dr_core.settings import Settings

log = logging.getLogger("dr.kernel")

GRACE = 3.0
"""Seconds that a cancelled call is given to clean up, before it is left behind."""
LEAST = 10.0
"""Seconds that what makes a report out of finished work may take, also where the budget of seconds is spent."""
BLOCKED = 2.0
"""Seconds for which a call may keep the event loop, and all the other calls in it, from going on."""
WAITING = ("search", "llm", "fetch")
"""Kinds whose calls wait for somebody, beside each other; the others work."""
LONGEST_CAUSE = 500
"""Characters of what a plugin says of its own failure."""

MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""What code raises that is wrong, or that cannot read an answer: asking again changes nothing."""


@dataclass(frozen=True)
class Wanted:
    """What a call must return: a ``type``, or a list of it; None: anything."""

    type: type[Any] | None = None
    many: bool = False

    def missed(self, given: Any) -> str:
        """What is wrong with an answer; empty: nothing."""
        if self.type is None:
            return ""
        name = self.type.__name__
        if not self.many:
            return "" if isinstance(given, self.type) else f"returned {type(given).__name__}, not {_article(name)}{name}"
        if not isinstance(given, list):
            return f"returned {type(given).__name__}, not a list of {name}"
        wrong = next((item for item in given if not isinstance(item, self.type)), self)
        return "" if wrong is self else f"returned a list with {type(wrong).__name__}, not a list of {name}"


ANY = Wanted()


async def call_plugin(
    provider: Provider,
    settings: Settings,
    method: str,
    call: Callable[[], Any],
    *,
    seconds: float,
    wanted: Wanted,
    failure: type[DRError] = PluginBroken,
    too_late: type[DRError] | None = None,
    late: str = "",
) -> Any:
    """What ``call`` (of ``method`` of ``provider``) gives within ``seconds``.

    A ``DRError`` of the plugin is raised as it is, without its secrets. Anything else becomes a ``failure`` that names the
    plugin, a ``too_late`` where it was too slow; ``late`` is the remedy then.
    """
    held = Call(lambda: _begun(call))
    task = asyncio.create_task(_outcome(held), name=f"{provider.kind} {provider.name} {method}")
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds if seconds < float("inf") else None)
    except asyncio.CancelledError:
        if not await _ended(task, held):
            log.warning("%s: its %s does not let itself be cancelled; it is left behind", entry_of(provider, settings), method)
        elif task.cancelled():
            task.result()  # raises the plugin's own CancelledError, which may say what the call had cost by then
        raise
    if held.blocked > BLOCKED and provider.kind in WAITING:
        _tell_blocked(entry_of(provider, settings), method, held.blocked)
    if not done:
        stubborn = "" if await _ended(task, held) else ", and does not let itself be cancelled; it is left behind"
        cause = f"its {method} gave no answer within {round(seconds, 2):g} s{stubborn}"
        slow = fault(provider, settings, cause, too_late or failure, remedy=late, again=not stubborn)
        slow.used = _cost_of(task) or True  # nobody knows what it has set going by now
        raise slow
    if task.cancelled():  # not by us: whoever cancels this waits no longer above
        raise fault(provider, settings, f"its {method} cancelled the task that it ran in", failure)
    given, error = task.result()
    if error is not None:
        raise_told(provider, settings, method, error, failure)
    if wrong := wanted.missed(given):
        raise fault(provider, settings, f"its {method} {wrong}", failure)
    return given


_told: set[registry.Entry] = set()


def _tell_blocked(entry: registry.Entry, method: str, seconds: float) -> None:
    """Say once of a plugin that everybody waited for it."""
    if entry not in _told:
        _told.add(entry)
        mend = "await what takes time, or give it to a thread: await asyncio.to_thread(...)"
        log.warning("%s: its %s let nothing else go on for %.1f s; %s", entry, method, seconds, mend)


def call_sync(
    provider: Provider,
    settings: Settings,
    method: str,
    call: Callable[[], Any],
    *,
    wanted: Wanted,
    failure: type[DRError] = PluginBroken,
) -> Any:
    """The same for a method that is not async, which nobody can bound in time."""
    try:
        given = call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise_told(provider, settings, method, error, failure)
    if inspect.iscoroutine(given):
        given.close()
        raise fault(provider, settings, f"its {method} is async, and must not be", failure)
    if wrong := wanted.missed(given):
        raise fault(provider, settings, f"its {method} {wrong}", failure)
    return given


def patience(run: RunBase, seconds: float) -> float:
    """Seconds for what makes a report out of finished work: no more than the budget has left, but enough to be done at all."""
    return min(seconds, max(LEAST, run.budget.seconds_left(final=True)))


def raise_told(
    provider: Provider, settings: Settings, method: str, error: BaseException, failure: type[DRError] = PluginBroken
) -> NoReturn:
    """Raise what a plugin raised as an error of ours."""
    first = innermost(error)
    if isinstance(first, DRError):
        if isinstance(first, AuthFailed) and not first.remedy:
            first.remedy = key_remedy(provider, settings)
        first.message, first.remedy = masked(first.message, provider), masked(first.remedy, provider)
        first.args = (first.message,)
        raise first
    if isinstance(first, _NotAsyncError):
        raise fault(provider, settings, f"its {method} {first}", failure)
    # what means to end the program, or is a mistake in its code, will come again
    again = isinstance(first, Exception) and not isinstance(first, MISTAKES)
    raise fault(provider, settings, f"its {method} raised {in_words(first)}", failure, again=again) from error


def fault(
    provider: Provider,
    settings: Settings,
    cause: str,
    failure: type[DRError] = PluginBroken,
    *,
    remedy: str = "",
    again: bool = False,
) -> DRError:
    """The one line about a plugin that did something wrong; ``again``: it may do better another time."""
    named = registry.broken(entry_of(provider, settings), masked(cause, provider), remedy)
    error = failure(named.message, remedy=named.remedy)
    if not again:  # the plugin, and not the service behind it
        error.category, error.retryable = Category.BUSINESS, False
    return error


def entry_of(provider: Provider, settings: Settings) -> registry.Entry:
    """Which plugin a provider is: its kind, its name in settings, and the package it is from."""
    kind, name = provider.kind, provider.name
    try:
        table = settings.table(kind)
        return replace(registry.describe(kind, table.plugin(name), bundled=table.is_default(name)), name=name)
    except DRError:  # nothing installed: a hook made it
        return registry.Entry(kind, name, f"{type(provider).__module__}:{type(provider).__qualname__}")


def innermost(error: BaseException) -> BaseException:
    """The first cause within groups of exceptions."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def in_words(error: BaseException) -> str:
    """An exception as part of a line."""
    first = innermost(error)
    try:
        said = " ".join(_first_of(first).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own __str__ is broken too
        said = ""
    said = said if len(said) <= LONGEST_CAUSE else said[: LONGEST_CAUSE - 1] + "…"
    return f"{type(first).__name__}: {said}" if said else type(first).__name__


def _first_of(error: BaseException) -> str:
    """What an error says; of all that pydantic finds wrong in a value, the first."""
    if not isinstance(error, ValidationError):
        return str(error)
    wrong = error.errors(include_url=False, include_context=False)[0]
    return f"{error.title}: {'.'.join(map(str, wrong['loc']))}: {wrong['msg']}"


def is_cancelled(error: BaseException) -> bool:
    """Whether an error is somebody's wish to end the task that is under way, not a ``CancelledError`` that a plugin made up."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0


class _NotAsyncError(TypeError):
    """What was called cannot be awaited."""


async def _begun(call: Callable[[], Any]) -> Any:
    waiting = call()
    if not inspect.isawaitable(waiting):
        raise _NotAsyncError(f"is not async: it returned {type(waiting).__name__}, which cannot be awaited")
    return await waiting


async def _outcome(held: Call) -> tuple[Any, BaseException | None]:
    """What came of a call. Nothing but Ctrl-C and our own cancelling gets out of it: SystemExit would end the loop itself."""
    try:
        return await held, None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if is_cancelled(error):
            raise
        return None, error


async def _ended(task: asyncio.Task[Any], held: Call) -> bool:
    """Cancel a call and wait a little for its end; whether it ended. One that does not is left behind."""
    task.cancel()
    try:
        await asyncio.wait({task}, timeout=GRACE)
    finally:
        if not task.done():
            held.leave(task)
    return task.done()


def _cost_of(task: asyncio.Task[Any]) -> Any:
    """What a call that was cancelled says that it had cost by then."""
    if not task.cancelled():
        return None
    try:
        return task.result()
    except asyncio.CancelledError as error:
        return getattr(error, "used", None)


def _article(name: str) -> str:
    return "" if name == "bytes" else "an " if name[0] in "AEIO" else "a "
