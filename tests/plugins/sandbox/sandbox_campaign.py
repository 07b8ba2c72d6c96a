"""Runs the attacks: against a sandbox, with the host watched, and as controls in an unhardened container.

``python sandbox_campaign.py`` runs everything and prints the table of the documentation.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import http.server
import os
import shutil
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from sandbox_attacks import ATTACKS, Attack
from sandbox_kit import CLASSES, cache_folder, why_not

from dr_core import Context, Execution
from dr_plugins.sandbox._docker import OWNER, DockerOptions, connect, owner

CHART = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nprint('next')"
CAPABILITIES = [
    "SYS_ADMIN",
    "SYS_PTRACE",
    "NET_ADMIN",
    "NET_RAW",
    "SYSLOG",
    "SYS_RAWIO",
    "DAC_READ_SEARCH",
    "MKNOD",
    "SYS_CHROOT",
]
STDOUT_CAP, ERROR_CAP, FIGURES_CAP = 100_000, 20_000, 10


class Host:
    """What an attack could reach: a file, a server, a secret in the environment."""

    def __init__(self, folder: Path) -> None:
        self.canary = folder / "canary.txt"
        self.canary.write_text("ESCAPED canary")
        self.folder = folder
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def fill(self, code: str) -> str:
        """The code with the real path and port."""
        return code.replace("CANARY", str(self.canary)).replace("PORT", str(self.port))

    def touched(self) -> str:
        """What happened to the host, or nothing."""
        if self.canary.read_text() != "ESCAPED canary":
            return "the canary was changed"
        extra = [path.name for path in self.folder.iterdir() if path != self.canary]
        return f"files appeared on the host: {extra}" if extra else ""

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class _Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ESCAPED")

    def log_message(self, *args: object) -> None:
        pass


@contextlib.contextmanager
def host() -> Iterator[Host]:
    """A host to attack."""
    with tempfile.TemporaryDirectory(prefix="dr-attack-") as folder:
        made = Host(Path(folder))
        os.environ["SECRET"] = "ESCAPED"
        try:
            yield made
        finally:
            del os.environ["SECRET"]
            made.close()


def escaped(attack: Attack, done: Execution, target: Host) -> str:
    """How the attack got out, or nothing."""
    if "ESCAPED" in done.stdout:
        return f"it got what it wanted: {done.stdout[-200:]!r}"
    if "\x1b" in done.stdout + done.error:
        return "control characters came through"
    if len(done.stdout) > STDOUT_CAP or len(done.error) > ERROR_CAP or len(done.figures) > FIGURES_CAP:
        return "a cap was passed"
    if "died" in done.error:
        return f"the sandbox itself was brought down: {done.error}"
    if attack.kind == "time" and not done.error:
        return "it outlived its time"
    for figure in map(base64.b64decode, done.figures):
        if not figure.startswith(b"\x89PNG") or b"ESCAPED" in figure or b"root:" in figure:
            return "something that is no clean picture came through"
    return target.touched()


async def strike(sandbox: Any, attack: Attack, target: Host) -> str:
    """One attack and the chart after it; what went wrong, or nothing."""
    done = await sandbox.execute_python(target.fill(attack.code), attack.timeout)
    wrong = escaped(attack, done, target)
    if wrong:
        return wrong
    after = await sandbox.execute_python(CHART, 60)
    if after.error or after.stdout != "next\n" or len(after.figures) != 1:
        return f"the next chart failed: {after.error or after.stdout!r}"
    return ""


def control(client: Any, attack: Attack, target: Host, image: str = "dr-sandbox:latest") -> bool:
    """Whether the attack works in a container without any of the guards (but still in one: the machine is to survive)."""
    from docker.utils.socket import frames_iter

    api = client.api
    folder, socket = str(target.folder), "/var/run/docker.sock"
    binds = [f"{folder}:{folder}", *([f"{socket}:{socket}"] if Path(socket).exists() else [])]
    limits = api.create_host_config(
        cap_add=CAPABILITIES,
        security_opt=["seccomp=unconfined", "apparmor=unconfined"],
        devices=["/dev/kmsg"] if Path("/dev/kmsg").exists() else [],
        network_mode="host",
        binds=binds,
        log_config={"Type": "none"},
        shm_size="1g",
    )
    limits.update(MaskedPaths=[], ReadonlyPaths=[])
    command = ["-c", target.fill(attack.control or "")]
    environment = {"SECRET": "ESCAPED", "PYTHONPATH": "/opt/site"}
    made = api.create_container(
        image,
        command=command,
        entrypoint=["/usr/bin/python3"],
        user="0:0",
        environment=environment,
        host_config=limits,
        labels={"dr.control": "1"},
    )
    try:
        stream = api.attach_socket(made["Id"], params={"stdout": 1, "stderr": 1, "stream": 1})
        api.start(made["Id"])
        seen, total = b"", 0
        for _, piece in frames_iter(stream, tty=False):
            seen, total = (seen + piece)[-300_000:], total + len(piece)
        stream._sock.close()  # closing the file alone leaves it open
        stream.close()
    finally:
        api.remove_container(made["Id"], force=True)
        (target.folder / "canary.txt.pickled").unlink(missing_ok=True)
    return b"ESCAPED" in seen.split(b"Traceback")[0] or b"MADE" in seen or b"\x1b" in seen or total > 16_000_000


def containers(client: Any) -> set[str]:
    """The sandbox containers of this process."""
    return {each["Id"] for each in client.api.containers(all=True, filters={"label": f"{OWNER}={owner()}"})}


def resident() -> int:
    """This process's memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Looks at the machine several times a second while attacks run: the memory and disk that are gone, at most and at last."""

    def __init__(self, *folders: str) -> None:
        self._folders = [folder for folder in folders if Path(folder).is_dir()] or [tempfile.gettempdir()]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._memory, self._disk = _memory(), self._free()
        self.most_memory = self.most_disk = self.left_memory = self.left_disk = self.samples = 0

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._sample()

    def _free(self) -> int:
        return min(shutil.disk_usage(folder).free for folder in self._folders)

    def _look(self) -> None:
        while not self._over.wait(0.2):
            self._sample()

    def _sample(self) -> None:
        self.samples += 1
        self.left_memory, self.left_disk = self._memory - _memory(), self._disk - self._free()
        self.most_memory, self.most_disk = max(self.most_memory, self.left_memory), max(self.most_disk, self.left_disk)


