"""Contains hook plugins: what one of them does wrong names it, and an observer's mistake only ever reaches the log."""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from dr_core import registry
from dr_core.errors import DRError, PluginError, did_you_mean
from dr_core.hookspecs import PROJECT, CallNext, Hooks
from dr_core.interfaces import KINDS
from dr_core.run.plugin_call import in_words, is_cancelled

if TYPE_CHECKING:
    from dr_core.state import RunState

log = logging.getLogger("dr.kernel")

CREATE_HOOK = {
    "search": "create_search",
    "llm": "create_llm",
    "sandbox": "create_sandbox",
    "clarify": "create_clarifier",
    "verify": "create_verifier",
    "render": "create_renderer",
    "fetch": "create_fetcher",
}
"""Readers are missing here: they run in another process, which no hook of this one reaches."""

HOOKS = [name for name in vars(Hooks) if not name.startswith("_")]


class _Hooks:
    """Room for the hook implementations of one plugin; hashable, as pluggy needs it."""


def contained(plugin: object, entry: registry.Entry) -> object:
    """The hook implementations of a plugin, each made to name its plugin when it fails."""
    hooks = _Hooks()
    for name in dir(plugin):
        function = getattr(plugin, name, None)
        marks = getattr(function, f"{PROJECT}_impl", None)
        if not callable(function) or not isinstance(marks, dict):
            continue
        if name not in HOOKS and not marks.get("optionalhook"):
            raise registry.broken(entry, f"there is no hook '{name}'.{did_you_mean(name, HOOKS)} Hooks: {', '.join(HOOKS)}")
        if inspect.iscoroutinefunction(function):
            # under firstresult its coroutine would win even where it means to decline
            raise registry.broken(entry, f"its hook {name} is async; hooks are synchronous and return what is awaited")
        if name in HOOKS and (strange := _strange_argument(function, name)):
            raise registry.broken(entry, strange)
        setattr(hooks, name, function if inspect.isgeneratorfunction(function) else _named(function, entry, name))
    if not vars(hooks):
        raise registry.broken(entry, "it implements no hook; mark its methods with dr_core.hookimpl")
    return hooks


def _strange_argument(function: Callable[..., Any], hook: str) -> str:
    """What is wrong with an argument that a hook is not called with; empty where all are known."""
    known = list(inspect.signature(getattr(Hooks, hook)).parameters)[1:]
    try:
        taken = [name for name, one in inspect.signature(function).parameters.items() if one.default is one.empty]
    except (TypeError, ValueError):
        return ""  # something callable without a signature: pluggy has the word
    other = next((name for name in taken if name not in known), "")
    return other and f"its hook {hook} takes '{other}'.{did_you_mean(other, known)} It may take: {', '.join(known)}"


def _named(function: Callable[..., Any], entry: registry.Entry, hook: str) -> Callable[..., Any]:
    """A hook implementation whose failure names its plugin; an observer's only ever reaches the log."""

    told: set[type[BaseException]] = set()

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            returned = function(*arguments, **named)
        except (PluginError, KeyboardInterrupt):
            raise
        except BaseException as error:  # hooks are synchronous: nobody but they themselves can have cancelled anything
            if hook == "on_event":
                if type(error) not in told:  # it is called with every event: once says as much as fifty times
                    told.add(type(error))
                    log.error("%s: on_event raised %s; the run goes on, and this is not said again", entry, in_words(error))
                return None
            raise registry.broken(entry, f"its hook {hook} raised {in_words(error)}") from error
        return None if returned is None else _checked(returned, entry, hook)

    return call


def _checked(returned: Any, entry: registry.Entry, hook: str) -> Any:
    """What a hook returned, or an error that names its plugin."""
    kind = next((kind for kind, create in CREATE_HOOK.items() if create == hook), "")
    if kind and not isinstance(returned, KINDS[kind]):
        raise registry.broken(entry, f"its hook {hook} returned {type(returned).__name__}, not a {KINDS[kind].__name__}")
    if hook == "wrap_stage":
        if not callable(returned):
            raise registry.broken(entry, f"its hook wrap_stage returned {type(returned).__name__}, not a function")
        return functools.partial(_contained_wrapper, returned, entry)
    if hook == "chart_fonts" and not (isinstance(returned, list | tuple) and all(isinstance(font, str) for font in returned)):
        raise registry.broken(entry, f"its hook chart_fonts returned {type(returned).__name__}, not a list of names")
    return returned


async def _contained_wrapper(
    wrapper: Callable[[RunState, CallNext], Any], entry: registry.Entry, state: RunState, call_next: CallNext
) -> None:
    """A stage wrapper whose own failure names its plugin; failures of what it wraps pass through as they are."""
    passing: list[BaseException] = []
    begun: list[Coroutine[Any, Any, None]] = []

    async def wrapped(state: RunState) -> None:
        try:
            await call_next(state)
        except BaseException as error:
            passing.append(error)
            raise

    def inner(state: RunState) -> Coroutine[Any, Any, None]:
        begun.append(wrapped(state))
        return begun[-1]

    try:
        waiting = wrapper(state, inner)
        if not inspect.isawaitable(waiting):
            raise registry.broken(entry, "what its hook wrap_stage returns is not an async function")
        await waiting
    except (DRError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if error in passing or is_cancelled(error):
            raise
        raise registry.broken(entry, f"its stage wrapper raised {in_words(error)}") from error
    finally:
        forgotten = [one for one in begun if inspect.getcoroutinestate(one) == inspect.CORO_CREATED]
        for one in forgotten:
            one.close()  # else Python tells of it on stderr
    if forgotten:
        raise registry.broken(entry, "its stage wrapper does not await call_next(state), so the stage was not done")
    if any(inspect.getcoroutinestate(one) != inspect.CORO_CLOSED for one in begun):
        raise registry.broken(entry, "its stage wrapper returned before the stage was done: await call_next(state)")
