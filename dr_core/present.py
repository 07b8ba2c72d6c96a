"""Whether something is at a path, with no for an answer where the system will not say.

``Path.exists`` and ``Path.is_file`` raise for a name that is too long and below a folder that may not be entered (until Python
3.14): somebody else's run in an index, a home folder of another user, a text that was meant for another option.
"""

from __future__ import annotations

import os


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file or folder at ``path`` that we can see."""
    return os.path.exists(path)  # noqa: PTH110  (it never raises)


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file at ``path`` that we can see."""
    return os.path.isfile(path)  # noqa: PTH113  (it never raises)


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether there is a folder at ``path`` that we can see."""
    return os.path.isdir(path)  # noqa: PTH112  (it never raises)
