"""robots.txt, by the rules of RFC 9309, kept for a while per origin.

The file is written by strangers, so it is cut down before it is parsed: every group costs its rules times its user agents, and
a file of a few hundred kilobytes could name thousands of both.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Protocol

from dr_core.errors import DRError, ProviderError
from dr_core.pattern import regex
from dr_core.thread import in_thread
from dr_core.web.url import Target, refuse, show

MAX_ROBOTS = 512 * 1024
_LIFE = 3600.0
_SHORT_LIFE = 60.0
_KEPT = 1000
_AGENT = regex(r"\s*user[- ]?agent\s*:\s*([^#]*)", re.IGNORECASE)

Answer = tuple[int, bytes]
"""Status and body of a robots.txt."""


class _Rules(Protocol):
    def can_fetch(self, url: str, user_agent: str) -> bool: ...


_Word = _Rules | bool | str
"""The rules of a host; or whether everything may be read; or why the host cannot be asked."""


class Robots:
    """Asks ``get`` (the guarded client itself) for each origin's robots.txt once, and answers from memory."""

    def __init__(self, agent: str, get: Callable[[Target], Awaitable[Answer]]) -> None:
        self._agent = agent
        self._get = get
        self._kept: OrderedDict[str, tuple[float, _Word]] = OrderedDict()
        self._asking: dict[str, asyncio.Task[_Word]] = {}

    async def check(self, target: Target) -> None:
        """``FetchRefused`` where robots.txt does not want ``target`` read, ``ProviderError`` where its host cannot be reached."""
        rules = await self._rules(target)
        if isinstance(rules, str):
            raise ProviderError(f"{show(target.url)} could not be read: {rules}")
        if rules is False:
            raise refuse(target.url, "its robots.txt could not be read, which means no", "Set [web] robots to false to read it")
        if rules is not True and not rules.can_fetch(target.url, self._agent):
            raise refuse(target.url, "its robots.txt does not allow it", "Set [web] robots to false to read it all the same")

    async def aclose(self) -> None:
        """Stop what is being asked."""
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _rules(self, target: Target) -> _Word:
        until, rules = self._kept.get(target.origin, (0.0, False))
        if time.monotonic() < until:
            return rules
        task = self._asking.get(target.origin)
        if task is None:
            # A task of its own: many pages of one host wait for it, and one of them giving up must not stop it for the rest.
            task = asyncio.create_task(self._ask(target))
            self._asking[target.origin] = task
            task.add_done_callback(lambda done: self._asking.pop(target.origin, None))
        return await asyncio.shield(task)

    async def _ask(self, target: Target) -> _Word:
        rules: _Word
        try:
            status, body = await self._get(Target(target.scheme, target.host, target.port, "/robots.txt", target.address))
        except ProviderError as error:
            rules = error.message  # unreachable: RFC 9309, 2.3.1.4
        except DRError:
            rules = True  # a file that the guard will not read (redirected inside, a bomb) is no robots.txt
        else:
            rules = False if status >= 500 or status == 429 else status >= 400 or await self._parsed(body)
        life = _SHORT_LIFE if rules is False or isinstance(rules, str) else _LIFE
        self._kept[target.origin] = (time.monotonic() + life, rules)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return rules

    async def _parsed(self, body: bytes) -> _Rules:
        # A long file takes 0.3 s: in a thread, which takes turns with the event loop.
        return parse(body, self._agent) if len(body) < 16_384 else await in_thread(lambda: parse(body, self._agent), "dr-robots")


def parse(body: bytes, agent: str) -> _Rules:
    """The rules of a robots.txt that concern ``agent``."""
    from protego import Protego  # imported here: only those who respect robots.txt pay for it

    rules: _Rules = Protego.parse("\n".join(_relevant(body[:MAX_ROBOTS].decode("utf-8-sig", "replace"), agent.lower())))
    return rules


def _relevant(text: str, agent: str) -> list[str]:
    """The lines, with all agents but ``*`` and ours written as one, and none twice in a row."""
    lines: list[str] = []
    for line in text.splitlines():
        found = _AGENT.match(line)
        if found:
            name = found[1].strip().lower()
            line = f"User-agent: {name if name == '*' or (name and name in agent) else 'somebody-else'}"
            if lines and lines[-1] == line:
                continue
        lines.append(line[:2048])
    return lines
