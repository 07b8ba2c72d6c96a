"""`dr plugins` and its commands: data on stdout, the rest on stderr, one line for an error, 64 for a mistake in usage."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dr_core import Settings
from dr_core.cli import main

FAKE = "dr_core.testing:Fake"
Dr = Callable[..., tuple[int, str, str]]


@pytest.fixture
def dr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Dr:
    """``dr("plugins", "--json")`` in an empty folder: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


# --- the list -------------------------------------------------------------------------------------------------------------


def test_what_is_said_of_a_bundled_plugin_is_a_whole_sentence(dr: Dr) -> None:
    rows = [row for row in json.loads(dr("plugins", "--json")[1]) if row["package"] == "dr-framework"]
    assert [row["summary"] for row in rows if not row["summary"].endswith(".")] == []


def test_the_list_names_kind_package_version_selection_and_summary(dr: Dr) -> None:
    code, out, err = dr("plugins", "--json")
    assert (code, err) == (0, "")
    rows = {(row["kind"], row["name"]): row for row in json.loads(out)}
    tavily, brave = rows["search", "tavily"], rows["search", "brave"]
    assert (tavily["package"], tavily["selected"], tavily["instances"]) == ("dr-framework", True, ["tavily"])
    assert brave["selected"] is False
    assert tavily["summary"].startswith("Searches with Tavily")
    assert all(row["summary"] for row in rows.values()), "every bundled plugin has a first line"


def test_the_table_has_a_line_for_each_of_a_kind(dr: Dr) -> None:
    code, out, _ = dr("plugins", "--kind", "clarify")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split() == ["KIND", "NAME", "PACKAGE", "VERSION", "SELECTED", "READY", "SUMMARY"]
    assert [line.split()[:2] for line in lines[1:]] == [["clarify", "adaptive"], ["clarify", "gate"], ["clarify", "llm"]]


