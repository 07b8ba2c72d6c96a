"""The search provider over folders: what it finds, and how its index follows the folder."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from dr_core import Context, DRError, ProviderError, SearchTask
from dr_core.testing import SearchConformance
from dr_plugins.search import _files_index as index
from dr_plugins.search.files import Files

SOLAR = """# Solar power

Solar power fell to 30 dollars per megawatt hour in 2020, the lowest price of any source.

## Storage

Batteries store the surplus of the day for the night. Lithium cells last about ten years.
"""
WIND = "# Wind power\n\nWind turbines in the north produce most of their power in winter.\n"
CHINESE = "# 太陽能發電\n\n太陽能發電的成本在過去十年間下降了百分之九十。\n\n電池可以儲存白天多餘的電力，供夜間使用。\n"

CORPUS = Path(__file__).resolve().parents[3] / "examples" / "corpus"
Make = Callable[..., Files]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "my docs"
    folder.mkdir()
    (folder / "solar.md").write_text(SOLAR)
    (folder / "wind.txt").write_text(WIND)
    (folder / "太陽能.md").write_text(CHINESE, "utf-8")
    return folder


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    made: list[Files] = []

    def build(*paths: Path, **options: Any) -> Files:
        made.append(Files(Files.Options(paths=list(paths), **options), Context(instance="files", cache_dir=tmp_path / "cache")))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()


async def titles(provider: Files, query: str, limit: int = 5) -> list[str]:
    return [hit.title for hit in await provider.search(SearchTask(query=query), limit)]


class TestFilesConformance(SearchConformance):
    query = "power"
    nothing = "zebrafish xylophone"

    @pytest.fixture
    def provider(self, folder: Path, tmp_path: Path) -> Files:
        return Files(Files.Options(paths=[folder]), Context(cache_dir=tmp_path / "cache"))

    @pytest.fixture
    def failing_provider(self, tmp_path: Path) -> Files:
        return Files(Files.Options(paths=[tmp_path / "nowhere"]), Context(cache_dir=tmp_path / "cache"))


async def test_a_hit_has_all_that_a_run_needs(make: Make, folder: Path) -> None:
    (hit, *_) = await make(folder).search(SearchTask(query="price of solar power"), 5)
    assert (hit.title, hit.kind, hit.engine) == ("Solar power", "file", "files")
    assert hit.url == (folder / "solar.md").as_uri() and "my%20docs" in hit.url
    assert "30 dollars per megawatt hour" in hit.snippet
    assert "Lithium cells" in hit.content and hit.score is not None and hit.score > 0


async def test_chinese_questions_find_chinese_documents(make: Make, folder: Path) -> None:
    provider = make(folder)
    assert (await titles(provider, "太陽能的成本下降了多少？"))[0] == "太陽能發電"
    assert "電池可以儲存" in (await provider.search_passages("夜間如何使用電力", 1))[0].text
    assert (await titles(provider, "電"))[0] == "太陽能發電"


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


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "a* NEAR(b)", "'; drop table x", "\x00", "《》", "🙂", " "])
async def test_no_query_is_taken_for_a_command(make: Make, folder: Path, query: str) -> None:
    await make(folder).search(SearchTask(query=query), 3)
    assert (await titles(make(folder), "solar power"))[0] == "Solar power"


async def test_a_passage_is_a_verbatim_paragraph_with_its_heading(make: Make, folder: Path) -> None:
    provider = make(folder)
    (best, *_) = await provider.search_passages("how long do lithium cells last", 3)
    content = (await provider.search(SearchTask(query="lithium"), 1))[0].content
    assert best.text == content[best.start : best.end]
    assert best.text.startswith("## Storage") and "ten years" in best.text


async def test_a_word_that_is_spelled_otherwise_is_still_found(make: Make, folder: Path) -> None:
    assert await titles(make(folder), "lithiumization") == ["Solar power"]


async def test_documents_before_a_date_are_left_out_where_it_is_known(make: Make, folder: Path) -> None:
    (folder / "old.md").write_text("---\ndate: 2001-01-01\n---\n# Old power\n\nSolar power was dear in those days.\n")
    provider = make(folder)
    hits = await provider.search(SearchTask(query="solar power", since="2015-01-01"), 9)
    assert "Old power" not in [hit.title for hit in hits] and "Solar power" in [hit.title for hit in hits]
    assert "Old power" in await titles(provider, "solar power", 9)


async def test_what_is_new_changed_or_gone_is_noticed(make: Make, folder: Path) -> None:
    provider = make(folder, refresh_seconds=0)
    assert await titles(provider, "geothermal") == []
    (folder / "geo.md").write_text("# Geothermal\n\nGeothermal heat comes from the ground.\n")
    assert await titles(provider, "geothermal") == ["Geothermal"]
    (folder / "geo.md").write_text("# Tidal power\n\nTidal plants use the moon.\n")
    assert await titles(provider, "geothermal") == []
    assert await titles(provider, "tidal moon") == ["Tidal power"]
    (folder / "geo.md").rename(folder / "sea.md")
    assert [hit.url[-7:] for hit in await provider.search(SearchTask(query="tidal moon"), 5)] == ["/sea.md"]
    (folder / "sea.md").unlink()
    assert await titles(provider, "tidal moon") == []


async def test_nothing_is_parsed_twice(make: Make, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await make(folder).update()
    second = make(folder, refresh_seconds=0)
    read: list[Path] = []
    real = second._parse

    async def parse(data: bytes, path: Path) -> Any:
        read.append(path)
        return await real(data, path)

    monkeypatch.setattr(second, "_parse", parse)
    await second.update()
    assert read == []
    os.utime(folder / "wind.txt", (1, 1))  # touched, not changed
    shutil.move(folder / "solar.md", folder / "renamed.md")
    await second.update()
    assert read == []
    (hit, *_) = await second.search(SearchTask(query="price of solar power"), 1)
    assert hit.url.endswith("renamed.md")
    shutil.copy(folder / "renamed.md", folder / "copy.md")
    await second.update()
    assert read == [folder / "copy.md"]


async def test_counts_in_the_index_stay_right_through_changes(make: Make, folder: Path, tmp_path: Path) -> None:
    provider = make(folder, refresh_seconds=0, index=tmp_path / "i.sqlite")
    await provider.update()
    for text in (CHINESE * 3, SOLAR, "電", CHINESE):
        (folder / "太陽能.md").write_text(text, "utf-8")
        await provider.update()
    fresh = make(folder, index=tmp_path / "fresh.sqlite")
    await fresh.update()
    counts = []
    for name in ("i.sqlite", "fresh.sqlite"):
        database = sqlite3.connect(tmp_path / name)
        totals = database.execute("SELECT * FROM total").fetchall()
        chars = database.execute("SELECT char, passages FROM char WHERE passages != 0 ORDER BY char").fetchall()
        words = database.execute("SELECT term, doc, cnt FROM passage_vocabulary ORDER BY term").fetchall()
        counts.append((totals, chars, words))
        database.close()
    assert counts[0] == counts[1] and counts[0][1]


async def test_files_that_cannot_be_read_are_listed_with_the_reason(make: Make, folder: Path) -> None:
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 10)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nonsense")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 and nothing more")
    (folder / "empty.md").write_text("")
    (folder / "image.png").write_bytes(b"\x89PNG")
    (folder / "large.txt").write_text("x" * 20_000)
    (folder / ".hidden.md").write_text("hidden")
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "readme.md").write_text("not mine")
    os.mkfifo(folder / "pipe.txt")
    (folder / "dangling.md").symlink_to(folder / "nowhere")
    (folder / "linked").symlink_to(folder)
    provider = make(folder, max_file_bytes=10_000)
    for _ in range(2):  # the second time they are known, and still listed
        await provider.update(force=True)
        reasons = {path.name: reason for path, reason in provider.skipped}
        assert reasons == {
            "binary.txt": "is not a text file",
            "broken.pdf": "is damaged: no readable PDF",
            "broken.docx": "is damaged: not a .docx file",
            "dangling.md": "is a link that leads nowhere",
            "empty.md": "is empty",
            "image.png": "is not a type that is read",
            "large.txt": "is larger than 0.01 MB",
            "linked": "is a link to a folder, and is not followed",
            "pipe.txt": "is not a regular file",
        }
    assert await titles(provider, "solar") == ["Solar power"]


async def test_html_pdf_and_docx_are_read_in_a_worker(make: Make, tmp_path: Path) -> None:
    provider = make(CORPUS)
    await provider.update()
    assert provider.skipped == []
    found = {hit.url.rsplit(".", 1)[1] for hit in await provider.search(SearchTask(query="cost energy safety the of"), 50)}
    assert {"md", "html", "pdf", "docx"} <= found


async def test_names_that_are_no_text_are_handled(make: Make, folder: Path) -> None:
    (folder / os.fsdecode(b"caf\xe9 100%#?.md")).write_text("# Marmalade\n\nMarmalade is made of oranges.\n")
    (hit,) = await make(folder).search(SearchTask(query="marmalade"), 3)
    assert hit.url.endswith("/caf%E9%20100%25%23%3F.md")


async def test_include_and_exclude_choose_files(make: Make, folder: Path) -> None:
    assert await titles(make(folder, include=["*.txt"]), "power", 9) == ["Wind power"]
    assert "Wind power" not in await titles(make(folder, exclude=["wind*"]), "power", 9)


async def test_a_single_file_and_a_home_path_are_taken(make: Make, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder.parent))
    assert await titles(make(Path("~/my docs/wind.txt")), "power") == ["Wind power"]


async def test_a_missing_folder_and_no_folder_are_errors_with_a_remedy(make: Make, tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"no file or folder .*nowhere\. Check"):
        await make(tmp_path / "nowhere").search(SearchTask(query="x"), 1)
    assert "paths" in make().lacks() and "--docs" in make().lacks()
    with pytest.raises(ProviderError, match="no folder to search"):
        await make().search(SearchTask(query="x"), 1)


@pytest.mark.parametrize("damage", ["header", "middle", "text", "truncated", "version"])
async def test_a_damaged_index_is_built_anew(make: Make, folder: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    where = folder.parent / "i.sqlite"
    first = make(folder, index=where)
    await first.update()
    await first.aclose()
    data = bytearray(where.read_bytes())
    if damage == "version":
        database = sqlite3.connect(where)
        database.execute("PRAGMA user_version = 999")
        database.close()
    else:
        if damage == "header":
            data[:100] = b"x" * 100
        elif damage == "middle":
            data[4096:] = b"\xff" * (len(data) - 4096)
        elif damage == "truncated":
            data = data[: len(data) // 3]
        else:
            data = bytearray(b"this is no database, but a note that somebody saved here " * 50)
        where.write_bytes(data)
    with caplog.at_level(logging.WARNING, logger="dr"):
        assert (await titles(make(folder, index=where), "solar power"))[0] == "Solar power"
    assert damage == "version" or "was damaged" in caplog.text


async def test_an_index_of_its_own_that_is_damaged_is_built_anew(make: Make, folder: Path, tmp_path: Path) -> None:
    first = make(folder)
    before = await titles(first, "solar power")
    await first.aclose()
    written = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.stat().st_size]
    assert written and before
    for path in written:
        path.write_bytes(b"this is no database" * 100)
    assert await titles(make(folder), "solar power") == before


async def test_two_providers_may_use_one_index_at_once(make: Make) -> None:
    one, other = make(CORPUS), make(CORPUS)
    found = await asyncio.gather(titles(one, "Shinkansen punctuality"), titles(other, "Shinkansen punctuality"))
    assert found[0] == found[1] != []


async def test_an_index_that_cannot_be_written_is_one_clear_error(make: Make, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be")
    with pytest.raises(ProviderError, match=r"the index .* cannot be used"):
        await make(folder, index=tmp_path / "taken" / "i.sqlite").search(SearchTask(query="x"), 1)


async def test_a_cache_that_cannot_be_written_costs_no_answer(folder: Path, tmp_path: Path, make: Make) -> None:
    """A read-only home, as containers have: here a file stands where the cache folder should be."""
    (tmp_path / "cache").write_text("taken")
    assert (await titles(make(folder), "solar power"))[0] == "Solar power"


async def test_a_disk_that_fills_up_costs_no_answer(folder: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = index.connect

    def small(path: Path | None) -> sqlite3.Connection:
        database = connect(path)
        if path is not None:
            database.execute("PRAGMA max_page_count = 30")  # the system's own word for it is the same: SQLITE_FULL
        return database

    monkeypatch.setattr(index, "connect", small)
    (folder / "long.md").write_text("\n\n".join(f"Paragraph {at} about tides and {at * 7} waves." for at in range(900)))
    assert (await titles(make(folder), "solar power"))[0] == "Solar power"


SEARCH = """
import asyncio, sys
from pathlib import Path
from dr_core import Context, SearchTask
from dr_plugins.search.files import Files

