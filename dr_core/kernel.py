"""The kernel: one pluggy manager per instance; it builds the providers that settings select and contains what they do wrong."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import pluggy

from dr_core import registry
from dr_core.contain import CREATE_HOOK, contained
from dr_core.errors import DRError, PluginBroken, PluginError, PluginNotFound, UsageError, did_you_mean
from dr_core.hookspecs import PROJECT, CallNext, Hooks, hookimpl
from dr_core.interfaces import (
    KINDS,
    Clarifier,
    Context,
    ModelProvider,
    PageFetcher,
    Provider,
    Reader,
    Renderer,
    Sandbox,
    SearchProvider,
    Verifier,
)
from dr_core.layers import load_settings
from dr_core.options import argument_types, hook_options, validated_options
from dr_core.run.desk import ask_model, note_spent
from dr_core.run.left_out import note_left_out
from dr_core.run.plugin_call import ANY, call_plugin, in_words
from dr_core.run.plugin_secret import mask_log, secrets_of_options, without
from dr_core.run.sent import unsendable
from dr_core.settings import Settings

if TYPE_CHECKING:
    from dr_core.state import RunState
    from dr_core.types import Event

log = logging.getLogger("dr.kernel")

CLOSING = 15.0
"""Seconds that providers are given to let go of what they hold."""


class Kernel:
    """Everything pluggable, for one set of settings.

    ``plugins`` are hook plugins registered in addition to those of ``[hooks] use``, outermost last. ``folder`` is where import
    paths in settings may refer to (the folder of ``dr.toml``).
    """

    def __init__(self, settings: Settings | None = None, *, plugins: Iterable[object] = (), folder: Path | None = None) -> None:
        loaded = load_settings() if settings is None else None
        self.settings = loaded.settings if loaded else settings or Settings()
        self.folder = (folder or (loaded.folder if loaded else Path.cwd())).absolute()
        self.cache_dir = (self.settings.cache.folder or default_cache_dir()).absolute()
        self._providers: dict[tuple[str, str], Provider] = {}
        self._hook_entries: dict[str, registry.Entry] = {}
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)
        self.manager.register(_FromRegistry(self), name="dr")
        self.check_names("hooks")
        for name in self.settings.hooks.use:
            self._register_named(name)
        for plugin in plugins:
            if isinstance(plugin, type):
                told = f"plugins has the class {plugin.__name__} where an object of it belongs"
                raise UsageError(told, remedy=f"plugins=[{plugin.__name__}(...)]")
            self._register(plugin, registry.Entry("hooks", type(plugin).__name__, type(plugin).__module__))

    # --- providers --------------------------------------------------------------------------------------------------------

    @overload
    def provider(self, kind: Literal["search"], instance: str) -> SearchProvider: ...
    @overload
    def provider(self, kind: Literal["llm"], instance: str) -> ModelProvider: ...
    @overload
    def provider(self, kind: Literal["sandbox"], instance: str) -> Sandbox: ...
    @overload
    def provider(self, kind: Literal["clarify"], instance: str) -> Clarifier: ...
    @overload
    def provider(self, kind: Literal["verify"], instance: str) -> Verifier: ...
    @overload
    def provider(self, kind: Literal["render"], instance: str) -> Renderer: ...
    @overload
    def provider(self, kind: Literal["read"], instance: str) -> Reader: ...
    @overload
    def provider(self, kind: Literal["fetch"], instance: str) -> PageFetcher: ...
    @overload
    def provider(self, kind: str, instance: str) -> Provider: ...
    def provider(self, kind: str, instance: str) -> Provider:
        """The provider of one instance, built on first use."""
        key = (kind, instance)
        if key not in self._providers:
            self._providers[key] = self._build(kind, instance)
        return self._providers[key]

    @overload
    def providers(self, kind: Literal["search"]) -> list[SearchProvider]: ...
    @overload
    def providers(self, kind: Literal["llm"]) -> list[ModelProvider]: ...
    @overload
    def providers(self, kind: Literal["sandbox"]) -> list[Sandbox]: ...
    @overload
    def providers(self, kind: Literal["clarify"]) -> list[Clarifier]: ...
    @overload
    def providers(self, kind: Literal["verify"]) -> list[Verifier]: ...
    @overload
    def providers(self, kind: Literal["render"]) -> list[Renderer]: ...
    @overload
    def providers(self, kind: Literal["read"]) -> list[Reader]: ...
    @overload
    def providers(self, kind: Literal["fetch"]) -> list[PageFetcher]: ...
    @overload
    def providers(self, kind: str) -> list[Provider]: ...
    def providers(self, kind: str) -> list[Any]:
        """The providers that settings select for a kind, in order."""
        self.check_names(kind)
        return [self.provider(kind, instance) for instance in self.settings.table(kind).use]

    def check_names(self, kind: str) -> None:
        """Refuse a table for, or a selection of, a plugin that is not installed and that no hook makes; imports nothing."""
        table = self.settings.table(kind)
        known = set(registry.names(kind))
        for instance in dict.fromkeys([*table.use, *table.roles(), *table.instances()]):
            plugin = table.plugin(instance)
            if ":" not in plugin and plugin not in known and plugin.replace("_", "-") not in known:
                if self.made_by_hook(kind, instance):
                    continue
                hint = did_you_mean(plugin, [*(name for name in table.instances() if name != instance), *sorted(known)])
                roles = [field for field in ("thinking", "task") if getattr(table, field, "") == instance]
                chosen = ["use"] if instance in table.use else roles
                where = f"[{kind}] {' and '.join(chosen)}" if chosen else f"[{kind}.{instance}]"
                installed = ", ".join(sorted(known)) or "none"
                told = f"no {kind} plugin named '{plugin}' ({where}).{registry.misplaced(plugin) or hint} Installed: {installed}"
                nameless = instance in table.instances() and plugin == instance
                remedy = f'To have an instance of one of them, put plugin = "..." into [{kind}.{instance}]' if nameless else ""
                if kind == "llm" and not (remedy or hint):
                    remedy = "The model of a service is named by --model, or by model in its table"
                raise PluginNotFound(told, remedy=remedy)

    def made_by_hook(self, kind: str, instance: str) -> bool:
        """Whether a hook plugin makes an instance that no package brings; asked by making it."""
        hook = getattr(self.manager.hook, CREATE_HOOK.get(kind, ""), None)
        if hook is None or len(hook.get_hookimpls()) < 2:  # nobody's but the kernel's own
            return False
        try:
            self.provider(kind, instance)
        except PluginNotFound:
            return False
        return True

    def check(self) -> None:
        """Refuse settings that name what is not there or have an option wrong, before anything is begun."""
        for kind in KINDS:
            self.check_names(kind)
            for instance in self.settings.table(kind).use:
                if ":" in self.settings.table(kind).plugin(instance):  # the user's own, in a folder that may not be this one
                    self.load(kind, instance)
        self.check_options()

    def check_options(self, kinds: Iterable[str] = tuple(KINDS)) -> None:
        """Build what is selected and has options of the user's own: one that is misspelt is found before anything is begun."""
        for kind, table in ((kind, self.settings.table(kind)) for kind in kinds):
            for instance in table.use:
                if table.options(instance):
                    self.provider(kind, instance)

    def options(self, kind: str, instance: str) -> Any:
        """The validated options of an instance: from settings, then from the environment variable each option names."""
        table = self.settings.table(kind)
        found = self.load(kind, instance)
        try:
            return validated_options(found, kind, instance, table.options(instance))
        except (DRError, KeyboardInterrupt):
            raise
        except BaseException as error:
            entry = registry.describe(kind, table.plugin(instance), bundled=table.is_default(instance))
            raise registry.broken(entry, f"its Options cannot be used: {in_words(error)}") from error

    def option_types(self, kind: str, instance: str) -> Mapping[str, Any] | None:
        """The types of the options of an instance that has a table; None where it is not in use: then it is not imported."""
        table = self.settings.table(kind)
        used = [*table.use, *table.roles(), *(name for of, name in self._providers if of == kind)]
        if not any(instance in table.spellings(name) for name in used):
            return None
        try:
            found: Any = self.load(kind, instance)
        except PluginNotFound:  # a hook makes it
            found = self.provider(kind, instance)
        if kind == "hooks":
            return argument_types(found)
        return {name: field.annotation for name, field in found.Options.model_fields.items()}

    def load(self, kind: str, instance: str) -> type[Any]:
        """The plugin class behind an instance, imported and checked."""
        table = self.settings.table(kind)
        return registry.load(kind, table.plugin(instance), search_path=self.folder, bundled=table.is_default(instance))

    def _build(self, kind: str, instance: str) -> Provider:
        provider: Provider
        options = self.settings.table(kind).options(instance)
        folder, log = self.cache_dir / kind / _folder_name(instance), logging.getLogger(f"dr.{kind}.{instance}")
        web = self.settings.web
        context = Context(
            instance, folder, log, ask_model, tuple(web.allow_hosts), web.robots, note_spent, note_left_out, self._readers
        )  # fmt: skip
        if kind in CREATE_HOOK:
            create = getattr(self.manager.hook, CREATE_HOOK[kind])
            provider = create(name=instance, options=options, context=context)
        else:
            provider = self.from_registry(kind, instance, options, context)
        self._check_kind(kind, instance, provider, "its create hook")
        mask_log(log, getattr(provider, "options", None))
        return self._wrapped(kind, instance, provider) if kind in CREATE_HOOK else provider

    def _readers(self) -> list[Reader]:
        return [self.provider("read", instance) for instance in self.settings.read.use]

    def _wrapped(self, kind: str, instance: str, provider: Provider) -> Provider:
        """The provider inside the wrappers of all hook plugins, the first in [hooks] use innermost."""
        plugins = self.manager.get_plugins()
        for name, plugin in self.manager.list_name_plugin():
            alone = self.manager.subset_hook_caller("wrap_provider", plugins - {plugin})
            for wrapped in alone(kind=kind, name=instance, provider=provider):
                self._check_kind(kind, instance, wrapped, "its hook wrap_provider", self._hook_entries.get(name))
                provider = wrapped
        return provider

    def from_registry(self, kind: str, instance: str, options: Mapping[str, Any], context: Context) -> Provider:
        """The provider as its own class makes it: the last answer to every create hook."""
        table = self.settings.table(kind)
        found = self.load(kind, instance)
        entry = registry.describe(kind, table.plugin(instance), bundled=table.is_default(instance))
        checked = None
        try:
            checked = validated_options(found, kind, instance, options)
            built: Provider = found(checked, context)
        except (DRError, KeyboardInterrupt):
            raise
        except BaseException as error:
            cause = without(in_words(error), secrets_of_options(checked))
            raise registry.broken(entry, f"it cannot be built: {cause}") from error
        if not isinstance(getattr(built, "context", None), Context):
            raise registry.broken(entry, "its __init__ does not call super().__init__(options, context)")
        if isinstance(built, Reader) and (cause := unsendable(built)):
            raise registry.broken(entry, cause)
        return built

    def _check_kind(self, kind: str, instance: str, provider: Any, culprit: str, entry: registry.Entry | None = None) -> None:
        if isinstance(provider, KINDS[kind]):
            return
        cause = f"{culprit} returned {type(provider).__name__} for {kind} '{instance}', not a {KINDS[kind].__name__}"
        raise registry.broken(entry, cause) if entry else PluginBroken(cause, remedy="Mend it or take it out of [hooks] use")

    async def aclose(self) -> None:
        """Close every provider; one that fails to close, or does not come to an end, is named in the log and left."""
        providers, self._providers = self._providers, {}
        await asyncio.gather(*(self._close(provider) for provider in providers.values()))

    async def _close(self, provider: Provider) -> None:
        try:
            await call_plugin(provider, self.settings, "aclose", provider.aclose, seconds=CLOSING, wanted=ANY)
        except DRError as error:
            log.warning("%s", error.message)

    # --- hooks ------------------------------------------------------------------------------------------------------------

    def notify(self, state: RunState, event: Event) -> None:
        """Tell every observer of an event."""
        self.manager.hook.on_event(state=state, event=event)

    def wrapped_stage(self, stage: str, call: CallNext) -> CallNext:
        """``call`` inside the wrappers that plugins return for this stage."""
        for wrapper in reversed(self.manager.hook.wrap_stage(stage=stage, settings=self.settings)):
            call = functools.partial(_around, wrapper, call)
        return call

    @property
    def wraps_stages(self) -> bool:
        """Whether a plugin may wrap stages."""
        return bool(self.manager.hook.wrap_stage.get_hookimpls())

    def chart_fonts(self, language: str) -> list[str]:
        """The font families for figures in a language."""
        return list(self.manager.hook.chart_fonts(language=language) or ["DejaVu Sans"])

    def _register_named(self, name: str) -> None:
        plugin_name = self.settings.hooks.plugin(name)
        found = self.load("hooks", name)
        entry = registry.describe("hooks", plugin_name, bundled=self.settings.hooks.is_default(name))
        options = self.settings.hooks.options(name)
        if not isinstance(found, type):
            self._register(found, entry)
            return
        checked = hook_options(found, name, options)
        try:
            plugin = found(**checked)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise registry.broken(entry, f"it cannot be built: {in_words(error)}") from error
        self._register(plugin, entry)

    def _register(self, plugin: object, entry: registry.Entry) -> None:
        name = entry.name if not self.manager.has_plugin(entry.name) else f"{entry.name} ({id(plugin)})"
        try:
            self.manager.register(contained(plugin, entry), name=name)
            self.manager.check_pending()
        except PluginError:
            raise
        except Exception as error:  # a wrong argument of a hook, or an attribute that raises when it is looked at
            raise registry.broken(entry, f"it cannot be registered: {type(error).__name__}: {error}") from error
        self._hook_entries[name] = entry


