"""What a pattern compiles to is kept in a file, and what is loaded from there is what ``re.compile`` makes."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from zlib import compress

import pytest

from dr_core import compiled, pattern
from dr_core.compiled import Kept

SOME = [(r"(?P<a>b+)|电(池)", 0), ("가[나-다]?", re.IGNORECASE), ("(?m)^ア", re.ASCII), ("[\ud800-\udfff]", 0), ("", 0)]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "compiled.json"


def saved(path: Path, *patterns: tuple[str, int]) -> None:
    kept = Kept(path)
    for source, flags in patterns or SOME:
        assert kept.compile(source, flags) == re.compile(source, flags)
    kept.save()


def load_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_makes_the_same", lambda: True)
    monkeypatch.setattr(compiled, "_entry", lambda source, flags: pytest.fail(f"{source!r} is compiled"))


def test_every_pattern_of_ours_comes_back_as_it_was_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("dr_core", "dr_plugins", "dr_serve"):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not found.name.startswith(("dr_core.testing", "dr_core.__main__", "dr_plugins.sandbox._guest")):
                importlib.import_module(found.name)
    ours = [(source, flags) for source, flags in pattern._MADE if isinstance(source, str)]
    assert len(ours) > 400
    saved(path, *ours)
    load_only(monkeypatch)
    kept = Kept(path)
    for source, flags in ours:
        loaded, made = kept.compile(source, flags), re.compile(source, flags)
        assert loaded == made, source  # of the same code and flags
        assert (loaded.pattern, loaded.groups, loaded.groupindex) == (made.pattern, made.groups, made.groupindex)


def test_patterns_are_told_apart_by_their_flags_and_groups_keep_their_names(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(path, ("(?P<x>a)(b)?(?P<y>c)", 0), ("(?P<x>a)(b)?(?P<y>c)", re.IGNORECASE))
    load_only(monkeypatch)
    exact, loose = (Kept(path).compile("(?P<x>a)(b)?(?P<y>c)", flags) for flags in (0, re.IGNORECASE))
    assert not exact.search("AC")
    found = loose.search("AC")
    assert found
    assert found.groupdict() == {"x": "A", "y": "C"}
    assert found.lastgroup == "y"


def test_a_second_process_compiles_nothing(path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom dr_core import compiled, pattern\n"
        "compiled.kept = compiled.Kept(Path(sys.argv[1]))\n"
        "if sys.argv[2] == 'load': compiled._entry = None\n"
        "from dr_core.text.number import quantities\nprint(quantities('4,2 Millionen; 三千五百亿元'))\ncompiled.kept.save()\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program, str(path), how], capture_output=True, encoding="utf-8", check=True,
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONUTF8": "1"},
        ).stdout
        for how in ("make", "load")
    ]  # fmt: skip
    assert said[0] == said[1]
    assert "三千五百亿元" in said[0]


def test_what_others_wrote_meanwhile_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    early, late = Kept(path), Kept(path)
    early.compile("early", 0)
    late.compile("late", 0)
    early.save()
    late.save()
    load_only(monkeypatch)
    assert Kept(path).compile("early", 0).search("early")
    assert Kept(path).compile("late", 0).search("late")
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"{}", b'{"made_by": 1, "patterns": {}}', b"[" * 100_000],
    ids=["empty", "torn", "list", "null", "bytes", "nothing", "foreign", "deep"],
)
def test_a_file_that_is_not_ours_is_made_anew(path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(content)
    saved(path)
    load_only(monkeypatch)
    assert Kept(path).compile(*SOME[0]).search("电池")


@pytest.mark.parametrize(
    "entry",
    [
        None,
        [],
        [32, 0, {}, "not base64!"],
        [32, 0, {}, b64encode(b"not zlib").decode()],
        [32, 0, {}, b64encode(compress(b"\x01")).decode()],
        [32, 0, {}, b64encode(compress(b"\xff\xff\xff\xff" * 9)).decode()],  # no code that the interpreter takes
        [32, -7, {}, b64encode(compress(b"\x01\x00\x00\x00")).decode()],
        [32, 1, {"a": 9}, b64encode(compress(b"\x01\x00\x00\x00")).decode()],
    ],
)
def test_an_entry_that_cannot_be_loaded_is_compiled_again(path: Path, entry: object, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(path, ("a+", 0))
    whole = json.loads(path.read_text())
    path.write_text(json.dumps({**whole, "patterns": dict.fromkeys(whole["patterns"], entry)}))
    saved(path, ("a+", 0))
    assert json.loads(path.read_text()) == whole


def test_another_python_makes_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(path, ("a+", 0))
    theirs = path.read_bytes()
    monkeypatch.setattr(sys, "version", "3.99.0")
    saved(path, ("b+", 0))
    assert path.read_bytes() != theirs
    assert len(json.loads(path.read_text())["patterns"]) == 1


@pytest.mark.parametrize("part", ["_code", "_sre"])
def test_a_python_of_other_parts_keeps_nothing(path: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Parts:
        _parser = re._parser  # type: ignore[attr-defined]
        _compiler = type("Compiler", (), {name: value for name, value in vars(re._compiler).items() if name != part})  # type: ignore[attr-defined]

    monkeypatch.setattr(compiled, "_parts", Parts)
    saved(path)
    assert not path.exists()


def test_code_that_is_other_than_that_of_re_is_not_used(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = compiled._entry
    monkeypatch.setattr(compiled, "_entry", lambda source, flags: entry(source, flags & ~re.IGNORECASE))
    saved(path)
    assert not path.exists()


def test_where_python_keeps_no_bytecode_nothing_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(path, ("a+", 0))
    before = path.read_bytes()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    saved(path, ("b+", 0))
    assert path.read_bytes() == before
    kept = Kept(None)
    assert kept.compile("a+", 0) is re.compile("a+")
    kept.save()


def test_a_folder_that_cannot_be_written_to_is_no_fault(path: Path) -> None:
    path.mkdir()
    saved(path)
    saved(path / "there" / "is none.json")
    assert [*path.parent.rglob("*")] == [path]


def test_a_pattern_that_is_wrong_is_told_as_ever(path: Path) -> None:
    with pytest.raises(re.error, match="unterminated character set"):
        Kept(path).compile("[a", 0)


def test_a_file_grown_past_its_bound_is_begun_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "MAX_KEPT", 3)
    saved(path, *(("a" * count, 0) for count in range(1, 4)))
    saved(path, ("b", 0))
    assert len(json.loads(path.read_text())["patterns"]) == 1


def test_it_stands_beside_the_bytecode() -> None:
    assert compiled._beside_bytecode() == Path(compiled.__spec__.cached).with_suffix(".json")  # type: ignore[union-attr,arg-type]
