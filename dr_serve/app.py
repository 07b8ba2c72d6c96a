"""The addresses of the server, and what each does."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from dr_core import DRError
from dr_serve.guard import Guard, Names
from dr_serve.house import RUN_ID, House
from dr_serve.order import Answer, Further, Link, Nothing, Order, read_body
from dr_serve.paper import Paper, listed
from dr_serve.refusal import Refused, on_defect, on_http_error, refused
from dr_serve.stream import Watching, after_of

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
GONE_POLICY = PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""For what stands in place of a report, in the page's frame too."""
PARTS = files("dr_serve").joinpath("page")
GONE = PARTS.joinpath("gone.html").read_bytes()
MOST_LISTED = 500
PAGE_MEDIA = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def application(house: House, names: Names, token: str = "") -> ASGIApp:
    """The whole server as an ASGI application."""
    api = Api(house)
    at = "/api/runs/{run}"
    routes = [
        *_page(),
        Route("/api/about", api.about),
        Route("/api/runs", api.runs),
        Route("/api/runs", api.begin, methods=["POST"]),
        Route(at, api.run),
        Route(f"{at}/events", api.events),
        Route(f"{at}/cancel", api.cancel, methods=["POST"]),
        Route(f"{at}/resume", api.resume, methods=["POST"]),
        Route(f"{at}/answer", api.answer, methods=["POST"]),
        Route(f"{at}/link", api.link, methods=["POST"]),
        Route(f"{at}/files/{{name:path}}", api.file),
        Route("/view/{run}/{key}", api.view),
    ]

    async def on_refusal(_request: Request, error: DRError) -> Response:
        return refused(error, hide=str(house.root))

    handlers: dict[Any, Any] = {DRError: on_refusal, HTTPException: on_http_error, Exception: on_defect}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return Guard(app, names=names, token=token)


class Api:
    """The answers, one method an address."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._paper = Paper(house)

    async def about(self, _request: Request) -> Response:
        """What can be ordered here."""
        house, research = self._house, self._house.settings.research
        return JSONResponse(
            {
                "engines": house.settings.search.use,
                "models": house.settings.llm.use,
                "defaults": {"depth": research.depth, "length": research.length, "language": research.language},
                "most_runs": house.most_runs,
                "lacks": house.lacks,
            }
        )

    async def runs(self, request: Request) -> Response:
        """The newest runs, a page of them."""
        limit, before = request.query_params.get("limit", "50"), request.query_params.get("before", "")
        if not re.fullmatch(r"[1-9]\d{0,2}", limit, re.ASCII) or int(limit) > MOST_LISTED:
            raise Refused(400, "limit is not the number of runs to list", remedy=f"A number from 1 to {MOST_LISTED}")
        if before and not RUN_ID.fullmatch(before):
            raise Refused(400, "before is not the id of a run", remedy="Give the last run_id of the page before")
        return JSONResponse(await asyncio.to_thread(self._house.runs, int(limit), before))  # it reads two files a run

    async def begin(self, request: Request) -> Response:
        """A new run."""
        run_id = await self._house.begin(await read_body(request, Order))
        return JSONResponse(self._house.told(self._house.run(run_id)), 201)

    async def run(self, request: Request) -> Response:
        """All about one run that is not in its events."""
        run = self._house.run(request.path_params["run"])
        told = self._house.told(run)
        resumable = await asyncio.to_thread(self._house.resumable, run, told["status"])
        held = await asyncio.to_thread(self._house.held, run, told["status"])
        more = {"ceilings": self._house.ceilings(run), "held": held, "files": listed(self._house, run), "resumable": resumable}
        return JSONResponse(told | more)

    async def events(self, request: Request) -> Response:
        """Its events."""
        run = self._house.run(request.path_params["run"])
        watching = Watching(self._house, run, after_of(request.headers.get("last-event-id", "")))
        return Response(media_type=watching.media_type) if request.method == "HEAD" else watching

    async def cancel(self, request: Request) -> Response:
        """Stop it."""
        await read_body(request, Nothing)
        run = self._house.run(request.path_params["run"])
        await self._house.cancel(run)
        return JSONResponse(self._house.told(run))

    async def resume(self, request: Request) -> Response:
        """Go on with it."""
        further = await read_body(request, Further)
        run = self._house.run(request.path_params["run"])
        await self._house.resume(run, further.ceilings())
        return JSONResponse(self._house.told(run))

    async def answer(self, request: Request) -> Response:
        """The user's word on a question or a plan."""
        given = await read_body(request, Answer)
        run = self._house.run(request.path_params["run"])
        job = self._house.job(run.run_id)
        if job is None:
            raise Refused(409, "this server does not work on that run", remedy="Resume it first", code="not_here")
        job.answer(given.number, given.answer)
        return JSONResponse(self._house.told(run))

    async def link(self, request: Request) -> Response:
        """An address for a frame or a download."""
        wanted = await read_body(request, Link)
        return JSONResponse({"url": self._paper.ticket(self._house.run(request.path_params["run"]), wanted.file)})

    async def file(self, request: Request) -> Response:
        """A file of it."""
        return await self._paper.file(self._house.run(request.path_params["run"]), request.path_params["name"])

    async def view(self, request: Request) -> Response:
        """What a link leads to; with ``?keep`` as a download. A person who comes too late is told so, and where to go."""
        try:
            return await self._paper.view(request.path_params["key"], keep="keep" in request.query_params)
        except Refused as error:
            if error.status != 404 or "text/html" not in request.headers.get("accept", ""):
                raise
            return HTMLResponse(GONE, 404, headers={"content-security-policy": GONE_POLICY})


def _page() -> list[Route]:
    """The page and its parts, held in memory: nothing of a request becomes a path."""
    routes = []
    for part in PARTS.iterdir():
        kind = part.name.rpartition(".")[2]
        if kind in PAGE_MEDIA:
            address = "/" if part.name == "index.html" else f"/{part.name}"
            routes.append(Route(address, _part(part.read_bytes(), PAGE_MEDIA[kind])))
    return routes


def _part(content: bytes, media: str) -> Any:
    async def answer(_request: Request) -> Response:
        return Response(content, media_type=media, headers={"content-security-policy": PAGE_POLICY, "cache-control": "no-cache"})

    return answer
