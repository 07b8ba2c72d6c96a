"""Contains hook plugins: what one of them does wrong names it, and an observer's mistake only ever reaches the log."""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dr_core import registry
from dr_core.errors import DRError, PluginError, did_you_mean
from dr_core.hookspecs import PROJECT, CallNext, Hooks
from dr_core.interfaces import KINDS

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
        setattr(hooks, name, function if inspect.isgeneratorfunction(function) else _named(function, entry, name))
    if not vars(hooks):
        raise registry.broken(entry, "it implements no hook; mark its methods with dr_core.hookimpl")
    return hooks


def _named(function: Callable[..., Any], entry: registry.Entry, hook: str) -> Callable[..., Any]:
    """A hook implementation whose failure names its plugin; an observer's only ever reaches the log."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            returned = function(*arguments, **named)
        except PluginError:
            raise
        except (Exception, SystemExit) as error:
            if hook == "on_event":
                log.error("%s: on_event raised %s: %s; the run goes on", entry, type(error).__name__, error)
                return None
            raise registry.broken(entry, f"its hook {hook} raised {type(error).__name__}: {error}") from error
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

    async def inner(state: RunState) -> None:
        try:
            await call_next(state)
        except BaseException as error:
            passing.append(error)
            raise

    try:
        waiting = wrapper(state, inner)
        if not inspect.isawaitable(waiting):
            raise registry.broken(entry, "what its hook wrap_stage returns is not an async function")
        await waiting
    except DRError:
        raise
    except (Exception, SystemExit) as error:
        if error in passing:
            raise
        raise registry.broken(entry, f"its stage wrapper raised {type(error).__name__}: {error}") from error
