"""The plugins that are installed, as far as packages tell without any of them being imported."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.metadata
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dr_core.errors import did_you_mean
from dr_core.interfaces import KINDS

GROUPS = (*KINDS, "hooks", "machine")
"""Every kind that can be found by name: the provider kinds, hook plugins, and whole machines."""


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
        return summary_of(self.target)


class Index(NamedTuple):
    """What is installed, by kind; and what looks like a plugin and cannot be one, in a line each."""

    entries: dict[str, list[Entry]]
    unreadable: list[str]
    misplaced: list[tuple[str, str]]
    """The names of plugins in groups that are none, but nearly one of ours, each with a line that says so."""


@lru_cache(maxsize=4)
def index(_path: tuple[str, ...]) -> Index:
    """Every plugin on the path, found package by package: one whose metadata is damaged does not hide the others.

    ``importlib.metadata.entry_points`` (and stevedore's cache, which asks it) fails as a whole on the first damaged one, and
    stevedore's cache has lost which package an entry point is from.
    """
    found = Index({kind: [] for kind in GROUPS}, [], [])
    seen = set()
    for package in importlib.metadata.distributions():
        try:
            # most packages have none of ours, which is seen sooner than read
            ours = "dr" in (package.read_text("entry_points.txt") or "")
            points = [point for point in package.entry_points if _kind_in(point.group)] if ours else []
        except Exception as error:  # whatever a damaged file leads to
            found.unreadable.append(f"{_origin(package)[0]}: its entry_points.txt cannot be read ({type(error).__name__})")
            continue
        if not points:
            continue
        name, version = _origin(package)
        if (key := re.sub(r"[-_.]+", "-", name).lower()) in seen:
            continue  # another copy further down the path: Python would not import it either
        seen.add(key)
        for point in points:
            kind = _kind_in(point.group)
            if point.group == f"dr.{kind}" and kind in GROUPS:
                found.entries[kind].append(Entry(kind, point.name, point.value, name, version))
            elif did_you_mean(kind, GROUPS):
                near = did_you_mean(f"dr.{kind}", [f"dr.{group}" for group in GROUPS])
                cause = f"there is no group '{point.group}', so '{point.name}' is not seen.{near}"
                found.misplaced.append((point.name, f"{name} {version}: {cause}"))
    for entries in found.entries.values():
        entries.sort(key=lambda entry: (entry.name, entry.package))
    return found


def _kind_in(group: str) -> str:
    """The kind that a group of entry points is for, or is meant for (``dr_search``); empty where it is somebody else's."""
    if group.startswith("dr."):
        return group.removeprefix("dr.")
    kind = re.sub(r"^dr[-_:/]", "", group)
    return kind if kind != group and kind in GROUPS else ""


def _origin(package: importlib.metadata.Distribution) -> tuple[str, str]:
    """Name and version of a package; from the name of its folder where its metadata is damaged."""
    try:
        metadata = package.metadata
        name, version = (metadata.get_all(key, [""])[0] for key in ("Name", "Version"))
    except Exception:  # no METADATA file at all, or one that is no text
        name = version = ""
    folder = Path(str(getattr(package, "_path", ""))).name.removesuffix(".dist-info").removesuffix(".egg-info")
    return name or folder.partition("-")[0] or "unknown", version or folder.partition("-")[2]


@lru_cache(maxsize=256)
def summary_of(target: str) -> str:
    """The first line of a class's docstring, read from the source; empty where there is none."""
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
