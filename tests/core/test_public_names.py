"""The public names: sorted, complete, importable, and the same for people and for type checkers."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import dr_core
import dr_core.testing

PACKAGES = [dr_core, dr_core.testing]


def _for_type_checkers(package: object) -> dict[str, str]:
    """The names of the TYPE_CHECKING block, each with the module it is imported from."""
    tree = ast.parse(Path(str(package.__file__)).read_text())  # type: ignore[attr-defined]
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"]
    found = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            assert alias.asname == alias.name, f"write 'import {alias.name} as {alias.name}', so that it counts as exported"
            found[alias.name] = str(node.module)
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_all_is_sorted_and_matches_what_type_checkers_see(package: object) -> None:
    names = package.__all__  # type: ignore[attr-defined]
    assert names == sorted(set(names))
    assert sorted(_for_type_checkers(package)) == names


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_name_is_importable_from_where_type_checkers_think(package: object) -> None:
    for name, module in _for_type_checkers(package).items():
        assert getattr(package, name) is getattr(importlib.import_module(module), name)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'NoSuchName'"):
        _ = dr_core.NoSuchName
    with pytest.raises(AttributeError, match="no attribute 'NoSuchName'"):
        _ = dr_core.testing.NoSuchName
    assert dir(dr_core) == dr_core.__all__


def test_every_public_class_and_function_has_a_docstring() -> None:
    found = {name: getattr(dr_core, name) for name in dr_core.__all__}
    named = {name: value for name, value in found.items() if inspect.isroutine(value) or inspect.isclass(value)}
    assert not [name for name, value in named.items() if not value.__doc__]


def test_the_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    from dr_core.version import __version__

    assert __version__ == version("dr-framework")
