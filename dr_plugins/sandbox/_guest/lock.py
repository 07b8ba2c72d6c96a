"""What a worker locks behind itself before foreign code runs in it."""

from __future__ import annotations

import ctypes
import os
import resource
import struct
from typing import Any


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
    with open("/proc/self/statm") as file:  # noqa: PTH123
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
