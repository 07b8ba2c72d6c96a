"""The same CJK figure in every sandbox, in a plain subprocess and in a warm local process: first and later ones, in one run.

Target (issue of the sandbox): a later figure in ``docker-persistent`` takes at most 1.3 times the drawing time in a warm local
process. The ways take turns, so that a busy machine slows all of them alike; medians are compared.

    python bench/sandbox.py [--rounds 15] [--data FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from dr_core import Context
from dr_core.report.chart import font_preamble
from dr_plugins.sandbox.bubblewrap import Bubblewrap
from dr_plugins.sandbox.docker_ephemeral import DockerEphemeral
from dr_plugins.sandbox.docker_persistent import DockerPersistent

TARGET = 1.3
FONTS = ["Noto Sans CJK TC", "Noto Sans CJK JP", "Noto Sans CJK SC", "DejaVu Sans"]
CODE = (
    font_preamble(FONTS)
    + """
import matplotlib.pyplot as plt
years = list(range(2015, 2025))
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5), dpi=120)
for name, shift in (("台北", -3), ("高雄", 0), ("臺中", 2)):
    left.plot(years, [shift * (year - 2018) for year in years], marker="o", label=name)
left.set_title("各城市的年增長率")
left.set_xlabel("年份")
left.set_ylabel("百分比")
left.legend(title="城市")
right.bar(["北部", "中部", "南部", "東部"], [12, -7, 5, -2])
right.set_title("分區比較")
figure.suptitle("統計圖表")
"""
)
LOCAL = "import io\nout = io.BytesIO()\nfigure.savefig(out, format='png')\nplt.close('all')\n"
SUBPROCESS = "import matplotlib\nmatplotlib.use('Agg')\n" + CODE + "figure.savefig('figure.png')\n"


def draw_locally() -> None:
    """As a program without a sandbox would: run the code in this process and encode the picture."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(CODE + LOCAL, space)
    base64.b64encode(space["out"].getvalue())


def draw_in_subprocess() -> None:
    """A fresh interpreter for every figure, with no protection at all."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-c", SUBPROCESS], cwd=folder, check=True, capture_output=True)
        base64.b64encode((Path(folder) / "figure.png").read_bytes())


async def measure(rounds: int) -> dict[str, list[float]]:
    """Seconds of every figure, by way; the first of each is its cold start."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["MPLCONFIGDIR"] = cache  # a list of fonts from before these were installed would make boxes of every character
        import matplotlib

        matplotlib.use("Agg")
        warnings.filterwarnings("error", "Glyph .* missing")  # boxes are drawn faster, and would compare with nothing
        context = Context(cache_dir=Path(cache))
        sandboxes = [DockerPersistent(context=context), DockerEphemeral(context=context), Bubblewrap(context=context)]

        async def sandboxed(sandbox: Any) -> None:
            done = await sandbox.execute_python(CODE, 60)
            if done.error or len(done.figures) != 1:
                raise SystemExit(f"{type(sandbox).__name__}: {done.error or 'no figure'}")

        async def plainly(work: Callable[[], None]) -> None:
            work()

        ways: dict[str, Callable[[], Awaitable[None]]] = {
            "warm local process": lambda: plainly(draw_locally),
            "docker-persistent": lambda: sandboxed(sandboxes[0]),
            "bubblewrap": lambda: sandboxed(sandboxes[2]),
            "docker-ephemeral": lambda: sandboxed(sandboxes[1]),
            "plain subprocess": lambda: plainly(draw_in_subprocess),
        }
        taken: dict[str, list[float]] = {name: [] for name in ways}
        try:
            for each in range(rounds + 1):
                for name, way in ways.items():
                    if name in ("docker-ephemeral", "plain subprocess") and each > max(3, rounds // 3):
                        continue  # seconds each, and nothing in them warms up
                    started = time.perf_counter()
                    await way()
                    taken[name].append(time.perf_counter() - started)
        finally:
            for sandbox in sandboxes:
                await sandbox.aclose()
    return taken


def main() -> None:
    """Print the table; status 1 where the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--data", help="not needed: the figure is made here")
    taken = asyncio.run(measure(parser.parse_args().rounds))
    base = statistics.median(taken["warm local process"][1:])
    print(f"{'way':<20} {'first, s':>9} {'later, s (median)':>18} {'least':>8} {'times local':>12}")
    for name, seconds in taken.items():
        later = statistics.median(seconds[1:])
        print(f"{name:<20} {seconds[0]:>9.3f} {later:>18.3f} {min(seconds[1:]):>8.3f} {later / base:>12.2f}")
    ratio = statistics.median(taken["docker-persistent"][1:]) / base
    print(f"docker-persistent / warm local process: {ratio:.2f} (target: at most {TARGET})")
    sys.exit(0 if ratio <= TARGET else 1)


if __name__ == "__main__":
    main()
