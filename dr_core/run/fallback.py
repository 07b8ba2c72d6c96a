"""Reader fallbacks (``[fetch] use``): who brings a page that the guarded reader found blocked or without text.

They are asked in order, each only where those before it failed, for so many pages of a run and no more. An address is handed on
only after the guard has passed it, and that of a private host only to a fallback that keeps it at home. What comes back is
bounded and parsed like any page. Each call has a position of its own in the journal.
"""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dr_core.errors import (
    AuthFailed,
    Blocked,
    BudgetSpent,
    DRError,
    FetchRefused,
    PageBlocked,
    PageEmpty,
    ProviderError,
    QuotaSpent,
    RateLimited,
    RunError,
)
from dr_core.interfaces import PageFetcher
from dr_core.run.cache import identity
from dr_core.run.engine import COOL_DOWN, Door, door_of
from dr_core.run.plugin_call import ANY, Wanted, call_plugin, call_sync, in_words
from dr_core.run.plugin_secret import masked
from dr_core.run.retry import record
from dr_core.state import Brought
from dr_core.types import Document, RawPage

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

WORTH_IT = (Blocked, RateLimited, PageBlocked, PageEmpty)
"""What the guarded reader says of a page that others may be able to read. All of it is said after the guard let the page pass."""

AT_ONCE = 4
"""Pages that one fallback is asked for at once, over all runs of the process."""

Parse = Callable[[bytes, str, str], Awaitable[Document]]


@dataclass
class Helper:
    """A fallback and how it fares in this run."""

    provider: PageFetcher
    out: str = ""
    door: Door = field(init=False)

    def __post_init__(self) -> None:
        self.door = door_of(self.provider)
        try:
            self.out = str(self.provider.lacks() or "")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may raise whatever it likes
            self.out = f"its lacks() raised {masked(in_words(error), self.provider)}"

    @property
    def name(self) -> str:
        return self.provider.name

    def idle(self) -> str:
        """Why it is not asked now; empty: it may be."""
        return self.out or ("it asked for time" if self.door.cooling() else "")

    def failed(self, error: DRError) -> None:
        """Out for the run without quota or key, left alone for as long as it asks, else merely unlucky with this page."""
        if isinstance(error, QuotaSpent | AuthFailed):
            self.out = str(error)
        elif isinstance(error, RateLimited):
            wait = COOL_DOWN if error.retry_after is None else error.retry_after
            self.door.close(min(wait, COOL_DOWN), walled=False)


