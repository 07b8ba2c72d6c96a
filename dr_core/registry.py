"""Finds plugins by kind and name, and imports one when it is chosen. The only module that knows stevedore.

Listing and describing import no plugin: a broken one is harmless until it is chosen, and is then explained in one line.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.machinery
import importlib.metadata
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dr_core.errors import PluginBroken, PluginError, PluginNotFound, did_you_mean
from dr_core.interfaces import API_VERSION, KINDS

GROUPS = (*KINDS, "hooks", "machine")
"""Every kind that can be found by name: the provider kinds, hook plugins, and whole machines."""

IMPORT_SECONDS = 20.0
"""A plugin that has not imported after this long is given up."""


@dataclass(frozen=True)
class Entry:
    """An installed plugin, as far as it is known without importing it."""

    kind: str
    name: str
    target: str
    package: str = ""
    version: str = ""

    def __str__(self) -> str:
        origin = f"{self.package} {self.version}".strip() or self.target
        return f"{self.kind} plugin '{self.name}' ({origin})"

    @property
    def summary(self) -> str:
        """The first line of the class's docstring, read from the source."""
        return _summary(self.target)


def entries(kind: str) -> list[Entry]:
    """The installed plugins of one kind, sorted by name; a name that two packages claim stands there twice."""
    if kind not in GROUPS:
        raise PluginNotFound(f"there is no plugin kind '{kind}'.{did_you_mean(kind, GROUPS)} Kinds: {', '.join(GROUPS)}")
    # stevedore's cached entry points have lost their distribution, so the metadata is asked for it
    found = importlib.metadata.entry_points(group=f"dr.{kind}")
    listed = [
        Entry(kind, point.name, point.value, point.dist.name if point.dist else "", point.dist.version if point.dist else "")
        for point in found
    ]
    return sorted(listed, key=lambda entry: (entry.name, entry.package))


def names(kind: str) -> list[str]:
    """The names of the installed plugins of one kind."""
    return sorted({point.name for point in _manager(kind).list_entry_points()})


def describe(kind: str, name: str) -> Entry:
    """What is known of one plugin; an unknown name is an error with a did-you-mean, an ambiguous one names both packages."""
    if ":" in name:
        return Entry(kind, name, name)
    same = [entry for entry in entries(kind) if entry.name == name]
    if not same:
        raise not_found(kind, name)
    if len(same) > 1:
        owners = " and ".join(f"{entry.package} {entry.version}" for entry in same)
        raise PluginBroken(
            f"{kind} plugin '{name}' is claimed by {owners}",
            remedy=f"Uninstall one of them, or name the class itself: \"{same[0].target}\"",
        )
    return same[0]


def not_found(kind: str, name: str) -> PluginNotFound:
    """The error for a name that is not installed."""
    known = names(kind)
    installed = ", ".join(known) or "none"
    return PluginNotFound(f"no {kind} plugin named '{name}'.{did_you_mean(name, known)} Installed: {installed}")


def load(kind: str, name: str, *, search_path: Path | None = None) -> type[Any]:
    """The class behind a name or an import path (``"package.module:Class"``), imported and checked.

    Whatever the plugin does while it is imported (raise, exit, print, hang) ends in a ``PluginBroken`` that names it.
    """
    entry = describe(kind, name)
    found = _contained(entry, lambda: _import(entry, search_path))
    if kind in KINDS:
        _check_class(entry, found)
    return found  # type: ignore[no-any-return]


def broken(entry: Entry, cause: str, remedy: str = "") -> PluginBroken:
    """The one line about a plugin that cannot be used."""
    remedy = remedy or f"Upgrade or uninstall {entry.package or 'it'}, or take '{entry.name}' out of [{entry.kind}] use"
    return PluginBroken(f"{entry}: {' '.join(cause.split())}", remedy=remedy)


def clear_cache() -> None:
    """Forget what was found before: needed after a plugin is installed into a running process, as tests do."""
    from stevedore import _cache

    _cache._c = _cache.Cache()
    importlib.invalidate_caches()
    _summary.cache_clear()


