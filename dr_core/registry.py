"""Finds plugins by kind and name, and imports one when it is chosen. The only module that knows stevedore.

Listing and describing import no plugin: a broken one is harmless until it is chosen, and is then explained in one line.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.metadata
import inspect
import logging
import sys
import threading
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from dr_core.aside import beside_stderr
from dr_core.errors import PluginBroken, PluginError, PluginNotFound, did_you_mean
from dr_core.installed import GROUPS as GROUPS
from dr_core.installed import Entry as Entry
from dr_core.installed import index, summary_of
from dr_core.interfaces import API_VERSION, KINDS
from dr_core.pattern import regex
from dr_core.version import __version__

OURS = "dr-framework"
"""The package that brings the bundled plugins."""

IMPORT_SECONDS = 20.0
"""A plugin that has not imported after this long is given up."""


log = logging.getLogger("dr.registry")
_told: set[tuple[str, str]] = set()


def entries(kind: str) -> list[Entry]:
    """The installed plugins of one kind, sorted by name; a name that two packages claim stands there twice."""
    if kind not in GROUPS:
        raise PluginNotFound(f"there is no plugin kind '{kind}'.{did_you_mean(kind, GROUPS)} Kinds: {', '.join(GROUPS)}")
    return list(index(tuple(sys.path)).entries[kind])


def names(kind: str) -> list[str]:
    """The names of the installed plugins of one kind."""
    return sorted({entry.name for entry in entries(kind)})


def unreadable() -> list[str]:
    """A line for each package whose plugins cannot all be read from its metadata; the others are not touched by it."""
    known = index(tuple(sys.path))
    return [*known.unreadable, *(line for _, line in known.misplaced)]


def describe(kind: str, name: str, *, bundled: bool = False) -> Entry:
    """What is known of one plugin; an unknown name is an error with a did-you-mean, an ambiguous one names both packages.

    ``bundled``: nobody chose the name, it is a default. Of several that claim it the one that comes with dr is meant, and
    whoever installed another is told so: a package must not stop, or take over, what works without it.
    """
    if ":" in name:
        return Entry(kind, name, name)
    same = [entry for entry in entries(kind) if entry.name == name]
    if not same:
        raise not_found(kind, name)
    if len(same) > 1:
        owners = " and ".join(f"{entry.package} {entry.version}" for entry in same)
        if bundled and (ours := [entry for entry in same if entry.package == OURS]):
            if (kind, name) not in _told:
                _told.add((kind, name))
                chosen = f'[{kind}] use = ["{next(entry for entry in same if entry.package != OURS).target}"]'
                log.warning(
                    "%s plugin '%s' is claimed by %s; the one of dr is used. To use the other: %s", kind, name, owners, chosen
                )
            return ours[0]
        raise PluginBroken(
            f"{kind} plugin '{name}' is claimed by {owners}",
            remedy="Uninstall one of them, or name the class itself: " + " or ".join(f'"{entry.target}"' for entry in same),
        )
    return same[0]


def misplaced(name: str) -> str:
    """A word on a plugin of this name that stands in a group that is nearly one of ours; empty where there is none."""
    return next((f" {line}" for plugin, line in index(tuple(sys.path)).misplaced if plugin == name), "")


def not_found(kind: str, name: str) -> PluginNotFound:
    """The error for a name that is not installed."""
    known, others = names(kind), [other for other in GROUPS if name in names(other)]
    elsewhere = f" There is a {' and a '.join(others)} plugin of that name." if others else ""
    near = misplaced(name) or elsewhere or did_you_mean(name, known)
    told = f"no {kind} plugin named '{name}'.{near} Installed: {', '.join(known) or 'none'}"
    return PluginNotFound(
        told, remedy='A class of your own is written "package.module:Class"' if "." in name or not known else ""
    )


def load(kind: str, name: str, *, search_path: Path | None = None, bundled: bool = False) -> type[Any]:
    """The class behind a name or an import path (``"package.module:Class"``), imported and checked.

    Whatever the plugin does while it is imported (raise, exit, print, hang) ends in a ``PluginBroken`` that names it.
    """
    entry = describe(kind, name, bundled=bundled)
    if not _TARGET.fullmatch(entry.target):
        raise broken(entry, f"its entry point '{entry.target}' is not of the form package.module:Class")
    home = entry.target.partition(":")[0]
    if (known := _LOADED.get(entry)) and sys.modules.get(home) is known[0]:
        return known[1]
    found: type[Any] = _contained(entry, lambda: _import(entry, search_path))
    if kind in KINDS:
        _check_class(entry, found)
    if module := sys.modules.get(home):
        _LOADED[entry] = (module, found)
    return found


def broken(entry: Entry, cause: str, remedy: str = "") -> PluginBroken:
    """The one line about a plugin that cannot be used."""
    where = "machine" if entry.kind == "machine" else f"[{entry.kind}] use"
    mend = f"Upgrade or uninstall {entry.package}" if entry.package else "Mend it"
    remedy = remedy or f"{mend}, or take '{entry.name}' out of {where}"
    return PluginBroken(f"{entry}: {' '.join(cause.split())}", remedy=remedy)


def clear_cache() -> None:
    """Forget what was found before: needed after a plugin is installed into a running process, as tests do."""
    from stevedore import ExtensionManager, _cache

    ExtensionManager.ENTRY_POINT_CACHE.clear()
    _cache._c._internal.clear()
    importlib.invalidate_caches()
    index.cache_clear()
    summary_of.cache_clear()
    _LOADED.clear()


_LOADED: dict[Entry, tuple[ModuleType, type[Any]]] = {}
"""What was imported and checked before, with the module it came from: every run of a process asks for its plugins again."""
_WANTS = regex(r"cannot import name '(\w+)'")
_TARGET = regex(r"[\w.]+:[\w.]+(\s*\[.*\])?|[\w.]+")


def _import(entry: Entry, search_path: Path | None) -> Any:
    if ":" in entry.name:
        module, _, attribute = entry.target.partition(":")
        with _on_path(search_path):
            found = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found
    return _driver(entry)


def _driver(entry: Entry) -> Any:
    from stevedore import DriverManager

    group = f"dr.{entry.kind}"

    class Driver(DriverManager[Any]):
        """stevedore's loader over the one entry point that was chosen."""

        def list_entry_points(self) -> list[importlib.metadata.EntryPoint]:
            return [importlib.metadata.EntryPoint(entry.name, entry.target, group)]

    def fail(_manager: Any, _point: Any, error: BaseException) -> None:
        raise error

    return Driver(group, entry.name, on_load_failure_callback=fail).driver


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
    """Run ``action``, in a thread of its own where it imports something: that may print, exit or hang, and this process stays
    whole."""
    outcome: list[Any] = []

    def work() -> None:
        try:
            outcome.append((True, action()))
        except BaseException as error:  # SystemExit too: a plugin must not end the program
            outcome.append((False, error))

    with _quiet_stdout():  # stdout carries data only
        if _is_imported(entry.target.partition(":")[0]):
            work()
        else:
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
    raise _import_failure(entry, result) from result


