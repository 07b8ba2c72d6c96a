"""``--data FOLDER``: where the data for measuring are, and the refusal where they are not."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def options_with_data(parser: argparse.ArgumentParser, needed: str) -> argparse.Namespace:
    """The options of a benchmark, ``--data`` among them. Without ``needed`` in that folder, one line and exit code 64."""
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("DR_BENCH_DATA", "../shared/data")))
    options = parser.parse_args()
    if not (options.data / needed).exists():
        parser.exit(64, f"there is no {options.data / needed}; give the folder with --data or DR_BENCH_DATA\n")
    return options
