"""Engines that can do nothing: told before a run begins where that is known, and else in one line that names the cause first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dr_core.errors import BudgetSpent, NoEvidence, NothingToSearch, SettingsError, Unreachable
from dr_core.interfaces import Provider, SearchProvider
from dr_core.report.box_words import fared
from dr_core.report.left_out import listed
from dr_core.run.engine import Engine
from dr_core.run.special import chain_names, is_usual, special_names
from dr_core.settings import Settings

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

LONGEST_WORD = 120
"""Characters of what one engine says, where several have their say in one line."""
OTHERS = "Choose other engines (--search), or give a folder (--docs)"
OFFLINE = "Check the network and the proxy, or search a folder (--docs)"


def check_engines(settings: Settings, provider: Callable[[str, str], Provider]) -> None:
    """Refuse a run without engines or searches, or whose engines all lack a key or a setting; building them tells of wrong
    options."""
    if settings.budget.searches == 0:  # told before a model is paid for a plan
        raise BudgetSpent("1 search would pass the budget of 0", remedy="Raise --max-searches")
    chain, special = selected(settings, provider)
    engines = [Engine(one) for one in (*chain, *special)]
    if not engines:
        raise SettingsError("no search engine is selected", remedy="Name some in [search] use, or give a folder (--docs)")
    if all(engine.out for engine in engines):
        raise SettingsError(_lacking(engines), remedy=OTHERS)


def selected(settings: Settings, provider: Callable[[str, str], Provider]) -> tuple[list[SearchProvider], list[SearchProvider]]:
    """The providers of the chain, and those of the sources that may join."""
    wanted = (chain_names(settings), special_names(settings.search))
    chain, special = ([provider("search", name) for name in names] for names in wanted)
    return [one for one in chain if isinstance(one, SearchProvider)], [one for one in special if isinstance(one, SearchProvider)]


def tell_lacking(run: RunBase, engines: Sequence[Engine]) -> None:
    """Say which engines that the user chose are not asked; that most of the usual ones have no key is as usual."""
    for engine in engines:
        if engine.out and not is_usual(run.settings.search, engine.name):
            run.events.emit("error", stage=run.stage, text=f"{engine.name} is not asked. {engine.out}", engine=engine.name)


def tried(engines: Sequence[Engine]) -> str:
    """One line on what every engine did; those that are not set up are only named."""
    said = [f"{engine.name}: {_did(engine)}" for engine in engines if not engine.lacking]
    lacking = [engine.name for engine in engines if engine.lacking]
    return "; ".join([*said, *([f"not set up: {', '.join(lacking)}"] if lacking else [])])


def nothing_found(engines: Sequence[Engine], queries: int, since: str) -> NoEvidence:
    """Why a run found nothing at all, the cause first, and what helps."""
    able = [engine for engine in engines if not engine.lacking]
    if not able:
        return NoEvidence(_lacking(engines), remedy=OTHERS)
    searched = [engine for engine in able if engine.provider.sourced]
    only = searched[0].error if len(searched) == 1 else None
    if isinstance(only, NothingToSearch | Unreachable) and len(engines) == 1:
        return NoEvidence(only.message, remedy=only.remedy or OTHERS)
    if searched and all(isinstance(engine.error, Unreachable) and engine.calls <= engine.failures for engine in searched):
        names = ", ".join(engine.name for engine in searched)
        return NoEvidence(f"no engine could be reached ({names})", remedy=OFFLINE)
    asked = "1 query" if queries == 1 else f"{queries} queries"
    told = f"no engine found anything{f' since {since}' if since else ''} for {asked} ({tried(engines)})"
    if not any(engine.calls > engine.failures for engine in able):
        return NoEvidence(told, remedy=OTHERS)
    remedy = f"{'Give an earlier --since, or none; ask' if since else 'Ask'} in other words, {OTHERS[0].lower()}{OTHERS[1:]}"
    return NoEvidence(told, remedy=remedy)


def _lacking(engines: Sequence[Engine]) -> str:
    """What is missing, first; then who cannot search without it."""
    needs = "; ".join(dict.fromkeys(engine.out for engine in engines))
    return f"{needs}: {', '.join(engine.name for engine in engines)} cannot search without it"


def _did(engine: Engine) -> str:
    done = (engine.error.message if engine.error else engine.out) or fared(engine.summary())
    short = done if len(done) <= LONGEST_WORD else done[: LONGEST_WORD - 1] + "…"
    return f"{short}, left out: {listed(engine.left_out)}" if engine.left_out else short
