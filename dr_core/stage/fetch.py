"""fetch: the pages worth reading, guarded and bounded; a straggler joins the next round instead of holding this one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from dr_core.errors import DRError, FetchRefused, NoEvidence, ProviderError, RunError
from dr_core.run.hits import canonical
from dr_core.run.retry import classify, record
from dr_core.run.run import Run
from dr_core.run.store import json_text, source_file
from dr_core.run.task import model_chain
from dr_core.stage.english import ENGLISH, in_english
from dr_core.stage.extractive.facet import asked, names_in
from dr_core.stage.focus import head, mentioning, tells_in_deeds
from dr_core.stage.found import search_elsewhere
from dr_core.stage.passage import page_bag, prepare
from dr_core.stage.planned import as_asked, with_pages_asked_for
from dr_core.state import RunState
from dr_core.text import count_words, detect, is_cjk, signature
from dr_core.text.cut import only_first
from dr_core.text.duplicate import alike
from dr_core.text.language import same_language, script_counts
from dr_core.text.rank import Texts, score
from dr_core.types import Hit, Page
from dr_core.web import wall_notice

ENOUGH_CONTENT = 400
"""An engine that gives this many letters of a page has given the page; a CJK character says as much as three."""
SAME_PAGE, SAME_WORDS = 0.9, 0.5
"""The share of their shingles that pages of nearly the same text have in common, and that of their words which they have at
least."""
OFF_TOPIC, OFF_SIDE = 0.3, 0.15
"""A hit that scores less than this share of the best one is not read; the second if its title names a side that is asked for,
since it may tell of fires where the question says safety."""
LONG = 30
"""Words of a question that has conditions beside what it is about; twice as many characters of Chinese, Japanese or Korean."""
NOT_ABOUT = "not about the question"
GIVEN = "only what the engine gave of it was read"
MOMENT = 0.5
"""Seconds after which a round looks again whether pages of it are still being parsed."""
TURN = "turn"
"""Where the number of the round's last turn at reading is noted: the next one has positions of its own."""
LONGEST_TEXT = 1_000_000
"""Characters that are read of one source; where one is longer, the report says so."""


async def fetch(state: RunState, run: Run) -> None:
    """Read the best unread hits; leaves ``sources/``. Each page is read once per run.

    While no page at all could be read the next hits are tried, and when there are none left, other engines are asked.
    """
    tried = await _read_on(state, run, 0, wanted=1)
    if not state.sources:
        raise _nothing_read(len(tried), state, run)


async def read_elsewhere(state: RunState, run: Run) -> bool:
    """Ask other engines where no page of the round is about the question, and read what they find; False where there is none."""
    turn, had = state.notes.get(TURN, 0), len(state.sources)
    if await search_elsewhere(state, run, turn):
        await _read_on(state, run, turn + 1, wanted=had + 1)
    return len(state.sources) > had


async def _read_on(state: RunState, run: Run, first: int, *, wanted: int) -> set[str]:
    """Read hits until there are so many sources or nobody is left to ask, in turns from the ``first`` on; the pages tried."""
    tried: set[str] = set()
    for turn in count(first):
        state.notes[TURN] = turn
        chosen = worth_reading(state, run, but=tried)
        await _take_in(chosen, turn, state, run)
        tried |= {canonical(hit.url) for hit in chosen}
        if len(state.sources) >= wanted or (not chosen and not await search_elsewhere(state, run, turn)):
            return tried
    raise AssertionError("unreachable")


