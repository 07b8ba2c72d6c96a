"""The runs of one server: those it works on, those in its folder, and how many there may be."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from dr_core import DRError, Kernel, PastRun, load_settings
from dr_core.pattern import regex
from dr_serve.ceiling import beyond, check_given, most
from dr_serve.job import Job
from dr_serve.order import Order
from dr_serve.refusal import Refused

RUN_ID = regex(r"[0-9a-f]{8}_\d{8}T\d{6}Z", re.ASCII)
"""Run ids are ours; what does not look like one is never looked for on the disk."""
FINISHED = ("complete", "partial")
GOING = ("running", "asking", "waiting")
STATUSES = ("running", *FINISHED, "failed")
MOST_ASKING = 50
"""Runs that wait for a person: they take no place, but each keeps its files open."""
FORMS = {"report.html": "html", "report.pdf": "pdf", "report.docx": "docx"}
"""What a report can be had as, and who writes it."""


class House:
    """Begins, lists, stops and resumes runs, with the settings of the server and below its output folder only."""

    def __init__(self, settings: Mapping[str, Any], *, most_runs: int, most_watchers: int, say: Callable[[str], None]) -> None:
        self._say = say
        self._loaded = loaded = load_settings(settings)
        self.settings = loaded.settings
        self.kernel = Kernel(loaded.settings, folder=loaded.folder)
        self.kernel.check()
        self.root = loaded.settings.output.root.resolve()
        _check_writable(self.root)
        self.most_runs = most_runs
        self.most_watchers = most_watchers
        self.watchers = 0
        self.closing = asyncio.Event()
        self.forms = [name for name, form in FORMS.items() if self._can(form)]
        self.lacks = self._lacks()
        """What runs lack that begin here: a line for each model that cannot be asked, and for each engine where none can."""
        self._jobs: dict[str, Job] = {}
        self._places = asyncio.Semaphore(most_runs)
        self._watching: set[asyncio.Task[None]] = set()

    def _can(self, form: str) -> bool:
        try:
            return not self.kernel.provider("render", form).lacks()
        except DRError:
            return False

    def _lacks(self) -> list[str]:
        llm, engines, made = self.settings.llm, self.settings.search.use, self.kernel.provider
        models = [_lacking(name, lambda name: made("llm", name).lacks()) for name in dict.fromkeys([*llm.use, *llm.roles()])]
        silent = [line for name in engines if (line := _lacking(name, lambda name: made("search", name).lacks()))]
        return [*filter(None, models), *(silent if len(silent) == len(engines) else [])]

    # --- looking -----------------------------------------------------------------------------------------------------------

    def run(self, run_id: str) -> PastRun:
        """A run of this house."""
        folder = self.root / "research_data" / run_id
        if not RUN_ID.fullmatch(run_id) or folder.is_symlink() or not (folder / "run.json").is_file():
            raise Refused(
                404, "there is no such run here", remedy="The list of runs has those that are (GET /api/runs)", code="no_run"
            )
        return PastRun(folder)

    def job(self, run_id: str) -> Job | None:
        """A run that this server works on."""
        return self._jobs.get(run_id)

    def runs(self, limit: int, before: str = "") -> dict[str, Any]:
        """The newest runs, or the newest of those older than ``before``, in a few words each; ``more``: there are older ones."""
        known: list[str] = []
        with suppress(FileNotFoundError):  # there was none yet
            names = [path.name for path in (self.root / "research_data").iterdir()]
            known = sorted(filter(RUN_ID.fullmatch, names), key=_age, reverse=True)
        if before:
            known = [run_id for run_id in known if _age(run_id) < _age(before)]
        found = []
        for run_id in known[:limit]:
            with suppress(DRError):
                found.append(self.told(self.run(run_id)))
        return {"runs": found, "more": len(known) > limit}

    def told(self, run: PastRun) -> dict[str, Any]:
        """A run in a few words; ``here``: this server works on it, ``asking``: what it asks its user."""
        known, job = run.summary(), self.job(run.run_id)
        status = known["status"] if known["status"] in STATUSES else "damaged"
        if known["active"]:
            status = "asking" if job and job.asking else "waiting" if job and job.waits else "running"
        elif status == "running":
            status = "interrupted"
        shown = {name: known[name] for name in ("created", "question", "step", "passed")}
        return shown | {"run_id": run.run_id, "status": status, "here": job is not None, "asking": job.asking if job else None}

    def ceilings(self, run: PastRun) -> dict[str, Any]:
        """What a run may use at most; None is no ceiling."""
        settings = run.settings(self.settings)
        return settings.budget.model_dump() | {"tokens": settings.token_ceiling, "rounds": settings.research.rounds}

    def held(self, run: PastRun, status: str) -> dict[str, dict[str, float | None]]:
        """The ceilings that held a finished run back: each as it is, what is enough (about), and the most that a request gets."""
        its, enough = self.ceilings(run), {}
        with suppress(DRError):  # it is damaged: nobody can go on with it
            enough = run.enough if status in FINISHED else {}
        return {name: {"ceiling": its[name], "enough": more, "most": most(name, self.settings)} for name, more in enough.items()}

    # --- doing -------------------------------------------------------------------------------------------------------------

    async def begin(self, order: Order) -> str:
        """Begin a run; its id."""
        if not any(sign.isalnum() for sign in order.question):
            raise Refused(400, "the question has no words", remedy="Ask one", code="no_words")
        job = Job(self._loaded.over(order.settings(self.settings)), self._places, order.ask)
        return await self._take(job, lambda: job.begun(job.researcher.start(order.question)))

    async def resume(self, run: PastRun, ceilings: Mapping[str, float]) -> str:
        """Go on with a run that was stopped or failed, or that its models failed; with higher ceilings, as far as
        the server allows them, also with one that its own held back."""
        status = self.told(run)["status"]
        further = status in FINISHED
        if not (ceilings and further) and not await asyncio.to_thread(self.resumable, run, status):
            way_on = "Wait for its end" if status in GOING else "Begin another one"
            remedy = await asyncio.to_thread(self._way_on, run) if further else way_on
            raise Refused(409, f"this run is {status}: there is nothing to resume", remedy=remedy, code="no_resume")
        check_given(ceilings, self.settings)
        if what := beyond(run.settings(self.settings), self.settings):
            remedy = f"Whoever runs this server can go on with it: dr resume {run.run_id}"
            raise Refused(409, f"this run has more than this server allows ({what})", remedy=remedy, code="above_server")
        job = Job(self._loaded, self._places, "never" if run.assumes else "auto")
        higher: dict[str, Any] = {f"max_{name}": ceiling for name, ceiling in ceilings.items()}
        return await self._take(job, lambda: job.begun(job.researcher.resume(run.folder, **higher)))

    def _way_on(self, run: PastRun) -> str:
        """What can be done with a finished run that has nothing to go on with under its own ceilings."""
        if not (enough := run.enough):
            return "Begin another one"
        try:
            check_given(enough, self.settings)
        except Refused:
            return f"Whoever runs this server can go on with higher ceilings: {run.higher}"
        told = ", ".join(f"{ceiling:,.15g} {name} (max_{name})" for name, ceiling in enough.items())
        return f"Resume it with higher ceilings: {told}"

    def resumable(self, run: PastRun, status: str) -> bool:
        """Whether there is something to go on with."""
        return status in ("interrupted", "failed") or (status == "partial" and run.can_be_done_again)

    async def cancel(self, run: PastRun) -> None:
        """Stop a run of this server, and wait until it has stopped."""
        job = self.job(run.run_id)
        if job is None or job.research is None:
            status = self.told(run)["status"]
            if status != "running":
                remedy = "The list of runs says which are under way (GET /api/runs)"
                raise Refused(409, f"this run is {status}: there is nothing to stop", remedy=remedy, code="no_stop")
            raise Refused(409, "this server does not work on that run", remedy="Stop it where it was started", code="not_here")
        await job.research.cancel()

    async def _take(self, job: Job, begin: Callable[[], Any]) -> str:
        if self.closing.is_set():
            raise Refused(503, "the server is being stopped", remedy="Start it again: dr serve", code="stopping")
        if self._places.locked():
            told = f"{self.most_runs} runs are under way, which is the most at once"
            raise Refused(
                429, told, remedy="Wait for one to end, stop one, or start dr serve with a larger --max-runs", code="most_runs"
            )
        if sum(not other.has_place for other in self._jobs.values()) >= MOST_ASKING:
            told = f"{MOST_ASKING} runs wait for an answer, which is the most at once"
            raise Refused(429, told, remedy="Answer some, or stop them", code="most_asking")
        await job.come_in()  # at once: no place is taken between the look and this
        try:
            run_id: str = await begin()
        except BaseException:
            job.leave()
            raise
        self._jobs[run_id] = job
        self._say(f"run {run_id}: begun")
        task = asyncio.create_task(self._watch(run_id, job))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)
        return run_id

    async def _watch(self, run_id: str, job: Job) -> None:
        """See a run to its end."""
        assert job.research is not None
        try:
            result = await job.research
            self._say(f"run {run_id}: {result.status}")
        except DRError as error:
            self._say(f"run {run_id}: failed: {error}")
        except asyncio.CancelledError:
            self._say(f"run {run_id}: stopped; go on with it in the page, or with: dr resume {run_id}")
        finally:
            del self._jobs[run_id]
            job.leave()
            job.over.set()

    def aclose(self) -> Coroutine[Any, Any, None]:
        """Stop every run, at once; awaited, wait until they have stopped. Each can be resumed."""
        self.closing.set()
        return self._closed([job.research.cancel() for job in self._jobs.values() if job.research])

    async def _closed(self, stopping: Sequence[Coroutine[Any, Any, None]]) -> None:
        await asyncio.gather(*stopping)
        await asyncio.gather(*self._watching)
        await self.kernel.aclose()


def _lacking(name: str, ask: Callable[[str], str]) -> str:
    """What a provider lacks, as a line; empty where it is ready."""
    try:
        lacks = ask(name).rstrip(".")
    except DRError as error:
        return str(error)
    except Exception as error:  # a plugin may raise whatever it likes
        lacks = f"Its lacks() raised {type(error).__name__}: {error}"
    return f"{name} cannot be asked. {lacks}" if lacks else ""


def _age(run_id: str) -> tuple[str, str]:
    """What runs are listed by: when they were begun; of one second, their ids."""
    return run_id.partition("_")[2], run_id


def _check_writable(root: Path) -> None:
    """Say so now if no run can be begun."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=root):
            pass
    except OSError as error:
        told = f"cannot write in {root}: {error.strerror}"
        raise Refused(503, told, remedy="Set output.root (--out) to a folder you may write") from error
