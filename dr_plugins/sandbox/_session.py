"""A conversation with a guest over a channel: greeting, requests with a token each, answers that must carry it."""

from __future__ import annotations

import math
import secrets
import time
from abc import ABC, abstractmethod
from typing import Any

from dr_core import Execution
from dr_plugins.sandbox._figures import take_figures
from dr_plugins.sandbox._protocol import Broken, TimedOut, frame, read_frame

GREETING_SECONDS = 60.0
STDOUT_CAP = 100_000
ERROR_CAP = 6_000


class Channel(ABC):
    """Bytes to and from one running guest, which can be killed from any thread."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Write all of ``data``, or raise ``Broken``."""

    @abstractmethod
    def receive(self, deadline: float) -> bytes:
        """Some bytes of the guest's answer; ``TimedOut`` at the deadline (monotonic), ``Broken`` at the end of the stream."""

    @abstractmethod
    def gone(self) -> bool:
        """Whether the stream has ended by now; does not wait."""

    @abstractmethod
    def kill(self) -> None:
        """End the guest for good. Idempotent, and safe from any thread."""


class Session:
    """One guest, from greeting to end."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.used = time.monotonic()
        self._buffer = b""

    def read(self, deadline: float) -> tuple[dict[str, Any], bytes]:
        """The next frame, whole."""

        def exactly(count: int) -> bytes:
            pieces = [self._buffer]
            have = len(self._buffer)
            while have < count:
                pieces.append(self.channel.receive(deadline))
                have += len(pieces[-1])
            data = b"".join(pieces)
            self._buffer = data[count:]
            return data[:count]

        return read_frame(exactly)

    def greet(self) -> dict[str, Any]:
        """Wait until the guest is warm."""
        header, _ = self.read(time.monotonic() + GREETING_SECONDS)
        if header.get("op") != "ready":
            raise Broken("the sandbox did not greet")
        return header

    def ask(self, op: str, patience: float, **content: Any) -> tuple[dict[str, Any], bytes]:
        """Send a request and return its answer; an answer without the request's token is none of ours."""
        token = secrets.token_hex(16)
        deadline = time.monotonic() + patience
        self.channel.send(frame({"op": op, "token": token, **content}))
        header, body = self.read(deadline)
        if not secrets.compare_digest(str(header.get("token", "")).encode(), token.encode()) or self._buffer:
            raise Broken("the sandbox answered something that was not asked")
        self.used = time.monotonic()
        return header, body

    def healthy(self) -> bool:
        """Whether the guest still answers; asked only of one that has been idle for a while."""
        if self.channel.gone():
            return False
        if time.monotonic() - self.used < 5:
            return True
        try:
            return self.ask("ping", 5)[0].get("op") == "pong"
        except Broken:
            return False


def to_execution(header: dict[str, Any], body: bytes, started: float) -> Execution:
    """What the caller sees of an answer: strings capped and printable, pictures checked and encoded anew."""
    figures, problems = take_figures(body)
    error = "; ".join([part for part in (text(header.get("error"), ERROR_CAP), *problems) if part])
    spent = round(time.perf_counter() - started, 4)
    return Execution(stdout=text(header.get("stdout"), STDOUT_CAP), figures=tuple(figures), error=error, seconds=spent)


def text(value: Any, cap: int) -> str:
    """A string that any file or terminal takes: no surrogates, no control characters but newline and tab."""
    clean = str(value or "")[:cap].encode("utf-8", "replace").decode()
    return "".join(each for each in clean if each in "\n\t" or (each >= " " and not "\x7f" <= each < "\xa0"))


def too_long(seconds: float) -> str:
    """The error of code that did not end in time."""
    return f"the code ran longer than {seconds:g} s and was stopped"


def sane_seconds(seconds: float) -> float:
    """A timeout that every layer below takes."""
    return min(max(seconds, 0.05), 86_400.0) if math.isfinite(seconds) else 86_400.0


__all__ = ["Broken", "Channel", "Session", "TimedOut", "sane_seconds", "text", "to_execution", "too_long"]
