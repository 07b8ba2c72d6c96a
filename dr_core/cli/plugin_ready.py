"""Which plugins are ready to be used, and which lack a key: as the plugins themselves say it.

Those that come with dr are imported and asked; they are light, and nobody is called. What others wrote is not imported by a list:
`dr plugins check` does that, in a process of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from dr_core.layers import Loaded

BUNDLED = "dr_plugins."
ASKED = ("search", "llm", "read", "fetch", "render")
"""The kinds that may need a key, or a package."""
LONGEST = 40
"""Characters of the table's word; JSON has it whole."""


class Ready(NamedTuple):
    """Whether a plugin is ready (None: not known, or there is nothing to be ready for), and what it lacks."""

    ready: bool | None
    lacks: str = ""

    @property
    def cell(self) -> str:
        """The word of the table."""
        if self.ready is None:
            return self.lacks
        return "yes" if self.ready else f"no: {_first_clause(self.lacks)}"


def readiness(kind: str, name: str, target: str, instances: list[str], loaded: Loaded | None) -> Ready:
    """What the instances of a plugin lack, or it itself where none is selected."""
    if kind not in ASKED:
        return Ready(None)
    if not target.startswith(BUNDLED):
        return Ready(None, "?")
    told = {instance: _asked(kind, target, instance, loaded) for instance in instances or [name]}
    lacking = [lacks if len(told) == 1 else f"{instance}: {lacks}" for instance, lacks in told.items() if lacks]
    return Ready(not lacking, "; ".join(lacking))


def _asked(kind: str, target: str, instance: str, loaded: Loaded | None) -> str:
    """What one instance lacks, in its own words; what is wrong with its options counts as lacking."""
    from importlib import import_module

    from dr_core.errors import DRError
    from dr_core.interfaces import Context
    from dr_core.options import validated_options
    from dr_core.settings import Settings

    settings = loaded.settings if loaded else Settings()
    try:
        module, _, name = target.partition(":")
        found: Any = getattr(import_module(module), name)  # our own: nothing of it needs the registry's care, or its cost
        options = settings.table(kind).options(instance)
        missing = [key for key, field in found.Options.model_fields.items() if field.is_required() and key not in options]
        if missing:
            return f"Set {', '.join(missing)} under [{kind}.{instance}]"
        provider = found(validated_options(found, kind, instance, options), Context(instance=instance))
        if not getattr(provider, "sourced", True) and not _allowed(settings, instance):
            return "Give --allow-unverified"
        return str(provider.lacks())
    except DRError as error:
        return str(error)
    except Exception as error:  # a plugin may raise whatever it likes: the list goes on
        return f"{type(error).__name__}: {error}"


def _allowed(settings: Any, instance: str) -> bool:
    return bool(settings.research.allow_unverified) or instance in settings.search.use


def _first_clause(lacks: str) -> str:
    """The shortest way out of several: a table has no room for all of them."""
    first = " ".join(lacks.split("; ")[0].split(", or ")[0].split())
    short = first if len(first) <= LONGEST else first[: LONGEST - 1] + "…"
    return short.replace("Set ", "set ", 1).replace("Give ", "give ", 1)
