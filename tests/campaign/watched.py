"""`dr` with a witness: ``python watched.py LOG ARGUMENTS...`` writes the arguments of every process it starts to LOG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

log = Path(sys.argv[1])
STARTS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system")


def witness(event: str, arguments: tuple[Any, ...]) -> None:
    if event in STARTS:
        # what is started and with which arguments; the environment is the child's to know
        with log.open("a", encoding="utf-8") as lines:
            lines.write(f"{event} {arguments[:2]!r}\n")


sys.addaudithook(witness)

from dr_core.cli import main  # noqa: E402

sys.exit(main(sys.argv[2:]))
