"""What the files provider cannot search: the run is told by name and reason, and nothing to search at all is a failure."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from dr_core import Context, NothingToSearch, SearchTask
from dr_plugins.search.files import Files

Make = Callable[..., Files]
SOLAR = "# Solar power\n\nSolar power fell to 30 dollars per megawatt hour in 2020, the lowest price of any source.\n"
TASK = SearchTask(query="price of solar power")


@pytest.fixture
def told() -> dict[str, str]:
    return {}


@pytest.fixture
async def make(tmp_path: Path, told: dict[str, str]) -> AsyncIterator[Make]:
    made: list[Files] = []

    def build(*paths: Path, **options: Any) -> Files:
        context = Context(instance="files", cache_dir=tmp_path / "cache", left_out=told.__setitem__)
        made.append(Files(Files.Options(paths=list(paths), **options), context))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "old").mkdir(parents=True)
    (folder / "solar.md").write_text(SOLAR)
    (folder / "a.log").write_text("a,b")
    (folder / "old" / "broken.pdf").write_bytes(b"%PDF-1.7 nonsense")
    return folder


async def test_each_search_tells_what_is_left_out_with_the_damaged_first(make: Make, folder: Path, told: dict[str, str]) -> None:
    provider = make(folder)
    for _ in range(2):  # the second search reads nothing anew
        told.clear()
        assert len(await provider.search(TASK, 5)) == 1
        expected = {"old/broken.pdf": "is damaged: no readable PDF", "a.log": "is not a type that is read"}
        assert list(told.items()) == list(expected.items())


async def test_what_the_user_excluded_is_not_told(make: Make, folder: Path, told: dict[str, str]) -> None:
    (folder / "gone.md").symlink_to(folder / "nowhere")
    (folder / "elsewhere").symlink_to(folder)
    assert await make(folder, exclude=["*.log", "old", "gone.md", "elsewhere"]).search(TASK, 5)
    assert told == {}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("fake.pdf", b"%PDF-1.7 nonsense", "fake.pdf is damaged: no readable PDF"),
        ("other.pdf", b"no pdf at all", "other.pdf is not a PDF file"),
        ("empty.md", b"", "empty.md is empty"),
        ("blank.md", b" \n \n", "blank.md is empty"),
        ("data.log", b"a,b", "data.log is not a type that is read"),
    ],
)
async def test_a_single_file_that_cannot_be_read_is_named_with_the_reason(
    make: Make, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(NothingToSearch) as caught:
        await make(tmp_path / name).search(TASK, 5)
    assert caught.value.message == reason
    assert ".docx" in caught.value.remedy and ".md" in caught.value.remedy


async def test_a_folder_of_which_nothing_can_be_read_names_the_first_and_counts_the_rest(make: Make, tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.log").write_text("a,b")
    with pytest.raises(NothingToSearch) as caught:
        await make(tmp_path, include=["*.log"]).search(TASK, 5)
    assert caught.value.message.startswith(f"nothing in {tmp_path.name} can be read: 0.log is not a type that is read; 1.log ")
    assert caught.value.message.endswith("; +3")
    assert "include and exclude" in caught.value.remedy
    assert "; by [read] use, these types are read: .csv .docx " in caught.value.remedy


async def test_an_empty_folder_says_so(make: Make, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingToSearch, match="nothing to read in empty"):
        await make(tmp_path / "empty").search(TASK, 5)


async def test_a_file_that_may_not_be_read_is_tried_again_though_its_time_is_the_same(
    make: Make, folder: Path, told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dr_plugins.search import files

    def refused(path: Path, largest: int) -> bytes:  # rights do not bind the superuser, whom tests may run as
        raise PermissionError(13, "Permission denied")

    (folder / "wind.md").write_text("# Wind power\n\nWind turbines make most of their power in winter.\n")
    provider = make(folder, refresh_seconds=0)
    with monkeypatch.context() as patch:
        patch.setattr(files, "_bytes", refused)
        with pytest.raises(NothingToSearch, match="could not be read: Permission denied"):
            await provider.search(TASK, 5)
    assert len(await provider.search(TASK, 5)) == 2
    assert set(told) == {"old/broken.pdf", "a.log"}
