"""Starting costs next to nothing: heavy libraries are imported by what needs them, plugins only when chosen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = [
    "docker", "ddgs", "httpx", "jinja2", "lxml", "matplotlib", "mcp", "numpy", "pydantic_settings", "pytest", "rich",
    "stevedore", "tenacity", "trafilatura", "w3lib",
]  # fmt: skip
LISTING = [name for name in HEAVY if name != "pydantic_settings"]


def _loaded(code: str, folder: Path) -> set[str]:
    """The modules that are loaded after ``code`` ran in a new Python."""
    code = f"import json, sys\ntry:\n    {code}\nfinally:\n    open('modules.json', 'w').write(json.dumps(list(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=folder, env=os.environ, stdout=subprocess.DEVNULL, timeout=60)
    return set(json.loads((folder / "modules.json").read_text()))


def _command(*arguments: str) -> str:
    return f"from dr_core.cli import main; assert main({list(arguments)!r}) == 0"


@pytest.mark.parametrize("module", ["dr_core", "dr_core.errors", "dr_core.cli", "dr_core.testing", "dr_core.testing.network"])
def test_importing_it_loads_nothing_heavy(module: str, tmp_path: Path) -> None:
    loaded = _loaded(f"import {module}", tmp_path)
    assert not loaded & {*HEAVY, "pydantic"}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_no_settings_no_registry_and_nothing_heavy(option: str, tmp_path: Path) -> None:
    loaded = _loaded(_command(option), tmp_path)
    assert not loaded & {*HEAVY, "pydantic", "pluggy"}
    assert not {name for name in loaded if name.startswith(("dr_plugins", "dr_core.settings", "dr_core.registry"))}


@pytest.mark.parametrize("option", [["plugins"], ["plugins", "--json"]])
def test_listing_plugins_loads_only_our_own_that_may_lack_something_and_nothing_heavy(option: list[str], tmp_path: Path) -> None:
    loaded = _loaded(_command(*option), tmp_path)
    kinds = {name.split(".")[1] for name in loaded if name.startswith("dr_plugins.")} - {"_service"}  # which three kinds share
    lacking = {"search", "llm", "fetch", "render"}
    assert kinds == {*lacking, "read", "hooks"}, "files borrows a small part of the readers, and PDF the faces of the fonts"
    assert not loaded & set(LISTING)


def test_listing_a_kind_without_keys_loads_none_of_it(tmp_path: Path) -> None:
    loaded = _loaded(_command("plugins", "--kind", "verify"), tmp_path)
    assert not {name for name in loaded if name.startswith("dr_plugins")}


def test_showing_settings_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded = _loaded(_command("config", "show"), tmp_path)
    assert not loaded & {"docker", "httpx", "jinja2", "matplotlib", "lxml", "numpy", "ddgs"}


def test_selecting_an_engine_loads_no_other(tmp_path: Path) -> None:
    code = "from dr_core import Kernel, Settings; Kernel(Settings(hooks={'use': []})).provider('search', 'exa')"
    engines = {name for name in _loaded(code, tmp_path) if name.startswith("dr_plugins.search.") and "._" not in name}
    assert engines == {"dr_plugins.search.exa"}


def test_no_client_is_loaded_for_a_docker_engine_that_is_not_there(tmp_path: Path) -> None:
    code = """
    from dr_core import ProviderError
    from dr_plugins.sandbox._docker import DockerOptions, connect
    try:
        connect(DockerOptions(host="unix://nobody.sock"))
    except ProviderError as error:
        assert "unix://nobody.sock: " in str(error)
    else:
        raise AssertionError("it answered")
"""
    assert not _loaded(code, tmp_path) & {"docker", "requests", "urllib3"}


def test_the_pytest_plugin_loads_nothing_of_dr_until_it_is_used(tmp_path: Path) -> None:
    loaded = _loaded("import dr_core.testing.pytest_plugin", tmp_path)
    ours = {name for name in loaded if name.startswith("dr_core")}
    assert ours == {"dr_core", "dr_core.testing", "dr_core.testing.pytest_plugin"}


def test_asking_a_service_loads_no_command_line_of_httpx(tmp_path: Path) -> None:
    """What that brings (rich, pygments) took as long to load as all the rest of httpx."""
    code = "from dr_core.web import api_client; api_client(base_url='http://localhost')"
    assert not _loaded(code, tmp_path) & {"httpx._main", "rich", "pygments", "click"}
    code = "from dr_core.web import api_client; api_client(); import httpx._main; assert httpx._main.main.name == 'main'"
    assert "httpx._main" in _loaded(code, tmp_path)


def test_a_run_begins_before_what_is_needed_later_is_loaded(tmp_path: Path) -> None:
    """It is loaded while a model plans; whoever waits for the first request would wait for it, a quarter of a second."""
    loaded = _loaded("import dr_core.cli.drive, dr_core.stage.intake, dr_core.stage.plan", tmp_path)
    later = {
        "dr_core.stage.fetch",
        "dr_core.stage.checklist",
        "dr_core.stage.passage",
        "dr_core.report.provenance",
        "dr_core.result",
    }
    assert not loaded & {*later, "dr_core.stage.extractive.digest", "dr_core.stage.extractive.plan"}
