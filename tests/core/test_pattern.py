"""A module's pattern is compiled when it is first used, and then answers as a compiled one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from dr_core import pattern
from dr_core.compiled import Kept
from dr_core.pattern import compile_all, regex

OF_OUR_MODULES = """
import importlib, pkgutil, re, sys, warnings

from dr_core import pattern

compile, early = re.compile, []

def watched(source, flags=0):
    caller = sys._getframe(1).f_globals["__name__"]
    if caller.startswith(("dr_core", "dr_plugins", "dr_serve")) and caller != "dr_core.compiled":
        early.append(f"{caller}: {source!r}")
    return compile(source, flags)

re.compile = watched
for package in ("dr_core", "dr_plugins", "dr_serve"):
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if not found.name.startswith(("dr_core.testing", "dr_core.__main__", "dr_plugins.sandbox._guest")):
            importlib.import_module(found.name)
assert not early, early
warnings.simplefilter("error")
pattern.compile_all()
print(len(pattern._MADE))
"""


@pytest.fixture(autouse=True)
def _none_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "_MADE", {})
    monkeypatch.setattr("dr_core.compiled.kept", Kept(None))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is compiled from here on."""
    found, real = [], re.compile
    monkeypatch.setattr(re, "compile", lambda source, flags=0: found.append(source) or real(source, flags))
    yield found


def test_it_is_compiled_once_when_first_used(compiled: list[str]) -> None:
    years = regex(r"\d{4}年")
    assert years.pattern == r"\d{4}年"
    assert not compiled
    assert years.findall("2024年と2025年") == ["2024年", "2025年"]
    assert years.search("1999년") is None
    assert compiled == [r"\d{4}年"]


@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.IGNORECASE | re.ASCII])
@pytest.mark.parametrize("source", [r"(?P<a>b+)|电(池)", "가[나-다]?", "(?m)^ア"])
def test_it_answers_as_the_compiled_one(source: str, flags: int) -> None:
    text, real = "ab BBB\n电池 가나 アイ", re.compile(source, flags)

    def late() -> re.Pattern[str]:
        pattern._MADE.clear()
        return regex(source, flags)

    assert (late().flags, late().groups, late().groupindex) == (real.flags, real.groups, real.groupindex)
    assert late().pattern == real.pattern
    for ask in ("search", "match", "fullmatch"):
        assert repr(getattr(late(), ask)(text, 1)) == repr(getattr(real, ask)(text, 1))
    assert repr([*late().finditer(text)]) == repr([*real.finditer(text)])
    assert late().findall(text) == real.findall(text)
    assert late().split(text, 1) == real.split(text, 1)
    assert (late().sub("-", text), late().subn("-", text)) == (real.sub("-", text), real.subn("-", text))
    assert repr(late().scanner(text).search()) == repr(real.scanner(text).search())


def test_it_reads_bytes_too() -> None:
    assert regex(rb"<p[\s>]").findall(b"<p><pre><p >") == [b"<p>", b"<p "]


def test_equal_patterns_are_one_and_are_told_from_others_by_their_flags() -> None:
    assert regex("[一-鿿]") is regex("[一-鿿]")
    assert regex("a", re.I).search("A")
    assert not regex("a").search("A")


def test_it_has_nothing_that_a_pattern_has_not(compiled: list[str]) -> None:
    with pytest.raises(AttributeError, match="no attribute 'serach'"):
        regex("a").serach  # type: ignore[attr-defined]  # noqa: B018
    assert "a" not in compiled


def test_all_that_exist_are_compiled_when_that_is_asked_for(compiled: list[str]) -> None:
    one, other = regex("한"), regex("글")
    assert other.search("한글")
    compile_all()
    compile_all()
    assert compiled == ["글", "한"]
    assert one.search("한글")


def test_our_modules_have_nothing_compiled_when_they_are_imported_and_nothing_that_cannot_be() -> None:
    done = subprocess.run([sys.executable, "-c", OF_OUR_MODULES], capture_output=True, text=True, timeout=120)
    assert not done.stderr
    assert int(done.stdout) > 400