async def _take_in(chosen: list[Hit], turn: int, state: RunState, run: Run) -> None:
    """Read these hits; what can be read is a source, of the rest it is known why not."""
    results = await _read_all(chosen, turn, state, run)
    known = list(state.sources.values())
    fresh: list[Page] = []
    for hit, result in zip(chosen, results, strict=True):
        key = canonical(hit.url)
        if isinstance(result, DRError):
            state.unread[hit.url] = str(result)
            if result.category != "BUSINESS":
                state.errors.append(record(result, "fetch"))
            run.events.emit("progress", stage="fetch", status="unread", url=hit.url, reason=str(result))
            continue
        if result is None:
            continue  # a straggler: it may be chosen again next round
        state.visited_sources.append(key)
        page = _page(f"s{len(state.sources) + 1}", hit, result)
        if any(_may_be_same(page, other, run) and _is_same(page, other) for other in known):
            state.unread[hit.url] = "the same text as another source"
            run.events.emit("progress", stage="fetch", status="unread", url=hit.url, reason=state.unread[hit.url])
            continue
        known.append(page)
        fresh.append(page)
        state.sources[page.id] = page
        if missing := GIVEN if result.get("given") else only_first(str(result["text"]), LONGEST_TEXT):
            state.unread[hit.url] = missing
        run.events.emit("progress", stage="fetch", status="read", url=page.url, title=page.title, source=page.id, via=page.via)
    run.disk.write_later(_files(fresh, run))


def _may_be_same(one: Page, other: Page, run: Run) -> bool:
    """Whether two pages have so many words in common that they may be the same text: that tells most pairs apart."""
    pair = frozenset(((one.title, one.sha256), (other.title, other.sha256)))
    told = run.reading.compared.get(pair)
    if told is None:
        words, others = page_bag(one).keys(), page_bag(other).keys()
        common = len(words & others)
        told = run.reading.compared[pair] = common >= SAME_WORDS * (len(words) + len(others) - common)
    return told


def _is_same(page: Page, other: Page) -> bool:
    return alike(signature(page.text), signature(other.text), SAME_PAGE)


def _nothing_read(pages: int, state: RunState, run: Run) -> NoEvidence:
    """What keeps the pages that were found from being read."""
    reasons = "; ".join(f"{url}: {reason.removeprefix(f'{url} ')}" for url, reason in list(state.unread.items())[:5])
    refused = run.pool.refused
    failed = f"none of the {pages} pages found could be read" if pages else "no page was found that is worth reading"
    return NoEvidence(
        f"{failed} ({reasons or 'none came in time'})",
        remedy=refused.remedy if refused else "Try other engines (--search)",
    )


def worth_reading(state: RunState, run: Run, but: Collection[str] = ()) -> list[Hit]:
    """The best unread hits, save some pages: up to ``urls_per_query`` for each query of the run, the queries taking turns.

    A query of an earlier round has its share already, unless some of its pages could not be read.
    """
    hits = {canonical(hit.url): hit for hit in state.hits}
    _leave_off_topic(state, run)
    unread = {canonical(url) for url in state.unread}
    done = {*state.visited_sources, *unread, *but}
    read_for: dict[str, int] = state.notes.setdefault("read_for", {})
    had = Counter(query for url, query in read_for.items() if url in set(state.visited_sources) - unread)
    chosen: dict[str, Hit] = {}
    waiting = [[url for url in urls if url in hits and url not in done] for urls in state.notes.get("by_query", [])]
    most = run.settings.research.urls_per_query
    for turn in range(most):
        for query, urls in enumerate(waiting):
            while urls and urls[0] in chosen:
                urls.pop(0)
            if urls and turn < most - had[query]:
                url = urls.pop(0)
                chosen[url], read_for[url] = hits[url], query
    return list(chosen.values())