def _is_imported(module: str) -> bool:
    """Whether a module is there, and no thread is still busy with it."""
    found = sys.modules.get(module)
    return found is not None and not getattr(getattr(found, "__spec__", None), "_initializing", False)


class _Quiet:
    """How many imports are under way, and where stdout went before the first of them."""

    lock = threading.Lock()
    depth = 0
    before: Any = None


@contextlib.contextmanager
def _quiet_stdout() -> Any:
    """What is printed goes to stderr meanwhile. Runs in several threads import at once: the last to end puts stdout back,
    where ``contextlib.redirect_stdout`` would leave it changed for good."""
    with _Quiet.lock:
        if not _Quiet.depth:
            _Quiet.before, sys.stdout = sys.stdout, beside_stderr()
        _Quiet.depth += 1
    try:
        yield
    finally:
        with _Quiet.lock:
            _Quiet.depth -= 1
            if not _Quiet.depth:
                sys.stdout = _Quiet.before


def _import_failure(entry: Entry, error: BaseException) -> PluginBroken:
    module, _, _attribute = entry.target.partition(":")
    if isinstance(error, ImportError) and (missing := _missing_of_ours(error)):
        hint = did_you_mean(missing, importlib.import_module("dr_core").__all__)
        cause = f"it imports '{missing}', which this dr ({__version__}) does not have{'.' if hint else ''}{hint}"
        return broken(entry, cause, _newer(entry))
    if isinstance(error, ModuleNotFoundError) and error.name:
        own = error.name.partition(".")[0] == module.partition(".")[0]
        if not own:
            remedy = f"pip install {error.name.partition('.')[0]}"
            return broken(entry, f"it needs the module '{error.name}', which is not installed", remedy)
        if not entry.package:
            remedy = "Check the import path; its folder must be installed or be the one of dr.toml"
            return broken(entry, f"there is no module '{error.name}'", remedy)
    hint = ""
    if isinstance(error, AttributeError) and inspect.ismodule(error.obj):
        hint = did_you_mean(str(error.name), dir(error.obj))
    return broken(entry, f"its import failed: {type(error).__name__}: {error}{'.' if hint else ''}{hint}")