class Fallbacks:
    """The fallbacks of one run."""

    def __init__(self, run: RunBase, parse: Parse, known_as: Callable[[str], dict[str, Any]]) -> None:
        self._run = run
        self._parse = parse
        self._known_as = known_as
        self._helpers: list[Helper] | None = None
        self._pages: set[str] | None = None

    async def page(self, url: str, position: str, cause: DRError) -> dict[str, Any]:
        """The page as ``Reading.page`` gives it, with ``via``; where nobody brings it, ``cause`` with what was tried."""
        chain = self._asked(position)
        if no := await self._refusal(url, position, chain):
            raise _and(cause, [no])
        tried = []
        for helper in chain:
            try:
                return await self._ask(helper, url, f"{position}/{helper.name}")
            except (BudgetSpent, RunError):
                raise
            except DRError as error:
                tried.append(f"{helper.name}: {error.message}")
        raise _and(cause, tried)

    def _chain(self) -> list[Helper]:
        if self._helpers is None:
            found = [self._run.provider("fetch", name) for name in self._run.settings.fetch.use]
            self._helpers = [Helper(provider) for provider in found if isinstance(provider, PageFetcher)]
        return self._helpers

    def _asked(self, position: str) -> list[Helper]:
        """Who is asked, in order. Who was passed over when the run was here before is passed over again."""
        journal = self._run.journal
        known = [helper for helper in self._chain() if journal.recorded(f"{position}/{helper.name}")]
        behind = self._chain()[self._chain().index(known[-1]) + 1 :] if known else self._chain()
        return [*known, *(helper for helper in behind if not helper.idle() and not journal.replay)]

    async def _refusal(self, url: str, position: str, chain: list[Helper]) -> str:
        """Why nobody is asked for this page; empty: it is one of the pages of this run for which fallbacks are asked.

        Decided once, so that a resumed or replayed run keeps to it; only a new attempt may find a no to be a yes by now.
        """
        journal, limit = self._run.journal, self._run.settings.fetch.max_pages
        if self._pages is None:
            self._pages = {str(page) for page in journal.decisions("/fallback")}
        here = f"{position}/fallback"
        if journal.decision(here) is not None:
            return ""
        no = f"{here}/{journal.attempt}"
        if (why := journal.decision(no)) is not None:
            return str(why)
        if not chain:
            return str(await journal.decide(no, "; ".join(f"{helper.name}: {helper.idle()}" for helper in self._chain())))
        if url not in self._pages and len(self._pages) >= limit:
            return str(await journal.decide(no, f"fallbacks were asked for {limit} pages, and [fetch] max_pages is no more"))
        self._pages.add(url)  # before anybody else gets a turn
        await journal.decide(here, url)
        return ""

    async def _ask(self, helper: Helper, url: str, position: str) -> dict[str, Any]:
        run, stage = self._run, position.partition("/")[0]
        known_as = {**self._known_as(url), "via": identity(helper.provider)}

        async def do() -> Any:
            async with run.cache.asked("page", known_as, document_in) as kept:
                if kept.answer is None:
                    await self._check(helper, url)
                    run.events.emit("progress", stage=stage, status="bringing", url=url, by=helper.name)
                    async with helper.door.slots(AT_ONCE):
                        kept.keep(await self._bounded(helper, url))
                return kept.answer

        fresh = not run.journal.recorded(position)
        try:
            asked = {"url": url, "via": helper.name}
            answer: dict[str, Any] = await run.call(position, asked, do, tool="web_fetch")
        except (BudgetSpent, RunError):  # not the helper's fault, but the run's own record
            raise
        except DRError as error:
            if fresh or not isinstance(error, RateLimited):  # that it wanted time then is no news of today
                helper.failed(error)
            run.state.brought[position] = Brought(by=helper.name, url=url, error=str(error))
            run.ahead.failed(record(error, f"{stage}/{helper.name}"))
            run.events.emit("error", stage=stage, step="fallback", text=f"{helper.name}: {error}", engine=helper.name, url=url)
            raise
        run.state.brought[position] = Brought(by=helper.name, url=url)
        return answer

    async def _check(self, helper: Helper, url: str) -> None:
        """The guard's word once more, without the user's private hosts where the address would leave this machine."""
        from dr_core.web import Guard

        home = call_sync(
            helper.provider, self._run.settings, "is_local", helper.provider.is_local, wanted=ANY, failure=ProviderError
        )
        guard = Guard(self._run.settings.web.allow_hosts if home else ())
        try:
            await guard.resolve(guard.check_url(url))
        except FetchRefused as refused:
            raise FetchRefused(f"its address is not handed to {helper.name} ({refused.message})") from refused

    async def _bounded(self, helper: Helper, url: str) -> dict[str, Any]:
        """What a fallback brings, within the deadline, checked and parsed."""
        seconds, name = self._run.settings.fetch.deadline, helper.name
        began = time.monotonic()
        raw = await call_plugin(
            helper.provider,
            self._run.settings,
            "fetch_page",
            lambda: helper.provider.fetch_page(url),
            seconds=seconds,
            wanted=Wanted(RawPage),
            failure=ProviderError,
        )
        try:
            async with asyncio.timeout(seconds - (time.monotonic() - began)):
                document = await self._read(name, url, raw)
        except TimeoutError:
            raise ProviderError(f"what {name} brought was not parsed within {seconds:g} s") from None
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return document.model_dump() | {"url": url, "fetched_at": now, "via": name}

    async def _read(self, name: str, url: str, raw: RawPage) -> Document:
        from dr_core.web import bot_wall, wall_notice

        data, limit = raw.content.encode("utf-8", "replace"), self._run.settings.web.max_page_bytes
        if len(data) > limit:
            raise FetchRefused(f"what {name} brought is longer than {limit // 1024} KiB")
        if not data.strip():
            raise PageEmpty(f"{name} brought an empty page")
        if raw.media_type == "text/html" and (wall := bot_wall(200, {}, data)):
            raise Blocked(f"{name} met a bot wall too ({wall})")
        document = await self._parse(data, url, f"{raw.media_type}; charset=utf-8")
        if wall_notice(raw.title or document.title, document.text):
            raise Blocked(f"{name} met a bot wall too")
        better = {key: value for key in ("title", "author", "published", "images") if (value := getattr(raw, key))}
        # the kind of a page is not known from its markdown
        return document.model_copy(update=better | ({} if raw.media_type == "text/html" else {"kind": ""}))


def document_in(answer: dict[str, Any]) -> Document:
    """The document in what is kept of a page, beside where and when it was found."""
    return Document.model_validate({name: answer[name] for name in Document.model_fields})


def _and(cause: DRError, tried: list[str]) -> DRError:
    """``cause`` with what fallbacks had to say."""
    if not tried:
        return cause
    whole = copy.copy(cause)
    whole.message, whole.remedy = "; ".join([cause.message, *tried]), ""
    return whole
