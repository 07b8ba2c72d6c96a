"""The page on search providers says what is there, and nothing else."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from dr_core import SearchProvider

PAGE = (Path(__file__).parents[3] / "docs" / "search-providers.md").read_text()
ROWS = {match[1]: match[0] for match in re.finditer(r"(?m)^\| `([\w-]+)` \|.*$", PAGE[: PAGE.index("## Options")])}


def _bundled() -> dict[str, type[SearchProvider]]:
    found = {entry.name: entry for entry in entry_points(group="dr.search") if entry.value.startswith("dr_plugins.")}
    return {name: entry.load() for name, entry in found.items() if name != "files"}


def test_every_bundled_provider_has_a_row_and_every_row_a_provider() -> None:
    assert set(ROWS) - {"files"} == set(_bundled())


def test_engines_say_how_much_of_what_they_find_is_worth_reading() -> None:
    told = {name: plugin.signal for name, plugin in _bundled().items()}
    high, medium = {"arxiv", "huggingface", "openalex"}, {"github", "feeds", "hackernews", "mcp", "wikipedia"}
    assert {name for name, signal in told.items() if signal == "high"} == high
    assert {name for name, signal in told.items() if signal == "medium"} == medium


def test_a_row_names_the_variable_and_says_whether_it_is_needed() -> None:
    for name, plugin in _bundled().items():
        for field in plugin.Options.model_fields.values():
            extra: Any = field.json_schema_extra
            if extra and extra["env"].endswith(("_KEY", "_TOKEN", "_BASE_URL")):
                assert f"`{extra['env']}`" in ROWS[name]
        assert ROWS[name].rstrip("| ").endswith("no") == (not plugin.keyless), name


def test_the_settings_on_the_page_are_options_that_exist() -> None:
    plugins = _bundled()
    for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL):
        table = tomllib.loads(block)["search"]
        for instance, options in table.items():
            if isinstance(options, dict):
                plugin = plugins[options.pop("plugin", instance)]
                assert plugin.Options.model_validate(options)
