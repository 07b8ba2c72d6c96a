"""The same seccomp profile for sandboxes without Docker, compiled by the system's libseccomp into the form the kernel takes."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import tempfile
from typing import Any

from dr_core import ProviderError
from dr_plugins.sandbox._docker import profile

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
COMPARE = {"SCMP_CMP_NE": 1, "SCMP_CMP_LT": 2, "SCMP_CMP_LE": 3, "SCMP_CMP_EQ": 4, "SCMP_CMP_GE": 5, "SCMP_CMP_GT": 6}
MASKED_EQ = 7


class Comparison(ctypes.Structure):
    """struct scmp_arg_cmp"""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


def compiled_profile() -> bytes:
    """The filter as BPF for this machine's processor."""
    name = ctypes.util.find_library("seccomp")
    if name is None:
        raise ProviderError("bubblewrap needs libseccomp", remedy="Install libseccomp2 (Debian) or libseccomp (others)")
    library = ctypes.CDLL(name)
    library.seccomp_init.restype = ctypes.c_void_p
    rules = profile()
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(ERRNO | rules["defaultErrnoRet"])))
    if not context:
        raise ProviderError("libseccomp makes no filter")
    try:
        for rule in rules["syscalls"]:
            action = ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else ERRNO | rule["errnoRet"]
            for syscall in rule["names"]:
                add(library, context, action, syscall, rule.get("args", []))
        with tempfile.TemporaryFile() as file:
            if library.seccomp_export_bpf(context, file.fileno()) != 0:
                raise ProviderError("libseccomp does not compile the profile")
            file.seek(0, os.SEEK_SET)
            return file.read()
    finally:
        library.seccomp_release(context)


def add(library: Any, context: ctypes.c_void_p, action: int, syscall: str, conditions: list[dict[str, Any]]) -> None:
    """Add one rule; a call this processor does not have is left out."""
    number = library.seccomp_syscall_resolve_name(syscall.encode())
    if number < 0:
        return
    array = (Comparison * max(1, len(conditions)))()
    for place, each in zip(array, conditions, strict=False):
        place.arg = each["index"]
        if each["op"] == "SCMP_CMP_MASKED_EQ":
            place.op, place.a, place.b = MASKED_EQ, each["value"], each["valueTwo"]
        else:
            place.op, place.a = COMPARE[each["op"]], each["value"]
    code = library.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, ctypes.c_uint(len(conditions)), array)
    if code != 0:
        raise ProviderError(f"libseccomp refuses a rule for {syscall} ({code})")