async def _around(wrapper: Callable[[RunState, CallNext], Awaitable[None]], call: CallNext, state: RunState) -> None:
    await wrapper(state, call)


def default_cache_dir() -> Path:
    """The user's cache folder for dr; the temporary folder where there is no home."""
    import tempfile

    if base := os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA"):
        return Path(base) / "dr"
    try:
        return Path.home() / ".cache" / "dr"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "dr-cache"


def _folder_name(instance: str) -> str:
    """An instance's name as a folder: names are configuration, but never a path."""
    return "".join(char if char.isalnum() or char in "-_" else "_" for char in instance)[:64] or "_"


class _FromRegistry:
    """The kernel's own answer to the create hooks, given when no plugin has one."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    @hookimpl(trylast=True)
    def create_search(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("search", name, options, context)

    @hookimpl(trylast=True)
    def create_llm(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("llm", name, options, context)

    @hookimpl(trylast=True)
    def create_sandbox(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("sandbox", name, options, context)

    @hookimpl(trylast=True)
    def create_clarifier(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("clarify", name, options, context)

    @hookimpl(trylast=True)
    def create_verifier(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("verify", name, options, context)

    @hookimpl(trylast=True)
    def create_renderer(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("render", name, options, context)

    @hookimpl(trylast=True)
    def create_fetcher(self, name: str, options: Mapping[str, Any], context: Context) -> Provider:
        return self._kernel.from_registry("fetch", name, options, context)
