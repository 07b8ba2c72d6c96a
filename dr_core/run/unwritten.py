"""A file of a run that cannot be written: one line, with what helps."""

from __future__ import annotations

import errno
from pathlib import Path

from dr_core.errors import RunError

HELPS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "Free some space"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "Check the folder's permissions"),
}


def cannot_write(path: Path | str, error: OSError) -> RunError:
    """What ends a run, or another command, whose file cannot be written."""
    remedy = f"{HELPS.get(error.errno or 0, 'Check the disk')}, then try again"
    return RunError(f"cannot write {path}: {error.strerror or error}", remedy=remedy)
