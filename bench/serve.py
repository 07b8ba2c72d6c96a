"""`dr serve` under load: many runs one after the other, many readers of their events at once, and somebody who asks in between.

    python bench/serve.py [--runs N] [--readers N]

Runs are begun as soon as the server has a place for one. The readers are spread over those under way: most just read, every fifth
leaves again and again and comes back with ``Last-Event-ID``, every tenth is slow. Exit code 1 if an event was lost or came twice,
if a run did not end well, if the server's memory grows by more than it may, or if somebody else's request waits longer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "How do sodium-ion and LFP batteries compare for grid storage? ({})"
MOST_RUNS = 4
MOST_MIB = 300
"""What the memory of the server may grow by while all of them are there."""
LONGEST = 5.0
"""Seconds that a request of somebody else may wait at the very most."""


class Bench:
    """One server, and all that is done with it."""

    def __init__(self, address: str, folder: Path, readers: int) -> None:
        self.at = urlsplit(address)
        self.folder = folder
        self.readers_of_one = readers // MOST_RUNS
        self.counts: Counter[str] = Counter()
        self.waits: list[float] = []
        self.reading = self.most_reading = 0

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        """A request of its own connection; status and content."""
        reader, writer = await asyncio.open_connection(self.at.hostname, self.at.port)
        writer.write(self.request(method, path, body, headers))
        answer = await reader.read()
        writer.close()
        return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]

    def request(self, method: str, path: str, body: object, headers: dict[str, str]) -> bytes:
        """The bytes of a request; in HTTP/1.0, so that the answer is not in chunks."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.0", f"Host: {self.at.netloc}", *(f"{name}: {said}" for name, said in headers.items())]
        if content:
            lines += ["X-DR: 1", "Content-Type: application/json", f"Content-Length: {len(content)}"]
        return "\r\n".join([*lines, "", ""]).encode() + content

    async def run(self, number: int, places: asyncio.Semaphore) -> None:
        """A run with its readers, from its begin to its end."""
        async with places:
            while True:
                body = {"question": QUESTION.format(number), "depth": "quick", "ask": "never"}
                status, told = await self.ask("POST", "/api/runs", body)
                if status == 201:
                    break
                self.counts[f"told to wait ({status})"] += 1
                await asyncio.sleep(0.2)
            run_id = json.loads(told)["run_id"]
            seen = await asyncio.gather(*(self.read(run_id, kind) for kind in range(self.readers_of_one)))
        written = (self.folder / "logs" / "research_data" / run_id / "events.jsonl").read_bytes().count(b"\n")
        for numbers in seen:
            self.counts["events read"] += len(numbers)
            self.counts["doubled"] += len(numbers) - len(set(numbers))
            self.counts["lost"] += len(set(range(1, written + 1)) - set(numbers))
            self.counts["out of order"] += numbers != sorted(numbers)
        ended = json.loads((await self.ask("GET", f"/api/runs/{run_id}"))[1])["status"]
        self.counts[f"runs {ended}"] += 1

    async def read(self, run_id: str, kind: int) -> list[int]:
        """The numbers of the events of a run as one reader gets them, until the run is over."""
        numbers: list[int] = []
        self.reading += 1
        self.most_reading = max(self.most_reading, self.reading)
        while not await self.sit(run_id, numbers, leaves=20 if kind % 5 == 1 else 0, slow=kind % 10 == 2):
            self.counts["came back"] += 1
        self.reading -= 1
        return numbers

    async def sit(self, run_id: str, numbers: list[int], *, leaves: int, slow: bool) -> bool:
        """Read on behind the last event, perhaps for a few events only; whether the stream came to its end."""
        end = socket.socket()
        if slow:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        end.setblocking(False)
        await asyncio.get_running_loop().sock_connect(end, (self.at.hostname, self.at.port))
        reader, writer = await asyncio.open_connection(sock=end, limit=4096 if slow else 2**20)
        last = {"Last-Event-ID": str(numbers[-1])} if numbers else {}
        writer.write(self.request("GET", f"/api/runs/{run_id}/events", None, last))
        try:
            if b" 200 " not in await reader.readline():  # all places are taken: those who left were not yet missed
                await asyncio.sleep(0.1)
                return False
            taken, waiting = 0, b""
            while part := await reader.read(512 if slow else 65_536):
                *lines, waiting = (waiting + part).split(b"\n")
                found = [int(line[4:]) for line in lines if line.startswith(b"id: ")]
                numbers += found[: leaves - taken] if leaves else found
                taken += len(found)
                if leaves and taken >= leaves:
                    return False
                await asyncio.sleep(0.02 if slow else 0)
            return True
        finally:
            writer.close()

    async def others(self) -> None:
        """Somebody who looks at other things meanwhile."""
        while True:
            for path in ("/api/about", "/api/runs", "/"):
                began = time.perf_counter()
                status, _ = await self.ask("GET", path)
                self.waits.append(time.perf_counter() - began)
                self.counts["refused"] += status != 200
                await asyncio.sleep(0.05)