async def main():
    provider = Files(Files.Options(paths=[Path(sys.argv[1])], index=Path(sys.argv[2])), Context())
    print(len(await provider.search(SearchTask(query="common"), 500)))
    await provider.aclose()

asyncio.run(main())
"""


def test_two_processes_may_build_one_index_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(150):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\nA common word and the number {number} in a sentence.\n")
    command = [sys.executable, "-c", SEARCH, str(folder), str(tmp_path / "i.sqlite")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    answers = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], answers
    database = sqlite3.connect(tmp_path / "i.sqlite")
    assert database.execute("SELECT documents, passages FROM total").fetchone() == (150, 150)
    assert database.execute("SELECT count(*) FROM document").fetchone() == (150,)
    database.execute("INSERT INTO passage_fts (passage_fts) VALUES ('integrity-check')")
    database.close()


async def test_a_kill_while_indexing_leaves_a_usable_index(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(400):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\nA common word and the number {number}.\n")
    where = tmp_path / "i.sqlite"
    command = [sys.executable, "-c", SEARCH, str(folder), str(where)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    log, deadline = tmp_path / "i.sqlite-wal", time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline and not (log.exists() and log.stat().st_size > 100_000):
        await asyncio.sleep(0.005)
    process.kill()
    process.wait()
    provider = make(folder, index=where)
    assert await titles(provider, "number 399 common", 1) == ["Document 399"]
    database = sqlite3.connect(where)
    assert database.execute("SELECT documents FROM total").fetchone() == (400,)
    database.close()


async def test_the_event_loop_stays_free_while_a_folder_is_read(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.md").write_text(f"# Document {number}\n\n" + f"Words and words {number}. " * 200)
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0)
            beats += 1

    heart = asyncio.create_task(beat())
    await make(folder).update()
    heart.cancel()
    assert beats > 300  # it went round between any two files


async def test_cancelling_a_search_leaves_the_provider_usable(make: Make, folder: Path) -> None:
    provider = make(folder)
    task = asyncio.create_task(provider.search(SearchTask(query="solar"), 3))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await titles(provider, "solar"))[0] == "Solar power"


async def test_closing_in_the_middle_blames_no_file(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.html").write_text(f"<p>Marmalade number {number} is made of oranges and sugar.</p>")
    first = make(folder)
    task = asyncio.create_task(first.update())
    while not first._worker._busy:
        await asyncio.sleep(0)
    await first.aclose()
    with pytest.raises(DRError, match=r"shut down|killed"):
        await task
    second = make(folder)
    assert len(await titles(second, "marmalade")) == 5 and second.skipped == []


def test_passages_cover_the_text_and_long_ones_are_cut_at_sentences() -> None:
    text = "# Title\n\n## Part\n\nShort one.\n\n" + "A sentence of some length stands here. " * 200 + "\n\nLast."
    spans = list(index.passages(text, "Title"))
    assert all(end - start <= 2 * index.LONGEST_PASSAGE for start, end in spans)
    assert text[spans[0][0] : spans[0][1]].startswith("## Part") and text[spans[-1][0] : spans[-1][1]].endswith("Last.")
    assert all(text[end - 1] == "." for _, end in spans)


@pytest.mark.parametrize("text", ["字" * 300_000, "word " * 100_000, "# a\n" * 30_000, "- x\n" * 30_000, "(" * 10_000])
def test_hostile_documents_are_cut_in_bounded_time(text: str) -> None:
    spans = list(index.passages(text))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert "".join(text[start:end] for start, end in spans).count("字") == text.count("字")
