"""Plugins are found by kind and name, and imported only when one is chosen."""

from __future__ import annotations

import sys
import threading
import types
from pathlib import Path

import pytest
from bad_plugin import install_metadata

from dr_core import Kernel, SearchProvider, load_settings, registry
from dr_core.errors import PluginBroken, PluginNotFound, did_you_mean
from dr_core.interfaces import KINDS
from dr_core.testing.fake import FakeSearch
from dr_core.version import __version__

GOOD = '''
from dr_core import SearchProvider

class Good(SearchProvider):
    """Finds nothing, and says so in {where}."""

    async def search(self, task, limit):
        return []
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def _install(folder: Path, name: str, *, package: str = "", module: str = "") -> None:
    module = module or f"good_{name}"
    (folder / f"{module}.py").write_text(GOOD.format(where=module))
    install_metadata(folder, package or f"dr-{name}", f"[dr.search]\n{name} = {module}:Good\n")
    registry.clear_cache()


def test_every_kind_has_bundled_plugins_except_machines() -> None:
    assert all(registry.names(kind) for kind in (*KINDS, "hooks"))
    assert registry.names("machine") == []


def test_an_installed_plugin_is_listed_with_its_package_version_and_first_line(folder: Path) -> None:
    _install(folder, "quiet")
    entry = registry.describe("search", "quiet")
    assert (entry.package, entry.version, entry.target) == ("dr-quiet", "1.2.3", "good_quiet:Good")
    assert entry.summary == "Finds nothing, and says so in good_quiet."
    assert str(entry) == "search plugin 'quiet' (dr-quiet 1.2.3)"


def test_listing_and_describing_import_nothing(folder: Path) -> None:
    _install(folder, "unseen")
    assert "unseen" in registry.names("search")
    assert registry.describe("search", "unseen").summary
    assert "good_unseen" not in sys.modules
    assert issubclass(registry.load("search", "unseen"), SearchProvider)
    assert "good_unseen" in sys.modules


def test_a_plugin_installed_later_is_seen_after_the_cache_is_cleared(folder: Path) -> None:
    registry.names("search")
    (folder / "good_late.py").write_text(GOOD.format(where="x"))
    install_metadata(folder, "dr-late", "[dr.search]\nlate = good_late:Good\n")
    assert "late" not in registry.names("search")
    registry.clear_cache()
    assert "late" in registry.names("search")


def test_a_wrong_name_gets_a_did_you_mean_and_the_list() -> None:
    with pytest.raises(PluginNotFound) as caught:
        registry.load("search", "tavly")
    assert str(caught.value).startswith("no search plugin named 'tavly'. Did you mean 'tavily'? Installed: arxiv, ")


def test_a_word_that_is_like_nothing_gets_no_did_you_mean() -> None:
    assert did_you_mean("nope", ["openai", "html"]) == ""


def test_a_wrong_kind_gets_a_did_you_mean() -> None:
    with pytest.raises(PluginNotFound, match=r"no plugin kind 'serach'\. Did you mean 'search'\?"):
        registry.entries("serach")


@pytest.mark.parametrize("group", ["dr.searches", "dr_search", "dr-search"])
def test_a_plugin_in_a_group_that_is_nearly_ours_is_told_where_it_is_missed(folder: Path, group: str) -> None:
    install_metadata(folder, "dr-lost", f"[{group}]\nlost = good_lost:Good\n")
    registry.clear_cache()
    line = f"dr-lost 1.2.3: there is no group '{group}', so 'lost' is not seen. Did you mean 'dr.search'?"
    assert registry.unreadable() == [line]
    with pytest.raises(PluginNotFound) as caught:
        registry.load("search", "lost")
    assert str(caught.value).startswith(f"no search plugin named 'lost'. {line} Installed: arxiv, ")
    with pytest.raises(PluginNotFound) as caught:
        Kernel(load_settings({"search": {"use": ["lost"]}}).settings).check()
    assert str(caught.value).startswith(f"no search plugin named 'lost' ([search] use). {line} Installed: arxiv, ")


@pytest.mark.parametrize("group", ["drsearch", "dr_searches", "dr.mail", "other.search"])
def test_groups_of_others_are_no_business_of_ours(folder: Path, group: str) -> None:
    install_metadata(folder, "other", f"[{group}]\nlost = good_lost:Good\n")
    registry.clear_cache()
    assert registry.unreadable() == []


def test_a_name_of_another_kind_is_told_as_that() -> None:
    with pytest.raises(
        PluginNotFound, match=r"no search plugin named 'docx'\. There is a render and a read plugin of that name\."
    ):
        registry.load("search", "docx")


def test_a_name_claimed_twice_names_both_packages(folder: Path) -> None:
    _install(folder, "shared", package="dr-one", module="good_one")
    _install(folder, "shared", package="dr-two", module="good_two")
    assert registry.duplicates("search") == ["shared"]
    with pytest.raises(PluginBroken, match=r"claimed by dr-one 1\.2\.3 and dr-two 1\.2\.3") as caught:
        registry.load("search", "shared")
    assert caught.value.remedy.endswith('name the class itself: "good_one:Good" or "good_two:Good"')


@pytest.mark.parametrize(
    ("code", "target", "cause", "remedy"),
    [
        (
            GOOD + "    api_version = 2\n",
            "odd:Good",
            "it is written for interface version 2, and this dr has 1",
            f"Upgrade dr-framework, or install a dr-odd that works with dr-framework {__version__}",
        ),
        (
            "from dr_core import Teleporter\n",
            "odd:Good",
            f"it imports 'Teleporter', which this dr ({__version__}) does not have",
            f"Upgrade dr-framework, or install a dr-odd that works with dr-framework {__version__}",
        ),
        (
            "from dr_core import SearchProvidr\n",
            "odd:Good",
            f"it imports 'SearchProvidr', which this dr ({__version__}) does not have. Did you mean 'SearchProvider'?",
            f"Upgrade dr-framework, or install a dr-odd that works with dr-framework {__version__}",
        ),
        (
            "from dr_core.teleport import Beam\n",
            "odd:Good",
            f"it imports 'dr_core.teleport', which this dr ({__version__}) does not have",
            f"Upgrade dr-framework, or install a dr-odd that works with dr-framework {__version__}",
        ),
        (
            GOOD,
            "odd",
            "its entry point 'odd' names a module, and must name a class: odd:Class",
            "Upgrade or uninstall dr-odd, or take 'odd' out of [search] use",
        ),
        (
            GOOD + "    api_version = 0\n",
            "odd:Good",
            "it is written for interface version 0, and this dr has 1",
            "Upgrade or uninstall dr-odd, or take 'odd' out of [search] use",
        ),
    ],
)
def test_a_plugin_that_does_not_fit_this_dr_says_which_of_the_two_to_change(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, target: str, cause: str, remedy: str
) -> None:
    (folder / "odd.py").write_text(code)
    monkeypatch.delitem(sys.modules, "odd", raising=False)
    install_metadata(folder, "dr-odd", f"[dr.search]\nodd = {target}\n")
    registry.clear_cache()
    with pytest.raises(PluginBroken) as caught:
        registry.load("search", "odd")
    assert caught.value.message == f"search plugin 'odd' (dr-odd 1.2.3): {cause}"
    assert caught.value.remedy == remedy


def test_of_a_default_that_another_package_claims_the_bundled_one_is_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _install(folder, "tavily", package="dr-rival", module="good_rival")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(registry, "_told", set())
    for _ in range(2):
        assert Kernel().load("search", "tavily").__module__.startswith("dr_plugins.")
    assert caplog.text.count("search plugin 'tavily' is claimed by dr-framework ") == 1
    assert '[search] use = ["good_rival:Good"]' in caplog.text
    chosen = load_settings({"search": {"use": ["tavily"]}}).settings
    with pytest.raises(PluginBroken, match=r"'tavily' is claimed by dr-framework .* and dr-rival 1\.2\.3"):
        Kernel(chosen).load("search", "tavily")


def test_a_second_copy_of_a_package_further_down_the_path_is_no_second_claim(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _install(folder, "copied")
    other = tmp_path_factory.mktemp("other")
    install_metadata(other, "dr_copied", "[dr.search]\ncopied = good_copied:Good\n")
    sys.path.append(str(other))
    try:
        registry.clear_cache()
        assert registry.duplicates("search") == []
        assert registry.describe("search", "copied").package == "dr-copied"
    finally:
        sys.path.remove(str(other))


def test_an_import_path_needs_no_packaging(tmp_path: Path) -> None:
    (tmp_path / "mine_by_path.py").write_text(GOOD.format(where="a file"))
    found = registry.load("search", "mine_by_path:Good", search_path=tmp_path)
    assert found.__name__ == "Good"
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("late", "async def read(self, data, url, media_type): ...", "its read is async, and must not be"),
        ("lazy", "def read(self, data, url, media_type):\n        yield", "its read yields; it must return"),
    ],
)
def test_a_reader_that_would_not_work_in_its_process_is_refused_before_it_reads(
    tmp_path: Path, name: str, body: str, said: str
) -> None:
    (tmp_path / f"mine_{name}.py").write_text(f"from dr_core import Reader\n\n\nclass Mine(Reader):\n    {body}\n")
    with pytest.raises(PluginBroken, match=said):
        registry.load("read", f"mine_{name}:Mine", search_path=tmp_path)


def test_a_plugin_is_imported_once_and_again_where_its_module_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_once.py").write_text(GOOD.format(where="a file"))
    first = registry.load("search", "mine_once:Good", search_path=tmp_path)
    assert registry.load("search", "mine_once:Good", search_path=tmp_path) is first
    monkeypatch.delitem(sys.modules, "mine_once")
    assert registry.load("search", "mine_once:Good", search_path=tmp_path) is not first


def test_a_plugin_whose_module_is_there_needs_no_thread_and_is_told_of_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine_there.py").write_text(GOOD.format(where="a file"))
    begun: list[str] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (begun.append(thread.name), start(thread)))
    registry.load("search", "mine_there:Good", search_path=tmp_path)
    assert begun == ["import mine_there:Good"]
    registry.clear_cache()
    assert registry.load("search", "mine_there:Good", search_path=tmp_path) is sys.modules["mine_there"].Good
    with pytest.raises(PluginBroken, match=r"Did you mean 'Good'\?"):
        registry.load("search", "mine_there:Goud", search_path=tmp_path)
    assert len(begun) == 1


def test_a_plugin_in_a_module_that_a_program_made_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "made_by_hand", types.SimpleNamespace(Good=FakeSearch))
    assert registry.load("search", "made_by_hand:Good") is FakeSearch


def test_a_file_beside_the_settings_cannot_stand_in_for_an_installed_module(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError('hijacked')")
    (tmp_path / "mine_with_json.py").write_text("import json\n" + GOOD.format(where="a file"))
    assert registry.load("search", "mine_with_json:Good", search_path=tmp_path)


def test_a_wrong_import_path_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(PluginBroken, match=r"there is no module 'no_such_module_here'.*Check the import path"):
        registry.load("search", "no_such_module_here:Good", search_path=tmp_path)
    with pytest.raises(PluginBroken, match=r"Did you mean 'FakeSearch'\?"):
        registry.load("search", "dr_core.testing.fake:FakeSerch")


def test_a_damaged_package_hides_no_other(folder: Path) -> None:
    install_metadata(folder, "dr-damaged", "[dr.search]\nno equals sign here\n")
    _install(folder, "beside")
    assert "beside" in registry.names("search")
    assert registry.load("search", "beside")
    assert any("dr-damaged: its entry_points.txt cannot be read" in line for line in registry.unreadable())


def test_where_nothing_of_a_kind_is_installed_the_way_to_ones_own_is_told() -> None:
    with pytest.raises(PluginNotFound) as caught:
        registry.load("machine", "mine")
    assert str(caught.value).endswith('Installed: none. A class of your own is written "package.module:Class"')
