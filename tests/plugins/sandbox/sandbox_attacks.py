"""Attacks on a sandbox, by class. Each prints ESCAPED where it got what it wanted; its control does, in an unhardened container.

``CANARY`` stands for the path of a file on the host that nothing in a sandbox may read or change. Every attack is bounded: it
proves its point and stops, so that the controls can be run on any machine.
"""

from __future__ import annotations

from sandbox_attack import Attack
from sandbox_attacks_answer import DEATH, PICKLE, PICTURES, PROTOCOL, SUPERVISOR
from sandbox_attacks_machine import DISK, KERNEL, MEMORY, NETWORK, OUTPUT, PROCESSES, SECRETS, TIME

__all__ = ["ATTACKS", "STATE", "Attack"]

ATTACKS = [
    *PROCESSES,
    *MEMORY,
    *DISK,
    *OUTPUT,
    *NETWORK,
    *SECRETS,
    *PICTURES,
    *PICKLE,
    *KERNEL,
    *SUPERVISOR,
    *PROTOCOL,
    *TIME,
    *DEATH,
]
STATE = {
    "a file in /tmp": ("open('/tmp/left', 'w').write('x')", "import os\nprint('ESCAPED' if os.path.exists('/tmp/left') else '')"),
    "a file in the work folder": ("open('left', 'w').write('x')", "import os\nprint('ESCAPED' if os.listdir('.') else '')"),
    "a variable": ("left = 1", "print('ESCAPED' if 'left' in globals() else '')"),
    "a changed module": ("import math\nmath.pi = 3", "import math\nprint('ESCAPED' if math.pi == 3 else '')"),
    "matplotlib's settings": (
        "import matplotlib\nmatplotlib.rcParams['font.size'] = 77",
        "import matplotlib\nprint('ESCAPED' if matplotlib.rcParams['font.size'] == 77 else '')",
    ),
    "an open figure": (
        "import matplotlib.pyplot as plt\nplt.plot([1])",
        "import matplotlib.pyplot as plt\nprint('ESCAPED' if plt.get_fignums() else '')",
    ),
    "the environment": ("import os\nos.environ['LEFT'] = '1'", "import os\nprint('ESCAPED' if 'LEFT' in os.environ else '')"),
    "a file nobody may remove": (
        "import os\nos.mkdir('/tmp/d')\nopen('/tmp/d/x', 'w')\nos.chmod('/tmp/d', 0)",
        "import os\nprint('ESCAPED' if os.path.exists('/tmp/d') else '')",
    ),
}
"""What is left -> (code that leaves it, code that finds it); in an unhardened container the two run in one process."""
