"""The example documents with their index made before, for runs over them that are about something else."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dr_core import Context, SearchTask
from dr_plugins.search.files import Files

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"


@cache
def _indexed() -> TemporaryDirectory[str]:
    """A folder with the index, made once in each process that runs tests: to read all documents takes two seconds."""
    folder = TemporaryDirectory(prefix="dr-corpus-")

    async def make() -> None:
        provider = Files(Files.Options(paths=[CORPUS]), Context(instance="files", cache_dir=Path(folder.name)))
        try:
            await provider.search(SearchTask(query="batteries"), 1)
        finally:
            await provider.aclose()

    with ThreadPoolExecutor(1) as thread:  # the caller may be in an event loop of its own
        thread.submit(asyncio.run, make()).result()
    return folder


def put_index(caches: Path) -> None:
    """Put the index where a run over ``CORPUS`` looks for it that has ``caches`` in XDG_CACHE_HOME."""
    shutil.copytree(_indexed().name, caches / "dr" / "search" / "files", dirs_exist_ok=True)
