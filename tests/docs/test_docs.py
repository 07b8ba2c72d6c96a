"""What the pages show works, what the program has is documented, and every link leads somewhere."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from docpage import FENCE, ROOT, run_page

DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), *sorted(ROOT.glob("*.md")), *sorted((ROOT / "examples").glob("**/README.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUNDLED = [
    (group.removeprefix("dr."), name, target)
    for group, found in PROJECT["project"]["entry-points"].items()
    if group.startswith("dr.")
    for name, target in found.items()
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A reader's folder: the examples are there, and what the page writes can be imported."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for module in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[module], "__file__", None) or ""):
            del sys.modules[module]


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_what_a_page_shows_works(path: Path, folder: Path) -> None:
    run_page(path.read_text(encoding="utf-8"), name_of(path), folder)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_inside_the_project_lead_somewhere(path: Path) -> None:
    page = re.sub(r"`[^`\n]*`", "", FENCE.sub("", path.read_text(encoding="utf-8")))  # code shows links, it makes none
    for target in re.findall(r"\]\(([^)\s]+)\)", page):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        found = (path.parent / file) if file else path
        assert found.exists(), f"{name_of(path)}: {target} leads nowhere"
        if anchor:
            assert anchor in anchors(found), f"{name_of(path)}: {file} has no heading #{anchor}"


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_page_is_reached_from_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    missing = [path.name for path in DOCS.glob("*.md") if path.name != "index.md" and f"({path.name})" not in index]
    assert not missing, f"docs/index.md does not name {missing}"


@pytest.mark.parametrize("page", ["design.md", "design-extractive.md"])
def test_every_module_that_the_design_names_is_there(page: str) -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", (DOCS / page).read_text(encoding="utf-8")))
    there = [
        f"/{name_of(path)}"
        for part in ("dr_core", "dr_plugins", "dr_serve", "bench", "tests")
        for path in (ROOT / part).rglob("*.py")
    ]
    assert named and not [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in there)]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["settings", "cli", "hooks", "plugins-list", "errors", "names"])
def test_a_generated_reference_is_up_to_date(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert "<!-- generated: " in page
    assert generator().fresh(page) == page, f"docs/{name}.md is out of date; run: python docs/generate.py"


def test_every_hook_is_documented_in_its_own_words() -> None:
    from dr_core.hookspecs import Hooks

    page = " ".join((DOCS / "hooks.md").read_text(encoding="utf-8").split())
    names = [name for name in vars(Hooks) if not name.startswith("_")]
    assert names
    for name in names:
        said = " ".join((getattr(Hooks, name).__doc__ or "").split()).replace("``", "`")
        assert f"`{name}(" in page, f"the hook {name} is not in docs/hooks.md"
        assert said and said in page, f"docs/hooks.md does not say what {name} does"


def test_every_hook_is_tested() -> None:
    from dr_core.hookspecs import Hooks

    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__))
    untested = [name for name in vars(Hooks) if not name.startswith("_") and name not in tests]
    assert not untested, f"no test names the hooks {untested}"


def test_every_setting_is_documented() -> None:
    from dr_core.settings import Settings

    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        below = getattr(field.annotation, "model_fields", None)
        variables = {f"DR_{name}__{one}".upper(): found for one, found in (below or {}).items()} or {f"DR_{name}".upper(): field}
        for variable, found in variables.items():
            assert found.description, f"the setting {variable} has no description"
            assert f"`{variable}`" in page, f"the setting {variable} is not in docs/settings.md"


@pytest.mark.parametrize(("kind", "name", "target"), BUNDLED, ids=str)
def test_a_bundled_plugin_is_documented(kind: str, name: str, target: str) -> None:
    from dr_core.registry import Entry

    assert Entry(kind, name, target).summary, f"{target} has no docstring that says what it is"
    assert f"| `{name}` |" in (DOCS / "plugins-list.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("kind", "name", "target"), BUNDLED, ids=str)
def test_a_bundled_plugin_is_tested(kind: str, name: str, target: str) -> None:
    module, _, attribute = target.partition(":")
    own = f"_{module.rpartition('.')[2]}"
    files = list((ROOT / "tests/plugins").rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    used = any(module in text and re.search(rf"\b{attribute}\b", text) for text in texts)
    named = any(kind in path.parts and path.stem.endswith(own) for path in files)
    assert used or named, f"no test file of the {kind} plugin '{name}' ({target})"


def test_the_checks_of_the_readme_are_those_of_the_ci() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = next(line for line in readme.splitlines() if line.endswith(".venv/bin/nox"))
    assert command.removeprefix("$ ") in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_the_readme_begins_with_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = [line for line in readme.splitlines() if line.startswith("python3 -m venv")]
    assert len(first) == 2
    assert " dr run " not in readme.partition(first[0])[0]
