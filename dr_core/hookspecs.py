"""The hooks: each says when it is called, what it returns, and what None means.

Hooks are synchronous, because pluggy is; what must be awaited is returned (a provider, a function) and awaited by the kernel.
A plugin implements the ones it needs::

    from dr_core import hookimpl

    class Timing:
        @hookimpl
        def wrap_stage(self, stage, settings):
            async def around(state, call_next):
                started = time.perf_counter()
                await call_next(state)
                print(stage, time.perf_counter() - started)
            return around

and is registered as an entry point of the group ``dr.hooks`` and selected with ``[hooks] use = ["timing"]``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy

from dr_core.interfaces import (
    Clarifier,
    Context,
    ModelProvider,
    PageFetcher,
    Provider,
    Renderer,
    Sandbox,
    SearchProvider,
    Verifier,
)

if TYPE_CHECKING:
    from dr_core.settings import Settings
    from dr_core.state import RunState
    from dr_core.types import Event

PROJECT = "dr"
F = TypeVar("F", bound=Callable[..., Any])
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

CallNext = Callable[["RunState"], Awaitable[None]]
StageWrapper = Callable[["RunState", CallNext], Awaitable[None]]


def _firstresult(function: F) -> F:
    return hookspec(firstresult=True)(function)


class Hooks:
    """All hooks of dr."""

    @_firstresult
    def create_search(self, name: str, options: Mapping[str, Any], context: Context) -> SearchProvider | None:
        """Called once for each selected search instance, also one that no package brings; returns its provider. None leaves it
        to the next plugin, at last to the registry, which loads the entry point ``name`` of the group ``dr.search``."""

    @_firstresult
    def create_llm(self, name: str, options: Mapping[str, Any], context: Context) -> ModelProvider | None:
        """As ``create_search``, for language models."""

    @_firstresult
    def create_sandbox(self, name: str, options: Mapping[str, Any], context: Context) -> Sandbox | None:
        """As ``create_search``, for sandboxes."""

    @_firstresult
    def create_clarifier(self, name: str, options: Mapping[str, Any], context: Context) -> Clarifier | None:
        """As ``create_search``, for clarifiers."""

    @_firstresult
    def create_verifier(self, name: str, options: Mapping[str, Any], context: Context) -> Verifier | None:
        """As ``create_search``, for verifiers."""

    @_firstresult
    def create_renderer(self, name: str, options: Mapping[str, Any], context: Context) -> Renderer | None:
        """As ``create_search``, for renderers."""

    @_firstresult
    def create_fetcher(self, name: str, options: Mapping[str, Any], context: Context) -> PageFetcher | None:
        """As ``create_search``, for reader fallbacks."""

    @hookspec
    def wrap_provider(self, kind: str, name: str, provider: Provider) -> Provider | None:
        """Called once for each provider when it is built; returns a provider of the same kind that decorates it (a cache, a
        recorder, a rate limit). None leaves it as it is. Wrappers nest: the first plugin in ``[hooks] use`` is the innermost.
        Budget, journal and retry stay outside of all wrappers."""

    @hookspec
    def wrap_stage(self, stage: str, settings: Settings) -> StageWrapper | None:
        """Called before each stage; returns ``async (state, call_next)``, which runs around the stage and may do something
        before it, after it, or instead of it. None leaves the stage as it is. The first plugin in ``[hooks] use`` is the
        innermost."""

    @hookspec
    def on_event(self, state: RunState, event: Event) -> None:
        """Called with every event of a run, after it was recorded; returns nothing. An observer that raises is named in the
        log, and the run goes on."""

    @_firstresult
    def chart_fonts(self, language: str) -> list[str] | None:
        """Called before figures are drawn, and for renderers that embed fonts (``report.fonts``); returns the font families for
        ``language`` (BCP 47, may be empty), best first. None leaves it to the next plugin, at last to DejaVu Sans."""
