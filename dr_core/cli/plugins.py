"""`dr plugins`: what is installed and whether it is ready. What others wrote is not imported for it; the other commands of the
group are imported when used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import click

from dr_core.cli import Lazy
from dr_core.cli.output import emit_json, table
from dr_core.cli.terminal import put, say

if TYPE_CHECKING:
    from dr_core.layers import Loaded


class _Plugins(Lazy):
    known: ClassVar = {
        "check": ("dr_core.cli.plugin_check", "Import every plugin and say what fails and why."),
        "new": ("dr_core.cli.scaffold", "Write a complete plugin package that passes its own tests."),
        "show": ("dr_core.cli.plugin_show", "Explain one plugin: its options, and an example configuration."),
        "try": ("dr_core.cli.plugin_try", "Call one provider once and print what it gives."),
    }


class Kind(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.2 on
    """A plugin kind on the command line; a misspelled one gets a did-you-mean."""

    name = "kind"

    def __init__(self, kinds: tuple[str, ...] = ()) -> None:
        self._kinds = kinds
        """Those that can be named; empty: all."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What may stand there."""
        from dr_core.registry import GROUPS

        return f"Kinds: {', '.join(self._kinds or GROUPS)}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from dr_core.errors import did_you_mean
        from dr_core.registry import GROUPS

        kinds = self._kinds or GROUPS
        if value not in kinds:
            what = f"there is no template for {value} plugins." if value in GROUPS else f"there is no plugin kind '{value}'."
            self.fail(f"{what}{did_you_mean(value, kinds)} Kinds: {', '.join(kinds)}.", param, ctx)
        return str(value)


class Row(NamedTuple):
    """A plugin of the list. ``instances`` are those that settings select; None where the settings cannot be read. ``ready`` and
    ``lacks`` are the plugin's own word; None where it has none, or would have to be imported for it."""

    kind: str
    name: str
    package: str
    version: str
    target: str
    instances: list[str] | None
    summary: str
    ready: bool | None = None
    lacks: str = ""


@click.group(cls=_Plugins, invoke_without_command=True)
@click.option("--kind", type=Kind(), help="Only this kind.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def command(ctx: click.Context, kind: str | None, as_json: bool) -> None:
    """List the installed plugins and whether they are ready, or work with one of them.

    READY is about keys and settings; it is not known of plugins that others wrote (dr plugins check imports them).
    """
    if ctx.invoked_subcommand is not None:
        if kind or as_json:
            raise click.UsageError(f"options belong behind the command: dr plugins {ctx.invoked_subcommand} ...", ctx)
        return
    loaded = settings_or_warning()
    rows = [_with_readiness(row, loaded) for row in listed(loaded) if kind in (None, row.kind)]
    if as_json:
        emit_json([_as_json(row) for row in rows])
        return
    put(table([_as_cells(row) for row in rows], ["KIND", "NAME", "PACKAGE", "VERSION", "SELECTED", "READY", "SUMMARY"]))


def settings_or_warning() -> Loaded | None:
    """The settings; None and a word on stderr where they are wrong: the list is needed most when things are broken."""
    from dr_core.errors import SettingsError
    from dr_core.layers import load_settings

    try:
        return load_settings()
    except SettingsError as error:
        say(f"warning: what is selected is not known: {error}")
        return None


def listed(loaded: Loaded | None) -> list[Row]:
    """Every installed plugin and every selected import path; what is wrong with the index goes to stderr."""
    from dr_core import registry

    chosen = selected(loaded) if loaded else {}
    rows = []
    for kind in registry.GROUPS:
        twice = registry.duplicates(kind)
        for entry in registry.entries(kind):
            instances = chosen.get((kind, entry.name), []) if loaded else None
            if instances and entry.name in twice and entry.package != registry.OURS and is_default(loaded, kind, entry.name):
                instances = []  # what nobody chose is dr's own
            rows.append(Row(kind, entry.name, entry.package, entry.version, entry.target, instances, entry.summary))
        for name in twice:
            owners = [f"{row.package} {row.version}" for row in rows if (row.kind, row.name) == (kind, name)]
            say(f"warning: {kind} plugin '{name}' is claimed by {' and '.join(owners)}")
    for (kind, name), instances in chosen.items():
        if ":" in name:
            rows.append(Row(kind, name, "", "", name, instances, registry.describe(kind, name).summary))
        elif name not in registry.names(kind):
            hooks = [one for one in loaded.settings.hooks.use if not is_default(loaded, "hooks", one)] if loaded else []
            made = ". A hook may make it: dr plugins check" if hooks else ""
            say(f"warning: selected: {registry.not_found(kind, name)}{made}")
    for problem in registry.unreadable():
        say(f"warning: {problem}")
    return sorted(rows, key=lambda row: (registry.GROUPS.index(row.kind), row.name, row.package))


def selected(loaded: Loaded) -> dict[tuple[str, str], list[str]]:
    """The selected instances by kind and plugin."""
    from dr_core.registry import GROUPS

    chosen: dict[tuple[str, str], list[str]] = {}
    for kind in GROUPS:
        if kind == "machine":
            if loaded.settings.machine:
                chosen["machine", loaded.settings.machine] = [loaded.settings.machine]
            continue
        settings = loaded.settings.table(kind)
        for instance in settings.use:
            chosen.setdefault((kind, settings.plugin(instance)), []).append(instance)
    return chosen


def is_default(loaded: Loaded | None, kind: str, instance: str) -> bool:
    """Whether nobody but dr itself chose an instance."""
    return bool(loaded and kind != "machine" and loaded.settings.table(kind).is_default(instance))


def _with_readiness(row: Row, loaded: Loaded | None) -> Row:
    from dr_core.cli.plugin_ready import readiness

    found = readiness(row.kind, row.name, row.target, row.instances or [], loaded)
    return row._replace(ready=found.ready, lacks=found.lacks)


def _as_json(row: Row) -> dict[str, Any]:
    chosen = None if row.instances is None else bool(row.instances)
    return {**row._asdict(), "selected": chosen, "lacks": "" if row.ready is None else row.lacks}


def _as_cells(row: Row) -> list[str]:
    if row.instances is None:
        chosen = "?"
    elif not row.instances:
        chosen = ""
    else:
        chosen = "yes" if row.instances == [row.name] else ", ".join(row.instances)
    from dr_core.cli.plugin_ready import Ready

    ready = Ready(row.ready, row.lacks).cell
    return [row.kind, row.name, row.package or "(import path)", row.version, chosen, ready, row.summary]