def _manager(kind: str) -> Any:
    from stevedore import NamedExtensionManager

    # no name is asked for, so nothing is imported: the manager is only the index
    return NamedExtensionManager(f"dr.{kind}", names=[], warn_on_missing_entrypoint=False)


def _import(entry: Entry, search_path: Path | None) -> Any:
    if ":" in entry.name:
        module, _, attribute = entry.target.partition(":")
        with _on_path(search_path):
            found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found
    from stevedore import DriverManager

    def fail(_manager: Any, _point: Any, error: Exception) -> None:
        raise error

    return DriverManager(
        f"dr.{entry.kind}", entry.name, on_load_failure_callback=fail, warn_on_missing_entrypoint=False
    ).driver


@contextlib.contextmanager
def _on_path(folder: Path | None) -> Any:
    if folder is None or str(folder) in sys.path:
        yield
        return
    # last, so that a file beside dr.toml can never stand in for an installed module
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _contained(entry: Entry, action: Any) -> Any:
    """Run ``action`` in a thread of its own: it may print, exit or hang, and this process stays whole."""
    outcome: list[Any] = []

    def work() -> None:
        try:
            outcome.append((True, action()))
        except BaseException as error:  # SystemExit too: a plugin must not end the program
            outcome.append((False, error))

    with contextlib.redirect_stdout(sys.stderr):  # stdout carries data only
        thread = threading.Thread(target=work, name=f"import {entry.name}", daemon=True)
        thread.start()
        thread.join(IMPORT_SECONDS)
    if not outcome:
        raise broken(entry, f"its import did not end within {IMPORT_SECONDS:g} s")
    fine, result = outcome[0]
    if fine:
        return result
    if isinstance(result, PluginError):
        raise result
    if isinstance(result, ModuleNotFoundError) and result.name and result.name != entry.target.partition(":")[0]:
        raise broken(
            entry, f"it needs the module '{result.name}', which is not installed", f"pip install {result.name.split('.')[0]}"
        ) from result
    raise broken(entry, f"its import failed: {type(result).__name__}: {result}") from result


def _check_class(entry: Entry, found: Any) -> None:
    from pydantic import BaseModel

    base = KINDS[entry.kind]
    if not isinstance(found, type) or not issubclass(found, base):
        raise broken(entry, f"{entry.target} is not a subclass of dr_core.{base.__name__}")
    if found.api_version != API_VERSION:
        raise broken(entry, f"it is written for interface version {found.api_version}, and this dr has {API_VERSION}")
    missing = sorted(getattr(found, "__abstractmethods__", ()))
    if missing:
        raise broken(entry, f"it does not implement {', '.join(missing)}")
    if not isinstance(found.Options, type) or not issubclass(found.Options, BaseModel):
        raise broken(entry, "its Options is not a pydantic model")


def duplicates(kind: str) -> list[str]:
    """Names that more than one package claims."""
    counted = Counter(entry.name for entry in entries(kind))
    return sorted(name for name, count in counted.items() if count > 1)


@lru_cache(maxsize=256)
def _summary(target: str) -> str:
    module, _, attribute = target.partition(":")
    try:
        source = _source(module)
        tree = ast.parse(source.read_bytes()) if source else None
    except (OSError, SyntaxError, ValueError):
        return ""
    for node in tree.body if tree else []:
        if isinstance(node, ast.ClassDef) and node.name == attribute:
            lines = (ast.get_docstring(node) or "").splitlines()
            return lines[0].strip() if lines else ""
    return ""


def _source(module: str) -> Path | None:
    """The file of a module, found without importing its parents (importlib.util.find_spec would)."""
    locations: Any = None
    spec: importlib.machinery.ModuleSpec | None = None
    prefix = ""
    for part in module.split("."):
        prefix = f"{prefix}.{part}" if prefix else part
        finders = sys.meta_path if locations is None else [importlib.machinery.PathFinder]
        for finder in finders:
            spec = finder.find_spec(prefix, locations)
            if spec is not None:
                break
        if spec is None:
            return None
        locations = spec.submodule_search_locations
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None
