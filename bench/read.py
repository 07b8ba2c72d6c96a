"""Two hundred pages read at once through the guarded fetcher, and parsed in worker processes: how long is the event loop held?

The server is a process of its own, answers after 20 to 400 ms, half of the time gzipped, and one page in ten redirects first.
For comparison, the same pages parsed on the event loop, as most programs do.

    python bench/read.py [--pages 200] [--data FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import multiprocessing
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from dr_core.run.worker import ParseWorker
from dr_core.web import Fetched, Fetcher
from dr_plugins.read.html import Html

TARGET = 0.1
"""Seconds that work of our own may hold the loop while pages are read and parsed; a person notices more than that."""

WORDS = ("battery", "cell", "anode", "lithium", "sodium", "rate", "price", "policy", "study", "energy", "cycle", "cost", "plant")
MENU = "<a class='menu item' href='/section/page'>A menu entry</a>" * 200
NOISE = f"<nav>{MENU}</nav><script>{'var a = 1;' * 2000}</script>"


def page(number: int) -> bytes:
    """An article of some 50 to 80 kB, most of it not text, the same each time."""
    dice = random.Random(number)
    body = []
    for _ in range(dice.randint(15, 60)):
        sentences = [" ".join(dice.choices(WORDS, k=14)).capitalize() + f" {dice.randint(1, 999)} GWh." for _ in range(4)]
        body.append(f"<p class='text' data-id='{dice.random()}'>{' '.join(sentences)}</p>")
        body.append("<div class='ad'><a href='/x'>more</a><img src='/y.png'></div>")
    rows = "".join(f"<tr><td>{year}</td><td>{dice.random():.3f}</td></tr>" for year in range(1990, 2025))
    text = f"<h1>Article {number}</h1>{''.join(body)}<table>{rows}</table>"
    return f"<html><head><title>Article {number}</title></head><body>{NOISE}<article>{text}</article></body></html>".encode()


def serve(pipe: Connection, pages: int) -> None:
    """The server's process."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ")[1].decode()
        number = int(path.strip("/").removeprefix("r"))
        await asyncio.sleep(0.02 + 0.38 * random.Random(number).random())
        if number % 10 == 0 and not path.startswith("/r"):
            writer.write(f"HTTP/1.1 301 Moved\r\nLocation: /r{number}\r\nContent-Length: 0\r\n\r\n".encode())
        else:
            body, extra = (zipped[number], b"Content-Encoding: gzip\r\n") if number % 2 else (plain[number], b"")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + extra)
            writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    async def main() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    plain = [page(number) for number in range(pages)]
    zipped = [gzip.compress(body) for body in plain]
    asyncio.run(main())


class Stall:
    """The longest time the event loop did not come round: by the clock, and by the work done on it meanwhile.

    The two part when other programs keep the machine busy; only the second is ours.
    """

    wall = 0.0
    work = 0.0


@asynccontextmanager
async def stall() -> AsyncIterator[Stall]:
    """Watches the event loop while the block runs."""
    found = Stall()

    async def watch() -> None:
        while True:
            before, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.002)
            found.wall = max(found.wall, time.perf_counter() - before - 0.002)
            found.work = max(found.work, time.thread_time() - worked)

    task = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        yield found
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def run(port: int, pages: int) -> bool:
    """The table; whether the targets are met."""
    urls = [f"http://127.0.0.1:{port}/{number}" for number in range(pages)]
    reader = f"{Html.__module__}:{Html.__qualname__}"
    worker = ParseWorker(size=2)
    print(f"{'what':44} {'pages':>6} {'wall':>8} {'longest stall':>14} {'of it, our work':>16}")

    def row(what: str, count: int, wall: float, held: Stall) -> None:
        print(f"{what:44} {count:6} {wall:6.2f} s {held.wall * 1000:11.1f} ms {held.work * 1000:13.1f} ms")

    async with Fetcher(allow_hosts=["127.0.0.1"]) as fetcher:
        await fetcher.fetch(urls[0])  # imports are not what is measured
        started = time.perf_counter()
        async with stall() as held:
            fetched: list[Fetched] = await asyncio.gather(*(fetcher.fetch(url) for url in urls))
        row("fetched at once", len(fetched), time.perf_counter() - started, held)

        async def read(url: str) -> int:
            found = await fetcher.fetch(url, deadline=60)
            document = await worker.read(found.body, found.final_url, found.media_type, reader=reader, timeout=30)
            return len(document.text)

        await read(urls[0])
        started = time.perf_counter()
        async with stall() as both:
            texts = await asyncio.gather(*(read(url) for url in urls))
        row("fetched at once, parsed in 2 processes", len(texts), time.perf_counter() - started, both)
    await worker.aclose()

    some = fetched[: max(1, pages // 10)]
    html = Html()
    html.read(some[0].body, some[0].final_url, some[0].media_type)
    started = time.perf_counter()
    async with stall() as alone:
        for found in some:
            html.read(found.body, found.final_url, found.media_type)
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
    row("for comparison: parsed on the event loop", len(some), time.perf_counter() - started, alone)

    whole = all(text > 1000 for text in texts) and len(texts) == pages
    met = whole and max(held.work, both.work) < TARGET
    print(f"target: all pages read, no {TARGET * 1000:.0f} ms of our work at a stretch: {'met' if met else 'MISSED'}")
    return met


def main() -> int:
    """Start the server, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--data", default="", help="not used: the pages are made here")
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=serve, args=(there, options.pages), daemon=True)
    server.start()
    try:
        return 0 if asyncio.run(run(here.recv(), options.pages)) else 1
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    sys.exit(main())
