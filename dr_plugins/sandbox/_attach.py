"""A channel over a container's multiplexed attach stream (``tty=False``): both directions on one socket, or output only."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
import time
from typing import Any

from dr_core import ProviderError
from dr_plugins.sandbox._docker import remove
from dr_plugins.sandbox._protocol import Broken, TimedOut
from dr_plugins.sandbox._session import Channel

CHUNK_CAP = 1 << 20
"""The engine never sends more in one piece; whoever does is no engine."""


class NoAttach(ProviderError):
    """The engine works, but its attach stream cannot be used from here."""


class Multiplexed(Channel):
    """The common part: a container, and the pieces its stream is made of."""

    def __init__(self, client: Any, container: str) -> None:
        self.client, self.container = client, container
        self.stderr = b""
        self._killed = threading.Lock()
        self._dead = False

    def start(self) -> None:
        """Let the container run; call this after attaching, so that no byte is lost."""
        import docker

        try:
            self.client.api.start(self.container)
        except (docker.errors.DockerException, OSError) as error:
            self.kill()
            raise ProviderError(f"the container does not start: {error}") from error

    def receive(self, deadline: float) -> bytes:
        """The next piece of the guest's standard output; its standard error is kept for the diagnosis."""
        while True:
            kind, size = struct.unpack(">BxxxI", self._exactly(8, deadline))
            if kind > 2 or size > CHUNK_CAP:
                raise Broken("the engine's stream is out of step")
            data = self._exactly(size, deadline)
            if kind == 1:
                return data
            self.stderr = (self.stderr + data)[-2000:]

    def _exactly(self, count: int, deadline: float) -> bytes:
        raise NotImplementedError

    def ended(self) -> Broken:
        """The error of a stream that has ended."""
        said = self.stderr.decode("utf-8", "replace").strip()
        return Broken(f"the container ended{': ' + said[-300:] if said else ''}")

    def kill(self) -> None:
        """Remove the container by its id; closing the stream alone would leave it running."""
        with self._killed:
            dead, self._dead = self._dead, True
        self._close()
        if not dead:
            remove(self.client, self.container)

    def _close(self) -> None:
        raise NotImplementedError


class AttachSocket(Multiplexed):
    """Both directions over the raw socket of an upgraded connection."""

    def __init__(self, client: Any, container: str) -> None:
        super().__init__(client, container)
        self._socket: Any = None
        self._keep: Any = None

    def attach(self) -> None:
        """Open the socket."""
        import docker

        try:
            self._keep = self.client.api.attach_socket(self.container, {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
            self._socket = getattr(self._keep, "_sock", self._keep)
            self._socket.settimeout(5)
        except (docker.errors.DockerException, OSError, AttributeError) as error:
            self.kill()
            raise NoAttach(f"cannot attach to a container: {error}") from error

    def send(self, data: bytes) -> None:
        """Write to the guest's standard input."""
        try:
            self._socket.settimeout(5)
            self._socket.sendall(data)
        except (OSError, ValueError) as error:
            raise Broken(f"the container takes no input: {error}") from error

    def _exactly(self, count: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < count:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimedOut("no answer in time")
            try:
                self._socket.settimeout(left)
                piece = self._socket.recv(count - len(data))
            except TimeoutError as error:
                raise TimedOut("no answer in time") from error
            except (OSError, ValueError) as error:
                raise Broken(f"the stream failed: {error}") from error
            if not piece:
                raise self.ended()
            data += piece
        return bytes(data)

    def gone(self) -> bool:
        """Whether the engine has closed the stream, or something came unasked."""
        if self._dead:
            return True
        try:
            return bool(select.select([self._socket], [], [], 0)[0])
        except (OSError, ValueError):
            return True

    def _close(self) -> None:
        # shut down before closing: it wakes a thread that waits in recv
        if self._socket is not None:
            with contextlib.suppress(OSError, AttributeError):
                self._socket.shutdown(socket.SHUT_RDWR)
            response = getattr(self._keep, "_response", None)
            for each in [each for each in (response, self._keep) if each is not None]:
                with contextlib.suppress(OSError, ValueError, AttributeError):  # each may have closed the other
                    each.close()


class OutputStream(Multiplexed):
    """Output only, over a plain HTTP answer: works where a proxy in front of the engine does not let a connection be upgraded."""

    def __init__(self, client: Any, container: str) -> None:
        super().__init__(client, container)
        self._response: Any = None

    def attach(self) -> None:
        """Ask for the output; the answer's head comes at once, its body as the guest writes."""
        import docker

        api = self.client.api
        try:
            url = api._url("/containers/{0}/attach", self.container)
            self._response = api._post(url, params={"stdout": 1, "stderr": 1, "stream": 1}, stream=True, timeout=None)
            api._raise_for_status(self._response)
        except (docker.errors.DockerException, OSError) as error:
            self.kill()
            raise NoAttach(f"cannot read from a container: {error}") from error

    def send(self, data: bytes) -> None:
        """Nothing can be sent: the code is in the container's arguments."""
        raise Broken("this stream has no input")

    def _exactly(self, count: int, deadline: float) -> bytes:
        # the caller's timer kills the container at the deadline, which ends the stream
        import urllib3

        try:
            data = bytes(self._response.raw.read(count)) if count else b""
        except (urllib3.exceptions.HTTPError, OSError, ValueError, AttributeError) as error:
            raise Broken(f"the stream failed: {error}") from error
        if len(data) < count:
            raise self.ended()
        return data

    def gone(self) -> bool:
        """Whether it was killed; it lives for one answer only."""
        return self._dead

    def _close(self) -> None:
        return  # closing a response another thread reads from blocks; it ends with the container

    def release(self) -> None:
        """Let go of the connection; for the thread that read from it."""
        if self._response is not None:
            self._response.close()