def memory(pid: int) -> float:
    """MiB that a process holds in memory."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


async def measured(bench: Bench, pid: int, runs: int) -> list[tuple[str, str, bool]]:
    """All of it; a line each of what was counted, with whether it is as it should be."""
    before = peak = memory(pid)
    places = asyncio.Semaphore(MOST_RUNS + 1)  # one more than there is room for: it is told to wait
    others = asyncio.create_task(bench.others())
    began = time.perf_counter()
    going = asyncio.gather(*(bench.run(number, places) for number in range(runs)))
    while not going.done():
        await asyncio.wait([going], timeout=0.2)
        peak = max(peak, memory(pid))
    await going
    took = time.perf_counter() - began
    others.cancel()
    await asyncio.sleep(3)
    after, counts = memory(pid), bench.counts
    well = counts["runs complete"] + counts["runs partial"]
    quantiles = statistics.quantiles(bench.waits, n=100)
    return [
        ("runs that ended well", f"{well} of {runs} in {took:.0f} s", well == runs),
        ("runs told to wait", f"{counts['told to wait (429)']} times", True),
        ("readers at once at most", f"{bench.most_reading}", True),
        ("readers that came back", f"{counts['came back']} times", True),
        ("events read", f"{counts['events read']:,}", counts["events read"] > 0),
        ("events lost, doubled", f"{counts['lost']}, {counts['doubled']}", not counts["lost"] + counts["doubled"]),
        ("readers out of order", f"{counts['out of order']}", not counts["out of order"]),
        ("memory before, most, after", f"{before:.0f}, {peak:.0f}, {after:.0f} MiB", peak - before <= MOST_MIB),
        (
            f"other requests ({len(bench.waits)})",
            f"median {statistics.median(bench.waits) * 1000:.0f} ms, 95 % {quantiles[94] * 1000:.0f} ms, "
            f"longest {max(bench.waits) * 1000:.0f} ms",
            max(bench.waits) <= LONGEST and not counts["refused"],
        ),
    ]


def main() -> int:
    """Start a server, put load on it, print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--readers", type=int, default=200, help="at once, at most")
    chosen = parser.parse_args()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DR_")} | {"DR_SANDBOX__USE": ""}
    docs, most = str(ROOT / "examples" / "corpus"), str(MOST_RUNS)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "dr_core", "serve", "--docs", docs, "--port", "0", "--max-runs", most, "--no-cache"]
        with subprocess.Popen(
            command, cwd=folder, env=kept, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as server:
            try:
                assert server.stdout is not None
                bench = Bench(server.stdout.readline().strip(), Path(folder), chosen.readers)
                rows = asyncio.run(measured(bench, server.pid, chosen.runs))
            finally:
                server.terminate()
    for name, value, well in rows:
        print(f"{name:28} {value}{'' if well else '   <- MISSED'}")
    return 0 if all(well for _, _, well in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
