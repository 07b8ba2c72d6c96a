"""``bubblewrap``: the same guest without Docker, in namespaces that see a Python, its packages and the fonts, no more."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import select
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from dr_core import ProviderError
from dr_plugins.sandbox._base import GuestSandbox, Job
from dr_plugins.sandbox._check import check_sandbox
from dr_plugins.sandbox._protocol import Broken, TimedOut
from dr_plugins.sandbox._seccomp import compiled_profile
from dr_plugins.sandbox._session import Channel
from dr_plugins.sandbox._thread import spawner

PACKAGES = """matplotlib mpl_toolkits numpy pandas PIL contourpy cycler dateutil fontTools kiwisolver packaging pyparsing six
tzdata"""
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
LIBRARY_FOLDERS = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
SITE = "/opt/site"
NOBODY = 65534
TASKS = 32


class Pipes(Channel):
    """A guest on two pipes."""

    def __init__(self, command: list[str], filter: bytes) -> None:
        with tempfile.TemporaryFile() as file:
            file.write(filter)
            file.seek(0)
            self.process = subprocess.Popen(  # noqa: S603
                [*command[:1], "--seccomp", str(file.fileno()), *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(file.fileno(),),
                env={},
                bufsize=0,
                start_new_session=True,
            )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._in, self._out, self._err = self.process.stdin, self.process.stdout, self.process.stderr
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._err.fileno(), False)
        self._lock = threading.Lock()
        self._dead = False
        self._wake, self._waker = os.pipe()

    def send(self, data: bytes) -> None:
        """Write to the guest's standard input."""
        view, deadline = memoryview(data), time.monotonic() + 5
        try:
            while view:
                if not select.select([self._wake], [self._in], [], max(0.0, deadline - time.monotonic()))[1]:
                    raise Broken("the guest takes no input")
                view = view[os.write(self._in.fileno(), view) :]
        except (OSError, ValueError) as error:
            raise Broken(f"the guest takes no input: {error}") from error

    def receive(self, deadline: float) -> bytes:
        """Some bytes of the guest's standard output."""
        try:
            streams: list[Any] = [self._out, self._wake]
            ready = select.select(streams, [], [], max(0.0, deadline - time.monotonic()))[0]
            if not ready:
                raise TimedOut("no answer in time")
            data = os.read(self._out.fileno(), 1 << 16) if self._out in ready else b""
        except (OSError, ValueError) as error:
            raise Broken(f"the stream failed: {error}") from error
        if not data:
            raise Broken(f"the guest ended {self._said()}".strip())
        return data

    def _said(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            return os.read(self._err.fileno(), 2000).decode("utf-8", "replace").strip()[-300:]
        return ""

    def gone(self) -> bool:
        """Whether it ended, or said something unasked."""
        try:
            return self._dead or self.process.poll() is not None or bool(select.select([self._out], [], [], 0)[0])
        except (OSError, ValueError):
            return True

    def kill(self) -> None:
        """Kill bubblewrap: the guest is process 1 of its namespace and set to die with it, and all others die with the guest."""
        with self._lock:
            if self._dead:
                return
            self._dead = True
        os.write(self._waker, b"x")  # whoever waits in receive wakes up and finds the stream ended
        self.process.kill()
        self.process.wait()
        # the descriptors are closed when the last thread has let go of this channel, not under its feet

    def __del__(self) -> None:
        for fd in (getattr(self, "_wake", None), getattr(self, "_waker", None)):
            if fd is not None:
                os.close(fd)
        for pipe in (getattr(self, "_in", None), getattr(self, "_out", None), getattr(self, "_err", None)):
            if pipe is not None:
                pipe.close()


class Bubblewrap(GuestSandbox):
    """Charts on a Linux without Docker, where `bwrap` is installed: no network, of the host only Python and fonts, read-only.

    Without an engine there is no memory control group: the limits are the worker's own (address space, tasks, file size), which
    hold because the worker can start no process.
    """

    _spare: tempfile.TemporaryDirectory[str] | None = None

    def start(self, job: Job) -> Pipes:
        """A guest in fresh namespaces."""
        reason = missing_part()
        if reason:
            raise ProviderError(reason, remedy="Install bubblewrap, or choose another sandbox in [sandbox] use")
        root = os.geteuid() == 0
        python = str(Path(sys.executable).resolve())
        arguments = self.guest_arguments(user=NOBODY - os.getpid() % 1000 if root else 0, tasks=TASKS)
        command = ["bwrap", *namespaces(root), *self._mounts(python), "--", python, *arguments]
        try:
            channel = spawner()(lambda: Pipes(command, compiled_profile()))
        except OSError as error:
            raise ProviderError(f"bubblewrap does not start: {error}") from error
        job.hold(channel)
        return channel

    def _mounts(self, python: str) -> list[str]:
        stdlib, listed = sysconfig.get_path("stdlib"), self._font_list()
        empty = listed.parent / "empty"
        empty.mkdir(exist_ok=True)
        seen = [python, stdlib, *libraries(), *(each for each in FONT_FOLDERS if Path(each).is_dir())]
        shown = {path: path for path in seen}
        shown |= {f"{SITE}/{path.name}": str(path) for path in packages()}
        shown |= {"/opt/dr/matplotlib": str(listed)}
        shown |= {str(folder): str(empty) for folder in Path(stdlib).glob("*-packages")}  # nothing but the packages above
        size = str(self.options.tmp_mb << 20)
        mounts = ["--proc", "/proc", "--perms", "1777", "--size", size, "--tmpfs", "/tmp"]  # noqa: S108
        parents = {parent for path in shown for parent in Path(path).parents if str(parent) != "/"}
        for parent in sorted(parents, key=lambda each: len(each.parts)):
            if not any(parent.is_relative_to(path) for path in shown):
                mounts += ["--perms", "0755", "--dir", str(parent)]  # bubblewrap's own would be for its owner only
        mounts += ["--perms", "0755", "--dir", "/dev"]
        for device in ("null", "zero", "urandom", "random"):
            mounts += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
        for path, source in shown.items():
            mounts += ["--ro-bind", source, path]
        return [*mounts, "--remount-ro", "/", "--chdir", "/tmp"]  # noqa: S108

    def _font_list(self) -> Path:
        """matplotlib's list of the machine's fonts, made once, outside, and again when fonts were installed."""
        state = hashlib.sha256()
        for top in FONT_FOLDERS:
            for folder in sorted({Path(top), *(path for path in Path(top).rglob("*") if path.is_dir())}):
                if folder.is_dir():
                    state.update(f"{folder}\0{folder.stat().st_mtime_ns}\n".encode())
        folder = self._kept(f"fonts-{state.hexdigest()[:12]}")
        if not any(folder.glob("fontlist*.json")):
            command = [sys.executable, "-I", "-c", "import matplotlib.font_manager"]
            env = {"MPLCONFIGDIR": str(folder), "PATH": os.environ.get("PATH", "")}
            subprocess.run(command, env=env, check=False, capture_output=True, timeout=300)  # noqa: S603
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)
        return folder.resolve()

    def _kept(self, name: str) -> Path:
        """A folder of this name that can be written: below the cache folder, or for as long as this sandbox is open."""
        try:
            folder = self.context.cache_dir / name
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK) and os.access(folder.parent, os.W_OK):
                return folder
        except OSError:
            pass  # no home, or one that can only be read
        with self._lock:
            self._spare = self._spare or tempfile.TemporaryDirectory(prefix="dr-sandbox-", ignore_cleanup_errors=True)
        Path(self._spare.name).chmod(0o755)  # the guest gives root up and must see what is in it
        (Path(self._spare.name) / name).mkdir(exist_ok=True)
        return Path(self._spare.name) / name

    async def aclose(self) -> None:
        """Ends all guests, and leaves nothing behind that is not in the cache folder."""
        await super().aclose()
        if self._spare:
            self._spare.cleanup()

    async def unavailable(self) -> str:
        """Why this sandbox cannot be used here, or nothing; namespaces are tried, since a kernel may forbid them."""
        reason = missing_part()
        if reason:
            return reason
        tried = await self.execute_python("print(1)", 20)
        return "" if tried.stdout.strip() == "1" else tried.error

    async def check(self) -> list[tuple[str, bool, str]]:
        """What `dr sandbox check` shows: fonts, limits, attacks, a figure."""
        reason = missing_part()
        if reason:
            return [("bubblewrap", False, reason)]
        return [("bubblewrap", True, shutil.which("bwrap") or ""), *await check_sandbox(self, docker=False)]


