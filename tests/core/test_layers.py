"""Who may import whom: each layer only those below it, dr_core never dr_plugins, dr_plugins and dr_serve only what is public."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import dr_core

ROOT = Path(__file__).parents[2]
PUBLIC_SUBPACKAGES = {"dr_core.text", "dr_core.report", "dr_core.web", "dr_core.pattern", "dr_core.thread"}

# The height of each part of dr_core. A module imports from its own part and from lower ones; parts of one height do not import
# each other unless BESIDE says so.
HEIGHTS = {
    "version": 0,
    "errors": 0,
    "interrupt": 0,
    "unicode": 0,
    "present": 0,
    "aside": 0,
    "compiled": 0,
    "pattern": 0,
    "secret": 0,
    "thread": 0,
    "options": 1,
    "types": 1,
    "clarification": 1,
    "interfaces": 2,
    "installed": 3,
    "hookspecs": 3,
    "text": 4, "web": 4, "settings": 4, "layers": 4, "registry": 4, "state": 4, "note": 4, "report": 4, "run": 4,
    "contain": 5, "kernel": 5, "stage": 5,
    "machine": 6, "manifest": 6,
    "session": 7, "result": 7, "callback": 7, "past": 7, "api": 7,
    "cli": 8, "testing": 8, "__main__": 9, "__init__": 9,
}  # fmt: skip
BESIDE = {
    "run": {"text", "web", "settings", "registry", "state", "note", "report"},
    "report": {"text", "web", "state"},
    "note": {"state"},
    "errors": {"unicode"},
    "secret": {"pattern"},
    "pattern": {"compiled"},
    "layers": {"settings"},
    "clarification": {"types"},
    "settings": {"text"},
    "web": {"text"},
    "stage": set(),
    "kernel": {"contain"},
    "session": {"result"},
    "api": {"session", "result", "callback"},
}
# For the type checker only: hooks name the settings and the state they are handed.
TYPES_ONLY = {("hookspecs", "settings"), ("hookspecs", "state")}


def _files(package: str) -> Iterator[Path]:
    yield from sorted((ROOT / package).rglob("*.py"))


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Every import of a file, wherever it stands: module, name taken from it, and whether it is for type checkers only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checking = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", node in checking
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            for alias in node.names:
                yield str(node.module), alias.name, node in checking


def _part(module: str) -> str:
    pieces = module.split(".")
    return pieces[1] if len(pieces) > 1 else "__init__"


def test_every_part_of_the_core_has_a_height() -> None:
    parts = {path.stem if path.is_file() else path.name for path in (ROOT / "dr_core").iterdir()}
    known = {part for part in parts if part not in ("__pycache__", "py", "prompts")}
    assert known <= set(HEIGHTS), f"say in this file where they belong: {sorted(known - set(HEIGHTS))}"


def test_the_core_imports_downwards_only() -> None:
    wrong = []
    for path in _files("dr_core"):
        own = _part(_module(path)) if path.name != "__init__.py" or path.parent.name != "dr_core" else "__init__"
        for module, name, checking in _imports(path):
            if not module.startswith("dr_core"):
                continue
            other = _part(module) if module != "dr_core" else _part(f"dr_core.{name}") if name in HEIGHTS else "__init__"
            if other == own or (other == "__init__" and own in ("cli", "testing", "__main__")):
                continue
            fine = HEIGHTS[other] < HEIGHTS[own] or other in BESIDE.get(own, ()) or (checking and (own, other) in TYPES_ONLY)
            if not fine:
                wrong.append(f"{path.relative_to(ROOT)}: {own} imports {other}")
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_no_modules_import_each_other_in_a_circle() -> None:
    files = {_module(path): path for part in ("dr_core", "dr_plugins", "dr_serve") for path in _files(part)}
    graph = {}
    for own, path in files.items():
        taken = ((f"{module}.{name}", module) for module, name, _ in _imports(path))
        graph[own] = {whole if whole in files else module for whole, module in taken} & (files.keys() - {own})
    assert list(TopologicalSorter(graph).static_order())  # a circle is a CycleError, which names it


def test_the_core_never_imports_the_bundled_plugins() -> None:
    guilty = [str(path) for path in _files("dr_core") for module, _, _ in _imports(path) if module.startswith("dr_plugins")]
    assert not guilty


def test_bundled_plugins_and_the_server_import_public_names_only() -> None:
    wrong = []
    for path in (*_files("dr_plugins"), *_files("dr_serve")):
        for module, name, _ in _imports(path):
            if module == "dr_core" and name not in dr_core.__all__ and f"dr_core.{name}" not in PUBLIC_SUBPACKAGES:
                wrong.append(f"{path.relative_to(ROOT)}: {name} is no public name")
            elif module.startswith("dr_core.") and (".".join(module.split(".")[:2]) not in PUBLIC_SUBPACKAGES or "._" in module):
                wrong.append(f"{path.relative_to(ROOT)}: {module} is not public")
    assert not wrong, "\n".join(wrong)


def test_only_its_own_command_knows_the_server() -> None:
    users = [
        path for part in ("dr_core", "dr_plugins") for path in _files(part) for one, _, _ in _imports(path) if "dr_serve" in one
    ]
    assert set(users) == {ROOT / "dr_core" / "cli" / "serve.py"}


def test_only_the_registry_knows_stevedore() -> None:
    users = {path for path in _files("dr_core") for module, _, _ in _imports(path) if module.startswith("stevedore")}
    assert users == {ROOT / "dr_core" / "registry.py"}


def test_the_check_sees_imports_inside_of_functions(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("def f():\n    from dr_core.cli import main\n")
    assert list(_imports(file)) == [("dr_core.cli", "main", False)]