def _leave_off_topic(state: RunState, run: Run) -> None:
    """Set aside hits whose whole text is known and is not about the question; an engine always finds something. One that is about
    what a later round asks is taken back."""
    known = [hit for hit in state.hits if _is_whole(hit)]
    if not known:
        return
    english = in_english(state)  # the question's own words tell nothing of an English page
    apart = {hit.url for hit in known if english and detect(hit.content) == ENGLISH}
    question = state.clarified_query
    sides = asked(question)
    read = {hit.url: _page(hit.url, hit, {"text": hit.content}) for hit in known}
    wanted = _asked_for(list(read.values()), state) if model_chain(run, "task") else set()
    for words, hits in (
        (" ".join([question, *state.focuses]), [hit for hit in known if hit.url not in apart]),
        (english, [hit for hit in known if hit.url in apart]),
    ):
        pages = [read[hit.url] for hit in hits]
        own = [page for page in pages if same_language(page.language, state.language)]
        silent = {page.id for page in own} - {page.id for page in mentioning(question, own)}
        texts = Texts([page_bag(page) for page in pages])
        # in a long question its sides and conditions ("cold", "in the old town") drown what it is about
        asks = [words, head(words)] if count_words(question) > (2 * LONG if is_cjk(state.language) else LONG) else [words]
        fits = list(map(max, zip(*(_against_best(score(each, texts), pages, silent) for each in asks), strict=True)))
        if not any(fits):
            fits = [1.0] * len(hits)
        for hit, fit in zip(hits, fits, strict=True):
            on_side = any(names_in(hit.title, side) for side in sides) or tells_in_deeds(question, hit.content)
            least = OFF_SIDE if on_side else OFF_TOPIC
            off = (fit < least or hit.url in silent) and hit.url not in wanted
            if not off and state.unread.get(hit.url) == NOT_ABOUT:
                del state.unread[hit.url]
            elif off and canonical(hit.url) not in state.visited_sources and hit.url not in state.unread:
                state.unread[hit.url] = NOT_ABOUT
                run.events.emit("progress", stage="fetch", status="unread", url=hit.url, reason=state.unread[hit.url])


def _against_best(scores: list[float], pages: list[Page], silent: Collection[str]) -> list[float]:
    """Scores as shares of that of the best page which is not ``silent``."""
    best = max((fit for page, fit in zip(pages, scores, strict=True) if page.id not in silent), default=0.0)
    return [fit / best if best else 0.0 for fit in scores]


def _asked_for(pages: list[Page], state: RunState) -> set[str]:
    """Which of the pages fit what a section asks, in whatever language it does."""
    assert state.plan is not None
    return set(with_pages_asked_for({}, as_asked(state.plan.sections, state), pages)) if pages else set()


def begin_reading(hits: list[Hit], state: RunState, run: Run) -> None:
    """Begin to read what will be read of these hits of a query: its best unread ones (see ``worth_reading``), beside those that
    are being read for another query. One that this round has no use for after all waits for the next."""
    done = {*state.visited_sources, *(canonical(url) for url in state.unread)}
    unread = [hit for hit in hits if canonical(hit.url) not in done and not run.ahead.has_begun(_position(hit))]
    for hit in unread[: run.settings.research.urls_per_query]:
        if not _is_given(hit):
            run.ahead.begin(_position(hit), partial(_read, hit, _position(hit), run))


def _position(hit: Hit) -> str:
    """Of no round: a page is asked for once in a run, whenever that was begun."""
    return f"fetch/page/{sha256(hit.url.encode()).hexdigest()[:12]}"


def _is_given(hit: Hit) -> bool:
    """Whether the engine has given the page itself."""
    return _is_whole(hit) or (bool(hit.content) and not hit.url.startswith(("http://", "https://")))


def _is_whole(hit: Hit) -> bool:
    """Whether what the engine gives of a page is enough to be the page."""
    length = len(hit.content)
    if length >= ENOUGH_CONTENT or hit.content.isascii():
        return length >= ENOUGH_CONTENT
    scripts = script_counts(hit.content)
    return length + 2 * (scripts.han + scripts.kana + scripts.hangul) >= ENOUGH_CONTENT


async def _read(hit: Hit, position: str, run: Run) -> dict[str, Any]:
    if _is_given(hit):
        return _content(hit)
    async with run.reading.slots:
        run.events.emit("progress", stage="fetch", status="reading", url=hit.url, title=hit.title)
        try:
            # now, while others are still on their way
            read = await run.reading.directly(hit.url, position, came=partial(_prepare_early, hit, run))
            prepare(_page("", hit, read))
            return read
        finally:
            run.events.emit("progress", stage="fetch", status="done", url=hit.url)