def namespaces(root: bool) -> list[str]:
    """The flags that cut the guest off. Root needs no user namespace; the guest then gives root up itself, first of all."""
    flags = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1"]
    flags += ["--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv", "--cap-drop", "ALL"]
    if root:
        return [*flags, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return ["--unshare-user", "--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY), *flags]


def libraries() -> list[str]:
    """The folders of shared libraries: those of this processor alone where the system keeps them apart."""
    triplet = sysconfig.get_config_var("MULTIARCH") or ""
    apart = [f"{top}/{triplet}" for top in ("/lib", "/usr/lib")] if triplet and Path(f"/usr/lib/{triplet}").is_dir() else []
    found = [*apart, "/lib64"] if apart else list(LIBRARY_FOLDERS)
    own = sysconfig.get_config_var("LIBDIR") or ""
    shared = [str(path) for path in Path(own).glob("libpython*.so*")] if own else []
    loader = [str(path) for path in Path("/lib").glob("ld-linux*")]
    return [path for path in (*found, *shared, *loader) if Path(path).exists()]


def packages() -> list[Path]:
    """What of this Python's packages chart code may import; found, not imported."""
    found: list[Path] = []
    for name in PACKAGES.split():
        spec = importlib.util.find_spec(name)
        if spec is None:
            continue
        places = list(spec.submodule_search_locations or []) or [spec.origin or ""]
        found += [Path(place) for place in places if place]
    beside = [path.parent / f"{name}.libs" for path in found for name in (path.name, "pillow")]
    return list(dict.fromkeys([*found, *(path for path in beside if path.is_dir())]))


def missing_part() -> str:
    """What this machine lacks for bubblewrap, or nothing."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap needs Linux"
    return "" if shutil.which("bwrap") else "bubblewrap is not installed"