def summed(looks: Sequence[Watch]) -> str:
    """What the hungriest attack took, and what was gone after the usual one: other work on the machine makes single ones jump."""
    memory, disk = (max(getattr(look, name) for look in looks) / 1e6 for name in ("most_memory", "most_disk"))
    left = [median(getattr(look, name) for look in looks) / 1e6 for name in ("left_memory", "left_disk")]
    return (
        f"one attack took at most {memory:.0f} MB of the host's memory and {disk:.0f} MB of its disk; "
        f"after an attack {left[0]:.1f} MB and {left[1]:.1f} MB were gone (median of {len(looks)})"
    )


def _memory() -> int:
    """Bytes of memory that programs can still have."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))


async def campaign() -> int:
    """Everything; the table goes to standard output, what went wrong to standard error."""
    client = connect(DockerOptions())
    kinds = list(dict.fromkeys(attack.kind for attack in ATTACKS))
    tried: Counter[tuple[str, str]] = Counter()
    failed: Counter[tuple[str, str]] = Counter()
    watched: list[str] = []
    with host() as target:
        controls = Counter(a.kind for a in ATTACKS if a.control and control(client, a, target))
        for name, kind in CLASSES.items():
            if why_not(name):
                sys.exit(f"{name}: {why_not(name)}")
            before, memory = containers(client), resident()
            sandbox: Any = kind(context=Context(instance=name, cache_dir=cache_folder()))
            looks: list[Watch] = []
            for attack in ATTACKS:
                with Watch(client.info()["DockerRootDir"], tempfile.gettempdir()) as watch:
                    wrong = await strike(sandbox, attack, target)
                looks.append(watch)
                tried[name, attack.kind] += 1
                if wrong:
                    failed[name, attack.kind] += 1
                    print(f"{name}: {attack.kind}/{attack.name}: {wrong}", file=sys.stderr)
            await sandbox.aclose()
            watched.append(f"- {name}: {summed(looks)}")
            orphans, grown = len(containers(client) - before), (resident() - memory) / 1e6
            print(f"{name}: {orphans} orphans, this process grew by {grown:.0f} MB", file=sys.stderr)
            failed[name, "orphans"] += orphans
    print("| class | " + " | ".join(CLASSES) + " | control succeeds |\n|---|" + "---|" * (len(CLASSES) + 1))
    for each in kinds:
        cells = [f"{failed[name, each]} of {tried[name, each]}" for name in CLASSES]
        print(
            f"| {each} | "
            + " | ".join(cells)
            + f" | {controls[each]} of {sum(1 for a in ATTACKS if a.kind == each and a.control)} |"
        )
    sums = [f"{sum(failed[name, each] for each in kinds)} of {sum(tried[name, each] for each in kinds)}" for name in CLASSES]
    print("| **all** | " + " | ".join(sums) + f" | {sum(controls.values())} of {sum(1 for a in ATTACKS if a.control)} |")
    print("\n" + "\n".join(watched))
    return sum(failed.values())


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(campaign()) else 0)
