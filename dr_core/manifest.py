"""What a run's folder says of itself: ``run.json``, the settings it was started with, and all in a few words for lists."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dr_core import registry
from dr_core.errors import PluginNotFound, RunDamaged, UsageError
from dr_core.kernel import Kernel, default_cache_dir
from dr_core.report.vain import ANSWERED
from dr_core.run import store
from dr_core.run.journal import Journal
from dr_core.run.plugin_secret import hidden_options
from dr_core.secret import with_options, with_secrets, without_options, without_secrets
from dr_core.settings import Settings

RUN_VERSION = 1
ASKED = ("search", "llm", "fetch", "sandbox", "clarify")
"""Kinds that do nothing unless they are asked, and then the journal has their answer, if there is one."""
NAMED = 6
"""Settings that an error names; the rest is counted."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """``run.json``; one of a newer version is refused."""
    store.check_folder(folder)
    manifest = store.read_json(folder / "run.json")
    if not isinstance(manifest, dict) or not isinstance(manifest.get("version"), int):
        raise RunDamaged(f"{folder / 'run.json'} was not written by dr", remedy="Check the path")
    if manifest["version"] > RUN_VERSION:
        raise RunDamaged(f"{folder} was made by a newer dr (version {manifest['version']})", remedy="pip install -U dr-framework")
    return manifest


def settings_of(folder: Path, current: Settings) -> Settings:
    """The settings a run was started with; its secrets are those of today."""
    manifest = read_manifest(folder)
    saved, hidden = manifest.get("settings"), manifest.get("hidden", [])
    if not isinstance(saved, dict):
        raise RunDamaged(f"{folder / 'run.json'} is damaged: it has no settings", remedy="Restore it from a copy")
    today = current.model_dump(mode="json", exclude_unset=True)
    try:
        return Settings(**with_options(with_secrets(saved, today), today, hidden))
    except (AttributeError, TypeError, ValueError) as error:
        by, now = str(manifest.get("dr", "")), version("dr-framework")
        if by and by != now:
            raise RunDamaged(
                f"dr {now} cannot read the settings of {folder / 'run.json'}, which dr {by} wrote: {_first(error)}",
                remedy=f"Go on with that version: pip install dr-framework=={by}",
            ) from error
        raise RunDamaged(f"{folder / 'run.json'} is damaged: {_first(error)}", remedy="Restore it from a copy") from error


def check_sent(folder: Path, current: Settings, command: str, *, asks: bool = True) -> None:
    """Refuse to follow the settings of a run that was not begun here where they lead elsewhere than those of today: somebody may
    have sent it, and they say which services get today's keys and which programs are started. Where nothing is asked of anybody
    (``asks``), what there is to be asked does not matter, only whose code it is."""
    if folder.resolve() in store.remembered(history_index(current)):
        return
    today = _leading(current, asks)
    if elsewhere := [name for name, value in _leading(settings_of(folder, current), asks).items() if value != today.get(name)]:
        more = f" and {len(elsewhere) - NAMED} more" if len(elsewhere) > NAMED else ""
        raise UsageError(
            f"run {folder.name} was not begun here, and goes on with settings of its own: {', '.join(elsewhere[:NAMED])}{more}",
            remedy=f"They say who gets your keys and what is started: look at them in its run.json. If you trust them: {command}",
        )


def _leading(settings: Settings, asks: bool) -> dict[str, Any]:
    """What of settings says where things are sent and written to, and whose code runs. Which folders are searched does not: what
    is found in them goes where today's settings say."""
    values = settings.model_dump(mode="json")
    found = {name: values[name] for name in ("machine", "prompts", "prices")}
    found |= {"cache.folder": values["cache"]["folder"], "web.allow_hosts": values["web"]["allow_hosts"]}
    for kind in registry.GROUPS:
        if kind != "machine":
            table = settings.table(kind)
            found[f"{kind}.use"] = [name for name in (*table.use, *table.roles()) if ":" in name]  # import paths
            options = [
                (one, name, value) for one in table.instances() for name, value in values[kind][one].items() if name != "paths"
            ]
            found |= {
                f"{kind}.{one}.{name}": value for one, name, value in options if asks or kind not in ASKED or name == "plugin"
            }
    return {name: value for name, value in found.items() if value}


def settings_to_resume(folder: Path, current: Settings) -> Settings:
    """As ``settings_of``; but as long as nothing of a run stands on its models they are those that are meant today: what kept
    them from answering may have been mended."""
    settings = settings_of(folder, current)
    _check_packages(folder)
    values, today = (each.model_dump(mode="json", exclude_unset=True).get("llm", {}) for each in (settings, current))
    mended = values | {name: today[name] for name in current.llm.instances()}
    if mended == values or _stands_on_models(folder):
        return settings
    return Settings(**{**settings.model_dump(mode="json", exclude_unset=True), "llm": mended})


def _stands_on_models(folder: Path) -> bool:
    """Whether a run goes on from what its models have answered, or from what was done without them."""
    from dr_core.stage.again import is_due_again, rewound

    state, path = store.load_state(folder), folder / "journal.jsonl"
    if is_due_again(state, folder):
        return any(rewound(state, folder).notes.get(ANSWERED, {}).values())
    return "fallbacks" in state.notes or (path.is_file() and Journal(path, replay=True).has_model_answers())


def _check_packages(folder: Path) -> None:
    """Refuse to go on without a package that brought plugins of the run."""
    for package, then in read_manifest(folder).get("packages", {}).items():
        try:
            version(package)
        except PackageNotFoundError:
            told = f"run {folder.name} uses plugins of {package} {then}, which is not installed any more"
            raise PluginNotFound(told, remedy=f"pip install {package}=={then}") from None


def _packages(settings: Settings) -> dict[str, str]:
    """The packages of others whose plugins settings select, with their versions."""
    chosen = {("machine", settings.machine)}
    for kind in (kind for kind in registry.GROUPS if kind != "machine"):
        table = settings.table(kind)
        chosen |= {(kind, table.plugin(name)) for name in (*table.use, *table.roles())}
    found = (entry for kind, name in sorted(chosen) for entry in registry.entries(kind) if entry.name == name)
    return {entry.package: entry.version for entry in found if entry.package not in ("", registry.OURS)}


def written(kernel: Kernel) -> dict[str, Any]:
    """The settings as a run folder holds them: without secrets, with the names of those that no name gives away; and the packages
    that they need."""
    hidden = hidden_options(kernel.settings, kernel.option_types)
    values = without_options(kernel.settings.model_dump(mode="json", exclude_unset=True), hidden)
    return {"settings": without_secrets(values), "hidden": hidden, "packages": _packages(kernel.settings)}


def _first(error: Exception) -> str:
    """The first thing that is wrong, with its place."""
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def history_index(settings: Settings) -> Path:
    """The user's index of runs."""
    return (settings.cache.folder or default_cache_dir()) / "runs.jsonl"


def run_summary(folder: Path) -> dict[str, Any]:
    """A run in a few words, for lists. ``active``: a process is working on it; ``step``: the last stage that is saved."""
    manifest = read_manifest(folder)
    saved = store.state_head(folder)
    return {
        "run_id": manifest.get("run_id", folder.name),
        "status": saved.get("status", "damaged"),
        "active": store.is_locked(folder),
        "created": str(manifest.get("created") or ""),
        "question": str(manifest.get("question") or ""),
        "step": saved.get("current_step", ""),
        "passed": saved.get("passed"),
        "path": str(folder),
    }
