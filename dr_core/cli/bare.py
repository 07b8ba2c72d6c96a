"""What a run leans on, by itself and without a run folder: for the commands that use one tool of a run once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dr_core.run.run import Run


@asynccontextmanager
async def bare_run(what: str, overrides: Mapping[str, Any], *, kinds: tuple[str, ...]) -> AsyncIterator[Run]:
    """A run in a temporary folder that is gone afterwards; the cache is the user's. ``kinds`` are the plugins it uses."""
    from dr_core.kernel import Kernel
    from dr_core.layers import load_settings
    from dr_core.run.cache import Cache
    from dr_core.run.events import Events
    from dr_core.run.journal import Journal
    from dr_core.run.run import Run
    from dr_core.state import RunState

    loaded = load_settings(overrides)
    settings = loaded.settings
    kernel = Kernel(settings, folder=loaded.folder)
    for kind in kinds:
        kernel.check_names(kind)
    kernel.check_options(kinds)
    lifetimes = settings.cache.model_dump(include={"search", "page"})
    cache = Cache(kernel.cache_dir / "answers.sqlite" if settings.cache.enabled else None, lifetimes)
    with TemporaryDirectory(prefix="dr-") as name:
        journal = Journal(Path(name) / "journal.jsonl")
        state = RunState(run_id="bare", original_query=what)
        run = Run(settings, kernel.provider, Path(name), state, journal=journal, cache=cache, events=Events())
        async with AsyncExitStack() as closing:
            closing.callback(cache.close)
            for part in (journal, kernel, run.reading):
                closing.push_async_callback(part.aclose)
            yield run
