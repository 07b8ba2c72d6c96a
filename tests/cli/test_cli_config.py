"""`dr config`: every value with its origin, and no secret anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dr_core.cli import main

CANARY = "canary-5f3a9c"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, Any]]:
    assert main(["config", "show", "--json", *arguments]) == 0
    return {line["name"]: line for line in json.loads(capsys.readouterr().out)}


def test_each_value_stands_with_its_origin(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "dr.toml").write_text('[research]\nlanguage = "fr"\n[search.exa]\ntype = "fast"\n[llm.fast]\nplugin = "openai"\n')
    monkeypatch.setenv("DEEP_RESEARCH_MAX_ITERATIONS", "4")
    shown = _shown(capsys)
    expected = {
        "research.language": ("fr", "dr.toml"),
        "research.max_iterations": (4, "environment"),
        "research.urls_per_query": (3, "default"),
        "search.exa.type": ("fast", "dr.toml"),
        "llm.fast.plugin": ("openai", "dr.toml"),
        "machine": ("", "default"),
    }
    assert {name: (shown[name]["value"], shown[name]["origin"]) for name in expected} == expected


def test_a_part_can_be_shown_and_the_table_reads_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(_shown(capsys, "clarify")) == {"clarify.use", "clarify.max_rounds", "clarify.deadline"}
    assert main(["config", "show", "clarify"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines] == [
        ["SETTING", "VALUE", "FROM"], ["clarify.use", "adaptive", "default"], ["clarify.max_rounds", "3", "default"],
        ["clarify.deadline", "120.0", "default"],
    ]  # fmt: skip


SECRETS = {
    "a SecretStr option": '[search.tavily]\napi_key = "{canary}"',
    "an instance's": '[llm]\nuse = ["mine"]\n[llm.mine]\nplugin = "openai"\napi_key = "{canary}"',
    "a header": '[llm.openai.headers]\nAuthorization = "Bearer {canary}"\n"X-Api-Key" = "{canary}"',
    "inside of a table": '[llm.openai.extra]\naccess_token = "{canary}"',
    "in an address": '[search.searxng]\nbase_url = "https://me:{canary}@search.example"',
    "of a plugin that is broken": '[search.gone]\nplugin = "nowhere_to_be_found:Gone"\nwhatever = "{canary}"',
    "of a hook plugin": '[hooks.mine]\nplugin = "cjk-fonts"\npassword = "{canary}"',
    "a header of any name": '[llm.openai.headers]\nX-Odd = "{canary}"',
    "a parameter of an address": '[search.feeds]\nurls = ["https://a.example/rss?token={canary}"]',
    "a list": '[llm.openai.extra]\ntoken = ["{canary}"]',
}


@pytest.mark.parametrize("where", SECRETS)
@pytest.mark.parametrize("form", [["--json"], []])
def test_no_secret_is_shown(where: str, form: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text(SECRETS[where].format(canary=CANARY))
    assert main(["config", "show", *form]) == 0
    captured = capsys.readouterr()
    assert CANARY not in captured.out + captured.err
    assert "**********" in captured.out


def test_a_key_from_its_variable_is_masked_and_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", CANARY)
    line = _shown(capsys)["search.tavily.api_key"]
    assert (line["value"], line["origin"]) == ("**********", "environment (TAVILY_API_KEY)")


def test_numbers_that_count_tokens_are_no_secrets(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text('[budget]\ntokens = 500\n[llm]\nuse = ["openai"]\n[llm.openai]\nmax_output_tokens = 900\n')
    shown = _shown(capsys)
    assert shown["budget.tokens"]["value"] == 500
    assert shown["llm.openai.max_output_tokens"]["value"] == 900


def test_wrong_settings_are_one_line_and_exit_64(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text("[research]\nmax_iterations = 99\n")
    assert main(["config", "show"]) == 64
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "research.max_iterations (dr.toml)" in captured.err
    assert len(captured.err.splitlines()) == 1


def test_the_schema_accepts_what_is_right_and_refuses_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {"research": {"depth": "deep"}, "llm": {"use": ["fast"], "fast": {"plugin": "openai", "model": "x"}}}
    jsonschema.validate(good, schema)
    for bad in ({"serch": {}}, {"research": {"depth": "abyss"}}, {"research": {"max_iterations": 11}}, {"llm": {"fast": 3}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


def test_the_files_that_are_read_are_told(folder: Path, dr_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text("")
    assert main(["config", "path", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == [
        {"path": str(folder / "dr.toml"), "exists": True},
        {"path": str(dr_home / ".config" / "dr" / "dr.toml"), "exists": False},
    ]