def test_an_instance_counts_for_its_plugin_and_an_import_path_for_itself(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text(f'[llm]\nuse = ["fast"]\n[llm.fast]\nplugin = "openai"\n[search]\nuse = ["{FAKE}Search"]\n')
    rows = {row["name"]: row for row in json.loads(dr("plugins", "--json")[1])}
    assert rows["openai"]["instances"] == ["fast"]
    assert rows[f"{FAKE}Search"]["selected"]
    assert rows["tavily"]["selected"] is False


def test_wrong_settings_do_not_take_the_list_down(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text("[serch]\nuse = []\n")
    code, out, err = dr("plugins", "--json")
    assert code == 0
    assert all(row["selected"] is None for row in json.loads(out))
    assert "what is selected is not known" in err
    assert "Did you mean 'search'?" in err


def test_a_selected_name_that_is_not_installed_is_said(dr: Dr, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_SEARCH__USE", "tavly")
    code, _, err = dr("plugins")
    assert code == 0
    assert "no search plugin named 'tavly'. Did you mean 'tavily'?" in err


# --- which are ready ------------------------------------------------------------------------------------------------------

KEYS = (
    "BOCHA_API_KEY", "BRAVE_API_KEY", "EXA_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY",
    "SERPER_API_KEY", "TAVILY_API_KEY",
)  # fmt: skip


@pytest.fixture
def keyless(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def test_without_any_key_those_that_need_none_are_ready_and_the_others_name_their_variable(dr: Dr, keyless: None) -> None:
    rows = {(row["kind"], row["name"]): row for row in json.loads(dr("plugins", "--json")[1])}
    ready = {name for (kind, name), row in rows.items() if kind == "search" and row["ready"]}
    assert ready == {"arxiv", "duckduckgo", "github", "hackernews", "huggingface", "openalex", "wikipedia"}
    assert rows["search", "tavily"]["lacks"] == "Set TAVILY_API_KEY, or api_key under [search.tavily]"
    assert "OPENAI_API_KEY" in rows["search", "model"]["lacks"]
    assert rows["search", "llm-knowledge"]["lacks"] == "Give --allow-unverified"
    assert rows["llm", "openai"]["ready"] is False and rows["llm", "ollama"]["ready"] is True
    assert rows["verify", "citations"]["ready"] is None
    lines = {line.split()[1]: line for line in dr("plugins", "--kind", "search")[1].splitlines()}
    assert "  no: set TAVILY_API_KEY " in lines["tavily"]
    assert "  yes " in lines["wikipedia"]


def test_a_reader_without_its_package_says_what_to_install(dr: Dr, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_plugins.read.xlsx.find_spec", lambda name: None)
    rows = {row["name"]: row for row in json.loads(dr("plugins", "--kind", "read", "--json")[1])}
    assert (rows["xlsx"]["ready"], rows["xlsx"]["lacks"]) == (False, "pip install 'dr-framework[office]'")
    assert rows["csv"]["ready"] is True


def test_a_key_in_the_environment_or_in_the_settings_makes_a_plugin_ready(
    dr: Dr, keyless: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "secret-1")
    (tmp_path / "dr.toml").write_text(
        '[search]\nuse = ["tavily", "mine", "lab"]\n[search.exa]\napi_key = "secret-2"\n'
        '[search.mine]\nplugin = "searxng"\nbase_url = "http://127.0.0.1:9"\n[search.lab]\nplugin = "feeds"\n'
    )
    _, out, err = dr("plugins", "--json")
    rows = {row["name"]: row for row in json.loads(out) if row["kind"] == "search"}
    assert all(rows[name]["ready"] for name in ("tavily", "exa", "searxng")), rows
    assert rows["feeds"]["lacks"] == "Set urls under [search.lab]"
    assert "secret" not in out + err


def test_what_others_wrote_is_not_imported_for_the_list(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "dr.toml").write_text('[search]\nuse = ["loud:Engine"]\n')
    code, out, _ = dr("plugins", "--json")
    assert code == 0
    row = next(row for row in json.loads(out) if row["name"] == "loud:Engine")
    assert (row["ready"], row["lacks"]) == (None, "")
    line = next(line for line in dr("plugins", "--kind", "search")[1].splitlines() if "loud:Engine" in line)
    assert line.split()[-1] == "?"


def test_an_option_that_is_wrong_is_said_where_the_key_would_be(dr: Dr, keyless: None, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text('[search.tavily]\napi_kye = "x"\n')
    rows = {row["name"]: row for row in json.loads(dr("plugins", "--json")[1])}
    assert "Did you mean 'api_key'?" in rows["tavily"]["lacks"]


def test_show_says_what_is_missing(dr: Dr, keyless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Not ready. Set TAVILY_API_KEY" in dr("plugins", "show", "tavily")[1]
    monkeypatch.setenv("TAVILY_API_KEY", "x")
    assert "Ready to be used." in dr("plugins", "show", "tavily")[1]
    assert "eady" not in dr("plugins", "show", "citations")[1]


# --- show -----------------------------------------------------------------------------------------------------------------


def test_show_tells_options_types_defaults_variables_and_an_example(dr: Dr) -> None:
    code, out, _ = dr("plugins", "show", "tavily", "--json")
    assert code == 0
    shown = json.loads(out)
    options = {option["name"]: option for option in shown["options"]}
    key = options["api_key"]
    assert (key["type"], key["env"], key["secret"]) == ("secret", "TAVILY_API_KEY", True)
    assert options["max_results"]["type"] == "int (>= 1, <= 20)"
    assert options["base_url"]["default"] == "https://api.tavily.com"
    assert all(option["help"] for option in shown["options"])


@pytest.mark.parametrize("words", ["tavily", "search tavily", "llm openai", "cjk-fonts", f"{FAKE}Model", "docker-persistent"])
def test_the_example_configuration_is_one(dr: Dr, words: str) -> None:
    shown = json.loads(dr("plugins", "show", *words.split(), "--json")[1])
    for text in (shown["example"], shown["example"].replace("\n# ", "\n")):  # as it stands, and with every option live
        Settings(**tomllib.loads(text))
    assert Settings(**tomllib.loads(shown["example"])).table(shown["kind"]).use


@pytest.mark.parametrize("words", ["read pdf", "verify judge", "render html", f"hooks {FAKE}Search", f"read {FAKE}Reader"])
def test_the_example_of_what_works_beside_others_keeps_those_of_dr(dr: Dr, words: str) -> None:
    shown = json.loads(dr("plugins", "show", *words.split(), "--json")[1])
    kind, name = words.split()
    own = Settings().table(kind).use
    use = Settings(**tomllib.loads(shown["example"])).table(kind).use
    assert set(own) <= set(use)
    assert len(use) == len(set(use)) == len({*own, name})


def test_show_reads_as_text_and_knows_instances(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text('[llm.fast]\nplugin = "openai"\n')
    code, out, _ = dr("plugins", "show", "fast")
    assert code == 0
    assert out.startswith("llm plugin 'openai' (dr-framework")
    assert "OPENAI_API_KEY" in out
    assert '[llm]\n  use = ["openai"]' in out


def test_show_of_a_hook_plugin_by_import_path_tells_its_arguments(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "my_hooks.py").write_text(
        'from dr_core import hookimpl\nclass Mine:\n    "Does it."\n    def __init__(self, size: int = 3): pass\n'
        "    @hookimpl\n    def chart_fonts(self, language): return None\n"
    )
    shown = json.loads(dr("plugins", "show", "my_hooks:Mine", "--json")[1])
    assert (shown["kind"], shown["options"][0]["name"], shown["options"][0]["default"]) == ("hooks", "size", 3)


# --- try ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "given", "expected"),
    [
        ("search", "FakeSearch", "heat pumps", "https://example.org/heat%20pumps/1"),
        ("llm", "FakeModel", "say it again", "say it again"),
        ("sandbox", "FakeSandbox", "print(6 * 7)", "42"),
        ("clarify", "FakeClarifier", "heat pumps", "START_RESEARCH"),
        ("render", "FakeRenderer", "<b>text</b>", "<p>&lt;b&gt;text&lt;/b&gt;</p>"),
        ("read", "FakeReader", "page.fake", "the text of the page"),
        ("verify", "FakeVerifier", "report.md", "passed"),
    ],
)
def test_each_kind_can_be_tried(kind: str, name: str, given: str, expected: str, dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "page.fake").write_text("the text of the page")
    (tmp_path / "report.md").write_text("# report")
    code, out, _ = dr("plugins", "try", kind, f"{FAKE}{name[4:]}", given)
    assert code == 0
    assert expected in out
    assert json.loads(dr("plugins", "try", kind, f"{FAKE}{name[4:]}", given, "--json")[1])


def test_try_takes_the_input_from_standard_input(dr: Dr, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("print('from a pipe')"))
    assert dr("plugins", "try", "sandbox", f"{FAKE}Sandbox", "-")[1] == "from a pipe\n"


def test_try_writes_no_bytes_to_a_terminal(dr: Dr, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dr_core.cli.plugin_try.is_terminal", lambda stream: True)
    code, out, err = dr("plugins", "try", "render", "docx", "words")
    assert (code, out) == (64, "")
    assert err.endswith(" bytes are not shown on a terminal. Add: > FILE\n")
    assert "words" in dr("plugins", "try", "render", "html", "words")[1]


def test_try_names_a_file_by_its_whole_address(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# No PDF")
    assert dr("plugins", "try", "read", "pdf", "notes.md")[2] == f"error: {(tmp_path / 'notes.md').as_uri()} is not a PDF file\n"


def test_what_a_hook_makes_is_no_plugin_that_is_missing(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "makers.py").write_text(
        "from dr_core import hookimpl\nfrom dr_core.testing import FakeSearch\nclass Maker:\n    @hookimpl\n"
        "    def create_search(self, name, options, context):\n"
        "        return FakeSearch(None, context) if name == 'ours' else None\n"
    )
    (tmp_path / "dr.toml").write_text('[search]\nuse = ["ours", "theirs"]\n[hooks]\nuse = ["cjk-fonts", "makers:Maker"]\n')
    code, out, _ = dr("plugins", "check", "--json")
    told = {row["name"]: row["error"] for row in json.loads(out) if row["kind"] == "search" and row["selected"]}
    assert code == 1 and told["ours"] == "" and told["theirs"].startswith("no search plugin named 'theirs'")
    assert "'ours'. Installed: " in dr("plugins")[2] and dr("plugins")[2].count("A hook may make it: dr plugins check") == 2


def test_try_uses_the_options_and_hooks_of_the_settings(dr: Dr, tmp_path: Path) -> None:
    (tmp_path / "dr.toml").write_text(f'[search.mine]\nplugin = "{FAKE}Search"\ncount = 2\n')
    assert len(json.loads(dr("plugins", "try", "search", "mine", "x", "--json")[1])) == 2
    assert len(json.loads(dr("plugins", "try", "search", "mine", "x", "--json", "--limit", "1")[1])) == 1


def test_a_provider_that_lacks_a_key_says_which(dr: Dr) -> None:
    code, out, err = dr("plugins", "try", "search", "tavily", "x")
    assert (code, out) == (4, "")
    assert "Set TAVILY_API_KEY" in err


ODD = '''
from dr_core import Reader, SearchProvider

class Unsure(SearchProvider):
    """Does not know what it lacks."""

    def lacks(self):
        raise RuntimeError("who knows")

    async def search(self, task, limit):
        return []

class Leaves(Reader):
    """Ends the program."""

    suffixes = (".odd",)

    def read(self, data, url, media_type):
        raise SystemExit(5)
'''


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [("search", "Unsure", "its lacks raised RuntimeError: who knows"), ("read", "Leaves", "its read raised SystemExit: 5")],
)
def test_what_a_provider_does_wrong_is_named_by_the_method_that_did_it(
    kind: str, name: str, said: str, dr: Dr, tmp_path: Path
) -> None:
    (tmp_path / "odd_ones.py").write_text(ODD)
    code, out, err = dr("plugins", "try", kind, f"odd_ones:{name}", "odd_ones.py")
    assert (code, out) == (64, "")
    assert f"(odd_ones:{name}): {said}. " in err


# --- mistakes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("plugins lst", "there is no command 'lst'."),
        ("plugins chek", "Did you mean 'check'?"),
        ("plugin", "Did you mean 'plugins'?"),
        ("plugins --kind serch", "Did you mean 'search'?"),
        ("plugins --json check", "options belong behind the command"),
        ("plugins --jsn", "--json"),
        ("plugins show", "Missing argument"),
        ("plugins show tavly", "no plugin named 'tavly'. Did you mean 'tavily'?"),
        ("plugins show serch tavily", "Did you mean 'search'?"),
        ("plugins show search tavly", "Did you mean 'tavily'?"),
        ("plugins show a b c", "give a name, or a kind and a name"),
        ("plugins try serch x y", "Did you mean 'search'?"),
        ("plugins try search tavly y", "Did you mean 'tavily'?"),
        ("plugins try hooks cjk-fonts y", "are not called by themselves"),
        ("plugins try read text nowhere.txt", "nowhere.txt cannot be read"),
        ("plugins try search", "Missing argument"),
        ("plugins new", "Missing argument"),
        ("plugins new mine", "Missing option '--kind'. Kinds: search, llm, "),
        ("plugins try", "Missing argument 'KIND'. Kinds: search, llm, "),
        ("plugins new Bad_Name --kind search", "is no name for a plugin"),
        ("plugins new mine --kind serch", "Did you mean 'search'?"),
        ("plugins new mine --kind machine", "no template for machine plugins"),
        ("plugins new tavily --kind search", "already a search plugin 'tavily'"),
        ("config shw", "Did you mean 'show'?"),
        ("config show serch", "there is no setting 'serch'. Did you mean 'search'?"),
    ],
)
def test_a_mistake_is_one_line_with_a_hint_and_exits_64(line: str, said: str, dr: Dr) -> None:
    code, out, err = dr(*line.split())
    assert (code, out) == (64, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_check_reports_all_and_what_selected_ones_lack(dr: Dr) -> None:
    code, out, err = dr("plugins", "check", "--json")
    results: dict[tuple[str, str], Any] = {(row["kind"], row["name"]): row for row in json.loads(out)}
    assert results["search", "tavily"]["lacks"] == "Set TAVILY_API_KEY, or api_key under [search.tavily]"
    broken = [f"{row['kind']} {row['name']}: {row['error']}" for row in results.values() if not row["ok"]]
    assert not broken, "a bundled plugin is broken"
    assert code == 0
    assert "0 broken" in err
