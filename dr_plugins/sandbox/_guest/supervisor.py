"""The supervisor: process 1, which forks workers, keeps their time, and answers for them."""

# ruff: noqa: PTH103, PTH108, PTH123, PTH208
# (paths are strings here: the guest works on descriptors, and starts faster without pathlib)
from __future__ import annotations

import base64
import contextlib
import gc
import io
import json
import os
import select
import shutil
import signal
import stat
import sys
import tarfile
import time
from typing import Any

from dr_plugins.sandbox._guest.draw import FIGURES, WORK, warm_up
from dr_plugins.sandbox._guest.lock import become, prctl
from dr_plugins.sandbox._guest.stream import read_frame, write_frame
from dr_plugins.sandbox._guest.worker import work


class Worker:
    """A forked worker that waits for its code."""

    def __init__(self, limits: dict[str, int]) -> None:
        for folder in (WORK, FIGURES):
            os.makedirs(folder, exist_ok=True)
        self.limits = limits
        pipes = [os.pipe() for _ in range(4)]
        self.pid = os.fork()
        if self.pid == 0:
            work(pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][1], limits)
        os.close(pipes[0][0])
        for _, end in pipes[1:]:
            os.close(end)
        self.code, self.out, self.err, self.result = pipes[0][1], pipes[1][0], pipes[2][0], pipes[3][0]

    def run(self, code: str, seconds: float, serving: bool) -> dict[str, Any]:
        """Hand over the code, gather what comes until the worker ends or must be ended."""
        kept: dict[int, bytes] = {self.out: b"", self.err: b"", self.result: b""}
        caps = {self.out: self.limits["stdout"], self.err: 8_000, self.result: 1 << 16}
        unsent = memoryview(code.encode())
        drained, reason, deadline = 0, "", time.monotonic() + seconds
        ended = os.pidfd_open(self.pid)
        poll = select.poll()
        for fd in (*([0] if serving else []), ended, *kept):
            poll.register(fd, select.POLLIN)
        poll.register(self.code, select.POLLOUT)
        os.set_blocking(self.code, False)
        while not reason:
            ready = dict(poll.poll(20))  # often, since files are only counted, and thousands are made in a moment
            if ready.get(0):
                os._exit(0)  # the outside has gone, or talks out of turn: the namespace ends with process 1
            if self.code in ready:
                with contextlib.suppress(BlockingIOError, BrokenPipeError):
                    unsent = unsent[os.write(self.code, unsent) :] if unsent else unsent
                if not unsent or ready[self.code] & (select.POLLERR | select.POLLHUP):
                    poll.unregister(self.code)
                    os.close(self.code)
            for fd in [fd for fd in kept if fd in ready]:
                piece = os.read(fd, 1 << 16)
                drained += len(piece)
                kept[fd] += piece[: caps[fd] - len(kept[fd])]
                if not piece:
                    poll.unregister(fd)
            if drained > self.limits["drain"]:
                reason = f"the code wrote more than {self.limits['drain']} bytes and was stopped"
            elif inodes("/tmp") > self.limits["files"]:  # noqa: S108
                reason = f"the code made more than {self.limits['files']} files and was stopped"
            elif time.monotonic() > deadline:
                reason = f"the code ran longer than {seconds:g} s and was stopped"
            elif ended in ready and not any(fd in ready for fd in kept):
                break
        status = end_all(self.pid)
        for fd in (ended, *kept):
            os.close(fd)
        said = answer_of(kept[self.result])
        error = reason or (said if said is not None else death(status, kept[self.err]))
        return {"stdout": kept[self.out].decode("utf-8", "replace"), "error": error[: self.limits["error"]]}


def inodes(path: str) -> int:
    """How many files a file system holds; nothing else stops a million empty ones."""
    found = os.statvfs(path)
    return found.f_files - found.f_ffree


def answer_of(data: bytes) -> str | None:
    """What the worker said on its own pipe; None where it said nothing that can be read."""
    try:
        return str(json.loads(data)["error"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def death(status: int, stderr: bytes) -> str:
    """Why a worker ended without a word."""
    tail = stderr.decode("utf-8", "replace").strip()[-500:]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        cause = " (out of memory, most likely)" if number == signal.SIGKILL else ""
        return f"the code was ended by {signal.Signals(number).name}{cause} {tail}".strip()
    return f"the code ended its own process with status {os.WEXITSTATUS(status)} {tail}".strip()


def end_all(worker: int) -> int:
    """Kill every process but this one (the kernel does so in one step, no fork escapes it) and return the worker's status."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    status = 0
    while True:
        try:
            pid, found = os.waitpid(-1, 0)
        except ChildProcessError:
            return status
        if pid == worker:
            status = found


def gather(limits: dict[str, int]) -> bytes:
    """A tar of the figures; the PNG files the code saved itself count where no figure was left open."""
    buffer, total, count = io.BytesIO(), 0, 0
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for folder in (FIGURES, WORK):
            for name in sorted(os.listdir(folder)) if count == 0 else []:
                if not name.lower().endswith(".png") or count >= limits["figures"]:
                    continue
                data = regular_file(f"{folder}/{name}", limits["figure"])
                if data is None or total + len(data) > limits["total"]:
                    continue
                entry = tarfile.TarInfo(f"{count:04d}.png")  # our name: theirs never leaves the sandbox
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
                count, total = count + 1, total + len(data)
    return buffer.getvalue()


def regular_file(path: str, cap: int) -> bytes | None:
    """The content of a regular file; None for links, pipes, devices and what is too large."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode) or found.st_size > cap:
            return None
        return file.read(cap)


def tidy() -> bool:
    """Empty /tmp for the next worker; False where something resists, and then this sandbox is not used again."""
    try:
        for entry in list(os.scandir("/tmp")):  # noqa: S108
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)
    except (OSError, RecursionError):
        return False
    return [name for name in os.listdir("/proc") if name.isdigit()] == ["1"]


def handle(worker: Worker, code: str, seconds: float, token: str) -> bool:
    """Run one piece of code and answer; whether the sandbox is as good as new."""
    started = time.monotonic()
    answer = worker.run(code, seconds, serving=token != "")
    try:
        body = gather(worker.limits)
    except OSError as error:
        body, answer["error"] = b"", answer["error"] or f"the figures cannot be read: {error}"
    spent = time.monotonic() - started
    clean = tidy()
    write_frame({"op": "done", "token": token, "seconds": spent, "clean": clean, **answer}, body)
    return clean


def main() -> None:
    """Serve requests on standard input; with code in the arguments, run that and end."""
    if os.getpid() != 1:
        sys.exit("this program is process 1 of a sandbox and kills every process beside it; it runs nowhere else")
    config = json.loads(sys.argv[1])
    once = base64.b64decode("".join(sys.argv[2:])).decode()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # process 1 ignores every signal from inside that has no handler
    os.umask(0o077)
    if config.get("user"):
        become(config["user"])
    prctl(4, 0)  # undumpable: nobody of the same user may open /proc/1/fd, /proc/1/mem
    version = warm_up([] if once else config["chains"], config["chains"][0], config["path"])
    gc.collect()
    gc.freeze()
    worker = Worker(config["limits"])
    if once:
        handle(worker, once, config["seconds"], "")
        return
    write_frame({"op": "ready", "matplotlib": version, "python": sys.version.split()[0]})
    while request := read_frame():
        if request["op"] == "ping":
            write_frame({"op": "pong", "token": request["token"]})
            continue
        if not handle(worker, request["code"], request["seconds"], request["token"]):
            return
        worker = Worker(config["limits"])
