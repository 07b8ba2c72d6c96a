"""The program inside a sandbox: process 1, which forks a fresh worker for every piece of code.

It is handed to the sandbox's own Python as text, so it imports nothing but the standard library (and matplotlib, where there is
any). The division of labour is the point of it:

- The *supervisor* (process 1) is warm: it has imported matplotlib and drawn once. It alone holds the stream to the outside. It
  cannot be killed from inside its own process namespace, and marks itself undumpable, so that no worker reads its memory or files.
- The *worker* is forked before the request arrives, so the request's token is not in its memory: it cannot forge an answer. It
  starts warm and ends with its one piece of code, so no state is left to the next one. It can neither fork nor exec.

A frame on the stream is ``DRF1``, two lengths, a JSON header and a body; the body of an answer is a tar of regular files.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import functools
import gc
import io
import json
import linecache
import os
import re
import resource
import select
import shutil
import signal
import stat
import struct
import sys
import tarfile
import time
import traceback
import warnings
from typing import Any

MAGIC = b"DRF1"
WORK, FIGURES, SETTINGS = "/tmp/work", "/tmp/figures", "/tmp/matplotlib"  # noqa: S108  (the sandbox's own, private /tmp)
BAKED = "/opt/dr/matplotlib"
REQUEST_CAP = 4_000_000
DPI_FLOOR = 1.0

# --- the stream -----------------------------------------------------------------------------------------------------------


def read_exactly(count: int) -> bytes | None:
    """``count`` bytes of standard input, or None where it ends."""
    data = b""
    while len(data) < count:
        piece = os.read(0, min(count - len(data), 1 << 16))
        if not piece:
            return None
        data += piece
    return data


def read_frame() -> dict[str, Any] | None:
    """The next request; None at the end of the stream, or where it is no longer one of frames."""
    start = read_exactly(12)
    if start is None or start[:4] != MAGIC:
        return None
    header, body = struct.unpack(">II", start[4:])
    if header + body > REQUEST_CAP:
        return None
    data = read_exactly(header + body)
    return None if data is None else dict(json.loads(data[:header]))


def write_frame(header: dict[str, Any], body: bytes = b"") -> None:
    """Send an answer, whole."""
    text = json.dumps(header).encode()
    data = memoryview(MAGIC + struct.pack(">II", len(text), len(body)) + text + body)
    while data:
        data = data[os.write(1, data) :]


# --- locks ----------------------------------------------------------------------------------------------------------------


def prctl(option: int, *values: Any) -> None:
    """prctl(2), or an OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    arguments = [value if isinstance(value, ctypes.c_void_p) else ctypes.c_ulong(value) for value in values]
    if libc.prctl(ctypes.c_int(option), *arguments, *[ctypes.c_ulong(0)] * (4 - len(values))) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) was refused")


# machine: audit number, then the numbers of (fork, vfork, execve, execveat), clone, clone3, prlimit64
NUMBERS = {
    "x86_64": (0xC000003E, (57, 58, 59, 322), 56, 435, 302),
    "aarch64": (0xC00000B7, (221, 281), 220, 435, 261),
}


def forbid_processes() -> None:
    """A second seccomp filter, for the worker only: threads yes, processes and programs no, limits of others no."""
    numbers = NUMBERS.get(os.uname().machine)
    if numbers is None:
        return  # another processor: the container's own limits stand alone
    audit, programs, clone, clone3, prlimit = numbers
    load, equal, above, bits, back = 0x20, 0x15, 0x35, 0x45, 0x06  # BPF opcodes: load word, ==, >=, &, return
    refuse, absent, kill, allow = 0x00050001, 0x00050026, 0x80000000, 0x7FFF0000  # EPERM, ENOSYS, kill the process, allow
    filters: list[tuple[int, int, int, int]] = [(load, 0, 0, 4), (equal, 1, 0, audit), (back, 0, 0, kill), (load, 0, 0, 0)]
    filters += [(above, 0, 1, 0x40000000), (back, 0, 0, refuse)]  # the x32 numbers, a way around all others
    for number in programs:
        filters += [(equal, 0, 1, number), (back, 0, 0, refuse)]
    filters += [(equal, 0, 1, clone3), (back, 0, 0, absent)]  # its flags lie in memory; libc goes on with clone
    filters += [(equal, 0, 4, clone), (load, 0, 0, 16), (bits, 1, 0, 0x10000), (back, 0, 0, refuse), (back, 0, 0, allow)]
    filters += [(equal, 0, 3, prlimit), (load, 0, 0, 16), (equal, 1, 0, 0), (back, 0, 0, refuse), (back, 0, 0, allow)]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in filters))
    holder = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(filters), ctypes.addressof(program)))
    prctl(38, 1)  # no new privileges
    prctl(22, 2, ctypes.c_void_p(ctypes.addressof(holder)))  # seccomp, filter


