"""Who reads the files of a folder: the readers that are selected, in their order, and nobody else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from plugins.read.office_kit import workbook

from dr_core import Context, NothingToSearch, SearchTask
from dr_core.kernel import Kernel
from dr_core.settings import Settings
from dr_plugins.search.files import Files

NOTES = """
from dr_core import Document, Reader


class Notes(Reader):
    media_types = ("text/x-note",)
    suffixes = (".note", ".md")

    def read(self, data, url, media_type):
        {line}
        return Document(text="Read by the reader of notes: " + data.decode(), title="A note")
"""
TEXT = "Heat pumps work well in cold climates, as a study of many houses in the north shows.\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.note").write_text(TEXT)
    (tmp_path / "docs" / "b.md").write_text(TEXT)
    (tmp_path / "myreader.py").write_text(NOTES.format(line="pass"))
    sys.modules.pop("myreader", None)
    return tmp_path


async def found(place: Path, *use: str) -> dict[str, str]:
    """What a search finds: the text of each file by its name."""
    tables = {
        "read": {"use": list(use)},
        "search": {"use": ["files"], "files": {"paths": [str(place / "docs")]}},
        "cache": {"folder": str(place / "cache")},
    }
    kernel = Kernel(Settings.model_validate(tables), folder=place)
    try:
        files = kernel.provider("search", "files")
        assert isinstance(files, Files)
        hits = await files.search(SearchTask(query="heat pumps"), limit=5)
        return {hit.url.rsplit("/", 1)[-1]: hit.content for hit in hits}
    finally:
        await kernel.aclose()


async def test_a_reader_by_import_path_reads_its_files_in_a_process_of_its_own(place: Path) -> None:
    read = await found(place, "myreader:Notes", "text")
    assert read["a.note"].startswith("Read by the reader of notes") and read["b.md"].startswith("Read by")


async def test_the_first_in_the_list_reads_what_two_can_read(place: Path) -> None:
    read = await found(place, "text", "myreader:Notes")
    assert read["b.md"].startswith("Heat pumps") and read["a.note"].startswith("Read by")


async def test_other_readers_make_another_index(place: Path) -> None:
    assert (await found(place, "text"))["b.md"].startswith("Heat pumps")
    assert (await found(place, "myreader:Notes"))["b.md"].startswith("Read by")


async def test_what_no_selected_reader_reads_is_left_out(place: Path) -> None:
    assert list(await found(place, "text")) == ["b.md"]


async def test_a_reader_that_fails_is_asked_again_when_it_may_be_mended(place: Path) -> None:
    (place / "myreader.py").write_text(NOTES.format(line="raise ValueError('boom')"))
    with pytest.raises(NothingToSearch, match="ValueError: boom"):
        await found(place, "myreader:Notes")
    (place / "myreader.py").write_text(NOTES.format(line="pass"))
    sys.modules.pop("myreader")
    assert (await found(place, "myreader:Notes"))["a.note"].startswith("Read by")


async def test_by_itself_the_provider_reads_what_dr_reads(place: Path) -> None:
    files = Files(Files.Options(paths=[place / "docs"]), Context(cache_dir=place / "cache"))
    assert [hit.url.rsplit("/", 1)[-1] for hit in await files.search(SearchTask(query="heat pumps"), limit=5)] == ["b.md"]
    await files.aclose()


async def test_a_file_whose_reader_lacks_a_package_is_named_and_read_once_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "pumps.xlsx").write_bytes(workbook({"a": [["Heat pumps", "Share"], ["Norway", 0.6]]}))
    (tmp_path / "docs" / "pumps.csv").write_text("Heat pumps,Share\nSweden,0.4\n")
    options = Files.Options(paths=[tmp_path / "docs"], index=tmp_path / "index")
    told: list[tuple[str, str]] = []
    for there in (False, True):
        monkeypatch.setattr("dr_plugins.read.xlsx.find_spec", lambda name, there=there: there or None)
        files = Files(options, Context(left_out=lambda name, why: told.append((name, why))))
        try:
            hits = await files.search(SearchTask(query="heat pumps"), limit=5)
        finally:
            await files.aclose()
        assert {hit.url.rsplit(".", 1)[-1] for hit in hits} == ({"csv", "xlsx"} if there else {"csv"})
    assert [why for _, why in told] == ["cannot be read yet: pip install 'dr-framework[office]'"]
