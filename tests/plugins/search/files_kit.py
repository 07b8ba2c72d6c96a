"""What the tests of the search over folders share: a folder, providers over it, and what a search of them finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dr_core import SearchTask
from dr_plugins.search.files import Files

SOLAR = """# Solar power

Solar power fell to 30 dollars per megawatt hour in 2020, the lowest price of any source.

## Storage

Batteries store the surplus of the day for the night. Lithium cells last about ten years.
"""
WIND = "# Wind power\n\nWind turbines in the north produce most of their power in winter.\n"
CHINESE = "# 太陽能發電\n\n太陽能發電的成本在過去十年間下降了百分之九十。\n\n電池可以儲存白天多餘的電力，供夜間使用。\n"

Make = Callable[..., Files]


def written(folder: Path) -> Path:
    """The folder, with three files in it."""
    folder.mkdir()
    (folder / "solar.md").write_text(SOLAR)
    (folder / "wind.txt").write_text(WIND)
    (folder / "太陽能.md").write_text(CHINESE, "utf-8")
    return folder


async def titles(provider: Files, query: str, limit: int = 5) -> list[str]:
    """The titles of what a search finds."""
    return [hit.title for hit in await provider.search(SearchTask(query=query), limit)]
