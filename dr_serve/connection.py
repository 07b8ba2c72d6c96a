"""One connection: whoever is slow to ask, or to take what was answered, is let go, so that nobody holds the places of others.

Uvicorn waits for a request as long as it takes, and for a reader too. Those who watch events send nothing and may be told nothing
for hours: their request is whole, and that is all that is asked of them.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dr_serve.guard import HEADERS
from dr_serve.refusal import Refused, refused

MOST_CONNECTIONS = 500
PATIENCE = 10.0
"""Seconds in which a whole request must have come, head and body."""
STALLED = 30.0
"""Seconds in which somebody who does not take all at once must have taken something."""
LONGEST = 600.0
"""Seconds in which they must have caught up, however steadily they take a little."""


class Connection(H11Protocol):
    """Uvicorn's connection with ends to its patience; what it refuses by itself, it refuses as the rest of the server does."""

    _due: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    _behind = 0.0
    """When the last look began: more was answered than was taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._due = self.loop.call_later(PATIENCE, self._give_up)
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._due = _stopped(self._due)
        self._look = _stopped(self._look)
        super().connection_lost(exc)

    # --- asking ------------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        if self._due is None:
            self._due = self.loop.call_later(PATIENCE, self._give_up)
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._due = _stopped(self._due)

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        self._refuse(Refused(400, "this is not a request as HTTP has them", remedy="Use a browser, curl, or a library for HTTP"))

    def _give_up(self) -> None:
        self._due = None
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._close()  # it never began to ask: a browser does so, to be quick later
        else:
            self._refuse(Refused(408, "the request did not come in time", remedy="Send it again, all of it at once"))

    def _make_room(self) -> None:
        """End the connection that is waited for and would be given up first, else the one that is behind the longest; where there
        is none, there is no room."""
        others = [other for other in self.connections if isinstance(other, Connection) and other is not self]
        waiting = [(timer.when(), id(other), other) for other in others if (timer := other.waits)]
        slow = [(other._behind, id(other), other) for other in others if other.is_slow]
        if waiting or slow:
            min(waiting or slow)[2].transport.abort()
        else:
            self._refuse(Refused(503, f"{MOST_CONNECTIONS} connections are open, which is the most", remedy="Try again later"))

    @property
    def waits(self) -> asyncio.TimerHandle | None:
        """What ends the connection if nothing comes; None where it is not waited for, or still takes its answer."""
        return self._due or (self.timeout_keep_alive_task if self._look is None else None)

    @property
    def is_slow(self) -> bool:
        """Whether it has not caught up for a while."""
        return self._look is not None and self.loop.time() >= self._behind + STALLED

    def _refuse(self, error: Refused) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            answer = refused(error)
            headers = {**HEADERS, **answer.headers, "connection": "close"}
            reason = HTTPStatus(answer.status_code).phrase
            head = h11.Response(status_code=answer.status_code, headers=list(headers.items()), reason=reason)
            for part in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
        self._close()

    # --- taking ------------------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """More was answered than is taken."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """It was taken after all."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._look = _stopped(self._look)

    def on_response_complete(self) -> None:
        """All is answered, if not yet taken."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked for."""
        self._close()

    def _close(self) -> None:
        self.transport.close()  # once the rest is taken
        self._watch()

    def _watch(self) -> None:
        if self._look is None:
            self._behind = self.loop.time()
            self._look = self.loop.call_later(STALLED, self._taken, self.transport.get_write_buffer_size())

    def _taken(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before or self.loop.time() >= self._behind + LONGEST:
            self.transport.abort()
        else:
            self._look = self.loop.call_later(STALLED, self._taken, left)


def _stopped(timer: asyncio.TimerHandle | None) -> Any:
    if timer is not None:
        timer.cancel()