def limit_worker(limits: dict[str, int]) -> None:
    """Resource limits of one worker; memory is counted on top of what the warm supervisor has already mapped."""
    with open("/proc/self/statm") as file:  # noqa: PTH123  (pathlib costs a start; this program is all start)
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    for which, value in (
        (resource.RLIMIT_AS, mapped + limits["memory"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits["disk"]),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_MSGQUEUE, 0),
        *([(resource.RLIMIT_NPROC, limits["tasks"])] if limits.get("tasks") else []),
    ):
        resource.setrlimit(which, (value, value))


def become(user: int) -> None:
    """Give up root for good (bubblewrap started by root; a container starts as its own user)."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


# --- drawing --------------------------------------------------------------------------------------------------------------

missing: dict[str, set[str]] = {}
"""File name of a saved figure -> the characters no font had."""


def watch_glyphs() -> None:
    """Let every ``savefig`` note the characters that were drawn as boxes, whatever the code does about warnings."""
    from matplotlib.figure import Figure

    plain = Figure.savefig

    @functools.wraps(plain)
    def savefig(self: Any, fname: Any, *args: Any, **kwargs: Any) -> Any:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = plain(self, fname, *args, **kwargs)
        for each in caught:
            found = re.search(r"Glyph (\d+)\b.*missing from", str(each.message), re.DOTALL)
            if found:
                missing.setdefault(str(fname), set()).add(chr(int(found[1])))
            else:
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        return result

    Figure.savefig = savefig


def warm_up(fonts: list[str], path: list[str]) -> str:
    """Import matplotlib and draw once, so that workers are forked warm; the version, or nothing where there is none."""
    os.makedirs(SETTINGS, exist_ok=True)
    for name in os.listdir(BAKED) if os.path.isdir(BAKED) else []:
        shutil.copyfile(f"{BAKED}/{name}", f"{SETTINGS}/{name}")  # matplotlib uses its font list only from a folder it may write to
    os.environ.clear()
    os.environ.update(HOME="/tmp", LANG="C.UTF-8", MPLBACKEND="Agg", MPLCONFIGDIR=SETTINGS)  # noqa: S108
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # a forked child must not miss threads of its parent
    sys.path[:0] = [folder for folder in path if os.path.isdir(folder)]
    try:
        import matplotlib
        import matplotlib.pyplot as plt
    except ImportError:
        return ""
    watch_glyphs()
    if fonts:
        for module in ("numpy", "pandas", "matplotlib.dates"):
            with contextlib.suppress(ImportError):
                __import__(module)
        with matplotlib.rc_context({"font.sans-serif": [*fonts, "DejaVu Sans"]}), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            figure, axes = plt.subplots()
            axes.plot([1, 2], [3, 4], label="a 1")
            axes.bar([1, 2], [3, 4])
            axes.set_title("數据グ그 -1")
            axes.legend()
            figure.savefig(io.BytesIO(), format="png")
            plt.close("all")
        missing.clear()
    return str(matplotlib.__version__)


def draw_open_figures(limits: dict[str, int]) -> list[str]:
    """Save the figures the code left open; what is wrong with them is returned."""
    plt: Any = sys.modules.get("matplotlib.pyplot")
    problems: list[str] = []
    if plt is None:
        return problems
    numbers = plt.get_fignums()
    if len(numbers) > limits["figures"]:
        problems.append(f"{len(numbers)} figures are open, only the first {limits['figures']} are kept")
    for number in numbers[: limits["figures"]]:
        figure = plt.figure(number)
        width, height = (max(DPI_FLOOR, inches * figure.dpi) for inches in figure.get_size_inches())
        if width * height > limits["pixels"]:
            problems.append(f"figure {number} would be {width:.0f} x {height:.0f} pixels, over the limit of {limits['pixels']}")
            continue
        # level 1: the picture is decoded and encoded again outside, compressing it well here would be done twice
        figure.savefig(f"{FIGURES}/{number:04d}.png", format="png", dpi="figure", pil_kwargs={"compress_level": 1})
    return problems


def boxes() -> list[str]:
    """Throw away the figures with missing glyphs and name the characters."""
    for name in missing:
        with contextlib.suppress(OSError, ValueError):
            os.unlink(name)
    characters = sorted(set().union(*missing.values()))
    named = ", ".join(f"{each} (U+{ord(each):04X})" for each in characters[:20])
    return [f"missing glyphs: no font in font.sans-serif has {named}"] if characters else []


# --- the worker -----------------------------------------------------------------------------------------------------------


def run_code(code: str, limits: dict[str, int]) -> str:
    """Run ``code`` as a program would be; what went wrong is returned, with the lines of the code it went wrong in."""
    linecache.cache["<chart>"] = (len(code), None, code.splitlines(True), "<chart>")
    space: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(compile(code, "<chart>", "exec"), space)  # noqa: S102  (to run foreign code is what this program is for)
    except SystemExit as end:
        if end.code not in (None, 0):
            return f"SystemExit: {end.code}"
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != "<chart>":
            trace = trace.tb_next
        return "".join(traceback.format_exception(type(error), error, trace, limit=-6))[-limits["error"] :].strip()
    try:
        problems = draw_open_figures(limits)
    except BaseException as error:
        problems = [f"the figure cannot be drawn: {type(error).__name__}: {error}"[: limits["error"]]]
    return "; ".join([*problems, *boxes()])


def work(code_pipe: int, out: int, err: int, result: int, limits: dict[str, int]) -> None:
    """The whole life of a worker; never returns."""
    status = 1
    try:
        os.setsid()
        null = os.open("/dev/null", os.O_RDWR)
        for source, target in ((null, 0), (out, 1), (err, 2)):
            os.dup2(source, target)
        for fd in map(int, os.listdir("/proc/self/fd")):
            if fd not in (0, 1, 2, code_pipe, result):
                with contextlib.suppress(OSError):
                    os.close(fd)
        sys.stdin = open(0, encoding="utf-8")  # noqa: PTH123, SIM115
        sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: PTH123, SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: PTH123, SIM115
        sys.argv[:] = ["chart.py"]
        prctl(4, 1)  # dumpable again: else /proc/self belongs to root and the next line is refused
        with open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123
            file.write("1000")  # when memory ends, the worker goes first, not the supervisor
        os.chdir(WORK)
        limit_worker(limits)
        forbid_processes()
        code = b""
        while piece := os.read(code_pipe, 1 << 16):
            code += piece
        os.close(code_pipe)
        error = run_code(code.decode(), limits)
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os.write(result, json.dumps({"error": error}).encode())
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode("utf-8", "replace")[-2000:])
    finally:
        os._exit(status)  # no atexit, no threads to wait for, no way back into the supervisor's loop


# --- the supervisor -------------------------------------------------------------------------------------------------------


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
            ready = dict(poll.poll(100))
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
    except (ValueError, KeyError, TypeError):
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
    with open(fd, "rb") as file:  # noqa: PTH123
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
    version = warm_up([] if once else config["fonts"], config["path"])
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


if __name__ == "__main__":
    main()
