"""What test_sqlite_faults.py runs: the cache, or the search over a folder, where files may grow to a size only."""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dr_core import Context, Hit, ProviderError, SearchTask
from dr_core.run.cache import Cache
from dr_plugins.search.files import Files

ENTRY = "answer " * 1500
TASK = SearchTask(query="How fast is the train to Busan?")


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """No file may be larger than ``size`` bytes; a write beyond fails, since Python ignores the signal."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def cache(folder: Path) -> Counter[str]:
    """A cache, empty or with an entry, that gets another."""
    told: Counter[str] = Counter()
    for size in range(0, 12 * 4096, 1024):
        for begun in (False, True):
            one = Cache(folder / f"{size}-{begun}.sqlite", {"search": 3600.0})
            if begun:
                one.put("search", "before", ENTRY)
            with at_most(size):
                one.put("search", "now", ENTRY)
                one.sweep()
                now = one.get("search", "now")
            assert now in (None, ENTRY), size
            told["missed" if now is None else "kept"] += 1
            assert not begun or one.get("search", "before") == ENTRY, f"{size}: an entry of before is lost"
            one.put("search", "now", ENTRY)
            assert one.get("search", "now") == ENTRY, f"{size}: nothing can be kept any more"
    return told


async def search(documents: Path, folder: Path, *, own: bool) -> list[Hit]:
    options = Files.Options(paths=(documents,), index=folder / "own.sqlite" if own else None)
    files = Files(options, Context(instance="files", cache_dir=folder))
    try:
        return await files.search(TASK, 5)
    finally:
        await files.aclose()


async def index(folder: Path, *, own: bool) -> Counter[str]:
    """An index that is built where it cannot grow, and searched again where it can."""
    documents = folder / "documents"
    documents.mkdir()
    for number in range(12):
        text = f"# Line {number}\n\n" + f"The train to Busan takes {number} hours. A train is fast and quiet. " * 40
        (documents / f"{number}.md").write_text(text)
    whole = await search(documents, folder / "whole", own=own)
    assert len(whole) == 5
    told: Counter[str] = Counter()
    for size in (*range(0, 48 * 1024, 4096), *range(48 * 1024, 1024 * 1024, 128 * 1024)):
        try:
            with at_most(size):
                found = await search(documents, folder / str(size), own=own)
            assert found == whole, size
            told["found"] += 1
        except ProviderError as error:
            assert "cannot be used" in str(error) and error.remedy, size
            told["refused"] += 1
        assert await search(documents, folder / str(size), own=own) == whole, f"{size}: not the same when there is room again"
    return told


if __name__ == "__main__":
    logging.disable()
    what, where = sys.argv[1], Path(sys.argv[2])
    print(json.dumps(cache(where) if what == "cache" else asyncio.run(index(where, own=what == "own"))))
