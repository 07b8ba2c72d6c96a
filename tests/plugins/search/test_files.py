"""The search provider over folders: what it finds, and which files it reads."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from files_kit import CHINESE, SOLAR, Make, titles

from dr_core import Context, ProviderError, SearchTask
from dr_core.testing import SearchConformance
from dr_plugins.search import _files_index as index
from dr_plugins.search.files import Files

CORPUS = Path(__file__).resolve().parents[3] / "examples" / "corpus"


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
@pytest.mark.usefixtures("indexed")
async def test_a_question_in_any_language_and_format_finds_its_document(make: Make, dr_home: Path, query: str, name: str) -> None:
    made = next(dr_home.glob(".cache/dr/search/files/*.sqlite"))
    hits = await make(CORPUS, index=made).search(SearchTask(query=query), 5)
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


async def test_a_link_to_a_file_elsewhere_is_not_followed_unless_it_is_asked_for(
    make: Make, folder: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The password of the solar plant is swordfish.")
    (folder / "notes.md").symlink_to(secret)
    (folder / "again.md").symlink_to(next(path for path in folder.iterdir() if path.suffix == ".md" and not path.is_symlink()))
    provider = make(folder)
    assert not any("swordfish" in hit.content for hit in await provider.search(SearchTask(query="solar password swordfish"), 10))
    assert provider.skipped == [(folder / "notes.md", "is a link that leads out of the folder, and is not followed")]
    assert await titles(make(folder / "notes.md"), "solar") == ["notes"]


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