def _content(hit: Hit) -> dict[str, Any]:
    """What the engine itself gives of a page."""
    return {"text": hit.content, "url": hit.url, "title": hit.title, "published": hit.published, "images": hit.images}


def _prepare_early(hit: Hit, run: Run, read: dict[str, Any]) -> None:
    with suppress(Exception):  # whoever asks for it next is told
        page = _page("", hit, read)
        prepare(page)
        for other in run.reading.prepared:
            _may_be_same(page, other, run)
        run.reading.prepared.append(page)


async def _taken_over(hit: Hit, position: str, run: Run) -> dict[str, Any]:
    """What is read of a hit, begun early or now; where that fails, what a reader fallback brings, else what its engine gives."""
    try:
        return await run.ahead.result(position, partial(_read, hit, position, run))
    except RunError:
        raise
    except DRError as error:
        try:
            async with run.reading.slots:
                read = await run.reading.brought(hit.url, position, error)
        except (FetchRefused, ProviderError):
            if not hit.content.strip() or wall_notice(hit.title, hit.content):
                raise
            read = _content(hit) | {"given": True}
        prepare(_page("", hit, read))
        return read


async def _read_all(chosen: list[Hit], turn: int, state: RunState, run: Run) -> list[dict[str, Any] | DRError | None]:
    """What each hit gave: a document, an error, or None where the round went on without it."""
    decided = f"fetch/{state.iteration_count}/cut" + (f"/{turn}" if turn else "")
    places = [_position(hit) for hit in chosen]
    tasks = [asyncio.create_task(_taken_over(hit, place, run)) for hit, place in zip(chosen, places, strict=True)]
    try:
        cut = run.journal.decision(decided)
        if cut is None:
            if tasks:
                left = min(run.settings.web.round_deadline, max(0.1, run.budget.seconds_left()))
                _, late = await asyncio.wait(tasks, timeout=left)
                while late and run.reading.parsing and run.budget.seconds_left() > 0:  # those have come in time
                    _, late = await asyncio.wait(late, timeout=MOMENT)
            cut = await run.journal.decide(decided, [number for number, task in enumerate(tasks) if not task.done()])
        kept = [task for number, task in enumerate(tasks) if number not in cut]
        if kept:
            await asyncio.wait(kept)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    results: list[dict[str, Any] | DRError | None] = []
    for number, task in enumerate(tasks):
        error = None if number in cut or task.cancelled() else task.exception()
        if number in cut or task.cancelled():
            results.append(None)
            run.events.emit("progress", stage="fetch", status="straggler", url=chosen[number].url)
        elif isinstance(error, RunError):
            raise error  # the run's own record, not the page
        elif error is not None:
            results.append(classify(error))
        else:
            results.append(task.result())
    return results


def _page(source_id: str, hit: Hit, read: dict[str, Any]) -> Page:
    text = str(read["text"])[:LONGEST_TEXT].replace("\r\n", "\n").replace("\x00", "")
    return Page(
        id=source_id,
        url=str(read.get("url") or hit.url),
        title=" ".join(str(read.get("title") or hit.title or hit.url).split())[:300],
        text=text,
        sha256=sha256(text.encode()).hexdigest(),
        fetched_at=str(read.get("fetched_at") or datetime.now(UTC).isoformat(timespec="seconds")),
        author=str(read.get("author") or ""),
        published=str(read.get("published") or hit.published),
        language=detect(text[:5000]) or str(read.get("language") or ""),
        kind=str(read.get("kind") or hit.kind or "web"),
        engine=hit.engine,
        images=tuple(read.get("images") or hit.images),
        via=str(read.get("via") or ""),
    )


def _files(pages: list[Page], run: Run) -> Iterator[tuple[Path, str]]:
    for page in pages:
        yield source_file(run.folder, page.id), page.text
        yield run.folder / "sources" / f"{page.id}.json", json_text(page.model_dump(exclude={"text"}))
