"""What the server says where it does not do what it was asked: one line and a remedy, as JSON."""

from __future__ import annotations

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route

from dr_core import DRError

log = logging.getLogger("dr.serve")
READ_ON = "See docs/server.md for what there is"


class Refused(DRError):
    """A request that is refused, with the status that says so; ``code`` names what a person can meet, for the page."""

    def __init__(self, status: int, message: str, *, remedy: str = "", code: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.status = status
        self.code = code


def refused(error: DRError, *, hide: str = "") -> Response:
    """An error of ours as an answer; a run or a setting that is not as it should be is no fault of the server.

    ``hide`` is a folder of the server, which is nobody's business.
    """
    status = error.status if isinstance(error, Refused) else 400 if error.exit_code == 64 else 409
    message = error.message.replace(hide, "...") if hide else error.message
    named = {"code": error.code} if isinstance(error, Refused) and error.code else {}
    return JSONResponse({"error": _line(message), "remedy": _line(error.remedy) or READ_ON, **named}, status)


def _line(text: str) -> str:
    """One line that can be shown anywhere: it may hold what was asked for."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


async def on_http_error(request: Request, error: Exception) -> Response:
    """The handler for what the router refuses: no such address, no such method."""
    status = int(getattr(error, "status_code", 404))
    path = request.url.path[:80]
    if status != 405:
        return refused(Refused(status, f"{path} is not here"))
    allowed = ", ".join(sorted(_methods(request)))
    answer = refused(Refused(status, f"{path} cannot be used with {request.method[:20]}", remedy=f"Use one of: {allowed}"))
    answer.headers["allow"] = allowed
    return answer


def _methods(request: Request) -> set[str]:
    """The methods of an address, over all routes that have it."""
    routes = (route for route in request.app.routes if isinstance(route, Route))
    return {method for route in routes if route.matches(request.scope)[0] != Match.NONE for method in route.methods or ()}


async def on_defect(_request: Request, error: Exception) -> Response:
    """The handler for what nobody foresaw; what it was is for the log, not for whoever asked."""
    log.error(
        "a defect of dr or of a plugin: %s: %s (--debug shows where)", type(error).__name__, " ".join(str(error).split())[:300]
    )
    log.debug("where", exc_info=error)
    return refused(
        Refused(500, "this is a defect of dr or of a plugin", remedy="The server's own output says more", code="defect")
    )
