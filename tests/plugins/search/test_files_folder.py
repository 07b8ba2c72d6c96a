"""The ``files`` provider over real folders: what it finds, what it passes over, and how its index follows the folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from dr_core import Context, ProviderError, SearchTask
from dr_core.testing import SearchConformance
from dr_plugins.search.files import Files

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"
Make = Callable[..., Files]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    made: list[Files] = []

    def provider(*paths: Path, **options: object) -> Files:
        chosen = Files.Options(paths=list(paths), refresh_seconds=0, **options)  # type: ignore[arg-type]
        made.append(Files(chosen, Context("files", tmp_path / "cache")))
        return made[-1]

    yield provider
    for one in made:
        await one.aclose()


async def titles(provider: Files, query: str, limit: int = 5) -> list[str]:
    return [hit.title for hit in await provider.search(SearchTask(query=query), limit)]


class TestFiles(SearchConformance):
    nothing = "xylophone-zebra-quasar"

    @pytest.fixture
    def provider(self, tmp_path: Path) -> Files:
        return Files(Files.Options(paths=[CORPUS]), Context("files", tmp_path / "cache"))


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("average lithium-ion pack price", "battery-grid-storage-growth-en.md"),
        ("failures per gigawatt-hour fell since 2018", "battery-safety-en.docx"),
        ("price of the Hassyan contract", "desal-cost-en.pdf"),
        ("台灣高鐵旅客人數", "rail-taiwan-hsr-zh-hant.md"),
        ("京沪高铁全长", "rail-china-zh-hans.html"),
        ("東海道新幹線の輸送人員", "rail-shinkansen-ja.md"),
        ("KTX 운행을 시작한 날", "rail-ktx-ko.md"),
    ],
)
async def test_a_question_in_any_language_and_format_finds_its_document(make: Make, query: str, name: str) -> None:
    hits = await make(CORPUS).search(SearchTask(query=query), 5)
    assert name in [unquote(hit.url).rpartition("/")[2] for hit in hits[:2]]
    assert all(hit.url.startswith("file:///") and hit.content and hit.snippet for hit in hits)


async def test_the_index_follows_the_folder(make: Make, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Alpha\n\nTurbines turn wind into power at sea.\n")
    provider = make(docs)
    assert await titles(provider, "turbines") == ["Alpha"]
    (docs / "b.md").write_text("# Beta\n\nTurbines also stand on hills and turn wind into power.\n")
    assert sorted(await titles(provider, "turbines")) == ["Alpha", "Beta"]
    (docs / "a.md").write_text("# Alpha\n\nThis page is now about bread and nothing else at all.\n")
    assert await titles(provider, "turbines") == ["Beta"]
    (docs / "b.md").rename(docs / "c.md")
    hits = await provider.search(SearchTask(query="turbines"), 5)
    assert [unquote(hit.url).rpartition("/")[2] for hit in hits] == ["c.md"]
    (docs / "c.md").unlink()
    assert await titles(provider, "turbines") == []


async def test_what_cannot_be_read_is_listed_with_the_reason(make: Make, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "good.md").write_text("# Good\n\nA page about the tides of the northern sea.\n")
    (docs / "bad.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    (docs / "bad.docx").write_bytes(b"PK\x03\x04 and nothing more")
    (docs / "noise.txt").write_bytes(bytes(range(256)) * 40)
    provider = make(docs)
    assert await titles(provider, "tides") == ["Good"]
    assert {path.name for path, reason in provider.skipped if reason} == {"bad.pdf", "bad.docx", "noise.txt"}


async def test_a_damaged_index_is_made_again(make: Make, tmp_path: Path) -> None:
    first = make(CORPUS)
    before = await titles(first, "desalination energy")
    await first.aclose()
    databases = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.stat().st_size]
    assert databases
    for path in databases:
        path.write_bytes(b"this is no database" * 100)
    assert await titles(make(CORPUS), "desalination energy") == before


async def test_two_providers_may_use_one_index_at_once(make: Make) -> None:
    one, other = make(CORPUS), make(CORPUS)
    found = await asyncio.gather(titles(one, "Shinkansen punctuality"), titles(other, "Shinkansen punctuality"))
    assert found[0] == found[1] != []


async def test_without_a_folder_it_says_what_is_missing(make: Make) -> None:
    provider = make()
    assert "--docs" in provider.lacks()
    with pytest.raises(ProviderError, match="no folder"):
        await provider.search(SearchTask(query="x"), 1)


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "a* NEAR(b)", "'; drop table x", "\x00", "《》", "🙂", " "])
async def test_no_query_is_taken_for_a_command(make: Make, query: str) -> None:
    await make(CORPUS).search(SearchTask(query=query), 3)
