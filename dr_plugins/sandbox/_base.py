"""What the sandboxes share: options, the guest's arguments, and a pool of warm guests that is mended as it is used."""

from __future__ import annotations

import json
import threading
import time
from abc import abstractmethod
from importlib.resources import files

from dr_core import Context, Execution, ProviderError, Sandbox, option
from dr_plugins.sandbox import _figures
from dr_plugins.sandbox._protocol import BODY_CAP, CODE_CAP
from dr_plugins.sandbox._session import (
    ERROR_CAP,
    STDOUT_CAP,
    Broken,
    Channel,
    Session,
    TimedOut,
    sane_seconds,
    to_execution,
    too_long,
)
from dr_plugins.sandbox._thread import in_thread

FACES = ("JP", "TC", "SC", "KR")
CHAINS = [[*dict.fromkeys(f"Noto Sans CJK {face}" for face in (own, "JP", "TC", "SC")), "DejaVu Sans"] for own in FACES]
"""The font chains of the bundled ``cjk-fonts``, opened by a guest before its first figure; others work, a little slower. The
first is the default of code that sets none."""

GUEST_MODULES = ("stream", "lock", "words", "label", "legend", "pie", "legible", "draw", "worker", "supervisor")
"""In the order in which they import each other."""
BOOT = """
import json, sys, types
for name in ("dr_plugins", "dr_plugins.sandbox", "dr_plugins.sandbox._guest"):
    sys.modules[name] = types.ModuleType(name)
for name, text in json.loads(sys.argv.pop(1)).items():
    module = sys.modules["dr_plugins.sandbox._guest." + name] = types.ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)
sys.modules["dr_plugins.sandbox._guest.supervisor"].main()
"""


class Abandoned(Exception):
    """The caller has been cancelled; nobody waits for this job."""


class NoGuest(ProviderError):
    """A guest was started, and does not talk."""


