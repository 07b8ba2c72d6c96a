"""Reading a page: fetched through the guard, parsed in a process that can be killed, recorded in the journal.

A page that is blocked or has no text goes to the reader fallbacks, where there are any (``dr_core.run.fallback``).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from dr_core.errors import DRError
from dr_core.interfaces import Reader
from dr_core.run.fallback import WORTH_IT, Fallbacks, document_in
from dr_core.run.sent import known_by

if TYPE_CHECKING:
    from dr_core.run.base import RunBase
    from dr_core.run.worker import ParseWorker
    from dr_core.types import Document, Page
    from dr_core.web import Fetcher

PLAIN = "text/plain"
AT_ONCE = 16
"""Pages of a run that are read at once."""
HANDED_ON = 0.001
"""Seconds in which the parser is given the next page that waits: it reads that one while what came of this one is made ready."""


class Reading:
    """The readers of one run, the guarded fetcher, and the parser processes; each is made when first needed."""

    def __init__(self, run: RunBase) -> None:
        self._run = run
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.parsing = 0
        """Pages that have come and are being parsed, or wait for that behind those of other runs."""
        self.prepared: list[Page] = []
        """Pages that were made ready as they came."""
        self.compared: dict[frozenset[tuple[str, str]], bool] = {}
        """Whether two pages, by title and hash, may be the same: pairs that were looked at as they came."""
        self._fetcher: Fetcher | None = None
        self._worker: ParseWorker | None = None
        self._warming: asyncio.Future[None] | None = None
        self._fallbacks = Fallbacks(run, self.parse, self.known_as)

    async def page(self, url: str, position: str) -> dict[str, Any]:
        """The document at ``url`` as JSON, with the ``url`` it was found at and ``fetched_at``; a ``DRError`` says why not.

        ``via`` names the reader fallback that brought it, where one did.
        """
        try:
            return await self.directly(url, position)
        except WORTH_IT as error:
            return await self.brought(url, position, error)

    async def directly(self, url: str, position: str, *, came: Callable[[dict[str, Any]], None] | None = None) -> dict[str, Any]:
        """As ``page``, without fallbacks: they may cost something and are asked for so many pages, which what is read early, and
        perhaps for nothing, is not worth.

        ``came`` is called with what was read while that is put on record, so that what is made of it takes no time of its own.
        """

        async def do() -> Any:
            async with self._run.cache.asked("page", self.known_as(url), document_in) as kept:
                if kept.answer is None:
                    kept.keep(await self._read(url))
                answer: Any = kept.answer
                if came is not None:
                    asyncio.get_running_loop().call_later(HANDED_ON, came, answer)
                return answer

        answer: dict[str, Any] = await self._run.call(position, {"url": url}, do, free=True, tool="web_fetch")
        return answer

    def known_as(self, url: str) -> dict[str, Any]:
        """What a page is kept under: its address, and the options of readers, with which it is another text."""
        chosen: list[Any] = []
        with contextlib.suppress(DRError):  # a reader that is broken is told of where a page needs one
            chosen = [known_by(reader) for reader in self._readers() if reader.options.model_fields_set]
        return {"url": url, **({"readers": chosen} if chosen else {})}

    async def brought(self, url: str, position: str, cause: DRError) -> dict[str, Any]:
        """As ``page``, by a reader fallback; where none is selected or ``cause`` is nothing it can help with, that is raised."""
        if not isinstance(cause, WORTH_IT) or not self._run.settings.fetch.use:
            raise cause
        return await self._fallbacks.page(url, position, cause)

    async def fresh(self, url: str) -> dict[str, Any]:
        """As ``page``, for reading outside of a run: nothing is journalled or cached."""
        return await self._read(url)

    async def _read(self, url: str) -> dict[str, Any]:
        from dr_core.web import PAGES, Fetcher

        web = self._run.settings.web
        if self._fetcher is None:
            self._fetcher = Fetcher(allow_hosts=web.allow_hosts, robots=web.robots)
        readers = self._readers()
        fetched = await self._fetcher.fetch(
            url,
            deadline=web.page_deadline,
            max_bytes=web.max_page_bytes,
            accept=(*dict.fromkeys([*PAGES, *(kind for reader in readers for kind in reader.media_types)]),),
            endings={ending: reader.media_types[0] for reader in readers if reader.media_types for ending in reader.suffixes},
        )
        kind = fetched.media_type + (f"; charset={fetched.charset}" if fetched.charset else "")
        document = await self.parse(fetched.body, fetched.final_url, kind)
        return document.model_dump() | {"url": fetched.final_url, "fetched_at": datetime.now(UTC).isoformat(timespec="seconds")}

    async def parse(self, data: bytes, url: str, media_type: str) -> Document:
        """What the reader for this content type makes of ``data``."""
        deadline = self._run.settings.web.page_deadline
        reader = self._reader(media_type, url)
        if lacking := reader.lacks():
            raise DRError(f"{url} cannot be read yet", remedy=lacking)
        self.parsing += 1
        try:
            return await self._parsers().read(data, url, media_type, reader=reader, timeout=deadline, rank=self._run.rank)
        finally:
            self.parsing -= 1

    def warm(self) -> None:
        """Pages will come: have a parser ready for them, beside whatever the run is waiting for now."""
        if self._warming is None:
            with contextlib.suppress(DRError):  # no reader for it is said where a page needs one
                self._warming = asyncio.ensure_future(self._parsers().warm(self._reader("text/html", "")))

    def _parsers(self) -> ParseWorker:
        from dr_core.run.worker import ParseWorker

        if self._worker is None:
            self._worker = ParseWorker.shared()
        return self._worker

    def _readers(self) -> list[Reader]:
        found = (self._run.provider("read", name) for name in self._run.settings.read.use)
        return [reader for reader in found if isinstance(reader, Reader)]

    def _reader(self, media_type: str, url: str) -> Reader:
        kind = media_type.partition(";")[0].strip().lower()
        suffix = PurePosixPath(urlsplit(url).path).suffix.lower()
        readers = self._readers()
        by_type = [reader for reader in readers if kind in reader.media_types]
        by_suffix = [reader for reader in readers if suffix in reader.suffixes]
        # servers send whatever they have no type for as plain text: what its name ends with tells more
        for reader in (*by_suffix, *by_type) if kind == PLAIN else (*by_type, *by_suffix):
            return reader
        raise DRError(f"no reader for {kind or 'an unknown content type'} ({url})", remedy="Select one in [read] use")

    async def aclose(self) -> None:
        """Let go of the fetcher and the parser processes, each of them even where whoever closes is cancelled."""
        async with AsyncExitStack() as closing:
            if self._worker is not None:
                closing.push_async_callback(self._worker.aclose)
            if self._fetcher is not None:
                closing.push_async_callback(self._fetcher.aclose)
            if self._warming is not None:
                self._warming.cancel()
                await asyncio.wait([self._warming])
