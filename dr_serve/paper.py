"""The files of a run that are meant for readers, and the short-lived addresses under which a browser may open them."""

from __future__ import annotations

import asyncio
import re
import secrets
import time

from starlette.responses import Response

from dr_core import PastRun
from dr_core.pattern import regex
from dr_serve.house import FORMS, House
from dr_serve.refusal import Refused

MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
SAVED = regex(r"report\.(?:md|json)|verification\.md|figures/figure\d{1,4}\.png|sources/s\d{1,6}\.txt", re.ASCII)
"""The names that dr itself gives; no other file of a run folder is handed out."""
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
)
"""For a report in the page's frame: no script, nothing fetched, an origin of its own."""
LIVES = 300.0
MOST = 1000


def listed(house: House, run: PastRun) -> list[str]:
    """The files of a run that can be had now."""
    if not (run.folder / "report.json").is_file():
        return []
    found = [path for pattern in ("*", "figures/*", "sources/*") for path in run.folder.glob(pattern)]
    names = sorted(path.relative_to(run.folder).as_posix() for path in found)
    return [*house.forms, *(name for name in names if SAVED.fullmatch(name))]


def _no_file(run: PastRun) -> Refused:
    remedy = f"The run has a list (GET /api/runs/{run.run_id})"
    return Refused(404, "there is no such file for readers", remedy=remedy, code="no_file")


class Paper:
    """Hands out files."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tickets: dict[str, tuple[float, str, str]] = {}
        self._press = asyncio.Semaphore(2)

    async def file(self, run: PastRun, name: str, *, inside: bool = False) -> Response:
        """A file; ``inside`` the page, where it is shown, or to be kept."""
        if name in FORMS:
            async with self._press:
                content = await run.rendered(FORMS[name], self._house.kernel)
        else:
            content = self._saved(run, name)
        last = name.rpartition("/")[2]
        headers = {"content-security-policy": POLICY}
        if not inside:
            headers["content-disposition"] = f'attachment; filename="{run.run_id}-{last}"'
        return Response(content, media_type=MEDIA[last[last.rindex(".") :]], headers=headers)

    def _saved(self, run: PastRun, name: str) -> bytes:
        path = run.folder / name
        inside = SAVED.fullmatch(name) and path.resolve().is_relative_to(run.folder.resolve())
        if not inside or not path.is_file():
            raise _no_file(run)
        return path.read_bytes()

    def ticket(self, run: PastRun, name: str) -> str:
        """An address that the browser can open by itself, without the token, for a few minutes."""
        if name not in listed(self._house, run):
            raise _no_file(run)
        now = time.monotonic()
        self._tickets = {key: kept for key, kept in self._tickets.items() if kept[0] > now}
        while len(self._tickets) >= MOST:
            del self._tickets[next(iter(self._tickets))]
        key = secrets.token_urlsafe(32)
        self._tickets[key] = (now + LIVES, run.run_id, name)
        return f"/view/{run.run_id}/{key}"

    async def view(self, key: str, *, keep: bool) -> Response:
        """What a ticket is for."""
        until, run_id, name = self._tickets.get(key, (0.0, "", ""))
        if until <= time.monotonic():
            raise Refused(404, "this address is not valid any more", remedy="Open the report from the page again")
        return await self.file(self._house.run(run_id), name, inside=not keep)