def _missing_of_ours(error: ImportError) -> str:
    """The name or module of dr's own that an import wanted in vain; empty where it is somebody else's."""
    if (error.name or "").partition(".")[0] != "dr_core":
        return ""
    wants = _WANTS.match(str(error))
    return wants[1] if wants else str(error.name) if isinstance(error, ModuleNotFoundError) else ""


def _newer(entry: Entry) -> str:
    """What helps where a plugin wants more than this dr has: it may be the younger of the two."""
    own = f"install a {entry.package}" if entry.package else "mend it so"
    return f"Upgrade {OURS}, or {own} that {'' if entry.package else 'it '}works with {OURS} {__version__}"


def _check_class(entry: Entry, found: Any) -> None:
    """Refuse a class that cannot work, with the reason; nothing of it is called."""
    from pydantic import BaseModel

    base = KINDS[entry.kind]
    if inspect.ismodule(found):
        raise broken(entry, f"its entry point '{entry.target}' names a module, and must name a class: {entry.target}:Class")
    if not isinstance(found, type) or not issubclass(found, base):
        raise broken(entry, f"{entry.target} is not a subclass of dr_core.{base.__name__}")
    if found.api_version != API_VERSION:
        cause = f"it is written for interface version {found.api_version}, and this dr has {API_VERSION}"
        newer = isinstance(found.api_version, int) and found.api_version > API_VERSION
        raise broken(entry, cause, _newer(entry) if newer else "")
    missing = sorted(getattr(found, "__abstractmethods__", ()))
    if missing:
        raise broken(entry, f"it does not implement {', '.join(missing)}")
    options: Any = found.Options
    if not isinstance(options, type) or not issubclass(options, BaseModel):
        raise broken(entry, "its Options is not a pydantic model")
    if options.model_config.get("extra") != "forbid":
        # a misspelled option would be ignored in silence
        raise broken(entry, f"its Options takes any name; it must be a subclass of {base.__name__}.Options")
    for name in ("suffixes", "media_types") if entry.kind == "read" else ():
        if isinstance(given := getattr(found, name), str):  # a comma was forgotten: its letters would be the suffixes
            raise broken(entry, f"its {name} is a string, and must be a tuple: {name} = ({given!r},)")
    for method in sorted(base.__abstractmethods__):
        _check_method(entry, found, base, method)


def _check_method(entry: Entry, found: type[Any], base: type[Any], method: str) -> None:
    """The required method takes what it will be called with, and can be awaited where it will be."""
    own, expected = getattr(found, method), inspect.signature(getattr(base, method))
    required = [name for name, parameter in expected.parameters.items() if parameter.default is parameter.empty]
    try:
        inspect.signature(own).bind(*required)
    except TypeError as error:
        raise broken(entry, f"its {method} does not take ({', '.join(expected.parameters)}): {error}") from error
    except ValueError:
        return  # something callable without a signature: it will show when it is called
    if inspect.isfunction(own) and own.__code__.co_flags & inspect.CO_GENERATOR:
        raise broken(entry, f"its {method} yields; it must return")
    if inspect.isasyncgenfunction(own):
        raise broken(entry, f"its {method} yields; it must return")
    if inspect.iscoroutinefunction(own) and not inspect.iscoroutinefunction(getattr(base, method)):
        raise broken(entry, f"its {method} is async, and must not be")


def duplicates(kind: str) -> list[str]:
    """Names that more than one package claims."""
    counted = Counter(entry.name for entry in entries(kind))
    return sorted(name for name, count in counted.items() if count > 1)
