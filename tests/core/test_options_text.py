"""Options that come as text, from the environment, are what their type asks for."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest

from dr_core import Hit, Kernel, SearchProvider, SearchTask, hookimpl, load_settings, option
from dr_core.errors import SettingsError
from dr_core.options import from_text, hook_options, listed, validated_options


class Tagged(SearchProvider):
    """Has lists of every kind among its options."""

    class Options(SearchProvider.Options):
        """Lists."""

        tags: list[str] = option([], env="TAGGED_TAGS", help="Tags")
        years: tuple[int, ...] = option((), env="TAGGED_YEARS", help="Years")
        kinds: set[str] | None = option(None, env="TAGGED_KINDS", help="Kinds")
        either: str | list[str] = option("", env="TAGGED_EITHER", help="A text is a text")
        heads: dict[str, str] = option({}, env="TAGGED_HEADS", help="Headers")

    async def search(self, task: Any, limit: int) -> list[Any]:
        return []


@pytest.fixture(autouse=True)
def tagged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = ModuleType("tagged_here")
    module.Tagged = Tagged  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tagged_here", module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DR_SEARCH__TAGGED__PLUGIN", "tagged_here:Tagged")


def options() -> Any:
    return Kernel(load_settings().settings).options("search", "tagged")


@pytest.mark.parametrize("written", ["a,b", " a , b ", '["a","b"]', '["a", "b"]'])
@pytest.mark.parametrize("variable", ["TAGGED_TAGS", "DR_SEARCH__TAGGED__TAGS"])
def test_a_list_comes_from_the_environment_with_commas_or_as_json(
    monkeypatch: pytest.MonkeyPatch, variable: str, written: str
) -> None:
    monkeypatch.setenv(variable, written)
    assert options().tags == ["a", "b"]


def test_tuples_sets_and_tables_do_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGGED_YEARS", "2024,2025")
    monkeypatch.setenv("TAGGED_KINDS", "x,y,x")
    monkeypatch.setenv("TAGGED_HEADS", '{"a": "b"}')
    found = options()
    assert found.years == (2024, 2025)
    assert found.kinds == {"x", "y"}
    assert found.heads == {"a": "b"}


def test_a_text_stays_one_where_the_option_may_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGGED_EITHER", "a,b")
    assert options().either == "a,b"


def test_what_is_in_the_list_is_checked_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGGED_YEARS", "2024,soon")
    with pytest.raises(SettingsError, match=r"option 'years\.1': .*integer"):
        options()


def test_the_files_to_search_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_SEARCH__FILES__PATHS", "notes,more")
    assert [str(path) for path in Kernel(load_settings().settings).options("search", "files").paths] == ["notes", "more"]


def test_the_names_of_settings_may_be_json_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_SEARCH__USE", '["files", "wikipedia"]')
    assert load_settings().settings.search.use == ["files", "wikipedia"]


def test_a_name_in_brackets_that_is_no_json_is_a_name() -> None:
    assert listed("[a,b") == ["[a", "b"]
    assert from_text(Annotated[list[str], "any"], "[1]") == [1]


class Timer:
    """A hook plugin with options of several types."""

    def __init__(self, slow: float = 10.0, loud: bool = False, names: tuple[str, ...] = (), bare=3, **_more: Any) -> None:  # type: ignore[no-untyped-def]
        self.given = (slow, loud, names, bare)

    @hookimpl
    def on_event(self, state: Any, event: Any) -> None:
        """Nothing."""


@dataclass
class Kept:
    """A hook plugin that is a dataclass."""

    folder: Path = Path()


def test_the_options_of_a_hook_are_of_their_type() -> None:
    given = hook_options(Timer, "timer", {"slow": "5", "loud": "true", "names": "a,b", "bare": "4", "other": "5"})
    assert given == {"slow": 5.0, "loud": True, "names": ("a", "b"), "bare": 4, "other": "5"}
    assert hook_options(Kept, "kept", {"folder": "x"}) == {"folder": Path("x")}


def test_an_option_of_a_hook_that_cannot_be_of_its_type_is_named() -> None:
    with pytest.raises(SettingsError, match=r"\[hooks\.timer\]: option 'slow': .*number"):
        hook_options(Timer, "timer", {"slow": "soon"})


def test_a_type_that_nobody_can_check_lets_everything_through() -> None:
    class Odd:
        def __init__(self, what: Nowhere) -> None:  # type: ignore[name-defined]  # noqa: F821
            self.what = what

    assert hook_options(Odd, "odd", {"what": "5"}) == {"what": "5"}


def test_the_kernel_builds_a_hook_with_checked_options(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[Any, ...]] = []

    class Seen(Timer):
        def __init__(self, slow: float = 10.0) -> None:
            built.append((slow,))

    sys.modules["tagged_here"].Seen = Seen  # type: ignore[attr-defined]
    monkeypatch.setenv("DR_HOOKS__USE", "seen")
    monkeypatch.setenv("DR_HOOKS__SEEN__PLUGIN", "tagged_here:Seen")
    monkeypatch.setenv("DR_HOOKS__SEEN__SLOW", "5")
    Kernel(load_settings().settings)
    assert built == [(5.0,)]


class Needy(SearchProvider):
    """Wants two options."""

    class Options(SearchProvider.Options):
        """Both must be given."""

        file: str = option(help="A file")
        size: int = option(help="A size")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        return []


class NeedyHook:
    """Wants two arguments."""

    def __init__(self, file: str, size: int, *, loud: bool = False) -> None: ...


@pytest.mark.parametrize(
    ("given", "told"), [({}, "options 'file', 'size' must be given"), ({"size": 1}, "option 'file' must be given")]
)
def test_options_that_must_be_given_are_all_named_with_the_table_as_it_is_written(given: dict[str, Any], told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        validated_options(Needy, "search", "mod:Needy", given)
    assert caught.value.message == f'[search."mod:Needy"]: {told}'
    with pytest.raises(SettingsError) as caught:
        hook_options(NeedyHook, "needy", given)
    assert caught.value.message == f"[hooks.needy]: {told}"
