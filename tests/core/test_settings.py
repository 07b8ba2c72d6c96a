"""Settings come in layers, remember where each value came from, and refuse what does not exist."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from dr_core import Researcher, Settings, load_settings, registry
from dr_core.errors import SettingsError
from dr_core.interfaces import KINDS
from dr_core.layers import user_file
from dr_core.options import option_variables
from dr_core.settings import PRESETS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _user(text: str) -> None:
    file = user_file()
    assert file is not None
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_the_command_line_goes_over_the_environment_over_dr_toml_over_the_user_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = ("research", "urls_per_query")

    def found(**overrides: Any) -> tuple[int, str]:
        loaded = load_settings(overrides)
        return loaded.settings.research.urls_per_query, loaded.origin(*name)

    assert found() == (3, "default")
    _user("[research]\nurls_per_query = 4")
    assert found() == (4, str(user_file()))
    (folder / "dr.toml").write_text("[research]\nurls_per_query = 5")
    assert found() == (5, "dr.toml")
    monkeypatch.setenv("DEEP_RESEARCH_URLS_PER_QUERY", "6")
    assert found() == (6, "environment")
    monkeypatch.setenv("DR_RESEARCH__URLS_PER_QUERY", "7")
    assert found() == (7, "environment")
    assert found(research={"urls_per_query": 8}) == (8, "command line")


@pytest.mark.parametrize(
    ("variable", "value", "where", "expected"),
    [
        ("DEEP_RESEARCH_MAX_ITERATIONS", "7", "research.max_iterations", 7),
        ("DEEP_RESEARCH_QUERIES_FIRST_ITERATION", "9", "research.queries_first_iteration", 9),
        ("DEEP_RESEARCH_QUERIES_FOLLOWUP_ITERATION", "4", "research.queries_followup_iteration", 4),
        ("DEEP_RESEARCH_MAX_TOTAL_QUERIES", "30", "research.max_total_queries", 30),
        ("DEEP_RESEARCH_URLS_PER_QUERY", "2", "research.urls_per_query", 2),
        ("SANDBOX_COMPUTE_TIMEOUT", "90", "sandbox.compute_timeout", 90.0),
        ("SANDBOX_MAX_CHART_FAILURES", "3", "sandbox.max_chart_failures", 3),
        ("DR_SEARCH__USE", "exa, tavily", "search.use", ["exa", "tavily"]),
        ("DR_SEARCH__BATCH_SIZE", "6", "search.batch_size", 6),
        ("DR_MACHINE", "mine:Machine", "machine", "mine:Machine"),
    ],
)
def test_environment_names_work_as_written(
    variable: str, value: str, where: str, expected: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    found: Any = load_settings().settings
    for part in where.split("."):
        found = getattr(found, part)
    assert found == expected


def test_the_documented_defaults_hold() -> None:
    settings = Settings()
    research, search = settings.research, settings.search
    assert (research.rounds, research.queries_first_iteration, research.queries_followup_iteration) == (3, 8, 5)
    assert (research.max_total_queries, research.urls_per_query) == (20, 3)
    assert (search.batch_size, search.max_concurrent_searches, search.parallel_strategy) == (5, 10, "hybrid")
    assert search.use == ["tavily", "serper", "duckduckgo", "exa"]
    assert (settings.sandbox.compute_timeout, settings.sandbox.max_chart_failures) == (60, 2)
    assert (settings.cache.search, settings.cache.model, settings.cache.plan, settings.cache.page) == (3600, 0, 1800, 86400)
    assert [preset.iterations for preset in PRESETS.values()] == [1, 3, 5]
    assert settings.token_ceiling == 60_000
    assert (search.enable_race_mode, search.enable_batch_parallel) == (True, True)
    output, context = settings.output, settings.context
    assert (output.images, output.references, output.resources) == (True, True, False)
    assert (context.append_only, context.recitation, context.keep_errors, context.tell_mask) == (False, False, True, False)
    assert (settings.clarify.use, settings.clarify.max_rounds) == (["adaptive"], 3)
    assert settings.sandbox.use[:2] == ["docker-persistent", "docker-ephemeral"]
    assert (research.allow_unverified, settings.llm.use) == (False, [])


@pytest.mark.parametrize(("rounds", "fits"), [("0", False), ("1", True), ("10", True), ("11", False)])
def test_a_run_has_one_to_ten_rounds(rounds: str, fits: bool, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEP_RESEARCH_MAX_ITERATIONS", rounds)
    if fits:
        assert load_settings().settings.research.rounds == int(rounds)
    else:
        with pytest.raises(SettingsError, match="DEEP_RESEARCH_MAX_ITERATIONS"):
            load_settings()


@pytest.mark.parametrize(
    ("cli", "environment", "rounds"),
    [
        ({}, {}, 3),
        ({"depth": "deep"}, {}, 5),
        ({"depth": "quick"}, {"DEEP_RESEARCH_MAX_ITERATIONS": "7"}, 1),
        ({"depth": "quick", "max_iterations": 4}, {}, 4),
        ({}, {"DEEP_RESEARCH_MAX_ITERATIONS": "7"}, 7),
        ({}, {"DEEP_RESEARCH_MAX_ITERATIONS": "7", "DR_RESEARCH__MAX_ITERATIONS": "2"}, 2),
        ({}, {"DR_RESEARCH__DEPTH": "deep"}, 5),
        ({}, {"DR_RESEARCH__DEPTH": "deep", "DEEP_RESEARCH_MAX_ITERATIONS": "2"}, 2),
        ({}, {"DEEP_RESEARCH_DEPTH": "deep", "DR_RESEARCH__MAX_ITERATIONS": "2"}, 2),
        ({}, {"DEEP_RESEARCH_DEPTH": "deep", "DR_RESEARCH__DEPTH": "quick"}, 1),
    ],
)
def test_max_iterations_goes_over_depth_over_environment_over_preset(
    cli: dict[str, Any], environment: dict[str, str], rounds: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert load_settings({"research": cli} if cli else None).settings.research.rounds == rounds


@pytest.mark.parametrize(("depth", "rounds", "tokens"), [("quick", 1, 10_000), ("standard", 3, 60_000), ("deep", 5, 200_000)])
def test_a_preset_is_a_number_of_rounds_and_a_ceiling_for_tokens(depth: str, rounds: int, tokens: int) -> None:
    assert Settings().research.depth == "standard"
    preset = Settings(research={"depth": depth})
    assert (preset.research.rounds, preset.token_ceiling) == (rounds, tokens)
    own = Settings(research={"depth": depth, "max_iterations": 7}, budget={"tokens": 0})
    assert (own.research.rounds, own.token_ceiling) == (7, 0), "what is set goes over the preset, also 0"


def test_two_instances_of_one_plugin_live_side_by_side(folder: Path) -> None:
    (folder / "dr.toml").write_text(
        '[llm]\nuse = ["fast", "big"]\n[llm.fast]\nplugin = "openai"\nmodel = "s"\n[llm.big]\nplugin = "openai"\nmodel = "l"\n'
    )
    table = load_settings().settings.llm
    assert [table.plugin(name) for name in table.use] == ["openai", "openai"]
    assert [table.options(name) for name in table.use] == [{"model": "s"}, {"model": "l"}]
    assert table.plugin("qwen") == "qwen"


def test_options_alone_do_not_erase_what_is_selected(folder: Path) -> None:
    (folder / "dr.toml").write_text("[search.exa]\ntype = 'fast'\n[research]\nlanguage = 'fr'")
    settings = load_settings().settings
    assert settings.search.use == ["tavily", "serper", "duckduckgo", "exa"]
    assert settings.research.urls_per_query == 3


def test_an_environment_variable_reaches_an_instance_with_a_dash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_SANDBOX__DOCKER_PERSISTENT__IMAGE", "mine:1")
    table = load_settings().settings.sandbox
    assert table.options("docker-persistent") == {"image": "mine:1"}
    assert table.spellings("docker-persistent") == ["docker_persistent"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[serch]\nuse = []", r"serch \(dr\.toml\): there is no such setting\. Did you mean 'search'\?"),
        ("[research]\nmax_iteration = 2", r"research\.max_iteration \(dr\.toml\).*Did you mean 'max_iterations'\?"),
        ("[search]\nbatchsize = 2", r"search\.batchsize \(dr\.toml\): there is no such setting\. Did you mean 'batch_size'\?"),
        ("[search]\nmax_total_queries = 2", r"search\.max_total_queries \(dr\.toml\): .*It stands in \[research\]\. Known: use"),
        ("batch_size = 2", r"batch_size \(dr\.toml\): there is no such setting\. It stands in \[search\]\."),
        ("[budget]\ntokens = true", r"budget\.tokens \(dr\.toml\): true is for what is on or off"),
        ("[research]\nmax_iterations = 11", r"research\.max_iterations \(dr\.toml\): .*less than or equal to 10"),
        ("[research]\ndepth = 'abyss'", r"research\.depth \(dr\.toml\)"),
        ("[search]\nuse = [1]", r"search\.use\.0 \(dr\.toml\)"),
        ("not toml at all", r"dr\.toml cannot be read"),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(text: str, said: str, folder: Path) -> None:
    (folder / "dr.toml").write_text(text)
    # what the command line has in the same table is not to blame
    with pytest.raises(SettingsError, match=said) as caught:
        load_settings({"search": {"max_results": 3}})
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 64


def test_a_settings_file_in_another_character_set_is_told_so(folder: Path) -> None:
    (folder / "dr.toml").write_bytes('[research]\ndepth = "é"\n'.encode("utf-16"))
    with pytest.raises(SettingsError, match=r"dr\.toml cannot be read: it is not UTF-8\. Save it as UTF-8"):
        load_settings()


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("DR_SERCH__USE", r"DR_SERCH__USE: there is no setting 'serch'\. Did you mean 'search'\?"),
        ("DR_RESEARCH_DEPTH", r"there is no setting 'research_depth'\. Did you mean DR_RESEARCH__DEPTH\?"),
        ("DR_LLM_USE", r"Did you mean DR_LLM__USE\?"),
        ("DR_SERCH_MAX_RESULT", r"Did you mean DR_SEARCH__MAX_RESULTS\?"),
        ("DR_OUTPUT_DIR", r"there is no setting 'output_dir'\. Did you mean 'output'\?"),
        ("DEEP_RESEARCH_MAX_ITERATION", r"Did you mean 'max_iterations'\?"),
        ("SANDBOX_COMPUTE_TIMEOUTS", r"Did you mean 'compute_timeout'\?"),
    ],
)
def test_a_misspelled_variable_is_no_silent_default(
    variable: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "1")
    with pytest.raises(SettingsError, match=said):
        load_settings()


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("DR_RESEARCH__DEPTH", "abyss", "research.depth (DR_RESEARCH__DEPTH): 'abyss' is none of quick, standard, deep. Change"),
        (
            "DR_RESEARCH__DEPTH",
            "deeep",
            "research.depth (DR_RESEARCH__DEPTH): 'deeep' is none of quick, standard, deep. Did you mean 'deep'?",
        ),
        ("dr_budget__usd", "", "budget.usd (dr_budget__usd): Input should be a valid number, unable to parse string as a number"),
        (
            "DEEP_RESEARCH_MAX_ITERATIONS",
            "11",
            "research.max_iterations (DEEP_RESEARCH_MAX_ITERATIONS): Input should be less than",
        ),
    ],
)
def test_a_wrong_value_of_a_variable_is_told_with_its_name_and_a_remedy(
    variable: str, value: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(said) and caught.value.remedy == "Change it or leave it out"


def test_variables_of_other_programs_are_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DR_WHO", "tardis")
    monkeypatch.setenv("SANDBOX_ID", "7")
    assert load_settings().settings == Settings()


def test_variables_that_options_of_plugins_name_are_no_misspelt_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (entry for kind in KINDS for entry in registry.entries(kind) if entry.package == registry.OURS):
        options = getattr(registry.load(entry.kind, entry.name), "Options", None)
        for name in (name for field in getattr(options, "model_fields", {}).values() for name in option_variables(field)):
            monkeypatch.setenv(name, "7")
    monkeypatch.setenv("DR_SEARCH_SHELF", "7")
    assert load_settings().settings == Settings()
    assert os.environ["DR_SANDBOX_IMAGE"] == "7"


@pytest.mark.parametrize(("variable", "remedy"), [("DR_LLM", "DR_LLM__USE"), ("DR_RESEARCH", "DR_RESEARCH__DEPTH")])
def test_a_variable_for_a_whole_table_is_told_how_to_name_one_setting(
    variable: str, remedy: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "openai")
    with pytest.raises(SettingsError, match=f"{variable}: .* is a table of settings.*{remedy}="):
        load_settings()


@pytest.mark.parametrize(
    ("text", "over", "said"),
    [
        ('research = "deep"', {"research": {"max_iterations": 1}}, "Write [research], and depth = ... below it"),
        ('search = ["files"]', {"search": {"use": ["files"]}}, "Write [search], and use = ... below it"),
        ("llm = 1", {}, "Write [llm], and use = ... below it"),
    ],
)
def test_a_value_in_place_of_a_table_is_told_also_where_the_command_line_has_that_table(
    text: str, over: dict[str, Any], said: str, folder: Path
) -> None:
    (folder / "dr.toml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(over)
    assert str(caught.value) == f"{text.split()[0]} (dr.toml): it is a table of settings. {said}"


def test_a_file_that_begins_with_a_mark_is_read(folder: Path) -> None:
    (folder / "dr.toml").write_bytes(b"\xef\xbb\xbf[research]\r\nlanguage = 'fr'\r\n")
    assert load_settings().settings.research.language == "fr"


@pytest.mark.parametrize("written", ["2024", "2024-05-31", "'2024-05'"])
def test_a_date_may_stand_without_quotes(written: str, folder: Path) -> None:
    (folder / "dr.toml").write_text(f"[research]\nsince = {written}")
    assert load_settings().settings.research.since == written.strip("'")


def test_a_named_file_replaces_dr_toml_and_must_exist(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "dr.toml").write_text("[research]\nlanguage = 'fr'")
    (folder / "other.toml").write_text("[research]\nlanguage = 'de'")
    assert load_settings(config=folder / "other.toml").settings.research.language == "de"
    monkeypatch.setenv("DR_CONFIG", str(folder / "none.toml"))
    with pytest.raises(SettingsError, match="no settings file"):
        load_settings()
    with pytest.raises(SettingsError, match="no settings file"):
        load_settings(config=folder / ("x" * 5000))


def test_settings_over_those_that_were_read_read_nothing_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "dr.toml").write_text("[research]\nmax_iterations = 2\n[budget]\nusd = 1.5\n")
    read = load_settings()
    (folder / "dr.toml").write_text("[research")
    monkeypatch.setenv("DR_BUDGET__USD", "9")
    over = read.over({"research": {"depth": "deep"}})
    assert (over.settings.research.rounds, over.settings.budget.usd) == (5, 1.5)
    assert (over.origin("research", "depth"), over.origin("budget", "usd")) == ("arguments", "dr.toml")
    assert read.over({}).settings == read.settings and read.settings.research.rounds == 2  # it is as it was
    assert Researcher(settings=read, max_iterations=4)._loaded.settings.research.rounds == 4
    with pytest.raises(SettingsError, match=r"research\.depth \(arguments\)"):
        read.over({"research": {"depth": "abyss"}})


@pytest.mark.parametrize("name", ["usd", "seconds"])
@pytest.mark.parametrize("value", ["inf", "nan", "-1", "1e400"])
def test_a_ceiling_is_a_number_that_can_be_counted_with(name: str, value: str) -> None:
    with pytest.raises(ValidationError, match=f"budget.{name}"):
        Settings(budget={name: value})


def test_settings_that_are_no_file_are_not_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=re.escape(f"{tmp_path} is no file (settings are read from one)")):
        load_settings(config=tmp_path)
    with pytest.raises(SettingsError, match=r"there is no settings file .*nowhere"):
        load_settings(config=tmp_path / "nowhere")
