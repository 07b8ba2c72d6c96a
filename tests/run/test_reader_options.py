"""The options of readers: checked as those of other plugins, sent to the process that reads, and kept out of what it says."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from dr_core import DRError, Kernel, ParseWorker, Settings, aresearch
from dr_core.errors import PluginBroken, SettingsError
from dr_core.run.cache import Cache
from dr_core.run.events import Events
from dr_core.run.journal import Journal
from dr_core.run.run import Run
from dr_core.state import RunState

SECRET = "hunter2hunter2"
CODE = '''
import os
import time
from datetime import date
from enum import Enum
from pathlib import Path
from dr_core import DRError, Document, Reader, option
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, SecretStr, field_validator

class Kind(Enum):
    LONG = "long"
    SHORT = "short"

class Part(BaseModel):
    name: str = ""
    key: SecretStr = SecretStr("")

class Odd(Reader):
    """Reads odd files."""

    media_types = ("text/odd",)
    suffixes = (".odd",)
    made = 0

    class Options(Reader.Options):
        """Options of odd."""

        word: str = option("plain", env="ODD_WORD", help="Said of every document")
        times: int = option(1, ge=1, le=9, help="How often")
        key: SecretStr = option(SecretStr(""), help="Opens it")
        kind: Kind = option(Kind.SHORT, help="How long")
        day: date = option(date(2020, 1, 1), help="When")
        place: Path = option(Path("."), help="Where")
        parts: list[Part] = option([], help="What")
        marks: set[str] = option(set(), help="Marks")

    def __init__(self, options=None, context=None):
        super().__init__(options, context)
        type(self).made += 1

    def read(self, data, url, media_type):
        if data == b"refuse":
            key = self.options.key.get_secret_value()
            raise DRError(f"it does not open with {key}", remedy=f"Not {key}")
        if data == b"bug":
            raise ValueError(f"no {self.options.parts[0].key.get_secret_value()}")
        told = self.options
        text = f"{data.decode()} {told.word * told.times} {told.kind.name} {told.day} {told.place} {sorted(told.marks)}"
        return Document(text=text, title=str(len(told.key.get_secret_value())), kind=f"{os.getpid()} {type(self).made}")

class Free(BaseModel):
    model_config = ConfigDict(extra="allow")

class Other(Odd):
    """One of its options has another name in settings, one holds whatever is given, and they keep something of their own."""

    def read(self, data, url, media_type):
        return Document(text=f"{self.options.word} {self.options.parts[0].more} {sorted(self.options.marks)}")

    class Options(Odd.Options):
        """Options of other."""

        word: str = Field("plain", alias="theWord")
        parts: list[Free] = []
        since: float = Field(default_factory=time.monotonic)
        _lock: object = PrivateAttr(default_factory=object)

class Lossy(Reader):
    """Its options do not come back as they were."""

    suffixes = (".lossy",)

    class Options(Reader.Options):
        """Options of lossy."""

        count: int = option(0, help="Grows each time that it is read")

        @field_validator("count", mode="before")
        @classmethod
        def more(cls, value):
            return int(value) + 1

    def read(self, data, url, media_type):
        return Document(text="")
'''


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "odd_options.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("odd_options", None)


@pytest.fixture
async def worker() -> AsyncIterator[ParseWorker]:
    pool = ParseWorker(size=1)
    yield pool
    await pool.aclose()


def kernel(tmp_path: Path, options: dict[str, Any], reader: str = "Odd") -> Kernel:
    table = {"use": ["odd"], "odd": {"plugin": f"odd_options:{reader}", **options}}
    return Kernel(Settings(read=table, hooks={"use": []}, cache={"folder": tmp_path / "cache"}), folder=tmp_path)


async def read(worker: ParseWorker, reader: Any, data: bytes = b"a") -> Any:
    return await worker.read(data, "file:///a.odd", "text/odd", reader=reader, timeout=60)


GIVEN = {
    "word": "熱", "times": 2, "key": SECRET, "kind": "long", "day": "2024-02-29", "place": "/srv/files", "marks": ["b", "a"],
    "parts": [{"name": "one", "key": SECRET[::-1]}],
}  # fmt: skip


async def test_a_reader_has_its_options_where_it_reads(tmp_path: Path, worker: ParseWorker) -> None:
    document = await read(worker, kernel(tmp_path, GIVEN).provider("read", "odd"))
    assert document.text == "a 熱熱 LONG 2024-02-29 /srv/files ['a', 'b']"
    assert document.title == str(len(SECRET)), "a secret arrives whole"


async def test_without_any_it_has_its_defaults(tmp_path: Path, worker: ParseWorker) -> None:
    made = kernel(tmp_path, {}).provider("read", "odd")
    by_name = await read(worker, "odd_options:Odd")
    assert (await read(worker, made)).text == by_name.text == "a plain SHORT 2020-01-01 . []"


async def test_an_option_may_come_from_the_environment_which_the_process_does_not_see(
    tmp_path: Path, worker: ParseWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODD_WORD", "風")
    assert "風" in (await read(worker, kernel(tmp_path, {}).provider("read", "odd"))).text


async def test_options_may_have_aliases_and_keep_something_of_their_own(tmp_path: Path, worker: ParseWorker) -> None:
    given = {"theWord": "熱", "parts": [{"more": 3}], "marks": ["b", "a", "c"]}
    assert (await read(worker, kernel(tmp_path, given, "Other").provider("read", "odd"))).text == "熱 3 ['a', 'b', 'c']"
    kernel(tmp_path, {}, "Other").provider("read", "odd")


async def test_it_is_made_once_for_the_same_options_and_again_for_others(tmp_path: Path, worker: ParseWorker) -> None:
    one, same, other = (kernel(tmp_path, {"word": word}).provider("read", "odd") for word in ("x", "x", "y"))
    kinds = [(await read(worker, reader)).kind.split() for reader in (one, same, other, one)]
    assert len({pid for pid, _ in kinds}) == 1, "in one process"
    assert [made for _, made in kinds] == ["1", "1", "2", "2"]
    assert [(await read(worker, reader)).text.split()[1] for reader in (one, other)] == ["x", "y"]


@pytest.mark.parametrize("data", [b"refuse", b"bug"])
async def test_what_it_says_of_a_failure_is_told_without_its_secrets(tmp_path: Path, worker: ParseWorker, data: bytes) -> None:
    with pytest.raises(DRError) as caught:
        await read(worker, kernel(tmp_path, GIVEN).provider("read", "odd"), data)
    told = f"{caught.value} {caught.value.message} {caught.value.remedy} {caught.value!r}"
    assert "[key]" in told and SECRET not in told and SECRET[::-1] not in told and "\n" not in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"wrod": "x"}, "[read.odd]: there is no option 'wrod'. Did you mean 'word'? Known: word, times, key, kind, day"),
        ({"times": 12}, "[read.odd]: option 'times': Input should be less than or equal to 9"),
        ({"kind": "tall"}, "[read.odd]: option 'kind': Input should be 'long' or 'short'"),
    ],
)
def test_a_wrong_option_is_one_line_before_anything_is_read(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        kernel(tmp_path, options).check()
    assert str(caught.value).startswith(said) and str(caught.value).endswith("See: dr plugins show read odd")
    assert "\n" not in str(caught.value)


def test_options_that_are_others_when_they_arrive_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PluginBroken, match="its options are others when they have been sent to its process as JSON"):
        kernel(tmp_path, {"count": 1}, "Lossy").check()


def test_options_that_are_longer_than_a_document_is_worth_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PluginBroken, match="its options are longer than 256 KiB"):
        kernel(tmp_path, {"word": "x" * 300_000}).check()


def test_a_page_is_kept_apart_for_other_options_and_no_secret_is_in_what_it_is_kept_under(tmp_path: Path) -> None:
    known = []
    for options in ({}, {"word": "x"}, {"word": "y", "key": SECRET}, {"word": "y", "key": SECRET[::-1]}):
        settings = kernel(tmp_path, options)
        run = Run(
            settings.settings, settings.provider, tmp_path, RunState(run_id="r", original_query="q"),
            journal=Journal(tmp_path / "journal.jsonl"), cache=Cache(None, {}), events=Events(),
        )  # fmt: skip
        known.append(run.reading.known_as("https://a.example"))
    assert known[0] == {"url": "https://a.example"}
    assert known[1] != known[2] != known[3] and SECRET not in str(known)


async def test_a_run_over_files_reads_them_with_the_options_and_anew_with_others(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    told = "Heat pumps move heat from the cold air outside into a house. " * 12
    (tmp_path / "docs" / "a.odd").write_text(f"Heat pumps\n\n{told}")
    for word, key in (("alpha", SECRET), ("beta", SECRET), ("beta", SECRET * 2)):
        settings = {
            "read": {"use": ["odd"], "odd": {"plugin": "odd_options:Odd", "word": word, "key": key}},
            "output": {"root": str(tmp_path / "logs")},
            "cache": {"folder": str(tmp_path / "cache")},
        }
        result = await aresearch("How do heat pumps move heat?", docs=tmp_path / "docs", max_iterations=1, settings=settings)
        folder = Path(result.run_dir)
        assert word in (folder / "state.json").read_text(encoding="utf-8")
        titles = {
            source["title"] for source in json.loads((folder / "state.json").read_text(encoding="utf-8"))["sources"].values()
        }
        assert titles == {str(len(key))}, "a file that another key opens is another text"
        for path in folder.rglob("*"):
            assert not path.is_file() or SECRET.encode() not in path.read_bytes(), f"{path.name} holds the key"
