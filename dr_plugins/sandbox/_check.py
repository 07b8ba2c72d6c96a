"""The checks behind `dr sandbox check`: the limits are tried, not looked up."""

from __future__ import annotations

from typing import Any

from dr_core import DRError
from dr_plugins.sandbox._image import image_facts, recipe

Finding = tuple[str, bool, str]

FONTS = """
from matplotlib import font_manager
have = {font.name for font in font_manager.fontManager.ttflist}
print([name for name in ("Noto Sans CJK JP", "Noto Sans CJK TC", "Noto Sans CJK SC", "Noto Sans CJK KR") if name not in have])
"""
LOCKS = """
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
print(status["CapEff"].strip("0") == "", status["NoNewPrivs"] == "1", status["Seccomp"] == "2", status["Uid"].split()[0] != "0")
"""
ATTACKS = {
    "no network": "import socket\nsocket.create_connection(('192.0.2.1', 80), 1)",
    "no processes": "import os\nos.fork()",
    "no programs": "import os\nos.execv('/usr/bin/python3', ['python3'])",
    "no writing outside /tmp": "open('/opt/x', 'w')",
    "memory limit": "x = bytearray(8 << 30)",
    "disk limit": "f = open('/tmp/x', 'wb')\nfor _ in range(4096): f.write(bytes(1 << 20))",
}
FIGURE = """
import matplotlib.pyplot as plt
plt.rcParams.update({"font.sans-serif": ["Noto Sans CJK TC", "Noto Sans CJK JP", "Noto Sans CJK KR", "DejaVu Sans"],
                     "axes.unicode_minus": False})
plt.plot([-2, -1, 3], label="數據 データ 데이터 数据")
plt.legend()
"""


async def check_sandbox(sandbox: Any, docker: bool = True) -> list[Finding]:
    """Each check with its result and a word about it; stops where nothing further can work."""
    found: list[Finding] = []
    if docker:
        from dr_plugins.sandbox._thread import in_thread

        reason, facts = await in_thread(lambda: image_facts(sandbox.options))
        found.append(("engine", bool(facts), f"Docker {facts['engine']}" if facts else reason))
        if facts:
            found.append(("seccomp", any("seccomp" in each for each in facts["security"]), ", ".join(facts["security"])))
        if reason:
            return [*found, ("image", False, reason)] if facts else found
        fresh = facts["recipe"] == recipe()
        note = "" if fresh else "; made by another version of dr, see `dr sandbox build`"
        found.append(("image", fresh, f"{sandbox.options.image}, {facts['size'] / 1e6:.0f} MB{note}"))
    try:
        lacking = await sandbox.execute_python(FONTS)
        all_there = lacking.stdout.strip() == "[]"
        words = "Noto Sans CJK JP, TC, SC, KR" if all_there else f"missing: {lacking.stdout.strip()}"
        found.append(("fonts", all_there, lacking.error or words))
        locks = await sandbox.execute_python(LOCKS)
        words = "no capabilities, no new privileges, seccomp filter, not root"
        found.append(("locks", locks.stdout.split() == ["True"] * 4, locks.error or f"{words}: {locks.stdout.strip()}"))
        for name, code in ATTACKS.items():
            tried = await sandbox.execute_python(code, timeout=20)
            lines = tried.error.splitlines() or ["the attack succeeded"]
            found.append((name, bool(tried.error), lines[-1]))
        drawn = await sandbox.execute_python(FIGURE)
        found.append(("figure", len(drawn.figures) == 1 and not drawn.error, drawn.error or f"drawn in {drawn.seconds:.2f} s"))
    except DRError as error:
        found.append(("run", False, str(error)))
    return found
