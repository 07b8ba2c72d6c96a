"""What an attack on a sandbox is, and the code that several of them begin with."""

from __future__ import annotations

from dataclasses import dataclass

BIG = 1200 << 20
"""More memory than any sandbox gives; the control really takes it."""


@dataclass(frozen=True)
class Attack:
    """One attack; ``control`` replaces its code where the plain container needs another way to show that the idea works."""

    name: str
    kind: str
    code: str
    control: str | None = None
    timeout: float = 20.0


def table(kind: str, **codes: str | tuple[str, str | None]) -> list[Attack]:
    made = []
    for name, value in codes.items():
        code, control = value if isinstance(value, tuple) else (value, value)
        timeout = 2.0 if kind == "time" else 20.0
        made.append(Attack(name, kind, code, control, timeout))
    return made


SYSCALL = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
def call(x86, arm, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(x86 if X86 else arm), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return result, ctypes.get_errno()
"""
VICTIM = """
import os, signal, time
victim = os.fork()
if victim == 0:
    time.sleep(30); os._exit(0)
time.sleep(0.2)
"""
SOCKET = "import socket\n"