class Job:
    """One call: the guest it holds, and the wish that it ends."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self._lock = threading.Lock()
        self._channel: Channel | None = None

    def hold(self, channel: Channel) -> None:
        """From now on this guest dies with the job."""
        with self._lock:
            self._channel = channel
        self.check()

    def release(self) -> None:
        """The guest is no longer ours to kill."""
        with self._lock:
            self._channel = None

    def check(self) -> None:
        """Give up, with what is held, where the caller has gone."""
        if self.cancelled.is_set():
            self.abort()
            raise Abandoned

    def abort(self) -> None:
        """End the job from another thread."""
        self.cancelled.set()
        with self._lock:
            channel = self._channel
        if channel is not None:
            channel.kill()


class GuestSandbox(Sandbox):
    """A sandbox that runs the guest program; subclasses say how a guest is started."""

    class Options(Sandbox.Options):
        memory_mb: int = option(512, ge=64, help="Memory the code may use, in MB")
        tmp_mb: int = option(64, ge=8, help="Size of the sandbox's own /tmp, in MB")
        workers: int = option(1, ge=1, le=16, help="Guests that may run at once; further calls wait")

    def __init__(self, options: Sandbox.Options | None = None, context: Context | None = None) -> None:
        super().__init__(options, context)
        self._slots = threading.Semaphore(self.options.workers)
        self._lock = threading.Lock()
        self._idle: list[Session] = []
        self._jobs: set[Job] = set()
        self._closed = False

    @abstractmethod
    def start(self, job: Job) -> Channel:
        """Start a guest that serves requests; ``job.hold`` it as soon as there is something to kill."""

    # --- running ----------------------------------------------------------------------------------------------------------

    async def execute_python(self, code: str, timeout: float = 60) -> Execution:
        """Run ``code`` in a guest; timeouts, crashes and refused pictures are in ``error``."""
        problem = unfit(code)
        if problem:
            return Execution(error=problem)
        job = Job()
        with self._lock:
            if self._closed:
                raise ProviderError(f"sandbox '{self.name}' is closed")
            self._jobs.add(job)
        try:
            return await in_thread(lambda: self._in_turn(code, sane_seconds(timeout), job), job.abort)
        finally:
            with self._lock:
                self._jobs.discard(job)

    def _in_turn(self, code: str, seconds: float, job: Job) -> Execution:
        with self._slots:
            job.check()
            return self.run(code, seconds, job)

    def run(self, code: str, seconds: float, job: Job) -> Execution:
        """One execution in a warm guest. A guest that dies is replaced and the code, which can have done nothing outside,
        runs once more; a guest that overruns is killed and replaced."""
        for last in (False, True):
            session = self._take(job)
            started = time.perf_counter()
            try:
                header, body = session.ask("run", seconds, code=code, seconds=seconds + 5)
            except TimedOut:
                session.channel.kill()
                job.check()
                self.warm()
                return Execution(error=too_long(seconds), seconds=round(time.perf_counter() - started, 4))
            except Broken as error:
                session.channel.kill()
                job.check()
                if last:
                    return Execution(error=f"the sandbox died twice while it ran this code: {error}")
                self.context.log.warning("sandbox '%s' died (%s); started anew", self.name, error)
                continue
            except BaseException:
                session.channel.kill()  # whatever happened here, the guest does not outlive it
                raise
            job.release()
            if header.get("clean") is True:
                self._put(session)
            else:
                session.channel.kill()
            return to_execution(header, body, started)
        raise AssertionError("unreachable")

    # --- the pool ---------------------------------------------------------------------------------------------------------

    def _take(self, job: Job) -> Session:
        while True:
            with self._lock:
                session = self._idle.pop() if self._idle else None
            if session is None:
                return self._open(job)
            job.hold(session.channel)
            if session.healthy():
                return session
            session.channel.kill()

    def _open(self, job: Job) -> Session:
        session = Session(self.start(job))
        try:
            session.greet()
        except Broken as error:
            session.channel.kill()
            job.check()
            raise NoGuest(f"sandbox '{self.name}' does not start: {error}") from error
        job.check()
        return session

    def _put(self, session: Session) -> None:
        with self._lock:
            keep = not self._closed and len(self._idle) < self.options.workers
            if keep:
                self._idle.append(session)
        if not keep:
            session.channel.kill()

    def warm(self) -> None:
        """Start a guest in the background, so that the next call finds it ready."""
        job = Job()

        def open_one() -> None:
            try:
                session = self._open(job)
            except (Abandoned, ProviderError) as error:
                self.context.log.info("sandbox '%s' could not be warmed: %s", self.name, error)
            else:
                job.release()
                self._put(session)
            finally:
                with self._lock:
                    self._jobs.discard(job)

        with self._lock:
            if self._closed:
                return
            self._jobs.add(job)
        threading.Thread(target=open_one, name="dr-sandbox-warm", daemon=True).start()

    async def aclose(self) -> None:
        """End every guest, running or idle."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            jobs = list(self._jobs)

        def end() -> None:
            for job in jobs:
                job.abort()
            for session in idle:
                session.channel.kill()

        await in_thread(end)

    # --- the guest's arguments --------------------------------------------------------------------------------------------

    def guest_arguments(self, *, user: int = 0, tasks: int = 0, seconds: float = 0) -> list[str]:
        """What follows ``python3``: the guest program and its configuration."""
        config = {
            "chains": CHAINS,
            "path": ["/opt/site"],
            "user": user,
            "seconds": seconds,
            "limits": {
                "memory": self.options.memory_mb << 20,
                "disk": self.options.tmp_mb << 20,
                "tasks": tasks,
                "files": 2_000,
                "stdout": STDOUT_CAP,
                "drain": 16_000_000,
                "error": ERROR_CAP,
                "figures": _figures.MAX_FIGURES,
                "figure": _figures.MAX_BYTES,
                "pixels": _figures.MAX_PIXELS,
                "total": BODY_CAP - 1_000_000,
            },
        }
        return ["-I", "-B", "-c", *guest_program(), json.dumps(config)]


def guest_program() -> list[str]:
    """The guest for ``python3 -c``: a line that makes its modules from the texts in the next argument, and those texts.

    Sent along rather than built into the image, so that guest and host are always of one version.
    """
    folder = files("dr_plugins.sandbox").joinpath("_guest")
    texts = {name: folder.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in GUEST_MODULES}
    return [BOOT, json.dumps(texts)]


def unfit(code: str) -> str:
    """Why this code cannot even be sent, or nothing."""
    try:
        size = len(code.encode())
    except UnicodeEncodeError:
        return "the code is not valid Unicode"
    return f"the code is {size} bytes long, more than {CODE_CAP}" if size > CODE_CAP else ""
