"""What is read of the web is what the selected readers read, by its type, or by its name where the type says nothing of use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from plugins.read.office_kit import workbook
from pool_kit import RunOf
from standin.server import Reply, Request, Standin

from dr_core import Reader
from dr_core.errors import FetchRefused
from dr_core.run.run import Run
from dr_core.settings import Settings
from dr_core.web.media import XLSX
from dr_plugins.read.delimited import Delimited
from dr_plugins.read.html import Html
from dr_plugins.read.text import Text
from dr_plugins.read.xlsx import Xlsx

TABLE = "| City | Price |\n|---|---|\n| Berlin | 1.81 |"
CSV = b"City,Price\nBerlin,1.81\n"
READERS: dict[str, Callable[[], Reader]] = {"html": Html, "csv": Delimited, "text": Text, "xlsx": Xlsx}
Make = Callable[..., Run]


@pytest.fixture
def make(run_of: RunOf) -> Make:
    """``make("html", "text")``: a run that reads with these."""

    def build(*readers: str) -> Run:
        settings = Settings.model_validate({"web": {"allow_hosts": ["127.0.0.1"]}, "read": {"use": [*readers]}})
        return run_of(settings, {("read", name): READERS[name]() for name in readers})

    return build


@pytest.mark.parametrize(
    ("path", "media", "kind"),
    [
        ("/prices", "text/csv; charset=utf-8", "csv"),
        ("/prices.csv", "text/plain", "csv"),
        ("/prices.csv?raw=1", "application/octet-stream", "csv"),
        ("/PRICES.CSV", "application/x-download", "csv"),
        ("/prices", XLSX, "xlsx"),
        ("/prices", "application/octet-stream", "xlsx"),
        ("/prices.xlsx", "application/zip", "xlsx"),
    ],
)
async def test_a_table_on_the_web_is_read_as_one(path: str, media: str, kind: str, make: Make) -> None:
    body = CSV if kind == "csv" else workbook({"a": [["City", "Price"], ["Berlin", 1.81]]})

    def site(request: Request) -> Reply:
        return Reply(body, media=media) if "rices" in request.path.lower() else Reply(b"", 404)

    with Standin(site) as server:
        page = await make("html", "csv", "xlsx", "text").reading.page(f"{server.url}{path}", "fetch/0/0")
    assert page["text"] == TABLE


async def test_what_no_selected_reader_reads_is_not_fetched(make: Make) -> None:
    with (
        Standin(lambda request: Reply(CSV, media="text/csv") if "csv" in request.path else Reply(b"", 404)) as server,
        pytest.raises(FetchRefused, match="text/csv is not a type that is read"),
    ):
        await make("html", "text").reading.page(f"{server.url}/a.csv", "fetch/0/0")


async def test_a_text_whose_name_says_no_more_stays_text(make: Make) -> None:
    with Standin(lambda request: Reply(CSV, media="text/plain") if "notes" in request.path else Reply(b"", 404)) as server:
        page = await make("html", "csv", "xlsx", "text").reading.page(f"{server.url}/notes.log", "fetch/0/0")
    assert page["text"] == CSV.decode().strip()
